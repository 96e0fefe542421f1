"""The golden cases, and that the runner knows every operation of their vocabulary."""

import re
from pathlib import Path
from typing import Any

import pytest

from grognard.errors import GrognardError
from grognard.games.fearful_odds import GAME
from tests.cases import failures, read_cases

from .case_book import OPS, run

CASES = [case for name in ("cases.toml", "cases_audit.toml") for case in read_cases(Path(__file__).with_name(name))]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_case_holds(case: dict[str, Any]) -> None:
    assert failures(case, run) == []


@pytest.mark.parametrize(
    "given",
    [
        {"op": "jump"},
        {"op": "morale", "unit": {"ql": 6}, "dye": 3},
        {"op": "morale", "unit": {"ql": 6, "moral": 2}, "die": 3},
        {"op": "melee_series", "attackers": [{"unit": {"qll": 6}}], "defender": {}},
        {"op": "evade", "unit": {"ql": 6, "class": "hoarse"}, "mover": {"ma": 4}},
        {"op": "morale", "unit": {"ql": 6}, "die": 3, "options": {"natural_extremes": "maybe"}},
    ],
)
def test_a_case_that_says_what_nobody_knows_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(GrognardError):
        run(given, ["result"])


def test_every_operation_of_the_vocabulary_is_known():
    vocabulary = GAME.rulebook.text.split("## Case vocabulary")[1].split("## Coverage")[0]
    named = re.findall(r"^- `(\w+)`", vocabulary, re.MULTILINE) + re.findall(r"^  `(\w+)`:", vocabulary, re.MULTILINE)
    assert [name for name in named if name not in OPS] == []
