"""C3-FIRE: who may shoot, how hard it is, whom the shot strikes."""

from fractions import Fraction
from typing import Any

import pytest

from grognard.games.confrontation.activation import activate_next
from grognard.games.confrontation.firing import (
    Aim,
    can_shoot,
    difficulty,
    reasons_against,
    shoot,
    struck_by,
    targets_for,
)
from grognard.games.confrontation.options import Options
from grognard.games.confrontation.profiles import WEAPONS
from grognard.kernel.odds import odds
from tests.games.confrontation.build import a_battle, a_fighter
from tests.games.confrontation.test_actions import a_card, offered
from tests.script import scripted

BOW: dict[str, Any] = {"weapon": WEAPONS["crossbow"], "aim": 3}
RANGES = (2000, 3500, 5000)
FINE: dict[str, Any] = {
    "aim": 0,
    "los": True,
    "ranged_weapon": True,
    "activated": True,
    "in_contact": False,
    "routed": False,
    "did": (),
    "assault_fire": False,
    "own_camp": False,
}


def needed(aim: Aim) -> int | None:
    """The difficulty alone."""
    found = difficulty(aim)
    return None if found is None else found[0]


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({}, []),
        ({"los": False}, ["no_los"]),  # C3-FIRE-01
        ({"aim": None}, ["no_aim"]),  # C3-FIRE-02
        ({"ranged_weapon": False}, ["no_weapon"]),  # C3-FIRE-03
        ({"activated": False}, ["not_activated"]),  # C3-FIRE-04
        ({"in_contact": True}, ["in_contact"]),  # C3-FIRE-05
        ({"did": ("charge",)}, ["assaulted"]),  # C3-FIRE-06
        ({"did": ("run",)}, ["ran"]),  # C3-FIRE-06
        ({"did": ("cast", "walk")}, ["cast"]),  # C3-FIRE-07
        ({"did": ("call",)}, ["called"]),  # C3-RULE-16
        ({"did": ("engage",), "assault_fire": True}, []),  # C3-FIRE-08
        ({"did": ("under_cover",)}, ["under_cover"]),  # C3-MOVE-10
        ({"routed": True}, ["routed"]),  # C3-ROUT-04
        ({"own_camp": True}, ["own_camp"]),  # C3-FIRE-20
    ],
)
def test_every_reason_against_a_shot(given, why):
    assert list(reasons_against(**{**FINE, **given})) == why


def test_only_a_free_steady_fighter_with_aim_and_weapon_can_shoot_at_enemies_it_sees():
    """C3-FIRE-01 to C3-FIRE-05, C3-FIRE-20, C3-STAT-05."""
    bow, friend = a_fighter("bow", at=(30, 20), **BOW), a_fighter("tib", at=(40, 30))
    foes = [a_fighter("ulla", "blue", at=(30, 50)), a_fighter("una", "blue", at=(30, 10))]
    battle = a_battle(bow, friend, *foes)
    assert can_shoot(battle, bow)
    assert [target.key for target in targets_for(battle, bow)] == ["shoot ulla"]
    assert not can_shoot(battle, friend)
    foes[1].x, foes[1].y = 3000, 1750
    assert not can_shoot(battle, bow)


def test_range_bands_are_inclusive_and_beyond_long_the_shot_is_lost():
    """C3-FIRE-11, C3-RULE-29."""
    assert [needed(Aim(far, RANGES)) for far in (2000, 2001, 3500, 3501, 5000)] == [4, 7, 7, 10, 10]
    assert difficulty(Aim(5001, RANGES)) is None


@pytest.mark.parametrize(
    ("situation", "more"),
    [
        ({"moved": True}, 1),  # C3-FIRE-12
        ({"under_cover": True}, 2),  # C3-FIRE-13
        ({"other_altitude": True}, 2),  # C3-FIRE-14
        ({"partial": True}, 1),  # C3-FIRE-15
        ({"size": "large"}, -1),  # C3-FIRE-16
        ({"size": "very_large"}, -2),  # C3-FIRE-17, C3-RULE-18
        ({"rapid": True}, 2),  # C3-RULE-35
        ({"moved": True, "partial": True, "size": "large"}, 1),
        ({"assault_fire": True, "moved": True, "size": "large"}, 3),  # C3-RULE-34: 7 flat
    ],
)
def test_all_modifiers_add_up(situation, more):
    assert needed(Aim(1000, RANGES, **situation)) == 4 + more


def a_shot(dice, *others, lots=(), apart=17.5, **more):
    bow = a_fighter("bow", at=(30, 20), **{**BOW, **more})
    ulla = a_fighter("ulla", "blue", at=(30, 22.5 + apart))
    battle = a_battle(bow, ulla, *others)
    with scripted(dice=dice, lots=lots) as referee:
        shoot(referee, battle, bow, ulla)
        return battle, referee


def test_a_hit_takes_a_wound_roll_with_the_weapons_str():
    """C3-FIRE-09, C3-FIRE-10, C3-FIRE-21, C3-RULE-33: STR 6, 6 + 6 - 5 = 7 in the stomach."""
    battle, _ = a_shot([3, 6, 3])
    assert battle.fighter("ulla").level == 2


def test_wounds_of_the_firer_count_on_the_test_and_on_the_damage():
    """C3-FIRE-10, C3-RULE-33, C3-EFF-05: AIM 3 + 3 - 2 reaches 4; 6 + 6 - 5 - 2 = 5."""
    battle, _ = a_shot([3, 6, 3], level=2)
    assert battle.fighter("ulla").level == 2
    battle, referee = a_shot([2], level=2)
    assert referee.rolled == ["AIM"]


def test_a_shot_into_a_fray_may_strike_a_friend():
    """C3-FIRE-18, C3-FIRE-19: 4 to 6 strikes the target; no re-rolls, no test."""
    tib = a_fighter("tib", at=(32.5, 40))
    battle, _ = a_shot([3, 4, 6, 3], tib)
    assert battle.fighter("ulla").level
    tib = a_fighter("tib", at=(32.5, 40))
    battle, _ = a_shot([3, 3, 6, 3], tib)
    assert battle.fighter("tib").level


def test_of_several_friends_each_is_as_likely():
    """C3-RULE-32."""
    found = odds(struck_by, "red", ["a", "b", "c"])
    assert found[""] == Fraction(1, 2)
    assert found["b"] == Fraction(1, 6)
    friends = [a_fighter("tib", at=(32.5, 40)), a_fighter("wat", at=(27.5, 40))]
    battle, _ = a_shot([3, 1, 6, 3], *friends, lots=["wat"])
    assert battle.fighter("wat").level


def test_out_of_range_nobody_rolls():
    """C3-RULE-29."""
    assert a_shot([], apart=55)[1].rolled == []


def test_the_walk_may_follow_the_shot_and_still_makes_it_harder():
    """C3-FIRE-12, C3-RULE-16, C3-RULE-31: announced together; 4 + 1, so AIM 3 + 1 natural 1 fails, 2 reaches 5."""
    bow = a_fighter("bow", at=(30, 20), **BOW)
    battle = a_card(bow, foes=(a_fighter("ulla", "blue", at=(30, 40)),))
    with scripted(dice=[2, 1, 1], answers=["bow: walk and fire", "fire first", "walk 30.00,15.00"]) as referee:
        activate_next(referee, battle)
        assert any("difficulty 5" in event.words for event in referee.events)
    assert bow.y == 1500


def test_characters_have_rapid_reload_and_troops_do_not():
    """C3-FIRE-08, C3-RULE-35: two shots at +2, and nothing else."""
    orla = a_fighter("orla", profile="orla", at=(30, 20))
    bow = a_fighter("bow", profile="gate_crossbow", at=(36, 20))
    battle = a_card(orla, bow, foes=(a_fighter("ulla", "blue", at=(30, 29)),))
    assert "orla: fire and fire" in offered(battle)
    assert "bow: fire and fire" not in offered(battle)
    with scripted(dice=[2, 2], answers=["orla: fire and fire"]) as referee:
        activate_next(referee, battle)
        assert sum("difficulty 6" in event.words for event in referee.events) == 2


def test_safe_and_flat_count_too():
    """C3-FIRE-10 under option six_rule."""
    bow, ulla = a_fighter("bow", at=(30, 20), **BOW), a_fighter("ulla", "blue", at=(30, 40))
    battle = a_battle(bow, ulla, options=Options(six_rule="safe"))
    with scripted(dice=[6, 4, 1, 1]) as referee:
        shoot(referee, battle, bow, ulla)
    assert ulla.level == 0
    assert ulla.stunned
