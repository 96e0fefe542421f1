"""What a straight line does to a shape: whether it passes through, and which parts of it lie inside.

A line that only touches a corner or the rim of a disc passes by; one that runs along a face does not. A wall is crossed
as soon as it is met.
"""

import math
from itertools import pairwise

from grognard.ground.measure import Spot
from grognard.ground.shapes import Box, Disc, Edge, Shape, Wall, corners, edges, is_convex

Stretch = tuple[float, float]  # where a line enters a shape and where it leaves it, 0 at its start and 1 at its end

_NOWHERE: tuple[Stretch, ...] = ()
_GRAZE = 1e-9  # a share of a line too short to count as a stretch: it only touches a corner


def edges_meet(a: Edge, b: Edge) -> bool:
    """Do two edges have a point in common?"""
    ax, ay, bx, by = a
    cx, cy, dx, dy = b
    ux, uy = bx - ax, by - ay
    c = ux * (cy - ay) - uy * (cx - ax)
    d = ux * (dy - ay) - uy * (dx - ax)
    if (c > 0 and d > 0) or (c < 0 and d < 0):
        return False
    vx, vy = dx - cx, dy - cy
    p = vx * (ay - cy) - vy * (ax - cx)
    q = vx * (by - cy) - vy * (bx - cx)
    if (p > 0 and q > 0) or (p < 0 and q < 0):
        return False
    if c or d:
        return True
    # On one line, or the first is but a spot: they meet if their boxes do.
    return (
        max(ax, bx) >= min(cx, dx)
        and max(cx, dx) >= min(ax, bx)
        and max(ay, by) >= min(cy, dy)
        and max(cy, dy) >= min(ay, by)
    )


def crosses(shape: Shape, x1: int, y1: int, x2: int, y2: int) -> bool:
    """Does the straight line from one spot to another pass through the shape?

    A line that only touches a corner or the rim of a disc passes by; one that runs along a face does not. A wall is
    crossed as soon as it is met.
    """
    if type(shape) is Disc:
        return edge_nearer(shape.x, shape.y, (x1, y1, x2, y2), shape.radius**2)
    if type(shape) is Wall:
        line = (x1, y1, x2, y2)
        for edge in edges(shape):  # noqa: SIM110  a plain loop: this is asked most of all
            if edges_meet(line, edge):
                return True
        return False
    return bool(stretches(shape, x1, y1, x2, y2))


def stretches(shape: Shape, x1: int, y1: int, x2: int, y2: int) -> tuple[Stretch, ...]:
    """The parts of a straight line that lie inside a shape, in order, as shares of its length.

    Where a wall is met the stretch has no length. A line of no length has no stretches.
    """
    dx, dy = x2 - x1, y2 - y1
    if not dx and not dy:
        return _NOWHERE
    if type(shape) is Box:
        return _through_box(shape, x1, y1, dx, dy)
    if type(shape) is Disc:
        return _through_disc(shape, x1, y1, dx, dy)
    if type(shape) is Wall:
        return _over_wall(shape, x1, y1, x2, y2)
    points = corners(shape)
    if is_convex(points):
        return _through_convex(points, x1, y1, dx, dy)
    return _through_outline(shape, x1, y1, dx, dy)


def _through_box(box: Box, x: int, y: int, dx: int, dy: int) -> tuple[Stretch, ...]:
    enter, leave = 0.0, 1.0
    for start, run, low, high in ((x, dx, box.left, box.right), (y, dy, box.bottom, box.top)):
        if run:
            first, last = (low - start) / run, (high - start) / run
            if first > last:
                first, last = last, first
            enter, leave = max(enter, first), min(leave, last)
            if leave - enter <= _GRAZE:
                return _NOWHERE
        elif not low <= start <= high:
            return _NOWHERE
    return ((enter, leave),)


def _through_disc(disc: Disc, x: int, y: int, dx: int, dy: int) -> tuple[Stretch, ...]:
    ox, oy = x - disc.x, y - disc.y
    square, half = dx * dx + dy * dy, ox * dx + oy * dy
    under = half * half - square * (ox * ox + oy * oy - disc.radius**2)
    if under <= 0:
        return _NOWHERE
    root = math.sqrt(under)
    enter, leave = max(0.0, (-half - root) / square), min(1.0, (-half + root) / square)
    return ((enter, leave),) if leave - enter > _GRAZE else _NOWHERE


def _through_convex(points: tuple[Spot, ...], x: int, y: int, dx: int, dy: int) -> tuple[Stretch, ...]:
    enter, leave = 0.0, 1.0
    ring = zip(points, points[1:] + points[:1], strict=True)
    (ax, ay), (bx, by), (cx, cy) = points[:3]
    sense = (
        _sense(points)
        if (bx - ax) * (cy - by) == (by - ay) * (cx - bx)
        else (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
    )
    for (px, py), (qx, qy) in ring:
        ex, ey = qx - px, qy - py
        inside, change = ex * (y - py) - ey * (x - px), ex * dy - ey * dx
        if sense < 0:
            inside, change = -inside, -change
        if change > 0:
            enter = max(enter, -inside / change)
        elif change < 0:
            leave = min(leave, -inside / change)
        elif inside < 0:
            return _NOWHERE
        if leave - enter <= _GRAZE:
            return _NOWHERE
    return ((enter, leave),)


def _sense(points: tuple[Spot, ...]) -> int:
    """Twice the area, positive if the corners go anticlockwise."""
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(points, points[1:] + points[:1], strict=True))


def _through_outline(shape: Shape, x: int, y: int, dx: int, dy: int) -> tuple[Stretch, ...]:
    cuts = sorted([0.0, 1.0, *_cuts(edges(shape), x, y, dx, dy)])
    found: list[Stretch] = []
    for enter, leave in pairwise(cuts):
        centre = (enter + leave) / 2
        if leave - enter > _GRAZE and _holds_point(shape, x + centre * dx, y + centre * dy):
            if found and found[-1][1] == enter:
                enter = found.pop()[0]
            found.append((enter, leave))
    return tuple(found)


def _cuts(ring: tuple[Edge, ...], x: int, y: int, dx: int, dy: int) -> list[float]:
    """Where a line crosses or touches edges, as shares of its length; along an edge, where the edge begins and ends."""
    found = []
    square = dx * dx + dy * dy
    for px, py, qx, qy in ring:
        a, b = dx * (py - y) - dy * (px - x), dx * (qy - y) - dy * (qx - x)
        if a == b:
            shares = (
                [((px - x) * dx + (py - y) * dy) / square, ((qx - x) * dx + (qy - y) * dy) / square] if not a else []
            )
        elif (a > 0 and b > 0) or (a < 0 and b < 0):
            continue
        else:
            ex, ey = qx - px, qy - py
            shares = [(ex * (y - py) - ey * (x - px)) / (ey * dx - ex * dy)]
        found += [share for share in shares if 0 <= share <= 1]
    return found


def _holds_point(shape: Shape, x: float, y: float) -> bool:
    inside = False
    for x1, y1, x2, y2 in edges(shape):
        side = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
        if (
            abs(side) <= 1e-6 * (abs(x2 - x1) + abs(y2 - y1))
            and min(x1, x2) <= x <= max(x1, x2)
            and min(y1, y2) <= y <= max(y1, y2)
        ):
            return True
        if (y1 > y) is not (y2 > y) and (side > 0) is (y2 > y1):
            inside = not inside
    return inside


def _over_wall(wall: Wall, x1: int, y1: int, x2: int, y2: int) -> tuple[Stretch, ...]:
    line = (x1, y1, x2, y2)
    met = [edge for edge in edges(wall) if edges_meet(line, edge)]
    if not met:
        return _NOWHERE
    cuts = sorted(_cuts(tuple(met), x1, y1, x2 - x1, y2 - y1)) or [0.0]  # all of it runs along the wall
    return tuple((cut, cut) for n, cut in enumerate(cuts) if not n or cut - cuts[n - 1] > _GRAZE)


def edge_nearer(x: int, y: int, edge: Edge, square: int) -> bool:
    """Is the edge nearer to a spot than the root of this square?"""
    x1, y1, x2, y2 = edge
    ex, ey, dx, dy = x2 - x1, y2 - y1, x - x1, y - y1
    along = ex * dx + ey * dy
    if along <= 0:
        return dx * dx + dy * dy < square
    length = ex * ex + ey * ey
    if along >= length:
        return (x - x2) ** 2 + (y - y2) ** 2 < square
    return (ex * dy - ey * dx) ** 2 < square * length
