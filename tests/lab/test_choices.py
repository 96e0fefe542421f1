"""Odds through choices: best answers and policies over the playing rules, each checked by a second way."""

from fractions import Fraction
from itertools import product

import pytest

from grognard.games.confrontation import questions as c3
from grognard.games.en_garde import questions as eg
from grognard.games.en_garde.battle import Wound
from grognard.games.high_adventure import questions as ha
from grognard.kernel.best import Solution
from grognard.kernel.game import all_games, find_game
from grognard.kernel.odds import Distribution
from grognard.kernel.referee import Live, SealedDice
from grognard.kernel.samples import Estimate, wilson
from grognard.lab.choices import choices_of, questions_of
from grognard.lab.choices.confrontation import parry_or_counter
from grognard.lab.choices.en_garde import two_against_two
from grognard.lab.choices.fearful_odds import charge_or_wait, duel_or_decline
from grognard.lab.choices.high_adventure import share_dice
from grognard.lab.choices.war_and_conquest import line_tests, press_the_line
from grognard.lab.show import as_data, as_text

ASKED = [(game.name, name) for game in all_games().values() for name in choices_of(game)]


@pytest.mark.parametrize(("game", "name"), ASKED)
def test_every_question_answers_in_words_and_as_data(game: str, name: str):
    question = questions_of(find_game(game))[name]
    answer = question()
    assert question.__doc__
    assert as_text(answer)
    assert as_data(answer).startswith("{")


def test_a_game_of_others_has_its_own_questions_only():
    stranger = type("Stranger", (), {"name": "en_garde", "package": "elsewhere.game", "questions": {"a": print}})()
    assert choices_of(stranger) == {}
    assert questions_of(stranger) == {"a": print}


# En Garde!


def fought_out(seed: str, targets: str) -> tuple[int, int]:
    """One whole combat of two against two in live play."""
    models = [("you 1", "red", 3), ("you 2", "red", 3), ("he 1", "blue", 2), ("he 2", "blue", 2)]
    battle = eg.a_fight(
        *((eg.a_model(name, side, fight=value, initiative=value), "sword", 1, 1, 1) for name, side, value in models)
    )

    def answer(question):
        if question.text.endswith("attack whom?") and targets == "own":
            across = f"attack {'he' if question.side == 'red' else 'you'} {question.about[0][-1]}"
            if any(option.key == across for option in question.options):
                return across
        return eg.always_attack(question)

    referee = Live([], SealedDice(seed), answer)
    step = eg.fights().step
    while battle.fight is not None:
        step(referee, battle)
    dead = [figure.side for figure in battle.figures.values() if figure.wound is Wound.DEAD]
    return dead.count("red"), dead.count("blue")


@pytest.mark.parametrize("targets", ["same", "own"])
def test_a_whole_combat_of_two_against_two_goes_as_often_as_it_should(targets: str):
    exact = two_against_two(targets=targets, enemy_targets=targets)  # type: ignore[arg-type]
    assert exact["answer"] == "exact"
    plays = 1500
    seen = [fought_out(f"{targets} {n}", targets) for n in range(plays)]
    for words, test in (("more of his fall", lambda d: d[1] > d[0]), ("more of yours fall", lambda d: d[0] > d[1])):
        low, high = wilson(sum(test(dead) for dead in seen), plays, 4.0)
        assert low <= exact[words] <= high


def test_what_is_too_large_is_sampled_and_says_so():
    answer = two_against_two(attacks=2, enemy_attacks=2, plays=300)
    assert answer["answer"].startswith("sampled")
    shares = [value for value in answer.values() if isinstance(value, Estimate)]
    assert len(shares) == 6
    assert all(low <= share.chance <= high for share in shares for low, high in [share.interval])


# Fearful Odds


def test_whoever_must_come_is_waited_for_where_charging_costs():
    waits = charge_or_wait("HF", "HF", he_must_come=True)["best"]
    assert waits.advice[0].values["wait"] > 0 > waits.advice[0].values["charge"]


def test_a_works_is_not_charged():
    into_the_open, into_works = charge_or_wait(their_ground="clear"), charge_or_wait(their_ground="works")
    assert into_works["best"].advice[0].values["charge"] < into_the_open["best"].advice[0].values["charge"]


def test_what_a_leader_is_worth_decides_whether_he_challenges():
    """A fight that is even for both is sought by whoever has less to lose, and declined by the other."""
    dear = duel_or_decline(4, 4, leader=3)
    cheap = duel_or_decline(4, 4, enemy_leader=3)
    assert dear["accept"].advice[0].values["yes"] == -2 * dear["if they fight"]["enemy falls"]
    assert dear["challenge"].value == 0
    assert cheap["accept"].value == 0


# High Adventure


def test_splitting_dice_agrees_with_the_games_own_question():
    """For one die each, the chance to put nobody out is what `split` says of somebody, read from the other end: at most two foes."""
    answer = share_dice(strength=2, skill=2, foes=2, care=0)
    plans = ha.split(strength=2, skill=2, foes=2)
    assert isinstance(answer, Solution)
    each, one = answer.advice[0].values["dice 1 1"], answer.advice[0].values["dice 2 0"]
    assert one == plans["all at one"]["somebody out"]
    assert plans["one each"]["somebody out"] <= each <= 2 * plans["one each"]["somebody out"]
    assert answer.value == max(answer.advice[0].values.values())


# War & Conquest


def failing(value: int) -> Fraction:
    """Two lowest of three dice above a Morale value that the general raises by one."""
    return Fraction(sum(sum(sorted(dice)[:2]) > value + 1 for dice in product(range(1, 7), repeat=3)), 216)


def test_panic_spreads_from_neighbour_to_neighbour():
    """Left first: it may take the middle with it, and the middle the right. The middle frightens both."""
    f = failing(7)
    values = press_the_line(7, 7, 7)["who is shot at"].advice[0].values
    assert values == {"left": 3 - f - f**2 - f**3, "middle": 3 - f - 2 * f**2, "right": 3 - f - f**2 - f**3}


def test_the_order_of_the_tests_makes_no_difference():
    first = line_tests(7, 6, 8, points=0)["who tests first"].advice[0].values
    assert set(first.values()) == {3 - failing(7) - failing(6) - failing(8)}


# Confrontation


def test_parrying_and_striking_back_are_valued_by_who_dies():
    answer = parry_or_counter(att=4, defence=4)
    assert answer["parry"]["gain"] == -c3.attack(4, 4)["killed"]
    assert answer["counter"]["gain"] == answer["counter"]["strikes back"] * c3.attack(4, 4)["killed"] - answer["counter"]["killed"]  # fmt: skip
    assert answer["best"] == max(("none", "parry", "sustain", "counter"), key=lambda mode: answer[mode]["gain"])
    assert isinstance(c3.wound(), Distribution)
