"""What a scenario or party file may hold, line by line; anything else is refused by name."""

from typing import Any, Literal

from msgspec import Struct, field

Edge = Literal["north", "south", "east", "west"]
Spot = tuple[float, float]


class _Line(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Typos are refused."""


class WeaponLine(_Line, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A weapon and the skill with it; without a skill it is unfamiliar."""

    name: str
    skill: int | None = None
    smashing: bool = False
    magic: bool = False


class FigureLine(_Line, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One figure, or several alike, one for each place."""

    name: str
    id: str = ""
    kind: str = "human"
    role: Literal["pc", "hench", "npc"] = "npc"
    free: bool = False  # commanded by the player when a second one takes this side
    stats: str = ""  # Bravery/Strength/Skill/Cleverness/Leadership, such as "4/3/3/3/4"; empty: of its kind
    weapons: list[WeaponLine] = []
    armour: Literal["", "Unarmoured", "Padded", "Mail", "Plate", "Hide", "Scales"] = ""
    shield: bool = False
    stealth: bool = False
    mounted: bool = False
    ring: bool = False
    belt: bool = False
    wizard: Literal["", "Apprentice", "Wizard", "Mage"] = ""
    major_wizard: bool = False  # HA-MAG-11: may know more than one major ability
    power: int = 0
    abilities: list[str] = []
    preparing: str = ""
    scroll: str = ""  # the ability of a Scroll of Power that it carries
    torch: bool = False
    talisman: bool = False
    water: bool = False
    controller: str = ""  # the id of the magic user whom it is bound to
    at: list[Spot] = []
    count: int = 1  # in a force file: so many alike, which start where the scenario has room
    facing: Literal["north", "south", "east", "west"] = "north"
    state: Literal["able", "killed", "stone"] = "able"


class GroupLine(_Line, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Figures that share an order."""

    name: str = ""
    id: str = ""
    order: Literal["Attack", "March", "Stand", "Withdraw", "Flee"] = "March"
    leader: bool = False  # the first figure leads it
    fortified: bool = False
    post: Spot | None = None
    figure: list[FigureLine] = []


class SideLine(_Line, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A side and its groups."""

    name: str
    solo: bool = False
    exits: list[Edge] = []
    group: list[GroupLine] = []


class DoorLine(_Line, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A door in the wall of a building or room."""

    at: Spot
    name: str = ""
    wall: Literal["x", "y"] = "x"
    width: float = 1
    locked: bool = False
    open: bool = False
    strength: int = 1  # Strength tests that break it


class TerrainLine(_Line, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A feature of the table."""

    kind: Literal[
        "wood", "scrub", "rubble", "crops", "building", "wall", "hedge", "water", "lava", "pit", "bridge", "path", "high ground", "rock",
        "room",
    ]  # fmt: skip
    name: str = ""
    box: tuple[float, float, float, float] | None = None
    circle: tuple[float, float, float] | None = None
    line: list[Spot] | None = None
    height: float = 0
    lit: bool = False
    door: list[DoorLine] = []


class ItemLine(_Line, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something that lies on the table."""

    name: str
    id: str = ""
    kind: Literal["treasure", "torch", "scroll", "object", "talisman", "horse", "water"] = "treasure"
    at: Spot
    ability: str = ""
    condition: str = ""
    charges: int = 0
    lit: bool = False


class MarkerLine(_Line, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where enemies may come from."""

    at: Spot
    kind: Literal["portal", "area"] = "portal"
    value: int = 1
    once: bool = False
    approaches: list[Spot] = []


class RefugeLine(_Line, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where a portal marker may fall back to."""

    at: Spot
    name: str = ""
    dead_ground: bool = True


class PoolLine(_Line, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Figures for arrivals (HA-RULE-91); with it and markers the game is a pick-up game (HA-SET-05)."""

    guards: int = 12
    polearms: int = 1
    archers: int = 2
    wizards: int = 1
    chiefs: int = 0
    warriors: list[int] = field(default_factory=lambda: [2, 3])
    picts: bool = False


class BonesLine(_Line, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Bones for Control (HA-RULE-50)."""

    at: Spot
    count: int


class GoalLine(_Line, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How the game is won: a predetermined adventure (HA-SET-01) names a goal, a plain battle (HA-SET-02) counts points."""

    kind: Literal["points", "escape", "carry"] = "points"
    item: str = ""
    home: str = ""
    villain: str = ""


class Scenario(_Line, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A whole scenario file."""

    title: str
    blurb: str = ""
    minutes: int = 0
    size: tuple[float, float]
    turns: int = 12
    options: dict[str, Any] = {}
    solo: bool = True  # the rules play the enemy
    entry: Edge = "south"  # the edge where the party comes from (HA-RULE-90)
    chart: bool = True
    dungeon: bool = False
    dark: bool = False
    flavour: str = ""
    arrivals: Spot | None = None  # the post of arrivals
    goal: GoalLine = GoalLine()
    party: SideLine
    enemy: SideLine
    terrain: list[TerrainLine] = []
    item: list[ItemLine] = []
    marker: list[MarkerLine] = []
    refuge: list[RefugeLine] = []
    reinforcements: list[MarkerLine] = []
    pool: PoolLine | None = None
    bones: list[BonesLine] = []
    door: list[DoorLine] = []


class ForceFile(_Line, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A party of one's own: for `check_force`, and to take the place of a scenario's party."""

    name: str
    game: str = ""
    group: list[GroupLine]
    notes: str = ""
