"""The golden cases, and that the runner knows every operation of their vocabulary."""

import re
from pathlib import Path
from typing import Any

import pytest

from grognard.games.fearful_odds import GAME
from tests.cases import failures, read_cases

from .case_book import OPS, run

CASES = read_cases(Path(__file__).with_name("cases.toml"))


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_case_holds(case: dict[str, Any]) -> None:
    assert failures(case, run) == []


def test_every_operation_of_the_vocabulary_is_known():
    vocabulary = GAME.rulebook.text.split("## Case vocabulary")[1].split("## Coverage")[0]
    named = re.findall(r"^- `(\w+)`", vocabulary, re.MULTILINE) + re.findall(r"^  `(\w+)`:", vocabulary, re.MULTILINE)
    assert [name for name in named if name not in OPS] == []
