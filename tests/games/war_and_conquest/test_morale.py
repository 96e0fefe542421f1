"""Morale and Command Tests."""

from fractions import Fraction
from itertools import product

import pytest

from grognard.games.war_and_conquest.battle import Battle, Unit
from grognard.games.war_and_conquest.morale import dice_for, morale_value, pass_command_test, take_test
from grognard.games.war_and_conquest.resolution import pass_chance
from grognard.kernel.odds import odds
from grognard.kernel.referee import Referee
from grognard.kernel.tally import Modifier
from tests.games.war_and_conquest.build import a_battle, a_unit, with_general
from tests.script import scripted


def lost_by(difference: int) -> list[Modifier]:
    return [Modifier(-difference, "lost the combat", "WC-OFIGHT-05")]


def test_a_total_equal_to_the_morale_value_passes():
    """WC-TEST-01: 4 + 3 is not over 7. WC-TEST-04: skirmishers roll two dice."""
    unit = a_unit(mv=7, formation="skirmish", models=8)
    with scripted(dice=[4, 3]) as referee:
        assert take_test(referee, a_battle(unit), unit, "morale").passed


def test_a_block_over_half_strength_adds_the_two_lowest_of_three():
    """WC-TEST-02, WC-RULE-07: 6 is dropped, 3 + 4 pass 7."""
    unit = a_unit(mv=7, models=13, start=24)
    with scripted(dice=[6, 3, 4]) as referee:
        check = take_test(referee, a_battle(unit), unit, "morale")
    assert (check.dice_count, check.total, check.passed) == (3, 7, True)


def test_exactly_half_strength_rolls_two_dice():
    """WC-TEST-05, WC-RULE-04: 12 of 24 is not over half."""
    assert dice_for(a_unit(models=12, start=24), "morale") == 2
    assert dice_for(a_unit(models=13, start=24), "morale") == 3


@pytest.mark.parametrize("kind", ["rally", "last_chance"])
def test_runaways_roll_two_dice_whatever_their_strength(kind):
    """WC-TEST-03, WC-RALLY-02, WC-RULE-18, WC-RULE-27."""
    assert dice_for(a_unit(models=24), kind) == 2


def test_the_undisciplined_roll_two_dice_for_command_but_not_for_morale():
    """WC-CMD-02, WC-CMD-03."""
    wild = a_unit(traits=("Undisciplined",))
    assert (dice_for(wild, "command"), dice_for(wild, "morale")) == (2, 3)
    assert dice_for(a_unit(), "command") == 3


def test_the_drilled_roll_a_failed_command_test_again_and_the_second_roll_stands():
    """WC-CMD-01, WC-CMD-04, WC-RULE-06: 6 + 5 fails; then 2 + 3 passes; morale tests are not rolled again."""
    drilled = a_unit(mv=7, traits=("Drilled",))
    with scripted(dice=[6, 6, 5, 2, 3, 6]) as referee:
        assert pass_command_test(referee, a_battle(drilled), drilled)
    with scripted(dice=[6, 6, 5, 6, 6, 6]) as referee:
        assert not pass_command_test(referee, a_battle(drilled), drilled)
    with scripted(dice=[6, 6, 5]) as referee:
        assert not take_test(referee, a_battle(drilled), drilled, "morale").passed


def test_the_general_comes_before_the_reductions_and_stops_at_ten():
    """WC-RULE-05, WC-GEN-02: 9 becomes 10, then 8; 10 stays 10; nothing stops it below."""
    lowered = lost_by(2)
    assert morale_value(a_unit(mv=9), lowered, general_near=True).total == 8
    assert morale_value(a_unit(mv=10), (), general_near=True).total == 10
    assert morale_value(a_unit(mv=11), (), general_near=True).total == 11
    assert morale_value(a_unit(mv=6), lost_by(9)).total == -3


def test_two_ones_among_three_dice_make_a_hero_of_the_day():
    """WC-HERO-01, WC-HERO-02: 7 less 6 cannot be rolled."""
    unit = a_unit(mv=7)
    with scripted(dice=[1, 6, 1]) as referee:
        check = take_test(referee, a_battle(unit), unit, "combat", lost_by(6))
    assert (check.passed, check.hero) == (True, True)


def test_two_ones_that_pass_anyway_need_no_hero():
    """WC-HERO-01: only a value below 2 cannot be rolled."""
    unit = a_unit(mv=7)
    with scripted(dice=[1, 6, 1]) as referee:
        check = take_test(referee, a_battle(unit), unit, "combat", lost_by(5))
    assert (check.target, check.passed, check.hero) == (2, True, False)


@pytest.mark.parametrize(("scope", "passed"), [("combat", False), ("all_tests", True)])
def test_heroes_outside_combat_are_an_option(scope, passed):
    """WC-RULE-20."""
    unit = a_unit(mv=5, fleeing=True)
    battle = a_battle(unit, options={"hero_scope": scope})
    with scripted(dice=[1, 1]) as referee:
        assert take_test(referee, battle, unit, "rally", [Modifier(-4, "enemies near", "WC-RALLY-05")]).passed is passed


def test_the_generals_zone_raises_command_tests_too():
    """WC-RULE-29: 8 passes at 7 + 1."""
    unit = a_unit(mv=7, traits=("Undisciplined",))
    battle = with_general(a_battle(unit), unit)
    with scripted(dice=[4, 4]) as referee:
        assert pass_command_test(referee, battle, unit)


def test_a_point_buys_one_more_die_near_the_general():
    """WC-RULE-32: four dice instead of three; the two lowest count and the point is spent."""
    unit = a_unit(mv=7)
    battle = with_general(a_battle(unit, options={"sip_use": "strategy_and_morale"}), unit)
    battle.sides[0].sip = 1
    with scripted(dice=[6, 6, 4, 4], answers=["yes"]) as referee:
        check = take_test(referee, battle, unit, "morale")
    assert (check.dice_count, check.total, check.passed, battle.sides[0].sip) == (4, 8, True, 0)


def test_points_are_not_offered_for_command_tests_or_by_default():
    """WC-RULE-32: nobody is asked."""
    unit = a_unit(mv=7)
    battle = with_general(a_battle(unit), unit)
    battle.sides[0].sip = 1
    with scripted(dice=[1, 1, 1]) as referee:
        take_test(referee, battle, unit, "morale")
    keen = with_general(a_battle(a_unit(), options={"sip_use": "strategy_and_morale"}), unit)
    keen.sides[0].sip = 1
    with scripted(dice=[1, 1, 1]) as referee:
        pass_command_test(referee, keen, keen.units[0])


def passes(referee: Referee, battle: Battle, unit: Unit) -> bool:
    return take_test(referee, battle, unit, "morale").passed


@pytest.mark.parametrize("mv", range(2, 13))
@pytest.mark.parametrize("models", [24, 12])
def test_the_odds_of_a_test_are_those_of_brute_force(mv, models):
    """WC-TEST-01, WC-TEST-02: counted over all faces, and by the short cut that the list of tests reads out."""
    count = 3 if models == 24 else 2
    brute = Fraction(sum(sum(sorted(faces)[:2]) <= mv for faces in product(range(1, 7), repeat=count)), 6**count)
    unit = a_unit(mv=mv, models=models, start=24)
    assert odds(passes, a_battle(unit), unit)[True] == brute == pass_chance(count, mv)
