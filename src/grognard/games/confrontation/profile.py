"""What is printed on a fighter's card and never changes: characteristics, rank, kind, abilities, weapon, spells and faith."""

from typing import Literal

from msgspec import Struct

Kind = Literal["troop", "character", "pure_mage", "pure_faithful", "warrior_mage", "warrior_monk"]
Size = Literal["small", "medium", "large", "very_large"]
Base = Literal["25x25", "25x50", "37.5x37.5", "50x50", "bigger"]

ELEMENTS = ("light", "air", "water", "fire", "earth", "darkness")  # C3-ELEM-01, and the order of a magician's gems
MASTERED_STRIKE = (
    "character",
    "warrior_mage",
    "warrior_monk",
)  # C3-RULE-43, C3-CAST-03, C3-CALL-04: the fighting characters
SPARED_CULTS = ("merin", "mid_nor")  # C3-CALL-03, C3-CALL-09, C3-RULE-68


class Weapon(Struct, frozen=True, gc=False):
    """A ranged weapon; its limits are short, medium and long range in hundredths of a centimetre (C3-RULE-29)."""

    name: str
    strength: int
    ranges: tuple[int, int, int]


class Profile(Struct, frozen=True, omit_defaults=True, gc=False, cache_hash=True):
    """One fighter's card (C3-STAT-01 to C3-STAT-10). Lengths are hundredths of a centimetre."""

    key: str  # "lantern_guard"
    name: str
    mov: int = 1000  # MOV (C3-STAT-01)
    ini: int = 3  # INI; the sheet's INT is the same (C3-STAT-02, C3-RULE-01)
    att: int = 3  # ATT (C3-STAT-03)
    strength: int = 5  # STR
    defence: int = 3  # DEF, tested to parry (C3-STAT-04)
    res: int = 5  # RES, taken from the damage and never rolled
    aim: int | None = None  # AIM; None is "-", cannot fire (C3-STAT-05)
    cou: int | None = None  # COU; C3-STAT-06: exactly one of the two
    fear: int | None = None  # FEAR
    dis: int | None = None  # DIS; None is "-", no discipline
    points: int = 0  # AP
    rank: str = "regular"
    kind: Kind = "troop"
    base: Base = "25x25"
    size: Size = "medium"
    force: int = 1
    abilities: tuple[str, ...] = ()  # C3-RULE-92; among them the tags of C3-ABIL-07
    weapon: Weapon | None = None
    leadership: int = 0  # X of Leadership/X, in hundredths; 0 is none
    implacable: int = 0  # X of Implacable/X
    master_strike: int = -1  # X of Master Strike/X; -1 is none
    sequence: int = 0  # X of Sequence/X: combat dice that may be bought
    piety: int = 0  # X of Piety/X
    power: int = 0  # POW; magicians only
    elements: tuple[str, ...] = ()  # that he masters
    path: str = ""  # "hermeticism", "necromancy"
    spells: tuple[str, ...] = ()
    aspects: tuple[int, int, int] = (0, 0, 0)  # Creation, Alteration, Destruction
    aura: int = 0  # of faith
    cult: str = ""  # "merin", "mid_nor"
    miracles: tuple[str, ...] = ()

    @property
    def is_character(self) -> bool:
        return self.kind != "troop"

    @property
    def is_magician(self) -> bool:
        return self.power > 0

    @property
    def is_faithful(self) -> bool:
        return any(self.aspects)

    @property
    def faith(self) -> int:
        """C3-STAT-09: the Faith total."""
        return sum(self.aspects)


class Effect(Struct, frozen=True, gc=False):
    """What a spell, a miracle or an artefact does to a fighter for a while.

    `stat` is "mov" (hundredths), "ini", "att", "str", "def", "res", "aim", "cou", or a state of its own such as "rooted".
    """

    source: str  # the spell, miracle or artefact; the same source counts once (C3-RULE-90)
    stat: str
    value: int
    until: Literal["round", "game"] = "round"
