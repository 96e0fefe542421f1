"""Exact odds: distributions, chains that come to an end and chains that need not, policies, samples."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.errors import RuleError, TooLarge
from grognard.kernel.battle import Battle, Changing, Piece
from grognard.kernel.chains import Chain, Situation, TakesTooLong, chain
from grognard.kernel.choice import Pick
from grognard.kernel.dice import D3, D6
from grognard.kernel.odds import Distribution, fixed, odds, outcomes_of
from grognard.kernel.referee import Referee, SealedDice
from grognard.kernel.samples import Estimate, sample, wilson


class Man(Piece):
    health: int = 2


class Duel(Battle, kw_only=True):
    men: list[Man]

    def piece(self, id: str) -> Man | None:
        return next((man for man in self.men if man.id == id), None)


def a_duel(red: int = 2, blue: int = 2) -> Duel:
    return Duel(men=[Man("a", "red", "Anne", red), Man("b", "blue", "Bea", blue)])


# Distributions


def test_a_distribution_can_be_asked() -> None:
    throw = odds(lambda referee: referee.roll(D6, "die", by="red", rule="T").total)
    assert throw[6] == Fraction(1, 6)
    assert throw[7] == 0
    assert len(throw) == len(list(throw)) == 6
    assert throw.chance(lambda face: face > 4) == Fraction(1, 3)
    assert throw.mean() == Fraction(7, 2)
    assert throw.mean(lambda face: face * face) == Fraction(91, 6)
    assert throw.map(lambda face: face % 2 == 0) == Distribution({False: Fraction(1, 2), True: Fraction(1, 2)})
    assert "6: 1/6" in repr(throw)


def exploding(referee: Referee) -> int:
    """A six rolls again, once; and three dice after a one: paths of different lengths and weights."""
    first = referee.roll(D6, "first", by="red", rule="T").total
    if first == 6:
        return first + referee.roll(D3, "again", by="red", rule="T").total
    if first == 1:
        return referee.roll((3 * D6).best(2), "three", by="red", rule="T").total
    return first


def test_odds_are_those_of_every_way_to_fall() -> None:
    counted: Counter[int] = Counter()
    for first, three, dice in product(range(1, 7), range(1, 4), product(range(1, 7), repeat=3)):
        counted[first + three if first == 6 else sum(sorted(dice)[1:]) if first == 1 else first] += 1
    assert dict(odds(exploding).items()) == {total: Fraction(n, 6 * 3 * 216) for total, n in counted.items()}


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 4), st.integers(1, 3), st.integers(-3, 3))
def test_two_sums_against_each_other_agree_with_icepool(mine: int, his: int, plus: int) -> None:
    def contest(referee: Referee) -> bool:
        return (
            referee.roll(mine * D6, "a", by="red", rule="T").total + plus
            > referee.roll(his * D6, "b", by="blue", rule="T").total
        )

    expected = ((mine @ icepool.d6) + plus) > (his @ icepool.d6)
    assert odds(contest)[True] == Fraction(expected.probability(True))


def wound(referee: Referee, duel: Duel, man: Man) -> None:
    if referee.roll(D6, "hit", by="red", rule="T").total >= 4:
        man.health -= 1


def test_the_situation_is_left_as_it_was_and_a_piece_is_the_battles_own() -> None:
    duel = a_duel()
    seen = outcomes_of(wound, duel, duel.men[0], see=lambda _, duel, man: (man.health, duel.men[0].health))
    assert dict(seen.items()) == {(2, 2): Fraction(1, 2), (1, 1): Fraction(1, 2)}
    assert duel == a_duel()


def test_drawn_lots_weigh_by_how_many_there_are() -> None:
    drawn = odds(lambda referee: tuple(referee.draw(["ace", "ace", "king"], 2, "cards", by="red", rule="T")))
    assert dict(drawn.items()) == {
        ("ace", "ace"): Fraction(1, 3),
        ("ace", "king"): Fraction(1, 3),
        ("king", "ace"): Fraction(1, 3),
    }


def test_a_settled_throw_weighs_like_the_dice_in_it() -> None:
    def throw(referee: Referee, plus: int) -> int:
        return referee.roll(2 * D6, "sum", by="red", rule="T").total + plus

    def twice(referee: Referee) -> tuple[bool, int]:
        high = referee.settle(throw, 3, like=is_high) >= 10
        return high, referee.roll(D3, "more", by="red", rule="T").total

    counted = odds(twice)
    assert counted[True, 1] == Fraction(21, 36) / 3
    assert counted[False, 3] == Fraction(15, 36) / 3


def is_high(total: int) -> bool:
    return total >= 10


def test_a_question_that_is_too_large_says_how_far_it_got() -> None:
    def many(referee: Referee) -> int:
        return sum(referee.roll(D6, "die", by="red", rule="T").total for _ in range(9))

    with pytest.raises(TooLarge, match="stopped after 100 of them") as caught:
        odds(many, limit=100)
    assert caught.value.runs == 100


# Choices


def guarded(referee: Referee) -> int:
    guard = referee.choose("blue", "which ploy in defence?", [Pick("parry"), Pick("none")], rule="T")
    return referee.roll((2 if guard.key == "parry" else 1) * D6, "defence", by="blue", rule="T").total


def test_a_choice_needs_a_policy() -> None:
    with pytest.raises(RuleError, match="name a policy"):
        odds(guarded)
    assert len(odds(guarded, policy=fixed(ploy="parry"))) == 11
    assert len(odds(guarded, policy=lambda question: question.options[1])) == 6
    with pytest.raises(RuleError, match="no answer"):
        odds(guarded, policy=fixed(attack="x"))


def test_a_choice_of_one_needs_none() -> None:
    assert odds(lambda referee: referee.choose("red", "only", [Pick("this")], rule="T").key)["this"] == 1


# Chains


def exchange(referee: Referee, duel: Duel) -> None:
    """Each strikes on 5 or more, both at once: rounds without a hit change nothing."""
    hits = [referee.roll(D6, "blow", by=man.side, rule="T").total >= 5 for man in duel.men]
    for man, hit in zip(reversed(duel.men), hits, strict=True):
        man.health -= hit


def is_over(duel: Duel) -> bool:
    return any(man.health <= 0 for man in duel.men)


def winner(key: Any) -> str:
    alive = [man.side for man in key.situation.men if man.health > 0]
    return alive[0] if alive else "both dead"


def test_a_duel_to_the_death_is_solved_exactly() -> None:
    """By hand: with h = 1/3 for a hit, f(a, b) follows from the rounds in which somebody is hit."""
    hit, miss = Fraction(1, 3), Fraction(2, 3)

    def red_wins(a: int, b: int) -> Fraction:
        if a <= 0 or b <= 0:
            return Fraction(int(a > 0 >= b))
        some = 1 - miss * miss
        return (
            hit * miss * red_wins(a, b - 1) + miss * hit * red_wins(a - 1, b) + hit * hit * red_wins(a - 1, b - 1)
        ) / some

    ends = chain(exchange, a_duel(3, 2), over=is_over).map(winner)
    assert ends["red"] == red_wins(3, 2)
    assert sum(chance for _, chance in ends.items()) == 1


def test_a_loop_through_several_situations_is_solved_as_a_linear_system() -> None:
    """The gambler's ruin: from 2 of 5 with a chance of 1 in 3, by the formula."""

    def bet(referee: Referee, stake: int) -> int:
        return stake + 1 if referee.roll(D3, "bet", by="red", rule="T").total == 3 else stake - 1

    ends = chain(bet, 2, over=lambda stake: stake in (0, 5)).map(lambda key: key.situation)
    ratio = Fraction(2, 1)
    assert ends[5] == (ratio**2 - 1) / (ratio**5 - 1)
    assert ends[0] == 1 - ends[5]


def test_a_chain_may_be_stopped_after_some_steps() -> None:
    after = chain(exchange, a_duel(1, 1), over=is_over, steps=2).map(winner)
    still = Fraction(4, 9) ** 2
    assert after.chance(lambda who: who == "both dead") == Fraction(1, 9) * (1 + Fraction(4, 9))
    standing = chain(exchange, a_duel(1, 1), over=is_over, steps=2).chance(lambda key: not is_over(key.situation))
    assert standing == still


def test_a_procedure_that_never_ends_is_refused() -> None:
    with pytest.raises(RuleError, match="for ever"):
        chain(lambda referee, n: n, 1, over=lambda n: False)
    with pytest.raises(RuleError, match="for ever"):
        Chain(lambda referee, n: n, over=lambda n: False).likely_ends([(1, 1.0)], 0.1)
    with pytest.raises(RuleError, match="for ever"):
        chain(lambda referee, n: 1 - n if referee.roll(D6, "x", by="", rule="T").total else n, 1, over=lambda n: n > 1)


def test_one_chain_serves_several_starts() -> None:
    duels = Chain(exchange, over=is_over)
    for health in (1, 2, 3):
        assert duels.ends(a_duel(health, 1)).map(winner) == chain(exchange, a_duel(health, 1), over=is_over).map(winner)


def test_unlikely_ways_may_be_left_where_they_stand():
    duels = Chain(exchange, over=is_over)
    exact = chain(exchange, a_duel(3, 2), over=is_over).map(winner)

    rough, fine = (duels.likely_ends([(a_duel(3, 2), 1.0)], floor) for floor in (0.2, 1e-7))

    assert sum(chance for _, chance in rough) == pytest.approx(1)
    assert any(not is_over(end) for end, _ in rough)
    for side, chance in exact.items():
        found = sum(share for end, share in fine if is_over(end) and winner(Situation(end)) == side)
        assert found == pytest.approx(float(chance), abs=1e-4)


def test_whoever_has_waited_long_enough_is_not_kept():
    left = iter(range(2))
    duels = Chain(exchange, over=is_over, enough=lambda: next(left, None) is None)

    with pytest.raises(TakesTooLong):
        duels.ends(a_duel(3, 2))
    assert len(duels.leads) == 2


def test_what_no_longer_matters_may_be_wiped_out() -> None:
    class Count(Changing):
        left: int = 3
        last: int = 0

    def step(referee: Referee, count: Count) -> None:
        count.last = referee.roll(D6, "die", by="red", rule="T").total
        count.left -= 1

    def forget(count: Count) -> None:
        count.last = 0

    plain = Chain(step, over=lambda count: count.left == 0, plain=forget)
    assert len(plain.ends(Count())) == 1
    assert len(plain.situations) == 4
    assert len(chain(step, Count(), over=lambda count: count.left == 0)) == 6


# Samples


def test_a_sampled_chance_comes_with_an_interval_that_holds_the_true_one() -> None:
    found = sample(exploding, dice=lambda play: SealedDice(f"play {play}"), plays=1500)
    exact = odds(exploding)
    assert sum(estimate.times for estimate in found.values()) == 1500
    missed = [
        total for total, estimate in found.items() if not estimate.interval[0] <= exact[total] <= estimate.interval[1]
    ]
    assert len(missed) <= 3


def test_intervals_stay_between_nothing_and_one_and_close_in() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 50)[0] == 0.0
    assert wilson(50, 50)[1] == pytest.approx(1.0)
    assert wilson(500, 1000)[1] - wilson(500, 1000)[0] < wilson(50, 100)[1] - wilson(50, 100)[0]
    assert str(Estimate(250, 1000)) == "about 25.0% (22.4% to 27.8%, 1,000 plays)"


def test_samples_need_a_policy_too() -> None:
    with pytest.raises(RuleError, match="name a policy"):
        sample(guarded, dice=lambda play: SealedDice(str(play)), plays=1)
    found = sample(
        guarded,
        dice=lambda play: SealedDice(str(play)),
        plays=5,
        policy=fixed(ploy="none"),
        see=lambda total: total <= 6,
    )
    assert found[True].times == 5
