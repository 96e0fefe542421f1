"""Loading and weather."""

from fractions import Fraction

import pytest

from grognard.games.en_garde.powder import can_fire, can_reload, reload, spend_shot
from grognard.kernel.odds import odds
from tests.games.en_garde.build import a_battle, a_figure, a_piece
from tests.script import scripted

ROOF = a_piece("gallery", (8, 8, 12, 12))


@pytest.mark.parametrize(
    ("weapon", "counters"),
    [
        ("crossbow", 1),
        ("matchlock", 1),
        ("musket", 1),
        ("pistol", 1),
        ("bow", 0),
        ("longbow", 0),
        ("sling", 0),
        ("javelin", 0),
        ("thrown", 0),
        ("blunderbuss", 0),
    ],
)
def test_what_must_be_reloaded_and_what_never_runs_out(weapon: str, counters: int) -> None:
    """EG-RULE-24, EG-SPEC-01: after a shot so many counters, and no shot while there is one; EG-RULE-31: bows and the like never run out."""
    anne = a_figure(missiles=[weapon])
    battle = a_battle(anne)
    assert can_fire(battle, anne, weapon)  # all weapons start loaded
    spend_shot(battle, anne, weapon)
    assert anne.reloads.get(weapon, 0) == counters
    assert can_fire(battle, anne, weapon) is (counters == 0)
    assert can_reload(anne) == ([weapon] if counters else [])


def test_a_reload_takes_one_counter_off_one_weapon() -> None:
    """EG-MOVE-04."""
    anne = a_figure(missiles=["pistol", "pistol 2"], reloads={"pistol": 1, "pistol 2": 1})
    battle = a_battle(anne)
    with scripted() as referee:
        assert reload(referee, battle, anne, "pistol 2")
    assert anne.reloads == {"pistol": 1}


def test_a_grenade_is_gone_after_the_throw() -> None:
    """EG-SPEC-07, EG-RULE-29."""
    anne = a_figure(missiles=["grenade", "grenade 2"])
    battle = a_battle(anne)
    spend_shot(battle, anne, "grenade")
    assert not can_fire(battle, anne, "grenade")
    assert can_fire(battle, anne, "grenade 2")
    assert can_reload(anne) == []


@pytest.mark.parametrize(("die", "loaded"), [(3, False), (4, True)])
def test_powder_in_the_rain_needs_a_four(die: int, loaded: bool) -> None:
    """EG-RULE-25, EG-SPEC-02: the counter stays on 1 to 3."""
    anne = a_figure(missiles=["musket"], reloads={"musket": 1})
    with scripted(dice=[die]) as referee:
        assert reload(referee, a_battle(anne, rain=True), anne, "musket") is loaded
    assert ("musket" not in anne.reloads) is loaded


def test_powder_is_dry_under_a_roof_and_a_crossbow_does_not_care() -> None:
    """EG-RULE-25, EG-RULE-75: outside a roof only, and only Powder; a Match is not Powder."""
    for weapon, terrain in (("musket", [ROOF]), ("crossbow", []), ("matchlock", [])):
        anne = a_figure(missiles=[weapon], reloads={weapon: 1})
        with scripted() as referee:
            assert reload(referee, a_battle(anne, rain=True, terrain=terrain), anne, weapon)


def test_the_shot_already_loaded_fires_in_the_rain() -> None:
    """EG-RULE-25."""
    anne = a_figure(missiles=["musket"])
    assert can_fire(a_battle(anne, rain=True), anne, "musket")


def test_a_match_goes_out_in_the_rain_unless_one_stands_under_a_roof() -> None:
    """EG-RULE-26, EG-SPEC-03."""
    anne = a_figure(missiles=["matchlock"])
    assert can_fire(a_battle(anne), anne, "matchlock")
    assert not can_fire(a_battle(anne, rain=True), anne, "matchlock")
    assert can_fire(a_battle(anne, rain=True, terrain=[ROOF]), anne, "matchlock")


def test_a_blunderbuss_is_loaded_with_powder_where_that_is_played() -> None:
    """EG-RULE-30: reload_1_powder: one counter, and a 4 in the rain."""
    anne = a_figure(missiles=["blunderbuss"])
    battle = a_battle(anne, rain=True, blunderbuss_reload="reload_1_powder")
    spend_shot(battle, anne, "blunderbuss")
    assert anne.reloads == {"blunderbuss": 1}
    assert odds(reload, battle, anne, "blunderbuss")[True] == Fraction(1, 2)
