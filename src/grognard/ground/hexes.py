"""Single hexes: coordinates, directions, distances, lines, and which neighbours a facing puts in front.

Hexes stand on a point. A hex is (q, r) in axial coordinates, r growing southwards. Directions 0 to 5 go anticlockwise
from the east: E, NE, NW, W, SW, SE. Maps are rectangles of columns and rows, row 0 in the north, odd rows shifted half
a hex to the east.
"""

import math
from enum import Enum
from functools import lru_cache
from itertools import pairwise

from grognard.ground.lines import stretches
from grognard.ground.shapes import Polygon

Hex = tuple[int, int]

DIRECTIONS: tuple[Hex, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
NAMES: tuple[str, ...] = ("E", "NE", "NW", "W", "SW", "SE")


class Facing(Enum):
    """What a piece faces: with facing f the corner between directions f and f + 1, or the side in direction f."""

    HEXSPINE = "hexspine"
    HEXSIDE = "hexside"


# Front, flank and rear directions of facing 0; turn them by the facing.
SIDES: dict[Facing, dict[str, tuple[int, ...]]] = {
    Facing.HEXSPINE: {"front": (0, 1), "flank": (2, 5), "rear": (3, 4)},
    Facing.HEXSIDE: {"front": (5, 0, 1), "flank": (2, 4), "rear": (3,)},
}


def to_axial(column: int, row: int) -> Hex:
    """The axial coordinates of a hex of the map."""
    return column - (row - row % 2) // 2, row


def to_offset(q: int, r: int) -> tuple[int, int]:
    """The column and row of a hex."""
    return q + (r - r % 2) // 2, r


def hex_key(column: int, row: int) -> str:
    """A hex as players write it: its column and row, "4,11"."""
    return f"{column},{row}"


def read_hex(text: str) -> tuple[int, int]:
    """The column and row that a player wrote."""
    column, comma, row = text.partition(",")
    if not comma or not (column.strip().isdecimal() and row.strip().isdecimal()):
        raise ValueError(f"a hex is its column and its row with a comma between them, such as 4,11; got {text!r}")
    return int(column), int(row)


def neighbour(q: int, r: int, direction: int) -> Hex:
    """The next hex in a direction."""
    dq, dr = DIRECTIONS[direction % 6]
    return q + dq, r + dr


def neighbours(q: int, r: int) -> tuple[Hex, ...]:
    """The six hexes around a hex, in the order of the directions."""
    return tuple([(q + dq, r + dr) for dq, dr in DIRECTIONS])


def hex_distance(a: Hex, b: Hex) -> int:
    """How many steps it is from one hex to another."""
    dq, dr = b[0] - a[0], b[1] - a[1]
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def direction_to(a: Hex, b: Hex) -> int | None:
    """The direction of an adjacent hex; None if the two are not adjacent."""
    offset = (b[0] - a[0], b[1] - a[1])
    return DIRECTIONS.index(offset) if offset in DIRECTIONS else None


def ring(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """The hexes at exactly that distance, anticlockwise from the east."""
    if radius == 0:
        return (centre,)
    q, r = centre[0] + radius, centre[1]
    found = []
    for direction in (2, 3, 4, 5, 0, 1):
        for _ in range(radius):
            found.append((q, r))
            q, r = neighbour(q, r, direction)
    return tuple(found)


def disc_of(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """The hexes within that distance, nearest first."""
    return tuple([spot for reach in range(radius + 1) for spot in ring(centre, reach)])


# Facing


def facing_directions(kind: Facing, facing: int, side: str) -> tuple[int, ...]:
    """The directions that are a piece's "front", "flank" or "rear"."""
    return tuple([(facing + direction) % 6 for direction in SIDES[kind][side]])


def side_of_hex(kind: Facing, at: Hex, facing: int, other: Hex) -> str | None:
    """On which side of a piece is an adjacent hex: "front", "flank" or "rear"? None if it is not adjacent."""
    direction = direction_to(at, other)
    if direction is None:
        return None
    turn = (direction - facing) % 6
    return next(side for side, directions in SIDES[kind].items() if turn in directions)


def in_wedge(first: int, second: int, dq: int, dr: int) -> bool:
    """Is that offset a sum of steps in these two neighbouring directions? The edges of the wedge belong to it."""
    (aq, ar), (bq, br) = DIRECTIONS[first % 6], DIRECTIONS[second % 6]
    size = aq * br - ar * bq  # 1 or -1
    return (dq * br - dr * bq) * size >= 0 and (aq * dr - ar * dq) * size >= 0


def in_forward_arc(kind: Facing, at: Hex, facing: int, other: Hex) -> bool:
    """Does a hex lie in the forward arc of a piece: in a wedge between neighbouring front directions?

    Not its own hex.
    """
    dq, dr = other[0] - at[0], other[1] - at[1]
    front = facing_directions(kind, facing, "front")
    return bool(dq or dr) and any(in_wedge(a, b, dq, dr) for a, b in pairwise(front))


def turns(facing: int, other: int) -> int:
    """How many steps of 60 degrees lie between two facings."""
    apart = (other - facing) % 6
    return min(apart, 6 - apart)


# Lines


@lru_cache(maxsize=8192)
def hexes_between(dq: int, dr: int) -> tuple[tuple[Hex, ...], ...]:
    """The hexes that a straight line from centre to centre passes between its ends, as offsets from its start, in
    order.

    Each step is one hex that the line passes through, or the two hexes between which it runs along a hexside.
    """
    # Half widths across and sixths of the long diagonal down make all centres and corners whole numbers.
    end = (2 * dq + dr, 3 * dr)
    found: list[tuple[float, float, int, Hex]] = []
    for q, r in _box(dq, dr):
        if (q, r) in ((0, 0), (dq, dr)):
            continue
        points = tuple([(2 * q + r + x, 3 * r + y) for x, y in ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))])
        inside = stretches(Polygon(points), 0, 0, *end)
        if inside:
            sides = [x * end[1] - y * end[0] for x, y in points]
            found.append(
                (round(inside[0][0], 9), round(inside[0][1], 9), int(min(sides) >= 0 or max(sides) <= 0), (q, r))
            )
    found.sort()
    steps: list[tuple[Hex, ...]] = []
    for n, (enter, _, along, spot) in enumerate(found):
        if along and n and found[n - 1][2] and found[n - 1][0] == enter:
            steps[-1] = (*steps[-1], spot)
        else:
            steps.append((spot,))
    return tuple(steps)


def _box(dq: int, dr: int) -> list[Hex]:
    """The hexes among which a line can run."""
    length = hex_distance((0, 0), (dq, dr))
    return [
        (q, r)
        for r in range(min(0, dr) - 1, max(0, dr) + 2)
        for q in range(min(0, dq) - 1, max(0, dq) + 2)
        if hex_distance((0, 0), (q, r)) + hex_distance((q, r), (dq, dr)) <= length + 1
    ]


def hex_line(a: Hex, b: Hex) -> tuple[Hex, ...]:
    """A line of adjacent hexes from one to another, both included; along a hexside it takes the first of the two."""
    dq, dr = b[0] - a[0], b[1] - a[1]
    length = hex_distance(a, b)
    steps = []
    for n in range(length + 1):
        # Round q, r and their sum to whole numbers that fit: the one that was rounded most gives way.
        q, r, s = _nearest(dq * n, length), _nearest(dr * n, length), _nearest(-(dq + dr) * n, length)
        off_q, off_r, off_s = abs(q * length - dq * n), abs(r * length - dr * n), abs(s * length + (dq + dr) * n)
        if off_q > off_r and off_q > off_s:
            q = -r - s
        elif off_r > off_s:
            r = -q - s
        steps.append((a[0] + q, a[1] + r))
    return tuple(steps)


def _nearest(number: int, divisor: int) -> int:
    return (2 * number + divisor) // (2 * divisor) if divisor else 0


# Drawing

ROW_HEIGHT = math.sqrt(3) / 2
CORNER = 1 / math.sqrt(3)


def hex_centre(column: int, row: int) -> tuple[float, float]:
    """Where the centre of a hex is drawn, in hex widths from the map's north-west corner, y growing southwards."""
    return column + (1.0 if row % 2 else 0.5), row * ROW_HEIGHT + CORNER


def hex_corners(column: int, row: int) -> tuple[tuple[float, float], ...]:
    """The corners of a hex for drawing: corner f is the one that facing f looks at."""
    x, y = hex_centre(column, row)
    half = CORNER / 2
    return (
        (x + 0.5, y - half),
        (x, y - CORNER),
        (x - 0.5, y - half),
        (x - 0.5, y + half),
        (x, y + CORNER),
        (x + 0.5, y + half),
    )


def side_ends(column: int, row: int, direction: int) -> tuple[tuple[float, float], tuple[float, float]]:
    """The two ends of the hexside in that direction, for drawing a wall or a stream."""
    points = hex_corners(column, row)
    return points[(direction - 1) % 6], points[direction % 6]


def facing_angle(kind: Facing, facing: int) -> int:
    """The facing in degrees clockwise from north, for drawing."""
    return (60 - 60 * facing if kind is Facing.HEXSPINE else 90 - 60 * facing) % 360
