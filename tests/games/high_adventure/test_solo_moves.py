"""What each order makes a group do that nobody commands."""

from collections.abc import Sequence
from typing import Any

import pytest

from grognard.games.high_adventure import solo_moves, targeting
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.cover import cover_of
from grognard.games.high_adventure.figures import ENEMY, PARTY, Effect, Figure, Order, State, Weapon, gap
from grognard.games.high_adventure.shooting import band
from grognard.games.high_adventure.solo_retreats import safer_cover
from grognard.games.high_adventure.targeting import Candidate, nearest_target
from grognard.games.high_adventure.things import Sighting
from grognard.kernel.referee import Scripted
from tests.games.high_adventure.magic_build import BOW, a_battle, a_figure, a_mage, disc, wall


def orcs(count: int = 2, x: float = 20, y: float = 20, **more: Any) -> list[Figure]:
    return [a_figure(f"orc{n}", ENEMY, x=x + 1.5 * n, y=y, group="orcs", facing=180, **more) for n in range(count)]


def move(battle: Battle, group: str = "orcs", dice: Sequence[int] = ()) -> None:
    with Scripted(dice) as referee:
        solo_moves.move_group(referee, battle, battle.group(group))


# Whom it looks at


def looks_at(battle: Battle, lots: Sequence[str] = ()) -> tuple[int, int, str] | None:
    focus = targeting.focus_of(Scripted(lots=lots), battle, battle.group("orcs"))
    return (focus.x, focus.y, focus.foe) if focus else None


def test_the_nearest_in_sight_then_the_last_known_then_the_post():
    """HA-SOL-46: and with none of them, nothing."""
    near, far = a_figure("near", x=20, y=12), a_figure("far", x=20, y=5)
    assert looks_at(a_battle(*orcs(), near, far)) == (2000, 1200, "near")
    empty = a_battle(*orcs(), sightings=[Sighting(ENEMY, "near", 2000, 500)])
    assert looks_at(empty) == (2000, 500, "")
    empty.sightings.clear()
    empty.group("orcs").post_x, empty.group("orcs").post_y = 700, 800
    assert looks_at(empty) == (700, 800, "")
    empty.group("orcs").post_x = -1
    assert looks_at(empty) is None


def test_exact_ties_are_drawn_for():
    """HA-SOL-46: at random."""
    battle = a_battle(orcs(1)[0], a_figure("one", x=16, y=20), a_figure("two", x=24, y=20))
    assert looks_at(battle, ["two"]) == (2400, 2000, "two")


# Attack


def test_attackers_charge_what_is_in_reach():
    """HA-SOL-30, HA-SOL-47, HA-ORD-05: one roll for the group; 5" and D3" and the pinning inch."""
    foe = a_figure("foe", x=20, y=12)
    battle = a_battle(*orcs(), foe, order=Order.ATTACK)
    move(battle, dice=[4])
    assert len(foe.engaged) == 2
    assert all(battle.figure(f"orc{n}").charged for n in (0, 1))


def test_a_charge_may_fall_short():
    """HA-RULE-09: in reach by the longest roll, but the roll was short; it stops where it ends."""
    foe = a_figure("foe", x=20, y=10.6)
    battle = a_battle(*orcs(1), foe, order=Order.ATTACK)
    move(battle, dice=[1])
    orc = battle.figure("orc0")
    assert orc.charged
    assert not orc.engaged
    assert orc.y == 2000 - 600


def test_out_of_reach_they_only_close():
    """HA-SOL-47: the full Move towards it, no roll."""
    battle = a_battle(*orcs(1), a_figure("foe", x=20, y=5), order=Order.ATTACK)
    move(battle)
    assert battle.figure("orc0").y == 1500
    assert battle.group("orcs").advancing


def test_short_legs_charge_by_a_d2():
    """HA-SOL-30: dwarves and halflings."""
    foe = a_figure("foe", x=20, y=11.6)
    battle = a_battle(*orcs(1, kind="dwarf"), foe, order=Order.ATTACK)
    move(battle, dice=[3])  # a D2 of 1: 6", and the gap is 7.4"
    assert not foe.engaged


def test_attack_without_anybody_in_sight_is_a_march():
    """HA-SOL-47."""
    battle = a_battle(*orcs(1), order=Order.ATTACK, sightings=[Sighting(ENEMY, "foe", 2000, 500)])
    move(battle)
    assert battle.figure("orc0").y == 1500


# March


def test_melee_troops_march_on_the_enemy():
    """HA-SOL-31, HA-SOL-48: Move, without running; it may end in contact (HA-CON-01)."""
    foe = a_figure("foe", x=20, y=14)
    battle = a_battle(*orcs(1), foe, order=Order.MARCH)
    move(battle)
    assert foe.engaged == ["orc0"]
    assert not battle.figure("orc0").charged


def test_archers_halt_within_medium_range():
    """HA-SOL-31, HA-SOL-48: 24" for a bow; already inside it they only turn."""
    archer = a_figure("archer", ENEMY, x=20, y=40, group="orcs", weapons=(BOW, Weapon("knife")))
    foe = a_figure("foe", x=20, y=13)
    battle = a_battle(archer, foe, order=Order.MARCH)
    move(battle)
    assert 2350 <= gap(archer, foe) <= 2400
    here = archer.y
    archer.moved = False
    move(battle)
    assert (archer.y, archer.facing) == (here, 180)


def test_a_move_costs_halves_of_the_turn():
    """HA-SHO-07, HA-RULE-12: who walks more than half its Move has no time to load; who changed weapons walks half."""
    lazy, busy = orcs(2)
    battle = a_battle(lazy, busy, a_figure("foe", x=20, y=5), order=Order.MARCH)
    busy.halves = 1
    move(battle)
    assert (lazy.walked, lazy.halves) == (500, 0)
    assert busy.halves == 0
    assert 245 <= busy.walked <= 250


def test_archers_walk_on_until_they_see():
    """HA-SOL-48: with a line of sight if one can be had."""
    archer = a_figure("archer", ENEMY, x=20, y=20, group="orcs", weapons=(BOW, Weapon("knife")))
    scout, foe = a_figure("scout", ENEMY, x=24, y=20, group="orcs", weapons=(BOW,)), a_figure("foe", x=24, y=10)
    battle = a_battle(archer, scout, foe, order=Order.MARCH, features=(wall("wall", (20, 15.5), (22.6, 15.5)),))
    before = (archer.x, archer.y)
    move(battle)
    assert (scout.x, scout.y) == (2400, 2000)
    assert (archer.x, archer.y) != before


# Stand


def test_those_who_stand_go_into_cover_near_by():
    """HA-SOL-32, HA-SOL-49: within 10", and no visible enemy within 5" of it; they keep going there."""
    wood = disc("wood", "wood", 20, 30, 3, cover="soft")
    foe = a_figure("foe", x=20, y=5)
    battle = a_battle(*orcs(1), foe, order=Order.STAND, features=(wood,))
    orc = battle.figure("orc0")
    for _ in range(3):
        orc.moved = False
        move(battle)
    assert cover_of(battle, orc, foe.x, foe.y)


def test_watched_cover_is_left_alone():
    """HA-SOL-49: they stay and face the nearest enemy."""
    wood = disc("wood", "wood", 20, 27, 3, cover="soft")
    foe = a_figure("foe", x=25.3, y=24)
    battle = a_battle(*orcs(1), foe, order=Order.STAND, features=(wood,))
    move(battle)
    orc = battle.figure("orc0")
    assert (orc.x, orc.y) == (2000, 2000)
    assert orc.facing != 180


def test_a_frozen_halt_and_a_fort_keep_them_where_they_are():
    """HA-RULE-76, HA-SOL-14: not even into cover."""
    wood = disc("wood", "wood", 20, 30, 3, cover="soft")
    for how in ("Halt", "fort"):
        battle = a_battle(*orcs(1), a_figure("foe", x=20, y=5), order=Order.STAND, features=(wood,))
        if how == "Halt":
            battle.group("orcs").result = "Halt"
        else:
            battle.group("orcs").fortified = True
        move(battle)
        assert battle.figure("orc0").y == 2000


def test_strays_rejoin():
    """HA-RULE-16: each stray moves to restore the group at its next move."""
    group = [*orcs(2), a_figure("stray", ENEMY, x=30, y=20, group="orcs")]
    battle = a_battle(*group, a_figure("foe", x=20, y=5), order=Order.STAND)
    move(battle)
    assert battle.figure("stray").x < 3000


# Withdraw and Flee


def test_in_cover_and_at_half_strength_they_stay():
    """HA-SOL-33, HA-SOL-50, HA-ORD-09."""
    wood = disc("wood", "wood", 20.7, 20, 3, cover="soft")
    group = orcs(2)
    battle = a_battle(*group, a_figure("foe", x=20, y=14), order=Order.WITHDRAW, features=(wood,))
    battle.group("orcs").original = 4
    battle.sightings.append(Sighting(ENEMY, "foe", 2000, 1400))
    move(battle)
    assert group[0].y == 2000
    battle.group("orcs").original = 5
    group[0].moved = group[1].moved = False
    move(battle)
    assert group[0].y > 2000


def test_they_withdraw_to_cover_that_is_farther_from_every_enemy():
    """HA-SOL-50, HA-ORD-08: not to a wood nearer to some enemy."""
    good, bad = disc("good", "wood", 24, 30, 2), disc("bad", "wood", 20, 15.5, 2)
    battle = a_battle(*orcs(1), a_figure("foe", x=20, y=10), order=Order.WITHDRAW, features=(good, bad))
    spot = safer_cover(battle, battle.group("orcs"), battle.members(battle.group("orcs")))
    assert spot is not None
    assert spot[1] > 2000
    move(battle)
    assert battle.figure("orc0").y > 2000


def test_without_cover_straight_away():
    """HA-SOL-50: the full Move directly away from the nearest known enemy, but not off the table."""
    battle = a_battle(*orcs(1), a_figure("foe", x=20, y=10), order=Order.WITHDRAW)
    move(battle)
    assert (battle.figure("orc0").x, battle.figure("orc0").y) == (2000, 2500)
    edge = a_battle(*orcs(1, y=47), a_figure("foe", x=20, y=40), order=Order.WITHDRAW)
    move(edge)
    assert edge.figure("orc0").able


def test_flight_adds_a_roll_for_the_group_and_the_edge_is_the_end():
    """HA-SOL-34, HA-SOL-51, HA-ORD-10: Move and D3"; a table edge reached removes it as lost."""
    battle = a_battle(*orcs(1), a_figure("foe", x=20, y=10), order=Order.FLEE)
    move(battle, dice=[6])
    assert battle.figure("orc0").y == 2800
    edge = a_battle(*orcs(1, x=47, y=47), a_figure("foe", x=40, y=40), order=Order.FLEE)
    move(edge, dice=[6])
    assert edge.figure("orc0").state is State.FLED


def test_the_routed_leave_contact_without_a_blow_and_the_pinned_stay():
    """HA-SOL-52, HA-RULE-10: with Flee they go at once; with March they fight on."""
    foe = a_figure("foe", x=20, y=19)
    for order, stays in ((Order.MARCH, True), (Order.WITHDRAW, True), (Order.FLEE, False)):
        battle = a_battle(*orcs(1), foe, order=order)
        orc = battle.figure("orc0")
        orc.engaged, foe.engaged = ["foe"], ["orc0"]
        move(battle, dice=[] if stays else [1])
        assert bool(orc.engaged) is stays


def test_the_surrounded_surrender():
    """HA-SOL-34, HA-ORD-12, HA-RULE-11: nowhere farther from the enemy to run to."""
    orc, foe = a_figure("orc0", ENEMY, x=20, y=20, group="orcs"), a_figure("foe", x=24, y=20)
    box_in = wall("wall", (19.5, 19.5), (20.5, 19.5), (20.5, 20.5), (19.5, 20.5), (19.5, 19.5), blocks_sight=False)
    battle = a_battle(orc, foe, order=Order.FLEE, features=(box_in,))
    move(battle, dice=[6])
    assert (orc.state, orc.captor) == (State.PRISONER, "foe")


def test_magic_holds_some_where_they_are():
    """HA-RULE-41, HA-MAJ-07, HA-RULE-79: the floating, the petrified, and whoever prepares magic do not move."""
    for trouble in ("floating", "petrified", "preparing"):
        orc = orcs(1)[0]
        if trouble == "preparing":
            orc.preparing = "Summon"
        else:
            orc.effects.append(Effect(trouble, turns=3))
        battle = a_battle(orc, a_figure("foe", x=20, y=5), order=Order.MARCH)
        move(battle)
        assert orc.y == 2000


def test_a_wind_storm_stops_an_advance():
    """HA-MAJ-01: nobody within 30" comes nearer to the caster."""
    mage = a_mage("mage", x=20, y=5, effects=[Effect("wind", turns=3)])
    for order in (Order.MARCH, Order.ATTACK):
        battle = a_battle(*orcs(1), mage, order=order)
        move(battle)
        assert battle.figure("orc0").y == 2000


# Shooting


def named(candidate: Candidate | None) -> str:
    return candidate.id if candidate else ""


def test_only_the_nearest_is_shot_at():
    """HA-SOL-02, HA-SOL-53: even if he is too close and another is not; belts last; never the invisible."""
    assert named(nearest_target([Candidate("b", 1200), Candidate("a", 450)])) == "a"
    assert named(nearest_target([Candidate("b", 1200), Candidate("a", 450, belt=True)])) == "b"
    assert named(nearest_target([Candidate("a", 450, belt=True)])) == "a"
    assert nearest_target([Candidate("a", 450, invisible=True), Candidate("b", 900, in_sight=False)]) is None


def test_each_archer_with_a_legal_shot_takes_it():
    """HA-SOL-53: measured from the group's nearest figure; those without a shot do not choose another."""
    bows = [
        a_figure(f"bow{n}", ENEMY, x=20 + 1.5 * n, y=20, group="bows", weapons=(BOW, Weapon("knife"))) for n in range(2)
    ]
    bows[1].loaded = False
    near, far = a_figure("near", x=20, y=10), a_figure("far", x=21.5, y=2)
    battle = a_battle(*bows, near, far)
    targeting.declare_shots(Scripted(), battle, battle.group("bows"))
    assert [(shot.shooter, shot.target) for shot in battle.shots] == [("bow0", "near")]
    assert band("bow", gap(bows[0], near)) == "medium"


@pytest.mark.parametrize("side", [PARTY, ENEMY])
def test_no_order_raises_anything_for_an_empty_group(side):
    """HA-SOL-40: only able figures act."""
    battle = a_battle(a_figure("gone", side, state=State.KILLED, group="orcs"))
    for order in Order:
        battle.group("orcs").order = order
        move(battle)
