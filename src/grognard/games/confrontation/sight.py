"""Line of sight: three lines to a target's base, what stops them, and who is only partly seen."""

from functools import lru_cache
from math import isqrt

from grognard.games.confrontation.battle import CONTACT, RADIUS, Battle, Fighter, Table, terrain_of
from grognard.games.confrontation.sizes import SIZES
from grognard.ground.open_table import Disc, Shape, Wall, in_arc, near_spot, stretches
from grognard.ground.sight import can_see as is_clear_over
from grognard.ground.sight import discs_across, outer_edges

WIDEST = 750  # no base reaches farther than this from a line that it stops
INTO_WOOD = 500  # C3-RULE-83: how deep a line of sight reaches into a wood


def clear_lines(battle: Battle, viewer: Fighter, target: Fighter) -> int:
    """How many of the three lines to the target's base are clear (C3-RULE-30): 0 is no line of sight, 3 is fully visible."""
    if not in_arc(viewer.facing, 180, viewer.x, viewer.y, target.x, target.y):
        return 0
    return lines_from(battle, viewer, viewer.x, viewer.y, target)


def can_see(battle: Battle, viewer: Fighter, target: Fighter) -> bool:
    """Whether there is a line of sight at all."""
    x, y = viewer.x, viewer.y
    return in_arc(viewer.facing, 180, x, y, target.x, target.y) and lines_from(battle, viewer, x, y, target, 1) > 0


def sees_anybody(battle: Battle, viewer: Fighter) -> bool:
    """Whether any enemy is in sight; the nearest are looked for first."""
    x, y = viewer.x, viewer.y
    enemies = battle.enemies(viewer.side)
    enemies.sort(key=lambda enemy: (enemy.x - x) ** 2 + (enemy.y - y) ** 2)
    return any(can_see(battle, viewer, enemy) for enemy in enemies)


def lines_from(battle: Battle, viewer: Fighter, x: int, y: int, target: Fighter, enough: int = 3) -> int:
    """How many lines are clear from any spot, facing the target: to its centre, and to both outer edges; counted up to `enough`.

    The ground is looked at first; who stands in the way is worked out only for a line that it leaves open.
    """
    table, clear = battle.table, 0
    over_ground = _stops(table)
    others: list[Disc] | None = None
    ends: tuple[tuple[int, int], ...] = ((target.x, target.y),)
    for n in range(3):
        if n == 1:
            ends += outer_edges(x, y, target.disc)
        ex, ey = ends[n]
        if over_ground and _is_stopped(table, x, y, ex, ey):
            continue
        if others is None:
            others = _in_the_way(battle, viewer, x, y, target)
        if others and discs_across(others, x, y, ex, ey):
            continue
        clear += 1
        if clear == enough:
            break
    return clear


def is_partly_seen(battle: Battle, viewer: Fighter, target: Fighter, clear: int) -> bool:
    """C3-FIRE-15: one or two clear lines, or behind an obstacle that it touches (C3-RULE-83)."""
    return clear < 3 or _behind_obstacle(battle.table, viewer.x, viewer.y, target.disc)


def _in_the_way(battle: Battle, viewer: Fighter, x: int, y: int, target: Fighter) -> list[Disc]:
    """The figures that could stop a line: at least as big as both, near the line; none to or from the air."""
    if viewer.altitude or target.altitude:
        return []
    tx, ty = target.x, target.y
    ex, ey = tx - x, ty - y
    west, east = (x - WIDEST, tx + WIDEST) if x < tx else (tx - WIDEST, x + WIDEST)
    south, north = (y - WIDEST, ty + WIDEST) if y < ty else (ty - WIDEST, y + WIDEST)
    length, found = isqrt(ex * ex + ey * ey) + 1, []
    for other in battle.fighters:
        ox, oy = other.x, other.y
        if not (west < ox < east and south < oy < north) or other.gone or other.altitude or not other.deployed:
            continue
        if other is viewer or other is target:
            continue
        radius = RADIUS[other.profile.base]
        room = radius + RADIUS[target.profile.base]
        if abs(ex * (oy - y) - ey * (ox - x)) < room * length:
            size = SIZES.index(other.profile.size)
            if size >= SIZES.index(viewer.profile.size) and size >= SIZES.index(target.profile.size):
                found.append(Disc(ox, oy, radius))
    return found


@lru_cache(maxsize=64)
def _stops(table: Table) -> bool:
    """Whether any ground can stop a line: a wood, or something high."""
    return any(feature.kind == "wood" or feature.blocks_sight for feature in table.features)


@lru_cache(maxsize=64)
def _woods(table: Table) -> tuple[Shape, ...]:
    return tuple(feature.shape for feature in table.features if feature.kind == "wood")


@lru_cache(maxsize=65536)
def _is_stopped(table: Table, x1: int, y1: int, x2: int, y2: int) -> bool:
    """Whether the ground stops a line."""
    return not is_clear_over(terrain_of(table), x1, y1, x2, y2) or _through_wood(_woods(table), x1, y1, x2, y2)


def _through_wood(woods: tuple[Shape, ...], x1: int, y1: int, x2: int, y2: int) -> bool:
    """C3-RULE-83: no line goes through a wood, nor more than 5 cm into it."""
    inside = 0.0
    for wood in woods:
        for enter, leave in stretches(wood, x1, y1, x2, y2):
            if enter > 0 and leave < 1:
                return True
            inside += leave - enter
    return bool(inside) and inside * inside * ((x2 - x1) ** 2 + (y2 - y1) ** 2) > INTO_WOOD * INTO_WOOD


@lru_cache(maxsize=16384)
def _behind_obstacle(table: Table, x: int, y: int, target: Disc) -> bool:
    """Whether the target touches the far side of an obstacle."""
    terrain = terrain_of(table)
    return any(
        near_spot(feature.shape, target.x, target.y, target.radius + CONTACT + 1)
        for feature in terrain.crossed(x, y, target.x, target.y)
        if feature.kind == "obstacle" and type(feature.shape) is Wall
    )
