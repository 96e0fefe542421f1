"""Maps of hexes: masks, ground, hexsides and sight."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.ground.hex_map import bits, can_see_hex, draw_map, grid, lines_over, mask_of, seen_from
from grognard.ground.hexes import Facing, facing_directions, hex_distance, in_forward_arc, to_axial

BOARD = grid(9, 7)
places = st.integers(0, BOARD.size - 1)
facings = st.integers(0, 5)
kinds = st.sampled_from(Facing)
masks = st.integers(0, BOARD.everything)


def flat(**ground):
    """A map of clear ground but for the hexes named: wood=[(4, 3)]."""
    kind = {BOARD.number(*spot): name for name, spots in ground.items() for spot in spots}
    return draw_map(9, 7, tuple(kind.get(n, "clear") for n in range(BOARD.size)))


def at(column, row):
    return BOARD.number(column, row)


def test_a_grid_is_made_once_for_each_size():
    assert grid(9, 7) is BOARD


@given(st.lists(places))
def test_a_mask_gives_its_hexes_back(found):
    assert bits(mask_of(found)) == sorted(dict.fromkeys(found))


@given(places)
def test_the_neighbours_of_a_hex_are_those_at_distance_one(n):
    assert bits(BOARD.adjacent[n]) == [m for m in range(BOARD.size) if BOARD.distances[n][m] == 1]
    assert BOARD.at(*BOARD.axial[n]) == n == BOARD.number(*BOARD.offset(n))


@given(places, st.integers(0, 9))
def test_what_is_within_reach_is_measured_in_steps(n, reach):
    here = to_axial(*BOARD.offset(n))
    near = [m for m in range(BOARD.size) if hex_distance(here, to_axial(*BOARD.offset(m))) <= reach]
    assert bits(BOARD.within(n, reach)) == near


@given(masks, facings)
def test_shifting_a_mask_moves_each_of_its_hexes(mask, direction):
    moved = [BOARD.next_to[n][direction] for n in bits(mask)]
    assert BOARD.shifted(mask, direction) == mask_of([n for n in moved if n >= 0])


@given(masks)
def test_what_is_around_a_mask_is_next_to_one_of_its_hexes(mask):
    around = 0
    for n in bits(mask):
        around |= BOARD.adjacent[n]
    assert BOARD.around(mask) == around


@given(kinds, places, facings, st.sampled_from(["front", "flank", "rear"]))
def test_the_sides_of_a_piece_are_its_neighbours_in_those_directions(kind, n, facing, side):
    wanted = [BOARD.next_to[n][d] for d in facing_directions(kind, facing, side)]
    assert BOARD.side(kind, n, facing, side) == mask_of([m for m in wanted if m >= 0])
    assert BOARD.fronts(kind)[6 * n + facing] == BOARD.side(kind, n, facing)


@given(kinds, places, facings)
def test_the_arc_of_a_piece_is_its_forward_arc_on_the_map(kind, n, facing):
    wanted = [m for m in range(BOARD.size) if in_forward_arc(kind, BOARD.axial[n], facing, BOARD.axial[m])]
    assert bits(BOARD.arc(kind, n, facing)) == wanted


def test_a_hex_off_the_map_is_refused():
    with pytest.raises(ValueError, match="9,0 is not on a map of 9 columns"):
        BOARD.number(9, 0)
    assert BOARD.key(at(4, 3)) == "4,3"


def test_a_map_needs_ground_for_every_hex():
    with pytest.raises(ValueError, match="63 hexes"):
        draw_map(9, 7, ("clear",))


def test_what_stands_on_a_hexside_is_seen_from_both_hexes():
    wall = draw_map(9, 7, ("clear",) * 63, (), ((at(4, 3), 0, "wall"), (at(5, 3), 3, "stream"), (at(0, 0), 3, "wall")))
    assert wall.on_side(at(4, 3), 0) == (("wall", at(4, 3)), ("stream", at(5, 3)))
    assert wall.side_between(at(5, 3), at(4, 3)) == (("wall", at(4, 3)), ("stream", at(5, 3)))
    assert wall.on_side(at(4, 3), 1) == ()
    assert wall.on_side(at(0, 0), 3) == (("wall", at(0, 0)),)


def test_a_cut_bridge_changes_one_hex_and_gives_a_new_map():
    before = flat(bridge=[(4, 3)])
    after = before.with_ground(at(4, 3), "river")
    assert bits(after.of_kind("river", "bridge")) == [at(4, 3)]
    assert before.of_kind("bridge") == 1 << at(4, 3)
    assert before != after
    assert after.with_ground(at(4, 3), "bridge") is before


def test_a_wood_between_stops_sight_but_not_at_the_ends():
    wood = flat(wood=[(4, 3)])
    blocking = wood.of_kind("wood")
    assert not can_see_hex(wood, at(2, 3), at(6, 3), blocking)
    assert can_see_hex(wood, at(2, 3), at(4, 3), blocking)
    assert can_see_hex(wood, at(2, 3), at(3, 3), blocking)


def test_along_a_hexside_both_hexes_must_block():
    # From (4,1) due south to (4,3) the line runs between (4,2) and (5,2).
    assert lines_over(BOARD, at(4, 1), at(4, 3)) == (1 << at(4, 2) | 1 << at(5, 2),)
    one, two = flat(wood=[(4, 2)]), flat(wood=[(4, 2), (5, 2)])
    assert can_see_hex(one, at(4, 1), at(4, 3), one.of_kind("wood"))
    assert not can_see_hex(two, at(4, 1), at(4, 3), two.of_kind("wood"))


def test_higher_ground_between_stops_sight_and_a_high_end_looks_over_it():
    heights = [0] * 63
    heights[at(4, 3)] = 1
    hill = draw_map(9, 7, ("clear",) * 63, tuple(heights))
    assert not can_see_hex(hill, at(2, 3), at(6, 3), 0)
    heights[at(2, 3)] = 1
    both = draw_map(9, 7, ("clear",) * 63, tuple(heights))
    assert can_see_hex(both, at(2, 3), at(6, 3), 0)
    assert can_see_hex(both, at(6, 3), at(2, 3), 0)


@given(places, masks)
def test_the_mask_of_sight_is_every_hex_that_can_be_seen(n, blocking):
    board = flat()
    seen = seen_from(board, n, blocking)
    for m in range(BOARD.size):
        assert bool(seen >> m & 1) == (m == n or can_see_hex(board, n, m, blocking))
        assert can_see_hex(board, n, m, blocking) == can_see_hex(board, m, n, blocking)
