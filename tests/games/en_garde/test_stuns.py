"""Shaking off Stunned counters."""

from fractions import Fraction

import pytest

from grognard.games.en_garde.battle import Figure
from grognard.games.en_garde.stuns import shake_off, shake_off_all
from grognard.kernel.chains import chain
from grognard.kernel.referee import Referee
from tests.games.en_garde.build import a_battle, a_figure, a_foe
from tests.script import scripted


def left(
    die: int, stuns: int = 2, *, engaged: bool = False, rested: bool = False, answers: list[str] | None = None
) -> int:
    anne = a_figure(stuns=stuns)
    anne.rested = rested
    with scripted(dice=[die], answers=answers or []) as referee:
        shake_off(referee, anne, engaged)
    return anne.stuns


@pytest.mark.parametrize(("die", "expected"), [(1, 2), (4, 2), (5, 1), (6, 1)])
def test_the_table(die: int, expected: int) -> None:
    """EG-STUN-01: 4 or less nothing; EG-STUN-02: 5 or 6 one."""
    assert left(die) == expected


def test_the_engaged_find_it_harder() -> None:
    """EG-STUN-04: a 5 is not enough; EG-RULE-60: a 1 becomes 0, which is nothing too."""
    assert left(5, engaged=True) == 2
    assert left(6, engaged=True) == 1
    assert left(1, engaged=True) == 2


def test_the_rested_find_it_easier_and_seven_removes_up_to_two() -> None:
    """EG-STUN-05, EG-STUN-03, EG-MOVE-07; EG-RULE-60: as many as the owner likes."""
    assert left(3, rested=True) == 1
    assert left(5, rested=True, answers=["2"]) == 0
    assert left(5, rested=True, answers=["1"]) == 1
    assert left(6, rested=True, answers=["0"]) == 2
    assert left(6, stuns=1, rested=True, answers=["1"]) == 0


def test_one_cannot_remove_more_counters_than_there_are() -> None:
    """EG-STUN-03: none, one, or two."""
    for stuns, offered in ((1, ["1", "0"]), (2, ["2", "1", "0"])):
        anne = a_figure(stuns=stuns)
        anne.rested = True
        with scripted(dice=[6], answers=["0"]) as referee:
            shake_off(referee, anne, engaged=False)
        assert [option.key for option in referee.asked[0].options] == offered


def test_a_rest_counts_although_an_enemy_came() -> None:
    """EG-RULE-12: +2 and -1: a 4 is now 5."""
    assert left(4, engaged=True, rested=True) == 1


def test_every_stunned_model_on_the_table_rolls_as_it_stands_now() -> None:
    """EG-TURN-05, EG-RULE-60: engaged is judged at that moment."""
    anne, tam, odo = a_figure(stuns=1), a_figure("tam", at=(20, 20), stuns=1), a_foe(at=(11, 10))
    with scripted(dice=[5, 5]) as referee:
        shake_off_all(referee, a_battle(anne, tam, odo))
    assert (anne.stuns, tam.stuns) == (1, 0)
    assert len(referee.rolled) == 2


def test_how_long_a_stunned_leader_needs_if_he_rests() -> None:
    """EG-STUN-01 to EG-STUN-05 as a chain: clear of two counters within two turns of rest: not (1 or 2 twice, or one off and then 1 or 2)."""

    def turn(referee: Referee, figure: Figure) -> None:
        if figure.stuns:
            shake_off(referee, figure, engaged=False)

    anne = a_figure(stuns=2)
    anne.rested = True
    chances = chain(
        turn, anne, over=lambda figure: figure.stuns == 0, steps=2, policy=lambda question: question.options[0]
    )
    clear = chances.map(lambda key: key.situation.stuns == 0)[True]
    none, one, two = Fraction(2, 6), Fraction(2, 6), Fraction(2, 6)  # 1-2; 3-4; 5-6 with +2
    assert clear == two + one * (one + two) + none * two
