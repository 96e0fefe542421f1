"""From a scenario file to a battle ready to play; force files and what they may hold."""

from typing import Any

from msgspec import UNSET

from grognard.errors import ScenarioError
from grognard.games.fearful_odds.battle import Aim, Battle, Character, Cut, Field, Side, Unit, Where
from grognard.games.fearful_odds.deployment import check_room
from grognard.games.fearful_odds.files import (
    AimFile,
    AreaFile,
    CutFile,
    HexsideFile,
    MapFile,
    ScenarioFile,
    SideFile,
    Spot,
    at_least,
    known,
    new_id,
    read,
    slug,
)
from grognard.games.fearful_odds.forces import SIDES, check_character, check_force, counter_of, in_place_of
from grognard.games.fearful_odds.options import Options
from grognard.games.fearful_odds.terrain import CROSSINGS, GROUND, HEXSIDES
from grognard.games.fearful_odds.victory import usual_level
from grognard.ground.hex_map import Grid, grid


def set_up(scenario: dict[str, Any], options: Options) -> Battle:
    """A battle at the start of its first turn. FO-RULE-14: scenarios say who stands where, and what wins."""
    data = read(scenario, ScenarioFile)
    if len(data.sides) != 2:
        raise ScenarioError(f"a battle has two sides, not {len(data.sides)}", place="sides")
    field = lay_field(data.map, options)
    board = grid(field.columns, field.rows)
    sides: list[Side] = []
    units: dict[str, Unit] = {}
    characters: dict[str, Character] = {}
    for n, side in enumerate(data.sides):
        place = f"sides[{n}]"
        id = side.id or SIDES[n]
        _bring(board, field, id, side, units, characters, place)
        sides.append(_side(id, side, units, place))
    if sides[0].id == sides[1].id:
        raise ScenarioError(f"both sides are called {sides[0].id!r}", place="sides[1].id")
    ids = [side.id for side in sides]
    battle = Battle(
        options=options,
        field=field,
        sides=sides,
        units=units,
        characters=characters,
        turns=at_least(data.turns, 1, "turns"),
        standard_victory=data.victory.standard,
        aims=tuple(_aim(board, aim, ids, f"victory.aims[{n}]") for n, aim in enumerate(data.victory.aims)),
        cut=_cut(board, data.cut, ids) if data.cut is not None else None,
        holder=known(data.victory.holder, ["", *ids], "victory.holder"),
    )
    check_room(battle)
    return battle


def with_force(scenario: dict[str, Any], side: str, data: dict[str, Any]) -> dict[str, Any]:
    """FO-RULE-70: the scenario with this army in the place of that side's own; what does not fit is refused with its place in the army's file."""
    place = next(n for n, line in enumerate(scenario["sides"]) if (line.get("id") or SIDES[n]) == side)
    changed = in_place_of(scenario, place, data)
    try:
        set_up(changed, Options())
    except ScenarioError as error:
        raise ScenarioError(error.words, place=error.place.removeprefix(f"sides[{place}].")) from None
    return changed


# The map


def lay_field(data: MapFile, options: Options) -> Field:
    """The map of a scenario (FO-RULE-67, FO-RULE-68); what is listed later lies on top."""
    if not (2 <= data.columns <= 60 and 2 <= data.rows <= 60):
        raise ScenarioError(f"a map has 2 to 60 columns and rows, not {data.columns} by {data.rows}", place="map")
    board = grid(data.columns, data.rows)
    ground, heights = ["clear"] * board.size, [0] * board.size
    for n, area in enumerate(data.ground):
        known(area.kind, list(GROUND), f"map.ground[{n}].kind")
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
    known(entry.kind, list(HEXSIDES), f"{place}.kind")
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
            new_id(line.id or line.name, [*units, *characters], where), id, line.name, counter_of(line, where), 0
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
            new_id(one.id or one.name, [*units, *characters], where),
            id,
            one.name,
            one.kind,
            one.ml,
            one.prowess,
            one.ma,
        )
        if one.stands_with:
            host = slug(
                known(slug(one.stands_with), [unit.id for unit in units.values() if unit.side == id], f"{where}.with")
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


# Aims


def _aim(board: Grid, aim: AimFile, ids: list[str], place: str) -> Aim:
    hexes = _area(board, aim, place)
    if not hexes:
        raise ScenarioError("an aim needs its hexes", place=place)
    name = aim.name or "the ground is taken"
    return Aim(
        name,
        known(aim.side, ["", *ids], f"{place}.side"),
        tuple(hexes),
        aim.units,
        aim.alone,
        aim.from_turn,
        aim.checks,
        aim.place or UNSET,
    )


def _cut(board: Grid, cut: CutFile, ids: list[str]) -> Cut:
    known(cut.ground, list(GROUND), "cut.ground")
    refuge = tuple(_number(board, spot, "cut.refuge") for spot in cut.refuge)
    return Cut(
        cut.turn,
        _number(board, cut.hex, "cut.hex"),
        cut.ground,
        known(cut.unless, ids, "cut.unless"),
        refuge,
        cut.name,
    )


__all__ = ["check_force", "lay_field", "set_up", "with_force"]
