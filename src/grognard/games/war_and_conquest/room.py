"""Room to move: who stands near, where a body could stand, how far it can go before it meets something, and what the way costs."""

from collections.abc import Iterable
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from grognard.games.war_and_conquest.battle import Battle, Ground, Unit, terrain_of
from grognard.games.war_and_conquest.footprint import body, body_at, body_gap, corners_of
from grognard.ground.gaps import overlaps
from grognard.ground.measure import SCALE, Spot, direction
from grognard.ground.paths import Going, leg_cost
from grognard.ground.ranks import front_corners
from grognard.ground.shapes import Slab, bounds, outline

APART = 100  # WC-OMOVE-07: units keep 1" from enemies


FAR = 10**6


class Obstacle(NamedTuple):
    """Something in a unit's way: its corners, and how far to stop short of it and keep beside it."""

    points: tuple[Spot, ...]
    apart: int = 0
    beside: int = 0


def others_near(battle: Battle, unit: Unit, reach: int) -> list[Unit]:
    """The other units on the table that could be within reach of it."""
    own = body(unit)
    x, y, far = own.x, own.y, reach + (own.width + own.depth) // 2
    found = []
    for other in battle.units:
        if other.where == "table" and other is not unit:
            slab = body_at(other.x, other.y, other.facing, other.models, other.files, other.profile)
            room = far + (slab.width + slab.depth) // 2
            dx, dy = slab.x - x, slab.y - y
            if dx * dx + dy * dy <= room * room:
                found.append(other)
    return found


def share_ground(slab: Slab, other: Slab) -> bool:
    """Do two bodies overlap by more than the rounding of contact?"""
    left, bottom, right, top = bounds(slab)
    other_left, other_bottom, other_right, other_top = bounds(other)
    if other_left >= right - 2 or left >= other_right - 2 or other_bottom >= top - 2 or bottom >= other_top - 2:
        return False
    return overlap(slab, other)


@lru_cache(maxsize=65536)
def overlap(slab: Slab, other: Slab) -> bool:
    """Do two bodies overlap whose bounds do? Where both lie square with the table, their bounds are all there is to know."""
    return (not slab.facing % 90 and not other.facing % 90) or overlaps(slab, other, 2)


class Standing(NamedTuple):
    """A body that stands on the table, with its bounds drawn in by the rounding of contact."""

    slab: Slab
    left: int
    bottom: int
    right: int
    top: int


def standing_of(units: Iterable[Unit]) -> list[Standing]:
    """The bodies of some units, ready to be compared with many others."""
    found = []
    for unit in units:
        slab = body_at(unit.x, unit.y, unit.facing, unit.models, unit.files, unit.profile)
        left, bottom, right, top = bounds(slab)
        found.append(Standing(slab, left + 2, bottom + 2, right - 2, top - 2))
    return found


def is_free(battle: Battle, slab: Slab, others: Iterable[Unit]) -> bool:
    """Could a body stand here: on the table, on no impassable ground and on none of these units?"""
    return is_clear(battle, slab, standing_of(others))


def is_clear(battle: Battle, slab: Slab, others: list[Standing]) -> bool:
    """`is_free`, where the bodies of the others have been looked up before."""
    left, bottom, right, top = bounds(slab)
    if left < 0 or bottom < 0 or right > battle.ground.width or top > battle.ground.height:
        return False
    for other, other_left, other_bottom, other_right, other_top in others:
        if other_left >= right or left >= other_right or other_bottom >= top or bottom >= other_top:
            continue
        if overlap(slab, other):
            return False
    return not on_solid(battle, slab)


def are_apart(slab: Slab, other: Slab, least: int) -> bool:
    """Are two bodies at least so far apart?"""
    left, bottom, right, top = bounds(slab)
    other_left, other_bottom, other_right, other_top = bounds(other)
    aside, beyond = max(other_left - right, left - other_right), max(other_bottom - top, bottom - other_top)
    if aside >= least or beyond >= least:
        return True
    return body_gap(slab, other) >= least


def on_solid(battle: Battle, slab: Slab) -> bool:
    """Does it stand on impassable ground?"""
    solids = battle.terrain.solids.shapes
    return bool(solids) and any(overlaps(slab, shape) for shape in solids)


def pulled_in(ground: Ground, slab: Slab) -> Slab:
    """The body moved back onto the table, as little as it takes."""
    left, bottom, right, top = bounds(slab)
    dx = -left if left < 0 else min(0, ground.width - right)
    dy = -bottom if bottom < 0 else min(0, ground.height - top)
    return Slab(slab.x + dx, slab.y + dy, slab.width, slab.depth, slab.facing) if dx or dy else slab


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
    half = (slab.width // 2 + beside - 1) * SCALE
    asides = [(px - x) * north - (py - y) * east for px, py in points]
    if min(asides) >= half or max(asides) <= -half:
        return FAR
    aheads = [(px - x) * east + (py - y) * north for px, py in points]
    front_line = slab.depth * SCALE // 2
    if max(aheads) <= front_line + SCALE:
        return FAR
    nearest, farthest = _reach_within(list(zip(aheads, asides, strict=True)), half)
    if farthest <= front_line + SCALE:
        return FAR
    return max(0, (nearest - front_line) // SCALE - apart)


def _reach_within(seen: list[Spot], half: int) -> tuple[int, int]:
    """Nearest and farthest point ahead of the part of an outline that lies in the band of that half width."""
    met = [ahead for ahead, aside in seen if -half < aside < half]
    ahead, aside = seen[-1]
    for next_ahead, next_aside in seen:
        run = next_aside - aside
        met += [
            ahead + (next_ahead - ahead) * (limit - aside) // run
            for limit in (-half, half)
            if (aside < limit) is not (next_aside < limit)
        ]
        ahead, aside = next_ahead, next_aside
    return (min(met), max(met)) if met else (FAR * SCALE, -FAR * SCALE)


def going_over(ground: Ground) -> Going:
    return Going(terrain_of(ground), 0)


def way_cost(battle: Battle, x1: int, y1: int, x2: int, y2: int) -> float:
    """What a straight way costs: each inch of rough ground costs two (WC-OMOVE-06)."""
    if not battle.terrain.slow.shapes:
        return sqrt((x2 - x1) ** 2 + (y2 - y1) ** 2)
    return leg_cost(going_over(battle.ground), x1, y1, x2, y2)


def advance_cost(battle: Battle, slab: Slab, length: int) -> float:
    """What it costs a body to go straight ahead: the dearest way of its leader and its front corners."""
    slow = battle.terrain.slow
    if not slow.shapes:
        return length
    east, north = direction(slab.facing)
    dx, dy = length * east // SCALE, length * north // SCALE
    (lx, ly), (rx, ry) = front_corners(slab)
    west, south = min(lx, rx) + min(dx, 0), min(ly, ry) + min(dy, 0)
    if not slow.strips.in_rectangle(west, south, max(lx, rx) + max(dx, 0), max(ly, ry) + max(dy, 0)):
        return max(sqrt(dx * dx + dy * dy), length)  # no rough ground is anywhere near
    mx, my = (lx + rx) // 2, (ly + ry) // 2
    dearest = max(way_cost(battle, x, y, x + dx, y + dy) for x, y in ((mx, my), (lx, ly), (rx, ry)))
    return max(dearest, length)
