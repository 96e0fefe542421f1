"""Rally and Regroup."""

from typing import Any

import pytest

from grognard.games.fearful_odds.battle import Order, Unit, Where
from grognard.games.fearful_odds.character_moves import move_character
from grognard.games.fearful_odds.options import Options
from grognard.games.fearful_odds.rally import (
    may_rally_at_end,
    may_rally_with_leader,
    may_regroup,
    rally,
    rally_next,
    regroup,
    regroup_hexes,
    regroup_quality,
)
from tests.script import scripted

from .build import MIDDLE, E, W, a_battle, a_leader, a_unit, go


@pytest.mark.parametrize(("die", "order"), [(7, Order.GOOD), (8, Order.DISORDER)])
def test_rally_at_or_below_the_adjusted_quality(die: int, order: Order) -> None:
    """FO-RALLY-01, FO-RALLY-02: QL 6 and a leader of ML 1."""
    unit = a_unit(ql=6, order="disorder", at=MIDDLE)

    with scripted(dice=[die]) as referee:
        rally(referee, a_battle(unit, a_leader(ml=1, at=MIDDLE), kind="regroup"), unit)

    assert unit.order is order


def test_only_active_disordered_units_in_a_regroup_roll_at_the_end_and_once():
    """FO-ACT-16, FO-ACT-09, FO-RULE-44: also beside the enemy and after a fight."""
    unit = a_unit(order="disorder", at=MIDDLE, state="active")
    unit.fought = True
    foe = a_unit("foe", "blue", at=MIDDLE + 1)

    assert may_rally_at_end(a_battle(unit, foe, kind="regroup"), unit)
    assert not may_rally_at_end(a_battle(unit, foe, kind="charge"), unit)
    assert not may_rally_at_end(a_battle(unit, foe, kind="march"), unit)
    unit.tried = True
    assert not may_rally_at_end(a_battle(unit, foe, kind="regroup"), unit)


def test_a_leader_rallies_on_his_way_for_half_his_allowance():
    """FO-ACT-13, FO-MOVE-19, FO-RULE-05: 2 hexes and half of MA 7 leave a point and a half."""
    leader = a_leader(ml=1, ma=7, at=MIDDLE, state=a_unit(state="active").state)
    unit = a_unit(ql=6, order="disorder", at=go(MIDDLE, E, E), state="active")
    battle = a_battle(leader, unit, kind="march", leader="leader")

    with scripted(dice=[7], answers=["rally spears", "go to 7,4"]) as referee:
        move_character(referee, battle, leader)
        reached = len(referee.asked[1].options)

    assert unit.order is Order.GOOD
    assert leader.at == go(MIDDLE, E, E, E)
    assert reached == 7  # stay, and the six hexes around
    assert battle.impulse is not None
    assert battle.impulse.rallied


def test_the_leaders_attempt_is_for_a_leaders_march_alone():
    """FO-ACT-13, FO-ACT-09."""
    unit = a_unit(order="disorder", at=MIDDLE, state="active")

    assert may_rally_with_leader(a_battle(unit, kind="march", leader="leader"), unit)
    assert not may_rally_with_leader(a_battle(unit, kind="march"), unit)
    assert not may_rally_with_leader(a_battle(unit, kind="charge", leader="leader"), unit)


def boxed(**more: Any) -> Unit:
    unit = a_unit(order="rout", state="active", **more)
    unit.where = Where.REGROUP_BOX
    return unit


def test_a_regrouped_unit_comes_back_disordered_beside_the_leader():
    """FO-RALLY-03, FO-RULE-43: own QL 5 at half strength; the leader's ML does not count."""
    unit, leader = boxed(ql=6, sp=3, sp_start=8), a_leader(ml=2, at=MIDDLE)
    battle = a_battle(unit, leader, kind="regroup", leader="leader")

    with scripted(dice=[5], answers=["return to 5,4 facing 1"]) as referee:
        assert regroup(referee, battle, unit, leader)

    assert (unit.at, unit.order, unit.where) == (MIDDLE + 1, Order.DISORDER, Where.MAP)
    assert not may_rally_at_end(battle, unit)


def test_a_failed_regroup_stays_in_the_box_and_has_had_its_try():
    """FO-RALLY-03, FO-RULE-43."""
    unit, leader = boxed(ql=5), a_leader(at=MIDDLE)
    battle = a_battle(unit, leader, kind="regroup", leader="leader")

    with scripted(dice=[6]) as referee:
        assert not regroup(referee, battle, unit, leader)

    assert unit.where is Where.REGROUP_BOX
    assert not may_regroup(battle, unit)


def test_the_leaders_command_may_count():
    """FO-RULE-43, `regroup_ml = yes`."""
    unit, leader = boxed(ql=5), a_leader(ml=2, at=MIDDLE)

    assert regroup_quality(a_battle(unit, leader), unit, leader) == 5
    assert regroup_quality(a_battle(unit, leader, options=Options(regroup_ml="yes")), unit, leader) == 7


def test_no_regroup_from_the_rout_box_or_beside_the_enemy():
    """FO-RULE-12, FO-ACT-17, FO-RULE-43: every hex around the leader is taken or next to an enemy."""
    unit, leader = boxed(), a_leader(at=0)
    foes = [a_unit(f"foe {n}", "blue", at=n) for n in (2, 18)]
    battle = a_battle(unit, leader, *foes, kind="regroup", leader="leader")
    assert regroup_hexes(battle, leader) == []
    with scripted() as referee:
        assert not rally_next(referee, battle)
    unit.where = Where.ROUT_BOX
    assert not may_regroup(battle, unit)


def test_the_player_picks_who_rallies_and_may_stop():
    """FO-ACT-16, FO-ACT-18."""
    one, two = (
        a_unit("one", order="disorder", at=MIDDLE, state="active"),
        a_unit("two", order="disorder", at=go(MIDDLE, W), state="active"),
    )
    battle = a_battle(one, two, kind="regroup")

    with scripted(dice=[1], answers=["rally two", "no more rallying"]) as referee:
        assert rally_next(referee, battle)
        assert not rally_next(referee, battle)

    assert (one.order, two.order) == (Order.DISORDER, Order.GOOD)
