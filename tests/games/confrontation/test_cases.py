"""The golden cases, and more of our own."""

from pathlib import Path

import pytest

from tests.cases import failures, read_cases
from tests.games.confrontation.case_book import run

FILES = [Path(__file__).with_name(name) for name in ("cases.toml", "cases_more.toml")]
CASES = [case for file in FILES if file.is_file() for case in read_cases(file)]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_case_holds(case):
    assert failures(case, run) == []
