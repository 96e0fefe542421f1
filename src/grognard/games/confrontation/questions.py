"""The odds that players ask for."""

from math import lcm
from typing import Any

from grognard.kernel.dice import Dice, Roll
from grognard.kernel.odds import Distribution
from grognard.kernel.referee import Referee


class Loaded(Dice):
    """A throw whose outcomes and weights are known beforehand; only odds can be counted with it."""

    __slots__ = ("_ways", "values")

    def __init__(self, distribution: Distribution[Any]) -> None:
        super().__init__(1, 2, "sum", 0, 0)
        self.values = list(distribution)
        self._ways = lcm(*(share.denominator for _, share in distribution.items()))
        self._outcomes = tuple((Roll(n), int(share * self._ways)) for n, (_, share) in enumerate(distribution.items()))

    @property
    def ways(self) -> int:
        return self._ways


def loaded(referee: Referee, distribution: Distribution[Any]) -> Any:
    """One outcome of a known distribution."""
    dice = Loaded(distribution)
    return dice.values[referee.roll(dice, "", by="", rule="").total]


QUESTIONS: dict[str, Any] = {}
