"""The companion beside a real table, played through the kernel: questions, typed dice, saving, undo."""

from typing import Any

import pytest

from grognard.errors import GrognardError, IllegalChoice
from grognard.games.war_and_conquest import GAME
from grognard.games.war_and_conquest.battle import Battle
from grognard.games.war_and_conquest.companion import enter_next, returning
from grognard.games.war_and_conquest.numbers import Lengths, Numbers
from grognard.games.war_and_conquest.roster import Roster, read_line
from grognard.kernel.record import decode_record, encode_record
from grognard.kernel.referee import SealedDice, TypedDice
from grognard.kernel.run import MixedDice, Run, new_record
from tests.games.war_and_conquest.build import a_battle, a_unit
from tests.script import scripted

PLAYERS = {"red": "person", "blue": "person"}


def a_run(name: str = "at_your_table", **scenario: Any) -> Run:
    """A companion whose people type in all dice, unless they say roll."""
    record = new_record(GAME, {**GAME.scenario(name), **scenario}, PLAYERS, "companion")
    return Run(GAME, record, MixedDice(SealedDice("companion"), TypedDice(), []))


def say(run: Run, *answers: str) -> None:
    """Answer whatever is asked, whoever it is asked of: one person may sit at the keyboard."""
    for answer in answers:
        run.answer(run.questions[0].side, answer)


def state(run: Run) -> Battle:
    assert isinstance(run.battle, Battle)
    return run.battle


def test_an_end_phase_is_walked_through():
    """WC-COMP-09, WC-COMP-06: rally tests in turn, flights, a leader among friends, the edge and the last chance."""
    run = a_run()
    assert run.questions[0].side == "blue"
    say(run, "rally oath_sworn", "1", "3 4")  # MV 8 less one enemy near, and 7
    assert not state(run).unit("oath_sworn").fleeing
    say(run, "rally archers", "0", "no", "5 4")  # beyond the general's zone: 9 fails 7
    say(run, "no more")
    say(run, "move archers", "2 3", "friend")
    say(run, "2 2 1", "edge", "yes", "no", "1 2")  # the slingers run four inches to the edge: last chance at 6 less 1
    slingers, archers = state(run).unit("slingers"), state(run).unit("archers")
    assert (archers.fate, slingers.where) == ("dispersed", "off")
    told = [event.words for event in run.events]
    assert "Slingers stands just off the table; it may come back in turn 5" in told


def to_turn_four(run: Run) -> None:
    """Everybody rallies; red has the advantage and plays first."""
    say(run, "rally oath_sworn", "0", "1 1", "rally archers", "0", "yes", "1 1", "rally slingers", "0", "yes", "1 1")
    say(run, "0")
    while "bid" in run.questions[0].text:
        say(run, "0")
    say(run, "6", "1", "first")


def test_a_round_is_entered_and_resolved():
    """WC-COMP-02 to WC-COMP-08: casualties and a combat are typed; the list is read out; tests, pursuit and flight follow."""
    run = a_run()
    to_turn_four(run)
    assert (state(run).phase, state(run).active) == ("Round of play", "red")
    say(run, "casualties", "town_bands", "shooting", "4")
    say(run, "combat", "king_s_companions", "no other", "reed_warband_1", "no other", "red", "3", "broke")
    say(run, "resolve")
    say(run, "no", "no", "no", "no")  # nobody of the Marshfolk is near the warband's leader
    assert [due.unit for due in state(run).due] == ["town_bands"]
    say(run, "no")  # the Town bands are not in the general's zone
    say(run, "6 6 5")  # 11 fails 7
    assert state(run).unit("town_bands").running
    say(run, "pursue reed_warband_1")
    say(run, "move reed_warband_1", "1 2", "4 4", "nobody")  # 3 against 8: caught
    assert state(run).unit("reed_warband_1").fate == "destroyed"
    say(run, "3 3", "nothing", "king_s_companions", "no other", "1 2 3")  # the Town bands run through the companions
    assert state(run).unit("town_bands").fleeing
    assert (state(run).round, state(run).active) == (2, "blue")


def test_distances_are_asked_only_where_they_matter():
    """WC-COMP-04: with nothing entered nothing is asked."""
    run = a_run()
    to_turn_four(run)
    say(run, "resolve")
    assert run.questions[0].text == "What happened in this round of play?"


def test_when_nobody_must_test_it_is_said():
    """WC-COMP-05."""
    run = a_run()
    to_turn_four(run)
    say(run, "resolve")
    assert "nobody must take a Morale test" in [event.words for event in run.events]


def test_only_the_enemy_of_the_player_whose_round_it_is_flees_from_charges():
    """WC-COMP-03, WC-OMOVE-01."""
    run = a_run()
    to_turn_four(run)
    say(run, "fled")
    assert {state(run).unit(option.key).side for option in run.questions[0].options} == {"blue"}


def test_skirmishers_are_not_reminded_of_their_half_strength():
    """WC-TEST-04, WC-TEST-05: they roll two dice all the same."""
    run = a_run()
    to_turn_four(run)
    reminded = [event.words.split(" is at half")[0] for event in run.events if "half strength" in event.words]
    assert reminded == ["Archers", "Oath-sworn"]


def test_a_combat_may_be_left_to_the_engine_to_test():
    """WC-COMP-03: the losers' test is rolled here, with the general's zone asked for."""
    run = a_run()
    to_turn_four(run)
    say(run, "combat", "town_bands", "no other", "reed_warband_2", "no other", "blue", "2", "roll", "no", "6 6 6")
    assert state(run).unit("town_bands").broke


def test_where_only_some_break_it_is_asked_who_touches_whom():
    """WC-OFIGHT-08: one winner is still in contact with a steady enemy, the other is not."""
    run = a_run()
    to_turn_four(run)
    say(run, "combat", "king_s_companions", "town_bands", "no other", "reed_warband_1", "reed_warband_2", "no other")
    say(run, "red", "1", "broke", "passed", "yes", "no")
    battle = state(run)
    assert [foe.id for foe in battle.foes(battle.unit("town_bands"))] == ["reed_warband_1"]


@pytest.mark.parametrize(
    ("entries", "check"),
    [
        (["fled", "pony_archers", "caught"], lambda battle: battle.unit("pony_archers").caught),
        (
            ["fled", "pony_archers", "survived", "1 2 3 1", "nothing", "no other"],
            lambda battle: battle.unit("pony_archers").fled_this_turn,
        ),
        (["removed", "slingers", "shooting"], lambda battle: battle.unit("slingers").below_minimum == "shooting"),
        (["general", "blue"], lambda battle: battle.side("blue").general_news == "slain"),
        (["tested", "knights", "failed"], lambda battle: battle.unit("knights").tested == "failed"),
        (["enemy gone", "knights"], lambda battle: battle.unit("knights").engaged and battle.unit("knights").won),
        (["casualties", "slingers", "strike back", "2"], lambda battle: battle.unit("slingers").fate == "destroyed"),
        (
            ["combat", "knights", "no other", "eel_catchers", "no other", "draw"],
            lambda battle: battle.unit("knights").engaged,
        ),
        (
            ["combat", "knights", "no other", "eel_catchers", "no other", "draw", "parted", "knights"],
            lambda battle: not battle.contacts,
        ),
    ],
)
def test_whatever_happens_can_be_entered(entries, check):
    """WC-COMP-03, WC-TRIG-13, WC-RULE-31."""
    run = a_run()
    to_turn_four(run)
    say(run, *entries)
    assert check(state(run))


def test_a_unit_off_the_table_can_be_entered_as_back():
    """WC-COMP-09, WC-LAST-02: not in the round that it misses."""
    unit = a_unit("spears", where="off", had_move=True)
    battle = a_battle(unit, a_unit("foe", "blue"), companion=True, step="enter")
    assert returning(battle) == []
    unit.had_move = False
    with scripted(answers=["returned"]) as referee:
        enter_next(referee, battle)
    assert unit.where == "table"


def test_typed_dice_must_be_as_many_as_the_rule_asks_for():
    """WC-COMP-06: a refused answer changes nothing; "roll" lets the program throw."""
    run = a_run()
    say(run, "rally oath_sworn", "0")
    with pytest.raises(GrognardError):
        say(run, "3 4 5")
    say(run, "roll")
    assert isinstance(run.record.answers[-1], list)


def test_an_entry_can_be_corrected_until_the_next_die_is_thrown():
    """WC-COMP-10: undo goes back one answer at a time, but not past dice."""
    run = a_run()
    to_turn_four(run)
    before = state(run).digest()
    say(run, "casualties", "town_bands")
    run.undo("red")
    run.undo("red")
    assert state(run).digest() == before
    assert run.can_undo("red") == ""  # first or second
    run.undo("red")
    assert "dice have fallen" in run.can_undo("red")


def test_it_is_saved_after_each_answer_and_goes_on_from_there():
    """WC-COMP-10: the record is the battle; the log can be replayed."""
    run = a_run()
    to_turn_four(run)
    say(run, "casualties", "town_bands", "shooting")
    saved = decode_record(encode_record(run.record))
    again = Run(GAME, saved, MixedDice(SealedDice("companion"), TypedDice(), []))
    assert again.battle.digest() == run.battle.digest()
    assert [event.words for event in again.events] == [event.words for event in run.events]
    say(again, "4")
    assert state(again).unit("town_bands").models == 16


def test_marks_are_carried_over_and_read_out():
    """WC-COMP-07, WC-FAIL-03, WC-TEST-05: the shaken, the disordered and the halved."""
    run = a_run()
    to_turn_four(run)
    told = [event.words for event in run.events]
    assert "Archers is at half strength or less: two dice" in told
    assert "Oath-sworn is disordered" in told


# The roster


def test_a_roster_is_typed_line_by_line():
    """WC-COMP-01: any unit within sensible limits; both sides need one."""
    run = a_run("companion_roster")
    say(
        run, "red: Iron hedge, battle foot, 20 of 24, MV 8, Drilled, general", "blue: Wolves, skirmish mounted, 8, MV 7"
    )
    say(run, "begin")
    hedge, wolves = state(run).unit("iron_hedge"), state(run).unit("wolves")
    assert (hedge.models, hedge.start, hedge.profile.traits, state(run).side("red").general) == (
        20,
        24,
        ("Drilled",),
        "iron_hedge",
    )
    assert (wolves.profile.kind, wolves.is_battle, wolves.start) == ("mounted", False, 8)


@pytest.mark.parametrize(
    "line",
    [
        "green: X, battle foot, 20, MV 7",
        "red: , battle foot, 20, MV 7",
        "red: Spears, battle foot, 20, MV 7",
        "red: X, battle, 20, MV 7",
        "red: X, battle foot, 30 of 20, MV 7",
        "red: X, battle foot, many, MV 7",
        "red: X, battle foot, 20, MV 70",
        "red: X, battle foot, 20, MV 7, Brave",
        "nonsense",
    ],
)
def test_a_line_that_cannot_be_read_is_refused(line):
    """WC-COMP-01."""
    with pytest.raises(IllegalChoice):
        read_line(a_battle(a_unit("Spears"), companion=True), line)


def test_an_army_has_one_general():
    """WC-OFIELD-04."""
    battle = a_battle(a_unit("spears"), companion=True)
    battle.sides[0].general = "spears"
    with pytest.raises(IllegalChoice):
        read_line(battle, "red: X, battle foot, 20, MV 7, general")


def test_a_roster_begins_when_both_sides_have_a_unit():
    """WC-COMP-01."""
    roster = Roster(a_battle(a_unit("spears"), companion=True))
    assert "begin" not in [option.key for option in roster]
    with pytest.raises(IllegalChoice):
        roster.find("begin")
    assert "begin" in [
        option.key for option in Roster(a_battle(a_unit("spears"), a_unit("foe", "blue"), companion=True))
    ]


# Numbers that people type


def test_any_whole_number_within_limits_is_taken():
    numbers = Numbers(1, 40)
    assert len(numbers) == 13
    assert numbers.find("27").value == 27
    for wrong in ("0", "41", "2.5", "many"):
        with pytest.raises(IllegalChoice):
            numbers.find(wrong)


def test_any_length_within_limits_is_taken():
    lengths = Lengths(0, 600)
    assert (lengths.find("5.5").value, lengths.find('3"').value, lengths[0].key, lengths[-1].words) == (
        550,
        300,
        "0.00",
        '6"',
    )
    for wrong in ("-1", "6.01", "1.234", "far"):
        with pytest.raises(IllegalChoice):
            lengths.find(wrong)
