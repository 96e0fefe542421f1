"""The End Phase and the last chance to stand."""

from typing import Any

import pytest

from grognard.games.war_and_conquest.battle import Unit
from grognard.games.war_and_conquest.end_phase import begin_end, disperse, enemies_near, flee_next, rally_next
from grognard.games.war_and_conquest.last_chance import last_chance, return_turn
from grognard.games.war_and_conquest.movement import entry, orders_for
from grognard.games.war_and_conquest.turn import begin_round, play_on
from tests.games.war_and_conquest.build import a_battle, a_unit, with_general
from tests.script import scripted


def runaway(name: str = "runaway", side: str = "red", **given: Any) -> Unit:
    return a_unit(name, side, **{"x": 1800, "y": 2500, "facing": 180, "fleeing": True, **given})


def begun(*units, **given):
    battle = a_battle(*units, step="begin_end", round=2, **given)
    begin_end(scripted(), battle)
    return battle


def test_the_steps_come_in_order():
    """WC-END-01, WC-END-02, WC-END-03, WC-END-04, WC-END-05: rally, flee, disperse, look at the end, next turn."""
    battle = a_battle(
        runaway(),
        a_unit("calm", x=6000, y=3000),
        a_unit("foe", "blue", x=6000, y=4000, facing=180),
        step="begin_end",
        round=2,
    )
    seen = [battle.step]
    with scripted(dice=[6, 6, 1, 1], answers=["rally runaway"]) as referee:
        while battle.step != "strategy":
            play_on(referee, battle)
            if battle.step != seen[-1]:
                seen.append(battle.step)
    assert seen == ["begin_end", "rally", "flee", "disperse", "close_turn", "strategy"]


def test_a_rallied_unit_is_disordered_and_faces_the_way_it_fled():
    """WC-RALLY-01, WC-RALLY-07, WC-RULE-33."""
    unit = runaway(mv=7)
    battle = begun(unit)
    with scripted(dice=[3, 4], answers=["rally runaway"]) as referee:
        rally_next(referee, battle)
    assert (unit.fleeing, unit.disordered, unit.facing, unit.failed_rally) == (False, True, 180, False)


def test_the_disorder_of_a_rallied_unit_lasts_until_its_own_next_round():
    """WC-RALLY-07, WC-OMOVE-08: blue plays first, so red is disordered all through blue's round."""
    unit = a_unit("unit", disordered=True)
    battle = a_battle(unit, first="blue", round=0)
    begin_round(scripted(), battle)
    assert (battle.active, unit.disordered) == ("blue", True)
    begin_round(scripted(), battle)
    assert (battle.active, unit.disordered) == ("red", False)


def test_players_alternate_and_may_stop_rallying():
    """WC-RALLY-03, WC-RALLY-04, WC-RULE-49: blue has the advantage; red rallies nobody."""
    battle = begun(runaway("r1"), runaway("r2", x=2700), runaway("b1", "blue", x=5000, facing=0), advantage="blue")
    with scripted(dice=[1, 1], answers=["rally b1", "no more"]) as referee:
        rally_next(referee, battle)
        rally_next(referee, battle)
    assert [question.side for question in referee.asked] == ["blue", "red"]
    assert [unit.running for unit in battle.units] == [True, True, False]
    assert [unit.failed_rally for unit in battle.units] == [True, True, False]


@pytest.mark.parametrize(
    ("inches", "state", "count"),
    [
        (10, {}, 1),
        (10.01, {}, 0),
        (5, {"engaged": True}, 0),
        (5, {"fleeing": True}, 0),
        (5, {"personality": True, "models": 1, "files": 1}, 0),
    ],
)
def test_enemies_within_ten_inches_of_the_leader_count(inches, state, count):
    """WC-RALLY-05, WC-RALLY-06."""
    unit = runaway()
    enemy = a_unit("enemy", "blue", x=1800, y=2500 - round(inches * 100), **state)
    assert enemies_near(scripted(), begun(unit, enemy), unit) == count


def test_each_enemy_near_lowers_the_morale_value():
    """WC-RALLY-05: 6 fails at 7 less 2."""
    unit = runaway(mv=7)
    battle = begun(unit, a_unit("one", "blue", x=1800, y=1700), a_unit("two", "blue", x=2700, y=1700))
    with scripted(dice=[3, 3], answers=["rally runaway"]) as referee:
        rally_next(referee, battle)
    assert unit.running


def test_the_generals_zone_helps_to_rally():
    """WC-GEN-04: 8 passes at 7 + 1."""
    unit, guard = runaway(mv=7), a_unit("guard", x=3000, y=2500)
    battle = with_general(begun(unit, guard), guard)
    with scripted(dice=[4, 4], answers=["rally runaway"]) as referee:
        rally_next(referee, battle)
    assert not unit.fleeing


@pytest.mark.parametrize(("option", "moved"), [("after_all", False), ("at_once", True)])
def test_failed_ralliers_move_after_all_tests_or_at_once(option, moved):
    """WC-RULE-24, WC-RALLY-08."""
    first, second = runaway("first"), runaway("second", x=5400)
    battle = begun(first, second, options={"rally_flee": option})
    dice = [6, 6, 2, 2] if moved else [6, 6]
    with scripted(dice=dice, answers=["rally first"]) as referee:
        rally_next(referee, battle)
    assert (first.y < 2500) is moved


def test_they_flee_straight_for_the_rally_point_in_the_order_of_the_advantaged_player():
    """WC-RALLY-08, WC-RULE-25: seven inches south to x 18."""
    first, second = runaway("first", running=True), runaway("second", x=5400, running=True)
    battle = a_battle(first, second, advantage="blue", step="flee")
    with scripted(dice=[3, 4], answers=["move first"]) as referee:
        flee_next(referee, battle)
    assert (referee.asked[0].side, first.x, first.y, second.y) == ("blue", 1800, 1800, 2500)


@pytest.mark.parametrize("side", ["red", "blue"])
def test_a_leader_who_runs_into_anybody_disperses_his_unit(side):
    """WC-RALLY-09, WC-END-03, WC-RULE-23: removed in the third step, not before."""
    unit, other = runaway(running=True), a_unit("other", side, x=1800, y=2000)
    battle = a_battle(unit, other, step="flee")
    with scripted(dice=[6, 6]) as referee:
        flee_next(referee, battle)
    assert (unit.where, battle.dispersing) == ("table", {"runaway": "other"})
    disperse(scripted(), battle)
    assert (unit.where, unit.fate, other.disordered) == ("lost", "dispersed", False)


def test_at_the_table_edge_there_is_a_last_chance_at_one_less():
    """WC-LAST-01, WC-LAST-02, WC-RULE-27: 6 passes at 7 - 1, with two dice and whatever enemies are near."""
    unit = runaway(mv=7, y=500, running=True)
    battle = a_battle(unit, a_unit("enemy", "blue", x=1800, y=1000), step="flee", round=0)
    with scripted(dice=[6, 6, 2, 4], answers=["yes"]) as referee:
        flee_next(referee, battle)
    assert (unit.where, unit.fleeing, unit.rounds_out, unit.y) == ("off", False, 1, 0)


@pytest.mark.parametrize(("answers", "dice"), [(["no"], []), (["yes"], [3, 4])])
def test_failed_or_not_tried_it_is_gone(answers, dice):
    """WC-LAST-03."""
    unit = runaway(mv=7)
    battle = a_battle(unit)
    with scripted(dice=dice, answers=answers) as referee:
        last_chance(referee, battle, unit)
    assert (unit.where, unit.fate) == ("lost", "gone")


@pytest.mark.parametrize(
    ("left_in", "own_round", "turns"),
    [(0, 1, (4, 5)), (0, 2, (4, 5)), (1, 2, (3, 4)), (1, 1, (4, 5)), (2, 1, (4, 5)), (2, 2, (4, 5))],
)
def test_it_misses_its_next_round_of_play(left_in, own_round, turns):
    """WC-LAST-02, WC-RULE-27."""
    assert return_turn(3, left_in, own_round=own_round) == turns


def test_it_comes_back_where_it_left_in_the_round_after():
    """WC-LAST-02, WC-RULE-27: facing inwards, in order, and without a charge that round."""
    unit = a_unit("unit", x=1800, y=0, where="off", rounds_out=1)
    battle = a_battle(unit, first="red", round=0)
    begin_round(scripted(), battle)
    assert list(orders_for(battle, unit)) == []
    battle.round = 0
    begin_round(scripted(), battle)
    assert [order.pace for order in orders_for(battle, unit)] == ["return"]
    battle.step = "move"
    with scripted(answers=["unit return"]) as referee:
        play_on(referee, battle)
    assert (unit.where, unit.x, unit.y, unit.facing, unit.disordered, unit.moved) == (
        "table",
        1800,
        300,
        0,
        False,
        True,
    )


def test_where_the_edge_is_taken_it_comes_on_beside():
    """WC-RULE-27: the nearest point of that edge with room."""
    unit = a_unit("unit", x=1800, y=0, where="off")
    battle = a_battle(unit, a_unit("friend", x=1800, y=300))
    place = entry(battle, unit)
    assert place is not None
    assert abs(place.x - 1800) == 800
