"""Browser tests drive the system's Chromium; where there is none, they are skipped and say so.

Ask for `page` (a fresh page in a fresh profile) or `context`; pytest-playwright closes both after the test.
"""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from grognard.table.catalogue import Catalogue
from tests.browser.at_table import AtTable
from tests.table.live import Live
from tests.table.toy import GAME as TOY

HERE = Path(__file__).parent

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

# The browser under test talks to the table and to nobody else.
FLAGS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder, and put them last.

    Playwright leaves an event loop running in its thread until the session ends, where a test that calls `asyncio.run`
    would stumble over it.
    """
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)
    items.sort(key=lambda item: HERE in item.path.parents)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """How pytest-playwright starts the browser: the system's Chromium, without a sandbox where root runs it."""
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine (looked for chromium, chromium-browser and google-chrome)")
    as_root = hasattr(os, "geteuid") and os.geteuid() == 0
    flags = [*FLAGS, "--no-sandbox"] if as_root else list(FLAGS)
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": flags}


@pytest.fixture(scope="session")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A table with every game that is installed, and the toy game of the table's own tests."""
    catalogue = Catalogue()
    games = [catalogue.game(card.name) for card in catalogue.cards() if not card.problem]
    table = Live(tmp_path_factory.mktemp("browser") / "table.sqlite", [TOY, *games])
    yield table
    table.stop()


@pytest.fixture
def at_table(page: Page, live: Live) -> Iterator[AtTable]:
    """Somebody with a browser at the table; nothing may go wrong in its console."""
    person = AtTable(page, live.address)
    yield person
    assert person.complaints == []
