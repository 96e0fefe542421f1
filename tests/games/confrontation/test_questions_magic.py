"""The odds that players ask about magic and faith, against the page and against second reckonings."""

from fractions import Fraction

import pytest

from grognard.games.confrontation.calling import Bond, Call
from grognard.games.confrontation.incantation import Cast
from grognard.games.confrontation.mastery import Mastery
from grognard.games.confrontation.questions_magic import (
    QUESTIONS_MAGIC,
    call,
    cast,
    forecast_magic,
    mana,
    miracle,
    spell,
)
from grognard.games.confrontation.spells import SPELLS
from grognard.kernel.choice import Pick, Question
from tests.games.confrontation.mystics import a_battle, a_faithful, a_fighter, a_mage, gems


def at_least(score: int) -> Fraction:
    """The chance that one die, rolled again on every 6, comes to so much."""
    if score <= 1:
        return Fraction(1)
    return Fraction(7 - score, 6) if score <= 6 else at_least(score - 6) / 6


def test_how_many_gems_an_initiate_gets_back() -> None:
    """C3-MANA-01, question 10 of the page; C3-MANA-06 and C3-ROUT-06 take their share."""
    assert dict(mana().items()) == {0: Fraction(1, 6), 3: Fraction(1, 3), 4: Fraction(1, 2)}
    assert dict(mana(in_melee=True).items()) == {0: Fraction(1, 6), 2: Fraction(1, 3), 3: Fraction(1, 2)}
    assert dict(mana(routed=True).items()) == {
        0: Fraction(1, 6),
        2: Fraction(1, 6),
        3: Fraction(1, 2),
        4: Fraction(1, 6),
    }


def test_mana_with_sixes_that_never_stop() -> None:
    """C3-RULE-02, option safe: the last row of the table is reached with 19 on the dice."""
    chances = mana(six_rule="safe")
    assert chances[9] == at_least(19)
    assert chances[8] == at_least(16) - at_least(19)
    assert sum(chances[gems] for gems in chances) == 1


def test_ysoldes_emberlance_against_silt() -> None:
    """C3-CAST-06, question 9 of the page."""
    assert cast()["effect"] == Fraction(31, 72)
    assert cast(counter_power=0)["effect"] == Fraction(35, 36)
    assert cast(counter_in_melee=True)["effect"] > cast()["effect"] > cast(in_melee=True)["effect"]


@pytest.mark.parametrize(("mastery", "difficulty"), [(0, 6), (1, 6), (1, 9)])
def test_a_spell_against_countermagic_with_sixes_that_never_stop(mastery: int, difficulty: int) -> None:
    """C3-RULE-02, option safe: within a hair of the first hundred scores added up."""
    chances = cast(mastery_gems=mastery, difficulty=difficulty, six_rule="safe")
    best = {
        score: (1 - at_least(score + 1)) ** (1 + mastery) - (1 - at_least(score)) ** (1 + mastery)
        for score in range(2, 100)
    }
    works = sum(share * (1 - at_least(max(2, score - 1))) for score, share in best.items() if 4 + score >= difficulty)
    assert 0 <= chances["effect"] - works < Fraction(1, 6**14)
    assert sum(chances[name] for name in chances) == 1


def test_what_becomes_of_the_target_of_a_spell() -> None:
    """C3-SPELL-06, C3-WND-05: killed outright by a double 6 after a 5/6 test, and by nothing else at STR 4 on RES 5."""
    chances = spell("emberlance", power=4, res=5)
    assert chances["killed"] == Fraction(5, 6) * Fraction(1, 36)
    assert chances["failed"] == Fraction(1, 6)


@pytest.mark.parametrize("name", list(SPELLS))
def test_every_spell_has_an_answer(name: str) -> None:
    """C3-RULE-94: the chances add up, and something can come of each."""
    chances = spell(name, power=6, level="light")
    assert sum(chances[fate] for fate in chances) == 1
    assert set(chances) - {"failed", "no harm", "countered"}


def test_brookmend_and_whisper_in_words() -> None:
    """C3-SPELL-04, C3-SPELL-10: difficulty 8 for a serious wound; a fear test of COU 4 against 7 fails on 1 and 2."""
    assert spell("brookmend", power=4, level="serious")["healed"] == Fraction(1, 2)
    assert spell("gravecold_whisper", power=4, cou=4)["in rout"] == Fraction(5, 6) * Fraction(1, 3)
    assert spell("emberlance", power=4, mastery_gems=1, counter_power=5)["countered"] == Fraction(13, 24)


def test_miracles_in_numbers() -> None:
    """C3-CALL-06, C3-CALL-08, C3-CALL-09, C3-MIR-01, C3-MIR-10."""
    assert call(faith=3, difficulty=6, bond=1)["effect"] == Fraction(8, 9)
    assert call(faith=3, difficulty=11, illuminated=True)["effect"] == Fraction(1, 4)
    assert (
        call(faith=3, difficulty=6, censure=1)["effect"]
        == call(faith=3, difficulty=6, in_melee=True)["effect"]
        == Fraction(1, 2)
    )
    assert call(faith=3, difficulty=12, bond=1, six_rule="safe")["effect"] == 1 - (1 - at_least(9)) ** 2
    assert miracle("mending_hand", faith=3, level="light")["healed"] == Fraction(2, 3)
    assert miracle("word_of_ruin", faith=4, censure=1)["failed"] > miracle("word_of_ruin", faith=4)["failed"]


@pytest.mark.parametrize(
    "name", ["shield_of_witness", "steadfast_hymn", "quickened_step", "turn_the_eye", "blade_of_zeal"]
)
def test_blessings_and_curses_lie_on_their_target(name: str) -> None:
    """C3-RULE-95."""
    assert miracle(name, faith=6)["under its effect"] > 0


def test_all_of_them_can_be_asked_without_a_word() -> None:
    """Every question has its defaults."""
    for question in QUESTIONS_MAGIC.values():
        assert sum(share for _, share in question().items()) == 1


def test_the_odds_that_stand_beside_an_option() -> None:
    """C3-CAST-08, C3-CALL-09: how likely it works if nobody answers; other options have none."""
    ysolde, aumen, odo = a_mage(gems=gems(fire=2)), a_faithful(aspects=(1, 0, 1)), a_fighter("odo")
    battle = a_battle(ysolde, aumen, odo)

    def beside(option: Cast | Call | Mastery | Bond | Pick, who: str) -> object:
        return forecast_magic(battle, Question("red", "?", (option,), "C3-CAST-04", (who,) if who else ()), option)

    assert beside(Cast("emberlance", "odo"), "ysolde") == [("works", Fraction(5, 6))]
    assert beside(Mastery(1, 6), "ysolde") == [("works", Fraction(35, 36))]
    assert beside(Mastery(1), "ysolde") is None
    assert beside(Call("lash_of_ash", "odo"), "aumen") == [("works", Fraction(1, 2))]
    assert beside(Bond(1, 6), "aumen") == [("works", Fraction(3, 4))]
    assert beside(Pick("done"), "aumen") is None
    assert beside(Pick("done"), "") is None
