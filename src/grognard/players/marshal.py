"""The marshal: searches the futures that its side's view allows, within a time that the player sets.

It plays the very rules forward again and again from guesses that fit what its side can see. First its answers race against each other up to the end of the piece being played (`race.py`). Those that come out of it are
rehearsed, as many as the time allows: the battle is played on from them, to its end if there is time for that, both sides led by hasty sergeants, so that the enemy's reply and what follows count (`rehearsal.py`, `belief.py`). A secret choice is made by the equilibrium of what was found, so that it cannot be read (`secret_duel.py`).
"""

from collections.abc import Callable
from fractions import Fraction
from random import Random

from grognard.kernel.choice import Option, Question
from grognard.kernel.run import Outlook
from grognard.players.belief import Known, Learned
from grognard.players.race import Budget, Search, Tally
from grognard.players.rehearsal import TO_THE_END, USUAL, Finals, Pace, pace_for
from grognard.players.secret_duel import SECRET_PICKS, SecretDuel
from grognard.players.staff import Staff
from grognard.players.thought import Thought, some_of

SECONDS = 2.0
WIDTH = 64  # answers that enter the race
FIRST_LOOK = 0.2  # of the budget is for the race, the rest for rehearsals
FINALISTS = 24  # answers that are rehearsed at most
LEAST_TO_SOLVE = 0.5  # seconds; a marshal with less time samples at once
SOLVING = 0.9  # of its time that a solution may take; if there is none by then, it samples


class Marshal:
    """Searches for `seconds`, or for exactly `visits` futures (then the same seed gives the same answer). `stop()` from outside ends a search early. Without `rehearse` it looks no further than the piece being played. With `cores` more than one, other processes search beside it. `learned` is what it knows of the game from earlier questions, and goes on learning."""

    plans = True

    def __init__(
        self, seed: int | str = 0, *, seconds: float = SECONDS, visits: int = 0, cores: int = 1, rehearse: bool = True,
        learned: Learned | None = None, stop: Callable[[], bool] | None = None,
    ) -> None:  # fmt: skip
        if visits < 0 or (seconds <= 0 and not visits) or cores < 1:
            raise ValueError("a marshal needs more than 0 seconds or visits, and a core at least")
        self._random = Random(seed)
        self._seconds = seconds
        self._visits = visits
        self._cores = cores
        self._rehearse = rehearse
        self._stop = stop or (lambda: False)
        self.learned = learned or Learned()
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
        values, often = self._searched(question.rule, candidates, thought, budget, seed)
        if not values:  # nothing that can be imagined fits what is known
            return candidates[int(self._random.random() * len(candidates))]
        ranked = sorted(values, key=lambda place: -values[place])
        self.reasons = [(candidates[place].words, often.mean(place)) for place in ranked[:3]]
        return candidates[ranked[0]]

    def _searched(
        self, rule: str, candidates: list[Option], thought: Thought, budget: Budget, seed: str
    ) -> tuple[dict[int, float], Tally]:
        """What each of the answers that came furthest is worth, and what the race saw of all; alone or with others."""
        pace = pace_for(thought, candidates[0], seed, budget) if self._rehearse else None
        kind = f"{rule} to the end" if pace is TO_THE_END else rule  # what they say goes further, and luck too
        known = self.learned.of(kind, (pace or USUAL).guess)
        staff = Staff.called(self._cores - 1)
        left = max(0.0, 1.0 - budget.share()) * self._seconds
        sent = staff is not None and staff.send(thought, candidates, seed, self._visits, left, pace, known)
        search, finals = searched(thought, candidates, seed, budget, pace, known)
        if staff is not None and sent:
            for counts, sums, rehearsed in staff.gather(self._seconds, wait=bool(self._visits)):
                search.tally.take_in(counts, sums)
                finals.take_in(rehearsed)
        tally = search.tally
        if any(finals.found):
            finals.teach(self.learned, kind)
            chances = finals.chances([tally.mean(place) for place in range(len(candidates))])
            return {place: chances[place] for place, seen in enumerate(finals.found) if seen}, tally
        most = max(tally.counts)
        return {
            place: tally.mean(place) for place, count in enumerate(tally.counts) if count and 2 * count >= most
        }, tally

    def _secretly(
        self, question: Question, candidates: list[Option], thought: Thought, budget: Budget, seed: str
    ) -> Option:
        """Weigh picks against picks of the enemy, and draw one from the equilibrium mix."""
        if self._visits or self._seconds >= LEAST_TO_SOLVE:
            known = thought.game.advice(thought.seen, question, self._hurry(budget))
            if known is not None:
                self.reasons = [(question.find(key).words, float(share)) for key, share in _likeliest(known)]
                return self._draw([question.find(key) for key in known], [float(share) for share in known.values()])
        duel = SecretDuel(thought, candidates, seed)
        duel.play(budget)
        mine, shares = duel.mix()
        self.reasons = duel.reasons()
        return self._draw(mine, shares)

    def _hurry(self, budget: Budget) -> Callable[[], bool]:
        """Says when a solution takes too long; with counted visits only when somebody stops it, so that the answer is the same on every machine."""
        return self._stop if self._visits else lambda: budget.spent() > SOLVING

    def _draw(self, options: list[Option], shares: list[float]) -> Option:
        mark = self._random.random() * sum(shares)
        for option, share in zip(options, shares, strict=True):
            mark -= share
            if mark <= 0 and share > 0:
                return option
        return options[max(range(len(options)), key=lambda place: shares[place])]


def _likeliest(mix: dict[str, Fraction]) -> list[tuple[str, Fraction]]:
    return sorted(mix.items(), key=lambda entry: -entry[1])[:3]


def searched(
    thought: Thought, candidates: list[Option] | list[str], seed: str, budget: Budget, pace: Pace | None, known: Known
) -> tuple[Search, Finals]:
    """The race, and rehearsals at this pace, if any, of the few that came out of it; `known` is what earlier decisions have shown of such questions."""
    search, finals = Search(thought, candidates, seed), Finals(thought, candidates, seed, known, pace or USUAL)
    if pace is None:
        search.race(budget)
        return search, finals
    places = search.race(budget, FIRST_LOOK, FINALISTS)
    if len(places) > 1:
        finals.play(places, [search.tally.mean(place) for place in range(len(candidates))], budget)
    return search, finals
