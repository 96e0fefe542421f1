"""Moving a base over an open table: what a path costs and what stops it.

A path is a list of spots; the base goes straight from each to the next. It may not come nearer to something impassable
than its own radius, nor overlap a base that blocks it. Whatever it began too near to it may leave, but not approach
further. The shortest way is found in `ways`, and places to go in `ends`.
"""

import math
from itertools import pairwise
from typing import NamedTuple

from grognard.ground.gaps import near_line, near_spot, spot_gap
from grognard.ground.lines import crosses, stretches
from grognard.ground.measure import Spot, along, round_up
from grognard.ground.open_table import has_room, pushed
from grognard.ground.shapes import Disc, Shape, holds
from grognard.ground.terrain import Feature, Terrain

Path = tuple[Spot, ...]


class Going(NamedTuple):
    """How a piece goes: over what ground, on how large a base, and who is in its way."""

    terrain: Terrain
    radius: int
    blockers: tuple[Disc, ...] = ()  # it may neither pass through these nor end on them
    passable: tuple[Disc, ...] = ()  # it may pass through these but not end on them
    ignores_slow: bool = False
    ignores_obstacles: bool = False


class Refusal(NamedTuple):
    """Why a path cannot be walked: the first thing that stops it, on which leg."""

    why: str  # "table edge", "impassable", "piece", "no room", "too far" or "no way"
    leg: int = 0
    feature: Feature | None = None
    piece: int | None = None  # its place among the blockers, and after those among the passable


class Walk(NamedTuple):
    """A path with what it costs, and why it is refused; it may be walked if there is no refusal."""

    path: Path
    cost: int
    refusal: Refusal | None = None


# One straight leg


def leg_cost(going: Going, x1: int, y1: int, x2: int, y2: int) -> float:
    """What a straight leg costs, slow ground and obstacles included; not rounded, so that legs can be added up."""
    length = math.sqrt((x2 - x1) ** 2 + (y2 - y1) ** 2)
    cost = length
    terrain = going.terrain
    if not going.ignores_slow:
        mask = terrain.slow.strips.on_line(x1, y1, x2, y2)
        if mask:
            cost += length * _slowed(terrain, mask, x1, y1, x2, y2)
    if not going.ignores_obstacles:
        mask = terrain.obstacles.strips.on_line(x1, y1, x2, y2)
        if mask:
            cost += _climbed(terrain, mask, x1, y1, x2, y2)
    return cost


def _slowed(terrain: Terrain, mask: int, x1: int, y1: int, x2: int, y2: int) -> float:
    """What slow ground adds, as a share of the length; where slow grounds overlap the slowest counts."""
    parts: list[tuple[float, float, int]] = []
    while mask:
        low = mask & -mask
        mask ^= low
        piece = low.bit_length() - 1
        more = terrain.features[terrain.slow.owners[piece]].slow - 1
        parts += [(enter, leave, more) for enter, leave in stretches(terrain.slow.shapes[piece], x1, y1, x2, y2)]
    if len(parts) < 2:
        return sum([(leave - enter) * more for enter, leave, more in parts])
    cuts = sorted([cut for enter, leave, _ in parts for cut in (enter, leave)])
    share = 0.0
    for start, end in pairwise(cuts):
        if end > start:
            share += (end - start) * max(
                [more for enter, leave, more in parts if enter <= start and end <= leave], default=0
            )
    return share


def _climbed(terrain: Terrain, mask: int, x1: int, y1: int, x2: int, y2: int) -> int:
    """What getting over obstacles adds.

    Each is paid for when the leg enters it or meets it, not when it began there.
    """
    pieces, cost = terrain.obstacles, 0
    while mask:
        low = mask & -mask
        mask ^= low
        piece = low.bit_length() - 1
        entered = len([1 for enter, _ in stretches(pieces.shapes[piece], x1, y1, x2, y2) if enter > 0])
        cost += entered * terrain.features[pieces.owners[piece]].obstacle
    return cost


def leg_refusal(going: Going, x1: int, y1: int, x2: int, y2: int) -> Refusal | None:
    """What stops the base on a straight leg.

    The edge of the table, something impassable or a piece; None if it can go.
    """
    terrain, radius = going.terrain, going.radius
    if not (radius <= x2 <= terrain.width - radius and radius <= y2 <= terrain.height - radius):
        return Refusal("table edge")
    piece = solid_in_way(terrain, radius, x1, y1, x2, y2, -1)
    if piece >= 0:
        return Refusal("impassable", feature=terrain.features[terrain.solids.owners[piece]])
    base = base_in_way(going.blockers, radius, x1, y1, x2, y2)
    return Refusal("piece", piece=base) if base >= 0 else None


def solid_in_way(terrain: Terrain, radius: int, x1: int, y1: int, x2: int, y2: int, only: int) -> int:
    """The first impassable part, of those in the mask `only`, that stops the base; -1 if none does."""
    solids = terrain.solids
    mask = solids.strips.on_line(x1, y1, x2, y2, radius) & only
    while mask:
        low = mask & -mask
        mask ^= low
        piece = low.bit_length() - 1
        shape = solids.shapes[piece]
        if near_line(shape, x1, y1, x2, y2, radius) and not _only_leaves(shape, radius, x1, y1, x2, y2):
            return piece
    return -1


def _only_leaves(shape: Shape, radius: int, x1: int, y1: int, x2: int, y2: int) -> bool:
    """Was the base too near before it moved, and does it move away?"""
    if not near_spot(shape, x1, y1, radius) or crosses(shape, x1, y1, x2, y2):
        return False
    return spot_gap(shape, x2, y2) >= spot_gap(shape, x1, y1)


def base_in_way(blockers: tuple[Disc, ...], radius: int, x1: int, y1: int, x2: int, y2: int) -> int:
    """The first blocking base that a straight leg would overlap; -1 if none.

    One overlapped from the start may be left.
    """
    ex, ey = x2 - x1, y2 - y1
    square = ex * ex + ey * ey
    if not square:
        return -1
    for n, other in enumerate(blockers):
        dx, dy, reach = other.x - x1, other.y - y1, other.radius + radius
        share = ex * dx + ey * dy
        if share <= 0:  # it only gets farther away
            continue
        if dx * dx + dy * dy < reach * reach:
            return n
        if share >= square:
            if (other.x - x2) ** 2 + (other.y - y2) ** 2 < reach * reach:
                return n
        elif (ex * dy - ey * dx) ** 2 < reach * reach * square:
            return n
    return -1


# Whole paths


def can_end(going: Going, x: int, y: int) -> bool:
    """Could the base stand here: on the table, clear of everything impassable and of all other bases?

    How to get here is another question.
    """
    terrain, radius = going.terrain, going.radius
    return (
        radius <= x <= terrain.width - radius
        and radius <= y <= terrain.height - radius
        and has_room(x, y, radius, going.blockers)
        and has_room(x, y, radius, going.passable)
        and not terrain.is_solid(x, y, radius)
    )


def end_refusal(going: Going, x: int, y: int) -> Refusal | None:
    """Why the base cannot stand here; None if it can."""
    if can_end(going, x, y):
        return None
    radius = going.radius
    for n, other in enumerate(going.blockers + going.passable):
        if not has_room(x, y, radius, (other,)):
            return Refusal("no room", piece=n)
    for owner, shape in zip(going.terrain.solids.owners, going.terrain.solids.shapes, strict=True):
        if near_spot(shape, x, y, radius) or (not radius and holds(shape, x, y)):
            return Refusal("no room", feature=going.terrain.features[owner])
    return Refusal("table edge")


def walk(going: Going, path: Path, allowance: int | None = None) -> Walk:
    """Walk a path as drawn: its cost, rounded up, and the first thing that forbids it, if anything does."""
    cost = 0.0
    for leg in range(len(path) - 1):
        (x1, y1), (x2, y2) = path[leg], path[leg + 1]
        refusal = leg_refusal(going, x1, y1, x2, y2)
        if refusal:
            return Walk(path, round_up(cost), refusal._replace(leg=leg))
        cost += leg_cost(going, x1, y1, x2, y2)
        if allowance is not None and round_up(cost) > allowance:
            return Walk(path, round_up(cost), Refusal("too far", leg))
    if len(path) > 1 and path[-1] != path[0]:
        refusal = end_refusal(going, *path[-1])
        if refusal:
            return Walk(path, round_up(cost), refusal._replace(leg=len(path) - 2))
    return Walk(path, round_up(cost))


def farthest(going: Going, x: int, y: int, tx: int, ty: int, allowance: int) -> tuple[Spot, Refusal | None]:
    """Go straight at a spot as far as the allowance and the ground let the base: where it stops, and what stopped it
    short.

    Bases that may be passed through are passed; whether the base may stay where it stops is for the caller to ask.
    """
    stopped = _stop(going, x, y, tx, ty, allowance)
    if stopped is None:
        return (tx, ty), None
    dx, dy = tx - x, ty - y
    length = min(math.isqrt(dx * dx + dy * dy), allowance, _length_to_edge(going, x, y, dx, dy))
    (ex, ey), _ = pushed(x, y, going.radius, dx, dy, length, going.blockers)
    length = math.isqrt((ex - x) ** 2 + (ey - y) ** 2)
    while length > 0:
        stop = _stop(going, x, y, *along(x, y, dx, dy, length), allowance)
        if stop is None:
            break
        stopped, length = stop, _length_before(going, x, y, dx, dy, length, allowance)
    return along(x, y, dx, dy, max(0, length)), stopped


def _stop(going: Going, x1: int, y1: int, x2: int, y2: int, allowance: int) -> Refusal | None:
    """What keeps the base from going straight there: something in the way, or the price."""
    refusal = leg_refusal(going, x1, y1, x2, y2)
    if refusal is None and round_up(leg_cost(going, x1, y1, x2, y2)) > allowance:
        return Refusal("too far")
    return refusal


def _length_to_edge(going: Going, x: int, y: int, dx: int, dy: int) -> int:
    """How far it is in a direction until the base would hang over the edge of the table."""
    size, length = math.sqrt(dx * dx + dy * dy), math.inf
    for start, run, limit in ((x, dx, going.terrain.width), (y, dy, going.terrain.height)):
        if run:
            room = (limit - going.radius - start if run > 0 else start - going.radius) / abs(run)
            length = min(length, room * size)
    return max(0, math.floor(min(length, 10.0**9) + 1e-6))


def _length_before(going: Going, x: int, y: int, dx: int, dy: int, length: int, allowance: int) -> int:
    """The longest shorter move that the thing which stops this one would allow, found by halving."""
    end = along(x, y, dx, dy, length)
    piece = solid_in_way(going.terrain, going.radius, x, y, *end, -1)
    low, high = 0, length
    while high - low > 1:
        half = (low + high) // 2
        end = along(x, y, dx, dy, half)
        if piece >= 0:
            free = solid_in_way(going.terrain, going.radius, x, y, *end, 1 << piece) < 0
        else:
            free = round_up(leg_cost(going, x, y, *end)) <= allowance
        low, high = (half, high) if free else (low, half)
    return low


def pushed_back(going: Going, x: int, y: int, fx: int, fy: int, length: int) -> tuple[Spot, Refusal | None]:
    """Push the base straight away from a spot: where it stops, and what it hit if it did not go the whole length."""
    tx, ty = along(x, y, x - fx, y - fy, length)
    return farthest(going._replace(ignores_slow=True, ignores_obstacles=True), x, y, tx, ty, length)
