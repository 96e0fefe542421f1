"""The state of a toy battle."""

from typing import Annotated

from grognard.kernel.battle import Battle as AnyBattle
from grognard.kernel.battle import Changing, Piece
from grognard.kernel.view import HIDDEN


class Figure(Piece):
    """One toy soldier, in hundredths of an inch."""

    x: int = 0
    y: int = 0
    off: bool = False


class Side(Changing):
    """One side, and the card that only it sees."""

    id: str
    name: str
    card: Annotated[str, HIDDEN] = ""


class Battle(AnyBattle, kw_only=True):
    """Two sides and their figures."""

    sides: list[Side]
    figures: list[Figure]
    last_turn: int = 2
    mover: int = 0

    def piece(self, id: str) -> Figure | None:
        return next((figure for figure in self.figures if figure.id == id), None)

    def standing(self, side: str) -> list[Figure]:
        return [figure for figure in self.figures if figure.side == side and not figure.off]
