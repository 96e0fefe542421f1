"""Whoever answers: people at a console, and computers from recruit to marshal.

A player is a small class with `answer(question, outlook)`; a package with an entry point in the group `grognard.players` adds one, and it appears wherever players are named.
"""

from importlib.metadata import entry_points

from grognard.errors import NotFound
from grognard.kernel.run import Player


def player_names() -> list[str]:
    """Every installed computer player by name, ours and others'."""
    return sorted(entry.name for entry in entry_points(group="grognard.players"))


def find_player(name: str, seed: int | str = 0) -> Player:
    """A new computer player of that name."""
    for entry in entry_points(group="grognard.players"):
        if entry.name == name.lower():
            player: Player = entry.load()(seed)
            return player
    raise NotFound("player", name, player_names())
