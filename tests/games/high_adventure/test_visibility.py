"""Visibility: lines, woods, houses, the dark, Stealth, and what a side remembers."""

import pytest

from grognard.games.high_adventure.actions import act
from grognard.games.high_adventure.things import Cloud, Fire, Item
from grognard.games.high_adventure.visibility import (
    can_hide,
    depth_at,
    hidden_groups,
    is_lit,
    known_spots,
    line_of_sight,
    nearest_known,
    notice,
    remember,
    seen_by,
    sees,
    sneak,
    sneakers,
    spot_seen,
    throw_spot_range,
)  # fmt: skip
from grognard.ground.shapes import Box, Disc, Wall
from grognard.ground.terrain import Feature
from tests.games.high_adventure.build import a_battle, a_figure, a_rock, a_wall, a_wood
from tests.script import scripted

WOOD = a_wood((0, 20, 40, 60))


def house(left=10, bottom=20, right=30, top=30):
    west, south, east, north = (100 * n for n in (left, bottom, right, top))
    ring = Wall(((west, south), (east, south), (east, north), (west, north), (west, south)))
    return Feature("house", Box(west, south, east, north), "building"), Feature(
        "walls", ring, "building wall", True, True, tags=("window",)
    )


def watch(target_at, features=(), watcher_at=(20, 10), **more):
    target = a_figure("target", "blue", at=target_at, stealth=more.pop("stealth", False), cleverness=3)
    battle = a_battle(a_figure("watcher", at=watcher_at), target, features=tuple(features), **more)
    return battle, battle.figure("watcher"), battle.figure("target")


def test_what_stops_a_line():
    """HA-RULE-102: walls and rocks do; hedges and low walls do not, nor do figures."""
    battle, watcher, target = watch((20, 30), [a_rock(20, 20, 1)])
    assert not sees(battle, watcher, target)
    battle, watcher, target = watch((20, 30), [a_wall((0, 20), (40, 20))])
    assert sees(battle, watcher, target)
    battle = a_battle(
        a_figure("watcher", at=(20, 10)), a_figure("between", at=(20, 15)), a_figure("target", "blue", at=(20, 30))
    )
    assert sees(battle, battle.figure("watcher"), battle.figure("target"))


@pytest.mark.parametrize(("y", "spot", "seen"), [(23, 6, False), (15.9, 6, False), (21, 6, False), (21, 0, False)])
def test_in_a_wood_one_is_seen_at_the_spot_range(y, spot, seen):
    """HA-VIS-01: at D6" or less from outside; here the watcher is 10" off."""
    battle, watcher, target = watch((20, max(y, 20.5)), [WOOD])
    battle.group("target's").spot_range = spot
    assert sees(battle, watcher, target) is seen


def test_near_enough_it_is_seen():
    """HA-VIS-01, HA-RULE-53."""
    battle, watcher, target = watch((20, 21), [WOOD], watcher_at=(20, 17))
    for spot, seen in ((2, False), (3, True)):
        battle.group("target's").spot_range = spot
        assert sees(battle, watcher, target) is seen


def test_deeper_than_six_inches_nobody_is_seen():
    """HA-VIS-02."""
    battle, watcher, target = watch((20, 26.2), [WOOD], watcher_at=(20, 19.5))
    battle.group("target's").spot_range = 6
    assert not sees(battle, watcher, target)
    assert depth_at(battle.terrain, target.x, target.y) == 620


def test_inside_woods_eight_inches():
    """HA-VIS-03; HA-COV-01, HA-RULE-53: two ranks at the edge see out freely, deeper ones only 8"."""
    battle, watcher, target = watch((20, 29), [a_wood((0, 0, 60, 60))], watcher_at=(20, 22))
    assert sees(battle, watcher, target)
    target.y += 201
    assert not sees(battle, watcher, target)
    out, edge_man, far = watch((20, 5), [WOOD], watcher_at=(20, 21.9))
    assert sees(out, edge_man, far)
    out, deep_man, far = watch((20, 5), [WOOD], watcher_at=(20, 23))
    assert not sees(out, deep_man, far)


def test_who_shoots_is_seen():
    """HA-VIS-04, HA-RULE-53: until the end of the next turn."""
    battle, watcher, target = watch((20, 21), [WOOD])
    target.shot = battle.turn
    assert sees(battle, watcher, target)
    battle.turn += 1
    assert sees(battle, watcher, target)
    battle.turn += 1
    assert not sees(battle, watcher, target)


@pytest.mark.parametrize(("watcher_y", "target_y", "seen"), [(17, 20.8, True), (15, 20.8, False), (17, 24, False)])
def test_at_a_window_to_three_inches(watcher_y, target_y, seen):
    """HA-VIS-06, HA-RULE-102: a base within 1" of an outer wall is at a window; farther in the walls block."""
    battle, watcher, target = watch((20, target_y), house(), watcher_at=(20, watcher_y))
    assert sees(battle, watcher, target) is seen
    if target_y < 21:
        assert sees(battle, target, watcher)


def test_the_dark():
    """HA-VIS-07, HA-RULE-104: 6" where unlit; a torch or fire lights the room."""
    room = Feature("room", Box(0, 0, 4000, 4000), "room")
    battle, watcher, target = watch((20, 18), [room], dark=True, dungeon=True)
    assert not sees(battle, watcher, target)
    battle.items = [Item("torch", "red", "torch", kind="torch", holder="watcher", lit=True)]
    assert is_lit(battle, 2000, 1800)
    assert sees(battle, watcher, target)
    battle.items = []
    battle.fires = [Fire("fire", 500, 500)]
    assert sees(battle, watcher, target)
    battle.fires = []
    battle.lit = ("room",)
    assert sees(battle, watcher, target)


def test_light_shows_at_once_who_stands_in_it():
    """HA-RULE-104, HA-SOL-41: to everybody, not only to whoever bears it; lit on the spot, or carried into the room."""
    room = Feature("room", Box(0, 0, 4000, 4000), "room")
    for lit in (False, True):
        battle, _, target = watch((20, 18), [room], dark=True, dungeon=True)
        bearer = a_figure("bearer", at=(39, 39))
        battle.figures.append(bearer)
        torch = Item("torch", "red", "torch", kind="torch", holder="bearer", lit=lit)
        battle.items = [torch]
        assert not target.seen
        if lit:
            notice(battle, bearer)
        else:
            act(scripted(), battle, bearer, "light torch")
        assert target.seen
        assert (target.x, target.y) in known_spots(battle, "red")


def test_mist():
    """HA-RULE-65: 12" at most."""
    battle, watcher, target = watch((20, 25))
    assert sees(battle, watcher, target)
    battle.mist = 1
    assert not sees(battle, watcher, target)


def test_the_invisible_are_not_seen_until_found():
    """HA-RULE-35."""
    battle = a_battle(a_figure(), a_figure("ghost", "blue", at=(10, 15), effects=("invisible",)))
    anna, ghost = battle.figure("anna"), battle.figure("ghost")
    assert not sees(battle, anna, ghost)
    ghost.located = battle.turn
    assert sees(battle, anna, ghost)


def test_an_illusion_hides_from_those_who_believe_in_it():
    """HA-RULE-49."""
    battle, watcher, target = watch((20, 30))
    battle.clouds = [Cloud("illusion 1", "illusion", "x", "blue", 2000, 2000, 300)]
    assert not sees(battle, watcher, target)
    assert sees(battle, target, watcher)
    battle.side("red").sees_through.append("illusion 1")
    assert sees(battle, watcher, target)


def test_stealth_is_tested_where_one_can_hide():
    """HA-STL-01, HA-VIS-05, HA-RULE-54: once a turn, in secret; not in plain sight, and not in a turn it shot."""
    battle, watcher, target = watch((20, 21), [WOOD], watcher_at=(20, 17), stealth=True)
    battle.group("target's").spot_range = 6
    assert sneakers(battle) == [target]
    with scripted(lots=["3"]) as referee:
        sneak(referee, battle, target)
    assert target.stealth == "hidden"
    assert not sees(battle, watcher, target)
    assert sneakers(battle) == []
    target.shot = battle.turn
    assert sees(battle, watcher, target)
    open_field, watcher, target = watch((20, 15), stealth=True)
    assert sneakers(open_field) == []
    assert not can_hide(open_field, watcher, target)


def test_stealth_in_the_open_if_it_is_played():
    """HA-RULE-54."""
    battle, watcher, target = watch((20, 15), stealth=True, options={"stealth_in_open": "yes"})
    with scripted(lots=["4"]) as referee:
        sneak(referee, battle, sneakers(battle)[0])
    assert target.stealth == "spotted"
    assert sees(battle, watcher, target)


def test_spotting_dice_for_hidden_groups_only():
    """HA-RULE-53."""
    battle, _, _target = watch((20, 25), [WOOD])
    assert [group.id for group in hidden_groups(battle)] == ["target's"]
    with scripted(lots=["5"]) as referee:
        throw_spot_range(referee, battle, battle.group("target's"))
    assert battle.group("target's").spot_range == 5


def test_markers_need_a_plain_line_and_light():
    """HA-RULE-84, HA-VIS-07."""
    battle = a_battle(a_figure(at=(10, 10)), features=(a_rock(10, 20, 1),))
    assert not spot_seen(battle, "red", 1000, 3000)
    assert spot_seen(battle, "red", 2000, 3000)
    assert line_of_sight(battle, 1000, 1000, 2000, 3000)
    dark = a_battle(a_figure(at=(10, 10)), features=(Feature("room", Box(0, 0, 4000, 4000), "room"),), dark=True)
    assert spot_seen(dark, "red", 1000, 1600)
    assert not spot_seen(dark, "red", 1000, 1700)


def test_a_side_remembers_where_it_saw_somebody():
    """HA-SOL-41, HA-RULE-83: forgotten once the place is seen to be empty; seeing an enemy is contact."""
    battle, watcher, target = watch((20, 30), [a_rock(25, 20, 2)])
    assert battle.contact
    assert known_spots(battle, "red") == [(2000, 3000)]
    assert nearest_known(battle, watcher) == (2000, 3000)
    target.x, target.y = 2900, 2800
    watcher.x, watcher.y = 2100, 1000
    remember(battle)
    assert not target.seen
    assert seen_by(battle, [watcher]) == []
    assert known_spots(battle, "red") == []


def test_smoke_stops_sight():
    """HA-RULE-102."""
    smoke = Feature("smoke", Disc(2000, 2000, 400), "smoke", True)
    battle, watcher, target = watch((20, 30), [smoke])
    assert not sees(battle, watcher, target)
