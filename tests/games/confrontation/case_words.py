"""The words of the case vocabulary: policies, wounds, lengths and dice as cases write them."""

from collections.abc import Sequence
from typing import Any

from grognard.games.confrontation.battle import LEVELS
from grognard.games.confrontation.tests_of_skill import careful, guarded, thrifty
from grognard.kernel.odds import Policy

Given = dict[str, Any]
Result = dict[str, Any]
POLICIES: dict[str, Policy] = {
    "reroll_if_needed": thrifty,
    "stop_at_6": careful,
    "attacker_stops_defender_if_needed": thrifty,
    "one_die_each_last_sustained": thrifty,
    "caster_stops_counter_if_needed": guarded,
}


def policy_of(given: Given) -> Policy:
    return POLICIES[given.get("policy", "reroll_if_needed")]


def number(value: Any) -> int | None:
    """A characteristic that may be "-"."""
    return None if value == "-" else int(value)


def cm(value: float) -> int:
    return round(value * 100)


def in_cm(value: int) -> float | int:
    return value // 100 if value % 100 == 0 else value / 100


def body(given: Given) -> Result:
    """The wounds of a fighter as the vocabulary writes them."""
    return {"level": LEVELS.index(given.get("level", "none")), "stunned": int(given.get("stunned", False))}


def pool_of(dice: Sequence[Any]) -> list[list[int]]:
    """One entry per die: a number, or the list of its results."""
    return [list(die) if isinstance(die, list) else [die] for die in dice]
