"""Secret picks: weighed against the enemy's picks in sampled futures, and drawn from the equilibrium, so that they cannot be read."""

from fractions import Fraction
from math import sqrt
from random import Random

from grognard.kernel.choice import Option, Question
from grognard.kernel.matrix import equilibrium
from grognard.players.race import Budget
from grognard.players.thought import Thought, Whim

SECRET_PIECES = 6  # a secret pick shows its worth only when it has been played out
SECRET_PICKS = 16  # of either side that are tried at all
ALIKE = 3  # futures of each pick that all end alike: then nothing hangs on it that could be foreseen


class SecretDuel:
    """Picks against picks: first everything against anything, then the best of both sides against each other until the budget is gone."""

    def __init__(self, thought: Thought, candidates: list[Option], seed: str) -> None:
        self.thought = thought
        self.mine = candidates
        self._random = Random(seed)
        self._cells: dict[tuple[str, str], list[float]] = {}
        self._theirs: dict[str, Option] = {}
        self._ends: set[float] = set()

    def play(self, budget: Budget) -> None:
        """Half of the budget to find out which picks matter, half to weigh those against each other; none of it where all of them come to the same as far as can be seen, and any will do."""
        turn = 0
        while budget.spent() < 0.5 and not (turn == ALIKE * len(self.mine) and self._all_alike()):
            self._future(self.mine[turn % len(self.mine)], None)
            turn += 1
            budget.made += 1
        if not self._theirs or self._all_alike():
            return
        size = max(2, min(6, int(sqrt(turn / 8))))
        self.mine = sorted(self.mine, key=lambda option: -self._average(0, option.key))[:size]
        hurting = sorted(self._theirs, key=lambda key: self._average(1, key))[:size]
        turn = 0
        while budget.spent() < 1.0:
            row, column = divmod(turn % (len(self.mine) * len(hurting)), len(hurting))
            self._future(self.mine[row], hurting[column])
            turn += 1
            budget.made += 1
        self._theirs = {key: self._theirs[key] for key in hurting}

    def mix(self) -> tuple[list[Option], list[float]]:
        """Its picks and how often each should be made."""
        if not self._theirs or self._all_alike():
            return self.mine, [1.0] * len(self.mine)
        shares = equilibrium([[self._cell(option.key, key) for key in self._theirs] for option in self.mine])
        return self.mine, [float(share) for share in shares.rows]

    def reasons(self) -> list[tuple[str, float]]:
        found = [(option.words, self._average(0, option.key)) for option in self.mine]
        return sorted([entry for entry in found if entry[1] > float("-inf")], key=lambda entry: -entry[1])[:3]

    def _future(self, option: Option, against: str | None) -> None:
        """One future of a pick, against any pick of the enemy or a certain one."""
        picked: list[str] = []
        whim = Whim(str(self._random.random()), eager=0.8)

        def ask(asked: Question) -> Option | str:
            if asked.kind != "secret" or asked.side == self.thought.side or picked:
                return whim(asked)
            known = self._theirs
            pick = known[against] if against is not None else whim(asked)
            if against is None and pick.key not in known and len(known) >= SECRET_PICKS:
                pick = list(known.values())[int(self._random.random() * len(known))]
            known.setdefault(pick.key, pick)
            picked.append(pick.key)
            return pick

        worths = self.thought.future(option, str(self._random.random()), ask, pieces=SECRET_PIECES)
        if worths is not None:
            self._ends.add(worths[-1])
            entry = self._cells.setdefault((option.key, picked[0] if picked else ""), [0.0, 0.0])
            entry[0] += worths[-1]
            entry[1] += 1

    def _all_alike(self) -> bool:
        """Whether every future so far has ended with its side standing the same, whoever picked what: the first cards of a deck that is still being stacked."""
        return len(self._ends) == 1

    def _average(self, place: int, key: str) -> float:
        entries = [entry for cell, entry in self._cells.items() if cell[place] == key]
        count = sum(entry[1] for entry in entries)
        return sum(entry[0] for entry in entries) / count if count else float("-inf")

    def _cell(self, mine: str, theirs: str) -> Fraction:
        entry = self._cells.get((mine, theirs))
        value = entry[0] / entry[1] if entry else self._average(0, mine)
        return Fraction(round(1000 * value) if value > float("-inf") else -(10**9), 1000)
