"""Quality and what it is rolled for: morale checks and task checks, Disorder, Rout and elimination."""

from collections.abc import Iterator

from grognard.games.fearful_odds.battle import Battle, Order, Unit, Where
from grognard.games.fearful_odds.characters import relocate_all
from grognard.games.fearful_odds.options import Options
from grognard.kernel.dice import D10
from grognard.kernel.referee import Referee
from grognard.kernel.tally import Modifier

ROUT_MARGIN = 4  # FO-MEL-18, FO-UNIT-11: failing by so much


def is_worn(unit: Unit, lost: int = 0) -> bool:
    """FO-MEL-14: down to half its starting SP or less (FO-RULE-05); or whether it would be with so many SP fewer."""
    return 2 * (unit.strength - lost) <= unit.counter.strength


def own_quality(battle: Battle, unit: Unit, lost: int = 0) -> int:
    """FO-RULE-06: the printed QL, less at half strength and in a demoralized army, never below 0 (FO-RULE-03); or what it would be with so many SP fewer."""
    quality = unit.counter.quality
    if is_worn(unit, lost):
        quality -= 1  # FO-MEL-14
    if battle.side(unit.side).demoralized and battle.options.demoralized_effect == "ql_minus_1":
        quality -= 1  # FO-RULE-13
    return max(0, quality)


def best_command(battle: Battle, unit: Unit) -> int:
    """FO-MEL-15: the ML of the best friendly leader in the hex; one only, and heroes add nothing (FO-RULE-06)."""
    best, at, side = 0, unit.at, unit.side
    if at >= 0:
        for one in battle.characters.values():
            if one.at == at and one.side == side and one.command > best:
                best = one.command
    return best


def adjusted_quality(battle: Battle, unit: Unit, lost: int = 0) -> int:
    """FO-STAT-02, FO-RULE-06: the QL that every check is rolled against; or what it would be with so many SP fewer."""
    return own_quality(battle, unit, lost) + best_command(battle, unit)


def quality_modifiers(battle: Battle, unit: Unit) -> Iterator[Modifier]:
    """What changes a unit's QL, for the log."""
    if is_worn(unit):
        yield Modifier(-1, "half strength", "FO-MEL-14")
    if battle.side(unit.side).demoralized and battle.options.demoralized_effect == "ql_minus_1":
        yield Modifier(-1, "army demoralized", "FO-RULE-13")
    yield Modifier(best_command(battle, unit), "leader", "FO-MEL-15")


def failed_by(options: Options, die: int, modifier: int, quality: int) -> int:
    """By how much a QL roll fails; 0 or less is a pass. FO-RULE-03: natural 1s and 10s mean nothing unless the group plays so."""
    failure = die + modifier - quality
    if options.natural_extremes == "on":
        if die == 1:
            return min(failure, 0)
        if die == 10:
            return max(failure, 1)
    return failure


def check_morale(referee: Referee, battle: Battle, unit: Unit, die: int, modifier: int = 0) -> Order:
    """A morale check with the coloured die that was thrown; applies and returns the order that follows."""
    failure = failed_by(battle.options, die, modifier, adjusted_quality(battle, unit))
    if failure <= 0:
        referee.tell("holds", unit, because=quality_modifiers(battle, unit), rule="FO-MEL-16")
        return unit.order
    if failure >= ROUT_MARGIN:
        rout(referee, battle, unit, "FO-MEL-18")
    elif unit.order is Order.DISORDER:
        rout(referee, battle, unit, "FO-MEL-19")
    else:
        unit.order = Order.DISORDER
        referee.tell("is disordered", unit, because=quality_modifiers(battle, unit), rule="FO-MEL-17")
    return unit.order


def disorder(referee: Referee, battle: Battle, unit: Unit, rule: str) -> None:
    """Disorder from anything but a morale check; a second one Routs (FO-RULE-07)."""
    if unit.order is Order.GOOD:
        unit.order = Order.DISORDER
        referee.tell("is disordered", unit, rule=rule)
    elif battle.options.second_disorder == "any_cause":
        rout(referee, battle, unit, "FO-RULE-07")


def check_task(referee: Referee, battle: Battle, unit: Unit) -> bool:
    """FO-MOVE-12: a roll for crossing hazardous ground; whether it passes. A failure disorders."""
    die = referee.roll(D10, "task check", by=unit.side, rule="FO-MOVE-12").total
    if failed_by(battle.options, die, 0, adjusted_quality(battle, unit)) > 0:
        disorder(referee, battle, unit, "FO-MOVE-12")
        return False
    referee.tell("keeps its order", unit, rule="FO-MOVE-12")
    return True


def rout(referee: Referee, battle: Battle, unit: Unit, rule: str) -> None:
    """FO-RULE-12: a Routed unit leaves the map at once for its side's Rout box; its characters relocate (FO-MEL-25)."""
    referee.tell("routs", unit, rule=rule)
    unit.order = Order.ROUT
    _leave(referee, battle, unit, Where.ROUT_BOX)


def lose_strength(referee: Referee, battle: Battle, unit: Unit, rule: str) -> bool:
    """Lose 1 SP; whether anything is left. FO-STAT-01: at 0 the unit is eliminated."""
    unit.strength -= 1
    if unit.strength > 0:
        return True
    referee.tell("is destroyed", unit, rule="FO-STAT-01")
    _leave(referee, battle, unit, Where.GONE)
    return False


def _leave(referee: Referee, battle: Battle, unit: Unit, box: Where) -> None:
    at = unit.at
    unit.at = -1
    unit.where = box
    relocate_all(referee, battle, at, unit.side)
