"""What changes with one value, or with one figure more or less: `blue.morale=6..9` plays the scenario with each of them, `blue.model.2=none` without its third figure."""

from copy import deepcopy
from typing import Any

from grognard.errors import GrognardError

SIDES = ("red", "blue", "green", "yellow")
NONE, TWICE = "none", "twice"  # what can be done to a whole entry of a list: leave it out, or have it once more


def parse(text: str) -> tuple[str, list[int | float | str]]:
    """The place and the values of "blue.morale=6..9" or "options.rout=flee,concede"."""
    place, equals, wanted = text.partition("=")
    if not equals or "." not in place:
        raise GrognardError(f"a variation is PLACE=VALUES, for example blue.morale=6..9, not {text!r}")
    if ".." in wanted:
        low, _, high = wanted.partition("..")
        if not (low.lstrip("-").isdigit() and high.lstrip("-").isdigit() and int(low) <= int(high) <= int(low) + 50):
            raise GrognardError(f"{wanted!r} is not a range of whole numbers like 6..9")
        return place, list(range(int(low), int(high) + 1))
    return place, [_value(word) for word in wanted.split(",") if word]


def _value(word: str) -> int | float | str:
    for kind in (int, float):
        try:
            return kind(word)
        except ValueError:
            continue
    return word


def varied(scenario: dict[str, Any], place: str, value: int | float | str) -> dict[str, Any]:
    """The scenario with that value in that place; `blue.model.2.fight` is a value of the third entry, `blue.model.2` the whole of it (none, or twice)."""
    changed = deepcopy(scenario)
    first, *rest = place.split(".")
    here: Any = changed
    if first == "options":
        here = changed.setdefault("options", {})
    elif first in SIDES:
        here = _side(changed, first)
    else:
        rest = [first, *rest]
    for step in rest[:-1]:
        here = _into(here, step, place)
    last = rest[-1]
    if isinstance(here, list):
        _change_entry(here, _index(here, last, place), value, place)
    elif isinstance(here, dict):
        if last not in here and first != "options":
            raise GrognardError(f"the scenario has no {place}; there is: {', '.join(map(str, here))}")
        here[last] = value
    else:
        raise GrognardError(f"the scenario has no {place}")
    return changed


def _change_entry(here: list[Any], index: int, value: int | float | str, place: str) -> None:
    """Another value for an entry; a whole figure or unit is left out, or joined by another like it."""
    entry = here[index]
    if not isinstance(entry, dict):
        here[index] = value
    elif value == NONE:
        del here[index]
    elif value == TWICE:
        names = {key: f"{entry[key]} {'ii' if key == 'id' else 'II'}" for key in ("id", "name") if key in entry}
        again = {**deepcopy(entry), **names}
        for key in ("leader", "general"):
            again.pop(key, None)  # there is one only
        here.insert(index + 1, again)
    else:
        raise GrognardError(f"{place} is a whole entry: it may be {NONE} or {TWICE}, or name one of its values")


def _side(scenario: dict[str, Any], side: str) -> Any:
    sides = scenario.get("side", scenario.get("sides"))
    if isinstance(sides, dict) and side in sides:
        return sides[side]
    if isinstance(sides, list):
        for number, entry in enumerate(sides):
            if isinstance(entry, dict) and entry.get("id", SIDES[number] if number < len(SIDES) else "") == side:
                return entry
    if side in scenario:
        return scenario[side]
    raise GrognardError(f"the scenario has no side {side}")


def _into(here: Any, step: str, place: str) -> Any:
    if isinstance(here, list):
        return here[_index(here, step, place)]
    if isinstance(here, dict) and step in here:
        return here[step]
    known = ", ".join(map(str, here)) if isinstance(here, dict) else "nothing"
    raise GrognardError(f"the scenario has no {place}: {step!r} is not in {known}")


def _index(here: list[Any], step: str, place: str) -> int:
    if step.isdigit() and int(step) < len(here):
        return int(step)
    raise GrognardError(f"{place}: {step!r} is not a number from 0 to {len(here) - 1}")
