"""The PettingZoo environments pass PettingZoo's own conformance tests, and show a side nothing but its view."""

import warnings

import pytest

from grognard.env.aec import BattleEnv
from tests.every import GAMES

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # PettingZoo's tests import environments that it has deprecated
    from pettingzoo.test import api_test, seed_test

SMALL = {"en_garde": "mill_bridge"}
TWO_SIDED = [
    (game.name, SMALL.get(game.name) or next(iter(game.scenarios())))
    for game in GAMES.values()
    if next(iter(game.scenarios()), None)
]
every_game = pytest.mark.parametrize(("name", "scenario"), TWO_SIDED, ids=[name for name, _ in TWO_SIDED])


@every_game
@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_finds_the_environment_in_order(name: str, scenario: str):
    api_test(BattleEnv(name, scenario), num_cycles=30, verbose_progress=False)


@every_game
@pytest.mark.filterwarnings("ignore")
def test_the_same_seed_gives_the_same_battle(name: str, scenario: str):
    seed_test(lambda: BattleEnv(name, scenario), num_cycles=20)


@every_game
def test_a_masked_action_is_refused_and_changes_nothing(name: str, scenario: str):
    env = BattleEnv(name, scenario)
    env.reset(seed=1)
    before = env.stepper.battle.digest()
    with pytest.raises(ValueError, match="masked"):
        env.step(len(env.stepper.options))
    assert env.stepper.battle.digest() == before


@every_game
def test_random_agents_play_to_the_end(name: str, scenario: str):
    env = BattleEnv(name, scenario)
    env.reset(seed=3)
    steps = 0
    while env.stepper.question is not None and steps < 4000:
        env.stepper.step(steps * 7 % len(env.stepper.options))
        steps += 1
    assert env.stepper.over
