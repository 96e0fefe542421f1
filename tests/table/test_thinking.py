"""Computers that think elsewhere: they may die or hang, and the battle goes on."""

import asyncio
import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grognard.kernel.game import find_game
from grognard.kernel.record import Record
from grognard.kernel.run import Run, new_record
from grognard.players.belief import Learned
from grognard.table.desk import Desk, GameAt, Job
from grognard.table.thinking import Thinkers, ThinkingFailed, Worker
from tests.table.live import Live
from tests.table.test_play import key_of


def test_a_worker_that_is_killed_is_replaced():
    worker = Worker()
    assert worker.ask(Job("stand"), 20) == "here"
    assert worker.pid is not None
    os.kill(worker.pid, signal.SIGKILL)
    with pytest.raises(ThinkingFailed):
        worker.ask(Job("stand"), 20)
    assert worker.ask(Job("stand"), 20) == "here"
    worker.stop()


def test_a_worker_that_hangs_is_given_up():
    worker = Worker()
    assert worker.ask(Job("stand"), 20) == "here"
    assert worker.pid is not None
    os.kill(worker.pid, signal.SIGSTOP)
    with pytest.raises(ThinkingFailed, match=r"no answer within 0\.2 seconds"):
        worker.ask(Job("stand"), 0.2)
    assert worker.ask(Job("stand"), 20) == "here"
    worker.stop()


def test_a_worker_that_cannot_be_started_is_said_in_words():
    """As where the system has no more processes to give."""

    class Stillborn(Worker):
        def start(self) -> None:
            raise BlockingIOError(11, "Resource temporarily unavailable")

    with pytest.raises(ThinkingFailed, match="cannot be started"):
        Stillborn().ask(Job("stand"), 20)


def test_more_jobs_than_workers_wait_their_turn():
    async def ask_all() -> list[str]:
        thinkers = Thinkers(1)
        answers = await asyncio.gather(*(thinkers.think(Job("stand")) for _ in range(5)))
        thinkers.close()
        return answers

    assert asyncio.run(ask_all()) == ["here"] * 5


def test_a_battle_stays_with_the_worker_that_knows_it():
    async def ask_all() -> list[str]:
        thinkers = Thinkers(2)
        for battle in ("one", "two", "two"):
            await thinkers.think(Job("stand", battle=battle))
        thinkers.close()
        return [worker.last for worker in thinkers.players]

    assert asyncio.run(ask_all()) == ["one", "two"]


def a_job_for_a_marshal(settings: str) -> Job:
    """The first question of a battle, put to a marshal."""
    game = find_game("war_and_conquest")
    record = new_record(game, game.scenario("crown_wavers"), {"red": "person", "blue": "marshal"}, "hurry")
    side = Run(game, record).questions[0].side
    return Job("think", GameAt.of(game), "b", msgspec.msgpack.encode(record), side, f"marshal:{settings}", "seed")


def test_a_marshal_at_the_table_goes_on_learning():
    """What one question has taught is there for the next one; another side of the battle learns for itself."""
    desk, job = Desk(), a_job_for_a_marshal("visits=400 cores=1")
    answer = desk.do(job)
    ((seat, learned),) = desk.learned.items()
    assert seat == ("b", job.side, job.level)
    game = find_game("war_and_conquest")
    rule = Run(game, new_record(game, game.scenario("crown_wavers"), {}, "hurry")).questions[0].rule
    known = learned.of(rule)
    assert known != Learned().of(rule), "it must have learned something, or this test says nothing"
    assert desk.do(job) == answer
    assert desk.learned[seat] is learned
    assert learned.of(rule) != known


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="the children of a process are looked up in /proc")
def test_a_marshal_at_the_table_searches_with_others_and_takes_them_along():
    worker = Worker()
    worker.ask(a_job_for_a_marshal("visits=60 cores=2"), 60)
    children = Path(f"/proc/{worker.pid}/task/{worker.pid}/children").read_text().split()
    assert len(children) == 1
    worker.stop()
    ends = time.monotonic() + 20
    while time.monotonic() < ends and any(Path(f"/proc/{child}").exists() for child in children):
        time.sleep(0.05)
    assert not any(Path(f"/proc/{child}").exists() for child in children)


def test_the_battle_goes_on_when_the_thinkers_are_killed(table: Live) -> None:
    made = table.new(players={"red": "me", "blue": "recruit"})
    guard: Any = table.server.config.app
    thinkers = guard.table.hall.thinkers
    with table.sit(made["battle"], key_of(made)) as red:
        red.until_asked()
        for pid in thinkers.pids():
            os.kill(pid, signal.SIGKILL)
        assert red.play_out()["over"]


def test_a_computer_that_thinks_for_long_can_be_hurried():
    """It would look at a hundred million futures; told to hurry, it answers with the best it has found."""
    job = a_job_for_a_marshal("visits=100000000")
    worker = Worker()
    found: list[str] = []
    asking = threading.Thread(target=lambda: found.append(worker.ask(job, 60)))
    asking.start()
    asking.join(2)
    assert asking.is_alive(), "it must still think, or this test says nothing"
    worker.hurry()
    asking.join(20)
    worker.stop()
    record = msgspec.msgpack.decode(job.record, type=Record)
    asked = Run(find_game("war_and_conquest"), record).questions[0]
    assert asked.find(found[0]).key == found[0]


def test_only_who_plays_may_hurry_the_computer(table: Live) -> None:
    made = table.new(players={"red": "me", "blue": "recruit"})
    with table.sit(made["battle"], key_of(made)) as red, table.sit(made["battle"], made["seats"][-1]["key"]) as watcher:
        state = red.until_asked()
        red.say(type="hurry", position=state["position"], ref=7)
        watcher.say(type="hurry", position=state["position"], ref=8)
        assert "only who plays" in watcher.until_type("refused")["words"]
        assert red.play_out()["over"]
        assert not [message for message in red.seen if message["type"] == "refused"]
