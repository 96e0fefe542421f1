"""Tabletop miniatures wargames with the rules fully enforced.

The front door: `games`, `play`, `replay`, `odds` and `simulate`. Everything else is reached from what these return.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grognard.kernel.game import Game
    from grognard.kernel.odds import Distribution, Policy
    from grognard.kernel.record import Record
    from grognard.kernel.run import Run
    from grognard.lab.simulate import Results

__version__ = "0.1.0"
__all__ = ["games", "odds", "play", "replay", "simulate"]


def games() -> "dict[str, Game]":
    """Every installed game by name."""
    from grognard.kernel.game import all_games

    return all_games()


def play(
    game: str, scenario: str, *, seed: str = "grognard", options: dict[str, Any] | None = None, **players: str
) -> "Run":
    """Play a battle between computers to its end; `red="sergeant", blue="recruit"` says who plays each side."""
    from grognard.kernel.game import find_game
    from grognard.kernel.referee import SealedDice
    from grognard.kernel.run import Run, close, new_record
    from grognard.players import find_player

    found = find_game(game)
    record = new_record(found, found.scenario(scenario), players, seed, options)
    sides = found.set_up(record.scenario, record.options).side_ids()
    seated = {side: find_player(players.get(side, "recruit"), f"{seed} {side}") for side in sides}
    run = Run(found, record, SealedDice(seed), seated)
    close(run, seed)
    return run


def replay(record: "Record | str | Path", to: int | None = None) -> "Run":
    """A recorded battle, up to so many answers (all of them if not said)."""
    from grognard.kernel.game import find_game
    from grognard.kernel.record import Record, decode_record
    from grognard.kernel.run import Run, branch

    kept = record if isinstance(record, Record) else decode_record(Path(record).read_bytes(), str(record))
    return Run(find_game(kept.game), branch(kept), upto=to)


def odds(rule: Callable[..., Any], *situation: Any, policy: "Policy | None" = None) -> "Distribution[Any]":
    """The exact distribution of what a rule returns: `odds(shoot, battle, anne, guard, shot)`."""
    from grognard.kernel.odds import odds as counted

    return counted(rule, *situation, policy=policy)


def simulate(game: str, scenario: str, battles: int, *, seed: str = "0", workers: int = 1, **players: str) -> "Results":
    """Play many battles between computers; win rates come with their intervals."""
    from grognard.kernel.game import find_game
    from grognard.lab.simulate import Plan
    from grognard.lab.simulate import simulate as play_many

    found = find_game(game)
    data = found.scenario(scenario)
    seated = {side: players.get(side, "recruit") for side in found.set_up(data).side_ids()}
    return play_many(Plan(found.name, data, seated, {}, seed), battles, workers=workers)
