"""Orders: who may give them, who acts freely, whom the rules drive."""

import pytest

from grognard.games.high_adventure.figures import Order
from grognard.games.high_adventure.options import Options
from grognard.games.high_adventure.orders import (
    CHOICES,
    asks,
    commanders,
    give,
    is_free,
    is_uncommanded,
    may_order,
    most_henchmen,
    open_orders,
    pick_order,
    players,
)  # fmt: skip
from grognard.games.high_adventure.slots import move_options
from grognard.games.high_adventure.things import Task
from grognard.games.high_adventure.turn import command
from tests.games.high_adventure.build import a_battle, a_figure
from tests.script import scripted


def test_five_orders():
    """HA-ORD-01, HA-ORD-04, HA-ORD-06, HA-ORD-07."""
    assert [str(order) for order in CHOICES] == ["Attack", "March", "Stand", "Withdraw", "Flee"]


def test_pcs_and_henchmen_act_as_their_player_wishes():
    """HA-ORD-03, HA-SOL-19; all others are driven by the solo system (HA-ORD-13)."""
    battle = a_battle(
        a_figure("pc", role="pc"), a_figure("hench", role="hench", at=(14, 10)), a_figure("man", at=(18, 10))
    )
    assert [is_free(battle, figure) for figure in battle.figures] == [True, True, False]
    assert [asks(battle, figure) for figure in battle.figures] == [True, True, False]
    assert is_uncommanded(battle, battle.group("man's"))
    battle.group("man's").commanded = battle.turn
    assert not is_uncommanded(battle, battle.group("man's"))


def test_nobody_is_asked_for_a_side_that_the_rules_play():
    """HA-RULE-96."""
    battle = a_battle(a_figure("pc", role="pc"), a_figure("boss", "blue", role="pc", at=(30, 30)), solo=("blue",))
    assert [side.id for side in players(battle)] == ["red"]
    assert battle.side_ids() == ["red"]
    assert not asks(battle, battle.figure("boss"))


@pytest.mark.parametrize(("option", "pcs", "most"), [("per_side", 3, 2), ("per_pc", 3, 6)])
def test_how_many_henchmen(option, pcs, most):
    """HA-RULE-08."""
    assert most_henchmen(Options(henchmen=option), pcs) == most


def test_no_pinned_figure_flees_by_choice():
    """HA-RULE-10."""
    battle = a_battle(a_figure(role="pc"), a_figure("foe", "blue", at=(11, 10)))
    assert "Flee" not in [pick.key for pick in open_orders(battle, battle.group("anna's"))]


def test_without_the_chart_a_pc_near_by_tests_leadership():
    """HA-ORD-02, HA-RULE-07: passed, the player names the order; failed, the group keeps its last one."""
    pc, man = a_figure("pc", role="pc", leadership=4), a_figure("man", at=(14, 10))
    battle = a_battle(pc, man, chart=False)
    group = battle.group("man's")
    assert [figure.id for figure in commanders(battle, group)] == ["pc"]
    assert may_order(battle, pc, 600)
    assert not may_order(battle, pc, 601)
    with scripted(dice=[4], answers=["pc", "Attack"]) as referee:
        assert command(referee, battle, Task("command", "man's"))
    assert group.chosen == "Attack"
    with scripted(dice=[5], answers=["pc"]) as referee:
        command(referee, battle, Task("command", "man's"))
    assert group.chosen == "Stand"
    with scripted(dice=[6]) as referee:
        assert not pick_order(referee, battle, pc)


@pytest.mark.parametrize(
    ("order", "keys"),
    [
        (Order.ATTACK, ["charge foe", "walk"]),
        (Order.MARCH, ["walk", "run"]),
        (Order.STAND, ["step"]),
        (Order.WITHDRAW, ["walk", "run"]),
        (Order.FLEE, ["flee"]),
    ],
)
def test_what_each_order_lets_a_figure_do(order, keys):
    """HA-ORD-01, HA-ORD-04, HA-ORD-05, HA-ORD-06, HA-ORD-07, HA-ORD-08, HA-ORD-10."""
    battle = a_battle(a_figure(role="pc"), a_figure("foe", "blue", at=(16, 10)))
    give(battle, battle.group("anna's"), order)
    assert [pick.key for pick in move_options(battle, battle.figure("anna"))] == keys
