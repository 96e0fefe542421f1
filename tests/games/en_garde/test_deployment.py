"""Deployment and weather."""

from typing import Any

import pytest

from grognard.errors import IllegalChoice, ScenarioError
from grognard.games.en_garde.battle import Battle
from grognard.games.en_garde.deployment import Berth, deploy_one, prepare
from grognard.games.en_garde.turn import play_on
from tests.games.en_garde.build import a_battle, a_figure, a_foe, a_piece
from tests.script import scripted


def fresh(count: int = 2, **field: Any) -> Battle:
    """A battle before anybody is placed: red within 6 inches of the south edge, blue of the north."""
    reds = [a_figure(f"red{n}") for n in range(count)]
    blues = [a_foe(f"blue{n}") for n in range(count)]
    battle = a_battle(*reds, *blues, turn=0, phase="", field=field)
    for figure in battle.figures.values():
        figure.standing = False
    battle.side("red").zones, battle.side("blue").zones = ((0, 0, 4800, 600),), ((0, 3000, 4800, 3600),)
    return battle


IN_LINE = ["in line", "in line"]


@pytest.mark.parametrize(
    ("weather", "dice", "rain"), [("clear", [], False), ("rain", [], True), ("roll", [6], True), ("roll", [5], False)]
)
def test_the_weather(weather: str, dice: list[int], rain: bool) -> None:
    """EG-RULE-70: fixed by the scenario, or 6 = rain."""
    battle = fresh(weather=weather)
    with scripted(dice=[*dice, 5, 2], answers=IN_LINE) as referee:
        prepare(referee, battle)
    assert battle.rain is rain


def test_the_loser_of_the_roll_off_places_first_and_then_turn_about() -> None:
    """EG-RULE-69: single models, alternately; rolled again while level."""
    battle = fresh()
    with scripted(dice=[3, 3, 5, 2], answers=["one by one", "one by one"]) as referee:
        prepare(referee, battle)
    assert battle.acting == "blue"
    places = ["blue1", "deploy 10.00,33.00", "red0", "deploy 10.00,3.00", "deploy 12.00,33.00", "deploy 12.00,3.00"]
    with scripted(answers=places) as referee:
        for _ in range(4):
            deploy_one(referee, battle)
    assert [question.side for question in referee.asked if "where" in question.text] == ["blue", "red", "blue", "red"]
    assert battle.figures["blue1"].x == 1000
    assert len(battle.standing()) == 4


def test_a_model_is_placed_in_its_own_zone_and_clear_of_others() -> None:
    """EG-RULE-69: within 6 inches of the own edge; EG-RULE-62: bases do not overlap."""
    battle = fresh()
    first, second = battle.figures["red0"], battle.figures["red1"]
    first.x, first.y, first.standing = 1000, 300, True
    berth = Berth(battle, second)
    assert berth.find("deploy 11.00,5.50").x == 1100
    for key, rule in (("deploy 11.00,5.51", "EG-RULE-69"), ("deploy 10.50,3.00", "EG-RULE-62")):
        with pytest.raises(IllegalChoice) as caught:
            berth.find(key)
        assert caught.value.rule == rule
    assert all(berth.find(spot.key) for spot in berth.listed)


def test_the_winner_picks_a_long_edge() -> None:
    """EG-RULE-69: the others take the opposite one."""
    battle = fresh(deploy="edges")
    with scripted(dice=[2, 5], answers=["south", *IN_LINE]) as referee:
        prepare(referee, battle)
    assert referee.asked[0].side == "blue"
    assert (battle.side("blue").edge, battle.side("red").edge) == ("south", "north")
    assert battle.side("blue").zones == ((0, 0, 4800, 600),)
    assert battle.side("red").zones == ((0, 3000, 4800, 3600),)


def test_the_program_lines_a_warband_up_and_the_first_turn_begins() -> None:
    """EG-RULE-69, EG-TURN-01."""
    battle = fresh(6)
    with scripted(dice=[5, 2], answers=IN_LINE) as referee:
        play_on(referee, battle)
        play_on(referee, battle)
    assert (battle.turn, battle.phase) == (1, "Priority")
    assert all(0 <= figure.y <= 600 if figure.side == "red" else figure.y >= 3000 for figure in battle.figures.values())
    assert len({(figure.x, figure.y) for figure in battle.figures.values()}) == 12


def test_a_full_zone_cannot_be_played() -> None:
    """EG-RULE-69: the scenario is refused in words."""
    battle = fresh(1)
    battle.side("red").zones = ((0, 0, 200, 200),)
    battle = a_battle(*battle.figures.values(), terrain=[a_piece("water", (0, 0, 3, 3))], turn=0, phase="")
    battle.figures["red0"].standing = False
    battle.side("red").zones = ((0, 0, 200, 200),)
    battle.acting = "red"
    with pytest.raises(ScenarioError, match="no room left for Red0"), scripted() as referee:
        deploy_one(referee, battle)
