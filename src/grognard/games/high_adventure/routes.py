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


MOST_SPOTS = 4096  # so many spots are remembered with the corners that can be walked to from them


class Network:
    """The corners of a table for bases of one size, and which of them can be walked between at what cost.

    Of the spots that were asked about it keeps the legs to and from the corners, as far as they were needed: figures of a group go to the same
    place, and one figure thinks of several.
    """

    __slots__ = ("_ahead", "_from", "_to", "going", "legs", "nodes", "parts")

    def __init__(self, going: Going) -> None:
        self.going = going
        self.nodes = _nodes(going)
        self.legs = self._legs()
        self.parts = self._parts()
        self._from: dict[Spot, dict[int, float]] = {}
        self._to: dict[Spot, dict[int, float]] = {}
        self._ahead: dict[Spot, list[float]] = {}

    def legs_from(self, spot: Spot) -> dict[int, float]:
        """What a straight leg from this spot to each corner costs, by corner, as far as it is known; FAR where something solid stops it."""
        return _kept(self._from, spot)

    def legs_to(self, spot: Spot) -> dict[int, float]:
        """The same for legs from each corner to this spot."""
        return _kept(self._to, spot)

    def apart(self, spot: Spot) -> list[float]:
        """How far each corner is from a spot as the crow flies."""
        found = self._ahead.get(spot)
        if found is None:
            if len(self._ahead) >= MOST_SPOTS:
                self._ahead.clear()
            px, py = spot
            found = self._ahead[spot] = [math.sqrt((x - px) ** 2 + (y - py) ** 2) for x, y in self.nodes]
        return found

    def leg(self, a: Spot, b: Spot) -> float:
        """What a straight leg costs; FAR if something solid stops it."""
        going = self.going
        if solid_in_way(going.terrain, going.radius, *a, *b, -1) >= 0:
            return FAR
        return leg_cost(going, *a, *b)

    def _parts(self) -> list[int]:
        """Which nodes hang together: a shut house is a part of its own."""
        parts = [-1] * len(self.nodes)
        for start in range(len(self.nodes)):
            if parts[start] >= 0:
                continue
            parts[start] = start
            work = [start]
            for here in work:
                for there, _ in self.legs[here]:
                    if parts[there] < 0:
                        parts[there] = start
                        work.append(there)
        return parts

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


def _kept(spots: dict[Spot, dict[int, float]], spot: Spot) -> dict[int, float]:
    found = spots.get(spot)
    if found is None:
        if len(spots) >= MOST_SPOTS:
            spots.clear()
        found = spots[spot] = {}
    return found


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
    kept = tuple(
        f for f in terrain.features if f.impassable or f.slow > 1 or f.obstacle or f.clears_way or f.kind == "room"
    )
    return lay(terrain.width, terrain.height, kept)


@lru_cache(maxsize=48)
def network(terrain: Terrain, radius: int, ignores_slow: bool, ignores_obstacles: bool) -> Network:
    """The network of a table for such bases."""
    return Network(Going(terrain, radius, ignores_slow=ignores_slow, ignores_obstacles=ignores_obstacles))


@lru_cache(maxsize=4096)
def route(going: Going, x1: int, y1: int, x2: int, y2: int, allowance: int | None = None) -> Walk:
    """The cheapest way to a spot, straight if it can be. With an allowance, refused if it costs more."""
    straight: Path = ((x1, y1), (x2, y2))
    refusal = end_refusal(going, x2, y2)
    if refusal:
        return Walk(straight, 0, refusal)
    apart = (x2 - x1) ** 2 + (y2 - y1) ** 2
    if allowance is not None and apart > allowance * allowance:
        return Walk(straight, math.isqrt(apart), Refusal("too far"))
    found = round_solids(going, x1, y1, x2, y2)
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


def round_solids(going: Going, x1: int, y1: int, x2: int, y2: int) -> tuple[Path, float] | None:
    """The cheapest way that nothing solid stops, whoever stands on it."""
    terrain = going.terrain
    best: float = FAR
    if solid_in_way(terrain, going.radius, x1, y1, x2, y2, -1) < 0:
        best = leg_cost(going, x1, y1, x2, y2)
        if best <= math.sqrt((x2 - x1) ** 2 + (y2 - y1) ** 2) + 1:
            return ((x1, y1), (x2, y2)), best
    net = network(terrain, going.radius, going.ignores_slow, going.ignores_obstacles)
    found = _search(net, (x1, y1), (x2, y2), best)
    if found is not None:
        return found
    return None if best == FAR else (((x1, y1), (x2, y2)), best)


@lru_cache(maxsize=8192)
def _part_of(net: Network, x: int, y: int) -> int:
    """The part of the network that a spot belongs to; -1 if no corner can be walked to from it."""
    squares = [(there - x) ** 2 + (up - y) ** 2 for there, up in net.nodes]
    for n in sorted(range(len(squares)), key=squares.__getitem__):
        if solid_in_way(net.going.terrain, net.going.radius, x, y, *net.nodes[n], -1) < 0:
            return net.parts[n]
    return -1


@lru_cache(maxsize=8192)
def _search(net: Network, start: Spot, goal: Spot, best: float) -> tuple[Path, float] | None:
    """The cheapest way over the network, if it is cheaper than `best`."""
    part = _part_of(net, *start)
    if part < 0 or part != _part_of(net, *goal):
        return None
    return _best_way(net, start, goal, best)


def _best_way(net: Network, start: Spot, goal: Spot, best: float) -> tuple[Path, float] | None:
    """A* over the network. Which corners can be walked to from the start, and the goal from a corner, is asked only of those that come up."""
    nodes, ahead = net.nodes, net.apart(goal)
    first, last_legs = net.legs_from(start), net.legs_to(goal)
    queue = _first_legs(net.apart(start), ahead, best)
    came: dict[int, int] = {}
    least: dict[int, float] = {}  # the cheapest way to each corner that is in the queue
    while queue:
        total, cost, n, last, proved = heapq.heappop(queue)
        if total >= best:
            return None
        if n == GOAL:
            return _traced(net, came, start, last, goal), cost
        if n in came:
            continue
        if not proved:
            real = first.get(n)
            if real is None:
                real = first[n] = net.leg(start, nodes[n])
            if real < FAR:
                heapq.heappush(queue, (real + ahead[n], real, n, START, True))
            continue
        came[n] = last
        more = last_legs.get(n)
        if more is None:
            more = last_legs[n] = net.leg(nodes[n], goal)
        if more < FAR:
            heapq.heappush(queue, (cost + more, cost + more, GOAL, n, True))
        for m, more in net.legs[n]:
            if m not in came:
                whole = cost + more
                if whole <= least.get(m, FAR) and whole + ahead[m] < best:
                    least[m] = whole
                    heapq.heappush(queue, (whole + ahead[m], whole, m, n, True))
    return None


GOAL, START = -1, -2
Entry = tuple[
    float, float, int, int, bool
]  # cost in all, cost so far, the node, whence, and whether a leg from the start is proved


def _first_legs(far: list[float], ahead: list[float], best: float) -> list[Entry]:
    """Every corner as if it could be walked to from the start; that is proved when it comes up."""
    queue: list[Entry] = [
        (there + left, there, n, START, False)
        for n, (there, left) in enumerate(zip(far, ahead, strict=True))
        if there + left < best
    ]
    heapq.heapify(queue)
    return queue


def _traced(net: Network, came: dict[int, int], start: Spot, last: int, goal: Spot) -> Path:
    path = [goal]
    while last != START:
        path.append(net.nodes[last])
        last = came[last]
    return (start, *path[::-1])


def _met(going: Going, path: Path) -> int:
    for a, b in pairwise(path):
        met = base_in_way(going.blockers, going.radius, *a, *b)
        if met >= 0:
            return met
    return -1


def _round_base(going: Going, met: int, x1: int, y1: int, x2: int, y2: int) -> tuple[Path, float] | None:
    """Round one base that stands in the way, if nobody else then does: past the nearest turning point that both straight legs reach, else by any way."""
    base: Disc = going.blockers[met]
    away = base.radius + going.radius
    room = going._replace(passable=())
    turns = sorted(
        _turning_points(base.x, base.y, away),
        key=lambda t: math.sqrt((x1 - t[0]) ** 2 + (y1 - t[1]) ** 2) + math.sqrt((x2 - t[0]) ** 2 + (y2 - t[1]) ** 2),
    )
    others = going.blockers
    terrain, radius = going.terrain, going.radius
    for x, y in turns:
        if base_in_way(others, radius, x1, y1, x, y) >= 0 or base_in_way(others, radius, x, y, x2, y2) >= 0:
            continue
        if solid_in_way(terrain, radius, x1, y1, x, y, -1) >= 0 or not can_end(room, x, y):
            continue
        if solid_in_way(terrain, radius, x, y, x2, y2, -1) < 0:
            return ((x1, y1), (x, y), (x2, y2)), leg_cost(going, x1, y1, x, y) + leg_cost(going, x, y, x2, y2)
    for x, y in turns[:6]:
        found = _by_way_of(going, room, x1, y1, x, y, x2, y2)
        if found is not None:
            return found
    return None


@lru_cache(maxsize=4096)
def _turning_points(x: int, y: int, away: int) -> tuple[Spot, ...]:
    """Spots about a base at which a way round it may bend."""
    return tuple(
        step(x, y, degrees, reach) for reach in (away * 21 // 20 + 3, away * 7 // 5) for degrees in range(0, 360, 30)
    )


def _by_way_of(
    going: Going, room: Going, x1: int, y1: int, x: int, y: int, x2: int, y2: int
) -> tuple[Path, float] | None:
    if not can_end(room, x, y):
        return None
    first = round_solids(going, x1, y1, x, y)
    if first is None or _met(going, first[0]) >= 0:
        return None
    last = round_solids(going, x, y, x2, y2)
    if last is None or _met(going, last[0]) >= 0:
        return None
    return (*first[0], *last[0][1:]), first[1] + last[1]
