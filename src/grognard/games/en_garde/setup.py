"""From a scenario file to a battle ready to play; warband files with their points."""

import re
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct

from grognard.errors import ScenarioError
from grognard.games.en_garde.battle import Battle, Deed, Field, Figure, Prize, Profile, Warband
from grognard.games.en_garde.options import Options
from grognard.games.en_garde.points import ATTRIBUTE_POINTS, GEAR_POINTS, check_profile, check_warband, points_of
from grognard.games.en_garde.scenery import FEATURES, Terrain, features_of
from grognard.games.en_garde.weapons import BLADES, MISSILES

T = TypeVar("T")
SIDES = ("red", "blue", "green", "yellow")
Number = int | float
Gear = Literal[
    "dagger", "staff", "sword", "hand_weapon", "bayonet", "thrown", "longsword", "great_weapon", "spear", "pike", "lance",
    "sling", "javelin", "shield", "grenade", "halberd", "bow", "pistol", "banner", "longbow", "crossbow", "matchlock",
    "blunderbuss", "musket",
]  # fmt: skip
Attribute = Literal["Commander", "Tactician", "Swordsman", "Marksman", "Acrobat", "Brute"]


class Model(Struct, forbid_unknown_fields=True):
    """One line of a warband: `count` of them."""

    name: str
    pool: int
    fight: int
    initiative: int
    shoot: int
    armour: int = 0
    rate: Literal["slow", "infantry", "fast", "cavalry"] = "infantry"
    gear: list[Gear] = []
    attributes: list[Attribute] = []
    leader: bool = False
    large: bool = False  # EG-RULE-20: a beast so marked
    tools: list[Literal["ladder"]] = []
    count: int = 1
    points: int | None = None


class Force(Struct, forbid_unknown_fields=True):
    """A warband file, or one side of a scenario."""

    name: str
    morale: int
    model: list[Model]
    id: str = ""
    edge: Literal["south", "north"] = "south"
    zones: list[tuple[Number, Number, Number, Number]] = []
    points: int | None = None
    game: str = "en_garde"


class Hold(Struct, frozen=True, forbid_unknown_fields=True):
    """How the scenario is won, where not by points alone."""

    kind: Literal["points", "hold", "storm"] = "points"
    spot: tuple[Number, Number] = (0, 0)
    reach: Number = 0
    area: tuple[Number, Number, Number, Number] = (0, 0, 0, 0)
    attacker: str = ""


class Action(Struct, forbid_unknown_fields=True):
    """A special action of the scenario."""

    kind: Literal["door", "swing", "deed"]
    name: str
    at: tuple[Number, Number]
    reach: Number = 1
    side: str = ""
    needs: int = 0
    helpers: bool = False
    engaged: bool = False
    wins: bool = False
    points: int = 0
    opens: str = ""
    to: tuple[Number, Number] = (0, 0)
    height: Number = 0


class Thing(Struct, forbid_unknown_fields=True):
    """A thing to carry."""

    name: str
    at: tuple[Number, Number]
    points_off: int = 0
    points_held: int = 0


class Scenario(Struct, forbid_unknown_fields=True):
    """A scenario file."""

    title: str
    side: list[Force]
    table: tuple[Number, Number]
    blurb: str = ""
    minutes: int = 0
    turns: int = 0
    weather: Literal["clear", "rain", "roll"] = "clear"
    night: bool = False
    deploy: Literal["zones", "edges"] = "zones"
    victory: Hold = Hold()
    terrain: list[Terrain] = []
    action: list[Action] = []
    prize: list[Thing] = []
    options: dict[str, Any] = {}
    game: str = "en_garde"


def read_as(kind: type[T], data: dict[str, Any], file: str = "") -> T:
    """Plain data as a checked structure; ScenarioError names the place and what is wrong."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        words, _, place = str(error).partition(" - at `$")
        hint = ""
        if "Invalid enum value" in words and "gear" in place:
            hint = f"; gear may be {', '.join(GEAR_POINTS)}"
        elif "Invalid enum value" in words and "attributes" in place:
            hint = f"; attributes may be {', '.join(ATTRIBUTE_POINTS)}"
        elif "Invalid enum value" in words and "kind" in place and "terrain" in place:
            hint = f"; terrain may be {', '.join(FEATURES)}"
        elif "unknown field" in words:
            hint = f"; known here: {', '.join(_fields_at(kind, place))}"
        raise ScenarioError(words + hint, file=file, place=place.strip("`.") or "the file") from None


def _fields_at(kind: Any, place: str) -> list[str]:
    """The fields that a place in a file may have."""
    for word in re.sub(r"\[[^\]]*\]", "", place.strip("`")).split("."):
        field = next((field for field in msgspec.structs.fields(kind) if field.name == word), None)
        if field is not None:
            inner = getattr(field.type, "__args__", (field.type,))[0]
            kind = inner if isinstance(inner, type) and issubclass(inner, Struct) else kind
    return [field.name for field in msgspec.structs.fields(kind)]


def set_up(scenario: dict[str, Any], options: Options) -> Battle:
    """A battle ready to deploy."""
    read = read_as(Scenario, scenario)
    if not 2 <= len(read.side) <= len(SIDES):
        raise ScenarioError(f"a battle needs two to {len(SIDES)} sides", place="side")
    width, height = (round(100 * value) for value in read.table)
    if not (1200 <= width <= 9600 and 1200 <= height <= 9600):
        raise ScenarioError("a table is from 12 to 96 inches each way (EG-RULE-61)", place="table")
    figures: dict[str, Figure] = {}
    sides = []
    for place, force in enumerate(read.side):
        models = muster(force, f"side[{place}]")
        id = force.id or SIDES[place]
        sides.append(warband_of(force, id, models, height, width, read.deploy, f"side[{place}]"))
        for name, profile in models:
            figure = Figure(_free_id(name, figures), id, name, profile, mounted=profile.rate == "cavalry")
            figures[figure.id] = figure
    check_sides(read, [side.id for side in sides], width, height)
    return Battle(
        options=options,
        field=field_of(read, width, height),
        sides=sides,
        figures=figures,
        lying={thing.name: (_spot(thing.at)) for thing in read.prize},
    )


def check_sides(read: Scenario, ids: list[str], width: int, height: int) -> None:
    """That every side a scenario speaks of is there, and that there is a long edge to pick (EG-RULE-69)."""
    if len(dict.fromkeys(ids)) < len(ids):
        raise ScenarioError(f"two sides have the same id: {', '.join(ids)}", place="side")
    if read.victory.kind == "storm" and read.victory.attacker not in ids:
        raise ScenarioError(
            f"there is no side {read.victory.attacker!r}; there is: {', '.join(ids)}", place="victory.attacker"
        )
    for place, action in enumerate(read.action):
        if action.side and action.side not in ids:
            raise ScenarioError(
                f"there is no side {action.side!r}; there is: {', '.join(ids)}", place=f"action[{place}].side"
            )
    if read.deploy == "edges" and width < height:
        raise ScenarioError(
            "sides deploy along the south and north edges, which must be the long ones (EG-RULE-69)", place="table"
        )


def warband_of(
    force: Force, id: str, models: list[tuple[str, Profile]], height: int, width: int, deploy: str, place: str
) -> Warband:
    """A side at the start: Steady (EG-RULE-68), in its zones."""
    zones = tuple(tuple(round(100 * value) for value in zone) for zone in force.zones)
    if deploy == "zones" and not zones:
        y1, y2 = (0, 600) if force.edge == "south" else (height - 600, height)
        zones = ((0, y1, width, y2),)
    for x1, y1, x2, y2 in zones:
        if not (0 <= x1 < x2 <= width and 0 <= y1 < y2 <= height):
            raise ScenarioError(
                "a zone is west, south, east, north in inches and lies on the table", place=f"{place}.zones"
            )
    points = sum(profile.points for _, profile in models)
    if force.points is not None and force.points != points:
        raise ScenarioError(
            f"{force.name} costs {points} points, not {force.points} (EG-RULE-65)", place=f"{place}.points"
        )
    if not 2 <= force.morale <= 12:
        raise ScenarioError("a Morale Rating is from 2 to 12, usually 6 to 9 (EG-RULE-68)", place=f"{place}.morale")
    return Warband(id, force.name, force.morale, force.edge, len(models), points, zones=zones)  # type: ignore[arg-type]


def muster(force: Force, place: str) -> list[tuple[str, Profile]]:
    """The models of a warband, one by one, with their points checked (EG-RULE-65)."""
    found: list[tuple[str, Profile]] = []
    for line, model in enumerate(force.model):
        where = f"{place}.model[{line}]"
        points = points_of(
            model.pool,
            model.fight,
            model.initiative,
            model.shoot,
            model.armour,
            model.rate,
            model.gear,
            model.attributes,
        )
        if model.points is not None and model.points != points:
            raise ScenarioError(f"{model.name} costs {points} points, not {model.points} (EG-RULE-65)", place=where)
        if not 1 <= model.count <= 40:
            raise ScenarioError(f"{model.name}: count is from 1 to 40", place=where)
        profile = profile_of(model, points)
        check_profile(model.name, profile, where)
        names = [model.name] if model.count == 1 else [f"{model.name} {number}" for number in range(1, model.count + 1)]
        found += [(name, profile) for name in names]
    if not found:
        raise ScenarioError("a warband needs a model", place=f"{place}.model")
    if sum(profile.leader for _, profile in found) != 1:
        raise ScenarioError("a warband has exactly one Leader (EG-CHAR-07)", place=f"{place}.model")
    return found


def profile_of(model: Model, points: int) -> Profile:
    """What never changes of a model; a second pistol or grenade is numbered."""
    missiles: list[str] = []
    for item in model.gear:
        if item in MISSILES:
            again = sum(name.split()[0] == item for name in missiles)
            missiles.append(f"{item} {again + 1}" if again else item)
    return Profile(
        model.pool,
        model.fight,
        model.initiative,
        model.shoot,
        model.armour,
        model.rate,
        model.leader,
        tuple(model.attributes),
        tuple(item for item in model.gear if item in BLADES or item == "longsword"),
        tuple(missiles),
        "shield" in model.gear,
        "banner" in model.gear,
        model.large,
        tools=tuple(model.tools),
        points=points,
    )


def field_of(read: Scenario, width: int, height: int) -> Field:
    """The ground and what the scenario says."""
    features = tuple(
        feature for place, terrain in enumerate(read.terrain) for feature in features_of(terrain, f"terrain[{place}]")
    )
    names = [feature.name for feature in features]
    for place, action in enumerate(read.action):
        if action.kind == "door" and action.opens not in names:
            raise ScenarioError(
                f"there is no door {action.opens!r}; there is: {', '.join(names)}", place=f"action[{place}].opens"
            )
    return Field(
        read.title,
        width,
        height,
        features,
        tuple(
            Deed(
                action.kind, action.name, *_spot(action.at), round(100 * action.reach), action.side, action.needs, action.helpers,
                action.engaged, action.wins, action.points, action.opens, _spot(action.to), round(100 * action.height),
            )
            for action in read.action
        ),
        tuple(Prize(thing.name, *_spot(thing.at), thing.points_off, thing.points_held) for thing in read.prize),
        read.victory.kind,
        _spot(read.victory.spot),
        round(100 * read.victory.reach),
        tuple(round(100 * value) for value in read.victory.area),  # type: ignore[arg-type]
        read.victory.attacker,
        read.turns,
        read.deploy,
        read.weather,
        read.night,
    )  # fmt: skip


def _spot(at: tuple[Number, Number]) -> tuple[int, int]:
    return round(100 * at[0]), round(100 * at[1])


def _free_id(name: str, taken: dict[str, Figure]) -> str:
    """A short id from the last word of the name that is not a number, unique in the battle."""
    words = "".join(letter if letter.isalnum() else " " for letter in name.lower()).split()
    number = words.pop() if len(words) > 1 and words[-1].isdigit() else ""
    wanted = (words[-1] if words else "figure") + number
    again, free = 2, wanted
    while free in taken or free in SIDES:
        free = f"{wanted}_{again}"
        again += 1
    return free


def check_force(data: dict[str, Any], file: str) -> list[str]:
    """EG-RULE-67: check a warband file; what is in it, in words."""
    try:
        force = read_as(Force, data)
        models = muster(force, "warband")
        check_warband(models, "warband")
    except ScenarioError as error:
        raise ScenarioError(error.words, file=file, place=error.place) from None
    total = sum(profile.points for _, profile in models)
    if force.points is not None and force.points != total:
        raise ScenarioError(
            f"{force.name} costs {total} points, not {force.points} (EG-RULE-65)", file=file, place="points"
        )
    return [f"{force.name}: {len(models)} models, {total} points, Morale {force.morale}"] + [
        f"{name}: {profile.points} points" for name, profile in models
    ]
