"""Golden cases of magic and faith of our own."""

from pathlib import Path
from typing import Any

import pytest

from tests.cases import failures, read_cases
from tests.games.confrontation.case_book_magic import HANDLERS

CASES = read_cases(Path(__file__).with_name("cases_magic.toml"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_case_of_magic_holds(case: dict[str, Any]) -> None:
    """C3-MANA, C3-ELEM, C3-CAST, C3-TF, C3-CALL, C3-ART: each case names its rules."""
    assert failures(case, lambda given, wanted: HANDLERS[given["do"]](given, wanted)) == []


def test_every_kind_of_case_is_tried() -> None:
    """All that the vocabulary knows of magic and faith, here or in the shared cases."""
    tried = {case["given"]["do"] for case in CASES}
    assert set(HANDLERS) - tried == {"mage_limits"}
