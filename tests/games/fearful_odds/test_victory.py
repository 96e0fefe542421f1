"""Losses, demoralization, victory and the bridge that is cut."""

import pytest

from grognard.games.fearful_odds.battle import Aim, Battle, Where
from grognard.games.fearful_odds.victory import (
    Standing,
    check_demoralization,
    check_victory,
    empty_rout_boxes,
    losses,
    standard_result,
    usual_level,
)
from grognard.kernel.battle import Outcome
from tests.script import scripted

from .build import MIDDLE, a_battle, a_leader, a_scenario, a_unit


def test_what_is_in_the_boxes_is_lost_and_what_is_to_come_is_not():
    """FO-RULE-13, FO-STAT-01."""
    on_map, boxed, coming = (
        a_unit("on", sp=3, sp_start=8, at=MIDDLE),
        a_unit("boxed", sp=5, order="rout"),
        a_unit("coming", sp=4),
    )
    coming.where = Where.TO_COME
    battle = a_battle(on_map, boxed, coming)

    assert losses(battle, battle.sides[0]) == 5 + 5


def test_an_army_is_demoralized_from_its_level_on_and_for_good():
    """FO-SEQ-08, FO-RULE-13."""
    unit = a_unit(sp=4, sp_start=8, at=MIDDLE)
    battle = a_battle(unit, a_unit("foe", "blue", at=0))
    with scripted() as referee:
        check_demoralization(referee, battle)
        assert battle.sides[0].demoralized
        unit.strength = 8
        check_demoralization(referee, battle)

    assert battle.sides[0].demoralized
    assert not battle.sides[1].demoralized
    assert usual_level(39) == 20


def test_the_rout_box_empties_into_the_regroup_box():
    """FO-SEQ-09, FO-RULE-12."""
    unit = a_unit(order="rout")
    battle = a_battle(unit)

    empty_rout_boxes(battle)

    assert unit.where is Where.REGROUP_BOX


@pytest.mark.parametrize(
    ("a", "b", "last", "result"),
    [
        ((10, 10, False, False), (10, 9, False, True), False, "b"),
        ((10, 10, False, False), (10, 10, False, False), False, "draw"),
        ((10, 5, True, True), (10, 4, False, True), False, "b"),
        ((10, 5, True, True), (20, 10, True, True), False, "draw"),
        ((10, 4, False, True), (10, 4, False, True), False, "continue"),
        ((10, 2, False, True), (10, 3, False, True), True, "a"),
        ((100, 20, False, True), (100, 29, False, True), True, "draw"),
    ],
)
def test_the_standard_victory_in_its_order(
    a: tuple[int, int, bool, bool], b: tuple[int, int, bool, bool], last: bool, result: str
) -> None:
    """FO-RULE-71, FO-SEQ-10: no units, one demoralized, both, then ten points of difference."""
    assert standard_result(Standing(*a), Standing(*b), last)[0] == result


def is_over(battle: Battle) -> bool:
    return battle.outcome is not None


def test_an_aim_held_alone_through_two_checks_wins():
    """FO-RULE-14: the hill of Long Acre Field."""
    unit, foe = a_unit(sp=8, at=MIDDLE), a_unit("foe", "blue", sp=8, at=0)
    battle = a_battle(unit, foe)
    battle.aims = (Aim("the hill is held", "", (MIDDLE, MIDDLE + 1), 1, True, 2, 2),)
    battle.turn = 1
    with scripted() as referee:
        check_victory(referee, battle)
        assert not is_over(battle)
        battle.turn = 2
        foe.at = MIDDLE + 1
        check_victory(referee, battle)
        assert not is_over(battle)  # the enemy stood there too, so the count begins again
        foe.at = 0
        check_victory(referee, battle)
        assert not is_over(battle)
        check_victory(referee, battle)

    assert is_over(battle)
    assert battle.outcome == Outcome("red", "Red wins: the hill is held", "FO-RULE-14", {"red": 0, "blue": 0})


def the_water_gate() -> Battle:
    battle = a_scenario("water_gate")
    battle.turn = 5
    return battle


def test_the_bridge_is_cut_and_its_ward_steps_aside():
    """FO-RULE-14: its owner picks the hex; his characters find the nearest unit (FO-RULE-63)."""
    battle = the_water_gate()
    ward, bridge = battle.units["bridge_ward"], battle.board.grid.number(5, 5)
    assert ward.at == bridge

    with scripted(answers=["step to 6,6"]) as referee:
        check_victory(referee, battle)

    assert ward.at == battle.board.grid.number(6, 6)
    assert battle.characters["steward_amice"].at == ward.at
    assert battle.field.ground[bridge] == "river"
    assert not battle.board.passable[bridge]


def test_the_bridge_stands_while_the_host_holds_it():
    """FO-RULE-14."""
    battle = the_water_gate()
    battle.units["bridge_ward"].at = battle.board.grid.number(5, 7)
    battle.units["vanguard"].at = battle.board.grid.number(5, 5)

    with scripted() as referee:
        check_victory(referee, battle)

    assert battle.board.passable[battle.board.grid.number(5, 5)]


def test_the_host_wins_in_the_town_and_the_wardens_when_the_time_is_over():
    """FO-RULE-14, FO-SEQ-10."""
    battle = the_water_gate()
    battle.turn = 4
    battle.units["vanguard"].at = battle.board.grid.number(4, 10)
    with scripted() as referee:
        check_victory(referee, battle)
    assert battle.outcome is not None
    assert battle.outcome.winner == "blue"
    late = the_water_gate()
    late.turn = 8
    with scripted() as referee:
        check_victory(referee, late)
    assert late.outcome is not None
    assert late.outcome.winner == "red"


def test_a_leader_of_a_side_without_units_cannot_hold_the_field():
    """FO-RULE-71."""
    battle = a_battle(a_leader(at=MIDDLE), a_unit("foe", "blue", at=0))
    with scripted() as referee:
        check_victory(referee, battle)

    assert battle.outcome is not None
    assert battle.outcome.winner == "blue"
