"""C3-RULE-30: line of sight."""

import pytest

from grognard.games.confrontation.sight import can_see, clear_lines, is_partly_seen
from grognard.ground.open_table import Box, Disc, Wall
from grognard.ground.terrain import Feature
from tests.games.confrontation.build import a_battle, a_fighter


def seen(*others, features=(), facing=0, **more):
    odo = a_fighter("odo", at=(30, 20), facing=facing)
    ulla = a_fighter("ulla", "blue", at=(30, 50), **more)
    battle = a_battle(odo, ulla, *others, features=features)
    return battle, odo, ulla, clear_lines(battle, odo, ulla)


def test_a_fighter_sees_180_degrees_to_its_front():
    """C3-RULE-30: a target is in the arc if its centre is."""
    assert seen(facing=0)[3] == 3
    assert seen(facing=90)[3] == 3
    assert seen(facing=91)[3] == 0
    assert seen(facing=180)[3] == 0


def test_high_ground_blocks_and_may_leave_a_part_visible():
    """C3-RULE-30, C3-RULE-83."""
    whole = Feature("tower", Box(2000, 3400, 4000, 3600), "high", blocks_sight=True, impassable=True)
    half = Feature("tower", Box(2000, 3400, 3010, 3600), "high", blocks_sight=True, impassable=True)
    assert seen(features=(whole,))[3] == 0
    battle, odo, ulla, lines = seen(features=(half,))
    assert lines == 1
    assert is_partly_seen(battle, odo, ulla, lines)


@pytest.mark.parametrize(("size", "blocks"), [("small", False), ("medium", True), ("large", True)])
def test_a_figure_blocks_if_it_is_at_least_as_big_as_both(size, blocks):
    """C3-RULE-30."""
    assert (seen(a_fighter("tib", at=(30, 35), size=size))[3] == 0) is blocks


def test_figures_in_the_air_neither_block_nor_are_blocked():
    """C3-RULE-30, C3-RULE-28."""
    assert seen(a_fighter("wing", at=(30, 35), altitude=1))[3] == 3
    assert seen(a_fighter("tib", at=(30, 35)), altitude=1)[3] == 3


def test_a_wood_is_seen_into_for_5_cm_and_never_through():
    """C3-RULE-83."""
    through = Feature("wood", Disc(3000, 3500, 500), "wood", slow=2)
    assert seen(features=(through,))[3] == 0
    edge = Feature("wood", Box(2000, 4600, 4000, 6000), "wood", slow=2)
    deep = Feature("wood", Box(2000, 4400, 4000, 6000), "wood", slow=2)
    assert seen(features=(edge,))[3] == 3
    assert seen(features=(deep,))[3] == 0


def test_a_target_that_touches_the_far_side_of_an_obstacle_is_partly_visible():
    """C3-RULE-83, C3-FIRE-15."""
    near = Feature("wall", Wall(((2000, 4870), (4000, 4870))), "obstacle", obstacle=300)
    far = Feature("wall", Wall(((2000, 4000), (4000, 4000))), "obstacle", obstacle=300)
    battle, odo, ulla, lines = seen(features=(near,))
    assert lines == 3
    assert is_partly_seen(battle, odo, ulla, lines)
    battle, odo, ulla, lines = seen(features=(far,))
    assert not is_partly_seen(battle, odo, ulla, lines)
    assert can_see(battle, odo, ulla)
