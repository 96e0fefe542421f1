"""Armies as they stand in scenario and force files: typed, checked, with their points."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from grognard.errors import ScenarioError
from grognard.games.war_and_conquest.battle import Side, Unit
from grognard.games.war_and_conquest.troops import (
    GENERAL_COST,
    MOST_SIP,
    SIP_COST,
    Formation,
    Kind,
    Profile,
    Trait,
    WeaponName,
    Weight,
    cost_of,
)

Small = Annotated[int, Meta(ge=0, le=6)]
Count = Annotated[int, Meta(ge=1, le=200)]


class UnitFile(Struct, forbid_unknown_fields=True, kw_only=True):
    """A unit of an army file (WC-OTROOP-01); `at`, `facing`, `left` and `fleeing` are for battles that have begun."""

    name: str
    kind: Kind = "foot"
    weight: Weight = "medium"
    formation: Formation = "battle"
    models: Count
    files: Count | None = None
    ca: Small = 3
    sh: Small = 0
    ka: Small = 3
    mv: Annotated[int, Meta(ge=2, le=12)] = 7
    av: Annotated[int, Meta(ge=0, le=4)] = 0
    weapons: Annotated[tuple[WeaponName, ...], Meta(min_length=1)] = ("hand weapons",)
    traits: list[Trait] = []
    general: bool = False
    personality: bool = False
    count: Annotated[int, Meta(ge=1, le=9)] = 1
    at: list[tuple[float, float]] = []
    facing: Annotated[int, Meta(ge=0, le=359)] | None = None
    left: list[Count] = []
    fleeing: bool = False


class ArmyFile(Struct, forbid_unknown_fields=True, kw_only=True):
    """An army: its general, its Strategy Intervention Points and its units."""

    name: str
    general: str = ""
    sip: Annotated[int, Meta(ge=0, le=MOST_SIP)] = 0
    units: Annotated[list[UnitFile], Meta(min_length=1)]


class SideFile(ArmyFile, forbid_unknown_fields=True, kw_only=True):
    """An army in a scenario."""

    id: Literal["red", "blue"]
    edge: Literal["south", "north"]
    sip_left: Annotated[int, Meta(ge=0, le=MOST_SIP)] | None = None
    rally: list[float] = []
    brought: bool = False  # an army of a player's own: it deploys, and need not be equal (WC-RULE-52)


def profile_of(file: UnitFile) -> Profile:
    """The profile that a unit's line describes."""
    return Profile(
        kind=file.kind,
        weight=file.weight,
        formation=file.formation,
        ca=file.ca,
        sh=file.sh,
        ka=file.ka,
        mv=file.mv,
        av=file.av,
        weapons=file.weapons,
        traits=tuple(file.traits),
        personality=file.personality,
    )


def army_cost(army: ArmyFile) -> int:
    """What an army costs, its general and points included (WC-OFIELD-03)."""
    units = sum(unit.count * cost_of(profile_of(unit), unit.models) for unit in army.units)
    return units + (GENERAL_COST if has_general(army) else 0) + SIP_COST * army.sip


def has_general(army: ArmyFile) -> bool:
    return any(unit.general for unit in army.units)


def check_army(army: ArmyFile, place: str, file: str = "") -> None:
    """Refuse an army that breaks the limits of WC-OFIELD-04 or has units that cannot be."""
    generals = sum(unit.count for unit in army.units if unit.general)
    if generals != 1:
        raise ScenarioError(
            f"an army has exactly one general with one of its units, not {generals} (WC-OFIELD-04)", file, place
        )
    units = sum(unit.count for unit in army.units)
    skirmishers = sum(unit.count for unit in army.units if unit.formation == "skirmish")
    if 2 * skirmishers > units:
        raise ScenarioError(
            f"at most half of the {units} units may be skirmishers, not {skirmishers} (WC-OFIELD-04)", file, place
        )
    names = [unit.name.lower() for unit in army.units]
    for unit in army.units:
        check_unit(unit, f"{place}.{unit.name}" if place else unit.name, file)
        if names.count(unit.name.lower()) > 1:
            raise ScenarioError(f"two units are called {unit.name}; use count for units that are alike", file, place)


def check_unit(unit: UnitFile, place: str, file: str) -> None:
    """Refuse a unit that cannot be (WC-OTROOP-01, WC-OTROOP-04)."""
    profile = profile_of(unit)
    if unit.models < profile.minimum:
        raise ScenarioError(f"needs at least {profile.minimum} models (WC-OTROOP-04)", file, place)
    if unit.files is not None and unit.files > unit.models:
        raise ScenarioError(f"has {unit.files} files but {unit.models} models", file, place)
    if profile.missile is not None and not 1 <= unit.sh <= 5:
        raise ScenarioError(
            "has a missile weapon and needs a Shooting Ability sh from 1 to 5 (WC-OTROOP-01)", file, place
        )
    for given, what in ((unit.at, "at"), (unit.left, "left")):
        if given and len(given) != unit.count:
            raise ScenarioError(f"needs as many entries of {what} as units: {unit.count}", file, place)
    if any(left > unit.models for left in unit.left):
        raise ScenarioError("cannot have more models left than it started with", file, place)


def units_of(side: SideFile) -> list[Unit]:
    """The units of an army in a scenario."""
    found = []
    for line in side.units:
        profile = profile_of(line)
        for n, name in enumerate(unit_names(line.name, line.count)):
            models = line.left[n] if line.left else line.models
            files = min(models, line.files or 5) if profile.is_battle else -(-models // 2)
            unit = Unit(
                unit_id(name),
                side.id,
                name,
                profile,
                line.models,
                models,
                files,
                cost_of(profile, line.models),
                round_start=models,
            )
            unit.where, unit.fleeing = "reserve", line.fleeing
            if line.at:
                unit.where = "table"
                unit.x, unit.y = (round(part * 100) for part in line.at[n])
                unit.facing = line.facing if line.facing is not None else (0 if side.edge == "south" else 180)
            found.append(unit)
    return found


def unit_names(name: str, count: int) -> list[str]:
    """Units that are alike are numbered."""
    return [name] if count == 1 else [f"{name} {n + 1}" for n in range(count)]


def unit_id(name: str) -> str:
    """The id of the unit of that name."""
    return "_".join("".join(letter if letter.isalnum() else " " for letter in name.lower()).split())


def side_of(file: SideFile, depth: int, height: int) -> Side:
    """The army itself."""
    leader = next((unit for unit in file.units if unit.general), None)
    name = "" if leader is None else leader.name
    side = Side(
        file.id,
        file.name,
        file.edge,
        depth,
        file.sip if file.sip_left is None else file.sip_left,
        army_cost(file),
        unit_id(name),
    )
    side.general_name = file.general
    side.general_state = "none" if leader is None else "fleeing" if leader.fleeing else "able"
    side.rally_points = [(round(x * 100), 0 if file.edge == "south" else height) for x in file.rally]
    return side
