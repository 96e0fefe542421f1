"""Consolidation: two remnants of the same type become one unit."""

from grognard.games.fearful_odds.battle import Ammo, Battle, Impulse, Order, State, Unit, Where
from grognard.games.fearful_odds.legs import Merge, Reach
from grognard.games.fearful_odds.reach import in_all_blocks
from grognard.kernel.referee import Referee

REMNANT = 2  # FO-MOVE-17: SP of a unit that may merge


def can_consolidate(unit: Unit, other: Unit) -> bool:
    """FO-MOVE-17, FO-RULE-29: two Active units of the same type and missile class, one of which has 1 or 2 SP."""
    return (
        unit is not other
        and min(unit.strength, other.strength) <= REMNANT  # first, since it is seldom so
        and unit.side == other.side
        and unit.state is State.ACTIVE
        and other.state is State.ACTIVE
        and unit.order is not Order.ROUT
        and other.order is not Order.ROUT
        and unit.counter.code == other.counter.code
        and unit.counter.missile == other.counter.missile
    )


def merges(battle: Battle, unit: Unit, reach: Reach, near: int, impulse: Impulse) -> list[Merge]:
    """The Active units of its type whose hexes it can reach to merge with them; in a March or Regroup not beside the enemy (FO-ACT-10)."""
    found = []
    for id in impulse.group:
        other = battle.units.get(id)
        if other is None or other.at < 0 or other.counter.code != unit.counter.code or not can_consolidate(unit, other):
            continue
        if impulse.kind != "charge" and reach.board.bit[other.at] & near:
            continue
        if _can_step_into(reach, other.at):
            found.append(Merge(other.id))
    return found


def _can_step_into(reach: Reach, at: int) -> bool:
    """Whether some state in reach is one step from a hex, with points enough."""
    board = reach.board
    there = in_all_blocks(board, board.bit[at])
    for spent, layer in enumerate(reach.layers):
        left = reach.points - spent
        going = layer & ~reach.held
        if any(price <= left and (going & where) << up >> down & there for price, where, up, down in board.forward):
            return True
        going &= board.first_plane
        if any(price <= left and (going & where) << up & there for price, where, up, _ in board.sideways):
            return True
    return False


def consolidate(referee: Referee, battle: Battle, mover: Unit, stander: Unit) -> Unit:
    """FO-MOVE-18, FO-RULE-29: the weaker is absorbed; the result has the standing unit's place and facing, and moves no further."""
    at, facing, from_hex = stander.at, stander.facing, mover.at
    strong, weak = (mover, stander) if mover.strength > stander.strength else (stander, mover)
    if mover.strength == stander.strength:
        options = [Merge(mover.id), Merge(stander.id)]
        picked = referee.choose(
            mover.side, "Which unit remains?", options, rule="FO-RULE-29", about=(mover.id, stander.id)
        )
        strong, weak = (mover, stander) if picked.unit == mover.id else (stander, mover)
    strength = strong.strength + weak.strength
    if battle.options.consolidate_cap == "start":
        strength = min(strength, strong.counter.strength)
    strong.strength = max(strength, strong.strength)
    if weak.order is Order.DISORDER:
        strong.order = Order.DISORDER
    strong.ammo = max(strong.ammo, weak.ammo, key=list(Ammo).index)
    for one in battle.characters.values():
        if one.at == from_hex and one.side == mover.side:
            one.at = at
    weak.at, weak.where, weak.strength = -1, Where.GONE, 0
    strong.at, strong.facing, strong.moved = at, facing, True
    referee.tell("absorbs", strong, weak, rule="FO-MOVE-18")
    return strong
