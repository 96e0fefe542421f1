"""What a side may see: hidden information is marked where it is stored, and taken out here.

A field is hidden by its type: `deck: Annotated[list[str], HIDDEN]`. It is shown only to the side that owns the struct it stands in (its `side` field, or
its `id` where the struct is a side). Lists keep their length, since counts are open unless a game says otherwise.
"""

import types
import typing
from functools import cache
from typing import Any, TypeVar

from grognard.kernel.battle import Battle, Changing

UNKNOWN = "?"


class Hidden:
    """Marks a field that only its owner sees."""


HIDDEN = Hidden()
B = TypeVar("B", bound=Battle)


def redacted(battle: B, side: str | None) -> B:
    """A copy of the battle with everything blanked out that this side may not know; None is a spectator, who owns nothing."""
    shown = battle.copy()
    if _hides(type(battle)):
        _blank(shown, side)
    return shown


def blank(value: Any) -> Any:
    """What stands in the place of something hidden: of the same kind, so that a view is a battle too."""
    if isinstance(value, bool) or value is None:
        return value if value is None else False
    if isinstance(value, str):
        return UNKNOWN if value else ""
    if isinstance(value, int):
        return 0
    if isinstance(value, list):
        return [blank(item) for item in value]
    if isinstance(value, dict):
        return {}
    return None


def _blank(state: Any, side: str | None) -> None:
    if isinstance(state, list):
        for item in state:
            _blank(item, side)
    elif isinstance(state, dict):
        for item in state.values():
            _blank(item, side)
    elif isinstance(state, Changing) and _hides(type(state)):
        owner = getattr(state, "side", getattr(state, "id", None))
        secret = _hidden_fields(type(state))
        for field in state.__struct_fields__:
            value = getattr(state, field)
            if field in secret and (side is None or owner != side):
                setattr(state, field, blank(value))
            elif isinstance(value, list | dict | Changing):
                _blank(value, side)


@cache
def _hidden_fields(kind: type[Changing]) -> frozenset[str]:
    hints = typing.get_type_hints(kind, include_extras=True)
    return frozenset(name for name, hint in hints.items() if HIDDEN in getattr(hint, "__metadata__", ()))


@cache
def _hides(kind: type[Changing]) -> bool:
    """Whether anything is hidden in such a struct or below it."""
    if _hidden_fields(kind):
        return True
    return any(
        _hides(inner) for hint in typing.get_type_hints(kind).values() for inner in _structs(hint) if inner is not kind
    )


def _structs(hint: Any) -> list[type[Changing]]:
    if typing.get_origin(hint) in (list, dict, tuple, typing.Union, types.UnionType, typing.Annotated):
        return [kind for arg in typing.get_args(hint) for kind in _structs(arg)]
    return [hint, *hint.__subclasses__()] if isinstance(hint, type) and issubclass(hint, Changing) else []
