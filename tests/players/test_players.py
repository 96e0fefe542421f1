"""Computer players: always a legal answer, in time, the same again from the same seed, and never by what is hidden."""

import subprocess
import sys
from collections.abc import Iterator
from time import monotonic

import pytest

from grognard.errors import GrognardError
from grognard.kernel.run import Player
from grognard.players import cores_of, find_player, player_names
from grognard.players.belief import Known
from grognard.players.hint import hint, hint_words
from grognard.players.marshal import Marshal, searched
from grognard.players.race import Budget
from grognard.players.recruit import Recruit
from grognard.players.sergeant import WORK, Sergeant
from grognard.players.staff import Staff
from grognard.players.thought import Thought, Whim
from tests.every import GAMES
from tests.players.positions import Asked, met, some_questions

HUNDRED = 100
TENTH = 1.1  # what is promised: never over its time by more than a tenth
OPEN = ["en_garde", "fearful_odds", "war_and_conquest"]  # nothing is hidden that a future could stumble over


def check_legal(player: Player, asked: Asked) -> str:
    answer = player.answer(asked.question, asked.outlook)
    key = answer if isinstance(answer, str) else answer.key
    assert asked.question.find(key).key == key
    return key


def test_all_of_them_are_found_by_name():
    assert player_names() == ["marshal", "recruit", "sergeant"]
    assert isinstance(find_player("marshal:visits=20"), Marshal)


@pytest.mark.parametrize("name", ["marshal:stop=1", "marshal:learned=2"])
def test_what_is_not_a_number_is_no_setting(name: str) -> None:
    with pytest.raises(GrognardError, match="is not a number to be set"):
        find_player(name)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("marshal:visits=many", "visits=200"),
        ("marshal:visits", "visits=200"),
        ("marshal:vists=20", "seconds, visits, cores"),
        ("recruit:visits=20", "there is: nothing"),
        ("marshal:seconds=-1", "more than 0 seconds"),
        ("marshal:cores=0", "a core at least"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_in_words(name: str, says: str) -> None:
    with pytest.raises(GrognardError, match=says) as refused:
        find_player(name)
    assert name in str(refused.value)


def test_a_player_thinks_with_one_core_unless_more_are_named() -> None:
    names = ("sergeant", "marshal:seconds=2", "marshal:seconds=2 cores=2")
    assert [cores_of(name) for name in names] == [1, 1, 2]


@pytest.mark.parametrize("name", GAMES)
def test_a_hundred_answers_of_recruit_and_sergeant_are_legal(name: str):
    recruit, sergeant = Recruit("legal"), Sergeant("legal")
    for asked in some_questions(name, count=HUNDRED):
        check_legal(recruit, asked)
        check_legal(sergeant, asked)


@pytest.mark.parametrize("name", GAMES)
def test_a_hundred_answers_of_the_marshal_are_legal(name: str):
    marshal = Marshal("legal", visits=6)
    for asked in some_questions(name, count=HUNDRED):
        check_legal(marshal, asked)


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("player", ["recruit", "sergeant", "marshal:visits=30"])
def test_a_thousand_answers_are_legal(name: str, player: str):
    answering = find_player(player, "thousand")
    left = 1000
    for scenario in GAMES[name].scenarios():
        for asked in met(GAMES[name], scenario, "thousand"):
            check_legal(answering, asked)
            left -= 1
            if left % 334 == 0:
                break
    while left > 0:
        for asked in some_questions(name, count=HUNDRED):
            check_legal(answering, asked)
            left -= 1


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("player", ["sergeant", "marshal:visits=20"])
def test_the_same_seed_gives_the_same_answers(name: str, player: str):
    asked = some_questions(name, count=HUNDRED)[::12]
    first, again = find_player(player, "same"), find_player(player, "same")
    assert [check_legal(first, each) for each in asked] == [check_legal(again, each) for each in asked]


# Time


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
def test_the_marshal_keeps_to_its_time(name: str):
    """A busy machine may take time away from us, so each question has three tries."""
    for asked in some_questions(name, count=HUNDRED)[::25]:
        taken = []
        for _ in range(3):
            begun = monotonic()
            check_legal(Marshal("time", seconds=0.2), asked)
            taken.append(monotonic() - begun)
            if taken[-1] <= 0.2 * TENTH:
                break
        assert min(taken) <= 0.2 * TENTH, asked.question.text


def test_a_marshal_who_is_stopped_answers_at_once():
    asked = some_questions("en_garde", count=HUNDRED)[5]
    begun = monotonic()
    check_legal(Marshal("stop", seconds=60, stop=lambda: True), asked)
    assert monotonic() - begun < 5


@pytest.mark.parametrize("name", GAMES)
def test_the_sergeant_bounds_its_thought_by_counting(name: str):
    for asked in some_questions(name, count=HUNDRED)[::10]:
        thought = Thought.about(asked.question, asked.outlook)
        sergeant = Sergeant("work")
        sergeant._judged(asked.question, list(asked.question.options[:60]), thought, "work")
        assert thought.work <= 2 * WORK, asked.question.text


def test_a_marshal_with_two_cores_asks_its_staff_and_answers_the_same_again():
    """In a process of its own: a test runner's worker has no main module that a new process could import."""
    said = subprocess.run(
        [sys.executable, "-m", "tests.players.two_cores"], capture_output=True, text=True, timeout=300
    )
    assert said.stdout.strip() == "the staff answered", said.stderr[-2000:]


def test_nobody_is_called_where_nobody_was_asked_for():
    assert Staff.called(0) is None


# What a side may not know


@pytest.mark.parametrize("name", OPEN)
def test_no_future_fails_where_nothing_is_hidden(name: str):
    for asked in some_questions(name, count=HUNDRED)[::5]:
        thought = Thought.about(asked.question, asked.outlook)
        for option in asked.question.options[:6]:
            thought.future(option, "open", Whim("open"), pieces=3)
        assert not thought.unknown, asked.question.text


def decks_changed() -> Iterator[tuple[Asked, Asked]]:
    """Questions of Confrontation, and the same with the enemy's deck in another order."""
    for asked in met(GAMES["confrontation"], "the_toll_plank", "decks"):
        other = asked.start.copy()
        for camp in other.sides:  # type: ignore[attr-defined]
            if camp.id != asked.question.side:
                camp.deck.reverse()
        if other != asked.start and len(asked.question.options) > 1:
            yield asked, Asked(asked.game, asked.side, other, asked.given)


def orders_changed() -> Iterator[tuple[Asked, Asked]]:
    """Questions of High Adventure, and the same with other hidden figures, orders and ranges of the enemy."""
    for asked in met(GAMES["high_adventure"], "under_hask_hill", "orders"):
        other, side = asked.start.copy(), asked.question.side
        shown = asked.game.view(asked.start, side)
        seen = [figure.id for figure in shown.figures]  # type: ignore[attr-defined]
        other.figures = [figure for figure in other.figures if figure.id in seen or figure.profile.strength != 1]  # type: ignore[attr-defined]
        for figure in other.figures:  # type: ignore[attr-defined]
            if figure.id not in seen:
                figure.x += 37
        for group in other.groups:  # type: ignore[attr-defined]
            if group.side != side and group.spot_range:
                group.spot_range += 1
        if other != asked.start and asked.game.view(other, side) == shown and len(asked.question.options) > 1:
            yield asked, Asked(asked.game, asked.side, other, asked.given)


@pytest.mark.parametrize("player", ["sergeant", "marshal:visits=30"])
@pytest.mark.parametrize("pairs", [decks_changed, orders_changed])
def test_what_is_hidden_does_not_change_an_answer(player: str, pairs):
    found = [pair for pair, _ in zip(pairs(), range(60), strict=False)][::10]
    assert found
    for asked, other in found:
        answers = {check_legal(find_player(player, "hidden"), each) for each in (asked, other)}
        assert len(answers) == 1, asked.question.text


# Hints


@pytest.mark.parametrize("name", GAMES)
def test_a_hint_names_the_best_three_answers_in_words(name: str):
    asked = next(each for each in some_questions(name, count=HUNDRED) if len(each.question.options) > 3)
    found = hint(asked.question, asked.outlook, "hint")
    offered = [option.words for option in asked.question.options]
    assert 1 <= len(found) <= 3
    assert all(words in offered for words, _ in found)
    assert [value for _, value in found] == sorted((value for _, value in found), reverse=True)
    assert hint_words(found)[0].startswith(f"the sergeant would answer: {found[0][0]}")


def test_the_marshal_gives_its_reasons():
    asked = next(each for each in some_questions("fearful_odds", count=HUNDRED) if len(each.question.options) > 3)
    marshal = Marshal("why", visits=40)
    key = check_legal(marshal, asked)
    assert asked.question.find(key).words in [words for words, _ in marshal.reasons]


def test_a_race_spends_its_futures_on_what_is_good():
    asked = next(each for each in some_questions("fearful_odds", count=HUNDRED) if len(each.question.options) > 10)
    candidates = list(asked.question.options[:16])
    thought = Thought.about(asked.question, asked.outlook)
    search, _ = searched(thought, candidates, "race", Budget(120, 0.0, lambda: False), pace=None, known=Known())
    tally = search.tally
    best = max(range(len(candidates)), key=tally.mean)
    assert all(tally.counts)
    assert tally.counts[best] > sum(tally.counts) / len(candidates)
