"""Options that are places on the map."""

from collections.abc import Sequence
from itertools import islice

from grognard.games.fearful_odds.board import Board
from grognard.kernel.choice import Option

COMPASS = {
    0: "north", 30: "north-east", 60: "east-north-east", 90: "east", 120: "east-south-east", 150: "south-east",
    180: "south", 210: "south-west", 240: "west-south-west", 270: "west", 300: "west-north-west", 330: "north-west",
}  # fmt: skip


class HexOption(Option, frozen=True, gc=False):
    """A hex, with where it is drawn and which way a piece would look there (in degrees, -1: nowhere), so that it can be shown and clicked."""

    hex: int
    name: str
    at: tuple[float, float]
    bearing: int


def place(board: Board, n: int, facing: int = -1) -> tuple[int, str, tuple[float, float], int]:
    """The fields of a hex option."""
    return n, board.names[n], board.centres[n], board.bearings[facing] if facing >= 0 else -1


def sliced(options: Sequence[Option], part: slice) -> list[Option]:
    """A part of options that are made only when somebody looks; going through them is much faster than asking for each by its number."""
    start, stop, step = part.indices(len(options))
    return list(islice(options, start, stop, step)) if step > 0 else list(options)[part]
