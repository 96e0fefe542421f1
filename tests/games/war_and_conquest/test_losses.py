"""Losses: the log says through whom a unit was lost, and so the lab can count it."""

from grognard.games.war_and_conquest import GAME
from grognard.games.war_and_conquest.battle import Blow, Charge, Run
from grognard.games.war_and_conquest.combat_result import break_unit, take_off_dead
from grognard.games.war_and_conquest.contact import touch
from grognard.games.war_and_conquest.end_phase import try_to_rally
from grognard.games.war_and_conquest.losses import lose, take_off
from grognard.games.war_and_conquest.pursuit import resolve_run
from grognard.games.war_and_conquest.reactions import flee_from
from grognard.kernel.event import Event
from grognard.lab.feuds import feuds
from grognard.lab.simulate import Plan
from tests.games.war_and_conquest.build import a_battle, a_charge, a_fray, a_unit
from tests.script import scripted


def last_of(events: list[Event], piece: str) -> Event:
    return [event for event in events if piece in event.pieces][-1]


def test_a_unit_wiped_out_in_combat_was_destroyed_by_the_enemy_who_killed_most():
    """WC-OTROOP-04, WC-OFIGHT-09."""
    few, one, two = a_unit("few", models=9), a_unit("one", "blue"), a_unit("two", "blue")
    battle = a_battle(few, one, two, companion=True)
    fray = a_fray(battle, few, one, two)
    fray.blows = [
        Blow("one", "few", "front", 8, 1),
        Blow("two", "few", "front", 8, 2),
        Blow("few", "one", "front", 8, 0),
    ]
    referee = scripted()
    take_off_dead(referee, battle, fray)
    event = last_of(referee.events, "few")
    assert (event.words, event.pieces) == ("few is destroyed by two", ("few", "two"))
    assert (few.fate, few.fought, one.models) == ("destroyed", 3, 24)


def test_who_is_caught_in_pursuit_was_destroyed_by_the_fastest_pursuer():
    """WC-PF-02, WC-RULE-21."""
    prey = a_unit("prey", x=3600, y=2000, broke=True)
    slow, fast = a_unit("slow", "blue", x=3000, y=3000), a_unit("fast", "blue", x=4500, y=3000)
    battle = a_battle(prey, slow, fast)
    referee = scripted(dice=[2, 2, 1, 1, 4, 4])
    resolve_run(referee, battle, Run("prey", ("slow", "fast")))
    assert "prey is destroyed by fast" in [event.words for event in referee.events]


def test_who_flees_a_charge_and_is_caught_was_destroyed_by_the_charger():
    """WC-OCHARGE-04."""
    levy, horse = a_unit("levy", x=3600, y=2000), a_unit("horse", "blue", x=3600, y=2300, facing=180, kind="mounted")
    battle = a_battle(levy, horse, charges=[a_charge(horse, levy, 300)])
    referee = scripted(dice=[1, 1])
    flee_from(referee, battle, levy, list[Charge](battle.charges))
    assert last_of(referee.events, "levy").words == "levy is destroyed by horse"


def test_a_unit_that_runs_off_the_table_was_driven_by_whoever_broke_it():
    """WC-LAST-03, WC-OFIGHT-06: of several foes the one with most models."""
    levy, guard, host = a_unit("levy"), a_unit("guard", "blue", models=10), a_unit("host", "blue", models=30)
    battle = a_battle(levy, guard, host, companion=True)
    touch(battle, levy, guard)
    touch(battle, levy, host)
    referee = scripted()
    break_unit(referee, battle, levy)
    lose(referee, battle, levy, "gone", "WC-LAST-03")
    event = last_of(referee.events, "levy")
    assert (event.words, event.pieces) == ("levy is gone, driven by host", ("levy", "host"))


def test_a_runaway_that_meets_friends_was_driven_by_the_enemy_who_shot_at_it():
    """WC-RALLY-09, WC-OSHOOT-05; a rallied unit is driven by nobody any more (WC-RALLY-07)."""
    levy, line, bows = a_unit("levy", fleeing=True), a_unit("line"), a_unit("bows", "blue", x=7000)
    battle = a_battle(levy, line, bows)
    referee = scripted(dice=[1, 1])
    take_off(referee, battle, levy, 3, "shooting", bows)
    other = battle.copy()
    lose(referee, battle, levy, "dispersed", "WC-END-03", line)
    assert last_of(referee.events, "levy").words == "levy is dispersed among line, driven by bows"
    try_to_rally(referee, other, other.unit("levy"))
    lose(referee, other, other.unit("levy"), "gone", "WC-LAST-03")
    assert last_of(referee.events, "levy").words == "levy is gone"


def test_the_lab_knows_who_put_whom_out():
    """Most of what is lost in battles between recruits has somebody to blame, and he is an enemy."""
    found = feuds(Plan("war_and_conquest", GAME.scenario("low_stane"), {"red": "recruit", "blue": "recruit"}), 12)
    named = {pair: times for pair, times in found.items() if pair[0]}
    assert 2 * sum(named.values()) > sum(found.values())
    levy = ("Shieldmen", "Slingers")
    assert all((killer in levy) is not (victim in levy) for killer, victim in named)
