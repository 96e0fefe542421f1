"""Mana: recovery, reserve, elements, and what a magician's card may say."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from grognard.games.confrontation.battle import Battle, Fighter, Special, Table
from grognard.games.confrontation.mana import (
    OPPOSITES,
    RECOVERY,
    Recovery,
    check_spells,
    intensity_limit,
    magicians,
    may_know,
    pay,
    recover,
    reserve,
    start,
    start_gems,
)
from grognard.games.confrontation.profile import ELEMENTS
from grognard.games.confrontation.tests_of_skill import careful
from grognard.ground.shapes import Disc
from grognard.ground.terrain import Feature
from grognard.kernel.choice import Option, Question
from grognard.kernel.odds import outcomes_of
from tests.games.confrontation.mystics import a_battle, a_fighter, a_mage, gems, touching
from tests.script import scripted


def keep(question: Question) -> Option | str:
    answer: Option = careful(question)
    return answer


# Recovery


ROWS = ((-3, 0, 1), (1, 3, 2), (4, 6, 3), (7, 9, 4), (10, 12, 5), (13, 15, 6), (16, 18, 7), (19, 21, 8), (22, 40, 9))


@pytest.mark.parametrize(("lowest", "highest", "initiate"), ROWS)
def test_the_table_gives_each_rank_one_gem_more_than_the_rank_below(lowest: int, highest: int, initiate: int) -> None:
    """C3-MANA-01: every row of the table, all four columns."""
    for result in (lowest, highest):
        row = [RECOVERY[rank][result] for rank in ("initiate", "adept", "master", "virtuoso")]
        assert row == [initiate, initiate + 1, initiate + 2, initiate + 3]


def test_an_adept_of_power_four_rolls_a_three_and_recovers_five_gems() -> None:
    """C3-MANA-01: 4 + 3 is the row 7-9."""
    ysolde = a_mage(elements=("fire",))
    with scripted(dice=[3]) as referee:
        assert recover(referee, a_battle(ysolde), ysolde).gems == 5
    assert ysolde.gems == gems(fire=5)


def test_a_natural_one_recovers_nothing() -> None:
    """C3-MANA-02."""
    ysolde = a_mage(elements=("fire",))
    with scripted(dice=[1]) as referee:
        came = recover(referee, a_battle(ysolde), ysolde)
    assert came.roll.failed
    assert (came.gems, sum(ysolde.gems)) == (0, 0)


def test_a_spoiled_six_recovers_nothing_either() -> None:
    """C3-MANA-02: the 6 is rolled again and a 1 comes up."""
    ysolde = a_mage(elements=("fire",))
    with scripted(dice=[6, 1], answers=["push"]) as referee:
        assert recover(referee, a_battle(ysolde), ysolde).gems == 0


def test_a_calculated_zero_does_not_fail_but_has_its_own_row() -> None:
    """C3-MANA-02, C3-RULE-03: POW 0 in rout and a 2 make 0, which is worth one gem to an Initiate."""
    apprentice = a_mage(power=0, rank="initiate", elements=("air",), routed=True)
    with scripted(dice=[2]) as referee:
        came = recover(referee, a_battle(apprentice), apprentice)
    assert (came.roll.failed, came.roll.total, came.gems) == (False, 0, 1)


def test_rout_takes_two_from_the_recovery_roll() -> None:
    """C3-ROUT-06: 4 + 3 - 2 is 5, row 4-6."""
    ysolde = a_mage(elements=("fire",), routed=True)
    with scripted(dice=[3]) as referee:
        came = recover(referee, a_battle(ysolde), ysolde)
    assert (came.roll.total, came.gems) == (5, 4)


def test_a_pure_mage_in_melee_recovers_one_gem_less() -> None:
    """C3-MANA-06."""
    ysolde = a_mage(elements=("fire",))
    battle = a_battle(ysolde)
    battle.fighters.append(touching(ysolde))
    with scripted(dice=[3]) as referee:
        assert recover(referee, battle, ysolde).gems == 4


@pytest.mark.parametrize("spared", [{"kind": "warrior_mage"}, {"path": "hermeticism"}, {"path": "necromancy"}])
def test_warrior_mages_hermetics_and_necromancers_lose_no_gem_in_melee(spared: dict[str, Any]) -> None:
    """C3-MANA-07."""
    mage = a_mage(elements=("fire",), **spared)
    battle = a_battle(mage)
    battle.fighters.append(touching(mage))
    with scripted(dice=[3]) as referee:
        assert recover(referee, battle, mage).gems == 5


def test_a_failed_roll_in_melee_does_not_cost_a_gem() -> None:
    """C3-MANA-02, C3-MANA-06: nothing less one is still nothing."""
    ysolde = a_mage(elements=("fire",), gems=gems(fire=2))
    battle = a_battle(ysolde)
    battle.fighters.append(touching(ysolde))
    with scripted(dice=[1]) as referee:
        assert recover(referee, battle, ysolde).gems == 0
    assert ysolde.gems == gems(fire=2)


def test_the_shrine_gives_one_gem_more_to_whoever_stands_on_it() -> None:
    """C3-MANA-01, C3-RULE-83: the centre of the base lies on the shrine."""
    shrine = Feature("shrine", Disc(3000, 3000, 1000))
    silt, far = a_mage("silt", elements=("water",)), a_mage("far", elements=("water",), x=5000, y=5000)
    battle = a_battle(silt, far, table=Table(9000, 9000, (shrine,)), special=Special(shrine="shrine"))
    with scripted(dice=[3, 3]) as referee:
        assert recover(referee, battle, silt).gems == 6
        assert recover(referee, battle, far).gems == 5


def test_the_odds_of_recovery_are_those_of_the_page() -> None:
    """C3-MANA-01: an Initiate of POW 3 gets 0, 3 or 4 gems."""
    mage = a_mage(power=3, rank="initiate", elements=("fire",))

    def seen(came: Recovery, battle: Battle, fighter: Fighter) -> int:
        return came.gems

    chances = outcomes_of(recover, a_battle(mage), mage, see=seen, policy=keep)
    assert dict(chances.items()) == {0: Fraction(1, 6), 3: Fraction(1, 3), 4: Fraction(1, 2)}


# Limits and elements


def test_a_magician_starts_with_power_gems_of_elements_of_his_choice() -> None:
    """C3-MANA-03, C3-RULE-60, C3-RULE-65: four gems, light and fire as the owner likes."""
    ysolde = a_mage(elements=("light", "fire"))
    with scripted(answers=["3 light"]) as referee:
        start(referee, a_battle(ysolde), ysolde)
    assert ysolde.gems == gems(light=3, fire=1)


def test_gems_are_chosen_element_by_element() -> None:
    """C3-RULE-65, C3-ELEM-01: of three elements two questions are enough."""
    mage = a_mage(elements=("air", "water", "darkness"))
    with scripted(answers=["1 air", "1 water"]) as referee:
        start(referee, a_battle(mage), mage)
    assert mage.gems == gems(air=1, water=1, darkness=2)


def test_the_reserve_never_holds_more_than_twice_the_power() -> None:
    """C3-MANA-04: five come, three fit, the surplus is lost."""
    ysolde = a_mage(elements=("fire",), gems=gems(fire=5))
    with scripted(dice=[3]) as referee:
        came = recover(referee, a_battle(ysolde), ysolde)
    assert (came.gems, came.kept, sum(ysolde.gems)) == (5, 3, 8)


def test_a_full_reserve_asks_nothing() -> None:
    """C3-MANA-04, C3-RULE-65: nothing fits, so there is nothing to choose."""
    ysolde = a_mage(elements=("light", "fire"), gems=gems(fire=8))
    with scripted(dice=[5]) as referee:
        assert recover(referee, a_battle(ysolde), ysolde).kept == 0


def test_limits_follow_power() -> None:
    """C3-MANA-03, C3-MANA-04, C3-MANA-05."""
    assert (start_gems(4), reserve(4), intensity_limit(4)) == (4, 8, 8)
    assert may_know(4, [2, 1, 1, 3, 1])
    assert not may_know(4, [2, 1, 1, 3, 2])


def test_paying_asks_which_gems_only_where_there_is_a_choice() -> None:
    """C3-RULE-65: an Instinctive spell may be paid with any gem."""
    mage = a_mage(gems=gems(fire=2, earth=1))
    with scripted(answers=["1 fire"]) as referee:
        assert pay(referee, mage, 2, ELEMENTS, "gems", rule="C3-RULE-65") == gems(fire=1, earth=1)
    assert mage.gems == gems(fire=1)
    with scripted() as referee:
        pay(referee, mage, 1, ("fire",), "gems", rule="C3-RULE-65")
    assert mage.gems == gems()


def test_opposites_are_those_of_the_reconstructed_legend() -> None:
    """C3-ELEM-02, C3-RULE-64: Darkness absorbs all but Darkness and Instinctive; all others absorb Darkness."""
    assert OPPOSITES == {
        "light": ("darkness",),
        "air": ("earth", "darkness"),
        "water": ("fire", "darkness"),
        "fire": ("water", "darkness"),
        "earth": ("air", "darkness"),
        "darkness": ("light", "air", "water", "fire", "earth"),
        "instinctive": (),
    }


def test_only_magicians_on_the_table_are_magicians() -> None:
    """C3-STAT-08: POW makes a magician."""
    ysolde, dead, odo = a_mage(), a_mage("dead", gone="killed"), a_fighter()
    battle = a_battle(ysolde, dead, odo)
    assert magicians(battle) == [ysolde]
    assert magicians(battle, "blue") == []


# Cards


@pytest.mark.parametrize(
    ("card", "fault"),
    [
        ({"power": 0}, "no POW"),
        ({"rank": "veteran"}, "rank 'veteran'"),
        ({"elements": ()}, "no element"),
        ({"elements": ("fire", "cheese")}, "cheese"),
        ({"spells": ("emberlance", "fireball")}, "'fireball'"),
        ({"spells": ("emberlance", "emberlance")}, "twice"),
        ({"spells": ("emberlance", "stoneblood"), "elements": ("fire",)}, "does not master earth"),
        ({"power": 1, "spells": ("furnace_bloom",)}, "intensity 3"),
    ],
)
def test_a_card_that_breaks_the_rules_says_why(card: dict[str, Any], fault: str) -> None:
    """C3-MANA-05, C3-RULE-94: intensities within POW x 2, only mastered elements."""
    assert fault in str(check_spells(a_mage(**{"spells": ("emberlance",)} | card).profile))


def test_ysoldes_card_is_in_order() -> None:
    """C3-MANA-05, C3-RULE-94: intensity 8 of 8, and an Instinctive spell needs no element."""
    spells = ("lamplight_ward", "searing_noon", "emberlance", "furnace_bloom", "spark_of_will")
    ysolde = a_mage(elements=("light", "fire"), spells=spells).profile
    assert check_spells(ysolde) is None
    assert check_spells(msgspec.structs.replace(ysolde, power=3)) is not None
    assert check_spells(a_fighter().profile) is None
