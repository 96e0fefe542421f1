"""How long magic lasts: release rolls, running down, upkeep, and what ends it."""

from fractions import Fraction

import pytest

from grognard.games.high_adventure import effects
from grognard.games.high_adventure.battle import Side
from grognard.games.high_adventure.figures import ENEMY, PARTY, Effect, State
from grognard.games.high_adventure.things import Cloud, Door
from grognard.kernel.chains import chain
from grognard.kernel.referee import Scripted
from tests.games.high_adventure.magic_build import a_battle, a_figure, a_mage


@pytest.mark.parametrize(("name", "rule"), [("sleep", "HA-MIN-07"), ("invisible", "HA-MAJ-05")])
def test_a_six_at_the_start_of_a_later_turn_releases(name, rule):
    """HA-MIN-07, HA-MAJ-05, HA-RULE-40: the casting turn is not counted, a 6 works at once."""
    foe = a_figure("foe", ENEMY)
    battle = a_battle(foe)
    effects.lay_on(Scripted(), battle, foe, name, "mage")
    effects.start_of_turn(Scripted(), battle)  # still the casting turn: no roll
    battle.turn = 2
    with Scripted([5]) as referee:
        effects.start_of_turn(referee, battle)
    assert foe.effect(name)
    with Scripted([6]) as referee:
        effects.start_of_turn(referee, battle)
    assert not foe.effect(name), rule


def test_the_sleeper_three_turns_later():
    """HA-RULE-40: 125/216, the quick odds of the page."""
    foe = a_figure("foe", ENEMY, effects=[Effect("sleep", since=1)])

    def later(referee, battle):
        battle.turn += 1
        effects.start_of_turn(referee, battle)

    ends = chain(later, a_battle(foe), over=lambda battle: False, steps=3)
    assert ends.chance(lambda end: end.situation.figures[0].helpless) == Fraction(125, 216)


def test_the_gaze_is_escaped_by_strength_and_ends_after_three_turns():
    """HA-MAJ-12, HA-ATTR-07b: one Strength test at the start of each later turn, three turns at most."""
    foe = a_figure("foe", ENEMY, strength=2)
    battle = a_battle(foe)
    effects.lay_on(Scripted(), battle, foe, "entranced", "mage", effects.GAZE_TURNS)
    for turn in (2, 3, 4):
        battle.turn = turn
        with Scripted([3]) as referee:
            effects.start_of_turn(referee, battle)
        assert foe.helpless
        effects.end_of_turn(Scripted(), battle)
    assert not foe.helpless
    effects.lay_on(Scripted(), battle, foe, "entranced", "mage", effects.GAZE_TURNS)
    battle.turn = 5
    effects.start_of_turn(Scripted([2]), battle)
    assert not foe.helpless


def test_a_timed_effect_ends_at_the_end_of_its_last_turn():
    """HA-RULE-40, HA-MAJ-07: two turns of stone are the two turns after the casting."""
    foe = a_figure("foe", ENEMY)
    battle = a_battle(foe)
    effects.lay_on(Scripted(), battle, foe, "petrified", "mage", 2)
    held = []
    for turn in (1, 2, 3, 4):
        battle.turn = turn
        held.append(foe.helpless)
        effects.end_of_turn(Scripted(), battle)
    assert held == [True, True, True, False]


@pytest.mark.parametrize(
    ("kind", "turns", "state"),
    [("human", 3, State.ABLE), ("human", 4, State.KILLED), ("zombie", 6, State.ABLE), ("frost_giant", 6, State.ABLE)],
)
def test_four_frozen_turns_kill(kind, turns, state):
    """HA-MAJ-06a, HA-RULE-51: at the end of the fourth; undead and cold creatures are only held."""
    foe = a_figure("foe", ENEMY, kind=kind)
    battle = a_battle(foe)
    effects.lay_on(Scripted(), battle, foe, "frozen", "mage", turns)
    for turn in range(1, 8):
        battle.turn = turn
        assert foe.able is (state is State.ABLE or turn <= 5)
        effects.end_of_turn(Scripted(), battle)
    assert foe.state is state
    assert not foe.helpless


def test_the_gods_may_save_a_freezing_hero():
    """HA-RULE-34: freezing to death is catastrophic."""
    hero = a_figure("hero", effects=[Effect("frozen", turns=1, since=1)])
    battle = a_battle(hero, options={"divine": "on"}, turn=5)
    with Scripted([5], ["yes"]) as referee:
        effects.end_of_turn(referee, battle)
    assert hero.able
    assert not hero.helpless


def test_a_door_goes_back_on_a_six():
    """HA-MIN-03: in each later turn; on a 6 it reverses."""
    door = Door("gate", 1000, 1000, shut=False, held=1, was_shut=True, was_locked=True)
    battle = a_battle(a_figure(), doors=[door], turn=2)
    after = []
    for die in (5, 6):
        effects.start_of_turn(Scripted([die]), battle)
        after.append((door.shut, door.locked, door.held))
    assert after == [(False, False, 1), (True, True, 0)]


@pytest.mark.parametrize(("ruling", "rises"), [("stays_down", False), ("rises_on_6", True)])
def test_a_fallen_zombie(ruling, rises):
    """HA-RULE-68: it stays down; by option it rises on a 6 at the start of a later turn."""
    zombie = a_figure("zombie", ENEMY, kind="zombie", state=State.DISABLED, light_wounds=2, died=1)
    battle = a_battle(zombie, options={"zombie_fall": ruling}, turn=2)
    with Scripted([6] if rises else []) as referee:
        effects.start_of_turn(referee, battle)
    assert zombie.able is rises


def test_smoke_clears_and_illusions_stay():
    """HA-MIN-01, HA-MAJ-13, HA-RULE-40."""
    smoke = Cloud("smoke 1", "smoke", "mage", PARTY, 1000, 1000, 400, turns=1, since=1)
    phantom = Cloud("illusion 2", "illusion", "mage", PARTY, 1000, 1000, 300, since=1)
    battle = a_battle(a_figure(), clouds=[smoke, phantom], turn=2)
    effects.end_of_turn(Scripted(), battle)
    assert battle.clouds == [phantom]


def test_a_load_is_set_down_when_the_caster_does_something_else():
    """HA-RULE-41: it hangs while he stays and does nothing else."""
    mage, load = a_mage("mage"), a_figure("load", ENEMY, y=15)
    load.effects.append(Effect("floating", by="mage", since=1))
    battle = a_battle(mage, load, turn=2)
    effects.end_of_turn(Scripted(), battle)
    assert load.effect("floating")
    mage.walked = 100
    effects.end_of_turn(Scripted(), battle)
    assert not load.effect("floating")


def test_the_wind_lets_no_enemy_come_nearer():
    """HA-MAJ-01: within 30", and only towards the caster."""
    mage = a_mage("mage", effects=[Effect("wind", turns=3, since=1)])
    foe, friend, far = a_figure("foe", ENEMY, y=20), a_figure("friend", y=20, x=12), a_figure("far", ENEMY, y=45)
    battle = a_battle(mage, foe, friend, far)
    assert effects.wind_forbids(battle, foe, 1000, 1900)
    assert not effects.wind_forbids(battle, foe, 1000, 2100)
    assert not effects.wind_forbids(battle, friend, 1200, 1900)
    assert not effects.wind_forbids(battle, far, 1000, 4400)


@pytest.mark.parametrize(
    ("ruling", "die", "sees"), [("cleverness", 3, True), ("cleverness", 4, False), ("none", None, False)]
)
def test_seeing_through_an_illusion(ruling, die, sees):
    """HA-RULE-49: an enemy within 1" tests Cleverness; passed, its whole side sees through it."""
    foe = a_figure("foe", ENEMY, x=10, y=10, cleverness=3)
    cloud = Cloud("illusion 1", "illusion", "mage", PARTY, 1000, 1400, 300)
    battle = a_battle(foe, clouds=[cloud], options={"disbelief": ruling})
    with Scripted([die] if die else []) as referee:
        effects.disbelieve(referee, battle, foe)
    side: Side = battle.side(ENEMY)
    assert (cloud.name in side.sees_through) is sees
