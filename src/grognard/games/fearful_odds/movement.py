"""The Move step of a unit: leg by leg, with withdrawal before it and the enemy's answers in between."""

from grognard.games.fearful_odds.battle import Battle, Unit
from grognard.games.fearful_odds.charging import charges
from grognard.games.fearful_odds.consolidation import consolidate, merges
from grognard.games.fearful_odds.firing import choose_and_shoot, firing_legs
from grognard.games.fearful_odds.legs import Leg, Merge, Moves, reach_of
from grognard.games.fearful_odds.missiles import shot_cost
from grognard.games.fearful_odds.morale import check_task
from grognard.games.fearful_odds.out_of_turn import answer_approach, contacts, may_withdraw, must_withdraw, withdraw
from grognard.games.fearful_odds.reach import Survey, came_from, in_all_blocks
from grognard.kernel.choice import Option
from grognard.kernel.referee import Referee


def move_unit(referee: Referee, battle: Battle, unit: Unit) -> None:
    """FO-ACT-18, first step: the whole move of one unit, leg by leg.

    FO-STAT-04: its allowance is counted in half points, so that a shot may cost half of an odd MA (FO-RULE-05).
    """
    impulse = battle.impulse
    assert impulse is not None
    if impulse.kind == "charge" and unit.counter.kind == "horse":
        unit.beside = neighbours(battle, unit)
    survey = Survey(battle, unit)
    in_contact = bool(survey.theirs & battle.board.bit[unit.at])
    free = in_contact and _try_to_withdraw(referee, battle, unit, impulse.kind)
    bound = impulse.kind == "charge" and not unit.can_shoot  # FO-RULE-18: missile units that are not Out have no duty
    half_points, stepped = 2 * unit.counter.speed, False
    while unit.at >= 0:
        moves = moves_for(battle, unit, half_points, survey, stepped=stepped, free=free, bound=bound)
        leg = _choose(referee, battle, unit, moves)
        if leg is None or leg.verb == "move":
            break
        half_points -= 2 * leg.spent
        stepped = stepped or leg.stepped
        if leg.verb == "shoot":
            half_points -= shot_cost(unit)
            choose_and_shoot(referee, battle, unit)
        elif _arrive(referee, battle, unit, moves, leg):
            bound = False  # FO-RULE-18: if the target evades, the duty is fulfilled
        if unit.at >= 0:
            survey = Survey(battle, unit)
    unit.moved = True


def neighbours(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """The enemy units next to a unit (FO-RULE-58)."""
    far = battle.board.distances[unit.at]
    return tuple(
        [one.id for one in battle.units.values() if one.side != unit.side and one.at >= 0 and far[one.at] == 1]
    )


def _choose(referee: Referee, battle: Battle, unit: Unit, moves: Moves) -> Leg | None:
    """The next leg, gone already; None if the move ends without one."""
    picked: Option
    if len(moves) > 1:
        picked = referee.choose(unit.side, f"Where does {unit.name} go?", moves, rule="FO-STAT-04", about=(unit.id,))
    else:
        picked = moves[0]
    if isinstance(picked, Leg):
        _go(referee, unit, picked)
        return picked
    if isinstance(picked, Merge):
        consolidate(referee, battle, unit, battle.units[picked.unit])
    return None


def _arrive(referee: Referee, battle: Battle, unit: Unit, moves: Moves, leg: Leg) -> bool:
    """The end of a leg that is not the end of the move: task checks (FO-RULE-26), then the enemy's answers; whether somebody evaded."""
    for _ in range(leg.dangers):
        if unit.at >= 0:
            check_task(referee, battle, unit)
    if unit.at < 0 or battle.impulse is None or battle.impulse.kind != "charge":
        return False
    reach = moves.reach
    last = came_from(reach.board, reach.layers, reach.held, leg.spent, leg.place, leg.dangers)
    return answer_approach(referee, battle, unit, last)


def _go(referee: Referee, unit: Unit, leg: Leg) -> None:
    if unit.at != leg.hex:
        unit.entered += 1
        unit.at = leg.hex
        referee.tell("{} goes to {}", unit, leg.name, rule="FO-MOVE-01")
    elif unit.facing != leg.facing:
        referee.tell("{} turns in {}", unit, leg.name, rule="FO-MOVE-05")
    unit.facing = leg.facing


def _try_to_withdraw(referee: Referee, battle: Battle, unit: Unit, kind: str) -> bool:
    """FO-MOVE-14: a unit in contact leaves its hex only after a passed roll; whether it is free to."""
    if kind == "charge":
        return False
    enemies = contacts(battle, unit)
    if not may_withdraw(battle.options, unit, enemies, kind):
        return False
    if not must_withdraw(battle.options, unit, enemies, kind) and not referee.may(
        unit.side, f"Does {unit.name} try to withdraw?", rule="FO-ACT-12", about=(unit.id,)
    ):
        return False
    return withdraw(referee, battle, unit, enemies)


def moves_for(
    battle: Battle, unit: Unit, half_points: int, survey: Survey, *, stepped: bool, free: bool, bound: bool
) -> Moves:
    """Everything that a unit may do next with what is left of its allowance.

    `stepped`: it has made its side step; `free`: it has passed its Withdraw roll; `bound`: the duty to charge still binds it, if it can be fulfilled.
    """
    impulse = battle.impulse
    assert impulse is not None
    is_charge = impulse.kind == "charge"
    reach = reach_of(battle.board, survey, unit, half_points >> 1, stepped=stepped, free=free, charging=is_charge)
    if bound:
        charging = charges(reach, survey)
        if charging is not None:
            return charging
    finals, stand = reach.finals, True
    if free and impulse.kind == "regroup" and not unit.entered:
        away = finals & ~in_all_blocks(reach.board, reach.board.bit[unit.at])
        if away or reach.legs:
            finals, stand = away, False  # FO-RULE-28
    sections = [("move", 0, 0, finals), *reach.legs]
    if unit.can_shoot and half_points >= shot_cost(unit):
        sections += firing_legs(battle, unit, reach, half_points)
    joined = merges(battle, unit, reach, survey.near, impulse)
    return Moves(reach, survey, sections, joined, stand=stand, charging=is_charge)
