"""The state of a battle: fighters, camps with their decks, the frays, and how far the round has come.

Lengths and places are whole hundredths of a centimetre, facings whole degrees. What a fighter carries is kept in tuples, so that copying one costs nothing.
"""

from collections.abc import Iterable
from functools import lru_cache
from math import isqrt
from typing import Annotated

from msgspec import Struct

from grognard.games.confrontation.fight import CRITICAL, KILLED, LEVELS, LIGHT, NONE, SERIOUS, Combatant, Fight
from grognard.games.confrontation.options import Options
from grognard.games.confrontation.profile import ELEMENTS, Effect, Profile
from grognard.ground.open_table import Disc, holds
from grognard.ground.terrain import Feature, Terrain, lay
from grognard.kernel import battle as kernel
from grognard.kernel.view import HIDDEN

__all__ = [
    "CRITICAL", "KILLED", "LEVELS", "LIGHT", "NONE", "SERIOUS",
    "Activation", "Battle", "Card", "Combatant", "Fight", "Fighter", "Lead", "Marker", "Objective", "Side", "Special", "Table",
]  # fmt: skip

CONTACT = 10  # C3-RULE-82: a gap of at most 0.1 cm is contact
RADIUS = {
    "25x25": 125,
    "25x50": 190,
    "37.5x37.5": 190,
    "50x50": 250,
    "bigger": 375,
}  # C3-RULE-82: a base counts as a circle
WIDEST = max(RADIUS.values())
NO_GEMS = (0, 0, 0, 0, 0, 0)


class Fighter(kernel.Piece, kw_only=True):
    """A fighter: its card, where it stands, and all that has happened to it."""

    profile: Profile
    points: int = 0  # AP, artefacts included
    card: str = ""  # the card that activates it
    x: int = 0
    y: int = 0
    facing: int = 0
    altitude: int = 0  # C3-RULE-28: 0 on the ground, 1 in the air
    deployed: bool = True  # False: not yet on the table, or still a face-down marker (C3-RULE-86)
    gone: str = ""  # "killed" or "lost" (fled off the table)
    level: int = NONE
    stunned: int = 0
    injuries: tuple[str, ...] = ()
    routed: bool = False
    routed_by: int = 0  # the FEAR that routed it
    immune_to: int = 0  # C3-FEAR-05: the highest FEAR overcome
    activated: bool = False
    charged: bool = False  # suffers the charge penalties (C3-COMB-19)
    charged_by: int = 0  # summed Force of those that charged it this round
    under_cover: bool = False
    sheltering: bool = False  # moved under cover this round: no counter-magic, absorption or censure (C3-RULE-27)
    defence_marker: bool = False
    fought: bool = False  # has fought this combat phase
    pursuits: int = 0  # made this round
    authority: bool = False  # has an Authority counter left
    gems: tuple[int, ...] = NO_GEMS  # by element, in the order of ELEMENTS
    tf: int = 0  # temporary faith
    tried: tuple[tuple[str, str], ...] = ()  # spells and miracles tried this round, each with its target's id
    effects: tuple[Effect, ...] = ()
    artefacts: tuple[str, ...] = ()
    used: tuple[str, ...] = ()  # artefacts whose once-per-game effect is used up

    @property
    def on_table(self) -> bool:
        return self.deployed and not self.gone

    @property
    def radius(self) -> int:
        return RADIUS[self.profile.base]

    @property
    def disc(self) -> Disc:
        return Disc(self.x, self.y, RADIUS[self.profile.base])

    @property
    def mov(self) -> int:
        if not self.effects and not self.injuries:
            return self.profile.mov
        if self.is_under("rooted"):
            return 0
        mov = max(0, self.profile.mov + self.bonus("mov"))
        return mov // 2 if "mov_halved" in self.injuries else mov

    @property
    def ini(self) -> int:
        return self._characteristic(self.profile.ini, "ini", "ini_minus_1")

    @property
    def att(self) -> int:
        return self._characteristic(self.profile.att, "att", "att_aim_minus_1")

    @property
    def strength(self) -> int:
        return self._characteristic(self.profile.strength, "str", "")

    @property
    def defence(self) -> int:
        return self._characteristic(self.profile.defence, "def", "def_minus_1")

    @property
    def res(self) -> int:
        return self._characteristic(self.profile.res, "res", "res_minus_1")

    @property
    def aim(self) -> int | None:
        printed = self.profile.aim
        return None if printed is None else self._characteristic(printed, "aim", "att_aim_minus_1")

    @property
    def cou(self) -> int:
        """C3-STAT-06: COU, or the FEAR value that stands in its place."""
        printed = self.profile.cou if self.profile.cou is not None else self.profile.fear or 0
        return self._characteristic(printed, "cou", "")

    @property
    def fear(self) -> int:
        """The FEAR that it causes; 0 for none."""
        return self.profile.fear or 0

    @property
    def dis(self) -> int | None:
        return self.profile.dis

    def _characteristic(self, printed: int, stat: str, injury: str) -> int:
        """C3-RULE-51, C3-RULE-90: with what spells, artefacts and injuries do to it; never below 0."""
        if not self.effects and not self.injuries:
            return printed
        return max(0, printed + self.bonus(stat) - (injury in self.injuries))

    def bonus(self, stat: str) -> int:
        return sum([effect.value for effect in self.effects if effect.stat == stat])

    def is_under(self, stat: str) -> bool:
        """Whether an effect of that kind is on the fighter."""
        return any(effect.stat == stat for effect in self.effects)

    def take_effect(self, effect: Effect) -> None:
        """C3-RULE-90: effects of different sources add up, the same source counts once."""
        kept = tuple(e for e in self.effects if (e.source, e.stat) != (effect.source, effect.stat))
        self.effects = (*kept, effect)

    def has(self, ability: str) -> bool:
        return ability in self.profile.abilities

    def has_active(self, ability: str) -> bool:
        """C3-ROUT-11: active abilities have no effect in rout."""
        return not self.routed and ability in self.profile.abilities

    def gems_of(self, element: str) -> int:
        return self.gems[ELEMENTS.index(element)]


class Marker(kernel.Piece, kw_only=True):
    """A face-down marker (C3-RULE-86): a Scout or its decoy; only the owner knows which."""

    x: int
    y: int
    scout: str  # the Scout that it may be; this is open
    real: Annotated[bool, HIDDEN] = False

    @property
    def disc(self) -> Disc:
        return Disc(self.x, self.y, RADIUS["25x25"])


class Card(Struct, frozen=True, gc=False):
    """A card of the activation deck: a character, or one to three fighters of one profile (C3-RULE-10)."""

    id: str
    name: str
    fighters: tuple[str, ...]


class Side(kernel.Changing, kw_only=True):
    """A camp: its cards, and what its player holds."""

    id: str
    name: str
    cards: tuple[Card, ...] = ()
    edge: str = ""  # its own table edge, to which its routed fighters flee
    zone: tuple[int, int, int, int] | None = None  # where it deploys: left, bottom, right, top
    deck: Annotated[list[str], HIDDEN] = []  # face down, top first
    reserve: list[str] = []  # face up, unless reserve_hidden
    played: list[str] = []
    slots: int = 0
    refusals: int = 0
    score: int = 0  # victory points of objectives

    def card(self, id: str) -> Card:
        for card in self.cards:
            if card.id == id:
                return card
        raise KeyError(id)


class Table(Struct, frozen=True, cache_hash=True):
    """The table and what lies on it."""

    width: int
    height: int
    features: tuple[Feature, ...] = ()


class Objective(Struct, frozen=True, gc=False):
    """Ground that is worth points to its only holder (C3-RULE-88)."""

    name: str
    points: int
    rounds: tuple[int, ...] = ()  # at the end of which it pays
    x: int = 0
    y: int = 0
    radius: int = 500
    ground: str = ""  # the feature one must stand on instead


class Special(Struct, frozen=True, gc=False):
    """What a scenario adds."""

    shrine: str = ""  # on this feature magicians recover one gem more and Faithful two T.F. more
    magician_bounty: int = 0  # points for an enemy magician killed, lost or routed at the end


class Lead(kernel.Changing, kw_only=True):
    """What the player with the lead has done in this turn of his (C3-RULE-11)."""

    side: str
    reserved: int = 0  # cards put into reserve in this turn
    played: int = 0
    top_played: bool = False
    must_play: bool = False  # his refusal was undone by Authority
    authority: list[str] = []  # sides that have used a counter in this turn (C3-RULE-75)


class Activation(kernel.Changing, kw_only=True):
    """What the fighters of the card being played have done so far."""

    card: str
    cumulative: bool = False  # a cumulative action was announced: no more exclusive ones (C3-ACT-01)
    fighter: str = ""  # who is in the middle of casting or calling
    move: str = ""  # its announced move that is still to be made: "walk"


class Battle(kernel.Battle, kw_only=True):
    """One battle."""

    options: Options = Options()
    table: Table = Table(6000, 6000)
    sides: list[Side] = []
    fighters: list[Fighter] = []
    markers: list[Marker] = []
    objectives: tuple[Objective, ...] = ()
    special: Special = Special()
    rounds: int = 6
    winner: str = ""  # of the tactical roll
    lead: Lead | None = None
    turn_of: str = ""  # whose turn it is in a matter that goes round: deploying, naming combats
    queue: list[str] = []  # fighters that wait to be deployed, to rally or to recover, one after another
    activation: Activation | None = None
    combats: list[tuple[str, tuple[str, ...]]] = []  # still to be fought: one against these
    fight: Fight | None = None
    pursuers: list[str] = []  # survivors of the last combat that may still pursue

    def piece(self, id: str) -> Fighter | Marker | None:
        for fighter in self.fighters:
            if fighter.id == id:
                return fighter
        for marker in self.markers:
            if marker.id == id:
                return marker
        return None

    def side_ids(self) -> list[str]:
        return [side.id for side in self.sides]

    def fighter(self, id: str) -> Fighter:
        for fighter in self.fighters:
            if fighter.id == id:
                return fighter
        raise KeyError(id)

    def side(self, id: str) -> Side:
        for side in self.sides:
            if side.id == id:
                return side
        raise KeyError(id)

    @property
    def terrain(self) -> Terrain:
        return terrain_of(self.table)

    def camp(self, side: str) -> list[Fighter]:
        """The fighters of a side that are on the table."""
        return [f for f in self.fighters if f.side == side and f.deployed and not f.gone]

    def enemies(self, side: str) -> list[Fighter]:
        """The fighters on the table that are not of this side."""
        return [f for f in self.fighters if f.side != side and f.deployed and not f.gone]

    def gap(self, one: Fighter, other: Fighter) -> int:
        """From base edge to base edge (C3-RULE-81), rounded up to a hundredth."""
        return gap_between(one.x, one.y, other.x, other.y, one.radius + other.radius)

    def within(self, one: Fighter, other: Fighter, reach: int) -> bool:
        """Whether their bases are at most so far apart."""
        room = one.radius + other.radius + reach
        return (one.x - other.x) ** 2 + (one.y - other.y) ** 2 <= room * room

    def opponents(self, fighter: Fighter) -> list[Fighter]:
        """The enemies in contact with a fighter; on another altitude nobody is (C3-RULE-28)."""
        side = fighter.side
        return [f for f in touching(fighter, self.fighters) if f.side != side and f.deployed and not f.gone]

    def is_free(self, fighter: Fighter) -> bool:
        """Whether no enemy is in contact with it."""
        return not self.opponents(fighter)

    def stands_on(self, fighter: Fighter, ground: str) -> bool:
        """Whether the centre of its base is on the named ground, and it is not in the air (C3-RULE-83)."""
        return not fighter.altitude and holds(self.terrain.named(ground).shape, fighter.x, fighter.y)


def touching(fighter: Fighter, others: Iterable[Fighter]) -> list[Fighter]:
    """Those of the others whose bases are in contact with a fighter's, on its altitude (C3-RULE-82)."""
    x, y, altitude = fighter.x, fighter.y, fighter.altitude
    reach = RADIUS[fighter.profile.base] + CONTACT
    far = reach + WIDEST
    west, east, south, north = x - far, x + far, y - far, y + far
    found = []
    for other in others:
        if west <= (ox := other.x) <= east and south <= (oy := other.y) <= north and other.altitude == altitude:
            room = RADIUS[other.profile.base] + reach
            if (ox - x) ** 2 + (oy - y) ** 2 <= room * room:
                found.append(other)
    return found


def gap_between(x1: int, y1: int, x2: int, y2: int, room: int) -> int:
    """How far apart two round bases are whose radii add up to `room`."""
    square = (x1 - x2) ** 2 + (y1 - y2) ** 2
    return max(0, isqrt(square - 1) + 1 - room) if square else 0


@lru_cache(maxsize=64)
def terrain_of(table: Table) -> Terrain:
    """The ground of a table, laid out once."""
    return lay(table.width, table.height, table.features)
