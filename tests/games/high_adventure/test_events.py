"""The event deck, weather, and points that were cleared."""

from grognard.games.high_adventure.events import DECK, clear_points, draw_event, weather_passes
from grognard.games.high_adventure.things import Marker
from tests.games.high_adventure.build import a_battle, a_figure
from tests.script import scripted


def test_twelve_cards_eight_of_them_blank():
    """HA-SET-03, HA-RULE-65."""
    assert len(DECK) == 12
    assert DECK.count("blank") == 8


def test_cards_are_not_put_back_until_the_deck_is_empty():
    """HA-RULE-65."""
    battle = a_battle(a_figure())
    with scripted(lots=["blank"]) as referee:
        draw_event(referee, battle)
    assert len(battle.deck) == 11
    battle.deck = ["blank"]
    with scripted(lots=["blank", "blank"]) as referee:
        draw_event(referee, battle)
        assert battle.deck == []
        draw_event(referee, battle)
    assert len(battle.deck) == 11


def test_mist_rain_and_omen():
    """HA-RULE-65: D3 turns each; the omen lasts a turn."""
    battle = a_battle(a_figure())
    with scripted(dice=[4, 6], lots=["Mist", "Rain", "Omen"]) as referee:
        for _ in range(3):
            draw_event(referee, battle)
    assert (battle.mist, battle.rain, battle.omen) == (2, 3, True)
    weather_passes(battle)
    assert (battle.mist, battle.rain, battle.omen) == (1, 2, False)


def test_a_cleared_point_brings_nobody():
    """HA-SET-04: a figure within 5" at the end of a turn, and no enemy within 8"."""
    point = Marker("point", "blue", "the gate", x=1000, y=1500)
    watched = a_battle(a_figure(), a_figure("foe", "blue", at=(10, 23)), reinforcements=[point.copy()])
    clear = a_battle(a_figure(), a_figure("foe", "blue", at=(10, 24.5)), reinforcements=[point.copy()])
    for battle, gone in ((watched, False), (clear, True)):
        with scripted() as referee:
            clear_points(referee, battle)
        assert battle.reinforcements[0].gone is gone
