"""Counter-magic and absorption: who may answer a spell, at what price, and with what result."""

from typing import Any

import pytest

from grognard.games.confrontation.battle import Battle, Side
from grognard.games.confrontation.countermagic import absorption_cost, after, can_absorb, may_answer, replies
from grognard.games.confrontation.incantation import Casting, incant
from grognard.games.confrontation.options import Options
from grognard.games.confrontation.spells import SPELLS
from tests.games.confrontation.mystics import BASE, NORTH, a_battle, a_fighter, a_mage, gems, touching
from tests.script import scripted

EMBERLANCE = SPELLS["emberlance"]


def duel(referee: object, battle: Battle, spell: str = "emberlance", on: str = "odo") -> Casting:
    return incant(referee, battle, battle.fighters[0], SPELLS[spell], battle.fighter(on))  # type: ignore[arg-type]


def a_duel(fire: int = 1, options: Options | None = None, apart: int = 1000, **silt: Any) -> Battle:
    """Ysolde against Odo, whom Silt may help."""
    mage = a_mage("silt", "blue", **{"power": 5, "gems": gems(earth=2)} | silt)
    return a_battle(a_mage(gems=gems(fire=fire)), mage, a_fighter("odo", res=9), apart=apart, options=options)


# Who may


def test_an_enemy_magician_in_sight_and_range_of_the_caster_may_answer() -> None:
    """C3-CAST-06, C3-RULE-66: LOS and range from counter-mage to caster; the limit is within range."""
    battle = a_duel(apart=3000)
    assert may_answer(battle, battle.fighter("silt"), battle.fighter("ysolde"), EMBERLANCE)
    battle.fighter("silt").y += 1
    assert not may_answer(battle, battle.fighter("silt"), battle.fighter("ysolde"), EMBERLANCE)


@pytest.mark.parametrize(
    "why_not", [{"facing": NORTH}, {"routed": True}, {"sheltering": True}, {"gone": "killed"}, {"power": 0}]
)
def test_who_may_not_answer(why_not: dict[str, Any]) -> None:
    """C3-CAST-06, C3-ROUT-05, C3-RULE-27: no LOS, routed, under cover this round, dead, no magician."""
    battle = a_duel(**why_not)
    assert not may_answer(battle, battle.fighter("silt"), battle.fighter("ysolde"), EMBERLANCE)


def test_nobody_counters_his_own_camp() -> None:
    """C3-CAST-06: only enemy magicians."""
    ysolde, pupil = a_mage(gems=gems(fire=1)), a_mage("pupil", gems=gems(water=3))
    assert not may_answer(a_battle(ysolde, pupil), pupil, ysolde, EMBERLANCE)


def test_a_spell_on_oneself_can_be_countered_only_in_contact() -> None:
    """C3-CAST-06, C3-SPELL-12: its range is the caster himself."""
    battle = a_duel()
    spark = SPELLS["spark_of_will"]
    assert not may_answer(battle, battle.fighter("silt"), battle.fighter("ysolde"), spark)
    battle.fighter("silt").y = battle.fighter("ysolde").y + BASE
    assert may_answer(battle, battle.fighter("silt"), battle.fighter("ysolde"), spark)


def test_without_gems_nobody_is_asked() -> None:
    """C3-CAST-06: there is no gem to spend."""
    battle = a_duel(gems=gems())
    with scripted(dice=[4, 1, 1]) as referee:
        assert duel(referee, battle).outcome == "effect"


# Counter-magic


def test_equal_is_enough_to_cancel() -> None:
    """C3-CAST-06, C3-RULE-66: 4 + 4 against 5 + 3."""
    battle = a_duel()
    with scripted(dice=[4, 3], answers=["counter with silt"]) as referee:
        came = duel(referee, battle)
    assert came == ("countered", (8, False), (8, False))
    assert battle.fighter("silt").gems == gems(earth=1)
    assert battle.fighter("odo").level == 0


def test_one_less_does_not_cancel_and_the_gem_is_gone() -> None:
    """C3-CAST-06, C3-RULE-66."""
    battle = a_duel()
    with scripted(dice=[4, 2, 1, 1], answers=["counter with silt"]) as referee:
        assert duel(referee, battle).outcome == "effect"
    assert battle.fighter("silt").gems == gems(earth=1)


def test_the_gem_is_lost_even_if_the_spell_fails_by_itself() -> None:
    """C3-RULE-66: it was announced before any roll; nothing is rolled against a failure."""
    battle = a_duel()
    with scripted(dice=[1], answers=["counter with silt"]) as referee:
        assert duel(referee, battle) == ("failed", (0, True), None)
    assert battle.fighter("silt").gems == gems(earth=1)


def test_the_gem_may_be_of_any_element_and_the_owner_says_which() -> None:
    """C3-CAST-06."""
    battle = a_duel(gems=gems(earth=1, light=1))
    with scripted(dice=[1], answers=["counter with silt", "0 light"]) as referee:
        duel(referee, battle)
    assert battle.fighter("silt").gems == gems(light=1)


@pytest.mark.parametrize(
    ("card", "outcome"),
    [({}, "effect"), ({"kind": "warrior_mage"}, "countered"), ({"path": "necromancy"}, "countered")],
)
def test_a_counter_mage_in_hand_to_hand_rolls_one_less(card: dict[str, Any], outcome: str) -> None:
    """C3-CAST-06, C3-RULE-68: 5 + 3 - 1 is short of 8, unless he is spared."""
    battle = a_duel(**card)
    battle.fighters.append(touching(battle.fighter("silt")))
    with scripted(dice=[4, 3, 1, 1] if outcome == "effect" else [4, 3], answers=["counter with silt"]) as referee:
        assert duel(referee, battle).outcome == outcome


def test_several_counter_mages_roll_in_turn_each_once() -> None:
    """C3-RULE-66: the first falls short, the second does not; neither is asked twice."""
    battle = a_duel()
    battle.fighters.append(a_mage("tarn", "blue", x=2000, y=4250, gems=gems(air=1)))
    with scripted(dice=[4, 2, 5], answers=["counter with silt", "counter with tarn"]) as referee:
        assert duel(referee, battle).counter == (9, False)
    assert sum(battle.fighter("silt").gems) + sum(battle.fighter("tarn").gems) == 1


def test_letting_a_spell_be_costs_nothing() -> None:
    """C3-RULE-66: the opponent decides."""
    battle = a_duel()
    with scripted(dice=[4, 1, 1], answers=["let it be"]) as referee:
        assert duel(referee, battle).outcome == "effect"
    assert battle.fighter("silt").gems == gems(earth=2)


def test_a_counter_mage_has_no_mastery_dice_unless_the_option_gives_them() -> None:
    """C3-RULE-66, option countermagic_mastery: with a second gem 5 + the better of 1 and 4 cancels 9."""
    battle = a_duel(options=Options(countermagic_mastery="yes"))
    with scripted(dice=[5, 1, 4], answers=["counter with silt", "1 mastery gem"]) as referee:
        assert duel(referee, battle).outcome == "countered"
    assert battle.fighter("silt").gems == gems()


# Absorption


def test_a_fire_spell_is_absorbed_by_water_without_a_roll() -> None:
    """C3-CAST-07, C3-ELEM-02, C3-RULE-67: one gem for Emberlance; no die falls."""
    battle = a_duel(gems=gems(water=2))
    with scripted(answers=["absorb with silt"]) as referee:
        assert duel(referee, battle) == ("absorbed", None, None)
    assert battle.fighter("silt").gems == gems(water=1)
    assert battle.fighter("ysolde").gems == gems()


def test_opposite_elements_may_be_mixed_as_the_owner_likes() -> None:
    """C3-RULE-67: three gems for Furnace Bloom, of water and darkness."""
    battle = a_duel(fire=3, gems=gems(water=2, darkness=2, earth=4))
    with scripted(answers=["absorb with silt", "1 water"]) as referee:
        assert duel(referee, battle, "furnace_bloom").outcome == "absorbed"
    assert battle.fighter("silt").gems == gems(water=1, earth=4)


@pytest.mark.parametrize(
    ("spell", "held", "can"),
    [
        ("searing_noon", gems(water=5, light=5), False),
        ("searing_noon", gems(darkness=2), True),
        ("emberlance", gems(fire=3, earth=3, light=3), False),
        ("borrowed_breath", gems(light=1, earth=1), True),
        ("borrowed_breath", gems(darkness=5), False),
        ("stoneblood", gems(air=1), True),
        ("galehand", gems(earth=1), True),
        ("brookmend", gems(fire=1), True),
        ("spark_of_will", (9, 9, 9, 9, 9, 9), False),
    ],
)
def test_what_absorbs_what(spell: str, held: tuple[int, ...], can: bool) -> None:
    """C3-ELEM-02, C3-RULE-64, C3-CAST-07: Darkness does not absorb Darkness; nothing absorbs an Instinctive spell."""
    silt = a_mage("silt", "blue", gems=held)
    assert can_absorb(a_battle(silt), silt, SPELLS[spell], 0) is can


def test_one_magician_must_have_all_the_gems() -> None:
    """C3-RULE-67: two with one gem each absorb nothing of two."""
    silt, tarn = a_mage("silt", "blue", gems=gems(darkness=1)), a_mage("tarn", "blue", gems=gems(darkness=1))
    battle = a_battle(silt, tarn)
    assert [reply.key for reply in replies(battle, [silt, tarn], SPELLS["searing_noon"], 0)] == [
        "let it be",
        "counter with silt",
        "counter with tarn",
    ]


def test_mastery_gems_are_matched_only_under_the_option() -> None:
    """C3-RULE-67, option absorption_cost."""
    printed, spent = a_battle(), a_battle(options=Options(absorption_cost="all_spent"))
    assert (absorption_cost(printed, EMBERLANCE, 2), absorption_cost(spent, EMBERLANCE, 2)) == (1, 3)


def test_absorption_comes_too_late_for_none_who_has_announced_a_counter() -> None:
    """C3-CAST-07: the same magician does one or the other; a second one may still absorb, and then nobody rolls."""
    battle = a_duel(gems=gems(water=2))
    battle.fighters.append(a_mage("tarn", "blue", x=2000, y=4250, gems=gems(water=1)))
    with scripted(answers=["counter with silt", "absorb with tarn"]) as referee:
        assert duel(referee, battle).outcome == "absorbed"
        asked = [option.key for option in referee.asked[1].options]
    assert asked == ["let it be", "counter with tarn", "absorb with tarn"]
    assert battle.fighter("silt").gems == gems(water=1)


def test_three_camps_are_asked_clockwise() -> None:
    """C3-RULE-91."""
    battle = a_battle()
    battle.sides.append(Side(id="green", name="Green"))
    assert (after(battle, "red"), after(battle, "blue")) == (["blue", "green"], ["green", "red"])
