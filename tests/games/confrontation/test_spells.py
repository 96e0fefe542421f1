"""The starter spells, one by one, through the whole casting."""

import pytest

from grognard.games.confrontation.battle import Battle, Fighter
from grognard.games.confrontation.incantation import Cast, cast, spell_options
from grognard.games.confrontation.spells import SPELLS, end_of_round
from tests.games.confrontation.mystics import a_battle, a_fighter, a_mage, gems
from tests.script import scripted

PLENTY = (3, 3, 3, 3, 3, 3)


def cast_on(battle: Battle, spell: str, target: str, dice: list[int]) -> None:
    """The mage casts with a safe 4 (POW 6) and just enough gems, and it works."""
    mage, row = battle.fighters[0], SPELLS[spell]
    mage.gems = gems(**{"light" if row.element == "instinctive" else row.element: row.cost})
    with scripted(dice=[4, *dice]) as referee:
        assert cast(referee, battle, mage, Cast(spell, target)) == "effect"


def a_scene(*others: Fighter, apart: int = 500) -> Battle:
    return a_battle(a_mage(power=6), *others, apart=apart)


def targets_of(battle: Battle, spell: str) -> list[str]:
    battle.fighters[0].gems = PLENTY
    return [o.target for o in spell_options(battle, battle.fighters[0]) if isinstance(o, Cast) and o.spell == spell]


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("lamplight_ward", ("light", 1, 5, 2000, 1)),
        ("searing_noon", ("light", 2, 8, 3000, 2)),
        ("galehand", ("air", 1, 6, 2500, 1)),
        ("brookmend", ("water", 1, 6, 1500, 1)),
        ("drowning_chill", ("water", 2, 7, 2500, 2)),
        ("emberlance", ("fire", 1, 6, 3000, 1)),
        ("furnace_bloom", ("fire", 3, 9, 2500, 3)),
        ("stoneblood", ("earth", 1, 6, 1500, 1)),
        ("rootgrip", ("earth", 2, 6, 2000, 2)),
        ("gravecold_whisper", ("darkness", 1, 6, 2000, 1)),
        ("borrowed_breath", ("darkness", 2, 8, 1000, 2)),
        ("spark_of_will", ("instinctive", 1, 5, 0, 1)),
    ],
)
def test_the_table_is_the_page(name: str, row: tuple[str, int, int, int, int]) -> None:
    """C3-RULE-94: element, cost, difficulty (against a lightly wounded man of Force 1), range, intensity."""
    spell = SPELLS[name]
    assert (spell.element, spell.cost, spell.difficulty(a_fighter(level=1)), spell.range, spell.intensity) == row


def test_lamplight_ward_guards_a_friend_until_the_end_of_the_round() -> None:
    """C3-SPELL-01: DEF +1, once, and the caster is a friend too."""
    anne = a_fighter("anne", "red", defence=3)
    battle = a_scene(anne, a_fighter("odo"))
    anne.x, anne.y = 3000, 3500
    assert targets_of(battle, "lamplight_ward") == ["ysolde", "anne"]
    cast_on(battle, "lamplight_ward", "anne", [])
    assert anne.defence == 4
    cast_on(battle, "lamplight_ward", "anne", [])
    assert anne.defence == 4  # C3-RULE-90: the same source counts once
    end_of_round(anne)
    assert anne.defence == 3


def test_searing_noon_burns_the_living_dead_worse() -> None:
    """C3-SPELL-02: STR 6, or 9 against Living-Dead: 2 + 9 - 5 to the legs is light, 2 + 6 - 5 only stuns."""
    pike, odo = a_fighter("pike", abilities=("living_dead",), res=5), a_fighter("odo", res=5)
    battle = a_scene(pike, odo)
    assert targets_of(battle, "searing_noon") == ["pike", "odo"]
    cast_on(battle, "searing_noon", "pike", [2, 1])
    cast_on(battle, "searing_noon", "odo", [2, 1])
    assert (pike.level, pike.stunned) == (1, 0)
    assert (odo.level, odo.stunned) == (0, 1)


def test_galehand_carries_a_friend_who_has_yet_to_act() -> None:
    """C3-SPELL-03: MOV +5."""
    anne, done = a_fighter("anne", "red", mov=1000), a_fighter("done", "red", activated=True)
    battle = a_scene(anne, done, a_fighter("odo"))
    anne.y = done.y = 3400
    assert targets_of(battle, "galehand") == ["anne"]
    cast_on(battle, "galehand", "anne", [])
    assert anne.mov == 1500


def test_brookmend_heals_one_level_of_a_wounded_friend() -> None:
    """C3-SPELL-04, C3-RULE-89: Serious becomes Light; injuries stay."""
    anne, hale = a_fighter("anne", "red", level=2, injuries=("ini_minus_1",)), a_fighter("hale", "red")
    battle = a_scene(anne, hale)
    anne.y = hale.y = 3400
    assert targets_of(battle, "brookmend") == ["anne"]
    cast_on(battle, "brookmend", "anne", [])
    assert (anne.level, anne.injuries) == (1, ("ini_minus_1",))


def test_drowning_chill_slows_and_weakens_an_enemy() -> None:
    """C3-SPELL-05: INI -2, ATT -1, and never below 0 (C3-RULE-90)."""
    odo, slow = a_fighter("odo", ini=4, att=4), a_fighter("slow", ini=1, att=0)
    battle = a_scene(odo, slow)
    cast_on(battle, "drowning_chill", "odo", [])
    cast_on(battle, "drowning_chill", "slow", [])
    assert (odo.ini, odo.att, slow.ini, slow.att) == (2, 3, 0, 0)


def test_emberlance_is_a_wound_roll_of_strength_four() -> None:
    """C3-SPELL-06, C3-RULE-52: 6 + 4 - 6 to the stomach is serious; the caster's own wounds take nothing from it."""
    odo = a_fighter("odo", res=6)
    battle = a_scene(odo)
    battle.fighters[0].level = 3
    cast_on(battle, "emberlance", "odo", [6, 3])
    assert odo.level == 2


def test_furnace_bloom_singes_everybody_near_its_target() -> None:
    """C3-SPELL-07: STR 6 for the target, STR 3 for every other figure within 4 cm, friend or foe."""
    odo = a_fighter("odo", res=5, x=3000, y=4000)
    near, anne = a_fighter("near", res=5, x=3650, y=4000), a_fighter("anne", "red", res=5, x=2500, y=4000)
    far, fallen = a_fighter("far", res=5, x=3651, y=4100), a_fighter("fallen", x=3000, y=4300, gone="killed")
    battle = a_scene(odo, near, anne, far, fallen)
    assert targets_of(battle, "furnace_bloom")[0] == "odo"
    cast_on(battle, "furnace_bloom", "odo", [6, 2, 6, 2, 6, 3])
    assert [f.level for f in (odo, near, anne, far, battle.fighters[0])] == [2, 1, 2, 0, 0]


def test_furnace_bloom_needs_no_distribution_roll_in_a_fray() -> None:
    """C3-RULE-94: only wound rolls; the neighbours burn also if the target dies."""
    odo, anne = a_fighter("odo", res=5, x=3000, y=4000), a_fighter("anne", "red", res=5, x=3250, y=4000)
    battle = a_scene(odo, anne)
    cast_on(battle, "furnace_bloom", "odo", [6, 6, 2, 1])
    assert odo.gone == "killed"
    assert (anne.level, anne.stunned) == (0, 1)


def test_stoneblood_hardens_a_friend() -> None:
    """C3-SPELL-08: RES +2, which adds to another source (C3-RULE-90)."""
    anne = a_fighter("anne", "red", res=5)
    battle = a_scene(anne)
    anne.y = 3400
    cast_on(battle, "stoneblood", "anne", [])
    assert anne.res == 7


def test_rootgrip_holds_an_enemy_on_the_ground() -> None:
    """C3-SPELL-09: MOV 0 until the end of the round; flyers are out of its reach."""
    odo, wing = a_fighter("odo", mov=1250), a_fighter("wing", altitude=1)
    battle = a_scene(odo, wing)
    assert targets_of(battle, "rootgrip") == ["odo"]
    cast_on(battle, "rootgrip", "odo", [])
    assert odo.mov == 0
    assert odo.is_under("rooted")
    end_of_round(odo)
    assert odo.mov == 1250


def test_gravecold_whisper_is_a_fear_test_against_seven() -> None:
    """C3-SPELL-10: COU 4 and a 2 are not enough, COU 4 and a 3 are."""
    odo, ulla = a_fighter("odo", cou=4), a_fighter("ulla", cou=4)
    battle = a_scene(odo, ulla)
    cast_on(battle, "gravecold_whisper", "odo", [2])
    cast_on(battle, "gravecold_whisper", "ulla", [3])
    assert (odo.routed, odo.routed_by) == (True, 7)
    assert (ulla.routed, ulla.immune_to) == (False, 7)


def test_gravecold_whisper_leaves_the_fearless_alone() -> None:
    """C3-SPELL-10, C3-FEAR-04, C3-RULE-58: Living-Dead never test, FEAR 7 does not fear FEAR 7."""
    pike, bull = a_fighter("pike", fear=5, abilities=("living_dead",)), a_fighter("bull", fear=7)
    battle = a_scene(pike, bull)
    cast_on(battle, "gravecold_whisper", "pike", [])
    cast_on(battle, "gravecold_whisper", "bull", [])
    assert not pike.routed
    assert not bull.routed


@pytest.mark.parametrize(
    ("dice", "level_of_odo", "level_of_caster"),
    [([5, 4], 2, 1), ([3, 1], 0, 2), ([6, 6], 4, 2)],
)
def test_borrowed_breath_heals_the_caster_if_it_wounds(
    dice: list[int], level_of_odo: int, level_of_caster: int
) -> None:
    """C3-SPELL-11, C3-EFF-06: a wound heals him one level; a stun or a kill outright is no wound."""
    odo = a_fighter("odo", res=6)
    battle = a_scene(odo)
    battle.fighters[0].level = 2
    cast_on(battle, "borrowed_breath", "odo", dice)
    assert (odo.level, battle.fighters[0].level) == (level_of_odo, level_of_caster)


def test_borrowed_breath_heals_nobody_who_is_whole() -> None:
    """C3-SPELL-11, C3-RULE-89: there is no level below none."""
    odo = a_fighter("odo", res=6)
    battle = a_scene(odo)
    cast_on(battle, "borrowed_breath", "odo", [5, 4])
    assert (odo.level, battle.fighters[0].level) == (2, 0)


def test_spark_of_will_sharpens_the_caster_himself() -> None:
    """C3-SPELL-12: ATT +1 and DEF +1."""
    battle = a_scene(a_fighter("odo"))
    mage = battle.fighters[0]
    assert targets_of(battle, "spark_of_will") == ["ysolde"]
    before = mage.att, mage.defence
    cast_on(battle, "spark_of_will", "ysolde", [])
    assert (mage.att, mage.defence) == (before[0] + 1, before[1] + 1)


def test_different_sources_add_up() -> None:
    """C3-RULE-90: Lamplight Ward and Spark of Will both raise DEF."""
    battle = a_scene()
    mage = battle.fighters[0]
    before = mage.defence
    cast_on(battle, "spark_of_will", "ysolde", [])
    cast_on(battle, "lamplight_ward", "ysolde", [])
    assert mage.defence == before + 2
