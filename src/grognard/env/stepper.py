"""A battle that is played one answer at a time, as environments want it: the kernel's re-running, without log or record."""

from collections.abc import Sequence

from grognard.kernel.battle import Battle
from grognard.kernel.choice import Option, Place, Question
from grognard.kernel.game import Game
from grognard.kernel.referee import DiceSource, Given, Live, Waiting, refuse

MOST_OPTIONS = 96  # what an agent may pick from at once; of longer lists it is offered a fair part


class Stepper:
    """Holds the last checkpoint and the answers since; `question` is what is asked now, None when the battle is over.

    Sides that pick in secret are asked one after the other; none sees what the other picked.
    """

    __slots__ = ("_answers", "_at", "_dice", "_offered", "_pending", "_start", "_waiting", "battle", "game", "question")

    def __init__(self, game: Game, start: Battle, dice: DiceSource) -> None:
        self.game = game
        self._dice = dice
        self._start = start.copy()
        self._at = 0
        self._answers: list[Given] = []
        self._pending: dict[str, Option | str] = {}
        self._waiting: list[Question] = []
        self._offered: list[Option] | None = None
        self.battle = start
        self.question: Question | None = None
        self._go_on()

    @property
    def over(self) -> bool:
        return self.question is None

    def copy(self) -> "Stepper":
        """A battle of its own that goes on from here."""
        new = type(self).__new__(type(self))
        new.game, new._dice, new._start, new._at = self.game, self._dice, self._start, self._at
        new._answers, new._pending, new._waiting = list(self._answers), dict(self._pending), list(self._waiting)
        new._offered, new.battle, new.question = self._offered, self.battle, self.question
        return new

    def __deepcopy__(self, memo: dict[int, object]) -> "Stepper":
        return self.copy()

    @property
    def options(self) -> list[Option]:
        """What may be answered now, at most `MOST_OPTIONS` of it."""
        if self._offered is None:
            assert self.question is not None
            self._offered = offered(self.question.options)
        return self._offered

    def step(self, choice: int | Option) -> None:
        """Answer the question by the place among `options`, or by the option itself."""
        question = self.question
        assert question is not None
        option = self.options[choice] if isinstance(choice, int) else choice
        if question.kind != "secret":
            self._answers.append(option)
            self._go_on()
            return
        self._pending[question.side] = option
        self._waiting.pop(0)
        if self._waiting:
            self.question, self._offered = self._waiting[0], None
            return
        self._answers.append(self._pending)
        self._pending = {}
        self._go_on()

    def _go_on(self) -> None:
        self._offered = None
        while True:
            if self._start.outcome is not None:
                self.battle, self.question = self._start, None
                return
            battle = self._start.copy()
            referee = Live(self._answers, self._dice, refuse, cursor=self._at)
            try:
                self.game.play_on(referee, battle)
            except Waiting as wait:
                self.battle, self._waiting, self.question = battle, wait.questions, wait.questions[0]
                return
            self._start, self._at = battle, referee.cursor


def offered(options: Sequence[Option]) -> list[Option]:
    """All options, or an even part of a long list."""
    listed: Sequence[Option] = options.listed if isinstance(options, Place) else options
    if len(listed) <= MOST_OPTIONS:
        return list(listed)
    return [listed[place * len(listed) // MOST_OPTIONS] for place in range(MOST_OPTIONS)]
