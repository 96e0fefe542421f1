"""Movement: how far a figure goes, what a way costs, and what happens on it."""

import math
from functools import lru_cache
from itertools import pairwise

from msgspec.structs import replace

from grognard.games.high_adventure import effects, portals, prisoners
from grognard.games.high_adventure.attributes import most_pace, passes
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.contact import PIN, contact_spots, face, fits, lift, pin, stand, wall_between
from grognard.games.high_adventure.creatures import MONSTERS, is_man_sized
from grognard.games.high_adventure.figures import INCH, PARTY, Figure, State
from grognard.games.high_adventure.preparation import disturb
from grognard.games.high_adventure.routes import route, walking_ground
from grognard.games.high_adventure.visibility import notice
from grognard.games.high_adventure.wounds import dice_left, take_out
from grognard.ground.measure import Spot, along, distance, step
from grognard.ground.paths import Going, Path, Refusal, Walk, can_end, farthest, leg_cost, leg_refusal, walk
from grognard.ground.shapes import Disc
from grognard.ground.terrain import Feature, Terrain
from grognard.kernel.referee import Referee

RIDE = 8 * INCH  # HA-MOVE-07
STEP = 2 * INCH  # HA-ORD-07: all that Stand allows
SURROUNDED = 6 * INCH  # HA-RULE-11
GAIN = INCH // 4  # HA-RULE-11: less than that is no way out
AT_EDGE = 5  # a straight run may stop so much short of the edge
SURE_FOOTED = ("elf",)  # HA-CRE-02a


def move_of(figure: Figure) -> int:
    """How far a figure moves in a turn (HA-MOVE-02, HA-MOVE-07); the profile has it from HA-RULE-13."""
    return RIDE if figure.mounted else figure.profile.move


def charge_reach(figure: Figure) -> int:
    """The longest way that is still in reach of a charge: the last inch is the pinning distance (HA-RULE-09)."""
    return move_of(figure) + most_pace(figure.profile) + PIN


def may_run(figure: Figure) -> bool:
    """Not in a third turn on end (HA-MOVE-05)."""
    return not (len(figure.ran) >= 2 and figure.ran[-1] and figure.ran[-2])


def can_jump(battle: Battle, figure: Figure, width: int) -> bool:
    """A figure clears 1" for each point of Strength that it has left (HA-MOVE-03)."""
    return width <= dice_left(battle.options, figure) * INCH


# What a way costs


def ground_for(battle: Battle, side: str) -> Terrain:
    """The table as it stops that side: illusions stand in the way of enemies who believe in them (HA-RULE-49)."""
    if not battle.clouds:
        return battle.terrain
    believes = [
        Feature(cloud.name, Disc(cloud.x, cloud.y, cloud.radius), "illusion", impassable=True)
        for cloud in battle.clouds
        if cloud.kind == "illusion" and cloud.side != side and cloud.name not in battle.side(side).sees_through
    ]
    return battle.terrain.with_features(*believes) if believes else battle.terrain


def going_of(battle: Battle, figure: Figure, *, over: bool = False) -> Going:
    """How a figure goes: enemies whom it knows of stop it, friends may be passed (HA-RULE-60).

    With HA-RULE-15 as it stands obstacles are gone round; `over` is the way across them, at half rate all along.
    """
    terrain = ground_for(battle, figure.side)
    whole = battle.options.obstacle == "whole_move" and bool(terrain.obstacles.shapes)
    enemies, friends = [], []
    for other in battle.figures:
        if other.state is State.ABLE and other is not figure:
            radius = other.radius if other.mounted else other.profile.radius
            if other.side == figure.side:
                friends.append(Disc(other.x, other.y, radius))
            elif other.seen:
                enemies.append(Disc(other.x, other.y, radius))
    return Going(
        walking_ground(terrain if over or not whole else walled(terrain)),
        figure.radius,
        tuple(enemies),
        tuple(friends),
        over or figure.kind in SURE_FOOTED,
        over,
    )


@lru_cache(maxsize=64)
def walled(terrain: Terrain) -> Terrain:
    """The same table with its obstacles closed, to find the way round them."""
    closed = [replace(feature, impassable=True) if feature.obstacle else feature for feature in terrain.features]
    return Terrain(terrain.width, terrain.height, tuple(closed))


def way_to(battle: Battle, figure: Figure, x: int, y: int, allowance: int | None = None) -> Walk:
    """The cheapest way to a spot: round obstacles, or across them at half rate (HA-MOVE-11)."""
    found = route(going_of(battle, figure), figure.x, figure.y, x, y, allowance)
    if not found.refusal or not _has_obstacles(battle):
        return found
    across = route(
        going_of(battle, figure, over=True), figure.x, figure.y, x, y, None if allowance is None else allowance // 2
    )
    return found if across.refusal else across._replace(cost=2 * across.cost)


def _has_obstacles(battle: Battle) -> bool:
    return battle.options.obstacle == "whole_move" and bool(battle.terrain.obstacles.shapes)


def walk_of(battle: Battle, figure: Figure, path: Path, allowance: int | None = None) -> Walk:
    """A way as somebody drew it: what it costs, and why it is refused if it is (HA-MOVE-10 to 12)."""
    going = going_of(battle, figure, over=True)
    if path and effects.wind_forbids(battle, figure, *path[-1]):
        return Walk(path, 0, Refusal("wind"))  # HA-MAJ-01
    if _has_obstacles(battle) and crosses_obstacle(going.terrain, path):
        found = walk(going, path, None if allowance is None else allowance // 2)
        return found._replace(cost=2 * found.cost)
    return walk(going._replace(ignores_slow=figure.kind in SURE_FOOTED, ignores_obstacles=False), path, allowance)


def crosses_obstacle(terrain: Terrain, path: Path) -> bool:
    """Does the way go over a man-sized obstacle (HA-MOVE-11)?"""
    plain = Going(terrain, 0, ignores_slow=True)
    return any(
        leg_cost(plain, *a, *b) > math.sqrt((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) + 0.5 for a, b in pairwise(path)
    )


def straight_reach(battle: Battle, figure: Figure, degrees: int, allowance: int) -> int:
    """How far a figure gets in a straight line with that allowance, in hundredths."""
    low, high = 0, allowance
    while low < high:
        middle = (low + high + 1) // 2
        end = step(figure.x, figure.y, degrees, middle)
        if walk_of(battle, figure, ((figure.x, figure.y), end), allowance).refusal:
            high = middle - 1
        else:
            low = middle
    return low


def way_into_contact(battle: Battle, figure: Figure, foe: Figure, reach: int = 10**6) -> Walk | None:
    """The way to the nearest free edge of a foe (HA-CON-02, HA-RULE-09), or None if there is none to be had; those beyond reach are not looked at."""
    best: Walk | None = None
    for x, y in contact_spots(battle, figure, foe):  # the nearest first
        square = (x - figure.x) ** 2 + (y - figure.y) ** 2
        if square > reach * reach or (best is not None and square >= best.cost**2):
            break  # no way is shorter than the straight line
        found = way_to(battle, figure, x, y)
        if not found.refusal and (best is None or found.cost < best.cost):
            best = found
            if len(found.path) == 2:
                break  # straight on: no other edge is nearer
    return best


# Going


def go(referee: Referee, battle: Battle, figure: Figure, path: Path, cost: int | None = None) -> None:
    """Move along a way; coming within 1" of an enemy ends it in contact (HA-CON-01, HA-CON-03)."""
    start = (figure.x, figure.y)
    path = (start, *path[1:]) if path and path[0] == start else (start, *path)
    lift(battle, figure)
    met: Figure | None = None
    for (x1, y1), (x2, y2) in pairwise(path):
        met, run = first_met(battle, figure, x1, y1, x2, y2)
        if met is None:
            figure.x, figure.y = x2, y2
            continue
        figure.x, figure.y = along(x1, y1, x2 - x1, y2 - y1, run)
        break
    if met is None or not dares(referee, battle, figure, met) or not pin(referee, battle, figure, met):
        if met is not None:  # HA-CON-02: no edge is free, or no nerve; it stays more than 1" away
            figure.x, figure.y = _back_off(battle, figure, met, start)
        _settle(battle, figure, start)
    gone = distance(*start, figure.x, figure.y)
    if gone:
        figure.walked += cost if cost is not None and met is None else gone
        disturb(battle, figure)  # HA-RULE-38
        if not figure.engaged:
            face(figure, 2 * figure.x - path[-2][0], 2 * figure.y - path[-2][1])
    after_move(referee, battle, figure)


def dares(referee: Referee, battle: Battle, figure: Figure, foe: Figure) -> bool:
    """HA-RULE-03, if it is played: a man-sized character must pass Bravery to touch a monster, once for each of them (HA-ATTR-07a)."""
    if battle.options.bravery_checks == "off" or foe.kind not in MONSTERS or figure.role == "npc":
        return True
    if foe.id in figure.dared or not is_man_sized(figure.kind):
        return True
    if not passes(referee, battle, figure, figure.profile.bravery, f"Bravery, to face {foe.name}", "HA-RULE-03"):
        return False
    figure.dared.append(foe.id)
    return True


def _settle(battle: Battle, figure: Figure, start: Spot) -> None:
    """Stand where the move ended; if somebody is there, as near to it as there is room on the way back."""
    x, y = figure.x, figure.y
    length = distance(x, y, *start)
    back = 0
    while back < length and not fits(battle, figure, *along(x, y, start[0] - x, start[1] - y, back)):
        back += 20
    spot = along(x, y, start[0] - x, start[1] - y, back) if back < length else start
    stand(battle, figure, *spot)


def _back_off(battle: Battle, figure: Figure, foe: Figure, start: Spot) -> Spot:
    away = figure.radius + foe.radius + PIN + 1
    spot = along(foe.x, foe.y, figure.x - foe.x, figure.y - foe.y, away + 1)
    return spot if distance(*spot, foe.x, foe.y) > figure.radius + foe.radius + PIN else start


def first_met(battle: Battle, figure: Figure, x1: int, y1: int, x2: int, y2: int) -> tuple[Figure | None, int]:
    """The first enemy within 1" of whom a straight leg comes, and how far along it that is.

    A figure that begins so near may move directly away (HA-RULE-17).
    """
    dx, dy = x2 - x1, y2 - y1
    length = math.sqrt(dx * dx + dy * dy)
    if not length:
        return None, 0
    best, met = length + 1, None
    for foe in battle.figures:
        if foe.side == figure.side or foe.state is not State.ABLE:
            continue
        ox, oy = x1 - foe.x, y1 - foe.y
        half = (ox * dx + oy * dy) / length
        if half >= 0:
            continue  # it only gets farther away
        reach = figure.radius + foe.radius + PIN
        under = half * half - (ox * ox + oy * oy - reach * reach)
        if under < 0:
            continue
        run = max(0.0, -half - math.sqrt(under))
        if run <= length and run < best and not _walled_off(battle, figure, foe, x1, y1, dx, dy, run, length):
            best, met = run, foe
    return met, math.ceil(best) if met else 0


def _walled_off(
    battle: Battle, figure: Figure, foe: Figure, x: int, y: int, dx: int, dy: int, run: float, length: float
) -> bool:
    if not battle.terrain.solids.shapes:
        return False
    here = (figure.x, figure.y)
    figure.x, figure.y = round(x + dx * run / length), round(y + dy * run / length)
    blocked = wall_between(battle, figure, foe)
    figure.x, figure.y = here
    return blocked


def after_move(referee: Referee, battle: Battle, figure: Figure) -> None:
    """What a move sets off: markers are driven off (HA-POR-01), illusions tested (HA-RULE-49), and somebody may see somebody."""
    if battle.markers and figure.side == PARTY:
        portals.driven_off(referee, battle, figure)
    if battle.clouds:
        effects.disbelieve(referee, battle, figure)
    prisoners.bring_along(battle, figure)
    notice(battle, figure)


def head_for(referee: Referee, battle: Battle, figure: Figure, x: int, y: int, allowance: int) -> None:
    """Go as far as the allowance lets it on the cheapest way to a spot."""
    path = way_towards(battle, figure, x, y, allowance)
    if len(path) > 1 and not effects.wind_forbids(battle, figure, *path[-1]):
        go(referee, battle, figure, path)


def way_towards(battle: Battle, figure: Figure, x: int, y: int, allowance: int) -> Path:
    """The part of the cheapest way to a spot that the allowance pays for. Where the spot itself is taken, the way to a place beside it."""
    here = (figure.x, figure.y)
    going = going_of(battle, figure)
    found = route(going, *here, x, y)
    over = False
    if found.refusal and found.refusal.why == "no room":
        for degrees in range(0, 360, 45):
            sx, sy = step(x, y, degrees, figure.radius + 2 * INCH // 2)
            if can_end(going, sx, sy):
                found = route(going, *here, sx, sy)
                if not found.refusal:
                    break
    if found.refusal and _has_obstacles(battle):
        going, over = going_of(battle, figure, over=True), True
        found = route(going, *here, x, y)
    if found.refusal:
        return cut_to(going, (here, (x, y)), allowance // 2 if over else allowance)
    return cut_to(going, found.path, allowance // 2 if over else allowance)


def cut_to(going: Going, path: Path, allowance: int) -> Path:
    """The beginning of a way, as far as the allowance goes and nothing stops it; it ends where the base has room."""
    walked: list[Spot] = [path[0]]
    left = float(allowance)
    for a, b in pairwise(path):
        cost = leg_cost(going, *a, *b)
        if cost <= left and leg_refusal(going, *a, *b) is None:
            walked.append(b)
            left -= cost
            continue
        spot = along(*a, b[0] - a[0], b[1] - a[1], int(left)) if cost > left else b
        if leg_refusal(going, *a, *spot) is not None or leg_cost(going, *a, *spot) > left:
            spot, _ = farthest(going, *a, *b, int(left))
        if spot != a:
            walked.append(spot)
        break
    while len(walked) > 1 and not can_end(going, *walked[-1]):
        (x1, y1), (x2, y2) = walked[-2], walked[-1]
        length = distance(x1, y1, x2, y2)
        if length <= 25:
            walked.pop()
        else:
            walked[-1] = along(x1, y1, x2 - x1, y2 - y1, length - 25)
    return tuple(walked)


# Away


def flee_from(referee: Referee, battle: Battle, figure: Figure, foes: list[Spot], allowance: int) -> None:
    """Run to the reachable point furthest from the nearest enemy (HA-ORD-10, HA-SOL-51); over an edge it is lost, with no way out it surrenders (HA-RULE-11)."""
    if not foes:
        return
    end, edge = furthest(battle, figure, foes, allowance)
    here = min(distance(figure.x, figure.y, *foe) for foe in foes)
    if end == (figure.x, figure.y) and not edge:
        near = min(
            (foe for foe in battle.enemies(figure.side)),
            key=lambda f: distance(f.x, f.y, figure.x, figure.y),
            default=None,
        )
        if near is not None and here <= SURROUNDED + figure.radius + near.radius:
            prisoners.surrender(referee, battle, figure, near)
        return
    if end != (figure.x, figure.y):
        go(referee, battle, figure, ((figure.x, figure.y), end))
    if edge and figure.able and not figure.engaged:
        leave_table(referee, battle, figure, edge)


def furthest(battle: Battle, figure: Figure, foes: list[Spot], allowance: int) -> tuple[Spot, str]:
    """The spot within a straight run that lies furthest from all these spots, and the table edge that is reached there, if one is."""
    going = going_of(battle, figure)
    best, spot, edge = min(distance(figure.x, figure.y, *foe) for foe in foes) + GAIN, (figure.x, figure.y), ""
    for degrees in range(0, 360, 15):
        end, stopped = farthest(going, figure.x, figure.y, *step(figure.x, figure.y, degrees, allowance), allowance)
        if not can_end(going, *end):
            continue
        least = min(distance(*end, *foe) for foe in foes)
        if stopped is not None and stopped.why == "table edge" and least > best - GAIN:
            least += 2 * GAIN  # beyond the edge it is safe from everybody
        if least > best:
            best, spot = least, end
            edge = edge_at(battle, figure, *end) if stopped is not None and stopped.why == "table edge" else ""
    return spot, edge


def edge_at(battle: Battle, figure: Figure, x: int, y: int) -> str:
    """The edge of the table that a base at this spot touches; "" if none."""
    radius, table = figure.radius + AT_EDGE, battle.table
    if y <= radius:
        return "south"
    if y >= table.height - radius:
        return "north"
    if x <= radius:
        return "west"
    return "east" if x >= table.width - radius else ""


def leave_table(referee: Referee, battle: Battle, figure: Figure, edge: str) -> None:
    """Leave by an edge: safe by an exit, lost by any other (HA-RULE-94)."""
    safe = edge in battle.side(figure.side).exits
    referee.tell("{0} leaves the table by the {1} edge", figure, edge, rule="HA-RULE-94")
    take_out(referee, battle, figure, State.LEFT if safe else State.FLED, "HA-RULE-94")


def feature_under(battle: Battle, x: int, y: int, *kinds: str) -> Feature | None:
    """The feature of one of these kinds that lies under a spot."""
    for feature in battle.terrain.at(x, y):
        if feature.kind in kinds:
            return feature
    return None
