"""Where computers think and odds are counted: in other processes, so that nobody at the table waits for them.

One that takes too long or dies is replaced, and the caller is told; what to do then is the room's affair (`minds.py`: try again, then let the recruit answer).
"""

import asyncio
import atexit
import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event
from typing import Any

from grognard.errors import GrognardError
from grognard.table.desk import Desk, Job


class ThinkingFailed(GrognardError):
    """A worker died, hung or stumbled."""


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
        self.last = ""  # the battle that it thought about before

    def start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._hurry = context.Event()
        # Not a daemon, which may have no children: a marshal calls others to search beside it.
        process = context.Process(target=work, args=(theirs, self._hurry), name="grognard-thinker", daemon=False)
        try:
            process.start()
        except (OSError, RuntimeError):
            self._pipe.close()
            raise
        finally:
            theirs.close()
        self._process = process
        atexit.register(self.stop)  # or whoever leaves without a word would wait for it for ever

    def ask(self, job: Job, seconds: float) -> Any:
        """The answer, or ThinkingFailed after so many seconds; a worker that failed is replaced at the next call."""
        with self._lock:
            try:
                if self._process is None:
                    self.start()
                self._hurry.clear()
                self.battle = self.last = job.battle
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
            atexit.unregister(self.stop)
            process.kill()
            process.join()
            process.close()
            self._pipe.close()


class Thinkers:
    """A few workers: some for the players, one kept free for odds."""

    def __init__(self, players: int = 2) -> None:
        self.players = [Worker() for _ in range(players)]
        self.oddsmaker = Worker()
        self._threads = ThreadPoolExecutor(max(players, 1), thread_name_prefix="thinker")
        self._counting = ThreadPoolExecutor(1, thread_name_prefix="odds")
        self._turn = asyncio.Lock()
        self._free = list(self.players)  # who was asked last stands last
        self._chairs = asyncio.Semaphore(players)

    async def think(self, job: Job, seconds: float = 30) -> Any:
        """Ask a free worker, the one that knows the battle if it is free."""
        async with self._chairs:
            worker = next((one for one in self._free if one.last == job.battle), self._free[0])
            self._free.remove(worker)
            try:
                return await asyncio.get_running_loop().run_in_executor(self._threads, worker.ask, job, seconds)
            finally:
                self._free.append(worker)

    async def count(self, job: Callable[[], Job | None], seconds: float = 10) -> Any:
        """Ask the worker for odds, one question at a time. The job is made when its turn comes; None if nobody wants it any more."""
        async with self._turn:
            wanted = job()
            if wanted is None:
                return None
            return await asyncio.get_running_loop().run_in_executor(self._counting, self.oddsmaker.ask, wanted, seconds)

    def hurry(self, battle: str) -> None:
        """Whoever thinks about this battle shall answer now."""
        for worker in self.players:
            if worker.battle == battle:
                worker.hurry()

    def pids(self) -> list[int]:
        """The processes that run now."""
        return [pid for worker in (*self.players, self.oddsmaker) if (pid := worker.pid) is not None]

    def close(self) -> None:
        for worker in (*self.players, self.oddsmaker):
            worker.stop()
        for threads in (self._threads, self._counting):
            threads.shutdown(wait=False, cancel_futures=True)
