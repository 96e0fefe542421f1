"""How far shapes are apart, against shapely."""

import math

from hypothesis import assume, given
from hypothesis import strategies as st

from grognard.ground.gaps import gap, line_gap, near_line, near_spot, overlaps, spot_gap, touching, within
from grognard.ground.measure import Spot
from grognard.ground.shapes import Box, Disc, Shape, Slab, Wall, moved
from tests.ground.strategies import boxes, oracle, shapes, slabs, spots


def true_gap(a, b):
    (first, r), (second, s) = oracle(a), oracle(b)
    return first.distance(second) - r - s


@given(shapes, shapes)
def test_a_gap_is_the_true_distance_rounded_up(a, b):
    true = true_gap(a, b)
    assert true - 1e-6 <= gap(a, b) < max(0, true) + 1 + 1e-6


@given(shapes, shapes)
def test_a_gap_is_the_same_both_ways(a, b):
    assert gap(a, b) == gap(b, a)


@given(shapes, shapes, st.integers(0, 2_000))
def test_within_means_a_gap_of_at_most_so_much(a, b, reach):
    assert within(a, b, reach) == (gap(a, b) <= reach)


def test_a_gap_of_exactly_the_range_is_within_it():
    shooter, target = Disc(0, 0, 50), Disc(780, 1040, 50)
    assert gap(shooter, target) == 1200
    assert within(shooter, target, 1200)
    assert not within(shooter, moved(target, 1, 0), 1200)


def test_bases_that_touch_do_not_overlap():
    assert gap(Disc(0, 0, 50), Disc(100, 0, 50)) == 0
    assert touching(Disc(0, 0, 50), Disc(101, 0, 50))
    assert not overlaps(Disc(0, 0, 50), Disc(100, 0, 50))
    assert overlaps(Disc(0, 0, 50), Disc(99, 0, 50))
    assert not overlaps(Box(0, 0, 100, 100), Box(100, 0, 200, 100))
    assert overlaps(Box(0, 0, 100, 100), Box(99, 0, 200, 100))
    assert not overlaps(Box(0, 0, 100, 100), Box(99, 0, 200, 100), slack=1)


@given(st.one_of(boxes, slabs), st.one_of(boxes, slabs))
def test_bodies_overlap_when_shapely_finds_common_ground(a, b):
    (first, _), (second, _) = oracle(a), oracle(b)
    common = first.intersection(second).area
    assume(common == 0 or common > 1)
    assert overlaps(a, b) == (common > 0)


@given(shapes, spots)
def test_the_gap_to_a_spot_is_that_to_a_base_without_size(shape: Shape, spot: Spot) -> None:
    assert spot_gap(shape, *spot) == gap(shape, Disc(*spot, 0))


@given(shapes, spots, st.integers(1, 500))
def test_nearer_than_a_reach_excludes_the_reach_itself(shape: Shape, spot: Spot, reach: int) -> None:
    true = true_gap(shape, Disc(*spot, 0))
    assume(abs(true - reach) > 1e-6)
    assert near_spot(shape, *spot, reach) == (true < reach)


@given(shapes, spots, spots, st.integers(1, 500))
def test_a_line_is_near_a_shape_when_it_comes_nearer_than_the_reach(shape: Shape, a: Spot, b: Spot, reach: int) -> None:
    assume(a != b)
    true = true_gap(shape, Wall((a, b)))
    assume(abs(true - reach) > 1e-6)
    assert near_line(shape, *a, *b, reach) == (true < reach)
    assert line_gap(shape, *a, *b) == math.ceil(max(0, true) - 1e-7)


def test_a_line_along_a_wall_at_exactly_the_radius_is_not_nearer():
    assert not near_line(Box(0, 0, 1000, 100), 0, 150, 1000, 150, 50)
    assert near_line(Box(0, 0, 1000, 100), 0, 149, 1000, 149, 50)


def test_two_bodies_facing_each_other_are_as_far_apart_as_their_fronts():
    assert gap(Slab(1000, 1000, 800, 200, 0), Slab(1000, 1700, 600, 400, 180)) == 400
