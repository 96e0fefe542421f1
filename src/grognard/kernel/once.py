"""One play of a question: the rule that is counted for its odds, run once with dice that really fall.

A question of odds (`odds(shoot, battle, anne, guard).map(...)`) says which rule it counts and what it looks at afterwards. Inside `played_by(play)` the same question is not counted: `odds`, `outcomes_of`, `chain` and
`sample` run their rule once before this referee, and what they return is certain. So the question's own words come out for the dice on the table, and no question has to be written twice.

What is only reckoned from chances (the best answer, the odds of five tests from the odds of one) has no single play. A chance that was seen is therefore a `Seen`: it stays one while it is turned round, added to another of its
kind or taken from it, and becomes a plain number in any other sum, which is not shown as something that happened.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from functools import lru_cache, wraps
from typing import Any, TypeVar

from grognard.errors import RuleError
from grognard.kernel.choice import O, Option, Question, find
from grognard.kernel.dice import Dice, Roll
from grognard.kernel.event import Event, sentence
from grognard.kernel.referee import Referee, SealedDice, Waiting
from grognard.kernel.tally import Modifier

T = TypeVar("T")
MOST_STEPS = 10_000  # of a procedure; no play needs more


class Unplayed(RuleError):
    """A question that is worked out and not rolled; says why."""


class OnePlay(Referee):
    """Rolls what lies on the table so far (`thrown`; an empty throw is left to the program), then asks for the next dice or throws them; whoever has a choice keeps to the question's policy."""

    __slots__ = ("_drawn", "_sealed", "_thrown", "events", "own", "policy", "throws")

    def __init__(self, thrown: Sequence[Sequence[int]] = (), *, own: bool = False, seed: str = "") -> None:
        self._thrown = thrown
        self._sealed = SealedDice(seed)
        self._drawn = 0
        self.own = own
        self.throws = 0
        self.events: list[Event] = []
        self.policy: Callable[[Question], Option | str] | None = None

    def roll(self, dice: Dice, reason: str, *, by: str, rule: str, seen_by: tuple[str, ...] | None = None) -> Roll:
        place = self.throws
        given = tuple(self._thrown[place]) if place < len(self._thrown) else ()
        if not given and self.own and place >= len(self._thrown):
            raise Waiting([Question(by, f"{reason}: roll {dice}", (), rule, kind="dice", dice=dice)])
        faces = given or self._sealed.throw(dice, place)
        seen = dice.read(faces)
        self.throws += 1
        self.events.append(
            Event(
                reason,
                rule,
                self.throws,
                "roll",
                side=by,
                dice=str(dice),
                faces=tuple(faces),
                total=seen.total,
                typed=bool(given),
            )
        )
        return seen

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
        self._drawn += 1
        drawn = [pool[place] for place in self._sealed.shuffle(len(pool), count, -self._drawn)]
        self.events.append(Event(f"{reason}: {', '.join(drawn)}", rule, self.throws, "draw", side=by))
        return drawn

    def choose(
        self, side: str, text: str, options: Sequence[O], *, rule: str, about: tuple[str, ...] = (), because: str = ""
    ) -> O:
        picked: O = self._answered(Question(side, text, options, rule, about, because=because))
        return picked

    def choose_secretly(
        self, text: str, options: Mapping[str, Sequence[O]], *, rule: str, about: tuple[str, ...] = ()
    ) -> dict[str, O]:
        return {side: self._answered(Question(side, text, options[side], rule, about, "secret")) for side in options}

    def tell(
        self,
        words: str,
        *things: object,
        rule: str,
        because: Any = (),
        seen_by: tuple[str, ...] | None = None,
        kind: str = "tell",
    ) -> None:
        reasons: tuple[Modifier, ...] = tuple(because)
        self.events.append(Event(sentence(words, things), rule, self.throws, kind, because=reasons))

    def _answered(self, question: Question) -> Any:
        if len(question.options) == 1:
            return question.options[0]
        given = None if self.policy is None else self.policy(question)
        if given is None:
            raise Unplayed(f"it depends on a choice of {question.side}: {question.text}")
        picked = find(question.options, given, question.rule) if isinstance(given, str) else given
        self.events.append(Event(f"{question.text} {picked.words}", question.rule, self.throws, side=question.side))
        return picked

    def run(self, policy: Callable[[Question], Option | str] | None, rule: Callable[..., T], *situation: Any) -> T:
        """The rule, once."""
        before, self.policy = self.policy, policy
        try:
            return rule(self, *situation)
        finally:
            self.policy = before


class Seen(Fraction):
    """A chance of one play: it came true or it did not (or, as an average, how much it was)."""

    __slots__ = ()

    def __add__(self, other: Any) -> Fraction:  # type: ignore[override]
        total: Fraction = Fraction(self) + other
        return Seen(total) if isinstance(other, Seen) or other == 0 else total

    def __radd__(self, other: Any) -> Fraction:  # type: ignore[override]
        return self.__add__(other)

    def __sub__(self, other: Any) -> Fraction:  # type: ignore[override]
        rest: Fraction = Fraction(self) - other
        return Seen(rest) if isinstance(other, Seen) else rest

    def __rsub__(self, other: Any) -> Fraction:  # type: ignore[override]
        rest: Fraction = other - Fraction(self)
        return Seen(rest) if other == 1 else rest


def and_then(first: Fraction, second: Callable[[], Fraction]) -> Fraction:
    """The chance that both come true, the second only reckoned (in a single play: only rolled) where the first may have."""
    if not first:
        return first
    then = second()
    both: Fraction = Fraction(first) * then
    return Seen(both) if isinstance(first, Seen) and isinstance(then, Seen) else both


_PLAYING: ContextVar[OnePlay | None] = ContextVar("playing", default=None)


def playing() -> OnePlay | None:
    """The play that goes on, if one does."""
    return _PLAYING.get()


@contextmanager
def played_by(play: OnePlay) -> Iterator[OnePlay]:
    """Inside, questions are played once before this referee instead of being counted."""
    token = _PLAYING.set(play)
    try:
        yield play
    finally:
        _PLAYING.reset(token)


def remembered(most: int) -> Callable[[Callable[..., T]], Callable[..., T]]:
    """As `functools.lru_cache`, for functions that count odds: a single play is neither remembered nor answered from memory."""

    def remember(function: Callable[..., T]) -> Callable[..., T]:
        known = lru_cache(maxsize=most)(function)

        @wraps(function)
        def either(*facts: Any, **more: Any) -> T:
            return known(*facts, **more) if playing() is None else function(*facts, **more)

        return either

    return remember
