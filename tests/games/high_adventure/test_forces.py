"""Forces that arrive: the chart on paper, the stock, and how generated figures are equipped."""

from fractions import Fraction

import pytest

from grognard.games.high_adventure import forces
from grognard.games.high_adventure.figures import Armour
from grognard.games.high_adventure.forces import Force, Stock, arriving_force, chance_of_arrivals
from grognard.games.high_adventure.options import Options
from grognard.kernel.tally import Tally

PRINTED = Options()


def force(
    total: int,
    *,
    die: int = 6,
    strength: int = 12,
    picts: bool = False,
    stock: Stock | None = None,
    options: Options = PRINTED,
) -> Force:
    return arriving_force(options, die, total, strength, picts, stock or Stock())[0]


@pytest.mark.parametrize(
    ("rule", "totals", "came"),
    [
        ("HA-GEN-10", (-1, 0, 1, 5), Force()),
        ("HA-GEN-11", (6, 7, 15, 16), Force(guards=2)),
        ("HA-GEN-12", (8, 9, 17), Force(guards=4, polearms=1)),
        ("HA-GEN-13", (10, 18), Force(guards=4, archers=1)),
        ("HA-GEN-14", (11, 19), Force(guards=6)),
        ("HA-GEN-15", (12, 20), Force(guards=4, warrior=2)),
        ("HA-GEN-16", (13, 21, 30), Force(guards=4, warrior=3)),
        ("HA-GEN-17", (14,), Force(wizard=1)),
    ],
)
def test_the_chart(rule, totals, came):
    """HA-GEN-09, HA-RULE-62: HA-GEN-10, HA-GEN-11, HA-GEN-12, HA-GEN-13, HA-GEN-14, HA-GEN-15, HA-GEN-16, HA-GEN-17;
    both columns lead to the same row, and over 21 is 21."""
    for total in totals:
        assert force(total) == came, (rule, total)


def test_a_natural_one_is_nothing():
    """HA-GEN-07: whatever the modifiers."""
    assert force(13, die=1) == Force()


def test_modifiers():
    """HA-GEN-05, HA-GEN-06, HA-RULE-61: -1 before contact, and all value in sight but the first point."""
    assert Tally(forces.arrival_modifiers(8, True)).total == 7
    assert Tally(forces.arrival_modifiers(4, False)).total == 2


def test_large_parties_meet_doubled_forces():
    """HA-GEN-01, HA-GEN-02, HA-RULE-59: more than 12 Strength; warriors and wizards are not doubled."""
    assert force(10, strength=12) == Force(guards=4, archers=1)
    assert force(10, strength=13) == Force(guards=8, archers=2)
    assert force(8, strength=13) == Force(guards=8, polearms=2)
    assert force(13, strength=13) == Force(guards=8, warrior=3)
    assert force(14, strength=13) == Force(wizard=1)


def test_picts_have_a_chief_for_a_wizard():
    """HA-GEN-17."""
    assert force(14, picts=True) == Force(chief=1)


def test_too_few_figures_bring_the_next_lower_result():
    """HA-GEN-20: down the chart until one can be deployed; polearms only as far as there are any (HA-RULE-59)."""
    assert force(11, stock=Stock(guards=5)) == Force(guards=4, archers=1)
    assert force(11, stock=Stock(guards=5, archers=0)) == Force(guards=4, polearms=1)
    assert force(11, stock=Stock(guards=5, archers=0, polearms=0)) == Force(guards=4)
    assert force(14, stock=Stock(wizards=0, warriors=(2,))) == Force(guards=4, warrior=2)
    assert force(13, stock=Stock(guards=1)) == Force()
    assert force(6, strength=13, stock=Stock(guards=3)) == Force()


def test_high_totals_may_bring_the_wizard_with_his_escort():
    """HA-RULE-62, `high_totals = escort`: 15 and more."""
    escort = Options(high_totals="escort")
    assert force(17, options=escort) == Force(guards=4, polearms=1, wizard=1)
    assert force(14, options=escort) == Force(wizard=1)
    assert force(15, options=escort, stock=Stock(wizards=0)) == Force(guards=4, warrior=3)


@pytest.mark.parametrize(
    ("value", "before", "after"), [(1, 0, 1), (2, 1, 2), (3, 2, 3), (4, 3, 4), (5, 4, 5), (6, 5, 5)]
)
def test_does_something_come(value, before, after):
    """HA-RULE-106, HA-GEN-03: the quick odds of the page, in sixths, before and after first contact."""
    assert chance_of_arrivals(value, contact=False) == Fraction(before, 6)
    assert chance_of_arrivals(value, contact=True) == Fraction(after, 6)


def test_equipment():
    """HA-RULE-59, HA-GEN-18, HA-GEN-19: guards, archers, warriors, picts and their chief."""
    guard, pole, archer = forces.guard(PRINTED), forces.polearm_guard(PRINTED), forces.archer(PRINTED)
    assert (guard.strength, guard.hand_weapon.skill, guard.armour, guard.shield) == (1, 0, Armour.PADDED, True)
    assert (pole.hand_weapon.kind, pole.shield) == ("polearm", False)
    assert archer.missile is not None
    assert archer.armour is Armour.UNARMOURED
    two, three = forces.warrior(PRINTED, 2), forces.warrior(PRINTED, 3)
    assert (two.strength, two.hand_weapon.skill, two.armour, two.shield, two.leadership) == (2, 2, Armour.MAIL, True, 4)
    assert (three.strength, three.hand_weapon.two_handed, three.shield) == (3, True, False)
    chief, pict = forces.chief(PRINTED), forces.pict(PRINTED, True)
    assert (chief.strength, chief.armour) == (2, Armour.PADDED)
    assert (pict.strength, pict.hand_weapon.skill, pict.armour) == (1, 1, Armour.UNARMOURED)
    assert pict.missile is not None
    assert forces.pict(PRINTED, False).missile is None


@pytest.mark.parametrize(
    ("die", "major"), list(enumerate(("Wind storm", "Start fire", "Freeze", "Petrify", "Summon", "Control"), 1))
)
def test_a_generated_wizard(die, major):
    """HA-RULE-79: Br 3, St 1, Sk 3, WSk 1 staff, Cl 5, Ld 4, and one major ability by a D6."""
    wizard = forces.wizard(PRINTED, die)
    assert wizard.abilities == (major, "Knock back", "Smoke")
    assert (wizard.bravery, wizard.strength, wizard.skill, wizard.cleverness, wizard.leadership) == (3, 1, 3, 5, 4)
    assert (wizard.hand_weapon.name, wizard.hand_weapon.skill, wizard.wizard) == ("staff", 1, "Wizard")
