"""How far it is by the ways that a walker has: to a spot, or off the table. Shut doors are walked through, at a price."""

from functools import lru_cache

from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.dungeons import opening
from grognard.games.high_adventure.routes import joined, network, walking_ground
from grognard.ground.measure import distance
from grognard.ground.paths import solid_in_way
from grognard.ground.shapes import bounds
from grognard.ground.terrain import Feature, Terrain

WALKER = 50  # a man's base


@lru_cache(maxsize=64)
def _unlocked(terrain: Terrain, doors: tuple[Feature, ...]) -> Terrain:
    return walking_ground(terrain.with_features(*doors)) if doors else walking_ground(terrain)


def open_table(battle: Battle) -> Terrain:
    """The table as if every door stood open."""
    shut = tuple(opening(door.name, door.x, door.y, door.width, door.wall) for door in battle.doors if door.shut)
    return _unlocked(battle.terrain, shut)


@lru_cache(maxsize=8192)
def _length(terrain: Terrain, x1: int, y1: int, x2: int, y2: int) -> int:
    straight = distance(x1, y1, x2, y2)
    if solid_in_way(terrain, WALKER, x1, y1, x2, y2, -1) < 0:
        return straight
    net = network(terrain, WALKER, True, True)
    best = min((a + net.reached[n][m] + b for n, a in joined(net, x1, y1) for m, b in joined(net, x2, y2)), default=2.0 * straight)
    return round(min(best, 3.0 * straight + 2000))


def way_between(battle: Battle, x1: int, y1: int, x2: int, y2: int) -> int:
    """How far a man walks from one spot to another, in hundredths."""
    return _length(open_table(battle), x1, y1, x2, y2)


def way_left(battle: Battle, x: int, y: int, exits: tuple[str, ...]) -> int:
    """How far a man walks to the nearest of these edges."""
    return min((way_between(battle, x, y, *gate(battle, x, y, edge)) for edge in exits), default=0)


def gate(battle: Battle, x: int, y: int, edge: str) -> tuple[int, int]:
    """Where that edge is reached: straight on, or in a room of a dungeon that opens on it."""
    table = battle.table
    ex, ey = {"north": (x, table.height - WALKER), "south": (x, WALKER), "east": (table.width - WALKER, y), "west": (WALKER, y)}[edge]
    for feature in table.features if battle.dungeon else ():
        if feature.kind == "room":
            left, bottom, right, top = bounds(feature.shape)
            if (edge == "south" and bottom == 0) or (edge == "north" and top == table.height):
                return min(max(ex, left + 100), right - 100), ey
            if (edge == "west" and left == 0) or (edge == "east" and right == table.width):
                return ex, min(max(ey, bottom + 100), top - 100)
    return ex, ey
