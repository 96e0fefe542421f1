"""What lies, burns or happens on the table beside the figures: things and markers, doors and fires, and what is declared and still to be done."""

from typing import Annotated

import msgspec
from msgspec import Struct

from grognard.kernel import battle as kernel
from grognard.kernel.battle import Changing
from grognard.kernel.view import HIDDEN


class Item(kernel.Piece):
    """A thing: treasure, torch, scroll, talisman, horse, magical object. Held by a figure, or lying on the table."""

    kind: str = "treasure"  # treasure, torch, scroll, object, talisman, horse, water
    holder: str = ""
    x: int = 0
    y: int = 0
    ability: str = ""  # what a scroll or object does
    condition: str = ""  # when an object may be used
    charges: int = 0  # uses left; 0 where it does not run out
    lit: bool = False
    nature: Annotated[str, HIDDEN] = ""  # of a talisman: inert, kindly, baleful
    known: bool = False  # examined, or shown by Divine
    gone: bool = False


class Marker(kernel.Piece):
    """Where enemies may come from."""

    kind: str = "portal"  # or area
    value: int = 1
    x: int = 0
    y: int = 0
    gone: bool = False
    once: bool = False  # HA-POR-08: removed after it has brought a force
    approaches: tuple[tuple[int, int], ...] = ()  # doorways and corners of an area marker (HA-DUN-05)


class Refuge(Struct, frozen=True, gc=False):
    """A corner or cover to which a portal marker may fall back (HA-RULE-63)."""

    name: str
    x: int
    y: int
    dead_ground: bool = True


class Door(Changing):
    """A door; while shut it is a feature of the table of the same name."""

    name: str
    x: int
    y: int
    shut: bool = True
    locked: bool = False
    held: int = 0  # the turn in which Open / Lock / Close was cast on it; 0: not held by magic
    was_shut: bool = True  # how it was before that
    was_locked: bool = False
    strength_left: int = 1  # Strength tests that still have to be passed to break it
    broken: bool = False
    width: int = 100
    wall: str = "x"  # the wall runs along x or y


class Fire(Changing):
    """A fire: on a named feature, or on open ground growing round a spot."""

    id: str
    x: int
    y: int
    feature: str = ""
    since: int = 0  # the turn it was lit
    turns: int = 0  # turns left (2D6 in all)
    engulfs: int = 0  # turns after which the object is engulfed
    radius: int = 0
    engulfed: bool = False
    magical: bool = False
    waters: int = 0  # rolls for water this turn


class Cloud(Changing):
    """Smoke, or an illusion: a feature of that name is on the table while it lasts."""

    name: str
    kind: str  # smoke or illusion
    by: str  # the caster
    side: str
    x: int
    y: int
    radius: int
    turns: int = 0  # 0: for the rest of the game
    since: int = 0


class Sighting(Changing):
    """HA-SOL-41: where a side last saw a figure."""

    side: str
    figure: str
    x: Annotated[int, HIDDEN] = 0
    y: Annotated[int, HIDDEN] = 0
    turn: int = 0


class BoneSite(Changing, omit_defaults=True):
    """Bones that Control can wake (HA-RULE-50)."""

    x: int
    y: int
    left: int
    risen: list[str] = []  # the skeletons that it has become


class Pool(Changing):
    """Figures that may still arrive (HA-RULE-91)."""

    guards: int = 12  # polearm men among them
    polearms: int = 1
    archers: int = 2
    wizards: int = 1
    chiefs: int = 0
    warriors: list[int] = msgspec.field(default_factory=lambda: [2, 3])  # by Strength
    picts: bool = False
    waiting: list[str] = []  # casualties of this turn that go back next turn, in words of `arrivals`


class Shot(Changing):
    """A declared shot (HA-TURN-05); with its dice once they are thrown."""

    shooter: str
    target: str
    weapon: str
    cell: str = ""
    victim: str = ""  # who is hit in the end


class Casting(Changing):
    """A declared casting."""

    caster: str
    ability: str
    target: str = ""  # a figure, item, door or feature
    x: int = -1
    y: int = -1
    use: str = ""  # which of an ability's uses
    opposed: bool = False
    done: bool = False
    scroll: str = ""  # the item read instead


class Melee(Changing):
    """One melee of a round: two figures, the dice each throws, and how it came out."""

    one: str
    other: str
    dice_one: int = 1
    dice_other: int = 1
    supporters_one: list[str] = []
    supporters_other: list[str] = []
    thrown: bool = False
    score_one: int = 0
    score_other: int = 0
    loser: str = ""
    winner: str = ""
    cell: str = ""


class Task(Changing):
    """Something that is still to be done in this turn, in the order of the battle's list."""

    kind: str
    who: str = ""
    what: str = ""
    number: int = 0
