"""What units do in answer to the enemy: Reaction and Evade of inactive units, Withdraw of units in contact."""

from enum import Enum

from grognard.games.fearful_odds.advances import one_turn
from grognard.games.fearful_odds.battle import Battle, State, Unit
from grognard.games.fearful_odds.morale import ROUT_MARGIN, adjusted_quality, disorder, failed_by
from grognard.games.fearful_odds.options import Options
from grognard.games.fearful_odds.retreat import choose_way, enemy_fronts, go_back, retreat_ways
from grognard.kernel.choice import Option, Pick
from grognard.kernel.dice import D10
from grognard.kernel.referee import Referee
from grognard.kernel.tally import Modifier

EVADED = 2  # FO-UNIT-10: hexes an evading unit retreats


class React(Option, frozen=True, gc=False):
    """An inactive unit turns towards, or away from, an enemy that has come near."""

    unit: str
    facing: int

    @property
    def key(self) -> str:
        return f"{self.unit} turns to {self.facing}"

    @property
    def pieces(self) -> tuple[str, ...]:
        return (self.unit,)


class Evade(Option, frozen=True, gc=False):
    """An inactive unit tries to get away."""

    unit: str

    @property
    def key(self) -> str:
        return f"{self.unit} evades"

    @property
    def pieces(self) -> tuple[str, ...]:
        return (self.unit,)


STAND_FAST = Pick("stand fast")


class Slip(Enum):
    """What came of a roll to get away (FO-UNIT-10, FO-UNIT-11)."""

    AWAY = "away"
    STAYS = "stays"
    SHAKEN = "shaken"  # it failed by 4 or more


# Approaches


def is_approached(battle: Battle, unit: Unit, mover: Unit, came_from: int) -> bool:
    """FO-UNIT-03: an enemy that was not adjacent has moved adjacent to an inactive unit; FO-UNIT-02: a Spent one may answer as well."""
    far = battle.board.distances[unit.at]
    return unit.state is not State.ACTIVE and far[mover.at] == 1 and far[came_from] > 1


def is_free_of_others(battle: Battle, unit: Unit, mover: Unit) -> bool:
    """FO-UNIT-04, FO-UNIT-07: it stood in no Front hex of another enemy."""
    board = battle.board
    here, fronts = board.bit[unit.at], board.fronts
    return not any(
        other.at >= 0 and other.side != unit.side and other is not mover and fronts[other.at * 6 + other.facing] & here
        for other in battle.units.values()
    )


def may_evade(options: Options, unit: Unit, mover: Unit) -> bool:
    """FO-RULE-33: who may try: missile units as fast as the enemy (FO-UNIT-05), or cavalry from infantry (FO-UNIT-06)."""
    cavalry, fast_enough = unit.counter.kind == "horse", unit.counter.speed >= mover.counter.speed
    infantry = mover.counter.kind == "foot"
    if options.evade_reading == "vs_infantry":
        return infantry and fast_enough and (cavalry or unit.is_missile_unit)
    return (unit.is_missile_unit and fast_enough) or (cavalry and infantry)


def reactions(unit: Unit) -> list[React]:
    """One hexspine either way (FO-RULE-32)."""
    return [React(unit.id, facing) for facing in one_turn(unit.facing)[1:]]


def answer_approach(referee: Referee, battle: Battle, mover: Unit, came_from: int) -> bool:
    """Let the inactive side answer an approach, unit by unit, in the order it likes; whether somebody evaded.

    On one trigger a unit Reacts or Evades, not both (FO-RULE-32); it evades once in an impulse at most (FO-RULE-34).
    """
    side = battle.enemy_of(mover.side)
    waiting = [
        unit
        for unit in battle.units.values()
        if unit.side == side
        and unit.at >= 0
        and is_approached(battle, unit, mover, came_from)
        and is_free_of_others(battle, unit, mover)
    ]
    evaded = False
    while waiting:
        options: list[Option] = [STAND_FAST]
        for unit in waiting:
            options += reactions(unit)
            if not unit.evaded and may_evade(battle.options, unit, mover):
                options.append(Evade(unit.id))
        picked = referee.choose(
            side, f"{mover.name} comes near: what do you do?", options, rule="FO-UNIT-03", about=(mover.id,)
        )
        if picked is STAND_FAST or not isinstance(picked, React | Evade):
            return evaded
        unit = battle.units[picked.unit]
        waiting.remove(unit)
        if isinstance(picked, React):
            unit.facing = picked.facing
            referee.tell("turns to meet", unit, mover, rule="FO-UNIT-03")
        else:
            evaded |= evade(referee, battle, unit, mover)
        waiting = [one for one in waiting if one.at >= 0 and is_free_of_others(battle, one, mover)]
    return evaded


# Rolls


def speed_modifier(own: int, enemy: int) -> Modifier:
    """FO-UNIT-09: minus the difference in MA on the counters (FO-RULE-36)."""
    return Modifier(enemy - own, "difference in speed", "FO-UNIT-09")


def slip_away(referee: Referee, battle: Battle, unit: Unit, enemy_speed: int, reason: str) -> Slip:
    """FO-UNIT-09: roll to evade or withdraw. FO-UNIT-11: failing by 4 or more disorders."""
    modifier = speed_modifier(unit.counter.speed, enemy_speed)
    die = referee.roll(D10, reason, by=unit.side, rule="FO-UNIT-09").total
    failure = failed_by(battle.options, die, modifier.value, adjusted_quality(battle, unit))
    if failure <= 0:
        referee.tell("slips away", unit, because=(modifier,), rule="FO-UNIT-10")
        return Slip.AWAY
    referee.tell("does not get away", unit, because=(modifier,), rule="FO-UNIT-11")
    if failure < ROUT_MARGIN:
        return Slip.STAYS
    disorder(referee, battle, unit, "FO-UNIT-11")
    return Slip.SHAKEN


def evade(referee: Referee, battle: Battle, unit: Unit, mover: Unit) -> bool:
    """Try to evade: if it passes, 2 hexes back, or as far as it can (FO-RULE-34); whether it left its hex."""
    unit.evaded = True
    at = unit.at
    if slip_away(referee, battle, unit, mover.counter.speed, "evasion") is Slip.AWAY:
        ways = retreat_ways(battle, unit, mover.at, EVADED)
        if ways:
            go_back(referee, battle, unit, choose_way(referee, battle, unit, ways))
    return unit.at != at


# Withdrawal


def contacts(battle: Battle, unit: Unit) -> list[Unit]:
    """FO-STAT-14: the enemy units in whose Front hexes a unit stands."""
    board = battle.board
    here, fronts = board.bit[unit.at], board.fronts
    return [
        other
        for other in battle.units.values()
        if other.at >= 0 and other.side != unit.side and fronts[other.at * 6 + other.facing] & here
    ]


def is_in_contact(battle: Battle, unit: Unit) -> bool:
    """FO-STAT-14."""
    return bool(enemy_fronts(battle, unit.side) & battle.board.bit[unit.at])


def may_withdraw(options: Options, unit: Unit, enemies: list[Unit], kind: str) -> bool:
    """FO-UNIT-08: missile units or cavalry faster than every enemy they are in contact with (FO-RULE-35); FO-ACT-09: not in a Charge."""
    if kind == "charge" or not enemies:
        return False
    cavalry = unit.counter.kind == "horse"
    if cavalry and options.withdraw_reading == "any_cavalry":
        return True
    return (cavalry or unit.is_missile_unit) and unit.counter.speed > max(enemy.counter.speed for enemy in enemies)


def withdraw(referee: Referee, battle: Battle, unit: Unit, enemies: list[Unit]) -> bool:
    """Roll to get free, against the fastest of those enemies (FO-RULE-35); whether it may go."""
    fastest = max(enemy.counter.speed for enemy in enemies)
    return slip_away(referee, battle, unit, fastest, "withdrawal") is Slip.AWAY


def must_withdraw(options: Options, unit: Unit, enemies: list[Unit], kind: str) -> bool:
    """FO-ACT-15: in a Regroup whoever may must try; FO-ACT-12: in a March it is free."""
    return kind == "regroup" and may_withdraw(options, unit, enemies, kind)
