"""Warband files in the place of a scenario's own: every one that comes with the game, everywhere."""

from typing import Any

import pytest

from grognard.errors import NotFound, ScenarioError
from grognard.games.en_garde import GAME
from grognard.games.en_garde.battle import Battle
from grognard.kernel.game import read_toml
from grognard.kernel.referee import Given, SealedDice
from grognard.kernel.run import play_out
from grognard.players.recruit import Recruit

FORCES = {name: read_toml(text, f"{name}.toml") for name, text in GAME.forces().items()}
SCENARIOS = GAME.scenarios()


def swapped(scenario: str, side: str, force: dict[str, Any]) -> Battle:
    return ready(GAME.with_force(SCENARIOS[scenario], side, force, "mine.toml"))


def ready(scenario: dict[str, Any]) -> Battle:
    battle = GAME.set_up(scenario)
    assert isinstance(battle, Battle)
    return battle


@pytest.mark.parametrize("side", ["red", "blue"])
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("force", FORCES)
def test_every_warband_fights_in_every_scenario_on_either_side(force: str, scenario: str, side: str) -> None:
    battle = swapped(scenario, side, FORCES[force])
    models = sum(line.get("count", 1) for line in FORCES[force]["model"])
    assert battle.side(side).name == FORCES[force]["name"]
    assert battle.side(side).started == models == sum(figure.side == side for figure in battle.figures.values())

    answers: list[Given] = []
    play_out(GAME, battle, {id: Recruit(f"{force} {id}") for id in battle.side_ids()}, SealedDice(force), answers)
    assert battle.outcome is not None
    assert battle.outcome.reason


def test_a_warband_keeps_to_the_edge_and_zones_of_the_side_it_takes() -> None:
    """EG-RULE-69: where one deploys is the scenario's business, whatever the file says."""
    own = ready(SCENARIOS["redoubt"]).side("red")
    stubborn = {**FORCES["salt_gate_company"], "edge": "south", "zones": [[0, 0, 48, 6]], "id": "purple"}
    taken = swapped("redoubt", "red", stubborn).side("red")
    assert (taken.edge, taken.zones) == (own.edge, own.zones)


def test_a_warband_may_meet_itself() -> None:
    """Both sides with one file: every model has an id of its own."""
    once = GAME.with_force(SCENARIOS["mill_bridge"], "red", FORCES["lantern_street"], "mine.toml")
    twice = ready(GAME.with_force(once, "blue", FORCES["lantern_street"], "mine.toml"))
    assert len(twice.figures) == 8
    assert {side.name for side in twice.sides} == {"The Lantern Street gang"}


def test_a_typo_is_refused_with_its_place() -> None:
    wrong = {**FORCES["lantern_street"], "model": [dict(line) for line in FORCES["lantern_street"]["model"]]}
    wrong["model"][2]["gear"] = ["dager"]
    with pytest.raises(ScenarioError, match=r"gear may be dagger") as refused:
        GAME.with_force(SCENARIOS["mill_bridge"], "red", wrong, "mine.toml")
    assert (refused.value.file, refused.value.place) == ("mine.toml", "model[2].gear[0]")


def test_a_warband_that_finds_no_room_is_refused_before_the_battle() -> None:
    """EG-RULE-62: bases never overlap; forty riders do not fit on a mill's bank."""
    force = FORCES["fenmoor_riders"]
    crowd = {**force, "points": None, "model": [dict(line) for line in force["model"]]}
    del crowd["points"]
    crowd["model"][1]["count"] = 40
    with pytest.raises(ScenarioError, match=r"there is no room left for Moor rider"):
        GAME.with_force(SCENARIOS["mill_bridge"], "red", crowd, "mine.toml")


def test_only_a_side_of_the_scenario_takes_a_warband() -> None:
    with pytest.raises(NotFound):
        GAME.with_force(SCENARIOS["mill_bridge"], "green", FORCES["lantern_street"], "mine.toml")
