"""The pages of docs/ask say what the program answers: every example in them is run."""

import doctest
from pathlib import Path

import pytest

from grognard.kernel.game import find_game
from grognard.lab.choices import questions_of

ASK = Path(__file__).parents[2] / "docs" / "ask"
GAMES = ("en_garde", "fearful_odds", "high_adventure", "war_and_conquest", "confrontation")


@pytest.mark.parametrize("name", sorted(path.name for path in ASK.glob("*.md")))
def test_every_answer_on_the_page_is_what_the_program_answers(name: str):
    results = doctest.testfile(str(ASK / name), module_relative=False)
    assert results.failed == 0


@pytest.mark.parametrize("game", GAMES)
def test_each_cookbook_asks_at_least_six_questions_that_exist(game: str):
    """Every command on the page names a question of the game, and there are six different ones at least."""
    known = questions_of(find_game(game))
    asked = [
        line.split()[3]
        for line in (ASK / f"{game}.md").read_text(encoding="utf-8").splitlines()
        if line.startswith(f"    grognard odds {game.replace('_', '-')} ")
    ]
    assert set(asked) <= set(known)
    assert len(set(asked)) >= 6
