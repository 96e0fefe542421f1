"""Sampling, for what is too large to count: every share with its interval."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any, TypeVar

import msgspec

from grognard.errors import RuleError
from grognard.kernel.choice import Option, Question
from grognard.kernel.odds import (
    Policy,
    copy_situation,
    odds,
    outcomes_of,
)
from grognard.kernel.once import playing
from grognard.kernel.referee import DiceSource, Live

T = TypeVar("T")


class Estimate(msgspec.Struct, frozen=True):
    """A sampled chance: how often it came up, in how many plays, and the interval that holds the true chance in 95 of 100 such samples."""

    times: int
    plays: int

    @property
    def chance(self) -> float:
        return self.times / self.plays

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.times, self.plays)

    def __str__(self) -> str:
        low, high = self.interval
        return f"about {self.chance:.1%} ({low:.1%} to {high:.1%}, {self.plays:,} plays)"


def wilson(times: int, plays: int, z: float = 1.959964) -> tuple[float, float]:
    """Wilson's interval for a share."""
    if not plays:
        return 0.0, 1.0
    p = times / plays
    middle = (p + z * z / (2 * plays)) / (1 + z * z / plays)
    half = z * sqrt(p * (1 - p) / plays + z * z / (4 * plays * plays)) / (1 + z * z / plays)
    return max(0.0, middle - half), min(1.0, middle + half)


def sample(
    rule: Callable[..., T],
    *situation: Any,
    dice: Callable[[int], DiceSource],
    plays: int,
    policy: Policy | None = None,
    see: Callable[..., Any] | None = None,
) -> dict[Any, Estimate]:
    """Play the rule so many times; `dice(n)` gives the dice of the n-th play. Every outcome with its interval."""
    times: dict[Any, int] = {}
    if playing() is not None:
        once = (
            odds(rule, *situation, policy=policy)
            if see is None
            else outcomes_of(rule, *situation, see=see, policy=policy)
        )
        return {outcome: Estimate(1, 1) for outcome in once}

    def ask(question: Question) -> Option | str:
        if len(question.options) == 1:
            return question.options[0]
        if policy is None:
            raise RuleError(f"these odds depend on a choice of {question.side} ({question.text}): name a policy for it")
        return policy(question)

    for play in range(plays):
        fresh = copy_situation(situation)
        result: Any = rule(Live([], dice(play), ask), *fresh)
        if see is not None:
            result = see(result, *fresh)
        times[result] = times.get(result, 0) + 1
    return {outcome: Estimate(count, plays) for outcome, count in times.items()}
