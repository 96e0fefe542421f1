"""Fire: raising it, how it spreads and engulfs, what it does to figures, and putting it out (HA-FIR)."""

from grognard.games.high_adventure.aims_at_things import COMBUSTIBLE
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.creatures import creature
from grognard.games.high_adventure.effects import lift_off
from grognard.games.high_adventure.figures import Figure
from grognard.games.high_adventure.things import Fire
from grognard.games.high_adventure.wounds import suffer
from grognard.ground.gaps import spot_gap
from grognard.ground.measure import distance
from grognard.ground.shapes import bounds, corners, holds
from grognard.ground.terrain import Feature
from grognard.kernel.dice import D6
from grognard.kernel.referee import Referee

SPREAD = 300  # HA-MAJ-02, HA-RULE-56: each turn
SMALL = 800  # HA-RULE-56: the longest side of a small building
BESIDE = 100
RAISE, WATER, WARM = "start a fire at ", "water on ", "warm "


# Plain facts


def engulfs_after(longest_side: int) -> int:
    """Turns in which fire engulfs a building: small 3 (HA-FIR-03), large 5 (HA-FIR-04)."""
    return 3 if longest_side <= SMALL else 5


def longest_side(feature: Feature) -> int:
    """The longer side of the rectangle around a feature."""
    left, bottom, right, top = bounds(feature.shape)
    return max(right - left, top - bottom)


def can_be_put_out(turn_of_fire: int) -> bool:
    """HA-FIR-06: water helps in the first two turns only."""
    return 1 <= turn_of_fire <= 2


def roll_fire_raising(referee: Referee, by: str) -> bool:
    """HA-FIR-01: 5 or 6."""
    return referee.roll(D6, "raising a fire", by=by, rule="HA-FIR-01").total >= 5


def roll_water(referee: Referee, by: str) -> bool:
    """HA-FIR-06: 6."""
    return referee.roll(D6, "water on the fire", by=by, rule="HA-FIR-06").total == 6


# Lighting and putting out


def ignite(
    referee: Referee, battle: Battle, thing: str, x: int, y: int, by: str, rule: str, *, magical: bool = False
) -> Fire:
    """Set a combustible feature alight at a spot; every fire lasts 2D6 turns from ignition (HA-RULE-56)."""
    feature = battle.terrain.named(thing)
    turns = referee.roll(2 * D6, "turns that the fire lasts", by=by, rule="HA-RULE-56").total
    battle.made += 1
    engulfs = engulfs_after(longest_side(feature)) if feature.kind == "building" else 0
    fire = Fire(f"fire {battle.made}", x, y, thing, battle.turn, turns, engulfs, magical=magical)
    battle.fires.append(fire)
    referee.tell("{} burns", thing, rule=rule)
    return fire


def light_camp_fire(referee: Referee, battle: Battle, caster: Figure, x: int, y: int) -> None:
    """HA-MIN-05, HA-FIR-02: a fire that gives light and harms nobody; it does not spread."""
    turns = referee.roll(2 * D6, "turns that the fire lasts", by=caster.side, rule="HA-RULE-56").total
    battle.made += 1
    battle.fires.append(Fire(f"fire {battle.made}", x, y, "", battle.turn, turns, magical=True))
    referee.tell("lights a fire", caster, rule="HA-MIN-05")


def put_out(referee: Referee, battle: Battle, fire: Fire, rule: str) -> None:
    """The fire is out."""
    battle.fires = [other for other in battle.fires if other is not fire]
    referee.tell("The fire{} is put out", f" at {fire.feature}" if fire.feature else "", rule=rule)


# Tasks


def actions(battle: Battle, figure: Figure) -> list[str]:
    """Whole-turn tasks: raise a fire (HA-FIR-01), pour water on one (HA-FIR-06), warm a frozen friend (HA-RULE-51)."""
    found = [RAISE + name for name in tinder_for(battle, figure)] if creature(figure.kind).humanoid else []
    if battle.fires and has_water(battle, figure):
        found += [
            WATER + fire.id for fire in battle.fires if is_beside(battle, figure, fire) and is_young(battle, fire)
        ]
    return found + [WARM + friend.id for friend in battle.able(figure.side) if is_frozen_beside(figure, friend)]


def tinder_for(battle: Battle, figure: Figure) -> list[str]:
    """Combustible features beside a figure that do not burn yet."""
    burning = [fire.feature for fire in battle.fires]
    near = battle.terrain.near(figure.x, figure.y, figure.radius + BESIDE)
    return [feature.name for feature in near if feature.kind in COMBUSTIBLE and feature.name not in burning]


def is_young(battle: Battle, fire: Fire) -> bool:
    """Can water still put it out?"""
    return can_be_put_out(battle.turn - fire.since)


def is_frozen_beside(figure: Figure, friend: Figure) -> bool:
    """Is this a frozen friend in contact?"""
    return bool(friend.effects) and friend.effect("frozen") is not None and _touches(figure, friend)


def act(referee: Referee, battle: Battle, figure: Figure, key: str) -> None:
    """Set about a task of `actions`; the dice are thrown at the end of the turn."""
    figure.busy = key
    referee.tell("{0} sets about it: {1}", figure, key, rule="HA-FIR-01")


def has_water(battle: Battle, figure: Figure) -> bool:
    """A bucket in its hands, or water within reach."""
    if any(item.kind == "water" for item in battle.items_of(figure)):
        return True
    return any(feature.kind == "water" for feature in battle.terrain.near(figure.x, figure.y, figure.radius + BESIDE))


def is_beside(battle: Battle, figure: Figure, fire: Fire) -> bool:
    """Within 1" of what burns."""
    if (
        fire.feature
        and spot_gap(battle.terrain.named(fire.feature).shape, figure.x, figure.y) <= figure.radius + BESIDE
    ):
        return True
    return distance(figure.x, figure.y, fire.x, fire.y) <= fire.radius + figure.radius + BESIDE


def _touches(a: Figure, b: Figure) -> bool:
    return a is not b and distance(a.x, a.y, b.x, b.y) <= a.radius + b.radius + 5


# The end of a turn


def end_of_turn(referee: Referee, battle: Battle) -> None:
    """Water first, then every fire grows, burns and may burn out; new fires are raised last and do nothing before the
    next turn (HA-RULE-56)."""
    workers = [
        figure for figure in battle.figures if figure.busy and figure.able and not figure.engaged and not figure.walked
    ]
    for figure in workers:
        if figure.busy.startswith(WATER):
            pour_water(referee, battle, figure)
        elif figure.busy.startswith(WARM):
            warm(referee, battle, figure)
    for fire in [fire for fire in battle.fires if fire.since < battle.turn]:
        burn(referee, battle, fire)
    for figure in workers:
        if figure.busy.startswith(RAISE) and figure.able:
            raise_fire(referee, battle, figure)


def pour_water(referee: Referee, battle: Battle, figure: Figure) -> None:
    """HA-FIR-06: one roll for each adjacent figure with water (HA-RULE-56)."""
    for fire in [fire for fire in battle.fires if WATER + fire.id == figure.busy]:
        if is_young(battle, fire) and roll_water(referee, figure.side):
            put_out(referee, battle, fire, "HA-FIR-06")


def warm(referee: Referee, battle: Battle, figure: Figure) -> None:
    """HA-RULE-51: a friend in contact who did nothing else frees the frozen."""
    friend = battle.figure(figure.busy.removeprefix(WARM))
    if _touches(figure, friend) and lift_off(friend, "frozen"):
        referee.tell("warms", figure, friend, rule="HA-RULE-51")


def raise_fire(referee: Referee, battle: Battle, figure: Figure) -> None:
    """HA-FIR-01: with tinder and patience."""
    thing = figure.busy.removeprefix(RAISE)
    if (
        battle.table.has(thing)
        and all(fire.feature != thing for fire in battle.fires)
        and roll_fire_raising(referee, figure.side)
    ):
        ignite(referee, battle, thing, figure.x, figure.y, figure.side, "HA-FIR-01")


def burn(referee: Referee, battle: Battle, fire: Fire) -> None:
    """One turn of a fire: it spreads, engulfs, hurts, and burns out when its turns are up."""
    if (
        battle.rain
        and not fire.magical
        and referee.roll(D6, "rain on the fire", by=battle.sides[0].id, rule="HA-RULE-65").total >= 4
    ):
        put_out(referee, battle, fire, "HA-RULE-65")
        return
    spread(referee, battle, fire)
    scorch(referee, battle, fire)
    fire.turns -= 1
    if fire.turns <= 0:
        battle.fires = [other for other in battle.fires if other is not fire]
        referee.tell("The fire{} burns out", f" at {fire.feature}" if fire.feature else "", rule="HA-RULE-56")


def spread(referee: Referee, battle: Battle, fire: Fire) -> None:
    """A building is engulfed when its turns are up, anything else once it is covered, 3" a turn (HA-FIR-05)."""
    if not fire.feature:
        return
    fire.radius += SPREAD
    feature = battle.terrain.named(fire.feature)
    if fire.engulfs:
        engulfed = battle.turn - fire.since >= fire.engulfs
    else:
        engulfed = all(distance(fire.x, fire.y, x, y) <= fire.radius for x, y in _far_points(feature))
    if engulfed and not fire.engulfed:
        fire.engulfed = True
        rule = {3: "HA-FIR-03", 5: "HA-FIR-04"}.get(fire.engulfs, "HA-FIR-05")
        referee.tell("{} is engulfed in flames", fire.feature, rule=rule)


def _far_points(feature: Feature) -> tuple[tuple[int, int], ...]:
    left, bottom, right, top = bounds(feature.shape)
    return corners(feature.shape) or (
        (left, (bottom + top) // 2),
        (right, (bottom + top) // 2),
        ((left + right) // 2, bottom),
        ((left + right) // 2, top),
    )


def is_in_flames(battle: Battle, figure: Figure, fire: Fire) -> bool:
    """Does it stand on ground that burns?"""
    if not fire.feature or not holds(battle.terrain.named(fire.feature).shape, figure.x, figure.y):
        return False
    return fire.engulfed or distance(figure.x, figure.y, fire.x, fire.y) <= fire.radius


def scorch(referee: Referee, battle: Battle, fire: Fire) -> None:
    """HA-RULE-56: a figure in burning ground takes a light wound, in an engulfed building a full one."""
    for figure in list(battle.figures):
        if figure.able and is_in_flames(battle, figure, fire):
            house = fire.engulfed and fire.engulfs > 0
            referee.tell("is in the flames", figure, rule="HA-RULE-56")
            suffer(referee, battle, figure, "W" if house else "LW", source="fire", rule="HA-RULE-56")
