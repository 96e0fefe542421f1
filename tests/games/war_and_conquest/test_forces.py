"""Armies of one's own in every scenario (WC-RULE-52)."""

from typing import Any

import pytest

from grognard.errors import NotFound, ScenarioError
from grognard.games.war_and_conquest import GAME
from grognard.games.war_and_conquest.battle import Battle
from grognard.games.war_and_conquest.turn import play_on
from grognard.games.war_and_conquest.victory import scores
from grognard.kernel.game import read_toml
from grognard.kernel.referee import Live, SealedDice
from grognard.kernel.run import play_out
from grognard.players.recruit import Recruit

FORCES = {name: read_toml(text, name) for name, text in GAME.forces().items()}


def brought(scenario: str, **forces: str | dict[str, Any]) -> Battle:
    """A battle to which one side or both bring an army of their own."""
    data = GAME.scenario(scenario)
    for side, force in forces.items():
        data = GAME.with_force(data, side, FORCES[force] if isinstance(force, str) else force, f"{side}.toml")
    battle = GAME.set_up(data)
    assert isinstance(battle, Battle)
    return battle


def play(battle: Battle, seed: str) -> None:
    play_out(GAME, battle, {"red": Recruit(f"{seed} red"), "blue": Recruit(f"{seed} blue")}, SealedDice(seed))


@pytest.mark.parametrize("force", FORCES)
@pytest.mark.parametrize("side", ["red", "blue"])
@pytest.mark.parametrize("scenario", GAME.scenarios())
def test_every_force_plays_every_scenario_on_either_side(scenario, side, force):
    """WC-RULE-52: no two units have one id, all deploy or wait for room, and the battle ends with a reason."""
    battle = brought(scenario, **{side: force})
    ids = [unit.id for unit in battle.units]
    assert len(set(ids)) == len(ids)
    assert battle.side(side).name == FORCES[force]["name"]
    play(battle, f"{scenario} {side} {force}")
    assert battle.outcome is not None
    assert battle.outcome.reason
    assert not [unit.id for unit in battle.units if unit.where == "reserve"]


@pytest.mark.parametrize("force", FORCES)
def test_a_force_fights_its_own_mirror(force):
    """WC-RULE-52: both sides bring the same army; names and ids stay apart."""
    battle = brought("red_barrow_field", red=force, blue=force)
    assert battle.sides[0].name != battle.sides[1].name
    assert battle.sides[0].general != battle.sides[1].general
    assert [side.handicap for side in battle.sides] == [0, 0]
    play(battle, force)
    assert battle.outcome is not None


def test_an_army_takes_the_edge_and_the_rally_points_of_the_one_it_replaces():
    """WC-RULE-52, WC-OFIELD-02."""
    own, new = GAME.set_up(GAME.scenario("low_stane")), brought("low_stane", red="ferry_watch")
    assert isinstance(own, Battle)
    assert (new.sides[0].edge, new.sides[0].rally_points) == (own.sides[0].edge, own.sides[0].rally_points)
    assert new.sides[0].general_name == "Reeve Hallgerd"
    assert [unit.name for unit in new.units if unit.side == "blue"] == ["Clansmen", "Javelin lads"]


def test_the_smaller_army_begins_with_the_difference():
    """WC-RULE-52, WC-OFIELD-05: 1745 points against 1008 give 737; within a tenth nobody gets anything."""
    battle = brought("red_barrow_field", red="heron_towns")
    assert scores(battle) == {"red": 737, "blue": 0}
    assert scores(brought("red_barrow_field", red="salt_road")) == {"red": 0, "blue": 0}
    assert scores(brought("red_barrow_field", red="heron_towns", blue="heron_towns")) == {"red": 0, "blue": 0}


def test_in_a_battle_that_has_begun_the_new_army_deploys_before_the_end_phase():
    """WC-RULE-52, WC-END-01: the Marshfolk stand where they stood."""
    battle = brought("crown_wavers", red="heron_towns")
    assert battle.unit("oath_sworn").fleeing
    referee = Live([], SealedDice("deploy"), lambda question: question.options[0])
    steps = []
    while battle.step != "begin_end":
        steps.append(battle.step)
        play_on(referee, battle)
    assert steps == ["rally_points", "roll_off", *["deploy"] * 7]
    assert (battle.turn, battle.advantage) == (3, "blue")
    assert all(unit.where == "table" and unit.y >= 3800 for unit in battle.units if unit.side == "red")


def changed(**changes: Any) -> dict[str, Any]:
    force = FORCES["ferry_watch"]
    unit = {**force["units"][0], **changes.pop("unit", {})}
    return {**force, "units": [unit, *force["units"][1:]], **changes}


@pytest.mark.parametrize(
    ("force", "named"),
    [
        (changed(genral="Reeve"), "genral"),
        (changed(unit={"modles": 18}), r"modles.*units"),
        (changed(unit={"weapons": ["spoons"]}), r"spoons.*units"),
        (changed(unit={"models": 7}), "Ferry spears"),
        (changed(unit={"general": False}), "exactly one general"),
        (changed(unit={"formation": "skirmish"}), "at most half"),
        (changed(unit={"at": [[3, 3]]}), "Ferry spears.*at is for a scenario"),
        (changed(unit={"left": [9]}), "Ferry spears.*left is for a scenario"),
        (changed(unit={"fleeing": True}), "Ferry spears.*fleeing is for a scenario"),
        (changed(sip=4), "sip"),
    ],
)
def test_a_force_with_a_mistake_is_refused_with_its_file_and_place(force, named):
    """WC-OFIELD-04, WC-RULE-52."""
    with pytest.raises(ScenarioError, match=named) as caught:
        brought("low_stane", red=force)
    assert str(caught.value).startswith("red.toml")


def test_there_is_no_third_side():
    """WC-RULE-52."""
    with pytest.raises(NotFound, match="green"):
        brought("low_stane", green="ferry_watch")


def test_a_roster_that_lacks_one_army_is_completed_by_hand():
    """WC-COMP-01, WC-RULE-52: the companion has one army from a file and asks for the other."""
    battle = brought("companion_roster", blue="ferry_watch")
    assert battle.step == "roster"
    assert brought("companion_roster", red="heron_towns", blue="ferry_watch").step == "strategy"


def test_scenario_and_force_files_may_say_which_game_they_are_for():
    """What `grognard check` asks for."""
    assert GAME.set_up({"game": "war_and_conquest", **GAME.scenario("low_stane")}).side_ids() == ["red", "blue"]
    assert GAME.check_force(FORCES["heron_towns"], "heron.toml")[0].startswith("Heron towns: 1008 points")
