"""Losses, demoralization and victory."""

from fractions import Fraction

from grognard.games.fearful_odds.battle import Aim, Battle, Side, Unit, Where
from grognard.games.fearful_odds.characters import relocate_all
from grognard.games.fearful_odds.hex_options import HexOption, place
from grognard.kernel.battle import Outcome
from grognard.kernel.referee import Referee

DECISIVE = 10  # FO-RULE-71: percentage points between the armies' losses that decide after the last turn
TO_COME, TO_DEPLOY = Where.TO_COME, Where.TO_DEPLOY  # Python 3.11 is slow to find a member in its enum


class Refuge(HexOption, frozen=True, gc=False):
    """A hex to step to."""

    @property
    def key(self) -> str:
        return f"step to {self.name}"


def lost_strength(start: int, on_map: int, to_come: int) -> int:
    """FO-RULE-13: everything that is neither on the map nor still to come, boxes included, counts as lost."""
    return start - on_map - to_come


def losses(battle: Battle, side: Side) -> int:
    """SP that a side has lost."""
    return losses_among([unit for unit in battle.units.values() if unit.side == side.id], side.start)


def losses_among(units: list[Unit], start: int) -> int:
    """SP that the units of one side have lost."""
    on_map = to_come = 0
    for unit in units:
        if unit.at >= 0:
            on_map += unit.strength
        elif unit.where is TO_COME or unit.where is TO_DEPLOY:
            to_come += unit.strength
    return lost_strength(start, on_map, to_come)


def usual_level(start: int) -> int:
    """FO-RULE-13: half the starting SP, rounded up, where a scenario names no level."""
    return (start + 1) // 2


def is_demoralized(lost: int, level: int, already: bool) -> bool:
    """FO-RULE-13: from its level of lost SP on, and for good."""
    return already or lost >= level


def check_demoralization(referee: Referee, battle: Battle) -> None:
    """FO-SEQ-08: once per turn."""
    for side in battle.sides:
        if side.level and not side.demoralized and is_demoralized(losses(battle, side), side.level, False):
            side.demoralized = True
            referee.tell("{} is demoralized", side, rule="FO-RULE-13")


def empty_rout_boxes(battle: Battle) -> None:
    """FO-SEQ-09, FO-RULE-12: from the Rout box to the Regroup box."""
    for unit in battle.units.values():
        if unit.where is Where.ROUT_BOX:
            unit.where = Where.REGROUP_BOX


class Standing:
    """What the standard victory looks at on one side."""

    __slots__ = ("demoralized", "lost", "start", "units_left")

    def __init__(self, start: int, lost: int, demoralized: bool, units_left: bool) -> None:
        self.start = start
        self.lost = lost
        self.demoralized = demoralized
        self.units_left = units_left

    @property
    def share(self) -> Fraction:
        return Fraction(self.lost, self.start) if self.start else Fraction(1)


def standard_result(a: Standing, b: Standing, last_turn: bool) -> tuple[str, str]:
    """FO-RULE-71 in its order: "a", "b", "draw" or "continue", and why."""
    if not a.units_left or not b.units_left:
        return (
            "draw" if a.units_left == b.units_left else "a" if a.units_left else "b"
        ), "no unit is left on the other side"
    if a.demoralized != b.demoralized:
        return ("b" if a.demoralized else "a"), "the enemy army is demoralized"
    if a.demoralized:
        return (
            "draw" if a.share == b.share else "a" if a.share < b.share else "b"
        ), "both armies are demoralized; the smaller share lost decides"
    if not last_turn:
        return "continue", ""
    difference = 100 * (b.share - a.share)
    if abs(difference) < DECISIVE:
        return "draw", "the losses are too even to decide"
    return ("a" if difference > 0 else "b"), "the enemy has lost clearly more"


def standing_of(battle: Battle, side: Side) -> Standing:
    """How a side stands now."""
    left = any(unit.side == side.id and (unit.at >= 0 or unit.where is Where.TO_COME) for unit in battle.units.values())
    return Standing(side.start, losses(battle, side), side.demoralized, left)


def check_victory(referee: Referee, battle: Battle) -> None:
    """FO-SEQ-10: end the battle if a victory condition is met (FO-RULE-14: by scenario)."""
    cut_bridge(referee, battle)
    for aim in battle.aims:
        for side in battle.sides:
            if aim.side in ("", side.id) and _is_met(battle, aim, side):
                _win(referee, battle, side.id, aim.name, "FO-RULE-14")
                return
    first, second = battle.sides
    last = battle.turn >= battle.turns
    if battle.standard_victory:
        result, why = standard_result(standing_of(battle, first), standing_of(battle, second), last)
        if result != "continue":
            winner = {"a": first.id, "b": second.id, "draw": ""}[result]
            _win(referee, battle, winner, why, "FO-RULE-71")
        return
    for side in battle.sides:
        if side.demoralized or not standing_of(battle, side).units_left:
            _win(referee, battle, battle.enemy_of(side.id), f"{side.name} will not fight on", "FO-RULE-14")
            return
    if last:
        _win(referee, battle, battle.holder, "the time is over", "FO-RULE-14")


def _is_met(battle: Battle, aim: Aim, side: Side) -> bool:
    """Whether an aim is met now, and has been for long enough; counts the checks in a row."""
    mine = theirs = 0
    for unit in battle.units.values():
        if unit.at >= 0 and unit.at in aim.hexes:
            if unit.side == side.id:
                mine += 1
            else:
                theirs += 1
    met = mine >= aim.units and not (aim.alone and theirs)
    side.aims[aim.name] = side.aims.get(aim.name, 0) + 1 if met else 0
    return battle.turn >= aim.from_turn and side.aims[aim.name] >= aim.checks


def _win(referee: Referee, battle: Battle, winner: str, why: str, rule: str) -> None:
    score = {side.id: losses(battle, battle.side(battle.enemy_of(side.id))) for side in battle.sides}
    reason = f"{battle.side(winner).name} wins: {why}" if winner else f"Nobody wins: {why}"
    battle.outcome = Outcome(winner, reason, rule, score)
    referee.tell(reason, rule=rule)


def cut_bridge(referee: Referee, battle: Battle) -> None:
    """A scenario's bridge is cut unless the enemy stands on it (FO-RULE-14): who is on it steps aside, or is lost."""
    cut = battle.cut
    if cut is None or battle.turn != cut.turn:
        return
    unit = battle.unit_in(cut.hex)
    if unit is not None and unit.side == cut.unless:
        referee.tell("holds " + cut.name, unit, rule="FO-RULE-14")
        return
    field = battle.field
    ground = (*field.ground[: cut.hex], cut.ground, *field.ground[cut.hex + 1 :])
    if unit is not None:
        free = [
            n
            for n in cut.refuge
            if battle.unit_in(n) is None and not battle.characters_in(n, battle.enemy_of(unit.side))
        ]
        if free:
            options = [Refuge(*place(battle.board, n)) for n in free]
            unit.at = (
                free[0]
                if len(free) == 1
                else referee.choose(unit.side, f"Where does {unit.name} step to?", options, rule="FO-RULE-14").hex
            )
        else:
            unit.at, unit.where, unit.strength = -1, Where.GONE, 0
    for side in battle.sides:
        relocate_all(referee, battle, cut.hex, side.id)
    battle.field = type(field)(
        field.columns,
        field.rows,
        ground,
        field.heights,
        field.hexsides,
        field.facing,
        field.downhill_rough,
        tuple(n for n in field.narrow if n != cut.hex),
        tuple(n for n in field.sheltered if n != cut.hex),
    )
    referee.tell(cut.name[:1].upper() + cut.name[1:] + " is cut", rule="FO-RULE-14")
