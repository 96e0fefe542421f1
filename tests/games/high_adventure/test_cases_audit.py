"""Golden cases computed from the rules page alone, and words that a case may not use."""

from pathlib import Path
from typing import Any

import pytest

from grognard.errors import RecordError
from tests.cases import failures, read_cases
from tests.games.high_adventure.case_book import run

CASES = read_cases(Path(__file__).with_name("cases_audit.toml"))


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_golden_case(case: dict[str, Any]) -> None:
    assert failures(case, run) == []


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"op": "mele", "a": {}, "b": {}}, "no operation 'mele'"),
        ({"op": "melee", "a": {}, "b": {}, "rounds": 2}, "melee has no field rounds"),
        ({"op": "volley", "target": {}, "shots": [{"shooter": {"strength": 2}}]}, "shooter has no field strength"),
    ],
)
def test_a_word_that_the_vocabulary_does_not_have_is_refused(given: dict[str, Any], complaint: str) -> None:
    with pytest.raises(RecordError, match=complaint):
        run(given, [])
