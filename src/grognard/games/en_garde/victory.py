"""Length and victory: when the battle ends, and who has won."""

from grognard.games.en_garde.battle import Battle, Figure, Wound
from grognard.ground.gaps import spot_gap
from grognard.kernel.battle import Outcome
from grognard.kernel.dice import D6
from grognard.kernel.referee import Referee

FIRST_LAST_TURN = 6  # EG-RULE-72
LAST_TURN = 8


def check_end(referee: Referee, battle: Battle) -> None:
    """After a turn: nobody left on one side, a fixed length, or the die of EG-RULE-72."""
    if any(not battle.standing(side.id) for side in battle.sides):
        decide(referee, battle, "a side has nobody left on the table")
    elif battle.field.turns:
        if battle.turn >= battle.field.turns:
            decide(referee, battle, f"the {battle.turn} turns are over")
    elif not goes_on(referee, battle.turn, battle.priority):
        decide(referee, battle, f"the battle ends with turn {battle.turn}")


def goes_on(referee: Referee, turn: int, by: str) -> bool:
    """EG-RULE-72: from turn 6 on another turn is played on 4 or more, never more than 8."""
    if turn < FIRST_LAST_TURN:
        return True
    return turn < LAST_TURN and referee.roll(D6, "another turn?", by=by, rule="EG-RULE-72").total >= 4


def decide(referee: Referee, battle: Battle, why: str) -> None:
    """Who has won, by the scenario or by points (EG-RULE-71)."""
    score = {side.id: points_for(battle, side.id) for side in battle.sides}
    winner, reason = by_scenario(battle)
    if not reason:
        winner, reason = by_points(battle, score)
    battle.outcome = Outcome(winner, f"{why}; {reason}", "EG-RULE-71", score)
    referee.tell("{}: {}", battle.side(winner).name if winner else "A draw", battle.outcome.reason, rule="EG-RULE-71")


def by_scenario(battle: Battle) -> tuple[str, str]:
    """Winner and reason by the scenario's own terms; no reason where points must decide."""
    field = battle.field
    if field.victory == "hold":
        held = {
            side.id: sum(holds_spot(battle, figure) for figure in battle.standing(side.id)) for side in battle.sides
        }
        most = max(held.values())
        leaders = [side for side, count in held.items() if count == most]
        if len(leaders) == 1:
            return leaders[0], f"{battle.side(leaders[0]).name} hold the ground with {most} to {min(held.values())}"
    if field.victory == "storm":
        inside = {
            side.id: sum(is_inside(battle, figure) for figure in battle.standing(side.id)) for side in battle.sides
        }
        defender = next(side.id for side in battle.sides if side.id != field.attacker)
        if not battle.standing(defender):
            return field.attacker, f"nobody is left to hold it against {battle.side(field.attacker).name}"
        winner = field.attacker if inside[field.attacker] > inside[defender] else defender
        return winner, f"{inside[field.attacker]} {battle.side(field.attacker).name} inside against {inside[defender]}"
    return "", ""


def holds_spot(battle: Battle, figure: Figure) -> bool:
    return spot_gap(figure.disc, *battle.field.spot) <= battle.field.spot_reach


def is_inside(battle: Battle, figure: Figure) -> bool:
    return is_in_area(battle.field.area, figure.x, figure.y)


def is_in_area(area: tuple[int, int, int, int], x: int, y: int) -> bool:
    x1, y1, x2, y2 = area
    return x1 <= x <= x2 and y1 <= y <= y2


def points_for(battle: Battle, side: str) -> int:
    """EG-RULE-71: enemies killed or fled, half for the grievously wounded, and the scenario's objectives."""
    score = battle.side(side).scored
    dead, grievous = Wound.DEAD, Wound.GRIEVOUS
    for figure in battle.figures.values():
        if figure.side == side:
            if figure.carries and figure.standing:
                score += next((prize.points_held for prize in battle.field.prizes if prize.name == figure.carries), 0)
        elif figure.wound is dead or figure.left_table == "fled":
            score += figure.profile.points
        elif figure.wound is grievous:
            score += figure.profile.points // 2
    return score


def by_points(battle: Battle, score: dict[str, int]) -> tuple[str, str]:
    """A lead under 10% of the larger side's starting points is a draw."""
    ranked = sorted(battle.sides, key=lambda side: -score[side.id])
    first, second = ranked[0], ranked[1]
    lead = score[first.id] - score[second.id]
    words = f"{score[first.id]} points to {score[second.id]}"
    if 10 * lead < max(side.points for side in battle.sides) or not lead:
        return "", words
    return first.id, words


def concede(battle: Battle, side: str) -> None:
    """EG-RULE-57, as an option: a Routing warband has lost at once."""
    others = [other.id for other in battle.sides if other.id != side]
    battle.outcome = Outcome(
        others[0] if len(others) == 1 else "", f"{battle.side(side).name} rout and concede", "EG-RULE-57"
    )
