"""Activations: who, how many, how far, and the group."""

import pytest

from grognard.games.fearful_odds.activations import (
    ENOUGH,
    PASS,
    activations_for,
    can_be_activated,
    declare,
    end_impulse,
    group_limit,
    group_radius,
    kinds_for,
    note_call,
    pass_on,
)
from grognard.games.fearful_odds.battle import State, Where
from grognard.games.fearful_odds.options import Options
from tests.script import scripted

from .build import MIDDLE, E, W, a_battle, a_hero, a_leader, a_unit, go


@pytest.mark.parametrize(("ml", "ql", "limit"), [(2, 7, 9), (1, 6, 6), (0, 5, 2), (0, 1, 1), (1, 0, 3)])
def test_how_many_a_leader_or_a_lead_unit_takes(ml: int, ql: int, limit: int) -> None:
    """FO-ACT-01, FO-ACT-04, FO-RULE-05, FO-RULE-15, FO-RULE-66: ML 0 is as good as a lead unit; at least one."""
    lead = a_unit(ql=ql, sp=8, at=MIDDLE)

    assert group_limit(a_battle(lead), ml, lead) == limit


def test_how_far():
    """FO-ACT-02, FO-ACT-05."""
    assert [group_radius(ml) for ml in range(4)] == [2, 4, 6, 8]


def test_what_may_be_declared():
    """FO-ACT-03, FO-ACT-06."""
    assert kinds_for(True) == ("charge", "march", "regroup")
    assert kinds_for(False) == ("charge", "march")


def test_the_printed_quality_may_count_for_the_group():
    """FO-RULE-06, `activation_ql`."""
    lead = a_unit(ql=6, sp=4, sp_start=8, at=MIDDLE)

    assert group_limit(a_battle(lead), 1, lead) == 5
    assert group_limit(a_battle(lead, options=Options(activation_ql="printed")), 1, lead) == 6


def test_a_leader_alone_has_no_quality_to_add():
    """FO-RULE-16."""
    assert group_limit(a_battle(), 1, None) == 3


def test_a_leader_alone_may_name_a_lead_unit_where_the_group_plays_so():
    """FO-RULE-16, `lone_leader_ql = chosen_unit`: ML 0 and a unit of QL 6 take three."""
    units = [a_unit(f"u{n}", ql=6, at=MIDDLE + n) for n in (1, 2)]
    battle = a_battle(a_leader(ml=0, at=MIDDLE), *units, options=Options(lone_leader_ql="chosen_unit"), kind="")

    with scripted(answers=["march with leader", "take u1", "everybody"]) as referee:
        assert declare(referee, battle)

    assert [unit.state for unit in units] == [State.ACTIVE, State.ACTIVE]


def test_everything_ready_that_can_lead_is_offered_and_passing():
    """FO-SEQ-06, FO-RULE-17, FO-ACT-20, FO-STAT-10: a hero alone leads himself; one with a unit does not; Spent pieces do not."""
    alone, with_unit = a_hero("alone", at=0), a_hero("stacked", at=MIDDLE)
    unit, spent = a_unit("unit", at=MIDDLE), a_unit("spent", at=2, state="spent")
    battle = a_battle(a_leader(at=MIDDLE), alone, with_unit, unit, spent, kind="")

    offered = activations_for(battle, "red")
    assert offered is not None
    assert [option.key for option in offered] == [
        "pass", "charge with leader", "march with leader", "regroup with leader", "charge with unit", "march with unit",
        "charge with alone", "march with alone",
    ]  # fmt: skip
    assert offered[0] is PASS
    assert not can_be_activated(spent)


def test_who_has_nothing_ready_must_pass():
    """FO-RULE-11."""
    battle = a_battle(a_unit(at=MIDDLE, state="spent"), kind="")

    assert activations_for(battle, "red") is None
    with scripted() as referee:
        assert not declare(referee, battle)


def test_a_group_is_taken_one_by_one_within_radius_and_limit():
    """FO-ACT-01, FO-ACT-02, FO-RULE-15, FO-RULE-17: the leader's two of four; his hero comes with the unit he is with."""
    lead = a_unit("lead", ql=2, at=MIDDLE)
    near, far = a_unit("near", at=go(MIDDLE, E, E)), a_unit("far", at=go(MIDDLE, W, W, W))
    hero = a_hero(at=near.at)
    battle = a_battle(a_leader(ml=0, at=MIDDLE), lead, near, far, hero, kind="")

    with scripted(answers=["charge with leader", "take near", "take hero"]) as referee:
        declare(referee, battle)
        assert "take far" not in [option.key for option in referee.asked[1].options]

    assert [piece.state for piece in (near, hero, lead)] == [State.ACTIVE, State.ACTIVE, State.READY]


def test_a_unit_leads_itself_and_its_neighbours():
    """FO-ACT-04, FO-ACT-05: QL 4 takes itself and one more."""
    lead, one, two = (a_unit(id, ql=4, at=MIDDLE + n) for n, id in enumerate(("lead", "one", "two")))
    battle = a_battle(lead, one, two, kind="")

    with scripted(answers=["march with lead", "take two"]) as referee:
        declare(referee, battle)

    assert [unit.state for unit in (lead, one, two)] == [State.ACTIVE, State.READY, State.ACTIVE]
    assert battle.impulse is not None
    assert battle.impulse.leader == ""


def test_everybody_is_the_nearest_up_to_the_limit_and_their_characters():
    """FO-RULE-15, FO-RULE-17."""
    lead, near, far = a_unit("lead", ql=4, at=MIDDLE), a_unit("near", at=MIDDLE + 1), a_unit("far", at=MIDDLE + 2)
    hero = a_hero(at=near.at)
    battle = a_battle(lead, far, near, hero, kind="")

    with scripted(answers=["march with lead", "everybody"]) as referee:
        declare(referee, battle)

    assert [piece.state for piece in (near, far, hero)] == [State.ACTIVE, State.READY, State.ACTIVE]


def test_fewer_are_allowed():
    """FO-ACT-01, FO-RULE-15."""
    lead, near = a_unit("lead", ql=8, at=MIDDLE), a_unit("near", at=MIDDLE + 1)
    battle = a_battle(lead, near, kind="")

    with scripted(answers=["march with lead", ENOUGH.key]) as referee:
        declare(referee, battle)

    assert near.state is State.READY


def test_boxed_units_may_be_taken_in_a_regroup_and_count():
    """FO-ACT-17, FO-RULE-15, FO-RULE-09."""
    boxed = a_unit("boxed", order="rout")
    boxed.where = Where.REGROUP_BOX
    battle = a_battle(a_leader(ml=1, at=MIDDLE), boxed, a_unit("foe", "blue", at=0), kind="")

    with scripted(answers=["regroup with leader", "take boxed"]) as referee:
        declare(referee, battle)

    assert boxed.state is State.ACTIVE


def test_after_the_impulse_whatever_was_active_is_spent():
    """FO-ACT-19, FO-ACT-20."""
    active, ready, hero = (
        a_unit("active", at=0, state="active"),
        a_unit("ready", at=1),
        a_hero(at=0, state=State.ACTIVE),
    )
    battle = a_battle(active, ready, hero)
    active.moved = active.evaded = hero.fought = True

    end_impulse(battle)

    assert [piece.state for piece in (active, ready, hero)] == [State.SPENT, State.READY, State.SPENT]
    assert [active.moved, active.evaded, hero.fought] == [False, False, False]
    assert battle.impulse is None


def test_two_passes_in_a_row_end_the_sequence():
    """FO-SEQ-06, FO-SEQ-07, FO-RULE-11."""
    battle = a_battle()
    ended = []
    for acts in (True, False, True, False, False):
        ended.append(note_call(battle, acts))
        pass_on(battle)

    assert ended == [False, False, False, False, True]
    assert battle.actor == "blue"
