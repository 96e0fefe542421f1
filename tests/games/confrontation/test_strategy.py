"""C3-STRAT: rally, stacking the decks, the tactical roll."""

from grognard.games.confrontation.battle import Card
from grognard.games.confrontation.options import Options
from grognard.games.confrontation.strategy import (
    Officer,
    Staff,
    choose_lead,
    officers_of,
    roll_tactics,
    stack_next,
    staff_of,
    tactical_roll,
    winner_of,
)
from grognard.games.confrontation.turn import begin_round, rally_next
from tests.games.confrontation.build import a_battle, a_fighter
from tests.script import scripted


def two_camps(*fighters, **more):
    battle = a_battle(*fighters, **more)
    for side in battle.sides:
        own = [f for f in battle.fighters if f.side == side.id]
        side.cards = tuple(Card(f"{side.id}-{n}", f.name, (f.id,)) for n, f in enumerate(own))
    return battle


def test_a_round_begins_with_the_rally_tests_of_the_routed():
    """C3-STRAT-01, C3-STRAT-02: rally first, then the decks."""
    battle = two_camps(a_fighter("odo", routed=True, routed_by=7), a_fighter("tib"), a_fighter("ulla", "blue"))
    with scripted(dice=[5], answers=["cou"]) as referee:
        begin_round(referee, battle)
        assert battle.phase == "rally"
        rally_next(referee, battle)
        rally_next(referee, battle)
    assert not battle.fighter("odo").routed
    assert battle.phase == "stacking"


def test_the_best_dis_of_those_not_routed_is_used():
    """C3-STRAT-04, C3-ROUT-01, C3-STAT-07: "-" cannot be used."""
    staff = staff_of([Officer(6, routed=True), Officer(3), Officer(4), Officer(None)])
    assert staff == Staff(4, 1, 0)


def test_a_leader_rolls_two_dice_and_of_equals_the_leader_is_used():
    """C3-STRAT-05."""
    assert staff_of([Officer(5), Officer(5, leadership=True)]) == Staff(5, 2, 0)


def test_a_musician_adds_1_and_a_full_war_staff_2_never_3():
    """C3-STRAT-06, C3-STRAT-07, C3-RULE-09, C3-ABIL-06."""
    drum, flag = Officer(2, musician=True), Officer(2, standard=True)
    assert staff_of([Officer(5, leadership=True, beside=()), drum, flag]).bonus == 1
    assert staff_of([Officer(5, leadership=True, beside=(1, 2)), drum, flag]).bonus == 2
    assert staff_of([Officer(5, leadership=True, beside=(2,)), drum, flag]).bonus == 1
    assert staff_of([Officer(5, leadership=True, beside=(1, 2)), drum._replace(routed=True), flag]).bonus == 0


def test_the_staff_must_stand_within_the_leaders_reach():
    """C3-RULE-09: edge to edge."""
    battle = a_battle(
        a_fighter("orla", profile="orla", at=(30, 30)),
        a_fighter("ringer", profile="bell_ringer", at=(52.5, 30)),
        a_fighter("bearer", profile="lamp_bearer", at=(30, 40)),
    )
    assert staff_of(officers_of(battle, "red")) == Staff(6, 2, 2)
    battle.fighter("ringer").x += 1
    assert staff_of(officers_of(battle, "red")).bonus == 1


def test_a_camp_with_nobody_to_use_rolls_with_0():
    """C3-RULE-05."""
    assert staff_of([Officer(None), Officer(None, musician=True)]) == Staff(0, 1, 1)


def test_a_leaders_dice_are_best_of_two_or_summed():
    """C3-RULE-08."""
    with scripted(dice=[3, 5]) as referee:
        assert roll_tactics(referee, Options(), "red", Staff(6, 2, 2)).total == 13
    with scripted(dice=[3, 5]) as referee:
        assert roll_tactics(referee, Options(leadership_tactical="sum"), "red", Staff(6, 2, 2)).total == 16


def test_a_tie_is_rolled_again():
    """C3-RULE-05, C3-TEST-06."""
    assert winner_of({"red": 7, "blue": 7}) == ""
    battle = two_camps(a_fighter("odo"), a_fighter("ulla", "blue"))
    with scripted(dice=[4, 4]) as referee:
        assert tactical_roll(referee, battle) == ""
    with scripted(dice=[1, 2]) as referee:
        assert tactical_roll(referee, battle) == "blue"


def test_the_winner_says_who_leads():
    """C3-CARD-01."""
    battle = two_camps(a_fighter("odo"), a_fighter("ulla", "blue"), winner="blue")
    battle.winner = "blue"
    with scripted(answers=["red"]) as referee:
        assert choose_lead(referee, battle) == "red"
        assert referee.asked[0].side == "blue"


def test_both_stack_all_cards_in_play_in_any_order():
    """C3-STRAT-03, C3-RULE-10: a card whose fighters are all gone is left out."""
    battle = two_camps(
        *(a_fighter(name) for name in ("odo", "tib", "wat")),
        a_fighter("ulla", "blue"),
        a_fighter("una", "blue", gone="killed"),
    )
    with scripted(answers=["red-2", "red-0"]) as referee:
        while stack_next(referee, battle):
            pass
    assert battle.side("red").deck == ["red-2", "red-0", "red-1"]
    assert battle.side("blue").deck == ["blue-0"]
