"""The Resolution Phase."""

from typing import Any

import pytest

from grognard.games.war_and_conquest.battle import Due, Run, Unit
from grognard.games.war_and_conquest.contact import touch
from grognard.games.war_and_conquest.pursuit import decide_pursuit, is_caught, pursue_next, resolve_run, run_next
from grognard.games.war_and_conquest.resolution import begin_resolution, close_round, failure, next_test, next_to_pick
from grognard.games.war_and_conquest.turn import play_on
from tests.games.war_and_conquest.build import a_battle, a_unit, with_general
from tests.script import scripted


def shot(name: str, side: str = "red", **given: Any) -> Unit:
    """A unit far from everybody that lost a fifth to shooting."""
    return a_unit(name, side, models=20, start=25, round_start=25, shot=5, **given)


def test_every_test_is_taken_before_anybody_runs():
    """WC-PHASE-01, WC-PHASE-02, WC-FAIL-01: the first fails and still stands there while the second tests."""
    first, second = shot("first", x=1000, y=1000), shot("second", x=6000, y=1000)
    battle = a_battle(first, second, step="resolve")
    with scripted(dice=[6, 6, 6], answers=["test first"]) as referee:
        play_on(referee, battle)
        play_on(referee, battle)
    assert (first.running, first.fleeing, first.x) == (True, False, 1000)
    with scripted(dice=[1, 1, 1, 3, 4]) as referee:
        while battle.step != "close_round":
            play_on(referee, battle)
    assert (first.fleeing, second.fleeing) == (True, False)


def test_the_player_with_strategic_advantage_tests_first_then_they_alternate():
    """WC-PHASE-03, WC-RULE-08, WC-RULE-36."""
    battle = a_battle(shot("r1"), shot("r2"), shot("b1", "blue"), advantage="blue")
    begin_resolution(scripted(), battle)
    with scripted(dice=[1] * 9, answers=["test r2"]) as referee:
        for _ in range(3):
            next_test(referee, battle)
    assert battle.queue == ["b1", "r2", "r1"]


def test_who_has_no_test_left_is_skipped():
    """WC-RULE-08."""
    assert next_to_pick("red", "", ["blue", "blue"]) == "blue"
    assert next_to_pick("red", "red", ["red"]) == "red"
    assert next_to_pick("red", "red", ["red", "blue"]) == "blue"


def test_a_test_is_read_out_with_its_dice_and_chance_before_it_is_thrown():
    """WC-COMP-05, WC-TRIG-06: three dice against 7 are 29 in 36."""
    battle = a_battle(shot("spears", mv=7))
    with scripted() as referee:
        begin_resolution(referee, battle)
    told = [(event.words, event.rule) for event in referee.events]
    assert told == [
        ("the Resolution Phase", "WC-PHASE-01"),
        ("spears must take a Morale test: a fifth of its figures fell", "WC-TRIG-06"),
        ("spears rolls 3 dice against 7, chance 29/36 (81 %)", "WC-TRIG-11"),
    ]


def test_the_minus_one_for_the_general_is_for_one_test_only():
    """WC-TRIG-08, WC-RULE-35: 7 fails at 7 - 1; in the next phase nothing is left of it."""
    guard = a_unit("guard", x=2000, y=2000, where="lost")
    spears = a_unit("spears", mv=7, models=12, start=24, x=2300, y=2000)
    battle = with_general(a_battle(guard, spears), guard, "slain")
    battle.sides[0].general_news = "slain"
    begin_resolution(scripted(), battle)
    with scripted(dice=[3, 4]) as referee:
        next_test(referee, battle)
    assert spears.running
    assert not battle.side("red").general_news


@pytest.mark.parametrize(
    ("engaged", "won", "goes_on", "flees", "bonus"),
    [
        (False, False, False, True, 0),
        (True, True, False, False, 0),
        (True, False, True, False, 1),
        (True, True, True, False, 1),
    ],
)
def test_what_failing_means(engaged, won, goes_on, flees, bonus):
    """WC-FAIL-01, WC-FAIL-02, WC-FAIL-03, WC-RULE-19."""
    means = failure(engaged=engaged, won=won, goes_on=goes_on)
    assert (means.flees, means.enemy_bonus, means.may_pursue) == (flees, bonus, False)


def a_won_combat(**winner):
    """Spears have broken a warband that stood before them."""
    spears = a_unit("spears", x=3000, y=2000, won=True, **winner)
    warband = a_unit("warband", "blue", x=3000, y=2000, facing=180, broke=True)
    battle = a_battle(spears, warband, step="pursue")
    touch(battle, spears, warband)
    return spears, warband, battle


def test_a_winner_who_failed_a_test_may_not_pursue():
    """WC-FAIL-02, WC-OFIGHT-08: nobody asks him."""
    _, _, battle = a_won_combat(holds=True)
    battle.queue = ["spears"]
    with scripted() as referee:
        pursue_next(referee, battle)
    assert battle.runs == [Run("warband")]


def test_the_undisciplined_hold_only_after_a_command_test():
    """WC-OFIGHT-08: 11 fails, and off they go."""
    spears, warband, battle = a_won_combat(traits=("Undisciplined",))
    with scripted(dice=[6, 5], answers=["hold"]) as referee:
        prey = decide_pursuit(referee, battle, spears, [warband])
    assert prey is not None
    assert prey.id == "warband"
    with scripted(dice=[3, 4], answers=["hold"]) as referee:
        assert decide_pursuit(referee, battle, spears, [warband]) is None


def test_a_winner_with_nobody_left_to_pursue_is_not_asked():
    """WC-OFIGHT-08, WC-RULE-14: all its opponents were removed; it stays engaged until the round is over."""
    spears = a_unit("spears", won=True, engaged=True)
    battle = a_battle(spears, step="test")
    with scripted() as referee:
        while battle.step != "close_round":
            play_on(referee, battle)
    assert spears.engaged
    close_round(scripted(), battle)
    assert not spears.engaged


def test_an_equal_roll_is_caught():
    """WC-PF-02, WC-RULE-21."""
    assert is_caught(8, [8])
    assert not is_caught(9, [8])
    assert is_caught(9, [3, 9])
    assert not is_caught(2, [])


def test_the_caught_are_destroyed_and_the_pursuer_follows():
    """WC-PF-02, WC-RULE-21, WC-RULE-22: 7 against 8; the spears go 8 inches north."""
    spears, warband, battle = a_won_combat()
    with scripted(dice=[3, 4, 4, 4]) as referee:
        resolve_run(referee, battle, Run("warband", ("spears",)))
    assert (warband.fate, spears.x, spears.y) == ("destroyed", 3000, 2800)


def test_the_faster_runaway_gets_away():
    """WC-PF-02, WC-RULE-37: it runs 9 inches from where it stood and is fleeing."""
    spears, warband, battle = a_won_combat()
    with scripted(dice=[4, 5, 2, 2]) as referee:
        resolve_run(referee, battle, Run("warband", ("spears",)))
    assert (warband.fleeing, warband.fled_this_turn, warband.facing) == (True, True, 0)
    assert (warband.y, spears.y) == (2000 + 300 + 900, 2400)


def test_the_player_with_strategic_advantage_orders_the_flights_of_both_sides():
    """WC-PHASE-04, WC-PF-01."""
    mine, theirs = a_unit("mine", x=1000, y=2000, running=True), a_unit("theirs", "blue", x=5000, y=2000, running=True)
    battle = a_battle(mine, theirs, advantage="blue", runs=[Run("mine"), Run("theirs")])
    with scripted(dice=[1, 1], answers=["move theirs"]) as referee:
        run_next(referee, battle)
    assert (referee.asked[0].side, theirs.fleeing, mine.fleeing) == ("blue", True, False)


@pytest.mark.parametrize(("option", "added"), [("no", []), ("yes", ["beside"])])
def test_panic_may_spread(option, added):
    """WC-RULE-09, WC-RULE-10: the list is fixed, or a unit that fails counts as fleeing at once."""
    first = shot("first", x=2000, y=2000)
    beside, enemy = a_unit("beside", x=2900, y=2000), a_unit("enemy", "blue", x=2000, y=2200, facing=180)
    battle = a_battle(first, beside, enemy, options={"panic_chain": option})
    begin_resolution(scripted(), battle)
    with scripted(dice=[6, 6, 6]) as referee:
        next_test(referee, battle)
    assert [due.unit for due in battle.due] == added


def test_panic_does_not_reach_who_has_tested_or_may_ignore_it():
    """WC-RULE-09, WC-RULE-12."""
    first, tested = shot("first", x=2000, y=2000), shot("second", x=2900, y=2000)
    many = a_unit("many", models=48, x=1100, y=2000)
    battle = a_battle(first, tested, many, options={"panic_chain": "yes"})
    begin_resolution(scripted(), battle)
    with scripted(dice=[1, 1, 1, 6, 6, 6], answers=["test second"]) as referee:
        next_test(referee, battle)
        next_test(referee, battle)
    assert battle.due == []


def test_a_failed_earlier_test_makes_a_unit_flee_now():
    """WC-TRIG-13."""
    unit = shot("unit", tested="failed")
    battle = a_battle(unit)
    begin_resolution(scripted(), battle)
    assert unit.running
    assert battle.due == []


def test_a_shaken_unit_is_remembered_until_the_next_round_of_its_combat():
    """WC-FAIL-03, WC-COMP-07."""
    unit, foe = a_unit("unit", engaged=True), a_unit("foe", "blue")
    battle = a_battle(unit, foe, due=[Due("unit", ("rout",))], step="test")
    touch(battle, unit, foe)
    with scripted(dice=[6, 6, 6]) as referee:
        next_test(referee, battle)
    close_round(scripted(), battle)
    assert (unit.shaken, unit.fleeing) == (True, False)
