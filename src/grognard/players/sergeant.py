"""The sergeant: looks one activation ahead with the rules themselves, and picks what leaves its side best."""

from collections.abc import Callable
from random import Random

from grognard.errors import GrognardError
from grognard.kernel.choice import Option, Place, Question
from grognard.kernel.referee import SealedDice
from grognard.kernel.run import Outlook
from grognard.players.recruit import Recruit

WIDTH = 14  # options that are looked at
PLACES = 12  # ends of a move that are looked at
SAMPLES = 4  # futures for each of them
FOLLOW_UPS = 2  # ways to go on with its own answers that are tried in each future


class Sergeant:
    """Tries each option in a few sampled futures up to the end of the piece being played, and takes the one with the best average worth.

    The follow-up answers of its own side in those futures are the best of a few random ones as well; the enemy's are any. `reasons` of the last answer are kept for a hint.
    """

    plans = True

    def __init__(self, seed: int | str = 0, *, samples: int = SAMPLES, width: int = WIDTH, follow_ups: int = FOLLOW_UPS) -> None:
        self._random = Random(seed)
        self._samples = samples
        self._width = width
        self._follow_up_tries = follow_ups
        self.reasons: list[tuple[str, float]] = []

    def answer(self, question: Question, outlook: Outlook) -> Option:
        candidates = self._candidates(question)
        if len(candidates) == 1:
            self.reasons = []
            return candidates[0]
        seeds = [str(self._random.random()) for _ in range(self._samples)]
        judged = [(self._judge(question, option, outlook, seeds), option) for option in candidates]
        self.reasons = sorted(((option.words, value) for value, option in judged), key=lambda reason: -reason[1])[:3]
        best = max(value for value, _ in judged)
        return next(option for value, option in judged if value == best)

    def _candidates(self, question: Question) -> list[Option]:
        options = question.options
        if isinstance(options, Place):
            listed: list[Option] = list(options.listed)
            return listed if len(listed) <= PLACES else listed[:4] + self._random.sample(listed[4:], PLACES - 4)
        if len(options) <= self._width:
            return list(options)
        return [options[place] for place in sorted(self._random.sample(range(len(options)), self._width))]

    def _judge(self, question: Question, option: Option, outlook: Outlook, seeds: list[str]) -> float:
        """The average worth of the futures that begin with this answer; the same dice for every option, so that luck does not decide."""
        worth = outlook.game.worth
        total = 0.0
        for seed in seeds:
            best: float | None = None
            for attempt in range(self._follow_ups(question)):
                value = self._future(question, option, outlook, f"{seed}", attempt, worth)
                if value is not None and (best is None or value > best):
                    best = value
            total += best if best is not None else -1e6
        return total / len(seeds)

    def _follow_ups(self, question: Question) -> int:
        """Where its own answers follow in the same piece, a few of them are tried."""
        return 1 if isinstance(question.options, Place) or question.kind == "secret" else self._follow_up_tries

    def _future(
        self, question: Question, option: Option, outlook: Outlook, seed: str, attempt: int, worth: Callable[..., float]
    ) -> float | None:
        guess = Recruit(f"{seed} {attempt}")
        answers: list[Option | dict[str, Option]] = [{question.side: option}] if question.kind == "secret" else [option]

        def ask(asked: Question) -> Option | str:
            return guess.answer(asked, outlook)

        try:
            battle = outlook.future(answers, SealedDice(seed), ask, pick=Random(seed).randrange)  # type: ignore[arg-type]
        except GrognardError:
            return None
        return worth(battle, question.side)
