"""Where a grenade may burst."""

from typing import Any

import pytest

from grognard.errors import IllegalChoice
from grognard.games.en_garde.grenades import Throw
from tests.games.en_garde.build import a_battle, a_figure, a_foe, a_piece


def a_throw(**more: Any) -> Throw:
    anne = a_figure(at=(12, 10), missiles=["grenade"])
    battle = a_battle(anne, a_foe(at=(17, 10)), a_foe("jan", (19, 10)), **more)
    return Throw(battle, anne, "grenade")


def test_a_burst_point_is_in_range_and_sight_and_on_the_table() -> None:
    """EG-RULE-29, EG-SHOOT-01: 9 inches from the edge of the thrower's base."""
    throw = a_throw(terrain=[a_piece("building", (9, 12, 15, 14))])
    assert throw.find("burst 21.50,10.00").key == "burst 21.50,10.00"
    for key, rule in (
        ("burst 21.51,10.00", "EG-SHOOT-01"),
        ("burst 12.00,16.00", "EG-RULE-29"),
        ("burst 12.00,-1.00", "EG-RULE-29"),
    ):
        with pytest.raises(IllegalChoice) as caught:
            throw.find(key)
        assert caught.value.rule == rule


def test_a_sample_names_spots_between_enemies() -> None:
    """EG-RULE-29: a spot on the table, not only a model."""
    words = [spot.words for spot in a_throw().listed]
    assert any("between Odo and Jan" in word for word in words)
    assert all(a_throw().find(spot.key) for spot in a_throw().listed)
    assert a_throw().region()[0]
    assert a_throw().cost(a_throw().find("burst 15.50,10.00")) == 300
