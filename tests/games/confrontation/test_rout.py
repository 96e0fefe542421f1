"""C3-ROUT: what a routed fighter may do, and how it flees."""

from grognard.games.confrontation.activation import activate_next
from grognard.games.confrontation.combat import combatant, placements
from grognard.games.confrontation.firing import can_shoot
from grognard.games.confrontation.frays import may_pursue
from grognard.games.confrontation.rout import flee, flees_at_once, flight_length, rights
from grognard.games.confrontation.strategy import officers_of, staff_of
from grognard.ground.open_table import Box
from grognard.ground.terrain import Feature
from tests.games.confrontation.build import a_battle, a_fighter
from tests.games.confrontation.test_actions import a_card, offered
from tests.script import scripted


def fled(*others, at=(30, 60), features=(), **more):
    odo = a_fighter("odo", at=at, routed=True, **more)
    battle = a_battle(odo, *others, features=features)
    with scripted() as referee:
        flee(referee, battle, odo)
    return odo, battle


def test_it_flees_twice_mov_straight_to_its_own_edge():
    """C3-ROUT-02, C3-RULE-56."""
    odo, _ = fled()
    assert (odo.x, odo.y) == (3000, 4000)
    assert flight_length(1250, in_contact=False) == 2500
    assert flight_length(1250, in_contact=True) == 0


def test_off_the_table_it_is_lost():
    """C3-RULE-56: it counts as killed."""
    assert fled(at=(30, 21.25))[0].gone == "lost"
    assert fled(at=(30, 21.26))[0].gone == ""


def test_it_goes_round_what_is_in_the_way_and_never_into_contact():
    """C3-RULE-56."""
    tower = Feature("tower", Box(2800, 4800, 3200, 5200), "high", blocks_sight=True, impassable=True)
    odo, battle = fled(a_fighter("ulla", "blue", at=(30, 41)), features=(tower,))
    assert odo.y < 4600
    assert battle.is_free(odo)


def test_a_free_routed_fighter_flees_as_its_whole_activation():
    """C3-ROUT-02: without a choice."""
    odo = a_fighter("odo", at=(30, 60), routed=True)
    battle = a_card(odo, foes=(a_fighter("ulla", "blue", at=(30, 80)),))
    with scripted() as referee:
        activate_next(referee, battle)
    assert odo.activated
    assert odo.y == 4000


def test_in_contact_it_may_disengage_and_then_flees():
    """C3-RULE-56."""
    odo = a_fighter("odo", at=(30, 60), routed=True)
    battle = a_card(odo, foes=(a_fighter("ulla", "blue", at=(30, 62.5)),))
    assert offered(battle) == ["odo: disengage", "odo: stand"]
    with scripted(dice=[4], answers=["odo: disengage"]) as referee:
        activate_next(referee, battle)
    assert odo.y == 4000


def test_assaulted_before_its_activation_it_flees_unless_it_is_held():
    """C3-ROUT-03, C3-RULE-56."""
    odo = a_fighter("odo", routed=True)
    assert flees_at_once(odo, free=True)
    assert not flees_at_once(odo, free=False)
    odo.activated = True
    assert not flees_at_once(odo, free=True)


def test_what_it_may_not_do():
    """C3-ROUT-04, C3-ROUT-05, C3-ROUT-09, C3-ROUT-10."""
    may = rights(routed=True)
    assert not any([may.fire, may.cast, may.call, may.counter_magic, may.censure, may.pursue, may.leadership])
    assert may.parry
    assert all(rights(routed=False))
    bow = a_fighter("bow", profile="gate_crossbow", routed=True)
    assert not can_shoot(a_battle(bow), bow)
    assert not may_pursue(1000, routed=True, all_dead=True, done=0, implacable=0)


def test_its_discipline_is_not_used_for_the_tactical_roll():
    """C3-ROUT-01."""
    battle = a_battle(a_fighter("odo", dis=6, routed=True), a_fighter("tib", dis=2))
    assert staff_of(officers_of(battle, "red")).dis == 2


def test_in_combat_it_may_not_attack_more_than_it_defends_and_its_active_abilities_are_gone():
    """C3-ROUT-08, C3-ROUT-11, C3-RULE-59."""
    orla = a_fighter("orla", profile="orla", routed=True)
    fighting = combatant(a_battle(orla), orla)
    assert [(p.attack, p.defence) for p in placements(fighting)] == [(0, 2), (1, 1)]
    assert not fighting.counters
    assert fighting.master == -1
    assert not orla.has_active("assault_fire")
    dancer = a_fighter("dancer", profile="heron_dancer", routed=True)
    assert not combatant(a_battle(dancer), dancer).ambidextrous
