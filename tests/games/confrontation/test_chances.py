"""The exact odds of attacks, against brute force under every six_rule."""

from fractions import Fraction
from itertools import product
from math import prod

import pytest

from grognard.games.confrontation.attacks import Clash
from grognard.games.confrontation.chances import clash_odds, opposed, scores, tactics
from grognard.games.confrontation.options import Options
from grognard.games.confrontation.strategy import Staff
from grognard.games.confrontation.tests_of_skill import Rolling, roll_wave
from grognard.kernel.chains import chain


def by_hand(attack: int, defence: int, dice: int, harder: int) -> dict[str, Fraction]:
    """One flat attack die against the best of some defence dice."""
    found = {"missed": Fraction(0), "parried": Fraction(0), "hit": Fraction(0)}
    for a in range(1, 7):
        for pool in product(range(1, 7), repeat=dice):
            total, best = attack + a, max(pool)
            if a == 1 or total <= 0:
                came = "missed"
            elif best > 1 and defence + best > 0 and defence + best >= total + harder:
                came = "parried"
            else:
                came = "hit"
            found[came] += Fraction(1, 6 ** (dice + 1))
    return found


@pytest.mark.parametrize("mode", ["parry", "counter", "sustain"])
@pytest.mark.parametrize(("attack", "defence", "dice"), [(4, 4, 1), (5, 5, 2), (3, 6, 1), (-1, 2, 1), (2, -2, 2)])
def test_flat_odds_are_those_of_counting_by_hand(attack, defence, dice, mode):
    """C3-COMB-13, C3-COMB-14, C3-CHAR-02, C3-SUST-02 under six_rule flat."""
    found = clash_odds(Options(six_rule="flat"), Clash(attack, defence, mode, dice))
    expected = by_hand(attack, defence, dice, 0 if mode == "parry" else 2)
    assert found.chance(lambda outcome: outcome.missed) == expected["missed"]
    assert found.chance(lambda outcome: outcome.parried) == expected["parried"]
    assert found.chance(lambda outcome: outcome.hits) == expected["hit"]


def test_pushing_helps_only_a_defence_that_is_short():
    """C3-RULE-02: 6 + 6 against a DEF 2 lower: a 6 must be pushed, 5 of 6 times with success, against a 6 or a 5."""
    push, flat = (clash_odds(Options(six_rule=rule), Clash(6, 4, "parry", 1)) for rule in ("push", "flat"))
    assert push.chance(lambda o: o.parried) - flat.chance(lambda o: o.parried) == Fraction(2, 6) * Fraction(
        1, 6
    ) * Fraction(5, 6)


def test_chances_add_up_under_every_rule():
    for rule in ("push", "safe", "flat"):
        found = clash_odds(Options(six_rule=rule), Clash(4, 5, "counter", 2))
        assert sum(chance for _, chance in found.items()) == 1
        compared = opposed(Options(six_rule=rule), (5, 2), (4, 1))
        assert sum(chance for _, chance in compared.items()) == 1


def test_totals_are_capped_where_they_are_all_the_same():
    """C3-RULE-02: under safe a total has no end."""
    found = scores(Options(six_rule="safe"), 4, enough=12)
    assert found.chance(lambda came: came.total == 12) == Fraction(5, 36)


@pytest.mark.parametrize("illuminated", [False, True])
@pytest.mark.parametrize("dice", [2, 3])
def test_the_best_of_dice_that_go_on_is_that_of_rolling_them_side_by_side(dice, illuminated):
    """C3-RULE-02, C3-RULE-04: under safe, wave by wave as it is played, and one die by itself as it is counted."""
    value, enough = -1, 9
    ends = chain(
        lambda referee, rolling: roll_wave(referee, rolling, "red", "test", "C3-TEST-01"),
        Rolling(waiting=dice, least=5 if illuminated else 6),
        over=lambda rolling: rolling.over or (not rolling.waiting and value + rolling.best >= enough),
    )
    totals = ends.map(lambda end: min(max(value + end.situation.best, 0), enough))
    found = scores(Options(six_rule="safe"), value, enough=enough, dice=dice, illuminated=illuminated)
    assert dict(found.map(lambda came: came.total).items()) == dict(totals.items())


def test_two_summed_dice_are_counted_by_hand():
    """C3-RULE-08: two summed dice against one, flat."""
    found = tactics(Options(six_rule="flat", leadership_tactical="sum"), Staff(3, 2), Staff(5))
    wins = 0
    for a in range(1, 7):
        for b in range(1, 7):
            for c in range(1, 7):
                ours, theirs = (0 if a == b == 1 else 3 + a + b), (0 if c == 1 else 5 + c)
                wins += ours > theirs
    assert found["one"] == Fraction(wins, 216)


@pytest.mark.parametrize(
    ("one", "other"), [(Staff(3, 2), Staff(5)), (Staff(1, 2, 2), Staff(6, 2)), (Staff(9), Staff(0, 2))]
)
def test_sums_that_have_no_end_are_exact(one, other):
    """C3-RULE-02, C3-RULE-08: every 6 rolled again and added, against brute force to a depth where the rest is dust."""
    die = {6 * depth + face: 6.0 ** -(depth + 1) for depth in range(12) for face in range(1, 6)}

    def totals(staff):
        found: dict[int, float] = {}
        for faces in product(die, repeat=staff.dice):
            total = 0 if max(faces) == 1 else staff.dis + staff.bonus + sum(faces)
            found[total] = found.get(total, 0) + prod(die[face] for face in faces)
        return found

    ours, theirs = totals(one), totals(other)
    found = tactics(Options(six_rule="safe", leadership_tactical="sum"), one, other)
    assert sum(chance for _, chance in found.items()) == 1
    assert float(found["one"]) == pytest.approx(sum(p * q for a, p in ours.items() for b, q in theirs.items() if a > b))
    assert float(found["tie"]) == pytest.approx(sum(p * theirs.get(a, 0) for a, p in ours.items()))
