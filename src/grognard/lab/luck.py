"""Luck: what each side's dice were worth against what they could have been.

For every throw of a record the same piece of the turn is played once for each way that throw could have fallen, with all other answers as they were (the dice after it fall anew, from seeds
of their own), and judged by the game's worth. What the throw really gave, less the exact average over its outcomes, is its luck: it says nothing about whether the throw was wise.
"""

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from random import Random

from msgspec import Struct

from grognard.errors import GrognardError
from grognard.kernel.battle import Battle
from grognard.kernel.choice import Option, Place, Question
from grognard.kernel.dice import Dice, Roll
from grognard.kernel.game import Game
from grognard.kernel.record import Record
from grognard.kernel.referee import Given, Live, SealedDice, Waiting, read_typed
from grognard.kernel.run import Run, branch

FUTURES = 3  # how often a piece is finished behind a throw, where it goes on with further dice


class Throw(Struct, frozen=True):
    """One throw with its luck in points for the side that threw, and how likely it was to do as well or better."""

    answer: int
    side: str
    reason: str
    faces: tuple[int, ...]
    luck: float
    as_good: Fraction


class Luck(Struct):
    """All throws of a battle."""

    throws: list[Throw]

    def total(self) -> dict[str, float]:
        """The luck of each side in sum; what one side's dice gained, the other's position lost."""
        sums: dict[str, float] = {}
        for throw in self.throws:
            sums[throw.side] = sums.get(throw.side, 0.0) + throw.luck
        return sums


class _Stop(Exception):  # not an error: the throw has been found
    pass


class _Finding(Live):
    """Replays up to one throw and says which dice it was."""

    __slots__ = ("found", "wanted")

    def __init__(self, answers: list[Given], cursor: int, wanted: int) -> None:
        super().__init__(answers, SealedDice("none"), _nobody, cursor=cursor)
        self.wanted = wanted
        self.found: Dice | None = None

    def roll(self, dice: Dice, reason: str, *, by: str, rule: str, seen_by: tuple[str, ...] | None = None) -> Roll:
        if self.cursor == self.wanted:
            self.found = dice
            raise _Stop
        return super().roll(dice, reason, by=by, rule=rule, seen_by=seen_by)


def _nobody(question: Question) -> Option | str:
    raise Waiting([question])


def luck_of(game: Game, record: Record) -> Luck:
    """The luck of every throw in a record."""
    run = Run(game, branch(record))
    rolls = [event for event in run.events if event.kind == "roll" and event.side in run.battle.side_ids()]
    starts = _starts(game, record)
    throws = []
    for event in rolls:
        place = event.at - 1
        start, cursor = max(((battle, at) for at, battle in starts.items() if at <= place), key=lambda entry: entry[1])
        judged = _judge(game, start, list(record.answers), cursor, place, event.side)
        if judged is not None:
            luck, as_good = judged
            throws.append(Throw(place, event.side, event.words, event.faces, luck, as_good))
    return Luck(throws)


def _starts(game: Game, record: Record) -> dict[int, Battle]:
    """The battle before every piece, by the number of answers given until then."""
    battle = game.set_up(record.scenario, record.options)
    referee = Live(list(record.answers), SealedDice("none"), _nobody)
    starts: dict[int, Battle] = {}
    with suppress(Waiting):
        while battle.outcome is None and referee.cursor < len(referee.answers):
            starts[referee.cursor] = battle.copy()
            game.play_on(referee, battle)
    return starts


def _judge(
    game: Game, start: Battle, answers: list[Given], cursor: int, place: int, side: str
) -> tuple[float, Fraction] | None:
    finding = _Finding(answers[: place + 1], cursor, place)
    with suppress(_Stop, Waiting):
        game.play_on(finding, start.copy())
    dice = finding.found
    if dice is None:
        return None
    given = answers[place]
    really = dice.read(read_typed(given) if isinstance(given, str) else given)  # type: ignore[arg-type]
    values = {}
    for roll, weight in dice.outcomes:
        values[roll] = (_value(game, start, [*answers[:place], list(dice.faces_for(roll))], cursor, side), weight)
    mean = sum(value * weight for value, weight in values.values()) / dice.ways
    had = values[really][0]
    as_good = Fraction(sum(weight for value, weight in values.values() if value >= had - 1e-9), dice.ways)
    return had - mean, as_good


def _value(game: Game, start: Battle, answers: list[Given], cursor: int, side: str) -> float:
    """How the side stands on average at the end of the piece, when these answers are followed by any dice and any answers."""
    total = 0.0
    for future in range(FUTURES):
        battle = start.copy()
        referee = Live(list(answers), SealedDice(f"luck {future}"), _anything(future), cursor=cursor)
        try:
            game.play_on(referee, battle)
        except GrognardError:
            return 0.0
        total += game.worth(battle, side)
    return total / FUTURES


def _anything(seed: int) -> Callable[[Question], Option | str]:
    """Any answer, each equally likely."""
    pick = Random(seed).randrange

    def ask(question: Question) -> Option | str:
        options = question.options
        if isinstance(options, Place):
            spot: Option = options.any(pick)
            return spot
        return options[pick(len(options))]

    return ask


def luck_text(luck: Luck, most: int = 8) -> str:
    """Sums, and the luckiest and unluckiest throws."""
    lines = [f"{side}: {points:+.1f} points of luck" for side, points in luck.total().items()]
    ranked = sorted((throw for throw in luck.throws if abs(throw.luck) >= 0.05), key=lambda throw: throw.luck)
    for title, some in (("luckiest", ranked[::-1][:most]), ("unluckiest", ranked[:most])):
        lines.append(f"{title} throws:")
        lines += [
            f"  {throw.side}, {throw.reason}: {' '.join(map(str, throw.faces))}  {throw.luck:+.1f} (as good or better: {float(throw.as_good):.0%})"
            for throw in some
        ]
    return "\n".join(lines)
