"""How a battle of Fearful Odds is drawn: a map of hexes, counters with their facing, and characters on top of them."""

from collections.abc import Iterator
from functools import lru_cache

from grognard.games.fearful_odds.battle import Aim, Ammo, Battle, Character, Order, Side, State, Unit, Where, Wound
from grognard.games.fearful_odds.board import Board
from grognard.games.fearful_odds.counters import TYPES
from grognard.games.fearful_odds.morale import adjusted_quality
from grognard.games.fearful_odds.terrain import CROSSINGS, GROUND
from grognard.games.fearful_odds.victory import losses
from grognard.ground.hexes import hex_corners, side_ends
from grognard.kernel.scene import Ground, Mark, Scene, Shape, SideLine, Stat, Token

PHASES = ("initiative", "arrivals", "impulse", "move", "duels", "melee", "rally", "end")
COUNTER = 0.66  # across, of a hex of 1
ROLES = {
    "HF": "infantry", "GF": "infantry", "PH": "pike", "WB": "swordsman", "LV": "infantry", "BF": "archer", "LF": "archer",
    "HC": "rider", "LC": "rider", "CH": "rider", "BE": "monster", "EN": "archer",
}  # fmt: skip


def scene(battle: Battle, side: str | None) -> Scene:
    """FO-RULE-73: everything is open, so everybody sees the same."""
    board = battle.board
    return Scene(
        board.grid.columns + 0.5,
        round(board.depth, 3),
        "hex",
        [*ground(board), *(line for aim in battle.aims for line in outline(board, aim))],
        [
            *(unit_token(battle, unit) for unit in battle.units.values()),
            *(character_token(battle, one) for one in battle.characters.values()),
        ],
        [side_line(battle, army) for army in battle.sides],
        battle.turn,
        f"of {battle.turns}",
        list(PHASES),
        battle.phase,
        list(notes(battle)),
    )


@lru_cache(maxsize=64)
def ground(board: Board) -> tuple[Ground, ...]:
    """All hexes and hexsides of a map, drawn once: they never change, and a cut bridge makes another map."""
    return (*hexes(board), *hexsides(board))


def hexes(board: Board) -> Iterator[Ground]:
    """Every hex with its ground and height."""
    for n, kind in enumerate(board.map.ground):
        column, row = board.grid.offset(n)
        points = [(round(x, 3), round(board.depth - y, 3)) for x, y in hex_corners(column, row)]
        level = board.heights[n]
        look = GROUND[kind].look or ("hill" if level else "field")
        words = [kind] if kind != "clear" else []
        words += [f"height {level}"] if level else []
        yield Ground(look, Shape("polygon", points=points), board.names[n], ", ".join([*words, *effects(board, n)]))


def effects(board: Board, n: int) -> Iterator[str]:
    """What the ground of a hex does, in a few words (FO-RULE-67)."""
    ground = board.ground[n]
    if ground.impassable:
        yield "impassable"
    if ground.extra:
        yield "+1 MP"
    if board.cover[n]:
        yield "cover"
    if ground.blocks_sight:
        yield "blocks sight"
    if board.narrow[n]:
        yield "Narrow Way"


def hexsides(board: Board) -> Iterator[Ground]:
    """Walls, streams and what crosses them."""
    looks = {"stream": "water", "wall": "wall"}
    for owner, direction, kind in board.map.sides:
        about = "Narrow Way" if kind in CROSSINGS else "+2 MP and a task check" + (", cover" if kind == "wall" else "")
        yield Ground(looks.get(kind, "bridge"), hexside(board, *board.grid.offset(owner), direction), kind, about)


@lru_cache(maxsize=64)
def outline(board: Board, aim: Aim) -> tuple[Ground, ...]:
    """The hexsides round what must be held (FO-RULE-14)."""
    edges = (
        (board.grid.offset(n), direction)
        for n in aim.hexes
        for direction, beside in enumerate(board.next_to[n])
        if beside >= 0 and beside not in aim.hexes
    )
    return tuple(
        Ground("objective", hexside(board, *at, direction), aim.place or "", f"{aim.name}: {conditions(aim)}")
        for at, direction in edges
    )


def hexside(board: Board, column: int, row: int, direction: int) -> Shape:
    return Shape(
        "line", points=[(round(x, 3), round(board.depth - y, 3)) for x, y in side_ends(column, row, direction)]
    )


def conditions(aim: Aim) -> str:
    """What an aim takes, in a few words."""
    words = f"{aim.units} unit{'s' * (aim.units > 1)} there"
    words += ", no enemy" if aim.alone else ""
    words += f", in {aim.checks} Victory Checks running" if aim.checks > 1 else ""
    return words + (f", from turn {aim.from_turn} on" if aim.from_turn > 1 else "")


def unit_token(battle: Battle, unit: Unit) -> Token:
    """A counter: its strength, its facing, and who stands with it."""
    counter, board = unit.counter, battle.board
    on_map = unit.at >= 0
    x, y = board.centres[unit.at] if on_map else (0.0, 0.0)
    stack = [one.id for one in battle.characters.values() if on_map and one.at == unit.at]
    quality = adjusted_quality(battle, unit)
    stats = [
        Stat("SP", str(unit.strength), str(counter.strength) if unit.strength != counter.strength else ""),
        Stat("QL", str(quality), str(counter.quality) if quality != counter.quality else ""),
        Stat("MA", str(counter.speed)),
        Stat("CEV", f"{counter.full}/{counter.limited}"),
    ]
    if counter.missile != "none":
        stats.append(Stat("Missile", str(counter.missile_value)))
    return Token(
        unit.id,
        unit.side,
        unit.name,
        "counter",
        x,
        y,
        COUNTER,
        COUNTER,
        facing=board.bearings[unit.facing] if on_map else -1,
        role=ROLES[counter.code],
        strength=str(unit.strength),
        marks=list(unit_marks(unit)),
        stats=stats,
        tags=[f"{counter.missile}s, {unit.ammo.value}"] if counter.missile != "none" else [],
        line=f"{TYPES[counter.code].name}{'' if on_map else ' · ' + place_words(unit)}",
        fallen=not on_map,
        stack=stack,
    )


def place_words(piece: Unit | Character) -> str:
    """Where a piece is that is not on the map."""
    return f"arrives turn {piece.arrives}" if piece.where is Where.TO_COME else piece.where.value


def unit_marks(unit: Unit) -> Iterator[Mark]:
    if unit.order is Order.DISORDER:
        yield Mark("D", "Disordered", "bad")
    if unit.ammo is Ammo.LOW:
        yield Mark("L", "missiles low", "bad")
    if unit.ammo is Ammo.OUT and unit.counter.missile != "none":
        yield Mark("O", "out of missiles", "bad")
    if unit.state is State.SPENT and unit.at >= 0:
        yield Mark("✓", "Spent", "")
    if unit.state is State.ACTIVE and unit.at >= 0:
        yield Mark("!", "Active", "good")


def character_token(battle: Battle, one: Character) -> Token:
    """A leader or hero, a little aside from the counter he stands with."""
    on_map = one.at >= 0
    here = [other.id for other in battle.characters.values() if on_map and other.at == one.at]
    x, y = battle.board.centres[one.at] if on_map else (0.0, 0.0)
    aside = 0.24 - 0.24 * here.index(one.id) if on_map else 0
    marks = [Mark("W", "Minor wound: −1 Prowess, −1 MA", "bad")] if one.wound is Wound.MINOR else []
    marks += [Mark("✓", "Spent", "")] if one.state is State.SPENT and on_map else []
    stats = [Stat("Prowess", str(one.prowess), str(one.skill) if one.prowess != one.skill else "")]
    stats += [Stat("ML", str(one.command))] if one.kind == "leader" else []
    stats += [Stat("MA", str(one.speed), str(one.pace) if one.speed != one.pace else "")]
    commander = any(side.commander == one.id for side in battle.sides)
    line = "Overall commander" if commander else one.kind.capitalize()
    return Token(
        one.id,
        one.side,
        one.name,
        "round",
        round(x + aside, 3),
        round(y + 0.28, 3),
        0.3,
        0.3,
        role="leader" if one.kind == "leader" else "swordsman",
        marks=marks,
        stats=stats,
        line=line if on_map else f"{line} · {place_words(one)}",
        fallen=not on_map,
    )


def side_line(battle: Battle, side: Side) -> SideLine:
    lost = losses(battle, side)
    words = f"lost {lost} of {side.start} SP" + (f", demoralized at {side.level}" if side.level else "")
    if side.demoralized:
        words += " · Demoralized"
    if battle.initiative == side.id:
        words += " · has the initiative"
    return SideLine(side.id, side.name, words, "bad" if side.demoralized else "")


def notes(battle: Battle) -> Iterator[str]:
    """Aims of the scenario, and the impulse under way."""
    for aim in battle.aims:
        who = battle.side(aim.side).name if aim.side else "Whoever"
        yield f"{who} wins when {aim.name}: {conditions(aim)}"
        for side in battle.sides:
            if held := side.aims.get(aim.name):
                yield f"{side.name} held so in {held} Victory Check{'s' * (held > 1)}"
    if battle.cut is not None and battle.turn <= battle.cut.turn:
        yield f"{battle.cut.name.capitalize()} is cut at the end of turn {battle.cut.turn} unless it is held"
    if battle.impulse is not None:
        yield f"{battle.side(battle.impulse.side).name}: {battle.impulse.kind}"
