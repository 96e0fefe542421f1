"""Initiative: the score, its ties, and how it changes in mid-combat."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from typing import Any

from grognard.games.en_garde.battle import Battle, Fight, Fighter, Figure, Wound
from grognard.games.en_garde.initiative import in_order, initiative_score, roll_initiative
from grognard.kernel.odds import odds
from grognard.kernel.referee import Referee
from tests.games.en_garde.build import a_battle, a_figure, a_foe
from tests.script import scripted


def fighting(
    blade: str, pistols: Iterable[str] = (), first_round: bool = True, name: str = "anne", die: int = 0
) -> Fighter:
    return Fighter(name, blade, list(pistols), "red", die=die, first_round=first_round)


def score(figure: Figure, fighter: Fighter, **options: Any) -> int:
    return initiative_score(a_battle(figure, **options), fighter)


def test_the_score_is_die_and_initiative_and_weapon() -> None:
    """EG-RULE-35, EG-CHAR-03, EG-COMBAT-04: 4 + 3 + 2 for a spear."""
    assert score(a_figure(initiative=3), fighting("spear", die=4)) == 9


def test_wounds_and_stuns_slow_the_arm() -> None:
    """EG-RULE-35: less 2 for a Grievous wound and 1 for a stun."""
    hurt = a_figure(initiative=3, wound=Wound.GRIEVOUS, stuns=1)
    assert score(hurt, fighting("sword", die=4)) == 4
    assert score(a_figure(initiative=3, stuns=2), fighting("sword", die=4), second_stun="cumulative") == 5


def test_a_noted_pistol_counts_until_it_is_fired() -> None:
    """EG-RULE-42, EG-CCW-13: +5 instead of the blade's own modifier."""
    assert score(a_figure(), fighting("dagger", ["pistol"], die=1)) == 6
    assert score(a_figure(), fighting("dagger", die=1)) == 0


def test_a_pike_is_quick_once() -> None:
    """EG-CCW-08, EG-RULE-43."""
    assert score(a_figure(), fighting("pike", die=3)) == 6
    assert score(a_figure(), fighting("pike", die=3, first_round=False)) == 0


def test_a_lance_on_foot_by_both_readings() -> None:
    """EG-RULE-45."""
    assert score(a_figure(), fighting("lance", die=3)) == 5
    assert score(a_figure(), fighting("lance", die=3), lance_on_foot="nothing") == 3


def a_fight(*fighters: Fighter) -> Fight:
    return Fight(list(fighters), [], {})


def test_everybody_rolls_once_and_the_highest_strikes_first() -> None:
    """EG-RULE-35, EG-COMBAT-05."""
    anne, odo = a_figure(initiative=1), a_foe(initiative=2)
    fight = a_fight(fighting("sword"), fighting("sword", name="odo"))

    with scripted(dice=[5, 3]) as referee:
        battle = a_battle(anne, odo)
        roll_initiative(referee, battle, fight)
        assert [fighter.id for fighter in in_order(referee, battle, fight)] == ["anne", "odo"]


def test_a_tie_goes_to_the_higher_characteristic() -> None:
    """EG-RULE-35: the unmodified one, whatever wounds have done to it."""
    anne, odo = a_figure(initiative=1), a_foe(initiative=3, wound=Wound.LIGHT)
    fight = a_fight(fighting("sword", die=4), fighting("sword", name="odo", die=3))

    with scripted() as referee:
        assert [fighter.id for fighter in in_order(referee, a_battle(anne, odo), fight)] == ["odo", "anne"]


def test_a_dead_heat_is_rolled_off_and_the_roll_off_is_kept() -> None:
    """EG-RULE-35: D6 each, rolled again while level; the next cycle does not roll again."""
    fight = a_fight(fighting("sword", die=4), fighting("sword", name="odo", die=4))
    battle = a_battle(a_figure(), a_foe())

    with scripted(dice=[2, 2, 3, 5]) as referee:
        assert [fighter.id for fighter in in_order(referee, battle, fight)] == ["odo", "anne"]
        assert [fighter.id for fighter in in_order(referee, battle, fight)] == ["odo", "anne"]


def test_those_who_were_told_apart_from_others_roll_off_when_they_meet() -> None:
    """EG-RULE-35: Anne has beaten Odo, and Tam has beaten Nock; when a wound brings Anne level with Nock, neither has beaten the other."""
    figures = [a_figure(), a_foe(), a_figure("tam"), a_foe("nock")]
    dice = {"anne": 4, "odo": 4, "tam": 3, "nock": 3}
    fight = a_fight(*(fighting("sword", name=name, die=die) for name, die in dice.items()))
    battle = a_battle(*figures)

    with scripted(dice=[6, 1, 6, 1]) as referee:
        assert [fighter.id for fighter in in_order(referee, battle, fight)] == ["anne", "odo", "tam", "nock"]
    figures[0].wound = Wound.LIGHT
    with scripted(dice=[2, 1, 5]) as referee:
        assert [fighter.id for fighter in in_order(referee, battle, fight)] == ["odo", "nock", "anne", "tam"]
    with scripted() as referee:
        assert [fighter.id for fighter in in_order(referee, battle, fight)] == ["odo", "nock", "anne", "tam"]


def test_the_odds_of_striking_first_are_those_of_36_ways_to_fall() -> None:
    """EG-RULE-35: sword and Initiative 3 against spear and Initiative 1: level after equal dice, and then the characteristic decides."""
    anne, odo = a_figure(initiative=3), a_foe(initiative=1)

    def first(referee: Referee, battle: Battle) -> str:
        fight = a_fight(fighting("sword"), fighting("spear", name="odo"))
        roll_initiative(referee, battle, fight)
        return in_order(referee, battle, fight)[0].id

    counted = sum(3 + one >= 3 + two for one, two in product(range(1, 7), repeat=2))
    assert odds(first, a_battle(anne, odo))["anne"] == Fraction(counted, 36)


def test_equals_are_first_half_of_the_time() -> None:
    """EG-RULE-35: a roll-off that may go on for ever is counted exactly."""

    def first(referee: Referee, battle: Battle) -> str:
        fight = a_fight(fighting("sword"), fighting("sword", name="odo"))
        roll_initiative(referee, battle, fight)
        return in_order(referee, battle, fight)[0].id

    assert odds(first, a_battle(a_figure(), a_foe()))["anne"] == Fraction(1, 2)
