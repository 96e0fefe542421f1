"""How well a side stands, in points: all that the computer opponents know of the game."""

import math

from grognard.games.en_garde.battle import Battle, Figure, Morale, Warband, Wound
from grognard.games.en_garde.moving import home_line
from grognard.games.en_garde.sighting import FARTHEST, combat_of, cover_from, is_engaged
from grognard.games.en_garde.victory import holds_spot, is_inside, points_for

HURT = {Wound.NONE: 0.0, Wound.LIGHT: 0.25, Wound.GRIEVOUS: 0.55, Wound.DEAD: 1.0}
STATE = {Morale.STEADY: 0.0, Morale.WAVERING: 12.0, Morale.ROUTING: 45.0}
RUNNER = 0.5  # of a prize that lies there: what it is worth to have somebody at it
RUN = 30.0  # inches from where nobody runs for it any more


def inches(figure: Figure, x: int, y: int) -> float:
    return math.dist((figure.x, figure.y), (x, y)) / 100


def worth(battle: Battle, side: str) -> float:
    """Own strength and position less the enemy's."""
    if battle.outcome is not None:
        won = battle.outcome.winner
        decided = 1000.0 if won == side else -1000.0 if won else 0.0
        return decided + sum(battle.outcome.score.get(side, 0) - points for points in battle.outcome.score.values())
    total = 0.0
    for warband in battle.sides:
        total += side_worth(battle, warband) if warband.id == side else -side_worth(battle, warband)
    return total


def side_worth(battle: Battle, warband: Warband) -> float:
    """What a side has: its models as they stand, what it has scored, its morale, and its place on the table."""
    value = float(points_for(battle, warband.id)) - STATE[warband.morale]
    enemies = [figure for figure in battle.figures.values() if figure.side != warband.id and figure.standing]
    for figure in battle.figures.values():
        if figure.side == warband.id and figure.standing:
            value += model_worth(figure) + place_worth(battle, figure, enemies)
    return value + runner_worth(battle, warband)


def runner_worth(battle: Battle, warband: Warband) -> float:
    """Somebody should run for a prize that lies there: the nearest of the side, the nearer the better."""
    value = 0.0
    for prize in battle.field.prizes:
        if prize.name in battle.lying:
            x, y = battle.lying[prize.name]
            away = [
                inches(figure, x, y)
                for figure in battle.figures.values()
                if figure.side == warband.id and figure.standing
            ]
            value += RUNNER * prize.points_held * max(0.0, 1.0 - min(away, default=RUN) / RUN)
    return value


def model_worth(figure: Figure) -> float:
    """A model's points less its wounds; a Leader is worth more, an empty weapon less."""
    points = figure.profile.points * (1.0 - HURT[figure.wound]) - 2.0 * figure.stuns
    points += 8.0 if figure.profile.leader else 0.0
    points -= 1.5 * len(figure.reloads)
    points += 1.0 if figure.aimed_at else 0.0
    return points + (0.5 if figure.rested and figure.stuns else 0.0)


def place_worth(battle: Battle, figure: Figure, enemies: list[Figure]) -> float:
    """Objectives first, then range: fighters want to be near, shooters at range and in cover; fights at good odds are worth having."""
    value = objective_worth(battle, figure)
    if not enemies:
        return value
    x, y = figure.x, figure.y
    nearest, closest = enemies[0], math.inf
    for enemy in enemies:
        dx, dy = enemy.x - x, enemy.y - y
        if dx * dx + dy * dy < closest:
            nearest, closest = enemy, dx * dx + dy * dy
    if closest <= FARTHEST * FARTHEST and is_engaged(battle, figure):
        return value + fight_worth(battle, figure)
    apart = math.sqrt(closest) / 100
    if figure.profile.missiles:
        value += 2.0 - abs(apart - 10) * 0.1
        if apart < 4:
            value -= 2.0
        value += {"none": 0.0, "light": 0.6, "medium": 1.2, "heavy": 1.8}[
            cover_from(battle, nearest.x, nearest.y, figure).value
        ]
        value += 0.5 if figure.hiding else 0.0
    else:
        value += 2.0 - apart * 0.18
    return value


def fight_worth(battle: Battle, figure: Figure) -> float:
    """Half of what a combat promises: the balance of pools and skill in it."""
    ids = combat_of(battle, figure)
    balance = 0.0
    for id in ids:
        other = battle.figures[id]
        strength = (
            other.profile.pool * (2.0 + other.profile.fight + 0.7 * other.profile.armour) * (1.0 - HURT[other.wound])
        )
        balance += strength if other.side == figure.side else -strength
    return max(-8.0, min(8.0, balance * 0.25))


def objective_worth(battle: Battle, figure: Figure) -> float:
    """The nearer to what the scenario asks for, the better."""
    field = battle.field
    if field.victory == "hold":
        x, y = field.spot
        apart = inches(figure, x, y)
        late = battle.turn / field.turns if field.turns else 0.5
        return (14.0 * late if holds_spot(battle, figure) else 0.0) + 9.0 - 0.9 * apart
    if field.victory == "storm":
        x1, y1, x2, y2 = field.area
        inside = is_inside(battle, figure)
        apart = inches(figure, (x1 + x2) // 2, (y1 + y2) // 2)
        gun = min((inches(figure, deed.x, deed.y) for deed in field.deeds), default=20.0)
        if figure.side == field.attacker:
            return (12.0 if inside else 0.0) - 0.8 * apart - 0.5 * gun
        return (8.0 if inside else -6.0) - 0.1 * gun
    return prize_worth(battle, figure)


def prize_worth(battle: Battle, figure: Figure) -> float:
    """Who carries a prize should go home; who does not should go and get it, or stop the carrier."""
    value = 0.0
    for prize in battle.field.prizes:
        if figure.carries == prize.name:
            home = abs(figure.y - home_line(battle, figure)) / battle.field.height
            value += prize.points_held + (prize.points_off - prize.points_held) * (1.0 - home)
        elif prize.name in battle.lying:
            x, y = battle.lying[prize.name]
            value += 3.0 - 0.12 * inches(figure, x, y)
        else:
            carrier = next(
                (other for other in battle.figures.values() if other.carries == prize.name and other.standing), None
            )
            if carrier is not None and carrier.side != figure.side:
                value += 4.0 - 0.2 * inches(figure, carrier.x, carrier.y)
    return value
