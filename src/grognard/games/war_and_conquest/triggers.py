"""Who must take a Morale test in a Resolution Phase, and why."""

from collections.abc import Iterator
from typing import Literal

from grognard.games.war_and_conquest.battle import Battle, Due, Unit
from grognard.games.war_and_conquest.tape import is_within, is_within_general, must_ask
from grognard.kernel.referee import Referee

Reason = Literal[
    "rout", "caught", "below_minimum", "flee", "casualties", "strike_back", "general_lost", "general_fleeing"
]

RULES: dict[str, str] = {
    "rout": "WC-TRIG-01",
    "caught": "WC-TRIG-02",
    "below_minimum": "WC-TRIG-03",
    "flee": "WC-TRIG-04",
    "casualties": "WC-TRIG-06",
    "strike_back": "WC-TRIG-07",
    "general_lost": "WC-TRIG-08",
    "general_fleeing": "WC-TRIG-09",
}
WORDS: dict[str, str] = {
    "rout": "friends broke in combat",
    "caught": "friends were caught and cut down",
    "below_minimum": "friends fell below their minimum size",
    "flee": "friends flee past",
    "casualties": "a fifth of its figures fell",
    "strike_back": "a fifth of its figures fell, some to strikes back",
    "general_lost": "the general is slain or routed",
    "general_fleeing": "the general flees",
}
NEAR = 1000
CLOSE = 500
NOT_COMBAT = ("shooting", "glancing", "strike back", "strike_back")


def units_to_test(referee: Referee, battle: Battle) -> tuple[list[Due], list[str]]:
    """Every unit that must test, with its reasons, and the units that flee without a test (WC-TRIG-13)."""
    due: list[Due] = []
    flees: list[str] = []
    causes = [(unit, reason) for unit in battle.units if (reason := cause(battle, unit))]
    for unit in battle.units:
        if not can_test(unit):
            continue
        if casualty_reason(battle, unit) == "casualties" and unit.tested == "failed":
            flees.append(unit.id)  # WC-RULE-31: it failed earlier and flees now
            continue
        found = reasons_for(referee, battle, unit, causes)
        if found:
            due.append(Due(unit.id, found))  # WC-TRIG-11: one test covers them all
    return due, flees


def can_test(unit: Unit) -> bool:
    """WC-RULE-15, WC-RULE-30: not the fleeing, the broken, the lost or those off the table; WC-TRIG-12: nor who fled or failed to rally."""
    if unit.where != "table" or unit.fleeing or unit.broke or unit.caught or unit.below_minimum:
        return False
    return not (unit.failed_rally or unit.fled_this_turn)


def reasons_for(referee: Referee, battle: Battle, unit: Unit, causes: list[tuple[Unit, str]]) -> tuple[str, ...]:
    """All reasons of a unit, in the order of the alphabet; `causes` are the units that give others a reason.

    At a real table no distance is asked for that changes nothing (WC-COMP-04): the loss of the general lowers the Morale value, so it is always looked at.
    """
    found: list[str] = []
    own = casualty_reason(battle, unit)
    if own and not (own == "casualties" and unit.tested):
        found.append(own)
    found += general_reasons(referee, battle, unit, bound=bool(found))
    for source, reason in causes:
        if source is unit or source.side != unit.side or reason in found or ignores(battle, unit, source, reason):
            continue  # WC-RULE-03: friends only
        reach = CLOSE if reason == "flee" else NEAR
        if found and must_ask(battle, source.id, unit.id, reach):
            continue
        if is_within(referee, battle, source, unit, reach, RULES[reason]):
            found.append(reason)
    return tuple(sorted(found))


def cause(battle: Battle, source: Unit) -> str:
    """What a unit gives its friends to test for, if anything; a unit gives one cause only."""
    if source.broke and source.where == "table":
        return "rout"
    if source.caught:
        return "caught"
    if source.below_minimum:
        counts = battle.options.minimum_trigger == "always" or source.below_minimum not in NOT_COMBAT  # WC-RULE-16
        return "below_minimum" if counts else ""
    return "flee" if source.fleeing and source.where == "table" else ""  # WC-RULE-10


def ignores(battle: Battle, unit: Unit, source: Unit, reason: str) -> bool:
    """May the unit ignore it? WC-TRIG-10, WC-RULE-11: skirmishers do not worry battle formations; WC-TRIG-05, WC-RULE-12: nor half their number."""
    if reason == "flee" and unit.models >= 2 * source.models:
        return True
    if unit.is_battle and not source.is_battle:
        return reason == "flee" or battle.options.battle_ignores_skirmishers == "all"
    return False


def general_reasons(referee: Referee, battle: Battle, unit: Unit, *, bound: bool) -> Iterator[str]:
    """What the unit hears of its general: slain or routed (WC-TRIG-08), or else fleeing (WC-TRIG-09, WC-RULE-50)."""
    side = battle.side(unit.side)
    source = side.general or f"general {side.id}"
    if side.general_news:
        if is_within_general(referee, battle, side, unit, NEAR, "WC-TRIG-08"):
            yield "general_lost"
        return
    needless = bound and must_ask(battle, source, unit.id, CLOSE)
    if side.general_state != "fleeing" or needless:
        return
    if is_within_general(referee, battle, side, unit, CLOSE, "WC-TRIG-09"):
        yield "general_fleeing"


def casualty_base(battle: Battle, unit: Unit) -> int:
    """WC-RULE-13: of which number the fifth is reckoned."""
    return unit.round_start if battle.options.casualty_base == "round_start" else unit.start


def casualties_needed(base: int) -> int:
    """The fewest casualties that are a fifth of a number."""
    return -(-base // 5)


def casualty_reason(battle: Battle, unit: Unit) -> str:
    """Did shooting and glancing attacks cost it a fifth (WC-TRIG-06), or for skirmishers together with strikes back (WC-TRIG-07)?"""
    needed = max(1, casualties_needed(casualty_base(battle, unit)))
    if unit.engaged:  # WC-RULE-14
        return ""
    if unit.shot + unit.glanced >= needed:
        return "casualties"
    if not unit.is_battle and unit.struck_back and unit.shot + unit.glanced + unit.struck_back >= needed:
        return "strike_back"
    return ""
