"""The quick odds of the page, and those beside an option."""

from fractions import Fraction

import pytest

from grognard.games.high_adventure import questions
from grognard.games.high_adventure.questions import QUESTIONS, forecast
from grognard.games.high_adventure.volleys import HOLD, Target
from grognard.kernel.choice import Pick, Question
from tests.games.high_adventure.build import BOW, a_battle, a_figure, there


def third(numerator, denominator):
    return Fraction(numerator, denominator)


def test_a_hero_against_a_guard():
    """Quick odds 1 (HA-MEL-18): W or better 95/144, killed 3/16, and he cannot be hurt in Plate."""
    answer = questions.melee()
    assert (answer["enemy out"], answer["enemy killed"], answer["hurt"]) == (third(95, 144), third(3, 16), third(0, 1))


def test_an_archer_at_a_padded_man():
    """Quick odds 2 (HA-SHO-22)."""
    assert questions.shot()["out"] == third(5, 18)
    assert questions.shot(shielded=True)["out"] == third(5, 108)
    assert questions.shot(distance=5) == {"no shot": 1}


def test_will_the_spell_work():
    """Quick odds 3 (HA-MAG-06, HA-MAG-09)."""
    assert [questions.spell(power)["works"] for power in (1, 2, 3, 4, 5, 6, 9)] == [
        0,
        third(1, 6),
        third(1, 3),
        third(1, 2),
        third(2, 3),
        third(5, 6),
        third(5, 6),
    ]
    assert [questions.spell(power, boost=True)["works"] for power in (2, 3, 4, 5, 6)] == [
        third(1, 3),
        third(1, 2),
        third(2, 3),
        third(5, 6),
        third(5, 6),
    ]


def test_does_something_come():
    """Quick odds 4 (HA-GEN-05, HA-GEN-06, HA-GEN-07)."""
    before = [1 - questions.arrivals(markers, contact=False)["nothing"] for markers in range(1, 7)]
    after = [1 - questions.arrivals(markers)["nothing"] for markers in range(1, 7)]
    assert before == [0, third(1, 6), third(1, 3), third(1, 2), third(2, 3), third(5, 6)]
    assert after == [third(1, 6), third(1, 3), third(1, 2), third(2, 3), third(5, 6), third(5, 6)]


def test_do_they_run():
    """Quick odds 5 (HA-SOL-18e)."""
    answer = questions.nerve()
    assert (answer["risk"], answer["Flee"], answer["Withdraw"]) == (10, third(1, 2), third(1, 3))


def test_freeze_command_breath_lock_and_sleep():
    """Quick odds 6 to 10 (HA-RULE-51, HA-SOL-20, HA-RULE-66, HA-ATTR-05, HA-MIN-07)."""
    assert questions.freeze()["dies"] == third(5, 12)
    assert questions.command()["names the order"] == third(5, 9)
    assert questions.breath()["dead"] == third(5005, 46656)
    assert questions.breath(shielded=False)["dead"] == third(6797, 23328)
    assert questions.task()["done"] == third(7, 8)
    assert questions.asleep()["asleep"] == third(125, 216)


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_question_has_defaults_and_words(name):
    """HA-ATTR-04: every question can be asked as it stands."""
    assert QUESTIONS[name]()
    assert QUESTIONS[name].__doc__


def test_a_duel_adds_up():
    """HA-WND-02: to the end, and for a few rounds."""
    for rounds in (0, 3):
        answer = questions.duel(armour="padded", enemy_armour="unarmoured", rounds=rounds)
        assert sum(answer.values()) == 1
    assert questions.duel(rounds=1, armour="unarmoured", enemy_armour="unarmoured")["both able"] > 0


def test_splitting_or_not():
    """HA-MEL-11."""
    answer = questions.split()
    assert answer["one each"]["somebody out"] > answer["all at one"]["somebody out"]


def test_the_odds_beside_an_option():
    """HA-SHO-04, HA-ORD-05."""
    battle = a_battle(a_figure(role="pc", weapon=BOW), a_figure("foe", "blue", at=(10, 17)))
    question = Question("red", "At whom?", [Target("foe", "Foe"), HOLD], "HA-SHO-04", about=("anna",))
    shown = dict(there(forecast(battle, question, Target("foe", "Foe"))))
    assert shown["hits"] == third(7, 12)
    assert forecast(battle, question, HOLD) is None
    charge = Pick("charge foe", piece="foe")
    near = a_battle(a_figure(role="pc"), a_figure("foe", "blue", at=(10, 18.5)))
    shown = dict(there(forecast(near, Question("red", "What?", [charge], "HA-RULE-12", about=("anna",)), charge)))
    assert shown["contact"] == third(2, 3)
    assert 0 < shown["then wins"] < 1
