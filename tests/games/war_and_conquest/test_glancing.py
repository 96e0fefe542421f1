"""Glancing attacks."""

from typing import Any

from grognard.games.war_and_conquest.battle import Aim, Unit
from grognard.games.war_and_conquest.charges import aims_of, measured
from grognard.games.war_and_conquest.footprint import body
from grognard.games.war_and_conquest.glancing import glance_next, glancing_dice, strike_back_dice
from grognard.games.war_and_conquest.turn import play_on
from grognard.ground.gaps import gap
from tests.games.war_and_conquest.build import a_battle, a_charge, a_unit
from tests.script import scripted


def lads(**given):
    return a_unit("lads", **{"formation": "skirmish", "weight": "light", "models": 8, "x": 3600, "y": 2000, **given})


def target(apart: int, **given: Any) -> Unit:
    return a_unit("spears", "blue", x=3600, y=2000 + apart, facing=180, **given)


def test_skirmishers_may_attack_in_passing_whoever_they_see():
    """WC-OGLANCE-01: instead of a charge, in any direction."""
    behind = a_unit("behind", "blue", x=3600, y=900)
    battle = a_battle(lads(), target(600), behind)
    assert aims_of(battle) == [Aim("lads", "spears", glancing=True), Aim("lads", "behind", glancing=True)]


def test_blocks_make_no_glancing_attacks():
    """WC-OGLANCE-01."""
    block = a_unit("block", x=3600, y=2000)
    assert [aim.glancing for aim in aims_of(a_battle(block, target(600)))] == [False]


def test_they_come_up_to_an_inch_and_nobody_reacts():
    """WC-OGLANCE-01: eight inches are within twice six."""
    unit, spears = lads(), target(800)
    battle = a_battle(unit, spears, step="declare")
    battle.aims = aims_of(battle)
    with scripted(answers=["glance at spears"]) as referee:
        while battle.step != "begin_moves":
            play_on(referee, battle)
    assert (gap(body(unit), body(spears)), unit.engaged, spears.engaged, unit.done) == (100, False, False, True)


def test_out_of_reach_it_comes_to_nothing():
    """WC-RULE-40, WC-PHASE-05: thirteen inches; they go six, and nobody strikes."""
    unit, spears = lads(), target(1300)
    battle = a_battle(unit, spears, charges=[], step="charge")
    battle.charges = [measured(battle, unit, spears, glancing=True)]
    with scripted() as referee:
        play_on(referee, battle)
    assert (unit.y, battle.charges) == (2600, [])


def test_half_of_them_strike_and_half_the_front_rank_strikes_back():
    """WC-OGLANCE-02: rounded up, rounded down."""
    assert glancing_dice(lads(models=9)) == 5
    assert strike_back_dice(target(0, files=7)) == 3
    assert strike_back_dice(lads(models=9)) == 2


def test_the_casualties_are_glancing_and_strike_back_casualties():
    """WC-OGLANCE-02, WC-TRIG-06, WC-TRIG-07: four dice of which all kill, then four of which two do; then back four inches."""
    unit, spears = lads(ca=3, ka=5), target(100, models=24)
    battle = a_battle(unit, spears, charges=[a_charge(unit, spears, glancing=True)], step="fight")
    with scripted(dice=[6, 6, 6, 6, 2, 2, 2, 2, 4, 4, 1, 1, 6, 6], answers=["4"]) as referee:
        glance_next(referee, battle)
    assert (spears.glanced, unit.struck_back, unit.models) == (4, 2, 6)
    assert (spears.fought, unit.engaged, battle.contacts) == (0, False, [])


def test_they_fall_back_with_their_facing_kept():
    """WC-OGLANCE-03: up to their base move, any length of it."""
    unit, spears = lads(), target(100)
    battle = a_battle(unit, spears, charges=[a_charge(unit, spears, glancing=True)], step="fight")
    with scripted(dice=[1] * 4 + [1] * 4, answers=["5.5"]) as referee:
        glance_next(referee, battle)
    assert (unit.y, unit.facing) == (2000 - 550, 0)


def test_a_target_that_is_gone_is_not_struck():
    """WC-OGLANCE-02."""
    unit, spears = lads(), target(100, where="lost")
    battle = a_battle(unit, spears, charges=[a_charge(unit, spears, glancing=True)], step="fight")
    with scripted() as referee:
        glance_next(referee, battle)
    assert battle.charges == []
