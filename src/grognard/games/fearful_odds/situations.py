"""Small situations on open ground, for questions about odds."""

from collections.abc import Mapping
from typing import Any

from grognard.games.fearful_odds.battle import (
    Battle,
    Character,
    Counter,
    Field,
    Impulse,
    Order,
    Side,
    State,
    Unit,
    Where,
)
from grognard.games.fearful_odds.missiles import WEAPONS
from grognard.games.fearful_odds.options import Options
from grognard.kernel.choice import Option, Question

COLUMNS = ROWS = 9
MIDDLE = 40
OPTIONS = Options()


def a_field(
    ground: Mapping[int, str] | None = None,
    heights: Mapping[int, int] | None = None,
    hexsides: Any = (),
    sheltered: Any = (),
) -> Field:
    """Open ground around the hex in the middle."""
    kinds, levels = ground or {}, heights or {}
    size = COLUMNS * ROWS
    return Field(
        COLUMNS,
        ROWS,
        tuple(kinds.get(n, "clear") for n in range(size)),
        tuple(levels.get(n, 0) for n in range(size)),
        tuple(hexsides),
        sheltered=tuple(sheltered),
    )


def a_skirmish(*pieces: Unit | Character, field: Field | None = None, kind: str = "charge") -> Battle:
    """These pieces on open ground, red acting."""
    return Battle(
        options=OPTIONS,
        field=field or a_field(),
        sides=[Side("red", "red", 100), Side("blue", "blue", 100)],
        units={piece.id: piece for piece in pieces if isinstance(piece, Unit)},
        characters={piece.id: piece for piece in pieces if isinstance(piece, Character)},
        impulse=Impulse("red", kind),
        turn=1,
    )


def a_unit(
    id: str, side: str, counter: Counter, at: int, *, strength: int = 0, order: str = "good", facing: int = 1
) -> Unit:
    state = State.ACTIVE if side == "red" else State.READY
    return Unit(id, side, id, counter, strength or counter.strength, at, facing, Order(order), state=state)


def a_leader(side: str, command: int, at: int) -> list[Character]:
    return [Character(f"{side} leader", side, "leader", "leader", command, 3, 6, at)] if command else []


def a_counter(quality: int, strength: int = 8, speed: int = 4, kind: str = "foot", missile: str = "none") -> Counter:
    value = WEAPONS[missile].value if missile != "none" else 0
    return Counter("HF", kind, strength, quality, speed, 6, 4, missile, value)


def first_option(question: Question) -> Option:
    """Ways back and turns after an advance do not change these odds: the first will do."""
    return question.options[0]


def fate(unit: Unit) -> str:
    """How a unit came out of it: "good", "disorder", "rout" or "eliminated"."""
    return "eliminated" if unit.where is Where.GONE else unit.order.value
