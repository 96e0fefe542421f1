"""Bad input, by the thousand: mutated messages, requests, scenario, force and record files. Always a refusal in words, never a traceback, never a changed battle."""

import asyncio
import copy
import json
import logging
import random
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from starlette.websockets import WebSocketDisconnect
from websockets.exceptions import ConnectionClosed

from grognard.errors import GrognardError
from grognard.kernel.game import Game, read_toml
from grognard.kernel.record import Record, decode_record, encode_record
from grognard.kernel.referee import SealedDice
from grognard.kernel.run import Run, branch, new_record
from grognard.players.recruit import Recruit
from grognard.table import limits, wire
from grognard.table.app import OUR_MISTAKE, _listen
from grognard.table.room import STUMBLED
from grognard.table.screens import Sitter
from tests.every import GAMES, SCENARIOS, random_battle
from tests.table.live import Live
from tests.table.test_play import key_of
from tests.table.test_secrets import PAIRS, World
from tests.table.toy import GAME as TOY

ODD: list[Any] = [
    None, True, False, 0, -1, 1, 7, 10**9, -(10**9), 10**30, 0.5, 1e308, "", " ", "x", "x" * 3000, "\u0000", "\u202e", "é",
    "red", "blue", "yes", "roll", "1 1", "move 1,1", "move nan,nan", "move 1e99,1", "move 5.00,5.00 via 1,1 facing 999999999999",
    "<b>x</b>", "../../etc", "{}", [], [[]], {}, {"x": {}}, [None], ["x"] * 50, {"a": [1, {"b": None}]},
]  # fmt: skip


# Messages on the socket


def messages(world: World, chance: random.Random) -> Iterator[dict[str, Any]]:
    """Messages that are right but for one thing: of another side, of another time, of another seat."""
    room, sides = world.room, world.sides
    keys = [option.key for question in room.run.questions for option in question.options[:20]]
    while True:
        position = room.place + chance.choice([-3, -1, 0, 0, 0, 1, 50])
        yield chance.choice(
            [
                {"type": "answer", "position": position, "side": chance.choice(sides), "key": chance.choice(keys or ["x"]), "ref": 1},
                {"type": "check", "position": position, "key": f"move {chance.random() * 40:.2f},{chance.random() * 40:.2f}", "ref": 2},
                {"type": "look", "side": chance.choice(sides)},
                {"type": "take_back", "position": position, "ref": 3},
                {"type": "consent", "agree": chance.random() < 0.5},
                {"type": "why", "n": chance.randrange(-5, 400), "ref": 4},
                {"type": "sit", "battle": "battle", "key": "x" * 32},
                {"type": "ping"},
            ]
        )  # fmt: skip


def mutated(message: dict[str, Any], chance: random.Random) -> str:
    """Fields changed, added or dropped; or the text itself cut, doubled or stirred."""
    message = dict(message)
    for _ in range(chance.randrange(0, 3)):
        what = chance.random()
        field = chance.choice([*message, "more"])
        if what < 0.7:
            message[field] = chance.choice(ODD)
        else:
            message.pop(field, None)
    text = json.dumps(message)
    if chance.random() < 0.15:
        cut = chance.randrange(len(text))
        text = chance.choice([text[:cut], text + text, text[:cut] + chance.choice('{}[]",:\\u') + text[cut:]])
    return text


class Mouth:
    """A socket that says these texts and hangs up."""

    def __init__(self, texts: list[str]) -> None:
        self.texts = texts

    async def receive(self) -> dict[str, Any]:
        if self.texts:
            return {"type": "websocket.receive", "text": self.texts.pop(0)}
        return {"type": "websocket.disconnect", "code": 1000}


def fuzz_seats(world: World, each: int, chance: random.Random, log: pytest.LogCaptureFixture) -> tuple[int, int]:
    """Everybody who is not asked says odd things; how many were said and how many were refused. The battle stays as it is."""
    asked = {question.side for question in world.run.questions}
    said = refused = 0
    for seat in world.room.seats:
        if asked & set(seat.sides) or (world.room.plays(seat, world.run.questions[0])):
            continue
        before = (world.room.place, list(world.run.answers), world.run.battle.digest(), world.room.stored)
        heard: list[bytes] = []
        make = messages(world, chance)
        world.room.asked_undo = ""  # nobody has asked for what this seat could agree to

        async def talk(seat: Any, texts: list[str], heard: list[bytes]) -> None:
            sitter = Sitter(seat, heard.append)
            world.room.sit(sitter)
            with pytest.raises(WebSocketDisconnect):
                await _listen(Mouth(texts), world.room, sitter)  # type: ignore[arg-type]
            while world.room.minds.tasks:
                await asyncio.gather(*world.room.minds.tasks)
            world.room.leave(sitter)

        for _ in range(0, each, 60):
            asyncio.run(talk(seat, [mutated(next(make), chance) for _ in range(60)], heard))
            said += 60
        replies = [msgspec.json.decode(data, type=wire.ToPage) for data in heard]
        for reply in replies:
            if isinstance(reply, wire.Refused):
                refused += 1
                assert reply.words, "a refusal has words"
                assert reply.words not in (OUR_MISTAKE, STUMBLED), reply
                assert "Traceback" not in reply.words
        assert before == (world.room.place, list(world.run.answers), world.run.battle.digest(), world.room.stored)
    assert not [record for record in log.records if record.levelno >= logging.ERROR], log.text[:3000]
    return said, refused


def fuzz_game(
    name: str, seed: str, steps: int, every: int, each: int, log: pytest.LogCaptureFixture
) -> tuple[int, int]:
    world = World(GAMES[name], PAIRS[name], seed, undo="consent")  # nobody takes back anything alone
    chance = random.Random(seed)
    said = refused = 0
    for step in range(steps):
        if world.run.over:
            break
        if step % every == 0:
            more, less = fuzz_seats(world, each, chance, log)
            said, refused = said + more, refused + less
        world.step()
    world.store.close()
    return said, refused


@pytest.mark.parametrize("name", list(PAIRS))
def test_mutated_messages_out_of_turn_are_refused_and_change_nothing(
    name: str, caplog: pytest.LogCaptureFixture
) -> None:
    said, refused = fuzz_game(name, "fuzz", 60, 15, 60, caplog)
    assert said >= 240
    assert refused >= said // 3


def test_whoever_is_asked_may_say_anything_and_the_rules_decide(caplog: pytest.LogCaptureFixture) -> None:
    """The side that is asked sends mutated answers: each is taken, and then it was offered, or it is refused and nothing changes."""
    for name in PAIRS:
        world = World(GAMES[name], PAIRS[name], "mine")
        chance = random.Random(name)
        for _ in range(100):
            if world.run.over:
                break
            question = world.run.questions[0]
            keys = [option.key for option in question.options[:8]]
            key = str(chance.choice([*ODD, *(broken(key, chance) for key in keys)]))
            before = list(world.run.answers)
            try:
                world.run.answer(question.side, key)
            except GrognardError:
                assert world.run.answers == before
                world.step()
        world.store.close()


def broken(key: str, chance: random.Random) -> str:
    """A key with something wrong in the middle."""
    if not key:
        return "x"
    at = chance.randrange(len(key))
    return chance.choice(
        [key[:at], key[at:], key + " " + key, key[:at] + chance.choice("9-., x") + key[at + 1 :], key.upper()]
    )


def test_odd_frames_on_a_real_socket(table: Live) -> None:
    """Too long, not text, not JSON, nested without end: the line may be cut, the table stands, and the battle is as it was."""
    made = table.new(players={"red": "me", "blue": "link"})
    frames: list[str | bytes] = [
        "",
        "[" * 5000,
        b"\xff\xfe",
        b"\x00" * 100,
        '{"type":' * 3000,
        "x" * (limits.MESSAGE + 1),
    ]
    before = table.store.load(made["battle"])
    for frame in frames:
        with table.sit(made["battle"], key_of(made, "side")) as blue:
            blue.until_type("state")
            try:
                blue.socket.send(frame)
                blue.say(type="ping")
                blue.until(lambda message: message["type"] in ("presence", "refused"))
            except ConnectionClosed:
                pass
    assert table.store.load(made["battle"]) == before
    assert table.http.get("/healthz").json()["well"]


# Requests


def openapi() -> dict[str, Any]:
    """A description of the HTTP part, made from the structs of the wire."""
    bodies = {
        "/api/battles": (wire.NewBattle, "201"),
        "/api/battles/mine": (wire.Tickets, "200"),
        "/api/battles/{battle}/go-on": (wire.GoOn, "201"),
        "/api/odds/{game}/{question}": (wire.OddsAsked, "200"),
        "/api/odds/{game}/{question}/roll": (wire.RollAsked, "200"),
    }
    _, components = msgspec.json.schema_components(
        [kind for kind, _ in bodies.values()], ref_template="#/components/schemas/{name}"
    )
    get = [
        "/", "/healthz", "/api/home", "/api/rules/{game}", "/api/rules/{game}/{rule}", "/api/battles/{battle}/record",
        "/api/battles/{battle}/replay", "/api/battles/{battle}/replay/{step}",
    ]  # fmt: skip
    paths: dict[str, dict[str, Any]] = {path: {"get": operation(path)} for path in get}
    for path, (kind, status) in bodies.items():
        body = {"application/json": {"schema": {"$ref": f"#/components/schemas/{kind.__name__}"}}}
        paths[path] = {"post": operation(path, status) | {"requestBody": {"required": True, "content": body}}}
    paths["/api/battles/{battle}"] = {"delete": operation("/api/battles/{battle}", "204")}
    paths["/api/battles/{battle}/verify"] = {"post": operation("/api/battles/{battle}/verify")}
    paths["/api/battles/import"] = {
        "post": operation("/api/battles/import", "201")
        | {"requestBody": {"content": {"application/json": {"schema": {"type": "object"}}}}}
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "the table", "version": "1"},
        "paths": paths,
        "components": {"schemas": components},
    }


KNOWN = {
    "game": ["toy", "en_garde"],
    "question": ["shoving"],
    "rule": ["TY-MOVE-01"],
    "battle": ["abcdefghij"],
    "step": [0, 3],
}


def operation(path: str, status: str = "200") -> dict[str, Any]:
    names = [part[1:-1] for part in path.split("/") if part.startswith("{")]
    asked = [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": {
                "anyOf": [{"enum": KNOWN[name]}, {"type": "integer" if name == "step" else "string", "minLength": 1}]
            },
        }
        for name in names
    ]
    if "battle" in names:
        asked.append({"name": "authorization", "in": "header", "required": False, "schema": {"type": "string"}})
    return {
        "parameters": asked,
        "responses": {status: {"description": "done"}, "default": {"description": "refused in words"}},
    }


schema = schemathesis.openapi.from_dict(openapi())


@schema.parametrize()
@settings(
    max_examples=6,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_any_request_gets_an_answer_in_words(case: schemathesis.Case[Any], table: Live) -> None:
    said = case.call(base_url=table.address)
    case.validate_response(said, checks=[not_a_server_error])
    in_words(said.status_code, said.content)


def in_words(status: int, content: bytes) -> None:
    """A refusal is a `Problem`, and never our mistake."""
    assert b"Traceback" not in content
    if status >= 400:
        words = msgspec.json.decode(content, type=wire.Problem).words
        assert words
        assert words != OUR_MISTAKE


# Files


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a tree of plain data."""
    if path:
        yield path
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield from places(value, (*path, key))


def changed(data: Any, chance: random.Random) -> Any:
    """A copy in which one to three things are others, missing, doubled or new."""
    data = copy.deepcopy(data)
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        *way, last = chance.choice(list(places(data)) or [("",)])
        inner = data
        for key in way:
            inner = inner[key]
        what = chance.random()
        old = inner[last] if isinstance(inner, list) or last in inner else None
        if what < 0.2:
            del inner[last]
        elif what < 0.3 and isinstance(inner, list):
            inner.append(copy.deepcopy(old))
        elif what < 0.4 and isinstance(inner, dict):
            inner[str(last) + "x"] = old
        elif what < 0.6 and isinstance(old, int | float) and not isinstance(old, bool):
            inner[last] = chance.choice([0, -old, old * 1000, old + 1, 10**12, old + 0.5])
        else:
            inner[last] = copy.deepcopy(chance.choice(ODD))
    return data


def plays(game: Game, data: dict[str, Any]) -> bool:
    """Whether a battle begins from this scenario: set up, seen, drawn, and played to its first question. False for a refusal in words."""
    try:
        battle = game.set_up(data)
        for side in [None, *battle.side_ids()]:
            game.scene(game.view(battle, side), side)
        Run(
            game, Record(game.name, game.version, data, {}, msgspec.convert({"commitment": ""}, type(blank().dice)), {})
        )
    except GrognardError as error:
        return not str(error)
    return True


@cache
def blank() -> Record:
    return random_battle(GAMES["en_garde"], "mill_bridge", "blank").record


def fuzz_scenarios(each: int, seed: str) -> tuple[int, int, list[str]]:
    """Mutations of every shipped scenario; how many were tried, how many refused, and what stumbled."""
    tried = refused = 0
    stumbled: list[str] = []
    for name, scenario in SCENARIOS:
        game, chance = GAMES[name], random.Random(f"{seed} {name} {scenario}")
        whole = game.scenario(scenario)
        for _ in range(each):
            data = changed(whole, chance)
            tried += 1
            try:
                refused += not plays(game, data)
            except Exception as error:  # noqa: BLE001  that is what is looked for
                stumbled.append(f"{name} {scenario}: {type(error).__name__}: {error} {where(error)}")
    return tried, refused, stumbled


def where(error: BaseException) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"({trace.tb_frame.f_code.co_filename.rsplit('/', 1)[-1]}:{trace.tb_lineno})" if trace else ""


def test_mutated_scenarios_are_refused_in_words_or_played() -> None:
    tried, refused, stumbled = fuzz_scenarios(12, "short")
    assert not stumbled, "\n".join(stumbled[:10])
    assert refused > tried // 2


def scrambled(text: str, chance: random.Random) -> str:
    """A file with a few letters lost, doubled or strange."""
    for _ in range(chance.randrange(1, 5)):
        at = chance.randrange(max(1, len(text)))
        text = chance.choice(
            [text[:at] + text[at + 1 :], text[:at] + chance.choice("[]\"'=\n#,.{}9x\u0000é") + text[at:], text[:at]]
        )
    return text


def fuzz_texts(each: int, seed: str) -> int:
    """Scenario files with broken text: read or refused."""
    tried = 0
    for name, scenario in SCENARIOS:
        chance = random.Random(f"{seed} {name} {scenario}")
        text = files(GAMES[name].package).joinpath("scenarios").joinpath(f"{scenario}.toml").read_text(encoding="utf-8")
        for _ in range(each):
            tried += 1
            try:
                plays(GAMES[name], read_toml(scrambled(text, chance), "your file"))
            except GrognardError as error:
                tried += 0 if str(error).startswith("your file") else 10**9
    return tried


def test_scenario_files_with_broken_text() -> None:
    assert fuzz_texts(10, "short") >= 100


def forces() -> Iterator[tuple[Game, str, dict[str, Any]]]:
    """Every force file that comes with a game."""
    for game in GAMES.values():
        for folder in ("forces", "parties"):
            place = files(game.package).joinpath(folder)
            if place.is_dir():
                for entry in sorted(place.iterdir(), key=lambda entry: entry.name):
                    if entry.name.endswith(".toml"):
                        yield game, entry.name, tomllib.loads(entry.read_text(encoding="utf-8"))


def fuzz_forces(each: int, seed: str) -> tuple[int, int]:
    tried = refused = 0
    for game, name, force in forces():
        chance = random.Random(f"{seed} {name}")
        for _ in range(each):
            tried += 1
            try:
                game.check_force(changed(force, chance), name)
            except GrognardError as error:
                refused += len(str(error)) > len(name)
    return tried, refused


def test_mutated_forces_are_refused_in_words_or_taken() -> None:
    tried, refused = fuzz_forces(12, "short")
    assert refused > tried // 3


def fuzz_records(each: int, seed: str) -> tuple[int, int]:
    """Records of whole battles, changed: answers lost, doubled, swapped, of other types; heads changed. Read and replayed, or refused."""
    tried = refused = 0
    for name, scenario in PAIRS.items():
        game, chance = GAMES[name], random.Random(f"{seed} {name}")
        whole = msgspec.to_builtins(random_battle(game, scenario, seed).record)
        for n in range(each):
            data = copy.deepcopy(whole)
            if n % 2:
                data = changed(data, chance)
            else:
                at = chance.randrange(len(data["answers"]))
                data["answers"][at] = chance.choice(
                    [*ODD, [9], ["x"], {"red": "x"}, data["answers"][at - 1], broken(str(data["answers"][at]), chance)]
                )
            tried += 1
            try:
                text = json.dumps(data).encode()
                record = decode_record(text if chance.random() < 0.9 else text[: chance.randrange(len(text))])
                Run(game, branch(record))
            except GrognardError as error:
                refused += len(str(error)) > 10
    return tried, refused


def test_mutated_records_are_refused_in_words_or_replayed() -> None:
    tried, refused = fuzz_records(30, "short")
    assert refused > tried // 3


def test_bad_files_come_back_as_words_over_http(table: Live) -> None:
    """Scenario, force and record files through the front door: 4xx with a `Problem`, or a battle."""
    chance = random.Random(8)
    head = new_record(TOY, TOY.scenario("nursery"), {"red": "recruit", "blue": "recruit"}, "http")
    record = Run(TOY, head, SealedDice("http"), {side: Recruit(side) for side in ("red", "blue")}).record
    for _ in range(60):
        file = scrambled('title = "Mine"\nfigures = 3\n', chance)
        said = table.http.post("/api/battles", json={"game": "toy", "scenario": "", "file": file})
        assert said.status_code in (201, 400, 404), said.text
        in_words(said.status_code, said.content)
        text = encode_record(record).decode()
        said = table.http.post("/api/battles/import", content=scrambled(text, chance).encode())
        assert said.status_code in (201, 400, 404), said.text
        in_words(said.status_code, said.content)


@pytest.mark.soak
def test_many_files() -> None:
    tried, refused, stumbled = fuzz_scenarios(300, "soak")
    assert not stumbled, "\n".join(stumbled[:10])
    texts = fuzz_texts(100, "soak")
    force_files, force_refusals = fuzz_forces(300, "soak")
    records, record_refusals = fuzz_records(300, "soak")
    print(
        f"scenarios: {tried} mutated, {refused} refused, {tried - refused} playable; {texts} with broken text; "
        f"forces: {force_files} mutated, {force_refusals} refused; records: {records} mutated, {record_refusals} refused; stumbled: 0"
    )


@pytest.mark.soak
@pytest.mark.parametrize("name", list(PAIRS))
def test_many_messages(name: str, caplog: pytest.LogCaptureFixture) -> None:
    said = refused = 0
    for n in range(4):
        more, less = fuzz_game(name, f"soak {n}", 120, 5, 120, caplog)
        said, refused = said + more, refused + less
    print(f"{name}: {said} messages fuzzed, {refused} refused, battles changed: 0")
