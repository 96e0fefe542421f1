"""Copies of a live store, and the doctor who looks at every battle in it."""

import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from grognard.cli.tables import backup as backup_command
from grognard.cli.tables import doctor as doctor_command
from grognard.errors import GrognardError
from grognard.kernel.referee import SealedDice
from grognard.kernel.run import Run, close, new_record
from grognard.players.recruit import Recruit
from grognard.table.catalogue import Catalogue
from grognard.table.doctor import Health, backup, doctor
from grognard.table.seats import make_seats
from grognard.table.store import Entry, Kept, Seat, Settings, Store, StoreError
from tests.every import GAMES, random_battle
from tests.table.toy import GAME


def seats() -> list[Seat]:
    return [seat for seat, _ in make_seats({"red": "me", "blue": "link"}, {"red": "Reds", "blue": "Blues"})]


def keep(store: Store, name: str, answers: int | None = None) -> Run:
    """A toy battle in the store, entry by entry as the table writes it; over, or broken off after so many answers."""
    seed = f"seed of {name}"
    head = new_record(GAME, GAME.scenario("nursery"), {"red": "person", "blue": "person"}, seed)
    store.add(Kept(name, "Nursery", head, seed, Settings(), seats(), 0, 0, [], "", 0, 0)).result(5)
    played = new_record(GAME, GAME.scenario("nursery"), {"red": "person", "blue": "person"}, seed)
    players = {side: Recruit(f"{name} {side}") for side in ("red", "blue")}
    run = Run(GAME, played, SealedDice(seed), players)
    close(run, seed)
    record = run.record
    last = len(record.answers) if answers is None else answers
    for place in range(last):
        over = answers is None and place == last - 1
        ended = (record.finished, record.digest) if over else ("", "")
        store.append(Entry(name, place, place, [record.answers[place]], "red", "x", False, 0, [], *ended)).result(5)
    return run


def examined(path: Path) -> Health:
    return doctor(path, Catalogue([GAME]))


def test_a_sound_store_has_nothing_wrong(tmp_path: Path) -> None:
    store = Store(tmp_path / "t.sqlite")
    for n in range(3):
        keep(store, f"over{n}")
    keep(store, "running", 7)
    keep(store, "new", 0)
    health = examined(tmp_path / "t.sqlite")
    assert health.wrong == []
    assert (health.battles, health.over, health.digests) == (5, 3, 3)
    assert health.throws > 0
    assert health.words.endswith("Nothing is wrong.")
    store.close()


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        ("delete from journal where battle = 'one' and place = 3", "entry 3 of its journal is missing"),
        ("update journal set keep = 99 where battle = 'one' and place = 4", "keeps 99 answers where there are 4"),
        ("update journal set answers = '[\"red9\"]' where battle = 'one' and place = 0", "is not what fell"),
        ("update journal set answers = '[[' where battle = 'one' and place = 0", "it cannot be read"),
        ("update battles set seed = 'another' where id = 'one'", "its dice do not fit its seed"),
        ("update battles set digest = 'no' where id = 'one'", "digest"),
        ("update battles set finished = '', digest = '' where id = 'one'", "the store has it running"),
        ("update battles set head = 'x' where id = 'one'", "it cannot be read"),
        ("delete from battles where id = 'one'", "the battle itself is not"),
        ("delete from seats where battle = 'one'", "it has no seats"),
        ("update seats set sides = '[\"green\"]' where battle = 'one'", "plays green"),
        ("pragma user_version = 7", "the store is of version 7"),
        (
            "delete from journal where battle = 'one' and place = (select max(place) from journal where battle = 'one')",
            "the store has it over, and it is not",
        ),
    ],
)
def test_whatever_is_wrong_is_said(tmp_path: Path, damage: str, words: str) -> None:
    path = tmp_path / "t.sqlite"
    store = Store(path)
    keep(store, "one")
    keep(store, "two", 5)
    store.close()
    with sqlite3.connect(path) as file:
        file.execute(damage)
    file.close()
    health = examined(path)
    assert words in health.words
    assert not any(finding.battle == "two" for finding in health.wrong), "one damaged battle does not harm another"


def test_dice_that_were_changed_in_the_store_are_found(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite"
    store = Store(path)
    run = keep(store, "one")
    store.close()
    place = next(
        n for n, answer in enumerate(run.record.answers) if isinstance(answer, list) and isinstance(answer[0], int)
    )
    forged = [[7 - int(face) for face in run.record.answers[place]]]
    with sqlite3.connect(path) as file:
        file.execute("update journal set answers = ? where place = ?", (msgspec.json.encode(forged), place))
    file.close()
    assert "the record says" in examined(path).words


def test_another_rules_version_is_set_aside_and_not_called_damage(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite"
    store = Store(path)
    run = keep(store, "one")
    head = msgspec.structs.replace(run.record, rules=99, answers=[])
    store.add(Kept("old", "Nursery", head, "", Settings(), seats(), 0, 0, [], "", 0, 0)).result(5)
    store.add(
        Kept("chess", "Chess", msgspec.structs.replace(head, game="chess"), "", Settings(), [], 0, 0, [], "", 0, 0)
    ).result(5)
    health = examined(path)
    assert health.wrong == []
    assert sorted(finding.battle for finding in health.set_aside) == ["chess", "old"]
    store.close()


def test_a_bit_that_flips_on_the_disk_is_found_or_harmless(tmp_path: Path) -> None:
    """Pages of the file are overwritten one after the other: the doctor says what is wrong, or finds all as it was, and never stumbles."""
    path, hurt = tmp_path / "t.sqlite", tmp_path / "hurt.sqlite"
    store = Store(path)
    keep(store, "one")
    store.close()
    whole = path.read_bytes()
    found = 0
    for place in range(100, len(whole), max(1, len(whole) // 25)):
        changed = bytearray(whole)
        changed[place : place + 16] = b"\xff" * 16
        hurt.write_bytes(changed)
        try:
            found += bool(examined(hurt).wrong)
        except StoreError:
            found += 1
    assert found >= 1


def test_what_is_no_store_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no store at"):
        doctor(tmp_path / "none.sqlite")
    (tmp_path / "text.sqlite").write_text("a letter to the steward" * 100)
    with pytest.raises(StoreError, match="cannot be read as a store"):
        doctor(tmp_path / "text.sqlite")
    (tmp_path / "empty.sqlite").touch()
    assert "not a store" in doctor(tmp_path / "empty.sqlite").words
    with pytest.raises(StoreError, match="there is no store at"):
        backup(tmp_path / "none.sqlite", tmp_path / "copy.sqlite")
    assert not (tmp_path / "copy.sqlite").exists()


def test_a_copy_while_the_table_writes_is_whole(tmp_path: Path) -> None:
    """Copies are made while another thread goes on writing: each is sound, and holds at least what was acknowledged before it was begun."""
    store = Store(tmp_path / "t.sqlite")
    written = 0
    stop = threading.Event()

    def write() -> None:
        nonlocal written
        while not stop.is_set() and written < 40:
            keep(store, f"b{written}", 6)
            written += 1

    writer = threading.Thread(target=write)
    writer.start()
    for n in range(4):
        before = written
        made = backup(tmp_path / "t.sqlite", tmp_path / f"copy{n}.sqlite")
        assert made.battles >= before
        health = examined(tmp_path / f"copy{n}.sqlite")
        assert health.wrong == []
        assert health.battles == made.battles
    stop.set()
    writer.join()
    store.close()
    assert sorted(file.name for file in tmp_path.glob("*copy*")) == [f"copy{n}.sqlite" for n in range(4)]
    with pytest.raises(StoreError, match="is there already"):
        backup(tmp_path / "t.sqlite", tmp_path / "copy0.sqlite")


def test_a_copy_is_a_store_to_go_on_with(tmp_path: Path) -> None:
    store = Store(tmp_path / "t.sqlite")
    keep(store, "one", 5)
    backup(tmp_path / "t.sqlite", tmp_path / "deep" / "copy.sqlite")
    store.close()
    copy = Store(tmp_path / "deep" / "copy.sqlite")
    assert copy.load("one").place == 5
    assert (tmp_path / "deep" / "copy.sqlite").stat().st_mode & 0o77 == 0, "others on the machine cannot read it"
    copy.close()


def real_store(path: Path, scenario_of: Callable[[str], str]) -> None:
    """One whole battle of each installed game."""
    store = Store(path)
    for name, game in GAMES.items():
        run = random_battle(game, scenario_of(name), f"doctor {name}")
        record = run.record
        kept = Kept(name, name, record, record.dice.seed, Settings(), seats(), 0, 0, [], record.finished, 0, 0)
        kept.seats = [seat for seat, _ in make_seats(dict.fromkeys(record.players, "me"), record.players)]
        store.add(kept).result(5)
    store.close()


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`grognard backup` and `grognard doctor`, on a store with one battle of a real game, sound and then damaged."""
    path = tmp_path / "table.sqlite"
    run = random_battle(GAMES["en_garde"], "mill_bridge", "doctor")
    store = Store(path)
    record = run.record
    store.add(
        Kept("one", "Mill", record, record.dice.seed, Settings(), seats(), 0, 0, [], record.finished, 0, 0)
    ).result(5)
    store.close()
    backup_command(tmp_path / "copy.sqlite", data=path)
    assert "1 battles with 1 entries" in capsys.readouterr().out
    doctor_command(data=tmp_path / "copy.sqlite")
    assert "1 digests of finished battles agree\nNothing is wrong." in capsys.readouterr().out
    with sqlite3.connect(path) as file:
        file.execute("update battles set digest = 'another'")
    file.close()
    with pytest.raises(GrognardError, match="1 things are wrong"):
        doctor_command(data=path)


@pytest.mark.soak
def test_every_game_is_replayed_to_its_digest(tmp_path: Path) -> None:
    real_store(tmp_path / "t.sqlite", lambda name: next(iter(GAMES[name].scenarios())))
    health = doctor(tmp_path / "t.sqlite")
    assert health.wrong == []
    assert health.digests == len(GAMES)
