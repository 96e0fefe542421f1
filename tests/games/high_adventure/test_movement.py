"""Movement: allowances, difficult going, obstacles, ways, pins on the way, flight and leaving."""

import pytest

from grognard.games.high_adventure import movement
from grognard.games.high_adventure.figures import State
from grognard.games.high_adventure.movement import (
    can_jump,
    charge_reach,
    dares,
    flee_from,
    go,
    head_for,
    leave_table,
    may_run,
    move_of,
    straight_reach,
    walk_of,
    way_into_contact,
    way_to,
)  # fmt: skip
from grognard.games.high_adventure.options import Options
from grognard.ground.shapes import Box
from grognard.ground.terrain import Feature
from tests.games.high_adventure.build import a_battle, a_figure, a_rock, a_wall, a_wood, there
from tests.script import scripted

SCRUB = a_wood((0, 0, 60, 60), "scrub", "scrub")


@pytest.mark.parametrize(
    ("kind", "man_move", "inches"),
    [
        ("human", 5, 5),
        ("human", 8, 8),
        ("elf", 8, 8),
        ("troll", 5, 8),
        ("giant", 5, 10),
        ("zombie", 8, 5),
        ("skeleton", 5, 8),
    ],
)
def test_how_far_each_kind_moves(kind, man_move, inches):
    """HA-MOVE-02, HA-RULE-13."""
    assert move_of(a_figure(kind=kind, options=Options(man_move=man_move))) == inches * 100


def test_riders_move_eight_inches():
    """HA-MOVE-07."""
    assert move_of(a_figure(mounted=True)) == 800


def test_difficult_going_halves_the_move_but_not_an_elfs():
    """HA-MOVE-10, HA-CRE-02a."""
    battle = a_battle(a_figure(), a_figure("elf", kind="elf", at=(20, 20)), features=(SCRUB,))
    assert straight_reach(battle, battle.figure("anna"), 90, 500) == 250
    assert straight_reach(battle, battle.figure("elf"), 90, 500) == 500


@pytest.mark.parametrize(("option", "inches"), [("whole_move", 2.5), ("crossing", 3)])
def test_an_obstacle_costs_half_the_move_or_two_inches(option, inches):
    """HA-MOVE-11, HA-RULE-15."""
    battle = a_battle(a_figure(), features=(a_wall((10.2, 0), (10.2, 60)),), options={"obstacle": option})
    assert straight_reach(battle, battle.figure("anna"), 90, 500) == inches * 100


def test_obstacle_and_difficult_going_are_still_half():
    """HA-RULE-15."""
    battle = a_battle(a_figure(), features=(SCRUB, a_wall((10.2, 0), (10.2, 60))))
    assert straight_reach(battle, battle.figure("anna"), 90, 500) == 250


def test_a_path_is_followed_at_the_normal_rate():
    """HA-MOVE-12."""
    path = Feature("path", Box(0, 900, 6000, 1100), "path", clears_way=True)
    battle = a_battle(a_figure(), features=(SCRUB, path))
    assert straight_reach(battle, battle.figure("anna"), 90, 500) == 500
    assert straight_reach(battle, battle.figure("anna"), 0, 500) < 350


@pytest.mark.parametrize(
    ("strength", "light_wounds", "width", "clears"),
    [(2, 0, 200, True), (2, 0, 201, False), (2, 2, 200, False), (1, 0, 100, True)],
)
def test_a_jump_is_an_inch_for_each_point_of_strength_left(strength, light_wounds, width, clears):
    """HA-MOVE-03, HA-ATTR-07b."""
    battle = a_battle(a_figure(strength=strength, light_wounds=light_wounds))
    assert can_jump(battle, battle.figure("anna"), width) is clears


def test_running_in_two_turns_and_no_third():
    """HA-MOVE-04, HA-MOVE-05."""
    anna = a_figure()
    for ran, may in (([], True), ([True], True), ([False, True], True), ([True, True], False)):
        anna.ran = ran
        assert may_run(anna) is may


def test_the_way_round_a_rock_is_longer_than_the_way_straight():
    """HA-RULE-60: nobody walks through what is impassable."""
    battle = a_battle(a_figure(), features=(a_rock(14, 10, 1.5),))
    found = way_to(battle, battle.figure("anna"), 1800, 1000)
    assert not found.refusal
    assert 800 < found.cost < 950
    assert there(walk_of(battle, battle.figure("anna"), ((1000, 1000), (1800, 1000))).refusal).why == "impassable"


def test_enemies_are_gone_round_and_friends_are_passed():
    """HA-RULE-60."""
    friend, foe = a_figure("friend", at=(13, 10)), a_figure("foe", "blue", at=(13, 20))
    battle = a_battle(a_figure(), friend, a_figure("bert", at=(10, 20)), foe)
    assert way_to(battle, battle.figure("anna"), 1600, 1000).cost == 600
    assert way_to(battle, battle.figure("bert"), 1600, 2000).cost > 600


def test_a_move_within_an_inch_of_an_enemy_ends_in_contact():
    """HA-CON-01, HA-RULE-17: both are pinned, the mover stops there; a preparation is broken (HA-RULE-38)."""
    anna, foe = a_figure(), a_figure("foe", "blue", at=(14, 10))
    foe.preparing = "Healing"
    battle = a_battle(anna, foe, a_figure("other", "blue", at=(30, 30)))
    with scripted() as referee:
        go(referee, battle, anna, ((1000, 1000), (1600, 1080)))
    assert anna.engaged == ["foe"]
    assert foe.preparing == ""
    assert (anna.x - foe.x) ** 2 + (anna.y - foe.y) ** 2 <= 101**2


def test_starting_near_an_enemy_it_may_move_straight_away():
    """HA-RULE-17."""
    anna, foe = a_figure(at=(10, 10)), a_figure("foe", "blue", at=(11.8, 10))
    battle = a_battle(anna, foe)
    with scripted() as referee:
        go(referee, battle, anna, ((1000, 1000), (600, 1000)))
    assert (anna.x, anna.y) == (600, 1000)
    assert anna.engaged == []


def test_with_no_edge_free_it_stays_away():
    """HA-CON-02."""
    around = [
        a_figure(f"friend{n}", at=(20 + dx, 20 + dy)) for n, (dx, dy) in enumerate(((0, 1), (1, 0), (0, -1), (-1, 0)))
    ]
    battle = a_battle(a_figure(at=(20, 14)), a_figure("foe", "blue", at=(20, 20)), *around)
    anna, foe = battle.figure("anna"), battle.figure("foe")
    with scripted() as referee:
        go(referee, battle, anna, ((2000, 1400), (2000, 1790)))
    assert anna.engaged == []
    assert foe.engaged == ["friend0", "friend1", "friend2", "friend3"]


@pytest.mark.parametrize(("kind", "inches"), [("human", 9), ("dwarf", 8)])
def test_the_reach_of_a_charge(kind, inches):
    """HA-RULE-09: Move, the greatest bonus, and the pinning inch."""
    assert charge_reach(a_figure(kind=kind)) == inches * 100


def test_the_way_into_contact_goes_to_the_nearest_free_edge():
    """HA-CON-02, HA-RULE-09."""
    battle = a_battle(a_figure(at=(20, 14)), a_figure("foe", "blue", at=(20, 20)), a_figure("friend", at=(20, 19)))
    found = there(way_into_contact(battle, battle.figure("anna"), battle.figure("foe")))
    assert found.path[-1] in ((1900, 2000), (2100, 2000))


def test_heading_for_a_spot_ends_where_the_allowance_does():
    """HA-MOVE-02."""
    battle = a_battle(a_figure())
    anna = battle.figure("anna")
    with scripted() as referee:
        head_for(referee, battle, anna, 3000, 1000, 500)
    assert (anna.x, anna.y, anna.walked) == (1500, 1000, 500)


def test_flight_leads_away_and_over_the_edge():
    """HA-ORD-10, HA-RULE-94: an edge that is no exit is lost."""
    battle = a_battle(a_figure(at=(10, 2)), a_figure("foe", "blue", at=(10, 6)))
    anna = battle.figure("anna")
    with scripted() as referee:
        flee_from(referee, battle, anna, [(1000, 600)], 600)
    assert anna.state is State.FLED


def test_whoever_cannot_get_away_surrenders():
    """HA-ORD-12, HA-RULE-11: no point is further from the nearest enemy, and he is within 6"."""
    walls = tuple(
        Feature(f"wall {n}", Box(*box), "rock", True, True)
        for n, box in enumerate(((0, 0, 200, 400), (200, 0, 500, 40), (200, 160, 500, 400)))
    )
    anna, foe = a_figure(at=(2.5, 1)), a_figure("foe", "blue", at=(5, 1))
    battle = a_battle(anna, foe, features=walls)
    with scripted() as referee:
        flee_from(referee, battle, anna, [(500, 100)], 600)
    assert anna.state is State.PRISONER
    assert anna.captor == "foe"


def test_an_exit_is_safe():
    """HA-RULE-94."""
    battle = a_battle(a_figure())
    battle.side("red").exits = ("north",)
    with scripted() as referee:
        leave_table(referee, battle, battle.figure("anna"), "north")
    assert battle.figure("anna").state is State.LEFT


def test_nerve_before_a_monster():
    """HA-RULE-03, HA-ATTR-07a: a character tests Bravery once for each monster, if that is played."""
    hero, ogre = a_figure("hero", role="pc", bravery=3), a_figure("ogre", "blue", kind="ogre", at=(15, 10))
    battle = a_battle(hero, ogre, options={"bravery_checks": "on"})
    with scripted(dice=[4, 3]) as referee:
        go(referee, battle, hero, ((1000, 1000), (1400, 1000)))
        assert hero.engaged == []
        assert dares(referee, battle, hero, ogre)
        assert dares(referee, battle, hero, ogre)
    assert hero.dared == ["ogre"]


def test_the_modules_say_what_standing_still_allows():
    """HA-ORD-07."""
    assert movement.STEP == 200
