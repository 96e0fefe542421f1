"""Wounds: the table, what adds up, and what kills."""

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.games.en_garde.battle import Wound, fight_of, initiative_of, losses, shoot_of
from grognard.games.en_garde.options import Options
from grognard.games.en_garde.wounds import WOUND, Result, suffer
from tests.games.en_garde.build import a_battle, a_figure
from tests.script import scripted

PLAIN = Options()


@pytest.mark.parametrize(
    ("score", "result"),
    [
        (-3, "scratch"),
        (0, "scratch"),
        (1, "stunned"),
        (2, "light"),
        (3, "light"),
        (4, "grievous"),
        (5, "grievous"),
        (6, "critical"),
        (20, "critical"),
    ],
)
def test_the_wound_table(score: int, result: str) -> None:
    """EG-WOUND-01, EG-WOUND-02, EG-WOUND-03, EG-WOUND-04, EG-WOUND-05."""
    assert WOUND[score] is Result(result)


def after(*results: Result, wound: Wound = Wound.NONE, stuns: int = 0, **options: Any) -> tuple[str, int]:
    """The state of a model with that wound and those stuns after these results."""
    anne = a_figure(wound=wound, stuns=stuns)
    battle = a_battle(anne, **options)
    with scripted() as referee:
        for result in results:
            suffer(referee, battle, anne, result)
    return anne.wound.value, anne.stuns


@pytest.mark.parametrize(
    ("wound", "stuns", "fight", "initiative", "shoot"),
    [
        (Wound.NONE, 0, 3, 3, 3),
        (Wound.NONE, 1, 3, 2, 2),  # EG-WOUND-02
        (Wound.LIGHT, 0, 2, 2, 2),  # EG-WOUND-03
        (Wound.GRIEVOUS, 0, 1, 1, 1),  # EG-WOUND-04
        (Wound.NONE, 2, 2, 2, 2),  # EG-WOUND-06
        (Wound.LIGHT, 1, 2, 1, 1),
        (Wound.GRIEVOUS, 2, 0, 0, 0),
    ],
)
def test_what_stuns_and_wounds_cost(wound: Wound, stuns: int, fight: int, initiative: int, shoot: int) -> None:
    """EG-WOUND-02 to EG-WOUND-06; they add up (EG-RULE-51); two stuns are never worse than a Light wound (EG-RULE-48)."""
    anne = a_figure(fight=3, initiative=3, shoot=3, wound=wound, stuns=stuns)
    assert (fight_of(anne, PLAIN), initiative_of(anne, PLAIN), shoot_of(anne, PLAIN)) == (fight, initiative, shoot)


def test_by_the_other_reading_each_stun_costs_initiative_and_shoot() -> None:
    """EG-RULE-48, second_stun = cumulative: -2 Initiative, -2 Shoot, -1 Fight; one stun is the same either way."""
    cumulative = Options(second_stun="cumulative")
    assert losses(a_figure(stuns=2), cumulative) == (1, 2, 2)
    assert losses(a_figure(stuns=1), cumulative) == losses(a_figure(stuns=1), PLAIN) == (0, 1, 1)


def test_values_may_fall_below_nothing() -> None:
    """EG-RULE-23: characteristics may be negative."""
    assert fight_of(a_figure(fight=0, wound=Wound.GRIEVOUS), PLAIN) == -2


def test_a_scratch_and_a_miss_do_nothing() -> None:
    """EG-WOUND-01."""
    assert after(Result.SCRATCH, Result.MISS, stuns=2) == ("none", 2)


def test_a_third_stun_becomes_a_light_wound() -> None:
    """EG-WOUND-07: all three counters go; EG-RULE-50: on a wounded model it escalates at once."""
    assert after(Result.STUNNED) == ("none", 1)
    assert after(Result.STUNNED, stuns=1) == ("none", 2)
    assert after(Result.STUNNED, stuns=2) == ("light", 0)
    assert after(Result.STUNNED, stuns=2, wound=Wound.LIGHT) == ("grievous", 0)
    assert after(Result.STUNNED, stuns=2, wound=Wound.GRIEVOUS) == ("dead", 0)


def test_a_second_light_wound_becomes_grievous_at_once() -> None:
    """EG-WOUND-08; wounds do not take Stunned counters off (EG-RULE-51)."""
    assert after(Result.LIGHT, wound=Wound.LIGHT, stuns=1) == ("grievous", 1)


def test_any_wound_kills_the_grievously_wounded() -> None:
    """EG-WOUND-09; a stun alone does not."""
    assert after(Result.LIGHT, wound=Wound.GRIEVOUS) == ("dead", 0)
    assert after(Result.GRIEVOUS, wound=Wound.GRIEVOUS) == ("dead", 0)
    assert after(Result.STUNNED, wound=Wound.GRIEVOUS) == ("grievous", 1)


def test_a_critical_wound_kills_the_unhurt() -> None:
    """EG-WOUND-05."""
    assert after(Result.CRITICAL) == ("dead", 0)


def test_grievous_on_light_kills_or_replaces_it() -> None:
    """EG-RULE-49: one and two are three, or the Light wound is replaced."""
    assert after(Result.GRIEVOUS, wound=Wound.LIGHT) == ("dead", 0)
    assert after(Result.GRIEVOUS, wound=Wound.LIGHT, light_then_grievous="grievous") == ("grievous", 0)


HURTS = st.lists(st.sampled_from([Result.STUNNED, Result.LIGHT, Result.GRIEVOUS, Result.CRITICAL]), max_size=4)


@given(HURTS.filter(lambda hurts: hurts.count(Result.STUNNED) != 3))
def test_the_order_of_wounds_does_not_matter(hurts: list[Result]) -> None:
    """EG-RULE-49: Light counts one, Grievous two, three are death; so whoever lives has the same state in any order."""
    ends = {after(*order)[0] for order in permutations(hurts)}
    assert len(ends) == 1


@given(HURTS, st.sampled_from([Wound.NONE, Wound.LIGHT, Wound.GRIEVOUS]), st.integers(0, 2))
def test_nobody_ever_has_three_stuns_or_gets_better_by_being_hurt(
    hurts: list[Result], wound: Wound, stuns: int
) -> None:
    """EG-WOUND-07, EG-RULE-51: at most one wound marker, and it only gets worse."""
    order = [each.value for each in Wound]
    end, left = after(*hurts, wound=wound, stuns=stuns)
    assert 0 <= left <= 2
    assert order.index(end) >= order.index(wound.value)


def test_a_dead_leader_and_a_dead_man_are_noted_for_morale() -> None:
    """EG-RULE-52: a death by two lesser wounds counts as a Critical wound; EG-MORALE-04, EG-CHAR-07: the Leader's is remembered."""
    anne, tam = a_figure(leader=True), a_figure("tam", wound=Wound.GRIEVOUS)
    battle = a_battle(anne, tam)

    with scripted() as referee:
        suffer(referee, battle, tam, Result.LIGHT)
        assert (battle.side("red").lost, battle.side("red").lost_leader) == (1, False)
        suffer(referee, battle, anne, Result.CRITICAL)
    assert (battle.side("red").lost, battle.side("red").lost_leader) == (2, True)
    assert not anne.standing


def test_a_rider_falls_with_his_horse_but_a_waiting_horse_stays() -> None:
    """EG-RULE-10: killed in the saddle the horse goes too; a dismounted rider's horse stays where it is."""
    rider, walker = a_figure(mounted=True), a_figure("tam", rate="cavalry")
    walker.horse = (1500, 1000)
    battle = a_battle(rider, walker)

    with scripted() as referee:
        suffer(referee, battle, rider, Result.CRITICAL)
        suffer(referee, battle, walker, Result.CRITICAL)
    assert (rider.mounted, rider.horse) == (False, None)
    assert walker.horse == (1500, 1000)
