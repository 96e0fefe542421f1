"""The sergeant: looks one activation ahead with the rules themselves, and picks what leaves its side best."""

from collections.abc import Callable
from random import Random

from grognard.kernel.choice import Option, Place, Question
from grognard.kernel.run import Outlook
from grognard.players.thought import Thought, Whim, some_of

WIDTH = 60  # options that are looked at
SAMPLES = 6  # rounds of futures, one for each option; after each the better half goes on
FOLLOW_UPS = 2  # ways to go on with its own answers that are tried in each future
WORK = 1200  # futures, pieces and answers that one decision may take in thought, about
FEWEST = 4  # options are looked at in any case


class Sergeant:
    """Tries each option in a few sampled futures up to the end of the piece being played, and takes the one with the best average worth.

    The follow-up answers of its own side in those futures are the best of a few random ones; the enemy's are any. Where futures are long, fewer options are looked at, and less often: `work` bounds
    what a decision costs by counting, not by the clock, so the same seed gives the same answers everywhere. `reasons` are the best three answers of the last question with their expected worth.
    """

    plans = True

    def __init__(
        self, seed: int | str = 0, *, samples: int = SAMPLES, width: int = WIDTH, follow_ups: int = FOLLOW_UPS, work: int = WORK,
        stop: Callable[[], bool] | None = None,
    ) -> None:  # fmt: skip
        self._random = Random(seed)
        self._samples = samples
        self._width = width
        self._follow_ups = follow_ups
        self._work = work
        self._stop = stop  # ends its thinking early
        self.reasons: list[tuple[str, float]] = []

    def answer(self, question: Question, outlook: Outlook) -> Option:
        self.reasons = []
        candidates = some_of(question, self._width, self._random)
        seed = str(self._random.random())
        if len(candidates) == 1:
            return candidates[0]
        judged = self._judged(question, candidates, Thought.about(question, outlook), seed)
        if not judged:  # nothing that can be imagined fits what is known: any answer is as good as another
            return candidates[int(self._random.random() * len(candidates))]
        best = max(range(len(judged)), key=lambda place: judged[place][1])
        self.reasons = sorted(((option.words, value) for option, value in judged), key=lambda reason: -reason[1])[:3]
        return judged[best][0]

    def _judged(
        self, question: Question, candidates: list[Option], thought: Thought, seed: str
    ) -> list[tuple[Option, float]]:
        """The candidates that came furthest, each with the average worth of its futures.

        The same dice fall for every option, so that luck does not decide.
        """
        tries = 1 if isinstance(question.options, Place) or question.kind == "secret" else self._follow_ups
        if tries > 1 or len(candidates) > FEWEST:
            thought.future(candidates[0], f"{seed} cost", Whim(f"{seed} cost"))
            cost = 2 * thought.work
            if cost * tries * len(candidates) > self._work:
                tries = 1
            most = max(FEWEST, self._work // (cost * tries))
            if most < len(candidates):
                candidates = some_of(question, most, Random(seed))
        found: list[list[float]] = [[] for _ in candidates]
        left = list(range(len(found)))
        for sample in range(self._samples):
            for place in left:
                if self._stop is not None and self._stop():
                    break
                best = _best_of(thought, candidates[place], f"{seed} {sample}", tries)
                if best is not None:
                    found[place].append(best)
            known = [place for place in left if found[place]]
            if not known or thought.work >= self._work or (self._stop is not None and self._stop()):
                break
            known.sort(key=lambda place: -sum(found[place]) / len(found[place]))
            left = sorted(known[: max(FEWEST, (len(known) + 1) // 2)])
        often = max(map(len, found))
        return [
            (candidates[place], sum(values) / len(values))
            for place, values in enumerate(found)
            if values and len(values) == often
        ]


def _best_of(thought: Thought, option: Option, seed: str, tries: int) -> float | None:
    """Where its own answers follow in the same piece, a few of them are tried; None if no such future can be played."""
    worths = [thought.future(option, seed, Whim(f"{seed} {attempt}")) for attempt in range(tries)]
    return max((worth[-1] for worth in worths if worth is not None), default=None)
