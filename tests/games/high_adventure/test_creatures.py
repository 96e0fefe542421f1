"""Creatures: the printed profiles, and what is special about each kind."""

import pytest

from grognard.games.high_adventure.control import followers, master_lost
from grognard.games.high_adventure.creatures import (
    CREATURES,
    creature,
    is_immune_to_frost,
    is_man_sized,
    move_of,
    orc_leader,
    profile_of,
    shapes_to_take,
)
from grognard.games.high_adventure.figures import ENEMY, PARTY, Armour, State
from grognard.games.high_adventure.fire import actions
from grognard.games.high_adventure.options import Options
from grognard.games.high_adventure.orders import is_uncommanded
from grognard.games.high_adventure.wounds import dice_left, suffer
from grognard.kernel.referee import Scripted
from tests.games.high_adventure.magic_build import a_battle, a_figure, a_mage, disc

TABLE = {  # move, Br, St, Sk, WS, Cl, Ld
    "human": ("HA-CRE-01", 5, 2, 1, 1, 0, 3, 3),
    "elf": ("HA-CRE-02", 5, 2, 1, 1, 0, 4, 2),
    "dwarf": ("HA-CRE-03", 5, 3, 1, 1, 0, 3, 2),
    "halfling": ("HA-CRE-04", 5, 2, 1, 3, 0, 3, 1),
    "orc": ("HA-CRE-05", 5, 2, 1, 1, 1, 3, 2),
    "goblin": ("HA-CRE-06", 5, 2, 1, 1, 1, 4, 1),
    "troll": ("HA-CRE-07", 8, 4, 3, 1, 0, 1, 1),
    "ogre": ("HA-CRE-07", 8, 4, 3, 1, 0, 1, 1),
    "giant_ape": ("HA-CRE-07", 8, 4, 3, 1, 0, 1, 1),
    "giant": ("HA-CRE-08", 10, 3, 4, 1, 0, 1, 1),
    "dragon": ("HA-CRE-09", 8, 5, 4, 1, 3, 3, 5),
    "large_demon": ("HA-CRE-10", 8, 5, 2, 3, 1, 3, 5),
    "small_demon": ("HA-CRE-11", 8, 3, 1, 4, 0, 3, 4),
    "zombie": ("HA-CRE-12", 5, 6, 1, 1, 0, 1, 1),
    "skeleton": ("HA-CRE-13", 8, 6, 1, 1, 0, 1, 1),
    "golem": ("HA-CRE-13", 8, 6, 1, 1, 0, 1, 1),
}


@pytest.mark.parametrize("kind", TABLE)
def test_the_printed_profiles(kind):
    """HA-CRE-01 to HA-CRE-13, HA-ATTR-06, HA-RULE-13: HA-CRE-01, HA-CRE-02, HA-CRE-03, HA-CRE-04, HA-CRE-05, HA-CRE-06,
    HA-CRE-07, HA-CRE-08, HA-CRE-09, HA-CRE-10, HA-CRE-11, HA-CRE-12, HA-CRE-13."""
    rule, move, bravery, strength, skill, weapon_skill, cleverness, leadership = TABLE[kind]
    profile = profile_of(kind, Options())
    assert creature(kind).rule == rule
    assert profile.move == 100 * move
    assert (profile.bravery, profile.strength, profile.skill) == (bravery, strength, skill)
    assert (profile.hand_weapon.skill, profile.cleverness, profile.leadership) == (weapon_skill, cleverness, leadership)


def test_the_printed_eight_inches_for_men():
    """HA-RULE-13, `man_move = 8`: the six races of men; zombies and giants are as they were."""
    eight = Options(man_move=8)
    assert [move_of(eight, kind) for kind in ("human", "elf", "dwarf", "halfling", "orc", "goblin")] == [800] * 6
    assert (move_of(eight, "zombie"), move_of(eight, "giant")) == (500, 1000)


def test_armour_and_size():
    """HA-CRE-07a, HA-CRE-08a, HA-CRE-09b, HA-RULE-64, HA-RULE-60: Mail, Plate, and what is ours in brackets."""
    armour = {kind: profile_of(kind, Options()).armour for kind in CREATURES}
    assert armour["troll"] == armour["giant"] == armour["large_demon"] == armour["golem"] == Armour.MAIL
    assert armour["dragon"] is Armour.PLATE
    assert armour["zombie"] is Armour.PADDED
    assert armour["skeleton"] == armour["small_demon"] == Armour.UNARMOURED
    assert [creature(kind).radius for kind in ("human", "ogre", "giant", "dragon")] == [50, 100, 125, 150]


def test_who_is_man_sized():
    """HA-RULE-85: HA-CRE-01 to 06, 11, 12 and 13."""
    small = ("human", "elf", "dwarf", "halfling", "orc", "goblin", "small_demon", "imp", "zombie", "skeleton", "golem")
    assert [kind for kind in CREATURES if is_man_sized(kind)] == list(small)


def test_what_is_special_about_the_races():
    """HA-CRE-01a, HA-CRE-02a, HA-CRE-02b, HA-CRE-03a, HA-CRE-04a, HA-CRE-04b, HA-CRE-04c: sure feet, short legs, stealth."""
    human, elf, dwarf, halfling = (creature(kind) for kind in ("human", "elf", "dwarf", "halfling"))
    assert (human.sure_footed, human.short_legs, human.stealth) == (False, False, False)
    assert elf.sure_footed
    assert dwarf.short_legs
    assert (halfling.short_legs, halfling.stealth, halfling.weapon_skill) == (True, True, 0)
    from grognard.games.high_adventure.shooting import Aim, score_modifiers
    from grognard.kernel.tally import Tally
    from tests.games.high_adventure.magic_build import BOW

    archer = a_figure(kind="elf", weapons=(BOW,))
    assert Tally(score_modifiers(archer, BOW, Aim("short"))).total == 1


def test_orc_leaders():
    """HA-CRE-05a: Strength 2, WSk 2."""
    leader = orc_leader(Options())
    assert (leader.strength, leader.hand_weapon.skill, leader.kind) == (2, 2, "orc")


def test_an_imp_is_a_small_demon_with_poor_claws():
    """HA-CRE-11a, HA-RULE-67."""
    imp, small = profile_of("imp", Options()), profile_of("small_demon", Options())
    assert (imp.strength, imp.skill, imp.move) == (small.strength, small.skill, small.move)
    assert imp.hand_weapon.kind == "improvised"
    assert small.hand_weapon.kind == "hand"


@pytest.mark.parametrize(
    ("kind", "cell", "source", "state"),
    [
        ("zombie", "K", "weapon", State.DISABLED),
        ("zombie", "W", "weapon", State.DISABLED),
        ("zombie", "W", "fire", State.DESTROYED),
        ("zombie", "K", "magic", State.DESTROYED),
        ("skeleton", "K", "weapon", State.ABLE),
        ("skeleton", "K", "smashing", State.DESTROYED),
        ("skeleton", "W", "smashing", State.DESTROYED),
        ("golem", "W", "magic", State.DESTROYED),
    ],
)
def test_what_destroys_the_undead(kind, cell, source, state):
    """HA-CRE-12a, HA-CRE-13a, HA-RULE-68, HA-RULE-69."""
    dead = a_figure("dead", ENEMY, kind=kind)
    battle = a_battle(dead)
    suffer(Scripted(), battle, dead, cell, source=source)
    assert dead.state is state


def test_two_full_wounds_disable_a_skeleton_which_keeps_its_die():
    """HA-CRE-13b, HA-RULE-69."""
    bones = a_figure("bones", ENEMY, kind="skeleton")
    battle = a_battle(bones)
    suffer(Scripted(), battle, bones, "K")
    assert (bones.able, dice_left(battle.options, bones)) == (True, 1)
    suffer(Scripted(), battle, bones, "W")
    assert bones.state is State.DISABLED


def test_the_undead_fall_with_their_master():
    """HA-CRE-12a, HA-CRE-13a, HA-CRE-10a: and a demon goes with its summoner."""
    from grognard.games.high_adventure.figures import Effect

    evil = a_mage("evil", side=ENEMY)
    zombie = a_figure("zombie", ENEMY, kind="zombie", controller="evil", bound=True)
    demon = a_figure("demon", ENEMY, kind="large_demon", controller="evil", effects=[Effect("summoned", turns=3)])
    knight = a_figure("knight", ENEMY, controller="evil", bound=True)
    battle = a_battle(evil, zombie, demon, knight)
    evil.state = State.KILLED
    master_lost(Scripted(), battle, evil)
    assert (zombie.state, demon.state, knight.state) == (State.DESTROYED, State.GONE, State.ABLE)
    assert followers(battle, evil) == []


def test_creatures_that_nobody_commands_follow_the_solo_system():
    """HA-CRE-14: on the enemy's side, and on a player's side unless somebody controls them."""
    ogre, bear = a_figure("ogre", ENEMY, kind="ogre"), a_figure("bear", PARTY, role="npc", kind="giant_ape")
    battle = a_battle(a_mage("mage"), ogre, bear)
    assert is_uncommanded(battle, battle.group_of(ogre))
    assert is_uncommanded(battle, battle.group_of(bear))
    bear.controller = "mage"
    assert not is_uncommanded(battle, battle.group_of(bear))


def test_hands_make_fire_and_frost_spares_the_cold():
    """HA-RULE-56: not dragons, skeletons, zombies. HA-MAJ-06a: undead and frost giants are only held."""
    wood = disc("copse", "wood", 10, 10, 3)
    for kind, can in (("human", True), ("golem", True), ("zombie", False), ("skeleton", False), ("dragon", False)):
        figure = a_figure(kind=kind)
        assert bool(actions(a_battle(figure, features=(wood,)), figure)) is can
    assert [kind for kind in CREATURES if is_immune_to_frost(kind)] == ["frost_giant", "zombie", "skeleton", "golem"]


def test_shapes_that_a_caster_may_take():
    """HA-RULE-48: all but giants and dragons, which an option allows."""
    assert not {"giant", "frost_giant", "dragon"} & set(shapes_to_take(Options()))
    assert set(shapes_to_take(Options(transform_dragon="yes"))) == set(CREATURES)
