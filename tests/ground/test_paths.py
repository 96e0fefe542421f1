"""Paths of a base: what they cost and what stops them."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.ground.measure import Spot, round_up
from grognard.ground.paths import Going, can_end, end_refusal, farthest, leg_cost, leg_refusal, pushed_back, walk
from grognard.ground.shapes import Box, Disc
from grognard.ground.terrain import Feature, lay
from tests.ground.strategies import spots
from tests.ground.tables import HOUSE, MILL, OPEN

FOOT = Going(MILL, 50)


def why(refusal):
    """A refusal in short: why, and which feature or piece."""
    return refusal and (refusal.why, refusal.feature.name if refusal.feature else refusal.piece)


def test_open_ground_costs_its_length():
    assert walk(FOOT, ((1000, 100), (1300, 500)), 500) == (((1000, 100), (1300, 500)), 500, None)
    assert why(walk(FOOT, ((1000, 100), (1300, 500)), 499).refusal) == ("too far", None)


def test_difficult_ground_costs_double_for_the_stretch_inside():
    assert walk(FOOT, ((1800, 100), (1800, 600))).cost == 200 + 2 * 300
    assert walk(FOOT._replace(ignores_slow=True), ((1800, 100), (1800, 600))).cost == 500


def test_where_slow_grounds_overlap_only_the_slowest_counts():
    mud = MILL.with_features(Feature("mud", Box(1700, 400, 1900, 500), "mud", slow=3))
    assert walk(Going(mud, 50), ((1800, 100), (1800, 600))).cost == 500 + 200 + 2 * 100


def test_an_obstacle_is_paid_for_once_when_it_is_entered():
    assert walk(FOOT, ((500, 700), (500, 1000))).cost == 500
    assert walk(FOOT, ((500, 700), (500, 825), (600, 825), (600, 1000))).cost == 200 + 400
    assert walk(FOOT._replace(ignores_obstacles=True), ((500, 700), (500, 1000))).cost == 300


def test_a_gate_lets_the_obstacle_be_passed_for_nothing():
    gate = MILL.with_features(Feature("gate", Box(450, 790, 550, 860), "gate", clears_way=True))
    assert walk(Going(gate, 50), ((500, 700), (500, 1000))).cost == 300


def test_a_refusal_names_what_is_in_the_way():
    refusal = walk(FOOT, ((500, 1000), (500, 900), (500, 1350))).refusal
    assert why(refusal) == ("impassable", "race")
    assert refusal
    assert refusal.leg == 1
    assert why(walk(FOOT, ((500, 300), (500, 40))).refusal) == ("table edge", None)
    held = FOOT._replace(blockers=(Disc(1500, 1900, 50), Disc(1500, 300, 50)))
    assert why(walk(held, ((1000, 300), (2000, 300))).refusal) == ("piece", 1)


def test_a_base_needs_room_beside_what_it_cannot_enter():
    assert leg_refusal(FOOT, 1000, 1050, 1600, 1050) is None
    assert leg_refusal(FOOT, 900, 1040, 900, 1050) is None
    assert why(leg_refusal(FOOT, 900, 1040, 900, 1051)) == ("impassable", "race")


def test_a_bridge_is_wide_enough_for_its_middle():
    assert walk(FOOT, ((1200, 1000), (1200, 1400))).refusal is None
    assert why(walk(FOOT, ((1020, 1000), (1020, 1400))).refusal) == ("impassable", "race")


def test_a_door_as_wide_as_the_base_lets_it_through():
    assert walk(Going(HOUSE, 50), ((1000, 300), (1000, 700))).refusal is None
    assert why(walk(Going(HOUSE, 50), ((1001, 300), (1001, 700))).refusal) == ("impassable", "walls")


def test_a_base_may_pass_friends_but_not_end_on_them():
    going = Going(OPEN, 50, passable=(Disc(500, 100, 50),))
    assert walk(going, ((100, 100), (900, 100))).refusal is None
    assert walk(going, ((100, 100), (550, 100))).refusal == ("no room", 0, None, 0)
    assert not can_end(going, 599, 100)
    assert can_end(going, 600, 100)


def test_a_base_that_begins_too_near_may_only_go_away():
    going = Going(OPEN, 50, blockers=(Disc(500, 500, 150),))
    assert leg_refusal(going, 400, 500, 300, 500) is None
    assert why(leg_refusal(going, 400, 500, 450, 500)) == ("piece", 0)
    against = Going(MILL, 50)
    assert leg_refusal(against, 1600, 1070, 1600, 1000) is None
    assert why(leg_refusal(against, 1600, 1070, 1600, 1080)) == ("impassable", "race")


def test_why_nobody_can_stand_there():
    assert why(end_refusal(FOOT, 500, 1200)) == ("no room", "race")
    assert why(end_refusal(FOOT, 20, 500)) == ("table edge", None)
    assert end_refusal(FOOT, 500, 500) is None


def test_a_push_ends_at_the_first_thing_it_hits():
    held = FOOT._replace(blockers=(Disc(1500, 300, 50),))
    assert pushed_back(held, 1000, 300, 900, 300, 1000)[0] == (1400, 300)
    assert pushed_back(held, 1000, 300, 900, 300, 200) == ((1200, 300), None)
    spot, hit = pushed_back(FOOT, 650, 900, 650, 800, 500)
    assert spot == (650, 1050)
    assert why(hit) == ("impassable", "race")


@given(spots, spots, st.integers(0, 1_500))
def test_going_straight_as_far_as_one_can_is_legal_and_no_step_more_is(start: Spot, goal: Spot, allowance: int) -> None:
    spot, stopped = farthest(FOOT, *start, *goal, allowance)
    if spot != start:
        assert leg_refusal(FOOT, *start, *spot) is None
        assert round_up(leg_cost(FOOT, *start, *spot)) <= allowance
    assert spot == goal or stopped is not None


@given(spots, spots)
def test_a_leg_costs_at_least_its_length_and_the_same_back(a: Spot, b: Spot) -> None:
    cost = leg_cost(FOOT, *a, *b)
    assert cost >= math.dist(a, b) - 1e-6
    if not MILL.obstacles.strips.on_line(*a, *b):
        assert leg_cost(FOOT, *b, *a) == pytest.approx(cost)


def test_a_path_that_goes_nowhere_costs_nothing():
    assert walk(FOOT, ((500, 500),)) == (((500, 500),), 0, None)
    assert walk(Going(lay(100, 100), 50), ((50, 50), (50, 50))).cost == 0
