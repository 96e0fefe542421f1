"""The marshal: searches the futures that its side's view allows, within a time that the player sets.

It plays the very rules forward again and again from guesses that fit what its side can see. Its answers race against each other: every candidate gets a few futures with the same dice, the better half goes
on, and so forth until two are left, which get the most (sequential halving: it wastes least on answers that are plainly bad). In each future a tree of the answers that follow is kept: at its own questions it turns to what has
served it best so far, at the enemy's to what has hurt it most, and now and then to what was tried least (dice fall anew each time, so the tree is of answers alone). On open tables, where answers have no number, a node looks
at more of them the more often it is visited. A future is judged after the piece being played, and again when its side is asked the next time: after what the dice and the enemy make of it. A secret choice is made by the equilibrium of what was found, so that it cannot be read.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import log, sqrt
from random import Random
from threading import Thread
from time import monotonic

from grognard.kernel.choice import Option, Question
from grognard.kernel.matrix import equilibrium
from grognard.kernel.run import Outlook
from grognard.players.staff import Staff
from grognard.players.thought import Enough, Thought, Whim, some_of

SECONDS = 2.0
WIDTH = 64  # answers that enter the race
PIECES = 4  # that a future goes on at most, unless its side is asked again before
TRIES = 2  # ways to go on with its own answers that are tried with the same dice
REPLY = 0.5  # how much of the judgement is how it stands then, and not already after the piece being played
EXPLORE = 0.6
FIRST_WIDTH = 4  # answers that a new node looks at; it looks at more with the root of its visits
WIDEST = 24
SECRET_PIECES = 6  # a secret pick shows its worth only when it has been played out
SECRET_PICKS = 16  # of either side that are tried at all
LEAST_TO_SOLVE = 1.0  # seconds; a marshal with less time samples at once
SOLVING = 0.6  # of its time that an exact solution may take; after that it samples


class Tally:
    """What futures have shown of each candidate: how many there were, and the sum of how they ended. Two of them can be added."""

    def __init__(self, size: int) -> None:
        self.counts = [0] * size
        self.sums = [0.0] * size

    def add(self, place: int, value: float) -> None:
        self.counts[place] += 1
        self.sums[place] += value

    def take_in(self, counts: list[int], sums: list[float]) -> None:
        """Add what another searcher has found."""
        for place, (count, total) in enumerate(zip(counts, sums, strict=True)):
            self.counts[place] += count
            self.sums[place] += total

    def mean(self, place: int) -> float:
        return self.sums[place] / self.counts[place] if self.counts[place] else float("-inf")


class Budget:
    """Futures up to a number, or as long as the time allows: never one more than will surely be over in time."""

    def __init__(self, visits: int, seconds: float, stop: Callable[[], bool], begun: float | None = None) -> None:
        self._visits = visits
        self._seconds = seconds
        self._stop = stop
        self._begun = self._last = monotonic() if begun is None else begun
        self._longest = 0.0
        self.made = 0

    def spent(self) -> float:
        """The share of the budget that is gone, 1 when it is all gone."""
        if self._stop():
            return 1.0
        if self._visits:
            return self.made / self._visits
        now = monotonic()
        if self.made:
            self._longest = max(self._longest, now - self._last)
        self._last = now
        left = self._seconds - (now - self._begun)
        return 1.0 if left <= 2 * self._longest else min(1.0, 1.0 - left / self._seconds)


class Marshal:
    """Searches for `seconds`, or for exactly `visits` futures (then the same seed gives the same answer). `stop()` from outside ends a search early. `pieces` is how far it looks at most. With `cores` more than one, other processes search beside it."""

    plans = True

    def __init__(
        self, seed: int | str = 0, *, seconds: float = SECONDS, visits: int = 0, cores: int = 1, pieces: int = PIECES,
        stop: Callable[[], bool] | None = None,
    ) -> None:  # fmt: skip
        self._random = Random(seed)
        self._seconds = seconds
        self._visits = visits
        self._cores = cores
        self._pieces = pieces
        self._stop = stop or (lambda: False)
        self.reasons: list[tuple[str, float]] = []

    def answer(self, question: Question, outlook: Outlook) -> Option:
        budget = Budget(self._visits, self._seconds, self._stop)
        self.reasons = []
        secret = question.kind == "secret"
        candidates = some_of(question, SECRET_PICKS if secret else WIDTH, self._random)
        seed = str(self._random.random())
        if len(candidates) == 1:
            return candidates[0]
        thought = Thought.about(question, outlook)
        if secret:
            return self._secretly(question, candidates, thought, budget, seed)
        tally = self._searched(candidates, thought, budget, seed)
        known = [place for place, count in enumerate(tally.counts) if count]
        if not known:  # nothing that can be imagined fits what is known
            return candidates[int(self._random.random() * len(candidates))]
        known.sort(key=lambda place: -tally.mean(place))
        often = max(tally.counts)
        self.reasons = [(candidates[place].words, tally.mean(place)) for place in known[:3]]
        return candidates[next(place for place in known if 2 * tally.counts[place] >= often)]

    def _searched(self, candidates: list[Option], thought: Thought, budget: Budget, seed: str) -> Tally:
        """The race, alone or with others."""
        staff = Staff.called(self._cores - 1)
        sent = staff is not None and staff.send(thought, candidates, seed, self._visits, self._seconds, self._pieces)
        search = Search(thought, candidates, seed, self._pieces)
        search.race(budget)
        if staff is not None and sent:
            for counts, sums in staff.gather(self._seconds, wait=bool(self._visits)):
                search.tally.take_in(counts, sums)
        return search.tally

    def _secretly(
        self, question: Question, candidates: list[Option], thought: Thought, budget: Budget, seed: str
    ) -> Option:
        """Weigh picks against picks of the enemy, and draw one from the equilibrium mix."""
        if self._visits or self._seconds >= LEAST_TO_SOLVE:
            known = self._solved(question, thought)
            if known is not None:
                self.reasons = [(question.find(key).words, float(share)) for key, share in _likeliest(known)]
                return self._draw([question.find(key) for key in known], [float(share) for share in known.values()])
        duel = SecretDuel(thought, candidates, seed)
        duel.play(budget)
        mine, shares = duel.mix()
        self.reasons = duel.reasons()
        return self._draw(mine, shares)

    def _solved(self, question: Question, thought: Thought) -> dict[str, Fraction] | None:
        """The exact mix, if the game knows one; with a clock running, only if it is found in time."""
        if self._visits:
            return thought.game.advice(thought.seen, question)
        found: list[dict[str, Fraction] | None] = []
        solver = Thread(target=lambda: found.append(thought.game.advice(thought.seen, question)), daemon=True)
        solver.start()
        solver.join(SOLVING * self._seconds)
        return found[0] if found else None

    def _draw(self, options: list[Option], shares: list[float]) -> Option:
        mark = self._random.random() * sum(shares)
        for option, share in zip(options, shares, strict=True):
            mark -= share
            if mark <= 0 and share > 0:
                return option
        return options[max(range(len(options)), key=lambda place: shares[place])]


def _likeliest(mix: dict[str, Fraction]) -> list[tuple[str, Fraction]]:
    return sorted(mix.items(), key=lambda entry: -entry[1])[:3]


class Node:
    """A question met in thought: its answers by key, each with its visits, the sum of what they led to, and the question that came after."""

    __slots__ = ("keys", "next", "sums", "visits", "visits_of")

    def __init__(self) -> None:
        self.keys: list[str] = []
        self.visits = 0
        self.visits_of: dict[str, int] = {}
        self.sums: dict[str, float] = {}
        self.next: dict[str, Node] = {}


class Search:
    """A race of candidate answers (or their keys), each with its own tree of what follows."""

    def __init__(self, thought: Thought, candidates: Sequence[Option | str], seed: str, pieces: int = PIECES) -> None:
        self.thought = thought
        self.candidates = candidates
        self._pieces = pieces
        self.tally = Tally(len(candidates))
        self._seed = seed
        self._roots = [Node() for _ in candidates]
        self._mean = self._spread = 0.0
        self._seen = 0

    def race(self, budget: Budget) -> None:
        """Rounds of futures, the same dice for all that are still in; the better half goes on whenever its share of the budget is gone."""
        left = list(range(len(self.candidates)))
        rounds = max(1, (len(left) - 1).bit_length())  # halvings until one would be left
        sample = 0
        for part in range(1, rounds + 1):
            begun = False
            while not begun or budget.spent() < part / rounds:
                for place in left:
                    if budget.spent() >= 1.0:
                        return
                    budget.made += self._look(place, sample)
                sample += 1
                begun = True
            if len(left) > 2:
                left.sort(key=lambda place: -self.tally.mean(place))
                left = left[: (len(left) + 1) // 2]

    def _look(self, place: int, sample: int) -> int:
        """One throw of the dice for a candidate, with the better of a few ways to go on after it; how many futures that took."""
        best: list[float] | None = None
        for attempt in range(TRIES):
            worths, followed = self._future(place, f"{self._seed} {sample}", attempt)
            if worths is not None and (best is None or worths[0] > best[0]):
                best = worths
            if not followed:  # nothing of its own to decide after it
                break
        else:
            attempt = TRIES - 1
        if best is not None:
            value = _judgement(best)
            self.tally.add(place, value)
            self._seen += 1
            self._mean += (value - self._mean) / self._seen
            self._spread += (abs(value - self._mean) - self._spread) / self._seen
        return attempt + 1

    def _future(self, place: int, seed: str, attempt: int) -> tuple[list[float] | None, bool]:
        """One future of a candidate: down its tree, until its side is asked again in another piece, and back. Also whether its side answered on the way."""
        path: list[tuple[Node, str]] = []
        here = self._roots[place]
        whim = Whim(f"{seed} {attempt}")
        random = Random(f"{seed} {attempt}")
        followed = False

        def ask(asked: Question) -> Option | str:
            nonlocal here, followed
            mine = asked.side == self.thought.side
            if mine and self.thought.piece:
                raise Enough
            followed = followed or mine
            if path and not path[-1][0].visits:  # beyond what is known already, anything
                return whim(asked)
            option = self._pick(here, asked, mine, random)
            path.append((here, option.key))
            here = here.next.setdefault(option.key, Node())
            return option

        worths = self.thought.future(self.candidates[place], seed, ask, pieces=self._pieces)
        if worths is not None:
            value = _judgement(worths)
            for node, key in path:
                node.visits += 1
                node.visits_of[key] = node.visits_of.get(key, 0) + 1
                node.sums[key] = node.sums.get(key, 0.0) + value
        return worths, followed

    def _pick(self, node: Node, asked: Question, mine: bool, random: Random) -> Option:
        """Upper confidence on what the side that answers wants, among as many answers as the visits allow."""
        width = FIRST_WIDTH + int(2 * sqrt(node.visits))
        if len(node.keys) < min(width, WIDEST):
            for option in some_of(asked, min(width, WIDEST), random):
                if option.key not in node.visits_of and option.key not in node.keys:
                    node.keys.append(option.key)
        offered = {option.key: option for option in _listed(asked)}
        best, found = float("-inf"), ""
        for key in node.keys[:width]:
            if key not in offered:  # the dice fell otherwise than before
                continue
            visits = node.visits_of.get(key, 0)
            if not visits:
                return offered[key]
            mean = node.sums[key] / visits
            wish = (mean if mine else -mean) + EXPLORE * self._spread * sqrt(log(node.visits + 1) / visits)
            if wish > best:
                best, found = wish, key
        return offered[found] if found else some_of(asked, 1, random)[0]


def _judgement(worths: list[float]) -> float:
    """How a future went: after the piece that was being played, and when its side was asked again."""
    return (1.0 - REPLY) * worths[0] + REPLY * worths[-1]


def _listed(question: Question) -> list[Option]:
    options = question.options
    return list(options[:400])


class SecretDuel:
    """Picks against picks: first everything against anything, then the best of both sides against each other until the budget is gone."""

    def __init__(self, thought: Thought, candidates: list[Option], seed: str) -> None:
        self.thought = thought
        self.mine = candidates
        self._random = Random(seed)
        self._cells: dict[tuple[str, str], list[float]] = {}
        self._theirs: dict[str, Option] = {}

    def play(self, budget: Budget) -> None:
        """Half of the budget to find out which picks matter, half to weigh those against each other."""
        turn = 0
        while budget.spent() < 0.5:
            self._future(self.mine[turn % len(self.mine)], None)
            turn += 1
            budget.made += 1
        if not self._theirs:
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
        if not self._theirs:
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
            entry = self._cells.setdefault((option.key, picked[0] if picked else ""), [0.0, 0.0])
            entry[0] += worths[-1]
            entry[1] += 1

    def _average(self, place: int, key: str) -> float:
        entries = [entry for cell, entry in self._cells.items() if cell[place] == key]
        count = sum(entry[1] for entry in entries)
        return sum(entry[0] for entry in entries) / count if count else float("-inf")

    def _cell(self, mine: str, theirs: str) -> Fraction:
        entry = self._cells.get((mine, theirs))
        value = entry[0] / entry[1] if entry else self._average(0, mine)
        return Fraction(round(1000 * value) if value > float("-inf") else -(10**9), 1000)
