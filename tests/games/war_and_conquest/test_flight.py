"""Running away and running after."""

import pytest

from grognard.games.war_and_conquest.battle import Run
from grognard.games.war_and_conquest.contact import touch
from grognard.games.war_and_conquest.flight import from_nearest_enemy, out_of_combat, run_away, to_rally_point
from grognard.games.war_and_conquest.pursuit import follow, resolve_run
from grognard.ground.shapes import Box
from tests.games.war_and_conquest.build import a_battle, a_feature, a_unit
from tests.script import scripted


def test_from_combat_it_runs_from_the_foe_with_most_models():
    """WC-RULE-22: the bigger one looks north, so north it is."""
    unit = a_unit("unit", "blue", x=3000, y=2000, facing=180, broke=True)
    big, small = (
        a_unit("big", x=3000, y=2000, models=30),
        a_unit("small", models=10, files=5, x=3600, y=2000, facing=270),
    )
    battle = a_battle(unit, big, small)
    touch(battle, unit, big)
    touch(battle, unit, small, "left")
    assert out_of_combat(battle, unit)[1] > 0
    assert out_of_combat(battle, unit)[0] == 0


def test_after_a_failed_test_it_runs_from_the_nearest_enemy():
    """WC-RULE-22."""
    unit = a_unit("unit", x=3000, y=2000)
    near, far = a_unit("near", "blue", x=2000, y=1800, facing=90), a_unit("far", "blue", x=6000, y=2000, facing=270)
    dx, _ = from_nearest_enemy(a_battle(unit, near, far), unit)
    assert dx > 0


def test_after_a_failed_rally_it_runs_for_the_nearer_rally_point():
    """WC-RALLY-08, WC-OFIELD-02: of x 18 and 54."""
    unit = a_unit("unit", x=4000, y=2000)
    dx, dy = to_rally_point(a_battle(unit), unit)
    assert (dx, dy) == (5400 - 4000, -(2000 - 150))


@pytest.mark.parametrize(("dice", "disordered"), [([6, 6, 6], True), ([1, 2, 6], False)])
def test_friends_who_are_run_through_keep_their_order_by_a_command_test(dice, disordered):
    """WC-PF-03, WC-RULE-23, WC-RULE-26."""
    unit, friend = a_unit("unit", x=3000, y=2000), a_unit("friend", x=3000, y=1400)
    battle = a_battle(unit, friend)
    with scripted(dice=dice) as referee:
        run_away(referee, battle, unit, (0, -1), 10, "resolution")
    assert friend.disordered is disordered


def test_who_would_end_among_friends_is_set_just_beyond_them():
    """WC-RULE-23: six inches would end in the friend's ranks."""
    unit, friend = a_unit("unit", x=3000, y=2000), a_unit("friend", x=3000, y=1400)
    battle = a_battle(unit, friend)
    with scripted(dice=[1, 1, 1]) as referee:
        run_away(referee, battle, unit, (0, -1), 6, "resolution")
    assert 1100 - 25 <= unit.y + 300 <= 1100


def test_skirmishers_are_run_through_without_a_test():
    """WC-PF-03: only battle formations test."""
    unit, friend = a_unit("unit", x=3000, y=2000), a_unit("friend", formation="skirmish", models=8, x=3000, y=1400)
    with scripted() as referee:
        run_away(referee, a_battle(unit, friend), unit, (0, -1), 10, "resolution")


def test_a_leader_who_runs_into_an_enemy_is_the_end_of_his_unit():
    """WC-RULE-23."""
    unit, enemy = a_unit("unit", x=3000, y=2000), a_unit("enemy", "blue", x=3000, y=1200)
    with scripted() as referee:
        run_away(referee, a_battle(unit, enemy), unit, (0, -1), 10, "resolution")
    assert (unit.where, unit.fate) == ("lost", "dispersed")


def test_a_fleeing_unit_counts_as_a_unit():
    """WC-RULE-23: also one that flees itself."""
    unit, enemy = a_unit("unit", x=3000, y=2000), a_unit("enemy", "blue", x=3000, y=1200, fleeing=True)
    run_away(scripted(), a_battle(unit, enemy), unit, (0, -1), 10, "resolution")
    assert unit.fate == "dispersed"


def test_runaways_go_round_impassable_ground():
    """WC-RULE-22, WC-OMOVE-06: a tarn lies in the way; the leader does not end in it."""
    tarn = a_feature("tarn", "impassable", Box(2800, 800, 3200, 1400), impassable=True)
    unit = a_unit("unit", models=8, files=2, x=3000, y=2000)
    battle = a_battle(unit, features=[tarn])
    run_away(scripted(), battle, unit, (0, -1), 10, "resolution")
    assert unit.fleeing
    assert not (2800 < unit.x < 3200 and 800 < unit.y < 1400)
    assert unit.facing != 180


def test_a_pursuer_stops_an_inch_short_of_friends():
    """WC-RULE-22."""
    spears, prey = a_unit("spears", x=3000, y=2000), a_unit("prey", "blue", where="lost")
    friend = a_unit("friend", x=3000, y=2900)
    battle = a_battle(spears, prey, friend)
    follow(scripted(), battle, spears, prey, 0, 12)
    assert spears.y == 2900 - 300 - 100


def test_a_pursuer_stops_at_the_table_edge():
    """WC-RULE-22."""
    spears, prey = a_unit("spears", x=3000, y=4500), a_unit("prey", "blue", where="lost")
    follow(scripted(), a_battle(spears, prey), spears, prey, 0, 12)
    assert spears.y == 4800


def test_a_pursuer_who_meets_another_enemy_stops_in_contact_and_counts_as_charging():
    """WC-RULE-22, WC-OCHARGE-06."""
    spears, prey = a_unit("spears", x=3000, y=2000), a_unit("prey", "blue", where="lost")
    other = a_unit("other", "blue", x=3000, y=2700, facing=180)
    battle = a_battle(spears, prey, other)
    follow(scripted(), battle, spears, prey, 0, 12)
    assert (spears.charged, spears.engaged, other.engaged, spears.y) == (True, True, True, 2700)


def test_a_pursuer_does_not_meet_an_enemy_who_runs():
    """WC-RULE-22: it stops an inch short of one that flees or will flee."""
    spears, prey = a_unit("spears", x=3000, y=2000), a_unit("prey", "blue", where="lost")
    other = a_unit("other", "blue", x=3000, y=2700, facing=180, running=True)
    battle = a_battle(spears, prey, other)
    follow(scripted(), battle, spears, prey, 0, 12)
    assert (spears.engaged, spears.y) == (False, 2600)


def test_each_of_two_pursuers_moves_its_own_roll():
    """WC-RULE-21."""
    prey = a_unit("prey", "blue", x=3000, y=2000, facing=180, broke=True)
    left, right = (
        a_unit("left", files=4, models=12, x=2800, y=2000),
        a_unit("right", files=4, models=12, x=3200, y=2000),
    )
    battle = a_battle(prey, left, right)
    touch(battle, left, prey)
    touch(battle, right, prey)
    with scripted(dice=[2, 2, 1, 2, 5, 5]) as referee:
        resolve_run(referee, battle, Run("prey", ("left", "right")))
    assert (prey.fate, left.y, right.y) == ("destroyed", 2300, 3000)


def test_a_unit_that_was_fleeing_already_does_not_move_in_the_resolution_phase():
    """WC-RULE-37: only who breaks or fails runs."""
    from grognard.games.war_and_conquest.turn import play_on

    runaway = a_unit("runaway", x=3000, y=2000, fleeing=True)
    battle = a_battle(runaway, step="resolve")
    with scripted() as referee:
        while battle.step != "close_round":
            play_on(referee, battle)
    assert (runaway.x, runaway.y) == (3000, 2000)
