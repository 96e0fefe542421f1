"""Exact odds where 6s are rolled again without end, against the series that they are."""

from fractions import Fraction
from typing import Any

import pytest

from grognard.games.confrontation.open_ended import exact_odds
from grognard.games.confrontation.options import Options
from grognard.games.confrontation.tests_of_skill import Attempt, attempt, thrifty
from grognard.kernel.choice import Option, Question
from grognard.kernel.odds import outcomes_of
from grognard.kernel.referee import Referee

SAFE = Options(six_rule="safe")


def a_test(referee: Referee, options: Options, value: int, need: int, dice: int) -> Attempt:
    return attempt(referee, options, "red", "DEF", value, rule="C3-TEST-01", need=need, dice=dice)


def two_tests(referee: Referee, one: int, other: int) -> str:
    attack = attempt(referee, SAFE, "red", "ATT", one, rule="C3-COMB-12")
    parry = attempt(referee, SAFE, "blue", "DEF", other, rule="C3-COMB-13")
    return "fails" if attack.failed else "parried" if parry.reaches(attack.total) else "hits"


def at_least(score: int) -> Fraction:
    """The chance that one die, rolled again on every 6, comes to so much."""
    if score <= 1:
        return Fraction(1)
    return Fraction(7 - score, 6) if score <= 6 else at_least(score - 6) / 6


@pytest.mark.parametrize(("need", "dice"), [(2, 1), (6, 1), (7, 1), (8, 1), (20, 1), (35, 1), (4, 2), (13, 2)])
def test_one_test_against_a_difficulty(need: int, dice: int) -> None:
    """C3-RULE-02, option safe: 6s go on, a later 1 just adds 1."""
    chances = exact_odds(SAFE, a_test, SAFE, 0, need, dice, see=lambda came, *situation: came.reaches(need), reach=need)
    assert chances[True] == 1 - (1 - at_least(max(2, need))) ** dice


@pytest.mark.parametrize(("one", "other"), [(4, 4), (5, 3), (3, 6)])
def test_two_tests_against_each_other(one: int, other: int) -> None:
    """C3-RULE-02, option safe: the endless series is summed exactly; its first 100 scores come as near as they can."""
    chances = exact_odds(SAFE, two_tests, one, other, see=lambda came, *situation: came, reach=6)
    exactly = {score: at_least(score) - at_least(score + 1) for score in range(2, 100)}
    parried = sum(p * at_least(max(2, one + score - other)) for score, p in exactly.items())
    assert chances["fails"] == Fraction(1, 6)
    assert 0 <= chances["parried"] - parried < Fraction(1, 6**16)
    assert sum(chances[name] for name in chances) == 1


def test_equal_characteristics_have_a_round_answer() -> None:
    """C3-RULE-02, option safe: ATT 4 against DEF 4 hits three times in seven."""
    assert exact_odds(SAFE, two_tests, 4, 4, see=lambda came, *situation: came, reach=6)["hits"] == Fraction(3, 7)


@pytest.mark.parametrize("six_rule", ["push", "flat"])
def test_without_endless_dice_it_is_plain_counting(six_rule: Any) -> None:
    """C3-RULE-02: the other two ways to play 6s."""
    options = Options(six_rule=six_rule)

    def policy(question: Question) -> Option | str:
        answer = thrifty(question)
        assert answer is not None
        return answer

    def seen(came: Attempt, *situation: object) -> bool:
        return came.reaches(10)

    situation = (options, 3, 10, 1)
    chances = exact_odds(options, a_test, *situation, see=seen, policy=policy)
    assert chances == outcomes_of(a_test, *situation, see=seen, policy=policy)
    assert chances[True] == (Fraction(5, 36) if six_rule == "push" else 0)
