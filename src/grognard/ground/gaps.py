"""How far shapes are apart, and whether they touch or overlap; exact, since all corners are whole hundredths."""

from grognard.ground.lines import crosses, edge_nearer, edges_meet
from grognard.ground.measure import Spot, root_up
from grognard.ground.shapes import Box, Disc, Edge, Shape, Wall, bounds, corners, edges, holds, is_convex


def _spot_edge(x: int, y: int, edge: Edge) -> int:
    """Squared distance from a spot to an edge, rounded up."""
    x1, y1, x2, y2 = edge
    ex, ey, dx, dy = x2 - x1, y2 - y1, x - x1, y - y1
    along = ex * dx + ey * dy
    if along <= 0:
        return dx * dx + dy * dy
    square = ex * ex + ey * ey
    if along >= square:
        return (x - x2) ** 2 + (y - y2) ** 2
    return -(-((ex * dy - ey * dx) ** 2) // square)


def _spot_square(shape: Shape, x: int, y: int) -> int:
    """Squared distance from a spot to the nearest point of a shape that has edges, rounded up; 0 inside."""
    if type(shape) is Box:
        dx = max(shape.left - x, 0, x - shape.right)
        dy = max(shape.bottom - y, 0, y - shape.top)
        return dx * dx + dy * dy
    if holds(shape, x, y):
        return 0
    return min([_spot_edge(x, y, edge) for edge in edges(shape)])


def spot_gap(shape: Shape, x: int, y: int) -> int:
    """How far a spot is from a shape, rounded up; 0 on it."""
    if type(shape) is Disc:
        return max(0, root_up((x - shape.x) ** 2 + (y - shape.y) ** 2) - shape.radius)
    return root_up(_spot_square(shape, x, y))


# Distances


def gap(a: Shape, b: Shape) -> int:
    """How far apart the nearest points of two shapes are; 0 if they touch or overlap.

    Rounded up, so that `gap(a, b) <= n` is exactly "within n".
    """
    if type(a) is Disc:
        if type(b) is Disc:
            return max(0, root_up((a.x - b.x) ** 2 + (a.y - b.y) ** 2) - a.radius - b.radius)
        return max(0, root_up(_spot_square(b, a.x, a.y)) - a.radius)
    if type(b) is Disc:
        return max(0, root_up(_spot_square(a, b.x, b.y)) - b.radius)
    if type(a) is Box and type(b) is Box:
        dx = max(a.left - b.right, 0, b.left - a.right)
        dy = max(a.bottom - b.top, 0, b.bottom - a.top)
        return root_up(dx * dx + dy * dy)
    return root_up(_apart(a, b))


def _apart(a: Shape, b: Shape) -> int:
    """Squared distance between two shapes with edges, rounded up.

    It is found at a corner of one of them unless they meet.
    """
    points, others = corners(a), corners(b)
    convex = type(a) is not Wall and type(b) is not Wall and is_convex(points) and is_convex(others)
    if convex:
        if not _parted(points, others, 0) and not _parted(others, points, 0):
            return 0
    elif (
        holds(a, *others[0])
        or holds(b, *points[0])
        or any(edges_meet(edge, other) for edge in edges(a) for other in edges(b))
    ):
        return 0
    found = [_spot_edge(x, y, edge) for edge in edges(b) for x, y in points]
    return min(found + [_spot_edge(x, y, edge) for edge in edges(a) for x, y in others])


def within(a: Shape, b: Shape, reach: int) -> bool:
    """Are the nearest points of the two shapes at most so far apart?"""
    if type(a) is Disc and type(b) is Disc:
        return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 <= (a.radius + b.radius + reach) ** 2
    left, bottom, right, top = bounds(a)
    other_left, other_bottom, other_right, other_top = bounds(b)
    if (
        left - other_right > reach
        or other_left - right > reach
        or bottom - other_top > reach
        or other_bottom - top > reach
    ):
        return False
    return gap(a, b) <= reach


def touching(a: Shape, b: Shape, slack: int = 1) -> bool:
    """Are the two in contact? Spots are whole hundredths, so a gap of one hundredth still counts."""
    return within(a, b, slack)


def overlaps(a: Shape, b: Shape, slack: int = 0) -> bool:
    """Do the two shapes cover common ground, deeper than the slack?

    Touching is not overlapping; a wall covers no ground but may stand in some.
    """
    if type(a) is Disc:
        if type(b) is Disc:
            room = a.radius + b.radius - slack
            return room > 0 and (a.x - b.x) ** 2 + (a.y - b.y) ** 2 < room * room
        return near_spot(b, a.x, a.y, a.radius - slack)
    if type(b) is Disc:
        return near_spot(a, b.x, b.y, b.radius - slack)
    if type(a) is Wall or type(b) is Wall:
        area, wall = (b, a) if type(a) is Wall else (a, b)
        return any(crosses(area, *edge) for edge in edges(wall))
    points, others = corners(a), corners(b)
    if is_convex(points) and is_convex(others):
        return not _parted(points, others, slack) and not _parted(others, points, slack)
    return any(crosses(a, *edge) for edge in edges(b)) or any(crosses(b, *edge) for edge in edges(a))


def _parted(points: tuple[Spot, ...], others: tuple[Spot, ...], slack: int) -> bool:
    """Does the line along one of the first shape's edges keep the two convex shapes apart?"""
    for (x1, y1), (x2, y2) in zip(points, points[1:] + points[:1], strict=True):
        nx, ny = y1 - y2, x2 - x1
        own = [nx * x + ny * y for x, y in points]
        far = [nx * x + ny * y for x, y in others]
        depth = min(max(own) - min(far), max(far) - min(own))
        if (nx or ny) and (depth <= 0 or depth * depth <= slack * slack * (nx * nx + ny * ny)):
            return True
    return False


def near_spot(shape: Shape, x: int, y: int, reach: int) -> bool:
    """Is some point of the shape nearer to the spot than the reach? Exactly at the reach is not nearer."""
    if reach <= 0:
        return False
    square = reach * reach
    if type(shape) is Disc:
        return (x - shape.x) ** 2 + (y - shape.y) ** 2 < (shape.radius + reach) ** 2
    if type(shape) is Box:
        return _spot_square(shape, x, y) < square
    return holds(shape, x, y) or any(edge_nearer(x, y, edge, square) for edge in edges(shape))


def near_line(shape: Shape, x1: int, y1: int, x2: int, y2: int, reach: int) -> bool:
    """Does the straight line from one spot to another come nearer to the shape than the reach?"""
    if type(shape) is Disc:
        return edge_nearer(shape.x, shape.y, (x1, y1, x2, y2), (shape.radius + reach) ** 2)
    left, bottom, right, top = bounds(shape)
    if (
        (x1 < left - reach and x2 < left - reach)
        or (x1 > right + reach and x2 > right + reach)
        or (y1 < bottom - reach and y2 < bottom - reach)
        or (y1 > top + reach and y2 > top + reach)
    ):
        return False
    wall = type(shape) is Wall
    if not wall and crosses(shape, x1, y1, x2, y2):
        return True
    line, square = (x1, y1, x2, y2), reach * reach
    left, right = (x1 - reach, x2 + reach) if x1 < x2 else (x2 - reach, x1 + reach)
    bottom, top = (y1 - reach, y2 + reach) if y1 < y2 else (y2 - reach, y1 + reach)
    for edge in edges(shape):
        ax, ay, bx, by = edge
        if (
            (ax > right and bx > right)
            or (ax < left and bx < left)
            or (ay > top and by > top)
            or (ay < bottom and by < bottom)
        ):
            continue
        if (
            (wall and edges_meet(line, edge))
            or edge_nearer(x1, y1, edge, square)
            or edge_nearer(x2, y2, edge, square)
            or edge_nearer(edge[0], edge[1], line, square)
            or edge_nearer(edge[2], edge[3], line, square)
        ):
            return True
    return False


def line_gap(shape: Shape, x1: int, y1: int, x2: int, y2: int) -> int:
    """How far the shape is from the straight line between two spots, rounded up."""
    return gap(shape, Wall(((x1, y1), (x2, y2))))
