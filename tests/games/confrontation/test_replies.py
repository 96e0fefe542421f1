"""What may come of an attack, and what may come back for it."""

from fractions import Fraction

from grognard.games.confrontation.attacks import Attack, Defence
from grognard.games.confrontation.fight import Fight
from grognard.games.confrontation.questions import forecast
from grognard.games.confrontation.replies import reply
from grognard.kernel.choice import Question
from tests.games.confrontation.build import a_battle, a_combatant, a_fighter

ON = Attack("odo", "ulla")
ASKED = Question("red", "", (), "C3-COMB-09", ("odo",))


def against(*dice: int):
    battle = a_battle(a_fighter("odo", at=(30, 30)), a_fighter("ulla", "blue", at=(30, 32.5)))
    battle.fight = Fight(
        combatants=[a_combatant("odo", att=4, dice=(1, 0)), a_combatant("ulla", "blue", att=4, dice=dice)]
    )
    return battle


def test_an_attack_shows_what_it_does_if_nobody_parries() -> None:
    """C3-COMB-13: only a 1 misses."""
    shown = dict(forecast(against(1, 1), ASKED, ON) or [])
    assert shown["hits if not parried"] == Fraction(5, 6)
    assert 0 < shown["kills if not parried"] < shown["hits if not parried"]


def test_one_who_lives_and_has_a_die_strikes_back() -> None:
    """C3-RULE-41: the dead lose all their dice; C3-COMB-09: without an attack die there is no attack."""
    back = dict(reply(against(1, 0), ASKED, ON) or [])
    assert 0 < back["hits you"] < Fraction(5, 6)
    assert 0 < back["kills you"] < back["hits you"]
    assert reply(against(0, 2), ASKED, ON) is None
    assert reply(against(1, 0), ASKED, Defence("none")) is None
