"""Charges and reactions."""

from typing import Any

import pytest

from grognard.games.war_and_conquest.battle import Aim, Battle, Contact, Unit
from grognard.games.war_and_conquest.charges import (
    aims_of,
    can_charge,
    charge_next,
    declare_next,
    is_way_free,
    may_declare,
    measured,
    move_charge,
    reach_of,
)
from grognard.games.war_and_conquest.footprint import body
from grognard.games.war_and_conquest.reactions import is_overtaken, react_next, reactions
from grognard.games.war_and_conquest.turn import play_on
from grognard.ground.gaps import gap
from grognard.ground.shapes import Box
from tests.games.war_and_conquest.build import a_battle, a_charge, a_feature, a_unit
from tests.script import scripted


def two_lines(apart: int = 600, target: Unit | None = None, **charger: Any) -> tuple[Unit, Unit, Battle]:
    """A warband faces spears across so many hundredths."""
    warband = a_unit("warband", **{"models": 25, "files": 5, "x": 3600, "y": 2000, **charger})
    spears = target or a_unit("spears", "blue")
    spears.x, spears.y, spears.facing = 3600, 2000 + apart, 180
    return warband, spears, a_battle(warband, spears)


def test_a_unit_ahead_may_be_charged_however_far_it_is():
    """WC-OCHARGE-01, WC-PHASE-05: thirty inches away is still offered, because nobody has measured."""
    _, _, battle = two_lines(2700)
    assert aims_of(battle) == [Aim("warband", "spears")]


@pytest.mark.parametrize(("x", "offered"), [(3600, True), (5000, True), (6000, False)])
def test_only_within_45_degrees_of_the_front(x, offered):
    """WC-OCHARGE-01, WC-RULE-38: the nearest figure as the leader sees it."""
    _warband, spears, battle = two_lines(1000)
    spears.x = x
    assert bool(aims_of(battle)) is offered


def test_a_block_between_hides_the_target_and_skirmishers_do_not():
    """WC-RULE-38."""
    _warband, _spears, battle = two_lines(1500)
    friend = a_unit("friend", x=3600, y=2700)
    battle.units.append(friend)
    assert aims_of(battle) == [Aim("friend", "spears")]
    battle.units[-1] = a_unit("light", formation="skirmish", models=8, x=3600, y=2700)
    assert aims_of(battle)[0] == Aim("warband", "spears")


def test_ground_that_blocks_sight_hides_it_too():
    """WC-RULE-38."""
    hall = a_feature("hall", "building", Box(3000, 2400, 4200, 2500), blocks_sight=True, impassable=True)
    warband, spears, _ = two_lines(1500)
    assert aims_of(a_battle(warband, spears, features=[hall])) == []


@pytest.mark.parametrize("state", ["disordered", "in_rough", "engaged", "fleeing", "had_move"])
def test_who_may_not_charge(state):
    """WC-OCHARGE-01, WC-OMOVE-08, WC-RULE-27."""
    unit = a_unit()
    setattr(unit, state, True)
    assert not may_declare(unit)


def test_skirmishers_charge_only_skirmishers_and_runaways():
    """WC-OCHARGE-01."""
    light, block = a_unit(formation="skirmish", models=8), a_unit()
    assert not can_charge(light, block)
    assert can_charge(light, light)
    assert can_charge(light, a_unit(fleeing=True))
    assert can_charge(block, light)


def test_a_charge_reaches_twice_the_base_move():
    """WC-OCHARGE-02, WC-OTROOP-02."""
    assert reach_of(a_unit(weight="heavy")) == 800
    assert reach_of(a_unit(kind="mounted", weight="light")) == 1800


def test_the_declared_charge_comes_into_contact_flush_with_the_front():
    """WC-OMOVE-01, WC-OCHARGE-05, WC-OCHARGE-06: six inches, within ten."""
    warband, spears, battle = two_lines(600)
    battle.aims, battle.step = aims_of(battle), "declare"
    with scripted(answers=["charge spears", "stand"]) as referee:
        while battle.step != "begin_moves":
            play_on(referee, battle)
    assert battle.contacts == [Contact("warband", "spears", "front", "front")]
    assert (warband.y, warband.charged, warband.done, spears.engaged) == (2600, True, True, True)


def test_the_reaction_is_declared_before_any_charge_is_moved():
    """WC-OMOVE-01, WC-OCHARGE-03."""
    warband, _spears, battle = two_lines(600)
    battle.aims, battle.step = aims_of(battle), "declare"
    with scripted(answers=["charge spears", "stand"]) as referee:
        declare_next(referee, battle)
        declare_next(referee, battle)
        assert battle.step == "react"
        react_next(referee, battle)
    assert warband.y == 2000


@pytest.mark.parametrize(
    ("x", "y", "facing", "face"),
    [(3600, 3400, 180, "rear"), (2400, 2600, 90, "right"), (4800, 2600, 270, "left"), (3600, 2000, 0, "front")],
)
def test_the_face_is_that_in_whose_zone_the_leader_stood(x, y, facing, face):
    """WC-OCHARGE-05: the spears face south."""
    spears = a_unit("spears", "blue", x=3600, y=2600, facing=180)
    warband = a_unit("warband", models=25, files=5, x=x, y=y, facing=facing)
    assert measured(a_battle(warband, spears), warband, spears, glancing=False).face == face


def test_a_charge_into_the_flank_turns_flush_with_it():
    """WC-OCHARGE-05, WC-OCHARGE-06."""
    spears = a_unit("spears", "blue", x=3600, y=2600, facing=180)
    warband = a_unit("warband", models=25, files=5, x=2600, y=2700, facing=80)
    battle = a_battle(warband, spears)
    move_charge(scripted(), battle, warband, measured(battle, warband, spears, glancing=False))
    assert (warband.facing, warband.x) == (90, 3200)
    assert battle.contacts[0].other_face == "right"


def test_out_of_reach_it_falls_short_in_disorder():
    """WC-OCHARGE-02: eleven inches are more than ten; it goes its base move."""
    warband, spears, battle = two_lines(1100)
    move_charge(scripted(), battle, warband, measured(battle, warband, spears, glancing=False))
    assert (warband.y, warband.disordered, warband.engaged) == (2500, True, False)


def test_a_failed_charge_stops_an_inch_short():
    """WC-OCHARGE-02, WC-OMOVE-07: rough ground makes five inches eleven."""
    bog = a_feature("bog", "marsh", Box(0, 2000, 7200, 2600), slow=2)
    warband, spears, _ = two_lines(550)
    battle = a_battle(warband, spears, features=[bog])
    move_charge(scripted(), battle, warband, measured(battle, warband, spears, glancing=False))
    assert (warband.disordered, gap(body(warband), body(spears))) == (True, 100)


def test_without_room_the_charge_has_failed():
    """WC-OCHARGE-06, WC-RULE-42: crags on all sides of the target leave no place before it."""
    crags = [a_feature("crag", "impassable", Box(3100, 2450, 4100, 2590), impassable=True)]
    warband, spears, _ = two_lines(600)
    battle = a_battle(warband, spears, features=crags)
    charge = measured(battle, warband, spears, glancing=False)
    assert not is_way_free(battle, warband, charge)
    move_charge(scripted(), battle, warband, charge)
    assert (warband.engaged, warband.disordered) == (False, True)


def test_it_shifts_along_the_face_to_find_room():
    """WC-OCHARGE-06: a friend holds half of the front already."""
    warband, spears, battle = two_lines(600, x=3600)
    friend = a_unit("friend", models=12, files=4, x=3400, y=2600)
    battle.units.append(friend)
    charge = a_charge(warband, spears, spot=(3800, 2600))
    move_charge(scripted(), battle, warband, charge)
    assert warband.engaged
    assert body(warband).x - 250 >= 3600


def test_who_touches_two_enemies_fights_both():
    """WC-OFIGHT-09: two narrow enemies side by side."""
    left, right = (
        a_unit(name, "blue", models=12, files=4, x=x, y=2600, facing=180)
        for name, x in (("left", 3400), ("right", 3800))
    )
    warband = a_unit("warband", models=24, files=8, x=3600, y=2000)
    battle = a_battle(warband, left, right)
    move_charge(scripted(), battle, warband, measured(battle, warband, left, glancing=False))
    assert sorted(foe.id for foe in battle.foes(warband)) == ["left", "right"]


def test_the_engaged_can_only_stand():
    """WC-OCHARGE-03."""
    warband, spears, battle = two_lines()
    spears.engaged = True
    assert [option.key for option in reactions(battle, spears, [a_charge(warband, spears)])] == ["stand"]


@pytest.mark.parametrize(("apart", "offered"), [(501, True), (500, False)])
def test_stand_and_shoot_needs_more_than_five_inches(apart, offered):
    """WC-OCHARGE-03, WC-RULE-39."""
    archers = a_unit("archers", "blue", weapons=("bow",), sh=3, models=16)
    warband, _, battle = two_lines(apart, archers)
    keys = [option.key for option in reactions(battle, archers, [a_charge(warband, archers, apart)])]
    assert ("stand and shoot warband" in keys) is offered


@pytest.mark.parametrize(("dice", "dead"), [([1, 2, 6] + [6] * 16 + [1] * 16 + [6] * 16, 16), ([6, 6, 6], 0)])
def test_a_passed_command_test_allows_one_volley(dice, dead):
    """WC-OCHARGE-03: every hit fails its save on a 1 and kills on a 6; failed, they just stand."""
    archers = a_unit("archers", "blue", weapons=("bow",), sh=3, models=16)
    warband, _, battle = two_lines(600, archers, av=2)
    battle.charges, battle.queue, battle.step = [a_charge(warband, archers, 600)], ["archers"], "react"
    with scripted(dice=dice, answers=["stand and shoot warband"]) as referee:
        react_next(referee, battle)
    assert (warband.shot, archers.fleeing) == (dead, False)


def test_a_charger_shot_below_its_minimum_does_not_arrive():
    """WC-OTROOP-04, WC-OCHARGE-03."""
    archers = a_unit("archers", "blue", weapons=("bow",), sh=3, models=16)
    warband, _, battle = two_lines(600, archers, models=10, start=25)
    battle.charges, battle.queue, battle.step = [a_charge(warband, archers, 600)], ["archers"], "react"
    with scripted(dice=[1, 1, 1] + [6] * 32, answers=["stand and shoot warband"]) as referee:
        while battle.step != "begin_moves":
            play_on(referee, battle)
    assert (warband.where, warband.below_minimum, battle.charges) == ("lost", "shooting", [])


def test_caught_within_the_reach():
    """WC-OCHARGE-04."""
    assert is_overtaken(500, 5, 1000)
    assert not is_overtaken(500, 6, 1000)


def test_a_unit_that_flees_and_gets_away_leaves_the_charger_short_and_disordered():
    """WC-OCHARGE-04, WC-RULE-37: 6 + 7 are more than 10; the warband ends an inch short of where they stood."""
    warband, spears, battle = two_lines(600)
    battle.charges, battle.queue, battle.step = [measured(battle, warband, spears, glancing=False)], ["spears"], "react"
    with scripted(dice=[3, 4], answers=["flee"]) as referee:
        while battle.step != "begin_moves":
            play_on(referee, battle)
    assert (spears.fleeing, spears.fled_this_turn, spears.facing, spears.y) == (True, True, 0, 2600 + 300 + 700)
    assert (warband.y, warband.disordered, warband.engaged) == (2500, True, False)


def test_a_unit_that_is_caught_is_destroyed_where_it_was_caught():
    """WC-OCHARGE-04, WC-TRIG-02: 4 + 3 are within 10; the charger is in good order."""
    warband, spears, battle = two_lines(400)
    battle.charges, battle.queue, battle.step = [measured(battle, warband, spears, glancing=False)], ["spears"], "react"
    with scripted(dice=[1, 2], answers=["flee"]) as referee:
        while battle.step != "begin_moves":
            play_on(referee, battle)
    assert (spears.caught, spears.fate, spears.y) == (True, "destroyed", 2400 + 300)
    assert (warband.y, warband.disordered) == (2300, False)


def test_a_unit_that_flees_already_always_flees_again():
    """WC-OCHARGE-03, WC-OMOVE-09: nobody is asked."""
    warband, spears, battle = two_lines(600)
    spears.fleeing = True
    battle.charges, battle.queue, battle.step = [measured(battle, warband, spears, glancing=False)], ["spears"], "react"
    with scripted(dice=[6, 6]) as referee:
        react_next(referee, battle)
    assert spears.y > 2600


def test_one_flight_from_several_chargers_any_of_whom_may_catch():
    """WC-RULE-37, WC-RULE-39: the riders reach sixteen inches, the warband ten; seven is too much for one only."""
    warband, spears, battle = two_lines(600)
    riders = a_unit("riders", kind="mounted", models=10, files=5, x=4600, y=2000, facing=315)
    battle.units.append(riders)
    battle.charges = [measured(battle, unit, spears, glancing=False) for unit in (warband, riders)]
    battle.queue, battle.step = ["spears"], "react"
    with scripted(dice=[3, 4], answers=["flee"]) as referee:
        react_next(referee, battle)
    assert [(charge.unit, charge.caught) for charge in battle.charges] == [("warband", False), ("riders", True)]
    assert spears.fate == "destroyed"


def test_charges_are_moved_in_the_order_that_their_player_likes():
    """WC-RULE-39, WC-OMOVE-01."""
    warband, spears, battle = two_lines(600)
    second = a_unit("second", models=25, files=5, x=3000, y=2000)
    battle.units.append(second)
    battle.charges = [a_charge(warband, spears), a_charge(second, spears)]
    battle.step = "charge"
    with scripted(answers=["move second"]) as referee:
        charge_next(referee, battle)
    assert (second.done, warband.done) == (True, False)
