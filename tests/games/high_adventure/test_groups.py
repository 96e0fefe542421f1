"""Groups: leaders, majority types, and keeping together."""

from typing import Any

from grognard.games.high_adventure.figures import Figure, Order, State, Weapon
from grognard.games.high_adventure.groups import (
    facing_of,
    group_gap,
    is_linked,
    leader_of,
    leadership,
    majority,
    strays,
)
from grognard.games.high_adventure.orders import give
from grognard.ground.shapes import Disc
from tests.games.high_adventure.build import BOW, a_battle, a_figure, there


def squad(*kinds: str, **more: Any) -> list[Figure]:
    return [a_figure(f"m{n}", group="squad", kind=kind, at=(10 + n, 10), **more) for n, kind in enumerate(kinds)]


def test_a_group_shares_one_order():
    """HA-GRP-01, HA-ORD-01."""
    battle = a_battle(*squad("human", "human"))
    give(battle, battle.group("squad"), Order.WITHDRAW)
    assert {figure.order for figure in battle.figures} == {Order.WITHDRAW}
    assert battle.group("squad").order is Order.WITHDRAW


def test_the_majority_type_speaks_for_the_group():
    """HA-GRP-03, HA-GRP-05, HA-RULE-05: two orcs and a goblin are led as orcs."""
    battle = a_battle(*squad("goblin", "orc", "orc"))
    assert there(majority(battle, battle.group("squad"))).kind == "orc"
    assert leadership(battle, battle.group("squad")) == 2
    archers = a_battle(
        *squad("human", "human", weapon=BOW), a_figure("sword", group="squad", at=(13, 10), weapon=Weapon("sword"))
    )
    assert there(majority(archers, archers.group("squad"))).weapon.kind == "bow"


def test_a_designated_leader_counts_while_able():
    """HA-GRP-04."""
    battle = a_battle(*squad("orc", "orc"))
    group = battle.group("squad")
    group.leader = "m1"
    battle.figure("m1").profile = a_figure(leadership=5).profile
    assert leadership(battle, group) == 5
    assert there(facing_of(battle, group, 0, 0)).id == "m1"
    battle.figure("m1").state = State.KILLED
    assert leader_of(battle, group) is None
    assert leadership(battle, group) == 2


def test_coherency_links_through_others():
    """HA-GRP-02, HA-RULE-16: 2" between bases, edge to edge."""
    assert is_linked([Disc(0, 0, 50), Disc(300, 0, 50), Disc(600, 0, 50)])
    assert not is_linked([Disc(0, 0, 50), Disc(301, 0, 50)])
    battle = a_battle(*squad("orc", "orc"), a_figure("stray", group="squad", at=(20, 10)))
    assert [figure.id for figure in strays(battle, battle.group("squad"))] == ["stray"]
    assert group_gap(battle, battle.group("squad"), a_figure("x", at=(10, 14))) == 300
