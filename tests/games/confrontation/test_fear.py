"""C3-FEAR: who tests, against what, with whose courage."""

from grognard.games.confrontation.fear import best_leader, face_fear, is_due
from tests.games.confrontation.build import a_battle, a_fighter
from tests.script import scripted


def faced(level, dice=(), answers=(), others=(), **more):
    odo = a_fighter("odo", at=(30, 30), **more)
    battle = a_battle(odo, *others)
    with scripted(dice=dice, answers=answers) as referee:
        return face_fear(referee, battle, odo, level, rule="C3-FEAR-01"), odo


def test_courage_and_a_die_against_the_fear():
    """C3-FEAR-01, C3-RULE-54: COU 4 + 3 stands against 7."""
    assert faced(7, [3])[0]
    steady, odo = faced(7, [2])
    assert not steady
    assert odo.routed
    assert odo.routed_by == 7


def test_a_failed_test_is_rout():
    """C3-FEAR-08."""
    assert faced(9, [4])[1].routed


def test_who_overcame_a_fear_is_immune_to_it_and_to_lower_ones():
    """C3-FEAR-05."""
    _, odo = faced(7, [5])
    assert odo.immune_to == 7
    assert not is_due(odo, 7)
    assert not is_due(odo, 5)
    assert is_due(odo, 8)


def test_a_fearsome_fighter_fears_only_what_is_worse():
    """C3-FEAR-04, C3-RULE-57, C3-STAT-06: it tests its FEAR as if it were COU."""
    bull = a_fighter("bull", fear=7)
    assert not is_due(bull, 7)
    assert is_due(bull, 8)
    assert faced(9, [2], fear=7)[0]


def test_the_living_dead_and_constructs_never_test():
    """C3-RULE-58, C3-ABIL-07."""
    assert not is_due(a_fighter("pike", fear=5, abilities=("living_dead",)), 9)
    assert not is_due(a_fighter("engine", fear=5, abilities=("construct",)), 9)
    assert is_due(a_fighter("wing", fear=4, abilities=("elemental",)), 9)


def test_friends_near_a_leader_may_use_his_courage():
    """C3-RULE-76: within X, edge to edge; not his FEAR, and not in rout (C3-ROUT-10)."""
    orla = a_fighter("orla", profile="orla", at=(30, 52.5))
    assert faced(9, [2], ["COU of orla"], others=(orla,), cou=3)[0]
    assert not faced(9, [2], ["own COU"], others=(orla,), cou=3)[0]
    odo = a_fighter("odo", at=(30, 30))
    battle = a_battle(odo, orla)
    assert best_leader(battle, odo, "cou") is orla
    orla.y += 1
    assert best_leader(battle, odo, "cou") is None
    orla.y, orla.routed = 4000, True
    assert best_leader(battle, odo, "cou") is None
    steward = a_fighter("steward", profile="steward", at=(30, 40))
    assert best_leader(a_battle(odo, steward), odo, "cou") is None
    assert best_leader(a_battle(odo, steward), odo, "dis") is steward
