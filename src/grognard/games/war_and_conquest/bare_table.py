"""Situations on a bare table, for questions about odds: a unit that tests, a general near it, and several chances together."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from grognard.games.war_and_conquest.battle import Battle, Ground, Side, Unit
from grognard.games.war_and_conquest.morale import Check, Kind, take_test
from grognard.games.war_and_conquest.troops import Formation, Profile, Trait
from grognard.kernel.odds import Distribution, odds
from grognard.kernel.referee import Referee
from grognard.kernel.tally import Modifier

WIDE = 7200


HIGH = 4800


UNIT_MODELS = 24


def field(*units: Unit) -> Battle:
    """A bare table with these units."""
    red = Side("red", "Red", "south", rally_points=[(3600, 0)])
    blue = Side("blue", "Blue", "north", rally_points=[(3600, HIGH)])
    return Battle(
        ground=Ground(WIDE, HIGH),
        sides=[red, blue],
        units=list(units),
        turn=1,
        advantage="red",
        first="red",
        active="red",
        round=2,
    )


def block(
    name: str = "unit", side: str = "red", *, models: int = UNIT_MODELS, start: int = 0, files: int = 8, **profile: Any
) -> Unit:
    """A unit in the middle of the table."""
    kind = Profile(**profile)
    wide = files if kind.is_battle else (models + 1) // 2
    return Unit(name, side, name, kind, start or models, models, max(1, min(wide, models)), x=WIDE // 2, y=HIGH // 2)


def a_tested(
    mv: int, formation: Formation, *, over_half: bool, traits: tuple[Trait, ...] = (), general: bool = False
) -> tuple[Battle, Unit]:
    """A unit that tests, with its general beside it if he is near."""
    models = UNIT_MODELS if over_half else UNIT_MODELS // 2
    unit = block(mv=mv, formation=formation, models=models, start=UNIT_MODELS, traits=traits)
    battle = field(unit)
    if general:
        put_general(battle, unit)
    return battle, unit


def put_general(battle: Battle, unit: Unit) -> None:
    """An able general, with a unit of his own close by."""
    friend = block("the general's own", unit.side)
    battle.units.append(friend)
    side = battle.side(unit.side)
    side.general, side.general_state = friend.id, "able"


def checked(referee: Referee, battle: Battle, unit: Unit, kind: Kind, lowered: tuple[Modifier, ...]) -> Check:
    """A test as it is played."""
    return take_test(referee, battle, unit, kind, lowered)


def chance_of(kind: Kind, battle: Battle, unit: Unit, *lowered: Modifier) -> Fraction:
    """How likely a unit passes a test."""
    return odds(checked, battle, unit, kind, lowered).chance(lambda check: check.passed)


def how_many(chances: Sequence[Fraction]) -> Distribution[int]:
    """How many of several independent things happen."""
    counted = {0: Fraction(1)}
    for chance in chances:
        more: dict[int, Fraction] = {}
        for count, so_far in counted.items():
            more[count] = more.get(count, Fraction(0)) + so_far * (1 - chance)
            more[count + 1] = more.get(count + 1, Fraction(0)) + so_far * chance
        counted = more
    return Distribution(counted)


def at_least(dice: int, chance: Fraction, needed: int) -> Fraction:
    """How likely at least so many of some equal chances come true."""
    return how_many([chance] * dice).chance(lambda count: count >= needed)


def at_least_once(chance: Fraction, attempts: int) -> Fraction:
    """How likely one of some attempts succeeds."""
    return at_least(attempts, chance, 1)
