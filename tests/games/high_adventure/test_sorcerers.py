"""Magic users whom nobody commands: what they prepare and at whom."""

from typing import Any

import pytest

from grognard.games.high_adventure import magic, sorcerers
from grognard.games.high_adventure.figures import ENEMY, Effect, Figure, Order, State
from grognard.games.high_adventure.things import BoneSite, Casting, Cloud
from grognard.kernel.referee import Scripted
from tests.games.high_adventure.magic_build import BOW, a_battle, a_figure, a_mage, disc, wall

VARNOTH = ("Control", "Reanimate", "Oppose", "Sleep")


def evil(*abilities: str, **more: Any) -> Figure:
    return a_mage("evil", *abilities, side=ENEMY, x=24, y=24, facing=180, **more)


def test_control_first_at_the_bones():
    """HA-RULE-79, HA-SOL-55: the major ability while nothing that he called up by it stands."""
    mage = evil(*VARNOTH)
    battle = a_battle(mage, bones=[BoneSite(2400, 3000, 6)])
    assert magic.npc_choice(battle, mage) == "Control"
    skeleton = a_figure("bones", ENEMY, x=30, kind="skeleton", controller="evil")
    battle = a_battle(mage, skeleton, bones=[BoneSite(2400, 3000, 6)])
    assert magic.npc_choice(battle, mage) == ""


def test_oppose_comes_before_everything():
    """HA-RULE-79: a foe within 8" is casting."""
    mage = evil(*VARNOTH)
    foe = a_mage("foe", x=24, y=18, preparing="Healing")
    battle = a_battle(mage, foe, bones=[BoneSite(2400, 3000, 6)])
    assert magic.npc_choice(battle, mage) == "Oppose"
    mage.preparing = "Oppose"
    with Scripted([2]) as referee:
        magic.resolve(referee, battle, Casting("evil", "Oppose"))
    assert foe.effect("opposed")


@pytest.mark.parametrize("order", [Order.FLEE, Order.WITHDRAW])
def test_who_falls_back_casts_nothing(order):
    """HA-RULE-79: with any order but Flee or Withdraw."""
    mage = evil("Petrify")
    battle = a_battle(mage, a_figure("foe", x=24, y=15))
    assert magic.npc_choice(battle, mage) == "Petrify"
    mage.order = order
    assert magic.npc_choice(battle, mage) == ""


@pytest.mark.parametrize("major", ["Petrify", "Freeze"])
def test_he_strikes_the_nearest_who_is_not_helpless_yet(major):
    """HA-RULE-79: at the nearest enemy in sight, not helpless."""
    mage = evil(major)
    stone = a_figure("stone", x=24, y=20, effects=[Effect("petrified", turns=3)])
    near, far = a_figure("near", x=24, y=16), a_figure("far", x=30, y=10)
    battle = a_battle(mage, stone, near, far)
    mage.preparing = major
    with Scripted([2, 3] if major == "Freeze" else [2, 3, 3]) as referee:
        magic.resolve(referee, battle, Casting("evil", major))
    assert near.helpless
    assert not far.helpless


def test_he_saves_his_power_when_there_is_nobody_to_strike():
    """HA-RULE-79: else he follows his order."""
    mage = evil("Petrify", "Knock back")
    battle = a_battle(mage, a_figure("foe", x=24, y=5), features=(wall("wall", (0, 20), (48, 20)),))
    assert magic.npc_choice(battle, mage) == ""


def test_a_wind_storm_once_and_only_with_an_enemy_in_range():
    """HA-RULE-79."""
    mage = evil("Wind storm")
    battle = a_battle(mage, a_figure("foe", x=24, y=5))
    assert magic.npc_choice(battle, mage) == "Wind storm"
    mage.effects.append(Effect("wind", turns=2))
    assert magic.npc_choice(battle, mage) == ""


def test_summon_while_no_demon_serves():
    """HA-RULE-79: and it stands beside him."""
    mage = evil("Summon", cleverness=5)
    battle = a_battle(mage)
    assert magic.npc_choice(battle, mage) == "Summon"
    mage.preparing = "Summon"
    with Scripted([2, 6, 5, 3]) as referee:
        magic.resolve(referee, battle, Casting("evil", "Summon"))
    assert battle.figures[-1].kind == "large_demon"
    assert magic.npc_choice(battle, mage) == ""


def test_reanimate_only_unobserved_and_then_he_watches():
    """HA-RULE-79: at a body within 8" with no enemy in sight; then nothing else until an enemy is within 6"."""
    mage, body = evil("Reanimate", "Petrify"), a_figure("body", x=24, y=28, state=State.KILLED)
    battle = a_battle(mage, body)
    assert magic.npc_choice(battle, mage) == "Reanimate"
    battle = a_battle(mage, body, a_figure("foe", x=24, y=5))
    assert magic.npc_choice(battle, mage) == "Petrify"
    zombie = a_figure(
        "zombie", ENEMY, x=26, y=28, kind="zombie", controller="evil", effects=[Effect("reanimated", by="evil")]
    )
    foe = a_figure("foe", x=24, y=10)
    battle = a_battle(mage, body, zombie, foe)
    assert sorcerers.watches_over(battle, mage)
    assert magic.npc_choice(battle, mage) == ""
    foe.y = 1800
    assert magic.npc_choice(battle, mage) == "Petrify"


def test_then_sleep_gaze_or_knock_back():
    """HA-RULE-79: in that order, at the nearest enemy in range."""
    foe = a_figure("foe", x=24, y=21)
    mage = evil("Knock back", "Sleep")
    assert magic.npc_choice(a_battle(mage, foe), mage) == "Sleep"
    foe.y = 1500
    assert magic.npc_choice(a_battle(mage, foe), mage) == "Knock back"


def test_and_smoke_on_the_nearest_archer():
    """HA-RULE-79: not twice on the same."""
    mage, archer = evil("Smoke"), a_figure("archer", x=24, y=10, weapons=(BOW,))
    battle = a_battle(mage, a_figure("lout", x=24, y=18), archer)
    assert magic.npc_choice(battle, mage) == "Smoke"
    mage.preparing = "Smoke"
    with Scripted([2, 4]) as referee:
        magic.resolve(referee, battle, Casting("evil", "Smoke"))
    assert (battle.clouds[0].x, battle.clouds[0].y) == (archer.x, archer.y)
    battle = a_battle(mage, archer, clouds=[Cloud("smoke 1", "smoke", "evil", ENEMY, archer.x, archer.y, 400, 3)])
    assert magic.npc_choice(battle, mage) == ""


def test_he_sets_fire_to_cover_about_the_nearest_enemy():
    """HA-RULE-79: Start fire needs something that burns."""
    mage, foe = evil("Start fire"), a_figure("foe", x=24, y=12)
    assert magic.npc_choice(a_battle(mage, foe), mage) == ""
    battle = a_battle(mage, foe, features=(disc("copse", "wood", 24, 9, 2), disc("far", "wood", 10, 30, 2)))
    assert magic.npc_choice(battle, mage) == "Start fire"
    mage.preparing = "Start fire"
    with Scripted([2, 3, 3]) as referee:
        magic.resolve(referee, battle, Casting("evil", "Start fire"))
    assert battle.fires[0].feature == "copse"
