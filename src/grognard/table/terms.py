"""What is agreed before a battle: who plays each side, by which rulings, and how answers are taken back."""

from typing import Any

import msgspec

from grognard.errors import NotFound
from grognard.kernel.game import Game, describe_options
from grognard.table.catalogue import Catalogue, plain
from grognard.table.screens import PERSON, RULES

UNDO = ("dice", "free", "consent")
HAND_OVER = ("secrets", "always")


def who_plays(
    catalogue: Catalogue, wanted: dict[str, str], scenario: dict[str, Any], sides: list[str], by_rules: list[str]
) -> dict[str, str]:
    """Who plays each side: as asked, else as the scenario says, else me first and computers after."""
    levels = [level.name for level in catalogue.levels()]
    stated = scenario.get("players")
    usual = dict.fromkeys(by_rules, RULES) | (dict(stated) if isinstance(stated, dict) else {})
    second = "beside" if scenario.get("companion") else "computer"
    chosen = {}
    for place, side in enumerate(sides):
        who = wanted.get(side) or usual.get(side) or ("me" if place == 0 else second)
        who = {"person": "me", "computer": catalogue.best_level()}.get(who, who)
        if who not in ("me", "beside", "link", RULES, *levels):
            raise NotFound("player", who, ("me", "beside", "link", RULES, *levels))
        chosen[side] = who
    unknown = [side for side in wanted if side not in sides]
    if unknown:
        raise NotFound("side", unknown[0], sides)
    return chosen


def check_ways(undo: str, hand_over: str) -> None:
    """Whether there are such ways to take back and to hand over."""
    if undo not in UNDO:
        raise NotFound("undo policy", undo, UNDO)
    if hand_over not in HAND_OVER:
        raise NotFound("way to hand over", hand_over, HAND_OVER)


def players_of(chosen: dict[str, str]) -> dict[str, str]:
    """Who plays each side, as a record says it."""
    return {side: PERSON if who in ("me", "beside", "link") else who for side, who in chosen.items()}


def read_options(game: Game, given: dict[str, str]) -> dict[str, Any]:
    """Options from a form, in words; only those that differ from the default."""
    chosen: dict[str, Any] = {}
    described = describe_options(game)
    for name, text in given.items():
        if name not in described:
            raise NotFound("option", name, described)
        values = described[name]
        value = next((value for value in values if plain(value) == text), None)
        if value is None:
            if len(values) > 1:
                raise NotFound(f"value for {name}", text, map(plain, values))
            try:
                value = msgspec.convert(text, type(values[0]), strict=False)
            except msgspec.ValidationError:
                raise NotFound(f"value for {name}", text, (f"a value like {plain(values[0])}",)) from None
        if value != values[0]:
            chosen[name] = value
    return chosen
