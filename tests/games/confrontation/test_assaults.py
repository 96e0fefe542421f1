"""C3-MOVE-03 to C3-MOVE-05: charges and engagements, and the fear they cause."""

import pytest

from grognard.errors import IllegalChoice
from grognard.games.confrontation.activation import activate_next
from grognard.games.confrontation.assaults import Meetings, approach_to, assault, assaultable, can_charge
from grognard.games.confrontation.combat import attack_value, combatant, defence_value, initiative_value
from grognard.ground.open_table import Box
from grognard.ground.terrain import Feature
from grognard.kernel.choice import Spot
from tests.games.confrontation.build import a_battle, a_fighter
from tests.games.confrontation.test_actions import a_card
from tests.script import scripted


def pair(apart=15.0, **more):
    odo = a_fighter("odo", at=(30, 30), **more.pop("odo", {}))
    ulla = a_fighter("ulla", "blue", at=(30, 30 + apart + 2.5), **more.pop("ulla", {}))
    return a_battle(odo, ulla, *more.pop("others", ()), **more), odo, ulla


def charge(battle, odo, ulla, dice=(), answers=(), charging=True):
    """Odo assaults Ulla; an engagement takes the nearest place unless an answer names another."""
    if not charging and not answers:
        answers = [Meetings(battle, odo, ulla).listed[0].key]
    with scripted(dice=dice, answers=answers) as referee:
        return assault(referee, battle, odo, ulla, charging=charging)


def test_a_charge_goes_straight_into_contact_up_to_twice_mov():
    """C3-MOVE-03, C3-RULE-20."""
    battle, odo, ulla = pair(20)
    assert can_charge(battle, odo, ulla)
    assert charge(battle, odo, ulla)
    assert battle.opponents(odo) == [ulla]


def test_a_charge_that_falls_short_is_a_walk():
    """C3-RULE-20, C3-FEAR-03: MOV along the line, no penalty, and nobody tests."""
    battle, odo, ulla = pair(20.5, odo={"fear": 7})
    assert ulla in assaultable(battle, odo)
    assert not charge(battle, odo, ulla)
    assert (odo.x, odo.y) == (3000, 4000)
    assert not ulla.charged
    assert not ulla.routed


def test_a_charge_may_be_announced_up_to_5_cm_out_of_reach():
    """C3-RULE-20."""
    battle, odo, ulla = pair(25)
    assert assaultable(battle, odo) == [ulla]
    battle, odo, ulla = pair(25.01)
    assert assaultable(battle, odo) == []


def test_a_charge_needs_los_and_a_clear_line_but_an_engagement_does_not():
    """C3-MOVE-03, C3-MOVE-05, C3-RULE-20, C3-RULE-22."""
    tower = Feature("tower", Box(2800, 3500, 3200, 3700), "high", blocks_sight=True, impassable=True)
    battle, odo, ulla = pair(13, features=(tower,))
    assert not can_charge(battle, odo, ulla)
    assert approach_to(battle, odo, ulla, charging=False) is not None
    battle, odo, ulla = pair(13, odo={"facing": 180})
    assert not can_charge(battle, odo, ulla)


def test_a_figure_in_the_way_leaves_only_engaging():
    """C3-RULE-20: a small figure blocks the line though not the sight."""
    goblin = a_fighter("goblin", at=(30, 37), size="small")
    battle, odo, ulla = pair(13, others=(goblin,))
    assert not can_charge(battle, odo, ulla)
    assert charge(battle, odo, ulla, charging=False)


def test_a_charge_penalises_its_target_and_an_engagement_does_not():
    """C3-MOVE-04, C3-MOVE-05, C3-COMB-19, C3-COMB-20."""
    battle, odo, ulla = pair(10)
    charge(battle, odo, ulla)
    fighting = combatant(battle, ulla)
    assert ulla.charged
    assert (initiative_value(fighting), attack_value(fighting), defence_value(fighting)) == (2, 2, 2)
    battle, odo, ulla = pair(10)
    charge(battle, odo, ulla, charging=False)
    assert not ulla.charged


def test_it_takes_force_to_penalise_a_big_target_and_it_is_counted_once():
    """C3-COMB-20, C3-RULE-21: two of Force 1 together against Force 2; never -2."""
    bull = a_fighter("bull", "blue", at=(30, 45), force=2)
    chargers = [a_fighter(f"r{n}", at=(26 + 4 * n, 30)) for n in range(3)]
    battle = a_battle(bull, *chargers)
    states = []
    for fighter in chargers:
        charge(battle, fighter, bull)
        states.append(bull.charged)
    assert states == [False, True, True]
    assert attack_value(combatant(battle, bull)) == 2


def test_the_assaulter_tests_his_courage_first_and_runs_if_he_fails():
    """C3-FEAR-01, C3-RULE-55: he does not move, is in rout and flees at once."""
    battle, odo, ulla = pair(10, ulla={"fear": 7})
    assert not charge(battle, odo, ulla, dice=[2])
    assert odo.routed
    assert odo.y == 1000
    assert not battle.opponents(ulla)


def test_the_target_of_a_fearsome_charge_may_flee_before_contact():
    """C3-FEAR-02, C3-ROUT-03, C3-RULE-56: not yet activated and free, it runs and counts as activated; the charger may still catch it."""
    battle, bull, ulla = pair(10, odo={"fear": 7, "mov": 1000})
    assert not charge(battle, bull, ulla, dice=[2])
    assert ulla.routed
    assert ulla.activated
    assert ulla.y == 4250 + 2000
    assert bull.y == 5000
    battle, bull, ulla = pair(10, odo={"fear": 7, "mov": 1600})
    assert charge(battle, bull, ulla, dice=[2])
    assert battle.opponents(bull) == [ulla]


def test_who_was_activated_already_stays_and_fights_in_rout():
    """C3-RULE-56."""
    battle, bull, ulla = pair(10, odo={"fear": 7}, ulla={"activated": True})
    assert charge(battle, bull, ulla, dice=[2])
    assert ulla.routed
    assert battle.opponents(ulla) == [bull]


def test_each_charged_fighter_tests_for_itself():
    """C3-FEAR-06, C3-RULE-54."""
    bulls = [a_fighter(f"bull{n}", at=(20 + 20 * n, 30), fear=7) for n in range(2)]
    targets = [a_fighter(f"u{n}", "blue", at=(20 + 20 * n, 42), activated=True) for n in range(2)]
    battle = a_battle(*bulls, *targets)
    charge(battle, bulls[0], targets[0], dice=[2])
    charge(battle, bulls[1], targets[1], dice=[5])
    assert [target.routed for target in targets] == [True, False]


def test_an_assault_ends_in_contact_with_its_target_alone():
    """C3-RULE-20."""
    battle, odo, ulla = pair(12, others=(a_fighter("una", "blue", at=(32.6, 44.5)),))
    assert charge(battle, odo, ulla)
    assert battle.opponents(odo) == [ulla]


def test_being_touched_ends_moving_under_cover():
    """C3-RULE-27: but it still may not counter magic this round."""
    battle, odo, ulla = pair(10, ulla={"under_cover": True, "sheltering": True})
    charge(battle, odo, ulla)
    assert not ulla.under_cover
    assert ulla.sheltering


def test_a_flyer_drops_on_its_target_and_nobody_assaults_the_air():
    """C3-RULE-28."""
    battle, wing, ulla = pair(10, odo={"abilities": ("flight",), "altitude": 1})
    assert charge(battle, wing, ulla)
    assert wing.altitude == 0
    battle, odo, wing = pair(10, ulla={"abilities": ("flight",), "altitude": 1})
    assert assaultable(battle, odo) == []


def test_assault_fire_comes_before_the_targets_fear_and_the_move():
    """C3-RULE-34: at difficulty 7; if the target dies, the assault becomes a walk."""
    orla = a_fighter("orla", profile="orla", at=(30, 30))
    ulla = a_fighter("ulla", "blue", at=(30, 45), res=3)
    battle = a_card(orla, foes=(ulla,))
    with scripted(dice=[4, 6, 6], answers=["orla: fire and charge ulla"]) as referee:
        activate_next(referee, battle)
    assert ulla.gone == "killed"
    assert (orla.x, orla.y) == (3000, 4000)


def test_an_engagement_may_end_anywhere_about_its_target():
    """C3-RULE-22, C3-MOVE-05: any path within reach; elsewhere it is refused."""
    battle, odo, ulla = pair(8)
    places = Meetings(battle, odo, ulla)
    assert len(places.listed) > 3
    with pytest.raises(IllegalChoice):
        places.check(Spot("engage", 3000, 3700))
    assert charge(battle, odo, ulla, answers=["engage 30.00,43.00"], charging=False)
    assert (odo.x, odo.y) == (3000, 4300)
    assert not ulla.charged
