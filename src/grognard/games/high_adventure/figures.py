"""Figures and groups: what somebody is, how he is, and how far he is from others."""

from enum import IntEnum, StrEnum
from typing import Annotated

from msgspec import Struct

from grognard.ground.shapes import Disc
from grognard.kernel import battle as kernel
from grognard.kernel.battle import Changing
from grognard.kernel.view import HIDDEN

INCH = 100
CONTACT = 1  # positions are whole hundredths, so bases that touch may be a hundredth apart
PARTY, ENEMY = "red", "blue"
NEVER = -99  # a turn that was before the battle


class Order(StrEnum):
    """HA-ORD-01: one of these at all times."""

    ATTACK = "Attack"
    MARCH = "March"
    STAND = "Stand"
    WITHDRAW = "Withdraw"
    FLEE = "Flee"


class State(StrEnum):
    """How a figure is. Everything but ABLE is out of play."""

    ABLE = "able"
    DISABLED = "disabled"  # HA-WND-03
    KILLED = "killed"  # HA-WND-05: the figure is a body
    GRIEVOUS = "grievous"  # HA-WND-07
    DESTROYED = "destroyed"  # undead that nothing raises again
    PRISONER = "prisoner"  # HA-PRI-01
    ESCAPED = "escaped"  # HA-PRI-02: a prisoner who was left
    FLED = "fled"  # HA-RULE-94: off an edge that is no exit
    LEFT = "left"  # HA-RULE-94: off by an exit, safe
    GONE = "gone"  # vanished: a demon, an avatar
    STONE = "stone"  # a statue that a scenario lets live again (HA-MAJ-08b)


class Armour(IntEnum):
    """HA-ARM-01 to 05; the number is the column of both result tables."""

    UNARMOURED = 0
    PADDED = 1
    MAIL = 2
    PLATE = 3


class Weapon(Struct, frozen=True, gc=False):
    """A weapon that a figure has, and how well it uses it."""

    name: str
    kind: str = "hand"  # hand, polearm, improvised, or of MISSILES: bow, longbow, crossbow, sling, hurled, rocks
    skill: int = 0  # WSk with it
    unfamiliar: bool = False
    smashing: bool = False
    magic: bool = False  # HA-ART-06: a Magic Sword
    two_handed: bool = False

    @property
    def is_missile(self) -> bool:
        return self.kind in MISSILES


MISSILES = ("bow", "longbow", "crossbow", "sling", "hurled", "rocks")
BARE_HANDS = Weapon("bare hands", "improvised")  # HA-RULE-82


class Profile(Struct, frozen=True):
    """What a figure is: attributes, armour and gear. It changes only by Transform self."""

    kind: str = "human"  # a creature of HA-CRE
    bravery: int = 2
    strength: int = 1  # printed Strength
    skill: int = 1
    cleverness: int = 3
    leadership: int = 3
    armour: Armour = Armour.UNARMOURED
    move: int = 500
    radius: int = 50
    weapons: tuple[Weapon, ...] = ()
    shield: bool = False
    stealth: bool = False
    ring: bool = False  # of Protection
    belt: bool = False  # of Protection
    abilities: tuple[str, ...] = ()
    wizard: str = ""  # "", Apprentice, Wizard or Mage
    fly: int = 0  # hundredths; dragons

    @property
    def hand_weapon(self) -> Weapon:
        """The best weapon for melee that it has; bare hands at worst (HA-RULE-82)."""
        return max((w for w in self.weapons if not w.is_missile), key=lambda w: w.skill, default=BARE_HANDS)

    @property
    def missile(self) -> Weapon | None:
        """Its best missile weapon."""
        return max((w for w in self.weapons if w.is_missile), key=lambda w: w.skill, default=None)


class Effect(Changing):
    """Something magical that holds a figure: sleep, petrified, frozen, entranced, invisible, floating, transformed, ..."""

    name: str
    by: str = ""  # the caster
    turns: int = 0  # turns left of a timed effect (HA-RULE-40); 0 where a release roll ends it
    since: int = 0  # the turn it was cast
    level: int = 0  # whatever number else the effect needs


HELPLESS = ("sleep", "petrified", "frozen", "entranced")


class Figure(kernel.Piece):
    """One being on its round base."""

    profile: Profile = Profile()
    role: str = "npc"  # pc, hench or npc
    group: str = ""
    x: int = 0
    y: int = 0
    facing: int = 0
    level: int = 0  # height of the ground or floor it stands on
    state: State = State.ABLE
    order: Order = Order.MARCH
    light_wounds: int = 0  # two of them are a full wound (HA-WND-01)
    died: int = NEVER  # the turn in which it became a body
    hand: str = ""  # name of the weapon in hand; "" is bare hands
    loaded: bool = True
    loading: int = NEVER  # the turn in which a crossbow was last being loaded
    mounted: bool = False
    engaged: list[str] = []  # enemies in base contact: it is pinned
    # this turn
    halves: int = 2  # halves of the turn still to spend (HA-RULE-12)
    walked: int = 0  # hundredths moved in this turn's movement
    moved: bool = False  # its movement slot is done
    charged: bool = False  # it used a charge move
    running: bool = False  # it runs this turn
    acted: bool = False  # it spent halves of this turn on something besides walking
    shot: int = NEVER  # the turn in which it last shot
    two_handed: int = NEVER  # the turn in which it last used or readied a two-handed weapon (HA-RULE-58)
    busy: str = ""  # a whole-turn task: fire, dispatch, climb, free, water, guard
    ran: list[bool] = []  # the last turns, oldest first (HA-MOVE-05)
    # magic
    power: int = 0  # PP left
    preparing: str = ""  # the ability announced
    prepared: int = 0  # stationary turns spent on it
    disturbed: bool = False  # HA-RULE-38: its preparation was broken this turn
    controller: str = ""  # the magic user whom it obeys
    bound: bool = False  # HA-RULE-46: needs no upkeep
    summons: int = 0  # turns that it still obeys or stays; 0: no limit
    effects: list[Effect] = []
    shape: Profile | None = None  # its own profile while it is transformed
    # sight
    stealth: Annotated[str, HIDDEN] = ""  # this turn's Stealth test: "", hidden or spotted
    seen: bool = True  # in sight of the other side
    located: int = NEVER  # the turn in which Find showed it
    home_x: int = 0  # where it began: defenders of a fortified position stay near
    home_y: int = 0
    captor: str = ""  # of a prisoner: the guard
    by_marker: bool = False  # came through a marker (HA-RULE-93)
    original: int = 0  # Strength that it began with, for scores
    dared: list[str] = []  # monsters whose sight it has borne (HA-RULE-03)

    @property
    def able(self) -> bool:
        return self.state is State.ABLE

    @property
    def heard_by(self) -> tuple[str, ...] | None:
        """Who may read of it and see its dice: only its own side while it is out of sight (HA-SOL-41); whoever is in contact or lies on the table is seen."""
        return None if self.seen or self.engaged or self.state is not State.ABLE else (self.side,)

    @property
    def disc(self) -> Disc:
        return Disc(self.x, self.y, self.radius)

    @property
    def radius(self) -> int:
        return 75 if self.mounted and self.profile.radius < 75 else self.profile.radius

    @property
    def strength(self) -> int:
        """Printed Strength."""
        return self.profile.strength

    @property
    def full_wounds(self) -> int:
        return self.light_wounds // 2

    @property
    def is_pc(self) -> bool:
        return self.role == "pc"

    @property
    def kind(self) -> str:
        return self.profile.kind

    @property
    def helpless(self) -> bool:
        """Asleep, petrified, frozen or entranced."""
        return bool(self.effects) and any(effect.name in HELPLESS for effect in self.effects)

    @property
    def invisible(self) -> bool:
        return bool(self.effects) and any(effect.name == "invisible" for effect in self.effects)

    @property
    def fleeing(self) -> bool:
        return self.order is Order.FLEE

    @property
    def weapon(self) -> Weapon:
        """The weapon in hand; bare hands if none (HA-RULE-82)."""
        for weapon in self.profile.weapons:
            if weapon.name == self.hand:
                return weapon
        return BARE_HANDS

    @property
    def blade(self) -> Weapon:
        """What it fights with hand to hand: a missile weapon in hand is no better than bare hands (HA-RULE-82)."""
        weapon = self.weapon
        return BARE_HANDS if weapon.kind in MISSILES else weapon

    def effect(self, name: str) -> Effect | None:
        for effect in self.effects:
            if effect.name == name:
                return effect
        return None


class Group(kernel.Piece):
    """Figures that share an order; a lone figure is a group of one (HA-GRP-01)."""

    members: list[str] = []
    leader: str = ""
    order: Order = Order.MARCH
    chosen: Annotated[str, HIDDEN] = ""  # an order given and not yet revealed (HA-RULE-95)
    commanded: int = NEVER  # the turn in which a player last named its order freely
    original: int = 1  # figures that it began with
    original_strength: int = 1
    fortified: bool = False  # defends a position that the scenario names
    hidden: bool = False  # some of it stands in concealing terrain this turn
    spot_range: Annotated[int, HIDDEN] = 0  # inches, HA-RULE-53
    post_x: int = -1  # where it goes with nothing else to do (HA-SOL-46); -1: nowhere
    post_y: int = -1
    goal_x: int = -1  # where its last Stand or Withdraw took it for cover
    goal_y: int = -1
    advancing: bool = False  # HA-SOL-06
    lw_taken: int = 0  # in the last melee step, HA-RULE-74
    lw_dealt: int = 0
    hand_to_hand: bool = False  # a missile group that drew hand weapons (HA-SOL-53)
    by_marker: bool = False
    arrived: int = NEVER  # turn of arrival
    risk: int = 0  # its last Risk Factor, and the die and result that came of it: for the table to show
    die: int = 0
    result: str = ""
    tested: int = NEVER  # turn of the last command test (HA-ORD-02)
    charge_bonus: int = 0  # hundredths rolled for this turn's charge or flight
    moved: bool = False


def other_side(side: str) -> str:
    return ENEMY if side == PARTY else PARTY


def gap(a: Figure, b: Figure) -> int:
    """How far apart two bases are, in hundredths, rounded up; 0 in contact (HA-RULE-60)."""
    if a.mounted or b.mounted:
        return between(a.x - b.x, a.y - b.y, a.radius + b.radius)
    return between(a.x - b.x, a.y - b.y, a.profile.radius + b.profile.radius)


def between(dx: int, dy: int, reach: int) -> int:
    """The same from the way between their centres and the sum of their radii."""
    square = dx * dx + dy * dy
    if square <= (reach + CONTACT) ** 2:
        return 0
    root = int(square**0.5)
    while root * root < square:
        root += 1
    return root - reach
