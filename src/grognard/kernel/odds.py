"""Exact odds: the playing rule itself, run over every way the dice can fall.

`Counting` is a referee that takes each roll's outcomes in turn. The rule is run once for every path through its dice; between two runs the last roll that has another
outcome left is moved on, as on an odometer. A roll weighs what the rule asked for: a sum of two dice is 11 outcomes, not 36.

A question with choices in it needs a policy: a function from the question to the option or its key. `solve` instead answers every choice with the best reply
and every secret choice with the equilibrium of its matrix, exactly. Long procedures are not counted in one run but as a chain of short steps with equal situations merged
between them (`chain`), which also makes procedures exact that need not end: a duel to the death.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm, sqrt
from typing import Any, Generic, TypeVar

import msgspec

from grognard.errors import RuleError, TooLarge
from grognard.kernel.battle import Battle, Changing, encode
from grognard.kernel.choice import O, Option, Question, find
from grognard.kernel.dice import Dice, Roll
from grognard.kernel.matrix import Mix, equilibrium
from grognard.kernel.once import MOST_STEPS, OnePlay, Seen, Unplayed, playing
from grognard.kernel.referee import DiceSource, Live, Referee

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

    chances = _finish(_count(lambda referee: see(throw(referee, *facts)), (), None, LIMIT, None))
    ways = lcm(*(chance.denominator for _, chance in chances.items()))
    return [(first[alike], chance.numerator * (ways // chance.denominator)) for alike, chance in chances.items()], ways


def odds(rule: Callable[..., T], *situation: Any, policy: Policy | None = None, limit: int = LIMIT) -> Distribution[T]:
    """The exact distribution of what `rule(referee, *situation)` returns. The situation is left as it was: every run gets a copy."""
    play = playing()
    if play is not None:
        return Certain(play.run(policy, rule, *copy_situation(situation)))
    return _finish(_count(rule, situation, policy, limit, None))


def outcomes_of(
    rule: Callable[..., Any], *situation: Any, see: Callable[..., T], policy: Policy | None = None, limit: int = LIMIT
) -> Distribution[T]:
    """The same for what can be seen afterwards: `see(result, *situation)` looks at the return value and the changed situation."""
    play = playing()
    if play is not None:
        fresh = copy_situation(situation)
        return Certain(see(play.run(policy, rule, *fresh), *fresh))
    return _finish(_count(rule, situation, policy, limit, see))


def _count(
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


def _finish(counted: dict[int, dict[Any, int]]) -> Distribution[Any]:
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


# Chains: many short steps, equal situations merged between them.


def chain(
    step: Callable[[Referee, Any], Any],
    start: Any,
    *,
    over: Callable[[Any], bool],
    policy: Policy | None = None,
    steps: int | None = None,
    plain: Callable[[Any], None] | None = None,
    limit: int = LIMIT,
) -> Distribution[Any]:
    """The exact distribution of situations in which a procedure ends, or stands after so many steps.

    `step(referee, situation)` plays one step: it changes a battle or other struct, or returns the next situation where that cannot change. Situations that are equal are merged. Where the procedure can come back to a situation it
    was in, the chain is solved as the linear system that it is. `plain(situation)` may wipe out whatever no longer matters, so that more situations are equal.
    The keys are frozen copies: read them with `.situation`.
    """
    return Chain(step, over=over, policy=policy, plain=plain, limit=limit).ends(start, steps)


class Situation:
    """A situation as a key: equal where their encodings are equal."""

    __slots__ = ("encoded", "situation")

    def __init__(self, situation: Any) -> None:
        self.situation = situation
        self.encoded: Hashable = encode(situation) if isinstance(situation, Changing | list | dict) else situation

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Situation) and self.encoded == other.encoded

    def __hash__(self) -> int:
        return hash(self.encoded)


class Chain:
    """A procedure whose situations have been walked before: asking it from several starts shares all the work between them."""

    def __init__(
        self,
        step: Callable[[Referee, Any], Any],
        *,
        over: Callable[[Any], bool],
        policy: Policy | None = None,
        plain: Callable[[Any], None] | None = None,
        limit: int = LIMIT,
    ) -> None:
        self.plain = plain
        self.step = step
        self.over = over
        self.policy = policy
        self.limit = limit
        self.nodes: dict[Situation, int] = {}
        self.situations: list[Situation] = []
        self.leads: dict[int, dict[int, Fraction]] = {}
        self.runs = 0

    def ends(self, start: Any, steps: int | None = None) -> Distribution[Any]:
        """Where it ends from this situation, or stands after so many steps; see `chain`."""
        play = playing()
        if play is not None:
            return Certain(self._played(play, start, steps))
        first = self._node(Situation(start))
        return self._solved(first) if steps is None else self._after(first, steps)

    def _played(self, play: OnePlay, start: Any, steps: int | None) -> Situation:
        """One walk down the chain."""
        (here,) = copy_situation((start,))
        for done in range(MOST_STEPS):
            if done == steps or self.over(here):
                return Situation(here)
            here = self._seen(play.run(self.policy, self.step, here), here).situation
        raise RuleError("this procedure can go on for ever without coming nearer to an end")

    def _leads(self, node: int) -> dict[int, Fraction] | None:
        """Where one step leads from here; None where it is over."""
        if node not in self.leads:
            here = self.situations[node].situation
            if self.over(here):
                return None
            counted = _count(self._stepped, (here,), self.policy, max(self.limit - self.runs, 1), self._seen)
            ways = _finish(counted)
            self.runs += len(ways)
            self.leads[node] = {self._node(key): chance for key, chance in ways.items()}
        return self.leads[node]

    def _stepped(self, referee: Referee, situation: Any) -> Any:
        return self.step(referee, situation)

    def _seen(self, result: Any, situation: Any) -> Situation:
        reached = situation if result is None or isinstance(situation, Changing) else result
        if self.plain is not None:
            self.plain(reached)
        return Situation(reached)

    def _node(self, key: Situation) -> int:
        node = self.nodes.get(key)
        if node is None:
            node = self.nodes[key] = len(self.situations)
            self.situations.append(key)
        return node

    def _after(self, first: int, steps: int) -> Distribution[Any]:
        stands: dict[int, Fraction] = {first: Fraction(1)}
        for _ in range(steps):
            moved: dict[int, Fraction] = {}
            for node, chance in stands.items():
                leads = self._leads(node)
                for next_node, share in ({node: Fraction(1)} if leads is None else leads).items():
                    moved[next_node] = moved.get(next_node, Fraction(0)) + chance * share
            stands = moved
        return Distribution({self.situations[node]: chance for node, chance in stands.items()})

    def _solved(self, first: int) -> Distribution[Any]:
        order = self._components(first)
        mass: dict[int, Fraction] = {first: Fraction(1)}
        ends: dict[int, Fraction] = {}
        for component in order:
            flow = self._flow_through(component, mass)
            for node in component:
                leads = self._leads(node)
                through = flow.get(node, Fraction(0))
                if not through:
                    continue
                if leads is None:
                    ends[node] = ends.get(node, Fraction(0)) + through
                    continue
                for next_node, share in leads.items():
                    if next_node not in component:
                        mass[next_node] = mass.get(next_node, Fraction(0)) + through * share
        if sum(ends.values()) != 1:
            raise RuleError("this procedure can go on for ever without coming nearer to an end")
        return Distribution({self.situations[node]: chance for node, chance in ends.items()})

    def _flow_through(self, component: list[int], mass: dict[int, Fraction]) -> dict[int, Fraction]:
        """How often each situation of a loop is expected to be visited, given what flows in."""
        if len(component) == 1:
            node = component[0]
            stay = (self._leads(node) or {}).get(node, Fraction(0))
            if stay == 1:
                raise RuleError("this procedure can stand still for ever")
            return {node: mass.get(node, Fraction(0)) / (1 - stay)}
        places = {node: place for place, node in enumerate(component)}
        size = len(component)
        rows = [
            [Fraction(int(i == j)) for j in range(size)] + [mass.get(component[i], Fraction(0))] for i in range(size)
        ]
        for node in component:
            for next_node, share in (self._leads(node) or {}).items():
                if next_node in places:
                    rows[places[next_node]][places[node]] -= share
        return dict(zip(component, _gauss(rows), strict=True))

    def _components(self, first: int) -> list[list[int]]:
        """Strongly connected parts in the order in which chance flows through them (Tarjan, without recursion)."""
        index: dict[int, int] = {}
        low: dict[int, int] = {}
        stack: list[int] = []
        on_stack: dict[int, bool] = {}
        found: list[list[int]] = []
        work: list[tuple[int, Iterator[int]]] = []

        def visit(node: int) -> None:
            index[node] = low[node] = len(index)
            stack.append(node)
            on_stack[node] = True
            work.append((node, iter(list(self._leads(node) or {}))))

        visit(first)
        while work:
            node, leads = work[-1]
            for next_node in leads:
                if next_node not in index:
                    visit(next_node)
                    break
                if on_stack.get(next_node):
                    low[node] = min(low[node], index[next_node])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    part: list[int] = []
                    while True:
                        member = stack.pop()
                        on_stack[member] = False
                        part.append(member)
                        if member == node:
                            break
                    found.append(part)
        return found[::-1]


def _gauss(rows: list[list[Fraction]]) -> list[Fraction]:
    """Solve a linear system exactly; the last column is the right side."""
    size = len(rows)
    for column in range(size):
        pivot = next((row for row in range(column, size) if rows[row][column]), None)
        if pivot is None:
            raise RuleError("this procedure can go on for ever without coming nearer to an end")
        rows[column], rows[pivot] = rows[pivot], rows[column]
        scale = rows[column][column]
        rows[column] = [value / scale for value in rows[column]]
        for row in range(size):
            factor = rows[row][column]
            if row != column and factor:
                rows[row] = [value - factor * lead for value, lead in zip(rows[row], rows[column], strict=True)]
    return [row[-1] for row in rows]


# Best answers: every choice by its side's best reply, every secret choice by its equilibrium.


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


# Sampling, for what is too large to count.


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


def fixed(**answers: str) -> Policy:
    """A policy by the words of the question: `fixed(ploy="none")` answers every question with "ploy" in it by "none"."""

    def policy(question: Question) -> str:
        for word, answer in answers.items():
            if word.replace("_", " ") in question.text:
                return answer
        raise RuleError(f"this policy has no answer to {question.text!r}")

    return policy
