"""One table for all tests of it; battles do not disturb each other."""

from collections.abc import Iterator

import pytest

from tests.table.live import Live
from tests.table.toy import GAME


@pytest.fixture(scope="session")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    live = Live(tmp_path_factory.mktemp("table") / "table.sqlite", [GAME])
    yield live
    live.stop()
