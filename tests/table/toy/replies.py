"""What may come back for a shove."""

from fractions import Fraction

from grognard.kernel.choice import Option, Question
from tests.table.toy.battle import Battle


def reply(battle: Battle, question: Question, option: Option) -> list[tuple[str, Fraction]] | None:
    return [("shoves you off", Fraction(1, 4))] if option.key.startswith("shove ") else None
