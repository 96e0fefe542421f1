"""The companion and the battle are one: told what happened in a recorded battle, the companion asks for the same tests and dice and comes to the same end."""

import pytest

from grognard.games.war_and_conquest import GAME
from grognard.games.war_and_conquest.battle import Battle
from grognard.games.war_and_conquest.turn import play_on
from grognard.kernel.event import Event
from tests.games.war_and_conquest.informant import Informant, Watcher, happenings_in

BATTLES = [("low_stane", range(6)), ("crown_wavers", range(12)), ("red_barrow_field", range(4))]


def at_a_real_table(battle: Battle, step: str) -> Battle:
    """The same battle with its figures on a table that the program cannot see."""
    real = battle.copy()
    real.companion = True
    real.step = step
    real.told = {}
    for unit in real.units:
        unit.x = unit.y = unit.facing = 0
    return real


def play_until(informant: Informant, battle: Battle, *steps: str) -> None:
    while battle.step not in steps:
        play_on(informant, battle)


def read_out(events: list[Event]) -> list[str]:
    return [event.words for event in events if event.rule == "WC-TRIG-11"]


def standing_of(battle: Battle) -> list[tuple[object, ...]]:
    units: list[tuple[object, ...]] = [
        (unit.id, unit.models, unit.where, unit.fate, unit.fleeing, unit.shaken, unit.engaged, unit.rounds_out)
        for unit in battle.units
    ]
    return [*units, *((side.general_state, side.general_news, side.rout_tested, side.sip) for side in battle.sides)]


def round_agrees(watcher: Watcher) -> int:
    """One round of play told to the companion; how many Morale tests there were in it."""
    fought = watcher.until("resolve")
    resolved = watcher.until("begin_round", "begin_end")
    real = at_a_real_table(fought.before, "enter")
    play_until(Informant(fought, happenings_in(fought), strict=False), real, "resolve")
    assert [(unit.id, unit.models, unit.where) for unit in real.units] == [
        (unit.id, unit.models, unit.where) for unit in resolved.before.units
    ]

    referee = Informant(resolved, strict=True)
    play_until(referee, real, "begin_round", "begin_end")
    assert read_out(referee.told) == read_out(resolved.events)
    assert not referee.rolls
    assert not referee.choices
    assert standing_of(real) == standing_of(resolved.after)
    return len(read_out(referee.told))


def end_phase_agrees(watcher: Watcher) -> None:
    ended = watcher.until("close_turn")
    real = at_a_real_table(ended.before, "begin_end")
    referee = Informant(ended, strict=True)
    play_until(referee, real, "close_turn")
    assert not referee.rolls
    assert standing_of(real) == standing_of(ended.after)


def battle_agrees(name: str, seed: int) -> int:
    """A whole battle told to the companion; how many Morale tests there were in its Resolution Phases."""
    battle = GAME.set_up(GAME.scenario(name))
    assert isinstance(battle, Battle)
    watcher = Watcher(battle, seed)
    tests = 0
    while battle.outcome is None:
        if battle.step != "begin_end":
            for _ in range(2):
                watcher.until("declare")
                tests += round_agrees(watcher)
        end_phase_agrees(watcher)
        watcher.until("strategy")
    return tests


@pytest.mark.parametrize(("name", "seeds"), BATTLES)
def test_the_companion_comes_to_the_same_end_as_the_battle(name: str, seeds: range) -> None:
    """WC-COMP-03 to WC-COMP-09: same facts, same tests, same dice, same fates, round after round."""
    assert sum(battle_agrees(name, seed) for seed in seeds)
