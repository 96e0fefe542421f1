"""From a scenario file to a battle ready to play; everything that cannot be played is refused in words."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from grognard.errors import ScenarioError
from grognard.games.war_and_conquest.armies import SideFile, army_cost, check_army, side_of, units_of
from grognard.games.war_and_conquest.battle import Battle, Ground, Objective, Unit
from grognard.games.war_and_conquest.brought import are_equal, check_force, even_out, with_force
from grognard.games.war_and_conquest.footprint import body, put
from grognard.games.war_and_conquest.options import Options
from grognard.games.war_and_conquest.room import is_free
from grognard.ground.shapes import Box, Polygon, Shape
from grognard.ground.terrain import Feature

__all__ = ["check_force", "set_up", "with_force"]

Length = Annotated[float, Meta(ge=0, le=200)]


class TableFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The size of the table in inches (WC-OFIELD-01)."""

    width: Annotated[float, Meta(ge=12, le=200)] = 72
    height: Annotated[float, Meta(ge=12, le=200)] = 48


class FeatureFile(Struct, forbid_unknown_fields=True, kw_only=True):
    """A piece of ground: a box (west, south, east, north) or an outline of points."""

    name: str
    kind: Literal["wood", "marsh", "stream", "ford", "hill", "obstacle", "impassable", "building"]
    box: tuple[Length, Length, Length, Length] | None = None
    points: list[tuple[Length, Length]] = []
    clear: bool = False  # a ford that is no rough ground (WC-OMOVE-06)


class ObjectiveFile(Struct, forbid_unknown_fields=True, kw_only=True):
    """What is fought for besides points."""

    kind: Literal["models near", "hold alone"]
    at: tuple[Length, Length] = (0, 0)
    reach: Length = 6
    feature: str = ""
    points: Annotated[int, Meta(ge=0, le=1000)] = 150


class StartFile(Struct, forbid_unknown_fields=True, kw_only=True):
    """A battle that has begun: it starts with the End Phase of a turn (WC-END-01)."""

    turn: Annotated[int, Meta(ge=1, le=50)]
    advantage: Literal["red", "blue"]


class ScenarioFile(Struct, forbid_unknown_fields=True, kw_only=True):
    """A whole scenario."""

    game: str = "war_and_conquest"
    title: str
    blurb: str = ""
    minutes: int = 60
    table: TableFile = TableFile()
    turns: Annotated[int, Meta(ge=1, le=50)] = 6  # WC-OFIELD-06
    deployment: Annotated[float, Meta(ge=1, le=48)] = 10
    terrain: list[FeatureFile] = []
    objective: ObjectiveFile | None = None
    start: StartFile | None = None
    companion: bool = False
    options: dict[str, Any] = {}
    sides: list[SideFile] = []


def set_up(scenario: dict[str, Any], options: Options) -> Battle:
    """A battle ready to play."""
    try:
        file = msgspec.convert(scenario, ScenarioFile)
    except msgspec.ValidationError as error:
        raise ScenarioError(str(error), place="scenario") from None
    sides = sides_of(file)
    ground = ground_of(file)
    battle = Battle(options=options, ground=ground, companion=file.companion, last_turn=file.turns)
    battle.sides = [side_of(side, round(file.deployment * 100), ground.height) for side in sides]
    battle.units = [unit for side in sides for unit in units_of(side)]
    check_names(battle)
    battle.objective = objective_of(file, battle)
    if file.companion:
        for unit in battle.units:
            unit.where = "table"
        entered = all(side.units for side in sides)
        battle.step = "strategy" if entered else "roster"
    else:
        even_out(battle.sides)
        place_units(battle)
        battle.step = "rally_points"
    if file.start is not None:
        begin_in_the_middle(battle, file.start, [side.id for side in sides if side.brought])
    return battle


def begin_in_the_middle(battle: Battle, start: StartFile, brought: list[str]) -> None:
    """A battle that has begun: its armies stand where they stand; one that a player brought deploys first (WC-RULE-52)."""
    battle.turn, battle.advantage, battle.began = start.turn, start.advantage, start.turn
    waiting = [unit for unit in battle.units if unit.where == "reserve"]
    if any(unit.side not in brought for unit in waiting):
        raise ScenarioError("in a battle that has begun every unit needs a place: at = [x, y]", place="start")
    if not battle.companion and any(not side.rally_points for side in battle.sides):
        raise ScenarioError("in a battle that has begun every side needs its rally points", place="start")
    if not waiting:
        battle.step = "begin_end"


def sides_of(file: ScenarioFile) -> list[SideFile]:
    """The two armies, red first, checked against WC-OFIELD-04; a companion's are as the players have them."""
    empty = [
        SideFile(id="red", name="Red", edge="south", units=[]),
        SideFile(id="blue", name="Blue", edge="north", units=[]),
    ]
    missing = [side for side in empty if all(each.id != side.id for each in file.sides)] if file.companion else []
    sides = sorted([*file.sides, *missing], key=lambda side: side.id != "red")
    if [side.id for side in sides] != ["red", "blue"]:
        raise ScenarioError('there must be two sides with the ids "red" and "blue"', place="sides")
    if sides[0].edge == sides[1].edge:
        raise ScenarioError("the sides must have different edges: south and north", place="sides")
    if not file.companion:
        for side in sides:
            check_army(side, f"sides.{side.id}")
        if not are_equal(sides) and not any(side.brought for side in sides):
            costs = " and ".join(str(army_cost(side)) for side in sides)
            raise ScenarioError(
                f"the armies must be within 10% of each other, not {costs} (WC-OFIELD-04)", place="sides"
            )
    for side in sides:
        if len(side.rally) > 2 or any(not 0 <= x <= file.table.width for x in side.rally):
            raise ScenarioError(
                "an army has two rally points on its table edge: rally = [9, 27]", place=f"sides.{side.id}.rally"
            )
    return sides


def check_names(battle: Battle) -> None:
    """No two units may have the same name."""
    ids = [unit.id for unit in battle.units]
    for unit in battle.units:
        if ids.count(unit.id) > 1:
            raise ScenarioError(f"two units are called {unit.name}", place="sides")


# The ground


def ground_of(file: ScenarioFile) -> Ground:
    """The table and what lies on it."""
    features = [feature_of(feature, n) for n, feature in enumerate(file.terrain)]
    return Ground(round(file.table.width * 100), round(file.table.height * 100), tuple(features))


def feature_of(file: FeatureFile, n: int) -> Feature:
    """WC-OMOVE-06: woods, marsh, stream and a ford that is not clear are rough; WC-OSHOOT-02: woods are soft cover, obstacles hard."""
    shape = shape_of(file, f"terrain[{n}] {file.name}")
    rough = file.kind in ("wood", "marsh", "stream") or (file.kind == "ford" and not file.clear)
    solid = file.kind in ("impassable", "building")
    return Feature(
        file.name,
        shape,
        file.kind,
        blocks_sight=file.kind == "building",
        impassable=solid,
        slow=2 if rough else 1,
        cover={"wood": "soft", "obstacle": "hard"}.get(file.kind, ""),
        clears_way=file.kind == "ford" and file.clear,
    )


def shape_of(file: FeatureFile, place: str) -> Shape:
    """A box or an outline."""
    if file.box is not None:
        left, bottom, right, top = (round(part * 100) for part in file.box)
        if left >= right or bottom >= top:
            raise ScenarioError("a box is west, south, east, north, such as [0, 11, 36, 13]", place=place)
        return Box(left, bottom, right, top)
    if len(file.points) < 3:
        raise ScenarioError("needs a box or at least three points", place=place)
    return Polygon(tuple((round(x * 100), round(y * 100)) for x, y in file.points))


def objective_of(file: ScenarioFile, battle: Battle) -> Objective | None:
    """The objective of the scenario, if it has one."""
    wanted = file.objective
    if wanted is None:
        return None
    names = [feature.name for feature in battle.ground.features]
    if wanted.kind == "hold alone" and wanted.feature not in names:
        raise ScenarioError(
            f"there is no ground called {wanted.feature!r}; there is: {', '.join(names)}", place="objective.feature"
        )
    x, y = wanted.at
    return Objective(
        wanted.kind, (round(x * 100), round(y * 100)), round(wanted.reach * 100), wanted.feature, wanted.points
    )


def place_units(battle: Battle) -> None:
    """Units with a place stand there; none may stand on another or off the table."""
    placed: list[Unit] = []
    for unit in battle.units:
        if unit.where == "table":
            put(battle, unit, unit.x, unit.y, unit.facing)
            if not is_free(battle, body(unit), placed):
                raise ScenarioError(
                    f"{unit.name} stands on another unit, on impassable ground or off the table", place="sides"
                )
            placed.append(unit)
