"""Scenery: what a piece of terrain in a scenario file means on the table (EG-RULE-08, -19, -75)."""

from collections.abc import Iterator
from typing import Any, Literal

from msgspec import Struct

from grognard.errors import ScenarioError
from grognard.ground.shapes import Box, Disc, Shape, Wall
from grognard.ground.terrain import Feature

Number = int | float
DOOR = 60  # half the width of a door: a model on foot passes, a horse does not
WINDOW = 40
LOOPHOLE = 15

# What each kind is, besides its shape. "area": it covers whoever stands inside it.
FEATURES: dict[str, dict[str, Any]] = {
    "water": {"impassable": True},
    "bridge": {"clears_way": True},
    "gate": {"clears_way": True, "clears_sight": True},
    "building": {"roof": True},
    "cart": {"cover": "medium", "obstacle": 200},
    "coach": {"blocks_sight": True, "impassable": True, "tags": ("large",)},
    "hedge": {"cover": "light", "obstacle": 200},
    "railings": {"cover": "light", "obstacle": 200},
    "furniture": {"cover": "light", "obstacle": 200},
    "low_wall": {"cover": "medium", "obstacle": 200},
    "parapet": {"cover": "heavy", "obstacle": 200},
    "barricade": {"cover": "heavy", "obstacle": 200},
    "stone_corner": {"cover": "heavy", "impassable": True},
    "high_wall": {"blocks_sight": True, "impassable": True},
    "climbable_wall": {"blocks_sight": True, "tags": ("climb",)},
    "plinth": {"cover": "light", "impassable": True},
    "gun": {"cover": "light", "impassable": True, "tags": ("large",)},
    "copse": {"cover": "medium", "slow": 2, "tags": ("area",)},
    "orchard": {"cover": "medium", "slow": 2, "tags": ("area",)},
    "brush": {"cover": "light", "slow": 2, "tags": ("area",)},
    "ditch": {"cover": "light", "slow": 2, "tags": ("area",)},
    "mud": {"slow": 2, "tags": ("area",)},
    "gallery": {"roof": True, "tags": ("area",)},
    "platform": {"tags": ("area",)},
    "door": {"blocks_sight": True, "impassable": True, "cover": "medium"},
}
Kind = Literal[
    "water", "bridge", "gate", "building", "cart", "coach", "hedge", "railings", "furniture", "low_wall", "parapet", "barricade", "stone_corner",
    "high_wall", "climbable_wall", "plinth", "gun", "copse", "orchard", "brush", "ditch", "mud", "gallery", "platform", "door",
]  # fmt: skip


class Terrain(Struct, forbid_unknown_fields=True):
    """A piece of terrain in a scenario file: one of box (west, south, east, north) or disc (x, y, radius), in inches."""

    name: str
    kind: Kind
    box: tuple[Number, Number, Number, Number] | None = None
    disc: tuple[Number, Number, Number] | None = None
    doors: list[tuple[Number, Number]] = []
    windows: list[tuple[Number, Number]] = []
    loopholes: list[tuple[Number, Number]] = []
    height: Number = 0


def features_of(terrain: Terrain, place: str) -> Iterator[Feature]:
    """The features that a piece of terrain is made of."""
    traits = dict(FEATURES[terrain.kind])
    height = round(100 * terrain.height)
    if terrain.kind == "climbable_wall":
        if height <= 0:
            raise ScenarioError(f"{terrain.name}: a wall to climb needs a height in inches", place=place)
        traits["obstacle"] = 2 * height  # EG-RULE-08: 2" for each inch of height
    shape = shape_of(terrain, place)
    if terrain.kind == "building":
        yield from building(terrain, shape, place)
    else:
        yield Feature(terrain.name, shape, terrain.kind, height=height, **traits)


def shape_of(terrain: Terrain, place: str) -> Shape:
    if (terrain.box is None) == (terrain.disc is None):
        raise ScenarioError(
            f"{terrain.name} needs either box = [west, south, east, north] or disc = [x, y, radius]", place=place
        )
    if not all(abs(value) < 10_000 for value in terrain.box or terrain.disc or ()):
        raise ScenarioError(f"{terrain.name}: no table is as large as that", place=place)
    if terrain.disc is not None:
        x, y, radius = (round(100 * value) for value in terrain.disc)
        return Disc(x, y, radius)
    assert terrain.box is not None
    x1, y1, x2, y2 = (round(100 * value) for value in terrain.box)
    if not (x1 < x2 and y1 < y2):
        raise ScenarioError(f"{terrain.name}: a box is west, south, east, north", place=place)
    return Box(x1, y1, x2, y2)


def building(terrain: Terrain, shape: Shape, place: str) -> Iterator[Feature]:
    """EG-RULE-75: four blocking walls about a roofed floor; one sees and is seen through doors and windows, in medium cover."""
    if not isinstance(shape, Box):
        raise ScenarioError(f"{terrain.name}: a building is a box", place=place)
    west, south, east, north = shape.left, shape.bottom, shape.right, shape.top
    yield Feature(terrain.name, shape, "building", roof=True)
    ring = ((west, south), (east, south), (east, north), (west, north), (west, south))
    yield Feature(f"{terrain.name} wall", Wall(ring), "wall", blocks_sight=True, impassable=True)
    for number, (x, y) in enumerate(terrain.doors, 1):
        yield Feature(
            f"{terrain.name} door {number}",
            opening(shape, x, y, DOOR),
            "doorway",
            cover="medium",
            clears_way=True,
            clears_sight=True,
        )
    for number, (x, y) in enumerate(terrain.windows, 1):
        yield Feature(
            f"{terrain.name} window {number}", opening(shape, x, y, WINDOW), "window", cover="medium", clears_sight=True
        )
    for number, (x, y) in enumerate(terrain.loopholes, 1):
        yield Feature(
            f"{terrain.name} loophole {number}",
            opening(shape, x, y, LOOPHOLE),
            "window",
            cover="heavy",
            clears_sight=True,
        )


def opening(walls: Box, x: Number, y: Number, half: int) -> Box:
    """A gap in the nearest wall, a little deeper than the wall is."""
    mx, my = round(100 * x), round(100 * y)
    if min(abs(my - walls.bottom), abs(my - walls.top)) <= min(abs(mx - walls.left), abs(mx - walls.right)):
        return Box(mx - half, my - 10, mx + half, my + 10)
    return Box(mx - 10, my - half, mx + 10, my + half)
