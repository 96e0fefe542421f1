"""The golden cases, and more of our own."""

from pathlib import Path

import pytest

from tests.cases import failures, read_cases
from tests.games.confrontation import case_book_combat, case_book_magic, case_book_moves
from tests.games.confrontation.case_book import run
from tests.games.confrontation.case_fields import FIELDS

FILES = [Path(__file__).with_name(name) for name in ("cases.toml", "cases_more.toml", "cases_audit.toml")]
CASES = [case for file in FILES if file.is_file() for case in read_cases(file)]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_case_holds(case):
    assert failures(case, run) == []


@pytest.mark.parametrize(
    "given",
    [
        {"do": "test", "stat": 3, "difficulty": 4, "dice": [3], "bonus": 1},
        {"do": "combat", "first": "a", "a": [{"name": "Odo", "atk": 3}], "b": [], "place": {}},
        {"do": "ini_odds", "a": {"fighters": [{"ini": 3, "att": 2}]}, "b": {"fighters": [{"ini": 3}]}},
        {"do": "dance"},
    ],
)
def test_a_field_that_the_vocabulary_does_not_know_is_refused(given):
    with pytest.raises(ValueError, match=r"no (field|procedure)"):
        run(dict(given), [])


def test_the_vocabulary_names_every_procedure():
    assert sorted(FIELDS) == sorted({*case_book_combat.HANDLERS, *case_book_magic.HANDLERS, *case_book_moves.HANDLERS})
