"""The race: candidate answers against each other, in sampled futures up to the end of the piece being played.

Every candidate gets a few futures with the same dice, the better half goes on, and so forth until a few are left, which get the most (sequential halving: it wastes least on answers that are plainly bad). In each
future a tree of the answers that follow is kept: at its own questions it turns to what has served it best so far, at the enemy's to what has hurt it most, and now and then to what was tried least (dice fall anew each
time, so the tree is of answers alone). On open tables, where answers have no number, a node looks at more of them the more often it is visited.
"""

from collections.abc import Callable, Sequence
from math import log, sqrt
from random import Random
from time import monotonic

from grognard.kernel.choice import Option, Question
from grognard.players.thought import Thought, Whim, some_of

TRIES = 2  # ways to go on with its own answers that are tried with the same dice
EXPLORE = 0.6
FIRST_WIDTH = 4  # answers that a new node looks at; it looks at more with the root of its visits
WIDEST = 24
STOP_EVERY = 0.005  # seconds between two looks whether to stop


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
        self._told = False  # to stop
        self._asked = float("-inf")  # when it was last looked whether to
        self._begun = self._last = monotonic() if begun is None else begun
        self._longest = 0.0
        self.made = 0.0

    def gone(self) -> bool:
        """Whether nothing is left, to the very end of the time; for whoever can break off in the middle of a future."""
        return self._stopped() or self.share() >= 1.0

    def share(self) -> float:
        """The share of the budget that is gone, to the very end of the time."""
        if self._visits:
            return self.made / self._visits
        return (monotonic() - self._begun) / self._seconds if self._seconds > 0 else 1.0

    def spent(self) -> float:
        """The share of the budget that is gone, 1 as soon as a future might not be over in time."""
        if self._stopped():
            return 1.0
        if self._visits:
            return self.made / self._visits
        now = monotonic()
        if self.made:
            self._longest = max(self._longest, now - self._last)
        self._last = now
        left = self._seconds - (now - self._begun)
        return 1.0 if left <= 2 * self._longest else min(1.0, 1.0 - left / self._seconds)

    def _stopped(self) -> bool:
        """Whether somebody wants it to end. Looked at every few milliseconds only: it may mean a look into a pipe, and a rehearsal would look hundreds of times."""
        now = monotonic()
        if not self._told and now >= self._asked + STOP_EVERY:
            self._asked = now
            self._told = self._stop()
        return self._told


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

    def __init__(self, thought: Thought, candidates: Sequence[Option | str], seed: str) -> None:
        self.thought = thought
        self.candidates = candidates
        self.tally = Tally(len(candidates))
        self._seed = seed
        self._roots = [Node() for _ in candidates]
        self._mean = self._spread = 0.0
        self._seen = 0

    def race(self, budget: Budget, share: float = 1.0, keep: int = 2) -> list[int]:
        """Rounds of futures, the same dice for all that are still in; the better half goes on whenever its part of that share of the budget is gone. The places of those who are kept, the best first."""
        left = list(range(len(self.candidates)))
        rounds = max(1, ((len(left) - 1) // (keep - 1)).bit_length())  # halvings until that few are left
        sample = 0
        for part in range(1, rounds + 1):
            begun = False
            while not begun or budget.spent() < share * part / rounds:
                for place in left:
                    if budget.spent() >= 1.0:
                        return self._ranked(left)
                    budget.made += self._look(place, sample)
                sample += 1
                begun = True
            left = self._ranked(left)[: max(keep, (len(left) + 1) // 2)]
        return left

    def _ranked(self, places: list[int]) -> list[int]:
        return sorted(
            (place for place in places if self.tally.counts[place]), key=lambda place: -self.tally.mean(place)
        )

    def _look(self, place: int, sample: int) -> int:
        """One throw of the dice for a candidate, with the better of a few ways to go on after it; how many futures that took."""
        best: float | None = None
        for attempt in range(TRIES):
            worth, followed = self._future(place, f"{self._seed} {sample}", attempt)
            if worth is not None and (best is None or worth > best):
                best = worth
            if not followed:  # nothing of its own to decide after it
                break
        else:
            attempt = TRIES - 1
        if best is not None:
            self.tally.add(place, best)
            self._seen += 1
            self._mean += (best - self._mean) / self._seen
            self._spread += (abs(best - self._mean) - self._spread) / self._seen
        return attempt + 1

    def _future(self, place: int, seed: str, attempt: int) -> tuple[float | None, bool]:
        """One future of a candidate: down its tree to the end of the piece, and back. Also whether its side answered on the way."""
        path: list[tuple[Node, str]] = []
        here = self._roots[place]
        whim = Whim(f"{seed} {attempt}")
        random = Random(f"{seed} {attempt}")
        followed = False

        def ask(asked: Question) -> Option | str:
            nonlocal here, followed
            mine = asked.side == self.thought.side
            followed = followed or mine
            if path and not path[-1][0].visits:  # beyond what is known already, anything
                return whim(asked)
            option = self._pick(here, asked, mine, random)
            path.append((here, option.key))
            here = here.next.setdefault(option.key, Node())
            return option

        worths = self.thought.future(self.candidates[place], seed, ask)
        if worths is None:
            return None, followed
        for node, key in path:
            node.visits += 1
            node.visits_of[key] = node.visits_of.get(key, 0) + 1
            node.sums[key] = node.sums.get(key, 0.0) + worths[-1]
        return worths[-1], followed

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


def _listed(question: Question) -> list[Option]:
    options = question.options
    return list(options[:400])
