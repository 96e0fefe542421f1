"""Movement points on a map of hexes, against a plain search."""

import heapq

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.ground.hex_map import bits, draw_map, grid
from grognard.ground.hex_reach import cost_to, flood, flood_facing, reached, step_costs, way_to
from grognard.ground.hexes import Facing, facing_directions

BOARD = grid(8, 6)
places = st.integers(0, BOARD.size - 1)
masks = st.integers(0, BOARD.everything)
PRICE = {"clear": 1, "wood": 2}
grounds = st.lists(st.sampled_from(["clear", "clear", "clear", "wood", "river"]), min_size=48, max_size=48).map(tuple)


def costs_of(ground):
    board = draw_map(8, 6, ground)
    return step_costs(board, lambda _, there, __: PRICE.get(board.ground[there]))


def plain_flood(ground, start, points, closed, halt):
    best, queue = {}, [(0, start)]
    while queue:
        spent, n = heapq.heappop(queue)
        if n in best:
            continue
        best[n] = spent
        if spent and halt >> n & 1:
            continue
        for there in BOARD.next_to[n]:
            price = PRICE.get(ground[there]) if there >= 0 else None
            if price and spent + price <= points and not closed >> there & 1:
                heapq.heappush(queue, (spent + price, there))
    return best


def plain_flood_facing(ground, kind, start, facing, points, closed, halt):
    best, queue = {}, [(0, start, facing)]
    while queue:
        spent, n, now = heapq.heappop(queue)
        if (n, now) in best or spent > points:
            continue
        best[n, now] = spent
        for turned in ((now + 1) % 6, (now - 1) % 6):
            heapq.heappush(queue, (spent + 1, n, turned))
        if halt >> n & 1 and n != start:
            continue
        front = facing_directions(kind, now, "front")
        for direction, there in enumerate(BOARD.next_to[n]):
            price = PRICE.get(ground[there]) if there >= 0 else None
            if price and not closed >> there & 1:
                heapq.heappush(queue, (spent + price + (direction not in front), there, now))
    return best


@settings(max_examples=50)
@given(grounds, places, st.integers(0, 7), masks, masks)
def test_a_flood_finds_what_a_plain_search_finds(ground, start, points, closed, halt):
    layers = flood(BOARD, start, points, costs_of(ground), closed, halt)
    assert {n: spent for spent, layer in enumerate(layers) for n in bits(layer)} == plain_flood(
        ground, start, points, closed, halt
    )


@settings(max_examples=40)
@given(grounds, st.sampled_from(Facing), places, st.integers(0, 5), st.integers(0, 6), masks, masks)
def test_a_flood_with_facings_finds_what_a_plain_search_finds(ground, kind, start, facing, points, closed, halt):
    layers = flood_facing(BOARD, kind, start, facing, points, costs_of(ground), closed=closed, halt=halt)
    found = {(n, now): spent for spent, layer in enumerate(layers) for now in range(6) for n in bits(layer[now])}
    assert found == plain_flood_facing(ground, kind, start, facing, points, closed, halt)


@settings(max_examples=40)
@given(grounds, places, st.integers(0, 7), masks)
def test_the_way_to_a_hex_costs_what_the_flood_says(ground, start, points, halt):
    costs = costs_of(ground)
    layers = flood(BOARD, start, points, costs, halt=halt)
    for end in bits(reached(layers)):
        way = way_to(BOARD, layers, costs, end, halt)
        assert (way[0], way[-1]) == (start, end)
        assert sum(PRICE[ground[n]] for n in way[1:]) == cost_to(layers, end)
        assert not any(halt >> n & 1 for n in way[1:-1])


def test_a_piece_in_the_open_reaches_a_whole_disc():
    layers = flood(BOARD, BOARD.number(4, 3), 2, costs_of(("clear",) * 48))
    assert [layer.bit_count() for layer in layers] == [1, 6, 12]
    assert cost_to(layers, BOARD.number(0, 0)) is None


def test_there_is_no_way_to_a_hex_out_of_reach():
    costs = costs_of(("clear",) * 48)
    with pytest.raises(ValueError, match="0,0 was not reached"):
        way_to(BOARD, flood(BOARD, BOARD.number(4, 3), 2, costs), costs, BOARD.number(0, 0))
