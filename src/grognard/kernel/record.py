"""The record is the game: what was agreed before it, and every answer in order. The battle is a cache of it."""

from typing import Any

import msgspec
from msgspec import Struct

from grognard.errors import RecordError
from grognard.kernel.choice import Option
from grognard.kernel.referee import Answer, Given

FORMAT = 1


class Seal(Struct, omit_defaults=True):
    """The dice of a battle: the commitment shown at its start, the seed revealed at its end; `typed` names the sides that roll on a real table.

    A battle that goes on from another one has dice of its own `since` so many answers; what fell before stands as it fell, under the `earlier` seal.
    """

    commitment: str
    seed: str = ""
    typed: list[str] = []
    since: int = 0
    earlier: "Seal | None" = None

    def before(self, left: int) -> "Seal | None":
        """The seal under which the last of the first so many answers stand; None if there are none."""
        seal: Seal | None = self
        while seal is not None and seal.since >= left:
            seal = seal.earlier
        return seal


class Undone(Struct):
    """An undo: who asked, how many answers were left, and what was taken back."""

    by: str
    left: int
    answers: list[Answer]


class Record(Struct, omit_defaults=False):
    """A battle as it is saved, shared and replayed; all in words and numbers that a person can read."""

    game: str
    rules: int  # the version of the game's rules that it was played under
    scenario: dict[str, Any]
    options: dict[str, Any]
    dice: Seal
    players: dict[str, str]
    answers: list[Answer] = []
    undo: str = "dice"  # "free", "dice" (not past dice or reveals) or "consent"
    undone: list[Undone] = []
    finished: str = ""  # how it ended, in words
    digest: str = ""  # of the last battle, for checking
    format: int = FORMAT


def written(given: Given) -> Answer:
    """An answer as the record writes it."""
    if isinstance(given, Option):
        return given.key
    if isinstance(given, dict):
        return {side: pick.key if isinstance(pick, Option) else pick for side, pick in given.items()}
    return given


def encode_record(record: Record) -> bytes:
    """The record as a file: JSON with one answer a line."""
    data = msgspec.to_builtins(record)
    answers = [msgspec.json.encode(answer).decode() for answer in data.pop("answers")]
    head = msgspec.json.format(msgspec.json.encode(data)).decode().rstrip().removesuffix("}").rstrip()
    lines = ",\n    ".join(answers)
    body = f"[\n    {lines}\n  ]" if answers else "[]"
    return f'{head},\n  "answers": {body}\n}}\n'.encode()


def decode_record(data: bytes, source: str = "record") -> Record:
    """Back from a file; raises RecordError in words for anything that is not a record of ours."""
    try:
        raw = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError(f"{source} is not a record, or it is cut off: {error}") from None
    if not isinstance(raw, dict) or "answers" not in raw or "game" not in raw:
        raise RecordError(f"{source} is not a record of a battle: it has no game and answers")
    if raw.get("format") != FORMAT:
        raise RecordError(f"{source} is of record format {raw.get('format')!r}; this version reads format {FORMAT}")
    try:
        return msgspec.convert(raw, Record)
    except (msgspec.ValidationError, RecursionError) as error:
        raise RecordError(f"{source} is not a whole record: {error}") from None
