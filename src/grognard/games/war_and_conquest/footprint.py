"""Where a unit stands: the rectangle that its ranks cover, and how far it is from others."""

from functools import lru_cache

from grognard.games.war_and_conquest.battle import Battle, Unit
from grognard.games.war_and_conquest.troops import Profile
from grognard.ground.gaps import gap, overlaps, spot_gap
from grognard.ground.lines import crosses
from grognard.ground.measure import SCALE, Spot, direction, in_arc, root_up
from grognard.ground.ranks import diagonal, led_from, nearest_spot
from grognard.ground.shapes import Slab, bounds, corners

# The body of a unit (WC-OTROOP-05)


def front(unit: Unit) -> int:
    """The length of its front."""
    return unit.files * (100 if unit.is_battle else 200)


def depth(unit: Unit) -> int:
    """How deep its ranks stand."""
    return unit.ranks * (100 if unit.is_battle and unit.profile.kind == "foot" else 200)


def body(unit: Unit) -> Slab:
    """The ground that a unit covers: its leader is the middle of the front edge."""
    return body_at(unit.x, unit.y, unit.facing, unit.models, unit.files, unit.profile)


@lru_cache(maxsize=65536)
def body_at(x: int, y: int, facing: int, models: int, files: int, profile: Profile) -> Slab:
    """The ground that a unit of this profile covers, led from a spot; for loops over many units, which read their fields themselves."""
    each_wide = 100 if profile.is_battle else 200
    each_deep = 100 if profile.is_battle and profile.kind == "foot" else 200
    return led_from(x, y, files * each_wide, -(-models // files) * each_deep, facing)


def corners_of(unit: Unit) -> tuple[Spot, ...]:
    """The corners of the ground that a unit covers."""
    return corners(body(unit))


def put(battle: Battle, unit: Unit, x: int, y: int, facing: int) -> None:
    """Set a unit down with its leader at this spot; a battle formation that touches rough ground is disordered while it does (WC-OMOVE-06)."""
    unit.x, unit.y, unit.facing = x, y, facing
    unit.in_rough = unit.is_battle and touches_rough(battle, body(unit))


def touches_rough(battle: Battle, slab: Slab) -> bool:
    """Does any of it stand on rough ground?"""
    slow = battle.terrain.slow
    mask = slow.strips.in_rectangle(*bounds(slab)) if slow.shapes else 0
    while mask:
        low = mask & -mask
        mask ^= low
        if overlaps(slab, slow.shapes[low.bit_length() - 1]):
            return True
    return False


def figures(unit: Unit) -> list[Spot]:
    """Where each figure stands, front rank first, from left to right; the last rank may be incomplete."""
    east, north = direction(unit.facing)
    wide, deep = front(unit) // unit.files, depth(unit) // unit.ranks
    found = []
    for n in range(unit.models):
        rank, file = divmod(n, unit.files)
        aside = (2 * file + 1 - unit.files) * wide // 2
        back = (2 * rank + 1) * deep // 2
        found.append((unit.x + (aside * north - back * east) // SCALE, unit.y - (aside * east + back * north) // SCALE))
    return found


# Distances


def is_leader_near(source: Unit, unit: Unit, reach: int) -> bool:
    """Is the nearest figure of a unit within reach of the other's leader (WC-RULE-02)? Most are told apart by their bounds."""
    x, y = source.x, source.y
    slab = body(unit)
    left, bottom, right, top = bounds(slab)
    if left - x > reach or x - right > reach or bottom - y > reach or y - top > reach:
        return False
    return spot_gap(slab, x, y) <= reach


@lru_cache(maxsize=65536)
def body_gap(slab: Slab, other: Slab) -> int:
    """How far two bodies are apart, rounded up; a short cut where both lie square with the table."""
    if slab.facing % 90 or other.facing % 90:
        return gap(slab, other)
    left, bottom, right, top = bounds(slab)
    other_left, other_bottom, other_right, other_top = bounds(other)
    dx = max(other_left - right, left - other_right, 0)
    dy = max(other_bottom - top, bottom - other_top, 0)
    return root_up(dx * dx + dy * dy)


def are_within(a: Unit, b: Unit, reach: int) -> bool:
    """Are any figures of the two within reach of each other?"""
    return may_be_within(a, b, reach) and body_gap(body(a), body(b)) <= reach


def may_be_within(a: Unit, b: Unit, reach: int) -> bool:
    """Could they be? A quick look that never says no wrongly."""
    one, other = body(a), body(b)
    far = reach + diagonal(one) + diagonal(other)
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2 <= far * far


# What a leader sees: WC-RULE-38


def is_ahead(unit: Unit, spot: Spot) -> bool:
    """Is it within 45 degrees of the unit's front, as its leader sees it?"""
    return in_arc(unit.facing, 90, unit.x, unit.y, *spot)


def near_figure(unit: Unit, target: Unit) -> Spot:
    """Where the target's figure stands that is nearest to the unit's leader."""
    return nearest_spot(body(target), unit.x, unit.y)


def is_crossed(slab: Slab, x1: int, y1: int, x2: int, y2: int) -> bool:
    """Does a straight line pass through a body? Most are told apart by looking on which side of the line its corners lie."""
    left, bottom, right, top = bounds(slab)
    if (
        (x1 < left and x2 < left)
        or (x1 > right and x2 > right)
        or (y1 < bottom and y2 < bottom)
        or (y1 > top and y2 > top)
    ):
        return False
    dx, dy = x2 - x1, y2 - y1
    sides = [dx * (y - y1) - dy * (x - x1) for x, y in corners(slab)]
    return min(sides) < 0 < max(sides) and crosses(slab, x1, y1, x2, y2)
