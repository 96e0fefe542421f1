"""Who fights in the Melee step, whom, and whether he must; overruns."""

from grognard.games.fearful_odds.battle import Battle, Character, Unit
from grognard.games.fearful_odds.retreat import is_in_good_order
from grognard.kernel.choice import Option


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


def hexes_of_enemies(battle: Battle, side: str) -> tuple[int, int]:
    """The hexes of a side's enemies, as masks: those with units, and those where characters stand alone."""
    bit, units, characters = battle.board.bit, 0, 0
    for unit in battle.units.values():
        if unit.at >= 0 and unit.side != side:
            units |= bit[unit.at]
    for one in battle.characters.values():
        if one.at >= 0 and one.side != side:
            characters |= bit[one.at]
    return units, characters & ~units


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
