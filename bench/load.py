"""How many battles with two connected players each the table holds on one core, and what a battle costs in memory.

The server runs in a process of its own, kept to one core where the system lets us; the players run here. Steps of more and more battles, one answer a second in each, until the slowest hundredth
of the answers takes longer than 100 ms. Everything happens on 127.0.0.1 and ends by itself.
"""

import asyncio
import contextlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect

GAME, SCENARIO = "en_garde", "mill_bridge"
STEPS = (10, 25, 50, 100, 200, 350, 500)
SECONDS = 6.0  # of play in each step, the first of which is not counted
LIMIT = 0.1
BUDGET = 120.0  # seconds in all; no new step is begun after that

SERVER = f"""
import os, sys
with_one = getattr(os, "sched_setaffinity", None)
if with_one is not None:
    with_one(0, {{max(os.sched_getaffinity(0))}})
from grognard.kernel.game import _no_forecast, find_game
from grognard.table.serve import free_port, make_server, run
from grognard.table.store import Store
game = find_game("{GAME}")
game.forecast = _no_forecast  # odds are counted by another process, on another core
listener = free_port("127.0.0.1", 0)
server = make_server("127.0.0.1", Store(sys.argv[1]), games=[game], rate=1e6, burst=1e6)
print(listener.getsockname()[1], flush=True)
run(server, listener)
"""


class Offered(Struct):
    """An answer that may be given."""

    key: str


class Question(Struct):
    """What is asked."""

    side: str
    options: list[Offered]


class Heard(Struct):
    """As much of a message as a player needs: reading no more keeps the players out of the measure."""

    type: str
    position: int = 0
    question: Question | None = None


HEAR = msgspec.json.Decoder(Heard)


class Step(Struct):
    """What one step measured."""

    battles: int
    answers: int
    typical: float  # seconds
    slow: float  # the 99th percentile
    memory: float  # bytes a battle
    server: float  # share of its core that the server used
    behind: float  # share of the answers that were due and not given


class Player:
    """One of the two at a battle."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.state: Heard | None = None
        self.reply: asyncio.Future[None] | None = None

    async def listen(self) -> None:
        async for text in self.socket:
            message = HEAR.decode(text)
            if message.type == "state":
                self.state = message
            elif message.type in ("taken", "refused") and self.reply is not None and not self.reply.done():
                self.reply.set_result(None)

    async def answer(self, chance: random.Random) -> float | None:
        """Answer what is asked; how long the table took to say that it is saved."""
        question = self.state.question if self.state is not None else None
        if self.state is None or question is None or not question.options:
            return None
        self.reply = asyncio.get_running_loop().create_future()
        said = {"type": "answer", "position": self.state.position, "side": question.side, "ref": 1}
        start = time.perf_counter()
        await self.socket.send(json.dumps(said | {"key": chance.choice(question.options).key}))
        await asyncio.wait_for(self.reply, 10)
        return time.perf_counter() - start


@contextlib.asynccontextmanager
async def seated(port: int, made: dict[str, Any]) -> AsyncIterator[list[Player]]:
    """Both players of a battle, connected."""
    async with contextlib.AsyncExitStack() as lines:
        players = []
        for seat in made["seats"][:2]:
            socket = await lines.enter_async_context(
                connect(
                    f"ws://127.0.0.1:{port}/seat", compression=None, ping_interval=None, max_queue=None, open_timeout=30
                )
            )
            await socket.send(json.dumps({"type": "sit", "battle": made["battle"], "key": seat["key"]}))
            players.append(Player(socket))
        listening = [asyncio.create_task(player.listen()) for player in players]
        try:
            yield players
        finally:
            for task in listening:
                task.cancel()


async def battle(
    players: list[Player], seed: int, until: float, counted: float, times: list[float], due: list[int]
) -> None:
    """One answer a second, by whoever is asked."""
    chance = random.Random(seed)
    await asyncio.sleep(chance.random())
    while (now := time.perf_counter()) < until:
        for player in players:
            spent = await player.answer(chance)
            if spent is not None:
                if now >= counted:
                    times.append(spent)
                break
        due[0] += now >= counted
        await asyncio.sleep(max(0.0, 1 - (time.perf_counter() - now)))


class Table:
    """The server's process."""

    def __init__(self, folder: Path) -> None:
        words = [sys.executable, "-c", SERVER, str(folder / "load.sqlite")]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=60)
        self.http.get("/healthz")

    def new(self) -> dict[str, Any]:
        body = {"game": GAME, "scenario": SCENARIO, "players": {"red": "me", "blue": "link"}}
        made: dict[str, Any] = self.http.post("/api/battles", json=body).raise_for_status().json()
        return made

    def memory(self) -> int:
        """Bytes that the server holds; 0 where the system does not say."""
        with contextlib.suppress(OSError):
            for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
                if line.startswith("VmRSS"):
                    return int(line.split()[1]) * 1024
        return 0

    def spent(self) -> float:
        """Seconds of its core that the server has used."""
        with contextlib.suppress(OSError):
            words = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
            return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
        return 0.0

    def stop(self) -> None:
        self.http.close()
        self.process.terminate()
        self.process.wait(30)
        if self.process.stdout is not None:
            self.process.stdout.close()


async def step(table: Table, battles: int, seconds: float) -> Step:
    """So many battles at once, for so long."""
    made = [await asyncio.to_thread(table.new) for _ in range(battles)]
    before = table.memory()
    times: list[float] = []
    due = [0]
    async with contextlib.AsyncExitStack() as stack:
        seats = []
        for start in range(0, battles, 20):
            some = [stack.enter_async_context(seated(table.port, one)) for one in made[start : start + 20]]
            seats += [await entering for entering in some]
        for players in seats:
            while not all(player.state for player in players):
                await asyncio.sleep(0.01)
        spent, start_at = table.spent(), time.perf_counter()
        until, counted = start_at + seconds, start_at + 1
        await asyncio.gather(*(battle(players, seed, until, counted, times, due) for seed, players in enumerate(seats)))
        share = (table.spent() - spent) / (time.perf_counter() - start_at)
        memory = table.memory() - before
    times.sort()
    last = len(times) - 1
    return Step(
        battles,
        len(times),
        times[last // 2] if times else 0,
        times[int(last * 0.99)] if times else 0,
        memory / battles,
        share,
        1 - len(times) / max(1, due[0]),
    )


def measure(steps: tuple[int, ...] = STEPS, seconds: float = SECONDS, budget: float = BUDGET) -> Iterator[Step]:
    """Step by step, until the answers are too slow twice running or the time is used up."""
    begun, slow = time.monotonic(), 0
    with tempfile.TemporaryDirectory(prefix="grognard-load-", ignore_cleanup_errors=True) as folder:
        for battles in steps:
            if time.monotonic() - begun > budget:
                return
            place = Path(folder) / str(battles)
            place.mkdir()
            table = Table(place)
            try:
                found = asyncio.run(step(table, battles, seconds))
            finally:
                table.stop()
            yield found
            slow = slow + 1 if found.slow > LIMIT else 0
            if slow == 2:  # once may be another program's doing
                return


def report() -> None:
    """Print what `make bench` says about load."""
    print(f"\nbattles of two connected players each, one answer a second ({GAME} {SCENARIO}, server on one core):")
    held = answers = 0
    spent = 0.0
    for found in measure():
        print(
            f"  {found.battles:4} battles: {found.answers:5} answers, half within {found.typical * 1e3:.1f} ms, 99 in 100 within "
            f"{found.slow * 1e3:.1f} ms; {found.memory / 1e3:.0f} kB a battle; the server used {found.server:.0%} of its core"
        )
        answers, spent = answers + found.answers, spent + found.server * (SECONDS - 1)
        if found.slow <= LIMIT:
            held = found.battles
    print(f"  held with 99 in 100 answers under {LIMIT * 1e3:.0f} ms: {held} battles")
    if answers:
        each = spent / answers
        print(
            f"  the server's own time is {each * 1e3:.2f} ms an answer: a core of its own would be full at {1 / each:.0f} answers a second"
        )


if __name__ == "__main__":
    report()
