"""Options: what the page states is what can be chosen, and every alternative plays whole battles."""

import pytest

from grognard.errors import ScenarioError
from grognard.games.en_garde import GAME
from grognard.kernel.game import describe_options
from grognard.kernel.referee import SealedDice
from grognard.kernel.run import play_out
from grognard.players.recruit import Recruit

OPTIONS = describe_options(GAME)
ALTERNATIVES = [(name, value) for name, values in OPTIONS.items() for value in values[1:]]


def test_the_page_and_the_program_have_the_same_options_with_the_same_defaults() -> None:
    """EG-RULE-01 to EG-RULE-58, and ploy_set of section 12: names, values and default first."""
    stated = {name: list(values) for rule in GAME.rulebook.rules.values() for name, values in rule.options.items()}
    in_section_12 = {"ploy_set": ["full", "basic"]}
    assert {name: (values[0], sorted(values)) for name, values in {**stated, **in_section_12}.items()} == {
        name: (values[0], sorted(values)) for name, values in OPTIONS.items()
    }


@pytest.mark.parametrize(("name", "value"), ALTERNATIVES, ids=[f"{name}={value}" for name, value in ALTERNATIVES])
def test_whole_battles_are_played_with_every_alternative(name: str, value: str) -> None:
    """EG-RULE-01, -02, -04, -05, -07, -09, -21, -22, -30, -33, -34, -45, -48, -49, -53, -57, -58: two random battles each end with a reason."""
    for seed in range(2):
        battle = GAME.set_up(GAME.scenario("mill_bridge"), {name: value})
        players = {side: Recruit(f"{seed} {side}") for side in ("red", "blue")}
        end = play_out(GAME, battle, players, SealedDice(f"{name} {value} {seed}"))
        assert end.outcome is not None
        assert end.outcome.reason


@pytest.mark.parametrize("seed", range(3))
def test_whole_battles_are_played_with_all_alternatives_at_once(seed: int) -> None:
    """EG-RULE-34 and all the others together, in the largest scenario."""
    battle = GAME.set_up(GAME.scenario("redoubt"), dict(ALTERNATIVES))
    end = play_out(GAME, battle, {"red": Recruit(seed), "blue": Recruit(seed + 10)}, SealedDice(f"all {seed}"))
    assert end.outcome is not None


@pytest.mark.parametrize(
    ("given", "words"), [({"withdraw": "never"}, "withdraw may be free, parting_blow"), ({"magic": "on"}, "magic")]
)
def test_unknown_options_are_refused_with_what_would_be_accepted(given: dict[str, str], words: str) -> None:
    """EG-RULE-07: by name."""
    with pytest.raises(ScenarioError, match=words):
        GAME.read_options(given)
