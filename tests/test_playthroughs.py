"""One transcript per scenario, every choice, roll and sentence, compared line by line (ring 4).

After a change of rules, `python -m tests.test_playthroughs` writes them anew; reviewing the change is reading their diff.
"""

import sys
from pathlib import Path

import pytest

from grognard.kernel.record import written
from grognard.kernel.run import Run
from tests.every import GAMES, SCENARIOS, Brawler, random_battle

FOLDER = Path(__file__).parent / "playthroughs"


def transcript(run: Run) -> str:
    """A battle as text: what was told after each answer, then the answer itself."""
    lines = [f"{run.game.title}: {run.record.scenario.get('title', '')}", ""]
    told = 0
    for place, given in enumerate(run.answers):
        while told < len(run.events) and run.events[told].at <= place:
            lines.append(told_line(run, told))
            told += 1
        if run.who[place]:
            lines.append(f"{place + 1:4}  {run.who[place]}: {written(given)}")
    lines += [told_line(run, place) for place in range(told, len(run.events))]
    outcome = run.battle.outcome
    assert outcome is not None
    return "\n".join(
        [*lines, "", f"{outcome.winner or 'nobody'} wins: {outcome.reason}", f"digest {run.battle.digest()}", ""]
    )


def told_line(run: Run, place: int) -> str:
    event = run.events[place]
    if event.kind == "phase":
        return f"\n== {event.words}"
    if event.kind == "roll":
        return f"      {event.words}: {event.dice} {' '.join(map(str, event.faces))} = {event.total}  [{event.rule}]"
    because = " · ".join(map(str, event.because))
    return f"      {event.words}  [{event.rule}]" + (f"  ({because})" if because else "")


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS, ids=[f"{name}-{scenario}" for name, scenario in SCENARIOS])
def test_the_playthrough_is_as_it_was(name: str, scenario: str):
    kept = FOLDER / f"{name}-{scenario}.txt"
    assert kept.is_file(), "no transcript yet: python -m tests.test_playthroughs"
    assert (
        transcript(random_battle(GAMES[name], scenario, "playthrough", player=Brawler)).splitlines()
        == kept.read_text(encoding="utf-8").splitlines()
    )


def write_all(only: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, scenario in SCENARIOS:
        if not only or name in only:
            text = transcript(random_battle(GAMES[name], scenario, "playthrough", player=Brawler))
            (FOLDER / f"{name}-{scenario}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_all(sys.argv[1:])
