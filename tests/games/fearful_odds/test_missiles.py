"""Missile fire: modifiers, hits, ammunition, targets, and shots at characters."""

from typing import Any

import pytest

from grognard.games.fearful_odds.battle import Ammo, Order, Unit, Where, Wound
from grognard.games.fearful_odds.missiles import (
    WEAPONS,
    may_shoot,
    missile_modifiers,
    shoot,
    shoot_character,
    shooter_prowess,
    shot_targets,
)
from grognard.games.fearful_odds.options import Options
from grognard.kernel.odds import outcomes_of
from grognard.kernel.tally import Tally
from tests.script import scripted

from .build import MIDDLE, NE, NORTH, NW, SOUTH, E, W, a_battle, a_field, a_hero, a_leader, a_unit, go

TWO_EAST = MIDDLE + 2


def bows(**more: Any) -> Unit:
    return a_unit("bows", code="BF", missile="bow", ql=5, ma=5, at=MIDDLE, facing=5, **more)


def test_a_hit_costs_a_point_and_the_coloured_die_is_the_targets_morale_check():
    """FO-MISS-03, FO-RULE-01, FO-RULE-02: white 3 hits with CEV 3; coloured 9 against QL 6 disorders. FO-MISS-04: nothing comes back."""
    target = a_unit("target", "blue", ql=6, sp=8, at=TWO_EAST)
    shooter = bows()

    with scripted(dice=[3, 9]) as referee:
        shot = shoot(referee, a_battle(shooter, target), shooter, target)

    assert shot.hit
    assert (target.strength, target.order) == (7, Order.DISORDER)
    assert shooter.strength == 6


def test_a_miss_does_nothing_and_needs_no_coloured_die():
    """FO-RULE-02: a morale check only on a hit."""
    target, shooter = a_unit("target", "blue", at=TWO_EAST), bows()

    with scripted(dice=[4]) as referee:
        assert not shoot(referee, a_battle(shooter, target), shooter, target).hit


def test_the_morale_check_may_be_taken_on_every_shot():
    """FO-RULE-02, `mc_trigger = always`: a miss, and still a check."""
    target, shooter = a_unit("target", "blue", ql=6, at=TWO_EAST), bows()

    with scripted(dice=[4, 7]) as referee:
        shoot(referee, a_battle(shooter, target, options=Options(mc_trigger="always")), shooter, target)

    assert (target.strength, target.order) == (6, Order.DISORDER)


def test_everything_that_hinders_a_javelin():
    """FO-MISS-05, FO-MISS-06, FO-MISS-07: disorder, cover, height; FO-RULE-39: no full or limited value here."""
    shooter = a_unit("jav", missile="javelin", order="disorder", at=MIDDLE, facing=5)
    target = a_unit("target", "blue", at=TWO_EAST)
    battle = a_battle(shooter, target, field=a_field(ground={TWO_EAST: "works"}, heights={TWO_EAST: 1}))

    assert Tally(missile_modifiers(battle, shooter, target)).total == -3


def test_other_weapons_ignore_height():
    """FO-MISS-07."""
    shooter, target = bows(), a_unit("target", "blue", at=TWO_EAST)
    battle = a_battle(shooter, target, field=a_field(heights={TWO_EAST: 2}))

    assert Tally(missile_modifiers(battle, shooter, target)).total == 0


def test_a_wall_covers_against_shots_that_come_over_it_and_not_from_behind():
    """FO-RULE-59."""
    wall = ((TWO_EAST, W, "wall"),)
    shooter, target = bows(), a_unit("target", "blue", at=TWO_EAST)
    behind = a_unit("behind", missile="bow", at=go(TWO_EAST, E, E), facing=2)
    battle = a_battle(shooter, behind, target, field=a_field(hexsides=wall))

    assert Tally(missile_modifiers(battle, shooter, target)).total == -1
    assert Tally(missile_modifiers(battle, behind, target)).total == 0


def test_through_a_corner_either_walled_hexside_covers():
    """FO-RULE-59: a line along a hexside comes in at a corner."""
    target_at = go(MIDDLE, NE, NW)  # straight up: the line runs between the two hexes below
    for direction in (4, 5):
        target = a_unit("target", "blue", at=target_at)
        shooter = a_unit("bows", missile="bow", at=MIDDLE, facing=NORTH)
        battle = a_battle(shooter, target, field=a_field(hexsides=((target_at, direction, "wall"),)))
        assert Tally(missile_modifiers(battle, shooter, target)).total == -1


@pytest.mark.parametrize(("weapon", "low"), [("javelin", 5), ("bow", 2), ("sling", 1), ("engine", 0)])
def test_how_often_a_shot_uses_up_missiles(weapon: str, low: int) -> None:
    """FO-MISS-08, FO-RULE-65: tenths, read on the natural white die whether it hits or not (FO-RULE-40)."""
    shooter = a_unit("shooter", missile=weapon, at=MIDDLE, facing=5)
    target = a_unit("target", "blue", at=TWO_EAST)

    shots = outcomes_of(
        shoot, a_battle(shooter, target), shooter, target, see=lambda shot, _, unit, __: unit.ammo is Ammo.LOW
    )

    assert shots[True] * 10 == low


def test_missiles_run_low_and_then_out():
    """FO-MISS-09, FO-MISS-11, FO-STAT-08."""
    target, shooter = a_unit("target", "blue", at=TWO_EAST), bows()
    battle = a_battle(shooter, target)

    with scripted(dice=[9, 10]) as referee:
        shoot(referee, battle, shooter, target)
        assert shooter.ammo.value == "low"
        assert may_shoot(battle, shooter)
        shoot(referee, battle, shooter, target)

    assert shooter.ammo is Ammo.OUT
    assert not may_shoot(battle, shooter)


def test_missile_low_may_be_read_from_the_coloured_die():
    """FO-RULE-01, `low_die = mc`."""
    target, shooter = a_unit("target", "blue", at=TWO_EAST), bows()

    with scripted(dice=[4, 9]) as referee:
        shoot(referee, a_battle(shooter, target, options=Options(low_die="mc")), shooter, target)

    assert shooter.ammo is Ammo.LOW


def test_a_unit_that_routs_under_fire_leaves_without_a_retreat():
    """FO-RULE-42."""
    target, shooter = a_unit("target", "blue", ql=3, at=TWO_EAST), bows()

    with scripted(dice=[1, 10]) as referee:
        shoot(referee, a_battle(shooter, target), shooter, target)

    assert target.where is Where.ROUT_BOX
    assert shooter.at == MIDDLE


def test_a_shot_at_a_unit_of_one_point_destroys_it_without_a_check():
    """FO-RULE-04."""
    target, shooter = a_unit("target", "blue", sp=1, sp_start=6, at=TWO_EAST), bows()

    with scripted(dice=[1, 1]) as referee:
        shoot(referee, a_battle(shooter, target), shooter, target)

    assert target.where is Where.GONE


def test_targets_lie_in_range_in_the_arc_and_in_sight():
    """FO-MISS-02, FO-RULE-38, FO-RULE-65: behind, too far, and behind a wood."""
    shooter = a_unit("slings", missile="sling", at=MIDDLE, facing=0)
    ahead = a_unit("ahead", "blue", at=go(MIDDLE, E, E, E))
    behind, hidden = a_unit("behind", "blue", at=go(MIDDLE, W)), a_unit("hidden", "blue", at=go(MIDDLE, NE, NE, NE))
    far = a_unit("far", "blue", at=go(MIDDLE, E, E, E, E))
    field = a_field(ground={go(MIDDLE, NE): "woods"})

    assert shot_targets(a_battle(shooter, ahead, behind, hidden, far, field=field), shooter) == [ahead]


def test_higher_ground_between_blocks_sight_unless_one_end_is_as_high():
    """FO-RULE-38."""
    shooter, target = bows(), a_unit("target", "blue", at=TWO_EAST)
    hill = {MIDDLE + 1: 1}

    assert shot_targets(a_battle(shooter, target, field=a_field(heights=hill)), shooter) == []
    assert shot_targets(a_battle(shooter, target, field=a_field(heights={**hill, TWO_EAST: 1})), shooter) == [target]


def test_units_block_fire_only_where_the_group_plays_so():
    """FO-RULE-38, `units_block_fire`."""
    shooter, target, friend = bows(), a_unit("target", "blue", at=TWO_EAST), a_unit("friend", at=MIDDLE + 1)

    assert target in shot_targets(a_battle(shooter, target, friend), shooter)
    assert shot_targets(a_battle(shooter, target, friend, options=Options(units_block_fire="yes")), shooter) == []


def test_engines_do_not_shoot_at_neighbours():
    """FO-RULE-38, FO-RULE-65."""
    engine = a_unit("engine", kind="engine", missile="engine", at=MIDDLE, facing=5)
    near, far = a_unit("near", "blue", at=MIDDLE + 1), a_unit("far", "blue", at=MIDDLE + 2)

    assert shot_targets(a_battle(engine, near, far), engine) == [far]
    assert WEAPONS["engine"].farthest == 8


def test_a_group_may_play_one_shot_and_no_fire_in_a_regroup():
    """FO-RULE-37, FO-RULE-21."""
    shooter = bows()
    shooter.shots = 1

    assert may_shoot(a_battle(shooter, kind="regroup"), shooter)
    assert not may_shoot(a_battle(shooter, options=Options(fires_per_activation="one")), shooter)
    shooter.shots = 0
    assert not may_shoot(a_battle(shooter, kind="regroup", options=Options(regroup_fire="no")), shooter)
    assert may_shoot(a_battle(shooter, kind="march", options=Options(regroup_fire="no")), shooter)


def test_a_shot_at_a_leader_is_a_duel_without_reply():
    """FO-DUEL-16, FO-RULE-53: QL 5 sends Prowess 2 against 3; 9 + 9 - 1 wounds severely, and the white 9 is Missile Low (FO-RULE-40)."""
    shooter, leader = bows(), a_leader("king", "blue", prowess=3, at=TWO_EAST)

    with scripted(dice=[9, 9]) as referee:
        result = shoot_character(referee, a_battle(shooter, leader), shooter, leader)

    assert result.total == 17
    assert leader.wound is Wound.SEVERE
    assert shooter.ammo is Ammo.LOW
    assert not result.replied


def test_an_engine_shoots_at_characters_with_prowess_four():
    """FO-DUEL-17."""
    engine = a_unit("engine", kind="engine", missile="engine", ql=9, at=MIDDLE)

    assert shooter_prowess(a_battle(engine), engine) == 4


def test_a_character_shot_at_may_answer_where_the_group_plays_so():
    """FO-RULE-53, `ranged_duel_reply`; FO-RULE-49, `ranker_loss`: a fallen ranker then costs 1 SP."""
    shooter, hero = bows(), a_hero("hero", "blue", prowess=6, at=TWO_EAST)
    battle = a_battle(shooter, hero, options=Options(ranged_duel_reply="yes", ranker_loss="one_sp"))

    with scripted(dice=[2, 2, 9, 9]) as referee:
        assert shoot_character(referee, battle, shooter, hero).replied

    assert shooter.strength == 5


def test_south_is_behind_a_unit_that_faces_north():
    """FO-RULE-38: the arc is the wedge of the front."""
    shooter = a_unit("bows", missile="bow", at=MIDDLE, facing=SOUTH)

    assert shot_targets(a_battle(shooter, a_unit("foe", "blue", at=go(MIDDLE, NE))), shooter) == []
