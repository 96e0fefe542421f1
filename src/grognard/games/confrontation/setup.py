"""From a scenario to a battle ready to play; every mistake in one is named with its place."""

from typing import Any, Literal

import msgspec
from msgspec import Struct

from grognard.errors import ScenarioError
from grognard.games.confrontation.battle import Battle, Fighter, Objective, Side, Special, Table
from grognard.games.confrontation.company import CompanyFile, Group, check_company, muster
from grognard.games.confrontation.deployment import DEPTH, FACING, zone_along
from grognard.games.confrontation.options import Options
from grognard.ground.open_table import Box, Disc, Shape, Wall
from grognard.ground.terrain import Feature

KINDS: dict[str, dict[str, Any]] = {  # C3-RULE-83: what each kind of ground does
    "open": {},
    "way": {"clears_way": True},  # a path, bridge or causeway: where it crosses other ground, it alone counts
    "difficult": {"slow": 2},
    "obstacle": {"obstacle": 300, "cover": "obstacle"},
    "high": {"blocks_sight": True, "impassable": True},
    "impassable": {"impassable": True},
    "wood": {"slow": 2, "cover": "wood"},
}
CROWDED = 0.4  # C3-RULE-85: so much of a zone may be full of bases, and there is still room for the last, wherever the others stand


class GroundLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of ground; exactly one of the shapes, in centimetres."""

    name: str
    kind: Literal["open", "way", "difficult", "obstacle", "high", "impassable", "wood"]
    box: tuple[float, float, float, float] | None = None  # from one corner to the other
    circle: tuple[float, float, float] | None = None  # centre and radius
    line: list[tuple[float, float]] | None = None
    look: str = ""  # how it is drawn


class ObjectiveLine(Struct, frozen=True, forbid_unknown_fields=True):
    """Something worth holding at the end of some rounds."""

    name: str
    points: int
    rounds: list[int]
    at: tuple[float, float] | None = None
    radius: float = 5
    ground: str = ""


class SideLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A camp: its cards, and where it comes from."""

    id: str
    name: str
    card: list[Group]
    edge: Literal["", "south", "north", "west", "east"] = ""
    zone: tuple[float, float, float, float] | None = None


class SpecialLine(Struct, frozen=True, forbid_unknown_fields=True):
    """What a scenario adds to the rules."""

    shrine: str = ""
    magician_bounty: int = 0


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario file."""

    title: str
    table: tuple[float, float]
    rounds: int
    side: list[SideLine]
    blurb: str = ""
    minutes: int = 0
    options: dict[str, Any] = {}
    ground: list[GroundLine] = []
    objective: list[ObjectiveLine] = []
    special: SpecialLine = SpecialLine()
    points: int | None = None  # the AP total agreed on, where one is
    note: list[str] = []


def set_up(scenario: dict[str, Any], options: Options) -> Battle:
    """A battle ready to play; ScenarioError in words for anything that cannot be played."""
    read = read_as(scenario, Scenario, "scenario")
    if len(read.side) < 2:
        raise ScenarioError("a battle needs two sides", place="side")
    width, height = _hundredths(read.table[0]), _hundredths(read.table[1])
    if not 1000 <= width <= 100_000 or not 1000 <= height <= 100_000:
        raise ScenarioError(
            f"a table of {read.table[0]:g} x {read.table[1]:g} cm: 10 to 1000 is accepted (C3-RULE-81)", place="table"
        )
    features = tuple(feature_of(ground, n) for n, ground in enumerate(read.ground))
    battle = Battle(options=options, table=Table(width, height, features), rounds=read.rounds, phase="opening")
    for n, line in enumerate(read.side):
        add_side(battle, line, n, read)
    battle.objectives = tuple(objective_of(line, n, features) for n, line in enumerate(read.objective))
    battle.special = special_of(read.special, features)
    battle.queue = [fighter.id for fighter in battle.fighters if fighter.profile.is_magician]
    check_places(battle)
    for n, side in enumerate(battle.sides):
        check_room(battle, side, f"side[{n}].card")
    return battle


def check_force(data: dict[str, Any], file: str) -> list[str]:
    """Check a company file; what is in it, in words."""
    company = read_as(data, CompanyFile, file)
    found = check_company(company.card, company.points, file, "card")
    _, fighters = muster("red", company.card)
    words = [f"{company.name}: {found.points} of {company.points} AP, {found.cards} cards, {len(fighters)} fighters"]
    words.append(f"{found.characters} characters, {found.troops} AP of troops")
    return words + [f"{fighter.name}: {fighter.points} AP" for fighter in fighters]


def with_force(scenario: dict[str, Any], side: str, data: dict[str, Any]) -> dict[str, Any]:
    """The scenario with a company of one's own on that side. It keeps the side's edge and zone; its player deploys it there (C3-RULE-85), also where the scenario gives places."""
    company = read_as(data, CompanyFile, "")
    check_company(company.card, scenario.get("points"), "", "card")
    brought = {"name": company.name, "card": data["card"]}
    sides = [line | brought if line["id"] == side else line for line in scenario["side"]]
    return {**scenario, "side": sides}


def read_as(data: dict[str, Any], kind: Any, file: str) -> Any:
    """Plain data as a typed struct; typos and wrong types are refused with their place."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        words, _, place = str(error).partition(" - at `$")
        accepted = ""
        if "unknown field" in words:
            accepted = f"; a {kind.__name__} may have: {', '.join(kind.__struct_fields__)}" if not place else ""
        raise ScenarioError(words + accepted, file, place.strip("`.")) from None


def add_side(battle: Battle, line: SideLine, n: int, scenario: Scenario) -> None:
    """A camp with its cards and fighters."""
    place = f"side[{n}]"
    if any(side.id == line.id for side in battle.sides):
        raise ScenarioError(f"two sides have the id {line.id!r}", place=place)
    check_company(line.card, scenario.points, "", f"{place}.card")
    placed = [bool(group.at) for group in line.card]
    if any(placed) != all(placed):
        raise ScenarioError("give places to all cards of a side, or to none", place=f"{place}.card")
    zone = None if line.zone is None else tuple(_hundredths(value) for value in line.zone)
    if (zone is not None or all(placed)) and not line.edge:
        raise ScenarioError(
            "a side that has its places or its zone needs its own edge too: south, north, west or east",
            place=f"{place}.edge",
        )
    cards, fighters = muster(line.id, line.card, battle.fighters)
    for fighter in fighters:
        if fighter.facing < 0:
            fighter.facing = FACING.get(line.edge, 0)
    side = Side(id=line.id, name=line.name, cards=tuple(cards), edge=line.edge)
    if zone is not None:
        left, bottom, right, top = zone
        side.zone = (left, bottom, right, top)
    elif line.edge:
        side.zone = zone_along(battle.table, line.edge)
    battle.sides.append(side)
    battle.fighters += fighters


def feature_of(line: GroundLine, n: int) -> Feature:
    """A piece of ground as the table has it."""
    shapes: list[Shape] = []
    if line.box is not None:
        x1, y1, x2, y2 = (_hundredths(value) for value in line.box)
        shapes.append(Box(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)))
    if line.circle is not None:
        shapes.append(Disc(*(_hundredths(value) for value in line.circle)))
    if line.line is not None:
        shapes.append(Wall(tuple((_hundredths(x), _hundredths(y)) for x, y in line.line)))
    if len(shapes) != 1:
        raise ScenarioError(f"{line.name}: give exactly one of box, circle and line", place=f"ground[{n}]")
    return Feature(line.name, shapes[0], line.kind, tags=(line.look,) if line.look else (), **KINDS[line.kind])


def objective_of(line: ObjectiveLine, n: int, features: tuple[Feature, ...]) -> Objective:
    """An objective by its place or its ground."""
    place = f"objective[{n}]"
    if (line.at is None) == (not line.ground):
        raise ScenarioError(f"{line.name}: give either at or ground", place=place)
    if line.ground and line.ground not in [feature.name for feature in features]:
        raise ScenarioError(f"there is no ground called {line.ground!r}", place=f"{place}.ground")
    x, y = line.at or (0, 0)
    return Objective(
        line.name,
        line.points,
        tuple(line.rounds),
        _hundredths(x),
        _hundredths(y),
        _hundredths(line.radius),
        line.ground,
    )


def special_of(line: SpecialLine, features: tuple[Feature, ...]) -> Special:
    if line.shrine and line.shrine not in [feature.name for feature in features]:
        raise ScenarioError(f"there is no ground called {line.shrine!r}", place="special.shrine")
    return Special(line.shrine, line.magician_bounty)


def check_places(battle: Battle) -> None:
    """Fighters that start on the table stand on it, apart from each other and from impassable ground (C3-RULE-82)."""
    placed: list[Fighter] = []
    for fighter in battle.fighters:
        if not fighter.deployed:
            continue
        x, y, radius = fighter.x, fighter.y, fighter.radius
        if not (radius <= x <= battle.table.width - radius and radius <= y <= battle.table.height - radius):
            raise ScenarioError(f"{fighter.name} at ({x / 100:g}, {y / 100:g}) is not on the table", place="side")
        if battle.terrain.is_solid(x, y, radius):
            raise ScenarioError(
                f"{fighter.name} at ({x / 100:g}, {y / 100:g}) stands in impassable ground", place="side"
            )
        for other in placed:
            if (x - other.x) ** 2 + (y - other.y) ** 2 < (radius + other.radius) ** 2:
                raise ScenarioError(f"{fighter.name} and {other.name} overlap", place="side")
        placed.append(fighter)


def check_room(battle: Battle, side: Side, place: str) -> None:
    """C3-RULE-85: those who are still to be deployed must find room in their zone."""
    coming = [fighter for fighter in battle.fighters if fighter.side == side.id and not fighter.deployed]
    if not coming:
        return
    width, height = battle.table.width, battle.table.height
    left, bottom, right, top = side.zone or (0, 0, min(width, height), DEPTH)
    deep, needed = min(right - left, top - bottom), max(2 * fighter.radius for fighter in coming)
    if deep < needed or sum((2 * f.radius) ** 2 for f in coming) > CROWDED * (right - left) * (top - bottom):
        raise ScenarioError(
            f"{len(coming)} fighters have no room in a zone of {(right - left) / 100:g} x {(top - bottom) / 100:g} cm (C3-RULE-85)",
            place=place,
        )


def _hundredths(value: float) -> int:
    return round(value * 100)
