"""Where a move may end."""

from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.ground.ends import Ends, nearest_point
from grognard.ground.gaps import gap, spot_gap, touching
from grognard.ground.measure import Spot
from grognard.ground.paths import Going, can_end, walk
from grognard.ground.shapes import Disc
from grognard.ground.sight import cover_between
from tests.ground.strategies import shapes, spots
from tests.ground.tables import MILL, OPEN

bases = st.builds(Disc, st.integers(50, 2350), st.integers(50, 2350), st.just(50))


@settings(max_examples=40)
@given(spots, st.integers(100, 1200), st.lists(bases, max_size=4).map(tuple))
def test_every_place_offered_can_be_walked_to(start: Spot, allowance: int, enemies: tuple[Disc, ...]) -> None:
    going = Going(MILL, 50, enemies)
    if not can_end(going, *start):
        return
    ends = Ends(going, *start, allowance, enemies, MILL.of_kind("hedge", "wood"), (300, 800))
    for end, walked in ends.reachable():
        assert walked.cost <= allowance
        assert walk(going, walked.path, allowance).refusal is None
        assert walked.path[-1] == (end.x, end.y)
        if end.why == "contact":
            assert touching(Disc(end.x, end.y, 50), enemies[end.about])


def test_an_enemy_in_reach_is_met():
    enemy = Disc(1000, 500, 50)
    ends = Ends(Going(OPEN, 50, (enemy,)), 500, 500, 600, (enemy,))
    assert ends[0] == (900, 500, "contact", 0)
    assert ends.walk_to(0) == (((500, 500), (900, 500)), 400, None)


def test_an_enemy_whose_near_side_is_taken_is_met_on_another():
    enemy, friend = Disc(1000, 500, 50), Disc(900, 500, 50)
    end = Ends(Going(OPEN, 50, (enemy, friend)), 500, 500, 900, (enemy,))[0]
    assert end
    assert touching(Disc(end.x, end.y, 50), enemy)


def test_an_enemy_out_of_reach_is_not_offered():
    enemy = Disc(2000, 500, 50)
    assert Ends(Going(OPEN, 50, (enemy,)), 500, 500, 600, (enemy,))[0] is None


def test_a_useful_range_is_taken_up():
    enemy = Disc(1500, 500, 50)
    ends = [
        end
        for end in Ends(Going(OPEN, 50, (enemy,)), 500, 500, 600, (enemy,), ranges=(300, 1200))
        if end.why == "range"
    ]
    assert [gap(Disc(end.x, end.y, 50), enemy) for end in ends] == [300, 1200]


def test_cover_is_put_between_the_base_and_the_nearest_enemy():
    enemy = Disc(500, 1000, 50)
    ends = Ends(Going(MILL, 50, (enemy,)), 500, 500, 600, (enemy,), MILL.of_kind("hedge"))
    behind = next(end for end in ends if end.why == "cover")
    assert [feature.name for feature in cover_between(MILL, enemy.x, enemy.y, behind.x, behind.y)] == ["hedge"]


def test_a_free_move_goes_as_far_as_the_ground_lets_it():
    ends = list(Ends(Going(MILL, 50), 1200, 500, 600, directions=4))
    assert [(end.x, end.y) for end in ends[:4]] == [(1200, 1100), (1658, 500), (1200, 50), (600, 500)]


def test_places_are_numbered_before_they_are_worked_out():
    ends = Ends(Going(OPEN, 50), 500, 500, 600, directions=8)
    assert len(ends) == 16
    assert ends[0] == (500, 1100, "free", 0)
    assert ends[8] == (500, 800, "free", 0)
    assert ends[4] == (500, 50, "free", 180)


@given(shapes, spots)
def test_the_nearest_point_of_a_shape_is_as_near_as_the_shape(shape, spot):
    x, y = nearest_point(shape, *spot)
    assert abs(((x - spot[0]) ** 2 + (y - spot[1]) ** 2) ** 0.5 - spot_gap(shape, *spot)) <= 2.5
