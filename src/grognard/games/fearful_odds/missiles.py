"""Missile fire: one shot at a unit, or at a hero or leader, and what it leaves in the quivers."""

from collections.abc import Iterator
from typing import NamedTuple

from grognard.games.fearful_odds.battle import Ammo, Battle, Character, Order, Unit, Wound
from grognard.games.fearful_odds.characters import wound
from grognard.games.fearful_odds.duels import BLOW, champion_prowess, suffer_blow
from grognard.games.fearful_odds.morale import check_morale, lose_strength
from grognard.games.fearful_odds.options import Options
from grognard.kernel.dice import D10
from grognard.kernel.referee import Referee
from grognard.kernel.tally import Modifier, Tally

WHITE_AND_COLOURED = (2 * D10).apart


class Weapon(NamedTuple):
    """One line of the weapons table (FO-RULE-65)."""

    nearest: int
    farthest: int
    value: int  # usual missile CEV
    low: int  # FO-MISS-08: the white die that gives a Missile Low result, and higher ones


WEAPONS = {
    "javelin": Weapon(1, 2, 4, 6),
    "sling": Weapon(1, 3, 2, 10),
    "bow": Weapon(1, 4, 3, 9),
    "engine": Weapon(2, 8, 4, 11),  # FO-RULE-38: not at adjacent enemies; never Low
}


class Shot(NamedTuple):
    """What came of a shot at a unit."""

    value: int  # the adjusted missile CEV
    hit: bool
    low: bool  # it gave a Missile Low result


def missile_modifiers(battle: Battle, unit: Unit, target: Unit) -> Iterator[Modifier]:
    """What changes a missile CEV (FO-RULE-39: nothing else does)."""
    if unit.order is Order.DISORDER:
        yield Modifier(-1, "disordered", "FO-MISS-05")
    board = battle.board
    if board.cover[target.at] or board.has_wall_against(target.at, unit.at):
        yield Modifier(-1, "target in cover", "FO-MISS-06")  # FO-RULE-59: once
    if unit.counter.missile == "javelin" and board.heights[target.at] > board.heights[unit.at]:
        yield Modifier(-1, "target higher", "FO-MISS-07")


def held(options: Options, value: int) -> int:
    """FO-RULE-03: an adjusted CEV stays within 0 to 10; where natural 1s hit and 10s miss, that is within 1 to 9."""
    return max(1, min(9, value)) if options.natural_extremes == "on" else max(0, min(10, value))


def shoot(referee: Referee, battle: Battle, unit: Unit, target: Unit) -> Shot:
    """One shot at a unit (FO-MISS-03); range, arc and sight were settled when the target was chosen. It has no reply (FO-MISS-04)."""
    options = battle.options
    modifiers = Tally(missile_modifiers(battle, unit, target))
    value = max(0, min(10, unit.counter.missile_value + modifiers.total))
    white = referee.roll(D10, "missile fire, white die", by=unit.side, rule="FO-MISS-03").total
    hit = white <= held(options, value)
    coloured = 0
    if hit or options.mc_trigger == "always" or options.low_die == "mc":  # FO-RULE-01, FO-RULE-02
        coloured = referee.roll(D10, "missile fire, coloured die", by=unit.side, rule="FO-MISS-03").total
    referee.tell("hits" if hit else "misses", unit, target, because=modifiers, rule="FO-MISS-03")
    low = spend_missiles(referee, unit, white if options.low_die == "tohit" else coloured)
    unit.shots += 1
    stands = lose_strength(referee, battle, target, "FO-RULE-02") if hit else True
    if stands and (hit or options.mc_trigger == "always"):  # FO-RULE-04: the check is taken at the new strength
        check_morale(referee, battle, target, coloured)  # FO-RULE-42: no retreat, no advance
    return Shot(value, hit, low)


def spend_missiles(referee: Referee, unit: Unit, die: int) -> bool:
    """FO-MISS-08, FO-MISS-09: read the natural die of a shot (FO-RULE-40); whether it gave a Missile Low result."""
    if die < WEAPONS[unit.counter.missile].low:
        return False
    unit.ammo = Ammo.LOW if unit.ammo is Ammo.FRESH else Ammo.OUT
    referee.tell("runs low" if unit.ammo is Ammo.LOW else "has nothing left to shoot", unit, rule="FO-MISS-09")
    return True


class RangedDuel(NamedTuple):
    """What came of a shot at a character."""

    total: int
    wound: Wound  # given, before it is added to an old one
    low: bool
    replied: bool  # whether the target rolled too (FO-RULE-53)


def shooter_prowess(battle: Battle, unit: Unit) -> int:
    """FO-DUEL-16: that of its ranker; FO-DUEL-17: an engine has 4."""
    return 4 if unit.counter.missile == "engine" else champion_prowess(battle, unit)


def shoot_character(referee: Referee, battle: Battle, unit: Unit, target: Character) -> RangedDuel:
    """Ranged Single Combat (FO-DUEL-16, FO-RULE-53): a shot at one hero or leader. No CEV modifiers, no Victory effect."""
    options = battle.options
    edge = shooter_prowess(battle, unit) - target.prowess
    dice = referee.roll(WHITE_AND_COLOURED, "ranged Single Combat", by=unit.side, rule="FO-DUEL-16")
    replies, reply = options.ranged_duel_reply == "yes", 0
    if replies:
        reply = referee.roll(2 * D10, "reply in ranged Single Combat", by=target.side, rule="FO-RULE-53").total - edge
    given = BLOW[dice.total + edge]
    referee.tell("shoots at", unit, target, rule="FO-DUEL-16")
    unit.shots += 1
    low = spend_missiles(referee, unit, dice.faces[0] if options.low_die == "tohit" else dice.faces[1])
    wound(referee, target, given)
    if replies:
        suffer_blow(referee, battle, unit, BLOW[reply])
    return RangedDuel(dice.total + edge, given, low, replies)


def shot_targets(battle: Battle, unit: Unit) -> list[Unit | Character]:
    """What a unit can shoot at from where it stands: enemy units and characters in range, arc and sight (FO-RULE-38)."""
    board, at, facing, side = battle.board, unit.at, unit.facing, unit.side
    weapon = WEAPONS[unit.counter.missile]
    state = board.state(at, facing)
    blocked = battle.options.units_block_fire == "yes"
    found: list[Unit | Character] = []
    for piece in battle.pieces():
        if (
            piece.at >= 0
            and piece.side != side
            and board.shooting_at(piece.at, weapon.nearest, weapon.farthest) & state
        ):
            if blocked and not board.sees_past(at, piece.at, standing(battle)):
                continue
            found.append(piece)
    return found


def standing(battle: Battle) -> list[int]:
    """The hexes of all units."""
    return [unit.at for unit in battle.units.values() if unit.at >= 0]


def shot_cost(unit: Unit) -> int:
    """FO-MISS-01: half its MA, in half points (FO-RULE-05)."""
    return unit.counter.speed


def may_shoot(battle: Battle, unit: Unit) -> bool:
    """Whether a unit may fire at all in this impulse: not Out, not once too often (FO-RULE-37), not against the kind of activation (FO-RULE-21)."""
    if not unit.can_shoot:
        return False
    options = battle.options
    if unit.shots and options.fires_per_activation == "one":
        return False
    return battle.impulse is None or battle.impulse.kind != "regroup" or options.regroup_fire == "yes"
