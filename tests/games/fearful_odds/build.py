"""Builders with sane defaults: units, characters, fields and battles for tests and cases."""

from typing import Any

from grognard.games.fearful_odds import GAME
from grognard.games.fearful_odds.battle import (
    Ammo,
    Battle,
    Character,
    Counter,
    Field,
    Impulse,
    Order,
    Side,
    State,
    Unit,
    Where,
    Wound,
)
from grognard.games.fearful_odds.missiles import WEAPONS
from grognard.games.fearful_odds.options import Options
from grognard.ground.hex_map import grid
from grognard.ground.hexes import hex_distance, to_offset

DEFAULTS = Options()


def a_unit(
    id: str = "spears",
    side: str = "red",
    *,
    code: str = "HF",
    kind: str = "foot",
    sp: int = 6,
    sp_start: int | None = None,
    ql: int = 6,
    ma: int = 4,
    full: int = 6,
    limited: int = 4,
    missile: str = "none",
    missile_cev: int | None = None,
    order: str = "good",
    ammo: str = "fresh",
    state: str = "ready",
    at: int = -1,
    facing: int = 1,
) -> Unit:
    """A unit; on the map where `at` is given."""
    value = missile_cev if missile_cev is not None else WEAPONS[missile].value if missile != "none" else 0
    counter = Counter(code, kind, sp if sp_start is None else sp_start, ql, ma, full, limited, missile, value)
    where = Where.MAP if order != "rout" else Where.ROUT_BOX
    return Unit(id, side, id.capitalize(), counter, sp, at, facing, Order(order), Ammo(ammo), State(state), where)


def a_leader(
    id: str = "leader", side: str = "red", *, ml: int = 1, prowess: int = 3, ma: int = 6, at: int = -1, **more: Any
) -> Character:
    return Character(id, side, id.capitalize(), "leader", ml, prowess, ma, at, **more)


def a_hero(
    id: str = "hero",
    side: str = "red",
    *,
    prowess: int = 5,
    ma: int = 6,
    at: int = -1,
    wound: str = "none",
    **more: Any,
) -> Character:
    return Character(id, side, id.capitalize(), "hero", 0, prowess, ma, at, Wound(wound), **more)


def a_field(
    columns: int = 9,
    rows: int = 9,
    *,
    ground: dict[int, str] | None = None,
    heights: dict[int, int] | None = None,
    hexsides: tuple[tuple[int, int, str], ...] = (),
    options: Options = DEFAULTS,
    narrow: tuple[int, ...] = (),
    sheltered: tuple[int, ...] = (),
) -> Field:
    """A field of clear ground but for what is named, by hex number."""
    size = columns * rows
    kinds = tuple((ground or {}).get(n, "clear") for n in range(size))
    levels = tuple((heights or {}).get(n, 0) for n in range(size))
    return Field(columns, rows, kinds, levels, hexsides, options.facing, options.downhill_rough, narrow, sheltered)


def set_up(scenario: dict[str, Any], options: dict[str, Any] | None = None) -> Battle:
    """A battle from a scenario's data."""
    battle = GAME.set_up(scenario, options)
    assert isinstance(battle, Battle)
    return battle


def a_scenario(name: str) -> Battle:
    """A scenario that comes with the game, ready to play."""
    return set_up(GAME.scenario(name))


def a_battle(
    *pieces: Unit | Character,
    field: Field | None = None,
    options: Options = DEFAULTS,
    kind: str = "charge",
    acting: str = "red",
    leader: str = "",
) -> Battle:
    """A battle of red and blue in the middle of an impulse of red's."""
    units = {piece.id: piece for piece in pieces if isinstance(piece, Unit)}
    characters = {piece.id: piece for piece in pieces if isinstance(piece, Character)}
    start = {
        side: sum(unit.counter.strength for unit in units.values() if unit.side == side) for side in ("red", "blue")
    }
    sides = [
        Side(side, side.capitalize(), start[side], level=max(1, (start[side] + 1) // 2)) for side in ("red", "blue")
    ]
    group = [piece.id for piece in pieces if piece.side == acting and piece.state is State.ACTIVE]
    impulse = Impulse(acting, kind, leader, group) if kind else None
    return Battle(
        options=options,
        field=field or a_field(options=options),
        sides=sides,
        units=units,
        characters=characters,
        impulse=impulse,
        turn=1,
        initiative="red",
        actor=acting,
    )


MIDDLE = 40  # of a field of 9 by 9
E, NE, NW, W, SW, SE = range(6)
NORTH, SOUTH = 1, 4  # facings


def go(at: int, *directions: int) -> int:
    """The hex that one comes to from another on a field of 9 by 9."""
    for direction in directions:
        at = grid(9, 9).next_to[at][direction]
    return at


def hex_number(column: int, row: int, columns: int = 9, rows: int = 9) -> int:
    """The number of a hex of a field of that size."""
    return grid(columns, rows).number(column, row)


def spots_in(told: Any) -> list[tuple[int, int]]:
    """Every pair of numbers in a case: its spots."""
    if isinstance(told, dict):
        return [spot for value in told.values() for spot in spots_in(value)]
    if not isinstance(told, list | tuple):
        return []
    if len(told) == 2 and all(isinstance(number, int) for number in told):
        return [(told[0], told[1])]
    return [spot for value in told for spot in spots_in(value)]


class Frame:
    """Axial coordinates around a hex in the middle of a wide field, so that cases may use any numbers.

    The field is as wide as what is told needs: all spots named in it, and so many hexes to the east as `far` says.
    """

    def __init__(self, origin: list[int] | tuple[int, int], told: Any = (), far: int = 0) -> None:
        self.origin = (origin[0], origin[1])
        farthest = max([far, *(hex_distance(self.origin, spot) for spot in spots_in(told))])
        self.size = max(27, 2 * farthest + 5)
        self.grid = grid(self.size, self.size)
        self.middle = self.grid.axial[self.grid.number(self.size // 2, self.size // 2)]

    def number(self, spot: list[int] | tuple[int, int]) -> int:
        """The hex number of axial coordinates."""
        column, row = to_offset(self.middle[0] + spot[0] - self.origin[0], self.middle[1] + spot[1] - self.origin[1])
        return self.grid.number(column, row)

    def spot(self, number: int) -> list[int]:
        """Axial coordinates of a hex number."""
        q, r = self.grid.axial[number]
        return [q - self.middle[0] + self.origin[0], r - self.middle[1] + self.origin[1]]

    def spots(self, numbers: Any) -> list[list[int]]:
        """Several, sorted."""
        return sorted(self.spot(number) for number in dict.fromkeys(numbers))

    def field(self, options: Options = DEFAULTS, **more: Any) -> Field:
        return a_field(self.size, self.size, options=options, **more)
