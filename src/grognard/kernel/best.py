"""Best answers: every choice by its side's best reply, every secret choice by the equilibrium of its matrix, exactly."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from grognard.errors import RuleError, TooLarge
from grognard.kernel.battle import Changing
from grognard.kernel.chains import Situation
from grognard.kernel.choice import O, Question, find
from grognard.kernel.matrix import Mix, equilibrium
from grognard.kernel.odds import (
    LIMIT,
    Counting,
    Policy,
    copy_situation,
)
from grognard.kernel.once import Unplayed, playing
from grognard.kernel.referee import Referee


class Advice(msgspec.Struct, frozen=True):
    """What to answer at the first choice of a question: each key with the value it leads to; for secret picks the mix too."""

    side: str
    text: str
    values: dict[str, Fraction]
    mix: dict[str, Fraction] = {}


class Solution(msgspec.Struct, frozen=True):
    """The value of a situation for the side that maximises, and advice for the choices met first (a matrix for secret ones)."""

    value: Fraction
    advice: tuple[Advice, ...] = ()
    matrix: tuple[tuple[Fraction, ...], ...] = ()


class _Branch(Exception):
    def __init__(
        self, kind: str, outcomes: Sequence[tuple[Any, int]] = (), ways: int = 1, questions: Sequence[Question] = ()
    ) -> None:
        self.kind = kind
        self.outcomes = outcomes
        self.ways = ways
        self.questions = questions


class _Walking(Counting):
    """Follows a given path; stops at the first dice or choice behind it."""

    __slots__ = ("_given",)

    def __init__(self, given: tuple[Any, ...], policy: Policy | None) -> None:
        super().__init__(policy)
        self._given = given

    def _take(self, outcomes: Sequence[tuple[Any, int]], ways: int) -> Any:
        if self._depth == len(self._given):
            raise _Branch("chance", outcomes, ways)
        seen = self._given[self._depth]
        self._depth += 1
        return seen

    def _answer(self, question: Question) -> Any:
        if len(question.options) == 1:
            return question.options[0]
        if self.policy is not None:
            given = self.policy(question)
            if given is not None:
                return find(question.options, given, question.rule) if isinstance(given, str) else given
        if self._depth == len(self._given):
            raise _Branch("choice", questions=(question,))
        seen = self._given[self._depth]
        self._depth += 1
        return seen

    def choose_secretly(
        self, text: str, options: Mapping[str, Sequence[O]], *, rule: str, about: tuple[str, ...] = ()
    ) -> dict[str, O]:
        if self._depth == len(self._given):
            raise _Branch(
                "secret", questions=[Question(side, text, options[side], rule, about, "secret") for side in options]
            )
        picks: dict[str, O] = self._given[self._depth]
        self._depth += 1
        return picks


class Solver:
    """Expectimax over a procedure: `side` wants `worth` high, every other side wants it low.

    `step` plays one step, `over` says when it is done, `worth(situation)` is what is then gained. A policy may answer some questions (return None for the others). Equal situations
    are solved once. The procedure must come to an end on every path.
    """

    def __init__(
        self,
        step: Callable[[Referee, Any], Any],
        side: str,
        worth: Callable[[Any], int | Fraction],
        *,
        over: Callable[[Any], bool] | None = None,
        policy: Policy | None = None,
        plain: Callable[[Any], None] | None = None,
        limit: int = LIMIT,
    ) -> None:
        self.plain = plain
        self.step = step
        self.side = side
        self.worth = worth
        self.over = over
        self.policy = policy
        self.limit = limit
        self.runs = 0
        self._known: dict[Situation, Fraction] = {}

    def solve(self, situation: Any) -> Solution:
        """The value of a situation, with advice for its first choice."""
        if playing() is not None:
            raise Unplayed("the best answers are worked out over all dice at once")
        return self._node(situation, ())

    def value(self, situation: Any) -> Fraction:
        """The value alone; remembered."""
        key = Situation(situation)
        if key not in self._known:
            done = self.over is not None and self.over(situation)
            self._known[key] = Fraction(self.worth(situation)) if done else self._node(situation, ()).value
        return self._known[key]

    def _node(self, situation: Any, path: tuple[Any, ...]) -> Solution:
        self.runs += 1
        if self.runs > self.limit:
            raise TooLarge(self.runs)
        referee = _Walking(path, self.policy)
        (fresh,) = copy_situation((situation,))
        try:
            result = self.step(referee, fresh)
        except _Branch as branch:
            return self._branch(situation, path, branch)
        reached = fresh if result is None or isinstance(fresh, Changing) else result
        if self.plain is not None:
            self.plain(reached)
        return Solution(self.value(reached) if self.over is not None else Fraction(self.worth(reached)))

    def _branch(self, situation: Any, path: tuple[Any, ...], branch: _Branch) -> Solution:
        if branch.kind == "chance":
            total = Fraction(0)
            for seen, weight in branch.outcomes:
                total += weight * self._node(situation, (*path, seen)).value
            return Solution(total / branch.ways)
        if branch.kind == "choice":
            question = branch.questions[0]
            values = {option.key: self._node(situation, (*path, option)).value for option in question.options}
            best = (max if question.side == self.side else min)(values.values())
            return Solution(best, (Advice(question.side, question.text, values),))
        first, second = branch.questions[0], branch.questions[-1]
        if len(branch.questions) != 2:
            raise RuleError("a secret choice of more than two sides has no equilibrium that we can name")
        if first.side != self.side:
            first, second = second, first
        matrix = tuple(
            tuple(
                self._node(situation, (*path, {first.side: mine, second.side: theirs})).value
                for theirs in second.options
            )
            for mine in first.options
        )
        mix: Mix = equilibrium(matrix)
        rows = [option.key for option in first.options]
        columns = [option.key for option in second.options]
        gains = {
            key: sum((p * q for p, q in zip(mix.columns, row, strict=True)), Fraction(0))
            for key, row in zip(rows, matrix, strict=True)
        }
        losses = {
            key: sum((p * matrix[i][j] for i, p in enumerate(mix.rows)), Fraction(0)) for j, key in enumerate(columns)
        }
        return Solution(
            mix.value,
            (
                Advice(first.side, first.text, gains, dict(zip(rows, mix.rows, strict=True))),
                Advice(second.side, second.text, losses, dict(zip(columns, mix.columns, strict=True))),
            ),
            matrix,
        )
