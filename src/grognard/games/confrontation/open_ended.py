"""Exact odds where 6s are rolled again without end (`six_rule = safe`).

The theory. Under `safe` a die may go on for ever, and a referee who walks every way the dice can fall would never come
home. So we count with a limit: no die is rolled again more than n times, after that it shows a 1. What we get is a
little wrong, but in a way that we know: a die that is still going after n re-rolls has the chance 1/6 to the n (an
Illuminated one 1/3), two of them together 1/36 to the n, and so on; once n is large enough for the totals at stake,
every chance is its true value plus a sum of such terms. Counting for several n and taking two neighbours together
removes one such term exactly: (p(n + 1) - r p(n)) / (1 - r). When all terms are gone the values stand still, and that
is the true value: nothing is rounded.
"""

from collections.abc import Callable, Hashable
from fractions import Fraction
from itertools import pairwise
from typing import Any

from grognard.errors import RuleError, TooLarge
from grognard.games.confrontation.options import Options
from grognard.kernel.dice import Dice, Roll
from grognard.kernel.odds import LIMIT, Counting, Distribution, Policy, copy_situation, outcomes_of

RATIOS = tuple(Fraction(1, chance) for chance in (36, 216, 6, 1296, 7776, 3, 9, 27))
STANDING = 3  # so many equal values in a row are the true one

Chances = dict[Any, Fraction]


class Limited(Counting):
    """Counts like any other, but after so many re-rolls in a row a die shows a 1 and is done."""

    __slots__ = ("again", "deepest")

    def __init__(self, policy: Policy | None, deepest: int) -> None:
        super().__init__(policy)
        self.deepest = deepest
        self.again = 0

    def begin(self) -> None:
        super().begin()
        self.again = 0

    def roll(self, dice: Dice, reason: str, *, by: str, rule: str) -> Roll:
        self.again = self.again + 1 if rule == "C3-RULE-02" else 0  # how `attempt` calls a die that is rolled again
        if self.again > self.deepest:
            return dice.read((1,) * dice.count)
        return super().roll(dice, reason, by=by, rule=rule)


def exact_odds(
    options: Options,
    rule: Callable[..., Any],
    *situation: Any,
    see: Callable[..., Hashable],
    policy: Policy | None = None,
    reach: int = 16,
) -> Distribution[Any]:
    """The distribution of what `see(result, *situation)` finds afterwards, exact under every `six_rule` (C3-RULE-02).

    `reach` is the most that a single die must come to for anything at stake: the highest difficulty less what is added.
    """
    if options.six_rule != "safe":
        return outcomes_of(rule, *situation, see=see, policy=policy)
    counted: list[Chances] = []
    first = max(1, -(-(reach - 1) // 5))  # a 5 that is rolled again is the least that a re-roll adds
    for deepest in range(first, first + STANDING + len(RATIOS)):
        counted.append(_count(rule, situation, see, policy, deepest))
        found = _limit(counted)
        if found is not None:
            return Distribution(found)
    raise RuleError("these odds do not settle: too many dice are rolled again without end")


def _count(
    rule: Callable[..., Any],
    situation: tuple[Any, ...],
    see: Callable[..., Hashable],
    policy: Policy | None,
    deepest: int,
) -> Chances:
    """Chances by outcome if no die is rolled again more often than this."""
    referee = Limited(policy, deepest)
    chances: Chances = {}
    while True:
        referee.begin()
        fresh = copy_situation(situation)
        seen = see(rule(referee, *fresh), *fresh)
        chances[seen] = chances.get(seen, Fraction(0)) + Fraction(referee.weight, referee.ways)
        if not referee.move_on():
            return chances
        if referee.runs >= LIMIT:
            raise TooLarge(referee.runs)


def _limit(counted: list[Chances]) -> Chances | None:
    """Where the chances go, if they have been seen to stand still; None if more must be counted."""
    names = dict.fromkeys(name for chances in counted for name in chances)
    found = {name: _stands(_without_terms([chances.get(name, Fraction(0)) for chances in counted])) for name in names}
    if any(value is None for value in found.values()):
        return None
    return {name: value for name, value in found.items() if value}


def _without_terms(values: list[Fraction]) -> list[Fraction]:
    """Remove one geometric term after the other until the values stand still."""
    for ratio in RATIOS:
        if _stands(values) is not None or len(values) <= STANDING:
            break
        values = [(after - ratio * before) / (1 - ratio) for before, after in pairwise(values)]
    return values


def _stands(values: list[Fraction]) -> Fraction | None:
    """The value at which they stand still, if they do."""
    last = values[-STANDING:]
    return last[0] if len(last) == STANDING and all(value == last[0] for value in last) else None
