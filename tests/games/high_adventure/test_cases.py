"""The golden cases, written from the rules and not from the code."""

from pathlib import Path
from typing import Any

import pytest

from tests.cases import failures, read_cases
from tests.games.high_adventure.case_book import run

CASES = read_cases(Path(__file__).with_name("cases.toml"))


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_golden_case(case: dict[str, Any]) -> None:
    assert failures(case, run) == []
