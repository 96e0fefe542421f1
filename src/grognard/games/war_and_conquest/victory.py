"""Victory: points, objectives, armies that have lost at once, and the length of the game."""

from collections.abc import Iterator

from grognard.games.war_and_conquest.battle import Battle, Objective, Side, Unit
from grognard.games.war_and_conquest.footprint import body, figures
from grognard.ground.gaps import overlaps
from grognard.ground.measure import distance
from grognard.kernel.battle import Outcome
from grognard.kernel.referee import Referee
from grognard.kernel.tally import Modifier, Tally

GENERAL_POINTS = 100
LAST_TURN = Outcome("", "the last turn is over; who has won is for the players to settle", "WC-RULE-48")
DRAW_SHARE = 10  # a lead under a tenth of the army's cost is a draw


def close_turn(referee: Referee, battle: Battle) -> None:
    """The end of a turn: has an army lost, or is the game over (WC-END-05)? Looked at before the next Strategy Roll."""
    battle.outcome = companion_result(battle) if battle.companion else lost_at_once(battle)
    if battle.outcome is None and battle.turn >= battle.last_turn:
        battle.outcome = LAST_TURN if battle.companion else final_result(battle)
    if battle.outcome is not None:
        referee.tell(battle.outcome.reason, rule=battle.outcome.rule)
    battle.step = "strategy"


def companion_result(battle: Battle) -> Outcome | None:
    """At a real table victory is for the players; only an army of which nothing is left ends the battle (WC-RULE-48)."""
    left = [
        side for side in battle.sides if any(unit.side == side.id and unit.where != "lost" for unit in battle.units)
    ]
    if len(left) == len(battle.sides):
        return None
    winner = left[0].id if left else ""
    return Outcome(winner, "nothing is left of an army", "WC-RULE-48")


def lost_at_once(battle: Battle) -> Outcome | None:
    """An army with half or more of its battle formations lost or fleeing has lost; both: a draw (WC-OFIELD-05)."""
    beaten = [side for side in battle.sides if is_beaten(battle, side)]
    if not beaten or battle.turn == battle.began:
        return None
    if len(beaten) == 2:
        return Outcome("", "both armies are beaten", "WC-OFIELD-05", scores(battle))
    winner = battle.side(battle.other(beaten[0].id))
    reason = f"{beaten[0].name} has half or more of its battle formations lost or fleeing: {winner.name} wins"
    return Outcome(winner.id, reason, "WC-OFIELD-05", scores(battle))


def is_beaten(battle: Battle, side: Side) -> bool:
    """Are half or more of its battle formations lost or fleeing?"""
    formed = [unit for unit in battle.units if unit.side == side.id and unit.is_battle and not unit.profile.personality]
    out = sum(unit.where == "lost" or unit.fleeing for unit in formed)
    return bool(formed) and 2 * out >= len(formed)


def final_result(battle: Battle) -> Outcome:
    """The game has run its length (WC-OFIELD-06)."""
    if battle.objective is not None and battle.objective.kind == "models near":
        near = {side.id: models_near(battle, battle.objective, side) for side in battle.sides}
        one, other = near
        if near[one] != near[other]:
            winner = one if near[one] > near[other] else other
            reason = f"{battle.side(winner).name} has more formed models at the objective, {near[winner]} to {near[battle.other(winner)]}"
            return Outcome(winner, reason, "WC-OFIELD-06", near)
    return by_points(battle)


def by_points(battle: Battle) -> Outcome:
    """More victory points win; a lead under a tenth of the dearer army's cost is a draw (WC-OFIELD-05, WC-RULE-46)."""
    points = scores(battle)
    one, other = points
    lead = abs(points[one] - points[other])
    if DRAW_SHARE * lead < max(side.cost for side in battle.sides) or not lead:
        return Outcome("", f"a draw, {points[one]} to {points[other]} victory points", "WC-OFIELD-05", points)
    winner = one if points[one] > points[other] else other
    reason = f"{battle.side(winner).name} wins by {points[winner]} to {points[battle.other(winner)]} victory points"
    return Outcome(winner, reason, "WC-OFIELD-05", points)


def scores(battle: Battle) -> dict[str, int]:
    """The victory points of both sides."""
    return {side.id: Tally(victory_points(battle, side)).total for side in battle.sides}


def victory_points(battle: Battle, side: Side) -> Iterator[Modifier]:
    """What a side has earned."""
    for unit in battle.units:
        if unit.side != side.id:
            yield from points_for(unit)
    if battle.side(battle.other(side.id)).general_state == "slain":
        yield Modifier(GENERAL_POINTS, "enemy general slain", "WC-OFIELD-05")
    if side.handicap:
        yield Modifier(side.handicap, "the smaller army", "WC-RULE-52")
    objective = battle.objective
    if objective is not None and objective.kind == "hold alone" and holds_alone(battle, objective, side):
        yield Modifier(objective.points, f"holds {objective.feature} alone", "WC-OFIELD-05")


def points_for(unit: Unit) -> Iterator[Modifier]:
    """What an enemy unit is worth: its cost if lost, half if fleeing or at half strength or less."""
    if unit.where == "lost":
        yield Modifier(unit.cost, f"{unit.name} {unit.fate}", "WC-OFIELD-05")
    elif unit.fleeing or not unit.over_half:
        yield Modifier(unit.cost // 2, f"{unit.name} fleeing or at half strength", "WC-OFIELD-05")


def models_near(battle: Battle, objective: Objective, side: Side) -> int:
    """How many figures of its battle formations that do not flee stand near the objective."""
    x, y = objective.spot
    formed = [unit for unit in battle.standing(side.id) if unit.is_battle and not unit.fleeing]
    return sum(distance(x, y, *spot) <= objective.reach for unit in formed for spot in figures(unit))


def holds_alone(battle: Battle, objective: Objective, side: Side) -> bool:
    """Does a battle formation of this side stand on the feature, and no enemy that does not flee (WC-RULE-47)?"""
    feature = battle.terrain.named(objective.feature)
    there = [
        unit
        for unit in battle.units
        if unit.where == "table" and not unit.fleeing and overlaps(body(unit), feature.shape)
    ]
    return any(unit.is_battle for unit in there) and all(unit.side == side.id for unit in there)
