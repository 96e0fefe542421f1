"""What an agent sees: numbers made from its side's view alone, the same shape in every battle of a scenario.

The view is read as it is stored, by the types of its fields: every number, switch and status of every piece, with what never changes of it (its profile), one row for each. Nothing is drawn and nothing is
judged on the way, so this is cheap, and a new game needs no code here.
"""

import re
import types
import typing
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from functools import cache
from operator import attrgetter
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
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
Floats = NDArray[np.float32]


class Reader:
    """Reads one kind of struct as numbers: whole numbers, switches and statuses, its own and those of its frozen parts."""

    def __init__(self, kind: type[Struct], size: tuple[float, float]) -> None:
        paths: list[str] = []
        codes: dict[int, Callable[[Any], float]] = {}
        scale: list[float] = []
        for path, hint in _numbers_of(kind):
            code = _coded(hint)
            if code is not None:
                codes[len(paths)] = code
            scale.append(1.0 if code is not None else _scale(path, size))
            paths.append(f"{path}._value_" if _is_enum(hint) else path)
        self.names = tuple(paths)
        self.scale = np.array([1.0] * HEAD + scale, dtype=np.float32)
        self._get: Callable[[Any], Any] = attrgetter(*paths) if paths else lambda thing: ()
        self._codes = tuple(codes.items())
        self._one = len(paths) == 1
        self.place = tuple(paths.index(name) for name in ("x", "y") if name in paths)

    def numbers(self, thing: Any) -> list[float]:
        """The numbers of one piece; none where its frozen parts are hidden."""
        try:
            values = self._get(thing)
        except AttributeError:
            return [0.0] * len(self.names)
        found = [values] if self._one else list(values)
        for place, code in self._codes:
            found[place] = code(found[place])
        return found


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
        self.parts = [(field, Reader(kind, self.size)) for field, kind in _parts_of(type(ready))]
        self.width = max(2 + 2 * ASKED, HEAD + max(len(reader.names) for _, reader in self.parts))
        self.rows = 1 + SPARE + sum(len(getattr(ready, field)) for field, _ in self.parts)

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

    __slots__ = ("_index", "_layout", "_rows", "_side")

    def __init__(self, layout: Layout, view: Battle, side: str, question: Question | None) -> None:
        self._layout = layout
        self._side = side
        rows = self._rows = np.zeros((layout.rows, layout.width), dtype=np.float32)
        self._index: dict[str, tuple[int, tuple[int, ...]]] = {}
        rows[0, 0] = view.turn / 10.0
        rows[0, 1 + _bin(view.phase, ASKED)] = 1.0
        if question is not None:
            rows[0, 1 + ASKED + _bin(question.rule, ASKED)] = 1.0
        about = question.about if question is not None else ()
        at = 1
        for number, (field, reader) in enumerate(layout.parts):
            held = getattr(view, field)
            things = list(held.values()) if isinstance(held, dict) else held
            things = things[: layout.rows - at]
            if not things:
                continue
            end, kind, read = at + len(things), number + 1.0, reader.numbers
            block = []
            for row, thing in enumerate(things, at):
                whose = getattr(thing, "side", thing.id)
                owner = 1.0 if whose == side else -1.0 if whose else 0.0
                block.append([kind, owner, float(thing.id in about), *read(thing)])
                self._index[thing.id] = (row, reader.place)
            wide = HEAD + len(reader.names)
            rows[at:end, :wide] = block
            rows[at:end, :wide] *= reader.scale
            at = end

    def observation(self) -> Floats:
        """The whole view in one row of numbers."""
        return self._rows.reshape(-1)

    def option_rows(self, options: Sequence[Option], count: int = MOST_OPTIONS) -> Floats:
        """What each answer is: its verb, the numbers in its words, and the piece that it points at (whose, and where)."""
        width, height = self._layout.size
        made = []
        for option in options:
            key = option.key
            row = [0.0] * OPTION_WIDTH
            row[_bin(key.split(" ", 1)[0], VERBS)] = 1.0
            if isinstance(option, Spot):
                row[VERBS : VERBS + 2] = (option.x / 100.0 / width, option.y / 100.0 / height)
            else:
                for number, text in zip(range(4), NUMBER.findall(key), strict=False):
                    row[VERBS + number] = float(text) / 10.0
            for piece in option.pieces[:1]:
                if piece in self._index:
                    found, where = self._index[piece]
                    row[VERBS + 4 : VERBS + 6] = (1.0, self._rows[found, 1])
                    for number, column in enumerate(where):
                        row[VERBS + 6 + number] = self._rows[found, HEAD + column]
            made.append(row)
        rows = np.zeros((count, OPTION_WIDTH), dtype=np.float32)
        if made:
            rows[: len(made)] = made
        return rows


def mask(count: int) -> NDArray[np.int8]:
    allowed = np.zeros(MOST_OPTIONS, dtype=np.int8)
    allowed[:count] = 1
    return allowed
