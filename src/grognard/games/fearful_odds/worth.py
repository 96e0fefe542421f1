"""How well a side stands, in strength points: all that the computer opponents know of Fearful Odds.

Losses count most, since they win and lose battles (FO-RULE-71). Then order, characters, the fights that are about to be fought, who stands on whose flank, who shoots whom, the ground, and how near
everybody is to where they want to be.
"""

from functools import lru_cache
from operator import itemgetter

from grognard.games.fearful_odds.battle import OUT, Ammo, Battle, Character, Order, Side, State, Unit, Where, Wound
from grognard.games.fearful_odds.board import Board
from grognard.games.fearful_odds.melee import reckon
from grognard.games.fearful_odds.missiles import WEAPONS, held
from grognard.games.fearful_odds.morale import ROUT_MARGIN, adjusted_quality, failed_by
from grognard.games.fearful_odds.options import Options
from grognard.games.fearful_odds.victory import losses_among

VICTORY = 1000.0
ARMY = 60.0  # what the loss of a whole army's nerve is worth
BROKEN = 25.0
DISORDER = 1.3
NEAR = 0.24  # for each hex that a unit is nearer to where it wants to be
FIGHT = 0.4  # of what a melee that is to be fought now promises: no more, since who does not attack is attacked
SHAKEN = 0.6  # SP that it costs to be Disordered in a melee
ROUTED = 0.8  # of the SP that Rout are lost; some come back
FLANKED = 0.8
COVER, HEIGHT = 0.25, 0.25
HALF_STEP = 0.5  # of an aim that is not met yet
AIM = 8.0
AIM_NEAR = 0.35  # for each hex that a unit is nearer to an aim, at the end
CUT, CUT_NEAR = 14.0, 0.6  # the hex that must be held before its time is up, and each hex nearer to it
PLANNED = 0.35  # what an Active unit that has still to move may hope for
WANTED = {  # how far from the enemy a unit wants to be, by its missiles
    "none": 1,
    **{missile: 1 if missile == "javelin" else weapon.farthest - 1 for missile, weapon in WEAPONS.items()},
}

# Names of their own, since all this is asked for thousands of times a second, and Python 3.11 is slow to find a member in its enum.
GOOD, DISORDERED = Order.GOOD, Order.DISORDER
FRESH, LOW = Ammo.FRESH, Ammo.LOW
ACTIVE, MINOR = State.ACTIVE, Wound.MINOR
REGROUP_BOX, ROUT_BOX = Where.REGROUP_BOX, Where.ROUT_BOX

Place = tuple[int, float]  # how far the nearest enemy unit is, and what it is worth to stand so before the enemy
NOBODY = 99  # the distance where there is no enemy
NOWHERE: Place = (NOBODY, 0.0)


class Line:
    """The units of a side; of those on the map the hexes, and how they stand there (six times the hex plus the facing)."""

    __slots__ = ("hexes", "stands", "units")

    def __init__(self, units: list[Unit]) -> None:
        self.units = units
        self.hexes = tuple([unit.at for unit in units if unit.at >= 0])
        self.stands = tuple([unit.at * 6 + unit.facing for unit in units if unit.at >= 0])


class Before(dict[tuple[int, int], Place]):
    """Enemies who stand so, and the place before them of whoever stands somehow and wants to be so far away: found when it is first asked for."""

    def __init__(self, board: Board, foes: tuple[int, ...]) -> None:
        self.board = board
        self.foes = foes
        hexes = [foe // 6 for foe in foes]
        self.pick = itemgetter(*hexes, *hexes[:1]) if foes else None  # one twice: of a single hex it picks no tuple

    def __missing__(self, key: tuple[int, int]) -> Place:
        if self.pick is None:
            return NOWHERE
        stand, wanted = key
        distances = self.pick(self.board.distances[stand // 6])
        nearest = min(distances)
        place = self[key] = nearest, stance(self.board, stand, nearest, wanted, self.foes, distances)
        return place


@lru_cache(maxsize=1024)
def before_enemies(board: Board, foes: tuple[int, ...]) -> Before:
    """Remembered, since in most futures few units move or none."""
    return Before(board, foes)


def worth(battle: Battle, side: str) -> float:
    """How much better a side stands than its enemy."""
    if battle.outcome is not None:
        return 0.0 if not battle.outcome.winner else VICTORY if battle.outcome.winner == side else -VICTORY
    first, second = battle.sides
    mine, theirs = (first, second) if first.id == side else (second, first)
    line = Line([unit for unit in battle.units.values() if unit.side == side])
    foes = Line([unit for unit in battle.units.values() if unit.side != side])
    total = army(battle, mine, line, foes) - army(battle, theirs, foes, line)
    if battle.impulse is None or battle.phase == "spent":
        return total
    return total + fights(battle, line, foes) if battle.impulse.side == side else total - fights(battle, foes, line)


def under_way(battle: Battle) -> int:
    """An impulse of one side, if there is one: its moves are made before its melees are fought (FO-ACT-18)."""
    return int(battle.impulse is not None)


def army(battle: Battle, side: Side, line: Line, foes: Line) -> float:
    """What a side has left, how it is ordered, and where it stands."""
    board = battle.board
    lost = losses_among(line.units, side.start)
    level = breaking_point(side)
    total = -ARMY * lost / level - (BROKEN if lost >= level else 0.0)
    before = before_enemies(board, foes.stands)
    for unit in line.units:
        if unit.at >= 0:
            total += unit_worth(board, unit, before)
        elif unit.where is REGROUP_BOX or unit.where is ROUT_BOX:
            total += 0.25 * unit.strength
    for one in battle.characters.values():
        if one.at >= 0 and one.side == side.id:
            total += character_worth(board, one, line, foes)
    return total + aims(battle, side, line)


def breaking_point(side: Side) -> int:
    """How many SP an army can lose."""
    return side.level or max(1, side.start // 2)


def unit_worth(board: Board, unit: Unit, before: Before) -> float:
    """A unit's order, missiles and place; its strength is in the losses."""
    counter, strength, at = unit.counter, unit.strength, unit.at
    total = 0.05 * counter.quality * strength
    if unit.order is DISORDERED:
        total -= DISORDER + 0.1 * strength
    if counter.missile != "none":
        total += 0.6 if unit.ammo is FRESH else 0.3 if unit.ammo is LOW else 0.0
    if board.cover[at]:
        total += COVER
    total += HEIGHT * board.heights[at]
    nearest, stands = before[at * 6 + unit.facing, WANTED[counter.missile] if unit.ammo is not OUT else 1]
    return total + (stands - 0.6 if strength <= 2 and nearest <= 2 else stands)


def stance(
    board: Board, stand: int, nearest: int, wanted: int, foes: tuple[int, ...], distances: tuple[int, ...]
) -> float:
    """Near enough to fight or to shoot, facing the enemy, and not with an open flank."""
    total = -NEAR * (nearest - wanted) if nearest >= wanted else -0.3 * (wanted - nearest)
    facing_them = False
    if nearest <= 1:
        beside = [foe for foe, distance in zip(foes, distances, strict=False) if distance == 1]
        flanks, facing_them = contact(board, stand, beside)
        total += flanks
    if nearest <= 6 and not facing_them:
        total -= 0.1 * turned_away(board, stand, foes[distances.index(nearest)] // 6)
    return total


def contact(board: Board, stand: int, foes: list[int]) -> tuple[float, bool]:
    """What a unit wins and loses by the flanks of those it is next to, and whether it faces one of them."""
    bit, fronts = board.bit, board.fronts
    here, front = bit[stand // 6], fronts[stand]
    total, facing_them = 0.0, False
    for foe in foes:
        sees_me, sees_it = bool(fronts[foe] & here), bool(front & bit[foe // 6])
        total += FLANKED * (sees_it - sees_me)
        facing_them = facing_them or sees_it
    return total, facing_them


@lru_cache(maxsize=1 << 14)
def turned_away(board: Board, stand: int, foe_at: int) -> int:
    """How much further from an enemy than need be the nearest hex is that a unit faces."""
    at, facing = divmod(stand, 6)
    row = board.distances[foe_at]
    ahead = min([row[n] for d in board.front_directions[facing] if (n := board.next_to[at][d]) >= 0], default=9)
    return max(0, ahead + 1 - row[at])


def character_worth(board: Board, one: Character, line: Line, foes: Line) -> float:
    """Leaders count by their command, heroes by their skill; a wound is half a death, and nobody should stand alone before the enemy."""
    leads = one.kind == "leader"
    total = 2.0 + 2.0 * one.command if leads else 0.5 * one.skill
    if one.wound is MINOR:
        total *= 0.6
    if one.at in line.hexes:
        return total + (0.35 * one.command if leads else 0.2)
    if leads:
        far = board.distances[one.at]
        nearest = min([far[at] for at in foes.hexes], default=NOBODY)
        return total - 0.4 - (0.5 if nearest <= 2 else 0.0)
    return total


# Fights to come in this impulse


def fights(battle: Battle, line: Line, foes: Line) -> float:
    """What the impulse under way promises whoever acts: melees that are to be fought, and moves that are to be made."""
    impulse = battle.impulse
    assert impulse is not None
    board, kind, moving = battle.board, impulse.kind, battle.phase in ("impulse", "move")
    total = 0.0
    before = before_enemies(board, foes.stands)
    for unit in line.units:
        if unit.state is not ACTIVE:
            continue
        if unit.at < 0:
            total += 0.2 * unit.strength  # it may come back
            continue
        nearest, _ = before[unit.at * 6 + unit.facing, WANTED[unit.counter.missile] if unit.ammo is not OUT else 1]
        if moving and not unit.moved:
            total += hope(unit, nearest, kind)
        elif nearest <= 1 and not unit.fought:
            total += promise(battle, unit, foes.units)
        if kind == "regroup" and unit.order is DISORDERED and not unit.tried:
            total += 0.6
    return total


def promise(battle: Battle, unit: Unit, foes: list[Unit]) -> float:
    """The best melee that a unit is about to fight."""
    board = battle.board
    front = board.fronts[unit.at * 6 + unit.facing]
    clashes = [clash(battle, unit, foe) for foe in foes if foe.at >= 0 and front & board.bit[foe.at]]
    return FIGHT * max(clashes, default=0.0)


def clash(battle: Battle, unit: Unit, foe: Unit) -> float:
    """What one melee promises: what either may expect to lose, at the price of an SP in its army."""
    return strikes_for(battle, unit, foe) - strikes_for(battle, foe, unit)


def strikes_for(battle: Battle, striker: Unit, target: Unit) -> float:
    """What a strike may be expected to cost its target."""
    side = battle.side(target.side)
    value, quality = reckon(battle, striker, target, 0).value, adjusted_quality(battle, target, 1)
    lost = toll(battle.options, value, quality, target.strength, target.order is DISORDERED)
    return lost * ARMY / breaking_point(side)


@lru_cache(maxsize=1 << 14)
def toll(options: Options, value: int, quality: int, strength: int, disordered: bool) -> float:
    """The SP that a strike of this CEV may be expected to cost: the hit, and what the morale check does with this QL, the one at the new strength (FO-RULE-04)."""
    hit = held(options, value) / 10
    if strength <= 1:
        return hit
    failures = [failed_by(options, die, 0, quality) for die in range(1, 11)]
    fails = sum(failure > 0 for failure in failures) / 10
    routs = fails if disordered else sum(failure >= ROUT_MARGIN for failure in failures) / 10
    return hit * (1 + routs * (strength - 1) * ROUTED + (fails - routs) * SHAKEN)


def hope(unit: Unit, nearest: int, kind: str) -> float:
    """What a unit that has still to move may hope for, so that it is activated for what it can do."""
    if nearest == NOBODY:
        return 0.0
    counter = unit.counter
    shoots = counter.missile != "none" and unit.ammo is not OUT
    in_range = shoots and nearest <= counter.speed // 2 + WEAPONS[counter.missile].farthest
    if kind == "charge":
        if shoots:
            return PLANNED + (0.5 if in_range else 0.0)
        return 0.8 if nearest <= counter.speed + 1 and unit.order is GOOD else 0.1
    if kind == "march":
        if in_range:
            return PLANNED + 0.45
        return PLANNED if nearest > 2 else 0.0
    return 0.1 if unit.order is GOOD else 0.3


# Aims of the scenario


def aims(battle: Battle, side: Side, line: Line) -> float:
    """Units on the hexes that win, and how far the others are from them; more as the time runs out."""
    total = 0.0
    board = battle.board
    urgency = (battle.turn + 2) / (battle.turns + 2)
    for aim in battle.aims:
        if aim.side and aim.side != side.id:
            continue
        for distance in distances_to(board, aim.hexes, line.hexes)[: aim.units]:
            total += AIM / aim.units * urgency if distance == 0 else -AIM_NEAR * distance * urgency
        total += 2 * side.aims.get(aim.name, 0)
    cut = battle.cut
    if cut is not None and battle.turn <= cut.turn and cut.unless == side.id:
        near = board.distances[cut.hex]
        nearest = min([near[at] for at in line.hexes], default=9)
        total += CUT if nearest == 0 else -CUT_NEAR * nearest
    return total


@lru_cache(maxsize=2048)
def distances_to(board: Board, aim: tuple[int, ...], hexes: tuple[int, ...]) -> tuple[int, ...]:
    """How far each of these hexes is from the nearest hex of an aim, the nearest first."""
    far = board.far_from(aim)
    return tuple(sorted([far[at] for at in hexes]))
