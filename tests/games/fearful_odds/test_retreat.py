"""Retreats: the ways back, and blocked ones."""

import pytest

from grognard.games.fearful_odds.battle import Battle, Order, Unit, Where
from grognard.games.fearful_odds.options import Options
from grognard.games.fearful_odds.retreat import retreat, retreat_ways
from tests.script import scripted

from .build import DEFAULTS, MIDDLE, NE, NORTH, NW, SE, SW, E, W, a_battle, a_field, a_hero, a_leader, a_unit, go

ENEMY = go(MIDDLE, NE)


def test_every_step_leads_farther_from_the_enemy_and_around_others():
    """FO-RULE-61: three first hexes in the open; a friend, an enemy's front and an enemy hero take them away one by one."""
    unit, foe = a_unit(at=MIDDLE), a_unit("foe", "blue", at=ENEMY, facing=4)
    assert {way[0] for way in retreat_ways(a_battle(unit, foe), unit, ENEMY, 1)} == {go(MIDDLE, d) for d in (W, SW, SE)}
    friend, hero = a_unit("friend", at=go(MIDDLE, W)), a_hero("hero", "blue", at=go(MIDDLE, SW))
    assert retreat_ways(a_battle(unit, foe, friend, hero), unit, ENEMY, 1) == [(go(MIDDLE, SE),)]
    watcher = a_unit("watcher", "blue", at=go(MIDDLE, SE, E), facing=2)
    assert retreat_ways(a_battle(unit, foe, friend, hero, watcher), unit, ENEMY, 1) == []


def test_a_way_of_full_length_is_taken_if_there_is_one():
    """FO-RULE-61, FO-RULE-72: near the edge only some first steps lead on."""
    corner = a_unit(at=9 * 7)  # column 0, the row before the last
    ways = retreat_ways(a_battle(corner, a_unit("foe", "blue", at=go(9 * 7, NE))), corner, go(9 * 7, NE), 2)

    assert ways
    assert all(len(way) in (1, 2) for way in ways)
    assert len({len(way) for way in ways}) == 1


def test_a_leader_goes_along_and_the_facing_is_kept():
    """FO-MEL-24, FO-RULE-61."""
    unit, leader = a_unit(at=MIDDLE, facing=NORTH), a_leader(at=MIDDLE)
    battle = a_battle(unit, leader, a_unit("foe", "blue", at=ENEMY))

    with scripted(answers=["retreat by 3,4"]) as referee:
        assert retreat(referee, battle, unit, ENEMY, 1) == 1

    assert leader.at == unit.at == go(MIDDLE, W)
    assert unit.facing == NORTH


def shut_in(options: Options = DEFAULTS, sp: int = 5) -> tuple[Battle, Unit]:
    river = {go(MIDDLE, d): "river" for d in (W, SW, SE)}
    unit = a_unit(at=MIDDLE, sp=sp, order="disorder")
    return a_battle(unit, a_unit("foe", "blue", at=ENEMY), field=a_field(ground=river), options=options), unit


def test_a_blocked_retreat_costs_a_point_for_each_hex():
    """FO-RULE-61."""
    battle, unit = shut_in()

    with scripted() as referee:
        assert retreat(referee, battle, unit, ENEMY, 2) == 0

    assert (unit.strength, unit.at) == (3, MIDDLE)


def test_the_last_points_go_that_way_too():
    """FO-RULE-61, FO-STAT-01."""
    battle, unit = shut_in(sp=1)

    with scripted() as referee:
        retreat(referee, battle, unit, ENEMY, 2)

    assert unit.where is Where.GONE


def test_a_blocked_retreat_may_be_a_rout():
    """FO-RULE-61, `blocked_retreat = rout`."""
    battle, unit = shut_in(Options(blocked_retreat="rout"))

    with scripted() as referee:
        retreat(referee, battle, unit, ENEMY, 2)

    assert unit.order is Order.ROUT


@pytest.mark.parametrize(("die", "order"), [(6, Order.GOOD), (7, Order.DISORDER)])
def test_a_retreat_over_a_stream_is_checked(die: int, order: Order) -> None:
    """FO-RULE-26."""
    unit = a_unit(ql=6, at=MIDDLE)
    sides = tuple((MIDDLE, d, "stream") for d in (W, SW, SE))
    battle = a_battle(unit, a_unit("foe", "blue", at=ENEMY), field=a_field(hexsides=sides))

    with scripted(dice=[die], answers=["retreat by 3,4"]) as referee:
        retreat(referee, battle, unit, ENEMY, 1)

    assert unit.order is order


def test_nobody_retreats_towards_the_enemy():
    """FO-RULE-61."""
    unit = a_unit(at=MIDDLE)
    ways = retreat_ways(a_battle(unit, a_unit("foe", "blue", at=ENEMY)), unit, ENEMY, 2)

    assert all(go(MIDDLE, d) not in [way[0] for way in ways] for d in (NE, NW, E))
