"""Confrontation through choices: how to meet an attack. Placing dice and the blows of a whole combat are the game's own `combat`."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Literal

from grognard.games.confrontation import questions as confrontation

Answer = dict[str, Any]
MODES: tuple[Literal["none", "parry", "sustain", "counter"], ...] = ("none", "parry", "sustain", "counter")


def parry_or_counter(
    att: int = 4, defence: int = 4, dice: int = 1, strength: int = 5, resilience: int = 5, my_att: int = 4, his_defence: int = 4,
    my_strength: int = 5, his_resilience: int = 5,
) -> Answer:  # fmt: skip
    """One attack: take it, parry, sustain or counter-attack? The gain is the chance to kill him with the blow that a counter-attack wins less the chance to be killed.

    He has a die left to parry the blow that we win.
    """
    back = confrontation.attack(my_att, his_defence, 1, "parry", my_strength, his_resilience)["killed"]
    found: Answer = {}
    for mode in MODES:
        chances = confrontation.attack(att, defence, dice, mode, strength, resilience)
        found[mode] = {**chances, "gain": chances.get("strikes back", Fraction(0)) * back - chances["killed"]}
    best = max(found, key=lambda mode: found[mode]["gain"])
    return {"best": best, **found}


CHOICES: dict[str, Callable[..., Any]] = {"parry_or_counter": parry_or_counter}
