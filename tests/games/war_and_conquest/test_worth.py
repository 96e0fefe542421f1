"""What the computer opponents think of a position."""

from typing import Any

from grognard.games.war_and_conquest import GAME
from grognard.games.war_and_conquest.battle import Blow, Face, Fray, Objective, Run, Unit
from grognard.games.war_and_conquest.contact import touch
from grognard.games.war_and_conquest.worth import worth
from grognard.ground.shapes import Polygon
from grognard.ground.terrain import Feature
from grognard.kernel.battle import Outcome
from tests.games.war_and_conquest.build import a_battle, a_charge, a_unit, with_general


def spears(name: str = "spears", side: str = "red", **given: Any) -> Unit:
    return a_unit(name, side, cost=300, **{"x": 3600, "y": 2000, **given})


def test_what_is_good_for_one_side_is_bad_for_the_other():
    battle = GAME.set_up(GAME.scenario("crown_wavers"))
    assert GAME.worth(battle, "red") == -GAME.worth(battle, "blue")


def test_losses_flight_disorder_and_the_generals_fall_all_cost():
    best = worth(with_general(a_battle(spears()), spears()), "red")
    assert worth(with_general(a_battle(spears(models=20, start=24)), spears()), "red") < best
    assert (
        worth(with_general(a_battle(spears(fleeing=True)), spears()), "red")
        < worth(with_general(a_battle(spears(disordered=True)), spears()), "red")
        < best
    )
    assert worth(with_general(a_battle(spears()), spears(), "slain"), "red") < best


def test_a_flank_is_worth_more_than_a_front():
    def fought(face: Face) -> float:
        mine, theirs = spears(), spears("theirs", "blue")
        battle = a_battle(mine, theirs)
        touch(battle, mine, theirs, "front", face)
        return worth(battle, "red")

    assert fought("rear") > fought("left") > fought("front")


def test_a_charge_that_gets_there_is_worth_declaring_and_one_that_does_not_is_not():
    def declared(gap: int, face: Face = "front") -> float:
        mine, theirs = spears(ca=4, ka=4), spears("theirs", "blue", y=2500, facing=180)
        return worth(a_battle(mine, theirs, charges=[a_charge(mine, theirs, gap, face=face)]), "red")

    idle = worth(a_battle(spears(ca=4, ka=4), spears("theirs", "blue", y=2500, facing=180)), "red")
    assert declared(500, "rear") > declared(500) > idle > declared(2500)


def test_points_are_there_to_be_bid_and_runaways_to_be_caught():
    bold, shy = (
        a_battle(spears(), step="strategy_roll", bids=[1, 0]),
        a_battle(spears(), step="strategy_roll", bids=[0, 0]),
    )
    shy.sides[0].sip = 1
    assert worth(bold, "red") > worth(shy, "red") - 12
    held = a_battle(spears(), spears("prey", "blue", broke=True), runs=[Run("prey")])
    chased = a_battle(spears(), spears("prey", "blue", broke=True), runs=[Run("prey", ("spears",))])
    assert worth(chased, "red") > worth(held, "red")


def test_dice_are_dealt_to_whom_they_kill():
    """WC-OFIGHT-09: nothing has been thrown yet when they are divided."""
    mine = spears()
    naked, plated = spears("naked", "blue", av=0), spears("plated", "blue", av=5)

    def dealt(first: int) -> float:
        battle = a_battle(mine, naked, plated)
        blows = [Blow("spears", "naked", "front", first), Blow("spears", "plated", "front", 8 - first)]
        battle.frays = [Fray(["spears", "naked", "plated"], blows)]
        return worth(battle, "red")

    assert dealt(8) > dealt(4) > dealt(0) > worth(a_battle(mine, naked, plated), "red")


def test_it_pays_to_go_where_the_scenario_is_decided():
    objective = Objective("models near", (3600, 3000), 600)
    assert worth(a_battle(spears(y=2800), objective=objective), "red") > worth(
        a_battle(spears(y=1000), objective=objective), "red"
    )


def test_ground_to_hold_may_have_any_shape():
    """WC-RULE-47: a hill is held by whoever stands on it; it need not be a rectangle."""
    hill = Feature("hill", Polygon(((3000, 2600), (4200, 2600), (3600, 3600))), "hill")
    given: dict[str, Any] = {"objective": Objective("hold alone", feature="hill"), "features": [hill]}
    assert worth(a_battle(spears(y=2800), **given), "red") > worth(a_battle(spears(y=1000), **given), "red")


def test_facing_the_enemy_is_better_than_showing_him_a_flank():
    foe = spears("foe", "blue", y=3000, facing=180)
    assert worth(a_battle(spears(facing=0), foe), "red") > worth(a_battle(spears(facing=90), foe), "red")


def test_a_won_battle_is_worth_most():
    battle = a_battle(spears(), outcome=Outcome("red", "won", "WC-OFIELD-05", {"red": 10, "blue": 0}))
    assert worth(battle, "red") > 9000 > -9000 > worth(battle, "blue")
