"""Line of sight: three lines to a target's base, what stops them, and who is only partly seen."""

from functools import lru_cache
from math import isqrt

from grognard.games.confrontation.battle import CONTACT, RADIUS, Battle, Fighter, Table, terrain_of
from grognard.games.confrontation.sizes import SIZES
from grognard.ground.open_table import Disc, Wall, in_arc, near_spot
from grognard.ground.sight import can_see as is_clear_over
from grognard.ground.sight import depth_inside, discs_across, outer_edges, runs_through

INTO_WOOD = 500  # C3-RULE-83: how deep a line of sight reaches into a wood


def clear_lines(battle: Battle, viewer: Fighter, target: Fighter) -> int:
    """How many of the three lines to the target's base are clear (C3-RULE-30): 0 is no line of sight, 3 is fully visible."""
    if not in_arc(viewer.facing, 180, viewer.x, viewer.y, target.x, target.y):
        return 0
    return lines_from(battle, viewer, viewer.x, viewer.y, target)


def lines_from(battle: Battle, viewer: Fighter, x: int, y: int, target: Fighter) -> int:
    """The same from any spot, facing the target."""
    disc = target.disc
    others = _in_the_way(battle, viewer, x, y, target)
    bare = not _blocks_anything(battle.table)
    if bare and not others:
        return 3
    clear = 0
    for ex, ey in ((disc.x, disc.y), *outer_edges(x, y, disc)):
        if (bare or _ground_clear(battle.table, x, y, ex, ey)) and not (others and discs_across(others, x, y, ex, ey)):
            clear += 1
    return clear


def can_see(battle: Battle, viewer: Fighter, target: Fighter) -> bool:
    """Whether there is a line of sight at all."""
    return clear_lines(battle, viewer, target) > 0


def is_partly_seen(battle: Battle, viewer: Fighter, target: Fighter, clear: int) -> bool:
    """C3-FIRE-15: one or two clear lines, or behind an obstacle that it touches (C3-RULE-83)."""
    return clear < 3 or _behind_obstacle(battle.table, viewer.x, viewer.y, target.disc)


def _in_the_way(battle: Battle, viewer: Fighter, x: int, y: int, target: Fighter) -> list[Disc]:
    """The figures that could stop a line: at least as big as both, near the line; none to or from the air."""
    if viewer.altitude or target.altitude:
        return []
    ex, ey = target.x - x, target.y - y
    square = ex * ex + ey * ey
    length = isqrt(square) + 1
    least = max(SIZES.index(viewer.profile.size), SIZES.index(target.profile.size))
    reach = RADIUS[target.profile.base]
    found = []
    for other in battle.fighters:
        if other.gone or not other.deployed or other.altitude or other is viewer or other is target:
            continue
        radius = RADIUS[other.profile.base]
        dx, dy = other.x - x, other.y - y
        share = ex * dx + ey * dy
        if (
            -radius * length < share < square + (radius + reach) * length
            and abs(ex * dy - ey * dx) < (radius + reach) * length
            and SIZES.index(other.profile.size) >= least
        ):
            found.append(Disc(other.x, other.y, radius))
    return found


@lru_cache(maxsize=64)
def _blocks_anything(table: Table) -> bool:
    """Whether any ground on the table can stop a line."""
    return any(feature.blocks_sight or feature.kind == "wood" for feature in table.features)


@lru_cache(maxsize=65536)
def _ground_clear(table: Table, x1: int, y1: int, x2: int, y2: int) -> bool:
    """Whether no ground stops the line: nothing high, no wood crossed, at most 5 cm of wood looked into."""
    terrain = terrain_of(table)
    if not is_clear_over(terrain, x1, y1, x2, y2):
        return False
    if not terrain.of_kind("wood"):
        return True
    if runs_through(terrain, ("wood",), x1, y1, x2, y2):
        return False
    return depth_inside(terrain, ("wood",), x1, y1, x2, y2) <= INTO_WOOD


@lru_cache(maxsize=16384)
def _behind_obstacle(table: Table, x: int, y: int, target: Disc) -> bool:
    """Whether the target touches the far side of an obstacle."""
    terrain = terrain_of(table)
    return any(
        near_spot(feature.shape, target.x, target.y, target.radius + CONTACT + 1)
        for feature in terrain.crossed(x, y, target.x, target.y)
        if feature.kind == "obstacle" and type(feature.shape) is Wall
    )
