"""Options: what the page states is what can be chosen, and every alternative plays whole battles."""

from typing import Any

import pytest

from grognard.errors import ScenarioError
from grognard.games.en_garde import GAME
from grognard.games.en_garde.battle import Battle
from grognard.kernel.game import describe_options
from grognard.kernel.referee import Live, SealedDice
from grognard.kernel.run import Outlook, play_out
from grognard.players.recruit import Recruit
from tests.games.en_garde.build import Brawler

OPTIONS = describe_options(GAME)
NOTHING = Outlook(GAME, "red", GAME.set_up(GAME.scenario("mill_bridge")), [])  # brawlers do not look ahead
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


@pytest.mark.parametrize(("name", "value"), ALTERNATIVES, ids=[f"{name}={value}" for name, value in ALTERNATIVES])
def test_brawls_are_fought_out_with_every_alternative(name: str, value: str) -> None:
    """EG-RULE-07, -33, -34, -36, -42 and the others where it comes to blows: two battles each between brawlers, who do fight."""
    fights = 0
    for seed in range(2):
        answers: list[Any] = []
        end = play_out(
            GAME,
            GAME.set_up(a_brawl(), {name: value}),
            brawlers(seed),
            SealedDice(f"{name} {value} {seed}"),
            answers,
        )
        assert end.outcome is not None
        fights += sum(isinstance(given, dict) for given in answers)
    assert fights


def a_brawl(scenario: str = "mill_bridge") -> dict[str, Any]:
    """A scenario on bare ground with both sides a short move apart in the middle of the table."""
    data = GAME.scenario(scenario)
    width, height = data["table"]
    for side, zone in zip(
        data["side"], ([0, 0, width, height / 2 - 1.5], [0, height / 2 + 1.5, width, height]), strict=True
    ):
        side["zones"], side["edge"] = [zone], "south" if zone[1] == 0 else "north"
    return {**data, "terrain": []}


def brawlers(seed: int) -> dict[str, Brawler]:
    return {"red": Brawler(f"{seed} red"), "blue": Brawler(f"{seed} blue")}


@pytest.mark.parametrize("scenario", list(GAME.scenarios()))
def test_in_any_brawl_the_state_stays_sound(scenario: str) -> None:
    """EG-RULE-62: bases never overlap; EG-WOUND-07: nobody has three stuns; EG-RULE-34: no pool is overdrawn; EG-RULE-06: contact is mutual."""
    players = brawlers(5)
    battle = GAME.set_up(a_brawl(scenario))
    assert isinstance(battle, Battle)
    referee = Live(
        [], SealedDice(f"sound {scenario}"), lambda question: players[question.side].answer(question, NOTHING)
    )
    while battle.outcome is None:
        GAME.play_on(referee, battle)
        standing = battle.standing()
        for place, one in enumerate(standing):
            assert 0 <= one.stuns <= 2
            assert one.radius <= one.x <= battle.field.width - one.radius
            assert one.radius <= one.y <= battle.field.height - one.radius
            for other in standing[place + 1 :]:
                assert (one.x - other.x) ** 2 + (one.y - other.y) ** 2 >= (one.radius + other.radius) ** 2, (one, other)
        if battle.fight is not None:
            assert all(pool.attack >= 0 and pool.defence >= 0 for pool in battle.fight.pools.values())
            assert all(battle.figures[fighter.id].standing for fighter in battle.fight.fighters)


@pytest.mark.parametrize("seed", range(3))
def test_whole_battles_are_played_with_all_alternatives_at_once(seed: int) -> None:
    """EG-RULE-34 and all the others together, in the largest scenario."""
    battle = GAME.set_up(a_brawl("redoubt"), dict(ALTERNATIVES))
    end = play_out(GAME, battle, brawlers(seed), SealedDice(f"all {seed}"))
    assert end.outcome is not None


@pytest.mark.parametrize(
    ("given", "words"), [({"withdraw": "never"}, "withdraw may be free, parting_blow"), ({"magic": "on"}, "magic")]
)
def test_unknown_options_are_refused_with_what_would_be_accepted(given: dict[str, str], words: str) -> None:
    """EG-RULE-07: by name."""
    with pytest.raises(ScenarioError, match=words):
        GAME.read_options(given)
