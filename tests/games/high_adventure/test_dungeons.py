"""Doors and passages."""

import pytest

from grognard.games.high_adventure.dungeons import doors_at_hand, force, opening, pick_lock, set_door, work
from grognard.games.high_adventure.movement import way_to
from grognard.games.high_adventure.things import Door
from grognard.games.high_adventure.visibility import line_of_sight
from grognard.ground.shapes import Box, Wall
from grognard.ground.terrain import Feature
from tests.games.high_adventure.build import a_battle, a_figure
from tests.script import scripted

WALL = Feature("the wall", Wall(((0, 2000), (6000, 2000))), "dungeon wall", True, True)


def at_the_door(locked=False, strength=1, **more):
    battle = a_battle(
        a_figure(at=(30, 19), **more),
        features=(WALL,),
        doors=[Door("the door", 3000, 2000, True, locked, strength_left=strength)],
    )
    return battle, battle.figure("anna"), battle.doors[0]


def test_a_shut_door_stops_sight_and_movement_and_an_open_one_does_not():
    """HA-RULE-98, HA-RULE-102."""
    battle, anna, door = at_the_door()
    assert not line_of_sight(battle, 3000, 1900, 3000, 2500)
    assert way_to(battle, anna, 3000, 2500).refusal
    assert doors_at_hand(battle, anna) == [door]
    with scripted() as referee:
        work(referee, battle, anna, door)
    assert line_of_sight(battle, 3000, 1900, 3000, 2500)
    assert way_to(battle, anna, 3000, 2500).cost == 600
    with scripted() as referee:
        work(referee, battle, anna, door)
    assert not line_of_sight(battle, 3000, 1900, 3000, 2500)


def test_an_open_door_shows_who_stands_behind_it():
    """HA-RULE-98, HA-SOL-41: at once, before anybody moves."""
    battle, anna, door = at_the_door()
    foe = a_figure("foe", "blue", at=(30, 22))
    foe.seen = False
    battle.figures.append(foe)
    with scripted() as referee:
        work(referee, battle, anna, door)
    assert foe.seen


def test_riders_use_no_doors():
    """HA-RULE-105."""
    battle, anna, _ = at_the_door(mounted=True)
    assert doors_at_hand(battle, anna) == []


def test_a_lock_is_a_cleverness_task():
    """HA-RULE-98, HA-ATTR-07d."""
    battle, anna, door = at_the_door(locked=True, cleverness=3)
    with scripted(dice=[4]) as referee:
        pick_lock(referee, battle, anna, door)
    assert door.locked
    with scripted(dice=[3]) as referee:
        pick_lock(referee, battle, anna, door)
    assert not door.shut


def test_breaking_it_takes_strength_tests():
    """HA-RULE-98: as many passes as the door wants."""
    battle, anna, door = at_the_door(locked=True, strength=2)
    anna.profile = a_figure(strength=3).profile
    with scripted(dice=[3, 4, 2]) as referee:
        force(referee, battle, anna, door)
        force(referee, battle, anna, door)
        assert door.shut
        force(referee, battle, anna, door)
    assert door.broken
    assert not door.shut


@pytest.mark.parametrize(("wall", "size"), [("x", (200, 10)), ("y", (10, 200))])
def test_openings_lie_along_their_wall(wall, size):
    """HA-RULE-88: doors 1" wide, passages as wide as the rooms share a wall."""
    box = opening("gap", 1000, 1000, 200, wall).shape
    assert isinstance(box, Box)
    assert (box.right - box.left, box.top - box.bottom) == size


def test_locking():
    """HA-RULE-98."""
    battle, _, door = at_the_door()
    set_door(battle, door, False, False)
    assert battle.table.has("the door")
    set_door(battle, door, True, True)
    assert door.locked
    assert not battle.table.has("the door")
