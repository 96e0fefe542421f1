"""The odds that players ask for."""

from fractions import Fraction
from itertools import product

import pytest

from grognard.games.war_and_conquest import GAME
from grognard.games.war_and_conquest.bare_table import at_least, how_many
from grognard.games.war_and_conquest.battle import Battle, Due
from grognard.games.war_and_conquest.contact import touch
from grognard.games.war_and_conquest.questions import (
    QUESTIONS,
    comes_back,
    command_test,
    forecast,
    general_falls,
    half_strength,
    lost_combat,
    rally,
    volley,
)
from grognard.games.war_and_conquest.resolution import ToTest
from grognard.kernel.best import Solution
from grognard.kernel.choice import Option, Pick, Question
from grognard.kernel.referee import Live, SealedDice
from grognard.players.recruit import Recruit
from tests.games.war_and_conquest.build import a_battle, a_unit


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_question_has_an_answer_and_says_what_it_asks(name):
    question = QUESTIONS[name]
    answer = question()
    assert question.__doc__
    assert (
        answer.value
        if isinstance(answer, Solution)
        else all(isinstance(chance, Fraction) for chance in answer.values())
    )


def test_dropping_to_half_strength_costs_a_die():
    """WC-TEST-02, WC-TEST-05."""
    assert half_strength(7) == {"over half": Fraction(29, 36), "at half": Fraction(7, 12), "lost": Fraction(2, 9)}


def test_heroes_save_what_cannot_be_saved():
    """WC-HERO-01, WC-HERO-02."""
    assert lost_combat(7, 6) == {"holds": Fraction(2, 27), "by a hero": Fraction(2, 27), "breaks": Fraction(25, 27)}


def test_enemies_near_make_rallying_hard():
    """WC-RALLY-05."""
    assert [rally(7, enemies)["rallies"] for enemies in range(4)] == [
        Fraction(21, 36),
        Fraction(15, 36),
        Fraction(10, 36),
        Fraction(6, 36),
    ]


def test_a_line_that_saw_its_general_fall():
    """WC-TRIG-08."""
    odds = general_falls(8, 3)
    assert odds["each"] == Fraction(29, 36)
    assert odds["all"] == Fraction(29, 36) ** 3


def test_drilled_helps_a_command_test_more_than_the_general():
    """WC-CMD-04, WC-RULE-29."""
    asked = command_test(7)
    assert asked["plain"] < asked["plain, general near"] < asked["Drilled"]


def test_how_many_of_several_things_happen_by_brute_force():
    chances = [Fraction(1, 2), Fraction(1, 3), Fraction(3, 4)]
    many = how_many(chances)
    for count in range(4):
        brute = Fraction(0)
        for happened in product((True, False), repeat=3):
            if sum(happened) == count:
                share = Fraction(1)
                for chance, yes in zip(chances, happened, strict=True):
                    share *= chance if yes else 1 - chance
                brute += share
        assert many[count] == brute
    assert at_least(3, Fraction(1, 2), 2) == Fraction(1, 2)


def test_a_volley_kills_as_many_as_live_play_does():
    """WC-OSHOOT-02 to WC-OSHOOT-04: the mean of exact odds is that of each die."""
    assert volley(16, 3, "bow", 2)["expected"] == 16 * Fraction(1, 2) * Fraction(2, 3) * Fraction(1, 2)


def test_a_runaway_far_from_the_edge_mostly_comes_back():
    """WC-RALLY-01, WC-LAST-01: chances add up; the nearer the edge, the sooner it is decided."""
    far, near = comes_back(7, 24), comes_back(7, 1)
    assert sum(far.values()) == sum(near.values()) == 1
    assert far["rallies"] > near["rallies"]
    assert near["rallies"] == Fraction(7, 12)
    assert comes_back(7, 24, general_near=True)["rallies"] > far["rallies"]


def test_what_needs_no_measuring_is_forecast():
    """WC-PHASE-05: a test on the list and a pursuit."""
    spears, prey = a_unit("spears", mv=7), a_unit("prey", "blue", broke=True)
    battle = a_battle(spears, prey, due=[Due("spears", ("rout",))])
    touch(battle, spears, prey)
    question = Question("red", "?", (), "WC-PHASE-03", ("spears",))
    assert forecast(battle, question, ToTest("spears", "spears")) == [
        ("passes", Fraction(29, 36)),
        ("fails", Fraction(7, 36)),
    ]
    assert forecast(battle, question, Pick("pursue prey", piece="prey")) == [
        ("caught", Fraction(721, 1296)),
        ("gets away", Fraction(575, 1296)),
    ]


def test_nothing_that_would_have_to_be_measured_is_forecast():
    """WC-PHASE-05: over whole random battles only tests, pursuits and charges that are in contact have odds beside them."""
    battle = GAME.set_up(GAME.scenario("crown_wavers"))
    assert isinstance(battle, Battle)
    players = {"red": Recruit(1), "blue": Recruit(2)}
    forecasts: dict[str, bool] = {}

    def ask(question: Question) -> Option:
        for option in question.options:
            if GAME.forecast(battle, question, option) is not None:
                forecasts[question.rule] = True
        return players[question.side].answer(question, None)  # type: ignore[arg-type]

    referee = Live([], SealedDice("forecast"), ask)
    while battle.outcome is None:
        GAME.play_on(referee, battle)
    assert set(forecasts) <= {"WC-PHASE-03", "WC-OFIGHT-08", "WC-OCHARGE-01"}
