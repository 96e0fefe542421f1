"""Shooting: bands, the table, lines, shields, scores, strays and shots into a melee."""

import pytest

from grognard.games.high_adventure.figures import Armour, Weapon
from grognard.games.high_adventure.options import Options
from grognard.games.high_adventure.shields import covers, is_shielded
from grognard.games.high_adventure.shooting import (
    MISSILE_TABLE,
    RANGES,
    Aim,
    aim_at,
    band,
    can_shoot,
    can_shoot_at_all,
    difference_modifiers,
    has_clear_shot,
    into_melee,
    loose,
    missile_cell,
    missile_source,
    score_modifiers,
    targets_for,
)
from grognard.games.high_adventure.things import Item, Shot
from grognard.games.high_adventure.weapons import weapon
from grognard.ground.shapes import Box
from grognard.ground.terrain import Feature
from grognard.kernel.odds import odds
from grognard.kernel.tally import Tally
from tests.games.high_adventure.build import BOW, a_battle, a_figure, a_rock, a_wood
from tests.script import scripted


def archer(id="anna", **more):
    return a_figure(id, weapon=more.pop("weapon", BOW), **more)


@pytest.mark.parametrize(
    ("kind", "limits", "loading"),
    [
        ("bow", (8, 24, 48), "half"),
        ("longbow", (10, 25, 50), "half"),
        ("crossbow", (12, 30, 48), "turn"),
        ("sling", (8, 20, 30), "half"),
        ("hurled", (8, 15, 24), "none"),
        ("rocks", (8, 15, 24), "none"),
    ],
)
def test_ranges(kind, limits, loading):
    """HA-SHO-03, HA-SHO-03a, HA-SHO-03b, HA-SHO-03c, HA-SHO-03d, HA-SHO-03e: outer limits, inclusive."""
    ranges = RANGES[kind]
    assert (ranges.short, ranges.medium, ranges.long) == tuple(100 * inches for inches in limits)
    assert ranges.loading == loading
    for limit, name in zip(limits, ("short", "medium", "long"), strict=True):
        assert band(kind, limit * 100) == name
    assert band(kind, limits[2] * 100 + 1) == "too_far"


def test_too_close():
    """HA-SHO-01, HA-SHO-02, HA-RULE-24: exactly 5" is too close, in the same wood 2"."""
    assert band("bow", 500) == "too_close"
    assert band("bow", 501) == "short"
    assert band("bow", 200, same_wood=True) == "too_close"
    assert band("bow", 201, same_wood=True) == "short"
    wood = a_wood((0, 0, 20, 20))
    battle = a_battle(archer(), a_figure("foe", "blue", at=(10, 14)), features=(wood,))
    battle.group("foe's").spot_range = 6
    assert aim_at(battle, battle.figure("anna"), battle.figure("foe")).band == "short"


@pytest.mark.parametrize("difference", range(11))
def test_the_missile_table(difference):
    """HA-SHO-22, HA-SHO-22a, HA-SHO-22b, HA-SHO-22c, HA-SHO-22d, HA-SHO-22e, HA-SHO-22f, HA-SHO-22g, HA-SHO-22h; HA-SHO-23: no push backs."""
    table = ["LW - - -", "W LW - -", "W W LW -", "W W W LW", "K W W LW", "K K W W", "K K K W", "K K K K"]
    cells = " ".join(missile_cell(Options(), difference, armour) for armour in Armour)
    assert cells == ("- - - -" if difference < 1 else table[min(difference, 8) - 1])
    assert not any("PB" in cell for row in MISSILE_TABLE for cell in row)


def test_plate_at_five_may_follow_the_diagonal():
    """HA-RULE-29."""
    assert missile_cell(Options(plate5="diagonal"), 5, Armour.PLATE) == "W"
    assert missile_cell(Options(), 5, Armour.PLATE) == "LW"


def test_who_can_shoot():
    """HA-SHO-04, HA-ORD-11, HA-MOVE-06, HA-MOVE-14: loaded, unpinned, not fleeing; having moved does not matter."""
    battle = a_battle(archer())
    anna = battle.figure("anna")
    anna.walked = 500
    assert can_shoot_at_all(battle, anna)
    anna.loaded = False
    assert not can_shoot_at_all(battle, anna)
    pinned = a_battle(archer(), a_figure("foe", "blue", at=(11, 10)))
    assert not can_shoot_at_all(pinned, pinned.figure("anna"))


def test_one_stationary_friend_may_be_shot_past():
    """HA-SHO-05, HA-RULE-25: any other figure across the line stops it, but not from higher ground."""
    friend = a_figure("friend", at=(10, 11.5))
    battle = a_battle(archer(), friend, a_figure("foe", "blue", at=(10, 20)))
    anna, foe = battle.figure("anna"), battle.figure("foe")
    assert has_clear_shot(battle, anna, foe)
    friend.walked = 100
    assert not has_clear_shot(battle, anna, foe)
    friend.walked = 0
    friend.y = 1400
    assert not has_clear_shot(battle, anna, foe)
    hill = Feature("hill", Box(500, 500, 1500, 1150), "high ground", height=100)
    high = a_battle(archer(), a_figure("friend", at=(10, 14)), a_figure("foe", "blue", at=(10, 20)), features=(hill,))
    assert has_clear_shot(high, high.figure("anna"), high.figure("foe"))


def test_walls_and_invisibility_forbid_a_shot():
    """HA-SHO-05, HA-INV-02, HA-RULE-102."""
    blocked = a_battle(archer(), a_figure("foe", "blue", at=(10, 20)), features=(a_rock(10, 15, 1),))
    assert not can_shoot(blocked, blocked.figure("anna"), blocked.figure("foe"))
    ghost = a_battle(archer(), a_figure("foe", "blue", at=(10, 20), effects=("invisible",)))
    assert targets_for(ghost, ghost.figure("anna")) == []


def test_a_belt_wearer_is_nobodys_target_while_there_is_another():
    """HA-ART-07, HA-ART-08."""
    belted, other = a_figure("belted", "blue", at=(10, 17), belt=True), a_figure("other", "blue", at=(14, 20))
    battle = a_battle(archer(), belted, other)
    assert [foe.id for foe in targets_for(battle, battle.figure("anna"))] == ["other"]
    alone = a_battle(archer(), a_figure("belted", "blue", at=(10, 17), belt=True))
    assert aim_at(alone, alone.figure("anna"), alone.figure("belted")).band == "long"


def test_no_shooting_into_a_melee_unless_it_is_played():
    """HA-RULE-25: yes: 1-3 the intended, 4-6 a random other of that melee."""
    people = (archer(), a_figure("friend", at=(10, 20)), a_figure("foe", "blue", at=(10, 21)))
    battle = a_battle(*people)
    assert not can_shoot(battle, battle.figure("anna"), battle.figure("foe"))
    loose_rules = a_battle(
        archer(at=(20, 21)),
        a_figure("friend", at=(10, 20)),
        a_figure("foe", "blue", at=(10, 21)),
        options={"shoot_into_melee": "yes"},
    )
    assert can_shoot(loose_rules, loose_rules.figure("anna"), loose_rules.figure("foe"))
    shot = Shot("anna", "foe", "bow")
    with scripted(dice=[3]) as referee:
        assert into_melee(referee, loose_rules, shot).id == "foe"
    with scripted(dice=[4], lots=["friend"]) as referee:
        assert into_melee(referee, loose_rules, shot).id == "friend"


def modifiers(shooter, aim, arm=None):
    return Tally(score_modifiers(shooter, arm or shooter.weapon, aim)).total


def test_score_modifiers():
    """HA-SHO-08, HA-SHO-09, HA-SHO-10, HA-SHO-11, HA-SHO-12, HA-SHO-13, HA-SHO-14, HA-SHO-15, HA-RULE-27, HA-RULE-101, HA-RULE-65."""
    plain = Aim("short")
    assert modifiers(archer(), plain) == 1
    assert modifiers(archer(kind="elf"), plain) == 2
    assert modifiers(archer(kind="elf", weapon=weapon("sling", 1)), plain) == 1
    assert modifiers(archer(), Aim("short", below=True)) == 2
    assert modifiers(archer(weapon=weapon("bow", None)), plain) == -1
    assert modifiers(archer(), Aim("short", "soft")) == 0
    assert modifiers(archer(), Aim("short", "building")) == -2
    assert modifiers(archer(strength=3, light_wounds=3), plain) == 0
    assert modifiers(archer(), Aim("short", rain=True)) == 0
    assert modifiers(archer(weapon=weapon("crossbow", 1)), Aim("short", rain=True)) == 1


def test_difference_modifiers():
    """HA-SHO-18, HA-SHO-19, HA-SHO-20, HA-SHO-21."""
    for name, strength, total in (("bow", 1, 0), ("rocks", 1, -1), ("crossbow", 1, 1), ("longbow", 3, 2)):
        shooter = archer(strength=strength, weapon=weapon(name, 0))
        assert Tally(difference_modifiers(Options(), shooter, shooter.weapon)).total == total


def test_a_shield_covers_front_and_left():
    """HA-SHD-03, HA-SHD-04, HA-RULE-58, HA-RULE-104: not with two hands on a weapon this turn, nor with a torch."""
    battle = a_battle(a_figure(shield=True))
    anna = battle.figure("anna")
    assert [covers(battle, anna, *spot) for spot in ((1000, 2000), (0, 1000), (2000, 1000), (1000, 0))] == [
        True,
        True,
        False,
        False,
    ]
    anna.two_handed = battle.turn
    assert not covers(battle, anna, 1000, 2000)
    anna.two_handed = 0
    battle.items = [Item("torch", "red", "torch", kind="torch", holder="anna", lit=True)]
    assert not covers(battle, anna, 1000, 2000)


def test_a_friend_in_contact_shields_one_other():
    """HA-SHD-05, HA-RULE-58."""
    bearer = a_figure("bearer", shield=True, at=(10, 10))
    battle = a_battle(bearer, a_figure("first", at=(11, 10)), a_figure("second", at=(9, 10)))
    assert is_shielded(battle, battle.figure("first"), 1000, 2000)
    assert not is_shielded(battle, battle.figure("second"), 1000, 2000)
    assert not is_shielded(battle, battle.figure("first"), 1000, 0)


def test_the_friend_shot_past_shields_the_shooter():
    """HA-SHD-05, HA-SHO-05."""
    friend = a_figure("friend", at=(10, 11.5), shield=True)
    battle = a_battle(archer(), friend, a_figure("foe", "blue", at=(10, 20)))
    battle.shots = [Shot("anna", "foe", "bow")]
    assert is_shielded(battle, battle.figure("anna"), 1000, 2000)
    battle.shots = []
    assert not is_shielded(battle, battle.figure("anna"), 1000, 2000)


@pytest.mark.parametrize(("option", "defence"), [("sum", 7), ("best", 4)])
def test_the_shield_die(option, defence):
    """HA-SHO-16, HA-RULE-28, HA-SHD-03."""
    battle = a_battle(archer(), a_figure("foe", "blue", at=(10, 17)), options={"shield_die": option})
    with scripted(dice=[6, 3, 4]) as referee:
        flight = loose(referee, battle, battle.figure("anna"), battle.figure("foe"), Aim("short", shielded=True))
    assert flight.defence == defence
    assert flight.hit is (defence < 7)


def test_a_stray_may_hit_somebody_invisible():
    """HA-INV-03, HA-RULE-35: on a 1, the same attack score against his own defence die."""
    ghost = a_figure("ghost", "blue", at=(11.5, 17), effects=("invisible",))
    battle = a_battle(archer(), a_figure("foe", "blue", at=(10, 17)), ghost)
    with scripted(dice=[4, 5, 1, 2]) as referee:
        flight = loose(referee, battle, battle.figure("anna"), battle.figure("foe"), Aim("short"))
    assert (flight.hit, flight.stray, flight.victim, flight.cell) == (False, True, "ghost", "W")
    with scripted(dice=[4, 5, 2]) as referee:
        assert loose(referee, battle, battle.figure("anna"), battle.figure("foe"), Aim("short")).victim == ""


@pytest.mark.parametrize(
    ("name", "source"), [("bow", "weapon"), ("sling", "smashing"), ("rocks", "smashing"), ("javelins", "weapon")]
)
def test_what_a_missile_is_to_the_undead(name, source):
    """HA-RULE-69."""
    assert missile_source(weapon(name, 0)) == source


def test_odds_of_a_hit_by_brute_force():
    """HA-SHO-17: the playing rule against every pair of dice."""
    battle = a_battle(archer(weapon=Weapon("bow", "bow", 1)), a_figure("foe", "blue", at=(10, 30)))
    hits = sum(attack + 1 > defence for attack in range(1, 7) for defence in range(1, 9))
    found = odds(
        lambda referee, b, s, t: loose(referee, b, s, t, Aim("medium")).hit,
        battle,
        battle.figure("anna"),
        battle.figure("foe"),
    )
    assert found[True] * 48 == hits
