"""Scenarios, companies and their limits (C3-RULE-81 to C3-RULE-85)."""

from copy import deepcopy

import pytest

from grognard.errors import ScenarioError
from grognard.games.confrontation import GAME
from grognard.games.confrontation.company import Group, tally
from grognard.games.confrontation.setup import check_force
from grognard.kernel.game import read_toml
from tests.games.confrontation.build import a_scenario

COMPANY = {
    "name": "The night watch",
    "points": 300,
    "card": [
        {"profile": "orla", "artefacts": ["whetted_grudge", "third_hand"]},
        {"profile": "lantern_guard", "number": 3},
        {"profile": "gate_crossbow", "number": 3},
        {"profile": "beacon_sworn"},
        {"profile": "bell_ringer"},
    ],
}


def changed(place, value, data=None):
    """The company with one thing different."""
    found = deepcopy(data or COMPANY)
    at = found
    *path, last = place
    for step in path:
        at = at[step]
    at[last] = value
    return found


def refusal(data, file="watch.toml"):
    with pytest.raises(ScenarioError) as error:
        check_force(data, file)
    return str(error.value)


def test_a_company_is_described_in_words():
    """C3-RULE-84: 88 + 22 of artefacts, 48, 60, 38 and 20."""
    lines = check_force(COMPANY, "watch.toml")
    assert lines[0] == "The night watch: 276 of 300 AP, 5 cards, 9 fighters"
    assert "Captain Orla Venn: 110 AP" in lines


@pytest.mark.parametrize(
    ("place", "value", "words"),
    [
        (("points",), 250, "costs 276 AP, 250 were agreed on"),
        (("card", 1, "number"), 4, "one to three troops"),  # C3-RULE-10
        (("card", 0, "number"), 2, "a character has a card of its own"),
        (("card", 1, "profile"), "dragon", "there is no profile 'dragon'"),
        (("card", 0, "artefacts"), ["third_hand"] * 3, "artefacts"),  # C3-ART-02
        (("card", 1, "artefacts"), ["third_hand"], "only characters may"),  # C3-RULE-79
        (("card", 1, "color"), "red", "unknown field"),
        (("card",), [], "at least one card"),
        (("card", 1, "number"), "three", "Expected `int`"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(place, value, words):
    """C3-RULE-84 and the rows above."""
    message = refusal(changed(place, value))
    assert words in message
    assert message.startswith("watch.toml")


def test_half_of_the_points_are_troops():
    """C3-RULE-84."""
    few = {"name": "Few", "points": 300, "card": [{"profile": "orla"}, {"profile": "lantern_guard", "number": 3}]}
    assert "48 of 136 AP on troops" in refusal(few)


def test_one_character_per_started_150_points_and_one_very_large_figure():
    """C3-RULE-84: 416 AP allow three."""
    guards = [{"profile": "lantern_guard", "number": 3}] * 4 + [{"profile": "lantern_guard"}]
    assert "has 4 characters" in refusal({"name": "Monks", "points": 450, "card": [{"profile": "aumen"}] * 4 + guards})
    assert check_force({"name": "Monks", "points": 450, "card": [{"profile": "aumen"}] * 3 + guards}, "monks.toml")
    engines = {"name": "Engines", "points": 450, "card": [{"profile": "ossuary_engine", "number": 2}]}
    assert "2 Very Large figures" in refusal(engines)


def test_artefacts_exist_once_per_company_and_cost_points():
    """C3-RULE-96, C3-RULE-84."""
    assert tally([Group("orla", artefacts=["third_hand"])]).points == 102
    twice = changed(("card", 3), {"profile": "aumen", "artefacts": ["third_hand"]})
    assert "third_hand is carried twice" in refusal(changed(("points",), 400, twice))


@pytest.mark.parametrize(
    ("name", "red", "blue", "cards"),
    [
        ("the_toll_plank", 86, 81, (2, 2)),
        ("nine_bells_of_vell", 426, 489, (9, 9)),
        ("the_drowned_shrine", 316, 287, (7, 5)),
    ],
)
def test_the_scenarios_are_those_of_the_page(name, red, blue, cards):
    """C3-RULE-81, C3-RULE-97: cards and points of both sides."""
    battle = a_scenario(name)
    assert tuple(len(side.cards) for side in battle.sides) == cards
    for side, points in (("red", red), ("blue", blue)):
        assert sum(f.points for f in battle.fighters if f.side == side) == points


def test_two_companies_of_the_same_kind_have_different_ids():
    scenario = GAME.scenario("the_toll_plank")
    scenario["side"][1]["card"] = [
        {**card, "at": [[x, 60 - y] for x, y in card["at"]]} for card in scenario["side"][0]["card"]
    ]
    ids = [fighter.id for fighter in a_scenario("", data=scenario).fighters]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize(
    ("place", "value", "words"),
    [
        (("table",), [5, 60], "10 to 1000"),
        (("side", 0, "edge"), "up", "side"),
        (("side", 0, "card", 0, "at"), [[1, 1], [28, 10], [32, 10]], "not on the table"),
        (("side", 0, "card", 0, "at"), [[28, 10], [28, 10], [32, 10]], "overlap"),
        (("side", 0, "card", 0, "at"), [[28, 10]], "3 fighters and 1 places"),
        (("ground", 0, "circle"), [1, 1, 1], "exactly one of box, circle and line"),
        (("ground", 0, "kind"), "lava", "lava"),
        (("objective", 0, "ground"), "moon", "no ground called 'moon'"),
        (("side",), [], "two sides"),
        (("weather",), "rain", "unknown field"),
        (("side", 1, "id"), "red", "two sides have the id"),
        (("special",), {"shrine": "moon"}, "no ground called 'moon'"),
    ],
)
def test_a_scenario_that_cannot_be_played_says_why(place, value, words):
    """C3-RULE-82, C3-RULE-83: the places of the mistakes are named."""
    with pytest.raises(ScenarioError) as error:
        GAME.set_up(changed(place, value, GAME.scenario("the_toll_plank")))
    assert words in str(error.value)


def test_fighters_may_not_start_in_impassable_ground():
    """C3-RULE-83."""
    scenario = GAME.scenario("the_toll_plank")
    scenario["ground"].append({"name": "rock", "kind": "high", "circle": [24, 10, 3]})
    with pytest.raises(ScenarioError, match="impassable"):
        GAME.set_up(scenario)


def test_options_of_a_scenario_and_of_the_players():
    battle = a_scenario(
        "", {"rally": "fear_level"}, {**GAME.scenario("the_toll_plank"), "options": {"six_rule": "flat"}}
    )
    assert (battle.options.six_rule, battle.options.rally) == ("flat", "fear_level")
    with pytest.raises(ScenarioError, match="push"):
        GAME.set_up(GAME.scenario("the_toll_plank"), {"six_rule": "sometimes"})


@pytest.mark.parametrize(("name", "points"), [("river_patrol", 300), ("bone_toll", 100), ("great_moot", 450)])
def test_the_company_files_are_lawful(name, points):
    """C3-RULE-84, C3-RULE-97: each shows what a company file looks like."""
    lines = check_force(read_toml(GAME.forces()[name], name), f"{name}.toml")
    assert f" of {points} AP" in lines[0]
