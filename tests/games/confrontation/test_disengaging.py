"""C3-MOVE-06 to C3-MOVE-09: getting away."""

import pytest

from grognard.games.confrontation.activation import activate_next
from grognard.games.confrontation.combat import combatant, placements
from grognard.games.confrontation.disengaging import (
    break_away,
    can_force,
    force_difficulty,
    initiative_value,
    slip_away,
    slip_difficulty,
)
from grognard.games.confrontation.options import Options
from tests.games.confrontation.build import a_battle, a_fighter
from tests.games.confrontation.test_actions import a_card, offered
from tests.script import scripted


def test_the_difficulty_is_4_and_2_per_opponent():
    """C3-MOVE-06, C3-RULE-23, C3-ABIL-02."""
    assert [slip_difficulty(n) for n in (1, 2, 3)] == [6, 8, 10]
    assert slip_difficulty(1, skirmisher=True) == 4


def test_wounds_stuns_and_the_charge_count():
    """C3-RULE-23, C3-RULE-21, C3-EFF-05."""
    assert initiative_value(Options(), a_fighter("odo", ini=5, level=2, stunned=1, charged=True)) == 1


def test_success_is_a_move_up_to_mov_away_from_everybody():
    """C3-MOVE-08, C3-RULE-25: it counts as the activation's move."""
    odo = a_fighter("odo", at=(30, 30), ini=4)
    battle = a_card(odo, foes=(a_fighter("ulla", "blue", at=(30, 32.5)),))
    with scripted(dice=[2], answers=["odo: disengage", "leave 30.00,20.00"]) as referee:
        activate_next(referee, battle)
    assert battle.is_free(odo)
    assert odo.y == 2000


def test_failure_leaves_a_defence_marker():
    """C3-MOVE-09, C3-RULE-26, C3-RULE-80, C3-COMB-21: no die into attack this round."""
    odo = a_fighter("odo", at=(30, 30))
    battle = a_battle(odo, a_fighter("ulla", "blue", at=(30, 32.5)))
    with scripted(dice=[2]) as referee:
        assert not slip_away(referee, battle, odo)
    assert odo.defence_marker
    assert [(p.attack, p.defence) for p in placements(combatant(battle, odo))] == [(0, 2)]


def test_force_needs_a_bigger_fighter_and_beats_the_highest_res():
    """C3-MOVE-07, C3-RULE-24: no wound penalties on the STR test."""
    assert can_force(2, [1, 1])
    assert not can_force(2, [1, 2])
    assert force_difficulty(Options(), [6, 5]) == 14
    assert force_difficulty(Options(force_disengage="res_only"), [6, 5]) == 10
    bull = a_fighter("bull", at=(30, 30), strength=11, force=2, level=3, base="50x50")
    battle = a_battle(bull, a_fighter("ulla", "blue", at=(30, 33.75), res=6), a_fighter("una", "blue", at=(30, 26.25)))
    with scripted(dice=[3]) as referee:
        assert break_away(referee, battle, bull)


def test_only_the_bigger_one_is_offered_force():
    """C3-MOVE-07."""
    bull = a_fighter("bull", at=(30, 30), force=2)
    assert "bull: disengage by force" in offered(a_card(bull, foes=(a_fighter("ulla", "blue", at=(30, 32.5)),)))
    assert "bull: disengage by force" not in offered(
        a_card(bull, foes=(a_fighter("ulla", "blue", at=(30, 32.5), force=2),))
    )


def test_a_fighter_that_got_away_may_fire_at_plus_1():
    """C3-RULE-25, C3-FIRE-12: 7 at medium range and 1 for the move."""
    goblin = a_fighter("bow", profile="gate_crossbow", at=(30, 30))
    battle = a_card(goblin, foes=(a_fighter("ulla", "blue", at=(30, 32.5)),))
    with scripted(dice=[5, 1], answers=["bow: disengage and fire", "leave 30.00,20.00"]) as referee:
        activate_next(referee, battle)
        assert "AIM" in referee.rolled
    assert battle.is_free(goblin)


@pytest.mark.parametrize("engages", ["no", "yes"])
def test_whether_the_move_may_end_in_a_new_engagement(engages):
    """C3-RULE-25, option disengage_engage."""
    odo = a_fighter("odo", at=(30, 30), ini=6)
    foes = (a_fighter("ulla", "blue", at=(30, 32.5)), a_fighter("una", "blue", at=(30, 20)))
    battle = a_card(odo, foes=foes, options=Options(disengage_engage=engages))
    keys = []
    with scripted(dice=[5], answers=["odo: disengage", "leave 30.00,24.00"]) as referee:
        activate_next(referee, battle)
        keys = [option.key.split()[0] for option in referee.asked[-1].options]
    assert ("assault" in keys) is (engages == "yes")


def test_a_rooted_fighter_cannot_disengage():
    """C3-SPELL-09."""
    from grognard.games.confrontation.profile import Effect

    odo = a_fighter("odo", at=(30, 30), effects=(Effect("rootgrip", "rooted", 1),))
    assert offered(a_card(odo, foes=(a_fighter("ulla", "blue", at=(30, 32.5)),))) == ["odo: stand"]
