"""Calling: who may be called on, fervour and bond, censure, and the divination test."""

from fractions import Fraction
from typing import Any

import pytest

from grognard.games.confrontation.actions import is_lawful
from grognard.games.confrontation.battle import Battle
from grognard.games.confrontation.calling import (
    Call,
    Calling,
    call,
    censure_of,
    divination_roll,
    divine,
    is_illuminated,
    may_censure,
    miracle_options,
)
from grognard.games.confrontation.miracles import MIRACLES
from grognard.games.confrontation.options import Options
from grognard.games.confrontation.profiles import PROFILES, counter_attacks
from grognard.games.confrontation.spells import end_of_round
from grognard.games.confrontation.tests_of_skill import Attempt, thrifty
from grognard.kernel.choice import Option, Question
from grognard.kernel.odds import outcomes_of
from grognard.kernel.referee import Referee
from tests.games.confrontation.mystics import NORTH, SOUTH, a_battle, a_faithful, a_fighter, touching
from tests.script import scripted

SHIELD = MIRACLES["shield_of_witness"]
LASH = MIRACLES["lash_of_ash"]


def keys(battle: Battle, name: str = "aumen") -> list[str]:
    return [option.key for option in miracle_options(battle, battle.fighter(name))]


def shield(referee: Referee, battle: Battle) -> Calling:
    return divine(referee, battle, battle.fighters[0], SHIELD, battle.fighters[0])


def a_call(tf: int = 3, options: Options | None = None, apart: int = 1000, **corrin: Any) -> Battle:
    """Aumen shields himself; Corrin may censure him."""
    monk = {"kind": "warrior_monk", "rank": "zealot", "aspects": (1, 1, 2), "tf": 4, "piety": 0}
    return a_battle(a_faithful(tf=tf), a_faithful("corrin", "blue", **monk | corrin), apart=apart, options=options)


# Choosing


def test_every_miracle_is_offered_that_he_has_the_fervour_for() -> None:
    """C3-CALL-05: 2 T.F. are enough for a step and for healing, not for a shield; nobody hale is healed."""
    aumen = a_faithful(tf=2, miracles=("mending_hand", "shield_of_witness", "quickened_step"))
    anne = a_fighter("anne", "red", level=1, x=3000, y=3400)
    assert keys(a_battle(aumen, anne, a_fighter("odo"))) == ["call mending hand on anne", "call quickened step on anne"]


def test_a_target_must_be_in_sight_and_distance_does_not_matter_yet() -> None:
    """C3-CALL-05, C3-CALL-10."""
    monk = a_faithful("monk", aspects=(0, 0, 1), miracles=("lash_of_ash",))
    battle = a_battle(monk, a_fighter("odo"), apart=5000)
    assert keys(battle, "monk") == ["call lash of ash on odo"]
    monk.facing = SOUTH
    assert keys(battle, "monk") == []


def test_the_routed_call_nothing_and_the_faithless_neither() -> None:
    """C3-ROUT-04, C3-STAT-09."""
    battle = a_battle(a_faithful(routed=True, miracles=("steadfast_hymn",)), a_fighter("anne", "red"))
    assert keys(battle) == keys(battle, "anne") == []


def test_the_same_miracle_once_per_round_on_a_target() -> None:
    """C3-CALL-02: successful or not; a hymn counts for its caller."""
    aumen = a_faithful(tf=9, miracles=("steadfast_hymn",))
    battle = a_battle(aumen)
    with scripted(dice=[1], answers=["no bond"]) as referee:
        assert call(referee, battle, aumen, Call("steadfast_hymn", "aumen")) == "failed"
    assert keys(battle) == []
    end_of_round(aumen)
    assert keys(battle) == ["call steadfast hymn on aumen"]


def test_he_may_call_in_hand_to_hand() -> None:
    """C3-CALL-01: being held by an enemy takes no option away."""
    aumen = a_faithful(miracles=("shield_of_witness",))
    battle = a_battle(aumen)
    battle.fighters.append(touching(aumen))
    assert keys(battle) == ["call shield of witness on aumen"]


@pytest.mark.parametrize("other", ["run", "fire", "charge", "engage"])
def test_a_faithful_who_calls_does_not_run_fire_or_assault(other: str) -> None:
    """C3-CALL-01, C3-RULE-69: charge and engage are both assaults; but he may call, walk and call again."""
    assert not is_lawful("pure_faithful", ["call", other])
    assert not is_lawful("pure_faithful", [other, "call"])
    assert is_lawful("pure_faithful", ["call", "walk", "call"])
    assert is_lawful("pure_faithful", ["disengage", "call"])


def test_a_warrior_monk_may_open_an_assault_with_one_miracle() -> None:
    """C3-CALL-04: one, and before it; he fights like a character."""
    assert is_lawful("warrior_monk", ["call", "charge"])
    assert not is_lawful("warrior_monk", ["call", "call", "engage"])
    corrin = PROFILES["corrin"]
    assert (corrin.sequence, corrin.master_strike, counter_attacks(corrin.kind, corrin.abilities)) == (2, 0, True)


def test_a_pure_faithful_has_piety_and_one_die_to_buy() -> None:
    """C3-CALL-03, C3-RULE-73."""
    aumen = PROFILES["aumen"]
    assert (aumen.sequence, aumen.piety, counter_attacks(aumen.kind, aumen.abilities)) == (1, 2, False)


# Fervour, bond and the test


def test_fervour_is_gone_even_if_the_test_fails() -> None:
    """C3-CALL-07: 3 + 4 is short of 8."""
    battle = a_call(tf=3, gone="lost")
    with scripted(dice=[4]) as referee:
        assert shield(referee, battle) == ("failed", (7, False))
    assert battle.fighters[0].tf == 0


def test_each_point_more_is_a_die_of_which_the_best_counts() -> None:
    """C3-CALL-06, C3-RULE-04: 3 + 5 reaches 8."""
    battle = a_call(tf=5, gone="lost")
    with scripted(dice=[2, 5], answers=["bond 1"]) as referee:
        assert shield(referee, battle).outcome == "effect"
    assert battle.fighters[0].tf == 1


def test_divination_is_faith_and_a_die() -> None:
    """C3-CALL-09, C3-RULE-71: the Faith total, not POW; equal is enough."""
    aumen = a_faithful(tf=3, power=9)
    with scripted(dice=[5]) as referee:
        assert divine(referee, a_battle(aumen), aumen, SHIELD, aumen).roll.total == 8


@pytest.mark.parametrize(
    ("card", "total"), [({}, 7), ({"kind": "warrior_monk"}, 8), ({"cult": "merin"}, 8), ({"cult": "mid_nor"}, 8)]
)
def test_hand_to_hand_costs_one_unless_one_is_spared(card: dict[str, Any], total: int) -> None:
    """C3-CALL-09, C3-RULE-68."""
    aumen = a_faithful(tf=3, **card)
    battle = a_battle(aumen)
    battle.fighters.append(touching(aumen))
    answers = ["keep"] if "cult" in card else []
    with scripted(dice=[5], answers=answers) as referee:
        assert divine(referee, battle, aumen, SHIELD, aumen).roll.total == total


def test_out_of_range_nothing_happens() -> None:
    """C3-CALL-10: 20 cm is the limit of a Lash of Ash."""
    for apart, outcome in ((2000, "effect"), (2001, "out_of_range")):
        monk, odo = a_faithful("monk", aspects=(0, 1, 2), tf=2), a_fighter("odo")
        with scripted(dice=[4, 1, 1] if outcome == "effect" else [4]) as referee:
            assert divine(referee, a_battle(monk, odo, apart=apart), monk, LASH, odo).outcome == outcome


def test_the_effects_follow_a_success() -> None:
    """C3-CALL-11."""
    aumen = a_faithful(tf=3, miracles=("shield_of_witness",), res=5)
    with scripted(dice=[5]) as referee:
        assert call(referee, a_battle(aumen), aumen, Call("shield_of_witness", "aumen")) == "effect"
    assert aumen.res == 8


# Illuminated


def test_the_faithful_of_merin_and_mid_nor_are_illuminated() -> None:
    """C3-CALL-03."""
    assert [is_illuminated(a_faithful(cult=cult)) for cult in ("merin", "mid_nor", "")] == [True, True, False]
    assert is_illuminated(a_faithful(abilities=("illuminated",)))


def test_an_illuminated_five_is_rolled_again_and_a_one_still_spoils_it() -> None:
    """C3-RULE-74: 3 + 5 + 5 + 2."""
    merin = a_faithful(cult="merin")
    battle = a_battle(merin)
    with scripted(dice=[5, 5, 2], answers=["push the 5", "push the 5"]) as referee:
        assert divination_roll(referee, battle, merin, 15, 1, 0) == (15, False)
    with scripted(dice=[5, 1], answers=["push the 5"]) as referee:
        assert divination_roll(referee, battle, merin, 15, 1, 0).failed


def test_odds_of_an_illuminated_call() -> None:
    """C3-CALL-03, C3-RULE-74: needing 8, a 5 needs 3 more and a 6 needs 2 more: 4/36 + 5/36."""
    merin = a_faithful(cult="merin")

    def policy(question: Question) -> Option | str:
        answer: Option = thrifty(question)
        return answer

    def seen(roll: Attempt, *situation: object) -> bool:
        return roll.reaches(11)

    chances = outcomes_of(divination_roll, a_battle(merin), merin, 11, 1, 0, see=seen, policy=policy)
    assert chances[True] == Fraction(1, 4)


# Censure


def test_each_point_of_censure_takes_one_from_the_test() -> None:
    """C3-CALL-08: 3 + 6 - 2 fails where 9 would have been enough."""
    battle = a_call()
    with scripted(dice=[6], answers=["censure 2", "keep"]) as referee:
        assert shield(referee, battle) == ("failed", (7, False))
    assert battle.fighter("corrin").tf == 2


def test_the_censor_decides() -> None:
    """C3-CALL-08: he may, and he need not; without T.F. he is not asked."""
    with scripted(dice=[5], answers=["no censure"]) as referee:
        assert shield(referee, a_call()).outcome == "effect"
    spent = a_call()
    spent.fighter("corrin").tf = 0
    with scripted(dice=[5]) as referee:
        assert shield(referee, spent).outcome == "effect"


@pytest.mark.parametrize(
    "why_not", [{"facing": NORTH}, {"routed": True}, {"sheltering": True}, {"gone": "killed"}, {"aspects": (0, 0, 0)}]
)
def test_who_may_not_censure(why_not: dict[str, Any]) -> None:
    """C3-CALL-08, C3-ROUT-05, C3-RULE-27."""
    battle = a_call(**why_not)
    assert not may_censure(battle, battle.fighter("corrin"), battle.fighter("aumen"), SHIELD)


def test_the_range_of_the_miracle_is_measured_from_censor_to_caller() -> None:
    """C3-CALL-08: 15 cm for the Shield of Witness; for a hymn it is the caller's aura."""
    battle = a_call(apart=1500)
    censor, caller = battle.fighter("corrin"), battle.fighter("aumen")
    assert may_censure(battle, censor, caller, SHIELD)
    assert may_censure(battle, censor, caller, MIRACLES["steadfast_hymn"])
    censor.y += 1
    assert not may_censure(battle, censor, caller, SHIELD)
    assert not may_censure(battle, censor, caller, MIRACLES["steadfast_hymn"])
    assert not may_censure(battle, caller, caller, SHIELD)


@pytest.mark.parametrize(
    ("card", "options", "effect"),
    [
        ({"kind": "pure_faithful"}, Options(), 1),
        ({"kind": "pure_faithful"}, Options(censure_melee="none"), 2),
        ({"kind": "warrior_monk"}, Options(), 2),
        ({"kind": "pure_faithful", "cult": "merin"}, Options(), 2),
    ],
)
def test_a_censor_in_hand_to_hand_loses_a_point_of_effect(card: dict[str, Any], options: Options, effect: int) -> None:
    """C3-RULE-70, C3-RULE-68, option censure_melee."""
    battle = a_call(options=options, **card)
    censor = battle.fighter("corrin")
    battle.fighters.append(touching(censor))
    assert censure_of(battle, censor, 2) == effect
    assert censure_of(battle, censor, 0) == 0


def test_several_censors_add_up() -> None:
    """C3-CALL-08: an enemy Faithful, and another one."""
    battle = a_call()
    battle.fighters.append(a_faithful("mora", "blue", x=2000, y=4250, tf=2))
    with scripted(dice=[6], answers=["censure 1", "censure 2", "keep"]) as referee:
        assert shield(referee, battle).roll.total == 6


def test_options_read_like_sentences() -> None:
    """C3-CALL-05: the record says what was called on whom."""
    option = Call("turn_the_eye", "odo")
    assert (option.key, option.words, option.pieces) == (
        "call turn the eye on odo",
        "Call Turn the Eye on odo",
        ("odo",),
    )
