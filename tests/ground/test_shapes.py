"""Shapes on an open table, against shapely."""

import shapely
from hypothesis import given

from grognard.ground.shapes import (
    Box,
    Disc,
    Polygon,
    Slab,
    bounds,
    corners,
    edges,
    holds,
    is_convex,
    middle,
    moved,
    outline,
)
from tests.ground.strategies import hollows, oracle, places, shapes, slabs


def test_a_body_facing_north_has_its_corners_from_front_left_round_to_rear_left():
    assert corners(Slab(1000, 1000, 800, 200, 0)) == ((600, 1100), (1400, 1100), (1400, 900), (600, 900))


def test_a_body_facing_east_stands_across_the_table():
    assert corners(Slab(1000, 1000, 800, 200, 90)) == ((1100, 1400), (1100, 600), (900, 600), (900, 1400))


@given(slabs)
def test_the_corners_of_a_body_are_its_true_corners_to_the_nearest_hundredth(slab):
    true = shapely.affinity.rotate(
        shapely.box(slab.x - slab.width / 2, slab.y - slab.depth / 2, slab.x + slab.width / 2, slab.y + slab.depth / 2),
        -slab.facing,
        origin=(slab.x, slab.y),
    )
    assert shapely.Polygon(corners(slab)).hausdorff_distance(true) <= 0.75


@given(shapes, places, places)
def test_a_shape_holds_the_spots_that_shapely_says_it_covers(shape, x, y):
    other, radius = oracle(shape)
    if isinstance(shape, Disc):
        assert holds(shape, x, y) == (other.distance(shapely.Point(x, y)) <= radius)
    else:
        assert holds(shape, x, y) == other.covers(shapely.Point(x, y))


@given(shapes)
def test_the_bounds_hold_every_corner(shape):
    left, bottom, right, top = bounds(shape)
    for x, y in outline(shape):
        assert left <= x <= right
        assert bottom <= y <= top


@given(shapes)
def test_moving_a_shape_there_and_back_changes_nothing(shape):
    assert moved(moved(shape, 130, -70), -130, 70) == shape


@given(hollows)
def test_an_outline_with_a_hollow_is_not_convex(polygon):
    assert not is_convex(polygon.points)


def test_the_outline_of_a_disc_lies_on_its_circle():
    for x, y in outline(Disc(100, 100, 500)):
        assert abs(((x - 100) ** 2 + (y - 100) ** 2) ** 0.5 - 500) < 1


def test_a_box_has_four_edges_and_a_middle():
    assert len(edges(Box(0, 0, 100, 50))) == 4
    assert middle(Box(0, 0, 100, 50)) == (50, 25)
    assert middle(Polygon(((0, 0), (100, 0), (0, 100)))) == (50, 50)
