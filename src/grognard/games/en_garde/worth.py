"""How well a side stands, in points: all that the computer opponents know of the game."""

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations

from grognard.games.en_garde.battle import Battle, Cover, Figure, Morale, Warband, Wound
from grognard.games.en_garde.moving import home_line
from grognard.games.en_garde.sighting import FARTHEST, linked_to, terrain_cover
from grognard.games.en_garde.victory import holds_spot, is_in_area, points_for
from grognard.ground.terrain import Terrain

HURT = {Wound.NONE: 0.0, Wound.LIGHT: 0.25, Wound.GRIEVOUS: 0.55, Wound.DEAD: 1.0}
SHELTER = {Cover.NONE: 0.0, Cover.LIGHT: 0.6, Cover.MEDIUM: 1.2, Cover.HEAVY: 1.8}
STATE = {Morale.STEADY: 0.0, Morale.WAVERING: 12.0, Morale.ROUTING: 45.0}
RUNNER = 0.5  # of a prize that lies there: what it is worth to have somebody at it
RUN = 30.0  # inches from where nobody runs for it any more

Model = tuple[str, int, int, bool]  # its side, its spot, and whether it shoots


@lru_cache(maxsize=65536)
def inches(x1: int, y1: int, x2: int, y2: int) -> float:
    """Between two spots; kept, like all here that only depends on spots, since in most futures few models move or none."""
    return math.dist((x1, y1), (x2, y2)) / 100


def worth(battle: Battle, side: str) -> float:
    """Own strength and position less the enemy's."""
    if battle.outcome is not None:
        won = battle.outcome.winner
        decided = 1000.0 if won == side else -1000.0 if won else 0.0
        return decided + sum(battle.outcome.score.get(side, 0) - points for points in battle.outcome.score.values())
    total = 0.0
    for warband in battle.sides:
        value = points_for(battle, warband.id) - STATE[warband.morale] + runner_worth(battle, warband)
        total += value if warband.id == side else -value
    models = battle.standing()
    ranges = range_worths(
        battle.terrain, tuple([(figure.side, figure.x, figure.y, figure.profile.missiles != ()) for figure in models])
    )
    close = [figure for figure, (square, _) in zip(models, ranges, strict=True) if square <= FARTHEST * FARTHEST]
    fights = fight_worths(close) if close else {}
    carriers = {figure.carries: figure for figure in reversed(models) if figure.carries}
    for figure, (square, at_range) in zip(models, ranges, strict=True):
        value = model_worth(figure) + objective_worth(battle, figure, carriers)
        if figure.id in fights:
            value += fights[figure.id]
        elif square < math.inf:  # while there are enemies
            value += at_range + (0.5 if figure.hiding and figure.profile.missiles else 0.0)
        total += value if figure.side == side else -value
    return total


@lru_cache(maxsize=2048)
def range_worths(terrain: Terrain, models: tuple[Model, ...]) -> tuple[tuple[float, float], ...]:
    """The square of how far each model's nearest enemy is, and what that is worth: fighters want to be near, shooters at range and in cover."""
    worths = []
    for (_, x, y, shoots), (square, nearest) in zip(models, nearest_enemies(models), strict=True):
        apart = math.sqrt(square) / 100
        if not shoots:
            value = 2.0 - apart * 0.18
        else:
            value = 2.0 - abs(apart - 10) * 0.1 - (2.0 if apart < 4 else 0.0)
            value += SHELTER[terrain_cover(terrain, models[nearest][1], models[nearest][2], x, y, False)]
        worths.append((square, value))
    return tuple(worths)


def nearest_enemies(models: Sequence[Model]) -> Iterable[tuple[float, int]]:
    """For each model the square of the distance to its nearest enemy and the number of that one; each pair is measured once."""
    squares, nearest = [math.inf] * len(models), [0] * len(models)
    for (one, (side, x, y, _)), (other, (enemy, ex, ey, _)) in combinations(enumerate(models), 2):
        if side != enemy:
            dx, dy = ex - x, ey - y
            square = dx * dx + dy * dy
            if square < squares[one]:
                squares[one], nearest[one] = square, other
            if square < squares[other]:
                squares[other], nearest[other] = square, one
    return zip(squares, nearest, strict=True)


def runner_worth(battle: Battle, warband: Warband) -> float:
    """Somebody should run for a prize that lies there: the nearest of the side, the nearer the better."""
    value = 0.0
    for prize in battle.field.prizes:
        if prize.name in battle.lying:
            x, y = battle.lying[prize.name]
            away = min([inches(figure.x, figure.y, x, y) for figure in battle.standing(warband.id)], default=RUN)
            value += RUNNER * prize.points_held * max(0.0, 1.0 - away / RUN)
    return value


def model_worth(figure: Figure) -> float:
    """A model's points less its wounds; a Leader is worth more, an empty weapon less."""
    profile, stuns = figure.profile, figure.stuns
    points = profile.points * (1.0 - HURT[figure.wound]) - 2.0 * stuns - 1.5 * len(figure.reloads)
    if profile.leader:
        points += 8.0
    if figure.aimed_at:
        points += 1.0
    return points + 0.5 if stuns and figure.rested else points


def fight_worths(close: list[Figure]) -> dict[str, float]:
    """For each of these models that is in a combat half of what it promises: the balance of pools and skill in it. Fights at good odds are worth having."""
    worths: dict[str, float] = {}
    for figure in close:
        combat = linked_to(figure, close) if figure.id not in worths else []
        if len(combat) > 1:
            strengths = [(member, strength(member)) for member in combat]
            for side in {member.side for member in combat}:
                balance = sum([power if member.side == side else -power for member, power in strengths])
                stake = max(-8.0, min(8.0, balance * 0.25))
                worths |= {member.id: stake for member in combat if member.side == side}
    return worths


def strength(figure: Figure) -> float:
    """What a model brings to a combat."""
    profile = figure.profile
    return profile.pool * (2.0 + profile.fight + 0.7 * profile.armour) * (1.0 - HURT[figure.wound])


def objective_worth(battle: Battle, figure: Figure, carriers: dict[str, Figure]) -> float:
    """The nearer to what the scenario asks for, the better."""
    field = battle.field
    if field.victory == "hold":
        late = battle.turn / field.turns if field.turns else 0.5
        held = 14.0 * late if holds_spot(battle, figure) else 0.0
        return held + 9.0 - 0.9 * inches(figure.x, figure.y, *field.spot)
    if field.victory == "storm":
        return storm_worth(field.area, field.deed_spots, figure.side == field.attacker, figure.x, figure.y)
    return prize_worth(battle, figure, carriers)


@lru_cache(maxsize=65536)
def storm_worth(
    area: tuple[int, int, int, int], guns: tuple[tuple[int, int], ...], attacks: bool, x: int, y: int
) -> float:
    """Who attacks should get in and at the guns; who defends should stay inside, and near them."""
    x1, y1, x2, y2 = area
    inside = is_in_area(area, x, y)
    gun = min((inches(x, y, *spot) for spot in guns), default=20.0)
    if attacks:
        return (12.0 if inside else 0.0) - 0.8 * inches(x, y, (x1 + x2) // 2, (y1 + y2) // 2) - 0.5 * gun
    return (8.0 if inside else -6.0) - 0.1 * gun


def prize_worth(battle: Battle, figure: Figure, carriers: dict[str, Figure]) -> float:
    """Who carries a prize should go home; who does not should go and get it, or stop the carrier."""
    value = 0.0
    for prize in battle.field.prizes:
        if figure.carries == prize.name:
            home = abs(figure.y - home_line(battle, figure)) / battle.field.height
            value += prize.points_held + (prize.points_off - prize.points_held) * (1.0 - home)
        elif prize.name in battle.lying:
            value += 3.0 - 0.12 * inches(figure.x, figure.y, *battle.lying[prize.name])
        elif prize.name in carriers and carriers[prize.name].side != figure.side:
            carrier = carriers[prize.name]
            value += 4.0 - 0.2 * inches(figure.x, figure.y, carrier.x, carrier.y)
    return value
