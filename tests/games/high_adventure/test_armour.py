"""Armour: the four classes, and what stands in for them."""

import pytest

from grognard.games.high_adventure.armour import WORDS, melee_armour, missile_armour
from grognard.games.high_adventure.figures import BARE_HANDS, Armour, Weapon
from grognard.games.high_adventure.options import Options
from tests.games.high_adventure.build import SWORD, a_figure

MAGIC_SWORD = Weapon("magic sword", magic=True)


@pytest.mark.parametrize(
    ("word", "armour"),
    [
        ("unarmoured", Armour.UNARMOURED),
        ("padded", Armour.PADDED),
        ("mail", Armour.MAIL),
        ("plate", Armour.PLATE),
        ("scales", Armour.MAIL),
        ("hide", Armour.PADDED),
    ],
)
def test_four_classes_and_hides_as_the_nearest(word, armour):
    """HA-ARM-01, HA-ARM-02, HA-ARM-03, HA-ARM-04, HA-ARM-05."""
    assert WORDS[word] is armour


def test_ring_and_magic_sword():
    """HA-ART-05: Plate; HA-ART-06: a Magic Sword sees everybody as Unarmoured."""
    ringed = a_figure(ring=True)
    assert melee_armour(Options(), ringed, SWORD) is Armour.PLATE
    assert missile_armour(ringed) is Armour.PLATE
    assert melee_armour(Options(), ringed, MAGIC_SWORD) is Armour.UNARMOURED


def test_the_invisible_are_plate_in_melee_only():
    """HA-INV-04, HA-RULE-35: against missiles armour as worn."""
    ghost = a_figure(effects=("invisible",), armour=Armour.PADDED)
    assert melee_armour(Options(), ghost, BARE_HANDS) is Armour.PLATE
    assert missile_armour(ghost) is Armour.PADDED


def test_a_shield_may_count_as_padding():
    """HA-SHD-01: nothing in melee; HA-SHD-02, HA-RULE-57: unless it is played as Padded; HA-SHD-04: not with two hands on a weapon."""
    bearer = a_figure(shield=True)
    assert melee_armour(Options(), bearer, SWORD) is Armour.UNARMOURED
    assert melee_armour(Options(shield_as_padded="melee"), bearer, SWORD) is Armour.PADDED
    axeman = a_figure(shield=True, weapon=Weapon("two-handed axe", two_handed=True))
    assert melee_armour(Options(shield_as_padded="melee"), axeman, SWORD) is Armour.UNARMOURED
    assert missile_armour(bearer) is Armour.UNARMOURED
