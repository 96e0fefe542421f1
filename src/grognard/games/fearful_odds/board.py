"""The tables of a map, made once: costs of steps, fronts and rings as bit masks, sight and cover.

Where a unit can stand and how it can face is one bit of a *state mask*: six blocks of bits, one for each facing, and six more for units that have made their one side step.
In a block every hex has one bit, laid out along its axial coordinates, so that a step in one direction is one shift of a whole mask. Which steps can be made at all, and at what
cost, is in the masks that go with each shift. Masks of hexes alone use the bits of the first block.
"""

from functools import lru_cache
from typing import Any

from grognard.games.fearful_odds.terrain import ASIDE, CROSSINGS, FORWARD, GROUND, step_cost
from grognard.ground.hex_map import HexMap, can_see_hex, draw_map
from grognard.ground.hexes import (
    CORNER,
    ROW_HEIGHT,
    Facing,
    facing_angle,
    facing_directions,
    hex_centre,
    hexes_between,
    in_forward_arc,
)

Shift = tuple[
    int, int, int, int
]  # points, the states that may step so, and the shift to the left and back to the right
Crossing = tuple[int, int, int, int, int]  # the same with the number of hazards after the points
Steps = dict[tuple[int, int, int], int]  # the states that may step so, by direction, points and hazards


class Board:
    """A map as the rules of movement, sight and fighting read it."""

    def __init__(
        self, hex_map: HexMap, facing: str, downhill_rough: str, narrow: tuple[int, ...], sheltered: tuple[int, ...]
    ) -> None:
        self.map = hex_map
        self.grid = grid = hex_map.grid
        self.kind = Facing(facing)
        self.size = grid.size
        self.next_to = grid.next_to
        self.distances = grid.distances
        self.heights = hex_map.heights
        self.ground = [GROUND[name] for name in hex_map.ground]
        self.clear = [ground.clear for ground in self.ground]
        self.cover = [ground.cover or n in sheltered for n, ground in enumerate(self.ground)]
        self.narrow = [ground.narrow or n in narrow for n, ground in enumerate(self.ground)]
        self.passable = [not ground.impassable for ground in self.ground]
        self.blocking = hex_map.of_kind(*[name for name, ground in GROUND.items() if ground.blocks_sight])
        self.front_directions = tuple(facing_directions(self.kind, f, "front") for f in range(6))
        self._far: dict[tuple[int, ...], list[int]] = {}
        self._sight: dict[tuple[int, int], bool] = {}
        self._tall: dict[int, tuple[int, ...]] = {}  # what blocks sight between ends of such a height
        self._arcs: dict[tuple[int, int], int] = {}  # the blocks of the facings that have such an offset in their arc
        self._shooting: dict[tuple[int, int, int], int] = {}
        self.names = [grid.key(n) for n in range(grid.size)]
        self.depth = (grid.rows - 1) * ROW_HEIGHT + 2 * CORNER  # of the drawn map
        centres = [hex_centre(*grid.offset(n)) for n in range(grid.size)]
        self.centres = [(round(x, 3), round(self.depth - y, 3)) for x, y in centres]  # from the south-west corner
        self.bearings = tuple(facing_angle(self.kind, f) for f in range(6))
        self.first_steps: dict[tuple[int, bool], tuple[tuple[int, int], ...]] = {}
        self.reaches: dict[tuple[int, int, bool, int, int, int], Any] = {}  # see `legs.reach_of`
        self.rides: dict[tuple[int, int, int], list[int]] = {}  # see `character_moves.paces`
        self._lay_out()
        self._price(downhill_rough)

    def _lay_out(self) -> None:
        grid = self.grid
        rows, columns = grid.rows, grid.columns
        stride = columns + 1
        self.width = width = (rows - 1) * stride - (rows - 1) // 2 + columns
        self.plane = 6 * width
        self.shifts = ((1, 0), (0, stride - 1), (0, stride), (0, 1), (stride - 1, 0), (stride, 0))
        self.place = [r * stride + q for q, r in grid.axial]  # of a hex in its block
        self.hex_of = [-1] * width
        for n, place in enumerate(self.place):
            self.hex_of[place] = n
        self.bit = [1 << place for place in self.place]
        self.ring = [sum(self.bit[m] for m in row if m >= 0) for row in self.next_to]
        self.open = sum(self.bit[n] for n in range(self.size) if self.passable[n])
        self.all_blocks = sum(1 << k * width for k in range(12))
        block = (1 << width) - 1
        self.shut = (block & ~self.open) * self.all_blocks  # states that nobody can be in
        self.first_plane = (1 << self.plane) - 1
        facings = [(block << f * width) | (block << (f + 6) * width) for f in range(6)]
        self.first_facing, self.last_facing, self.low_facings = (
            facings[0],
            facings[5],
            facings[0] | facings[1] | facings[2],
        )
        self.fronts = [  # FO-STAT-13, at six times the hex plus the facing
            sum(self.bit[m] for d in self.front_directions[f] if (m := self.next_to[n][d]) >= 0)
            for n in range(self.size)
            for f in range(6)
        ]
        self.faced = []  # the states that have this hex in front
        for row in self.next_to:
            faced = 0
            for f, directions in enumerate(self.front_directions):
                for d in directions:
                    if (m := row[(d + 3) % 6]) >= 0:
                        faced |= self.bit[m] << f * width
            self.faced.append(faced | faced << self.plane)

    def _price(self, downhill_rough: str) -> None:
        """Ask once for the cost of every step."""
        forward: Steps = {}
        aside: Steps = {}
        paces: dict[tuple[int, int], int] = {}
        self.steps: dict[tuple[int, int], tuple[int, int]] = {}  # extra points and hazards, by hex and direction
        for n in range(self.size):
            for d, there in enumerate(self.next_to[n]):
                if there < 0:
                    continue
                kinds = [kind for kind, _ in self.map.on_side(n, d)]
                climb = self.heights[there] - self.heights[n]
                price = step_cost(self.map.ground[n], self.map.ground[there], climb, kinds, downhill_rough)
                if price is None:
                    continue
                extra, dangers = self.steps[n, d] = price
                paces[d, FORWARD + extra] = paces.get((d, FORWARD + extra), 0) | self.bit[n]
                for f in range(6):
                    place = self.bit[n] << f * self.width
                    if d in self.front_directions[f]:
                        key = (d, FORWARD + extra, dangers)
                        forward[key] = forward.get(key, 0) | place | place << self.plane
                    else:
                        key = (d, ASIDE + extra, dangers)
                        aside[key] = aside.get(key, 0) | place
        self._list_steps(forward, aside)
        usual = [(self.shifts[d], mask) for (d, p), mask in sorted(paces.items()) if p == FORWARD]
        self.paces_left = tuple((mask, left) for (left, right), mask in usual if not right)
        self.paces_right = tuple((mask, right) for (_, right), mask in usual if right)
        self.slow_paces: tuple[Shift, ...] = tuple(
            (p, mask, *self.shifts[d]) for (d, p), mask in sorted(paces.items()) if p > FORWARD
        )
        self.slow_pace_from = 0
        for _, mask, *_ in self.slow_paces:
            self.slow_pace_from |= mask
        odd = [n for n in range(self.size) if any(self.steps.get((n, d)) not in (None, (0, 0)) for d in range(6))]
        self.plain_within = [min([self.distances[n][m] for m in odd], default=99) for n in range(self.size)]

    def _list_steps(self, forward: Steps, aside: Steps) -> None:
        """The steps as shifts, the usual ones apart: most of a move is over ground where every step forward costs 1 and every step aside 2."""
        ahead = [(self.shifts[d], mask) for (d, p, h), mask in sorted(forward.items()) if p == FORWARD and not h]
        self.ahead_left = tuple((mask, left) for (left, right), mask in ahead if not right)
        self.ahead_right = tuple((mask, right) for (_, right), mask in ahead if right)
        beside = [(self.shifts[d], mask) for (d, p, h), mask in sorted(aside.items()) if p == ASIDE and not h]
        self.aside_left = tuple((mask, left) for (left, right), mask in beside if not right)
        self.aside_right = tuple((mask, right) for (_, right), mask in beside if right)
        self.slow: tuple[Shift, ...] = tuple(
            (p, mask, *self.shifts[d]) for (d, p, h), mask in sorted(forward.items()) if p > FORWARD and not h
        )
        self.slow_aside: tuple[Shift, ...] = tuple(
            (p, mask, self._up(d), 0) for (d, p, h), mask in sorted(aside.items()) if p > ASIDE and not h
        )
        self.over: tuple[Crossing, ...] = tuple(
            (p, h, mask, *self.shifts[d]) for (d, p, h), mask in sorted(forward.items()) if h
        )
        self.over_aside: tuple[Crossing, ...] = tuple(
            (p, h, mask, self._up(d), 0) for (d, p, h), mask in sorted(aside.items()) if h
        )

        self.slow_ahead_from = self.slow_aside_from = self.over_from = 0  # the states from which such steps can be made
        for _, mask, *_ in self.slow:
            self.slow_ahead_from |= mask
        for _, mask, *_ in self.slow_aside:
            self.slow_aside_from |= mask
        self.slow_from = self.slow_ahead_from | self.slow_aside_from
        for _, _, mask, *_ in (*self.over, *self.over_aside):
            self.over_from |= mask

    def _up(self, direction: int) -> int:
        """The shift of a step aside: into the blocks of units that have made theirs."""
        left, right = self.shifts[direction]
        return self.plane + left - right

    @property
    def forward(self) -> tuple[Shift, ...]:
        """All steps forward without hazards."""
        usual = [(FORWARD, mask, left, 0) for mask, left in self.ahead_left]
        return (*usual, *((FORWARD, mask, 0, right) for mask, right in self.ahead_right), *self.slow)

    @property
    def sideways(self) -> tuple[Shift, ...]:
        """All steps aside without hazards."""
        usual = [(ASIDE, mask, self.plane + left, 0) for mask, left in self.aside_left]
        return (*usual, *((ASIDE, mask, self.plane - right, 0) for mask, right in self.aside_right), *self.slow_aside)

    def state(self, at: int, facing: int, stepped: bool = False) -> int:
        """The bit of a unit in that hex with that facing."""
        return self.bit[at] << facing * self.width + (self.plane if stepped else 0)

    def read(self, place: int) -> tuple[int, int, bool]:
        """Hex, facing and whether the side step is used, from the place of a bit."""
        block, spot = divmod(place, self.width)
        return self.hex_of[spot], block % 6, block >= 6

    def number(self, bit: int) -> int:
        """The hex of a bit."""
        return self.hex_of[bit.bit_length() - 1]

    def hexes(self, mask: int) -> list[int]:
        """The hexes of a mask, lowest bit first."""
        found = []
        while mask:
            low = mask & -mask
            mask ^= low
            found.append(self.hex_of[low.bit_length() - 1])
        return found

    def side_of(self, at: int, facing: int, other: int) -> str:
        """On which side of a unit an adjacent hex lies: "front", "flank" or "rear" (FO-RULE-24)."""
        direction = self.next_to[at].index(other)
        if direction in self.front_directions[facing]:
            return "front"
        return "flank" if direction in facing_directions(self.kind, facing, "flank") else "rear"

    def on_side(self, a: int, b: int) -> tuple[tuple[str, int], ...]:
        """What stands on the hexside between two adjacent hexes, each with the hex it belongs to."""
        return self.map.on_side(a, self.next_to[a].index(b))

    def is_clear_side(self, a: int, b: int) -> bool:
        """FO-RULE-56: nothing on the hexside."""
        return not self.on_side(a, b)

    def is_narrow(self, a: int, b: int) -> bool:
        """FO-RULE-52: whether either hex or the hexside between them is a Narrow Way."""
        return self.narrow[a] or self.narrow[b] or any(kind in CROSSINGS for kind, _ in self.on_side(a, b))

    def has_wall_cover(self, target: int, striker: int) -> bool:
        """FO-RULE-59: whether a wall of the target's hex lies between it and a striker beside it."""
        return any(kind == "wall" and owner == target for kind, owner in self.on_side(target, striker))

    def has_wall_against(self, target: int, shooter: int) -> bool:
        """FO-RULE-59: whether a shot comes over a wall of the target's hex; through a corner, over either hexside there."""
        if self.distances[target][shooter] == 1:
            return self.has_wall_cover(target, shooter)
        (q, r), (to_q, to_r) = self.grid.axial[shooter], self.grid.axial[target]
        last = [self.grid.at(q + dq, r + dr) for dq, dr in hexes_between(to_q - q, to_r - r)[-1]]
        return any(n >= 0 and self.has_wall_cover(target, n) for n in last)

    def sees(self, a: int, b: int) -> bool:
        """FO-RULE-38: whether the line from centre to centre is free of woods, town, works and higher ground."""
        seen = self._sight.get((a, b))
        if seen is None:
            seen = not self._any_between(a, b) or can_see_hex(self.map, a, b, self.blocking)
            self._sight[a, b] = seen
        return seen

    def _any_between(self, a: int, b: int) -> bool:
        """Whether anything that could block sight lies on a shortest way between two hexes at all: where nothing does, no line need be drawn."""
        top = max(self.heights[a], self.heights[b])
        tall = self._tall.get(top)
        if tall is None:
            found = [n for n in range(self.size) if self.ground[n].blocks_sight or self.heights[n] > top]
            tall = self._tall[top] = tuple(found)
        from_a, from_b = self.distances[a], self.distances[b]
        far = from_a[b]
        return any(from_a[n] + from_b[n] == far and n != a and n != b for n in tall)

    def sees_past(self, a: int, b: int, units: list[int]) -> bool:
        """The same where units in between block sight too (FO-RULE-38, `units_block_fire`)."""
        mask = self.blocking
        for n in units:
            if n not in (a, b):
                mask |= 1 << n
        return can_see_hex(self.map, a, b, mask)

    def in_arc(self, at: int, facing: int, other: int) -> bool:
        """FO-RULE-38: whether a hex lies in the forward arc."""
        return bool(self._aiming(at, other) >> facing * self.width & 1)

    def _aiming(self, at: int, other: int) -> int:
        """The lowest bit of each block whose facing has another hex in its forward arc."""
        (q, r), (to_q, to_r) = self.grid.axial[at], self.grid.axial[other]
        key = (to_q - q, to_r - r)
        blocks = self._arcs.get(key)
        if blocks is None:
            facings = [f for f in range(6) if in_forward_arc(self.kind, (0, 0), f, key)]
            blocks = self._arcs[key] = sum(1 << f * self.width | 1 << f * self.width + self.plane for f in facings)
        return blocks

    def shooting_at(self, target: int, nearest: int, farthest: int) -> int:
        """The states from which a hex is in range, in arc and in sight."""
        key = (target, nearest, farthest)
        mask = self._shooting.get(key)
        if mask is None:
            mask = 0
            for n, far in enumerate(self.distances[target]):
                if nearest <= far <= farthest and self.passable[n] and self.sees(n, target):
                    mask |= self._aiming(n, target) << self.place[n]
            self._shooting[key] = mask
        return mask

    def far_from(self, hexes: tuple[int, ...]) -> list[int]:
        """How far each hex is from the nearest of these."""
        known = self._far.get(hexes)
        if known is None:
            known = self._far[hexes] = [min([row[n] for n in hexes], default=0) for row in self.distances]
        return known

    def name(self, n: int) -> str:
        """A hex as players write it."""
        return self.names[n]


@lru_cache(maxsize=64)
def board_of(
    columns: int,
    rows: int,
    ground: tuple[str, ...],
    heights: tuple[int, ...],
    hexsides: tuple[tuple[int, int, str], ...],
    facing: str,
    downhill_rough: str,
    narrow: tuple[int, ...],
    sheltered: tuple[int, ...],
) -> Board:
    """The tables of a map; made once for each."""
    return Board(draw_map(columns, rows, ground, heights, hexsides), facing, downhill_rough, narrow, sheltered)
