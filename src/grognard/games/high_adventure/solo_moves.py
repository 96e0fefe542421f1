"""What each order makes a group do that nobody commands, on the table (HA-SOL-47 to 52)."""

from collections.abc import Sequence
from itertools import pairwise

from grognard.games.high_adventure import dragons, visibility
from grognard.games.high_adventure.attributes import pace_bonus
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.contact import face
from grognard.games.high_adventure.effects import wind_forbids
from grognard.games.high_adventure.figures import INCH, Figure, Group, Order, gap
from grognard.games.high_adventure.groups import heard_by
from grognard.games.high_adventure.movement import (
    charge_reach,
    cut_to,
    go,
    going_of,
    head_for,
    move_of,
    way_into_contact,
    way_towards,
)
from grognard.games.high_adventure.shooting import RANGES
from grognard.games.high_adventure.solo_retreats import flee, spend_halves, stand_fast, stride, time_to_load, withdraw
from grognard.games.high_adventure.sorcerers import watches_over
from grognard.games.high_adventure.targeting import Focus, focus_of
from grognard.ground.measure import Spot, along, distance
from grognard.ground.paths import Path, Walk
from grognard.kernel.referee import Referee

NEAR = 10  # so near to a base is near enough to be pinned


def move_group(referee: Referee, battle: Battle, group: Group) -> None:
    """Carry out a group's order in the movement step; pinned figures stay, unless they flee (HA-SOL-52)."""
    members = battle.members(group)
    if not members:
        return
    focus = focus_of(referee, battle, group)
    before = _distance_to(members, focus)
    movers = [figure for figure in members if may_move(battle, figure)]
    tell_purpose(referee, battle, group, focus)
    movers.sort(key=lambda figure: distance(figure.x, figure.y, focus.x, focus.y) if focus else 0)
    if group.order is Order.FLEE:
        flee(referee, battle, group, movers, focus)
    elif movers and movers[0].profile.fly:
        for figure in movers:
            dragons.move(referee, battle, figure, focus.x if focus else -1, focus.y if focus else -1, group.order)
    elif focus is not None:
        _MOVES[group.order](referee, battle, group, movers, focus)
    for figure in battle.members(group):
        figure.moved = True
        spend_halves(figure)
    after = _distance_to(battle.members(group), focus)
    group.advancing = group.order in (Order.MARCH, Order.ATTACK) and after < before  # HA-SOL-06


PURPOSE = {
    Order.ATTACK: ("{0}: Attack, at {1}", "HA-SOL-30"),
    Order.MARCH: ("{0}: March, towards {1}", "HA-SOL-31"),
    Order.STAND: ("{0}: Stand, watching {1}", "HA-SOL-32"),
    Order.WITHDRAW: ("{0}: Withdraw, from {1}", "HA-SOL-33"),
    Order.FLEE: ("{0}: Flee, from {1}", "HA-SOL-34"),
}


def tell_purpose(referee: Referee, battle: Battle, group: Group, focus: Focus | None) -> None:
    """Say what the group is about to do, and about whom."""
    words, rule = PURPOSE[group.order]
    hears = heard_by(battle, group)
    if focus is None:
        referee.tell("{0}: {1}, and no enemy is known", group, group.order, rule=rule, seen_by=hears)
    else:
        spot = "its post" if focus.post else "where an enemy was last seen"
        referee.tell(words, group, battle.figure(focus.foe) if focus.foe else spot, rule=rule, seen_by=hears)


def may_move(battle: Battle, figure: Figure) -> bool:
    """Neither pinned (but Flee leaves contact), nor helpless, floating, in a pit, or at its magic."""
    if figure.helpless or figure.effect("floating") or figure.effect("pit") or figure.moved:
        return False
    if figure.order is Order.FLEE:
        return True
    return not figure.engaged and not figure.preparing and not (figure.profile.wizard and watches_over(battle, figure))


def _distance_to(figures: Sequence[Figure], focus: Focus | None) -> int:
    if focus is None:
        return 0
    return min((distance(figure.x, figure.y, focus.x, focus.y) for figure in figures), default=0)


# Attack


def attack(referee: Referee, battle: Battle, group: Group, movers: list[Figure], focus: Focus) -> None:
    """HA-SOL-30, HA-SOL-47: charge the nearest enemy group if it is in reach, else go for it; with nobody in sight as
    March."""
    if not focus.foe:
        march(referee, battle, group, movers, focus)
        return
    foes = target_group(battle, group, focus)
    if any(is_in_reach(figure, shortest_charge(battle, figure, foes)) for figure in movers):
        charge(referee, battle, group, movers, foes, focus)
        return
    for figure in movers:
        advance(referee, battle, figure, focus, stride(figure))


def is_in_reach(figure: Figure, way: Walk | None) -> bool:
    """HA-RULE-09: is the way short enough for a charge?"""
    return way is not None and way.cost <= charge_reach(figure) - move_of(figure) + stride(figure)


def target_group(battle: Battle, group: Group, focus: Focus) -> list[Figure]:
    """The figures in sight of the group that the nearest enemy belongs to."""
    seen = visibility.seen_by(battle, battle.members(group))
    return [foe for foe in seen if foe.group == battle.figure(focus.foe).group]


def shortest_charge(battle: Battle, figure: Figure, foes: list[Figure]) -> Walk | None:
    """The shortest way into contact with one of them, at a free edge (HA-CON-02); no way is shorter than the gap."""
    best: Walk | None = None
    reach = charge_reach(figure)
    for apart, foe in sorted([(gap(figure, foe), foe) for foe in foes], key=lambda pair: pair[0]):
        if apart > reach or (best is not None and best.cost <= apart):
            break
        way = way_into_contact(battle, figure, foe)
        if way is not None and (best is None or way.cost < best.cost):
            best = way
    return best


def charge(
    referee: Referee, battle: Battle, group: Group, movers: list[Figure], foes: list[Figure], focus: Focus
) -> None:
    """One roll for the group; every figure moves up to Move and the bonus, each to the nearest free edge
    (HA-ORD-05)."""
    group.charge_bonus = pace_bonus(referee, movers[0], f"charge of {group.name}", "HA-SOL-47", heard_by(battle, group))
    referee.tell("{0} charge", group, rule="HA-SOL-47", seen_by=heard_by(battle, group))
    for figure in movers:
        allowance = stride(figure) + group.charge_bonus
        way = shortest_charge(battle, figure, [foe for foe in foes if foe.able])
        if way is None:
            advance(referee, battle, figure, focus, allowance)
            continue
        path = cut_to(going_of(battle, figure), way.path, allowance)
        if allowed(battle, figure, path):
            figure.charged = True
            go(referee, battle, figure, path)


# March


def march(referee: Referee, battle: Battle, group: Group, movers: list[Figure], focus: Focus) -> None:
    """HA-SOL-31, HA-SOL-48: towards the nearest enemy without running; archers halt within medium range of it."""
    for figure in movers:
        weapon = figure.weapon
        if weapon.is_missile and focus.foe:
            close_to_range(referee, battle, figure, battle.figure(focus.foe), RANGES[weapon.kind].medium)
        else:
            advance(referee, battle, figure, focus, stride(figure))


def close_to_range(referee: Referee, battle: Battle, figure: Figure, foe: Figure, medium: int) -> None:
    """Stop at the first point with the enemy within medium range and in view; if there already, only turn."""
    if gap(figure, foe) <= medium and visibility.line_of_sight(battle, figure.x, figure.y, foe.x, foe.y):
        face(figure, foe.x, foe.y)
        return
    path = way_towards(battle, figure, foe.x, foe.y, time_to_load(figure))
    path = stop_in_range(battle, figure, foe, medium, path)
    if len(path) > 1 and allowed(battle, figure, path):
        go(referee, battle, figure, path)
    if not figure.engaged:
        face(figure, foe.x, foe.y)


def stop_in_range(battle: Battle, figure: Figure, foe: Figure, medium: int, path: Path) -> Path:
    """The beginning of a way, up to the first point from which the enemy is in range and in view."""
    walked: list[Spot] = [path[0]]
    for a, b in pairwise(path):
        length = distance(*a, *b)
        for run in range(50, length, 50):
            x, y = along(*a, b[0] - a[0], b[1] - a[1], run)
            apart = distance(x, y, foe.x, foe.y) - figure.radius - foe.radius
            if apart <= medium and visibility.line_of_sight(battle, x, y, foe.x, foe.y):
                return (*walked, (x, y))
        walked.append(b)
    return tuple(walked)


def advance(referee: Referee, battle: Battle, figure: Figure, focus: Focus, allowance: int) -> None:
    """Towards the focus as far as the allowance goes; it may end in contact (HA-CON-01)."""
    if wind_forbids(battle, figure, *along(figure.x, figure.y, focus.x - figure.x, focus.y - figure.y, 1 * INCH)):
        face(figure, focus.x, focus.y)
        return
    apart = distance(figure.x, figure.y, focus.x, focus.y)
    if apart <= figure.radius + INCH // 2:
        return
    short = figure.radius + battle.figure(focus.foe).radius + NEAR if focus.foe else 0
    x, y = along(focus.x, focus.y, figure.x - focus.x, figure.y - focus.y, min(short, apart))  # the near side of it
    head_for(referee, battle, figure, x, y, allowance)


def allowed(battle: Battle, figure: Figure, path: Path) -> bool:
    """HA-MAJ-01: a wind storm lets nobody come nearer."""
    return len(path) > 1 and not wind_forbids(battle, figure, *path[-1])


_MOVES = {Order.ATTACK: attack, Order.MARCH: march, Order.STAND: stand_fast, Order.WITHDRAW: withdraw}
