"""Hidden information: decks, reserves, markers and written dice never leak."""

from random import Random

import pytest

from grognard.games.confrontation import GAME
from grognard.games.confrontation.view import imagine, view
from grognard.kernel.battle import encode
from tests.games.confrontation.build import random_pieces


@pytest.mark.parametrize("name", GAME.scenarios())
def test_the_order_of_a_deck_is_seen_by_its_owner_alone(name):
    """C3-STRAT-03, C3-RULE-10: shuffle the hidden part, and the other side's view is the same."""
    seen = 0
    for battle in random_pieces(name, "views", {"reserve_hidden": "yes", "dice_placement": "secret_simultaneous"}):
        other = battle.copy()
        Random(battle.turn).shuffle(other.side("red").deck)
        for marker in other.markers:
            if marker.side == "red":
                marker.real = not marker.real
        assert encode(view(other, "blue")) == encode(view(battle, "blue"))
        assert encode(view(other, None)) == encode(view(battle, None))
        assert GAME.scene(view(other, "blue"), "blue") == GAME.scene(view(battle, "blue"), "blue")
        seen += other.side("red").deck != battle.side("red").deck
        assert view(battle, "red").side("red").deck == battle.side("red").deck
    assert seen > 5


@pytest.mark.parametrize("name", GAME.scenarios())
def test_what_a_side_imagines_fits_what_it_sees(name):
    """C3-RULE-10, C3-RULE-86: same numbers of cards, no card twice, exactly one Scout of two markers."""
    for battle in random_pieces(name, "imagined", {"reserve_hidden": "yes"}):
        guess = imagine(view(battle, "blue"), "blue", Random(battle.turn).randrange)
        for side in guess.sides:
            cards = [*side.deck, *side.reserve, *side.played]
            assert "?" not in cards
            assert len(cards) == len(set(cards))
            assert len(side.deck) == len(battle.side(side.id).deck)
        for scout in {marker.scout for marker in guess.markers}:
            assert sum(marker.real for marker in guess.markers if marker.scout == scout) == 1
        assert guess.side("blue").deck == battle.side("blue").deck
