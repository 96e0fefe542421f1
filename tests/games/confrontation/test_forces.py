"""Companies of one's own in the place of a scenario's: every one that comes with the game, everywhere."""

from copy import deepcopy
from typing import Any

import pytest

from grognard.errors import ScenarioError
from grognard.games.confrontation import GAME
from grognard.games.confrontation.battle import Battle
from grognard.games.confrontation.deployment import waiting
from grognard.kernel.game import read_toml
from grognard.kernel.referee import SealedDice
from grognard.kernel.run import play_out
from grognard.players.recruit import Recruit
from tests.games.confrontation.build import a_scenario

FORCES = {name: read_toml(text, f"{name}.toml") for name, text in GAME.forces().items()}
SCENARIOS = GAME.scenarios()


def swapped(scenario: dict[str, Any], **forces: dict[str, Any]) -> Battle:
    """The scenario with these companies."""
    for side, force in forces.items():
        scenario = GAME.with_force(scenario, side, force, "mine.toml")
    return a_scenario("", data=scenario)


def played(battle: Battle, seed: str) -> Battle:
    play_out(GAME, battle, {side.id: Recruit(f"{seed} {side.id}") for side in battle.sides}, SealedDice(seed))
    return battle


@pytest.mark.parametrize("side", ["red", "blue"])
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("force", FORCES)
def test_every_company_fights_in_every_scenario_on_either_side(force: str, scenario: str, side: str) -> None:
    """C3-RULE-84, C3-RULE-85: its player deploys it in the zone of that side, to the last figure."""
    battle = swapped(SCENARIOS[scenario], **{side: FORCES[force]})
    mine = [fighter for fighter in battle.fighters if fighter.side == side]
    assert battle.side(side).name == FORCES[force]["name"]
    assert len(mine) == sum(card.get("number", 1) for card in FORCES[force]["card"]) == len(waiting(battle, side))

    played(battle, force)
    assert battle.outcome is not None
    assert battle.outcome.reason
    assert not waiting(battle, side)


def test_a_company_may_meet_itself():
    """Every fighter has an id and a name of its own."""
    patrol = FORCES["river_patrol"]
    battle = swapped(SCENARIOS["the_toll_plank"], red=patrol, blue=patrol)
    for names in ([fighter.id for fighter in battle.fighters], [fighter.name for fighter in battle.fighters]):
        assert len(names) == len(set(names)) == 18
    assert [fighter.name for fighter in battle.fighters if fighter.profile.key == "orla"] == [
        "Captain Orla Venn",
        "Captain Orla Venn 2",
    ]


def test_a_company_takes_the_edge_and_the_zone_of_its_side():
    """C3-RULE-85: zones are 15 cm deep unless the scenario says otherwise."""
    battle = swapped(SCENARIOS["the_drowned_shrine"], red=FORCES["short_procession"])
    assert (battle.side("red").edge, battle.side("red").zone) == ("south", (2000, 0, 7000, 1500))
    battle = swapped(SCENARIOS["the_toll_plank"], blue=FORCES["bone_toll"])
    assert (battle.side("blue").edge, battle.side("blue").zone) == ("north", (0, 4500, 6000, 6000))
    assert all(fighter.deployed for fighter in battle.fighters if fighter.side == "red")


@pytest.mark.parametrize(
    ("change", "words", "place"),
    [
        ({"profil": "orla"}, "profil", "card[1]"),
        ({"profile": "hollow_pikes"}, "there is no profile 'hollow_pikes'", "card[1]"),
        ({"profile": "orla", "number": 2}, "a character has a card of its own", "card[1]"),
        ({"profile": "hollow_pike", "number": 2, "at": [[1, 2]]}, "2 fighters and 1 places", "card[1].at"),
    ],
)
def test_a_typo_is_refused_with_its_place(change: dict[str, Any], words: str, place: str) -> None:
    force = deepcopy(FORCES["bone_toll"])
    force["card"][1] = change
    with pytest.raises(ScenarioError) as error:
        GAME.with_force(SCENARIOS["the_toll_plank"], "red", force, "mine.toml")
    assert words in str(error.value)
    assert error.value.file == "mine.toml"
    assert error.value.place == place


def test_a_company_of_another_game_is_refused():
    with pytest.raises(ScenarioError, match="en_garde"):
        GAME.check_force({**FORCES["bone_toll"], "game": "en_garde"}, "mine.toml")


def test_the_points_of_a_scenario_hold_for_a_company_too():
    """C3-RULE-84: 100 AP were agreed on."""
    agreed = {**SCENARIOS["the_toll_plank"], "points": 100}
    assert swapped(agreed, red=FORCES["bone_toll"]).side("red").name == "The bone toll"
    with pytest.raises(ScenarioError, match="100 were agreed on"):
        GAME.with_force(agreed, "red", FORCES["river_patrol"], "mine.toml")


def test_a_company_that_has_no_room_in_its_zone_is_refused():
    """C3-RULE-85: a host of 120 guards on a first table."""
    host = {"name": "Host", "points": 5000, "card": [{"profile": "lantern_guard", "number": 3}] * 40}
    with pytest.raises(ScenarioError, match="no room"):
        GAME.with_force(SCENARIOS["the_toll_plank"], "red", host, "mine.toml")
    guards = {"name": "Half of them", "points": 5000, "card": [{"profile": "lantern_guard", "number": 3}] * 19}
    battle = swapped(SCENARIOS["the_toll_plank"], red=guards)
    assert len(waiting(battle, "red")) == 57
