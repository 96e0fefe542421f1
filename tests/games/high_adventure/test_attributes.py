"""Dice, attribute tests, tasks with advisers, and characters diced up."""

from fractions import Fraction

import pytest

from grognard.games.high_adventure.attributes import (
    PURPOSE,
    advisers,
    attempt,
    attempts,
    dice_character,
    pace_bonus,
    passes,
    read_d2,
    read_d3,
)  # fmt: skip
from grognard.games.high_adventure.options import Options
from grognard.games.high_adventure.shooting import DEFENCE
from grognard.games.high_adventure.things import Item
from grognard.kernel.odds import odds, outcomes_of
from tests.games.high_adventure.build import a_battle, a_figure
from tests.script import scripted


def test_small_dice_are_read_from_a_d6():
    """HA-DICE-01, HA-DICE-02, HA-DICE-03: D2 in halves, D3 in thirds."""
    assert [read_d2(face) for face in range(1, 7)] == [1, 1, 1, 2, 2, 2]
    assert [read_d3(face) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]


def test_defence_dice_by_range():
    """HA-DICE-05: D8 at medium, D10 at long range."""
    assert [DEFENCE[band].sides for band in ("short", "medium", "long")] == [6, 8, 10]


def test_five_attributes_each_with_its_purpose():
    """HA-ATTR-01, HA-ATTR-07, HA-ATTR-07a, HA-ATTR-07c, HA-ATTR-07d, HA-ATTR-07e."""
    assert list(PURPOSE) == ["bravery", "strength", "skill", "cleverness", "leadership"]
    profile = a_figure().profile
    assert all(isinstance(getattr(profile, name), int) for name in PURPOSE)


def test_a_test_passes_on_the_value_or_less():
    """HA-ATTR-04: Cleverness 3: a 4 fails, a 3 passes; value 6 always passes."""
    battle = a_battle(a_figure())
    anna = battle.figure("anna")
    with scripted(dice=[4, 3, 6]) as referee:
        assert not passes(referee, battle, anna, 3, "a lock", "HA-ATTR-04")
        assert passes(referee, battle, anna, 3, "a lock", "HA-ATTR-04")
        assert passes(referee, battle, anna, 6, "nerve", "HA-ATTR-04")


def test_a_baleful_talisman_and_a_kindly_one():
    """HA-RULE-52: -1 on tests; one re-roll in a game, if wanted."""
    battle = a_battle(a_figure())
    anna = battle.figure("anna")
    battle.items = [Item("t", "red", "talisman", kind="talisman", holder="anna", nature="baleful")]
    with scripted(dice=[3]) as referee:
        assert not passes(referee, battle, anna, 3, "a lock", "HA-ATTR-04")
    battle.items = [Item("t", "red", "talisman", kind="talisman", holder="anna", nature="kindly", charges=1)]
    with scripted(dice=[5, 2], answers=["yes"]) as referee:
        assert passes(referee, battle, anna, 3, "a lock", "HA-ATTR-04")
    with scripted(dice=[5]) as referee:
        assert not passes(referee, battle, anna, 3, "a lock", "HA-ATTR-04")


@pytest.mark.parametrize(
    ("cap", "helpers", "rolls"),
    [("total3", 0, 1), ("total3", 1, 2), ("total3", 5, 3), ("extra3", 5, 4), ("extra3", 2, 3)],
)
def test_advisers_give_more_attempts(cap, helpers, rolls):
    """HA-ATTR-05, HA-RULE-02."""
    assert attempts(Options(attempts_cap=cap), helpers) == rolls


def test_advisers_must_be_near_and_able():
    """HA-RULE-02: within 6" and able."""
    near, far, asleep = (
        a_figure("near", at=(16, 10)),
        a_figure("far", at=(18, 10)),
        a_figure("asleep", at=(10, 12), effects=("sleep",)),
    )
    battle = a_battle(a_figure(), near, far, asleep)
    assert advisers(battle, battle.figure("anna")) == 1
    with scripted(dice=[6, 2]) as referee:
        assert attempt(referee, battle, battle.figure("anna"), 3, "a lock", "HA-ATTR-05")


def test_characters_are_diced():
    """HA-ATTR-02, HA-ATTR-03, HA-DICE-04, HA-RULE-01: four attributes 2 to 5, Strength 1 to 3."""
    with scripted(dice=[1, 2, 3, 4, 6]) as referee:
        assert dice_character(referee, "red") == {
            "bravery": 2,
            "skill": 3,
            "cleverness": 4,
            "leadership": 5,
            "strength": 3,
        }
    seen = outcomes_of(dice_character, "red", see=lambda diced, by: diced["leadership"])
    assert dict(seen.items()) == {value: Fraction(1, 4) for value in (2, 3, 4, 5)}


@pytest.mark.parametrize(("kind", "inches"), [("human", (1, 2, 3)), ("dwarf", (1, 2)), ("halfling", (1, 2))])
def test_short_legs_add_less(kind, inches):
    """HA-RULE-14, HA-ORD-05: D2 for dwarves and halflings, D3 for all others."""
    seen = odds(pace_bonus, a_figure(kind=kind), "run", "HA-MOVE-04")
    assert sorted(seen) == [100 * n for n in inches]
    assert all(chance == Fraction(1, len(inches)) for _, chance in seen.items())
