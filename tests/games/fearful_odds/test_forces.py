"""Armies of one's own in the place of a scenario's: every one that comes with the game, everywhere."""

from copy import deepcopy
from typing import Any

import pytest
from msgspec.structs import replace

from grognard.errors import ScenarioError
from grognard.games.fearful_odds import GAME
from grognard.games.fearful_odds.battle import Battle, Where
from grognard.games.fearful_odds.deployment import deployment_hexes, own_rows, waiting_units
from grognard.kernel.game import read_toml
from grognard.kernel.referee import SealedDice
from grognard.kernel.run import play_out
from grognard.players.recruit import Recruit
from tests.script import scripted

from .build import set_up

FORCES = {name: read_toml(text, f"{name}.toml") for name, text in GAME.forces().items()}
SCENARIOS = GAME.scenarios()


def swapped(scenario: str, side: str, force: dict[str, Any]) -> Battle:
    return set_up(GAME.with_force(SCENARIOS[scenario], side, force, "mine.toml"))


def played(battle: Battle, seed: str) -> Battle:
    play_out(GAME, battle, {side.id: Recruit(f"{seed} {side.id}") for side in battle.sides}, SealedDice(seed))
    return battle


@pytest.mark.parametrize("side", ["red", "blue"])
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("force", FORCES)
def test_every_army_fights_in_every_scenario_on_either_side(force: str, scenario: str, side: str) -> None:
    """FO-RULE-69, FO-RULE-70."""
    battle = swapped(scenario, side, FORCES[force])
    mine = [unit for unit in battle.units.values() if unit.side == side]
    assert battle.side(side).name == FORCES[force]["name"]
    assert len(mine) == len(FORCES[force]["units"]) == len(waiting_units(battle, side))

    played(battle, force)
    assert battle.outcome is not None
    assert battle.outcome.reason


def test_two_armies_find_room_on_the_smallest_field():
    """FO-RULE-69: ten units and nine cannot be five hexes apart on eight rows, so they are as far apart as leaves room."""
    once = GAME.with_force(SCENARIOS["withy_mere"], "red", FORCES["red_moor_riders"], "mine.toml")
    battle = set_up(GAME.with_force(once, "blue", FORCES["marsh_league"], "yours.toml"))

    played(battle, "crowded")
    assert battle.outcome is not None
    assert not waiting_units(battle, "red")


def test_an_army_may_meet_itself():
    """Each piece has a name and an id of its own, and its characters are with their own units."""
    once = GAME.with_force(SCENARIOS["long_acre"], "red", FORCES["marsh_league"], "mine.toml")
    twice = GAME.with_force(once, "blue", FORCES["marsh_league"], "mine.toml")
    battle = set_up(twice)

    assert [side.name for side in battle.sides] == ["The Marsh League", "The Marsh League of the north"]
    assert len(battle.units) == 18
    assert battle.units["dyke_pikes_of_the_north"].side == "blue"
    assert battle.side("blue").commander == "reeve_adela_of_the_north"
    assert played(battle, "twins").outcome is not None


def test_an_army_keeps_the_edge_the_level_and_the_initiative_that_the_rules_give_it():
    """FO-RULE-70: the OC's ML counts, and the usual level; no level where the scenario uses none."""
    host = swapped("water_gate", "blue", FORCES["marsh_league"]).side("blue")
    wardens = swapped("water_gate", "red", FORCES["red_moor_riders"]).side("red")

    assert (host.home, host.rating, host.level, host.start) == ("north", 2, 32, 63)
    assert (wardens.home, wardens.level) == ("south", 0)


def test_who_deploys_against_an_army_in_place_does_so_without_a_roll():
    """FO-RULE-69."""
    battle = swapped("long_acre", "red", FORCES["marsh_league"])
    with scripted() as referee:
        GAME.play_on(referee, battle)

    assert battle.actor == "red"
    far = battle.board.distances
    foes = [unit.at for unit in battle.units.values() if unit.where is Where.MAP]
    assert all(far[n][foe] > 5 for n in deployment_hexes(battle, "red") for foe in foes)


def test_room_is_made_by_coming_nearer_only_as_far_as_needed():
    """FO-RULE-69: three units of a band find room six hexes from the enemy; for thirteen units of an army they must come nearer."""
    nearest = []
    for units in (3, 13):
        battle = swapped("withy_mere", "red", FORCES["heron_ferry_watch"])
        for n in range(units - 3):
            battle.units[f"more {n}"] = replace(battle.units["ferry_shields"], id=f"more {n}")
        enemies = [unit for unit in battle.units.values() if unit.side == "blue"]
        for column, unit in enumerate(enemies, 2):
            unit.at = battle.board.grid.number(column, 6)
        foes = [unit.at for unit in enemies]
        hexes = deployment_hexes(battle, "red")
        nearest.append(min(battle.board.distances[n][foe] for n in hexes for foe in foes))
        assert units <= len(hexes) < len(own_rows(battle, "red"))

    assert nearest == [6, 5]


@pytest.mark.parametrize(
    ("change", "place", "words"),
    [
        (lambda force: force["units"][2].update(code="HX"), "units[2].code", "'HX' is not known"),
        (lambda force: force["units"][1].update(qll=5), "units[1]", "qll"),
        (lambda force: force["characters"][0].update({"with": "Ferry Sheilds"}), "characters[0].with", "ferry_shields"),
        (lambda force: force["units"][1].update(name="Ferry Shields"), "units[1].name", "another piece"),
        (lambda force: force["units"][0].update(at=[9, 9]), "units[0].at", "9,9"),
        (lambda force: force["characters"].append({"name": "Hob", "kind": "hero", "prowess": 5}), "characters", "one hero"),
        (lambda force: force["units"][0].update(sp=12), "units", "12 to 20 SP"),
    ],
)  # fmt: skip
def test_a_typo_is_refused_with_its_place(change: Any, place: str, words: str) -> None:
    """FO-RULE-70."""
    force = deepcopy(FORCES["heron_ferry_watch"])
    change(force)

    with pytest.raises(ScenarioError) as refused:
        GAME.with_force(SCENARIOS["withy_mere"], "red", force, "mine.toml")

    assert (refused.value.file, refused.value.place) == ("mine.toml", place)
    assert words in refused.value.words


def test_a_field_without_room_is_refused():
    """FO-RULE-69."""
    narrow = {**SCENARIOS["withy_mere"], "map": {"columns": 2, "rows": 8}, "victory": {}, "sides": [
        {"name": "North", "units": []},
        {"name": "South", "home": "south", "units": []},
    ]}  # fmt: skip

    with pytest.raises(ScenarioError, match="no room for 10 units"):
        GAME.with_force(narrow, "red", FORCES["red_moor_riders"], "mine.toml")
