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


def player_names() -> list[str]:
    """Every installed computer player by name, ours and others'."""
    return sorted(entry.name for entry in entry_points(group="grognard.players"))


def find_player(
    name: str, seed: int | str = 0, *, stop: Callable[[], bool] | None = None, cores: int = 1, learned: Any = None
) -> Player:
    """A new computer player of that name; "marshal:visits=200" sets what it takes by name.

    What else there is goes to those that can use it: `stop` ends their thinking, so many `cores` are free for it, and `learned` is what the player before left in its own `learned`.
    """
    plain, _, settings = name.partition(":")
    made = _class_of(plain.strip().lower())
    there: dict[str, Any] = {"stop": stop, "cores": cores, "learned": learned}
    wishes = {wish: value for wish, value in there.items() if value is not None and wish in signature(made).parameters}
    for wish, number in _settings(settings).items():
        if wish in ("stop", "learned"):
            raise GrognardError(f"{name!r} cannot be set up: {wish!r} is not a number to be set")
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


def _settings(text: str) -> dict[str, float | int]:
    """ "visits=200 seconds=0.5" as numbers by name."""
    found: dict[str, float | int] = {}
    for word in text.split():
        key, _, value = word.partition("=")
        found[key] = float(value) if "." in value else int(value)
    return found
