"""What the tests of all games share: every game and scenario that is installed, and a random battle of it."""

from grognard.kernel.game import Game, all_games
from grognard.kernel.referee import SealedDice
from grognard.kernel.run import Run, close, new_record
from grognard.players.recruit import Recruit

GAMES = all_games()
SCENARIOS = [(game.name, name) for game in GAMES.values() for name in game.scenarios()]


def random_battle(game: Game, scenario: str, seed: str, undo: str = "free") -> Run:
    """A whole battle between recruits, with its record and log."""
    data = game.scenario(scenario)
    sides = game.set_up(data).side_ids()
    record = new_record(game, data, dict.fromkeys(sides, "recruit"), seed, undo=undo)
    run = Run(game, record, SealedDice(seed), {side: Recruit(f"{seed} {side}") for side in sides})
    close(run, seed)
    return run
