"""The army general."""

import pytest

from grognard.games.war_and_conquest.combat_result import break_unit
from grognard.games.war_and_conquest.flight import run_away
from grognard.games.war_and_conquest.general import commands, is_near, raised, risk, share_fate
from grognard.games.war_and_conquest.last_chance import last_chance
from grognard.games.war_and_conquest.losses import lose
from grognard.games.war_and_conquest.resolution import begin_resolution
from tests.games.war_and_conquest.build import a_battle, a_unit, with_general
from tests.script import scripted


def a_line():
    """The general's guard, and spears whose near edge is exactly 10 inches east of its leader."""
    guard = a_unit("guard", x=2000, y=2000)
    spears = a_unit("spears", x=2000 + 1000 + 400, y=2000)
    return guard, spears, with_general(a_battle(guard, spears), guard)


def test_the_zone_reaches_ten_inches_and_not_one_hundredth_more():
    """WC-GEN-01, WC-RULE-02."""
    _, spears, battle = a_line()
    assert is_near(scripted(), battle, spears)
    spears.x += 1
    assert not is_near(scripted(), battle, spears)


def test_the_zone_counts_for_his_own_unit_and_for_runaways():
    """WC-RULE-28, WC-GEN-04."""
    guard, spears, battle = a_line()
    spears.fleeing = True
    assert is_near(scripted(), battle, guard)
    assert is_near(scripted(), battle, spears)


def test_bonuses_are_not_added_together():
    """WC-GEN-02, WC-GEN-03: the better one counts, up to 10."""
    assert raised(8, near=True, other_bonus=1) == 9
    assert raised(9, near=True, other_bonus=2) == 10
    assert raised(7, near=False) == 7


@pytest.mark.parametrize("state", ["fleeing", "slain"])
def test_only_a_living_general_who_does_not_flee_commands(state):
    """WC-RULE-28."""
    _, spears, battle = a_line()
    battle.sides[0].general_state = state
    assert not is_near(scripted(), battle, spears)


def test_a_general_off_the_table_commands_nobody():
    """WC-RULE-28: he stands just beyond the edge with his unit."""
    guard, _, battle = a_line()
    guard.where = "off"
    assert not commands(battle, battle.sides[0])


@pytest.mark.parametrize(("dice", "state"), [([1, 1], "slain"), ([1, 2], "able")])
def test_a_two_kills_a_general_in_combat(dice, state):
    """WC-OFIGHT-07."""
    guard, _, battle = a_line()
    with scripted(dice=dice) as referee:
        risk(referee, battle, guard)
    assert battle.sides[0].general_state == state
    assert battle.sides[0].general_news == ("slain" if state == "slain" else "")


def test_he_falls_with_his_unit():
    """WC-OTROOP-07."""
    guard, _, battle = a_line()
    lose(scripted(), battle, guard, "destroyed", "WC-PF-02")
    assert battle.sides[0].general_state == "slain"


def test_he_is_routed_when_it_breaks_and_fleeing_afterwards():
    """WC-RULE-34, WC-OTROOP-07: the rout is heard in the same round; later he is only fleeing."""
    guard, _spears, battle = a_line()
    guard.engaged = True
    break_unit(scripted(), battle, guard)
    side = battle.sides[0]
    assert (side.general_news, side.general_state) == ("routed", "fleeing")
    begin_resolution(scripted(), battle)
    assert "general_lost" in battle.due[0].reasons
    assert (side.general_news, side.general_state, side.rout_tested) == ("", "fleeing", True)


def test_a_rout_that_was_tested_for_is_not_tested_again_when_he_dies():
    """WC-RULE-17."""
    guard, _, battle = a_line()
    break_unit(scripted(), battle, guard)
    begin_resolution(scripted(), battle)
    lose(scripted(), battle, guard, "destroyed", "WC-PF-02")
    assert battle.sides[0].general_news == ""


def test_a_general_lost_in_the_end_phase_is_heard_of_in_the_next_resolution_phase():
    """WC-RULE-17, WC-TRIG-08: the spears that saw him go test then, at MV -1."""
    guard, _spears, battle = a_line()
    guard.fleeing = True
    share_fate(scripted(), battle, guard)
    lose(scripted(), battle, guard, "dispersed", "WC-END-03")
    begin_resolution(scripted(), battle)
    assert [(due.unit, due.reasons) for due in battle.due] == [("spears", ("general_lost",))]


def test_a_general_who_rallies_commands_again():
    """WC-OTROOP-07."""
    guard, _, battle = a_line()
    run_away(scripted(), battle, guard, (0, -1), 3, "resolution")
    assert battle.sides[0].general_state == "fleeing"
    guard.fleeing = False
    share_fate(scripted(), battle, guard)
    assert battle.sides[0].general_state == "able"


def test_the_generals_bonus_counts_for_the_last_chance():
    """WC-GEN-04, WC-LAST-01: 7 + 1 - 1 passes a roll of 7."""
    _guard, spears, battle = a_line()
    spears.fleeing = True
    with scripted(dice=[3, 4], answers=["yes"]) as referee:
        last_chance(referee, battle, spears)
    assert spears.where == "off"
