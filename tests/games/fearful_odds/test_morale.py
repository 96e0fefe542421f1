"""Quality, morale checks, task checks, Disorder, Rout and elimination."""

import pytest

from grognard.games.fearful_odds.battle import Order, Where
from grognard.games.fearful_odds.morale import (
    adjusted_quality,
    check_morale,
    check_task,
    disorder,
    lose_strength,
    own_quality,
)
from grognard.games.fearful_odds.options import Options
from grognard.kernel.odds import odds
from tests.script import scripted

from .build import MIDDLE, a_battle, a_hero, a_leader, a_unit


def test_quality_falls_at_half_strength_and_rises_with_one_leader():
    """FO-STAT-02, FO-STAT-05, FO-MEL-14, FO-MEL-15, FO-RULE-06: 6 - 1, and the better of two leaders; a hero adds nothing."""
    unit = a_unit(ql=6, sp=4, sp_start=8, at=MIDDLE)
    battle = a_battle(unit, a_leader("one", ml=1, at=MIDDLE), a_leader("two", ml=2, at=MIDDLE), a_hero(at=MIDDLE))

    assert own_quality(battle, unit) == 5
    assert adjusted_quality(battle, unit) == 7


def test_three_of_seven_is_half_strength_and_four_is_not():
    """FO-RULE-05."""
    weak, strong = (
        a_unit("weak", ql=6, sp=3, sp_start=7, at=MIDDLE),
        a_unit("strong", ql=6, sp=4, sp_start=7, at=MIDDLE + 1),
    )
    battle = a_battle(weak, strong)

    assert own_quality(battle, weak) == 5
    assert own_quality(battle, strong) == 6


def test_own_quality_is_never_below_nought_and_a_leader_adds_to_that():
    """FO-RULE-03: floored before the ML is added."""
    unit = a_unit(ql=1, sp=1, sp_start=8, at=MIDDLE)
    battle = a_battle(unit, a_leader(ml=2, at=MIDDLE))
    battle.side("red").demoralized = True

    assert own_quality(battle, unit) == 0
    assert adjusted_quality(battle, unit) == 2


@pytest.mark.parametrize(("effect", "quality"), [("ql_minus_1", 5), ("none", 6)])
def test_a_demoralized_army_is_worse_by_one(effect: str, quality: int) -> None:
    """FO-RULE-13 and its option."""
    unit = a_unit(ql=6, sp=8, at=MIDDLE)
    battle = a_battle(unit, options=Options(demoralized_effect=effect))  # type: ignore[arg-type]
    battle.side("red").demoralized = True

    assert own_quality(battle, unit) == quality


@pytest.mark.parametrize(
    ("die", "order"), [(6, Order.GOOD), (7, Order.DISORDER), (9, Order.DISORDER), (10, Order.ROUT)]
)
def test_a_morale_check_holds_disorders_or_routs(die: int, order: Order) -> None:
    """FO-MEL-16, FO-MEL-17, FO-MEL-18, FO-STAT-11."""
    unit = a_unit(ql=6, sp=8, at=MIDDLE)

    with scripted() as referee:
        assert check_morale(referee, a_battle(unit), unit, die) is order


def test_a_second_disorder_is_a_rout_and_the_unit_leaves_for_the_rout_box():
    """FO-MEL-19, FO-RULE-12: at once, and its hex is empty."""
    unit = a_unit(ql=6, order="disorder", at=MIDDLE)
    battle = a_battle(unit)

    with scripted() as referee:
        check_morale(referee, battle, unit, 7)

    assert unit.where is Where.ROUT_BOX
    assert battle.unit_in(MIDDLE) is None


@pytest.mark.parametrize(("reading", "order"), [("any_cause", Order.ROUT), ("morale_only", Order.DISORDER)])
def test_a_second_disorder_from_a_hazard_routs_unless_the_group_plays_otherwise(reading: str, order: Order) -> None:
    """FO-RULE-07, FO-MOVE-12."""
    unit = a_unit(ql=5, order="disorder", at=MIDDLE)
    battle = a_battle(unit, options=Options(second_disorder=reading))  # type: ignore[arg-type]

    with scripted(dice=[6]) as referee:
        assert not check_task(referee, battle, unit)

    assert unit.order is order


def test_disorder_from_elsewhere_disorders_a_unit_in_good_order():
    """FO-RULE-07."""
    unit = a_unit(at=MIDDLE)

    with scripted() as referee:
        disorder(referee, a_battle(unit), unit, "FO-UNIT-11")

    assert unit.order is Order.DISORDER


def test_the_last_point_of_strength_eliminates():
    """FO-STAT-01."""
    unit = a_unit(sp=1, sp_start=8, at=MIDDLE)
    battle = a_battle(unit)

    with scripted() as referee:
        assert not lose_strength(referee, battle, unit, "FO-RULE-02")

    assert unit.where is Where.GONE
    assert unit.at == -1


@pytest.mark.parametrize(("die", "passes"), [(1, True), (10, False)])
def test_natural_extremes_decide_where_the_group_plays_them(die: int, passes: bool) -> None:
    """FO-RULE-03: QL 0 passes on a 1, QL 12 fails on a 10."""
    unit = a_unit(ql=1 if die == 1 else 10, sp=8 if die == 10 else 1, sp_start=8, at=MIDDLE)
    battle = a_battle(unit, a_leader(ml=2 if die == 10 else 0, at=MIDDLE), options=Options(natural_extremes="on"))

    with scripted(dice=[die]) as referee:
        assert check_task(referee, battle, unit) is passes


def test_the_odds_of_a_task_check_are_those_of_counting_faces():
    """FO-MOVE-12: QL 7 fails on 8, 9 and 10."""
    unit = a_unit(ql=7, at=MIDDLE)
    failing = sum(face > 7 for face in range(1, 11))

    assert odds(check_task, a_battle(unit), unit)[False] * 10 == failing
