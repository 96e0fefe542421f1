"""Thinking ahead: futures of a question, played with the very rules from what its side may see, and counted.

Whoever thinks has three needs that `Outlook.future` alone does not meet. It wants to know how it stood after each piece and not only at the end; it wants a measure of its work that does not
depend on the machine; and it must not stumble when what it imagines does not hold: where something is hidden, the answers that were really given since the checkpoint may not fit the
imagined battle, and then anything can go wrong in it. Such a future is unknown, and says nothing about its option.
"""

from collections.abc import Callable, Sequence
from random import Random

from grognard.kernel.battle import Battle
from grognard.kernel.choice import Option, Place, Question
from grognard.kernel.game import Game
from grognard.kernel.referee import Given, Live, SealedDice
from grognard.kernel.run import Outlook

MOST_ANSWERS = 150  # in one future; a piece that asks for more is judged as it stands then

Ask = Callable[[Question], Option | str]


class Thought:
    """One question being thought about. `work` counts what was done for it: a unit for each future, each piece and each answer in them."""

    def __init__(self, game: Game, side: str, kind: str, seen: Battle, given: Sequence[Given]) -> None:
        self.game = game
        self.side = side
        self.kind = kind
        self.seen = seen
        self.given = list(given)
        self.work = 0
        self.unknown = 0  # futures that could not be played
        self.piece = 0  # which piece of its future is being played, from 0

    @classmethod
    def about(cls, question: Question, outlook: Outlook) -> "Thought":
        """Of the question that is asked now, from the view of whoever is asked."""
        given = outlook.given  # the answers since the checkpoint, which this side was there to see
        return cls(outlook.game, question.side, question.kind, outlook.battle, given)

    def future(self, option: Option | str, seed: str, ask: Ask, pieces: int = 1) -> list[float] | None:
        """How its side stands after each of the next pieces if this is answered now (the option or its key) and `ask` goes on; None where the future cannot be played."""
        left = MOST_ANSWERS

        def counted(question: Question) -> Option | str:
            nonlocal left
            left -= 1
            if left < 0:
                raise Enough
            self.work += 1
            return ask(question)

        secret: dict[str, Option | str] = {self.side: option}
        first: Given = secret if self.kind == "secret" else option
        worths: list[float] = []
        self.work += 1
        try:
            battle = self.game.imagine(self.seen, self.side, Chance(seed).below)
            referee = Live([*self.given, first], SealedDice(seed), counted)
            for self.piece in range(pieces):
                self.work += 1
                try:
                    self.game.play_on(referee, battle)
                except Enough:
                    worths.append(self.game.worth(battle, self.side))
                    break
                worths.append(self.game.worth(battle, self.side))
                if battle.outcome is not None:
                    break
        except Exception:  # noqa: BLE001  what is imagined wrongly may fail anywhere in the rules; nothing real is touched
            if not worths:
                self.unknown += 1
                return None
        return worths


class Enough(Exception):
    """A future has gone far enough: it is judged as it stands. Whoever answers in thought may raise it."""


class Chance:
    """Random numbers from a seed, made up when the first is wanted: most futures want none."""

    __slots__ = ("_random", "_seed")

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._random: Random | None = None

    def random(self) -> float:
        """From 0 up to 1."""
        return self._begun().random()

    def below(self, size: int) -> int:
        """A whole number under this."""
        return self._begun().randrange(size)

    def _begun(self) -> Random:
        if self._random is None:
            self._random = Random(self._seed)
        return self._random


class Whim:
    """Answers in thought: any option, but more often one that points at a piece (an enemy to charge, to shoot at, to strike)."""

    __slots__ = ("_eager", "_random")

    def __init__(self, seed: str, eager: float = 0.5) -> None:
        self._random = Chance(seed).random
        self._eager = eager

    def __call__(self, question: Question) -> Option:
        options = question.options
        if isinstance(options, Place):
            spot: Option = options.any(self._pick)
            return spot
        if self._random() < self._eager:
            pointed = [option for option in options[:40] if option.pieces]
            if pointed:
                return pointed[self._pick(len(pointed))]
        return options[self._pick(len(options))]

    def _pick(self, size: int) -> int:
        return int(self._random() * size)


def some_of(question: Question, most: int, random: Random) -> list[Option]:
    """All options, or so many of them: the first ones of a place (the sensible ends come first), the ends of a list and those in it that point at a piece, and any others."""
    options = question.options
    if len(options) <= most:
        return list(options)
    if isinstance(options, Place):
        head = list(range(most // 3))
    else:  # staying, passing and holding back stand at the ends of a list
        ends = dict.fromkeys((0, 1, len(options) - 2, len(options) - 1), True) if most > 8 else {}
        pointed = [place for place, option in enumerate(options[:400]) if option.pieces and place not in ends]
        head = [*ends, *sorted(random.sample(pointed, min(len(pointed), most // 2)))]
    rest = [place for place in range(len(options)) if place not in head]
    return [options[place] for place in [*head, *sorted(random.sample(rest, most - len(head)))]]
