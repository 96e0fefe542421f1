"""Victory: objectives, what the fallen are worth, and when a battle is over."""

from grognard.games.confrontation.battle import CRITICAL, RADIUS, WIDEST, Battle, Fighter, Objective
from grognard.ground.open_table import bounds, holds
from grognard.kernel.battle import Outcome
from grognard.kernel.referee import Referee

MARGIN = 10  # C3-RULE-87: a smaller one is a draw


def holder(battle: Battle, objective: Objective) -> str:
    """C3-RULE-88: the only camp with a fighter there, not routed and at altitude 0; empty if nobody or several.

    Named ground is disputed by any enemy on it, routed or not.
    """
    near = fighters_at(battle, objective)
    steady = {fighter.side for fighter in near if not fighter.routed}
    if len(steady) != 1 or (objective.ground and any(fighter.side not in steady for fighter in near)):
        return ""
    return steady.pop()


def fighters_at(battle: Battle, objective: Objective) -> list[Fighter]:
    """Who stands within reach of an objective, or on its ground; nobody in the air does."""
    if objective.ground:
        shape = battle.terrain.named(objective.ground).shape
        return [f for f in _standing_in(battle, *bounds(shape)) if holds(shape, f.x, f.y)]
    x, y, reach = objective.x, objective.y, objective.radius
    far = reach + WIDEST
    near = _standing_in(battle, x - far, y - far, x + far, y + far)
    return [f for f in near if (f.x - x) ** 2 + (f.y - y) ** 2 <= (reach + RADIUS[f.profile.base]) ** 2]


def _standing_in(battle: Battle, west: int, south: int, east: int, north: int) -> list[Fighter]:
    """Who is on the table, on the ground and in this rectangle: the few worth measuring."""
    return [
        f
        for f in battle.fighters
        if west <= f.x <= east and south <= f.y <= north and f.deployed and not f.gone and not f.altitude
    ]


def score_objectives(referee: Referee, battle: Battle) -> None:
    """At the end of a round: what the objectives pay."""
    for objective in battle.objectives:
        if battle.turn in objective.rounds:
            side = holder(battle, objective)
            if side:
                battle.side(side).score += objective.points
                referee.tell(
                    "{} holds {}: {} points",
                    battle.side(side).name,
                    objective.name,
                    objective.points,
                    rule="C3-RULE-88",
                )


def half_points(battle: Battle, side: str) -> int:
    """Twice the victory points of a side as the battle stands (C3-RULE-87): half an AP counts."""
    total = 2 * battle.side(side).score
    for fighter in battle.fighters:
        if fighter.side == side:
            continue
        if fighter.gone:
            total += 2 * fighter.points
        elif fighter.routed or fighter.level == CRITICAL:
            total += fighter.points
        if battle.special.magician_bounty and fighter.profile.is_magician and (fighter.gone or fighter.routed):
            total += 2 * battle.special.magician_bounty
    return total


def check_annihilation(referee: Referee, battle: Battle) -> None:
    """C3-RULE-87: a camp without fighters on the table loses at once; a Scout under its marker is one."""
    standing: list[str] = []
    for fighter in battle.fighters:
        if not fighter.gone and fighter.side not in standing:
            standing.append(fighter.side)
            if len(standing) == len(battle.sides):
                return
    wiped = [side for side in battle.sides if side.id not in standing]
    if len(standing) == 1:
        end(referee, battle, standing[0], f"{wiped[0].name} has no fighter left on the table")
    elif not standing:
        end_by_points(referee, battle, "Both camps are gone")


def end_by_points(referee: Referee, battle: Battle, why: str) -> None:
    """More points win; a margin below 10 is a draw."""
    totals = {side.id: half_points(battle, side.id) for side in battle.sides}
    ranked = sorted(totals, key=lambda side: -totals[side])
    winner = ranked[0] if totals[ranked[0]] - totals[ranked[1]] >= 2 * MARGIN else ""
    count = " to ".join(f"{totals[side] / 2:g}" for side in ranked)
    name = battle.side(winner).name if winner else ""
    end(referee, battle, winner, f"{why}: {name + ' wins' if winner else 'a draw'}, {count} points")


def end(referee: Referee, battle: Battle, winner: str, reason: str) -> None:
    """The battle is over."""
    score = {side.id: half_points(battle, side.id) // 2 for side in battle.sides}
    battle.outcome = Outcome(winner, reason, "C3-RULE-87", score)
    referee.tell("The battle is over. {}", reason, rule="C3-RULE-87")
