"""Judgement: what each side's answers gave away, apart from luck.

Every question of a record is put to a sergeant who sees what the side saw. His best answer and the one that was given are then tried in the same futures, on dice that neither chose: the difference, in
points of the game's worth, is what the answer gave away. It is a judgement one step ahead, not the truth: an answer may be wiser than the sergeant, and then it gains.
"""

from contextlib import suppress
from typing import Any

from msgspec import Struct, structs

from grognard.errors import GrognardError
from grognard.kernel.battle import Battle
from grognard.kernel.choice import Option, Question
from grognard.kernel.game import Game
from grognard.kernel.record import Record
from grognard.kernel.referee import Given, Live, SealedDice, Waiting
from grognard.kernel.run import Outlook
from grognard.players.sergeant import Sergeant

SAMPLES = 12  # futures in which the two answers are compared


class Decision(Struct, frozen=True):
    """One answer: what it was, what the sergeant would have answered, and how much better that was in points."""

    answer: int
    side: str
    question: str
    given: str
    better: str
    lost: float


class Judgement(Struct):
    """All answers of a battle."""

    decisions: list[Decision]

    def total(self) -> dict[str, float]:
        """What each side gave away in sum."""
        sums: dict[str, float] = {}
        for decision in self.decisions:
            sums[decision.side] = sums.get(decision.side, 0.0) + decision.lost
        return sums


class _Listening(Live):
    """Replays a record and keeps every question that had one answer among several."""

    __slots__ = ("asked",)

    def __init__(self, answers: list[Given]) -> None:
        super().__init__(answers, SealedDice("none"), _nobody)
        self.asked: list[tuple[int, Question, Option]] = []

    def choose(
        self, side: str, text: str, options: Any, *, rule: str, about: tuple[str, ...] = (), because: str = ""
    ) -> Any:
        place = self.cursor
        picked = super().choose(side, text, options, rule=rule, about=about, because=because)
        self.asked.append((place, Question(side, text, options, rule, about, because=because), picked))
        return picked


def _nobody(question: Question) -> Option | str:
    raise Waiting([question])


def judgement_of(game: Game, record: Record, *, seed: str = "judgement", most: int = 400) -> Judgement:
    """The first so many answers of a record, each against the sergeant's best. Secret picks are left out: their worth is a mix."""
    battle = game.set_up(record.scenario, record.options)
    referee = _Listening(list(record.answers))
    found: list[Decision] = []
    with suppress(Waiting):
        while battle.outcome is None and referee.cursor < len(referee.answers) and len(found) < most:
            start, at = battle.copy(), referee.cursor
            referee.asked.clear()
            game.play_on(referee, battle)
            for place, question, given in referee.asked:
                judged = _judge(game, start, referee.answers[at:place], question, given, f"{seed} {place}")
                if judged is not None:
                    found.append(Decision(place, question.side, question.text, given.key, *judged))
    return Judgement(found)


def _judge(
    game: Game, start: Battle, before: list[Given], question: Question, given: Option, seed: str
) -> tuple[str, float] | None:
    if len(question.options) < 2:
        return None
    outlook = Outlook(game, question.side, start, before)
    try:
        best = Sergeant(seed).answer(question, outlook)
        if best.key == given.key:
            return best.key, 0.0
        pair = structs.replace(question, options=[best, given])
        second = Sergeant(f"{seed} again", samples=SAMPLES)
        second.answer(pair, outlook)
    except GrognardError:
        return None
    values = dict(second.reasons)
    if best.words not in values or given.words not in values or best.words == given.words:
        return best.key, 0.0
    return best.key, values[best.words] - values[given.words]


def judgement_text(judgement: Judgement, most: int = 8) -> str:
    """Sums, and the answers that gave away most."""
    lines = [f"{side}: {points:+.1f} points given away" for side, points in judgement.total().items()]
    worst = sorted((each for each in judgement.decisions if each.lost > 0.05), key=lambda each: -each.lost)[:most]
    lines += ["costliest answers, in the sergeant's judgement:"] * bool(worst)
    lines += [
        f"  {each.side}, {each.question} {each.given}; better: {each.better} ({each.lost:+.1f})" for each in worst
    ]
    return "\n".join(lines)
