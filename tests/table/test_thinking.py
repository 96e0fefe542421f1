"""Computers that think elsewhere: they may die or hang, and the battle goes on."""

import asyncio
import os
import signal
from typing import Any

import pytest

from grognard.table.thinking import Job, Thinkers, ThinkingFailed, Worker
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


def test_the_battle_goes_on_when_the_thinkers_are_killed(table: Live) -> None:
    made = table.new(players={"red": "me", "blue": "recruit"})
    guard: Any = table.server.config.app
    thinkers = guard.table.hall.thinkers
    with table.sit(made["battle"], key_of(made)) as red:
        red.until_asked()
        for pid in thinkers.pids():
            os.kill(pid, signal.SIGKILL)
        assert red.play_out()["over"]
