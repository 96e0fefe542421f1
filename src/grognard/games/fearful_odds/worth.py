"""How well a side stands, in strength points: all that the computer opponents know of Fearful Odds.

Losses count most, since they win and lose battles (FO-RULE-71). Then order, characters, the fights that are about to be fought, who stands on whose flank, who shoots whom, the ground, and how near
everybody is to where they want to be.
"""

from grognard.games.fearful_odds.battle import Ammo, Battle, Character, Order, Side, State, Unit, Where, Wound
from grognard.games.fearful_odds.missiles import WEAPONS
from grognard.games.fearful_odds.victory import losses

VICTORY = 1000.0
ARMY = 60.0  # what the loss of a whole army's nerve is worth
BROKEN = 25.0
DISORDER = 1.3
NEAR = 0.12  # for each hex that a unit is nearer to where it wants to be
READY_TO_FIGHT = 0.9  # of what a fight that is to be fought now promises
FLANKED = 0.8
COVER, HEIGHT = 0.25, 0.25
HALF_STEP = 0.5  # of an aim that is not met yet
AIM = 8.0
AIM_NEAR = 0.35  # for each hex that a unit is nearer to an aim, at the end
CUT, CUT_NEAR = 14.0, 0.6  # the hex that must be held before its time is up, and each hex nearer to it
PLANNED = 0.35  # what an Active unit that has still to move may hope for


def worth(battle: Battle, side: str) -> float:
    """How much better a side stands than its enemy."""
    if battle.outcome is not None:
        return 0.0 if not battle.outcome.winner else VICTORY if battle.outcome.winner == side else -VICTORY
    first, second = battle.sides
    mine, theirs = (first, second) if first.id == side else (second, first)
    return army(battle, mine, theirs) - army(battle, theirs, mine) + fights(battle, side)


def army(battle: Battle, side: Side, enemy: Side) -> float:
    """What a side has left, how it is ordered, and where it stands."""
    lost = losses(battle, side)
    level = side.level or max(1, side.start // 2)
    total = -ARMY * lost / level - (BROKEN if lost >= level else 0.0)
    foes = [unit for unit in battle.units.values() if unit.at >= 0 and unit.side != side.id]
    hosts: dict[int, Unit] = {}
    for unit in battle.units.values():
        if unit.side != side.id:
            continue
        if unit.at >= 0:
            hosts[unit.at] = unit
            total += unit_worth(battle, unit, foes)
        elif unit.where is Where.REGROUP_BOX or unit.where is Where.ROUT_BOX:
            total += 0.25 * unit.strength
    for one in battle.characters.values():
        if one.side == side.id and one.at >= 0:
            total += character_worth(battle, one, hosts.get(one.at), foes)
    return total + aims(battle, side, enemy)


def unit_worth(battle: Battle, unit: Unit, foes: list[Unit]) -> float:
    """A unit's order, missiles and place; its strength is in the losses."""
    board, counter = battle.board, unit.counter
    total = 0.05 * counter.quality * unit.strength
    if unit.order is Order.DISORDER:
        total -= DISORDER + 0.1 * unit.strength
    if counter.missile != "none":
        total += 0.6 if unit.ammo is Ammo.FRESH else 0.3 if unit.ammo is Ammo.LOW else 0.0
    if board.cover[unit.at]:
        total += COVER
    total += HEIGHT * board.heights[unit.at]
    if foes:
        total += stance(battle, unit, foes)
    return total


def stance(battle: Battle, unit: Unit, foes: list[Unit]) -> float:
    """Near enough to fight or to shoot, facing the enemy, and not with an open flank."""
    board, at = battle.board, unit.at
    far, here = board.distances[at], board.bit[at]
    front = board.fronts[at * 6 + unit.facing]
    nearest, nearest_at, total, facing_them = 99, at, 0.0, False
    for foe in foes:
        distance = far[foe.at]
        if distance < nearest:
            nearest, nearest_at = distance, foe.at
        if distance == 1:
            sees_me = board.fronts[foe.at * 6 + foe.facing] & here
            sees_it = front & board.bit[foe.at]
            if sees_me and not sees_it:
                total -= FLANKED
            elif sees_it and not sees_me:
                total += FLANKED
            facing_them = facing_them or bool(sees_it)
    shoots = unit.can_shoot and unit.counter.missile != "javelin"
    wanted = WEAPONS[unit.counter.missile].farthest - 1 if shoots else 1
    total -= NEAR * (nearest - wanted) if nearest >= wanted else 0.3 * (wanted - nearest)
    if not facing_them and nearest <= 6:
        row = board.distances[nearest_at]
        ahead = min(
            [row[n] for d in board.front_directions[unit.facing] if (n := board.next_to[at][d]) >= 0], default=9
        )
        total -= 0.1 * max(0, ahead + 1 - nearest)
    if unit.strength <= 2 and nearest <= 2:
        total -= 0.6
    return total


def character_worth(battle: Battle, one: Character, host: Unit | None, foes: list[Unit]) -> float:
    """Leaders count by their command, heroes by their skill; a wound is half a death, and nobody should stand alone before the enemy."""
    total = 2.0 + 2.0 * one.command if one.kind == "leader" else 0.5 * one.skill
    if one.wound is Wound.MINOR:
        total *= 0.6
    if host is not None:
        return total + (0.35 * one.command if one.kind == "leader" else 0.2)
    if one.kind == "leader":
        nearest = min([battle.board.distances[one.at][foe.at] for foe in foes], default=9)
        return total - 0.4 - (0.5 if nearest <= 2 else 0.0)
    return total


# Fights to come in this impulse


def fights(battle: Battle, side: str) -> float:
    """What the impulse under way promises: melees that are to be fought, and moves that are to be made."""
    impulse = battle.impulse
    if impulse is None or battle.phase == "spent":
        return 0.0
    sign = 1.0 if impulse.side == side else -1.0
    total = 0.0
    foes = [unit for unit in battle.units.values() if unit.at >= 0 and unit.side != impulse.side]
    for unit in battle.units.values():
        if unit.side != impulse.side or unit.state is not State.ACTIVE:
            continue
        if unit.at < 0:
            total += 0.2 * unit.strength  # it may come back
        elif battle.phase in ("impulse", "move") and not unit.moved:
            total += hope(battle, unit, foes, impulse.kind)
        elif not unit.fought:
            total += promise(battle, unit, foes)
        if unit.order is Order.DISORDER and impulse.kind == "regroup" and not unit.tried and unit.at >= 0:
            total += 0.6
    return sign * total


def promise(battle: Battle, unit: Unit, foes: list[Unit]) -> float:
    """The best melee that a unit is about to fight: hits given and taken, and what they do."""
    board = battle.board
    front = board.fronts[unit.at * 6 + unit.facing]
    best = None
    for foe in foes:
        if front & board.bit[foe.at]:
            value = clash(battle, unit, foe)
            if best is None or value > best:
                best = value
    return READY_TO_FIGHT * best if best is not None else 0.0


def clash(battle: Battle, unit: Unit, foe: Unit) -> float:
    """What one melee promises, roughly: each hit costs 1 SP, and shakes the more the worse the men."""
    board = battle.board
    seen = board.fronts[foe.at * 6 + foe.facing] & board.bit[unit.at]
    clear = board.clear[unit.at] and board.clear[foe.at]
    given = unit.counter.full if clear and unit.order is Order.GOOD and unit.strength >= 4 else unit.counter.limited
    taken = (
        foe.counter.full if clear and seen and foe.order is Order.GOOD and foe.strength >= 4 else foe.counter.limited
    )
    given += 2 if not seen else 0
    given += (unit.counter.kind == "horse" and unit.entered > 0) - (unit.order is Order.DISORDER) - board.cover[foe.at]
    given -= board.heights[foe.at] > board.heights[unit.at]
    taken -= (foe.order is Order.DISORDER) + board.cover[unit.at] + (board.heights[unit.at] > board.heights[foe.at])
    shaken = (11 - foe.counter.quality) * (2 if foe.order is Order.DISORDER else 1)
    daunted = (11 - unit.counter.quality) * (2 if unit.order is Order.DISORDER else 1)
    return (given * (10 + shaken * 3) - taken * (10 + daunted * 3)) / 100 + 0.4


def hope(battle: Battle, unit: Unit, foes: list[Unit], kind: str) -> float:
    """What a unit that has still to move may hope for, so that it is activated for what it can do."""
    if not foes:
        return 0.0
    distances = battle.board.distances[unit.at]
    nearest = min([distances[foe.at] for foe in foes])
    reach = unit.counter.speed
    if kind == "charge":
        if unit.can_shoot:
            return PLANNED + (0.5 if nearest <= reach // 2 + WEAPONS[unit.counter.missile].farthest else 0.0)
        return 0.8 if nearest <= reach + 1 and unit.order is Order.GOOD else 0.1
    if kind == "march":
        if unit.can_shoot and nearest <= reach // 2 + WEAPONS[unit.counter.missile].farthest:
            return PLANNED + 0.45
        return PLANNED if nearest > 2 else 0.0
    return 0.1 if unit.order is Order.GOOD else 0.3


# Aims of the scenario


def aims(battle: Battle, side: Side, enemy: Side) -> float:
    """Units on the hexes that win, and how far the others are from them; more as the time runs out."""
    total = 0.0
    for aim in battle.aims:
        if aim.side not in ("", side.id):
            continue
        nearest = battle.board.far_from(aim.hexes)
        there = sorted([nearest[unit.at] for unit in battle.units.values() if unit.side == side.id and unit.at >= 0])
        urgency = (battle.turn + 2) / (battle.turns + 2)
        for distance in there[: aim.units]:
            total += AIM / aim.units * urgency if distance == 0 else -AIM_NEAR * distance * urgency
        total += 2 * side.aims.get(aim.name, 0)
    if battle.cut is not None and battle.turn <= battle.cut.turn and battle.cut.unless == side.id:
        on_it = battle.unit_in(battle.cut.hex)
        near = battle.board.distances[battle.cut.hex]
        apart = min(
            [near[unit.at] for unit in battle.units.values() if unit.side == side.id and unit.at >= 0], default=9
        )
        total += CUT if on_it is not None and on_it.side == side.id else -CUT_NEAR * apart
    return total
