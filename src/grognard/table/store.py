"""What the table keeps: SQLite, append-only for each battle, nothing acknowledged before it is on the disk.

One thread writes. Whatever waits when it comes round is written in one transaction with one sync, so many battles share the price of the disk. Every entry of a
battle's journal has its place in the primary key: whoever would write a second entry for the same place is refused, so two writers cannot fork a battle.
"""

import contextlib
import hashlib
import hmac
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from grognard.errors import GrognardError, NotFound
from grognard.kernel.record import Record, Undone
from grognard.kernel.referee import Answer

VERSION = 1
BATCH = 256  # entries in one transaction at most

SCHEMA = """
create table meta (name text primary key, value text not null) without rowid;
create table battles (
    id text primary key, head blob not null, seed text not null, settings blob not null, title text not null,
    created real not null, updated real not null, turn integer not null default 0, waits text not null default '',
    finished text not null default '', digest text not null default '', deleted integer not null default 0
) without rowid;
create table seats (
    battle text not null, place integer not null, key_hash blob not null, kind text not null, sides text not null, name text not null,
    primary key (battle, place)
) without rowid;
create table journal (
    battle text not null, place integer not null, keep integer not null, answers blob not null, side text not null, given text not null,
    undo integer not null, at real not null,
    primary key (battle, place)
) without rowid;
"""


class StoreError(GrognardError):
    """The table cannot read or write what it keeps."""


class Forked(StoreError):
    """Somebody else has written this entry of the battle already."""


class Settings(Struct):
    """How a battle was set up, besides what its record says."""

    names: dict[str, str] = {}
    hand_over: str = "secrets"
    imported: bool = False
    companion: bool = False


class Seat(Struct, frozen=True):
    """A place at a battle: whoever has its key. Sides is empty for a spectator."""

    place: int
    key_hash: bytes
    kind: str
    sides: tuple[str, ...]
    name: str

    def opens_with(self, key: str) -> bool:
        """Compared in constant time."""
        return hmac.compare_digest(self.key_hash, hashed(key))


class Entry(Struct):
    """One step of a battle: keep so many answers, then append these."""

    battle: str
    place: int
    keep: int
    answers: list[Answer]
    side: str
    given: str
    undo: bool = False
    turn: int = 0
    waits: list[str] = []
    finished: str = ""
    digest: str = ""


class Taken(Struct, frozen=True):
    """An answer that was taken: whose, as it was said, and as the record reads it (empty where the program threw dice)."""

    side: str
    said: str
    read: str


class Kept(Struct):
    """A battle as the store has it."""

    id: str
    title: str
    record: Record
    seed: str
    settings: Settings
    seats: list[Seat]
    place: int  # how many entries its journal has
    turn: int
    waits: list[str]
    finished: str
    created: float
    updated: float


def hashed(key: str) -> bytes:
    """What is kept of a seat key."""
    return hashlib.sha256(b"grognard seat " + key.encode()).digest()


Work = Callable[[sqlite3.Connection], Any]


class Store:
    """The battles of one table. Reading is done by whoever asks; writing by one thread, in batches."""

    def __init__(self, path: Path | str) -> None:
        self.path = str(path)
        self._reads = threading.Lock()
        self.trouble = ""  # why the last thing could not be written
        try:
            if self.path != ":memory:":
                Path(self.path).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._open()
        except (sqlite3.Error, OSError) as error:
            raise StoreError(f"the battles of this table cannot be opened ({self.path}): {error}") from None
        self._queue: queue.SimpleQueue[tuple[Work, Future[Any]] | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="store", daemon=True)
        self._writer.start()

    def _open(self) -> None:
        shared = self.path == ":memory:"
        where = f"file:grognard-{id(self)}?mode=memory&cache=shared" if shared else self.path
        self._reader = sqlite3.connect(where, uri=shared, check_same_thread=False, isolation_level=None)
        self._pen = sqlite3.connect(where, uri=shared, check_same_thread=False, isolation_level=None)
        for connection in (self._reader, self._pen):
            connection.execute("pragma busy_timeout = 5000")
        self._pen.execute("pragma journal_mode = wal")
        self._pen.execute("pragma synchronous = full")
        version = self._pen.execute("pragma user_version").fetchone()[0]
        if version == 0:
            self._pen.executescript(f"begin; {SCHEMA} pragma user_version = {VERSION}; commit;")
        elif version != VERSION:
            raise StoreError(
                f"{self.path} was made by another version of grognard (store {version}; this one reads {VERSION})"
            )
        if not shared:
            Path(self.path).chmod(0o600)

    def close(self) -> None:
        """Finish what is waiting and close."""
        if self._writer.is_alive():
            self._queue.put(None)
            self._writer.join()
        self._pen.close()
        self._reader.close()

    # Writing

    def _write(self) -> None:
        ending = False
        while not ending:
            items = [self._queue.get()]
            while len(items) < BATCH and not self._queue.empty():
                items.append(self._queue.get())
            ending = None in items
            self._commit([item for item in items if item is not None])

    def _commit(self, items: list[tuple[Work, Future[Any]]]) -> None:
        """All of a batch in one transaction; one that is refused does not harm the others."""
        done: list[tuple[Future[Any], Any]] = []
        try:
            self._pen.execute("begin immediate")
            for work, future in items:
                self._pen.execute("savepoint one")
                try:
                    done.append((future, work(self._pen)))
                except sqlite3.IntegrityError:
                    self._pen.execute("rollback to one")
                    future.set_exception(Forked("this battle has gone on elsewhere in the meantime"))
                except GrognardError as error:
                    self._pen.execute("rollback to one")
                    future.set_exception(error)
                self._pen.execute("release one")
            self._pen.execute("commit")
        except sqlite3.Error as error:
            if self._pen.in_transaction:
                self._pen.execute("rollback")
            words = StoreError(f"it could not be saved ({error}); nothing that was saved before is lost")
            self.trouble = str(words)
            for _, future in items:
                if not future.done():
                    future.set_exception(words)
            return
        self.trouble = ""
        for future, result in done:
            future.set_result(result)

    def _later(self, work: Work) -> "Future[Any]":
        future: Future[Any] = Future()
        self._queue.put((work, future))
        return future

    def try_again(self) -> None:
        """Write a word, to see whether there is still trouble."""

        def work(pen: sqlite3.Connection) -> None:
            pen.execute("insert or replace into meta values ('tried', ?)", (str(time.time()),))

        with contextlib.suppress(StoreError):
            self._later(work).result()

    def append(self, entry: Entry) -> "Future[None]":
        """Write one step; done when it is on the disk."""

        def work(pen: sqlite3.Connection) -> None:
            row = (
                entry.battle,
                entry.place,
                entry.keep,
                msgspec.json.encode(entry.answers),
                entry.side,
                entry.given,
                entry.undo,
                time.time(),
            )
            last = pen.execute(
                "select coalesce(max(place) + 1, 0) from journal where battle = ?", (entry.battle,)
            ).fetchone()[0]
            if last != entry.place:
                raise Forked("this battle has gone on elsewhere in the meantime")
            pen.execute("insert into journal values (?, ?, ?, ?, ?, ?, ?, ?)", row)
            pen.execute(
                "update battles set updated = ?, turn = ?, waits = ?, finished = ?, digest = ? where id = ?",
                (row[-1], entry.turn, " ".join(entry.waits), entry.finished, entry.digest, entry.battle),
            )

        return self._later(work)

    def add(self, battle: Kept) -> "Future[None]":
        """Write a new battle with its seats, and with the answers that its record already has."""

        def work(pen: sqlite3.Connection) -> None:
            head = msgspec.structs.replace(
                battle.record, answers=[], dice=msgspec.structs.replace(battle.record.dice, seed="")
            )
            pen.execute(
                "insert into battles (id, head, seed, settings, title, created, updated, turn, waits, finished, digest) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    battle.id,
                    msgspec.json.encode(head),
                    battle.seed,
                    msgspec.json.encode(battle.settings),
                    battle.title,
                    battle.created,
                    battle.updated,
                    battle.turn,
                    " ".join(battle.waits),
                    battle.finished,
                    battle.record.digest,
                ),
            )
            for seat in battle.seats:
                pen.execute(
                    "insert into seats values (?, ?, ?, ?, ?, ?)",
                    (
                        battle.id,
                        seat.place,
                        seat.key_hash,
                        seat.kind,
                        msgspec.json.encode(seat.sides).decode(),
                        seat.name,
                    ),
                )
            if battle.record.answers:
                row = (battle.id, 0, 0, msgspec.json.encode(battle.record.answers), "", "", 0, battle.created)
                pen.execute("insert into journal values (?, ?, ?, ?, ?, ?, ?, ?)", row)

        return self._later(work)

    def delete(self, battle: str) -> "Future[None]":
        """Take a battle off the table for good."""

        def work(pen: sqlite3.Connection) -> None:
            for table in ("journal", "seats"):
                pen.execute(f"delete from {table} where battle = ?", (battle,))  # noqa: S608  our own names
            pen.execute("delete from battles where id = ?", (battle,))

        return self._later(work)

    # Reading

    def _rows(self, query: str, *values: Any) -> list[Any]:
        try:
            with self._reads:
                return self._reader.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise StoreError(f"the battles of this table cannot be read: {error}") from None

    def count(self) -> int:
        """How many battles there are."""
        return int(self._rows("select count(*) from battles")[0][0])

    def ids(self) -> list[str]:
        """All battles, newest first."""
        return [row[0] for row in self._rows("select id from battles order by updated desc")]

    def seats(self, battle: str) -> list[Seat]:
        """The seats of a battle; none if there is no such battle."""
        rows = self._rows(
            "select place, key_hash, kind, sides, name from seats where battle = ? order by place", battle
        )
        return [
            Seat(place, key_hash, kind, msgspec.json.decode(sides, type=tuple[str, ...]), name)
            for place, key_hash, kind, sides, name in rows
        ]

    def load(self, battle: str) -> Kept:
        """A whole battle."""
        rows = self._rows(
            "select head, seed, settings, title, turn, waits, finished, digest, created, updated from battles where id = ?",
            battle,
        )
        if not rows:
            raise NotFound("battle", battle, ())
        head, seed, settings, title, turn, waits, finished, digest, created, updated = rows[0]
        record = msgspec.json.decode(head, type=Record)
        entries = self._rows("select keep, answers, side, undo from journal where battle = ? order by place", battle)
        for keep, answers, side, undo in entries:
            if undo:
                record.undone.append(Undone(side, keep, record.answers[keep:]))
                record.dice.since = min(record.dice.since, keep)
            record.answers[keep:] = msgspec.json.decode(answers, type=list[Answer])
        if finished and seed:
            record.dice.seed = seed
        record.finished, record.digest = finished, digest
        kept = msgspec.json.decode(settings, type=Settings)
        return Kept(
            battle,
            title,
            record,
            seed,
            kept,
            self.seats(battle),
            len(entries),
            turn,
            waits.split(),
            finished,
            created,
            updated,
        )

    def entry(self, battle: str, place: int) -> tuple[str, str] | None:
        """Who answered what at that place."""
        rows = self._rows("select side, given from journal where battle = ? and place = ?", battle, place)
        return (rows[0][0], rows[0][1]) if rows else None

    def taken(self, battle: str, place: int) -> Taken | None:
        """The answer that was taken at that place."""
        rows = self._rows("select side, given, answers from journal where battle = ? and place = ?", battle, place)
        if not rows:
            return None
        side, said, answers = rows[0]
        # Dice and lots that fell before it may stand in the same entry.
        given = next((one for one in msgspec.json.decode(answers, type=list[Answer]) if not isinstance(one, list)), "")
        return Taken(side, said, given.get(side, "") if isinstance(given, dict) else given)

    def glance(self, battle: str) -> tuple[Record, Settings, str, int, list[str], str, float, float, int] | None:
        """What a list of battles needs: the head without answers, settings, title, turn, who is waited for, how it ended, times and length."""
        rows = self._rows(
            "select head, settings, title, turn, waits, finished, created, updated, (select count(*) from journal where battle = id) from battles where id = ?",
            battle,
        )
        if not rows:
            return None
        head, settings, title, turn, waits, finished, created, updated, length = rows[0]
        return (
            msgspec.json.decode(head, type=Record),
            msgspec.json.decode(settings, type=Settings),
            title,
            turn,
            waits.split(),
            finished,
            created,
            updated,
            length,
        )

    def backup(self, target: Path) -> None:
        """Copy a live store, whole and consistent."""
        with self._reads, sqlite3.connect(target) as copy:
            self._reader.backup(copy)
