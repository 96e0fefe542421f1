"""What halves of a turn are spent on besides moving."""

from grognard.games.high_adventure.actions import act, climb_out, half_actions, jumps, landing, whole_actions
from grognard.games.high_adventure.figures import Effect, State
from grognard.games.high_adventure.things import Door, Item
from grognard.games.high_adventure.weapons import weapon
from grognard.ground.shapes import Box
from grognard.ground.terrain import Feature
from tests.games.high_adventure.build import a_battle, a_figure
from tests.script import scripted

STREAM = Feature("the stream", Box(0, 1100, 6000, 1300), "water", impassable=True)


def keys(battle, id="anna"):
    return [pick.key for pick in half_actions(battle, battle.figure(id))]


def do(battle, key, id="anna", dice=()):
    with scripted(dice=dice) as referee:
        act(referee, battle, battle.figure(id), key)


def test_changing_weapons_takes_half_a_turn():
    """HA-MOVE-15, HA-RULE-12, HA-RULE-58, HA-RULE-104: two hands put a torch out."""
    battle = a_battle(a_figure(weapons=(weapon("sword", 1), weapon("two-handed axe", 2))))
    battle.items = [Item("torch", "red", "torch", kind="torch", holder="anna", lit=True)]
    anna = battle.figure("anna")
    assert keys(battle) == ["ready two-handed axe", "douse torch"]
    do(battle, "ready two-handed axe")
    assert (anna.hand, anna.halves, anna.two_handed) == ("two-handed axe", 1, battle.turn)
    assert not battle.items[0].lit
    assert "light torch" not in keys(battle)


def test_loading_is_an_action():
    """HA-MOVE-13."""
    battle = a_battle(a_figure(weapon=weapon("bow", 1)))
    battle.figure("anna").loaded = False
    assert keys(battle) == ["load"]
    do(battle, "load")
    assert battle.figure("anna").loaded


def test_treasure_is_picked_up_and_handed_on():
    """HA-RULE-97."""
    battle = a_battle(a_figure(), a_figure("bert", at=(11, 10)))
    battle.items = [Item("bell", "", "the Bell", x=1000, y=1040)]
    assert keys(battle) == ["take bell"]
    do(battle, "take bell")
    assert battle.items[0].holder == "anna"
    assert keys(battle) == ["give bell to bert"]
    do(battle, "give bell to bert")
    assert battle.items[0].holder == "bert"
    assert battle.figure("anna").halves == 0


def test_a_torch_is_lit_by_its_bearer():
    """HA-RULE-104."""
    battle = a_battle(a_figure())
    battle.items = [Item("torch", "red", "torch", kind="torch", holder="anna")]
    do(battle, "light torch")
    assert battle.items[0].lit
    do(battle, "douse torch")
    assert not battle.items[0].lit


def test_doors_from_either_side():
    """HA-RULE-98: half a turn; one attempt at a lock in a turn."""
    battle = a_battle(
        a_figure(at=(30, 19), cleverness=3), doors=[Door("door", 3000, 2000), Door("vault", 3000, 2050, locked=True)]
    )
    assert keys(battle) == ["open door", "pick vault", "force vault"]
    do(battle, "open door")
    assert not battle.doors[0].shut
    do(battle, "pick vault", dice=[5])
    assert battle.figure("anna").busy == "door"
    battle.figure("anna").halves = 1
    assert keys(battle) == ["close door"]


def test_mounting_and_dismounting_are_halves():
    """HA-RULE-105, HA-RULE-12."""
    battle = a_battle(a_figure(mounted=True))
    do(battle, "dismount")
    assert keys(battle) == ["mount"]
    do(battle, "mount")
    assert battle.figure("anna").mounted


def test_a_strong_figure_jumps_the_stream():
    """HA-MOVE-03, HA-RULE-88: 2" wide; half a turn."""
    battle = a_battle(a_figure(strength=2, at=(10, 10.4)), a_figure("weak", at=(20, 10.4)), features=(STREAM,))
    assert keys(battle) == ["jump the stream"]
    assert jumps(battle, battle.figure("weak")) == []
    assert landing(battle, battle.figure("anna"), STREAM) == (1000, 1351)
    do(battle, "jump the stream")
    assert battle.figure("anna").y == 1351
    assert battle.figure("anna").halves == 1


def test_prisoners_are_dispatched_in_a_whole_turn():
    """HA-PRI-03, HA-RULE-12."""
    battle = a_battle(a_figure(), a_figure("held", "blue", at=(12, 10)))
    battle.figure("held").state = State.PRISONER
    assert [pick.key for pick in whole_actions(battle, battle.figure("anna"))] == ["dispatch"]
    do(battle, "dispatch")
    assert (battle.figure("anna").busy, battle.figure("anna").halves) == ("dispatch", 0)


def test_climbing_out_of_a_pit():
    """HA-RULE-99."""
    pit = Feature("pit", Box(900, 900, 1100, 1100), "pit", impassable=True)
    battle = a_battle(a_figure(), features=(pit,))
    anna = battle.figure("anna")
    anna.effects = [Effect("pit")]
    with scripted() as referee:
        climb_out(referee, battle, anna)
    assert anna.effect("pit") is None
    assert anna.halves == 0
    assert not battle.terrain.is_solid(anna.x, anna.y, anna.radius)


def test_the_pinned_only_change_weapons():
    """HA-RULE-12."""
    battle = a_battle(a_figure(weapons=(weapon("bow", 1), weapon("knife", 1))), a_figure("foe", "blue", at=(11, 10)))
    battle.figure("anna").hand = "bow"
    assert keys(battle) == ["ready knife"]
