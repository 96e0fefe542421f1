"""The shortest way round whatever stands between two spots.

It is looked for among the corners of what is in the way, and of nothing else: the search begins with the straight line,
adds the corners of whatever blocks the best way so far, and stops when that way is free. A way that was left out would
have to go round more things, not fewer, so it cannot be shorter.

Round a corner a base goes in short straight legs, so a way is up to some hundredths of its length longer than a string
pulled tight (2 at square corners, 7 at the sharpest). Slow ground is met in the same manner as solid things: its
corners are looked at once the best way crosses it, and it is crossed straight or gone round, whichever is cheaper.
"""

import heapq
import math
from functools import lru_cache
from itertools import pairwise

from grognard.ground.lines import crosses
from grognard.ground.measure import Spot, round_up, step
from grognard.ground.paths import Going, Path, Refusal, Walk, base_in_way, end_refusal, leg_cost, solid_in_way
from grognard.ground.shapes import Disc, Shape, Wall, corners, holds
from grognard.ground.terrain import Terrain


def way(going: Going, x1: int, y1: int, x2: int, y2: int, allowance: int | None = None) -> Walk:
    """The cheapest way to a spot, straight if it can be, else round whatever stands between.

    With an allowance, refused if it costs more.
    """
    straight: Path = ((x1, y1), (x2, y2))
    refusal = end_refusal(going, x2, y2)
    if refusal:
        return Walk(straight, 0, refusal)
    apart = (x2 - x1) ** 2 + (y2 - y1) ** 2
    if allowance is not None and apart > allowance * allowance:
        return Walk(straight, math.isqrt(apart - 1) + 1, Refusal("too far"))
    found = _search(going, x1, y1, x2, y2, math.inf if allowance is None else allowance)
    if found is None:
        return Walk(straight, 0, Refusal("no way" if allowance is None else "too far"))
    path, cost = found
    if allowance is not None and round_up(cost) > allowance:
        return Walk(path, round_up(cost), Refusal("too far", len(path) - 2))
    return Walk(path, round_up(cost))


class Search:
    """What the search for a way has met so far: the solids, slow grounds and bases whose corners it looks at."""

    __slots__ = ("bases", "costs", "ends", "going", "met", "most", "slow", "solids")

    def __init__(self, going: Going, start: Spot, goal: Spot, most: float) -> None:
        self.going = going
        self.ends = (*start, *goal)
        self.most = most  # a way that costs more is of no use
        self.solids, self.slow = 0, 0
        self.bases: list[int] = []
        self.met: tuple[Disc, ...] = ()  # the bases themselves
        self.costs: dict[tuple[Spot, Spot], float] = {}

    def nodes(self) -> list[Spot]:
        """The spots at which a way may bend without becoming too long for its allowance."""
        going = self.going
        found: list[Spot] = []
        terrain, radius = going.terrain, going.radius
        for pieces, mask in ((terrain.solids, self.solids), (terrain.slow, self.slow)):
            while mask:
                low = mask & -mask
                mask ^= low
                found += round_corners(pieces.shapes[low.bit_length() - 1], radius if pieces is terrain.solids else 0)
        for n in self.bases:
            found += round_corners(going.blockers[n], radius)
        x1, y1, x2, y2 = self.ends
        # Where another base stands nobody turns; one that is overlapped from the start may be left.
        taken = [(disc.x, disc.y, (disc.radius + radius) ** 2) for disc in self.met]
        taken = [(x, y, reach) for x, y, reach in taken if (x - x1) ** 2 + (y - y1) ** 2 >= reach]
        return [
            (x, y)
            for x, y in dict.fromkeys(found)
            if radius <= x <= terrain.width - radius
            and radius <= y <= terrain.height - radius
            and math.sqrt((x - x1) ** 2 + (y - y1) ** 2) + math.sqrt((x - x2) ** 2 + (y - y2) ** 2) <= self.most
            and all((x - bx) ** 2 + (y - by) ** 2 >= reach for bx, by, reach in taken)
        ]

    def leg(self, a: Spot, b: Spot) -> float:
        """What a leg costs when only what was met so far can stop it; negative if that stops it."""
        cost = self.costs.get((a, b))
        if cost is None:
            going = self.going
            if (self.met and base_in_way(self.met, going.radius, *a, *b) >= 0) or solid_in_way(
                going.terrain, going.radius, *a, *b, self.solids
            ) >= 0:
                cost = -1.0
            else:
                cost = leg_cost(going, *a, *b)
            self.costs[a, b] = cost
        return cost

    def meet(self, path: Path) -> bool:
        """Take in whatever stops this path, and the slow ground that it crosses; False if there was nothing new."""
        going, terrain = self.going, self.going.terrain
        before = (self.solids, self.slow, len(self.bases))
        for (x1, y1), (x2, y2) in pairwise(path):
            piece = solid_in_way(terrain, going.radius, x1, y1, x2, y2, ~self.solids)
            while piece >= 0:
                self.solids |= 1 << piece
                piece = solid_in_way(terrain, going.radius, x1, y1, x2, y2, ~self.solids)
            for n, other in enumerate(going.blockers):
                if n not in self.bases and base_in_way((other,), going.radius, x1, y1, x2, y2) >= 0:
                    self.bases.append(n)
            if not going.ignores_slow:
                self.slow |= _crossed(terrain, x1, y1, x2, y2)
        self.met = tuple([going.blockers[n] for n in self.bases])
        return before != (self.solids, self.slow, len(self.bases))


def _crossed(terrain: Terrain, x1: int, y1: int, x2: int, y2: int) -> int:
    mask, found = terrain.slow.strips.on_line(x1, y1, x2, y2), 0
    while mask:
        low = mask & -mask
        mask ^= low
        if crosses(terrain.slow.shapes[low.bit_length() - 1], x1, y1, x2, y2):
            found |= low
    return found


def _search(going: Going, x1: int, y1: int, x2: int, y2: int, most: float) -> tuple[Path, float] | None:
    start, goal = (x1, y1), (x2, y2)
    search = Search(going, start, goal, most)
    path: Path = (start, goal)
    while search.meet(path):
        search.costs = {leg: cost for leg, cost in search.costs.items() if cost < 0}  # what was stopped stays so
        found = _cheapest(search, start, goal)
        if found is None:
            return None
        path = found
    return path, sum([leg_cost(going, *a, *b) for a, b in pairwise(path)])


def _cheapest(search: Search, start: Spot, goal: Spot) -> Path | None:
    """The cheapest path over the nodes of a search.

    Of several as cheap, the one found first; nodes have a fixed order.
    """
    spots = [start, *search.nodes(), goal]
    last = len(spots) - 1
    best = [math.inf] * len(spots)
    came = [0] * len(spots)
    best[0] = 0.0
    left = list(range(1, len(spots)))
    ahead = [math.sqrt((x - goal[0]) ** 2 + (y - goal[1]) ** 2) for x, y in spots]
    queue: list[tuple[float, int]] = [(ahead[0], 0)]
    while queue:
        _, here = heapq.heappop(queue)
        if here == last:
            return _traced(spots, came)
        if here and here not in left:
            continue
        if here:
            left.remove(here)
        x, y = spots[here]
        for there in left:
            tx, ty = spots[there]
            least = best[here] + math.sqrt((tx - x) ** 2 + (ty - y) ** 2)
            # What comes straight from here on is too far already, or no better than a way that is known.
            if least >= best[there] or least + ahead[there] > min(search.most, best[last]) + 1:
                continue
            cost = search.leg(spots[here], spots[there])
            if cost >= 0 and best[here] + cost < best[there] and best[here] + cost + ahead[there] <= search.most + 1:
                best[there] = best[here] + cost
                came[there] = here
                heapq.heappush(queue, (best[there] + ahead[there], there))
    return None


def _traced(spots: list[Spot], came: list[int]) -> Path:
    path, here = [spots[-1]], len(spots) - 1
    while here:
        here = came[here]
        path.append(spots[here])
    return tuple(reversed(path))


@lru_cache(maxsize=16384)
def round_corners(shape: Shape, radius: int) -> tuple[Spot, ...]:
    """The spots at which a base of that radius turns when it goes round a shape."""
    if type(shape) is Disc:
        reach = (shape.radius + radius + 2) * 10353 // 10000 + 1  # twelve corners about a circle: 1 / cos 15 degrees
        return tuple(step(shape.x, shape.y, degrees, reach) for degrees in range(0, 360, 30))
    room = max(radius, 1)
    if type(shape) is Wall:
        return tuple(spot for point in corners(shape) for spot in _about(point, room))
    points = corners(shape)
    ring = zip(points[-1:] + points[:-1], points, points[1:] + points[:1], strict=True)
    return tuple([spot for three in ring for spot in _outer_corner(*three, room, shape)])


def _about(point: Spot, room: int) -> list[Spot]:
    """Eight spots about the end or bend of a wall."""
    x, y = point
    return [(x + dx * room, y + dy * room) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


def _outer_corner(before: Spot, point: Spot, after: Spot, room: int, shape: Shape) -> tuple[Spot, ...]:
    """The spots outside a corner at which a base turns: one radius off the face that it leaves, then off the next."""
    x, y = point
    ax, ay, bx, by = x - before[0], y - before[1], x - after[0], y - after[1]
    if not (ax and ay) and not (bx and by) and ax * bx + ay * by == 0:  # square with the table: exact
        sx, sy = _sign(ax) + _sign(bx), _sign(ay) + _sign(by)
        if holds(shape, x + sx, y + sy):
            return ()  # a hollow, where nobody turns
        less = room * 4143 // 10000 + 1  # the tangent of 22.5 degrees
        return (x + sx * room, y + sy * less), (x + sx * less, y + sy * room)
    la, lb = math.sqrt(ax * ax + ay * ay), math.sqrt(bx * bx + by * by)
    ux, uy = ax / la + bx / lb, ay / la + by / lb
    size = math.sqrt(ux * ux + uy * uy)
    if size < 0.1:  # nearly straight on: square to the face
        ux, uy, size, sine = -ay / la, ax / la, 1.0, 1.0
    else:
        sine = max(0.25, abs(ax * by - ay * bx) / (la * lb) / size)
    ex, ey = ux / size * (room + 2) / sine, uy / size * (room + 2) / sine
    outside = (math.floor(x + ex + 0.5), math.floor(y + ey + 0.5))
    return (outside if not holds(shape, *outside) else (math.floor(x - ex + 0.5), math.floor(y - ey + 0.5)),)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
