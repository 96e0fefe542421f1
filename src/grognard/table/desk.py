"""What a process that thinks for the table does with a job: a computer's answer, a hint, the odds of a choice or of a question.

It keeps the battles that it was last asked about and only plays on what is new, and what the computers in them have learned.
"""

from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from msgspec import Struct

from grognard.errors import IllegalChoice
from grognard.kernel.choice import Option, Question, named
from grognard.kernel.game import Game
from grognard.kernel.once import OnePlay
from grognard.kernel.record import Record
from grognard.kernel.run import Outlook, Run, branch
from grognard.lab.choices import find_question
from grognard.players import CORES, find_player
from grognard.table.catalogue import read_situation
from grognard.table.chances import chances, present, spoken
from grognard.table.hints import best_answers
from grognard.table.rolling import MOST_THROWS, roll_out, why_not_rolled
from grognard.table.wire import Advised, Chance, Forecasts, OddsResult, Rolled

REMEMBERED = 48  # battles that are kept at hand
FORECASTS = 60  # options of one question whose odds are counted


class GameAt(Struct, frozen=True):
    """Where a worker finds a game: all that a `Game` is made from."""

    name: str
    title: str
    package: str
    version: int
    blurb: str
    dice: str
    unit: str
    solo: bool

    @classmethod
    def of(cls, game: Game) -> "GameAt":
        return cls(game.name, game.title, game.package, game.version, game.blurb, game.dice, game.unit, game.solo)

    def load(self) -> Game:
        return Game(
            self.name,
            self.title,
            package=self.package,
            version=self.version,
            blurb=self.blurb,
            dice=self.dice,
            unit=self.unit,
            solo=self.solo,
        )


class Job(Struct):
    """Something to think about. `what` is "think", "hint", "forecast", "why", "odds", "roll" or "stand" (to see that the worker is there)."""

    what: str
    game: GameAt | None = None
    battle: str = ""
    record: bytes = b""
    side: str = ""
    level: str = ""
    seed: str = ""
    place: int = 0
    question: str = ""
    situation: dict[str, str] = {}
    thrown: list[list[int]] = []
    own: bool = False


class Desk:
    """What a worker has before it: games and battles it knows."""

    def __init__(self, stop: Callable[[], bool] | None = None) -> None:
        self.stop = stop  # whether whoever waits wants an answer now
        self.games: dict[GameAt, Game] = {}
        self.runs: OrderedDict[str, Run] = OrderedDict()
        self.learned: OrderedDict[tuple[str, str, str], Any] = OrderedDict()  # by battle, side and level

    def do(self, job: Job) -> Any:
        """The answer to a job."""
        if job.what == "stand":
            return "here"
        assert job.game is not None
        game = self.games.setdefault(job.game, job.game.load())
        if job.what in ("odds", "roll"):
            return _odds(game, job) if job.what == "odds" else _roll(game, job)
        run = self.run_of(game, job)
        if job.what == "think":
            return self.think(run, job)
        return {"hint": hints, "forecast": forecasts, "why": why}[job.what](run, job)

    def run_of(self, game: Game, job: Job) -> Run:
        """The battle as far as the job's record goes, played on from what is known."""
        record = msgspec.msgpack.decode(job.record, type=Record)
        run = self.runs.pop(job.battle, None)
        written = [] if run is None else run.record.answers
        done = 0 if run is None else len(run.who)  # what stands behind is a secret pick that waits for others
        if run is not None and run.record.scenario == record.scenario and written[:done] == record.answers[:done]:
            run.answers[done:] = record.answers[done:]
            run.go_on()
        else:
            run = Run(game, record)
        self.runs[job.battle] = run
        while len(self.runs) > REMEMBERED:
            self.runs.popitem(last=False)
        return run

    def think(self, run: Run, job: Job) -> str:
        """What the player of that level answers, with all cores, and with what it has learned in this battle."""
        question = run.question_for(job.side)
        seat = job.battle, job.side, job.level
        player = find_player(job.level, job.seed, stop=self.stop, cores=CORES, learned=self.learned.pop(seat, None))
        last = run.checkpoints[-1]
        # A pick that waits for the other side stands behind `who`, and is nobody's to see.
        given = run.answers[last.answers : len(run.who)]
        answer = player.answer(question, Outlook(run.game, job.side, last.battle, given))
        self.learned[seat] = getattr(player, "learned", None)
        while len(self.learned) > REMEMBERED:
            self.learned.popitem(last=False)
        return answer.key if isinstance(answer, Option) else str(answer)


def hints(run: Run, job: Job) -> list[Advised]:
    """The best few answers, with reasons."""
    return best_answers(run, job.side, job.seed)


def forecasts(run: Run, job: Job) -> Forecasts:
    """The odds beside the options of the question, and of what may come back for them, as this side may know them."""
    question = run.question_for(job.side)
    seen = run.game.view(run.battle, job.side)
    found = Forecasts(job.place, {})
    for option in question.options[:FORECASTS]:
        odds = run.game.forecast(seen, question, option)
        if odds:
            found.odds[option.key] = chances(odds)
        reply = run.game.reply(seen, question, option)
        if reply:
            found.replies[option.key] = chances(reply)
    return found


def why(run: Run, job: Job) -> tuple[str, list[Chance]]:
    """The last choice before this place in the record, in words, and the odds that it had for whoever looks on."""
    places = [place for place in range(min(job.place, len(run.who))) if run.who[place] not in ("", "secret")]
    if not places:
        return "", []
    place = places[-1]
    earlier = Run(run.game, branch(run.record), upto=place)
    if not earlier.questions:
        return "", []
    question: Question = earlier.questions[0]
    given = run.record.answers[place]
    if question.dice is not None or not isinstance(given, str):
        return "", []
    option = question.find(given)
    seen = run.game.view(earlier.battle, job.side or None)
    names = run.game.scene(seen, job.side or None).names()
    return f"{question.text}: {named(option, names)}", chances(run.game.forecast(seen, question, option) or [])


def _odds(game: Game, job: Job) -> OddsResult:
    function = find_question(game, job.question)
    asked = partial(function, **read_situation(function, job.situation))
    answer = present(job.question.replace("_", " "), asked())
    answer.no_roll = why_not_rolled(asked, spoken)
    return answer


def _roll(game: Game, job: Job) -> Rolled:
    """The question played once, as far as the dice go."""
    function = find_question(game, job.question)
    if len(job.thrown) > MOST_THROWS:
        raise IllegalChoice("these are more dice than any question takes")
    asked = partial(function, **read_situation(function, job.situation))
    return roll_out(asked, spoken, OnePlay(job.thrown, own=job.own, seed=job.seed))
