"""C3-RULE-87 and C3-RULE-88: victory points and objectives."""

from grognard.games.confrontation.battle import CRITICAL, Objective, Special
from grognard.games.confrontation.turn import maintain
from grognard.games.confrontation.victory import (
    check_annihilation,
    end_by_points,
    half_points,
    holder,
    score_objectives,
)
from grognard.ground.open_table import Box
from grognard.ground.terrain import Feature
from tests.games.confrontation.build import a_battle, a_fighter, how_it_ended
from tests.script import scripted

BELL = Objective("the bell", 10, (2, 3), 3000, 3000)
PLANK = Feature("plank", Box(2700, 2600, 3300, 3400), "way", clears_way=True)


def test_full_points_for_the_dead_and_lost_half_for_the_routed_and_critical():
    """C3-RULE-87: once, if both."""
    battle = a_battle(
        a_fighter("odo", points=16),
        a_fighter("a", "blue", points=15, gone="killed"),
        a_fighter("b", "blue", points=20, gone="lost"),
        a_fighter("c", "blue", points=15, routed=True),
        a_fighter("d", "blue", points=10, routed=True, level=CRITICAL),
    )
    battle.side("red").score = 5
    assert half_points(battle, "red") / 2 == 5 + 15 + 20 + 7.5 + 5
    assert half_points(battle, "blue") == 0


def test_a_margin_below_10_is_a_draw():
    """C3-RULE-87."""
    for points, winner in ((9, ""), (10, "red")):
        battle = a_battle(
            a_fighter("odo"), a_fighter("ulla", "blue", points=points, gone="killed"), a_fighter("una", "blue")
        )
        with scripted() as referee:
            end_by_points(referee, battle, "4 rounds are over")
        assert how_it_ended(battle).winner == winner
        assert how_it_ended(battle).score == {"red": points, "blue": 0}


def test_a_camp_without_fighters_loses_at_once_and_both_gone_go_by_points():
    """C3-RULE-87: a Scout under its marker is a fighter."""
    battle = a_battle(a_fighter("odo"), a_fighter("ulla", "blue", gone="killed", points=5))
    with scripted() as referee:
        check_annihilation(referee, battle)
    assert how_it_ended(battle).winner == "red"
    hidden = a_battle(a_fighter("odo"), a_fighter("ulla", "blue", deployed=False))
    with scripted() as referee:
        check_annihilation(referee, hidden)
    assert hidden.outcome is None
    both = a_battle(a_fighter("odo", gone="lost", points=30), a_fighter("ulla", "blue", gone="killed", points=10))
    with scripted() as referee:
        check_annihilation(referee, both)
    assert how_it_ended(both).winner == "blue"


def test_an_objective_is_held_by_the_only_camp_near_it():
    """C3-RULE-88: not routed, at altitude 0, within 5 cm of its centre."""
    odo, ulla = a_fighter("odo", at=(30, 36.25)), a_fighter("ulla", "blue", at=(30, 23))
    battle = a_battle(odo, ulla)
    assert holder(battle, BELL) == "red"
    ulla.y = 2500
    assert holder(battle, BELL) == ""
    ulla.routed = True
    assert holder(battle, BELL) == "red"
    odo.altitude = 1
    assert holder(battle, BELL) == ""


def test_named_ground_is_disputed_by_any_enemy_on_it():
    """C3-RULE-88."""
    plank = Objective("the plank", 30, (4,), ground="plank")
    odo, ulla = a_fighter("odo", at=(30, 30)), a_fighter("ulla", "blue", at=(30, 33), routed=True)
    battle = a_battle(odo, ulla, features=(PLANK,))
    assert holder(battle, plank) == ""
    ulla.y = 3500
    assert holder(battle, plank) == "red"
    odo.routed = True
    assert holder(battle, plank) == ""


def test_objectives_pay_at_the_end_of_their_rounds():
    """C3-RULE-88."""
    battle = a_battle(a_fighter("odo", at=(30, 30)), a_fighter("ulla", "blue", at=(80, 80)), objectives=(BELL,))
    for battle.turn in (1, 2, 3, 4):
        with scripted() as referee:
            score_objectives(referee, battle)
    assert battle.side("red").score == 20


def test_the_bounty_on_an_enemy_magician():
    """C3-RULE-87: the Drowned Shrine pays 15 for one killed, lost or routed."""
    battle = a_battle(
        a_fighter("odo"), a_fighter("silt", "blue", profile="silt", routed=True, points=66), special=Special("", 15)
    )
    assert half_points(battle, "red") / 2 == 33 + 15


def test_the_battle_ends_after_its_rounds():
    """C3-RULE-87."""
    battle = a_battle(a_fighter("odo"), a_fighter("ulla", "blue"), rounds=4)
    battle.turn = 4
    with scripted() as referee:
        maintain(referee, battle)
    assert how_it_ended(battle).reason.startswith("4 rounds are over: a draw")
