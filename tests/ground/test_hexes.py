"""Single hexes: coordinates, directions, distances, lines and facings."""

import itertools
import math

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from grognard.ground.hexes import (
    DIRECTIONS,
    Facing,
    Hex,
    direction_to,
    disc_of,
    facing_angle,
    facing_directions,
    hex_centre,
    hex_corners,
    hex_distance,
    hex_key,
    hex_line,
    hexes_between,
    in_forward_arc,
    neighbour,
    neighbours,
    read_hex,
    ring,
    side_ends,
    side_of_hex,
    to_axial,
    to_offset,
    turns,
)

hexes = st.tuples(st.integers(-12, 12), st.integers(-12, 12))
facings = st.integers(0, 5)
kinds = st.sampled_from(Facing)


def drawn(spot):
    return shapely.Polygon(hex_corners(*to_offset(*spot)))


def test_odd_rows_are_shifted_half_a_hex_to_the_east():
    assert [to_axial(3, row) for row in range(5)] == [(3, 0), (3, 1), (2, 2), (2, 3), (1, 4)]
    assert hex_centre(3, 1)[0] == hex_centre(3, 0)[0] + 0.5


@given(st.integers(-20, 20), st.integers(-20, 20))
def test_columns_and_rows_come_back_from_axial_coordinates(column, row):
    assert to_offset(*to_axial(column, row)) == (column, row)


def test_directions_go_anticlockwise_from_the_east():
    assert neighbours(0, 0) == ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
    for direction in range(6):
        x0, y0 = hex_centre(5, 4)
        x, y = hex_centre(*to_offset(*neighbour(*to_axial(5, 4), direction)))
        assert math.isclose(math.degrees(math.atan2(y0 - y, x - x0)) % 360, 60 * direction, abs_tol=1e-9)


@given(hexes, hexes)
def test_a_distance_is_the_number_of_hexes_on_a_line(a, b):
    line = hex_line(a, b)
    assert (line[0], line[-1], len(line)) == (a, b, hex_distance(a, b) + 1)
    assert all(hex_distance(one, two) == 1 for one, two in itertools.pairwise(line))


@given(hexes, st.integers(0, 6))
def test_a_ring_is_all_hexes_at_that_distance(centre, radius):
    found = ring(centre, radius)
    assert len(found) == len(dict.fromkeys(found)) == (6 * radius or 1)
    assert all(hex_distance(centre, spot) == radius for spot in found)
    assert len(disc_of(centre, radius)) == 1 + 3 * radius * (radius + 1)


def test_adjacent_hexes_have_a_direction():
    assert [direction_to((2, 2), neighbour(2, 2, d)) for d in range(6)] == [0, 1, 2, 3, 4, 5]
    assert direction_to((0, 0), (2, 0)) is None


@pytest.mark.parametrize(
    ("kind", "front", "flank", "rear"),
    [(Facing.HEXSPINE, (1, 2), (3, 0), (4, 5)), (Facing.HEXSIDE, (0, 1, 2), (3, 5), (4,))],
)
def test_facing_one_looks_north_at_a_corner_or_north_east_at_a_side(kind, front, flank, rear):
    assert facing_directions(kind, 1, "front") == front
    assert facing_directions(kind, 1, "flank") == flank
    assert facing_directions(kind, 1, "rear") == rear


def test_facings_are_drawn_where_they_look():
    assert [facing_angle(Facing.HEXSPINE, f) for f in range(6)] == [60, 0, 300, 240, 180, 120]
    assert [facing_angle(Facing.HEXSIDE, f) for f in range(6)] == [90, 30, 330, 270, 210, 150]
    x, y = hex_centre(4, 4)
    for facing, (cx, cy) in enumerate(hex_corners(4, 4)):
        assert math.isclose(
            math.degrees(math.atan2(cx - x, y - cy)) % 360, facing_angle(Facing.HEXSPINE, facing), abs_tol=1e-9
        )


@given(kinds, hexes, facings)
def test_every_neighbour_is_on_one_side(kind, at, facing):
    sides = [side_of_hex(kind, at, facing, other) for other in neighbours(*at)]
    counts = [sides.count(side) for side in ("front", "flank", "rear")]
    assert counts == ([2, 2, 2] if kind is Facing.HEXSPINE else [3, 2, 1])
    assert side_of_hex(kind, at, facing, at) is None


@given(kinds, facings, hexes)
def test_the_forward_arc_is_the_wedge_between_the_front_directions(kind, facing, other):
    x0, y0 = hex_centre(*to_offset(0, 0))
    x, y = hex_centre(*to_offset(*other))
    off = abs((math.degrees(math.atan2(x - x0, y0 - y)) - facing_angle(kind, facing) + 180) % 360 - 180)
    width = 30 if kind is Facing.HEXSPINE else 60
    assert in_forward_arc(kind, (0, 0), facing, other) == (other != (0, 0) and off <= width + 1e-6)


@given(hexes)
def test_the_hexes_on_a_line_are_those_that_shapely_sees_it_pass(end):
    if end == (0, 0):
        assert hexes_between(0, 0) == ()
        return
    line = shapely.LineString((hex_centre(*to_offset(0, 0)), hex_centre(*to_offset(*end))))
    steps = hexes_between(*end)
    found = [spot for step in steps for spot in step]
    length = hex_distance((0, 0), end)
    true = [
        spot
        for spot in disc_of((0, 0), length + 1)
        if spot not in ((0, 0), end) and line.intersection(drawn(spot).buffer(1e-7)).length > 1e-5
    ]
    assert sorted(found) == sorted(true)
    for step in steps:
        inside = [line.intersection(drawn(spot).buffer(-1e-5)).length > 1e-4 for spot in step]
        assert inside == [True] if len(step) == 1 else inside == [False, False]


@given(hexes)
def test_a_line_passes_the_same_hexes_both_ways(end):
    there = [sorted(step) for step in hexes_between(*end)]
    back = [sorted((q + end[0], r + end[1]) for q, r in step) for step in hexes_between(-end[0], -end[1])]
    assert there == back[::-1]


def test_a_line_between_two_hexes_runs_along_their_side():
    assert hexes_between(2, -1) == (((1, -1), (1, 0)),)
    assert hexes_between(4, -1) == (((1, 0),), ((2, -1),), ((2, 0),), ((3, -1),))
    assert hexes_between(1, 1) == (((0, 1), (1, 0)),)


@given(hexes, facings)
def test_the_ends_of_a_hexside_are_shared_by_its_two_hexes(at: Hex, direction: int) -> None:
    other = neighbour(*at, direction)
    mine = side_ends(*to_offset(*at), direction)
    theirs = side_ends(*to_offset(*other), direction + 3)
    for (ax, ay), (bx, by) in zip(mine, reversed(theirs), strict=True):
        assert math.isclose(ax, bx, abs_tol=1e-9)
        assert math.isclose(ay, by, abs_tol=1e-9)


def test_hexes_are_written_by_column_and_row():
    assert hex_key(4, 11) == "4,11"
    assert read_hex("4,11") == (4, 11)
    for text in ("", "4", "a,b", "-1,2", "1,2,3"):
        with pytest.raises(ValueError, match="such as 4,11"):
            read_hex(text)


@given(facings, facings)
def test_a_turn_is_never_more_than_half_way_round(a, b):
    assert turns(a, b) == turns(b, a) <= 3
    assert (a + turns(a, b)) % 6 == b or (a - turns(a, b)) % 6 == b


def test_the_six_directions_add_up_to_nothing():
    assert (sum(q for q, _ in DIRECTIONS), sum(r for _, r in DIRECTIONS)) == (0, 0)
