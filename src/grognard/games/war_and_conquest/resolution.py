"""The Resolution Phase: every Morale test first, then every pursuit and flee move (WC-PHASE-01, WC-PHASE-02)."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

from grognard.games.war_and_conquest.battle import Battle, Due, Unit
from grognard.games.war_and_conquest.contact import refresh_engaged
from grognard.games.war_and_conquest.general import is_near
from grognard.games.war_and_conquest.morale import (
    Check,
    dice_for,
    morale_value,
    take_test,
    two_lowest,
)
from grognard.games.war_and_conquest.pursuit import winners_to_ask
from grognard.games.war_and_conquest.tape import is_within
from grognard.games.war_and_conquest.triggers import CLOSE, RULES, WORDS, can_test, ignores, units_to_test
from grognard.kernel.choice import Option
from grognard.kernel.referee import Referee
from grognard.kernel.tally import Modifier

GENERAL_LOST = Modifier(-1, "the general is slain or routed", "WC-TRIG-08")


class ToTest(Option, frozen=True, gc=False):
    """One of the units that must test."""

    unit: str
    name: str

    @property
    def key(self) -> str:
        return f"test {self.unit}"

    @property
    def words(self) -> str:
        return f"Test {self.name}"

    @property
    def pieces(self) -> tuple[str, ...]:
        return (self.unit,)


class Chance(Struct, frozen=True):
    """A chance as people at a table read it, exact and rounded."""

    exact: Fraction

    def __str__(self) -> str:
        return f"{self.exact} ({round(100 * self.exact)} %)"


# The list of tests


def begin_resolution(referee: Referee, battle: Battle) -> None:
    """Fix the list of tests (WC-RULE-09) and read it out: who, why, with how many dice, against what and with what chance (WC-COMP-05)."""
    battle.phase = "Resolution"
    referee.tell("the Resolution Phase", rule="WC-PHASE-01", kind="phase")
    battle.due, flees = units_to_test(referee, battle)
    for id in flees:
        battle.unit(id).running = True
        referee.tell("failed its test earlier and flees now", battle.unit(id), rule="WC-TRIG-13")
    for side in battle.sides:
        side.rout_tested = side.rout_tested or side.general_news == "routed"  # WC-RULE-17
        side.general_news = ""
    for due in battle.due:
        announce(referee, battle, due)
    if battle.companion and not battle.due:
        referee.tell("nobody must take a Morale test", rule="WC-COMP-05")
    battle.last_picked = ""
    battle.queue = []
    battle.step = "test"


def announce(referee: Referee, battle: Battle, due: Due) -> None:
    """Say that a unit must test."""
    unit = battle.unit(due.unit)
    target = morale_value(unit, reductions(due), general_near=is_near(referee, battle, unit))
    count = dice_for(unit, "morale")
    chance = pass_chance(count, target.total)
    for reason in due.reasons:
        referee.tell("{} must take a Morale test: {}", unit, WORDS[reason], rule=RULES[reason])
    words = "{} rolls {} dice against {}, chance {}"
    referee.tell(words, unit, count, target.total, Chance(chance), because=target, rule="WC-TRIG-11")


def reductions(due: Due) -> list[Modifier]:
    """WC-TRIG-08: who saw the general fall or run tests at MV -1, this once (WC-RULE-35)."""
    return [GENERAL_LOST] if "general_lost" in due.reasons else []


@lru_cache(maxsize=512)
def pass_chance(dice_count: int, target: int, *, hero: bool = False) -> Fraction:
    """How likely the two lowest of so many dice do not exceed a target."""
    dice = two_lowest(dice_count)
    least = max(target, 2) if hero else target
    return Fraction(sum(ways for roll, ways in dice.outcomes if roll.total <= least), dice.ways)


# Alternating picks


def next_to_pick(advantage: str, last: str, waiting: Sequence[str]) -> str:
    """Whose pick it is: the player with Strategic Advantage first, then in turn; who has none left is skipped (WC-PHASE-03, WC-RULE-08).

    `waiting` names the side of every pick that is left to make.
    """
    if not last:
        return advantage if advantage in waiting else waiting[0]
    return next((side for side in waiting if side != last), last)


def next_test(referee: Referee, battle: Battle) -> None:
    """One Morale test: the player whose pick it is names one of his units that must test."""
    if not battle.due:
        battle.step = "pursue"
        battle.queue = winners_to_ask(battle)
        return
    side = next_to_pick(battle.advantage, battle.last_picked, [battle.unit(due.unit).side for due in battle.due])
    own = [due for due in battle.due if battle.unit(due.unit).side == side]
    picked = own[0]
    if len(own) > 1:
        options = [ToTest(due.unit, battle.unit(due.unit).name) for due in own]
        named = referee.choose(side, "Which unit takes its Morale test?", options, rule="WC-PHASE-03")
        picked = next(due for due in own if due.unit == named.unit)
    battle.last_picked = side
    take_due_test(referee, battle, picked)


def take_due_test(referee: Referee, battle: Battle, due: Due) -> Check:
    """A unit on the list takes its one test (WC-TRIG-11)."""
    battle.due = [other for other in battle.due if other.unit != due.unit]
    battle.queue.append(due.unit)
    unit = battle.unit(due.unit)
    check = take_test(referee, battle, unit, "morale", reductions(due))
    if not check.passed:
        fail(referee, battle, unit)
    return check


# Failing


class Failure(Struct, frozen=True):
    """What a failed Morale test means for a unit."""

    flees: bool
    may_pursue: bool = False
    enemy_bonus: int = 0


def failure(*, engaged: bool, won: bool, goes_on: bool) -> Failure:
    """WC-FAIL-01: who is not engaged flees. WC-FAIL-02: a winner stays. WC-FAIL-03: where the combat goes on, the enemy gets +1. WC-RULE-19: or both."""
    if not engaged:
        return Failure(flees=True)
    return Failure(flees=False, enemy_bonus=int(goes_on))


def fail(referee: Referee, battle: Battle, unit: Unit) -> None:
    """Note what a failed test means; nobody moves before all tests are done."""
    goes_on = any(not foe.broke and foe.where == "table" for foe in battle.foes(unit))
    means = failure(engaged=unit.engaged, won=unit.won, goes_on=goes_on)
    unit.running = means.flees
    unit.holds = not means.flees
    unit.shaken = bool(means.enemy_bonus)
    if means.flees:
        referee.tell("will flee", unit, rule="WC-FAIL-01")
        if battle.options.panic_chain == "yes":
            spread_panic(referee, battle, unit)
        return
    referee.tell("stays where it is and may not pursue", unit, rule="WC-FAIL-02")
    if unit.shaken:
        referee.tell("is shaken: its enemy gets +1 in the next round of this combat", unit, rule="WC-FAIL-03")


def spread_panic(referee: Referee, battle: Battle, source: Unit) -> None:
    """WC-RULE-09: a unit that fails counts as fleeing at once, from where it stands, for those who have not tested yet."""
    listed = [due.unit for due in battle.due]
    for unit in battle.units:
        if (
            unit.side != source.side
            or unit is source
            or unit.running
            or not can_test(unit)
            or unit.id in listed
            or unit.id in battle.queue
        ):
            continue
        if not ignores(battle, unit, source, "flee") and is_within(referee, battle, source, unit, CLOSE, "WC-RULE-09"):
            battle.due.append(Due(unit.id, ("flee",)))
            announce(referee, battle, battle.due[-1])


def close_round(referee: Referee, battle: Battle) -> None:
    """The round of play is over: who is still engaged, and whose round comes next."""
    refresh_engaged(battle)
    battle.told = {}
    battle.runs = []
    battle.queue = []
    for unit in battle.units:
        unit.broke = unit.running = unit.won = unit.holds = False
        unit.shaken = unit.shaken and unit.engaged
    if battle.round == 1:
        battle.step = "begin_round"
    else:
        battle.step = "begin_end"
