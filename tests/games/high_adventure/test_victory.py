"""Points, goals, and when a battle is over."""

import pytest

from grognard.games.high_adventure import GAME
from grognard.games.high_adventure.battle import Goal
from grognard.games.high_adventure.figures import PARTY, State
from grognard.games.high_adventure.things import Item
from grognard.games.high_adventure.victory import check_at_once, check_last_turn, points, points_of
from grognard.ground.shapes import Box
from grognard.ground.terrain import Feature
from grognard.lab.feuds import feuds
from grognard.lab.simulate import Plan
from tests.games.high_adventure.build import a_battle, a_figure, there


def battle_of(goal=None, **more):
    hero, foe = a_figure("hero", role="pc", strength=3), a_figure("foe", "blue", at=(30, 30), strength=2)
    return a_battle(hero, foe, goal=goal or Goal(), **more)


def out(battle, id, state):
    battle.figure(id).state = state
    battle.figure(id).died = battle.turn


def test_points_for_those_who_are_out_and_double_for_the_held():
    """HA-RULE-93."""
    assert points_of([2, 1], [1]) == 5
    battle = battle_of()
    out(battle, "foe", State.PRISONER)
    assert points(battle, "red") == 4
    out(battle, "foe", State.FLED)
    assert points(battle, "red") == 2


def test_the_endless_supply_pays_nothing():
    """HA-RULE-93: guards, archers and picts that came by a marker."""
    guard = a_figure("guard", "blue", at=(20, 20))
    guard.by_marker = True
    battle = a_battle(a_figure(role="pc"), guard)
    out(battle, "guard", State.KILLED)
    assert points(battle, "red") == 0


def test_the_party_loses_when_all_its_pcs_are_out():
    """HA-RULE-93."""
    battle = battle_of()
    out(battle, "hero", State.GRIEVOUS)
    check_at_once(battle)
    assert there(battle.outcome).winner == "blue"


def test_more_points_win_when_time_is_up():
    """HA-RULE-92, HA-RULE-93, HA-SET-02: a plain battle."""
    battle = a_battle(
        a_figure(role="pc"), a_figure("x", "blue", at=(20, 20)), a_figure("y", "blue", at=(30, 30)), last_turn=1
    )
    check_last_turn(battle)
    assert there(battle.outcome).winner == ""
    again = battle.copy()
    again.outcome = None
    out(again, "x", State.KILLED)
    check_last_turn(again)
    assert (there(again.outcome).winner, there(again.outcome).score) == ("red", {"red": 1, "blue": 0})


@pytest.mark.parametrize(
    ("states", "winner"),
    [
        ([State.LEFT, State.LEFT], "red"),
        ([State.LEFT, State.GRIEVOUS], "red"),
        ([State.GRIEVOUS, State.DISABLED], "blue"),
        ([State.LEFT, State.ABLE], None),
    ],
)
def test_an_escape(states, winner):
    """HA-RULE-94, HA-SET-01: every able PC has left, and at least one has."""
    battle = a_battle(
        a_figure("a", role="pc"),
        a_figure("b", role="pc", at=(20, 20)),
        a_figure("x", "blue", at=(40, 40)),
        goal=Goal("escape", exits=("north",)),
    )
    for id, state in zip("ab", states, strict=True):
        battle.figure(id).state = state
    check_at_once(battle)
    assert (battle.outcome.winner if battle.outcome else None) == winner


def test_treasure_carried_off_or_not():
    """HA-RULE-97, HA-RULE-93: off the table, still at home, or somewhere between."""
    house = Feature("temple", Box(2000, 2000, 3000, 3000), "building")
    for holder, x, winner, word in (
        ("hero", 0, "red", "win"),
        ("", 2500, "blue", "clear"),
        ("", 1500, "blue", "narrow"),
    ):
        battle = battle_of(Goal("carry", "bell", ("south",), "temple"), features=(house,), last_turn=1)
        battle.items = [Item("bell", "red", "the Bell", holder=holder, x=x, y=2500)]
        if holder:
            battle.figure("hero").state = State.LEFT
            check_at_once(battle)
        check_last_turn(battle)
        assert there(battle.outcome).winner == winner
        assert word in there(battle.outcome).reason


def test_a_dead_villain_is_a_narrow_win():
    """HA-RULE-92."""
    for state, winner in ((State.KILLED, "red"), (State.ABLE, "blue")):
        battle = battle_of(Goal("carry", "crown", ("south",), villain="foe"), last_turn=1)
        battle.items = [Item("crown", "", "the Crown")]
        battle.figure("foe").state = state
        check_last_turn(battle)
        assert there(battle.outcome).winner == winner


def test_the_lab_knows_who_put_whom_out():
    """The log names the killer with his victim, which is all that the lab reads."""
    found = feuds(Plan("high_adventure", GAME.scenario("toll_at_cragford"), {PARTY: "recruit"}), 3)
    assert any(killer for killer, _ in found)
