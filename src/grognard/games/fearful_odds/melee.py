"""Melee: who fights whom, both strikes, who gives way and who follows."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct

from grognard.games.fearful_odds.advances import advance, can_advance
from grognard.games.fearful_odds.battle import Ammo, Battle, Order, Unit, Where
from grognard.games.fearful_odds.missiles import held
from grognard.games.fearful_odds.morale import check_morale, lose_strength
from grognard.games.fearful_odds.retreat import is_in_good_order, retreat
from grognard.games.fearful_odds.victors import claim_victories
from grognard.kernel.dice import D10
from grognard.kernel.referee import Referee
from grognard.kernel.tally import Modifier, Tally

FULL_STRENGTH = 4  # FO-MEL-06: SP needed to strike with full effect


class Melee(Struct):
    """What came of a melee; the pairs are attacker and defender."""

    values: tuple[int, int]  # adjusted CEV
    full: tuple[bool, bool]
    hits: tuple[bool, bool]  # who hit his enemy
    fates: tuple[str, str]  # order, or "eliminated", when the blows have fallen and nobody has moved yet
    retreats: tuple[int, int] = (0, 0)  # hexes gone
    vacated: bool = False  # the defender has left his hex
    advanced: bool = False


# What a strike is worth


def strikes_in_full(battle: Battle, striker: Unit, target: Unit) -> bool:
    """FO-MEL-06: good order, to its own front, 4 SP or more, in clear terrain; else the limited CEV counts (FO-MEL-07)."""
    if striker.order is not Order.GOOD or striker.strength < FULL_STRENGTH:
        return False
    board = battle.board
    if not board.fronts[striker.at * 6 + striker.facing] & board.bit[target.at]:
        return False
    if battle.options.clear_test == "own_hex":  # FO-RULE-56
        return board.clear[striker.at]
    return board.clear[striker.at] and board.clear[target.at] and board.is_clear_side(striker.at, target.at)


def strike_modifiers(battle: Battle, striker: Unit, target: Unit) -> Iterator[Modifier]:
    """Everything that changes the CEV of a strike; FO-RULE-55: the same list for attacker and defender."""
    board = battle.board
    if not board.fronts[target.at * 6 + target.facing] & board.bit[striker.at]:
        yield Modifier(2, "flank", "FO-MEL-08")  # FO-RULE-57: the rear is no better
    if is_cavalry_charge(battle, striker, target):
        yield Modifier(1, "cavalry charge", "FO-MEL-09")
    if striker.counter.missile == "javelin" and striker.ammo is not Ammo.OUT:
        yield Modifier(1, "first javelins", "FO-MEL-10")  # FO-RULE-41
    if striker.order is Order.DISORDER:
        yield Modifier(-1, "disordered", "FO-MEL-11")
    if board.cover[target.at] or board.has_wall_cover(target.at, striker.at):
        yield Modifier(-1, "target in cover", "FO-MEL-12")  # FO-RULE-59: once
    if board.heights[target.at] > board.heights[striker.at]:
        yield Modifier(-1, "target higher", "FO-MEL-13")


def is_cavalry_charge(battle: Battle, unit: Unit, target: Unit) -> bool:
    """FO-RULE-58: Active horse in a Charge that entered a hex, and did not begin beside this enemy."""
    impulse = battle.impulse
    return (
        unit.entered > 0
        and unit.counter.kind == "horse"
        and impulse is not None
        and impulse.kind == "charge"
        and impulse.side == unit.side
        and target.id not in unit.beside
    )


class Strike(NamedTuple):
    """One side's strike as it is reckoned before the dice."""

    striker: Unit
    target: Unit
    value: int  # adjusted CEV
    full: bool
    plus: int  # from Single Combat, on both dice
    because: Tally


def reckon(battle: Battle, striker: Unit, target: Unit, plus: int) -> Strike:
    """FO-MEL-06 to 13: what a strike is worth; FO-RULE-03: held within 0 to 10."""
    tally = Tally([*strike_modifiers(battle, striker, target), Modifier(plus, "Single Combat", "FO-DUEL-13")])
    full = strikes_in_full(battle, striker, target)
    printed = striker.counter.full if full else striker.counter.limited
    return Strike(striker, target, max(0, min(10, printed + tally.total)), full, plus, tally)


# The melee itself


def fight(referee: Referee, battle: Battle, attacker: Unit, defender: Unit) -> Melee:
    """One melee, from the claims of victors to the turn after the advance.

    The attacked unit strikes back whichever way it faces (FO-MEL-02), Spent or Ready alike (FO-UNIT-01).
    """
    orders, hexes = (attacker.order, defender.order), (attacker.at, defender.at)
    attack_plus, defence_plus = claim_victories(referee, battle, attacker, defender)
    attack = reckon(battle, attacker, defender, attack_plus)
    defence = reckon(battle, defender, attacker, defence_plus)  # FO-MEL-04: both from the values before the dice
    blow, answer = strike(referee, battle, attack), strike(referee, battle, defence)
    for unit in (attacker, defender):
        if unit.counter.missile == "javelin":
            unit.ammo = Ammo.OUT  # FO-MISS-10
    suffer(referee, battle, defender, blow, attack_plus)
    suffer(referee, battle, attacker, answer, defence_plus)
    fates = fate(attacker), fate(defender)
    result = Melee((attack.value, defence.value), (attack.full, defence.full), (blow[0], answer[0]), fates)
    give_way(referee, battle, attacker, defender, hexes, orders, result)
    result.vacated = defender.at != hexes[1]
    if result.vacated and can_advance(battle, attacker, hexes[1]):
        result.advanced = True
        advance(referee, battle, attacker, hexes[1])
    return result


def strike(referee: Referee, battle: Battle, one: Strike) -> tuple[bool, int]:
    """FO-MEL-05: the white die, and the coloured die where it counts (FO-RULE-01, FO-RULE-02); whether it hit, and the coloured die."""
    side = one.striker.side
    white = D10.at_least(held(battle.options, one.value) + 1)  # at or below the CEV hits, so this counts a miss
    hit = not referee.roll(white, "melee, white die", by=side, rule="FO-MEL-05").total
    referee.tell("hits" if hit else "misses", one.striker, one.target, because=one.because, rule="FO-MEL-05")
    if hit or battle.options.mc_trigger == "always":
        return hit, referee.roll(D10, "melee, coloured die", by=side, rule="FO-MEL-05").total
    return False, 0


def suffer(referee: Referee, battle: Battle, unit: Unit, struck: tuple[bool, int], modifier: int) -> None:
    """FO-RULE-02, FO-RULE-04: a hit costs 1 SP, and then the coloured die is the morale check at the new strength."""
    hit, coloured = struck
    if hit and not lose_strength(referee, battle, unit, "FO-RULE-02"):
        return
    if coloured:
        check_morale(referee, battle, unit, coloured, modifier)


def fate(unit: Unit) -> str:
    """How the blows have left a unit, in a word."""
    return "eliminated" if unit.where is Where.GONE else unit.order.value


def give_way(
    referee: Referee,
    battle: Battle,
    attacker: Unit,
    defender: Unit,
    hexes: tuple[int, int],
    before: tuple[Order, Order],
    result: Melee,
) -> None:
    """Who retreats, by the order of both after the melee (FO-RULE-60)."""
    home, front = hexes
    shaken = [
        unit.at >= 0 and unit.order is Order.DISORDER and (battle.options.retreat_basis == "state" or old is Order.GOOD)
        for unit, old in zip((attacker, defender), before, strict=True)
    ]
    if shaken[0]:
        result.retreats = (retreat(referee, battle, attacker, front, 1), 0)  # FO-MEL-20
    elif shaken[1] and is_in_good_order(attacker):
        result.retreats = (0, retreat(referee, battle, defender, home, 2))  # FO-MEL-21
