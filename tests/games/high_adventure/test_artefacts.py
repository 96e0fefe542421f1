"""Artefacts: what is worn, what is read, what is used, and what nobody understands."""

import pytest

from grognard.games.high_adventure import artefacts
from grognard.games.high_adventure.armour import melee_armour, missile_armour
from grognard.games.high_adventure.attributes import passes
from grognard.games.high_adventure.figures import ENEMY, PARTY, Armour, Effect, Weapon
from grognard.games.high_adventure.options import Options
from grognard.games.high_adventure.shooting import band, targets_for
from grognard.kernel.odds import odds
from grognard.kernel.referee import Scripted
from grognard.kernel.view import redacted
from tests.games.high_adventure.magic_build import BOW, a_battle, a_figure, a_mage, an_item


@pytest.mark.parametrize(("lot", "nature"), [("1", "inert"), ("4", "inert"), ("5", "kindly"), ("6", "baleful")])
def test_the_nature_of_a_talisman(lot, nature):
    """HA-ART-10, HA-RULE-52: thrown when it is first examined, and known to its bearer's side only."""
    bearer, charm = a_figure("bearer"), an_item("charm", "talisman", "bearer", side=PARTY)
    battle = a_battle(bearer, items=[charm])
    assert artefacts.actions(battle, bearer) == ["examine charm"]
    with Scripted(lots=[lot]) as referee:
        artefacts.act(referee, battle, bearer, "examine charm")
    assert charm.nature == nature
    assert artefacts.actions(battle, bearer) == []
    assert redacted(battle, PARTY).items[0].nature == nature
    assert redacted(battle, ENEMY).items[0].nature != nature


def test_most_talismans_are_inert():
    """HA-RULE-52: four in six."""
    found = odds(lambda referee: artefacts.nature_of(int(referee.draw(artefacts.SIX, 1, "", by="", rule="")[0])))
    assert [found[nature] * 6 for nature in ("inert", "kindly", "baleful")] == [4, 1, 1]


def test_a_baleful_talisman_spoils_tests_and_a_kindly_one_saves_one():
    """HA-RULE-52: -1 on attribute tests; one re-roll in a game."""
    bearer = a_figure("bearer")
    charm = an_item("charm", "talisman", "bearer", nature="baleful")
    battle = a_battle(bearer, items=[charm])
    assert not passes(Scripted([3]), battle, bearer, 3, "Cleverness", "HA-ATTR-04")
    charm.nature, charm.charges = "kindly", 1
    with Scripted([4, 3], ["yes"]) as referee:
        assert passes(referee, battle, bearer, 3, "Cleverness", "HA-ATTR-04")
    with Scripted([4]) as referee:
        assert not passes(referee, battle, bearer, 3, "Cleverness", "HA-ATTR-04")


def test_a_ring_of_protection_is_plate():
    """HA-ART-04, HA-ART-05: always active, in melee and against missiles."""
    wearer = a_figure(ring=True)
    assert melee_armour(Options(), wearer, Weapon("sword")) is Armour.PLATE
    assert missile_armour(wearer) is Armour.PLATE


def test_a_magic_sword_sees_no_armour():
    """HA-ART-06: not Plate, not rings, not invisibility."""
    sword = Weapon("sword", magic=True)
    for foe in (a_figure(armour=Armour.PLATE), a_figure(ring=True), a_figure(effects=[Effect("invisible")])):
        assert melee_armour(Options(), foe, sword) is Armour.UNARMOURED


def test_a_belt_turns_arrows_to_others_and_makes_every_shot_long():
    """HA-ART-07, HA-ART-08."""
    archer = a_figure("archer", weapons=(BOW,))
    belted, other = a_figure("belted", ENEMY, y=17, belt=True), a_figure("other", ENEMY, x=14, y=25)
    battle = a_battle(archer, belted, other)
    assert targets_for(battle, archer) == [other]
    other.x = 4700
    other.state = "gone"  # type: ignore[assignment]
    assert targets_for(battle, archer) == [belted]
    assert band("bow", 600, belt=True) == "long"
    assert band("bow", 400, belt=True) == "too_close"


def test_conditions_of_objects():
    """HA-ART-03, HA-ART-11: any figure, under the object's stated condition."""
    bearer, foe = a_figure("bearer"), a_figure("foe", ENEMY, y=30)
    horn = an_item("horn", "object", "bearer", ability="Smoke")
    battle = a_battle(bearer, foe, items=[horn])
    assert artefacts.may_trigger(battle, bearer, horn)
    horn.condition = "enemy near"
    assert not artefacts.may_trigger(battle, bearer, horn)
    foe.y = 1500
    assert artefacts.may_trigger(battle, bearer, horn)
    horn.condition = "alone"
    assert artefacts.may_trigger(battle, bearer, horn)


def test_scrolls_are_for_magic_users():
    """HA-ART-01, HA-ART-02: and once read, there is nothing left to read."""
    mage, lout = a_mage("mage"), a_figure("lout")
    scroll = an_item("scroll", "scroll", "mage", ability="Illusion")
    battle = a_battle(mage, lout, items=[scroll])
    assert artefacts.may_trigger(battle, mage, scroll)
    assert not artefacts.may_trigger(battle, lout, scroll)
    artefacts.spend(Scripted(), battle, mage, "scroll")
    assert not artefacts.may_trigger(battle, mage, scroll)
