"""Priority: who goes first this turn."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from grognard.games.en_garde.battle import Wound
from grognard.games.en_garde.priority import roll_for_priority, settle_priority
from grognard.kernel.odds import odds
from tests.games.en_garde.build import a_battle, a_figure, a_foe
from tests.script import scripted


def settled(dice: list[int], before: str = "red", **options: Any) -> str:
    battle = a_battle(a_figure(), a_foe(), priority=before, **options)
    with scripted(dice=dice) as referee:
        settle_priority(referee, battle)
    return battle.priority


def test_the_higher_die_has_priority() -> None:
    """EG-RULE-01, EG-TURN-02."""
    assert settled([3, 4]) == "blue"
    assert settled([4, 3], before="blue") == "red"


def test_ties_are_rolled_again() -> None:
    """EG-RULE-01: priority_tie = reroll."""
    assert settled([3, 3, 2, 2, 5, 1]) == "red"


def test_or_go_to_whoever_did_not_have_it() -> None:
    """EG-RULE-01: priority_tie = swap; on the first turn it is rolled again."""
    assert settled([3, 3], before="red", priority_tie="swap") == "blue"
    assert settled([3, 3], before="blue", priority_tie="swap") == "red"
    assert settled([3, 3, 6, 1], before="", priority_tie="swap") == "red"


def test_a_living_tactician_adds_one() -> None:
    """EG-RULE-66, EG-RULE-01: on the table, not dead."""
    for wound, expected in ((Wound.NONE, ["red"]), (Wound.DEAD, ["blue"])):
        battle = a_battle(a_figure(), a_figure("malo", wound=wound, attributes=["Tactician"]), a_foe())
        with scripted(dice=[4, 5] if wound is Wound.DEAD else [5, 5]) as referee:
            assert roll_for_priority(referee, battle) == expected


@pytest.mark.parametrize("tactician", [False, True])
def test_the_odds_of_priority(tactician: bool) -> None:
    """EG-RULE-01, exactly against 36 ways to fall; with re-rolls the tie is shared in proportion."""
    attributes = ["Tactician"] if tactician else []
    battle = a_battle(a_figure(attributes=attributes), a_foe())
    counted = odds(lambda referee, battle: " ".join(roll_for_priority(referee, battle)), battle)
    ways = list(product(range(1, 7), repeat=2))
    assert counted["red"] == Fraction(sum(a + tactician > b for a, b in ways), 36)
    assert counted["red blue"] == Fraction(sum(a + tactician == b for a, b in ways), 36)


def test_three_sides_roll_for_it_too() -> None:
    """EG-RULE-74, EG-RULE-01."""
    battle = a_battle(a_figure(), a_foe(), a_figure("gwen", "green", (20, 20)))
    with scripted(dice=[2, 5, 6]) as referee:
        settle_priority(referee, battle)
    assert battle.priority == "green"
