"""The nine minor abilities, each cast once and looked at."""

import pytest

from grognard.errors import IllegalChoice
from grognard.games.high_adventure import effects, magic
from grognard.games.high_adventure.abilities import ABILITIES
from grognard.games.high_adventure.aims import targets
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.figures import ENEMY, Effect, Figure
from grognard.games.high_adventure.points import Points
from grognard.games.high_adventure.things import Casting, Door
from grognard.games.high_adventure.visibility import line_of_sight
from grognard.kernel.choice import read_spot
from grognard.kernel.referee import Scripted
from tests.games.high_adventure.magic_build import a_battle, a_figure, a_mage, an_item, box, disc, wall


def cast(battle: Battle, mage: Figure, ability: str, dice: list[int], answers: list[str]) -> None:
    """Aim and work one ability; the casting die (a 2) is thrown first."""
    mage.preparing = ability
    with Scripted([2, *dice], answers) as referee:
        magic.resolve(referee, battle, Casting(mage.id, ability))


def test_smoke_hides_what_is_behind_it():
    """HA-MIN-01: 8" across, for D6 turns."""
    mage, foe = a_mage("mage", "Smoke"), a_figure("foe", ENEMY, y=30)
    battle = a_battle(mage, foe)
    cast(battle, mage, "Smoke", [3], ["at 10.00,20.00"])
    assert battle.clouds[0].turns == 3
    assert not line_of_sight(battle, mage.x, mage.y, foe.x, foe.y)
    assert line_of_sight(battle, 500, 1000, 500, 3000)
    battle.turn = 4
    for _ in range(3):
        effects.end_of_turn(Scripted(), battle)
    assert line_of_sight(battle, mage.x, mage.y, foe.x, foe.y)


def test_smoke_reaches_24_inches_and_no_farther():
    """HA-MIN-01, HA-MAG-13: from the edge of the caster's base."""
    mage = a_mage("mage", "Smoke")
    points = Points(a_battle(mage), mage, "Smoke")
    assert points.check(read_spot("at 10.00,34.50")).y == 3450
    with pytest.raises(IllegalChoice, match="HA-MIN-01"):
        points.check(read_spot("at 10.00,34.51"))


def test_an_area_must_be_in_view():
    """HA-RULE-39: no line of sight, no smoke."""
    mage = a_mage("mage", "Smoke")
    points = Points(a_battle(mage, features=(wall("wall", (0, 15), (40, 15)),)), mage, "Smoke")
    with pytest.raises(IllegalChoice, match="HA-RULE-39"):
        points.check(read_spot("at 10.00,20.00"))
    assert len(points) > 0
    assert all(points.refusal(spot.x, spot.y) is None for spot in points)


def test_levitate_moves_a_man_who_then_hangs_there():
    """HA-MIN-02, HA-RULE-41: at once, and only if he is not pinned or is willing."""
    mage, foe, pinned = a_mage("mage", "Levitate"), a_figure("foe", ENEMY, y=15), a_figure("pinned", ENEMY, y=20)
    battle = a_battle(mage, foe, pinned)
    pinned.engaged = ["somebody"]
    mage.prepared = 1
    referee = Scripted([2], ["lift foe", "at 20.00,10.00"])
    mage.preparing = "Levitate"
    magic.resolve(referee, battle, Casting("mage", "Levitate"))
    assert "lift pinned" not in [option.key for option in referee.asked[0].options]
    assert (foe.x, foe.y) == (2000, 1000)
    assert foe.effect("floating")


def test_levitate_lifts_things_and_doors():
    """HA-MIN-02: heavy doors and the like."""
    mage = a_mage("mage", "Levitate")
    gold, door = an_item("gold", "treasure", x=10, y=14), Door("gate", 1000, 1500)
    battle = a_battle(mage, items=[gold], doors=[door])
    cast(battle, mage, "Levitate", [], ["lift gold", "at 12.00,12.00"])
    assert (gold.x, gold.y) == (1200, 1200)
    cast(battle, mage, "Levitate", [], ["lift gate"])
    shut = [door.shut]
    for turn, walked in ((1, 0), (2, 0), (3, 100)):
        battle.turn, mage.walked = turn, walked
        effects.end_of_turn(Scripted(), battle)
        shut.append(door.shut)
    assert shut == [False, False, False, True]  # HA-RULE-41: it falls when he does something else


@pytest.mark.parametrize(("use", "shut", "locked"), [("open", False, False), ("lock", True, True)])
def test_doors_obey(use, shut, locked):
    """HA-MIN-03: open, close or lock; the magic holds it from then on."""
    mage, door = a_mage("mage", "Open/Lock/Close"), Door("gate", 1000, 1500, shut=True, locked=False)
    battle = a_battle(mage, doors=[door])
    cast(battle, mage, "Open/Lock/Close", [], [f"{use} gate"])
    assert (door.shut, door.locked, door.held) == (shut, locked, 1)
    assert (door.was_shut, door.was_locked) == (True, False)


def test_an_open_door_closes():
    """HA-MIN-03: the third use."""
    mage, door = a_mage("mage", "Open/Lock/Close"), Door("gate", 1000, 1500, shut=False)
    cast(a_battle(mage, doors=[door]), mage, "Open/Lock/Close", [], ["close gate"])
    assert door.shut


def test_a_door_must_be_in_view():
    """HA-RULE-39: a closed door is seen from its own side of the wall, and not through another."""
    mage, door = a_mage("mage", "Open/Lock/Close"), Door("gate", 1000, 1500)
    battle = a_battle(mage, doors=[door], features=(wall("wall", (0, 15), (40, 15)),))
    assert [option.key for option in targets(battle, mage, ABILITIES["Open/Lock/Close"])] == ["open gate", "lock gate"]
    battle.table = battle.table.with_features(wall("screen", (0, 13), (40, 13)))
    assert targets(battle, mage, ABILITIES["Open/Lock/Close"]) == []


def test_nothing_is_aimed_into_the_dark():
    """HA-MAG-13, HA-VIS-07: what cannot be seen for darkness is not in clear view."""
    mage = a_mage("mage", "Smoke", "Teleport")
    cave = box("cave", "room", 5, 5, 40, 40)
    battle = a_battle(mage, features=(cave,), dark=True)
    points = Points(battle, mage, "Smoke")
    assert points.check(read_spot("at 10.00,16.00")).y == 1600
    with pytest.raises(IllegalChoice, match="HA-RULE-39"):
        points.check(read_spot("at 10.00,17.00"))


def test_find_shows_the_nearest_hidden_person():
    """HA-MIN-04, HA-RULE-35: no sight needed; the invisible one may then be targeted this turn."""
    mage = a_mage("mage", "Find", "Sleep")
    ghost = a_figure("ghost", ENEMY, y=12, effects=[Effect("invisible")])
    battle = a_battle(mage, ghost, features=(wall("wall", (0, 30), (40, 30)),))
    mage.preparing = "Sleep"
    magic.resolve(Scripted(), battle, Casting("mage", "Sleep"))
    assert not ghost.helpless
    cast(battle, mage, "Find", [], [])
    assert ghost.located == 1
    cast(battle, mage, "Sleep", [], ["ghost"])
    assert ghost.helpless


def test_find_finds_things_when_nobody_hides():
    """HA-MIN-04: a person or a thing."""
    mage = a_mage("mage", "Find")
    battle = a_battle(mage, items=[an_item("crown", "treasure", x=20, y=20)])
    mage.preparing = "Find"
    referee = Scripted([2])
    magic.resolve(referee, battle, Casting("mage", "Find"))
    assert any("finds crown" in event.words for event in referee.events)


def test_light_torch_lights_and_never_hurts():
    """HA-MIN-05, HA-RULE-104, HA-FIR-02: a torch, or a camp fire that does not spread."""
    mage, man = a_mage("mage", "Light torch"), a_figure("man", ENEMY, x=10, y=15)
    torch = an_item("torch", "torch", "mage")
    battle = a_battle(mage, man, items=[torch], features=(disc("copse", "wood", 10, 15, 2),))
    cast(battle, mage, "Light torch", [], ["light torch"])
    assert torch.lit
    cast(battle, mage, "Light torch", [3, 4], ["camp fire at copse"])
    battle.turn = 2
    from grognard.games.high_adventure import fire

    fire.end_of_turn(Scripted(), battle)
    assert battle.fires[0].radius == 0
    assert man.light_wounds == 0


def test_light_torch_thaws():
    """HA-RULE-51: a little warmth frees the frozen."""
    mage, friend = a_mage("mage", "Light torch"), a_figure("friend", y=15, effects=[Effect("frozen", turns=5)])
    battle = a_battle(mage, friend)
    cast(battle, mage, "Light torch", [], ["thaw friend"])
    assert not friend.helpless


def test_sleep_reaches_three_inches():
    """HA-MIN-07: exactly 3" is in range; the sleeper is helpless and his own magic is spoiled."""
    mage, foe = a_mage("mage", "Sleep"), a_mage("foe", side=ENEMY, y=14, preparing="Healing", prepared=2)
    battle = a_battle(mage, foe)
    cast(battle, mage, "Sleep", [], ["foe"])
    assert foe.helpless
    assert not foe.preparing


def test_divine_shows_what_a_thing_is_for():
    """HA-MIN-08: also a talisman's nature (HA-RULE-52)."""
    mage = a_mage("mage", "Divine")
    charm, wand = an_item("charm", "talisman", x=10, y=14), an_item("wand", "object", x=10, y=15, ability="Sleep")
    battle = a_battle(mage, items=[charm, wand])
    mage.preparing = "Divine"
    magic.resolve(Scripted([2], ["charm"], ["6"]), battle, Casting("mage", "Divine"))
    assert (charm.nature, charm.known) == ("baleful", True)
    cast(battle, mage, "Divine", [], ["wand"])
    assert wand.known


def test_knock_back_throws_a_man_straight_back():
    """HA-MIN-09: D6"."""
    mage, foe = a_mage("mage", "Knock back"), a_figure("foe", ENEMY, y=14)
    battle = a_battle(mage, foe)
    cast(battle, mage, "Knock back", [4], ["foe"])
    assert (foe.x, foe.y, foe.light_wounds) == (1000, 1800, 0)


def test_a_wall_stops_him_and_hurts():
    """HA-RULE-43: it stops there and takes one LW, as a blocked push back."""
    mage, foe = a_mage("mage", "Knock back"), a_figure("foe", ENEMY, y=14)
    battle = a_battle(mage, foe, features=(wall("wall", (0, 17), (40, 17)),))
    cast(battle, mage, "Knock back", [5], ["foe"])
    assert foe.light_wounds == 1
    assert 1640 <= foe.y <= 1650


def test_knocked_into_an_enemys_inch_he_is_pinned():
    """HA-RULE-43, HA-RULE-17: a knock back counts as a move."""
    mage, foe, guard = a_mage("mage", "Knock back"), a_figure("foe", ENEMY, y=14), a_figure("guard", y=17.8)
    battle = a_battle(mage, foe, guard)
    cast(battle, mage, "Knock back", [2], ["foe"])
    assert foe.engaged == ["guard"]
