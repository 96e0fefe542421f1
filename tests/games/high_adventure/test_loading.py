"""Loading bows, slings and crossbows."""

import pytest

from grognard.games.high_adventure.loading import can_load, empty, finish_loading, load
from grognard.games.high_adventure.weapons import weapon
from tests.games.high_adventure.build import a_battle, a_figure
from tests.script import scripted


def unloaded(name, **options):
    battle = a_battle(a_figure(weapon=weapon(name, 1)), options=options)
    anna = battle.figure("anna")
    anna.loaded = False
    return battle, anna


@pytest.mark.parametrize("name", ["bow", "longbow", "sling"])
def test_a_bow_takes_half_a_turn(name):
    """HA-MOVE-13, HA-SHO-07: who loads may still move half and shoot in the same turn."""
    battle, anna = unloaded(name)
    anna.walked, anna.halves = 250, 1
    assert can_load(anna)
    with scripted() as referee:
        load(referee, battle, anna)
    assert anna.loaded
    assert anna.halves == 0


def test_a_crossbow_takes_a_turn_without_moving():
    """HA-SHO-06, HA-RULE-26: loaded from the next turn on."""
    battle, anna = unloaded("crossbow")
    anna.walked = 100
    assert not can_load(anna)
    anna.walked = 0
    with scripted() as referee:
        load(referee, battle, anna)
    assert not anna.loaded
    battle.turn += 1
    finish_loading(battle, anna)
    assert anna.loaded


def test_or_it_shoots_in_the_same_turn():
    """HA-RULE-26."""
    battle, anna = unloaded("crossbow", crossbow_load="same_turn")
    with scripted() as referee:
        load(referee, battle, anna)
    assert anna.loaded


@pytest.mark.parametrize(("name", "loaded"), [("bow", False), ("javelins", True), ("rocks", True)])
def test_what_is_thrown_by_hand_needs_no_loading(name, loaded):
    """HA-SHO-03e; HA-RULE-58: a bow keeps the shield away for the turn."""
    battle, anna = unloaded(name)
    anna.loaded = True
    empty(battle, anna)
    assert anna.loaded is loaded
    assert (anna.two_handed == battle.turn) is (name == "bow")
    assert anna.shot == battle.turn


def test_a_crossbow_that_is_shot_in_its_loading_turn_is_empty_in_the_next():
    """HA-RULE-26, `crossbow_load = same_turn`."""
    battle, anna = unloaded("crossbow", crossbow_load="same_turn")
    with scripted() as referee:
        load(referee, battle, anna)
    assert anna.loaded
    empty(battle, anna)
    battle.turn += 1
    finish_loading(battle, anna)
    assert not anna.loaded
