"""The drawing and the worth of a battle."""

from collections import Counter

from grognard.games.fearful_odds.battle import Order
from grognard.games.fearful_odds.scene import scene
from grognard.games.fearful_odds.worth import worth
from grognard.kernel.battle import Outcome

from .build import MIDDLE, a_battle, a_field, a_leader, a_scenario, a_unit


def test_everybody_sees_everything():
    """FO-RULE-73."""
    battle = a_scenario("water_gate")

    assert scene(battle, "red") == scene(battle, "blue") == scene(battle, None)


def test_a_counter_shows_strength_order_facing_and_who_stands_with_it():
    """FO-STAT-01, FO-STAT-11, FO-STAT-13."""
    unit = a_unit("spears", sp=5, sp_start=8, order="disorder", at=MIDDLE, facing=1)
    drawn = scene(a_battle(unit, a_leader(at=MIDDLE)), None)
    token = next(token for token in drawn.tokens if token.id == "spears")

    assert (token.strength, token.facing, token.stack) == ("5", 0, ["leader"])
    assert [mark.letter for mark in token.marks] == ["D"]
    assert len(drawn.ground) == 81
    assert drawn.unit == "hex"


def test_hexsides_are_drawn_as_lines():
    """FO-RULE-67."""
    drawn = scene(a_scenario("long_acre"), None)

    assert {ground.name for ground in drawn.ground if ground.shape.kind == "line"} == {"stream", "ford", "the hill"}


def test_what_must_be_held_is_outlined_and_said():
    """FO-RULE-14: the two herds of Withy Mere, and how long they have been held."""
    battle = a_scenario("withy_mere")
    drawn = scene(battle, None)
    sides = [ground for ground in drawn.ground if ground.look == "objective"]

    assert len(sides) == 2 * 10  # round two hexes, twice
    assert {(ground.name, ground.about) for ground in sides} == {
        ("cattle", "the cattle are driven home: 1 unit there, no enemy, in 2 Victory Checks running")
    }
    ends = Counter(point for ground in sides for point in ground.shape.points)
    assert set(ends.values()) == {2}  # closed lines
    assert drawn.notes == [
        "Whoever wins when the cattle are driven home: 1 unit there, no enemy, in 2 Victory Checks running"
    ]
    battle.sides[1].aims["the cattle are driven home"] = 1
    assert scene(battle, None).notes[1] == "Skerry Reavers held so in 1 Victory Check"


def test_edges_of_the_map_are_not_outlined():
    """FO-RULE-14: of the town at the Water Gate, and of the bank behind the river."""
    drawn = scene(a_scenario("water_gate"), None)
    points = [point for ground in drawn.ground if ground.look == "objective" for point in ground.shape.points]

    assert min(y for _, y in points) > 0.1
    assert len({ground.about for ground in drawn.ground if ground.look == "objective"}) == 2


def test_the_ground_is_drawn_once_for_each_map():
    """A bridge that is cut makes another map."""
    whole, cut = (a_battle(field=a_field(ground={5: kind})) for kind in ("bridge", "river"))
    first, second = scene(whole, None).ground, scene(whole, "red").ground

    assert first[0] is second[0]
    assert first is not second
    assert (first[5].look, scene(cut, None).ground[5].look) == ("bridge", "water")


def test_losses_disorder_and_defeat_are_worth_less():
    """FO-RULE-71."""
    unit = a_unit(sp=8, at=MIDDLE)
    battle = a_battle(unit, a_unit("foe", "blue", sp=8, at=0), kind="")
    whole = worth(battle, "red")
    assert whole == -worth(battle, "blue")
    unit.order = Order.DISORDER
    shaken = worth(battle, "red")
    unit.strength = 5
    assert worth(battle, "red") < shaken < whole
    battle.outcome = Outcome("blue", "", "FO-RULE-71")
    assert worth(battle, "red") < -100
