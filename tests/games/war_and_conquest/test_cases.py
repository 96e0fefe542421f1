"""The golden cases, shared and our own."""

from pathlib import Path
from typing import Any

import pytest

from tests.cases import failures, read_cases
from tests.games.war_and_conquest.case_book import PROCEDURES, run

CASES = read_cases(Path(__file__).with_name("cases.toml"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_golden_case_holds(case: dict[str, Any]) -> None:
    assert failures(case, run) == []


def test_every_procedure_of_the_vocabulary_has_a_case():
    assert {case["given"]["do"] for case in CASES} == set(PROCEDURES)
