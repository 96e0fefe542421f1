"""What is kept: nothing acknowledged is lost, nothing is written twice, and two writers cannot fork a battle."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from grognard.kernel.run import Run, new_record
from grognard.table.store import Entry, Forked, Kept, Settings, Store, StoreError
from tests.table.live import Live, Seated, sitting
from tests.table.test_play import key_of
from tests.table.toy import GAME

ROOT = Path(__file__).parents[2]


def a_battle(name: str = "one") -> Kept:
    record = new_record(GAME, GAME.scenario("nursery"), {"red": "person", "blue": "person"}, "seed")
    return Kept(name, "Nursery", record, "seed", Settings(), [], 0, 0, [], "", 0, 0)


def test_what_is_written_is_read(tmp_path):
    store = Store(tmp_path / "t.sqlite")
    store.add(a_battle()).result(5)
    store.append(Entry("one", 0, 0, ["a", [3, 4], {"red": "high"}], "red", "a")).result(5)
    store.append(Entry("one", 1, 2, [{"red": "high", "blue": "low"}, "b"], "blue", "low")).result(5)
    store.close()
    again = Store(tmp_path / "t.sqlite").load("one")
    assert again.record.answers == ["a", [3, 4], {"red": "high", "blue": "low"}, "b"]
    assert again.place == 2


def test_an_undo_is_kept_with_what_it_took_back(tmp_path):
    store = Store(tmp_path / "t.sqlite")
    store.add(a_battle()).result(5)
    store.append(Entry("one", 0, 0, ["a", "b"], "red", "a")).result(5)
    store.append(Entry("one", 1, 1, [], "red", "undo", undo=True)).result(5)
    record = store.load("one").record
    assert record.answers == ["a"]
    assert (record.undone[0].by, record.undone[0].left, record.undone[0].answers) == ("red", 1, ["b"])
    store.close()


def test_two_writers_cannot_fork_a_battle(tmp_path):
    first, second = Store(tmp_path / "t.sqlite"), Store(tmp_path / "t.sqlite")
    first.add(a_battle()).result(5)
    first.append(Entry("one", 0, 0, ["a"], "red", "a")).result(5)
    with pytest.raises(Forked):
        second.append(Entry("one", 0, 0, ["b"], "red", "b")).result(5)
    with pytest.raises(Forked):
        second.append(Entry("one", 2, 1, ["b"], "red", "b")).result(5)
    second.append(Entry("one", 1, 1, ["b"], "blue", "b")).result(5)
    assert first.load("one").record.answers == ["a", "b"]
    first.close()
    second.close()


def test_many_at_once_share_a_sync(tmp_path):
    store = Store(tmp_path / "t.sqlite")
    store.add(a_battle()).result(5)
    waiting = [store.append(Entry("one", place, place, [str(place)], "red", str(place))) for place in range(300)]
    for future in waiting:
        future.result(10)
    assert store.load("one").record.answers == [str(place) for place in range(300)]
    store.close()


def test_a_store_that_cannot_be_written_says_so(tmp_path):
    store = Store(tmp_path / "t.sqlite")
    store.add(a_battle()).result(5)
    store._pen.execute("pragma query_only = on")
    with pytest.raises(StoreError, match="could not be saved"):
        store.append(Entry("one", 0, 0, ["a"], "red", "a")).result(5)
    store._pen.execute("pragma query_only = off")
    store.append(Entry("one", 0, 0, ["a"], "red", "a")).result(5)
    store.close()


def test_the_player_hears_of_a_full_disk_and_can_go_on(tmp_path):
    live = Live(tmp_path / "t.sqlite", [GAME])
    made = live.new(players={"red": "me", "blue": "me"})
    with live.sit(made["battle"], key_of(made)) as red:
        red.until_asked()
        live.store._pen.execute("pragma query_only = on")
        refused = red.answer("red0")
        assert "not taken" in refused["words"]
        live.store._pen.execute("pragma query_only = off")
        red.until_asked()
        assert red.answer("red0")["type"] == "taken"
    live.stop()


def test_another_versions_store_is_refused(tmp_path):
    with sqlite3.connect(tmp_path / "t.sqlite") as file:
        file.execute("pragma user_version = 99")
    file.close()
    with pytest.raises(StoreError, match="another version"):
        Store(tmp_path / "t.sqlite")


def test_a_live_store_is_copied_whole(tmp_path):
    store = Store(tmp_path / "t.sqlite")
    store.add(a_battle()).result(5)
    store.append(Entry("one", 0, 0, ["a"], "red", "a")).result(5)
    store.backup(tmp_path / "copy.sqlite")
    store.append(Entry("one", 1, 1, ["b"], "red", "b")).result(5)
    copy = Store(tmp_path / "copy.sqlite")
    assert copy.load("one").record.answers == ["a"]
    copy.close()
    store.close()


SERVER = """
import sys
from pathlib import Path
from grognard.table.serve import free_port, make_server, run
from grognard.table.store import Store
from tests.table.toy import GAME
if __name__ == "__main__":
    listener = free_port("127.0.0.1", 0)
    print(listener.getsockname()[1], flush=True)
    run(make_server("127.0.0.1", Store(sys.argv[1]), games=[GAME], rate=5000, burst=5000), listener)
"""


class Apart:
    """A table in a process of its own, to be killed."""

    def __init__(self, path: Path) -> None:
        script = path.with_suffix(".py")
        script.write_text(SERVER)
        places = os.pathsep.join([str(ROOT), str(ROOT / "src"), *filter(None, [os.environ.get("PYTHONPATH")])])
        self.process = subprocess.Popen(
            [sys.executable, str(script), str(path)], stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": places}
        )
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())
        self.address = f"http://127.0.0.1:{self.port}"
        for _ in range(200):
            try:
                httpx.get(self.address + "/healthz")
                break
            except httpx.TransportError:
                time.sleep(0.05)

    def end(self, how: int) -> int:
        self.process.send_signal(how)
        code = self.process.wait(20)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code


@pytest.mark.parametrize("kills", [12, pytest.param(300, marks=pytest.mark.soak)])
def test_killed_at_any_moment_nothing_acknowledged_is_lost(tmp_path, kills):
    """The server is killed in the middle of a battle, again and again; every answer that it had acknowledged is there again."""
    chance = random.Random(3)
    path = tmp_path / "t.sqlite"
    server = Apart(path)
    made = httpx.post(
        server.address + "/api/battles",
        json={
            "game": "toy",
            "scenario": "crowd",
            "file": "figures = 7\nturns = 500",
            "players": {"red": "me", "blue": "me"},
        },
    ).json()
    acknowledged = 0
    for _ in range(kills):
        with sitting(server.port, made["battle"], key_of(made)) as player:
            acknowledged = answer_some(player, acknowledged, chance)
            question = player.state["question"]
            if question:  # one more is on its way when the end comes
                player.say(
                    type="answer",
                    position=player.state["position"],
                    side=question["side"],
                    key=question["options"][0]["key"],
                    ref=999,
                )
            time.sleep(chance.random() * 0.01)
            server.end(signal.SIGKILL)
        server = Apart(path)
    assert server.end(signal.SIGTERM) == 0
    store = Store(path)
    kept = store.load(made["battle"])
    assert kept.place >= acknowledged
    Run(GAME, kept.record)  # every answer fits
    store.close()


def answer_some(player: Seated, acknowledged: int, chance: random.Random) -> int:
    player.until_type("state")
    assert player.state["position"] >= acknowledged
    for _ in range(chance.randrange(1, 6)):
        if player.state["hand_over"]:
            player.say(type="look", side=player.state["hand_over"])
        if player.until_asked()["over"]:
            break
        question = player.state["question"]
        reply = player.answer(chance.choice(question["options"])["key"])
        assert reply["type"] == "taken"
        acknowledged = reply["position"]
    return acknowledged


def test_asked_to_stop_it_tells_the_players_and_ends_well(tmp_path):
    server = Apart(tmp_path / "t.sqlite")
    made = httpx.post(server.address + "/api/battles", json={"game": "toy", "scenario": "nursery"}).json()
    with sitting(server.port, made["battle"], key_of(made)) as player:
        player.until_type("state")
        assert server.end(signal.SIGTERM) == 0
        assert "Everything is saved" in player.until_type("told")["words"]


def test_whoever_watches_over_the_table_hears_that_it_cannot_write(tmp_path: Path) -> None:
    """A disk that became read-only: the player is told, /healthz says so, and both are well again with the disk."""
    live = Live(tmp_path / "t.sqlite", [GAME])
    made = live.new(players={"red": "me", "blue": "link"})
    pen = live.store._pen
    with live.sit(made["battle"], key_of(made)) as red:
        red.until_asked()
        pen.execute("pragma query_only = 1")
        assert "could not be saved" in red.answer("red0")["words"]
        sick = live.http.get("/healthz")
        assert (sick.status_code, sick.json()["well"]) == (503, False)
        assert "readonly" in sick.json()["trouble"]
        pen.execute("pragma query_only = 0")
        well = live.http.get("/healthz")
        assert (well.status_code, well.json()["well"]) == (200, True)
        assert red.answer("red0")["type"] == "taken"
    live.stop()
