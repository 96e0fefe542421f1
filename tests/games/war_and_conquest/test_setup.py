"""Scenarios and army files."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from grognard.errors import ScenarioError
from grognard.games.war_and_conquest import GAME
from grognard.games.war_and_conquest.battle import Battle
from grognard.games.war_and_conquest.setup import check_force


def battle_of(name: str, **changes: Any) -> Battle:
    battle = GAME.set_up({**GAME.scenario(name), **changes})
    assert isinstance(battle, Battle)
    return battle


@pytest.mark.parametrize(
    ("name", "costs"), [("low_stane", (326, 314)), ("red_barrow_field", (1760, 1745)), ("crown_wavers", (1020, 1038))]
)
def test_the_armies_cost_what_the_page_says(name, costs):
    """WC-OFIELD-03, WC-OFIELD-04."""
    assert tuple(side.cost for side in battle_of(name).sides) == costs


def test_tables_and_lengths():
    """WC-OFIELD-01, WC-OFIELD-06."""
    small, large = battle_of("low_stane"), battle_of("red_barrow_field")
    assert (small.ground.width, small.ground.height, small.last_turn) == (4800, 3000, 4)
    assert (large.ground.width, large.ground.height, large.last_turn) == (7200, 4800, 6)
    assert (small.sides[0].depth, large.sides[0].depth) == (600, 1000)


def test_the_crown_wavers_begins_with_the_end_phase_of_turn_three():
    """WC-END-01: the Marshfolk have Strategic Advantage, and their general is fleeing with the oath-sworn."""
    battle = battle_of("crown_wavers")
    assert (battle.turn, battle.step, battle.advantage) == (3, "begin_end", "blue")
    assert [unit.id for unit in battle.units if unit.fleeing] == ["archers", "slingers", "oath_sworn"]
    assert [side.general_state for side in battle.sides] == ["able", "fleeing"]
    assert [side.sip for side in battle.sides] == [1, 1]
    assert battle.unit("reed_warband_2").models == 19


def test_ground_is_what_its_kind_says():
    """WC-OMOVE-06, WC-OSHOOT-02."""
    features = {feature.kind: feature for feature in battle_of("red_barrow_field").ground.features}
    assert (features["wood"].slow, features["wood"].cover) == (2, "soft")
    assert (features["obstacle"].slow, features["obstacle"].cover) == (1, "hard")
    assert features["stream"].slow == 2
    assert battle_of("low_stane").terrain.named("Low Stane ford").clears_way


def broken(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    scenario = copy.deepcopy(GAME.scenario("low_stane"))
    change(scenario)
    return scenario


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda s: s.update(turnz=3), "turnz"),
        (lambda s: s["sides"][0]["units"][0].update(kind="camel"), "camel"),
        (lambda s: s["sides"][0]["units"][0].update(av=9), "av"),
        (lambda s: s["sides"][0]["units"][0].update(general=False), "exactly one general"),
        (lambda s: s["sides"][0]["units"][0].update(models=7, files=5), "at least 8 models"),
        (lambda s: s["sides"][0]["units"][0].update(models=40), "within 10%"),
        (lambda s: s["sides"][0]["units"][0].update(files=30), "30 files"),
        (lambda s: s["sides"][0]["units"][1].update(sh=0), "Shooting Ability"),
        (lambda s: s["sides"][0]["units"][0].update(formation="skirmish"), "at most half"),
        (lambda s: s["sides"][0]["units"][1].update(name="Clansmen"), "two units are called Clansmen"),
        (lambda s: s["sides"].pop(), "two sides"),
        (lambda s: s["sides"][0].update(edge="south"), "different edges"),
        (lambda s: s["sides"][0].update(rally=[90]), "rally points"),
        (lambda s: s["terrain"][0].pop("box"), "box"),
        (lambda s: s["terrain"][0].update(box=[5, 5, 4, 6]), "west, south, east, north"),
        (lambda s: s.update(objective={"kind": "hold alone", "feature": "Moon"}), "Moon"),
        (lambda s: s.update(start={"turn": 2, "advantage": "red"}), "needs a place"),
        (lambda s: s["sides"][0]["units"][0].update(at=[[1, 1]]), "off the table"),
        (lambda s: s["sides"][0]["units"][0].update(left=[19]), "more models left"),
        (lambda s: s["sides"][0]["units"][0].update(count=1, at=[[1, 1], [2, 2]]), "as many entries of at"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(change, words):
    """WC-OFIELD-04, WC-OTROOP-01, WC-OTROOP-04."""
    with pytest.raises(ScenarioError, match=words):
        GAME.set_up(broken(change))


def test_two_units_of_one_name_in_one_army_are_refused():
    """WC-OFIELD-04: use count."""
    with pytest.raises(ScenarioError, match=r"use count"):
        GAME.set_up(broken(lambda s: s["sides"][0]["units"][1].update(name="Shieldmen")))


def test_an_army_file_is_read_out_with_its_points():
    """WC-OFIELD-03, WC-OFIELD-04."""
    army = {
        key: value
        for key, value in GAME.scenario("red_barrow_field")["sides"][0].items()
        if key in ("name", "general", "sip", "units")
    }
    lines = check_force(army, "coast.toml")
    assert lines[0] == "Coast League: 1760 points, general General Tessa Orr, 3 Strategy Intervention Points"
    assert lines[1] == "2 x League spears: 24 foot medium battle, spears, 312 points each"
    with pytest.raises(ScenarioError, match=r"coast\.toml"):
        check_force({**army, "sip": 4}, "coast.toml")
    with pytest.raises(ScenarioError, match=r"coast\.toml"):
        check_force({**army, "units": army["units"][:1]}, "coast.toml")


def test_every_value_of_every_option_is_accepted():
    """The rulings that groups play differently: WC-RULE-01, -09, -11, -13, -16, -20, -24, -32."""
    from grognard.kernel.game import describe_options

    for name, values in describe_options(GAME).items():
        for value in values:
            battle = GAME.set_up(GAME.scenario("low_stane"), {name: value})
            assert isinstance(battle, Battle)
            assert getattr(battle.options, name) == value
