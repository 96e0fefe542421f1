"""Rally and Regroup: getting men back into order, and back to the field."""

from grognard.games.fearful_odds.battle import Battle, Character, Order, State, Unit, Where
from grognard.games.fearful_odds.hex_options import HexOption, place
from grognard.games.fearful_odds.morale import adjusted_quality, failed_by, own_quality
from grognard.kernel.choice import Option, Pick
from grognard.kernel.dice import D10
from grognard.kernel.referee import Referee

DONE = Pick("no more rallying")


def rally(referee: Referee, battle: Battle, unit: Unit) -> bool:
    """FO-RALLY-01: at or below the adjusted QL the Disorder is gone; FO-RALLY-02: otherwise nothing changes."""
    unit.tried = True
    die = referee.roll(D10, "rally", by=unit.side, rule="FO-RALLY-01").total
    if failed_by(battle.options, die, 0, adjusted_quality(battle, unit)) > 0:
        referee.tell("stays in disorder", unit, rule="FO-RALLY-02")
        return False
    unit.order = Order.GOOD
    referee.tell("rallies", unit, rule="FO-RALLY-01")
    return True


def may_rally_at_end(battle: Battle, unit: Unit) -> bool:
    """FO-ACT-16: Active disordered units in a Regroup, once an impulse, also next to the enemy or after a fight (FO-RULE-44)."""
    impulse = battle.impulse
    return (
        impulse is not None
        and impulse.kind == "regroup"
        and unit.at >= 0
        and unit.state is State.ACTIVE
        and unit.order is Order.DISORDER
        and not unit.tried
    )


def may_rally_with_leader(battle: Battle, unit: Unit) -> bool:
    """FO-ACT-13, FO-MOVE-19: in the March of a leader, one attempt, with an Active disordered unit; FO-ACT-09: never in a Charge."""
    impulse = battle.impulse
    return (
        impulse is not None
        and impulse.kind == "march"
        and impulse.leader != ""
        and not impulse.rallied
        and unit.at >= 0
        and unit.state is State.ACTIVE
        and unit.order is Order.DISORDER
        and not unit.tried
    )


# Regroup


class Attempt(Option, frozen=True, gc=False):
    """A unit that tries to rally or to regroup."""

    verb: str
    unit: str

    @property
    def key(self) -> str:
        return f"{self.verb} {self.unit}"

    @property
    def pieces(self) -> tuple[str, ...]:
        return (self.unit,)


class Return(HexOption, frozen=True, gc=False):
    """A hex and facing to come back to."""

    facing: int

    @property
    def key(self) -> str:
        return f"return to {self.name} facing {self.facing}"


def regroup_hexes(battle: Battle, leader: Character) -> list[int]:
    """FO-RULE-43: vacant passable hexes next to the leader and not adjacent to an enemy unit."""
    board = battle.board
    if leader.at < 0:
        return []
    closed = 0
    for unit in battle.units.values():
        if unit.at >= 0:
            closed |= board.bit[unit.at] | (board.ring[unit.at] if unit.side != leader.side else 0)
    for one in battle.characters.values():
        if one.at >= 0 and one.side != leader.side:
            closed |= board.bit[one.at]
    return board.hexes(board.ring[leader.at] & board.open & ~closed)


def regroup_quality(battle: Battle, unit: Unit, leader: Character | None) -> int:
    """FO-RULE-43: its own QL, for the leader is not stacked with it; some groups add his ML."""
    extra = leader.command if leader is not None and battle.options.regroup_ml == "yes" else 0
    return own_quality(battle, unit) + extra


def may_regroup(battle: Battle, unit: Unit) -> bool:
    """FO-ACT-17: Active units in the Regroup box, in a Regroup activation, once a turn (FO-RULE-43); not from the Rout box (FO-RULE-12)."""
    impulse = battle.impulse
    return (
        impulse is not None
        and impulse.kind == "regroup"
        and unit.where is Where.REGROUP_BOX
        and unit.state is State.ACTIVE
        and not unit.tried
    )


def regroup(referee: Referee, battle: Battle, unit: Unit, leader: Character) -> bool:
    """FO-RALLY-03: at or below its QL it comes back Disordered beside the leader; otherwise it stays in the box."""
    unit.tried = True
    die = referee.roll(D10, "regroup", by=unit.side, rule="FO-RALLY-03").total
    if failed_by(battle.options, die, 0, regroup_quality(battle, unit, leader)) > 0:
        referee.tell("does not come back", unit, rule="FO-RALLY-03")
        return False
    board = battle.board
    options = [Return(*place(board, n, facing), facing) for n in regroup_hexes(battle, leader) for facing in range(6)]
    picked = referee.choose(
        unit.side, f"Where does {unit.name} come back?", options, rule="FO-RULE-43", about=(unit.id,)
    )
    unit.at, unit.facing, unit.where, unit.order = picked.hex, picked.facing, Where.MAP, Order.DISORDER
    referee.tell("is back, in disorder", unit, rule="FO-RALLY-03")
    return True


def rally_next(referee: Referee, battle: Battle) -> bool:
    """FO-ACT-18, fourth step: one Rally or Regroup attempt; False when there is no more, or no more is wanted."""
    impulse = battle.impulse
    assert impulse is not None
    leader = battle.characters.get(impulse.leader)
    group = [unit for id in impulse.group if (unit := battle.units.get(id)) is not None]
    options: list[Option] = [Attempt("rally", unit.id) for unit in group if may_rally_at_end(battle, unit)]
    boxed = [unit for unit in group if may_regroup(battle, unit)]
    if boxed and leader is not None and regroup_hexes(battle, leader):
        options += [Attempt("regroup", unit.id) for unit in boxed]
    if not options:
        return False
    picked = referee.choose(impulse.side, "Who rallies?", [*options, DONE], rule="FO-ACT-16")
    if not isinstance(picked, Attempt):
        return False
    unit = battle.units[picked.unit]
    if picked.verb == "rally":
        rally(referee, battle, unit)
    elif leader is not None:
        regroup(referee, battle, unit, leader)
    return True
