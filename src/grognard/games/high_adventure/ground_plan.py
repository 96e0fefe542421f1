"""Laying the table: from the lines of a scenario to features, walls, doors and passages (HA-RULE-88)."""

from grognard.errors import ScenarioError
from grognard.games.high_adventure.dungeons import opening
from grognard.games.high_adventure.scenario import DoorLine, Scenario, TerrainLine
from grognard.games.high_adventure.things import Door
from grognard.ground.shapes import Box, Disc, Shape, Wall
from grognard.ground.terrain import Feature

CROSSING = 200  # HA-RULE-15: what an obstacle costs where only the crossing counts
ROUGH = ("wood", "scrub", "rubble", "crops")  # concealing, soft cover; crops are walked at the usual rate


def whole(inches: float) -> int:
    """Inches as whole hundredths; no table is a mile wide."""
    if not abs(inches) < 10_000:
        raise ScenarioError(f"{inches:g} inches is not a place on a table")
    return round(inches * 100)


def shape_of(line: TerrainLine, place: str) -> Shape:
    """The outline of a feature; exactly one must be given."""
    given = [part for part in (line.box, line.circle, line.line) if part is not None]
    if len(given) != 1:
        raise ScenarioError("give exactly one of box, circle and line", place=place)
    if line.box is not None:
        left, bottom, right, top = (whole(n) for n in line.box)
        if left >= right or bottom >= top:
            raise ScenarioError("a box is [west, south, east, north]", place=place)
        return Box(left, bottom, right, top)
    if line.circle is not None:
        x, y, radius = (whole(n) for n in line.circle)
        return Disc(x, y, radius)
    points = tuple((whole(x), whole(y)) for x, y in line.line or ())
    if len(points) < 2:
        raise ScenarioError("a line needs two points or more", place=place)
    return Wall(points)


def ring_of(shape: Shape, place: str) -> Wall:
    """The walls round a house or room."""
    if not isinstance(shape, Box):
        raise ScenarioError("buildings and rooms are boxes", place=place)
    return Wall(
        (
            (shape.left, shape.bottom),
            (shape.right, shape.bottom),
            (shape.right, shape.top),
            (shape.left, shape.top),
            (shape.left, shape.bottom),
        )
    )


def features_of(line: TerrainLine, name: str, place: str) -> list[Feature]:
    """The features that one line of the scenario makes."""
    shape = shape_of(line, place)
    kind = line.kind
    if kind in ROUGH:
        return [Feature(name, shape, kind, slow=1 if kind == "crops" else 2, cover="soft")]
    if kind == "building":
        walls = Feature(f"{name} walls", ring_of(shape, place), "building wall", True, True, tags=("window",))
        return [Feature(name, shape, kind, cover="building", roof=True), walls]
    if kind == "room":
        return [Feature(name, shape, kind), Feature(f"{name} walls", ring_of(shape, place), "dungeon wall", True, True)]
    if kind in ("wall", "hedge"):
        return [Feature(name, shape, kind, obstacle=CROSSING, cover="soft")]
    if kind in ("water", "lava", "pit"):
        return [Feature(name, shape, kind, impassable=True)]
    if kind in ("bridge", "path"):
        return [Feature(name, shape, kind, clears_way=True)]  # HA-MOVE-12: a path is followed at the normal rate
    if kind == "rock":
        return [Feature(name, shape, kind, True, True)]
    return [Feature(name, shape, "high ground", height=whole(line.height or 1))]


def lay_out(scenario: Scenario) -> tuple[list[Feature], list[Door], tuple[str, ...]]:
    """All features, doors, and the names of lit rooms."""
    features: list[Feature] = []
    doors: list[Door] = []
    lit: list[str] = []
    for n, line in enumerate(scenario.terrain):
        place = f"terrain[{n}]"
        name = line.name or f"{line.kind} {n + 1}"
        if any(feature.name == name for feature in features):
            raise ScenarioError(f"there is another feature called {name!r}", place=place)
        features += features_of(line, name, place)
        if line.lit:
            lit.append(name)
        doors += [_door(door, f"door of {name}", k) for k, door in enumerate(line.door)]
    doors += [_door(door, "door", k) for k, door in enumerate(scenario.door)]
    if len(set(door.name for door in doors)) != len(doors):  # noqa: C401  a count, never walked through
        raise ScenarioError("two doors have the same name", place="door")
    shut = [door for door in doors if door.shut]
    features += passages(features, shut)
    features += [opening(door.name, door.x, door.y, door.width, door.wall) for door in doors if not door.shut]
    return features, doors, tuple(lit)


def _door(line: DoorLine, name: str, n: int) -> Door:
    x, y = (whole(part) for part in line.at)
    return Door(
        line.name or (f"{name} {n + 1}" if n else name),
        x,
        y,
        shut=not line.open or line.locked,
        locked=line.locked,
        strength_left=line.strength,
        width=whole(line.width),
        wall=line.wall,
    )


def passages(features: list[Feature], shut: list[Door]) -> list[Feature]:
    """Where two rooms of a dungeon share a piece of wall, the way is open, unless a shut door is there."""
    rooms = [feature for feature in features if feature.kind == "room"]
    found = []
    for n, one in enumerate(rooms):
        for other in rooms[n + 1 :]:
            gap = _shared(one.shape, other.shape)
            if gap is None:
                continue
            x, y, width, wall = gap
            if not any(abs(door.x - x) <= width // 2 and abs(door.y - y) <= width // 2 for door in shut):
                found.append(opening(f"way from {one.name} to {other.name}", x, y, width, wall))
    return found


def _shared(a: Shape, b: Shape) -> tuple[int, int, int, str] | None:
    """The middle, width and direction of the wall that two boxes share."""
    assert isinstance(a, Box)
    assert isinstance(b, Box)
    left, right = max(a.left, b.left), min(a.right, b.right)
    bottom, top = max(a.bottom, b.bottom), min(a.top, b.top)
    if right - left >= 100 and (a.top == b.bottom or a.bottom == b.top):
        y = a.top if a.top == b.bottom else a.bottom
        return (left + right) // 2, y, right - left, "x"
    if top - bottom >= 100 and (a.right == b.left or a.left == b.right):
        x = a.right if a.right == b.left else a.left
        return x, (bottom + top) // 2, top - bottom, "y"
    return None
