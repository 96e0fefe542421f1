"""Battles in which every morale trigger of the sheet fires, and one round at a real table, line by line as they were.

After a change of rules, `python -m tests.games.war_and_conquest.test_transcripts` writes them anew.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from grognard.games.war_and_conquest import GAME
from grognard.games.war_and_conquest.triggers import RULES
from grognard.kernel.record import written
from grognard.kernel.run import Run
from tests.every import random_battle
from tests.games.war_and_conquest.test_companion import a_run, say, to_turn_four

FOLDER = Path(__file__).with_name("playthroughs")


def a_companion_round() -> Run:
    """Casualties, a combat that is won, a failed test, a pursuit and a flight through friends, all typed in."""
    run = a_run()
    to_turn_four(run)
    say(run, "casualties", "town_bands", "shooting", "4")
    say(run, "combat", "king_s_companions", "no other", "reed_warband_1", "no other", "red", "3", "broke", "resolve")
    say(run, "no", "no", "yes", "no")  # of the Marshfolk only the pony archers are near the warband's leader
    say(run, "no", "no", "6 6 5", "2 3")  # nobody is near a general; the Town bands fail, the archers pass
    say(run, "pursue reed_warband_1", "move reed_warband_1", "1 2", "4 4", "nobody")
    say(run, "3 3", "nothing", "king_s_companions", "no other", "1 2 3")
    return run


BATTLES: dict[str, Callable[[], Run]] = {
    "the_crown_breaks": lambda: random_battle(GAME, "crown_wavers", "battle 204"),
    "caught_in_flight": lambda: random_battle(GAME, "crown_wavers", "battle 206"),
    "struck_back": lambda: random_battle(GAME, "crown_wavers", "battle 247"),
    "a_round_at_a_real_table": a_companion_round,
}


def transcript(run: Run) -> str:
    """What was told after each answer, then the answer itself."""
    lines: list[str] = []
    told = 0
    for place, given in enumerate(run.answers):
        while told < len(run.events) and run.events[told].at <= place:
            lines.append(f"      {run.events[told].words}  [{run.events[told].rule}]")
            told += 1
        lines.append(f"{place + 1:4}  {run.who[place] or 'dice'}: {written(given)}")
    lines += [f"      {event.words}  [{event.rule}]" for event in run.events[told:]]
    return "\n".join([*lines, f"digest {run.battle.digest()}", ""])


@pytest.mark.parametrize("name", BATTLES)
def test_the_transcript_is_as_it_was(name: str) -> None:
    kept = FOLDER.joinpath(f"{name}.txt").read_text(encoding="utf-8")
    assert transcript(BATTLES[name]()).splitlines() == kept.splitlines()


def test_every_trigger_of_the_sheet_fires_in_them() -> None:
    """WC-TRIG-01, WC-TRIG-02, WC-TRIG-03, WC-TRIG-04, WC-TRIG-06, WC-TRIG-07, WC-TRIG-08, WC-TRIG-09."""
    text = "".join(FOLDER.joinpath(f"{name}.txt").read_text(encoding="utf-8") for name in BATTLES)
    assert [rule for rule in RULES.values() if f"[{rule}]" not in text] == []


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each, battle in BATTLES.items():
        FOLDER.joinpath(f"{each}.txt").write_text(transcript(battle()), encoding="utf-8")
