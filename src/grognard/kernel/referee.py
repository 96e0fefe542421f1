"""The referee's chair: the six verbs that a rule may say, and the referees that play from a record.

A rule asks whatever it cannot decide. Who answers is decided by the referee that was handed in, and a rule cannot tell. `Live` covers four of the
chairs, which differ only in where dice and answers come from: live play (sealed dice, players), open-handed (dice typed in), replay (nothing but the
record) and simulation (players that answer at once). `Scripted` is for tests; counting every outcome is `odds.Counting`.
"""

import hashlib
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Protocol, TypeVar

from grognard.errors import IllegalChoice, RecordError, RuleError
from grognard.kernel.choice import YES, YES_OR_NO, O, Option, Place, Question, find
from grognard.kernel.dice import D6, Dice, Roll
from grognard.kernel.event import Event, heard_by, sentence
from grognard.kernel.tally import Modifier

R = TypeVar("R")
PLAIN = (list, tuple)  # a place works out its sample only if somebody looks, so its length is not asked for
Answer = str | list[int | str] | dict[str, str]  # a choice by its key; dice or cards as they fell; secret picks by side
Given = Answer | Option | dict[str, Option | str]  # the same before it is written down


class Waiting(Exception):
    """Nobody has the answer yet. The half-changed battle is dropped, the questions are kept."""

    def __init__(self, questions: list[Question]) -> None:
        super().__init__("; ".join(question.text for question in questions))
        self.questions = questions


class Referee:
    """What a rule may say. `listening` tells whether anybody reads what is told; rules need not care."""

    __slots__ = ()

    def roll(self, dice: Dice, reason: str, *, by: str, rule: str, seen_by: tuple[str, ...] | None = None) -> Roll:
        """Throw these dice for this side, for this reason, under this rule; what came up. `seen_by` are the only sides that see them."""
        raise NotImplementedError

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
        """Draw so many different lots or cards out of the pool, each equally likely, in order. `seen_by` are the only sides that see them."""
        raise NotImplementedError

    def choose(
        self, side: str, text: str, options: Sequence[O], *, rule: str, about: tuple[str, ...] = (), because: str = ""
    ) -> O:
        """This side must pick one of these options; the option."""
        raise NotImplementedError

    def may(self, side: str, text: str, *, rule: str, about: tuple[str, ...] = (), because: str = "") -> bool:
        """Does this side want to do what it is allowed to?"""
        return self.choose(side, text, YES_OR_NO, rule=rule, about=about, because=because).key == YES.key

    def choose_secretly(
        self, text: str, options: Mapping[str, Sequence[O]], *, rule: str, about: tuple[str, ...] = ()
    ) -> dict[str, O]:
        """Several sides pick at once, without seeing each other's pick; all picks together, revealed."""
        raise NotImplementedError

    def roll_off(self, names: Sequence[str], reason: str, *, rule: str) -> list[str]:
        """Settle an order by dice: everybody rolls a D6, the highest comes first, and whoever is level rolls again."""
        if len(names) < 2:
            return list(names)
        shown = [self.roll(D6, f"{reason}: {name}", by=name, rule=rule).total for name in names]
        settled: list[str] = []
        for face in range(6, 0, -1):
            settled += self.roll_off(
                [name for name, die in zip(names, shown, strict=True) if die == face], reason, rule=rule
            )
        return settled

    def settle(self, throw: Callable[..., R], *facts: Hashable, like: Callable[[R], Hashable] | None = None) -> R:
        """What `throw(referee, *facts)` returns, where nothing but these facts decides it.

        It is a plain call, except that odds count it once and for all: equal facts are thrown once, and results that are `like` each other (all that
        matters from here on) weigh as one outcome.
        """
        return throw(self, *facts)

    def tell(
        self,
        words: str,
        *things: object,
        rule: str,
        because: Iterable[Modifier] = (),
        seen_by: tuple[str, ...] | None = None,
        kind: str = "tell",
    ) -> None:
        """This happened, to these pieces, because of these modifiers, under this rule.

        `seen_by` are the only sides that read it; left open, the first piece may say so itself (`heard_by`).
        """


class DiceSource(Protocol):
    """Where faces come from; may raise Waiting."""

    def throw(self, dice: Dice, position: int, side: str, reason: str, rule: str) -> tuple[int, ...]: ...

    def shuffle(self, size: int, count: int, position: int) -> list[int]: ...


class SealedDice:
    """Verifiable dice: each throw is derived from a secret seed and its position in the record.

    The record begins with `commitment`, a hash of the seed; when the battle is over the seed is revealed, and anybody can throw all dice again.
    """

    __slots__ = ("_seed", "seed")

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._seed = hashlib.sha256(b"grognard dice " + seed.encode())

    @property
    def commitment(self) -> str:
        return commitment(self.seed)

    def throw(self, dice: Dice, position: int, side: str = "", reason: str = "", rule: str = "") -> tuple[int, ...]:
        return tuple(self._numbers(dice.count, dice.sides, position))

    def shuffle(self, size: int, count: int, position: int) -> list[int]:
        """Places of `count` different lots among `size`."""
        left = list(range(size))
        return [left.pop(self._numbers(1, len(left), position, salt)[0] - 1) for salt in range(count)]

    def _numbers(self, count: int, sides: int, position: int, salt: int = 0) -> list[int]:
        numbers: list[int] = []
        limit = 256 - 256 % sides if sides <= 256 else 0
        block = 0
        while True:
            mixed = self._seed.copy()
            mixed.update(b"%d.%d.%d" % (position, salt, block))
            for byte in mixed.digest():
                if byte < limit:  # the bytes above would favour low faces
                    numbers.append(byte % sides + 1)
                    if len(numbers) == count:
                        return numbers
            block += 1
            if block > 1000:
                raise RuleError(f"no dice of {sides} sides")


def commitment(seed: str) -> str:
    """What is shown before the battle; only this seed gives it."""
    return hashlib.sha256(b"grognard seed " + seed.encode()).hexdigest()


def read_typed(text: str) -> tuple[int, ...]:
    """Faces that people read off a real table: "typed 5 4"; "5 4", "5,4" and "54" (for dice under ten) will do from a keyboard."""
    words = text.removeprefix("typed").replace(",", " ").split()
    if len(words) == 1 and len(words[0]) > 1 and words[0].isdigit() and not words[0].startswith("1"):
        words = list(words[0])
    if not words or not all(word.isdigit() and len(word) < 4 for word in words):
        raise RecordError(f"{text!r} are not dice: type the numbers that fell, with a space between them, like 5 4")
    return tuple(int(word) for word in words)


class TypedDice:
    """Dice that lie on a real table: the people there are asked what fell. In the record they stand as "typed 5 4"."""

    def throw(self, dice: Dice, position: int, side: str, reason: str, rule: str) -> tuple[int, ...]:
        raise Waiting([Question(side, f"{reason}: roll {dice}", (), rule, kind="dice", dice=dice)])

    def shuffle(self, size: int, count: int, position: int) -> list[int]:
        raise RuleError("lots are drawn by the program, also at a real table: give Live its `lots`")


class Live(Referee):
    """Plays from a record as far as it goes, then takes dice from a source and answers from whoever is asked.

    `answers` grows by every new answer; what was told is in `events` when somebody listens.
    """

    __slots__ = ("answers", "ask", "cursor", "dice", "events", "lots")

    def __init__(
        self,
        answers: list[Given],
        dice: DiceSource,
        ask: Callable[[Question], Option | str],
        *,
        cursor: int = 0,
        events: list[Event] | None = None,
        lots: SealedDice | None = None,
    ) -> None:
        self.answers = answers
        self.cursor = cursor
        self.dice = dice
        self.ask = ask
        self.events = events
        self.lots = lots  # draws lots where dice are typed in, and throws what nobody at the table may see

    def roll(self, dice: Dice, reason: str, *, by: str, rule: str, seen_by: tuple[str, ...] | None = None) -> Roll:
        cursor = self.cursor
        if cursor < len(self.answers):
            given = self.answers[cursor]
            typed = type(given) is str
            faces = read_typed(given) if isinstance(given, str) else self._recorded_list(cursor, reason)
        else:
            typed = False
            hidden = seen_by is not None and by not in seen_by  # nobody throws what he may not see: the program does
            source = self.lots if hidden and self.lots is not None else self.dice
            faces = source.throw(dice, cursor, by, reason, rule)
            self.answers.append(list(faces))
        seen = dice.read(faces)
        self.cursor = cursor + 1
        if self.events is not None:
            shown = tuple(faces)
            self.events.append(
                Event(
                    reason,
                    rule,
                    self.cursor,
                    "roll",
                    side=by,
                    dice=str(dice),
                    faces=shown,
                    total=seen.total,
                    typed=typed,
                    seen_by=seen_by,
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
        cursor = self.cursor
        if cursor < len(self.answers):
            drawn = [str(card) for card in self._recorded_list(cursor, reason)]
            if len(drawn) != count:
                raise RecordError(f"answer {cursor + 1}: {len(drawn)} are drawn for {reason} where it is {count}")
            left = list(pool)
            for card in drawn:
                if card not in left:
                    raise RecordError(
                        f"answer {cursor + 1}: {card!r} cannot be drawn for {reason}; there is: {', '.join(left)}"
                    )
                left.remove(card)
        else:
            source = self.lots or self.dice
            drawn = [pool[place] for place in source.shuffle(len(pool), count, cursor)]
            self.answers.append(list(drawn))
        self.cursor = cursor + 1
        if self.events is not None:
            self.events.append(
                Event(f"{reason}: {', '.join(drawn)}", rule, self.cursor, "draw", side=by, seen_by=seen_by)
            )
        return drawn

    def choose(
        self, side: str, text: str, options: Sequence[O], *, rule: str, about: tuple[str, ...] = (), because: str = ""
    ) -> O:
        cursor = self.cursor
        if cursor < len(self.answers):
            given = self.answers[cursor]
            if type(given) is str:
                picked = find(options, given, rule)
            elif isinstance(given, Option):
                picked = given  # type: ignore[assignment]  # it was checked when it was given
            else:
                raise RecordError(f"answer {cursor + 1}: {given!r} does not answer {text!r}")
        else:
            picked = self._asked(Question(side, text, options, rule, about, because=because))
            self.answers.append(picked)
        self.cursor = cursor + 1
        return picked

    def choose_secretly(
        self, text: str, options: Mapping[str, Sequence[O]], *, rule: str, about: tuple[str, ...] = ()
    ) -> dict[str, O]:
        cursor = self.cursor
        given: dict[str, Option | str] = {}
        if cursor < len(self.answers):
            recorded = self.answers[cursor]
            if not isinstance(recorded, dict):
                raise RecordError(f"answer {cursor + 1}: {recorded!r} does not answer {text!r} of {', '.join(options)}")
            given = dict(recorded)
        picks: dict[str, O] = {}
        waiting: list[Question] = []
        for side in options:
            if side in given:
                pick = given[side]
                picks[side] = find(options[side], pick, rule) if isinstance(pick, str) else pick  # type: ignore[assignment]
                continue
            try:
                picks[side] = self._asked(Question(side, text, options[side], rule, about, "secret"))
            except Waiting as wait:
                waiting += wait.questions
        kept: dict[str, Option | str] = dict(picks)
        if picks:
            self.answers[cursor : cursor + 1] = [kept]
        if waiting:
            raise Waiting(waiting)
        self.cursor = cursor + 1
        return picks

    def tell(
        self,
        words: str,
        *things: object,
        rule: str,
        because: Iterable[Modifier] = (),
        seen_by: tuple[str, ...] | None = None,
        kind: str = "tell",
    ) -> None:
        if self.events is None:
            return
        pieces = tuple(thing.id for thing in things if hasattr(thing, "id"))
        side = next((str(thing.side) for thing in things if hasattr(thing, "side")), "")
        self.events.append(
            Event(
                sentence(words, things),
                rule,
                self.cursor,
                kind,
                pieces,
                tuple(because),
                side,
                seen_by=heard_by(things) if seen_by is None else seen_by,
            )
        )

    def _asked(self, question: Question) -> O:  # type: ignore[type-var]
        """Ask, and take what was offered: by key or the option itself."""
        options = question.options
        if not options if type(options) in PLAIN else not isinstance(options, Place) and not len(options):
            raise RuleError(f"{question.rule}: {question.side} is asked {question.text!r} without any option")
        given = self.ask(question)
        return find(question.options, given, question.rule) if isinstance(given, str) else given  # type: ignore[return-value]

    def _recorded_list(self, cursor: int, reason: str) -> list[int]:
        given = self.answers[cursor]
        if not isinstance(given, list):
            raise RecordError(f"answer {cursor + 1}: {given!r} is not what fell for {reason}")
        return given  # type: ignore[return-value]


class Scripted(Referee):
    """A test's referee: dice and answers from its lists, in order, all of which must be used up (see `finish`)."""

    def __init__(self, dice: Iterable[int] = (), answers: Iterable[str] = (), lots: Iterable[str] = ()) -> None:
        self.dice = list(dice)
        self.answers = list(answers)
        self.lots = list(lots)
        self.events: list[Event] = []
        self.asked: list[Question] = []
        self.rolled: list[str] = []

    def roll(self, dice: Dice, reason: str, *, by: str, rule: str, seen_by: tuple[str, ...] | None = None) -> Roll:
        if len(self.dice) < dice.count:
            raise RecordError(f"the script has no dice left for {reason} ({dice}, {rule})")
        faces, self.dice = self.dice[: dice.count], self.dice[dice.count :]
        seen = dice.read(faces)
        self.rolled.append(reason)
        self.events.append(
            Event(
                reason,
                rule,
                0,
                "roll",
                side=by,
                dice=str(dice),
                faces=tuple(faces),
                total=seen.total,
                seen_by=seen_by,
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
        if len(self.lots) < count:
            raise RecordError(f"the script has no lots left for {reason} ({rule})")
        drawn, self.lots = self.lots[:count], self.lots[count:]
        for card in drawn:
            if card not in pool:
                raise RecordError(f"{card!r} cannot be drawn for {reason}; there is: {', '.join(pool)}")
        return drawn

    def choose(
        self, side: str, text: str, options: Sequence[O], *, rule: str, about: tuple[str, ...] = (), because: str = ""
    ) -> O:
        if not self.answers:
            raise RecordError(
                f"the script has no answer for {side}: {text} ({rule}); offered: {'; '.join(o.key for o in options[:20])}"
            )
        self.asked.append(Question(side, text, options, rule, about, because=because))
        return find(options, self.answers.pop(0), rule)

    def choose_secretly(
        self, text: str, options: Mapping[str, Sequence[O]], *, rule: str, about: tuple[str, ...] = ()
    ) -> dict[str, O]:
        return {side: self.choose(side, text, options[side], rule=rule, about=about) for side in options}

    def tell(
        self,
        words: str,
        *things: object,
        rule: str,
        because: Iterable[Modifier] = (),
        seen_by: tuple[str, ...] | None = None,
        kind: str = "tell",
    ) -> None:
        pieces = tuple(thing.id for thing in things if hasattr(thing, "id"))
        heard = heard_by(things) if seen_by is None else seen_by
        self.events.append(Event(sentence(words, things), rule, 0, kind, pieces, tuple(because), seen_by=heard))

    def finish(self) -> None:
        """Complain if anything of the script is left over."""
        left = [*map(str, self.dice), *self.answers, *self.lots]
        if left:
            raise RecordError(f"the script was not used up; left over: {', '.join(left)}")

    def __enter__(self) -> "Scripted":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if kind is None:
            self.finish()


def refuse(question: Question) -> Option | str:
    """Nobody is there to answer: wait."""
    raise Waiting([question])


__all__ = [
    "Answer",
    "Given",
    "IllegalChoice",
    "Live",
    "Referee",
    "Scripted",
    "SealedDice",
    "TypedDice",
    "Waiting",
    "commitment",
    "refuse",
]
