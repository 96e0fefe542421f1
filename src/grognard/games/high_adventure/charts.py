"""The charts that move whoever nobody commands: the risk of a group, and the D6 that makes it an order."""

from collections.abc import Iterator

from msgspec import Struct

from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.creatures import MONSTERS
from grognard.games.high_adventure.figures import Figure, Order
from grognard.games.high_adventure.options import Options
from grognard.games.high_adventure.shooting import TOO_CLOSE
from grognard.kernel.chart import Chart
from grognard.kernel.dice import D6
from grognard.kernel.referee import Referee
from grognard.kernel.tally import Modifier

Row = tuple[str, str, str, str, str, str]

CARRY_ON: Row = ("", "", "", "", "", "")  # HA-SOL-16a, HA-SOL-18a: the row up to 0 is HA-SOL-13 to 15

RANGED: Chart[Row] = Chart(  # HA-SOL-16
    (0, CARRY_ON),
    (1, ("Stand", "March", "March", "March", "March", "Attack")),  # HA-SOL-16b
    (5, ("Withdraw", "Stand", "Stand", "March", "March", "March")),  # HA-SOL-16c
    (8, ("Flee", "Withdraw", "Halt", "Stand", "Stand", "March")),  # HA-SOL-16d
    above=("Flee", "Flee", "Flee", "Withdraw", "Withdraw", "Stand"),  # HA-SOL-16e
)

CLOSE: Chart[Row] = Chart(  # HA-SOL-18
    (0, CARRY_ON),
    (2, ("Stand", "March", "March", "Attack", "Attack", "Attack")),  # HA-SOL-18b
    (6, ("Withdraw", "Stand", "Stand", "March", "Attack", "Attack")),  # HA-SOL-18c
    (8, ("Flee", "Withdraw", "Withdraw", "Stand", "March", "Attack")),  # HA-SOL-18d
    above=("Flee", "Flee", "Flee", "Withdraw", "Withdraw", "Stand"),  # HA-SOL-18e
)

FALLING_BACK = ("Withdraw", "Flee")  # HA-RULE-72: retreating or routing


class Seen(Struct, frozen=True, gc=False):
    """An enemy in sight of a group: how far from its nearest figure (in hundredths), in cover or not, on which side of
    it, what it is."""

    distance: int
    in_cover: bool = False
    arc: str = "front"
    kind: str = "human"


def can_still_shoot(seen: tuple[Seen, ...]) -> bool:
    """HA-SOL-53: with an enemy in sight at 5" or less archers draw hand weapons, and their group is read on the close combat chart."""
    return not any(enemy.distance <= TOO_CLOSE for enemy in seen)


class Retreat(Struct, frozen=True, gc=False):
    """A friendly group that is falling back, as a group sees it."""

    distance: int
    in_sight: bool = True


class Standing(Struct, frozen=True, gc=False):
    """All that the chart wants to know of a group, as it stands when orders are given (HA-SOL-40)."""

    original: int = 1  # figures it began with
    lost: int = 0  # killed, disabled, captured or fled
    wounded: int = 0  # able figures that carry a wound
    light_wounds: int = 0  # on those, a full wound being two
    strength_lost: int = 0  # printed Strength of those that are out
    strength: int = 1  # printed Strength of all that it began with
    skills: tuple[int, ...] = (0,)  # Weapon Skill in hand of every able figure
    hero: bool = False
    ranged: bool = False
    order: str = "March"
    in_cover: bool = False  # all of it
    advancing: bool = False
    man_sized: bool = True
    fortified: bool = False  # it defends a fortified position
    mindless: bool = False  # Zombies, Skeletons, Golems
    wounds_taken: int = 0  # LW-equivalents in the last melee step
    wounds_dealt: int = 0
    omen: bool = False
    seen: tuple[Seen, ...] = ()
    retreats: tuple[Retreat, ...] = ()
    knows_enemy: bool = False  # some last known position, when nobody is in sight


class Result(Struct, frozen=True, gc=False):
    """What the chart says: an order, whether the cell was green, and whether it was a Halt."""

    order: str
    green: bool
    halted: bool = False


# Risk


def risk_factors(options: Options, group: Standing) -> Iterator[Modifier]:
    """The lines of HA-SOL-42; each counts once, however many causes it has (HA-SOL-01)."""
    yield from _what_heartens(group)
    yield from _what_threatens(group)
    yield Modifier(tenths_lost(options, group), "wounded or killed", "HA-SOL-09")
    yield from _what_shakes(group)


def _what_heartens(group: Standing) -> Iterator[Modifier]:
    if not group.seen and not any(friends.in_sight for friends in group.retreats):
        yield Modifier(-4, "no enemy and no retreating friends in sight", "HA-SOL-04")
    if group.hero or 2 * sum(skill >= 2 for skill in group.skills) >= max(1, len(group.skills)):
        yield Modifier(-1, "a hero is with it, or half of it is elite", "HA-SOL-05")  # HA-RULE-04
    if group.in_cover or group.advancing:
        yield Modifier(-1, "in cover" if group.in_cover else "advancing", "HA-SOL-06")


def _what_threatens(group: Standing) -> Iterator[Modifier]:
    if any(not enemy.in_cover for enemy in group.seen):
        yield Modifier(+1, "an enemy in clear sight", "HA-SOL-07")
    if is_basic(group.skills) and any(enemy.distance <= 2400 for enemy in group.seen):
        yield Modifier(+1, 'basic troops within 24" of an enemy', "HA-SOL-08")
    if group.man_sized and any(enemy.kind in MONSTERS and enemy.distance <= 3000 for enemy in group.seen):
        yield Modifier(+2, 'a monster within 30"', "HA-SOL-11")  # HA-RULE-73


def _what_shakes(group: Standing) -> Iterator[Modifier]:
    if any(enemy.arc != "front" for enemy in group.seen):
        yield Modifier(+2, "an enemy on its flank or rear", "HA-SOL-10")  # HA-RULE-72
    elif any(friends.distance <= 2400 for friends in group.retreats):
        yield Modifier(+2, 'friends falling back within 24"', "HA-SOL-10")
    if group.order == "Flee":
        yield Modifier(+3, "routing", "HA-SOL-12")
    elif group.wounds_taken > group.wounds_dealt:
        yield Modifier(+3, "losing the melee", "HA-SOL-12")  # HA-RULE-74
    if group.omen:
        yield Modifier(+1, "a bad omen", "HA-RULE-65")


def is_basic(skills: tuple[int, ...]) -> bool:
    """HA-WSK-06, HA-RULE-04: is the majority of WSk 0 or 1?"""
    return 2 * sum(skill <= 1 for skill in skills) > len(skills)


def tenths_lost(options: Options, group: Standing) -> int:
    """HA-RULE-71: full tenths of the group that are wounded or killed."""
    if options.casualties == "strength" or group.original == 1:
        out = 2 * group.strength_lost
        hurt = group.light_wounds if options.casualties == "strength" else group.light_wounds // 2 * 2
        return 10 * min(out + hurt, 2 * group.strength) // max(1, 2 * group.strength)
    return 10 * (group.lost + group.wounded) // group.original


# The die


def throw(referee: Referee, by: str, group: str = "", seen_by: tuple[str, ...] | None = None) -> int:
    """HA-SOL-43: one D6 for a group, read as thrown (HA-RULE-70)."""
    reason = f"action chart of {group}" if group else "action chart"
    return referee.roll(D6, reason, by=by, rule="HA-SOL-43", seen_by=seen_by).total


def read_chart(options: Options, group: Standing, risk: int, die: int) -> Result:
    """What a group is to do at this risk with this die."""
    if risk <= 0:
        result = _carry_on(options, group, die)
    else:
        result = _result(options, (RANGED if group.ranged else CLOSE)[risk][die - 1])
    if group.mindless and options.mindless == "fearless" and result.order in FALLING_BACK:
        return Result("Stand", is_green(options, "Stand"))  # HA-RULE-87
    return result


def _carry_on(options: Options, group: Standing, die: int) -> Result:
    """HA-SOL-13: it carries on, unless it halts or goes for the enemy."""
    if group.order in FALLING_BACK:  # HA-SOL-15 comes before HA-SOL-13 (HA-RULE-75)
        return _result(options, "Stand") if die >= 5 else Result(group.order, False)
    if die == 6 and not group.fortified and (group.seen or group.knows_enemy):  # HA-SOL-14
        return _result(options, "March")
    return Result(group.order, True)  # HA-SOL-44: a carried-on order is green


def _result(options: Options, cell: str) -> Result:
    if cell == "Halt":  # HA-SOL-17: one of the five orders; what is frozen does not even go into cover (HA-RULE-76)
        return Result("Stand", is_green(options, "Stand"), options.halt == "frozen")
    return Result(cell, is_green(options, cell))


def is_green(options: Options, order: str) -> bool:
    """HA-RULE-77: the cells in which a player may take over."""
    return order in (("March", "Attack") if options.green == "march_attack" else ("Stand", "March", "Attack"))


# In melee (HA-SOL-54)


def follows_up(battle: Battle, figure: Figure) -> bool:
    """HA-RULE-21: with Attack or March."""
    return figure.order in (Order.ATTACK, Order.MARCH)


def breaks_off(battle: Battle, figure: Figure) -> bool:
    """HA-SOL-52: only with Withdraw."""
    return figure.order is Order.WITHDRAW


def split_dice(options: Options, dice: int, foes: int) -> list[int]:
    """HA-RULE-18: how an outnumbered figure that nobody commands shares its dice, best foe first."""
    if options.npc_split == "never" or foes < 2 or dice < 2:
        return [dice, *[0] * (foes - 1)]
    allotted = [1 if place < dice else 0 for place in range(foes)]
    allotted[0] += max(0, dice - foes)
    return allotted
