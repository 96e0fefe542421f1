"""The result of a combat."""

from fractions import Fraction
from math import comb
from typing import Any

import pytest

from grognard.games.war_and_conquest.battle import Battle, Blow, Fray, Unit
from grognard.games.war_and_conquest.combat_result import (
    Fighter,
    check_loser,
    fighter,
    rank_bonus,
    reckon,
    settle,
    side_score,
)
from grognard.games.war_and_conquest.contact import touch
from grognard.games.war_and_conquest.questions import combat_round
from grognard.ground.shapes import Box
from tests.games.war_and_conquest.build import a_battle, a_feature, a_fray, a_unit, with_general
from tests.script import scripted


def in_contact(face: str = "front", **given: Any) -> tuple[Unit, Unit, Battle, Fray]:
    red = a_unit("red", x=3600, y=2000)
    blue = a_unit("blue", "blue", x=3600, y=2000, facing=180)
    battle = a_battle(red, blue, **given)
    touch(battle, red, blue, "front", face)  # type: ignore[arg-type]
    fray = a_fray(battle, red, blue)
    fray.stage = "score"
    return red, blue, battle, fray


@pytest.mark.parametrize(
    ("given", "bonus"),
    [
        ({"models": 24, "files": 8}, 2),
        ({"models": 23, "files": 8}, 1),
        ({"models": 40, "files": 5}, 2),
        ({"models": 24, "files": 3}, 0),
        ({"models": 24, "files": 8, "out_of_order": True}, 0),
        ({"models": 24, "files": 8, "struck_in": "flank"}, 0),
        ({"models": 24, "files": 8, "battle": False}, 0),
        ({"models": 5, "files": 5}, 0),
    ],
)
def test_complete_ranks_behind_the_first_count(given, bonus):
    """WC-OFIGHT-04, WC-OMOVE-08."""
    assert rank_bonus(Fighter(**given)) == bonus


def test_everything_that_counts_for_a_side():
    """WC-OFIGHT-04, WC-FAIL-03: 2 dead, 2 ranks, charge, numbers, uphill, rear, general, shaken enemy."""
    best = Fighter(
        inflicted=2, models=24, files=8, charged=True, uphill=True, strikes="rear", general=True, enemy_shaken=True
    )
    assert side_score([best], 23).total == 2 + 2 + 1 + 1 + 1 + 3 + 1 + 1
    assert side_score([best], 24).total == 2 + 2 + 1 + 1 + 3 + 1 + 1


def test_bonuses_count_once_for_a_side():
    """WC-OFIGHT-09: casualties add up; of two flanks and ranks the best counts."""
    one, two = (
        Fighter(inflicted=1, models=24, files=8, strikes="flank"),
        Fighter(inflicted=2, models=10, files=5, strikes="rear", charged=True),
    )
    assert side_score([one, two], 100).total == 3 + 2 + 3 + 1


def test_faces_tell_who_strikes_whom_where():
    """WC-OFIGHT-04, WC-OCHARGE-05."""
    red, blue, battle, _ = in_contact("left")
    assert (fighter(battle, red, inflicted=0).strikes, fighter(battle, red, inflicted=0).struck_in) == (
        "flank",
        "front",
    )
    assert (fighter(battle, blue, inflicted=0).strikes, fighter(battle, blue, inflicted=0).struck_in) == (
        "front",
        "flank",
    )


def test_uphill_is_on_a_hill_on_which_the_foe_is_not():
    """WC-RULE-44."""
    red, blue, _, _ = in_contact()
    hill = a_feature("hill", "hill", Box(3000, 1000, 4200, 1990))
    red.y, blue.y = 1980, 2000
    battle = a_battle(red, blue, features=[hill])
    touch(battle, red, blue)
    assert fighter(battle, red, inflicted=0).uphill
    assert not fighter(battle, blue, inflicted=0).uphill


def test_who_defends_a_wall_is_behind_it_and_who_charged_over_it_is_not():
    """WC-RULE-44."""
    wall = a_feature("wall", "obstacle", Box(3000, 2000, 4200, 2050))
    red, blue, battle, _ = in_contact(features=[wall])
    red.charged = True
    assert not fighter(battle, red, inflicted=0).uphill
    assert fighter(battle, blue, inflicted=0).uphill


def test_equal_scores_are_a_draw_and_nobody_tests():
    """WC-OFIGHT-05."""
    red, blue, battle, fray = in_contact()
    reckon(scripted(), battle, fray)
    assert (fray.to_test, red.won, blue.won) == ([], False, False)


def test_every_unit_of_the_losing_side_tests_by_the_same_difference():
    """WC-OFIGHT-05, WC-OFIGHT-09."""
    red, blue, battle, fray = in_contact()
    second = a_unit("second", "blue", models=10, files=5)
    battle.units.append(second)
    touch(battle, red, second)
    fray.members.append("second")
    blue.fought = 5
    reckon(scripted(), battle, fray)
    assert (fray.loser, fray.difference, fray.to_test) == ("blue", 4, ["blue", "second"])
    assert red.won


@pytest.mark.parametrize(("dice", "broke"), [([2, 3, 6], False), ([3, 3, 6], True)])
def test_a_loser_tests_at_its_morale_value_less_the_difference(dice, broke):
    """WC-OFIGHT-05, WC-OFIGHT-06: 7 less 2."""
    _red, blue, battle, fray = in_contact()
    fray.difference = 2
    with scripted(dice=dice) as referee:
        check_loser(referee, battle, fray, blue)
    assert (blue.broke, blue.fleeing) == (broke, False)


def test_a_shaken_unit_gives_its_enemy_one_for_one_round():
    """WC-FAIL-03: one ahead this time, nothing the next."""
    red, _blue, battle, fray = in_contact()
    red.shaken = True
    reckon(scripted(), battle, fray)
    assert (fray.loser, fray.difference, red.shaken) == ("red", 1, False)


def test_who_has_nobody_left_to_fight_has_won_without_a_test():
    """WC-OFIGHT-08, WC-RULE-14."""
    red, blue, battle, fray = in_contact()
    blue.models = blue.start = 8
    fray.blows, fray.stage = [Blow("red", "blue", "front", 8, 3), Blow("blue", "red", "front", 8, 0)], "losses"
    with scripted() as referee:
        while fray.stage != "over":
            settle(referee, battle, fray)
    assert (blue.where, blue.below_minimum, red.won, red.engaged) == ("lost", "combat", True, True)


def test_a_general_rolls_after_the_dead_and_before_the_score():
    """WC-OFIGHT-07, WC-RULE-45: he falls, and his +1 does not count."""
    _red, blue, battle, fray = in_contact()
    with_general(battle, blue)
    fray.blows, fray.stage = [Blow("red", "blue", "front", 8, 1), Blow("blue", "red", "front", 8, 0)], "losses"
    with scripted(dice=[1, 1]) as referee:
        for _ in range(3):
            settle(referee, battle, fray)
    assert battle.sides[1].general_state == "slain"
    assert (fray.loser, fray.difference) == ("blue", 3)


def test_a_general_whose_unit_lost_nobody_is_in_no_danger():
    """WC-OFIGHT-07."""
    _red, blue, battle, fray = in_contact()
    with_general(battle, blue)
    fray.stage = "generals"
    with scripted() as referee:
        settle(referee, battle, fray)


def test_the_odds_of_a_round_by_hand():
    """WC-OFIGHT-02 to WC-OFIGHT-05: naked and toothless equals; who kills more by numbers is counted out."""
    each = Fraction(1, 2) * Fraction(1, 2)

    def kills(dice: int) -> dict[int, Fraction]:
        return {k: comb(dice, k) * each**k * (1 - each) ** (dice - k) for k in range(dice + 1)}

    draw = Fraction(0)
    for mine, p in kills(4).items():
        for theirs, q in kills(4).items():
            ranks = [(24 - lost) // 4 - 1 for lost in (theirs, mine)]
            scores = [mine + min(2, ranks[0]) + (theirs < mine), theirs + min(2, ranks[1]) + (mine < theirs)]
            draw += p * q * (scores[0] == scores[1])
    asked = combat_round(av=0, files=4, weapon="hand weapons", enemy_av=0, enemy_files=4, enemy_weapon="hand weapons")
    assert asked["draw"] == draw
    assert asked["own wins"] == asked["foe wins"]
