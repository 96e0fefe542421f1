"""Finding the way: a network of corners for each table, made once, so that a question in a dungeon costs little.

The corners of everything impassable, and of slow ground, are the spots at which a way may bend. Which of them can be walked between, and what every such
walk costs, does not change while the table does not; it is worked out once for each table and size of base. A question then joins its two ends to the
network. Bases that stand in the way are gone round one at a time.
"""

import heapq
import math
from functools import lru_cache
from itertools import pairwise

from grognard.ground.measure import Spot, round_up, step
from grognard.ground.paths import Going, Path, Refusal, Walk, base_in_way, can_end, end_refusal, leg_cost, solid_in_way
from grognard.ground.shapes import Disc, Shape, Wall, corners
from grognard.ground.terrain import Terrain, lay
from grognard.ground.ways import round_corners

FAR = math.inf


class Network:
    """The corners of a table for bases of one size, and the cheapest way between any two of them."""

    __slots__ = ("going", "nodes", "reached", "via")

    def __init__(self, going: Going) -> None:
        self.going = going
        self.nodes = _nodes(going)
        legs = self._legs()
        self.reached: list[list[float]] = []
        self.via: list[list[int]] = []
        for start in range(len(self.nodes)):
            best, came = _dijkstra(legs, start)
            self.reached.append(best)
            self.via.append(came)

    def _legs(self) -> list[list[tuple[int, float]]]:
        legs: list[list[tuple[int, float]]] = [[] for _ in self.nodes]
        for n, a in enumerate(self.nodes):
            for m in range(n):
                b = self.nodes[m]
                if solid_in_way(self.going.terrain, self.going.radius, *a, *b, -1) < 0:
                    cost = leg_cost(self.going, *a, *b)
                    legs[n].append((m, cost))
                    legs[m].append((n, cost))
        return legs

    def between(self, a: int, b: int) -> list[Spot]:
        """The corners of the cheapest way from one node to another, both included."""
        found = [self.nodes[b]]
        while b != a:
            b = self.via[a][b]
            found.append(self.nodes[b])
        return found[::-1]


def _dijkstra(legs: list[list[tuple[int, float]]], start: int) -> tuple[list[float], list[int]]:
    best, came = [FAR] * len(legs), [start] * len(legs)
    best[start] = 0.0
    queue = [(0.0, start)]
    while queue:
        cost, here = heapq.heappop(queue)
        if cost > best[here]:
            continue
        for there, more in legs[here]:
            if cost + more < best[there]:
                best[there], came[there] = cost + more, here
                heapq.heappush(queue, (cost + more, there))
    return best, came


def _nodes(going: Going) -> list[Spot]:
    """Spots beside corners where the base can stand; in a dungeon only those in its rooms."""
    terrain, radius = going.terrain, going.radius
    found: list[Spot] = []
    for shape in terrain.solids.shapes:
        found += _about(shape, max(radius, 1))
    if not going.ignores_slow:
        for shape in terrain.slow.shapes:
            found += round_corners(shape, 1)
    rooms = [feature for feature in terrain.features if feature.kind == "room"]
    bare = Going(terrain, radius)
    return [
        spot
        for spot in dict.fromkeys(found)
        if can_end(bare, *spot) and (not rooms or any(feature.kind == "room" for feature in terrain.at(*spot)))
    ]


def _about(shape: Shape, room: int) -> list[Spot]:
    if type(shape) is not Wall:
        return list(round_corners(shape, room))
    square = all(x1 == x2 or y1 == y2 for (x1, y1), (x2, y2) in pairwise(corners(shape)))
    steps = (-1, 1) if square else (-1, 0, 1)
    return [(x + dx * room, y + dy * room) for x, y in corners(shape) for dx in steps for dy in steps if dx or dy]


@lru_cache(maxsize=64)
def walking_ground(terrain: Terrain) -> Terrain:
    """The table without what does not matter to walkers, so that smoke and open windows do not make another one."""
    kept = tuple(f for f in terrain.features if f.impassable or f.slow > 1 or f.obstacle or f.clears_way or f.kind == "room")
    return lay(terrain.width, terrain.height, kept)


@lru_cache(maxsize=48)
def network(terrain: Terrain, radius: int, ignores_slow: bool, ignores_obstacles: bool) -> Network:
    """The network of a table for such bases."""
    return Network(Going(terrain, radius, ignores_slow=ignores_slow, ignores_obstacles=ignores_obstacles))


@lru_cache(maxsize=4096)
def joined(net: Network, x: int, y: int) -> tuple[tuple[int, float], ...]:
    """The nodes that can be walked to straight from a spot, with what that costs."""
    going = net.going
    return tuple(
        (n, leg_cost(going, x, y, *node))
        for n, node in enumerate(net.nodes)
        if solid_in_way(going.terrain, going.radius, x, y, *node, -1) < 0
    )


def route(going: Going, x1: int, y1: int, x2: int, y2: int, allowance: int | None = None) -> Walk:
    """The cheapest way to a spot, straight if it can be. With an allowance, refused if it costs more."""
    straight: Path = ((x1, y1), (x2, y2))
    refusal = end_refusal(going, x2, y2)
    if refusal:
        return Walk(straight, 0, refusal)
    apart = (x2 - x1) ** 2 + (y2 - y1) ** 2
    if allowance is not None and apart > allowance * allowance:
        return Walk(straight, math.isqrt(apart), Refusal("too far"))
    found = _round_solids(going, x1, y1, x2, y2)
    if found is None:
        return Walk(straight, 0, Refusal("no way"))
    path, cost = found
    if going.blockers:
        met = _met(going, path)
        if met >= 0:
            detour = _round_base(going, met, x1, y1, x2, y2)
            if detour is None:
                return Walk(path, round_up(cost), Refusal("piece", piece=met))
            path, cost = detour
    if allowance is not None and round_up(cost) > allowance:
        return Walk(path, round_up(cost), Refusal("too far", len(path) - 2))
    return Walk(path, round_up(cost))


def _round_solids(going: Going, x1: int, y1: int, x2: int, y2: int) -> tuple[Path, float] | None:
    """The cheapest way that nothing solid stops, whoever stands on it."""
    terrain = going.terrain
    best: float = FAR
    path: Path | None = None
    if solid_in_way(terrain, going.radius, x1, y1, x2, y2, -1) < 0:
        best, path = leg_cost(going, x1, y1, x2, y2), ((x1, y1), (x2, y2))
        if best <= math.sqrt((x2 - x1) ** 2 + (y2 - y1) ** 2) + 1:
            return path, best
    net = network(terrain, going.radius, going.ignores_slow, going.ignores_obstacles)
    start, goal = joined(net, x1, y1), joined(net, x2, y2)
    ends: tuple[int, int] | None = None
    for a, first in start:
        row = net.reached[a]
        for b, last in goal:
            cost = first + row[b] + last
            if cost < best - 0.5:
                best, ends = cost, (a, b)
    if ends is not None:
        path = ((x1, y1), *net.between(*ends), (x2, y2))
    return None if path is None else (path, best)


def _met(going: Going, path: Path) -> int:
    for a, b in pairwise(path):
        met = base_in_way(going.blockers, going.radius, *a, *b)
        if met >= 0:
            return met
    return -1


def _round_base(going: Going, met: int, x1: int, y1: int, x2: int, y2: int) -> tuple[Path, float] | None:
    """Round one base that stands in the way, if nobody else then does."""
    base: Disc = going.blockers[met]
    best: tuple[Path, float] | None = None
    away = base.radius + going.radius
    turns = [step(base.x, base.y, degrees, reach) for reach in (away * 21 // 20 + 3, away * 7 // 5) for degrees in range(0, 360, 30)]
    for x, y in turns:
        if not can_end(going._replace(passable=()), x, y):
            continue
        first = _round_solids(going, x1, y1, x, y)
        if first is None or _met(going, first[0]) >= 0:
            continue
        last = _round_solids(going, x, y, x2, y2)
        if last is None or _met(going, last[0]) >= 0:
            continue
        cost = first[1] + last[1]
        if best is None or cost < best[1]:
            best = (*first[0], *last[0][1:]), cost
    return best
