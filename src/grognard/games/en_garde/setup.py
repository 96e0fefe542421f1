"""From a scenario file to a battle ready to play; a warband file in the place of a side's own."""

from typing import Any, Literal

from msgspec import Struct

from grognard.errors import ScenarioError
from grognard.games.en_garde.battle import Battle, Deed, Field, Figure, Prize, Profile, Warband
from grognard.games.en_garde.deployment import line_up_all
from grognard.games.en_garde.options import Options
from grognard.games.en_garde.scenery import Terrain, features_of
from grognard.games.en_garde.warbands import Force, Number, check_force, muster, read_as

__all__ = ["SIDES", "check_force", "set_up", "with_force"]
SIDES = ("red", "blue", "green", "yellow")


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


OWN = ("name", "morale", "points", "model")  # what a warband brings; id, edge and zones are the scenario's


def with_force(scenario: dict[str, Any], side: str, data: dict[str, Any]) -> dict[str, Any]:
    """The scenario with this warband in that side's place, on its edge and in its zones; ScenarioError where there is no room for it."""
    lines = list(scenario["side"])
    place = next(place for place, line in enumerate(lines) if (line.get("id") or SIDES[place]) == side)
    kept = {key: value for key, value in lines[place].items() if key not in OWN}
    lines[place] = kept | {key: data[key] for key in OWN if key in data}
    changed = {**scenario, "side": lines}
    line_up_all(set_up(changed, Options()))
    return changed
