"""Morale and Command Tests: how many dice, against what, and whether a hero saves the day."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Literal

from msgspec import Struct

from grognard.games.war_and_conquest.battle import Battle, Unit
from grognard.games.war_and_conquest.general import is_near, raised
from grognard.kernel.dice import D6, Dice
from grognard.kernel.referee import Referee
from grognard.kernel.tally import Modifier, Tally

Kind = Literal["morale", "command", "combat", "rally", "last_chance"]
NAMES: dict[str, str] = {
    "morale": "Morale test",
    "command": "Command Test",
    "combat": "combat morale test",
    "rally": "rally test",
    "last_chance": "last chance to stand",
}
LEAST_TOTAL = 2  # no two dice add up to less


class Check(Struct, frozen=True):
    """A test that was taken. `hero`: only two ones passed it."""

    dice_count: int
    target: int
    total: int
    passed: bool
    hero: bool = False


def dice_for(unit: Unit, kind: Kind) -> int:
    """How many dice the unit rolls; the two lowest count."""
    if kind in ("rally", "last_chance"):  # WC-TEST-03, WC-RALLY-02, WC-RULE-18, WC-RULE-27
        return 2
    if kind == "command" and "Undisciplined" in unit.profile.traits:  # WC-CMD-03
        return 2
    # WC-TEST-02, WC-CMD-02; skirmishers WC-TEST-04; at half strength WC-TEST-05; WC-RULE-07: three whenever it may
    return 3 if unit.is_battle and unit.over_half else 2


@cache
def two_lowest(count: int) -> Dice:
    """So many dice, of which the two lowest are added."""
    return (count * D6).worst(2)


def morale_value(unit: Unit, reductions: Iterable[Modifier] = (), *, general_near: bool = False) -> Tally:
    """The unit's Morale value as a sum of its reasons; its total is what must not be rolled over.

    WC-RULE-05: first the general, up to 10, then everything that lowers it; there is no lower limit.
    """
    return Tally(_lines(unit, reductions, general_near))


def _lines(unit: Unit, reductions: Iterable[Modifier], general_near: bool) -> Iterator[Modifier]:
    mv = unit.profile.mv
    yield Modifier(mv, "Morale value", "WC-OTROOP-01")
    yield Modifier(raised(mv, near=general_near) - mv, 'army general within 10"', "WC-GEN-02")
    yield from reductions


def take_test(
    referee: Referee,
    battle: Battle,
    unit: Unit,
    kind: Kind,
    reductions: Iterable[Modifier] = (),
    *,
    general_near: bool | None = None,
) -> Check:
    """Take a test; whoever calls has settled that it must be taken, and brings what lowers the Morale value.

    `general_near` may be given where it has been measured already.
    """
    near = is_near(referee, battle, unit) if general_near is None else general_near
    target = morale_value(unit, reductions, general_near=near)
    count = dice_for(unit, kind) + spend_point(referee, battle, unit, kind, near=near)
    check = _roll(referee, battle, unit, kind, count, target.total)
    if not check.passed and kind == "command" and "Drilled" in unit.profile.traits:
        referee.tell("fails, and rolls again: it is Drilled", unit, rule="WC-CMD-04")
        check = _roll(referee, battle, unit, kind, count, target.total)  # WC-RULE-06: once, with as many dice
    outcome = "passes by two ones" if check.hero else "passes" if check.passed else "fails"
    referee.tell(
        "{} {} its {}: {} against {}",
        unit,
        outcome,
        NAMES[kind],
        check.total,
        check.target,
        because=target,
        rule=_rule(kind, check),
    )
    return check


def _roll(referee: Referee, battle: Battle, unit: Unit, kind: Kind, count: int, target: int) -> Check:
    total = referee.roll(two_lowest(count), f"{unit.name}: {NAMES[kind]}", by=unit.side, rule="WC-TEST-01").total
    passed = total <= target  # WC-TEST-01, WC-CMD-01
    hero = not passed and total == LEAST_TOTAL and target < LEAST_TOTAL and can_be_hero(battle, kind)
    return Check(count, target, total, passed or hero, hero)


def can_be_hero(battle: Battle, kind: Kind) -> bool:
    """Two ones among the dice, which is a total of two, may pass what cannot be rolled (WC-HERO-01, WC-HERO-02, WC-RULE-20)."""
    return kind == "combat" or battle.options.hero_scope == "all_tests"


def spend_point(referee: Referee, battle: Battle, unit: Unit, kind: Kind, *, near: bool) -> int:
    """WC-RULE-32: where it is allowed, a Strategy Intervention Point buys one more die for a unit in the general's zone."""
    side = battle.side(unit.side)
    if battle.options.sip_use == "strategy" or not near or not side.sip or kind not in ("morale", "combat", "rally"):
        return 0
    if not referee.may(
        unit.side,
        f"Spend a Strategy Intervention Point on the {NAMES[kind]} of {unit.name}?",
        rule="WC-RULE-32",
        about=(unit.id,),
    ):
        return 0
    side.sip -= 1
    referee.tell("{} spends a Strategy Intervention Point: one more die for {}", side, unit, rule="WC-RULE-32")
    return 1


def _rule(kind: Kind, check: Check) -> str:
    if check.hero:
        return "WC-HERO-01"
    return {"command": "WC-CMD-01", "rally": "WC-RALLY-01", "last_chance": "WC-LAST-01"}.get(kind, "WC-TEST-01")


def pass_command_test(referee: Referee, battle: Battle, unit: Unit) -> bool:
    """May the unit make its manoeuvre or response? The general's zone counts (WC-RULE-29)."""
    return take_test(referee, battle, unit, "command").passed
