"""Warbands: the file of one, its models one by one with their points, and what is wrong with it in words."""

import re
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct

from grognard.errors import ScenarioError
from grognard.games.en_garde.battle import Profile
from grognard.games.en_garde.points import ATTRIBUTE_POINTS, GEAR_POINTS, check_profile, check_warband, points_of
from grognard.games.en_garde.scenery import FEATURES
from grognard.games.en_garde.weapons import BLADES, MISSILES

T = TypeVar("T")
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
