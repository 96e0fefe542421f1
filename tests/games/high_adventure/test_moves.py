"""Places to move to: what is offered, what is refused and why."""

import pytest

from grognard.errors import IllegalChoice
from grognard.games.high_adventure.battle import Side
from grognard.games.high_adventure.figures import Order
from grognard.games.high_adventure.moves import Move
from grognard.games.high_adventure.rides import Ride, place_for
from grognard.games.high_adventure.things import Item
from grognard.games.high_adventure.weapons import weapon
from tests.games.high_adventure.build import a_battle, a_figure, a_rock, a_wood


def offer(*figures, allowance=500, verb="move", **more):
    battle = a_battle(*figures, **more)
    return place_for(battle, battle.figures[0], allowance, verb)


def refused(place, key):
    with pytest.raises(IllegalChoice) as refusal:
        place.find(key)
    return refusal.value.rule


def test_any_place_within_reach():
    """HA-MOVE-02: with any facing at the end (HA-MOVE-01)."""
    place = offer(a_figure())
    spot = place.find("move 14.00,13.00 facing 270")
    assert (spot.x, spot.y, spot.facing) == (1400, 1300, 270)
    assert place.cost(spot) == 500
    assert refused(place, "move 14.10,13.00") == "HA-MOVE-02"
    assert refused(place, "fly 14.00,13.00") == "HA-RULE-12"
    assert place.find("stay 10.00,10.00 facing 90").facing == 90


def test_a_way_round_is_found_or_may_be_drawn():
    """HA-RULE-60."""
    place = offer(a_figure(), allowance=1000, features=(a_rock(14, 10, 1.5),))
    assert place.find("move 17.00,10.00").via
    assert refused(place, "move 14.00,10.00") == "HA-RULE-60"
    assert place.find("move 17.00,10.00 via 14.00,13.00").via == ((1400, 1300),)
    assert place.region()


def test_sensible_ends_come_first():
    """HA-CON-01, HA-RULE-97, HA-RULE-94: contact, treasure and exits are among the sample, and all of it is lawful."""
    figure = a_figure(weapon=weapon("bow", 1), role="pc", order=Order.MARCH, at=(10, 4))
    battle = a_battle(
        figure,
        a_figure("foe", "blue", at=(14, 4)),
        features=(a_wood((6, 6, 12, 12)),),
        items=[Item("bell", "", "the Bell", x=1200, y=600)],
    )
    battle.sides[0] = Side("red", "red", exits=("south",))
    place = Move(battle, figure, 500)
    words = [spot.to for spot in place.listed]
    assert "into contact with Foe" in words
    assert "to the Bell" in words
    assert "off the table by the south edge" in words
    assert "into cover" in words
    assert {place.find(spot.key).key for spot in place.listed} == {spot.key for spot in place.listed}
    assert place.any(lambda n: n - 1).key in {spot.key for spot in place.listed}


def test_withdraw_and_flee_lead_away():
    """HA-ORD-08, HA-ORD-10."""
    for order, rule in ((Order.WITHDRAW, "HA-ORD-08"), (Order.FLEE, "HA-ORD-10")):
        place = offer(a_figure(order=order), a_figure("foe", "blue", at=(10, 20)))
        assert refused(place, "move 10.00,12.00") == rule
        assert place.find("move 10.00,6.00").verb == "move"


def test_a_group_keeps_together():
    """HA-GRP-02, HA-RULE-16: within 2" of one that has moved."""
    one, two = a_figure("one", group="squad", at=(10, 10)), a_figure("two", group="squad", at=(12, 14))
    battle = a_battle(one, two)
    two.moved = True
    place = Move(battle, one, 500)
    assert refused(place, "move 8.00,10.00") == "HA-GRP-02"
    assert place.find("move 11.00,12.00").verb == "move"


def test_a_rider_goes_straight_with_two_pivots():
    """HA-MOVE-07, HA-MOVE-08, HA-MOVE-09."""
    place = offer(a_figure(mounted=True, at=(20, 20)), allowance=800)
    assert isinstance(place, Ride)
    assert place.find("move 20.00,28.00").verb == "move"
    assert refused(place, "move 28.00,20.00") == "HA-MOVE-08"
    for spot in place.listed:
        assert place.find(spot.key).key == spot.key
    assert any(spot.verb == "stay" and spot.facing == 180 for spot in place.listed)
