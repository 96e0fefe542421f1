"""The shapes that stand and lie on an open table, and the spots they cover.

All corners are whole hundredths, so distances between shapes are compared exactly. A rank of figures that faces an odd
angle is the quadrangle of its four corners, each rounded once.
"""

from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

import msgspec

from grognard.ground.measure import SCALE, Spot, direction, round_div


class Disc(msgspec.Struct, frozen=True, tag=True, gc=False):
    """A round base, or a round piece of ground."""

    x: int
    y: int
    radius: int


class Box(msgspec.Struct, frozen=True, tag=True, gc=False):
    """A rectangle that lies square with the table."""

    left: int
    bottom: int
    right: int
    top: int


class Slab(msgspec.Struct, frozen=True, tag=True, gc=False):
    """A rectangle that faces somewhere, such as a body of men in ranks.

    X and y are its centre, width is along its front.
    """

    x: int
    y: int
    width: int
    depth: int
    facing: int


class Polygon(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Any outline without holes; the corners in order, either way round."""

    points: tuple[Spot, ...]


class Wall(msgspec.Struct, frozen=True, tag=True, gc=False):
    """A line without thickness from corner to corner; a ring of walls ends where it began."""

    points: tuple[Spot, ...]


Shape: TypeAlias = Disc | Box | Slab | Polygon | Wall
Edge = tuple[int, int, int, int]


# Outlines


@lru_cache(maxsize=65536)
def corners(shape: Shape) -> tuple[Spot, ...]:
    """The corners of a shape in order; a slab's are front left, front right, rear right, rear left. A disc has none."""
    if type(shape) is Slab:
        east, north = direction(shape.facing)
        ax, ay = shape.width * north, -shape.width * east
        bx, by = shape.depth * east, shape.depth * north
        whole = 2 * SCALE
        x, y = whole * shape.x + SCALE, whole * shape.y + SCALE  # half a hundredth more, so that cutting off rounds
        return (
            ((x - ax + bx) // whole, (y - ay + by) // whole),
            ((x + ax + bx) // whole, (y + ay + by) // whole),
            ((x + ax - bx) // whole, (y + ay - by) // whole),
            ((x - ax - bx) // whole, (y - ay - by) // whole),
        )
    if type(shape) is Box:
        left, bottom, right, top = shape.left, shape.bottom, shape.right, shape.top
        return (left, top), (right, top), (right, bottom), (left, bottom)
    return () if type(shape) is Disc else shape.points  # type: ignore[union-attr]


@lru_cache(maxsize=65536)
def edges(shape: Shape) -> tuple[Edge, ...]:
    """The straight edges of a shape; a disc has none."""
    points = corners(shape)
    if type(shape) is not Wall:
        points = (*points, *points[:1])
    return tuple((x1, y1, x2, y2) for (x1, y1), (x2, y2) in pairwise(points))


@lru_cache(maxsize=65536)
def bounds(shape: Shape) -> tuple[int, int, int, int]:
    """Left, bottom, right and top of the smallest upright rectangle around a shape."""
    if type(shape) is Disc:
        return shape.x - shape.radius, shape.y - shape.radius, shape.x + shape.radius, shape.y + shape.radius
    points = corners(shape)
    if type(shape) is Slab:
        (x1, y1), (x2, y2), (x3, y3), (x4, y4) = points
        return min(x1, x2, x3, x4), min(y1, y2, y3, y4), max(x1, x2, x3, x4), max(y1, y2, y3, y4)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


@lru_cache(maxsize=4096)
def is_convex(points: tuple[Spot, ...]) -> bool:
    """Does the outline turn only one way?"""
    turns = [
        (x2 - x1) * (y3 - y2) - (y2 - y1) * (x3 - x2)
        for (x1, y1), (x2, y2), (x3, y3) in zip(points, points[1:] + points[:1], points[2:] + points[:2], strict=True)
    ]
    return min(turns) >= 0 or max(turns) <= 0


@lru_cache(maxsize=4096)
def outline(shape: Shape, sides: int = 48) -> tuple[Spot, ...]:
    """The shape as a polygon, for drawing and cutting; a disc becomes one of so many sides, inside its circle."""
    if type(shape) is not Disc:
        return corners(shape)
    ring = []
    for side in range(sides):
        east, north = direction(side * 360 // sides)
        ring.append((shape.x + round_div(shape.radius * east, SCALE), shape.y + round_div(shape.radius * north, SCALE)))
    return tuple(ring)


def middle(shape: Shape) -> Spot:
    """The centre of a disc or slab; of any other shape the centre of its bounds."""
    if type(shape) is Disc or type(shape) is Slab:
        return shape.x, shape.y
    left, bottom, right, top = bounds(shape)
    return (left + right) // 2, (bottom + top) // 2


def moved(shape: Shape, dx: int, dy: int) -> Shape:
    """The same shape elsewhere."""
    if type(shape) is Disc:
        return Disc(shape.x + dx, shape.y + dy, shape.radius)
    if type(shape) is Slab:
        return Slab(shape.x + dx, shape.y + dy, shape.width, shape.depth, shape.facing)
    if type(shape) is Box:
        return Box(shape.left + dx, shape.bottom + dy, shape.right + dx, shape.top + dy)
    points = tuple((x + dx, y + dy) for x, y in corners(shape))
    return Wall(points) if type(shape) is Wall else Polygon(points)


# Spots


def holds(shape: Shape, x: int, y: int) -> bool:
    """Does the shape lie under this spot? Its edge belongs to it."""
    if type(shape) is Disc:
        return (x - shape.x) ** 2 + (y - shape.y) ** 2 <= shape.radius**2
    if type(shape) is Box:
        return shape.left <= x <= shape.right and shape.bottom <= y <= shape.top
    inside = False
    for x1, y1, x2, y2 in edges(shape):
        side = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
        if not side and min(x1, x2) <= x <= max(x1, x2) and min(y1, y2) <= y <= max(y1, y2):
            return True
        if (y1 > y) is not (y2 > y) and (side > 0) is (y2 > y1):
            inside = not inside
    return inside and type(shape) is not Wall
