"""What was told: one line of the log, with its reasons and its rule."""

from enum import Enum

from msgspec import Struct

from grognard.kernel.tally import Modifier


class Event(Struct, frozen=True):
    """One line of the log. `at` is how many answers had been given when it was told; `seen_by` names the only sides that may read it."""

    words: str
    rule: str
    at: int
    kind: str = "tell"  # or "roll", "draw", "phase"
    pieces: tuple[str, ...] = ()
    because: tuple[Modifier, ...] = ()
    side: str = ""
    dice: str = ""
    faces: tuple[int, ...] = ()
    total: int = 0
    typed: bool = False
    seen_by: tuple[str, ...] | None = None


def name_of(thing: object) -> str:
    """How a piece, a status or a number is called in a sentence."""
    if isinstance(thing, Enum):
        return str(thing.value).replace("_", " ")
    name = getattr(thing, "name", None)
    return name if isinstance(name, str) else str(thing)


def heard_by(things: tuple[object, ...]) -> tuple[str, ...] | None:
    """The only sides that may read of these things: those that the first piece names, or all (None) where it names none.

    A game whose pieces can be out of sight gives them a `heard_by`.
    """
    for thing in things:
        if hasattr(thing, "heard_by"):
            sides: tuple[str, ...] | None = thing.heard_by
            return sides
    return None


def sentence(words: str, things: tuple[object, ...]) -> str:
    """`("misses", Anne, guard)` is "Anne misses guard"; words with {} in them take the names in those places."""
    names = [name_of(thing) for thing in things]
    if "{" in words:
        return words.format(*names)
    if not names:
        return words
    start = f"{names[0]} {words}" + (f" {names[1]}" if len(names) > 1 else "")
    return start + (": " + ", ".join(names[2:]) if len(names) > 2 else "")
