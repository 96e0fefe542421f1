"""Contact: edges of a base, being pinned, and who finds no place."""

import pytest

from grognard.games.high_adventure.contact import (
    contact_spots,
    edge_of,
    face,
    free_edges,
    lift,
    near_enemies,
    pin,
    pin_near,
    stand,
)  # fmt: skip
from grognard.ground.shapes import Wall
from grognard.ground.terrain import Feature
from tests.games.high_adventure.build import a_battle, a_figure
from tests.script import scripted


@pytest.mark.parametrize(
    ("facing", "spot", "edge"),
    [
        (0, (10, 20), "front"),
        (0, (20, 10), "right"),
        (0, (10, 1), "rear"),
        (0, (1, 10), "left"),
        (0, (15, 15), "front"),
        (0, (15, 5), "rear"),
        (90, (10, 20), "left"),
    ],
)
def test_four_edges_of_ninety_degrees(facing, spot, edge):
    """HA-FIG-01, HA-RULE-60: a boundary belongs to front, then rear."""
    assert edge_of(a_figure(facing=facing), spot[0] * 100, spot[1] * 100) == edge


def test_standing_side_by_side_is_contact_on_both_sides():
    """HA-RULE-60: bases that touch; a hundredth does not matter."""
    anna, foe, far = a_figure(), a_figure("foe", "blue", at=(11, 10)), a_figure("far", "blue", at=(12.02, 10))
    battle = a_battle(anna, foe, far)
    assert anna.engaged == ["foe"]
    assert foe.engaged == ["anna"]
    stand(battle, anna, 500, 500)
    assert anna.engaged == foe.engaged == []


def test_one_enemy_for_each_edge_and_four_at_most():
    """HA-FIG-02, HA-CON-02."""
    around = [
        a_figure(f"foe{n}", "blue", at=(10 + dx, 10 + dy))
        for n, (dx, dy) in enumerate(((0, 1), (1, 0), (0, -1), (-1, 0)))
    ]
    battle = a_battle(a_figure(), *around[:3], a_figure("late", "blue", at=(14, 14)))
    anna, late = battle.figure("anna"), battle.figure("late")
    assert free_edges(battle, anna) == ["left"]
    assert contact_spots(battle, late, anna) == [(900, 1000)]
    crowded = a_battle(a_figure(), *around, a_figure("late", "blue", at=(14, 14)))
    assert contact_spots(crowded, crowded.figure("late"), crowded.figure("anna")) == []
    with scripted() as referee:
        assert not pin(referee, crowded, crowded.figure("late"), crowded.figure("anna"))


def test_within_an_inch_it_must_turn_to_face_and_engage():
    """HA-CON-01, HA-CON-03: also across a flank or the rear."""
    anna, foe = a_figure(at=(10, 8.2), facing=90), a_figure("foe", "blue", facing=0)
    battle = a_battle(anna, foe)
    with scripted() as referee:
        pin_near(referee, battle, anna)
    assert anna.engaged == ["foe"]
    assert anna.facing == 0
    assert edge_of(foe, anna.x, anna.y) == "rear"


def test_nobody_is_pinned_through_a_house_wall():
    """HA-RULE-102: walls of buildings."""
    anna, foe = a_figure(at=(10, 10)), a_figure("foe", "blue", at=(11.8, 10))
    wall = Feature("wall", Wall(((1090, 0), (1090, 3000))), "building wall", True, True)
    battle = a_battle(anna, foe, features=(wall,))
    assert near_enemies(battle, anna) == [foe]
    with scripted() as referee:
        pin_near(referee, battle, anna)
    assert anna.engaged == []


def test_lifting_out_of_contact():
    """HA-WND-03: whoever is out is engaged with nobody."""
    anna, foe = a_figure(), a_figure("foe", "blue", at=(11, 10))
    battle = a_battle(anna, foe)
    lift(battle, anna)
    assert anna.engaged == foe.engaged == []
    face(anna, 1000, 0)
    assert anna.facing == 180
