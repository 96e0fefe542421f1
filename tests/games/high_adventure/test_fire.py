"""Fire: raised, fed, engulfing, burning, put out."""

from fractions import Fraction

import pytest

from grognard.games.high_adventure import fire
from grognard.games.high_adventure.figures import PARTY, Effect, State
from grognard.games.high_adventure.things import Fire
from grognard.kernel.odds import odds
from grognard.kernel.referee import Scripted
from tests.games.high_adventure.magic_build import a_battle, a_figure, an_item, box, disc

BARN = box("barn", "building", 10, 10, 16, 18)
TEMPLE = box("temple", "building", 20, 20, 30, 30)
COPSE = disc("copse", "wood", 10, 10, 4)


def test_a_fire_within_three_turns():
    """HA-FIR-01: 5 or 6; the golden case, brute force: 1 - (2/3)^3."""
    found = odds(lambda referee: any(fire.roll_fire_raising(referee, PARTY) for _ in range(3)))
    assert found[True] == 1 - Fraction(2, 3) ** 3


def test_raising_a_fire_takes_the_turn_and_does_nothing_before_the_next():
    """HA-FIR-01, HA-RULE-56: stationary, doing nothing else; the fire lasts 2D6 turns."""
    anne = a_figure(x=13.4, y=9.4)
    battle = a_battle(anne, features=(BARN,))
    assert fire.actions(battle, anne) == ["start a fire at barn"]
    fire.act(Scripted(), battle, anne, "start a fire at barn")
    with Scripted([5, 3, 4]) as referee:
        fire.end_of_turn(referee, battle)
    blaze = battle.fires[0]
    assert (blaze.turns, blaze.radius, anne.light_wounds) == (7, 0, 0)


def test_moving_spoils_it():
    """HA-FIR-01: only if it is stationary."""
    anne = a_figure(x=13.4, y=9.4, busy="start a fire at barn", walked=100)
    battle = a_battle(anne, features=(BARN,))
    fire.end_of_turn(Scripted(), battle)
    assert battle.fires == []


@pytest.mark.parametrize(("house", "rule", "turns"), [(BARN, "HA-FIR-03", 3), (TEMPLE, "HA-FIR-04", 5)])
def test_when_a_building_is_engulfed(house, rule, turns):
    """HA-FIR-03, HA-FIR-04, HA-RULE-56: small is up to 8" on its longest side."""
    battle = a_battle(a_figure(x=2, y=2), features=(house,))
    fire.ignite(Scripted([6, 6]), battle, house.name, 1300, 1300, PARTY, "HA-FIR-01")
    for turn in range(2, 10):
        battle.turn = turn
        fire.end_of_turn(Scripted(), battle)
        assert battle.fires[0].engulfed is (turn - 1 >= turns), rule


def test_other_things_burn_three_inches_a_turn():
    """HA-FIR-05, HA-MAJ-02: a wood 8" across, lit at its edge, is covered in the third turn."""
    battle = a_battle(a_figure(x=40, y=40), features=(COPSE,))
    fire.ignite(Scripted([6, 6]), battle, "copse", 1000, 600, PARTY, "HA-MAJ-02")
    covered = []
    for turn in (2, 3, 4):
        battle.turn = turn
        fire.end_of_turn(Scripted(), battle)
        covered.append(battle.fires[0].engulfed)
    assert covered == [False, False, True]


def test_a_fire_burns_out():
    """HA-RULE-56: 2D6 turns from ignition."""
    battle = a_battle(a_figure(x=40, y=40), features=(COPSE,))
    fire.ignite(Scripted([1, 1]), battle, "copse", 1000, 1000, PARTY, "HA-FIR-01")
    for turn in (2, 3):
        assert battle.fires
        battle.turn = turn
        fire.end_of_turn(Scripted(), battle)
    assert battle.fires == []


def test_flames_hurt():
    """HA-RULE-56: a light wound on burning ground, a full one in an engulfed building."""
    inside, outside = a_figure("inside", x=13, y=14, strength=3, role="npc"), a_figure("outside", x=13, y=20)
    battle = a_battle(inside, outside, features=(BARN,), fires=[Fire("fire 1", 1300, 1000, "barn", 1, 9, 3)])
    hurt = []
    for turn in (2, 3, 4):
        battle.turn = turn
        fire.end_of_turn(Scripted(), battle)
        hurt.append(inside.light_wounds)
    assert hurt == [0, 1, 3]
    assert outside.light_wounds == 0


def test_fire_destroys_zombies():
    """HA-CRE-12a: two turns in the flames are a full wound by fire."""
    zombie = a_figure("zombie", "blue", x=10, y=10, kind="zombie", light_wounds=1)
    battle = a_battle(zombie, features=(COPSE,), fires=[Fire("fire 1", 1000, 1000, "copse", 1, 9)], turn=2)
    fire.end_of_turn(Scripted(), battle)
    assert zombie.state is State.DESTROYED


@pytest.mark.parametrize(("age", "helps"), [(1, True), (2, True), (3, False)])
def test_water_helps_in_the_first_two_turns(age, helps):
    """HA-FIR-06: on a 6."""
    anne = a_figure(x=13.4, y=9.4)
    battle = a_battle(
        anne,
        features=(BARN,),
        fires=[Fire("fire 1", 1300, 1000, "barn", 1, 9, 3)],
        items=[an_item("pail", "water", "anne")],
        turn=1 + age,
    )
    assert ("water on fire 1" in fire.actions(battle, anne)) is helps
    anne.busy = "water on fire 1"
    with Scripted([6] if helps else []) as referee:
        fire.end_of_turn(referee, battle)
    assert bool(battle.fires) is not helps


def test_one_roll_for_each_figure_with_water():
    """HA-FIR-06, HA-RULE-56: two of them: 1 - (5/6)^2."""
    assert odds(lambda referee: any(fire.roll_water(referee, PARTY) for _ in range(2)))[True] == Fraction(11, 36)


def test_water_may_come_from_a_stream():
    """HA-RULE-56: with water at hand."""
    anne = a_figure(x=13.4, y=9.4)
    battle = a_battle(anne, features=(BARN, box("stream", "water", 0, 7, 30, 8.5)))
    assert fire.has_water(battle, anne)


def test_rain_puts_ordinary_fires_out():
    """HA-RULE-65: on a 4+; magical ones burn on."""
    battle = a_battle(
        a_figure(x=40, y=40),
        features=(BARN, COPSE),
        fires=[Fire("plain", 1300, 1000, "barn", 1, 9, 3), Fire("spell", 1000, 1000, "copse", 1, 9, magical=True)],
        rain=2,
        turn=2,
    )
    fire.end_of_turn(Scripted([4]), battle)
    assert [blaze.id for blaze in battle.fires] == ["spell"]


def test_a_friend_warms_the_frozen():
    """HA-RULE-51: in contact, doing nothing else for one turn."""
    anne, odo = a_figure("anne"), a_figure("odo", x=11, effects=[Effect("frozen", turns=5, since=1)])
    battle = a_battle(anne, odo)
    assert fire.actions(battle, anne) == ["warm odo"]
    fire.act(Scripted(), battle, anne, "warm odo")
    fire.end_of_turn(Scripted(), battle)
    assert not odo.helpless


def test_how_often_a_building_is_engulfed_before_the_fire_burns_out():
    """HA-FIR-03, HA-RULE-56: a small one unless the 2D6 show two, brute force 35/36."""
    battle = a_battle(a_figure(x=2, y=2), features=(BARN,))

    def whole(referee, battle):
        blaze = fire.ignite(referee, battle, "barn", 1300, 1000, PARTY, "HA-FIR-01")
        while blaze in battle.fires and not blaze.engulfed:
            battle.turn += 1
            fire.end_of_turn(referee, battle)
        return blaze.engulfed

    assert odds(whole, battle)[True] == Fraction(35, 36)
