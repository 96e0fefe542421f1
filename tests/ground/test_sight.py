"""Lines of sight over an open table."""

import shapely
from hypothesis import assume, given

from grognard.ground.measure import Spot
from grognard.ground.shapes import Box, Disc
from grognard.ground.sight import (
    can_see,
    clear_lines,
    cover_between,
    depth_inside,
    discs_across,
    is_hidden_from,
    outer_edges,
    runs_through,
    what_blocks,
)
from grognard.ground.terrain import Feature, lay
from tests.ground.strategies import discs, spots
from tests.ground.tables import DUNGEON, HOUSE, MILL, OPEN

SMOKE = lay(2400, 2400, (Feature("smoke", Disc(1000, 1000, 400), "smoke", blocks_sight=True),))


def first_in_way(*line):
    feature = what_blocks(*line)
    return feature and feature.name


@given(spots, spots)
def test_sight_is_the_same_both_ways(a, b):
    assert can_see(MILL, *a, *b) == can_see(MILL, *b, *a)
    assert can_see(MILL, *a, *b) == (what_blocks(MILL, *a, *b) is None)


@given(spots, spots)
def test_a_building_stops_the_lines_that_shapely_sees_crossing_it(a, b):
    mill = shapely.box(400, 1400, 900, 1900)
    inside = shapely.LineString((a, b)).intersection(mill).length
    assert can_see(MILL, *a, *b) == (inside < 1e-6)


def test_a_line_past_the_corner_is_free():
    assert can_see(MILL, 300, 1500, 500, 1300)
    assert not can_see(MILL, 300, 1500, 502, 1300)


def test_one_sees_through_an_open_door_and_not_through_the_wall():
    assert can_see(HOUSE, 1000, 100, 1000, 1200)
    assert not can_see(HOUSE, 1100, 100, 1100, 1200)
    assert first_in_way(HOUSE, 1100, 100, 1100, 1200) == "walls"


def test_one_sees_down_a_passage_but_not_through_rock():
    assert can_see(DUNGEON, 1800, 400, 1850, 2000)
    assert not can_see(DUNGEON, 1500, 400, 1200, 2000)


def test_the_first_of_two_things_in_the_way_is_named():
    both = SMOKE.with_features(Feature("house", Box(1500, 900, 1600, 1100), blocks_sight=True))
    assert first_in_way(both, 0, 1000, 2000, 1000) == "smoke"
    assert first_in_way(both, 2000, 1000, 0, 1000) == "house"


def test_dead_ground_is_out_of_sight_of_everybody():
    assert is_hidden_from(MILL, 650, 2000, (Disc(650, 1000, 50), Disc(600, 1000, 50)))
    assert not is_hidden_from(MILL, 650, 2000, (Disc(650, 1000, 50), Disc(2000, 2000, 50)))


def test_the_depth_into_a_wood_is_the_length_of_the_line_inside_it():
    assert depth_inside(MILL, ("wood",), 1000, 600, 1600, 600) == 100
    assert depth_inside(MILL, ("wood",), 1000, 600, 2300, 600) == 600
    assert depth_inside(MILL, ("marsh",), 1000, 600, 2300, 600) == 0
    twice = MILL.with_features(Feature("copse", Box(1700, 500, 2300, 700), "wood"))
    assert depth_inside(twice, ("wood",), 1000, 600, 2400, 600) == 800


def test_a_line_into_a_wood_does_not_run_through_it():
    assert runs_through(MILL, ("wood",), 1000, 600, 2300, 600)
    assert not runs_through(MILL, ("wood",), 1000, 600, 1800, 600)


@given(spots, spots, discs)
def test_a_base_lies_across_a_line_that_comes_nearer_than_its_radius(a, b, disc):
    assume(a != b)
    true = shapely.LineString((a, b)).distance(shapely.Point(disc.x, disc.y))
    assume(abs(true - disc.radius) > 1e-6)
    assert bool(discs_across((disc,), *a, *b)) == (true < disc.radius)


def test_bases_across_a_line_are_named_by_their_place():
    row = (Disc(500, 0, 50), Disc(500, 49, 50), Disc(500, 50, 50), Disc(-20, 0, 50))
    assert discs_across(row, 0, 0, 1000, 0) == (0, 1, 3)
    assert discs_across(row, 0, 0, 1000, 0, reach=1) == (0, 1, 2, 3)


def test_cover_counts_if_it_lies_between():
    assert [feature.name for feature in cover_between(MILL, 500, 500, 500, 1000)] == ["hedge"]
    assert cover_between(MILL, 500, 500, 500, 1000, reach=100) == ()
    assert cover_between(MILL, 500, 900, 500, 1000) == ()
    assert [feature.name for feature in cover_between(MILL, 1000, 600, 1800, 600)] == ["wood"]


@given(spots, discs)
def test_the_outer_edges_of_a_base_are_on_the_base(spot: Spot, target: Disc) -> None:
    for x, y in outer_edges(*spot, target):
        assert (x - target.x) ** 2 + (y - target.y) ** 2 <= target.radius**2


def test_a_target_half_behind_a_house_is_partly_visible():
    assert clear_lines(OPEN, 0, 0, Disc(1000, 0, 100)) == 3
    half = lay(2400, 2400, (Feature("house", Box(900, 20, 950, 500), blocks_sight=True),))
    assert clear_lines(half, 0, 0, Disc(1000, 0, 100)) == 2
    assert clear_lines(half, 0, 0, Disc(1000, 200, 100)) == 0
    assert clear_lines(OPEN, 0, 0, Disc(1000, 0, 100), (Disc(500, 0, 20),)) == 2
