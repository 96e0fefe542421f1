"""Whoever answers: people at a console, and computers from recruit to marshal.

A player is a small class with `answer(question, outlook)`; a package with an entry point in the group `grognard.players` adds one, and it appears wherever players are named.
"""

import os
from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from inspect import signature
from typing import Any

from grognard.errors import GrognardError, NotFound
from grognard.kernel.run import Player

CORES = min(4, os.cpu_count() or 1)  # that one computer may think with, where nobody else needs them
NO_NUMBERS = ("seed", "stop", "learned")  # what players take that nobody sets by name


def player_names() -> list[str]:
    """Every installed computer player by name, ours and others'."""
    return sorted(entry.name for entry in entry_points(group="grognard.players"))


def find_player(
    name: str, seed: int | str = 0, *, stop: Callable[[], bool] | None = None, cores: int = 1, learned: Any = None
) -> Player:
    """A new computer player of that name; "marshal:visits=200" sets what it takes by name.

    What else there is goes to those that can use it: `stop` ends their thinking, so many `cores` are free for it, and `learned` is what the player before left in its own `learned`.
    """
    made = _class_of(name.partition(":")[0].strip().lower())
    takes = signature(made).parameters
    there: dict[str, Any] = {"stop": stop, "cores": cores, "learned": learned}
    wishes = {wish: value for wish, value in there.items() if value is not None and wish in takes}
    for wish, number in _settings(name).items():
        if wish in NO_NUMBERS:
            raise GrognardError(f"{name!r} cannot be set up: {wish!r} is not a number to be set")
        if wish not in takes and not any(each.kind is each.VAR_KEYWORD for each in takes.values()):
            can = ", ".join(each for each in takes if each not in NO_NUMBERS) or "nothing"
            raise GrognardError(f"{name!r} cannot be set up: there is no {wish!r} to be set, there is: {can}")
        wishes[wish] = number
    try:
        player: Player = made(seed, **wishes)
    except (TypeError, ValueError) as error:
        raise GrognardError(f"{name!r} cannot be set up: {error}") from None
    return player


@cache
def _class_of(name: str) -> Callable[..., Player]:
    """Looked for once: reading what every installed package says of itself takes a while."""
    for entry in entry_points(group="grognard.players"):
        if entry.name == name:
            found: Callable[..., Player] = entry.load()
            return found
    raise NotFound("player", name, player_names())


def cores_of(name: str) -> int:
    """How many cores a player of that name thinks with, where battles are played many at a time."""
    return max(1, int(_settings(name).get("cores", 1)))


def _settings(name: str) -> dict[str, float | int]:
    """What is set in "marshal:visits=200 seconds=0.5", as numbers by name."""
    found: dict[str, float | int] = {}
    for word in name.partition(":")[2].split():
        key, _, value = word.partition("=")
        try:
            found[key] = float(value) if "." in value else int(value)
        except ValueError:
            raise GrognardError(
                f"{name!r} cannot be set up: {word!r} should be a name and a number, like visits=200 or seconds=0.5"
            ) from None
    return found
