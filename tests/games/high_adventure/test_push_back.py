"""Push backs, pits, follow-ups, breaking off and relief."""

import pytest

from grognard.games.high_adventure.figures import Order, State
from grognard.games.high_adventure.push_back import (
    beat_all,
    break_off,
    can_follow_up,
    follow_up,
    knock,
    may_break_off,
    push,
    relief_for,
    relieve,
    way_off,
)  # fmt: skip
from grognard.games.high_adventure.things import Melee
from grognard.ground.shapes import Box
from grognard.ground.terrain import Feature
from tests.games.high_adventure.build import a_battle, a_figure, a_rock
from tests.script import scripted


def two(*more, **others):
    anna, foe = a_figure(role="pc", **others), a_figure("foe", "blue", at=(10, 11), facing=180)
    battle = a_battle(anna, foe, *more, solo=("blue",))
    return battle, battle.figure("anna"), battle.figure("foe")


def test_straight_back_one_base_depth():
    """HA-MEL-19."""
    battle, anna, foe = two()
    with scripted() as referee:
        assert push(referee, battle, foe, anna)
    assert (foe.x, foe.y) == (1000, 1200)
    assert anna.engaged == []


@pytest.mark.parametrize("blocker", ["figure", "object"])
def test_blocked_it_is_one_light_wound(blocker):
    """HA-MEL-24."""
    anna, foe = a_figure(), a_figure("foe", "blue", at=(10, 11), strength=2)
    others = [a_figure("other", "blue", at=(10, 12.5))] if blocker == "figure" else []
    features = () if others else (a_rock(10, 13, 1.2),)
    battle = a_battle(anna, foe, *others, features=features)
    with scripted() as referee:
        assert not push(referee, battle, foe, anna)
    assert (foe.y, foe.light_wounds) == (1100, 1)


def test_into_a_pit():
    """HA-RULE-99: a W, and it lies there."""
    pit = Feature("pit", Box(900, 1160, 1100, 1400), "pit", impassable=True)
    anna, foe = a_figure(), a_figure("foe", "blue", at=(10, 11), strength=2)
    battle = a_battle(anna, foe, features=(pit,))
    with scripted() as referee:
        push(referee, battle, foe, anna)
    assert foe.effect("pit")
    assert foe.light_wounds == 2


def test_knocked_back_until_something_stops_it():
    """HA-RULE-43: a LW there; near an enemy it is pinned (HA-RULE-17)."""
    anna, foe = a_figure(strength=2, at=(10, 20)), a_figure("foe", "blue", at=(10, 10))
    battle = a_battle(anna, foe, features=(a_rock(10, 25, 2),))
    with scripted() as referee:
        assert 200 <= knock(referee, battle, anna, 1000, 1500, 600) <= 251
    assert anna.light_wounds == 1


def test_the_winner_may_follow_up():
    """HA-MEL-19, HA-RULE-21: not while engaged with somebody else."""
    battle, anna, foe = two()
    with scripted(answers=["yes"]) as referee:
        push(referee, battle, foe, anna)
        follow_up(referee, battle, anna, foe)
    assert anna.engaged == ["foe"]
    other = a_figure("other", "blue", at=(11, 10))
    battle, anna, foe = two(other)
    with scripted() as referee:
        push(referee, battle, foe, anna)
        assert not can_follow_up(anna)
        follow_up(referee, battle, anna, foe)
    assert anna.engaged == ["other"]


def test_npcs_follow_up_with_attack_or_march():
    """HA-RULE-21."""
    for order, follows in ((Order.ATTACK, True), (Order.STAND, False)):
        battle, anna, foe = two()
        foe.order = order
        with scripted() as referee:
            push(referee, battle, anna, foe)
            follow_up(referee, battle, foe, anna)
        assert bool(foe.engaged) is follows


@pytest.mark.parametrize(
    ("scores", "room", "may"),
    [([(8, 5)], 100, True), ([(8, 5), (6, 6)], 100, False), ([(8, 5)], 99, False), ([], 100, False)],
)
def test_who_may_break_off(scores, room, may):
    """HA-MEL-25, HA-RULE-23, HA-RULE-81."""
    assert may_break_off(scores, room) is may


def test_breaking_off_is_an_inch_straight_away():
    """HA-MEL-25."""
    battle, anna, foe = two()
    melee = Melee("anna", "foe", 1, 1, thrown=True, winner="anna", loser="foe")
    assert beat_all(battle, anna, [melee])
    assert not beat_all(battle, foe, [melee])
    with scripted(answers=["break off"]) as referee:
        break_off(referee, battle, anna)
    assert (anna.x, anna.y) == (1000, 900)
    assert anna.engaged == foe.engaged == []


def test_no_room_no_breaking_off():
    """HA-RULE-23."""
    battle, anna, _ = two(a_figure("wall", at=(10, 8.5)))
    assert way_off(battle, anna) is None


def test_a_friend_behind_takes_his_place():
    """HA-MEL-26."""
    friend = a_figure("friend", at=(10, 9), role="pc")
    battle, anna, foe = two(friend)
    assert relief_for(battle, anna) == [friend]
    with scripted(answers=["relieved by friend"]) as referee:
        break_off(referee, battle, anna)
    assert foe.engaged == ["friend"]
    assert (anna.x, anna.y) == (1000, 900)
    assert anna.state is State.ABLE
    with scripted() as referee:
        relieve(referee, battle, friend, anna)
    assert foe.engaged == ["anna"]
