"""Straight lines through shapes, against shapely."""

import shapely
from hypothesis import assume, given

from grognard.ground.lines import crosses, stretches
from grognard.ground.shapes import Box, Disc, Slab, Wall
from tests.ground.strategies import oracle, shapes, spots


@given(shapes, spots, spots)
def test_the_stretches_inside_add_up_to_the_length_that_shapely_finds(shape, a, b):
    assume(a != b)
    other, radius = oracle(shape)
    line = shapely.LineString((a, b))
    share = sum(leave - enter for enter, leave in stretches(shape, *a, *b))
    if isinstance(shape, Wall):
        assert share == 0
    elif isinstance(shape, Disc):
        inside = line.intersection(other.buffer(radius, quad_segs=512)).length
        assert abs(share * line.length - inside) < 0.02 * radius + 1
    else:
        assert abs(share * line.length - line.intersection(other).length) < 1e-4


@given(shapes, spots, spots)
def test_a_line_crosses_a_shape_when_some_of_it_lies_inside(shape, a, b):
    assume(a != b)
    assert crosses(shape, *a, *b) == bool(stretches(shape, *a, *b))
    other, radius = oracle(shape)
    line = shapely.LineString((a, b))
    if isinstance(shape, Wall):
        assert crosses(shape, *a, *b) == line.intersects(other)
    elif isinstance(shape, Disc):
        assert crosses(shape, *a, *b) == (line.distance(other) < radius)


@given(shapes, spots, spots)
def test_a_line_crosses_the_same_shapes_both_ways(shape, a, b):
    assert crosses(shape, *a, *b) == crosses(shape, *b, *a)


def test_a_line_that_touches_a_corner_passes_and_one_along_a_face_does_not():
    house = Box(100, 100, 200, 200)
    assert not crosses(house, 0, 100, 200, 300)
    assert not crosses(house, 50, 150, 150, 50)
    assert crosses(house, 50, 151, 151, 50)
    assert crosses(house, 200, 0, 200, 300)
    assert not crosses(Disc(100, 100, 50), 150, 0, 150, 300)


def test_a_line_meets_a_wall_where_they_cross():
    assert stretches(Wall(((0, 100), (200, 100))), 100, 0, 100, 400) == ((0.25, 0.25),)
    assert crosses(Wall(((0, 100), (100, 100), (100, 200))), 50, 50, 100, 100)


def test_a_line_that_runs_along_a_wall_and_ends_on_it_meets_it():
    """Neither end of the wall lies on it, so there is no corner to find it by."""
    assert stretches(Wall(((0, 0), (3, 0))), 1, 0, 2, 0) == ((0.0, 0.0),)
    assert crosses(Wall(((0, 0), (3, 0))), 1, 0, 2, 0)


def test_a_line_enters_and_leaves_a_body_at_an_angle():
    assert stretches(Slab(500, 500, 200, 200, 90), 0, 500, 1000, 500) == ((0.4, 0.6),)
