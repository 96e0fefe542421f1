"""Every option with every value: random battles of every scenario end with a reason."""

import pytest

from grognard.games.fearful_odds import GAME
from grognard.kernel.game import describe_options
from grognard.kernel.referee import SealedDice
from grognard.kernel.run import play_out
from grognard.players.recruit import Recruit

ALTERNATIVES = [(name, value) for name, values in describe_options(GAME).items() for value in values[1:]]


def test_the_options_are_those_of_the_rulings():
    """Each option that a ruling names is an option, with the same values and the same default."""
    stated = {name: list(values) for rule in GAME.rulebook.rules.values() for name, values in rule.options.items()}

    assert {name: values for name, values in stated.items() if name != "name"} == describe_options(GAME)
    assert len(stated) == 25


@pytest.mark.parametrize(("name", "value"), ALTERNATIVES)
def test_a_battle_can_be_played_with_every_alternative(name: str, value: str) -> None:
    for scenario in GAME.scenarios():
        battle = GAME.set_up(GAME.scenario(scenario), {name: value})
        play_out(GAME, battle, {"red": Recruit(f"{name} 1"), "blue": Recruit(f"{name} 2")}, SealedDice(name))
        assert battle.outcome is not None


def test_all_alternatives_at_once():
    for scenario in GAME.scenarios():
        for seed in range(3):
            battle = GAME.set_up(GAME.scenario(scenario), dict(ALTERNATIVES))
            play_out(GAME, battle, {"red": Recruit(seed), "blue": Recruit(seed + 50)}, SealedDice(f"all {seed}"))
            assert battle.outcome is not None
