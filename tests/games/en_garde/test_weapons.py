"""The two printed tables of weapons, and what their special rules mean."""

import pytest

from grognard.games.en_garde.options import Options
from grognard.games.en_garde.weapons import (
    BLADES,
    MISSILES,
    blade_words,
    initiative_modifier,
    missile_named,
    wound_modifier,
)
from tests.games.en_garde.build import a_profile

PLAIN = Options()


@pytest.mark.parametrize(
    ("blade", "rule", "initiative", "wound", "two_handed"),
    [
        ("hands", "EG-CCW-01", -1, -2, False),
        ("dagger", "EG-CCW-02", -1, 0, False),
        ("sword", "EG-CCW-03", 0, 0, False),
        ("hand_weapon", "EG-CCW-04", 0, 0, False),
        ("longsword_1h", "EG-CCW-05", 0, 0, False),
        ("longsword_2h", "EG-CCW-05", 0, 1, True),
        ("great_weapon", "EG-CCW-06", -1, 1, True),
        ("spear", "EG-CCW-07", 2, 0, False),
        ("pike", "EG-CCW-08", 3, 0, True),
        ("halberd", "EG-CCW-09", 1, 1, True),
        ("lance", "EG-CCW-10", 2, 0, False),
        ("staff", "EG-CCW-11", 0, 0, True),
        ("bayonet", "EG-CCW-12", 1, 0, False),
        ("pistol_cc", "EG-CCW-13", 5, 1, False),
    ],
)
def test_a_close_combat_weapon_as_printed(blade: str, rule: str, initiative: int, wound: int, two_handed: bool) -> None:
    """EG-CCW-01 to EG-CCW-13, in the first round, on foot against foot; EG-SPEC-08 marks the Two-handed."""
    weapon = BLADES[blade]
    assert weapon.rule == rule
    assert initiative_modifier(weapon, PLAIN, first_round=True, mounted=False) == initiative
    assert wound_modifier(weapon, mounted=False, against_mounted=False) == wound
    assert weapon.two_handed is two_handed


def test_a_pike_is_long_only_in_the_first_round_and_bites_riders() -> None:
    """EG-CCW-08, EG-RULE-43: +3 and then -3; +1 Wound Score against mounted."""
    pike = BLADES["pike"]
    assert [initiative_modifier(pike, PLAIN, first_round=first, mounted=False) for first in (True, False)] == [3, -3]
    assert wound_modifier(pike, mounted=False, against_mounted=True) == 1


def test_a_lance_wounds_more_only_from_the_saddle() -> None:
    """EG-CCW-10, EG-RULE-45: on foot it keeps its Initiative, or is worth nothing by the other reading."""
    lance, strict = BLADES["lance"], Options(lance_on_foot="nothing")
    assert [wound_modifier(lance, mounted=mounted, against_mounted=False) for mounted in (True, False)] == [1, 0]
    assert initiative_modifier(lance, PLAIN, first_round=True, mounted=False) == 2
    assert initiative_modifier(lance, strict, first_round=True, mounted=False) == 0
    assert initiative_modifier(lance, strict, first_round=True, mounted=True) == 2


@pytest.mark.parametrize(
    ("missile", "rule", "reach", "wound", "specials"),
    [
        ("bow", "EG-MSL-01", 36, 0, {}),
        ("longbow", "EG-MSL-02", 48, 1, {}),
        ("crossbow", "EG-MSL-03", 48, 1, {"reload": 1}),
        ("matchlock", "EG-MSL-04", 36, 2, {"reload": 1, "match": True, "inaccurate": True}),
        ("musket", "EG-MSL-05", 48, 2, {"reload": 1, "powder": True}),
        ("blunderbuss", "EG-MSL-06", 9, 0, {"spray": 200}),
        ("thrown", "EG-MSL-07", 6, 0, {}),
        ("sling", "EG-MSL-08", 24, 0, {}),
        ("grenade", "EG-MSL-09", 9, 1, {"blast": 200, "one_use": True}),
        ("javelin", "EG-MSL-10", 12, 0, {}),
        ("pistol", "EG-MSL-11", 18, 1, {"reload": 1, "powder": True, "inaccurate": True}),
    ],
)
def test_a_missile_weapon_as_printed(
    missile: str, rule: str, reach: int, wound: int, specials: dict[str, object]
) -> None:
    """EG-MSL-01 to EG-MSL-11; EG-SPEC-01 to EG-SPEC-07 are its special rules and no others."""
    weapon = MISSILES[missile]
    assert (weapon.rule, weapon.reach, weapon.wound) == (rule, 100 * reach, wound)
    names = ("reload", "powder", "match", "inaccurate", "spray", "blast", "one_use")
    assert {name: getattr(weapon, name) for name in names if getattr(weapon, name)} == specials


def test_the_blunderbuss_is_reloaded_only_where_that_is_played() -> None:
    """EG-RULE-30."""
    assert missile_named("blunderbuss", PLAIN).reload == 0
    loaded = missile_named("blunderbuss", Options(blunderbuss_reload="reload_1_powder"))
    assert (loaded.reload, loaded.powder, loaded.spray, loaded.reach) == (1, True, 200, 900)


def test_a_second_pistol_is_a_pistol() -> None:
    """EG-RULE-42: each pistol carried is told apart."""
    assert missile_named("pistol 2", PLAIN) is MISSILES["pistol"]


@pytest.mark.parametrize(
    ("blades", "missiles", "expected"),
    [
        (["sword"], [], ("sword",)),
        ([], ["pistol", "pistol 2"], ("dagger",)),
        ([], ["musket"], ("staff",)),
        ([], ["matchlock"], ("staff",)),
        ([], ["bow"], ("staff",)),
        ([], ["crossbow"], ("staff",)),
        (["bayonet"], ["musket"], ("bayonet", "staff")),
        (["dagger"], ["crossbow"], ("dagger", "staff")),
        ([], ["sling"], ("hands",)),
        ([], [], ("hands",)),
    ],
)
def test_what_one_shoots_with_can_also_strike(
    blades: list[str], missiles: list[str], expected: tuple[str, ...]
) -> None:
    """EG-RULE-46: a pistol as a Dagger, long arms as a Staff, a musket with bayonet as a Bayonet; EG-CCW-01 where there is nothing."""
    assert a_profile(blades=blades, missiles=missiles).strikes_with == expected


def test_weapons_are_called_by_words() -> None:
    assert [blade_words(name) for name in ("sword", "longsword_2h", "hands")] == [
        "sword",
        "longsword in two hands",
        "hands and feet",
    ]
