"""Length and victory."""

from fractions import Fraction

import pytest

from grognard.games.en_garde.battle import Battle, Figure, Prize, Wound
from grognard.games.en_garde.victory import check_end, concede, decide, goes_on, points_for
from grognard.kernel.chains import chain
from grognard.kernel.referee import Referee
from tests.games.en_garde.build import a_battle, a_figure, a_foe, is_over
from tests.script import scripted


@pytest.mark.parametrize(
    ("turn", "dice", "expected"),
    [(5, [], True), (6, [4], True), (6, [3], False), (7, [4], True), (7, [3], False), (8, [], False)],
)
def test_from_turn_six_a_die_decides_and_eight_is_the_last(turn: int, dice: list[int], expected: bool) -> None:
    """EG-RULE-72, EG-TURN-05."""
    with scripted(dice=dice) as referee:
        assert goes_on(referee, turn, "red") is expected


def test_how_long_a_battle_lasts() -> None:
    """EG-RULE-72: a half, a quarter, a quarter."""

    def one_turn(referee: Referee, turn: int) -> int:
        return turn + 1 if goes_on(referee, turn, "red") else turn + 100

    ends = chain(one_turn, 1, over=lambda turn: turn > 100).map(lambda key: key.situation - 100)
    assert dict(ends.items()) == {6: Fraction(1, 2), 7: Fraction(1, 4), 8: Fraction(1, 4)}


def test_a_fixed_length_needs_no_die() -> None:
    """EG-RULE-72 as the scenario has it."""
    battle = a_battle(a_figure(), a_foe(), turn=3, field={"turns": 4})
    with scripted() as referee:
        check_end(referee, battle)
        assert not is_over(battle)
        battle.turn = 4
        check_end(referee, battle)
    assert battle.outcome is not None
    assert "4 turns are over" in battle.outcome.reason


def test_it_is_over_when_a_side_has_nobody_left() -> None:
    """EG-RULE-72, EG-TURN-01."""
    battle = a_battle(a_figure(), a_foe(wound=Wound.DEAD))
    with scripted() as referee:
        check_end(referee, battle)
    assert battle.outcome is not None
    assert battle.outcome.winner == "red"
    assert battle.outcome.reason.startswith("a side has nobody left")


def a_butcher_s_bill() -> Battle:
    dead, fled, hurt = (
        a_foe("dead", wound=Wound.DEAD, points=20),
        a_foe("fled", points=11),
        a_foe("hurt", wound=Wound.GRIEVOUS, points=15),
    )
    fled.left_table, fled.standing = "fled", False
    return a_battle(a_figure(points=30, wound=Wound.LIGHT), dead, fled, hurt)


def test_points_for_the_killed_the_fled_and_half_for_the_grievously_wounded() -> None:
    """EG-RULE-71: 20 + 11 + 7 (rounded down); a Light wound is worth nothing."""
    battle = a_butcher_s_bill()
    assert (points_for(battle, "red"), points_for(battle, "blue")) == (38, 0)


def test_points_for_a_prize_held_or_carried_off() -> None:
    """EG-RULE-71, scenario B: 30 for holding it at the end, 60 for carrying it off; its carrier counts neither as killed nor as fled."""
    anne, odo = a_figure(points=40), a_foe()
    battle = a_battle(anne, odo, prizes=(Prize("satchel", 0, 0, 60, 30),))
    anne.carries = "satchel"
    assert points_for(battle, "red") == 30
    anne.left_table, anne.standing, battle.side("red").scored = "carried", False, 60
    assert (points_for(battle, "red"), points_for(battle, "blue")) == (60, 0)


def decided(battle: Battle) -> tuple[str, str]:
    with scripted() as referee:
        decide(referee, battle, "it is over")
    assert battle.outcome is not None
    assert battle.outcome.rule == "EG-RULE-71"
    return battle.outcome.winner, battle.outcome.reason


@pytest.mark.parametrize(("points", "winner"), [(9, ""), (10, "red")])
def test_a_lead_under_a_tenth_is_a_draw(points: int, winner: str) -> None:
    """EG-RULE-71: of the larger side's starting points, here 100."""
    battle = a_battle(a_figure(points=100), a_foe(wound=Wound.DEAD, points=points), a_foe("jan", points=100 - points))
    assert decided(battle)[0] == winner


def holding(*figures: Figure) -> Battle:
    return a_battle(*figures, field={"victory": "hold", "spot": (1200, 1200), "spot_reach": 300})


def test_whoever_holds_the_spot_with_more_models_wins() -> None:
    """EG-RULE-71: scenario objectives as stated; within 3 inches, exactly 3 included."""
    anne, tam, odo = a_figure(at=(15.5, 12)), a_figure("tam", at=(12, 12)), a_foe(at=(12, 13.5))
    assert decided(holding(anne, tam, odo))[0] == "red"
    anne.x = 1552
    assert decided(holding(anne, tam, odo))[0] == ""  # one each, and points are level
    tam.standing = False
    assert decided(holding(anne, tam, odo))[0] == "blue"


def storming(*figures: Figure) -> Battle:
    return a_battle(*figures, field={"victory": "storm", "area": (1600, 2000, 3200, 3200), "attacker": "blue"})


def test_a_redoubt_falls_to_more_models_inside() -> None:
    """EG-RULE-71, scenario C: the defender wins otherwise; with nobody left to defend it, it has fallen."""
    inside, outside, raider = a_figure(at=(20, 25)), a_figure("tam", at=(5, 5)), a_foe(at=(21, 28))
    assert decided(storming(inside, outside, raider))[0] == "red"
    assert decided(storming(outside, raider))[0] == "blue"
    raider.x = 100
    assert decided(storming(outside, raider))[0] == "red"
    outside.standing = False
    assert decided(storming(outside, raider))[0] == "blue"


def test_a_rout_may_concede() -> None:
    """EG-RULE-57: rout = concede."""
    battle = a_battle(a_figure(), a_foe())
    concede(battle, "blue")
    assert battle.outcome is not None
    assert (battle.outcome.winner, battle.outcome.rule) == ("red", "EG-RULE-57")
