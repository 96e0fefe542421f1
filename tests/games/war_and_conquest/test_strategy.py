"""The Strategy Roll."""

from fractions import Fraction

import pytest

from grognard.games.war_and_conquest.questions import strategic_advantage, strategy_bid
from grognard.games.war_and_conquest.strategy import begin_turn, choose_order, strategy_roll
from grognard.games.war_and_conquest.turn import begin_round
from tests.games.war_and_conquest.build import a_battle, a_unit
from tests.script import scripted


def test_a_turn_begins_with_secret_bids_which_are_spent():
    """WC-RULE-01, WC-END-04: red bids one of two; blue has none and is not asked."""
    battle = a_battle(a_unit(fled_this_turn=True), step="strategy")
    battle.sides[0].sip = 2
    with scripted(answers=["1"]) as referee:
        begin_turn(referee, battle)
    assert (battle.turn, battle.bids, battle.sides[0].sip) == (2, [1, 0], 1)
    assert not battle.units[0].fled_this_turn


def test_each_point_is_one_more_die_and_the_higher_total_has_the_advantage():
    """WC-RULE-01: 2 + 3 beats 4."""
    battle = a_battle(bids=[1, 0], advantage="blue", step="strategy_roll")
    with scripted(dice=[2, 3, 4]) as referee:
        assert strategy_roll(referee, battle) == (5, 4)
    assert (battle.advantage, battle.step) == ("red", "strategy_choice")


@pytest.mark.parametrize(
    ("option", "holder", "after"),
    [("reroll", "blue", "strategy_roll"), ("holder", "blue", "strategy_choice"), ("holder", "", "strategy_roll")],
)
def test_ties_are_rolled_again_or_go_to_the_holder(option, holder, after):
    """WC-RULE-01: in turn 1 nobody holds it."""
    battle = a_battle(bids=[0, 0], advantage=holder, step="strategy_roll", options={"strategy_tie": option})
    with scripted(dice=[3, 3]) as referee:
        strategy_roll(referee, battle)
    assert (battle.step, battle.advantage) == (after, holder)


@pytest.mark.parametrize(("answer", "first"), [("first", "red"), ("second", "blue")])
def test_who_has_the_advantage_chooses_the_order_and_keeps_it(answer, first):
    """WC-RULE-01, WC-RULE-36."""
    battle = a_battle(step="strategy_choice")
    with scripted(answers=[answer]) as referee:
        choose_order(referee, battle)
    assert (battle.first, battle.advantage) == (first, "red")


def test_a_round_begins_with_the_strength_of_every_unit():
    """WC-COMP-02, WC-RULE-13: what was lost before does not count any more."""
    unit = a_unit(models=20, round_start=24, shot=4, below_minimum="shooting", tested="passed")
    battle = a_battle(unit, round=0)
    begin_round(scripted(), battle)
    assert (unit.round_start, unit.shot, unit.below_minimum, unit.tested) == (20, 0, "", "")


def test_one_point_against_none_wins_nine_times_in_ten():
    """WC-RULE-01: by brute force, ties taken out."""
    wins = sum(a + b > c for a in range(1, 7) for b in range(1, 7) for c in range(1, 7))
    ties = sum(a + b == c for a in range(1, 7) for b in range(1, 7) for c in range(1, 7))
    asked = strategic_advantage(1, 0)
    assert asked["mine"] == Fraction(wins, 216 - ties)
    assert asked["first roll tied"] == Fraction(ties, 216)


def test_where_only_this_turn_counts_both_bid_all_they_have():
    """WC-RULE-01."""
    solution = strategy_bid(1, 1)
    assert solution.value == Fraction(1, 2)
    assert solution.advice[0].mix == {"0": 0, "1": 1}
