"""The solo system on the table: what a group makes of its situation, and who may take it in hand."""

from fractions import Fraction
from typing import Any

import pytest

from grognard.games.high_adventure import solo
from grognard.games.high_adventure.charts import Result
from grognard.games.high_adventure.figures import ENEMY, PARTY, Effect, Figure, Order, State, Weapon
from grognard.games.high_adventure.options import Options
from grognard.games.high_adventure.solo import Commander, is_open, standing_of, who_may_command
from grognard.games.high_adventure.things import Sighting
from grognard.kernel.odds import odds
from grognard.kernel.referee import Scripted
from tests.games.high_adventure.magic_build import BOW, a_battle, a_figure, a_mage, disc, wall


def orcs(count: int = 3, y: float = 30, **more: Any) -> list[Figure]:
    return [a_figure(f"orc{n}", ENEMY, x=20 + 1.5 * n, y=y, group="orcs", facing=180, **more) for n in range(count)]


# Reading the table


def test_a_group_knows_whom_it_sees_and_from_where():
    """HA-SOL-40, HA-SOL-41, HA-RULE-86: distance from its nearest figure, edge to edge; cover; arc; kind."""
    foe, behind = a_figure("foe", x=20, y=20), a_figure("behind", x=20, y=40)
    battle = a_battle(*orcs(), foe, behind, features=(disc("wood", "wood", 20, 20, 1, cover="soft"),))
    battle.group_of(foe).spot_range = 6
    standing = standing_of(battle, battle.group("orcs"))
    assert [(seen.distance, seen.arc) for seen in standing.seen] == [(900, "rear")]
    battle.group_of(foe).spot_range = 12
    standing = standing_of(battle, battle.group("orcs"))
    assert [(seen.distance, seen.in_cover, seen.arc) for seen in standing.seen] == [
        (900, True, "front"),
        (900, False, "rear"),
    ]


def test_losses_are_counted_on_the_group():
    """HA-RULE-71: killed, disabled, captured, fled; and able figures that carry a wound."""
    group = orcs(4)
    group[0].state, group[1].light_wounds = State.FLED, 1
    battle = a_battle(*group)
    standing = standing_of(battle, battle.group("orcs"))
    assert (standing.original, standing.lost, standing.wounded, standing.light_wounds) == (4, 1, 1, 1)
    assert standing.skills == (0, 0, 0)


@pytest.mark.parametrize(("away", "with_it"), [(2.9, True), (3.1, False)])
def test_a_hero_within_two_inches_is_with_the_group(away, with_it):
    """HA-SOL-05, HA-RULE-04: WSk 3 or any PC, in the group or within 2"."""
    hero = a_figure("hero", ENEMY, x=20 - away, y=30, weapons=(Weapon("sword", skill=3),))
    battle = a_battle(*orcs(), hero)
    assert standing_of(battle, battle.group("orcs")).hero is with_it


def test_archers_use_the_ranged_chart_and_magic_users_too():
    """HA-SOL-16: the majority decides."""
    bows = [a_figure(f"bow{n}", ENEMY, group="bows", weapons=(BOW, Weapon("knife"))) for n in range(2)]
    battle = a_battle(*bows, a_figure("lout", ENEMY, group="bows"), a_mage("evil", side=ENEMY), *orcs())
    assert standing_of(battle, battle.group("bows")).ranged
    assert standing_of(battle, battle.groups[1]).ranged
    assert not standing_of(battle, battle.group("orcs")).ranged


def test_retreating_friends_are_noticed():
    """HA-RULE-72: groups with Withdraw or Flee, seen or not; a lone PC does not count."""
    coward, hero = a_figure("coward", ENEMY, x=20, y=40), a_figure("hero", ENEMY, x=25, y=40, role="pc")
    battle = a_battle(*orcs(), coward, hero, features=(wall("wall", (0, 35), (48, 35)),))
    for group in battle.groups[1:]:
        group.order = Order.FLEE
    (retreat,) = standing_of(battle, battle.group("orcs")).retreats
    assert (retreat.distance, retreat.in_sight) == (900, False)


def test_cover_is_judged_from_the_nearest_enemy_known():
    """HA-SOL-06, HA-RULE-103: in sight or last known."""
    wood = disc("wood", "wood", 21.5, 30, 4, cover="soft")
    battle = a_battle(*orcs(), features=(wood,))
    assert standing_of(battle, battle.group("orcs")).in_cover
    hedge = wall("hedge", (10, 29), (40, 29), kind="hedge", blocks_sight=False, impassable=False)
    battle = a_battle(*orcs(), features=(hedge,), sightings=[Sighting(ENEMY, "foe", 2000, 1000)])
    standing = standing_of(battle, battle.group("orcs"))
    assert standing.in_cover
    assert standing.knows_enemy


def test_archers_at_close_quarters_draw_knives():
    """HA-SOL-53: at 5" or less they use hand weapons and the close chart, until nobody is so near."""
    archer = a_figure("archer", ENEMY, y=20, weapons=(BOW, Weapon("knife")))
    foe = a_figure("foe", y=14)
    battle = a_battle(archer, foe)
    group = battle.groups[0]
    solo.mind_the_range(Scripted(), battle, group)
    assert (group.hand_to_hand, archer.hand) == (True, "knife")
    assert not standing_of(battle, group).ranged
    foe.y = 1000
    solo.mind_the_range(Scripted(), battle, group)
    assert (group.hand_to_hand, archer.hand) == (False, "bow")


# Judging


def test_results_wait_until_all_groups_are_judged():
    """HA-SOL-03, HA-SOL-43, HA-SOL-45: then all take effect at once."""
    others = [a_figure("guard", ENEMY, x=30, y=30, facing=180)]
    battle = a_battle(*orcs(), *others, a_figure("foe", x=20, y=20), order=Order.STAND)
    first, second = battle.group("orcs"), battle.groups[1]
    solo.judge(Scripted([5]), battle, first)
    assert (first.risk, first.die, first.result, first.order) == (2, 5, "Attack", Order.STAND)
    solo.judge(Scripted([1]), battle, second)
    solo.apply(Scripted(), battle)
    assert (first.order, second.order) == (Order.ATTACK, Order.STAND)
    assert battle.figure("orc0").order is Order.ATTACK


def test_the_reasons_are_told():
    """HA-SOL-42: every line of the risk with its rule."""
    battle = a_battle(*orcs(), a_figure("foe", x=20, y=20))
    referee = Scripted([5])
    solo.judge(referee, battle, battle.group("orcs"))
    told = next(event for event in referee.events if event.because)
    assert [line.rule for line in told.because] == ["HA-SOL-07", "HA-SOL-08"]
    assert "risk 2" in told.words


def test_creatures_under_control_never_roll():
    """HA-SOL-57: Attack; loose zombies too (HA-RULE-46)."""
    evil, bones = a_mage("evil", side=ENEMY), a_figure("bones", ENEMY, kind="skeleton", controller="evil")
    loose = a_figure("loose", ENEMY, kind="zombie", effects=[Effect("rampage")])
    battle = a_battle(evil, bones, loose)
    for group in battle.groups[1:]:
        solo.judge(Scripted(), battle, group)
        assert group.result == "Attack"
    evil.state = State.DISABLED
    solo.judge(Scripted(), battle, battle.groups[1])
    assert battle.groups[1].result == "Stand"  # HA-RULE-50


def test_a_frozen_halt_is_remembered():
    """HA-RULE-76, `halt = frozen`: the order is Stand, the result says Halt."""
    bows = [
        a_figure(f"bow{n}", ENEMY, x=20 + 2 * n, y=30, group="bows", weapons=(BOW, Weapon("knife")), facing=180)
        for n in range(2)
    ]
    bows[0].light_wounds = 1
    battle = a_battle(*bows, a_figure("foe", x=20, y=20), options={"halt": "frozen"})
    solo.judge(Scripted([3]), battle, battle.group("bows"))
    assert battle.group("bows").result == "Halt"
    solo.apply(Scripted(), battle)
    assert battle.group("bows").order is Order.STAND


# Command


def spearmen(**more: Any) -> list[Figure]:
    return [
        a_figure(f"spear{n}", x=10 + 1.5 * n, y=10, group="spears", role="npc", leadership=3, **more) for n in range(2)
    ]


def test_who_may_command():
    """HA-SOL-20, HA-SOL-44: within 6", and with higher Leadership than the group's."""
    near, far, weak = Commander(4, 600), Commander(5, 601), Commander(3, 100)
    assert who_may_command(3, [near, far, weak]) == [near]


def test_only_green_results_may_be_changed():
    """HA-RULE-77, HA-RULE-78: own initiative needs green too, unless the option says otherwise."""
    red = Result("Flee", False)
    assert not is_open(Options(), red, by_pc=True)
    assert not is_open(Options(), red, by_pc=False)
    assert is_open(Options(own_initiative="any"), red, by_pc=False)
    assert not is_open(Options(own_initiative="any"), red, by_pc=True)


def test_a_pc_takes_a_group_in_hand():
    """HA-SOL-20: a passed Leadership test; then the player names any order and moves it himself."""
    from grognard.games.high_adventure.orders import is_uncommanded

    hero = a_figure("hero", x=10, y=13, leadership=4)
    battle = a_battle(*spearmen(), hero, a_figure("foe", ENEMY, x=10, y=30))
    group = battle.group("spears")
    with Scripted([2, 4], ["hero tests", "Withdraw"]) as referee:
        solo.judge(referee, battle, group)
    assert (group.result, group.commanded) == ("Withdraw", 1)
    assert not is_uncommanded(battle, group)
    solo.apply(Scripted(), battle)
    assert group.order is Order.WITHDRAW


def test_a_failed_test_leaves_the_chart_result():
    """HA-SOL-20."""
    hero = a_figure("hero", x=10, y=13, leadership=4)
    battle = a_battle(*spearmen(), hero, a_figure("foe", ENEMY, x=10, y=30))
    with Scripted([2, 5], ["hero tests"]) as referee:
        solo.judge(referee, battle, battle.group("spears"))
    assert (battle.group("spears").result, battle.group("spears").commanded) == ("March", -99)


def test_a_group_alone_may_act_on_its_own_initiative():
    """HA-SOL-21: no PC near; its own Leadership."""
    battle = a_battle(*spearmen(), a_figure("hero", x=40, y=40), a_figure("foe", ENEMY, x=10, y=30))
    with Scripted([2, 3], ["the group tests", "Attack"]) as referee:
        solo.judge(referee, battle, battle.group("spears"))
    assert battle.group("spears").result == "Attack"


def test_nobody_is_asked_about_a_rout():
    """HA-SOL-20: not green, not asked."""
    men = spearmen(light_wounds=1)
    battle = a_battle(*men, a_figure("hero", x=10, y=13, leadership=5), a_figure("foe", ENEMY, x=10, y=20))
    with Scripted([1]) as referee:
        solo.judge(referee, battle, battle.group("spears"))
    assert battle.group("spears").result == "Flee"


def test_leadership_4_steers_troops_at_risk_4():
    """HA-SOL-44: the quick odds of the page, 4/6 x 5/6."""
    from grognard.games.high_adventure.charts import Standing, read_chart, throw

    hero = a_figure("hero", leadership=4)
    battle = a_battle(hero)

    def steer(referee, battle, hero):
        result = read_chart(battle.options, Standing(), 4, throw(referee, PARTY))
        return is_open(battle.options, result, True) and solo.leads(referee, battle, battle.groups[0], hero)

    assert odds(steer, battle, hero)[True] == Fraction(5, 9)


def test_the_solo_side_is_never_asked():
    """HA-RULE-96, HA-SOL-19: a side that the rules play has nobody to answer."""
    chief = a_figure("chief", ENEMY, x=20, y=32, role="pc", leadership=5)
    battle = a_battle(*orcs(), chief, a_figure("foe", x=20, y=20))
    with Scripted([1]) as referee:
        solo.judge(referee, battle, battle.group("orcs"))
    assert battle.group("orcs").commanded < 0


def test_the_chart_live_and_counted():
    """HA-SOL-43: the exact chances of the orders lie within what a thousand live throws show."""
    from grognard.games.high_adventure.charts import Standing, read_chart, throw
    from grognard.kernel.referee import SealedDice
    from grognard.kernel.samples import sample

    def order(referee):
        return read_chart(Options(), Standing(), 7, throw(referee, ENEMY)).order

    exact = odds(order)
    live = sample(order, dice=lambda n: SealedDice(f"order {n}"), plays=1000)
    for name, chance in exact.items():
        low, high = live[name].interval
        assert low - 0.02 <= chance <= high + 0.02
