"""Cover: in it, behind it, fortified, and where the nearest is."""

from grognard.games.high_adventure.cover import behind_cover, cover_of, height_at, is_fortified, nearest_cover
from grognard.ground.shapes import Box
from grognard.ground.terrain import Feature
from tests.games.high_adventure.build import a_battle, a_figure, a_wall, a_wood, there


def test_in_a_wood_or_a_building():
    """HA-RULE-103, HA-RULE-27."""
    battle = a_battle(
        a_figure(),
        a_figure("bert", at=(30, 30)),
        features=(a_wood((5, 5, 15, 15)), Feature("house", Box(2500, 2500, 3500, 3500), "building")),
    )
    assert cover_of(battle, battle.figure("anna"), 0, 0) == "soft"
    assert cover_of(battle, battle.figure("bert"), 0, 0) == "building"


def test_behind_a_wall_only_from_the_other_side():
    """HA-RULE-103: within 1" of a wall that the line crosses."""
    battle = a_battle(a_figure(), features=(a_wall((5, 11), (15, 11)),))
    anna = battle.figure("anna")
    assert behind_cover(battle, anna, 1000, 2000)
    assert not behind_cover(battle, anna, 1000, 0)
    far = a_battle(a_figure(at=(10, 9)), features=(a_wall((5, 11), (15, 11)),))
    assert not behind_cover(far, far.figure("anna"), 1000, 2000)


def test_defenders_of_a_fortified_position():
    """HA-RULE-103: soft cover within 2" of their starting places."""
    battle = a_battle(a_figure())
    anna = battle.figure("anna")
    battle.group("anna's").fortified = True
    assert is_fortified(battle, anna)
    assert cover_of(battle, anna, 0, 0) == "soft"
    anna.x += 201
    assert cover_of(battle, anna, 0, 0) == ""


def test_the_nearest_cover():
    """HA-RULE-103: the nearest place where the figure would be in it."""
    battle = a_battle(a_figure(), features=(a_wood((14, 0, 20, 20)), a_wall((5, 12), (15, 12))))
    anna = battle.figure("anna")
    x, y = there(nearest_cover(battle, anna, 1000, (1000, 3000)))
    assert cover_of(battle, a_figure(at=(x / 100, y / 100)), 1000, 3000) == "soft"
    assert nearest_cover(battle, anna, 50) is None


def test_height():
    """HA-SHO-11: high ground."""
    battle = a_battle(a_figure(), features=(Feature("hill", Box(0, 0, 2000, 2000), "high ground", height=100),))
    assert height_at(battle, battle.figure("anna")) == 100
