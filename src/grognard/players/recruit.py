"""The recruit: any legal option, quickly."""

from random import Random

from grognard.kernel.choice import Option, Place, Question
from grognard.kernel.run import Outlook


class Recruit:
    """Answers with any of the options, each equally likely; the same seed gives the same answers."""

    plans = False

    def __init__(self, seed: int | str = 0) -> None:
        self._random = Random(seed).random

    def answer(self, question: Question, outlook: Outlook) -> Option:
        options = question.options
        if type(options) is not list and isinstance(options, Place):
            spot: Option = options.any(self._pick)
            return spot
        return options[int(self._random() * len(options))]

    def _pick(self, size: int) -> int:
        return int(self._random() * size)
