"""C3-ACT: what combines, and in which order the fighters of a card act."""

import pytest

from grognard.games.confrontation.actions import is_lawful, is_lawful_sequence
from grognard.games.confrontation.activation import activate_next
from grognard.games.confrontation.announcing import announcements
from grognard.games.confrontation.battle import Activation, Card
from tests.games.confrontation.build import a_battle, a_fighter
from tests.script import scripted


def a_card(*fighters, foes=(), **more):
    """A battle in which red's only card is being played."""
    battle = a_battle(*fighters, *foes, phase="activation", **more)
    battle.side("red").cards = (Card("rc", "The card", tuple(f.id for f in fighters)),)
    battle.side("blue").cards = (Card("bc", "Their card", tuple(f.id for f in foes)),)
    battle.activation = Activation(card="rc")
    return battle


def offered(battle):
    waiting = [f for f in battle.fighters if f.side == "red" and not f.activated]
    return [option.key for option in announcements(battle, battle.activation, waiting)]


@pytest.mark.parametrize(
    ("kind", "actions", "lawful"),
    [
        ("troop", ["charge"], True),
        ("troop", ["under_cover", "fire"], False),  # C3-ACT-02
        ("troop", ["walk", "charge"], False),
        ("troop", ["walk", "fire"], True),  # C3-ACT-03
        ("troop", ["fire", "walk"], True),
        ("troop", ["disengage", "fire"], True),
        ("troop", ["fire", "disengage"], False),  # C3-FIRE-05: whoever shoots is free
        ("troop", ["walk", "run"], False),  # C3-RULE-16: one move
        ("troop", ["run", "fire"], False),  # C3-FIRE-06
        ("troop", ["fire", "fire"], False),
        ("pure_mage", ["cast", "walk", "cast"], True),
        ("pure_mage", ["cast", "fire"], False),  # C3-FIRE-07
        ("pure_mage", ["run", "cast"], False),  # C3-CAST-01
        ("pure_mage", ["cast", "charge"], False),
        ("warrior_mage", ["cast", "charge"], True),  # C3-CAST-03
        ("warrior_mage", ["cast", "cast", "engage"], False),
        ("warrior_monk", ["call", "engage"], True),  # C3-CALL-04
        ("pure_faithful", ["call", "engage"], False),  # C3-CALL-01, C3-RULE-69
        ("pure_faithful", ["disengage", "call"], True),
        ("pure_faithful", ["call", "run"], False),
        ("troop", ["cast"], False),
    ],
)
def test_what_combines(kind, actions, lawful):
    """C3-ACT-02, C3-ACT-03, C3-RULE-16 and the rows above."""
    assert is_lawful(kind, actions) is lawful


def test_assault_fire_opens_an_assault_and_rapid_reload_shoots_twice():
    """C3-FIRE-08, C3-RULE-34, C3-RULE-35: and Rapid Reload combines with nothing."""
    assert is_lawful("character", ["fire", "charge"], assault_fire=True)
    assert not is_lawful("character", ["fire", "charge"])
    assert is_lawful("character", ["fire", "fire"], rapid_reload=True)
    assert not is_lawful("character", ["walk", "fire", "fire"], rapid_reload=True)


def test_exclusive_actions_of_a_card_come_before_cumulative_ones():
    """C3-ACT-01, C3-RULE-15: and each fighter finishes before the next begins."""
    assert is_lawful_sequence([("a", "charge"), ("b", "walk"), ("b", "fire")])
    assert not is_lawful_sequence([("a", "walk"), ("b", "engage")])
    assert not is_lawful_sequence([("a", "walk"), ("b", "walk"), ("a", "fire")])


def test_after_a_cumulative_action_no_exclusive_one_is_offered():
    """C3-ACT-01."""
    battle = a_card(
        a_fighter("odo", at=(30, 30)), a_fighter("tib", at=(35, 30)), foes=(a_fighter("ulla", "blue", at=(30, 42)),)
    )
    assert "tib: charge ulla" in offered(battle)
    with scripted(answers=["odo: stand"]) as referee:
        activate_next(referee, battle)
    assert not any("charge" in key or "engage" in key or "cover" in key for key in offered(battle))


def test_mystic_actions_are_announced_with_the_others():
    """C3-ACT-04, C3-ACT-03: a magician with gems may cast, walk, or both."""
    ysolde = a_fighter("ysolde", profile="ysolde", at=(30, 30), gems=(2, 0, 0, 2, 0, 0))
    battle = a_card(ysolde, foes=(a_fighter("ulla", "blue", at=(30, 80)),))
    keys = offered(battle)
    assert {"ysolde: cast", "ysolde: walk and cast", "ysolde: walk", "ysolde: run"} <= set(keys)
    ysolde.gems = (0,) * 6
    assert "ysolde: cast" not in offered(battle)


def test_a_fighter_in_contact_may_only_disengage_cast_or_stand():
    """C3-ACT-03, C3-RULE-20, C3-RULE-22: to assault it must be free."""
    battle = a_card(
        a_fighter("odo", at=(30, 30)),
        foes=(a_fighter("ulla", "blue", at=(30, 32.5)), a_fighter("una", "blue", at=(36, 30))),
    )
    assert offered(battle) == ["odo: disengage", "odo: stand"]


def test_a_warrior_mage_may_cast_before_he_charges():
    """C3-CAST-03: one spell, then the assault."""
    steward = a_fighter("steward", profile="steward", at=(30, 30), gems=(0, 0, 0, 0, 0, 2))
    battle = a_card(steward, foes=(a_fighter("ulla", "blue", at=(30, 45)),))
    assert "steward: cast and charge ulla" in offered(battle)
    assert "steward: cast and engage ulla" in offered(battle)


def test_a_magician_may_cast_and_then_disengage():
    """C3-RULE-16: the move may come before, between or after; C3-RULE-26."""
    silt = a_fighter("silt", profile="silt", at=(30, 30), gems=(0, 0, 2, 0, 2, 0))
    battle = a_card(silt, foes=(a_fighter("ulla", "blue", at=(30, 32.5)),))
    assert "silt: disengage and cast" in offered(battle)
    with scripted(dice=[2], answers=["silt: disengage and cast", "disengage", "done"]) as referee:
        activate_next(referee, battle)
        assert silt.defence_marker
        activate_next(referee, battle)
    assert battle.activation.fighter == ""
