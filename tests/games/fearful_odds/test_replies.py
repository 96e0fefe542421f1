"""What may come back for an attack."""

from grognard.games.fearful_odds.firing import Target
from grognard.games.fearful_odds.questions import forecast, melee_odds
from grognard.games.fearful_odds.replies import reply
from grognard.games.fearful_odds.who_fights import Attack
from grognard.kernel.choice import Pick, Question
from tests.games.fearful_odds.build import MIDDLE, NE, NORTH, SOUTH, a_battle, a_unit, go

ASKED = Question("red", "", [], "FO-MEL-03", about=("mine",))


def test_a_melee_strikes_both_ways() -> None:
    """FO-MEL-05."""
    mine = a_unit("mine", sp=8, at=MIDDLE, facing=NORTH, state="active")
    foe = a_unit("foe", "blue", sp=8, at=go(MIDDLE, NE), facing=SOUTH)
    battle = a_battle(mine, foe)
    back = dict(reply(battle, ASKED, Attack("mine", "foe")) or [])
    chances = melee_odds(battle, mine, foe)
    assert back["hits you"] == chances["attacker hit"] > 0
    assert back["you rout"] == chances["attacker routs"] + chances["attacker destroyed"]


def test_archers_answer_archers_but_nobody_answers_with_empty_hands() -> None:
    """FO-MISS-03: the answer is less likely than the same shot first, for some of them are gone by then."""
    mine = a_unit("mine", sp=4, at=MIDDLE, facing=NORTH, state="active", missile="bow")
    there = go(go(MIDDLE, NORTH), NORTH)
    archers = a_unit("foe", "blue", sp=4, at=there, facing=SOUTH, missile="bow")
    battle = a_battle(mine, archers)
    back = dict(reply(battle, ASKED, Target("foe")) or [])
    first = dict(forecast(battle, Question("blue", "", [], "", about=("foe",)), Target("mine")) or [])
    assert 0 < back["hits you"] < first["hit"]
    spears = a_battle(mine, a_unit("foe", "blue", sp=4, at=there, facing=SOUTH))
    assert reply(spears, ASKED, Target("foe")) is None
    assert reply(battle, ASKED, Pick("stand")) is None
