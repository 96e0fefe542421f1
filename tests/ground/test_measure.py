"""Lengths, spots and directions in whole numbers."""

import math
from decimal import Decimal, getcontext

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from grognard.ground.measure import (
    SCALE,
    SINE,
    along,
    away,
    bearing,
    distance,
    in_arc,
    just_outside,
    quarter,
    read_spot,
    spot_key,
    step,
    towards,
    turn_between,
    turned,
)

lengths = st.integers(-5_000, 5_000)
facings = st.integers(0, 359)


def exact_sine(half_degrees):
    """The sine by its series in forty places, independent of the machine's own."""
    getcontext().prec = 50
    angle = Decimal(half_degrees) * Decimal("3.14159265358979323846264338327950288419716939937510") / 360
    term = total = angle
    for n in range(1, 40):
        term *= -angle * angle / ((2 * n) * (2 * n + 1))
        total += term
    return total


def test_the_table_of_sines_is_the_true_sine_rounded_to_nine_places():
    for half_degrees, sine in enumerate(SINE):
        true = exact_sine(half_degrees) * SCALE
        assert abs(true - sine) <= Decimal("0.5")
        assert abs(abs(true - int(true)) - Decimal("0.5")) > Decimal("0.000001")  # no machine can round it otherwise


@pytest.mark.parametrize(
    ("spot", "key"), [((1250, 800), "12.50,8.00"), ((0, 5), "0.00,0.05"), ((-105, 10000), "-1.05,100.00")]
)
def test_a_spot_is_written_with_two_decimals(spot, key):
    assert spot_key(*spot) == key
    assert read_spot(key) == spot


@given(lengths, lengths)
def test_what_is_written_reads_back(x, y):
    assert read_spot(spot_key(x, y)) == (x, y)


def test_shorter_ways_to_write_a_spot_are_understood():
    assert read_spot(" 12.5, 8") == (1250, 800)


@pytest.mark.parametrize(
    "text", ["", "12.50", "1,2,3", "a,b", "1.234,5", "1.,2", ".5,2", "--1,2", "1e3,2", "\u0661,2", "nan,1"]
)
def test_nonsense_is_refused_in_clear_words(text):
    with pytest.raises(ValueError, match=r"such as 12\.50"):
        read_spot(text)


@given(lengths, lengths, lengths, lengths, st.integers(0, 15_000))
def test_a_distance_is_within_a_length_exactly_when_the_squares_say_so(x1, y1, x2, y2, length):
    assert (distance(x1, y1, x2, y2) <= length) == ((x2 - x1) ** 2 + (y2 - y1) ** 2 <= length * length)


@given(lengths, lengths)
def test_a_bearing_is_the_nearest_whole_degree(dx, dy):
    assume(dx or dy)
    true = math.degrees(math.atan2(dx, dy))
    assert abs((bearing(100, 100, 100 + dx, 100 + dy) - true + 180) % 360 - 180) <= 0.5 + 1e-6


def test_bearings_go_clockwise_from_north():
    assert [bearing(0, 0, *to) for to in ((0, 9), (9, 9), (9, 0), (0, -9), (-9, 0), (-1, 900))] == [
        0,
        45,
        90,
        180,
        270,
        0,
    ]


@given(facings, facings)
def test_the_shortest_turn_leads_to_the_other_facing(a, b):
    turn = turn_between(a, b)
    assert (a + turn) % 360 == b
    assert -180 < turn <= 180


@given(facings, st.integers(1, 360), lengths, lengths)
def test_an_arc_holds_what_lies_within_half_its_width(facing, width, dx, dy):
    assume(dx or dy)
    off = abs((math.degrees(math.atan2(dx, dy)) - facing + 180) % 360 - 180)
    assume(abs(off - width / 2) > 1e-4)
    assert in_arc(facing, width, 7, 7, 7 + dx, 7 + dy) == (off < width / 2)


def test_the_edges_belong_to_the_arc():
    assert in_arc(0, 90, 0, 0, 500, 500)
    assert not in_arc(0, 90, 0, 0, 501, 500)
    assert in_arc(45, 90, 0, 0, 0, 500)
    assert in_arc(0, 180, 0, 0, -500, 0)
    assert not in_arc(0, 180, 0, 0, -500, -1)
    assert not in_arc(0, 90, 0, 0, 0, -500)


def test_a_boundary_belongs_to_the_front_then_to_the_rear():
    spots = [(0, 5), (5, 5), (5, 0), (5, -5), (0, -5), (-5, -5), (-5, 0), (-5, 5)]
    assert [quarter(0, 0, 0, *spot) for spot in spots] == [
        "front",
        "front",
        "right",
        "rear",
        "rear",
        "rear",
        "left",
        "front",
    ]
    assert quarter(90, 0, 0, 5, 0) == "front"


@given(lengths, lengths, lengths, lengths, st.integers(0, 3_000))
def test_nobody_goes_farther_than_the_length(x, y, dx, dy, length):
    ex, ey = along(x, y, dx, dy, length)
    gone = (ex - x) ** 2 + (ey - y) ** 2
    assert gone <= length * length
    if dx or dy:
        assert math.sqrt(gone) >= length - 1.5


@given(facings, st.integers(0, 3_000))
def test_a_step_goes_that_far_that_way(degrees, length):
    x, y = step(0, 0, degrees, length)
    assert x * x + y * y <= length * length
    assert abs(x - length * math.sin(math.radians(degrees))) <= 1.01
    assert abs(y - length * math.cos(math.radians(degrees))) <= 1.01


def test_going_towards_a_spot_stops_there():
    assert towards(0, 0, 300, 400, 250) == (150, 200)
    assert towards(0, 0, 300, 400, 900) == (300, 400)
    assert away(300, 400, 0, 0, 250) == (450, 600)
    assert away(300, 400, 300, 400, 250) == (300, 400)


@given(lengths, lengths, st.integers(1, 1_000))
def test_just_outside_is_outside_by_less_than_a_hundredth(dx, dy, radius):
    assume(dx or dy)
    ex, ey = just_outside(dx, dy, radius)
    assert radius * radius <= ex * ex + ey * ey < (radius + 1) ** 2


@given(lengths, lengths, facings)
def test_a_turn_and_its_opposite_come_back(x, y, degrees):
    bx, by = turned(*turned(x, y, 50, 60, degrees), 50, 60, -degrees)
    assert abs(bx - x) <= 1
    assert abs(by - y) <= 1
    assert turned(0, 10, 0, 0, 90) == (10, 0)
