"""What the tests of all games share: every game and scenario that is installed, and a random battle of it."""

from grognard.kernel.choice import Option, Question
from grognard.kernel.game import Game, all_games
from grognard.kernel.referee import SealedDice
from grognard.kernel.run import Outlook, Run, close, new_record
from grognard.players.recruit import Recruit

GAMES = all_games()
SCENARIOS = [(game.name, name) for game in GAMES.values() for name in game.scenarios()]


class Brawler(Recruit):
    """A recruit who mostly does what points at somebody: closes in, shoots, strikes, casts. His battles are full of fights."""

    def answer(self, question: Question, outlook: Outlook) -> Option:
        if self._random() < 0.25:
            return super().answer(question, outlook)
        options = list(question.options[:80])
        eager = [option for option in options if option.pieces] or options
        return eager[int(self._random() * len(eager))]


def random_battle(game: Game, scenario: str, seed: str, undo: str = "free", player: type[Recruit] = Recruit) -> Run:
    """A whole battle between recruits or brawlers, with its record and log."""
    data = game.scenario(scenario)
    sides = game.set_up(data).side_ids()
    record = new_record(game, data, dict.fromkeys(sides, "recruit"), seed, undo=undo)
    run = Run(game, record, SealedDice(seed), {side: player(f"{seed} {side}") for side in sides})
    close(run, seed)
    return run
