"""The quick odds of the page, and the odds beside an option."""

from fractions import Fraction

import pytest

from grognard.games.confrontation.announcing import Announce
from grognard.games.confrontation.attacks import Defence
from grognard.games.confrontation.battle import Fight
from grognard.games.confrontation.questions import QUESTIONS, forecast
from grognard.games.confrontation.rally import With
from grognard.games.confrontation.tests_of_skill import Push
from grognard.kernel.choice import Pick, Question
from tests.games.confrontation.build import a_battle, a_combatant, a_fighter

ask = QUESTIONS


@pytest.mark.parametrize(
    ("question", "given", "answer", "chance"),
    [
        ("fear", {"courage": 4, "fear": 7, "fighters": 3}, "one stands", "2/3"),
        ("fear", {"courage": 4, "fear": 7, "fighters": 3}, "all stand", "8/27"),
        ("initiative", {"ini": 5, "against": 3}, "goes first", "3/4"),
        ("initiative", {"ini": 4, "against": 3, "enemies": 2}, "goes first", "1/2"),
        ("attack", {"att": 4, "defence": 4}, "hit", "5/12"),
        ("attack", {"att": 4, "defence": 4}, "parried", "5/12"),
        ("attack", {"att": 5, "defence": 5, "parry_dice": 2}, "hit", "55/216"),
        ("wound", {"strength": 11, "resilience": 5}, "killed", "1/4"),
        ("location", {}, "legs", "11/36"),
        ("location", {}, "double six", "1/36"),
        ("shot", {"aim": 3, "band": "medium"}, "hit", "1/2"),
        ("shot", {"aim": 3, "band": "medium"}, "target killed", "1/18"),
        ("shot", {"aim": 3, "band": "medium", "friends": 1}, "target struck", "1/4"),
        ("get_away", {"ini": 4, "opponents": 2}, "gets away", "1/2"),
        ("get_away", {"ini": 4, "opponents": 2, "charged": True}, "gets away", "1/3"),
        ("attack", {"att": 3, "defence": 5, "mode": "counter"}, "strikes back", "7/12"),
        ("attack", {"att": 3, "defence": 5, "mode": "counter"}, "hit", "5/12"),
        ("attack", {"att": 3, "defence": 5}, "hit", "2/9"),
        ("tactical_roll", {"discipline": 5, "against": 5, "leader": True}, "won in the end", "25/36"),
        ("rally", {"courage": 4, "discipline": 1}, "with COU", "5/6"),
        ("break_away", {"strength": 11, "resilience": 8, "opponents": 2}, "breaks away", "1/3"),
        ("master_strike", {"att": 6, "strength": 7, "x": 2, "resilience": 6}, "killed", "13/36"),
        ("test", {"value": 4, "difficulty": 9, "dice": 2}, "success", "5/9"),
    ],
)
def test_the_quick_odds_of_the_page(question, given, answer, chance):
    """Defaults, 6s pushed only when needed."""
    assert ask[question](**given)[answer] == Fraction(chance)


def test_serious_or_worse_is_13_of_36():
    found = ask["wound"](strength=5, resilience=6)
    assert found["serious"] + found["critical"] + found["killed"] == Fraction(13, 36)


def odds_beside(battle, asked, option):
    """The forecast of an option that has one."""
    found = forecast(battle, asked, option)
    assert found is not None
    return found


def test_the_odds_beside_an_option():
    """C3-FIRE-09: none beside a shot or an assault, whose distance is measured later."""
    odo = a_fighter("odo", at=(30, 30), ini=4, routed_by=7)
    battle = a_battle(odo, a_fighter("ulla", "blue", at=(30, 32.5)))
    battle.fight = Fight(combatants=[a_combatant("odo", att=4), a_combatant("ulla", "blue", defence=4, dice=(0, 1))])
    asked = Question("blue", "", (), "", ("ulla", "odo"))
    assert dict(odds_beside(battle, asked, Defence("parry", 1)))["parries"] == Fraction(5, 12)
    assert (
        dict(odds_beside(battle, asked, Defence("counter", 1)))["strikes back"]
        == 1 - dict(odds_beside(battle, asked, Defence("counter", 1)))["is hit"]
    )
    assert forecast(battle, asked, Push(6, 9, 11, "COU")) == [
        ("reaches it", Fraction(5, 6)),
        ("spoils the test", Fraction(1, 6)),
    ]
    assert forecast(battle, asked, Push(0, 9, 11, "COU")) is None
    assert forecast(battle, asked, Push(6, 12, None, "ATT")) == [("spoils the test", Fraction(1, 6))]
    assert forecast(battle, Question("red", "", (), "", ("odo",)), With("cou", 4)) == [("rallies", Fraction(5, 6))]
    assert forecast(battle, asked, Announce("odo", ("disengage",))) == [("gets away", Fraction(5, 6))]
    assert forecast(battle, asked, Pick("yes")) is None
