"""Batches: many battles in one call, each the same as alone; and the numbers that agents see, which hold a side's view and nothing else."""

import doctest

import numpy as np
import pytest

import grognard.env.batch
from examples.train import WEIGHTS, measure, train
from grognard.env.batch import Batch, Ended
from grognard.env.features import Layout
from grognard.env.stepper import Stepper
from grognard.errors import IllegalChoice
from grognard.kernel.game import find_game
from grognard.kernel.referee import SealedDice
from tests.every import GAMES

SMALL = {
    "en_garde": "mill_bridge",
    "fearful_odds": "withy_mere",
    "high_adventure": "toll_at_cragford",
    "war_and_conquest": "low_stane",
    "confrontation": "the_toll_plank",
}
every_game = pytest.mark.parametrize("name", SMALL)


def test_the_example_of_the_batch_runs():
    assert doctest.testmod(grognard.env.batch).failed == 0


@every_game
def test_a_batch_plays_the_same_battles_as_single_steppers(name: str):
    """Battle n of a batch has the seed of battle n, whatever the size; answering all alike gives the same questions."""
    together = Batch(name, SMALL[name], 3, seed=5)
    game = find_game(name)
    ready = game.set_up(game.scenario(SMALL[name]))
    alone = [Stepper(game, ready, SealedDice(f"5 {number}")) for number in range(3)]
    for turn in range(12):
        actions = [turn * 7 % len(stepper.options) for stepper in alone]
        assert not together.step(actions)
        for stepper, action in zip(alone, actions, strict=True):
            stepper.step(action)
        assert [each.battle.digest() for each in together.steppers] == [each.battle.digest() for each in alone]


def test_a_battle_that_ends_begins_anew_and_says_how_it_ended():
    batch = Batch("war_and_conquest", "low_stane", 4, seed=1)
    ended: list[Ended] = []
    while len(ended) < 6:
        ended += batch.step([0] * 4)
    assert [each.outcome.reason for each in ended]
    assert len({each.number for each in ended}) == len(ended)
    assert max(batch.numbers) >= 6
    assert batch.look().masks.sum(axis=1).min() >= 1


def test_only_the_learner_is_asked():
    batch = Batch("fearful_odds", "withy_mere", 4, seed=1, learner=lambda number: "blue")
    for _ in range(40):
        assert batch.look().sides == ["blue"] * 4
        batch.step([0] * 4)


def test_a_wrong_answer_is_refused_and_no_battle_is_stepped():
    batch = Batch("en_garde", "mill_bridge", 2)
    before = [each.battle.digest() for each in batch.steppers]
    with pytest.raises(IllegalChoice, match="battle 1 has"):
        batch.step([0, 95])
    with pytest.raises(IllegalChoice, match="as many answers"):
        batch.step([0])
    assert [each.battle.digest() for each in batch.steppers] == before


@every_game
def test_what_an_agent_sees_is_made_from_its_view_alone(name: str):
    """The numbers of the whole battle's view and of the view itself are equal: nothing hidden gets in. Their shape never changes."""
    game = GAMES[name]
    ready = game.set_up(game.scenario(SMALL[name]))
    layout = Layout(game, ready)
    stepper = Stepper(game, ready, SealedDice("seen"))
    for turn in range(60):
        if stepper.question is None:
            break
        for side in stepper.battle.side_ids():
            whole = layout.see(stepper.battle, side, stepper.question)
            only = layout.see(game.view(stepper.battle, side), side, stepper.question)
            assert np.array_equal(whole.observation(), only.observation())
            assert whole.observation().shape == (layout.rows * layout.width,)
            assert np.isfinite(whole.observation()).all()
        stepper.step(turn * 5 % len(stepper.options))


@every_game
def test_options_that_differ_look_different_where_their_verbs_or_places_do(name: str):
    game = GAMES[name]
    ready = game.set_up(game.scenario(SMALL[name]))
    layout = Layout(game, ready)
    stepper = Stepper(game, ready, SealedDice("look"))
    apart = 0
    for turn in range(40):
        if stepper.question is None:
            break
        rows = layout.see(stepper.battle, stepper.question.side, stepper.question).option_rows(stepper.options)
        apart += len({row.tobytes() for row in rows[: len(stepper.options)]}) > 1
        assert not rows[len(stepper.options) :].any()
        stepper.step(turn * 3 % len(stepper.options))
    assert apart > 10


def test_a_short_training_beats_the_recruit():
    """300 battles of War & Conquest are enough for even odds to lie below the interval; untrained, the agent is a recruit itself."""
    weights = train("war_and_conquest", "low_stane", 300)
    trained = measure("war_and_conquest", "low_stane", weights, 150)
    untrained = measure("war_and_conquest", "low_stane", np.zeros(WEIGHTS), 150)
    assert trained.interval[0] > 0.5
    assert untrained.interval[0] < 0.5 < untrained.interval[1]
