"""Room to move: who stands near, where a body could stand, how far it can go before it meets something, and what the way costs."""

from collections.abc import Iterable
from math import sqrt
from typing import NamedTuple

from grognard.games.war_and_conquest.battle import Battle, Ground, Unit, terrain_of
from grognard.games.war_and_conquest.footprint import body, body_gap, corners_of
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
            slab = body(other)
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
    return are_square(slab, other) or overlaps(slab, other, 2)


def are_square(slab: Slab, other: Slab) -> bool:
    """Do both bodies lie square with the table, so that their bounds are all there is to know?"""
    return not slab.facing % 90 and not other.facing % 90


def is_free(battle: Battle, slab: Slab, others: Iterable[Unit]) -> bool:
    """Could a body stand here: on the table, on no impassable ground and on none of these units?"""
    left, bottom, right, top = bounds(slab)
    if left < 0 or bottom < 0 or right > battle.ground.width or top > battle.ground.height:
        return False
    for other in others:
        if share_ground(slab, body(other)):
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
    return any(overlaps(slab, shape) for shape in battle.terrain.solids.shapes)


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
    seen = [((px - x) * east + (py - y) * north, (px - x) * north - (py - y) * east) for px, py in points]
    half = (slab.width // 2 + beside - 1) * SCALE
    nearest, farthest = _reach_within(seen, half)
    front_line = slab.depth * SCALE // 2
    if farthest <= front_line + SCALE:
        return FAR
    return max(0, (nearest - front_line) // SCALE - apart)


def _reach_within(seen: list[Spot], half: int) -> tuple[int, int]:
    """Nearest and farthest point ahead of the part of an outline that lies in the band of that half width."""
    asides = [aside for _, aside in seen]
    if min(asides) >= half or max(asides) <= -half:
        return FAR * SCALE, -FAR * SCALE
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
    if not battle.terrain.slow.shapes:
        return length
    east, north = direction(slab.facing)
    dx, dy = length * east // SCALE, length * north // SCALE
    (lx, ly), (rx, ry) = front_corners(slab)
    mx, my = (lx + rx) // 2, (ly + ry) // 2
    dearest = max(way_cost(battle, x, y, x + dx, y + dy) for x, y in ((mx, my), (lx, ly), (rx, ry)))
    return max(dearest, length)
