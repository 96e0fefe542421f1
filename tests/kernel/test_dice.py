"""Dice and their exact weights, against every way to fall and against icepool."""

from collections import Counter
from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.errors import RecordError
from grognard.kernel.dice import D3, D6, D10, D20, Dice, Roll, die

KINDS = st.sampled_from([2, 3, 4, 6, 8, 10])


def weights(dice: Dice) -> dict[Roll, int]:
    return dict(dice.outcomes)


def brute_force(dice: Dice) -> dict[Roll, int]:
    """Read every way that the single dice can fall."""
    return dict(Counter(dice.read(faces) for faces in product(range(1, dice.sides + 1), repeat=dice.count)))


@settings(max_examples=60, deadline=None)
@given(count=st.integers(1, 4), sides=KINDS, keep=st.integers(1, 4), need=st.integers(-1, 12))
def test_every_reading_weighs_what_all_its_ways_weigh(count: int, sides: int, keep: int, need: int) -> None:
    plain = count * die(sides)
    for dice in (plain, plain.best(keep), plain.worst(keep), plain.each, plain.apart, plain.at_least(need)):
        assert weights(dice) == brute_force(dice), dice
        assert sum(weights(dice).values()) == dice.ways == sides**count


@pytest.mark.parametrize(
    ("dice", "pool"),
    [
        (2 * D6, 2 @ icepool.d6),
        ((3 * D6).best(2), icepool.d6.highest(3, 2)),
        ((4 * D10).worst(1), icepool.d10.lowest(4, 1)),
        ((5 * D6).at_least(4), 5 @ (icepool.d6 >= 4)),
        (3 * D20, 3 @ icepool.d(20)),
    ],
)
def test_weights_agree_with_icepool(dice: Dice, pool: icepool.Die[int]) -> None:
    ours = {roll.total: Fraction(weight, dice.ways) for roll, weight in dice.outcomes}
    assert ours == {int(total): Fraction(pool.probability(total)) for total in pool}


def test_a_sum_of_two_dice_is_eleven_outcomes_and_a_multiset_of_three_is_fifty_six() -> None:
    assert len((2 * D6).outcomes) == 11
    assert len((3 * D6).each.outcomes) == 56
    assert len((3 * D6).apart.outcomes) == 216


def test_what_a_rule_sees_is_what_it_asked_for() -> None:
    assert (3 * D6).best(2).read([1, 6, 5]) == Roll(11)
    assert (3 * D6).worst(1).read([4, 6, 5]) == Roll(4)
    assert (3 * D6).each.read([1, 6, 5]) == Roll(12, (6, 5, 1))
    assert (2 * D10).apart.read([3, 7]) == Roll(10, (3, 7))
    assert (4 * D6).at_least(5).read([5, 6, 1, 4]) == Roll(2)


def test_keeping_as_many_as_there_are_keeps_all() -> None:
    assert (2 * D6).best(2).outcomes == (2 * D6).outcomes
    assert (2 * D6).best(5).outcomes == (2 * D6).worst(2).outcomes == (2 * D6).outcomes


def test_successes_beyond_the_faces_are_never_or_always() -> None:
    assert weights((2 * D6).at_least(7)) == {Roll(0): 36}
    assert weights((2 * D6).at_least(0)) == {Roll(2): 36}


def test_equal_dice_are_the_same_object_and_read_as_people_write_them() -> None:
    assert 2 * (3 * D6) is 6 * D6
    assert [str(dice) for dice in (D6, 2 * D6, (3 * D6).best(2), (2 * D6).worst(1), (4 * D3).at_least(2))] == [
        "D6", "2D6", "3D6 best 2", "2D6 lowest 1", "4D3, each 2+",
    ]  # fmt: skip


@pytest.mark.parametrize("faces", [[], [1], [1, 2, 3], [0, 1], [7, 1], [-1, 3]])
def test_faces_that_cannot_be_are_refused(faces: list[int]) -> None:
    with pytest.raises(RecordError, match="2D6 takes 2 numbers from 1 to 6"):
        (2 * D6).read(faces)
    with pytest.raises(RecordError):
        (2 * D6).check(faces)
