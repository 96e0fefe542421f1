"""The outline of where a move may end, for drawing.

It is a picture; whether a spot or a path is legal is asked of `way` and `walk`. Asking `way` for every spot of it would
find the same corners again and again, so here they are found once: what each costs to come to from where the base
stands, and which of them a spot can be reached from.
"""

import heapq
import math
from collections.abc import Iterator

from grognard.ground.measure import Spot, round_up, step
from grognard.ground.paths import Going, can_end, farthest
from grognard.ground.ways import Search

EIGHTHS = (8, 7, 6, 5, 4, 3)  # how far along a ray that is blocked spots are tried, of the allowance


def reach_outline(going: Going, x: int, y: int, allowance: int, rays: int = 36) -> tuple[Spot, ...]:
    """In each direction the farthest spot found, round things where it must be."""
    outline: list[Spot] = []
    behind: dict[int, list[Spot]] = {}  # for each ray that is blocked, the spots beyond what blocks it
    for ray in range(rays):
        degrees = ray * 360 // rays
        spot, stopped = farthest(going, x, y, *step(x, y, degrees, allowance), allowance)
        outline.append(spot)
        if stopped and stopped.why in ("impassable", "piece"):
            behind[ray] = list(_behind(going, x, y, allowance, degrees, spot))
    reach = Reach(going, (x, y), allowance, [spots[0] for spots in behind.values() if spots])
    for ray, spots in behind.items():
        outline[ray] = next((spot for spot in spots if reach.holds(spot)), outline[ray])
    return tuple(outline)


def _behind(going: Going, x: int, y: int, allowance: int, degrees: int, spot: Spot) -> Iterator[Spot]:
    """Spots on a ray beyond where it is stopped, the farthest first, at which the base could stand."""
    straight = (spot[0] - x) ** 2 + (spot[1] - y) ** 2
    for eighths in EIGHTHS:
        bx, by = step(x, y, degrees, allowance * eighths // 8)
        if (bx - x) ** 2 + (by - y) ** 2 <= straight:
            return
        if can_end(going, bx, by):
            yield bx, by


class Reach:
    """What can be reached from a spot within an allowance: the corners at which a way may bend, with what it costs to come there."""

    def __init__(self, going: Going, start: Spot, allowance: int, towards: list[Spot]) -> None:
        self.going, self.start, self.allowance = going, start, allowance
        self._search = Search(going, start, start, 2 * allowance)
        self.corners: list[tuple[float, Spot]] = [(0.0, start)]
        if sum(self._search.meet((start, spot)) for spot in towards):
            self._find_corners()

    def holds(self, spot: Spot) -> bool:
        """Whether a way leads there that the allowance pays for."""
        while True:
            ways = [
                (cost + leg, corner)
                for cost, corner in self.corners
                if cost + math.dist(corner, spot) <= self.allowance and (leg := self._search.leg(corner, spot)) >= 0
            ]
            cost, corner = min(ways, default=(math.inf, spot))
            if cost > self.allowance or round_up(cost) > self.allowance:
                return False
            if not self._search.meet((corner, spot)):
                return True
            self._find_corners()

    def _find_corners(self) -> None:
        """The corners of what is in the way, nearest first, until the ways to all of them meet nothing new."""
        while True:
            self._search.costs.clear()
            found = self._from_start()
            if not sum(self._search.meet((before, corner)) for _, corner, before in found):
                break
        self.corners = [(0.0, self.start), *[(cost, corner) for cost, corner, _ in found]]

    def _from_start(self) -> list[tuple[float, Spot, Spot]]:
        """Every corner in reach, cheapest first: what it costs to come there, and from which corner one comes."""
        # A corner at which nobody can stand is kept until a leg to it meets what stands there, which then has corners of its own.
        left = dict.fromkeys(self._search.nodes())
        left.pop(self.start, None)
        found: list[tuple[float, Spot, Spot]] = []
        best: dict[Spot, float] = {}
        queue: list[tuple[float, Spot, Spot]] = [(0.0, self.start, self.start)]
        while queue:
            cost, here, before = heapq.heappop(queue)
            if here != self.start:
                if here not in left:
                    continue
                del left[here]
                found.append((cost, here, before))
            for there in left:
                least = cost + math.dist(here, there)
                if least > self.allowance or least >= best.get(there, math.inf):
                    continue
                leg = self._search.leg(here, there)
                if leg >= 0 and cost + leg <= self.allowance and cost + leg < best.get(there, math.inf):
                    best[there] = cost + leg
                    heapq.heappush(queue, (cost + leg, there, here))
        return found
