"""How well players choose: their answers to questions of real battles, each judged by many rehearsals.

Who wins a battle is mostly luck, so it takes hundreds of them to tell two players apart. A single choice can be judged sooner: the battle is played on from each player's answer again and
again, with the same luck for all of them (`players/rehearsal.py`), and the ends are compared. What comes out is how much better than the first player's answers the others' are, in hundredths of a battle. With `--to-the-end` it is played on until somebody has won, by more careful leaders than
those of a marshal's rehearsals: slower, but not in the marshal's own coin.

    python -m bench.choices war-and-conquest low_stane --players sergeant,marshal:visits=2000 --questions 24
"""

import argparse
import sys
from collections.abc import Sequence
from math import sqrt
from random import Random

from msgspec.structs import replace

from grognard.kernel.choice import Option, Question
from grognard.kernel.game import find_game
from grognard.kernel.referee import SealedDice
from grognard.kernel.run import Outlook, play_out
from grognard.players import find_player
from grognard.players.belief import ends_of
from grognard.players.race import Budget
from grognard.players.rehearsal import TO_THE_END, USUAL, Pace, rehearse
from grognard.players.thought import Thought

FEWEST = 5  # options that a question must have to be put, unless told
ONE_IN = 8  # of such questions is put, so that they come from whole battles
MOST_BATTLES = 200  # are played to find the questions
CAREFUL = replace(TO_THE_END, rounds=3)
LEADER = "sergeant:work=300"  # leads both sides of the battles that the questions come from


class Panel:
    """Leads a side of a battle, and now and then puts its question to all players and judges their answers."""

    def __init__(
        self, players: Sequence[str], rehearsals: int, wanted: int, seed: str, fewest: int = FEWEST, pace: Pace = USUAL
    ) -> None:
        self.players = players
        self.rehearsals = rehearsals
        self.fewest = fewest
        self.pace = pace
        self.wanted = wanted
        self.seed = seed
        self.found: list[list[float]] = []  # for each question, what each player's answers are worth
        self._asked = [find_player(name, seed) for name in players]  # what they learn they keep, as in a battle
        self._leader = find_player(LEADER, seed)
        self._random = Random(seed)

    def answer(self, question: Question, outlook: Outlook) -> Option | str:
        if question.kind != "secret" and len(question.options) >= self.fewest and self._random.random() * ONE_IN < 1:
            self._put(question, outlook)
        return self._leader.answer(question, outlook)

    def _put(self, question: Question, outlook: Outlook) -> None:
        if len(self.found) >= self.wanted:
            return
        number = f"{self.seed} {len(self.found)}"
        given = [player.answer(question, outlook) for player in self._asked]
        picks = [question.find(answer) if isinstance(answer, str) else answer for answer in given]
        worths = self._judged({pick.key: pick for pick in picks}, Thought.about(question, outlook), number)
        if worths:
            self.found.append([worths[pick.key] for pick in picks])
            print(".", end="", flush=True)

    def _judged(self, answers: dict[str, Option], thought: Thought, seed: str) -> dict[str, float]:
        """What each answer leads to on average, between 0 and 1; rehearsals that could not be played with all of them do not count. Empty where none could."""
        if len(answers) == 1:
            return dict.fromkeys(answers, 0.5)
        endless = Budget(1 << 60, 0.0, lambda: False)
        rows = [
            [rehearse(thought, answer, f"{seed} judged {turn}", endless, self.pace) for answer in answers.values()]
            for turn in range(self.rehearsals)
        ]
        whole = [[each for each in row if each is not None] for row in rows if None not in row]
        if not whole:
            return {}
        columns = ends_of([list(column) for column in zip(*whole, strict=True)])
        return {key: sum(column) / len(column) for key, column in zip(answers, columns, strict=True)}


def compare(game: str, scenario: str, panel: Panel) -> None:
    """Play battles until all questions are found, and say how far the others are ahead of the first."""
    rules = find_game(game)
    start = rules.set_up(rules.scenario(scenario))
    for number in range(1, MOST_BATTLES + 1):
        if len(panel.found) >= panel.wanted:
            break
        play_out(rules, start.copy(), dict.fromkeys(start.side_ids(), panel), SealedDice(f"{panel.seed} {number}"))
    if len(panel.found) < 2:
        sys.exit(f"{scenario} asks hardly anything with {panel.fewest} answers or more: nothing can be said")
    print(f"\n{scenario}: {len(panel.found)} questions, {panel.rehearsals} rehearsals of each answer")
    for place, name in enumerate(panel.players[1:], 1):
        ahead = [100 * (worths[place] - worths[0]) for worths in panel.found]
        mean = sum(ahead) / len(ahead)
        doubt = sqrt(sum((each - mean) ** 2 for each in ahead) / max(1, len(ahead) - 1) / len(ahead))
        print(
            f"  {name} is ahead of {panel.players[0]} by {mean:.2f} ± {doubt:.2f} hundredths of a battle with each answer"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("scenario")
    parser.add_argument("--players", default="sergeant,marshal:visits=2000")
    parser.add_argument("--questions", type=int, default=24)
    parser.add_argument("--rehearsals", type=int, default=60)
    parser.add_argument("--fewest", type=int, default=FEWEST, help="answers that a question must have to be put")
    parser.add_argument("--to-the-end", action="store_true", help="judge by whole battles, led more carefully")
    parser.add_argument("--seed", default="choices")
    told = parser.parse_args()
    pace = CAREFUL if told.to_the_end else USUAL
    panel = Panel(told.players.split(","), told.rehearsals, told.questions, told.seed, told.fewest, pace)
    compare(told.game, told.scenario, panel)


if __name__ == "__main__":
    main()
