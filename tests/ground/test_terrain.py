"""The ground of a table: what is under a spot and what a line passes over."""

import msgspec
import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from grognard.ground.gaps import overlaps, spot_gap
from grognard.ground.lines import stretches
from grognard.ground.shapes import Box, Disc, Polygon, Wall, corners, holds, outline
from grognard.ground.terrain import Feature, cut_out, lay
from tests.ground.strategies import boxes, oracle, shapes, slabs, spots
from tests.ground.tables import DUNGEON, HOUSE, MILL

tables = st.lists(shapes, max_size=7).map(
    lambda found: lay(2400, 2400, tuple(Feature(f"feature {n}", shape) for n, shape in enumerate(found)))
)


def names(features):
    return [feature.name for feature in features]


@given(tables, spots)
def test_what_is_under_a_spot_is_every_feature_that_holds_it(table, spot):
    assert table.at(*spot) == tuple(feature for feature in table.features if holds(feature.shape, *spot))


@given(tables, spots, st.integers(0, 600))
def test_what_is_near_a_spot_is_every_feature_within_reach(table, spot, reach):
    assert table.near(*spot, reach) == tuple(
        feature for feature in table.features if spot_gap(feature.shape, *spot) <= reach
    )


@given(tables, spots, spots)
def test_what_a_line_crosses_is_every_feature_with_some_of_it_inside(table, a, b):
    assert table.crossed(*a, *b) == tuple(feature for feature in table.features if stretches(feature.shape, *a, *b))


@given(tables, slabs)
def test_what_a_body_touches_is_every_feature_it_shares_ground_with(table, slab):
    assert table.touched(slab) == tuple(feature for feature in table.features if overlaps(slab, feature.shape))


def test_the_ground_under_a_spot_is_named_in_the_order_of_the_table():
    assert names(MILL.at(1200, 1200)) == ["race", "bridge"]
    assert names(MILL.footing(1200, 1200)) == ["bridge"]
    assert names(MILL.footing(300, 1200)) == ["race"]
    assert names(MILL.at(1200, 1000)) == []
    assert names(MILL.near(900, 1000, 200)) == ["race", "bridge", "hedge"]


def test_the_length_inside_each_feature_is_measured():
    assert [(feature.name, length) for feature, length in MILL.inside(500, 0, 500, 2000)] == [
        ("race", 200),
        ("mill", 500),
        ("hedge", 50),
    ]


def test_a_line_is_cut_where_the_ground_changes():
    parts = MILL.split(1200, 1000, 1200, 1400)
    assert [(start, end, names(features)) for start, end, features in parts] == [
        (0.0, 0.25, []),
        (0.25, 0.75, ["race", "bridge"]),
        (0.75, 1.0, []),
    ]


def test_a_bridge_takes_the_water_away_under_it():
    assert not MILL.is_solid(1200, 1200, 50)
    assert not MILL.is_solid(1050, 1200, 50)
    assert MILL.is_solid(1049, 1200, 50)
    assert MILL.is_solid(500, 1200, 0)


def test_rooms_are_cut_out_of_the_rock():
    assert not DUNGEON.is_solid(1800, 1000, 100)
    assert DUNGEON.is_solid(1799, 1000, 100)
    assert DUNGEON.is_solid(300, 300, 0)


def test_a_door_opens_a_ring_of_walls():
    assert [corners(shape) for shape in HOUSE.solids.shapes] == [
        ((500, 500), (950, 500)),
        ((1050, 500), (1500, 500), (1500, 1500), (500, 1500), (500, 500)),
    ]


@given(
    st.one_of(boxes, slabs, st.builds(Disc, st.integers(0, 2000), st.integers(0, 2000), st.integers(100, 800))),
    st.lists(boxes, max_size=3),
)
def test_cutting_ways_leaves_what_shapely_leaves(shape, ways):
    rest = cut_out(shape, tuple(ways))
    true = shapely.Polygon(outline(shape)).difference(shapely.union_all([oracle(way)[0] for way in ways]))
    assume(true.area > 100)
    left = shapely.union_all([shapely.Polygon(outline(part)) for part in rest])
    assert left.symmetric_difference(true).area <= 0.005 * shapely.Polygon(outline(shape)).area + 2 * true.length


def test_a_way_with_a_hollow_is_refused():
    hollow = Polygon(((0, 0), (300, 0), (300, 300), (150, 100), (0, 300)))
    with pytest.raises(ValueError, match="without hollows"):
        cut_out(Box(0, 0, 500, 500), (hollow,))


def test_the_same_table_laid_twice_is_the_same_table():
    again = lay(2400, 2400, MILL.features)
    assert lay(2400, 2400, MILL.features) is again
    assert again == MILL
    assert (
        MILL.with_features(Feature("smoke", Disc(100, 100, 400), "smoke", blocks_sight=True)).without("smoke") == MILL
    )
    assert MILL != DUNGEON


def test_features_are_found_by_name_and_kind():
    assert MILL.named("hedge").obstacle == 200
    assert names(MILL.of_kind("wood", "hedge")) == ["hedge", "wood"]
    with pytest.raises(KeyError):
        MILL.named("castle")


def test_a_feature_is_saved_and_read_without_loss():
    for feature in (*MILL.features, *HOUSE.features, Feature("bank", Wall(((0, 0), (5, 5))), tags=("steep",))):
        assert msgspec.json.decode(msgspec.json.encode(feature), type=Feature) == feature
