"""Morale: when a warband tests, what it needs, and what becomes of it."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from grognard.games.en_garde.battle import Battle, Morale, Warband, Wound
from grognard.games.en_garde.morale import after, morale_check, morale_modifiers, must_test, take_morale_checks
from grognard.games.en_garde.options import Options
from grognard.kernel.odds import fixed, odds
from grognard.kernel.referee import Referee
from grognard.kernel.tally import Tally
from tests.games.en_garde.build import a_battle, a_figure, a_foe, a_warband
from tests.script import scripted

STEADY, WAVERING, ROUTING = Morale.STEADY, Morale.WAVERING, Morale.ROUTING


def test_a_warband_begins_steady() -> None:
    """EG-CHAR-09, EG-RULE-68."""
    assert a_warband().morale is STEADY


@pytest.mark.parametrize(
    ("facts", "due"),
    [
        ({}, False),
        ({"morale": WAVERING}, True),  # EG-MORALE-02
        ({"lost": 2, "started": 9}, False),
        ({"lost": 2, "started": 8}, True),  # EG-MORALE-03
        ({"lost": 3, "started": 10}, True),
        ({"lost_leader": True, "lost": 1, "started": 10}, True),  # EG-MORALE-04
        ({"morale": ROUTING, "lost": 5, "started": 6}, False),
    ],
)
def test_reasons_to_test(facts: dict[str, Any], due: bool) -> None:
    """EG-MORALE-01 to EG-MORALE-04; EG-RULE-52: exactly a quarter is enough; EG-RULE-54: the Leader; EG-RULE-57: the Routing test no more."""
    assert must_test(a_warband(**{"started": 8, **facts})) is due


def modifier(now: int, started: int, morale: Morale = STEADY, commander: bool = False, **options: Any) -> int:
    warband = a_warband(started=started, morale=morale)
    return Tally(morale_modifiers(Options(**options), warband, now, commander)).total


@pytest.mark.parametrize(("now", "expected"), [(8, 0), (4, 0), (3, 1), (2, 1), (1, 3)])
def test_losses_weigh_strictly_below_half_and_a_quarter(now: int, expected: int) -> None:
    """EG-MORALE-06, EG-MORALE-07, EG-RULE-53: of eight, exactly four or two do not count; one of eight is +1 and +2."""
    assert modifier(now, 8) == expected


def test_only_the_worse_line_counts_where_that_is_played() -> None:
    """EG-RULE-53: strength_modifiers = worst."""
    assert modifier(1, 8, strength_modifiers="worst") == 2
    assert modifier(3, 8, strength_modifiers="worst") == 1


def test_wavering_and_a_commander() -> None:
    """EG-MORALE-08: +1; EG-MORALE-09, EG-CHAR-08: -1; all add up (EG-MORALE-05)."""
    assert modifier(8, 8, WAVERING) == 1
    assert modifier(8, 8, commander=True) == -1
    assert modifier(3, 8, WAVERING, commander=True) == 1


def check(
    dice: list[int],
    answers: list[str] | None = None,
    *,
    rating: int = 8,
    morale: Morale = STEADY,
    banner: bool = False,
    **options: Any,
) -> Warband:
    warband = a_warband(started=8, morale=morale, rating=rating)
    with scripted(dice=dice, answers=answers or []) as referee:
        morale_check(referee, Options(**options), warband, 8, commander=False, banner=banner)
    return warband


def test_equal_to_the_rating_passes_and_above_fails() -> None:
    """EG-MORALE-05; EG-MORALE-11: steady stays steady; EG-MORALE-13: or wavers."""
    assert check([4, 4]).morale is STEADY
    assert check([4, 5]).morale is WAVERING


def test_the_wavering_rally_or_rout() -> None:
    """EG-MORALE-12 with EG-MORALE-08: 7 + 1 passes; EG-MORALE-14: 8 + 1 fails."""
    assert check([4, 3], morale=WAVERING).morale is STEADY
    assert check([4, 4], morale=WAVERING).morale is ROUTING


@pytest.mark.parametrize(
    ("before", "passed", "expected"),
    [(STEADY, True, STEADY), (WAVERING, True, STEADY), (STEADY, False, WAVERING), (WAVERING, False, ROUTING)],
)
def test_the_ladder_of_morale(before: Morale, passed: bool, expected: Morale) -> None:
    """EG-MORALE-11, EG-MORALE-12, EG-MORALE-13, EG-MORALE-14."""
    assert after(before, passed) is expected


def test_the_banner_may_re_roll_and_the_second_roll_stands() -> None:
    """EG-MORALE-10, EG-RULE-55: asked after the first roll, also if it was good."""
    assert check([6, 6, 2, 2], ["yes"], banner=True).morale is STEADY
    assert check([2, 2, 6, 6], ["yes"], banner=True).morale is WAVERING
    assert check([6, 6], ["no"], banner=True).morale is WAVERING


def test_naturals_decide_where_that_is_played() -> None:
    """EG-RULE-58: morale_naturals = on."""
    assert check([1, 1], rating=1, morale_naturals="on").morale is STEADY
    assert check([1, 1], rating=1).morale is WAVERING
    assert check([6, 6], rating=12, morale_naturals="on").morale is WAVERING
    assert check([6, 6], rating=12).morale is STEADY


def test_one_test_for_all_reasons_and_priority_first() -> None:
    """EG-RULE-59: one test; EG-RULE-02: the Priority player's warband first; then last turn is forgotten (EG-RULE-54)."""
    battle = losing_battle()
    with scripted(dice=[1, 1, 1, 1]) as referee:
        take_morale_checks(referee, battle, ["blue", "red"])
    assert referee.rolled == ["morale of the blues", "morale of the reds"]
    assert [(side.lost, side.lost_leader) for side in battle.sides] == [(0, False), (0, False)]


def losing_battle(**options: Any) -> Battle:
    battle = a_battle(a_figure(), a_figure("tam"), a_foe(), a_foe("jan", (30, 14)), **options)
    for side in battle.sides:
        side.lost, side.lost_leader, side.morale, side.started = 2, True, WAVERING, 4
    return battle


def test_banner_and_commander_count_only_while_they_stand() -> None:
    """EG-RULE-55, EG-MORALE-09: the dead are no help. 8 + 1 fails without the Commander, 8 + 1 - 1 passes with him."""
    for wound, expected in ((Wound.NONE, STEADY), (Wound.DEAD, ROUTING)):
        anne, tam = a_figure(), a_figure("tam", wound=wound, attributes=["Commander"])
        banner = a_figure("pell", wound=Wound.DEAD, banner=True)
        battle = a_battle(anne, tam, banner, a_foe())
        battle.side("red").morale, battle.side("red").started = WAVERING, 2
        with scripted(dice=[4, 4]) as referee:
            take_morale_checks(referee, battle, ["red", "blue"])
        assert battle.side("red").morale is expected


def test_where_a_rout_concedes_the_other_side_need_not_test() -> None:
    """EG-RULE-57: rout = concede: the battle ends at once."""
    battle = losing_battle(rout="concede")
    with scripted(dice=[6, 6]) as referee:
        take_morale_checks(referee, battle, ["red", "blue"])
    assert [side.morale for side in battle.sides] == [ROUTING, WAVERING]


@pytest.mark.parametrize("banner", [False, True])
def test_the_odds_of_failing_are_those_of_all_ways_to_fall(banner: bool) -> None:
    """EG-MORALE-05, EG-MORALE-10: rating 7, wavering; a banner re-rolls a failure."""

    def fails(referee: Referee, warband: Warband) -> bool:
        return not morale_check(referee, Options(), warband, 8, commander=False, banner=banner)

    warband = a_warband(started=8, morale=WAVERING, rating=7)
    policy = fixed(failed="yes", passed="no")
    once = Fraction(sum(a + b + 1 > 7 for a, b in product(range(1, 7), repeat=2)), 36)
    assert odds(fails, warband, policy=policy)[True] == (once * once if banner else once)
