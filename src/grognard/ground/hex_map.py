"""A map of hexes: its tables as bit masks, its ground and heights, and what stands on its hexsides.

A hex of a map is one number, its row times the columns plus its column, and a set of hexes is one whole number with
that bit set for each. A `Grid` knows only its size, so every map of that size shares its tables; a `HexMap` adds the
ground.
"""

from collections.abc import Iterable
from functools import lru_cache

from grognard.ground.hexes import (
    DIRECTIONS,
    Facing,
    Hex,
    facing_directions,
    hex_distance,
    hex_key,
    hexes_between,
    in_forward_arc,
    to_axial,
    to_offset,
)


def bits(mask: int) -> list[int]:
    """The hexes of a mask, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        mask ^= low
        found.append(low.bit_length() - 1)
    return found


def mask_of(hexes: Iterable[int]) -> int:
    """The mask of some hexes."""
    mask = 0
    for spot in hexes:
        mask |= 1 << spot
    return mask


class Grid:
    """The hexes of a map of one size, with tables that are made once.

    Who is next to whom, how far, and in front of whom.
    """

    __slots__ = (
        "_arcs",
        "_fronts",
        "_within",
        "adjacent",
        "axial",
        "columns",
        "distances",
        "everything",
        "next_to",
        "rows",
        "size",
        "steps",
    )

    def __init__(self, columns: int, rows: int) -> None:
        """Make the tables; use `grid`, which makes them once for each size."""
        self.columns, self.rows, self.size = columns, rows, columns * rows
        self.everything = (1 << self.size) - 1
        self.axial: tuple[Hex, ...] = tuple([to_axial(n % columns, n // columns) for n in range(self.size)])
        self.next_to: tuple[tuple[int, ...], ...] = tuple(
            [tuple([self.at(q + dq, r + dr) for dq, dr in DIRECTIONS]) for q, r in self.axial]
        )  # the neighbour in each direction, -1 off the map
        self.adjacent: tuple[int, ...] = tuple([mask_of([n for n in row if n >= 0]) for row in self.next_to])
        self.distances = self._all_distances()
        self.steps: tuple[tuple[tuple[int, int], ...], ...] = tuple([self._step_masks(d) for d in range(6)])
        self._within: dict[tuple[int, int], int] = {}
        self._fronts = {
            (kind, side): self._side_masks(kind, side) for kind in Facing for side in ("front", "flank", "rear")
        }
        self._arcs: dict[tuple[Facing, int, int], int] = {}

    def _all_distances(self) -> tuple[tuple[int, ...], ...]:
        """How far any two hexes are from each other: seen from one, each row of the map is a stretch of the line that goes with its distance in rows."""
        columns, rows = self.columns, self.rows
        most = columns + rows
        lines = [
            [hex_distance((0, 0), (q, r)) for q in range(-most, most + 1)] for r in range(1 - rows, rows)
        ]  # the middle of each is straight above or below
        firsts = [self.axial[row * columns][0] for row in range(rows)]
        table = []
        for q, r in self.axial:
            far: list[int] = []
            for row, first in enumerate(firsts):
                begin = first - q + most
                far += lines[row - r + rows - 1][begin : begin + columns]
            table.append(tuple(far))
        return tuple(table)

    def at(self, q: int, r: int) -> int:
        """The number of a hex; -1 if it is not on the map."""
        column, row = to_offset(q, r)
        return row * self.columns + column if 0 <= column < self.columns and 0 <= row < self.rows else -1

    def number(self, column: int, row: int) -> int:
        """The number of the hex in that column and row."""
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            raise ValueError(
                f"hex {hex_key(column, row)} is not on a map of {self.columns} columns and {self.rows} rows"
            )
        return row * self.columns + column

    def offset(self, n: int) -> tuple[int, int]:
        """Column and row of a hex."""
        return n % self.columns, n // self.columns

    def key(self, n: int) -> str:
        """A hex as players write it."""
        return hex_key(n % self.columns, n // self.columns)

    def within(self, n: int, reach: int) -> int:
        """The mask of the hexes within that distance, the hex itself included."""
        mask = self._within.get((n, reach))
        if mask is None:
            mask = mask_of([other for other, far in enumerate(self.distances[n]) if far <= reach])
            self._within[n, reach] = mask
        return mask

    def side(self, kind: Facing, n: int, facing: int, side: str = "front") -> int:
        """The mask of a piece's "front", "flank" or "rear" hexes."""
        return self._fronts[kind, side][n * 6 + facing]

    def fronts(self, kind: Facing) -> tuple[int, ...]:
        """The masks of all fronts, at six times the hex plus the facing."""
        return self._fronts[kind, "front"]

    def arc(self, kind: Facing, n: int, facing: int) -> int:
        """The mask of the hexes in a piece's forward arc."""
        mask = self._arcs.get((kind, n, facing))
        if mask is None:
            at = self.axial[n]
            mask = mask_of([m for m, other in enumerate(self.axial) if in_forward_arc(kind, at, facing, other)])
            self._arcs[kind, n, facing] = mask
        return mask

    def around(self, mask: int) -> int:
        """The hexes next to any hex of a mask; those of the mask count only if they are next to another."""
        found = 0
        for direction in range(6):
            found |= self.shifted(mask, direction)
        return found

    def shifted(self, mask: int, direction: int) -> int:
        """Every hex of a mask moved one step in a direction; those that leave the map are gone."""
        found = 0
        for rows, shift in self.steps[direction]:
            part = mask & rows
            if part:
                found |= part << shift if shift > 0 else part >> -shift
        return found

    def _step_masks(self, direction: int) -> tuple[tuple[int, int], ...]:
        """For one direction, the hexes that share a shift of their number, and the shift: even and odd rows differ."""
        shifts: dict[int, int] = {}
        for n, row in enumerate(self.next_to):
            if row[direction] >= 0:
                shift = row[direction] - n
                shifts[shift] = shifts.get(shift, 0) | 1 << n
        return tuple([(mask, shift) for shift, mask in shifts.items()])

    def _side_masks(self, kind: Facing, side: str) -> tuple[int, ...]:
        return tuple(
            [
                mask_of([row[d] for d in facing_directions(kind, facing, side) if row[d] >= 0])
                for row in self.next_to
                for facing in range(6)
            ]
        )


@lru_cache(maxsize=64)
def grid(columns: int, rows: int) -> Grid:
    """The grid of that size; its tables are made once."""
    return Grid(columns, rows)


Side = tuple[int, int, str]  # the hex it belongs to, the direction of the hexside, and what stands there


class HexMap:
    """A map and its ground. Never changes; drawing the same map twice gives the same object (`draw_map`)."""

    __slots__ = ("_hash", "_on_sides", "grid", "ground", "heights", "sides")

    def __init__(
        self, columns: int, rows: int, ground: tuple[str, ...], heights: tuple[int, ...], sides: tuple[Side, ...]
    ) -> None:
        """Draw a map: the kind of ground and the height of each hex in order, and what stands on hexsides."""
        self.grid = grid(columns, rows)
        if len(ground) != self.grid.size or len(heights) != self.grid.size:
            raise ValueError(
                f"a map of {columns} columns and {rows} rows has {self.grid.size} hexes, each with ground and height"
            )
        self.ground, self.heights, self.sides = ground, heights, sides
        self._hash = hash((columns, rows, ground, heights, sides))
        on_sides: dict[tuple[int, int], tuple[tuple[str, int], ...]] = {}
        for owner, direction, kind in sides:
            for n, d in ((owner, direction), (self.grid.next_to[owner][direction], (direction + 3) % 6)):
                on_sides[n, d] = (*on_sides.get((n, d), ()), (kind, owner))
        self._on_sides = on_sides

    def __eq__(self, other: object) -> bool:
        """Maps are equal if they look alike."""
        if self is other:
            return True
        if not isinstance(other, HexMap):
            return NotImplemented
        mine = (self.grid.columns, self.grid.rows, self.ground, self.heights, self.sides)
        return mine == (other.grid.columns, other.grid.rows, other.ground, other.heights, other.sides)

    def __hash__(self) -> int:
        """Equal maps have equal hashes."""
        return self._hash

    def on_side(self, n: int, direction: int) -> tuple[tuple[str, int], ...]:
        """What stands on a hexside, seen from either hex: each kind with the hex that it belongs to."""
        return self._on_sides.get((n, direction), ())

    def side_between(self, a: int, b: int) -> tuple[tuple[str, int], ...]:
        """What stands between two adjacent hexes."""
        return self._on_sides.get((a, self.grid.next_to[a].index(b)), ())

    def of_kind(self, *kinds: str) -> int:
        """The mask of the hexes whose ground is of these kinds."""
        return _of_kind(self, kinds)

    def higher_than(self, height: int) -> int:
        """The mask of the hexes higher than that."""
        return _higher_than(self, height)

    def with_ground(self, n: int, kind: str) -> "HexMap":
        """The same map with other ground in one hex, such as a bridge that was cut."""
        ground = (*self.ground[:n], kind, *self.ground[n + 1 :])
        return draw_map(self.grid.columns, self.grid.rows, ground, self.heights, self.sides)


def draw_map(
    columns: int, rows: int, ground: tuple[str, ...], heights: tuple[int, ...] = (), sides: tuple[Side, ...] = ()
) -> HexMap:
    """A map with that ground; a map like one drawn before is that map. Without heights it is flat."""
    return _drawn(columns, rows, ground, heights or (0,) * (columns * rows), sides)


@lru_cache(maxsize=256)
def _drawn(
    columns: int, rows: int, ground: tuple[str, ...], heights: tuple[int, ...], sides: tuple[Side, ...]
) -> HexMap:
    return HexMap(columns, rows, ground, heights, sides)


@lru_cache(maxsize=4096)
def _of_kind(hex_map: HexMap, kinds: tuple[str, ...]) -> int:
    return mask_of([n for n, kind in enumerate(hex_map.ground) if kind in kinds])


@lru_cache(maxsize=4096)
def _higher_than(hex_map: HexMap, height: int) -> int:
    return mask_of([n for n, high in enumerate(hex_map.heights) if high > height])


# Sight


def can_see_hex(hex_map: HexMap, a: int, b: int, blocking: int) -> bool:
    """Is the line from centre to centre free?

    A hex between the ends stops it if it is in the blocking mask or higher than both ends; where the line runs along a
    hexside, only if both hexes there would.
    """
    heights = hex_map.heights
    blocks = blocking | hex_map.higher_than(max(heights[a], heights[b]))
    steps = lines_over(hex_map.grid, a, b)
    return not any(step & blocks == step for step in steps) if blocks else True


@lru_cache(maxsize=131072)
def lines_over(board: Grid, a: int, b: int) -> tuple[int, ...]:
    """The hexes between two hexes of the map, a mask for each step: of one hex, or of two where the line runs along a
    hexside.

    A step beside the edge of the map is left out: nothing stands beyond it.
    """
    (aq, ar), (bq, br) = board.axial[a], board.axial[b]
    steps = [[board.at(aq + q, ar + r) for q, r in step] for step in hexes_between(bq - aq, br - ar)]
    return tuple([mask_of(step) for step in steps if -1 not in step])


@lru_cache(maxsize=16384)
def seen_from(hex_map: HexMap, n: int, blocking: int) -> int:
    """The mask of the hexes that can be seen from a hex, itself included, with these hexes blocking sight."""
    everywhere = range(hex_map.grid.size)
    return mask_of([other for other in everywhere if other == n or can_see_hex(hex_map, n, other, blocking)])
