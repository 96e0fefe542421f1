"""Orders: the five of them, who may give them, and whom nobody commands."""

from collections.abc import Iterator

from grognard.games.high_adventure.attributes import passes
from grognard.games.high_adventure.battle import Battle, Side
from grognard.games.high_adventure.figures import INCH, PARTY, Figure, Group, Order
from grognard.games.high_adventure.groups import group_gap
from grognard.games.high_adventure.options import Options
from grognard.kernel.choice import Pick
from grognard.kernel.referee import Referee

COMMAND = 6 * INCH  # HA-ORD-02
FREE = ("pc", "hench")  # HA-ORD-03, HA-SOL-19
CHOICES: dict[Order, Pick] = {
    Order.ATTACK: Pick("Attack", "Attack: close with the enemy, and charge if in reach"),  # HA-ORD-04
    Order.MARCH: Pick("March", "March: move on"),  # HA-ORD-06
    Order.STAND: Pick("Stand", 'Stand: stay put, or step up to 2"'),  # HA-ORD-07
    Order.WITHDRAW: Pick("Withdraw", "Withdraw: away from the enemy"),  # HA-ORD-08
    Order.FLEE: Pick("Flee", "Flee: run, and neither fight nor shoot"),  # HA-ORD-10
}


def give(battle: Battle, group: Group, order: Order) -> None:
    """Give a group its order; all its figures carry it (HA-ORD-01, HA-GRP-01)."""
    group.order = order
    for figure in battle.figures:
        if figure.group == group.id:
            figure.order = order


def most_henchmen(options: Options, pcs: int) -> int:
    """How many hench-beings a side may have (HA-RULE-08)."""
    return 2 * pcs if options.henchmen == "per_pc" else 2


def is_free(battle: Battle, figure: Figure) -> bool:
    """Acts exactly as its player wishes: a PC, a hench-being (HA-ORD-03), or whoever obeys one of them by magic (HA-SOL-57)."""
    if figure.role in FREE:
        return True
    return bool(figure.controller) and not battle.side(figure.side).solo


def is_uncommanded(battle: Battle, group: Group) -> bool:
    """Does the solo system drive this group (HA-SOL)? PCs and hench-beings are exempt, as are groups that a PC has in hand this turn."""
    if battle.side(group.side).solo:
        return True  # HA-RULE-96
    if not battle.chart or group.commanded == battle.turn:
        return False
    return not any(is_free(battle, figure) for figure in battle.members(group))


def asks(battle: Battle, figure: Figure) -> bool:
    """Is its player asked what it does? Nobody is on a side that the rules play."""
    return not battle.side(figure.side).solo and not is_uncommanded(battle, battle.group_of(figure))


def players(battle: Battle) -> Iterator[Side]:
    """The sides that somebody plays."""
    return (side for side in battle.sides if not side.solo)


def open_orders(battle: Battle, group: Group) -> list[Pick]:
    """Orders that a player may give now: no pinned figure flees by choice (HA-RULE-10)."""
    pinned = any(figure.engaged for figure in battle.members(group))
    return [pick for order, pick in CHOICES.items() if not (pinned and order is Order.FLEE)]


def commanders(battle: Battle, group: Group) -> list[Figure]:
    """PCs within 6" of a group of their side (HA-ORD-02)."""
    return [
        figure
        for figure in battle.figures
        if figure.side == group.side and may_order(battle, figure, group_gap(battle, group, figure))
    ]


def may_order(battle: Battle, figure: Figure, apart: int) -> bool:
    """May this figure test to pick the order of a group so far away (HA-ORD-02)?"""
    return figure.is_pc and figure.able and not figure.helpless and not figure.fleeing and apart <= COMMAND


def pick_order(referee: Referee, battle: Battle, figure: Figure) -> bool:
    """Without the chart: a PC's Leadership test to pick a group's order (HA-ORD-02, HA-RULE-07). One roll for each PC and group in a turn."""
    return passes(referee, battle, figure, figure.profile.leadership, "Leadership, to give an order", "HA-ORD-02")


def in_keeping(order: Order) -> str:
    """What an order lets a player's figure do, for the table to show."""
    return CHOICES[order].label


def party_strength(battle: Battle) -> int:
    """Strength of the party as it began (HA-GEN-01)."""
    return sum(f.strength for f in battle.figures if f.side == PARTY and not f.controller)
