"""Exact odds: the playing rule itself, run over every way the dice can fall.

`Counting` is a referee that takes each roll's outcomes in turn. The rule is run once for every path through its dice; between two runs the last roll that has another
outcome left is moved on, as on an odometer. A roll weighs what the rule asked for: a sum of two dice is 11 outcomes, not 36.

A question with choices in it needs a policy: a function from the question to the option or its key. `kernel/best.py` instead answers every choice with the best reply. Long procedures are
not counted in one run but as a chain of short steps (`kernel/chains.py`); what is too large to count is sampled (`kernel/samples.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any, Generic, TypeVar

from grognard.errors import RuleError, TooLarge
from grognard.kernel.battle import Battle, Changing
from grognard.kernel.choice import O, Option, Question, find
from grognard.kernel.dice import Dice, Roll
from grognard.kernel.once import Seen, Unplayed, playing
from grognard.kernel.referee import Referee

T = TypeVar("T")
U = TypeVar("U")
Policy = Callable[[Question], "Option | str"]
LIMIT = 2_000_000  # ways to fall before a question is called too large


class Distribution(Generic[T]):
    """Outcomes with their exact chances, which add up to one; in the order they were met."""

    __slots__ = ("_chances",)

    def __init__(self, chances: Mapping[T, Fraction]) -> None:
        self._chances = dict(chances)

    def __getitem__(self, outcome: T) -> Fraction:
        return self._chances.get(outcome, Fraction(0))

    def __iter__(self) -> Iterator[T]:
        return iter(self._chances)

    def __len__(self) -> int:
        return len(self._chances)

    def items(self) -> Iterable[tuple[T, Fraction]]:
        return self._chances.items()

    def chance(self, test: Callable[[T], bool]) -> Fraction:
        """How likely it is that the test holds."""
        return sum((chance for outcome, chance in self._chances.items() if test(outcome)), Fraction(0))

    def map(self, see: Callable[[T], U]) -> Distribution[U]:
        """The same chances over something that can be told from the outcomes."""
        merged: dict[U, Fraction] = {}
        for outcome, chance in self._chances.items():
            seen = see(outcome)
            merged[seen] = merged.get(seen, Fraction(0)) + chance
        return Distribution(merged)

    def mean(self, value: Callable[[T], int | Fraction] | None = None) -> Fraction:
        """The expected value."""
        worth: Callable[[Any], Any] = value or (lambda outcome: outcome)
        return sum((Fraction(worth(outcome)) * chance for outcome, chance in self._chances.items()), Fraction(0))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distribution) and self._chances == other._chances

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return "Distribution(" + ", ".join(f"{outcome}: {chance}" for outcome, chance in self._chances.items()) + ")"


class Certain(Distribution[T]):
    """What came of one play (see `kernel.once`): one outcome, and every chance read off it is marked as seen."""

    __slots__ = ()

    def __init__(self, outcome: T) -> None:
        super().__init__({outcome: Fraction(1)})

    @property
    def outcome(self) -> T:
        return next(iter(self))

    def items(self) -> Iterable[tuple[T, Fraction]]:
        raise Unplayed("it is worked out from the chances themselves")

    def __getitem__(self, outcome: T) -> Fraction:
        return Seen(super().__getitem__(outcome))

    def chance(self, test: Callable[[T], bool]) -> Fraction:
        return Seen(super().chance(test))

    def map(self, see: Callable[[T], U]) -> Distribution[U]:
        return Certain(see(self.outcome))

    def mean(self, value: Callable[[T], int | Fraction] | None = None) -> Fraction:
        return Seen(super().mean(value))


class Counting(Referee):
    """Runs a rule over every outcome of its dice; choices are answered by a policy."""

    __slots__ = ("_depth", "_path", "policy", "runs", "ways", "weight")

    def __init__(self, policy: Policy | None = None) -> None:
        self.policy = policy
        self._path: list[list[Any]] = []  # for each roll on the way: outcomes, the place among them, all ways
        self._depth = 0
        self.weight = 1
        self.ways = 1
        self.runs = 0

    def begin(self) -> None:
        """Before each run."""
        self._depth = 0
        self.weight = self.ways = 1
        self.runs += 1

    def move_on(self) -> bool:
        """Turn to the next path; False when all have been walked."""
        path = self._path
        while path:
            last = path[-1]
            last[1] += 1
            if last[1] < len(last[0]):
                return True
            path.pop()
        return False

    def _take(self, outcomes: Sequence[tuple[Any, int]], ways: int) -> Any:
        path, depth = self._path, self._depth
        if depth == len(path):
            path.append([outcomes, 0, ways])
            seen, weight = outcomes[0]
        else:
            entry = path[depth]
            seen, weight = entry[0][entry[1]]
        self._depth = depth + 1
        self.weight *= weight
        self.ways *= ways
        return seen

    def roll(self, dice: Dice, reason: str, *, by: str, rule: str, seen_by: tuple[str, ...] | None = None) -> Roll:
        roll: Roll = self._take(dice.outcomes, dice.ways)
        return roll

    def draw(
        self,
        pool: Sequence[str],
        count: int,
        reason: str,
        *,
        by: str,
        rule: str,
        seen_by: tuple[str, ...] | None = None,
    ) -> list[str]:
        left = list(pool)
        drawn: list[str] = []
        for _ in range(count):
            lots: dict[str, int] = {}
            for card in left:
                lots[card] = lots.get(card, 0) + 1
            card = self._take(list(lots.items()), len(left))
            left.remove(card)
            drawn.append(card)
        return drawn

    def settle(self, throw: Callable[..., T], *facts: Hashable, like: Callable[[T], Hashable] | None = None) -> T:
        outcomes, ways = _settled(throw, facts, like)
        settled: T = self._take(outcomes, ways)
        return settled

    def roll_off(self, names: Sequence[str], reason: str, *, rule: str) -> list[str]:
        """Every order is equally likely, however often it takes to settle it."""
        return self.draw(names, len(names), reason, by="", rule=rule)

    def choose(
        self, side: str, text: str, options: Sequence[O], *, rule: str, about: tuple[str, ...] = (), because: str = ""
    ) -> O:
        picked: O = self._answer(Question(side, text, options, rule, about, because=because))
        return picked

    def choose_secretly(
        self, text: str, options: Mapping[str, Sequence[O]], *, rule: str, about: tuple[str, ...] = ()
    ) -> dict[str, O]:
        return {side: self._answer(Question(side, text, options[side], rule, about, "secret")) for side in options}

    def _answer(self, question: Question) -> Any:
        if len(question.options) == 1:
            return question.options[0]
        if self.policy is None:
            raise RuleError(f"these odds depend on a choice of {question.side} ({question.text}): name a policy for it")
        given = self.policy(question)
        return find(question.options, given, question.rule) if isinstance(given, str) else given


@lru_cache(maxsize=65536)
def _settled(
    throw: Callable[..., Any], facts: tuple[Hashable, ...], like: Callable[[Any], Hashable] | None
) -> tuple[list[tuple[Any, int]], int]:
    """A throw as one compound die: each result (one for all that are alike) with its weight, and the number of all ways."""
    first: dict[Hashable, Any] = {}

    def see(result: Any) -> Hashable:
        alike = result if like is None else like(result)
        first.setdefault(alike, result)
        return alike

    chances = as_chances(count_all(lambda referee: see(throw(referee, *facts)), (), None, LIMIT, None))
    ways = lcm(*(chance.denominator for _, chance in chances.items()))
    return [(first[alike], chance.numerator * (ways // chance.denominator)) for alike, chance in chances.items()], ways


def odds(rule: Callable[..., T], *situation: Any, policy: Policy | None = None, limit: int = LIMIT) -> Distribution[T]:
    """The exact distribution of what `rule(referee, *situation)` returns. The situation is left as it was: every run gets a copy."""
    play = playing()
    if play is not None:
        return Certain(play.run(policy, rule, *copy_situation(situation)))
    return as_chances(count_all(rule, situation, policy, limit, None))


def outcomes_of(
    rule: Callable[..., Any], *situation: Any, see: Callable[..., T], policy: Policy | None = None, limit: int = LIMIT
) -> Distribution[T]:
    """The same for what can be seen afterwards: `see(result, *situation)` looks at the return value and the changed situation."""
    play = playing()
    if play is not None:
        fresh = copy_situation(situation)
        return Certain(see(play.run(policy, rule, *fresh), *fresh))
    return as_chances(count_all(rule, situation, policy, limit, see))


def count_all(
    rule: Callable[..., Any],
    situation: tuple[Any, ...],
    policy: Policy | None,
    limit: int,
    see: Callable[..., Any] | None,
) -> dict[int, dict[Any, int]]:
    """Weights by outcome, kept apart by the number of all ways so that they stay whole numbers."""
    referee = Counting(policy)
    counted: dict[int, dict[Any, int]] = {}
    changing = any(isinstance(thing, Changing) for thing in situation)
    while True:
        referee.begin()
        fresh = copy_situation(situation) if changing else situation
        result = rule(referee, *fresh)
        if see is not None:
            result = see(result, *fresh)
        by_ways = counted.get(referee.ways)
        if by_ways is None:
            by_ways = counted[referee.ways] = {}
        by_ways[result] = by_ways.get(result, 0) + referee.weight
        if not referee.move_on():
            return counted
        if referee.runs >= limit:
            raise TooLarge(referee.runs)


def as_chances(counted: dict[int, dict[Any, int]]) -> Distribution[Any]:
    chances: dict[Any, Fraction] = {}
    common = lcm(*counted)
    totals: dict[Any, int] = {}
    for ways, weights in counted.items():
        for outcome, weight in weights.items():
            totals[outcome] = totals.get(outcome, 0) + weight * (common // ways)
    for outcome, weight in totals.items():
        chances[outcome] = Fraction(weight, common)
    return Distribution(chances)


def copy_situation(situation: tuple[Any, ...]) -> tuple[Any, ...]:
    """A copy in which a piece that stands in the battle is the battle's own copy of it."""
    battles: list[Battle] = []
    fresh: list[Any] = []
    for thing in situation:
        if isinstance(thing, Battle):
            battles.append(thing.copy())
            fresh.append(battles[-1])
        else:
            fresh.append(thing)
    for place, thing in enumerate(fresh):
        if isinstance(thing, Changing) and not isinstance(thing, Battle):
            id = getattr(thing, "id", None)
            own = next(
                (piece for battle in battles if id is not None and (piece := battle.piece(id)) is not None), None
            )
            fresh[place] = own if own is not None else thing.copy()
    return tuple(fresh)


def fixed(**answers: str) -> Policy:
    """A policy by the words of the question: `fixed(ploy="none")` answers every question with "ploy" in it by "none"."""

    def policy(question: Question) -> str:
        for word, answer in answers.items():
            if word.replace("_", " ") in question.text:
                return answer
        raise RuleError(f"this policy has no answer to {question.text!r}")

    return policy
