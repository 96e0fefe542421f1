"""Odds through choices: questions in which somebody decides on the way, answered over the playing rules.

A choice is answered by a named policy, by the best reply of its side (`kernel.best.Solver`), or, where both pick in secret, by the equilibrium of their matrix. Many such questions belong to
their game (`split` in En Garde!, `combat` in Confrontation). The modules here, one for each game, set a small situation before the rules and let the solver play it out; `grognard odds`
lists them beside the game's own questions.
"""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from grognard.errors import NotFound
from grognard.kernel.game import Game


def choices_of(game: Game) -> dict[str, Callable[..., Any]]:
    """What the lab asks about a game beyond the game's own questions; nothing for a game that it does not know."""
    place = f"{__name__}.{game.name}"
    if not game.package.startswith("grognard.games.") or find_spec(place) is None:
        return {}
    found: dict[str, Callable[..., Any]] = import_module(place).CHOICES
    return found


def questions_of(game: Game) -> dict[str, Callable[..., Any]]:
    """A game's own questions, and those of the lab."""
    return {**game.questions, **choices_of(game)}


def find_question(game: Game, name: str) -> Callable[..., Any]:
    """A question by its name; "gang-up" and "gang_up" are the same."""
    questions = {known.replace("_", "-"): function for known, function in questions_of(game).items()}
    wanted = name.lower().replace("_", "-")
    if wanted not in questions:
        raise NotFound("question", name, questions)
    return questions[wanted]
