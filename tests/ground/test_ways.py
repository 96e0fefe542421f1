"""The shortest way round."""

import math
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.ground.gaps import near_line
from grognard.ground.measure import Spot
from grognard.ground.paths import Going, can_end, walk
from grognard.ground.shapes import Box, Disc, moved
from grognard.ground.terrain import Feature, lay
from grognard.ground.ways import round_corners, way
from tests.ground.strategies import boxes, discs, slabs, spots
from tests.ground.tables import DUNGEON, HOUSE, MILL, OPEN


def why_not(walked):
    return walked.refusal and walked.refusal.why


def test_a_free_way_is_straight():
    assert way(Going(OPEN, 50), 100, 100, 500, 400).path == ((100, 100), (500, 400))


def test_the_way_over_the_water_leads_over_the_bridge():
    found = way(Going(MILL, 50), 500, 1000, 300, 1350)
    assert found.refusal is None
    assert any(1000 <= x <= 1400 for x, _ in found.path)
    assert walk(Going(MILL, 50), found.path).cost == found.cost


def test_the_way_into_a_house_leads_through_its_door():
    found = way(Going(HOUSE, 50), 200, 1000, 800, 1000)
    assert found.refusal is None
    assert found.cost > 1300


def test_the_way_through_a_dungeon_keeps_to_its_rooms():
    found = way(Going(DUNGEON, 50), 1450, 100, 2500, 2300)
    assert found.refusal is None
    assert walk(Going(DUNGEON, 50), found.path).refusal is None


def test_a_piece_in_the_way_is_walked_round():
    going = Going(OPEN, 50, blockers=(Disc(600, 500, 100),))
    found = way(going, 300, 500, 900, 500)
    assert found.refusal is None
    assert 2 * math.sqrt(300**2 - 150**2) < found.cost < 2 * math.sqrt(300**2 + 160**2) + 10


def test_a_way_that_costs_too_much_is_refused():
    going = Going(OPEN, 50, blockers=(Disc(600, 500, 100),))
    assert why_not(way(going, 300, 500, 900, 500, 600)) == "too far"
    assert why_not(way(going, 300, 500, 900, 501, 600)) == "too far"


def test_there_is_no_way_into_a_closed_ring():
    ring = tuple(Disc(1000 + dx, 1000 + dy, 100) for dx in (-200, 0, 200) for dy in (-200, 0, 200) if dx or dy)
    assert why_not(way(Going(OPEN, 50, ring), 300, 300, 1000, 1000)) == "no way"


def test_slow_ground_is_walked_round_where_that_is_cheaper():
    mud = lay(2400, 2400, (Feature("mud", Box(1000, 500, 1200, 1000), "mud", slow=9),))
    found = way(Going(mud, 50), 900, 900, 1300, 900)
    assert found.cost < 400 + 8 * 200
    assert len(found.path) > 2


def test_nobody_can_go_where_nobody_can_stand():
    assert why_not(way(Going(MILL, 50), 300, 300, 500, 1200)) == "no room"


@settings(max_examples=60)
@given(
    spots,
    spots,
    st.lists(st.builds(Disc, st.integers(0, 2400), st.integers(0, 2400), st.integers(30, 150)), max_size=8),
)
def test_every_way_found_can_be_walked_at_its_price(start: Spot, goal: Spot, bases: list[Disc]) -> None:
    going = Going(MILL, 50, tuple(bases))
    found = way(going, *start, *goal)
    if found.refusal is None and can_end(going, *start):
        walked = walk(going, found.path)
        assert walked.refusal is None
        assert walked.cost == found.cost
        assert found.cost >= math.dist(start, goal) - 1e-6


def test_the_spots_to_turn_at_are_one_radius_off_the_faces():
    spots_about = round_corners(Box(100, 100, 200, 200), 50)
    assert len(spots_about) == 8
    assert {(250, 221), (221, 250), (50, 79), (79, 50)} < set(spots_about)
    assert not any(
        near_line(Box(100, 100, 200, 200), *a, *b, 50)
        for a, b in pairwise([(250, 0), (250, 221), (221, 250), (0, 250)])
    )


def test_a_base_cuts_the_corner_of_a_house_closely():
    house = lay(2400, 2400, (Feature("house", Box(1000, 0, 1200, 1000), impassable=True),))
    found = way(Going(house, 100), 900, 500, 1300, 500)
    tight = 2 * 500 + 200 + math.pi * 100
    assert tight < found.cost < tight * 1.02


@settings(max_examples=60)
@given(st.one_of(boxes, slabs, discs).map(lambda shape: moved(shape, 1500, 1500)), st.integers(0, 120))
def test_there_is_a_way_round_anything_that_stands_alone(shape, radius):
    table = lay(6000, 6000, (Feature("rock", shape, impassable=True),))
    found = way(Going(table, radius), 300, 2600, 5700, 2600)
    assert found.refusal is None
    assert walk(Going(table, radius), found.path).refusal is None
