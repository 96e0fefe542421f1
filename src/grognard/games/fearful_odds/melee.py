"""Melee: who fights whom, both strikes, who gives way and who follows."""

from collections.abc import Iterator

from msgspec import Struct

from grognard.games.fearful_odds.battle import Ammo, Battle, Character, Order, Unit, Victory
from grognard.games.fearful_odds.characters import accompany
from grognard.games.fearful_odds.missiles import held
from grognard.games.fearful_odds.morale import check_morale, check_task, lose_strength
from grognard.games.fearful_odds.retreat import is_in_good_order, retreat
from grognard.kernel.choice import Option
from grognard.kernel.dice import D10
from grognard.kernel.referee import Referee
from grognard.kernel.tally import Modifier, Tally

FULL_STRENGTH = 4  # FO-MEL-06: SP needed to strike with full effect


class Melee(Struct):
    """What came of a melee; the pairs are attacker and defender."""

    values: tuple[int, int]  # adjusted CEV
    full: tuple[bool, bool]
    hits: tuple[bool, bool]  # who hit his enemy
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


# The melee itself


def fight(referee: Referee, battle: Battle, attacker: Unit, defender: Unit) -> Melee:
    """One melee, from the claims of victors to the turn after the advance.

    The attacked unit strikes back whichever way it faces (FO-MEL-02), Spent or Ready alike (FO-UNIT-01).
    """
    before = (attacker.order, defender.order)
    home, front = attacker.at, defender.at
    bonus = claim_victories(referee, battle, attacker, defender)
    pair = ((attacker, defender, bonus[0]), (defender, attacker, bonus[1]))
    tallies = [
        Tally([*strike_modifiers(battle, one, other), Modifier(plus, "Single Combat", "FO-DUEL-13")])
        for one, other, plus in pair
    ]
    full = [strikes_in_full(battle, one, other) for one, other, _ in pair]
    printed = [
        one.counter.full if whole else one.counter.limited for (one, _, _), whole in zip(pair, full, strict=True)
    ]
    values = [max(0, min(10, value + tally.total)) for value, tally in zip(printed, tallies, strict=True)]
    strikes = [
        strike(referee, battle, pair[n][0], pair[n][1], values[n], tallies[n]) for n in (0, 1)
    ]  # FO-MEL-04: both from the values before
    for unit in (attacker, defender):
        if unit.counter.missile == "javelin":
            unit.ammo = Ammo.OUT  # FO-MISS-10
    for n in (0, 1):
        suffer(referee, battle, pair[n][1], strikes[n], bonus[n])
    result = Melee((values[0], values[1]), (full[0], full[1]), (strikes[0][0], strikes[1][0]))
    give_way(referee, battle, attacker, defender, (home, front), before, result)
    result.vacated = defender.at != front
    if result.vacated and can_advance(battle, attacker, front):
        result.advanced = True
        advance(referee, battle, attacker, front)
    return result


def strike(referee: Referee, battle: Battle, striker: Unit, target: Unit, value: int, tally: Tally) -> tuple[bool, int]:
    """FO-MEL-05: the white die, and the coloured die where it counts (FO-RULE-01, FO-RULE-02); whether it hit, and the coloured die."""
    white = D10.at_least(held(battle.options, value) + 1)  # at or below the CEV hits, so this counts a miss
    hit = not referee.roll(white, "melee, white die", by=striker.side, rule="FO-MEL-05").total
    referee.tell("hits" if hit else "misses", striker, target, because=tally, rule="FO-MEL-05")
    if hit or battle.options.mc_trigger == "always":
        return hit, referee.roll(D10, "melee, coloured die", by=striker.side, rule="FO-MEL-05").total
    return False, 0


def suffer(referee: Referee, battle: Battle, unit: Unit, struck: tuple[bool, int], modifier: int) -> None:
    """FO-RULE-02, FO-RULE-04: a hit costs 1 SP, and then the coloured die is the morale check at the new strength."""
    hit, coloured = struck
    if hit and not lose_strength(referee, battle, unit, "FO-RULE-02"):
        return
    if coloured:
        check_morale(referee, battle, unit, coloured, modifier)


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


# Advances


class Facing(Option, frozen=True, gc=False):
    """A facing to take."""

    facing: int

    @property
    def key(self) -> str:
        return f"face {self.facing}"


def can_advance(battle: Battle, unit: Unit, there: int) -> bool:
    """FO-MEL-22: a melee attacker in good order must follow if possible; FO-RULE-62: engines never, and nobody into impassable ground."""
    return (
        is_in_good_order(unit)
        and unit.counter.kind != "engine"
        and battle.board.passable[there]
        and battle.unit_in(there) is None
    )


def advance(referee: Referee, battle: Battle, unit: Unit, there: int) -> None:
    """Into the hex that was left: characters along (FO-MEL-24), a task check over a hazard (FO-RULE-62), then a free turn by one hexspine (FO-MEL-23)."""
    board, here = battle.board, unit.at
    dangers = board.steps[here, board.next_to[here].index(there)][1]
    unit.at = there
    accompany(battle, here, there, unit.side)
    referee.tell("advances", unit, rule="FO-MEL-22")
    for _ in range(dangers):
        if unit.at >= 0:
            check_task(referee, battle, unit)
    if unit.at >= 0:
        options = [Facing(facing) for facing in one_turn(unit.facing)]
        unit.facing = referee.choose(
            unit.side, "Turn after the advance?", options, rule="FO-MEL-23", about=(unit.id,)
        ).facing


def one_turn(facing: int) -> tuple[int, int, int]:
    """The facings within one hexspine, as it is first."""
    return facing, (facing + 1) % 6, (facing + 5) % 6


# Victors of Single Combats


def claim_victories(referee: Referee, battle: Battle, attacker: Unit, defender: Unit) -> tuple[int, int]:
    """FO-DUEL-13, FO-DUEL-14: what victors add to the white and coloured dice of attacker and defender; each owner says so before the dice (FO-RULE-51)."""
    impulse = battle.impulse
    if impulse is None or not impulse.victories:
        return 0, 0
    both = battle.options.victory_effect == "both"
    attack = defence = 0
    for unit, plus in ((attacker, 1), (defender, -1)):
        victory = next(
            (one for one in impulse.victories if one.side == unit.side and not one.used and helps(battle, one, unit)),
            None,
        )
        if victory is not None and referee.may(
            unit.side, "Use the victory in Single Combat here?", rule="FO-RULE-51", about=(unit.id,)
        ):
            victory.used = True
            attack += plus  # FO-RULE-50: plus for the Active side, or minus for it where the enemy won
            defence -= plus if both else 0
            referee.tell("fights in the sight of a victor", unit, rule="FO-RULE-51")
    return attack, defence


def helps(battle: Battle, victory: Victory, unit: Unit) -> bool:
    """FO-RULE-51: the ranker's own unit, the unit stacked with the victor, or one beside a victor who stands alone."""
    if victory.piece == unit.id:
        return True
    victor = battle.characters.get(victory.piece)
    if victor is None or victor.at < 0:
        return False
    if victor.at == unit.at:
        return True
    return battle.is_alone(victor) and battle.board.distances[victor.at][unit.at] == 1


# Who fights


class Attack(Option, frozen=True, gc=False):
    """A unit fights an enemy in its front."""

    attacker: str
    defender: str

    @property
    def key(self) -> str:
        return f"{self.attacker} attacks {self.defender}"

    @property
    def pieces(self) -> tuple[str, ...]:
        return (self.attacker, self.defender)


class Overrun(Option, frozen=True, gc=False):
    """A unit rides or marches over characters who stand alone."""

    attacker: str
    hex: int
    name: str

    @property
    def key(self) -> str:
        return f"{self.attacker} overruns {self.name}"

    @property
    def pieces(self) -> tuple[str, ...]:
        return (self.attacker,)


def melee_targets(battle: Battle, unit: Unit) -> list[Unit]:
    """FO-MEL-01: the enemy units in a unit's Front hexes that it has still to fight; one melee each impulse, unless the group plays all (FO-RULE-54)."""
    impulse = battle.impulse
    if unit.at < 0 or (unit.fought and battle.options.melee_targets == "one"):
        return []
    board, at, side = battle.board, unit.at, unit.side
    front = board.fronts[at * 6 + unit.facing]
    found = [
        other for other in battle.units.values() if other.side != side and other.at >= 0 and board.bit[other.at] & front
    ]
    if impulse is not None and found:
        if impulse.barred:  # FO-DUEL-15
            found = [other for other in found if (min(at, other.at), max(at, other.at)) not in impulse.barred]
        if impulse.fights:
            found = [other for other in found if (unit.id, other.id) not in impulse.fights]
    return found


def must_fight(battle: Battle, unit: Unit) -> bool:
    """FO-RULE-19: a unit that fired in a Charge need not start a melee; FO-RULE-20: otherwise the kind of activation does not matter."""
    impulse = battle.impulse
    charging = impulse is not None and impulse.kind == "charge"
    return not (unit.shots and charging and battle.options.fire_exempts_melee == "yes")


def overruns(battle: Battle, unit: Unit) -> list[int]:
    """FO-RULE-31: the hexes in front where enemy characters stand alone, for an Active unit in good order in a Charge with no melee to fight."""
    impulse = battle.impulse
    if impulse is None or impulse.kind != "charge" or battle.options.overrun == "no" or unit.fought:
        return []
    if not is_in_good_order(unit) or unit.counter.kind == "engine" or melee_targets(battle, unit):
        return []
    board, at = battle.board, unit.at
    front = board.fronts[at * 6 + unit.facing]
    alone = [
        one for one in battle.characters.values() if one.side != unit.side and one.at >= 0 and board.bit[one.at] & front
    ]
    hexes = [n for n in dict.fromkeys(one.at for one in alone) if battle.unit_in(n) is None]
    return [n for n in hexes if not _is_held(battle, at, n, [one for one in alone if one.at == n])]


def _is_held(battle: Battle, here: int, there: int, characters: list[Character]) -> bool:
    """Whether a victor stands in the way, or a Narrow Way is barred (FO-RULE-52)."""
    impulse = battle.impulse
    assert impulse is not None
    if (min(here, there), max(here, there)) in impulse.barred:
        return True
    return any(victory.piece == one.id for victory in impulse.victories for one in characters)
