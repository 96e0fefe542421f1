"""From a scenario file to a battle: what is read, what is refused, and where."""

from copy import deepcopy
from typing import Any

import pytest

from grognard.errors import ScenarioError
from grognard.games.en_garde import GAME
from grognard.games.en_garde.battle import Battle
from grognard.games.en_garde.options import Options
from grognard.games.en_garde.setup import check_force, set_up
from grognard.kernel.referee import SealedDice
from grognard.kernel.run import play_out
from grognard.players.recruit import Recruit

MILL = GAME.scenario("mill_bridge")


def mill(**changes: Any) -> dict[str, Any]:
    return {**deepcopy(MILL), **changes}


def made(data: dict[str, Any]) -> Battle:
    return set_up(data, Options())


@pytest.mark.parametrize(
    ("scenario", "sides"),
    [
        ("mill_bridge", [("Red Sash bravos", 3, 72, 8), ("Harbour Watch", 3, 69, 7)]),
        ("stewards_letter", [("Chevaliers of the Quay", 10, 221, 8), ("The Steward's household", 8, 185, 8)]),
        ("redoubt", [("Colonel Harrow's garrison", 12, 254, 8), ("Black Ysolde's raiders", 11, 260, 8)]),
    ],
)
def test_the_sample_scenarios_cost_what_they_say(scenario: str, sides: list[tuple[str, int, int, int]]) -> None:
    """EG-RULE-65, EG-RULE-68, EG-CHAR-09: models, points and Morale Ratings as printed."""
    battle = made(GAME.scenario(scenario))
    assert [(side.name, side.started, side.points, side.rating) for side in battle.sides] == sides


def test_profiles_and_gear_are_read_off_the_file() -> None:
    """EG-CHAR-01 to EG-CHAR-08: Isaure Vell, and EG-RULE-10: a lancer starts in the saddle; EG-RULE-42: two pistols."""
    isaure = made(MILL).figures["vell"].profile
    assert (isaure.pool, isaure.fight, isaure.initiative, isaure.shoot, isaure.armour) == (5, 4, 4, 2, 0)
    assert (isaure.leader, isaure.commander, isaure.swordsman, isaure.rate) == (True, True, True, "infantry")
    assert (isaure.blades, isaure.missiles) == (("sword",), ("pistol",))
    redoubt = made(GAME.scenario("redoubt")).figures
    assert redoubt["lancer1"].mounted
    assert redoubt["ysolde"].profile.missiles == ("pistol", "pistol 2")
    assert redoubt["pell"].profile.banner
    assert redoubt["sorrel"].profile.missiles == ("grenade", "grenade 2")


def test_a_beast_may_be_marked_large() -> None:
    """EG-RULE-20."""
    data = mill()
    data["side"][0]["model"][1] |= {"large": True}
    assert made(data).figures["tam"].large


def test_no_figure_is_called_like_a_side() -> None:
    """EG-RULE-34: pools are named by side or model, so the names must differ."""
    data = mill()
    data["side"][0]["model"][2]["name"] = "Old Red"
    assert "red" not in made(data).figures


def test_the_table_is_measured_from_the_south_west() -> None:
    """EG-RULE-61, EG-RULE-69: without zones, a side deploys within 6 inches of its edge."""
    data = mill(table=[36, 24])
    del data["side"][1]["zones"]
    battle = made(data)
    assert (battle.field.width, battle.field.height) == (3600, 2400)
    assert battle.side("blue").zones == ((0, 1800, 3600, 2400),)


BAD: list[tuple[dict[str, Any], str, str]] = [
    ({"title": 3}, "Expected `str`", "title"),
    ({"colour": "red"}, "known here: title", "the file"),
    ({"side": MILL["side"][:1]}, "two to 4 sides", "side"),
    ({"table": [6, 6]}, "EG-RULE-61", "table"),
    ({"deploy": "edges", "table": [24, 36]}, "EG-RULE-69", "table"),
    ({"weather": "snow"}, "Invalid enum value 'snow'", "weather"),
    ({"terrain": [{"name": "pit", "kind": "pit", "box": [1, 1, 2, 2]}]}, "terrain may be", "terrain[0].kind"),
    ({"victory": {"kind": "storm", "attacker": "purple"}}, "no side 'purple'", "victory.attacker"),
    (
        {"action": [{"kind": "door", "name": "open", "at": [1, 1], "opens": "gate"}]},
        "no door 'gate'",
        "action[0].opens",
    ),
    (
        {"action": [{"kind": "deed", "name": "dig", "at": [1, 1], "side": "purple"}]},
        "no side 'purple'",
        "action[0].side",
    ),
]


@pytest.mark.parametrize(("changes", "words", "place"), BAD, ids=[words for _, words, _ in BAD])
def test_a_scenario_that_cannot_be_played_says_where_and_why(changes: dict[str, Any], words: str, place: str) -> None:
    """EG-RULE-61, EG-RULE-69: every mistake with its place and what would be accepted."""
    with pytest.raises(ScenarioError) as caught:
        made(mill(**changes))
    assert words in str(caught.value)
    assert caught.value.place == place


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"points": 36}, "costs 37 points, not 36 (EG-RULE-65)"),
        ({"gear": ["sword", "laser"]}, "gear may be dagger"),
        ({"attributes": ["Wizard"]}, "attributes may be Commander"),
        ({"count": 0}, "count is from 1 to 40"),
        ({"pool": 9, "points": None}, "EG-RULE-63"),
        ({"leader": False}, "EG-CHAR-07"),
        ({"armor": 1}, "known here: name, pool"),
    ],
)
def test_a_model_that_cannot_be_says_so(change: dict[str, Any], words: str) -> None:
    """EG-RULE-63, EG-RULE-65, EG-CHAR-07."""
    data = mill()
    model = data["side"][0]["model"][0]
    model |= change
    data["side"][0].pop("points")
    if model.get("points", 0) is None:
        del model["points"]
    with pytest.raises(ScenarioError) as caught:
        made(data)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"points": 71}, "costs 72 points"),
        ({"morale": 13}, "EG-RULE-68"),
        ({"zones": [[0, 0, 60, 4]]}, "lies on the table"),
    ],
)
def test_a_side_that_cannot_be_says_so(change: dict[str, Any], words: str) -> None:
    """EG-RULE-65, EG-RULE-68, EG-RULE-69."""
    data = mill()
    data["side"][0] |= change
    with pytest.raises(ScenarioError, match=words):
        made(data)


# Warband files


def a_force(**changes: Any) -> dict[str, Any]:
    return {
        **{
            key: value
            for key, value in deepcopy(MILL["side"][0]).items()
            if key in ("name", "morale", "model", "points")
        },
        **changes,
    }


def test_a_warband_file_is_checked_and_summed_up() -> None:
    """EG-RULE-67, EG-RULE-65."""
    lines = check_force(a_force(), "bravos.toml")
    assert lines == [
        "Red Sash bravos: 3 models, 72 points, Morale 8",
        "Isaure Vell: 37 points",
        "Brother Tam: 19 points",
        "Nock: 16 points",
    ]


def test_a_warband_file_that_breaks_a_limit_names_the_file() -> None:
    """EG-RULE-67."""
    force = a_force(points=None)
    del force["points"]
    force["model"][1]["attributes"], force["model"][1]["points"] = ["Brute", "Swordsman"], 22
    with pytest.raises(ScenarioError, match=r"bravos\.toml: warband: too many Swordsmen"):
        check_force(force, "bravos.toml")
    with pytest.raises(ScenarioError, match="72 points, not 70"):
        check_force(a_force(points=70), "bravos.toml")


def three_sides(count: int = 3) -> dict[str, Any]:
    """The mill with more warbands, who come from the corners."""
    data = mill(terrain=[], table=[36, 36], victory={"kind": "points"})
    data["side"] = [deepcopy(data["side"][n % 2]) for n in range(count)]
    corners = ([0, 0, 17, 10], [19, 26, 36, 36], [19, 0, 36, 10], [0, 26, 17, 36], [12, 12, 20, 20])
    for side, corner in zip(data["side"], corners, strict=False):
        side["zones"], side["edge"] = [corner], "south" if corner[1] == 0 else "north"
    return data


@pytest.mark.parametrize("count", [3, 4])
def test_three_or_four_sides_play_to_an_end(count: int) -> None:
    """EG-RULE-74: activation and picks go clockwise from the Priority player; EG-RULE-72."""
    battle = made(three_sides(count))
    ids = battle.side_ids()
    assert ids == ["red", "blue", "green", "yellow"][:count]
    end = play_out(GAME, battle, {id: Recruit(id) for id in ids}, SealedDice("many"))
    assert end.outcome is not None
    assert set(end.outcome.score) == set(ids)
    with pytest.raises(ScenarioError, match="two to 4 sides"):
        made(three_sides(5))
