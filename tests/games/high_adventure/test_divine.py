"""Divine intervention: one appeal, when it is allowed."""

from fractions import Fraction

from grognard.games.high_adventure import divine
from grognard.games.high_adventure.figures import ENEMY, PARTY, State
from grognard.games.high_adventure.wounds import suffer
from grognard.kernel.odds import odds
from grognard.kernel.referee import Scripted
from tests.games.high_adventure.magic_build import a_battle, a_figure


def test_only_where_the_scenario_allows_it():
    """HA-DIV-01: off unless switched on; nobody asks."""
    hero = a_figure()
    battle = a_battle(hero)
    assert not divine.averted(Scripted(), battle, hero, "killed")


def test_once_in_a_game_on_a_five_or_six():
    """HA-DIV-02, HA-RULE-34: spent whether or not it works."""
    hero = a_figure()
    battle = a_battle(hero, options={"divine": "on"})
    with Scripted([4], ["yes"]) as referee:
        assert not divine.averted(referee, battle, hero, "killed")
        assert not divine.averted(referee, battle, hero, "killed")
    fresh = a_battle(a_figure(), options={"divine": "on"})
    assert odds(divine.appeal, fresh, PARTY, "killed")[True] == Fraction(1, 3)


def test_the_player_may_keep_the_appeal_for_later():
    """HA-RULE-34: announced after the result is known, before it is applied."""
    hero = a_figure()
    battle = a_battle(hero, options={"divine": "on"})
    with Scripted([], ["no"]) as referee:
        suffer(referee, battle, hero, "K")
    assert hero.state is State.GRIEVOUS
    assert not battle.side(PARTY).appealed


def test_a_cancelled_blow_leaves_no_mark():
    """HA-RULE-34: on 5-6 the result is cancelled."""
    hero = a_figure()
    battle = a_battle(hero, options={"divine": "on"})
    with Scripted([5], ["yes"]) as referee:
        suffer(referee, battle, hero, "K")
    assert hero.able
    assert hero.light_wounds == 0


def test_only_players_characters_are_heard():
    """HA-DIV-01, HA-RULE-34: neither hirelings nor the side that the rules play."""
    hireling, villain = a_figure("hireling", role="npc"), a_figure("villain", ENEMY, role="pc")
    battle = a_battle(hireling, villain, options={"divine": "on"})
    assert not divine.averted(Scripted(), battle, hireling, "killed")
    assert not divine.averted(Scripted(), battle, villain, "killed")
