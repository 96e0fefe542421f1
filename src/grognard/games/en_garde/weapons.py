"""Weapons: the two printed tables, and what their special rules mean."""

from msgspec import Struct

from grognard.games.en_garde.options import Options


class Blade(Struct, frozen=True, gc=False):
    """A close combat weapon, as gripped for one combat."""

    name: str
    rule: str
    initiative: int = 0
    wound: int = 0
    two_handed: bool = False  # EG-SPEC-08
    words: str = ""

    @property
    def is_pistol(self) -> bool:
        return self.name == "pistol_cc"

    @property
    def parries(self) -> bool:
        """EG-PLOY-01: any weapon but hands and feet."""
        return self.name != "hands"


class Missile(Struct, frozen=True, gc=False):
    """A missile weapon. Ranges are in hundredths of an inch; `spray` and `blast` are radii."""

    name: str
    rule: str
    reach: int
    wound: int = 0
    reload: int = 0  # EG-SPEC-01
    powder: bool = False  # EG-SPEC-02
    match: bool = False  # EG-SPEC-03
    inaccurate: bool = False  # EG-SPEC-04
    spray: int = 0  # EG-SPEC-05
    blast: int = 0  # EG-SPEC-06
    one_use: bool = False  # EG-SPEC-07


BLADES = {
    blade.name: blade
    for blade in (
        Blade("hands", "EG-CCW-01", -1, -2, words="hands and feet"),
        Blade("dagger", "EG-CCW-02", -1),
        Blade("sword", "EG-CCW-03"),
        Blade("hand_weapon", "EG-CCW-04", words="hand weapon"),
        Blade("longsword_1h", "EG-CCW-05", words="longsword in one hand"),
        Blade("longsword_2h", "EG-CCW-05", 0, +1, two_handed=True, words="longsword in two hands"),
        Blade("great_weapon", "EG-CCW-06", -1, +1, two_handed=True, words="great weapon"),
        Blade("spear", "EG-CCW-07", +2),
        Blade("pike", "EG-CCW-08", two_handed=True),  # its modifiers depend on the round and the enemy
        Blade("halberd", "EG-CCW-09", +1, +1, two_handed=True),
        Blade("lance", "EG-CCW-10", +2),  # +1 wound when mounted
        Blade("staff", "EG-CCW-11", two_handed=True),
        Blade("bayonet", "EG-CCW-12", +1),
        Blade("pistol_cc", "EG-CCW-13", +5, +1, words="pistol"),
    )
}

MISSILES = {
    missile.name: missile
    for missile in (
        Missile("bow", "EG-MSL-01", 3600),
        Missile("longbow", "EG-MSL-02", 4800, +1),
        Missile("crossbow", "EG-MSL-03", 4800, +1, reload=1),
        Missile("matchlock", "EG-MSL-04", 3600, +2, reload=1, match=True, inaccurate=True),
        Missile("musket", "EG-MSL-05", 4800, +2, reload=1, powder=True),
        Missile("blunderbuss", "EG-MSL-06", 900, spray=200),
        Missile("thrown", "EG-MSL-07", 600),
        Missile("sling", "EG-MSL-08", 2400),
        Missile("grenade", "EG-MSL-09", 900, +1, blast=200, one_use=True),
        Missile("javelin", "EG-MSL-10", 1200),
        Missile("pistol", "EG-MSL-11", 1800, +1, reload=1, powder=True, inaccurate=True),
    )
}

LOADED_BLUNDERBUSS = Missile("blunderbuss", "EG-RULE-30", 900, reload=1, powder=True, spray=200)

# EG-RULE-46: what a missile weapon counts as when it is used to strike.
IMPROVISED = {
    "pistol": "dagger",
    "musket": "staff",
    "matchlock": "staff",
    "bow": "staff",
    "longbow": "staff",
    "crossbow": "staff",
}

LONG_REACH = 1200  # EG-RULE-67: missile weapons that reach beyond this are limited


def missile_named(name: str, options: Options) -> Missile:
    """A missile weapon by its name; "pistol 2" is the second pistol."""
    plain = name if name in MISSILES else name.split(maxsplit=1)[0]
    if plain == "blunderbuss" and options.blunderbuss_reload == "reload_1_powder":
        return LOADED_BLUNDERBUSS
    return MISSILES[plain]


def initiative_modifier(blade: Blade, options: Options, *, first_round: bool, mounted: bool) -> int:
    """What the weapon adds to Initiative in this combat."""
    if blade.name == "pike":
        return 3 if first_round else -3  # EG-CCW-08, EG-RULE-43
    if blade.name == "lance" and not mounted and options.lance_on_foot == "nothing":
        return 0  # EG-RULE-45
    return blade.initiative


def wound_modifier(blade: Blade, *, mounted: bool, against_mounted: bool) -> int:
    """What the weapon adds to the Wound Score of a blow."""
    if blade.name == "pike":
        return 1 if against_mounted else 0  # EG-CCW-08
    if blade.name == "lance":
        return 1 if mounted else 0  # EG-CCW-10
    return blade.wound


def blade_words(name: str) -> str:
    """How a weapon is called in a sentence."""
    blade = BLADES.get(name)
    return (blade.words or blade.name) if blade else name
