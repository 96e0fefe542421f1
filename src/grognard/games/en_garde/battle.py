"""The state of a battle: sides, figures, the fight in progress, and what lies on the table."""

from enum import Enum
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from grognard.games.en_garde.options import Options
from grognard.games.en_garde.weapons import IMPROVISED, Missile, missile_named
from grognard.ground.shapes import Disc
from grognard.ground.terrain import Feature, Terrain, lay
from grognard.kernel import battle as kernel
from grognard.kernel.battle import Changing

INCH = 100
FOOT_RADIUS = 50  # EG-RULE-62: 1" across on foot
MOUNTED_RADIUS = 100  # EG-RULE-62: 2" across mounted
RADIUS = (FOOT_RADIUS, MOUNTED_RADIUS)  # by whether it is mounted


class Wound(Enum):
    """The one wound marker a model can have (EG-RULE-51)."""

    NONE = "none"
    LIGHT = "light"
    GRIEVOUS = "grievous"
    DEAD = "dead"

    __hash__ = object.__hash__  # each member is one object; the hash of Enum goes by name, and tables are read often


class Cover(Enum):
    """EG-RULE-19: one grade at most."""

    NONE = "none"
    LIGHT = "light"
    MEDIUM = "medium"
    HEAVY = "heavy"

    __hash__ = object.__hash__  # as for wounds


class Morale(Enum):
    """EG-CHAR-09: the state of a warband."""

    STEADY = "steady"
    WAVERING = "wavering"
    ROUTING = "routing"


class Profile(Struct, frozen=True):
    """What a model has: values of EG-CHAR-01 to -08 as they are printed on its line."""

    pool: int  # CP, EG-CHAR-01
    fight: int = 0  # EG-CHAR-02
    initiative: int = 0  # EG-CHAR-03
    shoot: int = 0  # EG-CHAR-04
    armour: int = 0  # AR, EG-CHAR-05
    rate: str = "infantry"  # EG-CHAR-06
    leader: bool = False  # EG-CHAR-07
    attributes: tuple[str, ...] = ()  # EG-CHAR-08, EG-RULE-66
    blades: tuple[str, ...] = ()
    missiles: tuple[str, ...] = ()
    shield: bool = False
    banner: bool = False
    large: bool = False  # EG-RULE-20, besides being mounted
    tools: tuple[str, ...] = ()  # what the scenario gives: "ladder"
    points: int = 0

    @property
    def commander(self) -> bool:
        return "Commander" in self.attributes

    @property
    def swordsman(self) -> bool:
        return "Swordsman" in self.attributes

    @property
    def strikes_with(self) -> tuple[str, ...]:
        """Everything that it can fight with: its blades, what it shoots with used to strike (EG-RULE-46), or else hands and feet."""
        improvised = [IMPROVISED[name.split()[0]] for name in self.missiles if name.split()[0] in IMPROVISED]
        return tuple(dict.fromkeys((*self.blades, *improvised))) or ("hands",)


class Figure(kernel.Piece):
    """One model, with its horse if mounted."""

    profile: Profile
    x: int = 0
    y: int = 0
    wound: Wound = Wound.NONE
    stuns: int = 0
    mounted: bool = False
    horse: tuple[int, int] | None = None  # where its horse waits while it is on foot (EG-RULE-10)
    reloads: dict[str, int] = {}  # reload counters by weapon (EG-SPEC-01)
    thrown: list[str] = []  # one-use weapons that are gone (EG-SPEC-07)
    left_table: str = ""  # "fled" or "carried" once it has gone over an edge
    standing: bool = False  # alive and on the table
    activated: bool = False
    moved: str = ""  # pace of this turn's move: "short", "normal", "run"
    fired: bool = False
    rested: bool = False
    hiding: bool = False
    aimed_at: str = ""  # EG-RULE-13: target and weapon of last turn's aim
    aimed_with: str = ""
    aimed_turn: int = 0
    rounds: int = 0  # EG-RULE-43: combat phases fought in a row
    carries: str = ""  # an objective

    @property
    def radius(self) -> int:
        return RADIUS[self.mounted]

    @property
    def disc(self) -> Disc:
        return Disc(self.x, self.y, RADIUS[self.mounted])

    @property
    def rate(self) -> str:
        """EG-RULE-10: a mounted model moves at Cavalry rate, a dismounted rider at Infantry."""
        if self.mounted:
            return "cavalry"
        return "infantry" if self.profile.rate == "cavalry" else self.profile.rate

    @property
    def large(self) -> bool:
        return self.mounted or self.profile.large

    def loaded(self, weapon: str) -> bool:
        return not self.reloads.get(weapon) and weapon not in self.thrown

    def has(self, attribute: str) -> bool:
        return attribute in self.profile.attributes


def losses(figure: Figure, options: Options) -> tuple[int, int, int]:
    """Fight, Initiative and Shoot lost by stuns and wounds; they add up (EG-RULE-51)."""
    wound, stuns = figure.wound, figure.stuns
    if not stuns and wound is Wound.NONE:
        return 0, 0, 0
    wounded = 1 if wound is Wound.LIGHT else 2 if wound is Wound.GRIEVOUS else 0  # EG-WOUND-03, -04
    dazed = min(stuns, 1) if options.second_stun == "fight_only" else stuns  # EG-WOUND-02, EG-RULE-48
    return wounded + (stuns >= 2), wounded + dazed, wounded + dazed  # EG-WOUND-06


def fight_of(figure: Figure, options: Options) -> int:
    """Fight as it is now (EG-RULE-47)."""
    return figure.profile.fight - losses(figure, options)[0]


def initiative_of(figure: Figure, options: Options) -> int:
    """Initiative as it is now."""
    return figure.profile.initiative - losses(figure, options)[1]


def shoot_of(figure: Figure, options: Options) -> int:
    """Shoot as it is now."""
    return figure.profile.shoot - losses(figure, options)[2]


class Warband(Changing):
    """One side: its morale, and what happened to it last turn."""

    id: str
    name: str
    rating: int  # EG-RULE-68
    edge: str  # the own table edge: "south" or "north"
    started: int  # number of models at the start
    points: int  # of all models at the start
    zones: tuple[tuple[int, int, int, int], ...] = ()  # where it deploys
    deploys_alone: bool = True  # its player lets the program line it up
    morale: Morale = Morale.STEADY
    lost: int = 0  # models that suffered a Critical wound in the turn under way (EG-MORALE-03)
    lost_leader: bool = False
    scored: int = 0  # points for objectives


class Pool(Changing):
    """Counters left in a combat (EG-COMBAT-02)."""

    attack: int
    defence: int


class Fighter(Changing):
    """A model in the combat that is being fought: its secret note, its die, its pool."""

    id: str
    blade: str
    pistols: list[str]  # loaded pistols noted for its first attacks, in order (EG-RULE-42)
    pool: str  # whose counters it spends: its side, or itself (EG-RULE-34)
    die: int = 0
    first_round: bool = True


class Fight(Changing):
    """One combat being fought (EG-COMBAT-01 to -07)."""

    fighters: list[Fighter]
    contacts: list[tuple[str, str]]
    pools: dict[str, Pool]
    queue: list[str] = []  # who is still to be asked in this cycle
    attacked: bool = False  # whether anybody attacked in this cycle
    cycles: int = 0
    roll_offs: list[tuple[str, ...]] = []  # orders that dice settled between equals, the latest first (EG-RULE-35)

    def fighter(self, id: str) -> Fighter:
        for fighter in self.fighters:
            if fighter.id == id:
                return fighter
        raise KeyError(id)


class Deed(Struct, frozen=True):
    """A special action that the scenario or the scenery allows (EG-RULE-15).

    `kind` is "take" (pick up the thing), "give" (hand it to a friend in contact), "door" (open, bar or break it), "swing" (on a rope) or "deed" (anything done at a
    place: untie, relight, spike).
    """

    kind: str
    name: str
    x: int = 0
    y: int = 0
    reach: int = 100
    side: str = ""  # the only side that may do it
    needs: int = 0  # what a D6 must show; 0 needs no die
    helpers: bool = False  # +1 for each friend within reach, +1 for a Brute
    engaged: bool = False  # may be done while Engaged
    wins: bool = False  # ends the battle at once
    points: int = 0
    opens: str = ""  # the door, by the name of its feature
    to: tuple[int, int] = (0, 0)  # where a swing ends
    height: int = 0  # how far one falls from it


class Prize(Struct, frozen=True):
    """A thing that can be carried: points for carrying it over the own edge, or for holding it at the end."""

    name: str
    x: int
    y: int
    points_off: int = 0
    points_held: int = 0


class Field(Struct, frozen=True, dict=True):
    """What does not change in a battle: the table and what the scenario says."""

    title: str = ""
    width: int = 3600
    height: int = 2400
    features: tuple[Feature, ...] = ()
    deeds: tuple[Deed, ...] = ()
    prizes: tuple[Prize, ...] = ()
    victory: str = (
        "points"  # "points" (EG-RULE-71), "hold" (more models near a spot) or "storm" (more models inside an area)
    )
    spot: tuple[int, int] = (0, 0)  # the ground to hold
    spot_reach: int = 0
    area: tuple[int, int, int, int] = (0, 0, 0, 0)  # the ground to storm
    attacker: str = ""
    turns: int = 0  # a fixed length; 0: EG-RULE-72
    deploy: str = "zones"  # "zones": as the scenario says; "edges": roll off for a long edge (EG-RULE-69)
    weather: str = "clear"  # "clear", "rain" or "roll" (EG-RULE-70)
    night: bool = False

    @cached_property
    def terrain(self) -> Terrain:
        return lay(self.width, self.height, self.features)

    @cached_property
    def deed_spots(self) -> tuple[tuple[int, int], ...]:
        return tuple((deed.x, deed.y) for deed in self.deeds)

    def ground_for(self, climbs: bool, vaults: bool) -> Terrain:
        """EG-RULE-08, EG-RULE-10: who is mounted or has his hands full cannot climb, so what must be climbed is impassable; whoever vaults pays nothing
        for obstacles, but still for climbing."""
        if climbs and not vaults:
            return self.terrain
        return self._grounds[climbs, vaults]

    @cached_property
    def _grounds(self) -> dict[tuple[bool, bool], Terrain]:
        def seen(feature: Feature, climbs: bool, vaults: bool) -> Feature:
            if "climb" in feature.tags:
                return feature if climbs else replace(feature, impassable=True)
            return replace(feature, obstacle=0) if vaults else feature

        kinds = ((True, True), (False, True), (False, False))
        return {kind: lay(self.width, self.height, tuple(seen(f, *kind) for f in self.features)) for kind in kinds}

    def with_open(self, name: str) -> "Field":
        """The same ground with that door open: one may pass and see through it."""
        return self._with(name, impassable=False, blocks_sight=False, clears_way=True, clears_sight=True)

    def with_barred(self, name: str) -> "Field":
        return self._with(name, impassable=True, blocks_sight=True, clears_way=False, clears_sight=False)

    def _with(self, name: str, **changed: bool) -> "Field":
        return replace(self, features=tuple(replace(f, **changed) if f.name == name else f for f in self.features))


class Battle(kernel.Battle, kw_only=True):
    """A battle: all that changes, and the frozen field it is fought on."""

    options: Options = Options()
    field: Field
    sides: list[Warband]
    figures: dict[str, Figure]
    rain: bool = False
    priority: str = ""
    last_turn: int = 0  # the turn that will be the last, once that is known
    acting: str = ""  # the side that activates next
    ordered: list[str] = []  # figures under an order, who act before anybody else (EG-RULE-14)
    fight: Fight | None = None
    fought: list[str] = []  # figures whose combat is done this phase
    picks: int = 0  # combats picked this phase (EG-RULE-33)
    lying: dict[str, tuple[int, int]] = {}  # prizes that lie on the table
    done: list[str] = []  # deeds that can be done once and are done

    def piece(self, id: str) -> Figure | None:
        return self.figures.get(id)

    def side(self, id: str) -> Warband:
        for warband in self.sides:
            if warband.id == id:
                return warband
        raise KeyError(id)

    def side_ids(self) -> list[str]:
        return [side.id for side in self.sides]

    @property
    def terrain(self) -> Terrain:
        return self.field.terrain

    def standing(self, side: str | None = None) -> list[Figure]:
        """Models alive and on the table, of one side or of all."""
        if side is None:
            return [figure for figure in self.figures.values() if figure.standing]
        return [figure for figure in self.figures.values() if figure.side == side and figure.standing]

    def enemies_of(self, figure: Figure) -> list[Figure]:
        side = figure.side
        return [other for other in self.figures.values() if other.side != side and other.standing]

    def missile(self, name: str) -> Missile:
        return missile_named(name, self.options)
