"""An odds question rolled out once: what came of it in words, and why some cannot be rolled."""

from fractions import Fraction
from typing import Any

import pytest

from grognard.errors import IllegalChoice
from grognard.kernel.dice import D6
from grognard.kernel.game import all_games
from grognard.kernel.odds import odds
from grognard.kernel.once import OnePlay
from grognard.kernel.referee import Referee
from grognard.lab.choices import questions_of
from grognard.table.chances import spoken
from grognard.table.rolling import RECKONED, roll_out, why_not_rolled


def a_test(referee: Referee) -> int:
    return referee.roll(D6, "test", by="red", rule="X-1").total


def came(question: Any, *faces: int) -> str:
    return roll_out(question, spoken, OnePlay([[face] for face in faces], own=True)).outcome


def test_outcomes_are_named_where_they_came_true() -> None:
    def question() -> dict[str, Fraction]:
        found = odds(a_test)
        return {"high": found.chance(lambda face: face > 3), "six": found[6], "pips": found.mean()}

    assert came(question, 6) == "high · six · pips 6"
    assert came(question, 2) == "pips 2"


def test_what_did_not_happen_is_said_too() -> None:
    assert came(lambda: {"passes": odds(a_test)[6]}, 5) == "no: passes"
    assert came(lambda: {"five": odds(a_test)[5], "six": odds(a_test)[6]}, 1, 1) == "none of it: five, six"


def test_plans_are_played_one_after_the_other() -> None:
    assert came(lambda: {"now": odds(a_test), "later": odds(a_test)}, 3, 4) == "now: 3 · later: 4"


def test_what_is_reckoned_is_not_rolled() -> None:
    assert why_not_rolled(lambda: {"twice": odds(a_test)[6] ** 2}, spoken) == RECKONED
    assert why_not_rolled(lambda: Fraction(1, 2), spoken) == RECKONED
    assert why_not_rolled(lambda: {"share": odds(a_test)[6] / odds(a_test)[7]}, spoken) == RECKONED
    assert why_not_rolled(lambda: odds(a_test), spoken) == ""


def test_wrong_dice_are_refused_in_words() -> None:
    with pytest.raises(IllegalChoice, match="D6 takes 1 number from 1 to 6"):
        came(lambda: odds(a_test), 9)


@pytest.mark.parametrize("game", sorted(all_games()))
def test_most_questions_of_a_game_can_be_rolled_and_the_others_say_why(game: str) -> None:
    questions = questions_of(all_games()[game])
    refused = {name: why for name, ask in questions.items() if (why := why_not_rolled(ask, spoken))}
    assert len(refused) * 2 < len(questions), refused
    for why in refused.values():
        assert not why.endswith(".")
