"""What an agent sees: numbers made from its side's view alone, the same shape in every battle of a scenario.

The view is read as it is stored, by the types of its fields: every number, switch and status of every piece, with what never changes of it (its profile), one row for each. Nothing is drawn and nothing is
judged on the way, so this is cheap, and a new game needs no code here.
"""

import re
import types
import typing
from array import array
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from functools import cache, lru_cache, partial
from operator import attrgetter, mul
from typing import Any
from zlib import crc32

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from grognard.env.stepper import MOST_OPTIONS
from grognard.kernel.battle import Battle, Changing, Piece
from grognard.kernel.choice import Option, Question, Spot
from grognard.kernel.game import Game

SPARE = 24  # rows for pieces that may come later
ASKED = 8  # questions and phases are told apart by their rule and name, hashed into so many bins
VERBS = 8  # options by the first word of their key
HEAD = 3  # before a piece's own numbers: what it is, whose, and whether the question is about it
OPTION_WIDTH = VERBS + 8
MOST_KNOWN = 50_000  # rows that are kept so as not to be written again
NO_PIECE = bytes(16)
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
Floats = NDArray[np.float32]


class Reader:
    """Reads one kind of struct as numbers: whole numbers, switches and statuses, its own and those of its frozen parts."""

    def __init__(self, kind: type[Struct], size: tuple[float, float]) -> None:
        paths: list[str] = []
        self._write: list[Callable[[Any], float]] = []
        for path, hint in _numbers_of(kind):
            scale = _scale(path, size)
            self._write.append(_coded(hint) or partial(mul, scale))
            paths.append(f"{path}._value_" if _is_enum(hint) else path)
        self.names = tuple(paths)
        self._get: Callable[[Any], Any] = attrgetter(*paths) if paths else lambda thing: ()
        self._one = len(paths) == 1
        self._place = tuple(paths.index(name) for name in ("x", "y") if name in paths)
        self._known: dict[Any, tuple[bytes, bytes]] = {}  # pieces change seldom, so their numbers are kept

    def read(self, thing: Any) -> tuple[bytes, bytes]:
        """The numbers of one piece, and where it stands; zeros where its frozen parts are hidden."""
        try:
            values = self._get(thing)
        except AttributeError:
            return bytes(4 * len(self.names)), bytes(8)
        found = self._known.get(values)
        if found is None:
            if len(self._known) > MOST_KNOWN:
                self._known.clear()
            row = [write(value) for write, value in zip(self._write, (values,) if self._one else values, strict=True)]
            where = [row[column] for column in self._place]
            found = self._known[values] = packed(row), packed(where + [0.0] * (2 - len(where)))
        return found


def packed(numbers: Sequence[float]) -> bytes:
    """Numbers as they lie in an array."""
    return array("f", numbers).tobytes()


def _numbers_of(kind: type[Struct], before: str = "", deeper: bool = True) -> Iterable[tuple[str, Any]]:
    hints = typing.get_type_hints(kind)
    for field in kind.__struct_fields__:
        hint = hints[field]
        if hint in (int, bool, float) or _coded(hint) is not None:
            yield before + field, hint
        elif deeper and isinstance(hint, type) and issubclass(hint, Struct) and hint.__struct_config__.frozen:
            yield from _numbers_of(hint, f"{before}{field}.", False)


def _coded(hint: Any) -> Callable[[Any], float] | None:
    """How a status is written as a number; None for what is a number, or none at all."""
    if _is_enum(hint):
        places = {status.value: float(place) for place, status in enumerate(hint)}
        return lambda value: places.get(value, 0.0)
    origin = typing.get_origin(hint)
    if origin is typing.Literal:
        known = {value: float(place) for place, value in enumerate(typing.get_args(hint))}
        return lambda value: known.get(value, 0.0)
    if origin in (typing.Union, types.UnionType) and set(typing.get_args(hint)) == {int, type(None)}:
        return lambda value: 0.0 if value is None else value / 10.0
    return None


def _is_enum(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, Enum)


@cache
def _bin(word: str, bins: int) -> int:
    """The bin of a word; the same on every machine."""
    return crc32(word.encode()) % bins


def _scale(path: str, size: tuple[float, float]) -> float:
    """Places as a share of the table, facings of a full turn, everything else in tens."""
    named = {"x": 0.01 / size[0], "y": 0.01 / size[1], "facing": 1.0 / 360.0}
    return named.get(path, 0.1)


class Layout:
    """How the battles of one scenario are written as numbers."""

    def __init__(self, game: Game, ready: Battle) -> None:
        self.game = game
        scene = game.scene(ready, None)
        self.size = (scene.width, scene.height)
        readers = [(field, Reader(kind, self.size)) for field, kind in _parts_of(type(ready))]
        self.width = max(2 + 2 * ASKED, HEAD + max(len(reader.names) for _, reader in readers))
        self.parts = [(field, reader, bytes(4 * (self.width - HEAD - len(reader.names)))) for field, reader in readers]
        self.rows = 1 + SPARE + sum(len(getattr(ready, field)) for field, _ in readers)

    def see(self, battle: Battle, side: str, question: Question | None) -> "Seen":
        """What a side sees now; `question` is what it is asked, if anything."""
        return Seen(self, self.game.view(battle, side), side, question)


def _parts_of(kind: type[Battle]) -> Iterable[tuple[str, type[Struct]]]:
    """The fields of a battle that hold its sides and pieces."""
    hints = typing.get_type_hints(kind)
    for field in kind.__struct_fields__:
        for inner in typing.get_args(hints[field])[-1:]:
            if isinstance(inner, type) and (
                issubclass(inner, Piece) or (field == "sides" and issubclass(inner, Changing))
            ):
                yield field, inner


class Seen:
    """What a side sees of a battle at one moment."""

    __slots__ = ("_layout", "_pieces", "_rows")

    def __init__(self, layout: Layout, view: Battle, side: str, question: Question | None) -> None:
        self._layout = layout
        self._pieces: dict[str, tuple[float, bytes]] = {}  # whose, and where
        about: tuple[str, ...] = ()
        head = [0.0] * layout.width
        head[0] = view.turn / 10.0
        head[1 + _bin(view.phase, ASKED)] = 1.0
        if question is not None:
            head[1 + ASKED + _bin(question.rule, ASKED)] = 1.0
            about = question.about
        rows = [packed(head)]
        for number, (field, reader, padding) in enumerate(layout.parts, 1):
            held = getattr(view, field)
            for thing in held.values() if isinstance(held, dict) else held:
                name = thing.id
                whose = getattr(thing, "side", name)
                owner = 1.0 if whose == side else -1.0 if whose else 0.0
                numbers, where = reader.read(thing)
                rows.append(_head(number, owner, name in about) + numbers + padding)
                self._pieces[name] = owner, where
        self._rows = b"".join(rows[: layout.rows])

    def observation(self) -> Floats:
        """The whole view in one row of numbers."""
        seen = np.zeros(self._layout.rows * self._layout.width, dtype=np.float32)
        seen[: len(self._rows) // 4] = np.frombuffer(self._rows, dtype=np.float32)
        return seen

    def option_rows(self, options: Sequence[Option], count: int = MOST_OPTIONS) -> Floats:
        """What each answer is: its verb, the numbers in its words, and the piece that it points at (whose, and where)."""
        size = self._layout.size
        made: list[bytes] = []
        pointed: dict[str, bytes] = {}
        for option in options:
            made.append(_spot(option, *size) if isinstance(option, Spot) else _words(option.key))
            piece = option.pieces[0] if option.pieces else ""
            if piece not in pointed:
                found = self._pieces.get(piece)
                pointed[piece] = packed((1.0, found[0])) + found[1] if found is not None else NO_PIECE
            made.append(pointed[piece])
        rows = np.zeros((count, OPTION_WIDTH), dtype=np.float32)
        if made:
            rows[: len(options)] = np.frombuffer(b"".join(made), dtype=np.float32).reshape(-1, OPTION_WIDTH)
        return rows


@cache
def _head(kind: int, owner: float, asked: bool) -> bytes:
    return packed((kind, owner, asked))


@lru_cache(MOST_KNOWN)
def _words(key: str) -> bytes:
    """The verb of an answer and the first numbers in it."""
    found = [float(text) / 10.0 for text in NUMBER.findall(key)[:4]]
    return _verb(key.split(" ", 1)[0]) + packed(found + [0.0] * (4 - len(found)))


def _spot(spot: Spot, width: float, height: float) -> bytes:
    """The verb of a move, where it ends and facing where to."""
    facing = max(spot.facing, 0) / 360.0
    return _verb(spot.verb) + packed((spot.x / 100.0 / width, spot.y / 100.0 / height, facing, 0.0))


@cache
def _verb(words: str) -> bytes:
    row = [0.0] * VERBS
    row[_bin(words.split(" ", 1)[0], VERBS)] = 1.0
    return packed(row)


def mask(count: int) -> NDArray[np.int8]:
    allowed = np.zeros(MOST_OPTIONS, dtype=np.int8)
    allowed[:count] = 1
    return allowed
