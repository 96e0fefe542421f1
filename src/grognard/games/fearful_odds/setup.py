"""From a scenario file to a battle ready to play; force files and what they may hold."""

import re
from typing import Any, Literal

import msgspec
from msgspec import Struct

from grognard.errors import ScenarioError
from grognard.games.fearful_odds.battle import Aim, Battle, Character, Counter, Cut, Field, Side, Unit, Where
from grognard.games.fearful_odds.counters import (
    COMMAND,
    HERO_PROWESS,
    LEADER_PROWESS,
    PACES,
    TYPES,
    character_points,
    unit_points,
    usual,
)
from grognard.games.fearful_odds.missiles import WEAPONS
from grognard.games.fearful_odds.options import Options
from grognard.games.fearful_odds.terrain import CROSSINGS, GROUND, HEXSIDES
from grognard.games.fearful_odds.victory import usual_level
from grognard.ground.hex_map import Grid, grid

Spot = tuple[int, int]
STANDARD_TURNS = 8  # FO-RULE-71


class AreaFile(Struct, frozen=True, forbid_unknown_fields=True):
    """Hexes by name, or all of some columns and rows."""

    hexes: list[Spot] = []
    columns: Spot | None = None
    rows: Spot | None = None


class GroundFile(AreaFile, frozen=True):
    kind: str = "clear"


class HillFile(AreaFile, frozen=True):
    level: int = 1


class HexsideFile(Struct, frozen=True, forbid_unknown_fields=True):
    """What stands on hexsides: between named pairs, or all around an area, or between two; it belongs to the first hex."""

    kind: str
    between: list[tuple[Spot, Spot]] = []
    of: AreaFile | None = None
    against: AreaFile | None = None


class MapFile(Struct, frozen=True, forbid_unknown_fields=True):
    columns: int
    rows: int
    ground: list[GroundFile] = []
    hills: list[HillFile] = []
    hexsides: list[HexsideFile] = []
    narrow: list[Spot] = []
    sheltered: list[Spot] = []


class UnitFile(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    code: str
    id: str = ""
    sp: int | None = None
    ql: int | None = None
    ma: int | None = None
    cev: Spot | None = None
    missile: str = ""
    missile_cev: int | None = None
    at: Spot | None = None
    facing: int | None = None
    arrives: int = 0
    entry: AreaFile | None = None


class CharacterFile(Struct, frozen=True, forbid_unknown_fields=True, rename={"stands_with": "with"}):
    name: str
    kind: Literal["leader", "hero"]
    prowess: int
    id: str = ""
    ml: int = 0
    ma: int = 6
    commander: bool = False
    stands_with: str = ""
    at: Spot | None = None
    arrives: int = 0
    entry: AreaFile | None = None


class ForceFile(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    units: list[UnitFile]
    characters: list[CharacterFile] = []
    blurb: str = ""
    game: str = "fearful_odds"


class SideFile(ForceFile, frozen=True):
    id: str = ""
    home: Literal["north", "south"] = "north"
    facing: int = 4
    rating: int | None = None
    level: int | None = None  # 0: demoralization is not used


class AimFile(AreaFile, frozen=True):
    name: str = ""
    side: str = ""
    units: int = 1
    alone: bool = False
    from_turn: int = 1
    checks: int = 1


class VictoryFile(Struct, frozen=True, forbid_unknown_fields=True):
    standard: bool = True
    holder: str = ""
    aims: list[AimFile] = []


class CutFile(Struct, frozen=True, forbid_unknown_fields=True):
    turn: int
    hex: Spot
    ground: str
    unless: str
    refuge: list[Spot] = []
    name: str = "the bridge"


class ScenarioFile(Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    map: MapFile
    sides: list[SideFile]
    game: str = "fearful_odds"
    blurb: str = ""
    minutes: int = 60
    turns: int = STANDARD_TURNS
    victory: VictoryFile = VictoryFile()
    cut: CutFile | None = None
    options: dict[str, Any] = {}
    notes: list[str] = []


def set_up(scenario: dict[str, Any], options: Options) -> Battle:
    """A battle at the start of its first turn. FO-RULE-14: scenarios say who stands where, and what wins."""
    data = _read(scenario, ScenarioFile)
    if len(data.sides) != 2:
        raise ScenarioError(f"a battle has two sides, not {len(data.sides)}", place="sides")
    field = lay_field(data.map, options)
    board = grid(field.columns, field.rows)
    sides: list[Side] = []
    units: dict[str, Unit] = {}
    characters: dict[str, Character] = {}
    for n, side in enumerate(data.sides):
        place = f"sides[{n}]"
        id = side.id or ("red", "blue")[n]
        _bring(board, field, id, side, units, characters, place)
        sides.append(_side(id, side, units, place))
    if sides[0].id == sides[1].id:
        raise ScenarioError(f"both sides are called {sides[0].id!r}", place="sides[1].id")
    ids = [side.id for side in sides]
    return Battle(
        options=options,
        field=field,
        sides=sides,
        units=units,
        characters=characters,
        turns=_at_least(data.turns, 1, "turns"),
        standard_victory=data.victory.standard,
        aims=tuple(_aim(board, aim, ids, f"victory.aims[{n}]") for n, aim in enumerate(data.victory.aims)),
        cut=_cut(board, data.cut, ids) if data.cut is not None else None,
        holder=_known(data.victory.holder, ["", *ids], "victory.holder"),
    )


# The map


def lay_field(data: MapFile, options: Options) -> Field:
    """The map of a scenario (FO-RULE-67, FO-RULE-68); what is listed later lies on top."""
    if not (2 <= data.columns <= 60 and 2 <= data.rows <= 60):
        raise ScenarioError(f"a map has 2 to 60 columns and rows, not {data.columns} by {data.rows}", place="map")
    board = grid(data.columns, data.rows)
    ground, heights = ["clear"] * board.size, [0] * board.size
    for n, area in enumerate(data.ground):
        _known(area.kind, list(GROUND), f"map.ground[{n}].kind")
        for spot in _area(board, area, f"map.ground[{n}]"):
            ground[spot] = area.kind
    for n, hill in enumerate(data.hills):
        for spot in _area(board, hill, f"map.hills[{n}]"):
            heights[spot] = hill.level
    sides: dict[tuple[int, int], tuple[int, int, str]] = {}
    for n, entry in enumerate(data.hexsides):
        for owner, direction in _hexsides(board, entry, f"map.hexsides[{n}]"):
            there = board.next_to[owner][direction]
            key = (min(owner, there), max(owner, there))
            if key not in sides or entry.kind in CROSSINGS:  # a crossing takes the place of what it crosses
                sides[key] = (owner, direction, entry.kind)
    return Field(
        data.columns,
        data.rows,
        tuple(ground),
        tuple(heights),
        tuple(sides.values()),
        options.facing,
        options.downhill_rough,
        tuple(_number(board, spot, "map.narrow") for spot in data.narrow),
        tuple(_number(board, spot, "map.sheltered") for spot in data.sheltered),
    )


def _hexsides(board: Grid, entry: HexsideFile, place: str) -> list[tuple[int, int]]:
    _known(entry.kind, list(HEXSIDES), f"{place}.kind")
    found = []
    for a, b in entry.between:
        owner, other = _number(board, a, f"{place}.between"), _number(board, b, f"{place}.between")
        if other not in board.next_to[owner]:
            raise ScenarioError(
                f"the hexes {board.key(owner)} and {board.key(other)} are not adjacent", place=f"{place}.between"
            )
        found.append((owner, board.next_to[owner].index(other)))
    if entry.of is not None:
        inside = _area(board, entry.of, f"{place}.of")
        outside = (
            _area(board, entry.against, f"{place}.against")
            if entry.against is not None
            else [n for n in range(board.size) if n not in inside]
        )
        found += [(n, d) for n in inside for d, there in enumerate(board.next_to[n]) if there in outside]
    return found


def _area(board: Grid, area: AreaFile, place: str) -> list[int]:
    found = [_number(board, spot, f"{place}.hexes") for spot in area.hexes]
    if area.columns is not None or area.rows is not None:
        first, last = area.columns or (0, board.columns - 1)
        top, bottom = area.rows or (0, board.rows - 1)
        for spot in ((first, top), (last, bottom)):
            _number(board, spot, place)
        found += [board.number(column, row) for row in range(top, bottom + 1) for column in range(first, last + 1)]
    return found


def _number(board: Grid, spot: Spot, place: str) -> int:
    try:
        return board.number(*spot)
    except ValueError as error:
        raise ScenarioError(str(error), place=place) from None


# The armies


def _side(id: str, side: SideFile, units: dict[str, Unit], place: str) -> Side:
    start = sum(unit.strength for unit in units.values() if unit.side == id)
    commanders = [one for one in side.characters if one.commander]
    if len(commanders) > 1:
        raise ScenarioError(
            f"{side.name} has one overall commander, not {len(commanders)}", place=f"{place}.characters"
        )
    commander = commanders[0] if commanders else None
    rating = side.rating if side.rating is not None else commander.ml if commander is not None else 0  # FO-RULE-08
    level = side.level if side.level is not None else usual_level(start)
    return Side(
        id, side.name, start, slug(commander.id or commander.name) if commander else "", rating, level, home=side.home
    )


def _bring(
    board: Grid,
    field: Field,
    id: str,
    side: SideFile,
    units: dict[str, Unit],
    characters: dict[str, Character],
    place: str,
) -> None:
    taken = {unit.at: unit.name for unit in units.values() if unit.at >= 0}
    for n, line in enumerate(side.units):
        where = f"{place}.units[{n}]"
        unit = Unit(
            _new_id(line.id or line.name, [*units, *characters], where), id, line.name, counter_of(line, where), 0
        )
        unit.strength = unit.counter.strength
        unit.facing = line.facing if line.facing is not None else side.facing
        if not 0 <= unit.facing < 6:
            raise ScenarioError(f"a facing is 0 to 5, not {unit.facing}", place=f"{where}.facing")
        unit.at, unit.where, unit.arrives, unit.entry = _stand(board, line.at, line.arrives, line.entry, where)
        if unit.at >= 0:
            if unit.at in taken:
                raise ScenarioError(
                    f"{unit.name} stands where {taken[unit.at]} is: one unit to a hex (FO-MOVE-16)", place=f"{where}.at"
                )
            if GROUND[field.ground[unit.at]].impassable:
                raise ScenarioError(
                    f"nobody can stand in {board.key(unit.at)}, which is {field.ground[unit.at]}", place=f"{where}.at"
                )
            taken[unit.at] = unit.name
        units[unit.id] = unit
    for n, one in enumerate(side.characters):
        where = f"{place}.characters[{n}]"
        check_character(one, where)
        character = Character(
            _new_id(one.id or one.name, [*units, *characters], where),
            id,
            one.name,
            one.kind,
            one.ml,
            one.prowess,
            one.ma,
        )
        if one.stands_with:
            host = slug(
                _known(slug(one.stands_with), [unit.id for unit in units.values() if unit.side == id], f"{where}.with")
            )
            character.at, character.where = units[host].at, units[host].where
            character.arrives, character.entry = units[host].arrives, units[host].entry
        else:
            character.at, character.where, character.arrives, character.entry = _stand(
                board, one.at, one.arrives, one.entry, where
            )
        characters[character.id] = character


def _stand(
    board: Grid, at: Spot | None, arrives: int, entry: AreaFile | None, place: str
) -> tuple[int, Where, int, tuple[int, ...]]:
    if at is not None:
        return _number(board, at, f"{place}.at"), Where.MAP, 0, ()
    if arrives:
        hexes = tuple(_area(board, entry, f"{place}.entry")) if entry is not None else ()
        if not hexes:
            raise ScenarioError("who arrives later needs an entry area", place=f"{place}.entry")
        return -1, Where.TO_COME, arrives, hexes
    return -1, Where.TO_DEPLOY, 0, ()


def counter_of(line: UnitFile, place: str) -> Counter:
    """What is printed on a unit's counter: the usual values of its type (FO-RULE-64) unless the line has its own."""
    _known(line.code, list(TYPES), f"{place}.code")
    allowed = TYPES[line.code].missiles
    missile = line.missile or allowed[0]
    _known(missile, list(allowed), f"{place}.missile")
    base = usual(line.code, missile)
    full, limited = line.cev or (base.full, base.limited)
    value = line.missile_cev if line.missile_cev is not None else base.missile_value
    return Counter(
        line.code,
        base.kind,
        _at_least(line.sp if line.sp is not None else base.strength, 1, f"{place}.sp"),
        _within(line.ql if line.ql is not None else base.quality, range(1, 11), f"{place}.ql"),
        _within(line.ma if line.ma is not None else base.speed, range(1, 13), f"{place}.ma"),
        _within(full, range(11), f"{place}.cev"),
        _within(limited, range(11), f"{place}.cev"),
        missile,
        _within(value, range(11), f"{place}.missile_cev") if missile in WEAPONS else 0,
    )


def check_character(one: CharacterFile, place: str) -> None:
    """FO-RULE-66: what leaders and heroes may be."""
    if one.kind == "leader":
        _within(one.ml, COMMAND, f"{place}.ml")
        _within(one.prowess, LEADER_PROWESS, f"{place}.prowess")
    else:
        if one.ml:
            raise ScenarioError("a hero has no ML", place=f"{place}.ml")
        _within(one.prowess, HERO_PROWESS, f"{place}.prowess")
    _within(one.ma, PACES, f"{place}.ma")


# Aims


def _aim(board: Grid, aim: AimFile, ids: list[str], place: str) -> Aim:
    hexes = _area(board, aim, place)
    if not hexes:
        raise ScenarioError("an aim needs its hexes", place=place)
    name = aim.name or "the ground is taken"
    return Aim(
        name,
        _known(aim.side, ["", *ids], f"{place}.side"),
        tuple(hexes),
        aim.units,
        aim.alone,
        aim.from_turn,
        aim.checks,
    )


def _cut(board: Grid, cut: CutFile, ids: list[str]) -> Cut:
    _known(cut.ground, list(GROUND), "cut.ground")
    refuge = tuple(_number(board, spot, "cut.refuge") for spot in cut.refuge)
    return Cut(
        cut.turn,
        _number(board, cut.hex, "cut.hex"),
        cut.ground,
        _known(cut.unless, ids, "cut.unless"),
        refuge,
        cut.name,
    )


# Force files


def check_force(data: dict[str, Any], file: str) -> list[str]:
    """FO-RULE-70: check a standard army; what is in it and what it costs, in words."""
    try:
        force = _read(data, ForceFile)
        counters = [counter_of(line, f"units[{n}]") for n, line in enumerate(force.units)]
        for n, one in enumerate(force.characters):
            check_character(one, f"characters[{n}]")
        _check_limits(force, counters)
    except ScenarioError as error:
        raise ScenarioError(error.words, file=file, place=error.place) from None
    lines = [
        f"{line.name}: {TYPES[line.code].name}, {counter.strength} SP, {unit_points(counter):g} points"
        for line, counter in zip(force.units, counters, strict=True)
    ]
    lines += [
        f"{one.name}: {one.kind}, {character_points(one.kind, one.ml, one.prowess)} points" for one in force.characters
    ]
    total = sum(map(unit_points, counters)) + sum(
        character_points(one.kind, one.ml, one.prowess) for one in force.characters
    )
    return [*lines, f"{force.name}: {sum(counter.strength for counter in counters)} SP, {total:g} points"]


def _check_limits(force: ForceFile, counters: list[Counter]) -> None:
    strength = sum(counter.strength for counter in counters)
    if not 55 <= strength <= 65:
        raise ScenarioError(f"a standard army has 55 to 65 SP, not {strength} (FO-RULE-70)", place="units")
    shooters = sum(counter.strength for counter in counters if counter.missile != "none" and counter.code != "GF")
    if 3 * shooters > strength:
        raise ScenarioError(
            f"at most a third of the SP may be missile units, not {shooters} of {strength} (FO-RULE-70)", place="units"
        )
    engines = sum(counter.kind == "engine" for counter in counters)
    if engines > 2:
        raise ScenarioError(f"at most two engines, not {engines} (FO-RULE-70)", place="units")
    leaders = [one for one in force.characters if one.kind == "leader"]
    if [one.ml for one in leaders if one.commander] != [2]:
        raise ScenarioError("a standard army has one overall commander of ML 2 (FO-RULE-70)", place="characters")
    others = [one.ml for one in leaders if not one.commander]
    if not 1 <= len(others) <= 2 or any(ml != 1 for ml in others):
        raise ScenarioError(
            "besides its commander a standard army has one or two leaders of ML 1 (FO-RULE-70)", place="characters"
        )
    if len(force.characters) - len(leaders) > 2:
        raise ScenarioError("at most two heroes (FO-RULE-70)", place="characters")


# Words for what is wrong


def _read(data: dict[str, Any], kind: Any) -> Any:
    try:
        return msgspec.convert(data, kind, strict=True)
    except msgspec.ValidationError as error:
        words, _, place = str(error).partition(" - at `$.")
        raise ScenarioError(words, place=place.rstrip("`")) from None


def slug(name: str) -> str:
    """An id from a name: "Queen's Guard" is queens_guard."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower().replace("'", "").replace("\u2019", "")).strip("_")


def _new_id(name: str, taken: list[str], place: str) -> str:
    id = slug(name)
    if not id or id in taken:
        raise ScenarioError(f"{name!r} is the name of another piece already", place=f"{place}.name")
    return id


def _known(word: str, known: list[str], place: str) -> str:
    if word not in known:
        raise ScenarioError(f"{word!r} is not known here; it may be {', '.join(filter(None, known))}", place=place)
    return word


def _within(value: int, accepted: Any, place: str) -> int:
    if value not in accepted:
        raise ScenarioError(f"may be {accepted[0]} to {accepted[-1]}, not {value}", place=place)
    return value


def _at_least(value: int, least: int, place: str) -> int:
    if value < least:
        raise ScenarioError(f"must be {least} or more, not {value}", place=place)
    return value
