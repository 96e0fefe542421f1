"""Who may speak to the table, and what a seat may learn."""

import json
import random
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from grognard.kernel.run import new_record
from grognard.table import limits
from grognard.table.room import Room
from grognard.table.screens import Sitter
from grognard.table.seats import make_seats, new_key, tidy_name
from grognard.table.store import Kept, Settings, Store
from grognard.table.thinking import Thinkers
from tests.table.live import Live
from tests.table.test_play import bearer, key_of
from tests.table.toy import GAME


def test_only_by_its_own_name(table: Live) -> None:
    assert table.http.get("/", headers={"host": "evil.example"}).status_code == 421
    assert table.http.get("/", headers={"host": f"localhost:{table.port}"}).status_code == 200


def test_other_sites_cannot_speak_for_the_player(table: Live) -> None:
    reply = table.http.post(
        "/api/battles", json={"game": "toy", "scenario": "nursery"}, headers={"origin": "http://evil.example"}
    )
    assert reply.status_code == 403
    with (
        pytest.raises(InvalidStatus),
        connect(f"ws://127.0.0.1:{table.port}/seat", origin=Origin("http://evil.example")),
    ):
        pass


def test_the_browser_is_told_to_be_strict(table: Live) -> None:
    head = table.http.get("/").headers
    assert "script-src 'self'" in head["content-security-policy"]
    assert "unsafe" not in head["content-security-policy"]
    assert head["referrer-policy"] == "no-referrer"
    assert head["x-content-type-options"] == "nosniff"
    assert "server" not in head


def test_large_and_odd_requests_are_refused(table: Live) -> None:
    assert table.http.post("/api/battles/import", content=b"x" * (limits.BODY + 1)).status_code == 413
    assert table.http.post("/api/battles", content=b"[1, 2").status_code == 400
    assert table.http.get("/api/nothing").json()["words"] == "There is nothing at this address."
    assert table.http.get("/static/../app.py").status_code in (400, 404)
    assert table.http.put("/api/battles").status_code == 405


def test_files_that_would_take_long_to_read_are_refused(table: Live) -> None:
    """Nested without end, names of thousands of parts, letters that are none: each is answered in words, and at once."""
    for file, words in (
        ("a = " + "[" * 30_000, "nested deeper"),
        ("a" + ".a" * 20_000 + " = 1", "more than 100 dots"),
        ("# long\n" * 40_000, "longer than"),
    ):
        for wanted in ({"file": file}, {"forces": {"red": file}}):
            reply = table.http.post("/api/battles", json={"game": "toy", "scenario": "nursery", **wanted})
            assert reply.status_code == 400
            assert words in reply.json()["words"]
    for body in (b'{"game":"\xff\xfe"}', b'{"game":' + b"[" * 100_000, b"[" * 100_000):
        for address in ("/api/battles", "/api/battles/mine", "/api/battles/import"):
            reply = table.http.post(address, content=body, headers={"x-file-name": "my%20battle%0a.json"})
            assert reply.status_code == 400
            assert reply.json()["words"].startswith(
                ("this request is not understood", "my battle .json is not a record")
            )


def test_wrong_keys_open_nothing(table: Live) -> None:
    made = table.new(players={"red": "me", "blue": "link"})
    other = table.new(players={"red": "me", "blue": "link"})
    for battle, key in (
        (made["battle"], "-"),
        (made["battle"], "x" * 32),
        (made["battle"], key_of(other)),
        ("nothere", key_of(made)),
    ):
        assert table.http.get(f"/api/battles/{battle}/replay", headers=bearer(key)).status_code == 404
        with table.sit(battle, key) as stranger:
            assert "opens no battle" in stranger.hear()["words"]


def test_keys_are_long_and_kept_only_as_hashes(table: Live) -> None:
    made = table.new(players={"red": "me", "blue": "link"})
    keys = [seat["key"] for seat in made["seats"]]
    assert all(len(key) >= 32 for key in keys)
    assert len(set(keys)) == len(keys)
    kept = b"".join(Path(table.store.path + end).read_bytes() for end in ("", "-wal"))
    assert not any(key.encode() in kept for key in keys)
    assert len({new_key() for _ in range(100)}) == 100


def test_names_are_tidied():
    assert tidy_name("  Jean\n\x00 <b>Luc</b> ") == "Jean <b>Luc</b>"
    assert len(tidy_name("x" * 500)) == 40


def test_too_many_requests_are_slowed_down(tmp_path):
    bucket = limits.Bucket(rate=0.001, burst=3)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def room_of(tmp_path: Path) -> Room:
    chosen = {"red": "me", "blue": "link"}
    record = new_record(GAME, GAME.scenario("nursery"), {"red": "person", "blue": "person"}, "seed")
    seats = [seat for seat, _ in make_seats(chosen, {"red": "Reds", "blue": "Blues"})]
    kept = Kept("battle", "Nursery", record, "seed", Settings(), seats, 0, 0, [], "", 0, 0)
    return Room(kept, GAME, Store(tmp_path / "t.sqlite"), Thinkers(0), "recruit")


def test_change_what_is_hidden_and_the_others_see_the_same_bytes(tmp_path):
    """TY-SHOVE-02 over many positions: red's card changes, and nothing that blue or a spectator is sent does."""
    room = room_of(tmp_path)
    chance = random.Random(5)
    compared = 0
    while not room.run.over and compared < 400:
        for seat in room.seats[1:]:
            sent = []
            for card in ("ace", "queen", "a very long name"):
                room.run.battle.sides[0].card = card  # type: ignore[attr-defined]
                sent.append(msgspec.json.encode(room.screens.state_for(Sitter(seat, lambda data: None))))
            assert sent[0] == sent[1] == sent[2]
            compared += 1
        question = room.run.questions[0]
        room.run.answer(question.side, chance.choice(list(question.options)).key)
    assert compared >= 30
    room.store.close()


def test_a_pick_that_waits_is_nobody_elses(tmp_path):
    room = room_of(tmp_path)
    for key in ("red0", "move 3.00,3.00", "yes", "shove blue0"):
        room.run.answer("red", key)
    sent = []
    for pick in ("high", "low"):
        room.run.answer("red", pick)
        sent.append(
            [msgspec.json.encode(room.screens.state_for(Sitter(seat, lambda data: None))) for seat in room.seats]
        )
        room.run.answers.pop()
        room.run.go_on()
    assert sent[0] == sent[1]
    room.store.close()


def test_a_replay_of_a_running_battle_shows_no_more_than_the_seat_knows(table: Live) -> None:
    """TY-SHOVE-02: each side sees its own card and no other; a spectator sees none."""
    made = table.new(players={"red": "me", "blue": "link"})
    seen = {}
    for kind in ("host", "side", "watch"):
        head = bearer(key_of(made, kind))
        info = table.http.get(f"/api/battles/{made['battle']}/replay", headers=head).json()
        frames = [
            table.http.get(f"/api/battles/{made['battle']}/replay/{step}?side=red", headers=head).json()
            for step in range(info["steps"])
        ]
        seen[kind] = frames[-1]["scene"].get("notes", [])
        lines = [line["words"] for frame in frames for line in frame["log"] if line.get("kind") == "draw"]
        assert len(lines) == len(seen[kind])
    assert [len(notes) for notes in seen.values()] == [1, 1, 0]
    assert seen["host"][0].startswith("Reds")
    assert seen["side"][0].startswith("Blues"), "a seat cannot ask for another side's view while the battle runs"


MESSAGES: list[dict[str, Any]] = [
    {"type": "answer", "position": 0, "side": "red", "key": "red0", "ref": 1},
    {"type": "check", "position": 0, "key": "move 1,1", "ref": 1},
    {"type": "look", "side": "blue"},
    {"type": "take_back", "position": 0, "ref": 1},
    {"type": "consent", "agree": True},
    {"type": "why", "n": 0, "ref": 1},
    {"type": "sit", "battle": "x", "key": "y"},
    {"type": "ping"},
]
ODD: list[Any] = [
    None,
    -1,
    10**30,
    1.5,
    "",
    "x" * 5000,
    [],
    {},
    True,
    "\u0000",
    "blue",
    "red0",
    "move 1e9,1",
    "move nan,1",
]


def test_mutated_messages_never_change_a_battle(table: Live) -> None:
    """Wrong types, huge values, other seats' answers, unknown fields: each is refused in words, and the spectator changes nothing."""
    made = table.new(players={"red": "me", "blue": "link"})
    chance = random.Random(11)
    with table.sit(made["battle"], key_of(made)) as red, table.sit(made["battle"], key_of(made, "watch")) as stranger:
        before = red.until_asked()
        stranger.until_type("state")
        for _ in range(300):
            message = dict(chance.choice(MESSAGES))
            message[chance.choice([*message, "more"])] = chance.choice(ODD)
            stranger.socket.send(
                json.dumps(message) if chance.random() < 0.9 else json.dumps(message)[: chance.randrange(1, 30)]
            )
            if chance.random() < 0.25:
                stranger.say(type="ping")
                stranger.until(lambda message: message["type"] in ("presence", "refused"))
        stranger.say(type="why", n=10**6, ref=77)
        stranger.until(lambda message: message.get("ref") == 77)
        assert not any("Traceback" in str(message) for message in stranger.seen)
        assert red.answer("red0")["type"] == "taken"
        assert red.state["position"] == before["position"] + 1


def test_the_page_is_served_whole(table: Live) -> None:
    page = table.http.get("/")
    assert "<title>grognard</title>" in page.text
    assert isinstance(table.http.get("/static/main.js"), httpx.Response)
    assert table.http.get("/static/main.js").headers["cache-control"] == "no-cache"
