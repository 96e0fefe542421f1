"""Scenario and force files: what they make, and what is refused in words."""

from collections.abc import Callable
from copy import deepcopy
from importlib.resources import files
from typing import Any

import pytest

from grognard.errors import ScenarioError
from grognard.games.fearful_odds import GAME
from grognard.games.fearful_odds.battle import Ammo, Order, State, Where
from grognard.games.fearful_odds.counters import TYPES, character_points, unit_points, usual
from grognard.games.fearful_odds.forces import check_force
from grognard.games.fearful_odds.missiles import WEAPONS
from grognard.kernel.game import read_toml

from .build import set_up


def scenario(name: str = "withy_mere") -> dict[str, Any]:
    return deepcopy(GAME.scenario(name))


def test_the_first_game_stands_as_the_page_says():
    """FO-RULE-14, FO-RULE-68, FO-STAT-07, FO-STAT-08, FO-STAT-10, FO-STAT-11, FO-STAT-12."""
    battle = set_up(scenario())
    shields, odda = battle.units["harrow_shields"], battle.characters["odda_grey"]

    assert (battle.field.columns, battle.field.rows, battle.turns) == (8, 11, 8)
    assert battle.board.grid.offset(shields.at) == (3, 2)
    assert (shields.order, shields.ammo, shields.state) == (Order.GOOD, Ammo.FRESH, State.READY)
    assert odda.at == shields.at
    assert battle.sides[0].commander == "odda_grey"
    assert [side.level for side in battle.sides] == [11, 11]


def test_streams_fords_walls_and_gates_lie_where_they_should():
    """FO-RULE-67: a ford takes the place of the stream it crosses, a gate that of the wall."""
    acre = set_up(scenario("long_acre")).board
    number = acre.grid.number
    assert acre.on_side(number(4, 8), number(4, 9)) == (("ford", number(4, 8)),)
    assert acre.on_side(number(3, 8), number(3, 9))[0][0] == "stream"
    assert acre.heights[number(9, 6)] == 1
    gate = set_up(scenario("water_gate")).board
    number = gate.grid.number
    assert [kind for kind, _ in gate.on_side(number(5, 9), number(5, 8))] == ["gate"]
    assert gate.on_side(number(6, 9), number(6, 8)) == (("wall", number(6, 9)),)
    assert gate.cover[number(5, 5)]


def test_arrivals_wait_for_their_turn():
    """FO-SEQ-04."""
    trolls = set_up(scenario("long_acre")).units["stone_trolls"]

    assert (trolls.where, trolls.arrives, trolls.at) == (Where.TO_COME, 3, -1)
    assert len(trolls.entry) == 4


@pytest.mark.parametrize("code", TYPES)
def test_every_type_has_a_usual_counter(code: str) -> None:
    """FO-RULE-64, FO-RULE-65, FO-STAT-03, FO-STAT-09."""
    counter = usual(code)

    assert counter.kind in ("foot", "horse", "beast", "engine")
    assert counter.full >= counter.limited
    assert (counter.missile == "none") == (counter.missile_value == 0)
    if counter.missile != "none":
        assert counter.missile_value == WEAPONS[counter.missile].value


def test_points():
    """FO-RULE-70: 8 x 6 / 2 + 8 x 2; 10 more for a bow; a leader 30 x ML + 5 x Prowess; a hero 8 x Prowess."""
    assert unit_points(usual("HF")) == 40
    assert unit_points(usual("BF")) == 22.5
    assert character_points("leader", 2, 3) == 75
    assert character_points("hero", 0, 6) == 48


def red(data: dict[str, Any]) -> dict[str, Any]:
    side: dict[str, Any] = data["sides"][0]
    return side


LONE_HERO = {"name": "A", "kind": "hero", "prowess": 5, "ml": 1, "with": "Harrow Shields"}
FAR_WALL = {"kind": "wall", "between": [[[0, 0], [5, 5]]]}
CHANGES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "unknown field": lambda data: red(data)["units"][0].update(colour="red"),
    "off the map": lambda data: red(data)["units"][0].update(at=[9, 9]),
    "two in a hex": lambda data: red(data)["units"][0].update(at=red(data)["units"][1]["at"]),
    "unknown type": lambda data: red(data)["units"][0].update(code="XX"),
    "unknown ground": lambda data: data["map"]["ground"][0].update(kind="lava"),
    "hero with ML": lambda data: red(data)["characters"].__setitem__(0, LONE_HERO),
    "with nobody": lambda data: red(data)["characters"][0].update({"with": "Nobody"}),
    "one side": lambda data: data["sides"].pop(),
    "wrong weapon": lambda data: red(data)["units"][0].update(missile="bow"),
    "same name": lambda data: red(data)["units"][1].update(name=red(data)["units"][0]["name"]),
    "prowess": lambda data: red(data)["characters"][0].update(prowess=9),
    "no entry": lambda data: (red(data)["units"][0].pop("at"), red(data)["units"][0].update(arrives=2)),
    "hexside": lambda data: data["map"].update(hexsides=[FAR_WALL]),
}


def broken(change: str) -> dict[str, Any]:
    data = scenario()
    CHANGES[change](data)
    return data


@pytest.mark.parametrize(
    ("change", "place", "words"),
    [
        ("unknown field", "sides[0].units[0]", "colour"),
        ("off the map", "sides[0].units[0].at", "not on a map"),
        ("two in a hex", "sides[0].units[1].at", "FO-MOVE-16"),
        ("unknown type", "sides[0].units[0].code", "HF"),
        ("unknown ground", "map.ground[0].kind", "woods"),
        ("hero with ML", "sides[0].characters[0].ml", "no ML"),
        ("with nobody", "sides[0].characters[0].with", "harrow_shields"),
        ("one side", "sides", "two sides"),
        ("wrong weapon", "sides[0].units[0].missile", "none"),
        ("same name", "sides[0].units[1].name", "another piece"),
        ("prowess", "sides[0].characters[0].prowess", "1 to 6"),
        ("no entry", "sides[0].units[0].entry", "entry area"),
        ("hexside", "map.hexsides[0].between", "not adjacent"),
    ],
)
def test_a_wrong_scenario_is_refused_with_its_place(change: str, place: str, words: str) -> None:
    """FO-RULE-64, FO-RULE-66."""
    with pytest.raises(ScenarioError) as refused:
        GAME.set_up(broken(change))

    assert refused.value.place == place
    assert words in refused.value.words


def a_force() -> dict[str, Any]:
    return {
        "name": "The Reed Host",
        "units": [
            *({"name": f"Spears {n}", "code": "HF"} for n in range(5)),
            {"name": "Guard", "code": "GF", "missile": "javelin"},
            {"name": "Bows", "code": "BF"},
            {"name": "Horse", "code": "HC"},
        ],
        "characters": [
            {"name": "Queen", "kind": "leader", "ml": 2, "prowess": 3, "ma": 8, "commander": True},
            {"name": "Marshal", "kind": "leader", "ml": 1, "prowess": 4},
            {"name": "Hero", "kind": "hero", "prowess": 6},
        ],
    }


def test_a_standard_army_is_accepted_and_counted():
    """FO-RULE-70."""
    lines = check_force(a_force(), "host.toml")

    assert lines[-1] == "The Reed Host: 57 SP, 486.5 points"
    assert lines[0] == "Spears 0: shielded spear or sword foot, 8 SP, 40 points"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda force: force["units"].pop(0), "55 to 65"),
        (
            lambda force: force["units"].__setitem__(slice(0, 3), [{"name": f"B{n}", "code": "BF"} for n in range(5)]),
            "a third",
        ),
        (lambda force: force["characters"].pop(0), "overall commander"),
        (lambda force: force["characters"].pop(1), "one or two leaders"),
        (
            lambda force: force["characters"].extend({"name": f"H{n}", "kind": "hero", "prowess": 5} for n in range(2)),
            "two heroes",
        ),
        (lambda force: force["units"].extend({"name": f"E{n}", "code": "EN"} for n in range(3)), "two engines"),
    ],
)
def test_an_army_beyond_the_limits_is_refused(change: Any, words: str) -> None:
    """FO-RULE-70."""
    force = a_force()
    change(force)

    with pytest.raises(ScenarioError, match=words) as refused:
        check_force(force, "host.toml")
    assert refused.value.file == "host.toml"


def test_the_forces_that_come_with_the_game_are_standard_armies():
    """FO-RULE-70; and they can be set against one another (FO-RULE-69)."""
    sides = []
    for file in sorted(files(GAME.package).joinpath("forces").iterdir(), key=lambda file: file.name):
        force = read_toml(file.read_text(encoding="utf-8"), file.name)
        assert "points" in GAME.check_force(force, file.name)[-1]
        sides.append(force)
    battle = set_up(
        {
            "title": "A pitched battle",
            "map": {"columns": 20, "rows": 14},
            "sides": [{**sides[0], "home": "south"}, sides[1]],
        }
    )

    assert all(unit.where is Where.TO_DEPLOY for unit in battle.units.values())
