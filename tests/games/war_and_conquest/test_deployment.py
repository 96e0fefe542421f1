"""Before the battle."""

from typing import Any

import pytest

from grognard.errors import IllegalChoice
from grognard.games.war_and_conquest.battle import Unit
from grognard.games.war_and_conquest.deployment import Deployment, deploy_next, mark_rally_points, roll_off
from grognard.kernel.choice import read_spot
from tests.games.war_and_conquest.build import a_battle, a_unit
from tests.script import scripted


def waiting(name: str, side: str = "red", **given: Any) -> Unit:
    return a_unit(name, side, where="reserve", **given)


def test_each_army_marks_two_rally_points_on_its_own_edge():
    """WC-OFIELD-02: any place along it."""
    battle = a_battle(step="rally_points")
    for side in battle.sides:
        side.rally_points = []
    with scripted(answers=["9", "27.5", "18", "54"]) as referee:
        for _ in range(5):
            mark_rally_points(referee, battle)
    assert battle.sides[0].rally_points == [(900, 0), (2750, 0)]
    assert battle.sides[1].rally_points == [(1800, 4800), (5400, 4800)]
    assert battle.step == "roll_off"


def test_the_loser_of_the_roll_off_deploys_first_and_then_they_alternate():
    """WC-OFIELD-01: a tie is rolled again; 2 loses to 5."""
    battle = a_battle(waiting("r1"), waiting("r2"), waiting("b1", "blue"), step="roll_off")
    with scripted(dice=[3, 3, 2, 5]) as referee:
        roll_off(referee, battle)
        roll_off(referee, battle)
    answers = ["deploy r2", "deploy 4.00,10.00 facing 0", "deploy 4.00,38.00 facing 180", "deploy 13.00,10.00 facing 0"]
    with scripted(answers=answers) as referee:
        for _ in range(4):
            deploy_next(referee, battle)
    assert [question.side for question in referee.asked] == ["red", "red", "blue", "red"]
    assert battle.step == "strategy"


@pytest.mark.parametrize("spot", ["deploy 20.00,10.01", "deploy 3.00,9.00", "deploy 40.00,2.00"])
def test_a_unit_stands_wholly_within_its_zone(spot):
    """WC-OFIELD-01: ten inches deep, on the table, ranks included."""
    unit = waiting("unit")
    battle = a_battle(unit)
    with pytest.raises(IllegalChoice) as refusal:
        Deployment(battle, unit, battle.sides[0]).check(read_spot(spot))
    assert refusal.value.rule == "WC-OFIELD-01"


def test_nobody_stands_on_another():
    """WC-OFIELD-01."""
    unit, friend = waiting("unit"), a_unit("friend", x=2000, y=1000)
    battle = a_battle(unit, friend)
    places = Deployment(battle, unit, battle.sides[0])
    assert all(abs(spot.x - 2000) >= 800 for spot in places if spot.y > 700)
    with pytest.raises(IllegalChoice):
        places.check(read_spot("deploy 21.00,10.00"))


def test_a_unit_without_room_waits_off_the_table():
    """WC-RULE-51."""
    unit, wall = waiting("unit"), a_unit("wall", models=700, files=72, x=3600, y=1000)
    battle = a_battle(unit, wall, last_picked="blue", step="deploy")
    with scripted() as referee:
        deploy_next(referee, battle)
    assert (unit.where, unit.y) == ("off", 0)
