"""C3-SIZE and C3-OPP: size, Force, and how many enemies fit about a base."""

import pytest

from grognard.games.confrontation.assaults import assaultable
from grognard.games.confrontation.profiles import PROFILES
from grognard.games.confrontation.sizes import at_least_as_big, has_room, max_opponents, size_and_force
from tests.games.confrontation.build import a_battle, a_fighter


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"base": "25x25", "listed_small": True}, ("small", 1)),  # C3-SIZE-01
        ({"base": "25x25", "folk": "Goblin"}, ("small", 1)),  # C3-SIZE-01, C3-RULE-17
        ({"base": "25x25"}, ("medium", 1)),  # C3-SIZE-02
        ({"base": "50x50", "folk": "Executioner"}, ("medium", 1)),  # C3-SIZE-02, C3-RULE-17
        ({"base": "25x50"}, ("large", 2)),  # C3-SIZE-03
        ({"base": "37.5x37.5"}, ("large", 2)),  # C3-SIZE-03
        ({"base": "50x50"}, ("large", 2)),  # C3-SIZE-03
        ({"base": "50x50", "card_word": "enormous"}, ("very_large", 3)),  # C3-SIZE-04
        ({"base": "50x50", "card_word": "colossal"}, ("very_large", 4)),  # C3-SIZE-05
        ({"base": "bigger", "card_word": "gigantic"}, ("very_large", 5)),  # C3-SIZE-06
    ],
)
def test_size_and_force_by_base_card_and_name(given, expected):
    assert size_and_force(**given) == expected


def test_our_goblins_are_small_and_the_engine_is_enormous():
    """C3-RULE-17, C3-SIZE-04."""
    assert PROFILES["fen_goblin"].size == "small"
    assert (PROFILES["ossuary_engine"].size, PROFILES["ossuary_engine"].force) == ("very_large", 3)


def test_sizes_have_an_order():
    """C3-SIZE-07."""
    assert at_least_as_big("large", "medium")
    assert not at_least_as_big("small", "medium")


@pytest.mark.parametrize(("base", "most"), [("25x25", 4), ("25x50", 6), ("37.5x37.5", 8), ("50x50", 8), ("bigger", 8)])
def test_how_many_enemies_fit_about_a_base(base, most):
    """C3-OPP-01, C3-OPP-02, C3-OPP-03."""
    assert max_opponents(base) == most
    assert has_room(base, most - 1)
    assert not has_room(base, most)


def test_nobody_assaults_an_enemy_that_is_surrounded():
    """C3-RULE-53."""
    ulla = a_fighter("ulla", "blue", at=(45, 45))
    round_it = [a_fighter(f"r{n}", at=spot) for n, spot in enumerate([(45, 42.5), (45, 47.5), (42.5, 45), (47.5, 45)])]
    odo = a_fighter("odo", at=(40, 40))
    battle = a_battle(ulla, *round_it, odo)
    assert assaultable(battle, odo) == []
    round_it[0].gone = "killed"
    assert assaultable(battle, odo) == [ulla]
