"""What the computer opponent knows: every good thing is worth something, every bad one costs."""

import pytest

from grognard.games.en_garde.battle import Battle, Morale, Prize, Wound
from grognard.games.en_garde.worth import worth
from grognard.kernel.battle import Outcome
from tests.games.en_garde.build import a_battle, a_figure, a_foe


def a_skirmish() -> Battle:
    return a_battle(
        a_figure(points=20, missiles=["musket"]), a_foe(points=20), prizes=(Prize("satchel", 2400, 1800, 60, 30),)
    )


def test_one_sides_gain_is_the_others_loss() -> None:
    """EG-RULE-71: two sides, one sum."""
    battle = a_skirmish()
    assert worth(battle, "red") == pytest.approx(-worth(battle, "blue"))


@pytest.mark.parametrize("wound", [Wound.LIGHT, Wound.GRIEVOUS])
def test_a_wound_costs_its_bearer(wound: Wound) -> None:
    """EG-WOUND-03, EG-WOUND-04."""
    battle, hurt = a_skirmish(), a_skirmish()
    hurt.figures["odo"].wound = wound
    assert worth(hurt, "red") > worth(battle, "red")


def test_stuns_empty_weapons_and_low_morale_cost() -> None:
    """EG-WOUND-02, EG-RULE-24, EG-RULE-57."""
    battle = a_skirmish()
    stunned, empty, wavering, routing = (battle.copy() for _ in range(4))
    stunned.figures["anne"].stuns = 1
    empty.figures["anne"].reloads = {"musket": 1}
    wavering.side("red").morale, routing.side("red").morale = Morale.WAVERING, Morale.ROUTING
    for worse in (stunned, empty, wavering, routing):
        assert worth(worse, "red") < worth(battle, "red")
    assert worth(routing, "red") < worth(wavering, "red")


def test_the_prize_is_worth_having_and_victory_most() -> None:
    """EG-RULE-71."""
    battle = a_skirmish()
    carrying = battle.copy()
    carrying.figures["anne"].carries, carrying.lying = "satchel", {}
    assert worth(carrying, "red") > worth(battle, "red")
    battle.outcome = Outcome("red", "won", "EG-RULE-71", {"red": 10, "blue": 0})
    assert worth(battle, "red") > 500 > -500 > worth(battle, "blue")
