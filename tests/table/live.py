"""A real table for tests: a server in a thread on a free port, and people who sit down at it."""

import asyncio
import json
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from grognard.kernel.game import Game
from grognard.table.serve import free_port, make_server
from grognard.table.store import Store


class Live:
    """A table that runs."""

    def __init__(self, path: Path | str, games: Iterable[Game] | None, port: int = 0) -> None:
        self.store = Store(path)
        self.listener = free_port("127.0.0.1", port)
        self.port = self.listener.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.server = make_server("127.0.0.1", self.store, games=games, rate=5000, burst=5000)
        self.http = httpx.Client(base_url=self.address, timeout=30)
        self.thread = threading.Thread(target=lambda: asyncio.run(self.server.serve([self.listener])), daemon=True)
        self.thread.start()
        assert self.server.ready.wait(20)

    def stop(self) -> None:
        self.http.close()
        self.server.should_exit = True
        self.thread.join(20)
        self.listener.close()

    def new(self, **wanted: Any) -> dict[str, Any]:
        reply = self.http.post("/api/battles", json={"game": "toy", "scenario": "nursery", **wanted})
        assert reply.status_code == 201, reply.text
        made: dict[str, Any] = reply.json()
        return made

    @contextmanager
    def sit(self, battle: str, key: str, **more: Any) -> Iterator["Seated"]:
        with sitting(self.port, battle, key, **more) as seated:
            yield seated


@contextmanager
def sitting(port: int, battle: str, key: str, **more: Any) -> Iterator["Seated"]:
    """Somebody who takes the seat that this key opens; `client` names the window, `take` takes it from another one."""
    origin = Origin(f"http://127.0.0.1:{port}")
    with connect(f"ws://127.0.0.1:{port}/seat", origin=origin, open_timeout=10) as socket:
        seated = Seated(socket)
        seated.say(type="sit", battle=battle, key=key, **more)
        yield seated


class Seated:
    """Somebody at a seat."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.seen: list[dict[str, Any]] = []
        self.state: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []
        self.refs = 0

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hear(self, seconds: float = 20) -> dict[str, Any]:
        """The next message."""
        message: dict[str, Any] = json.loads(self.socket.recv(timeout=seconds))
        self.seen.append(message)
        if message["type"] == "state":
            if message["same_ground"]:
                message["scene"]["ground"] = self.state["scene"]["ground"]
            self.state = message
            self.log[message["log_from"] :] = message["log"]
        return message

    def until(self, test: Callable[[dict[str, Any]], Any], seconds: float = 20) -> dict[str, Any]:
        """Hear until a message is as wanted."""
        for _ in range(2000):
            message = self.hear(seconds)
            if test(message):
                return message
        raise AssertionError("it never came")

    def until_type(self, kind: str) -> dict[str, Any]:
        return self.until(lambda message: message["type"] == kind)

    def until_asked(self) -> dict[str, Any]:
        """Hear until a question stands that this seat must answer, or the battle is over."""
        if not self.state or not (self.state["question"] or self.state["over"]):
            self.until(lambda message: message["type"] == "state" and (message["question"] or message["over"]))
        return self.state

    def until_position(self, position: int) -> dict[str, Any]:
        """Hear until the battle has come so far."""
        while not self.state or self.state["position"] < position:
            self.hear()
        return self.state

    def until_text(self, text: str) -> dict[str, Any]:
        """Hear until this is asked."""
        while not (self.state and self.state["question"] and self.state["question"]["text"] == text):
            self.hear()
        return self.state

    def answer(self, key: str, **more: Any) -> dict[str, Any]:
        """Answer what is asked; the reply to it."""
        self.refs += 1
        ref = self.refs
        question = self.state["question"] or {}
        self.say(
            **{
                "type": "answer",
                "position": self.state["position"],
                "side": question.get("side", ""),
                "key": key,
                "ref": ref,
                **more,
            }
        )
        return self.until(lambda message: message["type"] in ("taken", "refused") and message.get("ref", 0) == ref)

    def play_out(self, pick: Callable[[dict[str, Any]], str] | None = None) -> dict[str, Any]:
        """Answer until the battle is over; the last state."""
        while not self.until_asked()["over"]:
            question = self.state["question"]
            key = pick(question) if pick else question["options"][0]["key"]
            reply = self.answer(key)
            assert reply["type"] == "taken", reply
        return self.state
