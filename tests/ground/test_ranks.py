"""Bodies of men in ranks: sides, wheels, advances and contact."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.ground.gaps import gap, overlaps
from grognard.ground.measure import Spot
from grognard.ground.ranks import (
    advance_ground,
    advanced,
    diagonal,
    face_length,
    face_middle,
    flush,
    front_corners,
    front_middle,
    frontage,
    led_from,
    nearest_spot,
    side_of,
    side_towards,
    turned_on_spot,
    wheel_length,
    wheeled,
    widest_wheel,
)
from grognard.ground.shapes import Slab, corners
from tests.ground.strategies import places, slabs, spots

SIDES = st.sampled_from(["front", "rear", "left", "right"])


@given(places, places, st.integers(1, 900), st.integers(1, 900), st.integers(0, 359))
def test_a_body_led_from_a_spot_has_the_middle_of_its_front_there(x, y, width, depth, facing):
    lx, ly = front_middle(led_from(x, y, width, depth, facing))
    assert abs(lx - x) <= (depth % 2)
    assert abs(ly - y) <= (depth % 2)


def test_the_sides_of_a_body_are_parted_by_lines_from_its_corners():
    body = Slab(1000, 1000, 800, 200, 0)
    assert [
        side_of(body, *spot)
        for spot in ((1000, 2000), (1500, 1200), (1501, 1200), (1500, 1000), (400, 1000), (1000, 0))
    ] == [
        "front",
        "front",
        "right",
        "right",
        "left",
        "rear",
    ]
    assert side_towards(body, Slab(1000, 3000, 600, 200, 180)) == "front"


@given(slabs, st.integers(0, 2_000))
def test_a_straight_advance_keeps_the_facing_and_never_exceeds_its_length(slab, length):
    after = advanced(slab, length)
    assert after.facing == slab.facing
    assert (after.x - slab.x) ** 2 + (after.y - slab.y) ** 2 <= length * length
    assert side_of(slab, *front_middle(after)) == "front"


@given(slabs, st.integers(0, 2_000))
def test_the_ground_of_an_advance_covers_where_it_ends(slab, length):
    ground = advance_ground(slab, length)
    for corner in corners(advanced(slab, length)):
        assert gap_to(ground, corner) <= 3


def gap_to(slab, spot):
    x, y = nearest_spot(slab, *spot)
    return math.dist((x, y), spot)


@given(slabs, st.integers(-90, 90))
def test_a_wheel_leaves_the_inner_corner_where_it_was(slab, degrees):
    before, after = front_corners(slab), front_corners(wheeled(slab, degrees))
    inner = 1 if degrees > 0 else 0
    assert math.dist(before[inner], after[inner]) <= 1.5
    assert wheeled(slab, degrees).facing == (slab.facing + degrees) % 360


def test_a_wheel_is_measured_at_the_outer_corner():
    body = Slab(1000, 1000, 800, 200, 0)
    assert wheel_length(body, 90) == math.ceil(800 * math.pi / 2)
    assert wheeled(body, 90) == Slab(1300, 1500, 800, 200, 90)
    assert wheeled(body, -90) == Slab(700, 1500, 800, 200, 270)


@given(slabs, st.integers(0, 3_000))
def test_the_widest_wheel_is_the_last_that_the_length_allows(slab, length):
    degrees = widest_wheel(slab, length)
    assert wheel_length(slab, degrees) <= length
    assert degrees == 359 or wheel_length(slab, degrees + 1) > length


@given(slabs, slabs, SIDES)
def test_a_body_set_flush_touches_the_side_it_was_set_against(slab, target, side):
    after = flush(slab, target, side)
    assert gap(after, target) <= 2
    assert not overlaps(after, target, slack=2)
    contact = frontage(after, target)
    assert abs(contact - min(slab.width, face_length(target, side))) <= 3


def test_a_body_set_flush_faces_the_side_it_meets():
    target, charger = Slab(1000, 1000, 800, 200, 0), Slab(1200, 3000, 400, 400, 190)
    assert flush(charger, target, "front") == Slab(1165, 1300, 400, 400, 180)
    assert flush(charger, target, "rear").facing == 0
    assert flush(charger, target, "left").facing == 90


@given(slabs, spots)
def test_the_nearest_spot_of_a_body_is_as_far_as_the_body(slab, spot):
    assert abs(gap_to(slab, spot) - gap(slab, _point(spot))) <= 2.5


def _point(spot: Spot) -> Slab:
    return Slab(*spot, 0, 0, 0)


@given(slabs)
def test_no_corner_is_farther_from_the_centre_than_half_the_diagonal(slab):
    assert max(math.dist(corner, (slab.x, slab.y)) for corner in corners(slab)) <= diagonal(slab) + 1


@pytest.mark.parametrize(("degrees", "size"), [(90, (200, 800)), (180, (800, 200)), (270, (200, 800))])
def test_a_quarter_turn_makes_files_of_ranks(degrees, size):
    after = turned_on_spot(Slab(0, 0, 800, 200, 0), degrees)
    assert (after.width, after.depth) == size


def test_the_middle_of_each_side_is_half_the_body_away():
    body = Slab(1000, 1000, 800, 200, 0)
    assert [face_middle(body, side) for side in ("front", "right", "rear", "left")] == [
        (1000, 1100),
        (1400, 1000),
        (1000, 900),
        (600, 1000),
    ]
