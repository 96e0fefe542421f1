"""A battle that is played one answer at a time, as environments want it.

The kernel waits for an answer by running a rule again from its last checkpoint. An environment is answered thousands of times a second, so here the rule stands still where it asks, in a
stack of its own (a greenlet), and goes on from there. A copy of a battle cannot take that stack along: it runs from the checkpoint with the answers since, as the kernel does.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from greenlet import getcurrent, greenlet

from grognard.kernel.battle import Battle
from grognard.kernel.choice import O, Option, Place, Question
from grognard.kernel.game import Game
from grognard.kernel.referee import DiceSource, Given, Live

MOST_OPTIONS = 96  # what an agent may pick from at once; of longer lists it is offered a fair part


def ask(*questions: Question) -> Any:
    """Stand still until whoever steps the battle answers."""
    return getcurrent().parent.switch(questions)


class Asking(Live):
    """A referee who lets the rule stand still; secret picks are asked for together."""

    __slots__ = ()

    def choose_secretly(
        self, text: str, options: Mapping[str, Sequence[O]], *, rule: str, about: tuple[str, ...] = ()
    ) -> dict[str, O]:
        if self.cursor == len(self.answers):
            picks = ask(*(Question(side, text, offered, rule, about, "secret") for side, offered in options.items()))
            self.answers.append(picks)
        return super().choose_secretly(text, options, rule=rule, about=about)


class Course:
    """How far a battle has come: the last checkpoint, the answers since, and the battle as it stands at the question."""

    __slots__ = ("answers", "at", "battle", "dice", "game", "start")

    def __init__(self, game: Game, start: Battle, dice: DiceSource) -> None:
        self.game, self.dice = game, dice
        self.start, self.at = start, 0
        self.answers: list[Given] = []
        self.battle = start

    def copy(self) -> "Course":
        new = Course(self.game, self.start, self.dice)
        new.at, new.answers, new.battle = self.at, list(self.answers), self.battle.copy()
        return new

    def play(self) -> tuple[Question, ...]:
        """Play to the end of the battle; nobody is asked any more then."""
        while self.start.outcome is None:
            battle = self.battle = self.start.copy()
            referee = Asking(self.answers, self.dice, ask, cursor=self.at)
            self.game.play_on(referee, battle)
            self.start, self.at = battle, referee.cursor
        self.battle = self.start
        return ()


class Stepper:
    """A battle with what is asked in it now: `question`, None when the battle is over.

    Sides that pick in secret are asked one after the other; none sees what the other picked. `waiting` are all that have yet to pick.
    """

    __slots__ = ("_course", "_offered", "_picks", "_rule", "question", "waiting")

    def __init__(self, game: Game, start: Battle, dice: DiceSource) -> None:
        self._course = Course(game, start.copy(), dice)
        self._rule: greenlet | None = None
        self._picks: dict[str, Option | str] = {}
        self.waiting: tuple[Question, ...] = ()
        self.question: Question | None = None
        self._offered: list[Option] | None = None
        self._heard(self._begin())

    @property
    def battle(self) -> Battle:
        return self._course.battle

    @property
    def over(self) -> bool:
        return self.question is None

    def copy(self) -> "Stepper":
        """A battle of its own that goes on from here."""
        new = type(self).__new__(type(self))
        new._course, new._rule = self._course.copy(), None
        new._picks, new.waiting, new.question, new._offered = dict(self._picks), self.waiting, self.question, self._offered  # fmt: skip
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
            self.give(option)
            return
        self._picks[question.side] = option
        if len(self.waiting) > 1:
            self._heard(self.waiting[1:])
            return
        picks, self._picks = self._picks, {}
        self.give(picks)

    def give(self, answer: Any) -> None:
        """Answer what is asked, and play on to the next question."""
        if self._rule is None:
            self._begin()
        assert self._rule is not None
        self._rule.parent = getcurrent()
        self._heard(self._rule.switch(answer))

    def _begin(self) -> tuple[Question, ...]:
        """Run from the checkpoint to the question that waits."""
        self._rule = greenlet(self._course.play)
        asked: tuple[Question, ...] = self._rule.switch()
        return asked

    def _heard(self, asked: tuple[Question, ...]) -> None:
        self.waiting, self.question, self._offered = asked, asked[0] if asked else None, None


def offered(options: Sequence[Option]) -> list[Option]:
    """All options, or an even part of a long list."""
    listed: Sequence[Option] = options.listed if isinstance(options, Place) else options
    if len(listed) <= MOST_OPTIONS:
        return list(listed)
    return [listed[place * len(listed) // MOST_OPTIONS] for place in range(MOST_OPTIONS)]
