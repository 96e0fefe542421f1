"""How a battle is drawn."""

from grognard.games.confrontation.profile import Effect
from grognard.games.confrontation.scene import scene
from tests.games.confrontation.build import a_battle, a_fighter, a_scenario


def token(**more):
    battle = a_battle(a_fighter("odo", **more), a_fighter("ulla", "blue"), phase="activation")
    return scene(battle, None).tokens[0]


def test_the_markers_of_the_sheet_are_shown():
    """C3-MARK-01: Stunned, Light, Serious, Critical and Defence; and those our rulings need."""
    assert [token(level=level).marks[0].letter for level in (1, 2, 3)] == ["L", "S", "C"]
    letters = [
        mark.letter for mark in token(stunned=1, defence_marker=True, routed=True, charged=True, under_cover=True).marks
    ]
    assert letters == ["St", "R", "Ch", "D", "Uc"]


def test_a_card_shows_values_of_the_moment_beside_the_printed_ones():
    stats = {
        stat.name: (stat.value, stat.printed)
        for stat in token(effects=(Effect("ward", "def", 1),), injuries=("mov_halved",)).stats
    }
    assert stats["DEF"] == ("4", "3")
    assert stats["MOV"] == ("5", "10")
    assert stats["ATT"] == ("3", "")


def test_distances_are_not_measured_before_an_announcement():
    """C3-FIRE-09, C3-FEAR-03."""
    battle = a_scenario("the_toll_plank")
    assert not scene(battle, "red").measuring
    assert [ground.name for ground in scene(battle, None).ground] == ["brook", "plank"]
