"""Small tables for the tests of the ground."""

from grognard.ground.shapes import Box, Disc, Wall
from grognard.ground.terrain import Feature, lay

MILL = lay(
    2400,
    2400,
    (
        Feature("race", Box(0, 1100, 2400, 1300), "water", impassable=True),
        Feature("bridge", Box(1000, 1100, 1400, 1300), "bridge", clears_way=True),
        Feature("mill", Box(400, 1400, 900, 1900), "building", blocks_sight=True, impassable=True, height=300),
        Feature("hedge", Box(200, 800, 900, 850), "hedge", obstacle=200, cover="light"),
        Feature("wood", Disc(1800, 600, 300), "wood", slow=2, cover="medium"),
    ),
)

DUNGEON = lay(
    3600,
    3600,
    (
        Feature("rock", Box(0, 0, 3600, 3600), "rock", blocks_sight=True, impassable=True),
        Feature("hall", Box(1400, 0, 2200, 800), "room", clears_way=True, clears_sight=True),
        Feature("passage", Box(1700, 800, 1900, 1400), "corridor", clears_way=True, clears_sight=True),
        Feature("chamber", Box(1000, 1400, 2600, 2400), "room", clears_way=True, clears_sight=True),
    ),
)

HOUSE = lay(
    2000,
    2000,
    (
        Feature(
            "walls",
            Wall(((500, 500), (1500, 500), (1500, 1500), (500, 1500), (500, 500))),
            "wall",
            blocks_sight=True,
            impassable=True,
        ),
        Feature("door", Box(950, 480, 1050, 520), "door", clears_way=True, clears_sight=True),
    ),
)

OPEN = lay(2400, 2400)
