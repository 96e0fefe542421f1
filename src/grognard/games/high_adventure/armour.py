"""Armour: which column of the result tables a figure counts as."""

from grognard.games.high_adventure.battle import Armour, Figure, Weapon
from grognard.games.high_adventure.options import Options

# HA-ARM-01 to 05: the words of a force list; scales and tough hides are listed as the nearest of the four.
WORDS: dict[str, Armour] = {
    "U": Armour.UNARMOURED, "P": Armour.PADDED, "ML": Armour.MAIL, "PL": Armour.PLATE,
    "unarmoured": Armour.UNARMOURED, "padded": Armour.PADDED, "mail": Armour.MAIL, "plate": Armour.PLATE,
    "scales": Armour.MAIL, "hide": Armour.PADDED,
}  # fmt: skip


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
