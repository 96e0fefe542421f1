"""Looking after a store: a safe copy while the table runs, and a check of every battle in it, replayed to its digest.

Neither writes to the store. The doctor looks at a copy, so what it says holds for one moment, also while people play.
"""

import contextlib
import os
import sqlite3
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from grognard.errors import GrognardError, NotFound
from grognard.kernel.record import FORMAT, Record
from grognard.kernel.referee import Answer
from grognard.kernel.run import Run, branch, verify
from grognard.table.catalogue import Catalogue
from grognard.table.store import VERSION, Kept, Store, StoreError

COMPLAINTS = 50  # lines about the file itself that are shown


class Copied(Struct):
    """A backup that was made: how much is in it."""

    battles: int
    entries: int
    bytes: int


class Finding(Struct):
    """Something that is wrong with a battle, or with the file (no battle)."""

    words: str
    battle: str = ""

    def __str__(self) -> str:
        return f"battle {self.battle}: {self.words}" if self.battle else self.words


class Health(Struct):
    """What the doctor found. `set_aside` are battles of other rules versions or games that are not installed: whole, but not to be replayed here."""

    battles: int = 0
    over: int = 0
    entries: int = 0
    answers: int = 0
    throws: int = 0
    digests: int = 0
    wrong: list[Finding] = []
    set_aside: list[Finding] = []

    @property
    def words(self) -> str:
        """All of it, as a person reads it."""
        lines = [
            f"{self.battles:,} battles, {self.over:,} of them over; {self.entries:,} entries with {self.answers:,} answers, every one replayed",
            f"{self.throws:,} throws and draws made again from their seeds; {self.digests:,} digests of finished battles agree",
        ]
        lines += [f"set aside: {finding}" for finding in self.set_aside]
        lines += [f"wrong: {finding}" for finding in self.wrong]
        return "\n".join([*lines, f"{len(self.wrong)} things are wrong." if self.wrong else "Nothing is wrong."])


def backup(source: Path, target: Path) -> Copied:
    """Copy a store whole and consistent, also while a table writes to it. The copy appears under its name only when it is complete and on the disk."""
    if target.exists():
        raise StoreError(f"{target} is there already; name a file that is not")
    draft = target.with_name(f".{target.name}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        draft.unlink(missing_ok=True)
        draft.touch(mode=0o600)
        _copy(source, draft)
        with contextlib.closing(sqlite3.connect(draft)) as copy:
            complaint = copy.execute("pragma integrity_check").fetchone()[0]
            if complaint != "ok":
                raise StoreError(f"{source} is damaged ({complaint}); it was not copied. See: grognard doctor")
            battles, entries = (copy.execute(f"select count(*) from {name}").fetchone()[0] for name in TABLES)  # noqa: S608  our own names
        with draft.open("rb") as file:
            os.fsync(file.fileno())
        draft.replace(target)
    except (sqlite3.Error, OSError) as error:
        raise StoreError(f"{source} could not be copied to {target}: {error}") from None
    finally:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
    return Copied(battles, entries, target.stat().st_size)


TABLES = ("battles", "journal")


def _copy(source: Path, target: Path) -> None:
    """SQLite's own copy of a live file; one file, without a log beside it."""
    if not source.is_file():
        raise StoreError(f"there is no store at {source}; name it with --data")
    with (
        contextlib.closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as old,
        contextlib.closing(sqlite3.connect(target)) as new,
    ):
        old.execute("pragma busy_timeout = 5000")
        old.backup(new)
        new.execute("pragma journal_mode = delete")


def doctor(source: Path, catalogue: Catalogue | None = None, progress: Callable[[int], Any] | None = None) -> Health:
    """Check a store: the file, every journal, every record replayed, every die thrown again, every digest compared."""
    health = Health()
    with tempfile.TemporaryDirectory(prefix="grognard-doctor-") as folder:
        copy = Path(folder) / "store.sqlite"
        try:
            _copy(source, copy)
            if not _check_file(copy, health):
                return health
        except sqlite3.Error as error:
            raise StoreError(f"{source} cannot be read as a store: {error}") from None
        store = Store(copy)
        try:
            for battle in store.ids():
                _check_battle(store, battle, catalogue or Catalogue(), health)
                if progress is not None:
                    progress(1)
        finally:
            store.close()
    return health


def _check_file(copy: Path, health: Health) -> bool:
    """The file by itself: whether it is whole, of this version, and holds nothing that belongs to no battle."""
    with contextlib.closing(sqlite3.connect(copy)) as file:
        version = file.execute("pragma user_version").fetchone()[0]
        if version != VERSION:
            health.wrong.append(
                Finding(
                    f"the store is of version {version}; this program reads version {VERSION}"
                    if version
                    else "this is not a store of the table"
                )
            )
            return False
        complaints = [row[0] for row in file.execute(f"pragma integrity_check({COMPLAINTS})") if row[0] != "ok"]
        health.wrong += [Finding(f"the file is damaged: {complaint}") for complaint in complaints]
        for name in ("journal", "seats"):
            strays = file.execute(
                f"select distinct battle from {name} where battle not in (select id from battles)"  # noqa: S608  our own names
            ).fetchall()
            health.wrong += [Finding(f"its {name} is there, the battle itself is not", battle) for (battle,) in strays]
    return True


def _check_battle(store: Store, battle: str, catalogue: Catalogue, health: Health) -> None:
    """One battle: whatever is wrong with it is said, and the next one is looked at."""
    health.battles += 1
    try:
        health.entries += _check_journal(store, battle)
        kept = store.load(battle)
        health.answers += len(kept.record.answers)
        health.over += bool(kept.finished)
        if kept.record.format != FORMAT:
            raise StoreError(f"its record is of format {kept.record.format}; this program reads format {FORMAT}")
        try:
            game = catalogue.game(kept.record.game)
        except NotFound as error:
            health.set_aside.append(Finding(str(error), battle))
            return
        if kept.record.rules != game.version:
            words = f"it was played under version {kept.record.rules} of {game.title}; this program plays version {game.version}"
            health.set_aside.append(Finding(words, battle))
            return
        _check_seats(kept)
        run = Run(game, branch(kept.record))
        _check_end(kept, run)
        if kept.seed:
            _check_dice(kept, run, health)
        if kept.finished and kept.record.digest:
            if run.battle.digest() != kept.record.digest:
                raise StoreError("played again it does not end as it did: the digest is another one")
            health.digests += 1
    except GrognardError as error:
        health.wrong.append(Finding(str(error), battle))
    except (msgspec.MsgspecError, ValueError, TypeError, LookupError, AttributeError, AssertionError) as error:
        health.wrong.append(Finding(f"it cannot be read or replayed: {type(error).__name__}: {error}", battle))


def _check_journal(store: Store, battle: str) -> int:
    """Entries stand one behind the other, and each keeps only what is there; how many."""
    length = answers = 0
    for place, keep, given in store._rows(  # noqa: SLF001  the doctor is the store's own
        "select place, keep, answers from journal where battle = ? order by place", battle
    ):
        if place != length:
            raise StoreError(f"entry {length} of its journal is missing")
        if not 0 <= keep <= answers:
            raise StoreError(f"entry {place} of its journal keeps {keep} answers where there are {answers}")
        answers = keep + len(msgspec.json.decode(given, type=list[Answer]))
        length += 1
    return length


def _check_seats(kept: Kept) -> None:
    if not kept.seats:
        raise StoreError("nobody can sit down at it: it has no seats")
    for seat in kept.seats:
        unknown = [side for side in seat.sides if side not in kept.record.players]
        if unknown:
            raise StoreError(f"seat {seat.place} plays {unknown[0]}, and there is no such side")


def _check_end(kept: Kept, run: Run) -> None:
    left = len(run.answers) - len(run.who)
    waiting = (
        left == 1 and isinstance(run.answers[-1], dict) and bool(run.questions)
    )  # a secret pick, without its other half
    if left and not waiting:
        raise StoreError(f"{left} of its answers are left over when it is played again")
    if run.over != bool(kept.finished):
        raise StoreError(
            "it is over, and the store has it running" if run.over else "the store has it over, and it is not"
        )
    if not run.over and not run.questions:
        raise StoreError("it cannot go on: nobody is asked anything")


def _check_dice(kept: Kept, run: Run, health: Health) -> None:
    """All dice that fell so far, from the seed that the store keeps."""
    own: Record = branch(kept.record)
    own.dice.seed = kept.seed
    own.answers = own.answers[: len(run.who)]
    own.digest = kept.record.digest if kept.finished else ""
    verdict = verify(run.game, own)
    if verdict.wrong:
        raise StoreError(f"its dice do not fit its seed: {verdict.wrong[0]}")
    health.throws += verdict.throws
