"""Incantation: who may be cast at, what it costs, the roll, and what comes of it."""

from fractions import Fraction
from typing import Any

import pytest

from grognard.games.confrontation.actions import is_lawful
from grognard.games.confrontation.battle import Battle
from grognard.games.confrontation.incantation import Cast, Casting, cast, incant, may_try, spell_options
from grognard.games.confrontation.options import Options
from grognard.games.confrontation.profiles import PROFILES, counter_attacks
from grognard.games.confrontation.spells import SPELLS, end_of_round
from grognard.games.confrontation.tests_of_skill import guarded
from grognard.kernel.choice import Option, Question
from grognard.kernel.odds import outcomes_of
from tests.games.confrontation.mystics import SOUTH, a_battle, a_fighter, a_mage, gems, touching
from tests.script import scripted

EMBERLANCE = SPELLS["emberlance"]


def keys(battle: Battle, name: str = "ysolde") -> list[str]:
    return [option.key for option in spell_options(battle, battle.fighter(name))]


# Choosing


def test_every_spell_is_offered_that_he_can_pay_for_on_every_target_it_is_meant_for() -> None:
    """C3-CAST-04, C3-RULE-65: one fire gem pays for Emberlance and for the Instinctive spell, not for Furnace Bloom."""
    ysolde = a_mage(gems=gems(fire=1))
    battle = a_battle(ysolde, a_fighter("odo"), a_fighter("anne", "red"))
    assert keys(battle) == ["cast spark of will on ysolde", "cast emberlance on odo"]


def test_a_target_must_be_in_line_of_sight() -> None:
    """C3-CAST-04: behind his back he sees nobody; himself he always finds."""
    ysolde = a_mage(gems=gems(fire=1), facing=SOUTH)
    assert keys(a_battle(ysolde, a_fighter("odo"))) == ["cast spark of will on ysolde"]


def test_distance_is_no_bar_to_choosing() -> None:
    """C3-CAST-09: it is measured only after the test."""
    ysolde = a_mage(gems=gems(fire=1), spells=("emberlance",))
    assert keys(a_battle(ysolde, a_fighter("odo"), apart=5900)) == ["cast emberlance on odo"]


def test_a_routed_magician_casts_nothing() -> None:
    """C3-ROUT-04."""
    assert keys(a_battle(a_mage(gems=gems(fire=3), routed=True), a_fighter("odo"))) == []


def test_without_gems_or_power_there_is_nothing_to_cast() -> None:
    """C3-CAST-04, C3-STAT-08."""
    battle = a_battle(a_mage(), a_fighter("odo"), a_fighter("anne", "red"))
    assert keys(battle) == []
    assert keys(battle, "anne") == []


def test_the_same_spell_is_tried_once_per_round_on_a_target_whoever_tries_it() -> None:
    """C3-CAST-02: not again on Odo, not by his pupil either, but on Ulla, and on Odo again in the next round."""
    ysolde, pupil = (
        a_mage(gems=gems(fire=3), spells=("emberlance",)),
        a_mage("pupil", gems=gems(fire=3), spells=("emberlance",)),
    )
    battle = a_battle(ysolde, pupil, a_fighter("odo"), a_fighter("ulla"))
    with scripted(dice=[1], answers=["no mastery gem"]) as referee:
        assert cast(referee, battle, ysolde, Cast("emberlance", "odo")) == "failed"
    assert keys(battle) == keys(battle, "pupil") == ["cast emberlance on ulla"]
    end_of_round(ysolde)
    assert keys(battle) == ["cast emberlance on odo", "cast emberlance on ulla"]


def test_another_spell_on_the_same_target_is_no_repetition() -> None:
    """C3-CAST-02."""
    assert may_try([("emberlance", "odo")], "searing_noon", "odo")
    assert not may_try([("emberlance", "odo")], "emberlance", "odo")


@pytest.mark.parametrize("other", ["run", "fire", "charge", "engage"])
def test_a_magician_who_casts_does_not_run_fire_or_assault(other: str) -> None:
    """C3-CAST-01: in one activation, whichever comes first."""
    assert not is_lawful("pure_mage", ["cast", other])
    assert not is_lawful("pure_mage", [other, "cast"])
    assert is_lawful("pure_mage", ["cast", "walk", "cast"])


def test_a_warrior_mage_may_open_an_assault_with_one_spell() -> None:
    """C3-CAST-03: one, and before it."""
    assert is_lawful("warrior_mage", ["cast", "charge"])
    assert is_lawful("warrior_mage", ["cast", "engage"])
    assert not is_lawful("warrior_mage", ["cast", "cast", "charge"])
    assert not is_lawful("warrior_mage", ["charge", "cast"])


def test_a_warrior_mage_fights_like_a_character_and_a_pure_one_does_not() -> None:
    """C3-CAST-03, C3-CAST-11: Sequence, Counter-Attack, Master Strike and Mastery of the Arcana come with the kind."""
    steward, madrigal = PROFILES["steward"], PROFILES["madrigal"]
    assert (steward.sequence, steward.master_strike, madrigal.sequence, madrigal.master_strike) == (2, 0, 1, -1)
    assert counter_attacks(steward.kind, steward.abilities)
    assert not counter_attacks(madrigal.kind, madrigal.abilities)


# Gems and dice


def test_the_gems_are_gone_whatever_happens() -> None:
    """C3-CAST-04: also when the test fails."""
    ysolde, odo = a_mage(gems=gems(fire=1)), a_fighter("odo")
    with scripted(dice=[1]) as referee:
        assert incant(referee, a_battle(ysolde, odo), ysolde, EMBERLANCE, odo).outcome == "failed"
    assert ysolde.gems == gems()


def test_each_mastery_gem_is_one_more_die_of_which_the_best_counts() -> None:
    """C3-CAST-05, C3-TEST-05: 4 + 5 is enough for Searing Noon, and 2 alone would not be."""
    ysolde, odo = a_mage(gems=gems(light=4)), a_fighter("odo", res=6)
    with scripted(dice=[2, 5, 1, 1], answers=["1 mastery gem"]) as referee:
        came = incant(referee, a_battle(ysolde, odo), ysolde, SPELLS["searing_noon"], odo)
    assert came.outcome == "effect"
    assert came.roll is not None
    assert came.roll.total == 9
    assert ysolde.gems == gems(light=1)


def test_a_master_of_the_arcana_improves_with_gems_of_any_element() -> None:
    """C3-CAST-11, C3-RULE-72: a pure magician asks for one of three, and says which."""
    ysolde, odo = a_mage(gems=gems(fire=1, light=1, earth=1)), a_fighter("odo")
    with scripted(dice=[1, 1], answers=["1 mastery gem", "0 light"]) as referee:
        assert incant(referee, a_battle(ysolde, odo), ysolde, EMBERLANCE, odo).outcome == "failed"
    assert ysolde.gems == gems(light=1)


def test_a_warrior_mage_improves_only_with_gems_of_the_spell() -> None:
    """C3-RULE-72: without Mastery of the Arcana his earth gems are no use for a fire spell."""
    steward, odo = a_mage("steward", kind="warrior_mage", gems=gems(fire=1, earth=3)), a_fighter("odo")
    with scripted(dice=[1]) as referee:
        assert incant(referee, a_battle(steward, odo), steward, EMBERLANCE, odo).outcome == "failed"
    assert steward.gems == gems(earth=3)


def test_an_instinctive_spell_is_paid_and_improved_with_any_gem() -> None:
    """C3-ELEM-01, C3-RULE-65, C3-RULE-72: for a Warrior-Mage too."""
    steward = a_mage("steward", kind="warrior_mage", gems=gems(fire=1, earth=1))
    with scripted(dice=[2, 3], answers=["0 fire", "1 mastery gem"]) as referee:
        came = incant(referee, a_battle(steward), steward, SPELLS["spark_of_will"], steward)
    assert came.outcome == "effect"
    assert steward.gems == gems()


# The test


def test_the_incantation_needs_power_and_a_die_to_reach_the_difficulty() -> None:
    """C3-CAST-08: 4 + 2 equals 6."""
    ysolde, odo = a_mage(gems=gems(fire=1)), a_fighter("odo", res=9)
    with scripted(dice=[2, 1, 1]) as referee:
        assert incant(referee, a_battle(ysolde, odo), ysolde, EMBERLANCE, odo).outcome == "effect"


@pytest.mark.parametrize(
    ("card", "outcome"),
    [
        ({}, "failed"),
        ({"kind": "warrior_mage"}, "effect"),
        ({"path": "hermeticism"}, "effect"),
        ({"path": "necromancy"}, "effect"),
    ],
)
def test_hand_to_hand_costs_one_unless_one_is_spared(card: dict[str, Any], outcome: str) -> None:
    """C3-CAST-08, C3-RULE-68."""
    mage, odo = a_mage(gems=gems(fire=1), **card), a_fighter("odo", res=9)
    battle = a_battle(mage, odo)
    battle.fighters.append(touching(mage))
    with scripted(dice=[2, 1, 1] if outcome == "effect" else [2]) as referee:
        assert incant(referee, battle, mage, EMBERLANCE, odo).outcome == outcome


def test_a_six_may_be_pushed_and_a_one_then_spoils_it() -> None:
    """C3-RULE-02: Furnace Bloom needs 9 of POW 2."""
    mage, odo = a_mage(power=2, gems=gems(fire=3)), a_fighter("odo")
    with scripted(dice=[6, 1], answers=["push"]) as referee:
        came = incant(referee, a_battle(mage, odo), mage, SPELLS["furnace_bloom"], odo)
    assert (came.outcome, came.roll) == ("failed", (0, True))


def test_out_of_range_the_spell_is_lost() -> None:
    """C3-CAST-09: 30 cm is the limit, and exactly 30 is within it."""
    for apart, outcome in ((3000, "effect"), (3001, "out_of_range")):
        ysolde, odo = a_mage(gems=gems(fire=1)), a_fighter("odo", res=9)
        with scripted(dice=[4, 1, 1] if outcome == "effect" else [4]) as referee:
            assert incant(referee, a_battle(ysolde, odo, apart=apart), ysolde, EMBERLANCE, odo).outcome == outcome
        assert ysolde.gems == gems()


def test_the_effects_follow_a_success() -> None:
    """C3-CAST-10: 4 + 6 - 5 is 5 to the head, and critical."""
    ysolde, odo = a_mage(gems=gems(fire=1)), a_fighter("odo", res=5)
    with scripted(dice=[5, 5, 6]) as referee:
        assert cast(referee, a_battle(ysolde, odo), ysolde, Cast("emberlance", "odo")) == "effect"
    assert odo.level == 3


def test_the_difficulty_depends_on_the_target_where_the_table_says_so() -> None:
    """C3-SPELL-04, C3-SPELL-09: by wound level, by Force."""
    assert [SPELLS["brookmend"].difficulty(a_fighter(level=level)) for level in (1, 2, 3)] == [6, 8, 10]
    assert [SPELLS["rootgrip"].difficulty(a_fighter(force=force)) for force in (1, 2, 3)] == [6, 8, 10]


def test_the_odds_of_a_spell_against_countermagic_are_those_of_the_page() -> None:
    """C3-CAST-05, C3-CAST-06, C3-CAST-08: POW 4 with a mastery gem against POW 5: 31/72."""
    ysolde, silt = a_mage(gems=gems(fire=2)), a_mage("silt", "blue", power=5, gems=gems(water=1), res=99)

    def policy(question: Question) -> Option | str:
        return guarded(question) or {"red": "1 mastery gem", "blue": "counter with silt"}[question.side]

    def seen(came: Casting, *situation: object) -> str:
        return came.outcome

    one_gem = Options(absorption_cost="all_spent")
    chances = outcomes_of(
        incant, a_battle(ysolde, silt, options=one_gem), ysolde, EMBERLANCE, silt, see=seen, policy=policy
    )
    assert chances["failed"] == Fraction(1, 36)
    assert chances["effect"] == Fraction(31, 72)


def test_the_same_odds_by_brute_force() -> None:
    """C3-CAST-05, C3-CAST-06: two dice of the caster, one of the counter-mage, who pushes his 6s where it helps."""
    ways = Fraction(0)
    for a in range(1, 7):
        for b in range(1, 7):
            total = 4 + max(a, b)
            if max(a, b) == 1 or total < 6:
                continue
            stopped = Fraction(0)
            for c in range(2, 7):
                if 5 + c >= total:
                    stopped += Fraction(1, 6)
                elif c == 6:
                    stopped += Fraction(1, 6) * Fraction(sum(11 + again >= total for again in range(2, 7)), 6)
            ways += Fraction(1, 36) * (1 - stopped)
    assert ways == Fraction(31, 72)


def test_options_read_like_sentences() -> None:
    """C3-CAST-04: the record says what was cast on whom."""
    option = Cast("spark_of_will", "ysolde")
    assert (option.key, option.words, option.pieces) == (
        "cast spark of will on ysolde",
        "Cast Spark of Will on ysolde",
        ("ysolde",),
    )
