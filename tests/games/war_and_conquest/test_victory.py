"""Victory and the length of the game."""

from typing import Any

import pytest

from grognard.games.war_and_conquest.battle import Objective, Unit
from grognard.games.war_and_conquest.victory import (
    by_points,
    close_turn,
    final_result,
    holds_alone,
    is_beaten,
    models_near,
    scores,
)
from grognard.ground.shapes import Box
from tests.games.war_and_conquest.build import a_battle, a_feature, a_unit, with_general
from tests.script import scripted


def formed(name: str, side: str = "red", **given: Any) -> Unit:
    return a_unit(name, side, cost=200, **given)


def test_victory_points():
    """WC-OFIELD-05: all for the lost, half for the fleeing and the halved, 100 for the general."""
    lost, runs = formed("lost", "blue", where="lost", fate="gone"), formed("runs", "blue", fleeing=True)
    halved, sound = formed("halved", "blue", models=12, start=24), formed("sound", "blue")
    battle = with_general(a_battle(lost, runs, halved, sound), lost, "slain")
    assert scores(battle) == {"red": 200 + 100 + 100 + 100, "blue": 0}


def test_a_unit_that_stands_off_the_table_is_neither_gone_nor_fleeing():
    """WC-RULE-47."""
    assert scores(a_battle(formed("off", "blue", where="off")))["red"] == 0


@pytest.mark.parametrize(("lost", "winner"), [(99, ""), (100, "red")])
def test_a_lead_under_a_tenth_of_the_dearer_army_is_a_draw(lost, winner):
    """WC-OFIELD-05, WC-RULE-46."""
    unit = a_unit("lost", "blue", cost=lost, where="lost")
    battle = a_battle(unit)
    battle.sides[0].cost = 900
    assert by_points(battle).winner == winner


def test_an_army_with_half_its_blocks_lost_or_fleeing_has_lost_at_once():
    """WC-OFIELD-05, WC-END-05: skirmishers do not count."""
    battle = a_battle(
        formed("a"), formed("b", fleeing=True), a_unit("light", formation="skirmish"), formed("x", "blue"), turn=2
    )
    assert is_beaten(battle, battle.sides[0])
    close_turn(scripted(), battle)
    assert battle.outcome is not None
    assert (battle.outcome.winner, battle.outcome.rule) == ("blue", "WC-OFIELD-05")


def test_both_beaten_is_a_draw():
    """WC-OFIELD-05."""
    battle = a_battle(formed("a", fleeing=True), formed("x", "blue", where="lost"))
    close_turn(scripted(), battle)
    assert battle.outcome is not None
    assert battle.outcome.winner == ""


def test_the_game_ends_after_its_last_turn():
    """WC-OFIELD-06, WC-END-05."""
    going_on = a_battle(formed("a"), formed("x", "blue"), turn=5)
    close_turn(scripted(), going_on)
    assert going_on.outcome is None
    over = a_battle(formed("a"), formed("x", "blue"), turn=6)
    close_turn(scripted(), over)
    assert over.outcome is not None


def test_a_battle_in_progress_is_not_lost_by_how_it_began():
    """WC-OFIELD-05: looked at from the turn after the one that it began in."""
    battle = a_battle(formed("a", fleeing=True), formed("x", "blue"), turn=3, began=3)
    close_turn(scripted(), battle)
    assert battle.outcome is None


def test_models_near_the_ford_are_counted_figure_by_figure():
    """WC-OFIELD-06, WC-RULE-47: of two files six deep those within six inches; not the fleeing, not skirmishers."""
    objective = Objective("models near", (1700, 1200), 600)
    near = formed("near", models=12, files=2, x=1700, y=1200, facing=0)
    battle = a_battle(
        near,
        formed("runs", fleeing=True, x=1700, y=1200),
        a_unit("light", formation="skirmish", models=8, x=1700, y=1200),
    )
    assert models_near(battle, objective, battle.sides[0]) == 12
    near.y = 1200 - 310
    assert models_near(battle, objective, battle.sides[0]) == 6
    battle.objective = objective
    assert final_result(battle).winner == "red"


def test_equal_numbers_at_the_objective_go_by_points():
    """WC-OFIELD-05."""
    battle = a_battle(formed("lost", "blue", where="lost"), objective=Objective("models near", (1700, 1200), 600))
    assert final_result(battle).winner == "red"


def test_a_hill_is_held_alone_by_a_block_without_an_enemy_on_it():
    """WC-RULE-47."""
    hill = a_feature("barrow", "hill", Box(3000, 2000, 4000, 3000))
    objective = Objective("hold alone", feature="barrow", points=150)
    red, blue = formed("red", x=3500, y=2500), formed("blue", "blue", x=3500, y=4000)
    battle = a_battle(red, blue, features=[hill], objective=objective)
    assert holds_alone(battle, objective, battle.sides[0])
    assert scores(battle)["red"] == 150
    blue.y = 2900
    assert not holds_alone(battle, objective, battle.sides[0])
    blue.fleeing = True
    assert holds_alone(battle, objective, battle.sides[0])


def test_a_companion_leaves_victory_to_the_players():
    """WC-RULE-48: beaten or not, it goes on; it ends with the last turn or when nothing is left of an army."""
    beaten = a_battle(formed("a", fleeing=True), formed("x", "blue"), companion=True, turn=2)
    close_turn(scripted(), beaten)
    assert beaten.outcome is None
    empty = a_battle(formed("a", where="lost"), formed("x", "blue"), companion=True, turn=2)
    close_turn(scripted(), empty)
    assert empty.outcome is not None
    assert (empty.outcome.winner, empty.outcome.rule) == ("blue", "WC-RULE-48")
    over = a_battle(formed("a"), formed("x", "blue"), companion=True, turn=6)
    close_turn(scripted(), over)
    assert over.outcome is not None
    assert over.outcome.winner == ""
