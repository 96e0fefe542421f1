"""Chains: many short steps, with equal situations merged between them; exact also for procedures that need not end, like a duel to the death."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from fractions import Fraction
from typing import Any

from grognard.errors import RuleError
from grognard.kernel.battle import Changing, encode
from grognard.kernel.odds import (
    LIMIT,
    Certain,
    Distribution,
    Policy,
    as_chances,
    copy_situation,
    count_all,
)
from grognard.kernel.once import MOST_STEPS, OnePlay, playing
from grognard.kernel.referee import Referee

FOR_EVER = "this procedure can go on for ever without coming nearer to an end"
FAINT = 1e-9  # a chance that is not followed any further, where chances are not exact


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


class TakesTooLong(Exception):
    """Whoever asked has said `enough`; what was walked so far is kept."""


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
    """A procedure whose situations have been walked before: asking it from several starts shares all the work between them. Where `enough` says so in the middle, it raises `TakesTooLong`."""

    def __init__(
        self,
        step: Callable[[Referee, Any], Any],
        *,
        over: Callable[[Any], bool],
        policy: Policy | None = None,
        plain: Callable[[Any], None] | None = None,
        limit: int = LIMIT,
        enough: Callable[[], bool] | None = None,
    ) -> None:
        self.enough = enough
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

    def likely_ends(self, starts: Iterable[tuple[Any, float]], floor: float) -> list[tuple[Any, float]]:
        """Where it ends from these situations with their chances, for whoever cannot wait: a way that has become less likely than `floor` is left where it stands, unless it was walked before. Not exact; the less the floor, the nearer to it."""
        stands: dict[int, float] = {}
        for start, chance in starts:
            node = self._node(Situation(start))
            stands[node] = stands.get(node, 0.0) + chance
        ends: dict[int, float] = {}
        for _ in range(MOST_STEPS):
            self._hurry()
            moved: dict[int, float] = {}
            for node, chance in stands.items():
                leads = self._leads(node) if chance >= floor or (node in self.leads and chance >= FAINT) else None
                if leads is None:
                    ends[node] = ends.get(node, 0.0) + chance
                    continue
                for next_node, share in leads.items():
                    moved[next_node] = moved.get(next_node, 0.0) + chance * float(share)
            if not moved:
                return [(self.situations[node].situation, chance) for node, chance in ends.items()]
            stands = moved
        raise RuleError(FOR_EVER)

    def _played(self, play: OnePlay, start: Any, steps: int | None) -> Situation:
        """One walk down the chain."""
        (here,) = copy_situation((start,))
        for done in range(MOST_STEPS):
            if done == steps or self.over(here):
                return Situation(here)
            here = self._seen(play.run(self.policy, self.step, here), here).situation
        raise RuleError(FOR_EVER)

    def _hurry(self) -> None:
        if self.enough is not None and self.enough():
            raise TakesTooLong

    def _leads(self, node: int) -> dict[int, Fraction] | None:
        """Where one step leads from here; None where it is over."""
        if node not in self.leads:
            here = self.situations[node].situation
            if self.over(here):
                return None
            self._hurry()
            counted = count_all(self._stepped, (here,), self.policy, max(self.limit - self.runs, 1), self._seen)
            ways = as_chances(counted)
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
            raise RuleError(FOR_EVER)
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
            raise RuleError(FOR_EVER)
        rows[column], rows[pivot] = rows[pivot], rows[column]
        scale = rows[column][column]
        rows[column] = [value / scale for value in rows[column]]
        for row in range(size):
            factor = rows[row][column]
            if row != column and factor:
                rows[row] = [value - factor * lead for value, lead in zip(rows[row], rows[column], strict=True)]
    return [row[-1] for row in rows]
