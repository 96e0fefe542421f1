"""The state of a battle: two sides, their units, who touches whom, and how far the turn has come.

The same battle serves a table that the program keeps and, as a companion, a real table whose people tell it what happened (WC-COMP-01): then
`companion` is set, positions mean nothing, and whatever must be measured is asked (see `tape`).
"""

from functools import lru_cache
from typing import Literal

from msgspec import Struct

from grognard.errors import RuleError
from grognard.games.war_and_conquest.options import Options
from grognard.games.war_and_conquest.troops import Profile
from grognard.ground.open_table import Spot
from grognard.ground.terrain import Feature, Terrain, lay
from grognard.kernel import battle as kernel
from grognard.kernel.battle import Changing, Piece

Where = Literal["reserve", "table", "off", "lost"]
Face = Literal["front", "left", "right", "rear"]
GeneralState = Literal["none", "able", "fleeing", "slain"]


class Unit(Piece):
    """A body of troops. Its place is that of its leader, the middle of its front (WC-OTROOP-05); it stays there when the unit is lost."""

    profile: Profile
    start: int  # models at the start of the battle
    models: int
    files: int
    cost: int = 0
    x: int = 0
    y: int = 0
    facing: int = 0
    where: Where = "table"
    fate: str = ""  # how it was lost: "destroyed", "dispersed" or "gone"
    fleeing: bool = False
    disordered: bool = False
    in_rough: bool = False
    engaged: bool = False
    shaken: bool = False  # WC-FAIL-03: its enemy gets +1 in the next round of that combat
    # What happened in this round of play
    round_start: int = 0
    shot: int = 0
    glanced: int = 0
    struck_back: int = 0
    fought: int = 0
    broke: bool = False
    caught: bool = False
    below_minimum: str = ""  # what brought it down: "shooting", "glancing", "strike back" or "combat"
    won: bool = False
    tested: str = ""  # WC-TRIG-13: "passed" or "failed" in a test forced outside the Resolution Phase
    holds: bool = False  # WC-FAIL-02: it may not pursue
    # What it did in this round of play
    charged: bool = False
    had_move: bool = False
    moved: bool = False
    done: bool = False  # it charged, doubled its pace or made a glancing attack: no shooting
    # What it did in this turn
    fled_this_turn: bool = False
    failed_rally: bool = False
    running: bool = False  # it will flee in this phase
    rounds_out: int = 0  # WC-LAST-02: own rounds of play that it still misses
    harried_by: str = ""  # the enemy that last killed figures of it or made it run

    @property
    def is_battle(self) -> bool:
        return self.profile.formation == "battle"

    @property
    def on_table(self) -> bool:
        return self.where == "table"

    @property
    def over_half(self) -> bool:
        """WC-RULE-04: exactly half is not over half."""
        return 2 * self.models > self.start

    @property
    def ranks(self) -> int:
        return -(-self.models // self.files)

    @property
    def out_of_order(self) -> bool:
        """Disordered, for whatever reason (WC-OMOVE-06, WC-OMOVE-08)."""
        return self.disordered or self.in_rough


class Side(Changing):
    """An army: its points to spend, its general and where its runaways gather."""

    id: str
    name: str
    edge: Literal["south", "north"] = "south"
    depth: int = 1000  # of its deployment zone
    sip: int = 0  # Strategy Intervention Points left
    cost: int = 0
    general: str = ""  # the unit that he is with
    general_name: str = ""
    general_state: GeneralState = "none"
    general_news: Literal["", "slain", "routed"] = ""  # WC-TRIG-08: what the next Resolution Phase will hear of him
    rout_tested: bool = False  # WC-RULE-17
    rally_points: list[Spot] = []
    handicap: int = 0  # WC-RULE-52: victory points that the smaller of two unequal armies begins with


class Contact(Struct, frozen=True, gc=False):
    """Two enemies in base contact, and the face of each on which they touch."""

    one: str
    other: str
    one_face: Face = "front"
    other_face: Face = "front"


class Charge(Struct, frozen=True, gc=False):
    """A declared charge or glancing attack, with what was measured when it was declared."""

    unit: str
    target: str
    face: Face  # of the target, by the zone that the charger stood in (WC-OCHARGE-05)
    gap: int  # to the target's nearest figure, rough ground counted twice
    spot: Spot  # where that figure stood
    glancing: bool = False
    fled: bool = False  # the target ran
    caught: bool = False  # and this charger caught it


class Aim(Struct, frozen=True, gc=False):
    """A charge or glancing attack that a unit could declare; how far it is nobody has measured."""

    unit: str
    target: str
    glancing: bool = False


class Shot(Struct, frozen=True, gc=False):
    """A shooter and a target that it sees; how far it is nobody has measured."""

    unit: str
    target: str


class Blow(Struct, frozen=True, gc=False):
    """Dice that a unit throws at an enemy in a combat, and what they killed."""

    unit: str
    target: str
    face: Face  # of the striker
    dice: int
    killed: int = -1  # -1: not thrown yet


class Fray(Changing):
    """One combat while it is fought: who is in it, the blows, the score and who still has to test."""

    members: list[str]
    blows: list[Blow] = []
    stage: str = "blows"
    loser: str = ""
    difference: int = 0
    to_test: list[str] = []


class Due(Struct, frozen=True, gc=False):
    """A unit that must take a Morale test, and why."""

    unit: str
    reasons: tuple[str, ...]


class Run(Struct, frozen=True, gc=False):
    """A unit that flees in the Resolution Phase, and who runs after it."""

    unit: str
    pursuers: tuple[str, ...] = ()


class Objective(Struct, frozen=True, gc=False, cache_hash=True):
    """What a scenario asks for besides victory points: models near a spot, or a hill held alone."""

    kind: Literal["models near", "hold alone"]
    spot: Spot = (0, 0)
    reach: int = 0
    feature: str = ""
    points: int = 0


class Ground(Struct, frozen=True, cache_hash=True):
    """The table: its size in hundredths and what lies on it."""

    width: int
    height: int
    features: tuple[Feature, ...] = ()


@lru_cache(maxsize=256)
def terrain_of(ground: Ground) -> Terrain:
    """The table laid out for measuring."""
    return lay(ground.width, ground.height, ground.features)


class Battle(kernel.Battle, kw_only=True):
    """A battle of War & Conquest. `step` is the piece of the turn that is played next."""

    options: Options = Options()
    ground: Ground = Ground(7200, 4800)
    objective: Objective | None = None
    companion: bool = False
    last_turn: int = 6
    began: int = 0  # the turn with whose End Phase the battle began; 0 if it began at the beginning
    sides: list[Side] = []
    units: list[Unit] = []
    contacts: list[Contact] = []
    step: str = "strategy"
    advantage: str = ""  # who has Strategic Advantage this turn
    first: str = ""  # who plays first this turn
    active: str = ""  # whose round of play it is
    round: int = 0  # 1 or 2; 0 outside the rounds of play
    queue: list[str] = []  # the units or sides that the step still has to deal with
    aims: list[Aim] = []  # what the units that have not declared yet could
    charges: list[Charge] = []
    shots: list[Shot] = []
    frays: list[Fray] = []
    due: list[Due] = []
    last_picked: str = ""  # which side picked last, where sides alternate
    runs: list[Run] = []
    dispersing: dict[str, str] = {}  # units that ran into others in the End Phase, and into whom, where that is known
    bids: list[int] = []  # Strategy Intervention Points bid this turn, in the order of the sides
    told: dict[str, int] = {}  # companion: what the people at the table have measured since the last die

    def piece(self, id: str) -> Unit | None:
        """The unit of that id, on the table or lost."""
        for unit in self.units:
            if unit.id == id:
                return unit
        return None

    def unit(self, id: str) -> Unit:
        """The unit of that id, which must be in this battle."""
        for unit in self.units:
            if unit.id == id:
                return unit
        raise RuleError(f"there is no unit {id!r} in this battle")

    def side_ids(self) -> list[str]:
        return [side.id for side in self.sides]

    def side(self, id: str) -> Side:
        return self.sides[0] if self.sides[0].id == id else self.sides[1]

    def other(self, id: str) -> str:
        """The enemy of a side."""
        return self.sides[1].id if self.sides[0].id == id else self.sides[0].id

    @property
    def terrain(self) -> Terrain:
        return terrain_of(self.ground)

    def standing(self, side: str) -> list[Unit]:
        """The units of a side that are on the table."""
        return [unit for unit in self.units if unit.side == side and unit.where == "table"]

    def foes(self, unit: Unit) -> list[Unit]:
        """Whom a unit is in contact with."""
        found = []
        for contact in self.contacts:
            if contact.one == unit.id:
                found.append(self.unit(contact.other))
            elif contact.other == unit.id:
                found.append(self.unit(contact.one))
        return found

    def general_with(self, unit: Unit) -> bool:
        """Is the living army general with this unit?"""
        side = self.side(unit.side)
        return side.general == unit.id and side.general_state in ("able", "fleeing")
