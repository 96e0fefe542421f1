"""Weapons by name: what a force list calls them, and how they count."""

from grognard.games.high_adventure.figures import Weapon

# name: (kind, smashing, two-handed); whatever is not here counts as an ordinary hand weapon
CATALOGUE: dict[str, tuple[str, bool, bool]] = {
    "polearm": ("polearm", False, True),  # HA-MEL-15, HA-RULE-58
    "halberd": ("polearm", False, True),
    "pike": ("polearm", False, True),
    "two-handed axe": ("hand", False, True),
    "two-handed sword": ("hand", False, True),
    "mace": ("hand", True, False),  # HA-RULE-69: these smash
    "hammer": ("hand", True, False),
    "club": ("hand", True, False),
    "flail": ("hand", True, False),
    "staff": ("hand", True, False),
    "bow": ("bow", False, True),
    "longbow": ("longbow", False, True),
    "crossbow": ("crossbow", False, True),
    "sling": ("sling", True, False),
    "javelins": ("hurled", False, False),
    "throwing knives": ("hurled", False, False),
    "rocks": ("rocks", True, False),
    "improvised": ("improvised", False, False),  # HA-MEL-17
    "bottle": ("improvised", False, False),
    "chair": ("improvised", False, False),
}


def weapon(name: str, skill: int | None = 0, *, smashing: bool = False, magic: bool = False) -> Weapon:
    """A weapon of that name; skill None means that its bearer never learnt it (HA-WSK-01, HA-RULE-100)."""
    kind, smashes, two_handed = CATALOGUE.get(name, ("hand", False, False))
    unfamiliar = skill is None and kind != "improvised"
    magic = magic or name == "magic sword"
    return Weapon(name, kind, skill or 0, unfamiliar, smashing or smashes, magic, two_handed)
