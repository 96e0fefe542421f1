"""C3-MOVE: walking, running, hiding and flying; terrain and bases."""

import pytest

from grognard.errors import IllegalChoice
from grognard.games.confrontation.activation import activate_next
from grognard.games.confrontation.battle import RADIUS
from grognard.games.confrontation.moving import Moves, make_move, reach
from grognard.games.confrontation.options import Options
from grognard.ground.open_table import Box, Disc, Wall
from grognard.ground.terrain import Feature
from grognard.kernel.choice import Spot
from tests.games.confrontation.build import a_battle, a_fighter
from tests.games.confrontation.test_actions import a_card
from tests.script import scripted

BROOK = Feature("brook", Box(0, 3500, 9000, 4100), "difficult", slow=2)
PLANK = Feature("plank", Box(2700, 3400, 3300, 4200), "way", clears_way=True)


def moves(fighter, verb="walk", features=(), others=(), **more):
    battle = a_battle(fighter, *others, features=features)
    return Moves(battle, fighter, verb, reach(fighter.profile, fighter.mov, verb), **more)


def refused(places, x, y, verb="walk"):
    with pytest.raises(IllegalChoice) as refusal:
        places.check(Spot(verb, round(x * 100), round(y * 100)))
    return refusal.value.rule


def test_a_walk_goes_up_to_mov_and_a_run_twice_as_far():
    """C3-STAT-01, C3-MOVE-01, C3-MOVE-02, C3-RULE-19."""
    odo = a_fighter("odo", at=(30, 30))
    assert moves(odo).check(Spot("walk", 3000, 4000)).y == 4000
    assert refused(moves(odo), 30, 40.01) == "C3-MOVE-01"
    assert moves(odo, "run").check(Spot("run", 3000, 5000)).y == 5000
    assert refused(moves(odo, "run"), 30, 50.01, "run") == "C3-MOVE-01"


def test_no_walk_or_run_ends_in_contact_with_an_enemy():
    """C3-RULE-19, C3-RULE-82: a gap of 0.1 cm is contact, 0.11 is not."""
    odo, ulla = a_fighter("odo", at=(30, 30)), a_fighter("ulla", "blue", at=(30, 42))
    places = moves(odo, "run", others=(ulla,))
    assert refused(places, 30, 39.40, "run") == "C3-RULE-82"
    assert places.check(Spot("run", 3000, 3939)).y == 3939


def test_bases_never_overlap_and_stay_on_the_table():
    """C3-RULE-81, C3-RULE-82."""
    odo, tib = a_fighter("odo", at=(5, 5)), a_fighter("tib", at=(9, 5))
    assert refused(moves(odo, others=(tib,)), 7, 5) == "C3-RULE-82"
    assert refused(moves(odo), 1, 5) == "C3-RULE-81"
    assert moves(odo).check(Spot("walk", 125, 500)).x == 125
    assert RADIUS == {"25x25": 125, "25x50": 190, "37.5x37.5": 190, "50x50": 250, "bigger": 375}


def test_difficult_ground_costs_double_but_not_on_a_way_and_not_the_sure_footed():
    """C3-RULE-83, C3-ABIL-01."""
    odo, reed = a_fighter("odo", at=(40, 34)), a_fighter("reed", at=(40, 34), abilities=("sure_footed",))
    assert refused(moves(odo, features=(BROOK, PLANK)), 40, 41) == "C3-MOVE-01"
    assert moves(reed, features=(BROOK, PLANK)).check(Spot("walk", 4000, 4100))
    on_plank = a_fighter("tib", at=(30, 33))
    assert moves(on_plank, features=(BROOK, PLANK)).check(Spot("walk", 3000, 4300))


def test_an_obstacle_costs_3_cm_and_high_ground_cannot_be_crossed():
    """C3-RULE-83."""
    wall = Feature("wall", Wall(((2000, 3500), (4000, 3500))), "obstacle", obstacle=300)
    tower = Feature("tower", Box(5500, 3200, 6500, 3800), "high", blocks_sight=True, impassable=True)
    odo = a_fighter("odo", at=(30, 30))
    assert moves(odo, features=(wall,)).check(Spot("walk", 3000, 3700))
    assert refused(moves(odo, features=(wall,)), 30, 37.01) == "C3-MOVE-01"
    tib = a_fighter("tib", at=(60, 30))
    assert refused(moves(tib, "run", features=(tower,)), 60, 35, "run") == "C3-RULE-82"


def test_a_move_may_end_in_any_facing_and_turning_is_a_walk_of_nothing():
    """C3-RULE-31: without a facing named, towards the nearest enemy."""
    odo, ulla = a_fighter("odo", at=(30, 30), facing=180), a_fighter("ulla", "blue", at=(60, 30))
    battle = a_battle(odo, ulla)
    with scripted() as referee:
        make_move(referee, battle, odo, Spot("walk", 3000, 3000, facing=45))
        assert odo.facing == 45
        make_move(referee, battle, odo, Spot("walk", 3000, 3000))
    assert odo.facing == 90


def test_moving_under_cover_is_half_mov_and_the_whole_activation():
    """C3-MOVE-10, C3-RULE-27: it does nothing else until the end of the round."""
    odo = a_fighter("odo", at=(30, 30))
    battle = a_card(odo, foes=(a_fighter("ulla", "blue", at=(30, 80)),))
    with scripted(answers=["odo: under cover", "hide 30.00,35.00"]) as referee:
        activate_next(referee, battle)
    assert odo.under_cover
    assert odo.sheltering
    assert odo.activated
    assert not odo.defence_marker


def test_under_all_defence_moving_under_cover_leaves_a_defence_marker():
    """C3-RULE-27, C3-RULE-80, option under_cover_fights."""
    odo = a_fighter("odo", at=(30, 30))
    foe = a_fighter("ulla", "blue", at=(30, 80))
    battle = a_card(odo, foes=(foe,), options=Options(under_cover_fights="all_defence"))
    with scripted(answers=["odo: under cover", "hide 30.00,35.00"]) as referee:
        activate_next(referee, battle)
    assert odo.defence_marker


def test_a_flyer_changes_its_level_and_ignores_what_is_below():
    """C3-MOVE-11, C3-RULE-28, C3-ABIL-04: up at the start of a move, down at its end, never onto somebody."""
    tower = Feature("tower", Box(2500, 3300, 3500, 3700), "high", blocks_sight=True, impassable=True)
    wing = a_fighter("wing", at=(30, 30), abilities=("flight",))
    ulla = a_fighter("ulla", "blue", at=(30, 38))
    places = moves(wing, features=(tower,), others=(ulla,))
    assert places.verbs() == ("walk", "rise")
    assert places.check(Spot("rise", 3000, 3800)).verb == "rise"
    wing.altitude = 1
    places = moves(wing, features=(tower,), others=(ulla,))
    assert places.verbs() == ("fly", "land")
    assert refused(places, 30, 38, "land") == "C3-RULE-28"
    assert places.check(Spot("land", 3600, 3800))


def test_fighters_on_different_levels_are_never_in_contact():
    """C3-RULE-28."""
    odo, wing = a_fighter("odo", at=(30, 30)), a_fighter("wing", "blue", at=(30, 31), altitude=1)
    assert a_battle(odo, wing).is_free(odo)


def test_an_injured_leg_halves_mov_and_roots_hold():
    """C3-RULE-51, C3-SPELL-09."""
    from grognard.games.confrontation.profile import Effect

    odo = a_fighter("odo", injuries=("mov_halved",))
    assert odo.mov == 500
    odo.take_effect(Effect("rootgrip", "rooted", 1))
    assert odo.mov == 0


def test_every_sampled_place_is_lawful():
    """C3-RULE-83: whatever the ground, what is offered is accepted."""
    pond = Feature("pond", Disc(3600, 3600, 400), "impassable", impassable=True)
    odo = a_fighter("odo", at=(30, 33))
    others = (a_fighter("tib", at=(33, 33)), a_fighter("ulla", "blue", at=(30, 44)))
    for verb in ("walk", "run"):
        places = moves(odo, verb, features=(BROOK, PLANK, pond), others=others)
        for spot in places.listed:
            assert places.check(Spot(spot.verb, spot.x, spot.y))
            assert places.cost(spot) <= places.allowance
        assert places.region()


def test_who_must_go_may_stay_only_where_there_is_nowhere_to_go():
    """C3-RULE-25: whatever the list offers is accepted; who is shut in is offered his own place."""
    fighter = a_fighter()
    battle = a_battle(fighter, a_fighter("foe", "blue", at=(60, 60)))
    stay = Spot("leave", fighter.x, fighter.y)
    with pytest.raises(IllegalChoice, match="must move away"):
        Moves(battle, fighter, "leave", 1000, may_stay=False).check(stay)
    shut_in = Moves(battle, fighter, "leave", 0, may_stay=False)
    assert [shut_in.check(spot).to for spot in shut_in.sample()] == ["on the spot"]
