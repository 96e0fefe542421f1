"""C3-STRAT-02: rally."""

import pytest

from grognard.games.confrontation.options import Options
from grognard.games.confrontation.rally import rally, rally_difficulty, rally_options
from tests.games.confrontation.build import a_battle, a_fighter
from tests.script import scripted


def rallied(dice, using, options=None, others=(), **more):
    odo = a_fighter("odo", at=(30, 30), routed=True, routed_by=7, **more)
    with scripted(dice=dice, answers=[using] if using else []) as referee:
        return rally(referee, a_battle(odo, *others, options=options), odo), odo


def test_difficulty_6_with_cou_or_dis():
    """C3-STRAT-02, C3-RULE-07, C3-FEAR-07: and he is then immune to what routed him (C3-FEAR-05)."""
    success, odo = rallied([2], "cou")
    assert success
    assert not odo.routed
    assert odo.immune_to == 7
    assert not rallied([2], "dis")[0]


def test_wounds_do_not_count():
    """C3-EFF-05."""
    assert rallied([2], "cou", level=3, stunned=1)[0]


def test_under_fear_level_it_is_what_routed_him():
    """C3-RULE-07, option rally."""
    assert rally_difficulty(Options(), 9) == 6
    assert rally_difficulty(Options(rally="fear_level"), 9) == 9
    assert not rallied([2], "cou", Options(rally="fear_level"))[0]


def test_without_discipline_there_is_only_courage():
    """C3-STAT-07: a FEAR-causer uses its FEAR for COU."""
    assert rallied([2], "", dis=None, fear=4)[0]


@pytest.mark.parametrize("stat", ["cou", "dis"])
def test_a_leaders_values_may_be_used(stat):
    """C3-RULE-76."""
    orla = a_fighter("orla", profile="orla", at=(30, 40))
    odo = a_fighter("odo", at=(30, 30), routed=True)
    keys = [option.key for option in rally_options(a_battle(odo, orla), odo)]
    assert keys == ["cou", "dis", "cou of orla", "dis of orla"]
    assert rallied([2], f"{stat} of orla", others=(orla,), cou=1, dis=1)[0]
