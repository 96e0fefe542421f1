"""The golden cases: shared, our own, and those of an independent reckoning."""

from pathlib import Path
from typing import Any

import pytest

from grognard.errors import RecordError
from tests.cases import failures, read_cases
from tests.games.war_and_conquest.case_book import PROCEDURES, run

HERE = Path(__file__).parent
CASES = [case for name in ("cases.toml", "cases_audit.toml") for case in read_cases(HERE / name)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_golden_case_holds(case: dict[str, Any]) -> None:
    assert failures(case, run) == []


def test_every_procedure_of_the_vocabulary_has_a_case():
    assert {case["given"]["do"] for case in CASES} == set(PROCEDURES)


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"do": "tset"}, "tset"),
        ({"do": "zone", "mv": 7, "distanse": 3}, "distanse"),
        ({"do": "test", "unit": {"mv": 7, "model": 8}}, "model"),
        ({"do": "test", "kind": "moral", "unit": {"mv": 7}}, "moral"),
        ({"do": "order", "a": 1, "options": {"panic_chain": "maybe"}}, "panic_chain"),
        ({"do": "test", "unit": {"mv": 7, "traits": ["Dilled"]}}, "Dilled"),
    ],
)
def test_a_case_with_a_word_that_nobody_knows_is_refused(given: dict[str, Any], named: str) -> None:
    with pytest.raises(RecordError, match=named):
        run(given, [])
