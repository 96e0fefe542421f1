"""Portal markers: what drives them off, where they go, and when they are gone."""

import pytest

from grognard.games.high_adventure import portals
from grognard.games.high_adventure.portals import Haven, best_havens, falls_back, is_legal
from grognard.games.high_adventure.things import Refuge
from grognard.kernel.referee import Scripted
from tests.games.high_adventure.magic_build import a_battle, a_figure, a_marker, disc, wall


@pytest.mark.parametrize(
    ("nearest", "dungeon", "driven"), [(800, False, True), (801, False, False), (500, True, True), (501, True, False)]
)
def test_who_comes_near_drives_it_off(nearest, dungeon, driven):
    """HA-POR-01, HA-POR-09, HA-DUN-01, HA-DUN-02: 8", in dungeons 5"."""
    assert falls_back("portal", "movement", visible=True, in_open=False, nearest=nearest, dungeon=dungeon) is driven


def test_in_the_open_it_goes_whatever_the_distance():
    """HA-POR-02: after force generation; not underground (HA-DUN-02)."""
    assert falls_back("portal", "after_generation", visible=True, in_open=True, nearest=9999, dungeon=False)
    assert not falls_back("portal", "after_generation", visible=True, in_open=True, nearest=100, dungeon=True)
    assert not falls_back("portal", "after_generation", visible=True, in_open=False, nearest=900, dungeon=False)


def test_unseen_markers_and_area_markers_stay():
    """HA-RULE-63, HA-DUN-04."""
    assert not falls_back("portal", "movement", visible=False, in_open=False, nearest=0, dungeon=False)
    assert not falls_back("area", "movement", visible=True, in_open=True, nearest=0, dungeon=True)


@pytest.mark.parametrize(
    "haven",
    [
        Haven("too far", 1201),
        Haven("its own spot", 0),
        Haven("seen", 500, in_sight=True),
        Haven("near a player", 500, nearest_player=800),
        Haven("isolated rock", 500, dead_ground=False),
    ],
)
def test_what_is_no_refuge(haven):
    """HA-POR-03, HA-POR-04: within 12", dead ground, unseen, away from players."""
    assert not is_legal(haven, False)
    assert is_legal(Haven("good", 1200, nearest_player=801), False)


def test_the_nearest_refuge_or_none():
    """HA-POR-05, HA-POR-06: each marker is judged on its own; equally near ones are left to chance."""
    assert [haven.name for haven in best_havens([Haven("b", 900), Haven("a", 500), Haven("c", 500)], False)] == [
        "a",
        "c",
    ]
    assert best_havens([], False) == []


# On the table


def test_of_two_markers_the_one_in_the_open_goes():
    """HA-POR-07, HA-RULE-63: the one in a wood stays; the other goes behind its building."""
    house = (wall("w", (25, 30), (35, 30)), wall("w2", (35, 30), (35, 38)))
    battle = a_battle(
        a_figure(x=24, y=10),
        markers=[a_marker("wooded", 10, 30), a_marker("bare", 30, 28)],
        refuges=(Refuge("behind the house", 3000, 3400), Refuge("wood", 1000, 3000)),
        features=(*house, disc("wood", "wood", 10, 30, 3)),
    )
    portals.fall_back_in_the_open(Scripted(), battle)
    wooded, bare = battle.markers
    assert (wooded.x, wooded.y) == (1000, 3000)
    assert (bare.x, bare.y) == (3000, 3400)


def test_a_marker_that_peeps_round_a_corner_is_in_cover():
    """HA-RULE-63: not every point within 1" of it is in sight."""
    battle = a_battle(
        a_figure(x=24, y=10), markers=[a_marker("m", 24, 30.3)], features=(wall("w", (24.1, 30), (30, 30)),)
    )
    assert not portals.is_in_the_open(battle, battle.markers[0])
    battle.table = battle.table.without("w")
    assert portals.is_in_the_open(battle, battle.markers[0])


def test_with_nowhere_to_go_it_is_removed():
    """HA-POR-05: for good."""
    scout = a_figure(x=24, y=20)
    battle = a_battle(scout, markers=[a_marker("m", 24, 28)], features=(disc("wood", "wood", 24, 28, 2),))
    portals.driven_off(Scripted(), battle, scout)
    assert battle.markers[0].gone


def test_equally_near_refuges_are_drawn_for():
    """HA-RULE-63: ties at random."""
    screen = wall("w", (0, 31), (48, 31))
    scout = a_figure(x=24, y=20)
    battle = a_battle(
        scout,
        markers=[a_marker("m", 24, 28)],
        features=(screen,),
        refuges=(Refuge("left", 2200, 3300), Refuge("right", 2600, 3300)),
    )
    with Scripted(lots=["right"]) as referee:
        portals.driven_off(referee, battle, scout)
    assert battle.markers[0].x == 2600


def test_enemies_do_not_frighten_their_own_markers():
    """HA-POR-01: only a player-side figure does."""
    orc = a_figure("orc", "blue", x=24, y=27)
    battle = a_battle(orc, markers=[a_marker("m", 24, 28)])
    portals.driven_off(Scripted(), battle, orc)
    assert not battle.markers[0].gone
