"""How far a piece gets on a map of hexes with so many movement points.

All hexes that cost the same are moved at once: a layer is the mask of the hexes reached with so many points spent, and
one step in a direction shifts a whole layer. With facings there are six such masks to a layer.
"""

from collections.abc import Callable
from functools import lru_cache

from grognard.ground.hex_map import Grid, HexMap
from grognard.ground.hexes import SIDES, Facing

Costs = tuple[tuple[tuple[int, int], ...], ...]
"""For each direction, what it costs to leave a hex that way: points, and the mask of the hexes that cost so many."""


def step_costs(hex_map: HexMap, price: Callable[[int, int, int], int | None]) -> Costs:
    """Ask once for the price of every step, from a hex to a hex in a direction; None where nobody can go.

    Prices are 1 or more.
    """
    board, costs = hex_map.grid, []
    for direction in range(6):
        found: dict[int, int] = {}
        for n in range(board.size):
            there = board.next_to[n][direction]
            points = price(n, there, direction) if there >= 0 else None
            if points is not None:
                found[points] = found.get(points, 0) | 1 << n
        costs.append(tuple(sorted(found.items())))
    return tuple(costs)


def flood(board: Grid, start: int, points: int, costs: Costs, closed: int = 0, halt: int = 0) -> tuple[int, ...]:
    """Where a piece without facing gets: for each number of points spent, the hexes that cost just that many.

    It may not enter the closed hexes, and goes no farther from a hex of `halt` that it entered.
    """
    layers, seen = [0] * (points + 1), 0
    layers[0] = 1 << start
    for spent in range(points + 1):
        fresh = layers[spent] & ~seen
        layers[spent] = fresh
        seen |= fresh
        going = fresh if not spent else fresh & ~halt
        if not going:
            continue
        for direction in range(6):
            for price, where in costs[direction]:
                leaving = going & where
                if leaving and spent + price <= points:
                    layers[spent + price] |= board.shifted(leaving, direction) & ~closed
    return tuple(layers)


def flood_facing(
    board: Grid,
    kind: Facing,
    start: int,
    facing: int,
    points: int,
    costs: Costs,
    aside: int = 1,
    turn: int = 1,
    closed: int = 0,
    halt: int = 0,
) -> tuple[tuple[int, ...], ...]:
    """Where a piece with a facing gets: for each number of points spent, six masks, one for each facing it may then
    have.

    A step into a front hex costs its price, one aside or back that much more (`aside`); a turn of 60 degrees costs
    `turn`. In a hex of `halt` that it entered it may still turn.
    """
    layers = [[0] * 6 for _ in range(points + 1)]
    seen = [0] * 6
    layers[0][facing] = 1 << start
    plans = _plans(kind, costs, aside)
    for spent in range(points + 1):
        here = layers[spent]
        for now in range(6):
            fresh = here[now] & ~seen[now]
            here[now] = fresh
            if not fresh:
                continue
            seen[now] |= fresh
            if spent + turn <= points:
                layers[spent + turn][(now + 1) % 6] |= fresh
                layers[spent + turn][(now + 5) % 6] |= fresh
            going = fresh & ~halt | fresh & 1 << start
            for direction, price, where in plans[now]:
                leaving = going & where
                if leaving and spent + price <= points:
                    layers[spent + price][now] |= board.shifted(leaving, direction) & ~closed
    return tuple([tuple(layer) for layer in layers])


@lru_cache(maxsize=256)
def _plans(kind: Facing, costs: Costs, aside: int) -> list[list[tuple[int, int, int]]]:
    """For each facing the steps it may make: direction, points, and the hexes where it costs that."""
    front = SIDES[kind]["front"]
    return [
        [
            (direction, price + (0 if (direction - facing) % 6 in front else aside), where)
            for direction in range(6)
            for price, where in costs[direction]
        ]
        for facing in range(6)
    ]


def reached(layers: tuple[int, ...]) -> int:
    """All the hexes of a flood."""
    mask = 0
    for layer in layers:
        mask |= layer
    return mask


def cost_to(layers: tuple[int, ...], n: int) -> int | None:
    """How many points a hex takes; None if it is out of reach."""
    return next((spent for spent, layer in enumerate(layers) if layer >> n & 1), None)


def way_to(board: Grid, layers: tuple[int, ...], costs: Costs, end: int, halt: int = 0) -> tuple[int, ...]:
    """The hexes of a cheapest way to a hex that a flood has reached, both ends included.

    Of several, the first by direction.
    """
    spent = cost_to(layers, end)
    if spent is None:
        raise ValueError(f"hex {board.key(end)} was not reached")
    path = [end]
    while spent:
        spent, end = _before(board, layers, costs, end, spent, halt)
        path.append(end)
    return tuple(reversed(path))


def _before(board: Grid, layers: tuple[int, ...], costs: Costs, end: int, spent: int, halt: int) -> tuple[int, int]:
    for direction in range(6):
        before = board.next_to[end][(direction + 3) % 6]
        if before < 0:
            continue
        for price, where in costs[direction]:
            left = spent - price
            if left >= 0 and where >> before & 1 and layers[left] >> before & 1 and not (left and halt >> before & 1):
                return left, before
    raise ValueError("these layers were not made with these costs")
