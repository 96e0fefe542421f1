"""The marshal's staff: other processes that search the same question with other dice, where the system allows them.

Each is started once and waits for questions. What it gets is what the marshal's side may know: the view, the answers since the checkpoint, the candidates; what it
returns is how often it looked at each candidate, the sum of what it saw, and its rehearsals, which the marshal adds to its own.
"""

import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, ClassVar

from grognard.kernel.battle import decode, encode
from grognard.kernel.choice import Option
from grognard.kernel.game import find_game
from grognard.kernel.record import written
from grognard.players.belief import Known, Rehearsed
from grognard.players.rehearsal import Pace
from grognard.players.thought import Thought

SHARE = 0.9  # of the time: what is searched elsewhere must be back before the marshal's own time is over
Found = tuple[list[int], list[float], list[list[Rehearsed]]]


class Staff:
    """So many searchers. `called` gives None where there can be none: in a process that may not have children, or when nobody asked for any."""

    _standing: ClassVar[dict[tuple[int, int], "Staff"]] = {}

    def __init__(self, size: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipes: list[Connection] = []
        self._processes: list[Any] = []
        self._asked: list[int] = [0] * size  # questions that were sent and not answered yet
        for _ in range(size):
            ours, theirs = context.Pipe()
            process = context.Process(target=serve, args=(theirs,), name="grognard-staff", daemon=True)
            process.start()
            theirs.close()
            self._pipes.append(ours)
            self._processes.append(process)

    @classmethod
    def called(cls, size: int) -> "Staff | None":
        """The staff of this process, started when it is first wanted."""
        if size < 1 or multiprocessing.current_process().daemon or not _can_begin():
            return None
        found = cls._standing.get((os.getpid(), size))
        if found is None:
            try:
                found = cls._standing[os.getpid(), size] = cls(size)
            except (OSError, ValueError, AssertionError, RuntimeError):
                return None
        return found

    def send(
        self, thought: Thought, candidates: list[Option], seed: str, visits: int, seconds: float, pace: Pace | None, known: Known,
    ) -> bool:  # fmt: skip
        """Put a question to everybody; False if nobody can be reached."""
        data = encode(thought.seen)
        # Rules may ask whether an answer is the very option that they offered, so answers travel by their keys.
        given, keys = [written(answer) for answer in thought.given], [option.key for option in candidates]
        reached = False
        for number, pipe in enumerate(self._pipes):
            task = (
                thought.game.name, thought.side, thought.kind, data, given, keys, f"{seed} {number}", visits, SHARE * seconds, pace, known,
            )  # fmt: skip
            with suppress(OSError, ValueError, TypeError, AttributeError):
                pipe.send(task)
                self._asked[number] += 1
                reached = True
        return reached

    def gather(self, seconds: float, *, wait: bool) -> Iterator[Found]:
        """What everybody has found; who is late is left out (and its answer to this question thrown away later) unless `wait`."""
        for number, pipe in enumerate(self._pipes):
            with suppress(EOFError, OSError):
                while self._asked[number] and pipe.poll(10.0 + seconds if wait else 0.0):
                    found = pipe.recv()
                    self._asked[number] -= 1
                    if found is not None and not self._asked[number]:
                        yield found

    def dismiss(self) -> None:
        """End the processes."""
        for pipe, process in zip(self._pipes, self._processes, strict=True):
            pipe.close()
            process.join(1.0)
            if process.is_alive():
                process.kill()
                process.join()
        for key in [key for key, staff in self._standing.items() if staff is self]:
            del self._standing[key]


def _can_begin() -> bool:
    """A new process imports the main module again, if it is one with a file; where that file is not to be found (a script that was piped in), there is no staff."""
    main = sys.modules.get("__main__")
    file = getattr(main, "__file__", None)
    return getattr(main, "__spec__", None) is not None or file is None or os.path.isfile(file)  # noqa: PTH113


def serve(pipe: Connection) -> None:
    """A searcher's whole life: questions in, what was found out. A new question ends the search for the one before."""
    from grognard.players.marshal import searched
    from grognard.players.race import Budget

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it ends it
    while True:
        try:
            name, side, kind, data, given, keys, seed, visits, seconds, pace, known = pipe.recv()
        except (EOFError, OSError):
            return
        found: Found | None = None
        with suppress(Exception):
            game = find_game(name)
            thought = Thought(game, side, kind, decode(data, game.battle_type), given)
            search, finals = searched(thought, keys, seed, Budget(visits, seconds, pipe.poll), pace, known)
            found = search.tally.counts, search.tally.sums, finals.found
        with suppress(OSError):
            pipe.send(found)
