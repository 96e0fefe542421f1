"""Advances after combat."""

from grognard.games.fearful_odds.battle import Battle, Unit
from grognard.games.fearful_odds.characters import accompany
from grognard.games.fearful_odds.hex_options import COMPASS, HexOption, place
from grognard.games.fearful_odds.morale import check_task
from grognard.games.fearful_odds.retreat import is_in_good_order
from grognard.kernel.referee import Referee


class Facing(HexOption, frozen=True, gc=False):
    """A facing to take."""

    facing: int

    @property
    def key(self) -> str:
        return f"face {self.facing}"

    @property
    def words(self) -> str:
        return f"Face {COMPASS[self.bearing]}"


def can_advance(battle: Battle, unit: Unit, there: int) -> bool:
    """FO-MEL-22: a melee attacker in good order must follow if possible; FO-RULE-62: engines never, and nobody into impassable ground."""
    return (
        is_in_good_order(unit)
        and unit.counter.kind != "engine"
        and battle.board.passable[there]
        and battle.unit_in(there) is None
    )


def advance(referee: Referee, battle: Battle, unit: Unit, there: int) -> None:
    """Into the hex that was left: characters along (FO-MEL-24), a task check over a hazard (FO-RULE-62), then a free turn by one hexspine (FO-MEL-23)."""
    board, here = battle.board, unit.at
    dangers = board.steps[here, board.next_to[here].index(there)][1]
    unit.at = there
    accompany(battle, here, there, unit.side)
    referee.tell("advances", unit, rule="FO-MEL-22")
    for _ in range(dangers):
        if unit.at >= 0:
            check_task(referee, battle, unit)
    if unit.at >= 0:
        options = [Facing(*place(board, unit.at, facing), facing) for facing in one_turn(unit.facing)]
        unit.facing = referee.choose(
            unit.side, "Turn after the advance?", options, rule="FO-MEL-23", about=(unit.id,)
        ).facing


def one_turn(facing: int) -> tuple[int, int, int]:
    """The facings within one hexspine, as it is first."""
    return facing, (facing + 1) % 6, (facing + 5) % 6
