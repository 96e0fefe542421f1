"""State that changes: flat structs that copy in microseconds, encode without loss and have a digest.

A game's battle is a `Battle` of its own with whatever fields it needs; its pieces are `Piece`s that name each other by id. What never changes
(weapons, profiles, charts) is frozen and shared between copies.
"""

import hashlib
import types
import typing
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

State = TypeVar("State", bound="Changing")
_ENCODER = msgspec.json.Encoder(order="deterministic")
_UNCHANGING = (int, float, str, bool, bytes, type(None), tuple, frozenset)


class Changing(Struct, gc=False):
    """A struct whose fields change in play. `copy()` shares nothing that can change with the original. Pieces name each other by id and nothing refers back, so the garbage collector need not look at it."""

    def copy(self: State) -> State:
        return typing.cast(State, _copier(type(self))(self))


class Outcome(Struct, frozen=True):
    """How a battle ended: who won (empty for a draw), why in words, under which rule, and each side's score."""

    winner: str
    reason: str
    rule: str
    score: dict[str, int] = {}


class Piece(Changing):
    """A figure, unit or counter: whatever stands on the table and can be pointed at."""

    id: str
    side: str
    name: str


class Battle(Changing, kw_only=True):
    """What all battles have. `outcome` is set by the rule that ends the battle, and then nothing more is played."""

    turn: int = 0
    phase: str = ""
    outcome: Outcome | None = None

    def piece(self, id: str) -> Piece | None:
        """The piece of that id, if it is in this battle; games say where they keep their pieces."""
        raise NotImplementedError

    def side_ids(self) -> list[str]:
        """The sides that answer questions, in a fixed order."""
        raise NotImplementedError

    def digest(self) -> str:
        """Equal battles have equal digests, on every machine."""
        return hashlib.sha256(encode(self)).hexdigest()


def encode(state: object) -> bytes:
    """JSON, the same bytes for equal states."""
    return _ENCODER.encode(state)


def decode(data: bytes, kind: type[State]) -> State:
    """Back from JSON, checked against the type."""
    return msgspec.json.decode(data, type=kind)


@cache
def _copier(kind: type[Changing]) -> Callable[[Any], Any]:
    """Write and compile the copy function of a struct: a shallow copy in C, then fresh containers where something in them can change."""
    hints = typing.get_type_hints(kind)
    names: dict[str, Any] = {}
    lines = ["def copy(old):", "    new = old.__copy__()"]
    for field in kind.__struct_fields__:
        made = _copy_of(f"old.{field}", hints[field], names, 0)
        if made is not None:
            lines.append(f"    new.{field} = {made}")
    lines.append("    return new")
    exec(compile("\n".join(lines), f"<copy of {kind.__name__}>", "exec"), names)  # noqa: S102  our own source, from type hints
    return typing.cast(Callable[[Any], Any], names["copy"])


def _copy_of(value: str, hint: Any, names: dict[str, Any], depth: int) -> str | None:
    """Source that copies `value` of this type, or None where it can be shared."""
    origin = typing.get_origin(hint)
    if origin is typing.Annotated:
        return _copy_of(value, typing.get_args(hint)[0], names, depth)
    if origin in (typing.Union, types.UnionType):
        inner = [_copy_of(value, arg, names, depth) for arg in typing.get_args(hint) if arg is not type(None)]
        made = next((source for source in inner if source is not None), None)
        if made is None:
            return None
        if len([source for source in inner if source is not None]) > 1:
            names["_any"] = copy_value
            made = f"_any({value})"
        return f"(None if {value} is None else {made})" if type(None) in typing.get_args(hint) else made
    if origin is list or hint is list:
        item = f"x{depth}"
        inner_source = _copy_of(item, (typing.get_args(hint) or (Any,))[0], names, depth + 1)
        return f"{value}[:]" if inner_source is None else f"[{inner_source} for {item} in {value}]"
    if origin is dict or hint is dict:
        key, item = f"k{depth}", f"x{depth}"
        inner_source = _copy_of(item, (typing.get_args(hint) or (Any, Any))[1], names, depth + 1)
        return (
            f"{value}.copy()"
            if inner_source is None
            else f"{{{key}: {inner_source} for {key}, {item} in {value}.items()}}"
        )
    if origin is set or hint is set:
        raise TypeError("sets have no order that could be relied on: use a list or a dict in what changes")
    if isinstance(hint, type) and issubclass(hint, Changing):
        needed = _copier(hint)
        if hint.__subclasses__():
            return f"{value}.copy()"
        if _is_flat(hint):
            return f"{value}.__copy__()"
        names[f"_{hint.__name__}"] = needed
        return f"_{hint.__name__}({value})"
    if isinstance(hint, type) and issubclass(hint, Struct) and not hint.__struct_config__.frozen:
        raise TypeError(f"{hint.__name__} can change: derive it from Changing, or make it frozen")
    if hint is Any or hint is object:
        names["_any"] = copy_value
        return f"_any({value})"
    return None


def _is_flat(kind: type[Changing]) -> bool:
    """Whether a shallow copy of such a struct is a whole one."""
    names: dict[str, Any] = {}
    return all(_copy_of("x", hint, names, 0) is None for hint in typing.get_type_hints(kind).values())


def copy_value(value: Any) -> Any:
    """A copy of any value that a battle may hold."""
    if isinstance(value, _UNCHANGING):
        return value
    if isinstance(value, Changing):
        return value.copy()
    if isinstance(value, list):
        return [copy_value(item) for item in value]
    if isinstance(value, dict):
        return {key: copy_value(item) for key, item in value.items()}
    return value
