"""The state of a battle: sides, units, characters, the impulse under way, and the field it is fought on."""

from enum import Enum
from functools import cached_property

from msgspec import UNSET, Struct, UnsetType, field

from grognard.games.fearful_odds.board import Board, board_of
from grognard.games.fearful_odds.options import Options
from grognard.kernel import battle as kernel
from grognard.kernel.battle import Changing


class Order(Enum):
    """FO-STAT-11: how a unit holds together."""

    GOOD = "good"
    DISORDER = "disorder"
    ROUT = "rout"


class Ammo(Enum):
    """FO-STAT-08: what is left to throw or shoot."""

    FRESH = "fresh"
    LOW = "low"
    OUT = "out"


OUT = Ammo.OUT  # by a name of its own, since every future asks for it: Python 3.11 is slow to find it in its enum


class Wound(Enum):
    """FO-STAT-12: the health of a character."""

    NONE = "none"
    MINOR = "minor"
    SEVERE = "severe"
    KILLED = "killed"


class State(Enum):
    """FO-STAT-10: whether a piece may still be activated this turn, or is active now."""

    READY = "ready"
    ACTIVE = "active"
    SPENT = "spent"


class Where(Enum):
    """Where a piece is: on the map, in one of the boxes of its side (FO-RULE-12), still to come, or out of the game."""

    MAP = "map"
    ROUT_BOX = "rout box"
    REGROUP_BOX = "regroup box"
    TO_COME = "to come"
    TO_DEPLOY = "to deploy"
    GONE = "gone"


class Counter(Struct, frozen=True):
    """What is printed on a unit's counter."""

    code: str  # type code, FO-RULE-64
    kind: str  # "foot", "horse", "beast" or "engine", FO-STAT-09
    strength: int  # SP at the start, FO-STAT-01
    quality: int  # QL, FO-STAT-02
    speed: int  # MA, FO-STAT-04
    full: int  # full CEV, FO-STAT-03
    limited: int  # limited CEV
    missile: str = "none"  # "javelin", "sling", "bow" or "engine", FO-STAT-08
    missile_value: int = 0  # missile CEV


class Unit(kernel.Piece):
    """A body of men, horse, beasts or an engine: one counter, alone in its hex but for characters."""

    counter: Counter
    strength: int  # SP
    at: int = -1  # the number of its hex
    facing: int = 0
    order: Order = Order.GOOD
    ammo: Ammo = Ammo.FRESH
    state: State = State.READY
    where: Where = Where.MAP
    arrives: int = 0  # turn of arrival
    entry: tuple[int, ...] = ()
    # During an impulse:
    moved: bool = False  # its move is over
    entered: int = 0  # hexes entered in this Move step
    beside: tuple[str, ...] = ()  # enemy units it stood next to when its move began (FO-RULE-58)
    shots: int = 0
    fought: bool = False  # it has started its melee (FO-RULE-54)
    evaded: bool = False
    sent_champion: bool = False  # its ranker has fought (FO-RULE-47)
    tried: bool = False  # it has had its Rally or Regroup roll

    @property
    def is_missile_unit(self) -> bool:
        """FO-STAT-08, FO-RULE-33: also when it is Out."""
        return self.counter.missile != "none"

    @property
    def can_shoot(self) -> bool:
        """FO-MISS-11: a unit that is Out makes no more missile attacks."""
        return self.counter.missile != "none" and self.ammo is not OUT


class Character(kernel.Piece):
    """A leader or a hero."""

    kind: str  # "leader" or "hero"
    command: int  # ML, FO-STAT-05
    skill: int  # Prowess, FO-STAT-06
    pace: int  # MA
    at: int = -1
    wound: Wound = Wound.NONE
    state: State = State.READY
    where: Where = Where.MAP
    arrives: int = 0
    entry: tuple[int, ...] = ()
    moved: bool = False
    fought: bool = False  # has fought a Single Combat in this impulse (FO-RULE-47)
    called: bool = False  # has named a hex in this impulse, or let it be
    tried: bool = False  # has had his Leader Rally attempt

    @property
    def prowess(self) -> int:
        """FO-DUEL-10: one less with a Minor wound; never below 0 (FO-RULE-48)."""
        return max(0, self.skill - (self.wound is Wound.MINOR))

    @property
    def speed(self) -> int:
        """FO-DUEL-10: one less with a Minor wound; never below 1 (FO-RULE-48)."""
        return max(1, self.pace - (self.wound is Wound.MINOR))


class Side(Changing):
    """An army: its commander, and how much it can bear."""

    id: str
    name: str
    start: int  # SP at the start, arrivals included
    commander: str = ""  # the OC, FO-STAT-07
    rating: int = 0  # his initiative rating, FO-RULE-08
    level: int = 0  # lost SP that demoralize; 0: demoralization is not used
    demoralized: bool = False
    home: str = ""  # its edge of the map, "north" or "south" (FO-RULE-69)
    aims: dict[str, int] = field(default_factory=dict)  # checks in a row in which an aim was met


class Victory(Changing):
    """Somebody was Victorious in a Single Combat of this impulse (FO-DUEL-12)."""

    side: str
    piece: str  # the character, or the unit whose ranker it was
    used: bool = False  # in a melee (FO-RULE-51)


class Impulse(Changing):
    """One activation: who acts, how, and what has happened in it so far."""

    side: str
    kind: str  # "charge", "march" or "regroup", FO-ACT-03
    leader: str = ""  # the leader who activated; empty for a unit activation
    group: list[str] = field(default_factory=list)  # everything activated in it
    victories: list[Victory] = field(default_factory=list)
    barred: list[tuple[int, int]] = field(default_factory=list)  # hexes between which no melee takes place (FO-DUEL-15)
    fights: list[tuple[str, str]] = field(default_factory=list)  # melees fought: attacker and defender
    rallied: bool = False  # the Leader Rally attempt is used up (FO-ACT-13)


class Aim(Struct, frozen=True):
    """A victory condition of a scenario: so many units on these hexes."""

    name: str
    side: str = ""  # who may win by it; empty: either
    hexes: tuple[int, ...] = ()
    units: int = 1
    alone: bool = False  # only if the enemy has no unit there
    from_turn: int = 1
    checks: int = 1  # in so many Victory Checks in a row
    place: str | UnsetType = UNSET  # what these hexes are called on the map; unset, it leaves digests as they were


class Cut(Struct, frozen=True):
    """A hex that turns into other ground in a Victory Check, unless that side holds it: a bridge to be cut."""

    turn: int
    hex: int
    ground: str
    unless: str
    refuge: tuple[int, ...] = ()
    name: str = "the bridge"


class Field(Struct, frozen=True, dict=True):
    """The map, and the rulings that its tables depend on."""

    columns: int
    rows: int
    ground: tuple[str, ...]
    heights: tuple[int, ...]
    hexsides: tuple[tuple[int, int, str], ...] = ()
    facing: str = "hexspine"  # FO-RULE-23
    downhill_rough: str = "surcharge"  # FO-RULE-25
    narrow: tuple[int, ...] = ()  # hexes that the scenario calls a Narrow Way, besides bridges and gates (FO-RULE-52)
    sheltered: tuple[int, ...] = ()  # hexes that the scenario gives cover

    @cached_property
    def board(self) -> Board:
        return board_of(
            self.columns,
            self.rows,
            self.ground,
            self.heights,
            self.hexsides,
            self.facing,
            self.downhill_rough,
            self.narrow,
            self.sheltered,
        )


class Battle(kernel.Battle, kw_only=True):
    """A battle: all that changes, and the frozen field it is fought on. Nothing in it is hidden (FO-RULE-73)."""

    options: Options = Options()
    field: Field
    sides: list[Side]
    units: dict[str, Unit]
    characters: dict[str, Character]
    turns: int = 8
    standard_victory: bool = True  # FO-RULE-71
    aims: tuple[Aim, ...] = ()
    cut: Cut | None = None
    holder: str = ""  # who wins after the last turn where the standard victory is not used
    initiative: str = ""  # who holds it this turn, or held it last (FO-SEQ-03)
    actor: str = ""  # whose impulse is next
    passes: int = 0  # passes in a row (FO-SEQ-07)
    impulse: Impulse | None = None

    def piece(self, id: str) -> Unit | Character | None:
        return self.units.get(id) or self.characters.get(id)

    @property
    def board(self) -> Board:
        return self.field.board

    def side(self, id: str) -> Side:
        first, second = self.sides
        return first if first.id == id else second

    def side_ids(self) -> list[str]:
        return [side.id for side in self.sides]

    def enemy_of(self, side: str) -> str:
        first, second = self.sides
        return second.id if first.id == side else first.id

    def pieces(self) -> list[Unit | Character]:
        """All units and characters, wherever they are."""
        return [*self.units.values(), *self.characters.values()]

    def unit_in(self, at: int) -> Unit | None:
        """The unit that stands in a hex (FO-MOVE-16: there is one at most)."""
        for unit in self.units.values():
            if unit.at == at:
                return unit
        return None

    def characters_in(self, at: int, side: str | None = None) -> list[Character]:
        """The characters in a hex, of one side or of both."""
        return [one for one in self.characters.values() if one.at == at and (side is None or one.side == side)]

    def is_alone(self, character: Character) -> bool:
        """Whether no unit stands with him."""
        at = character.at
        return all(unit.at != at for unit in self.units.values())
