"""Where pieces stand on an open table: in contact, clear of each other, in clumps, and on or off the table.

Everything about an open table can be imported from here: measuring, shapes and ranks have files of their own below.
"""

import math
from collections.abc import Iterable, Sequence

from grognard.ground.gaps import gap, line_gap, near_line, near_spot, overlaps, spot_gap, touching, within
from grognard.ground.lines import Stretch, crosses, stretches
from grognard.ground.measure import (
    SCALE,
    SINE,
    UNIT,
    Spot,
    along,
    away,
    bearing,
    direction,
    distance,
    in_arc,
    just_outside,
    number_key,
    quarter,
    read_number,
    read_spot,
    root_up,
    round_div,
    round_up,
    spot_key,
    step,
    towards,
    turn_between,
    turned,
)
from grognard.ground.ranks import (
    advance_ground,
    advanced,
    ahead_and_aside,
    diagonal,
    face_length,
    face_middle,
    fits,
    flush,
    front_corners,
    front_middle,
    frontage,
    led_from,
    nearest_spot,
    side_of,
    side_towards,
    swung,
    turned_on_spot,
    wheel_length,
    wheeled,
    widest_wheel,
)
from grognard.ground.shapes import (
    Box,
    Disc,
    Polygon,
    Shape,
    Slab,
    Wall,
    bounds,
    corners,
    edges,
    holds,
    middle,
    moved,
    outline,
)

__all__ = [
    "SCALE", "SINE", "UNIT", "Box", "Disc", "Polygon", "Shape", "Slab", "Spot", "Stretch", "Wall", "advance_ground",
    "advanced", "ahead_and_aside", "along", "away", "bearing", "beside", "bounds", "clumps", "contact_spot",
    "corners", "crosses", "diagonal", "direction", "distance", "edge_gap", "edges", "face_length", "face_middle",
    "fits", "flush", "front_corners", "front_middle", "frontage", "gap", "has_room", "holds", "in_arc",
    "just_outside", "leaves_table_at", "led_from", "line_gap", "middle", "moved", "near_line", "near_spot",
    "nearest", "nearest_edge", "nearest_spot", "number_key", "on_table", "outline", "overlaps", "pushed", "quarter",
    "read_number", "read_spot", "root_up", "round_div", "round_up", "side_of", "side_towards", "slab_on_table",
    "spot_gap", "spot_key", "step", "stretches", "swung", "touching", "towards", "turn_between", "turned",
    "turned_on_spot", "wheel_length", "wheeled", "widest_wheel", "within",
]  # fmt: skip

EDGES: tuple[str, ...] = ("west", "south", "east", "north")


# Contact


def contact_spot(x: int, y: int, radius: int, target: Disc) -> Spot:
    """Where a base of that radius stands in contact with the target when it comes straight from this spot.

    The bases never overlap and the gap is less than a hundredth. From the target's own centre it comes from the south.
    """
    dx, dy = x - target.x, y - target.y
    if not dx and not dy:
        dy = -1
    ex, ey = just_outside(dx, dy, radius + target.radius)
    return target.x + ex, target.y + ey


def beside(target: Disc, degrees: int, radius: int) -> Spot:
    """Where a base of that radius stands in contact with the target, in that direction from it."""
    ex, ey = just_outside(*direction(degrees), radius + target.radius)
    return target.x + ex, target.y + ey


def has_room(x: int, y: int, radius: int, others: Iterable[Disc]) -> bool:
    """Could a base of that radius stand here without overlapping one of the others?"""
    for other in others:
        dx, dy, reach = x - other.x, y - other.y, radius + other.radius
        if dx * dx + dy * dy < reach * reach:
            return False
    return True


def nearest(x: int, y: int, others: Sequence[Disc]) -> int:
    """The place in the list of the base whose edge is nearest to this spot; the first of several as near."""
    best, found = -1, -1
    for n, other in enumerate(others):
        apart = max(0, root_up((x - other.x) ** 2 + (y - other.y) ** 2) - other.radius)
        if found < 0 or apart < best:
            best, found = apart, n
    return found


def clumps(discs: Sequence[Disc], reach: int) -> tuple[tuple[int, ...], ...]:
    """Who is linked to whom, directly or through others, by gaps of at most the reach.

    Places in the list, clump by clump.
    """
    left = list(range(len(discs)))
    found = []
    while left:
        clump = [left.pop(0)]
        for member in clump:
            near = [n for n in left if within(discs[member], discs[n], reach)]
            clump += near
            left = [n for n in left if n not in near]
        found.append(tuple(sorted(clump)))
    return tuple(found)


def pushed(
    x: int, y: int, radius: int, dx: int, dy: int, length: int, others: Sequence[Disc] = ()
) -> tuple[Spot, int | None]:
    """Send a base straight in the direction (dx, dy), up to a length, until it meets another: where it stops, and which
    one it met.

    A base that it already overlaps or touches stops it only if it is in the way.
    """
    if not dx and not dy:
        return (x, y), None
    size = math.sqrt(dx * dx + dy * dy)
    stop, met = float(length), None
    for n, other in enumerate(others):
        ox, oy = x - other.x, y - other.y
        half = (ox * dx + oy * dy) / size
        if half >= 0:
            continue
        reach = radius + other.radius
        apart = ox * ox + oy * oy - reach * reach
        under = half * half - apart
        if under <= 0:
            continue
        run = max(0.0, -half - math.sqrt(under))
        if run < stop:
            stop, met = run, n
    whole = math.floor(stop + 1e-6)
    spot = along(x, y, dx, dy, whole)
    while met is not None and whole > 0 and not has_room(*spot, radius, (others[met],)):
        whole -= 1
        spot = along(x, y, dx, dy, whole)
    return spot, met


# The table


def on_table(width: int, height: int, x: int, y: int, radius: int = 0) -> bool:
    """Does the whole base stand on the table?"""
    return radius <= x <= width - radius and radius <= y <= height - radius


def slab_on_table(width: int, height: int, slab: Shape) -> bool:
    """Does the whole shape lie on the table?"""
    left, bottom, right, top = bounds(slab)
    return left >= 0 and bottom >= 0 and right <= width and top <= height


def edge_gap(width: int, height: int, x: int, y: int, edge: str) -> int:
    """How far a spot is from that edge of the table; negative beyond it."""
    return {"west": x, "south": y, "east": width - x, "north": height - y}[edge]


def nearest_edge(width: int, height: int, x: int, y: int) -> str:
    """The edge of the table nearest to a spot; of several as near, the first of west, south, east, north."""
    return min(EDGES, key=lambda edge: edge_gap(width, height, x, y, edge))


def leaves_table_at(width: int, height: int, x1: int, y1: int, x2: int, y2: int) -> Spot | None:
    """Where a straight move that begins on the table leaves it, to the nearest hundredth; None if it stays on."""
    if on_table(width, height, x2, y2):
        return None
    share = 1.0
    for start, end, limit in ((x1, x2, width), (y1, y2, height)):
        if end < 0:
            share = min(share, -start / (end - start))
        elif end > limit:
            share = min(share, (limit - start) / (end - start))
    x, y = math.floor(x1 + (x2 - x1) * share + 0.5), math.floor(y1 + (y2 - y1) * share + 0.5)
    return max(0, min(width, x)), max(0, min(height, y))
