"""Wounds: light, full, disabled, killed, healed, and the undead."""

import pytest

from grognard.games.high_adventure.figures import State
from grognard.games.high_adventure.options import Options
from grognard.games.high_adventure.things import Item
from grognard.games.high_adventure.wounds import comes_back, dice_left, harm, heal, suffer, take_out, wound_limit
from tests.games.high_adventure.build import a_battle, a_figure
from tests.script import scripted


def hurt(battle, figure, *cells, source="weapon"):
    with scripted() as referee:
        for cell in cells:
            suffer(referee, battle, figure, cell, source=source)
    return figure


def test_two_light_wounds_make_a_full_one_and_take_a_die():
    """HA-WND-01, HA-WND-02, HA-WND-04, HA-MEL-20, HA-MEL-21."""
    battle = a_battle(a_figure(strength=2))
    anna = battle.figure("anna")
    assert dice_left(battle.options, hurt(battle, anna, "LW")) == 2
    assert dice_left(battle.options, hurt(battle, anna, "LW")) == 1
    assert hurt(battle, anna, "W").state is State.DISABLED
    assert anna.light_wounds == 4
    assert dice_left(battle.options, anna) == 0


def test_a_disabled_figure_pins_nobody():
    """HA-WND-03: it stays on the table, and nobody is engaged with it."""
    anna, foe = a_figure(), a_figure("foe", "blue", at=(11, 10))
    battle = a_battle(anna, foe)
    assert foe.engaged == ["anna"]
    hurt(battle, anna, "W")
    assert anna.state is State.DISABLED
    assert foe.engaged == []


def test_exceed_lets_a_figure_stand_one_wound_longer():
    """HA-RULE-30: equal, or beyond; then it keeps one die until it falls."""
    battle = a_battle(a_figure(), options={"wound_limit": "exceed"})
    anna = hurt(battle, battle.figure("anna"), "W")
    assert anna.able
    assert dice_left(battle.options, anna) == 1
    assert hurt(battle, anna, "W").state is State.DISABLED


def test_the_killed_and_the_grievously_wounded():
    """HA-WND-05, HA-WND-07, HA-MEL-23: an NPC dies, a PC is out of this game."""
    battle = a_battle(a_figure(), a_figure("hero", role="pc", at=(20, 20)))
    assert hurt(battle, battle.figure("anna"), "K").state is State.KILLED
    assert hurt(battle, battle.figure("hero"), "K").state is State.GRIEVOUS
    assert battle.figure("anna").died == battle.turn


@pytest.mark.parametrize(("face", "lives"), [(2, False), (3, True)])
def test_a_grievously_wounded_pc_may_come_back(face, lives):
    """HA-RULE-32: 1-2 dies, 3-6 returns."""
    with scripted(dice=[face]) as referee:
        assert comes_back(referee, a_figure(role="pc")) is lives


def test_healing_brings_a_disabled_man_back_next_turn():
    """HA-RULE-44: one full wound; able again, but not to act this turn; never the killed."""
    battle = a_battle(a_figure(light_wounds=1), a_figure("dead", at=(30, 30)))
    anna, dead = battle.figure("anna"), battle.figure("dead")
    hurt(battle, anna, "LW")
    with scripted() as referee:
        assert heal(referee, battle, anna)
        assert anna.able
        assert anna.moved
        assert anna.light_wounds == 0
        hurt(battle, dead, "K")
        assert not heal(referee, battle, dead)


@pytest.mark.parametrize(
    ("kind", "source", "cells", "state"),
    [
        ("zombie", "weapon", ["K"], State.DISABLED),
        ("zombie", "fire", ["W"], State.DESTROYED),
        ("zombie", "magic", ["K"], State.DESTROYED),
        ("zombie", "smashing", ["W"], State.DISABLED),
        ("skeleton", "weapon", ["K"], State.ABLE),
        ("skeleton", "weapon", ["W", "W"], State.DISABLED),
        ("skeleton", "smashing", ["W"], State.DESTROYED),
        ("golem", "magic", ["K"], State.DESTROYED),
        ("golem", "fire", ["K"], State.ABLE),
    ],
)
def test_the_undead_fall_in_their_own_way(kind, source, cells, state):
    """HA-CRE-12a, HA-CRE-13a, HA-CRE-13b, HA-RULE-68, HA-RULE-69."""
    battle = a_battle(a_figure(kind=kind))
    assert hurt(battle, battle.figure("anna"), *cells, source=source).state is state


def test_a_skeleton_keeps_its_die_until_it_falls():
    """HA-RULE-69, HA-CRE-13b."""
    battle = a_battle(a_figure(kind="skeleton"))
    anna = hurt(battle, battle.figure("anna"), "W")
    assert dice_left(battle.options, anna) == 1
    assert wound_limit(Options(), anna) == 2
    assert wound_limit(Options(), anna, "smashing") == 1


def test_whoever_falls_drops_what_it_carries_and_loses_its_horse():
    """HA-RULE-97, HA-HOR-01: horses are never hit; the riderless one is removed."""
    battle = a_battle(a_figure(mounted=True, at=(12, 12)))
    anna = battle.figure("anna")
    battle.items = [Item("bell", "red", "the Bell", holder="anna")]
    hurt(battle, anna, "K")
    assert (battle.items[0].holder, battle.items[0].x, battle.items[0].y) == ("", 1200, 1200)
    assert not anna.mounted
    assert len(battle.items) == 1


def test_leaving_takes_the_treasure_along():
    """HA-RULE-94."""
    battle = a_battle(a_figure())
    battle.items = [Item("bell", "red", "the Bell", holder="anna")]
    with scripted() as referee:
        take_out(referee, battle, battle.figure("anna"), State.LEFT, "HA-RULE-94")
    assert battle.items[0].holder == "anna"


@pytest.mark.parametrize(("cell", "lw"), [("-", 0), ("PB", 0), ("LW", 1), ("W+PB", 2), ("K", 3)])
def test_harm_in_light_wounds(cell, lw):
    """HA-RULE-74: K is twice the Strength that is left."""
    assert harm(a_figure(strength=2, light_wounds=1), cell) == lw


def test_the_log_names_who_put_a_figure_out():
    """HA-WND-05: the lab counts who killed whom; somebody out of sight is not named."""
    orc, hero = a_figure("orc", "blue", at=(10, 20)), a_figure("hero")
    with scripted() as referee:
        suffer(referee, a_battle(hero, orc), hero, "K", by=orc)
        assert referee.events[-1].words == "Hero is killed by Orc"
        assert referee.events[-1].pieces == ("hero", "orc")
    hidden, other = a_figure("orc", "blue", at=(10, 20)), a_figure("hero")
    battle = a_battle(other, hidden)
    hidden.seen = False
    with scripted() as referee:
        suffer(referee, battle, other, "K", by=hidden)
        assert referee.events[-1].words == "Hero is killed"


def test_nothing_more_happens_to_the_dead():
    """HA-WND-05, HA-TURN-05: a second hit in the same step leaves him killed."""
    hero = a_figure("hero")
    battle = a_battle(hero)
    with scripted() as referee:
        suffer(referee, battle, hero, "K")
        suffer(referee, battle, hero, "W")
        assert (hero.state, len(referee.events)) == (State.KILLED, 1)


def test_a_light_burn_does_not_destroy_a_zombie_that_lies():
    """HA-RULE-68: a full wound by fire does."""
    zombie = a_figure("zombie", kind="zombie", light_wounds=2)
    zombie.state = State.DISABLED
    battle = a_battle(zombie)
    with scripted() as referee:
        suffer(referee, battle, zombie, "LW", source="fire")
        states = [zombie.state]
        suffer(referee, battle, zombie, "W", source="fire")
        assert [*states, zombie.state] == [State.DISABLED, State.DESTROYED]
