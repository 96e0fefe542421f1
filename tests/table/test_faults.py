"""Things that go wrong: the server is killed at any moment, lines break, messages come twice, late or never. No acknowledged answer is lost, and every battle goes on."""

import contextlib
import multiprocessing
import random
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidMessage

from grognard.kernel.game import _no_forecast
from grognard.table.catalogue import Catalogue
from grognard.table.doctor import doctor
from grognard.table.serve import free_port, make_server, run
from grognard.table.store import Store
from tests.table.live import Live, Seated, sitting
from tests.table.test_play import key_of
from tests.table.toy import GAME

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["grognard.table.serve", "tests.table.toy.turn", "tests.table.toy.scene"])


def serve(path: str, pipe: Connection) -> None:
    """A table in a process of its own. It counts no odds, so that nothing outlives it when it is killed."""
    GAME.forecast = _no_forecast
    listener = free_port("127.0.0.1", 0)
    server = make_server("127.0.0.1", Store(path), games=[GAME], rate=5000, burst=5000)
    pipe.send(listener.getsockname()[1])
    pipe.close()
    run(server, listener)


class Apart:
    """A table that can be killed and is quickly there again, on the same store."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.start()

    def start(self) -> None:
        ours, theirs = FORKS.Pipe()
        self.process = FORKS.Process(target=serve, args=(str(self.path), theirs))
        self.process.start()
        theirs.close()
        assert ours.poll(60)
        self.port: int = ours.recv()
        ours.close()
        self.running = True

    def kill(self) -> None:
        self.running = False
        self.process.kill()
        self.process.join(20)
        self.process.close()

    def new(self, **wanted: Any) -> dict[str, Any]:
        body = {"game": "toy", "scenario": "crowd", "players": {"red": "me", "blue": "me"}, **wanted}
        made: dict[str, Any] = httpx.post(f"http://127.0.0.1:{self.port}/api/battles", json=body, timeout=60).json()
        return made


@pytest.fixture
def apart(tmp_path: Path) -> Iterator[Apart]:
    server = Apart(tmp_path / "t.sqlite")
    yield server
    if server.running:
        server.kill()


class Ledger:
    """What a player was told is saved: by battle and place, the side and the answer."""

    def __init__(self) -> None:
        self.saved: dict[tuple[str, int], tuple[str, str]] = {}
        self.battles: list[dict[str, Any]] = []
        self.kills = 0

    def lost(self, store: Store) -> list[str]:
        """Acknowledged answers that are not in the store, or others in their place."""
        return [
            f"{battle} at {place}: {given} was acknowledged, {found} is there"
            for (battle, place), given in self.saved.items()
            if (found := store.entry(battle, place)) != given
        ]


def play_until_cut(
    player: Seated, battle: str, ledger: Ledger, chance: random.Random, begun: Callable[[], None]
) -> bool:
    """Answer without a pause and note what is acknowledged, until the line breaks or the battle is over."""
    try:
        player.until_type("state")
        begun()
        while True:
            if player.state["hand_over"]:
                player.say(type="look", side=player.state["hand_over"])
                player.until(lambda message: message["type"] == "state")
            if player.until_asked()["over"]:
                return True
            question = player.state["question"]
            key = chance.choice(question["options"])["key"]
            reply = player.answer(key)
            if reply["type"] == "taken":
                ledger.saved[battle, reply["position"] - 1] = (question["side"], key)
    except (ConnectionClosed, OSError, EOFError):
        return False


def nothing() -> None:
    """The killer is on his way already."""


def kill_many_times(server: Apart, times: int, seed: str) -> Ledger:
    """Kill the server so many times while a battle is played; after each the same battle goes on, or a new one when it is over."""
    chance = random.Random(seed)
    ledger = Ledger()
    made = server.new()
    ledger.battles.append(made)
    while ledger.kills < times:
        killer = threading.Timer(0.3 * chance.random() ** 2, server.kill)
        at_once = chance.random() < 0.2  # sometimes while somebody is still coming in
        if at_once:
            killer.start()
        over = False
        with (
            contextlib.suppress(ConnectionClosed, OSError, EOFError, TimeoutError, InvalidMessage),
            sitting(server.port, made["battle"], key_of(made)) as player,
        ):
            over = play_until_cut(player, made["battle"], ledger, chance, nothing if at_once else killer.start)
        killer.join()
        ledger.kills += 1
        server.start()
        if over:
            made = server.new()
            ledger.battles.append(made)
    return ledger


def check(server: Apart, ledger: Ledger) -> None:
    """Nothing that was acknowledged is missing, every record replays, and every battle that is not over can be gone on with."""
    store = Store(server.path)
    assert ledger.lost(store) == []
    store.close()
    assert doctor(server.path, Catalogue([GAME])).wrong == []
    for made in ledger.battles:
        with sitting(server.port, made["battle"], key_of(made)) as player:
            player.until_type("state")
            if player.state["hand_over"]:
                player.say(type="look", side=player.state["hand_over"])
            if not player.until_asked()["over"]:
                assert player.answer(player.state["question"]["options"][0]["key"])["type"] == "taken"


def test_killed_a_dozen_times_while_answers_are_on_their_way(apart: Apart) -> None:
    ledger = kill_many_times(apart, 12, "dozen")
    check(apart, ledger)
    assert len(ledger.saved) >= 12


@pytest.mark.soak
@pytest.mark.parametrize("seed", ["first", "second", "third"])
def test_killed_hundreds_of_times(apart: Apart, seed: str) -> None:
    ledger = kill_many_times(apart, 120, seed)
    check(apart, ledger)
    print(f"{ledger.kills} kills, {len(ledger.battles)} battles, {len(ledger.saved)} answers acknowledged, lost: 0")


def test_a_secret_pick_is_on_the_disk_before_anybody_sees_it(apart: Apart) -> None:
    """Red picks and is told so; the server is killed; red's pick still stands, cannot be changed, and is not shown before blue has picked too."""
    made = apart.new(scenario="nursery", players={"red": "me", "blue": "link"})
    battle = made["battle"]
    with sitting(apart.port, battle, key_of(made)) as red:
        for key in ("red0", "move 3.00,3.00", "yes", "shove blue0"):
            red.until_asked()
            assert red.answer(key)["type"] == "taken"
        position = red.until_asked()["position"]
        assert red.state["question"]["kind"] == "secret"
        assert red.answer("high")["type"] == "taken"
    apart.kill()
    store = Store(apart.path)
    assert store.load(battle).record.answers[-1] == {"red": "high"}, "committed while blue has not picked"
    store.close()
    apart.start()
    with sitting(apart.port, battle, key_of(made)) as red, sitting(apart.port, battle, key_of(made, "side")) as blue:
        red.until_type("state")
        assert red.state["question"] is None
        assert red.answer("low", position=position, side="red")["type"] == "refused"
        assert red.answer("high", position=position, side="red")["type"] == "taken", "said twice, it counts once"
        blue.until_asked()
        assert "high" not in str({**blue.state, "question": None})
        assert blue.answer("low")["type"] == "taken"
        blue.until_position(position + 2)
        assert any(line.get("kind") == "roll" for line in blue.log)


class Faults:
    """How often each kind of fault was injected."""

    def __init__(self) -> None:
        self.dropped = self.doubled = self.late = self.early = self.cut = self.taken = 0

    @property
    def all(self) -> int:
        return self.dropped + self.doubled + self.late + self.early + self.cut


def bad_line(table: Live, answers: int, seed: str) -> Faults:
    """A player whose messages are dropped, doubled, delayed behind later ones, sent ahead of time, or cut off before the reply.

    The player does what the page does: whatever is not acknowledged is sent again, after coming back if the line was cut. Each answer must count exactly once.
    """
    chance, faults = random.Random(seed), Faults()
    made = table.new(scenario="crowd", players={"red": "me", "blue": "me"})
    battle, key = made["battle"], key_of(made)
    given: list[tuple[str, str]] = []  # what the player meant, in order
    old: list[dict[str, Any]] = []
    with contextlib.ExitStack() as lines:
        player = lines.enter_context(table.sit(battle, key, client="window"))
        player.until_type("state")
        while len(given) < answers:
            if player.state["hand_over"]:
                player.say(type="look", side=player.state["hand_over"])
                player.until_type("state")
            if player.until_asked()["over"]:
                break
            question, position = player.state["question"], player.state["position"]
            picked = chance.choice(question["options"])["key"]
            message = {"type": "answer", "position": position, "side": question["side"], "key": picked}
            fault = chance.choice(["none", "dropped", "doubled", "late", "early", "cut"])
            if fault == "dropped":  # it never arrives; nothing is acknowledged, so it is sent again below
                faults.dropped += 1
            elif fault == "doubled":
                player.say(**message, ref=0)
                faults.doubled += 1
            elif fault == "late" and old:  # an answer of long ago arrives now
                player.say(**chance.choice(old), ref=0)
                faults.late += 1
            elif fault == "early":
                player.say(**{**message, "position": position + chance.randrange(1, 5)}, ref=0)
                faults.early += 1
            elif fault == "cut":
                player.say(**message, ref=0)
                player.socket.close()
                player = lines.enter_context(table.sit(battle, key, client="window"))
                player.until_type("state")
                faults.cut += 1
            reply = player.answer(picked, position=position, side=question["side"])
            assert reply["type"] == "taken", (fault, reply)
            player.until_position(position + 1)
            given.append((question["side"], picked))
            old.append(message)
    faults.taken = len(given)
    kept = [table.store.entry(battle, place) for place in range(table.store.load(battle).place)]
    assert kept == given, "each answer once, in the order in which it was meant"
    return faults


def test_dropped_doubled_late_and_cut_off_messages_count_once(table: Live) -> None:
    faults = bad_line(table, 60, "line")
    assert faults.all >= 30


@pytest.mark.soak
def test_bad_lines_for_long(table: Live) -> None:
    runs = [bad_line(table, 150, f"soak {n}") for n in range(20)]
    kinds = {kind: sum(getattr(run, kind) for run in runs) for kind in ("dropped", "doubled", "late", "early", "cut")}
    print(f"{sum(kinds.values())} faults ({kinds}), {sum(run.taken for run in runs)} answers, each counted once")


def test_two_lines_of_one_seat_answer_at_once_and_one_of_them_counts(table: Live) -> None:
    made = table.new(players={"red": "me", "blue": "link"})
    with table.sit(made["battle"], key_of(made)) as one, table.sit(made["battle"], key_of(made)) as two:
        position = one.until_asked()["position"]
        two.until_asked()
        for person, key in ((one, "red0"), (two, "red1")):
            person.say(type="answer", position=position, side="red", key=key, ref=50)
        replies = [person.until(lambda m: m.get("ref") == 50)["type"] for person in (one, two)]
        assert sorted(replies) == ["refused", "taken"]
        kept = table.store.entry(made["battle"], position)
        assert kept == ("red", "red0" if replies[0] == "taken" else "red1")


def test_a_disk_that_fills_up_in_the_middle_of_a_battle(tmp_path: Path) -> None:
    """SQLite may take no further page: the player hears why, what was acknowledged is there, and with room again the battle goes on."""
    live = Live(tmp_path / "t.sqlite", [GAME])
    made = live.new(scenario="crowd", players={"red": "me", "blue": "me"})
    pen = live.store._pen
    ledger, refusal = Ledger(), ""
    with live.sit(made["battle"], key_of(made)) as player:
        player.until_type("state")
        (pages,) = pen.execute("pragma page_count").fetchone()
        pen.execute(f"pragma max_page_count = {pages}")
        with contextlib.suppress(
            sqlite3.Error
        ):  # what room is left on the page that this battle's entries stand on is soon gone
            for place in range(100):
                row = (made["battle"] + "!", place, 0, b"x" * 300, "", "", 0, 0)
                pen.execute("insert into journal values (?, ?, ?, ?, ?, ?, ?, ?)", row)
        while not refusal:
            if player.state["hand_over"]:
                player.say(type="look", side=player.state["hand_over"])
                player.until_type("state")
            assert not player.until_asked()["over"], "the disk never filled up"
            question = player.state["question"]
            key = question["options"][0]["key"]
            reply = player.answer(key)
            if reply["type"] == "taken":
                ledger.saved[made["battle"], reply["position"] - 1] = (question["side"], key)
            else:
                refusal = reply["words"]
        assert "full" in refusal
        assert ledger.lost(live.store) == []
        pen.execute("pragma max_page_count = 1000000")
        time.sleep(0.05)
        if player.until_asked()["hand_over"]:
            player.say(type="look", side=player.state["hand_over"])
        assert player.answer(player.until_asked()["question"]["options"][0]["key"])["type"] == "taken"
    pen.execute("delete from journal where battle = ?", (made["battle"] + "!",))
    live.stop()
    assert doctor(tmp_path / "t.sqlite", Catalogue([GAME])).wrong == []
