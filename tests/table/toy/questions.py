"""Odds that toy soldiers ask for."""

from fractions import Fraction
from typing import Literal

from grognard.kernel.choice import Option, Question
from grognard.kernel.dice import D6
from grognard.kernel.odds import Distribution, odds
from grognard.kernel.referee import Referee
from tests.table.toy.battle import Battle


def shoving(bonus: int = 0, picks: Literal["same", "different"] = "same", heavy: bool = False) -> Distribution[str]:
    """How likely is it to shove somebody off?"""
    plus = bonus + 2 * (picks == "different") - heavy

    def once(referee: Referee) -> str:
        return "off" if referee.roll(2 * D6, "shove", by="red", rule="TY-SHOVE-01").total + plus >= 7 else "stands"

    return odds(once)


QUESTIONS = {"shoving": shoving}


def forecast(battle: Battle, question: Question, option: Option) -> list[tuple[str, Fraction]] | None:
    if not option.key.startswith("shove "):
        return None
    return [("off", Fraction(7, 12)), ("stands", Fraction(5, 12))]
