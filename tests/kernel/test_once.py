"""One play of a question of odds: the same question, with dice that fall."""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from grognard.errors import RecordError
from grognard.kernel.best import Solver
from grognard.kernel.chains import chain
from grognard.kernel.choice import Pick
from grognard.kernel.dice import D6
from grognard.kernel.game import all_games
from grognard.kernel.odds import Certain, Distribution, odds
from grognard.kernel.once import OnePlay, Seen, Unplayed, and_then, played_by, remembered
from grognard.kernel.referee import Referee, SealedDice, Waiting
from grognard.kernel.samples import sample


def a_blow(referee: Referee) -> str:
    hit = referee.roll(D6, "to hit", by="red", rule="X-1").total >= 4
    referee.tell("strikes" if hit else "misses", rule="X-2")
    if not hit:
        return "miss"
    return "kill" if referee.roll(2 * D6, "wound", by="red", rule="X-3").total >= 8 else "scratch"


def question() -> dict[str, Fraction]:
    found = odds(a_blow)
    return {
        "hit": 1 - found["miss"],
        "killed": found["kill"],
        "hurt": found["kill"] + found["scratch"],
        "twice": found["kill"] ** 2,
    }


def played(ask: Any, *thrown: list[int], own: bool = True) -> tuple[Any, OnePlay]:
    play = OnePlay(thrown, own=own, seed="x")
    with played_by(play):
        return ask(), play


def test_the_next_dice_are_asked_for_in_turn() -> None:
    with pytest.raises(Waiting) as first:
        played(question)
    assert first.value.questions[0].text == "to hit: roll D6"
    with pytest.raises(Waiting) as second:
        played(question, [4])
    assert second.value.questions[0].text == "wound: roll 2D6"


def test_what_came_true_is_seen_and_what_is_reckoned_from_it_is_not() -> None:
    came, play = played(question, [4], [5, 3])
    assert (came["hit"], came["killed"], came["hurt"]) == (1, 1, 1)
    assert all(isinstance(came[name], Seen) for name in ("hit", "killed", "hurt"))
    assert not isinstance(came["twice"], Seen), "two kills are not one roll"
    assert [(event.words, event.faces, event.typed) for event in play.events] == [
        ("to hit", (4,), True),
        ("strikes", (), False),
        ("wound", (5, 3), True),
    ]


def test_a_miss_rolls_no_wound() -> None:
    came, play = played(question, [3])
    assert (came["hit"], came["hurt"]) == (0, 0)
    assert play.throws == 1


def test_dice_that_cannot_fall_are_refused() -> None:
    with pytest.raises(RecordError, match="D6 takes 1 number from 1 to 6"):
        played(question, [7])


def test_a_chain_is_walked_once() -> None:
    def step(referee: Referee, left: int) -> int:
        return left - (referee.roll(D6, "try", by="red", rule="X-1").total >= 5)

    ends, play = played(lambda: chain(step, 2, over=lambda left: not left), [1], [5], [2], [6])
    assert isinstance(ends, Certain)
    assert ends.outcome.situation == 0
    assert play.throws == 4


def test_choices_keep_to_the_policy_and_are_told() -> None:
    def rule(referee: Referee) -> str:
        return referee.choose("red", "Which?", [Pick("left"), Pick("right")], rule="X-1").key

    came, play = played(lambda: odds(rule, policy=lambda question: "right"))
    assert came.outcome == "right"
    assert [event.words for event in play.events] == ["Which? Right"]
    with pytest.raises(Unplayed, match="a choice of red"):
        played(lambda: odds(rule))


def test_best_answers_are_not_rolled() -> None:
    with pytest.raises(Unplayed):
        played(lambda: Solver(lambda referee, left: None, "red", lambda left: 1).solve(1))
    with pytest.raises(Unplayed):
        played(lambda: list(odds(a_blow).items()), [1])


def test_what_hangs_on_a_hit_is_only_rolled_after_one() -> None:
    def ask() -> dict[str, Fraction]:
        hit = 1 - odds(to_hit)["miss"]
        killed = and_then(hit, lambda: odds(to_wound)["kill"])
        return {"hit": hit, "killed": killed, "scratched": hit - killed}

    def to_hit(referee: Referee) -> str:
        return "hit" if referee.roll(D6, "to hit", by="red", rule="X-1").total >= 4 else "miss"

    def to_wound(referee: Referee) -> str:
        return "kill" if referee.roll(2 * D6, "wound", by="red", rule="X-3").total >= 8 else "scratch"

    assert ask() == {"hit": Fraction(1, 2), "killed": Fraction(5, 24), "scratched": Fraction(7, 24)}
    missed, play = played(ask, [3])
    assert (missed["hit"], missed["killed"], missed["scratched"]) == (0, 0, 0)
    assert [event.words for event in play.events] == ["to hit"]
    scratched, _ = played(ask, [4], [1, 1])
    assert (scratched["hit"], scratched["killed"], scratched["scratched"]) == (1, 0, 1)
    assert all(isinstance(value, Seen) for value in [*missed.values(), *scratched.values()])


def test_a_sample_is_one_play() -> None:
    came, _ = played(lambda: sample(a_blow, dice=lambda n: SealedDice(str(n)), plays=500), [1])
    assert {name: estimate.plays for name, estimate in came.items()} == {"miss": 1}


def test_a_play_leaves_no_trace_in_what_is_remembered() -> None:
    @remembered(10)
    def known(name: str) -> Distribution[str]:
        return odds(a_blow)

    assert played(lambda: known("a"), [1])[0].outcome == "miss"
    assert known("a")["miss"] == Fraction(1, 2)
    assert played(lambda: known("a"), [4], [6, 6])[0].outcome == "kill"
    assert known("a")["miss"] == Fraction(1, 2)


PLAYS = 400
QUICK = {
    "confrontation": ("attack", "shot", "wound", "cast", "rally"),
    "en_garde": ("shoot", "attack", "morale", "grenade"),
    "fearful_odds": ("melee", "shooting", "rallying"),
    "high_adventure": ("melee", "shot", "command"),
    "war_and_conquest": ("morale_test", "lost_combat", "pursuit"),
}


@pytest.mark.parametrize(("game", "name"), [(game, name) for game, names in QUICK.items() for name in names])
def test_plays_come_out_as_often_as_the_odds_say(game: str, name: str) -> None:
    ask = all_games()[game].questions[name]
    exact = ask()
    times: Counter[Any] = Counter()
    for n in range(PLAYS):
        play = OnePlay(seed=f"{name} {n}")
        with played_by(play):
            came = ask()
        if isinstance(came, Certain):
            times[came.outcome] += 1
        else:
            times.update(key for key, value in came.items() if isinstance(value, Seen) and value == 1)
    assert times
    for outcome, count in times.items():
        chance = float(exact[outcome])
        assert abs(count - PLAYS * chance) <= 4 * (PLAYS * chance * (1 - chance)) ** 0.5 + 1, outcome
