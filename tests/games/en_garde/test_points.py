"""Points and warbands."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.errors import ScenarioError
from grognard.games.en_garde.battle import Profile
from grognard.games.en_garde.points import (
    ATTRIBUTE_POINTS,
    GEAR_POINTS,
    RATE_POINTS,
    check_profile,
    check_warband,
    points_of,
)
from tests.games.en_garde.build import a_profile


@pytest.mark.parametrize(
    ("line", "points"),
    [
        ((5, 4, 4, 2, 0, "infantry", ["sword", "pistol"], ["Commander", "Swordsman"]), 37),  # Isaure Vell
        ((3, 2, 1, 0, 1, "infantry", ["great_weapon"], ["Brute"]), 19),  # Brother Tam
        ((2, 1, 2, 3, 0, "fast", ["longbow", "dagger"], ["Marksman"]), 22),  # a poacher
        ((6, 4, 5, 2, 1, "cavalry", ["sword", "pistol", "pistol"], ["Commander", "Swordsman"]), 52),  # Black Ysolde
        ((2, 2, 1, 2, 1, "infantry", ["hand_weapon", "grenade", "grenade"], ["Acrobat"]), 23),  # Petardier Wick
        ((1, 0, 0, 0, 0, "slow", [], []), 0),
    ],
)
def test_what_a_model_costs(line: tuple[int, int, int, int, int, str, list[str], list[str]], points: int) -> None:
    """EG-RULE-65, EG-RULE-66: as on the sample scenarios' lines."""
    assert points_of(*line) == points


def test_prices_of_gear_and_attributes() -> None:
    """EG-RULE-65: every line of the price list; EG-RULE-66: every attribute."""
    by_price: dict[int, list[str]] = {}
    for item, price in GEAR_POINTS.items():
        by_price.setdefault(price, []).append(item)
    assert {price: sorted(items) for price, items in by_price.items()} == {
        0: ["dagger"],
        1: ["bayonet", "hand_weapon", "staff", "sword", "thrown"],
        2: ["great_weapon", "grenade", "javelin", "lance", "longsword", "pike", "shield", "sling", "spear"],
        3: ["banner", "bow", "halberd", "pistol"],
        4: ["blunderbuss", "crossbow", "longbow", "matchlock"],
        5: ["musket"],
    }
    assert ATTRIBUTE_POINTS == {"Commander": 4, "Tactician": 4, "Swordsman": 3, "Marksman": 2, "Acrobat": 2, "Brute": 3}
    assert RATE_POINTS == {"slow": -2, "infantry": 0, "fast": 2, "cavalry": 6}


@given(st.integers(1, 6), st.integers(0, 5), st.integers(0, 5), st.integers(0, 4), st.integers(0, 3))
def test_every_value_has_its_price(pool: int, fight: int, initiative: int, shoot: int, armour: int) -> None:
    """EG-RULE-65."""
    expected = 2 * pool + 2 * fight + initiative + 2 * shoot + 3 * armour
    assert points_of(pool, fight, initiative, shoot, armour, "infantry", [], []) == expected


@pytest.mark.parametrize(
    ("profile", "words"),
    [
        (a_profile(pool=7), "pool 7"),
        (a_profile(pool=0), "pool 0"),
        (a_profile(fight=6), "fight 6"),
        (a_profile(initiative=-1), "initiative -1"),
        (a_profile(shoot=5), "shoot 5"),
        (a_profile(armour=4), "armour 4"),
        (a_profile(armour=3, rate="fast"), "EG-RULE-64"),
    ],
)
def test_profiles_out_of_range_are_refused(profile: Profile, words: str) -> None:
    """EG-RULE-63; EG-RULE-64: three-quarter harness at Infantry rate at most."""
    with pytest.raises(ScenarioError, match=words):
        check_profile("Anne", profile, "model[0]")


def test_profiles_in_range_are_fine() -> None:
    """EG-RULE-63, EG-RULE-64: all edges; a rider may wear full harness."""
    for profile in (a_profile(6, 5, 5, 4, 3), a_profile(1, 0, 0, 0, 0, "slow"), a_profile(armour=3, rate="cavalry")):
        check_profile("Anne", profile, "model[0]")


LEADER = ("Isaure", a_profile(5, leader=True, points=40, attributes=["Swordsman"]))


def soldiers(count: int, **profile: Any) -> list[tuple[str, Profile]]:
    return [(f"soldier {n}", a_profile(**profile)) for n in range(count)]


@pytest.mark.parametrize(
    ("models", "words"),
    [
        (soldiers(4), "one Leader, not 0"),
        ([LEADER, LEADER, *soldiers(3)], "one Leader, not 2"),
        ([LEADER, *soldiers(3, points=41)], "most expensive"),
        ([LEADER, *soldiers(2, attributes=["Swordsman"]), *soldiers(3)], "too many Swordsmen"),
        ([LEADER, *soldiers(3, missiles=["musket"])], "too many missile weapons"),
        ([LEADER, *soldiers(2, banner=True), *soldiers(2)], "too many banners"),
        ([LEADER, *soldiers(1, pool=5), *soldiers(2)], "outnumber"),
    ],
)
def test_warbands_that_may_not_be(models: list[tuple[str, Profile]], words: str) -> None:
    """EG-RULE-67, EG-CHAR-07."""
    with pytest.raises(ScenarioError, match=words):
        check_warband(models, "warband")


def test_a_warband_at_all_its_limits() -> None:
    """EG-RULE-67: one Swordsman in four besides the Leader, two shooters in three; javelins and thrown weapons do not count."""
    models = [LEADER, *soldiers(1, attributes=["Swordsman"], banner=True), *soldiers(4, missiles=["bow"]), *soldiers(0)]
    check_warband(models, "warband")
    check_warband([LEADER, *soldiers(5, missiles=["javelin"])], "warband")
