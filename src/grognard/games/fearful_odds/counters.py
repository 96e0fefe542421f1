"""The usual counters: unit types, and what characters may be."""

from typing import NamedTuple

from grognard.games.fearful_odds.battle import Counter
from grognard.games.fearful_odds.missiles import WEAPONS


class UnitType(NamedTuple):
    """One line of the table of unit types (FO-RULE-64); a scenario may vary the values."""

    name: str
    kind: str
    strength: int
    quality: int
    speed: int
    full: int
    limited: int
    missiles: tuple[str, ...]  # what it may carry; "none" among them where it may carry nothing


TYPES: dict[str, UnitType] = {
    "HF": UnitType("shielded spear or sword foot", "foot", 8, 6, 4, 6, 4, ("none",)),
    "GF": UnitType("guards, legionary foot", "foot", 6, 8, 4, 7, 5, ("none", "javelin")),
    "PH": UnitType("pike phalanx", "foot", 10, 6, 3, 7, 3, ("none",)),
    "WB": UnitType("warband", "foot", 9, 5, 5, 7, 4, ("none",)),
    "LV": UnitType("levy", "foot", 8, 3, 4, 4, 3, ("none",)),
    "BF": UnitType("bowmen", "foot", 5, 5, 5, 4, 3, ("bow",)),
    "LF": UnitType("skirmishers", "foot", 4, 5, 6, 3, 2, ("javelin", "sling", "bow")),
    "HC": UnitType("heavy horse", "horse", 6, 7, 7, 7, 5, ("none",)),
    "LC": UnitType("light horse", "horse", 4, 6, 9, 4, 3, ("javelin", "bow")),
    "CH": UnitType("chariots", "horse", 4, 6, 7, 6, 3, ("none", "javelin")),
    "BE": UnitType("war beasts, trolls", "beast", 4, 6, 5, 8, 6, ("none",)),
    "EN": UnitType("bolt or stone thrower", "engine", 2, 5, 2, 2, 1, ("engine",)),
}

COMMAND = range(4)  # FO-RULE-66: ML of a leader
LEADER_PROWESS = range(1, 7)
HERO_PROWESS = range(4, 9)
PACES = (6, 7, 8)  # FO-RULE-66: 6 on foot, 8 mounted; a light-footed hero may have 7


def usual(code: str, missile: str = "") -> Counter:
    """The counter of a type with its usual values."""
    kind = TYPES[code]
    weapon = missile or kind.missiles[0]
    value = WEAPONS[weapon].value if weapon != "none" else 0
    return Counter(code, kind.kind, kind.strength, kind.quality, kind.speed, kind.full, kind.limited, weapon, value)


def unit_points(counter: Counter) -> float:
    """FO-RULE-70: SP x QL / 2, SP for each point of full CEV above 4, and 10 for a missile weapon."""
    return (
        counter.strength * counter.quality / 2
        + counter.strength * (counter.full - 4)
        + (10 if counter.missile != "none" else 0)
    )


def character_points(kind: str, command: int, prowess: int) -> int:
    """FO-RULE-70: a leader 30 x ML + 5 x Prowess, a hero 8 x Prowess."""
    return 30 * command + 5 * prowess if kind == "leader" else 8 * prowess
