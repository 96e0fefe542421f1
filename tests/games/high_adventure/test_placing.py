"""Putting new figures on the table, and pointing at places for magic."""

import pytest

from grognard.errors import IllegalChoice
from grognard.games.high_adventure.creatures import profile_of
from grognard.games.high_adventure.figures import ENEMY, PARTY, Order, gap
from grognard.games.high_adventure.options import Options
from grognard.games.high_adventure.placing import free_spot, has_place, new_group, put
from grognard.games.high_adventure.points import Points, points_for
from grognard.games.high_adventure.things import Casting
from grognard.ground.measure import distance
from grognard.kernel.choice import read_spot
from tests.games.high_adventure.magic_build import a_battle, a_figure, a_mage, an_item, box, wall


def test_the_nearest_free_spot():
    """HA-RULE-84: as near as they fit; on the table, out of walls and of each other."""
    man = a_figure(x=20, y=20)
    battle = a_battle(man)
    spot = free_spot(battle, 2000, 2000, 50, PARTY)
    assert spot is not None
    assert 100 <= distance(2000, 2000, *spot) <= 150
    corner = free_spot(battle, 0, 0, 50, PARTY)
    assert corner is not None
    assert min(corner) >= 50


def test_enemies_keep_newcomers_at_a_distance():
    """HA-RULE-84: more than 1" from all enemies."""
    foe = a_figure("foe", ENEMY, x=20, y=20)
    battle = a_battle(foe)
    assert not has_place(battle, 2200, 2000, 50, PARTY, 100)
    assert has_place(battle, 2201, 2000, 50, PARTY, 100)
    assert has_place(battle, 2200, 2000, 50, ENEMY, 100)


def test_no_room_is_said_so():
    """HA-RULE-84: a walled-in spot has none."""
    pit = box("rock", "rock", 5, 5, 35, 35, impassable=True)
    assert free_spot(a_battle(features=(pit,)), 2000, 2000, 50, PARTY, 500) is None


def test_new_figures_join_a_new_group():
    """HA-GRP-01, HA-RULE-71: the group remembers with how many it began."""
    battle = a_battle(a_figure())
    group = new_group(battle, ENEMY, "trolls", Order.ATTACK)
    troll = put(battle, group, "troll", profile_of("troll", Options()), 3000, 3000)
    assert (group.original, group.original_strength, group.members) == (1, 3, [troll.id])
    assert (troll.order, troll.hand, troll.side) == (Order.ATTACK, "claws", ENEMY)
    assert battle.figure(troll.id) is troll


def test_contact_is_noticed_when_somebody_appears():
    """HA-MAJ-09c: a figure put in base contact is engaged at once."""
    foe = a_figure("foe", ENEMY, x=20, y=20)
    battle = a_battle(foe)
    group = new_group(battle, PARTY, "demon")
    demon = put(battle, group, "demon", profile_of("imp", Options()), 2100, 2000)
    assert gap(demon, foe) == 0
    assert demon.engaged == ["foe"]
    assert foe.engaged == [demon.id]


@pytest.mark.parametrize(
    ("ability", "target", "needed"),
    [
        ("Smoke", "", True), ("Illusion", "", True), ("Avatar", "", True), ("Teleport", "friend", True), ("Levitate", "friend", True),
        ("Levitate", "gold", True), ("Levitate", "gate", False), ("Control", "anywhere", True), ("Control", "1", False), ("Sleep", "friend", False),
    ],
)  # fmt: skip
def test_which_abilities_need_a_point(ability, target, needed):
    """HA-MAG-13: the centre of an area, or where somebody is to go."""
    mage, friend = a_mage("mage"), a_figure("friend", y=14)
    battle = a_battle(mage, friend, items=[an_item("gold", "treasure", x=12, y=12)])
    assert (points_for(battle, mage, Casting("mage", ability, target)) is not None) is needed


def test_every_listed_point_is_lawful_and_others_are_explained():
    """HA-MAJ-04, HA-RULE-45: whatever is sampled passes the check; a wall in the way is named by its rule."""
    mage = a_mage("mage", x=24, y=24)
    foe = a_figure("foe", ENEMY, x=30, y=30)
    battle = a_battle(mage, foe, features=(wall("wall", (10, 30), (28, 30)),))
    points = Points(battle, mage, "Teleport", mover=mage, radius=50, shy=100)
    assert len(points) >= 8
    assert all(points.check(spot).key == spot.key for spot in points)
    with pytest.raises(IllegalChoice, match="HA-RULE-39"):
        points.check(read_spot("at 20.00,35.00"))
    with pytest.raises(IllegalChoice, match="not on the table"):
        points.check(read_spot("at 20.00,-3.00"))
    assert points.allowance == 2000
    assert points.cost(read_spot("at 24.00,34.50")) == 1000
    assert len(points.region()[0]) == 36
