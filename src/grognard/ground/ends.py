"""Where a move may end: a fair sample of sensible places.

The places are numbered before any is worked out, and each is worked out alone, so a player who wants one at random pays
for one.
"""

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from grognard.ground.lines import stretches
from grognard.ground.measure import Spot, along, just_outside, round_up, step, turned
from grognard.ground.paths import Going, Walk, can_end, farthest, leg_cost
from grognard.ground.shapes import Disc, Shape, Wall, edges, holds
from grognard.ground.terrain import Feature
from grognard.ground.ways import way

ABOUT: tuple[int, ...] = (0, 60, -60, 120, -120, 180)  # the places about an enemy, nearest first


class End(NamedTuple):
    """A sensible place to end a move, and what it is good for."""

    x: int
    y: int
    why: str  # "contact", "cover", "range" or "free"
    about: int = -1  # the place of the enemy or cover in the list that was given; of a free move, its direction


class Ends:
    """A numbered sample of places to end a move: contact with each enemy, cover, useful ranges, and two rings of free
    moves.

    `ends[n]` is None where nobody could stand; `ends.walk_to(n)` also looks for the way there.
    """

    __slots__ = ("_allowance", "_cover", "_enemies", "_going", "_known", "_slots", "_walks", "_x", "_y")

    def __init__(
        self,
        going: Going,
        x: int,
        y: int,
        allowance: int,
        enemies: tuple[Disc, ...] = (),
        cover: tuple[Feature, ...] = (),
        ranges: tuple[int, ...] = (),
        directions: int = 12,
    ) -> None:
        """Number the places.

        Enemies are those worth meeting, or standing off from at the ranges given (edge to edge).
        """
        self._going, self._x, self._y, self._allowance = going, x, y, allowance
        self._enemies, self._cover = enemies, cover
        self._slots = _slots(len(enemies), len(cover), ranges, directions, allowance)
        self._known: dict[int, End | None] = {}
        self._walks: dict[End, Walk | None] = {}

    def __len__(self) -> int:
        """How many places are numbered, whether or not anybody could stand there."""
        return len(self._slots)

    def __getitem__(self, n: int) -> End | None:
        """The place of that number, if the base could stand there and it is near enough as the crow flies."""
        if n not in self._known:
            self._known[n] = self._end(*self._slots[n])
        return self._known[n]

    def _end(self, why: str, about: int, more: int) -> End | None:
        for x, y in self._spots(why, about, more):
            if (x - self._x) ** 2 + (y - self._y) ** 2 <= self._allowance**2 and can_end(self._going, x, y):
                return End(x, y, why, about)
        return None

    def __iter__(self) -> Iterator[End]:
        """Every place where the base could stand, each once; whether there is a way is not yet known."""
        seen: dict[Spot, None] = {}
        for n in range(len(self._slots)):
            end = self[n]
            if end is not None and (end.x, end.y) not in seen:
                seen[end.x, end.y] = None
                yield end

    def walk_to(self, n: int) -> Walk | None:
        """The way to the place of that number; None if there is no such place or it costs more than the allowance."""
        end = self[n]
        return None if end is None else self.way_to(end)

    def way_to(self, end: End) -> Walk | None:
        """The way to a place; None if it costs more than the allowance."""
        if end not in self._walks:
            self._walks[end] = self._way_to(end)
        return self._walks[end]

    def _way_to(self, end: End) -> Walk | None:
        if end.why == "free":  # it was found by going there straight
            cost = leg_cost(self._going, self._x, self._y, end.x, end.y)
            return Walk(((self._x, self._y), (end.x, end.y)), round_up(cost))
        found = way(self._going, self._x, self._y, end.x, end.y, self._allowance)
        return None if found.refusal else found

    def reachable(self) -> Iterator[tuple[End, Walk]]:
        """Every place that can be reached, each once, with the way to it."""
        for end in self:
            found = self.way_to(end)
            if found is not None:
                yield end, found

    def _spots(self, why: str, about: int, more: int) -> Iterator[Spot]:
        if why == "contact":
            return self._about_enemy(self._enemies[about])
        if why == "range":
            return self._at_range(self._enemies[about], more)
        if why == "cover":
            return self._in_cover(self._cover[about]) if more else self._behind_cover(self._cover[about])
        return self._straight_on(about, more)

    def _about_enemy(self, enemy: Disc) -> Iterator[Spot]:
        """In contact with an enemy: on the near side, or else farther and farther round."""
        dx, dy, room = self._x - enemy.x, self._y - enemy.y, enemy.radius + self._going.radius
        if dx * dx + dy * dy > (self._allowance + room + 1) ** 2 or not (dx or dy):
            return
        for degrees in ABOUT:
            ex, ey = just_outside(*(turned(dx, dy, 0, 0, degrees) if degrees else (dx, dy)), room)
            yield enemy.x + ex, enemy.y + ey

    def _at_range(self, enemy: Disc, apart: int) -> Iterator[Spot]:
        """Straight towards or away from an enemy, to stand so far from it; within the range, never just beyond."""
        dx, dy = self._x - enemy.x, self._y - enemy.y
        want = apart + enemy.radius + self._going.radius
        if abs(math.isqrt(dx * dx + dy * dy) - want) <= self._allowance:
            yield along(enemy.x, enemy.y, dx, dy, want)

    def _in_cover(self, cover: Feature) -> Iterator[Spot]:
        """Just inside the nearest side of it."""
        if type(cover.shape) is not Wall and not holds(cover.shape, self._x, self._y):
            px, py = nearest_point(cover.shape, self._x, self._y)
            yield along(px, py, px - self._x, py - self._y, self._going.radius + 1)

    def _behind_cover(self, cover: Feature) -> Iterator[Spot]:
        """With it between the base and the nearest enemy."""
        if not self._enemies:
            return
        px, py = nearest_point(cover.shape, self._x, self._y)
        enemy = min(self._enemies, key=lambda enemy: (enemy.x - px) ** 2 + (enemy.y - py) ** 2)
        reach = 2 * self._allowance + 2 * self._going.radius
        tx, ty = along(px, py, px - enemy.x, py - enemy.y, reach)
        inside = stretches(cover.shape, enemy.x, enemy.y, tx, ty)
        if inside:
            dx, dy = tx - enemy.x, ty - enemy.y
            past = math.ceil(inside[-1][1] * math.sqrt(dx * dx + dy * dy))
            yield along(enemy.x, enemy.y, dx, dy, past + self._going.radius + 1)

    def _straight_on(self, degrees: int, length: int) -> Iterator[Spot]:
        """So far in a direction, or as far as the ground lets the base."""
        tx, ty = step(self._x, self._y, degrees, length)
        spot, _ = farthest(self._going, self._x, self._y, tx, ty, self._allowance)
        if spot != (self._x, self._y):
            yield spot


@lru_cache(maxsize=4096)
def _slots(
    enemies: int, covers: int, ranges: tuple[int, ...], directions: int, allowance: int
) -> tuple[tuple[str, int, int], ...]:
    return (
        *[("contact", n, 0) for n in range(enemies)],
        *[("cover", n, inside) for n in range(covers) for inside in (0, 1)],
        *[("range", n, apart) for n in range(enemies) for apart in ranges],
        *[("free", n * 360 // directions, length) for length in (allowance, allowance // 2) for n in range(directions)],
    )


def nearest_point(shape: Shape, x: int, y: int) -> Spot:
    """The point of a shape that is nearest to a spot, to the nearest hundredth; on the shape, the spot itself."""
    if holds(shape, x, y):
        return x, y
    if type(shape) is Disc:
        return along(shape.x, shape.y, x - shape.x, y - shape.y, shape.radius)
    found = []
    for x1, y1, x2, y2 in edges(shape):
        ex, ey = x2 - x1, y2 - y1
        share = min(1.0, max(0.0, (ex * (x - x1) + ey * (y - y1)) / (ex * ex + ey * ey)))
        px, py = math.floor(x1 + ex * share + 0.5), math.floor(y1 + ey * share + 0.5)
        found.append(((x - px) ** 2 + (y - py) ** 2, (px, py)))
    return min(found)[1]
