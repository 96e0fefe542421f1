"""The outline of a reach: the same as by asking for the way to every spot of it, which is slow."""

import math

from hypothesis import example, given, settings
from hypothesis import strategies as st

from grognard.ground.measure import Spot, step
from grognard.ground.outline import EIGHTHS, reach_outline
from grognard.ground.paths import Going, can_end, farthest
from grognard.ground.shapes import Disc
from grognard.ground.ways import way
from tests.ground.strategies import spots
from tests.ground.tables import DUNGEON, HOUSE, MILL, OPEN

bases = st.builds(Disc, st.integers(50, 2350), st.integers(50, 2350), st.just(50))


def test_the_outline_of_an_open_reach_is_a_circle():
    for x, y in reach_outline(Going(OPEN, 50), 1200, 1200, 600):
        assert abs(((x - 1200) ** 2 + (y - 1200) ** 2) ** 0.5 - 600) <= 1.5


def test_the_outline_stops_at_the_water_and_goes_on_over_the_bridge():
    outline = reach_outline(Going(MILL, 50), 1200, 900, 500, rays=4)
    assert outline[0] == (1200, 1400)
    assert reach_outline(Going(MILL, 50), 600, 950, 300, rays=4)[0] == (600, 1050)


def slow_outline(going: Going, x: int, y: int, allowance: int, rays: int) -> list[Spot]:
    """In each direction the farthest of a few spots to which there is a way."""
    outline = []
    for ray in range(rays):
        degrees = ray * 360 // rays
        spot, stopped = farthest(going, x, y, *step(x, y, degrees, allowance), allowance)
        if stopped and stopped.why in ("impassable", "piece"):
            straight = math.dist(spot, (x, y))
            tries = [step(x, y, degrees, allowance * eighths // 8) for eighths in EIGHTHS]
            behind = [one for one in tries if math.dist(one, (x, y)) > straight]
            spot = next((one for one in behind if not way(going, x, y, *one, allowance).refusal), spot)
        outline.append(spot)
    return outline


@settings(max_examples=120)
@example(OPEN, (50, 159), 374, (Disc(335, 53, 50), Disc(349, 256, 50)), 8)  # through a gap as wide as a hand
@given(
    st.sampled_from([OPEN, MILL, DUNGEON, HOUSE]),
    spots,
    st.integers(100, 1500),
    st.lists(bases, max_size=5).map(tuple),
    st.sampled_from([8, 12]),
)
def test_nothing_that_a_way_leads_to_is_left_out(
    table, start: Spot, allowance: int, others: tuple[Disc, ...], rays: int
) -> None:
    """It may show a little more: a way round two things at once that nobody would look for."""
    going = Going(table, 50, others)
    if not can_end(going, *start):
        return
    outline = reach_outline(going, *start, allowance, rays)
    for shown, found in zip(outline, slow_outline(going, *start, allowance, rays), strict=True):
        assert math.dist(shown, start) >= math.dist(found, start) - 1
        assert math.dist(shown, start) <= allowance + 1.5
        assert can_end(going, *shown) or shown == found
