"""Armour: which column of the result tables a figure counts as."""

from grognard.games.high_adventure.figures import Armour, Figure, Weapon
from grognard.games.high_adventure.options import Options

WORDS: dict[str, Armour] = {  # the words of a force list
    "unarmoured": Armour.UNARMOURED,  # HA-ARM-01
    "padded": Armour.PADDED,  # HA-ARM-02
    "mail": Armour.MAIL,  # HA-ARM-03
    "plate": Armour.PLATE,  # HA-ARM-04
    "hide": Armour.PADDED,  # HA-ARM-05: scales and tough hides count as the nearest of the four
    "scales": Armour.MAIL,
}


def melee_armour(options: Options, figure: Figure, against: Weapon) -> Armour:
    """What a figure counts as when this weapon hits it in melee."""
    if against.magic:
        return Armour.UNARMOURED  # HA-ART-06: also invisible or ringed ones
    if figure.profile.ring or figure.invisible:
        return Armour.PLATE  # HA-ART-05, HA-INV-04
    worn = figure.profile.armour
    if worn is Armour.UNARMOURED and options.shield_as_padded == "melee" and figure.profile.shield:
        return worn if figure.weapon.two_handed else Armour.PADDED  # HA-SHD-02, HA-RULE-57, HA-SHD-04
    return worn  # HA-SHD-01: a shield does nothing else in melee


def missile_armour(figure: Figure) -> Armour:
    """What a figure counts as when a missile hits it: as worn, also when invisible (HA-RULE-35), but for a ring (HA-ART-05)."""
    return Armour.PLATE if figure.profile.ring else figure.profile.armour
