"""The turn: its phases in order, the initiative, and the steps of an impulse."""

from grognard.games.fearful_odds.battle import State, Where
from grognard.games.fearful_odds.turn import (
    PIECES,
    begin_turn,
    fight_melees,
    initiative_rating,
    may_all_stay,
    move_next,
    play_on,
    take_initiative,
)
from tests.script import scripted

from .build import MIDDLE, NE, NORTH, NW, SOUTH, E, W, a_battle, a_hero, a_leader, a_scenario, a_unit, go


def test_the_phases_of_a_turn_follow_one_another():
    """FO-SEQ-01, FO-SEQ-02, FO-SEQ-04, FO-SEQ-06, FO-SEQ-08, FO-SEQ-10: both pass at once."""
    battle = a_scenario("withy_mere")
    phases = []
    with scripted(dice=[5, 4], answers=["pass", "pass"]) as referee:
        while battle.turn < 1 or battle.phase != "initiative":
            phases.append(battle.phase)
            play_on(referee, battle)

    assert phases == ["", "initiative", "arrivals", "impulse", "impulse", "end"]
    assert list(PIECES)[:3] == ["", "initiative", "arrivals"]


def test_the_ready_phase_readies_everybody():
    """FO-SEQ-01, FO-RULE-09, FO-STAT-10."""
    unit, hero = a_unit(at=MIDDLE, state="spent"), a_hero("hero", "blue", at=0, state=State.SPENT)

    with scripted(dice=[1, 2]) as referee:
        begin_turn(referee, a_battle(unit, hero))

    assert (unit.state, hero.state) == (State.READY, State.READY)


def test_the_overall_commander_counts_while_he_is_in_play():
    """FO-STAT-07, FO-RULE-08, FO-SEQ-02."""
    leader = a_leader(at=MIDDLE)
    battle = a_battle(leader)
    battle.sides[0].commander, battle.sides[0].rating = leader.id, 2
    assert initiative_rating(battle, "red") == 2
    leader.where = Where.GONE
    assert initiative_rating(battle, "red") == 0


def test_a_tie_stays_where_the_initiative_was_and_is_rolled_again_in_the_first_turn():
    """FO-SEQ-03, FO-RULE-08."""
    battle = a_battle()
    battle.initiative = "blue"
    with scripted(dice=[5, 5]) as referee:
        take_initiative(referee, battle)
    assert battle.initiative == battle.actor == "blue"
    battle.initiative = ""
    with scripted(dice=[5, 5, 6, 5]) as referee:
        take_initiative(referee, battle)
    assert battle.initiative == "red"


def test_all_move_before_anybody_fights():
    """FO-ACT-18: the player picks who moves next; the step ends when nobody waits."""
    one, two = a_unit("one", at=MIDDLE, state="active"), a_unit("two", at=go(MIDDLE, E), state="active")
    battle = a_battle(one, two, a_unit("foe", "blue", at=0), kind="march")
    battle.phase = "move"

    with scripted(answers=["move two", "stand", "stand"]) as referee:
        move_next(referee, battle)
        assert battle.phase == "move"
        move_next(referee, battle)
        move_next(referee, battle)

    assert battle.phase == "impulse"  # nothing was left to do in the later steps


def test_who_has_no_duty_may_be_left_where_he_is():
    """FO-ACT-07, FO-ACT-15: not melee units in a Charge, not units in contact in a Regroup."""
    unit, bows = a_unit("unit", at=MIDDLE, state="active"), a_unit("bows", missile="bow", at=0, state="active")
    foe = a_unit("foe", "blue", at=go(MIDDLE, NE), facing=SOUTH)

    assert may_all_stay(a_battle(unit, bows, foe, kind="march"), [unit, bows])
    assert may_all_stay(a_battle(unit, bows, foe, kind="charge"), [bows])
    assert not may_all_stay(a_battle(unit, bows, foe, kind="charge"), [unit, bows])
    assert not may_all_stay(a_battle(unit, bows, foe, kind="regroup"), [unit, bows])


def test_the_acting_player_picks_the_order_of_melees_and_each_unit_fights_once():
    """FO-MEL-01, FO-MEL-03, FO-RULE-54."""
    one, two = (
        a_unit("one", at=MIDDLE, facing=NORTH, state="active"),
        a_unit("two", at=go(MIDDLE, E), facing=NORTH, state="active"),
    )
    foe = a_unit("foe", "blue", at=go(MIDDLE, NE), facing=SOUTH)
    battle = a_battle(one, two, foe)
    battle.phase = "melee"

    with scripted(dice=[10, 10, 10, 10], answers=["two attacks foe"]) as referee:
        fight_melees(referee, battle)
        fight_melees(referee, battle)
        fight_melees(referee, battle)

    assert (one.fought, two.fought) == (False, False)  # forgotten with the impulse
    assert (one.state, two.state) == (State.SPENT, State.SPENT)


def test_who_fired_in_a_charge_is_asked_and_may_refuse():
    """FO-RULE-19, FO-ACT-08."""
    unit = a_unit("bows", missile="bow", at=MIDDLE, facing=NORTH, state="active")
    unit.shots = 1
    battle = a_battle(unit, a_unit("foe", "blue", at=go(MIDDLE, NE)))
    battle.phase = "melee"

    with scripted(answers=["no more fighting"]) as referee:
        fight_melees(referee, battle)

    assert battle.phase == "spent"


def test_an_overrun_scatters_lone_characters():
    """FO-RULE-31, FO-MEL-25."""
    unit = a_unit("unit", at=MIDDLE, facing=NORTH, state="active")
    hero, friend = a_hero("lone", "blue", at=go(MIDDLE, NE)), a_unit("friend", "blue", at=0)
    battle = a_battle(unit, hero, friend)
    battle.phase = "melee"

    with scripted(answers=["unit overruns 4,3", "face 1"]) as referee:
        fight_melees(referee, battle)

    assert unit.at == go(MIDDLE, NE)
    assert (hero.at, hero.state) == (0, State.SPENT)


def test_a_march_with_an_enemy_in_front_leads_to_a_melee():
    """FO-RULE-20."""
    unit = a_unit("unit", at=MIDDLE, facing=NORTH, state="active")
    battle = a_battle(unit, a_unit("foe", "blue", at=go(MIDDLE, NW), facing=SOUTH), kind="march")
    battle.phase = "melee"

    with scripted(dice=[10, 10]) as referee:
        fight_melees(referee, battle)

    assert unit.fought


def test_the_other_player_acts_after_an_impulse():
    """FO-SEQ-06, FO-ACT-19."""
    unit = a_unit("unit", at=MIDDLE, state="active")
    battle = a_battle(unit, a_unit("foe", "blue", at=go(MIDDLE, W, W, W)))
    battle.phase = "spent"

    with scripted() as referee:
        play_on(referee, battle)

    assert (battle.actor, battle.phase, unit.state) == ("blue", "impulse", State.SPENT)
