"""What the computer opponents expect of a melee."""

from typing import Any

import pytest

from grognard.games.fearful_odds.battle import Character, Order, Where
from grognard.games.fearful_odds.melee import suffer
from grognard.games.fearful_odds.morale import adjusted_quality
from grognard.games.fearful_odds.options import Options
from grognard.games.fearful_odds.worth import ROUTED, SHAKEN, clash, toll
from tests.script import scripted

from .build import DEFAULTS, MIDDLE, NE, NORTH, SOUTH, a_battle, a_leader, a_unit, go


@pytest.mark.parametrize("order", ["good", "disorder"])
@pytest.mark.parametrize(
    ("sp", "start", "ql"), [(6, 6, 7), (6, 6, 4), (4, 6, 6), (3, 6, 6), (2, 6, 5), (1, 6, 5), (5, 5, 10)]
)
def test_what_a_strike_costs_is_what_the_rules_do_over_all_dice(sp: int, start: int, ql: int, order: str):
    """FO-RULE-02, FO-RULE-04, FO-MEL-14 to FO-MEL-19: hit with 7 of 10, and each coloured die."""
    total, quality = 0.0, 0
    for coloured in range(1, 11):
        unit = a_unit(at=MIDDLE, sp=sp, sp_start=start, ql=ql, order=order)
        battle = a_battle(unit)
        quality = adjusted_quality(battle, unit, 1)
        with scripted() as referee:
            suffer(referee, battle, unit, (True, coloured), 0)
        total += 1.0
        if unit.where is Where.ROUT_BOX:
            total += ROUTED * unit.strength
        elif unit.order is Order.DISORDER and order == "good":
            total += SHAKEN

    assert toll(DEFAULTS, 7, quality, sp, order == "disorder") == pytest.approx(0.7 * total / 10)


def test_natural_tens_miss_where_the_group_plays_so():
    """FO-RULE-03: of a unit's last SP, which needs no check."""
    extremes = Options(natural_extremes="on")

    assert [toll(options, 10, 7, 1, False) for options in (DEFAULTS, extremes)] == [1.0, 0.9]


def promised(*more: Character, **theirs: Any) -> float:
    """What it promises to attack a unit like one's own, face to face, but for what is said of it."""
    mine = a_unit("mine", at=MIDDLE, facing=NORTH)
    foe = a_unit("foe", "blue", **{"at": go(MIDDLE, NE), "facing": SOUTH, **theirs})
    return clash(a_battle(mine, foe, *more), mine, foe)


def test_equal_units_promise_each_other_nothing_and_a_flank_disorder_or_a_leader_changes_that():
    assert promised() == pytest.approx(0)
    assert promised(facing=NORTH) > 1
    assert promised(order="disorder") > 1
    assert promised(a_leader(at=MIDDLE)) > 0 > promised(a_leader(side="blue", at=go(MIDDLE, NE)))
