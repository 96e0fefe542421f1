"""C3-TEST: tests, natural 1s and 6s, pools, opposed rolls."""

from fractions import Fraction

import icepool
import pytest

from grognard.games.confrontation.chances import chance, opposed
from grognard.games.confrontation.options import Options
from grognard.games.confrontation.tests_of_skill import attempt, attempt_sum, careful, guarded, thrifty
from grognard.kernel.odds import odds
from tests.script import scripted

PUSH, SAFE, FLAT = Options(), Options(six_rule="safe"), Options(six_rule="flat")


def came_of(faces, value=3, need=7, answers=(), options=PUSH, **more):
    with scripted(dice=faces, answers=answers) as referee:
        return attempt(referee, options, "red", "COU", value, rule="C3-TEST-01", need=need, **more)


def test_a_total_equal_to_the_difficulty_is_enough():
    """C3-TEST-01: 3 + 4 reaches 7, 3 + 3 does not."""
    assert came_of([4]).reaches(7)
    assert not came_of([3]).reaches(7)


def test_a_natural_1_fails_whatever_the_total():
    """C3-TEST-02: and counts 0 where results are compared."""
    came = came_of([1], value=20)
    assert came.failed
    assert came.total == 0


def test_a_calculated_0_fails_every_test_but_mana_recovery():
    """C3-TEST-03, C3-RULE-03."""
    assert came_of([3], value=-3, need=-5).failed
    assert not came_of([3], value=-3, need=-5, zero_fails=False).failed


def test_a_6_may_be_pushed_again_and_again():
    """C3-TEST-04, C3-RULE-02: each re-roll is a decision."""
    assert came_of([6, 6, 2], answers=["push", "push"]).total == 3 + 14
    assert came_of([6], answers=["keep"]).total == 9


def test_a_1_on_a_pushed_die_spoils_the_test():
    """C3-RULE-02."""
    assert came_of([6, 1], answers=["push"]).failed


def test_under_safe_every_6_is_rolled_again_and_a_later_1_just_adds_1():
    """C3-RULE-02, option six_rule."""
    assert came_of([6, 1], options=SAFE).total == 3 + 7
    assert came_of([6, 6, 5, 2], dice=2, options=SAFE).total == 3 + 11


def test_under_flat_nothing_is_rolled_again():
    """C3-RULE-02, option six_rule."""
    assert came_of([6], options=FLAT).total == 9


def test_of_several_dice_the_best_counts_and_only_all_1s_fail():
    """C3-TEST-05, C3-RULE-04."""
    assert came_of([1, 5, 2], dice=3).total == 8
    assert came_of([1, 1], dice=2).failed


def test_one_6_of_a_pool_may_be_pushed_and_a_1_spoils_all():
    """C3-RULE-04: even if another die was good."""
    assert came_of([6, 5, 3], dice=2, answers=["push"]).total == 12
    assert came_of([6, 5, 1], dice=2, answers=["push"]).failed


def test_the_illuminated_may_push_a_5_beside_a_6():
    """C3-RULE-74: which die is his choice."""
    assert came_of([5, 6, 4], dice=2, illuminated=True, answers=["push the 5"]).total == 12
    assert came_of([5, 6, 4], dice=2, illuminated=True, answers=["push"]).total == 13


def test_a_leaders_two_dice_may_be_summed():
    """C3-RULE-08, option leadership_tactical: a double 1 fails, one 6 may be pushed."""
    with scripted(dice=[1, 1]) as referee:
        assert attempt_sum(referee, PUSH, "red", "tactics", 5, rule="C3-RULE-08", dice=2).failed
    with scripted(dice=[6, 3, 4], answers=["push"]) as referee:
        assert attempt_sum(referee, PUSH, "red", "tactics", 5, rule="C3-RULE-08", dice=2).total == 18
    with scripted(dice=[6, 3, 1]) as referee:
        assert attempt_sum(referee, SAFE, "red", "tactics", 5, rule="C3-RULE-08", dice=2).total == 15


@pytest.mark.parametrize(
    ("need", "expected"),
    [
        (2, "5/6"),
        (3, "4/6"),
        (6, "1/6"),
        (7, "5/36"),
        (8, "5/36"),
        (9, "4/36"),
        (10, "3/36"),
        (11, "2/36"),
        (12, "1/36"),
    ],
)
def test_the_chances_of_one_die_are_those_of_the_page(need, expected):
    """C3-RULE-02: re-rolled only while short."""
    assert chance(PUSH, 0, need) == Fraction(expected)


@pytest.mark.parametrize("need", range(2, 20))
def test_safe_chances_are_icepools_exploding_dice(need):
    """C3-RULE-02: an independent count of two dice that explode, best of them; a first throw of all 1s fails."""
    die = icepool.d6.explode(depth=4).map(lambda face: 0 if face == 1 else face)
    best = icepool.highest(die, die)
    assert chance(SAFE, 0, need, dice=2) == Fraction(best.probability(">=", need))


def test_equal_results_are_a_tie_and_failures_count_0():
    """C3-TEST-06, C3-RULE-05: two failures tie too."""
    found = opposed(FLAT, (5, 1), (3, 1))
    tie = sum(
        Fraction(1, 36)
        for a in range(1, 7)
        for b in range(1, 7)
        if (0 if a == 1 else a + 5) == (0 if b == 1 else b + 3)
    )
    assert found["tie"] == tie


def test_the_endless_series_of_two_exploding_rolls_is_exact():
    """C3-RULE-02, C3-RULE-05: against brute force to a depth where the rest is dust."""

    def scores(value):
        found, open_ended = {}, 1.0
        for depth in range(14):
            for face in range(1, 6):
                total = value + 6 * depth + face
                found[0 if depth == 0 and face == 1 else total] = open_ended / 6
            open_ended /= 6
        return found

    brute = sum(p * q for a, p in scores(5).items() for b, q in scores(3).items() if a > b)
    assert float(opposed(SAFE, (5, 1), (3, 1))["one"]) == pytest.approx(brute)


def test_policies_push_only_when_they_should():
    """C3-RULE-02: automated players push only while short of a known difficulty; a caster who is careful never."""

    def rule(referee, what):
        return attempt(referee, PUSH, "red", what, 0, rule="C3-TEST-01", need=8).reaches(8)

    assert odds(rule, "COU", policy=thrifty)[True] == Fraction(5, 36)
    assert odds(rule, "COU", policy=careful)[True] == 0
    assert odds(rule, "incantation", policy=guarded)[True] == 0
    assert odds(rule, "counter-magic", policy=guarded)[True] == Fraction(5, 36)
