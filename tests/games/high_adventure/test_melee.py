"""Melee: dice, scores, differences and the table."""

import pytest

from grognard.games.high_adventure.figures import Armour, Order, Weapon
from grognard.games.high_adventure.melee import (
    fight,
    fights_back,
    melee_cell,
    modified_difference,
    score_modifiers,
    skill_of,
    source_of,
    throws,
)  # fmt: skip
from grognard.games.high_adventure.options import Options
from grognard.games.high_adventure.things import Melee
from grognard.games.high_adventure.weapons import weapon
from grognard.kernel.tally import Tally
from tests.games.high_adventure.build import a_battle, a_figure
from tests.script import scripted

TABLE = {
    1: "- - - -", 2: "PB - - -", 3: "LW PB - -", 4: "W+PB LW PB -", 5: "W W+PB LW PB", 6: "W W W+PB LW", 7: "K W W W+PB",
    8: "K K W W", 9: "K K K W", 10: "K K K K",
}  # fmt: skip


@pytest.mark.parametrize("difference", range(-2, 14))
def test_the_combat_results(difference):
    """HA-MEL-18a, HA-MEL-18b, HA-MEL-18c, HA-MEL-18d, HA-MEL-18e, HA-MEL-18f, HA-MEL-18g, HA-MEL-18h, HA-MEL-18i, HA-MEL-18j."""
    cells = " ".join(melee_cell(Options(), difference, armour) for armour in Armour)
    assert cells == TABLE[min(max(difference, 1), 10)]


def test_the_odd_cell_may_be_played_light():
    """HA-RULE-22."""
    assert [melee_cell(Options(diff4="light"), 4 + armour, armour) for armour in Armour] == ["LW+PB"] * 4


@pytest.mark.parametrize(("skill", "rule"), [(0, None), (1, "HA-MEL-04"), (2, "HA-MEL-05"), (3, "HA-MEL-06")])
def test_weapon_skill_is_added(skill, rule):
    """HA-WSK-02, HA-WSK-03, HA-WSK-04, HA-WSK-05: 0 to 3; HA-MEL-03: nothing for 0."""
    tally = Tally(score_modifiers(a_figure(skill=skill), 0))
    assert tally.total == skill
    assert [line.rule for line in tally] == ([rule] if rule else [])


def test_weapon_skill_is_held_for_each_weapon():
    """HA-WSK-01, HA-RULE-100, HA-MEL-07: one without a value is unfamiliar: WSk 0, and -1."""
    strange = weapon("sword", None)
    assert skill_of(strange) == 0
    assert Tally(score_modifiers(a_figure(weapon=strange), 0)).total == -1
    bottle = weapon("bottle", None)
    assert not bottle.unfamiliar
    assert Tally(score_modifiers(a_figure(weapon=bottle), 0)).total == 0


def test_supporters_horse_and_invisibility_help():
    """HA-MEL-09, HA-MEL-10, HA-MNT-01, HA-INV-05."""
    rider = a_figure(skill=2, mounted=True, effects=("invisible",))
    assert Tally(score_modifiers(rider, 2)).total == 2 + 2 + 1 + 1


def test_an_invisible_figure_fights_as_normal():
    """HA-INV-01."""
    battle = a_battle(a_figure(strength=2, effects=("invisible",)))
    assert throws(battle, battle.figure("anna")) == 2


def test_the_fleeing_throw_one_bare_die_and_hurt_nobody():
    """HA-RULE-10, HA-ORD-11."""
    runner, foe = a_figure(strength=3, skill=3, order=Order.FLEE), a_figure("foe", "blue", at=(11, 10))
    battle = a_battle(runner, foe)
    assert throws(battle, runner) == 1
    assert not fights_back(runner)
    melee = Melee("anna", "foe", 1, 1)
    with scripted(dice=[6, 1]) as referee:
        fight(referee, battle, melee)
    assert (melee.score_one, melee.winner, melee.cell) == (6, "anna", "-")


@pytest.mark.parametrize(("option", "dice"), [("zero", 0), ("one_die", 1)])
def test_the_helpless(option, dice):
    """HA-RULE-80: score 0 and no supporters' bonus, or one bare die that cannot hurt."""
    sleeper = a_figure(strength=2, skill=2, effects=("sleep",))
    battle = a_battle(sleeper, options={"helpless": option})
    assert throws(battle, sleeper) == dice
    assert Tally(score_modifiers(sleeper, 3)).total == 0


def test_only_the_best_die_counts():
    """HA-MEL-02, HA-MEL-08: a 5 of three dice against a 1, and +1 for Strength 3."""
    battle = a_battle(a_figure(strength=3), a_figure("foe", "blue", at=(11, 10)))
    melee = Melee("anna", "foe", 3, 1)
    with scripted(dice=[2, 5, 3, 1]) as referee:
        fight(referee, battle, melee)
    assert (melee.score_one, melee.score_other, melee.cell) == (5, 1, "W")


def test_a_tie_is_nothing():
    """HA-RULE-81."""
    battle = a_battle(a_figure(), a_figure("foe", "blue", at=(11, 10)))
    melee = Melee("anna", "foe", 1, 1)
    with scripted(dice=[4, 4]) as referee:
        fight(referee, battle, melee)
    assert (melee.winner, melee.cell) == ("", "")


@pytest.mark.parametrize(
    ("strength", "arm", "difference"),
    [(1, "sword", 2), (1, "polearm", 3), (3, "sword", 3), (3, "polearm", 4), (1, "bottle", 1), (3, "bottle", 2)],
)
def test_difference_modifiers_add_together(strength, arm, difference):
    """HA-MEL-14, HA-MEL-15, HA-MEL-16, HA-MEL-17."""
    winner = a_figure(strength=strength, weapon=weapon(arm, 0))
    assert modified_difference(Options(), winner, 2) == difference
    assert modified_difference(Options(), winner, 0) == 0


def test_strength_three_printed_or_current():
    """HA-RULE-20."""
    worn = a_figure(strength=3, light_wounds=2)
    assert modified_difference(Options(), worn, 2) == 3
    assert modified_difference(Options(strength_bonus="current"), worn, 2) == 2
    assert modified_difference(Options(), a_figure(strength=4), 2) == 3


def test_a_missile_weapon_in_hand_is_no_blade():
    """HA-RULE-82: one weapon counts; bare hands are improvised."""
    archer = a_figure(weapon=weapon("bow", 3))
    assert Tally(score_modifiers(archer, 0)).total == 0
    assert modified_difference(Options(), archer, 2) == 1


@pytest.mark.parametrize(
    ("arm", "strength", "source"),
    [
        (weapon("sword", 1), 1, "weapon"),
        (weapon("mace", 1), 1, "smashing"),
        (weapon("magic sword", 1), 1, "magic"),
        (weapon("bow", 1), 3, "smashing"),
        (Weapon("fists"), 3, "smashing"),
        (Weapon("fists"), 2, "weapon"),
    ],
)
def test_what_a_blow_is_to_the_undead(arm, strength, source):
    """HA-RULE-69, HA-ART-06."""
    assert source_of(a_figure(weapon=arm, strength=strength)) == source
