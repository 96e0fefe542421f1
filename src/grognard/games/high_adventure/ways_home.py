"""How far it is by the ways that a walker has: to a spot, or off the table. Shut doors are walked through, at a price."""

from functools import lru_cache

from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.dungeons import opening
from grognard.games.high_adventure.routes import round_solids, walking_ground
from grognard.ground.measure import distance
from grognard.ground.paths import Going
from grognard.ground.shapes import bounds
from grognard.ground.terrain import Feature, Terrain

WALKER = 50  # a man's base


@lru_cache(maxsize=64)
def _unlocked(terrain: Terrain, doors: tuple[Feature, ...], jump: int) -> Terrain:
    gaps = [f.name for f in terrain.features if f.kind in ("water", "lava", "pit") and _narrow(f) <= jump]
    return walking_ground(terrain.without(*gaps).with_features(*doors))


def _narrow(feature: Feature) -> int:
    left, bottom, right, top = bounds(feature.shape)
    return min(right - left, top - bottom)


def open_table(battle: Battle, jump: int = 0) -> Terrain:
    """The table as if every door stood open, and as if every gap that one can jump were no gap."""
    shut = tuple(opening(door.name, door.x, door.y, door.width, door.wall) for door in battle.doors if door.shut)
    return _unlocked(battle.terrain, shut, jump)


@lru_cache(maxsize=8192)
def _length(terrain: Terrain, x1: int, y1: int, x2: int, y2: int) -> int:
    found = round_solids(Going(terrain, WALKER, ignores_slow=True, ignores_obstacles=True), x1, y1, x2, y2)
    return 2 * distance(x1, y1, x2, y2) + 2000 if found is None else round(found[1])


def way_between(battle: Battle, x1: int, y1: int, x2: int, y2: int, jump: int = 0) -> int:
    """How far one walks from one spot to another, in hundredths, who can jump so far."""
    return _length(open_table(battle, jump), x1, y1, x2, y2)


def way_left(battle: Battle, x: int, y: int, exits: tuple[str, ...], jump: int = 0) -> int:
    """How far one walks to the nearest of these edges."""
    return min((way_between(battle, x, y, *gate(battle, x, y, edge), jump) for edge in exits), default=0)


def gate(battle: Battle, x: int, y: int, edge: str) -> tuple[int, int]:
    """Where that edge is reached: straight on, or in a room of a dungeon that opens on it."""
    table = battle.table
    ex, ey = {
        "north": (x, table.height - WALKER),
        "south": (x, WALKER),
        "east": (table.width - WALKER, y),
        "west": (WALKER, y),
    }[edge]
    for feature in table.features if battle.dungeon else ():
        if feature.kind == "room":
            left, bottom, right, top = bounds(feature.shape)
            if (edge == "south" and bottom == 0) or (edge == "north" and top == table.height):
                return min(max(ex, left + 100), right - 100), ey
            if (edge == "west" and left == 0) or (edge == "east" and right == table.width):
                return ex, min(max(ey, bottom + 100), top - 100)
    return ex, ey
