"""Cover: who stands in it, who behind it, and where the nearest is."""

from functools import lru_cache

from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.figures import INCH, Figure
from grognard.ground.ends import nearest_point
from grognard.ground.gaps import spot_gap
from grognard.ground.lines import crosses
from grognard.ground.measure import Spot, along, distance
from grognard.ground.shapes import Wall
from grognard.ground.terrain import Terrain

SOFT = ("wood", "scrub", "rubble", "crops")  # HA-RULE-103: to stand in
LOW = ("wall", "hedge")  # to stand behind, within 1"
CORNERS = ("building wall", "rock", "dungeon wall")
BEHIND = INCH
FORT = 2 * INCH  # HA-RULE-103: how near to their places defenders must stand


def cover_of(battle: Battle, figure: Figure, from_x: int, from_y: int) -> str:
    """The cover that a figure has from a spot: "", "soft" or "building" (HA-RULE-103, HA-RULE-27)."""
    found = _stands_in(battle.terrain, figure.x, figure.y)
    if found:
        return found
    if behind_cover(battle, figure, from_x, from_y) or is_fortified(battle, figure):
        return "soft"
    return ""


@lru_cache(maxsize=65536)
def _stands_in(terrain: Terrain, x: int, y: int) -> str:
    kinds = [feature.kind for feature in terrain.at(x, y)]
    if "building" in kinds:
        return "building"
    return "soft" if any(kind in SOFT for kind in kinds) else ""


def behind_cover(battle: Battle, figure: Figure, from_x: int, from_y: int) -> bool:
    """Is its base within 1" of a hedge, wall or corner that the line from that spot crosses (HA-RULE-103)?"""
    return _behind(battle.terrain, figure.x, figure.y, figure.radius, from_x, from_y)


@lru_cache(maxsize=65536)
def _behind(terrain: Terrain, x: int, y: int, radius: int, from_x: int, from_y: int) -> bool:
    for feature in terrain.near(x, y, radius + BEHIND):
        if (feature.kind in LOW or feature.kind in CORNERS) and crosses(feature.shape, from_x, from_y, x, y):
            return True
    return False


@lru_cache(maxsize=65536)
def cover_near(terrain: Terrain, x: int, y: int, radius: int) -> bool:
    """Is there a hedge, wall or corner near enough to be behind it from somewhere?"""
    return any(feature.kind in LOW or feature.kind in CORNERS for feature in terrain.near(x, y, radius + BEHIND))


def is_fortified(battle: Battle, figure: Figure) -> bool:
    """A defender of a fortified position within 2" of its starting place (HA-RULE-103)."""
    for group in battle.groups:
        if group.fortified and group.id == figure.group:
            return distance(figure.x, figure.y, figure.home_x, figure.home_y) <= FORT
    return False


def height_at(battle: Battle, figure: Figure) -> int:
    """How high the ground is under a figure."""
    return max((feature.height for feature in battle.terrain.at(figure.x, figure.y)), default=0)


def nearest_cover(battle: Battle, figure: Figure, reach: int, threat: Spot | None = None) -> Spot | None:
    """The nearest place within reach where the figure would be in cover (HA-RULE-103); from `threat` where that matters."""
    found: list[tuple[int, Spot]] = []
    x, y, radius = figure.x, figure.y, figure.radius
    for feature in battle.terrain.near(x, y, reach):
        if feature.kind in SOFT:
            px, py = nearest_point(feature.shape, x, y)
            spot = along(px, py, px - x, py - y, radius // 2) if (px, py) != (x, y) else (x, y)
            found.append((distance(x, y, *spot), spot))
        elif feature.kind in LOW and threat is not None:
            px, py = nearest_point(feature.shape, x, y)
            dx, dy = px - threat[0], py - threat[1]
            spot = along(px, py, dx, dy, radius + BEHIND // 2)
            if type(feature.shape) is Wall and spot_gap(feature.shape, *spot) >= radius:
                found.append((distance(x, y, *spot), spot))
    table = battle.table
    ok = [
        (far, spot)
        for far, spot in found
        if far <= reach
        and radius <= spot[0] <= table.width - radius
        and radius <= spot[1] <= table.height - radius
        and not battle.terrain.is_solid(*spot, radius)
    ]
    return min(ok)[1] if ok else None
