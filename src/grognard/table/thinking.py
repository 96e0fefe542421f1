"""Where computers think and odds are counted: in other processes, so that nobody at the table waits for them.

A worker keeps the battles it was last asked about and only plays on what is new. One that takes too long or dies is replaced, and the caller is told; what to do
then is the room's affair (`room.py`: try again, then let the recruit answer).
"""

import asyncio
import contextlib
import multiprocessing
import os
import signal
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event
from typing import Any

import msgspec
from msgspec import Struct

from grognard.errors import GrognardError, IllegalChoice
from grognard.kernel.best import Solution
from grognard.kernel.choice import Option, Question
from grognard.kernel.game import Game
from grognard.kernel.odds import Distribution
from grognard.kernel.once import OnePlay
from grognard.kernel.record import Record
from grognard.kernel.run import Outlook, Run, branch
from grognard.kernel.samples import Estimate
from grognard.lab.choices import find_question
from grognard.players import find_player
from grognard.table.catalogue import plain, read_situation
from grognard.table.hints import best_answers
from grognard.table.rolling import MOST_THROWS, roll_out, why_not_rolled
from grognard.table.wire import Advised, Chance, Forecasts, OddsResult, Rolled

REMEMBERED = 48  # battles that a worker keeps at hand
FORECASTS = 60  # options of one question whose odds are counted


class ThinkingFailed(GrognardError):
    """A worker died, hung or stumbled."""


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


# In the worker


class Desk:
    """What a worker has before it: games and battles it knows."""

    def __init__(self, stop: Callable[[], bool] | None = None) -> None:
        self.stop = stop  # whether whoever waits wants an answer now
        self.games: dict[GameAt, Game] = {}
        self.runs: OrderedDict[str, Run] = OrderedDict()

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
            return think(run, job, self.stop)
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


def think(run: Run, job: Job, stop: Callable[[], bool] | None = None) -> str:
    """What the player of that level answers."""
    question = run.question_for(job.side)
    player = find_player(job.level, job.seed, stop=stop)
    last = run.checkpoints[-1]
    # A pick that waits for the other side stands behind `who`, and is nobody's to see.
    given = run.answers[last.answers : len(run.who)]
    answer = player.answer(question, Outlook(run.game, job.side, last.battle, given))
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
    return f"{question.text}: {option.words}", chances(run.game.forecast(seen, question, option) or [])


def chances(odds: list[tuple[str, Fraction]]) -> list[Chance]:
    """Odds as the wire writes them."""
    return [Chance(words, round(float(chance), 6), str(chance)) for words, chance in odds]


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


def present(title: str, result: Any) -> OddsResult:
    """An answer to an odds question, whatever kind it is, as outcomes with chances."""
    if isinstance(result, Distribution):
        items = list(result.items())
        numbers = all(isinstance(outcome, int | Fraction) and not isinstance(outcome, bool) for outcome, _ in items)
        if numbers:
            items.sort(key=lambda item: item[0])
        mean = result.mean() if numbers and items else None
        shown = [Chance(spoken(outcome), round(float(chance), 9), str(chance)) for outcome, chance in items]
        return OddsResult(title, shown, mean="" if mean is None else f"{float(mean):.3f} ({mean})")
    if isinstance(result, Solution):
        notes = [f"Value {result.value} ({float(result.value):.4f})"]
        shown = [
            Chance(f"{advice.side}: {key}", round(float(share), 9), str(share))
            for advice in result.advice
            for key, share in (advice.mix or advice.values).items()
        ]
        return OddsResult(title, shown, notes=notes)
    if isinstance(result, dict):
        return _present_dict(title, result)
    if isinstance(result, Fraction):
        return OddsResult(
            title,
            [
                Chance("yes", round(float(result), 9), str(result)),
                Chance("no", round(float(1 - result), 9), str(1 - result)),
            ],
        )
    if isinstance(result, tuple | list):
        return _present_dict(title, {str(place + 1): item for place, item in enumerate(result)})
    return OddsResult(title, [], notes=[str(result)])


def _present_dict(title: str, result: dict[Any, Any]) -> OddsResult:
    shown, notes, sampled = [], [], ""
    for outcome, value in result.items():
        if isinstance(value, Estimate):
            shown.append(Chance(f"{spoken(outcome)}: {value}", value.chance, f"{value.times}/{value.plays}"))
            sampled = f"sampled, {value.plays:,} plays"
        elif isinstance(value, Fraction):
            shown.append(Chance(spoken(outcome), round(float(value), 9), str(value)))
        elif isinstance(value, Distribution):
            notes.append(
                f"{spoken(outcome)}: "
                + ", ".join(f"{spoken(key)} {float(chance):.1%}" for key, chance in value.items())
            )
        else:
            notes.append(f"{spoken(outcome)}: {value}")
    return OddsResult(title, shown, sampled=sampled, notes=notes)


def spoken(outcome: Any) -> str:
    """An outcome in words."""
    if isinstance(outcome, tuple):
        return ", ".join(map(spoken, outcome))
    if outcome is None:
        return "nothing"
    words = getattr(outcome, "words", None)
    return words if isinstance(words, str) else plain(outcome).replace("_", " ")


def work(pipe: Connection, hurry: Event) -> None:
    """A worker's whole life: jobs in, answers out."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the table stops its workers itself
    with contextlib.suppress(OSError, AttributeError):  # not every system has priorities of this kind
        os.nice(5)
    desk = Desk(hurry.is_set)
    while True:
        try:
            job = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            reply: tuple[bool, Any] = (True, desk.do(job))
        except GrognardError as error:
            reply = (False, str(error))
        except Exception as error:  # noqa: BLE001  said to whoever asked; the worker lives on
            desk.runs.pop(job.battle, None)
            reply = (False, f"{type(error).__name__}: {error}")
        pipe.send(reply)


# At the table


class Worker:
    """One process, and the pipe to it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: Any = None
        self._pipe: Any = None
        self._hurry: Any = None
        self.battle = ""  # that it thinks about now

    def start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._hurry = context.Event()
        process = context.Process(target=work, args=(theirs, self._hurry), name="grognard-thinker", daemon=True)
        try:
            process.start()
        except (OSError, RuntimeError):
            self._pipe.close()
            raise
        finally:
            theirs.close()
        self._process = process

    def ask(self, job: Job, seconds: float) -> Any:
        """The answer, or ThinkingFailed after so many seconds; a worker that failed is replaced at the next call."""
        with self._lock:
            try:
                if self._process is None:
                    self.start()
                self._hurry.clear()
                self.battle = job.battle
                self._pipe.send(job)
                if not self._pipe.poll(seconds):
                    raise ThinkingFailed(f"no answer within {seconds:g} seconds")
                well, reply = self._pipe.recv()
            except (EOFError, OSError, RuntimeError) as error:
                self.stop()
                raise ThinkingFailed(
                    f"the process that thinks has died or cannot be started ({type(error).__name__})"
                ) from None
            except ThinkingFailed:
                self.stop()
                raise
            finally:
                self.battle = ""
        if not well:
            raise ThinkingFailed(reply)
        return reply

    def hurry(self) -> None:
        """Have it answer with the best that it has found so far."""
        if self._hurry is not None:
            self._hurry.set()

    @property
    def pid(self) -> int | None:
        """The process, for tests that kill it."""
        return None if self._process is None else self._process.pid

    def stop(self) -> None:
        process, self._process = self._process, None  # a closing table may come while a failed job does the same
        if process is not None:
            process.kill()
            process.join()
            process.close()
            self._pipe.close()


class Thinkers:
    """A few workers: some for the players, one kept free for odds."""

    def __init__(self, players: int = 2) -> None:
        self._players = [Worker() for _ in range(players)]
        self.oddsmaker = Worker()
        self._threads = ThreadPoolExecutor(max(players, 1), thread_name_prefix="thinker")
        self._counting = ThreadPoolExecutor(1, thread_name_prefix="odds")
        self._turn = asyncio.Lock()
        self._free: asyncio.Queue[Worker] | None = None

    async def think(self, job: Job, seconds: float = 30) -> Any:
        """Ask any free worker."""
        if self._free is None:
            self._free = asyncio.Queue()
            for worker in self._players:
                self._free.put_nowait(worker)
        worker = await self._free.get()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, worker.ask, job, seconds)
        finally:
            self._free.put_nowait(worker)

    async def count(self, job: Callable[[], Job | None], seconds: float = 10) -> Any:
        """Ask the worker for odds, one question at a time. The job is made when its turn comes; None if nobody wants it any more."""
        async with self._turn:
            wanted = job()
            if wanted is None:
                return None
            return await asyncio.get_running_loop().run_in_executor(self._counting, self.oddsmaker.ask, wanted, seconds)

    def hurry(self, battle: str) -> None:
        """Whoever thinks about this battle shall answer now."""
        for worker in self._players:
            if worker.battle == battle:
                worker.hurry()

    def pids(self) -> list[int]:
        """The processes that run now."""
        return [pid for worker in (*self._players, self.oddsmaker) if (pid := worker.pid) is not None]

    def close(self) -> None:
        for worker in (*self._players, self.oddsmaker):
            worker.stop()
        for threads in (self._threads, self._counting):
            threads.shutdown(wait=False, cancel_futures=True)
