"""Armies of one's own: a force file takes the place of an army of a scenario (WC-RULE-52)."""

from typing import Any

import msgspec
from msgspec import Struct

from grognard.errors import ScenarioError
from grognard.games.war_and_conquest.armies import (
    ArmyFile,
    SideFile,
    UnitFile,
    army_cost,
    check_army,
    profile_of,
    unit_id,
    unit_names,
)
from grognard.games.war_and_conquest.battle import Side
from grognard.games.war_and_conquest.troops import cost_of

KEPT = ("id", "edge", "rally")  # what belongs to the ground and not to the army
TAKEN = ("name", "general", "sip", "units")
EDGES = {"red": "south", "blue": "north"}


class ForceFile(ArmyFile, Struct, forbid_unknown_fields=True, kw_only=True):
    """An army in a file of its own."""

    game: str = "war_and_conquest"
    blurb: str = ""


def check_force(data: dict[str, Any], file: str) -> list[str]:
    """What is in an army file, in words; ScenarioError where it is wrong."""
    try:
        army = msgspec.convert(data, ForceFile)
    except msgspec.ValidationError as error:
        raise ScenarioError(str(error), file) from None
    check_army(army, "", file)
    for unit in army.units:
        check_fresh(unit, file)
    general, points = army.general or "unnamed", army_cost(army)
    lines = [
        f"{army.name}: {points} points, general {general}, {army.sip} Strategy Intervention Point{'s' * (army.sip != 1)}"
    ]
    for unit in army.units:
        profile = profile_of(unit)
        words = f"{unit.count} x {unit.name}" if unit.count > 1 else unit.name
        lines.append(
            f"{words}: {unit.models} {profile.kind} {profile.weight} {profile.formation}, {', '.join(unit.weapons)}, {cost_of(profile, unit.models)} points each"
        )
    return lines


def check_fresh(unit: UnitFile, file: str) -> None:
    """An army in a file of its own has not begun to fight."""
    for given, what in (
        (unit.at, "at"),
        (unit.facing is not None, "facing"),
        (unit.left, "left"),
        (unit.fleeing, "fleeing"),
    ):
        if given:
            words = f"{what} is for a scenario that has begun; an army of its own deploys whole (WC-RULE-52)"
            raise ScenarioError(words, file, unit.name)


def with_force(scenario: dict[str, Any], side: str, data: dict[str, Any]) -> dict[str, Any]:
    """The scenario with this army in the place of that side's own; its edge and its rally points stay the scenario's."""
    listed = [dict(each) for each in scenario.get("sides") or ()]
    own: dict[str, Any] = next((each for each in listed if each.get("id") == side), {"id": side, "edge": EDGES[side]})
    others = [each for each in listed if each.get("id") != side]
    army: dict[str, Any] = {key: own[key] for key in KEPT if key in own} | {
        key: data[key] for key in TAKEN if key in data
    }
    taken = {unit_id(name) for other in others for line in other.get("units", ()) for name in names_of(line)}
    army["units"] = [with_own_name(line, taken, (army["name"], own["edge"])) for line in army["units"]]
    if any(other.get("name") == army["name"] for other in others):
        army["name"] = f"{army['name']} of the {own['edge']}"
    army["brought"] = True
    places = [each if each.get("id") != side else army for each in listed]
    return {**scenario, "sides": places if army in places else [*listed, army]}


def names_of(line: dict[str, Any]) -> list[str]:
    """The names of the units of one line of an army."""
    return unit_names(str(line.get("name", "")), int(line.get("count", 1)))


def with_own_name(line: dict[str, Any], taken: set[str], army: tuple[str, str]) -> dict[str, Any]:
    """A line of an army, with its army's name beside its own where the enemy has units of the same name."""
    for name in (line["name"], f"{line['name']} ({army[0]})", f"{line['name']} ({army[0]}, {army[1]})"):
        if not any(unit_id(each) in taken for each in names_of({**line, "name": name})):
            return {**line, "name": name}
    raise ScenarioError(f"two units are called {line['name']}", place="units")


# Armies that are not equal


def are_equal(files: list[SideFile]) -> bool:
    """WC-OFIELD-04: points equal within 10%."""
    costs = [army_cost(file) for file in files]
    return 10 * abs(costs[0] - costs[1]) <= max(costs)


def even_out(sides: list[Side]) -> None:
    """WC-RULE-52: whoever brought less begins with the difference in victory points, where it is more than a tenth."""
    one, other = sides
    apart = abs(one.cost - other.cost)
    if 10 * apart > max(one.cost, other.cost):
        (one if one.cost < other.cost else other).handicap = apart
