"""How a battle is drawn, in general terms: no game's words, so that a new game needs no new page.

All lengths are in the game's unit (inches, centimetres, hexes) as plain numbers, origin at the south-west, facings in degrees clockwise from north.
"""

from msgspec import Struct


class Shape(Struct, omit_defaults=True):
    """An outline: "box" (x, y, width, height from its south-west corner, turned by `facing` about its centre), "disc" (x, y, radius), "line" or "polygon" (points)."""

    kind: str
    x: float = 0
    y: float = 0
    width: float = 0
    height: float = 0
    radius: float = 0
    facing: int = 0
    points: list[tuple[float, float]] = []


class Ground(Struct, omit_defaults=True):
    """Terrain: `look` picks the texture ("wood", "water", "wall", "hedge", "building", "rough", "road", "hill", "bridge", "mud", "field", "stone", "floor", "void", "cart", "coach", "gun", "door", "objective", ...)."""

    look: str
    shape: Shape
    name: str = ""
    about: str = ""  # what it does, in a few words: "medium cover, obstacle"


class Mark(Struct, omit_defaults=True):
    """A status marker on a piece: one or two letters and what they mean; `tone` is "bad", "good" or ""."""

    letter: str
    meaning: str
    tone: str = ""


class Stat(Struct, omit_defaults=True):
    """One value on a piece's card: what it is now, and its printed value where that differs."""

    name: str
    value: str
    printed: str = ""


class Token(Struct, omit_defaults=True):
    """A piece as drawn: "round" base, "ranks" (a unit of files and ranks), "counter" (a square or hex counter) or "marker"."""

    id: str
    side: str
    name: str
    shape: str
    x: float
    y: float
    width: float = 1
    height: float = 1
    facing: int = -1  # -1: it faces nowhere
    files: int = 0
    ranks: int = 0
    models: int = 0
    role: str = ""  # picks the emblem: "leader", "swordsman", "shooter", "archer", "pike", "rider", "mage", "priest", "monster", "infantry", "banner", ...
    strength: str = ""  # a short text on the piece: "3", "5/8"
    marks: list[Mark] = []
    stats: list[Stat] = []
    tags: list[str] = []  # words for the card: weapons, attributes
    line: str = ""  # under the name on the card: "Leader, Commander, 40 points"
    fallen: bool = False  # out of play: listed, not drawn
    stack: list[str] = []  # ids of pieces that stand with it, drawn on top


class SideLine(Struct, omit_defaults=True):
    """A side at the top of the page: its name and how it stands, in a few words."""

    id: str
    name: str
    status: str = ""
    tone: str = ""  # "bad" when in trouble


class Scene(Struct, omit_defaults=True):
    """Everything that is drawn of a battle for one viewer."""

    width: float
    height: float
    unit: str  # "inch", "cm", "hex"
    ground: list[Ground]
    tokens: list[Token]
    sides: list[SideLine]
    turn: int
    turns: str  # "of 6 or more"
    phases: list[str]
    phase: str
    notes: list[str] = []  # weather, special rules in force: short sentences
    measuring: bool = True  # False where the game forbids measuring before a declaration

    def names(self) -> dict[str, str]:
        """The pieces by their ids, and what they are called."""
        return {token.id: token.name for token in self.tokens}
