"""The state of a battle: the table, the sides, everybody and everything on it, and what is still to be done this turn."""

from functools import cached_property
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from grognard.errors import RuleError
from grognard.games.high_adventure.figures import Figure, Group, State
from grognard.games.high_adventure.options import Options
from grognard.games.high_adventure.things import (
    BoneSite,
    Casting,
    Cloud,
    Door,
    Fire,
    Item,
    Marker,
    Melee,
    Pool,
    Refuge,
    Shot,
    Sighting,
    Task,
)
from grognard.ground.terrain import Feature, Terrain, lay
from grognard.kernel import battle as kernel
from grognard.kernel.battle import Changing


class Side(Changing):
    """A side. The rules play it where `solo` is set."""

    id: str
    name: str
    solo: bool = False
    appealed: bool = False  # HA-DIV-02: the one appeal is spent
    sees_through: list[str] = []  # illusions that it disbelieves
    exits: tuple[str, ...] = ()  # edges of the table by which it may leave


class Table(Struct, frozen=True, dict=True):
    """The table and everything on it that does not walk. A change makes another table."""

    width: int
    height: int
    features: tuple[Feature, ...] = ()

    @cached_property
    def terrain(self) -> Terrain:
        return lay(self.width, self.height, self.features)

    @cached_property
    def sights(self) -> dict[tuple[int, int, int, int, int, int], Any]:
        """What lies between two bases, as `visibility` found it; it does not change while the table does not."""
        return {}

    @cached_property
    def lines(self) -> dict[tuple[int, int, int, int], bool]:
        """Which plain lines of sight are free."""
        return {}

    @cached_property
    def open_spots(self) -> dict[tuple[int, int, int, int], bool]:
        """Which spots lie in the open as seen from another, as `portals` found it."""
        return {}

    @cached_property
    def footings(self) -> dict[tuple[int, int], tuple[Feature | None, Feature | None]]:
        """The concealing terrain and the building under a spot."""
        return {}

    def with_features(self, *more: Feature) -> "Table":
        return replace(self, features=self.features + more)

    def without(self, *names: str) -> "Table":
        return replace(self, features=tuple(f for f in self.features if f.name not in names))

    def has(self, name: str) -> bool:
        return any(feature.name == name for feature in self.features)


class Goal(Struct, frozen=True):
    """How the scenario is won; the kinds are explained in `victory`."""

    kind: str = "points"  # points, escape, carry, or hold
    item: str = ""
    exits: tuple[str, ...] = ()  # edges: north, south, east, west
    home: str = ""  # feature where the item must not stay
    villain: str = ""

    def unknown(self) -> "Goal":
        """The same for a side that does not see the villain."""
        return replace(self, villain="")


class Battle(kernel.Battle, kw_only=True):
    """Everything that changes, and what the scenario fixed."""

    options: Options = Options()
    table: Table = Table(2400, 2400)
    sides: list[Side] = []
    figures: list[Figure] = []
    groups: list[Group] = []
    items: list[Item] = []
    markers: list[Marker] = []
    refuges: tuple[Refuge, ...] = ()
    reinforcements: list[Marker] = []  # points of the event deck (HA-SET-04)
    doors: list[Door] = []
    fires: list[Fire] = []
    clouds: list[Cloud] = []
    bones: list[BoneSite] = []
    sightings: list[Sighting] = []
    pool: Pool | None = None  # None: the force chart is not in use
    dungeon: bool = False
    lit: tuple[str, ...] = ()  # names of rooms that are lit by the scenario
    dark: bool = False  # everything but the lit rooms is unlit
    chart: bool = True  # uncommanded groups use the solo charts
    contact: bool = False  # HA-RULE-83
    first_strength: int = 0  # Strength of the party at the start (HA-GEN-01)
    last_turn: int = 12
    goal: Goal = Goal()
    arrivals_x: int = -1  # the post of arrivals with nothing else to go for (HA-SOL-46); -1: none
    arrivals_y: int = -1
    deck: list[str] = []  # event cards not yet drawn; drawn at random, so no order is known to anybody
    mist: int = 0  # turns left
    rain: int = 0
    omen: bool = False
    flavour: str = ""
    queue: list[Task] = []
    shots: list[Shot] = []
    castings: list[Casting] = []
    melees: list[Melee] = []
    made: int = 0  # figures, fires and clouds made in play, for their names

    def piece(self, id: str) -> kernel.Piece | None:
        for figure in self.figures:
            if figure.id == id:
                return figure
        for pieces in (self.groups, self.items, self.markers):
            for piece in pieces:
                if piece.id == id:
                    return piece
        return None

    def side_ids(self) -> list[str]:
        """The sides that somebody plays: the rules are never asked (HA-RULE-96)."""
        return [side.id for side in self.sides if not side.solo]

    def figure(self, id: str) -> Figure:
        """The figure of that id; it must be there."""
        for figure in self.figures:
            if figure.id == id:
                return figure
        raise RuleError(f"there is no figure {id!r} in this battle")

    def group(self, id: str) -> Group:
        for group in self.groups:
            if group.id == id:
                return group
        raise RuleError(f"there is no group {id!r} in this battle")

    def group_of(self, figure: Figure) -> Group:
        return self.group(figure.group)

    def side(self, id: str) -> Side:
        for side in self.sides:
            if side.id == id:
                return side
        raise RuleError(f"there is no side {id!r} in this battle")

    @property
    def terrain(self) -> Terrain:
        return self.table.terrain

    def members(self, group: Group) -> list[Figure]:
        """The able figures of a group."""
        return [figure for figure in self.figures if figure.group == group.id and figure.state is State.ABLE]

    def able(self, side: str) -> list[Figure]:
        """A side's able figures."""
        return [figure for figure in self.figures if figure.side == side and figure.state is State.ABLE]

    def enemies(self, side: str) -> list[Figure]:
        """Able figures of the other side."""
        return [figure for figure in self.figures if figure.side != side and figure.state is State.ABLE]

    def items_of(self, figure: Figure) -> list[Item]:
        return [item for item in self.items if item.holder == figure.id and not item.gone]
