"""Where a unit stands: the rectangle that its ranks cover, what it sees, and how far it could go before it meets something."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from grognard.games.war_and_conquest.battle import Battle, Ground, Unit, terrain_of
from grognard.games.war_and_conquest.troops import Profile
from grognard.ground.gaps import gap, overlaps, spot_gap
from grognard.ground.lines import crosses
from grognard.ground.measure import SCALE, Spot, direction, in_arc
from grognard.ground.paths import Going, leg_cost
from grognard.ground.ranks import diagonal, front_corners, led_from, nearest_spot
from grognard.ground.shapes import Slab, bounds, corners, outline
from grognard.ground.sight import can_see

APART = 100  # WC-OMOVE-07: units keep 1" from enemies
FAR = 10**6


class Obstacle(NamedTuple):
    """Something in a unit's way: its corners, and how far to stop short of it and keep beside it."""

    points: tuple[Spot, ...]
    apart: int = 0
    beside: int = 0


# The body of a unit (WC-OTROOP-05)


def front(unit: Unit) -> int:
    """The length of its front."""
    return unit.files * (100 if unit.is_battle else 200)


def depth(unit: Unit) -> int:
    """How deep its ranks stand."""
    return unit.ranks * (100 if unit.is_battle and unit.profile.kind == "foot" else 200)


def body(unit: Unit) -> Slab:
    """The ground that a unit covers: its leader is the middle of the front edge."""
    return _body(unit.x, unit.y, unit.facing, unit.models, unit.files, unit.profile)


@lru_cache(maxsize=65536)
def _body(x: int, y: int, facing: int, models: int, files: int, profile: Profile) -> Slab:
    each_wide = 100 if profile.is_battle else 200
    each_deep = 100 if profile.is_battle and profile.kind == "foot" else 200
    return led_from(x, y, files * each_wide, -(-models // files) * each_deep, facing)


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


def leader_gap(source: Unit, unit: Unit) -> int:
    """How far the nearest figure of a unit is from the other's leader (WC-RULE-02)."""
    return spot_gap(body(unit), source.x, source.y)


def are_within(a: Unit, b: Unit, reach: int) -> bool:
    """Are any figures of the two within reach of each other?"""
    return may_be_within(a, b, reach) and gap(body(a), body(b)) <= reach


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


def sees(battle: Battle, unit: Unit, target: Unit, spot: Spot) -> bool:
    """Is the line from the leader to that figure of the target free of ground that hides it, and of other units? Skirmishers hide nobody."""
    if not can_see(battle.terrain, unit.x, unit.y, *spot):
        return False
    low_x, high_x = sorted((unit.x, spot[0]))
    low_y, high_y = sorted((unit.y, spot[1]))
    for other in battle.units:
        if other.where != "table" or other is unit or other is target or not other.is_battle:
            continue
        slab = body(other)
        left, bottom, right, top = bounds(slab)
        if (
            left <= high_x
            and right >= low_x
            and bottom <= high_y
            and top >= low_y
            and crosses(slab, unit.x, unit.y, *spot)
        ):
            return False
    return True


# Room


def others_near(battle: Battle, unit: Unit, reach: int) -> list[Unit]:
    """The other units on the table that could be within reach of it."""
    own = body(unit)
    far = reach + diagonal(own)
    x, y = own.x, own.y
    found = []
    for other in battle.units:
        if other.where == "table" and other is not unit:
            slab = body(other)
            room = far + diagonal(slab)
            if (slab.x - x) ** 2 + (slab.y - y) ** 2 <= room * room:
                found.append(other)
    return found


def is_free(battle: Battle, slab: Slab, others: Iterable[Unit]) -> bool:
    """Could a body stand here: on the table, on no impassable ground and on none of these units?"""
    left, bottom, right, top = bounds(slab)
    if left < 0 or bottom < 0 or right > battle.ground.width or top > battle.ground.height:
        return False
    for other in others:
        ground = body(other)
        other_left, other_bottom, other_right, other_top = bounds(ground)
        if (
            other_left < right
            and left < other_right
            and other_bottom < top
            and bottom < other_top
            and overlaps(slab, ground, 2)
        ):
            return False
    return not on_solid(battle, slab)


def are_apart(slab: Slab, other: Slab, least: int) -> bool:
    """Are two bodies at least so far apart?"""
    left, bottom, right, top = bounds(slab)
    other_left, other_bottom, other_right, other_top = bounds(other)
    if (
        other_left - right >= least
        or left - other_right >= least
        or other_bottom - top >= least
        or bottom - other_top >= least
    ):
        return True
    return gap(slab, other) >= least


def on_solid(battle: Battle, slab: Slab) -> bool:
    """Does it stand on impassable ground?"""
    return any(overlaps(slab, shape) for shape in battle.terrain.solids.shapes)


def solid_obstacles(battle: Battle) -> list[Obstacle]:
    """The impassable ground of the table as things in the way."""
    return [Obstacle(outline(shape)) for shape in battle.terrain.solids.shapes]


def stop_before(unit: Unit, other: Unit) -> Obstacle:
    """Another unit as something in the way: an inch from enemies, up to friends (WC-OMOVE-07)."""
    apart = 0 if other.side == unit.side else APART
    return Obstacle(corners_of(other), apart, apart)


def straight_run(battle: Battle, slab: Slab, obstacles: Iterable[Obstacle]) -> int:
    """How far a body can go straight ahead before it meets one of these or the edge of the table."""
    room = edge_run(battle.ground, slab)
    for points, apart, beside in obstacles:
        room = min(room, free_run(slab, points, apart, beside))
        if not room:
            break
    return room


def edge_run(ground: Ground, slab: Slab) -> int:
    """How far a body can go straight ahead and stay on the table."""
    east, north = direction(slab.facing)
    left, bottom, right, top = bounds(slab)
    room = FAR
    if east:
        room = min(room, ((ground.width - right) if east > 0 else left) * SCALE // abs(east))
    if north:
        room = min(room, ((ground.height - top) if north > 0 else bottom) * SCALE // abs(north))
    return max(0, room)


def free_run(slab: Slab, points: tuple[Spot, ...], apart: int = 0, beside: int = 0) -> int:
    """How far a body can go straight ahead before its front comes nearer than `apart` to a convex outline; things behind do not matter, and things farther aside than `beside`."""
    east, north = direction(slab.facing)
    x, y = slab.x, slab.y
    seen = [((px - x) * east + (py - y) * north, (px - x) * north - (py - y) * east) for px, py in points]
    half = (slab.width // 2 + beside - 1) * SCALE
    nearest, farthest = _reach_within(seen, half)
    front_line = slab.depth * SCALE // 2
    if farthest <= front_line + SCALE:
        return FAR
    return max(0, (nearest - front_line) // SCALE - apart)


def _reach_within(seen: list[Spot], half: int) -> tuple[int, int]:
    """Nearest and farthest point ahead of the part of an outline that lies in the band of that half width."""
    nearest, farthest = FAR * SCALE, -FAR * SCALE
    ahead, aside = seen[-1]
    for next_ahead, next_aside in seen:
        if -half < next_aside < half:
            nearest, farthest = min(nearest, next_ahead), max(farthest, next_ahead)
        for limit in (-half, half):
            if (aside < limit) is not (next_aside < limit):
                cut = ahead + (next_ahead - ahead) * (limit - aside) // (next_aside - aside)
                nearest, farthest = min(nearest, cut), max(farthest, cut)
        ahead, aside = next_ahead, next_aside
    return nearest, farthest


def pulled_in(ground: Ground, slab: Slab) -> Slab:
    """The body moved back onto the table, as little as it takes."""
    left, bottom, right, top = bounds(slab)
    dx = -left if left < 0 else min(0, ground.width - right)
    dy = -bottom if bottom < 0 else min(0, ground.height - top)
    return Slab(slab.x + dx, slab.y + dy, slab.width, slab.depth, slab.facing) if dx or dy else slab


# Going


@lru_cache(maxsize=256)
def going_over(ground: Ground) -> Going:
    return Going(terrain_of(ground), 0)


def way_cost(battle: Battle, x1: int, y1: int, x2: int, y2: int) -> float:
    """What a straight way costs: each inch of rough ground costs two (WC-OMOVE-06)."""
    return leg_cost(going_over(battle.ground), x1, y1, x2, y2)


def advance_cost(battle: Battle, slab: Slab, length: int) -> float:
    """What it costs a body to go straight ahead: the dearest way of its leader and its front corners."""
    if not battle.terrain.slow.shapes:
        return length
    east, north = direction(slab.facing)
    dx, dy = length * east // SCALE, length * north // SCALE
    (lx, ly), (rx, ry) = front_corners(slab)
    mx, my = (lx + rx) // 2, (ly + ry) // 2
    dearest = max(way_cost(battle, x, y, x + dx, y + dy) for x, y in ((mx, my), (lx, ly), (rx, ry)))
    return max(dearest, length)


def corners_of(unit: Unit) -> tuple[Spot, ...]:
    """The corners of the ground that a unit covers."""
    return corners(body(unit))
