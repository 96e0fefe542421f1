"""Riding: pivots, getting on and off, dismounted riders, and riding on."""

import pytest

from grognard.games.high_adventure.mounted import (
    dismount,
    horse_at_hand,
    is_ride,
    may_pivot,
    mount,
    ride_on,
    ride_path,
    rides_on,
    unhorse,
)  # fmt: skip
from grognard.games.high_adventure.push_back import push
from tests.games.high_adventure.build import a_battle, a_figure, a_rock
from tests.script import scripted


@pytest.mark.parametrize(
    ("moved", "first", "second", "legal"),
    [
        (800, 45, 45, True),
        (800, 46, 0, False),
        (800, 0, 90, False),
        (200, 0, 90, True),
        (200, 0, 180, True),
        (201, 0, 180, False),
        (200, 0, 60, False),
    ],
)
def test_pivots(moved, first, second, legal):
    """HA-MOVE-08, HA-MOVE-09."""
    assert may_pivot(moved, first, second) is legal
    assert may_pivot(moved, -first, -second) is legal


def test_a_ride_is_two_straight_legs():
    """HA-MOVE-08: a pivot of up to 45 degrees in each half."""
    rider = a_figure(mounted=True, facing=0, at=(20, 20))
    path, facing = ride_path(rider, 45, 400, -45, 400)
    assert facing == 0
    assert is_ride(rider, path, 800)
    assert not is_ride(rider, ((2000, 2000), (2800, 2000)), 800)
    assert not is_ride(rider, ((2000, 2000), (2000, 2100), (2200, 2100), (2200, 2300)), 800)


def test_getting_off_and_on_again():
    """HA-RULE-105: a horse left of one's own will waits where it is."""
    battle = a_battle(a_figure(mounted=True))
    anna = battle.figure("anna")
    with scripted() as referee:
        dismount(referee, battle, anna)
        assert anna.radius == 50
        horse = horse_at_hand(battle, anna)
        assert horse is not None
        mount(referee, battle, anna, horse)
    assert battle.figures[0].radius == 75
    assert horse_at_hand(battle, anna) is None


def test_a_push_back_dismounts_and_does_not_push():
    """HA-MNT-04, HA-HOR-01: the horse is gone."""
    rider, foe = a_figure(mounted=True, at=(10, 10)), a_figure("foe", "blue", at=(10, 11.25))
    battle = a_battle(rider, foe)
    with scripted() as referee:
        assert not push(referee, battle, rider, foe)
    assert not rider.mounted
    assert rider.engaged == ["foe"]
    assert battle.items == []
    with scripted() as referee:
        unhorse(referee, battle, rider, foe)
    assert rider.engaged == ["foe"]


def test_who_rides_on():
    """HA-MNT-02, HA-RULE-33: charged this turn, still mounted, able and not helpless."""
    rider = a_figure(mounted=True)
    battle = a_battle(rider)
    assert not rides_on(battle, rider)
    rider.charged = True
    assert rides_on(battle, rider)
    rider.mounted = False
    assert not rides_on(battle, rider)


def test_riding_on_passes_whom_it_fought_and_stops_at_the_next():
    """HA-MNT-02, HA-RULE-33."""
    rider, foe, next_foe = (
        a_figure(mounted=True, at=(10, 10)),
        a_figure("foe", "blue", at=(10, 11.25)),
        a_figure("next", "blue", at=(10, 18)),
    )
    rider.charged = True
    battle = a_battle(rider, foe, next_foe)
    with scripted(dice=[4]) as referee:
        ride_on(referee, battle, rider, ["foe"])
    assert (rider.x, rider.y) == (1000, 1400)
    with scripted(dice=[6]) as referee:
        ride_on(referee, battle, rider, ["foe"])
    assert rider.engaged == ["next"]


def test_riding_on_turns_only_off_terrain():
    """HA-MNT-03."""
    rider = a_figure(mounted=True, at=(10, 10))
    battle = a_battle(rider, features=(a_rock(10, 14, 1),))
    with scripted(dice=[6]) as referee:
        ride_on(referee, battle, rider, [])
    assert rider.facing in (30, 330, 45, 315)
    assert rider.y > 1400
