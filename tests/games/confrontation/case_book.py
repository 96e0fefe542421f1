"""Golden cases: each `do` builds a situation and calls the game's own functions. No rule is computed here."""

from typing import Any

from tests.games.confrontation import case_book_combat, case_book_magic, case_book_moves
from tests.games.confrontation.case_fields import check_fields


def run(given: dict[str, Any], wanted: list[str]) -> dict[str, Any]:
    """What the game says to a case."""
    do = given.pop("do")
    check_fields(do, given)
    if do in case_book_magic.HANDLERS:
        return case_book_magic.HANDLERS[do](given, wanted)
    return (case_book_moves.HANDLERS.get(do) or case_book_combat.HANDLERS[do])(given)
