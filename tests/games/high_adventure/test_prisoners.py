"""Prisoners: guarded, left, and dispatched."""

import pytest

from grognard.games.high_adventure.figures import State
from grognard.games.high_adventure.prisoners import (
    bring_along,
    guards_needed,
    prisoners_of,
    surrender,
    turns_to_dispatch,
    watch,
)
from grognard.games.high_adventure.things import Item
from tests.games.high_adventure.build import a_battle, a_figure
from tests.script import scripted


def captured(*captors, prisoners=1):
    held = [a_figure(f"p{n}", "blue", at=(10, 12)) for n in range(prisoners)]
    battle = a_battle(*captors, *held)
    with scripted() as referee:
        for figure in held:
            surrender(referee, battle, figure, captors[0])
    return battle


@pytest.mark.parametrize(("prisoners", "guards"), [(0, 0), (1, 1), (5, 1), (6, 2), (11, 3)])
def test_one_guard_for_five(prisoners, guards):
    """HA-PRI-01."""
    assert guards_needed(prisoners) == guards


@pytest.mark.parametrize(("prisoners", "captors", "turns"), [(11, 2, 3), (2, 1, 1), (3, 1, 2)])
def test_two_a_turn(prisoners, captors, turns):
    """HA-PRI-03."""
    assert turns_to_dispatch(prisoners, captors) == turns


def test_who_surrenders_is_held_and_drops_what_it_has():
    """HA-ORD-12, HA-RULE-55, HA-RULE-97."""
    anna, thief = a_figure(), a_figure("thief", "blue", at=(11, 10))
    battle = a_battle(anna, thief)
    battle.items = [Item("bell", "blue", "the Bell", holder="thief")]
    with scripted() as referee:
        surrender(referee, battle, thief, anna)
    assert (thief.state, thief.captor, battle.items[0].holder) == (State.PRISONER, "anna", "")
    assert anna.engaged == []
    assert prisoners_of(battle, anna) == [thief]


def test_prisoners_move_with_their_guard_and_escape_when_left():
    """HA-PRI-02, HA-RULE-55."""
    battle = captured(a_figure())
    anna = battle.figure("anna")
    anna.x = 5000
    bring_along(battle, anna)
    assert battle.figure("p0").x == 5000
    battle.figure("p0").x = 1000
    with scripted() as referee:
        watch(referee, battle)
    assert battle.figure("p0").state is State.ESCAPED


def test_a_sixth_prisoner_has_no_guard():
    """HA-PRI-01, HA-PRI-02."""
    battle = captured(a_figure(), prisoners=6)
    with scripted() as referee:
        watch(referee, battle)
    assert [figure.state for figure in battle.figures[1:]] == [State.PRISONER] * 5 + [State.ESCAPED]


def test_a_captor_with_nothing_else_to_do_dispatches_two():
    """HA-PRI-03."""
    battle = captured(a_figure(), prisoners=3)
    battle.figure("anna").busy = "dispatch"
    with scripted() as referee:
        watch(referee, battle)
    assert [figure.state for figure in battle.figures[1:]] == [State.KILLED, State.KILLED, State.PRISONER]
