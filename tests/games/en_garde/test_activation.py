"""One activation: each action carried out, with what it undoes."""

from typing import Any

import pytest

from grognard.games.en_garde.activation import activate, rout, settle, way_home
from grognard.games.en_garde.battle import Battle, Deed, Figure, Morale, Prize, Wound
from grognard.games.en_garde.moving import going_of
from grognard.games.en_garde.sighting import is_engaged
from grognard.kernel.referee import Scripted
from tests.games.en_garde.build import a_battle, a_figure, a_foe, a_piece, told
from tests.script import scripted


def do(
    battle: Battle, figure: Figure, *answers: str, dice: list[int] | None = None, lots: list[str] | None = None
) -> Scripted:
    with scripted(dice=dice or [], answers=answers, lots=lots or []) as referee:
        activate(referee, battle, figure)
    return referee


def test_doing_nothing_is_an_activation() -> None:
    """EG-MOVE-01, EG-RULE-03."""
    anne = a_figure()
    do(a_battle(anne, a_foe()), anne, "nothing")
    assert anne.activated


def test_a_move_and_a_run() -> None:
    """EG-MOVE-02: at Normal or Run pace; the pace is remembered."""
    anne, tam = a_figure(), a_figure("tam", at=(20, 20))
    battle = a_battle(anne, tam, a_foe(at=(40, 30)))
    do(battle, anne, "move", "move 10.00,15.00")
    do(battle, tam, "run", "run 20.00,28.00")
    assert [(f.x, f.y, f.moved) for f in (anne, tam)] == [(1000, 1500, "normal"), (2000, 2800, "run")]


def test_moving_into_contact_engages() -> None:
    """EG-RULE-05, EG-RULE-06; EG-RULE-13: whoever aimed and is engaged has lost his aim."""
    anne, odo = a_figure(), a_foe(at=(14, 10), missiles=["bow"])
    odo.aimed_at = "anne"
    battle = a_battle(anne, odo)
    referee = do(battle, anne, "move", "move 13.00,10.00")
    assert is_engaged(battle, odo)
    assert "Anne engages Odo" in told(referee)
    assert odo.aimed_at == ""


def test_a_short_move_and_then_a_shot() -> None:
    """EG-RULE-04, EG-SMOD-08, EG-MOVE-03: 8 + 2 - 1 - 6 hits by 3; the crossbow is then empty (EG-RULE-24)."""
    anne, odo = a_figure(shoot=2, missiles=["crossbow"]), a_foe(at=(20, 10))
    referee = do(a_battle(anne, odo), anne, "short move", "short 12.00,10.00", "shoot odo with crossbow", dice=[4, 4])
    assert (anne.moved, anne.fired, anne.reloads) == ("short", True, {"crossbow": 1})
    assert odo.wound is Wound.GRIEVOUS
    offered = [option.key for option in referee.asked[2].options]
    assert "rest" not in offered
    assert not any(key.startswith("aim") for key in offered)


def test_a_short_move_into_contact_leaves_only_what_the_engaged_may_do() -> None:
    """EG-RULE-04 with EG-RULE-06: no shot any more, but a special action that is allowed while Engaged."""
    lever = Deed("deed", "pull the lever", 1200, 1100, engaged=True, points=5)
    anne, odo = a_figure(missiles=["bow"]), a_foe(at=(13, 10))
    battle = a_battle(anne, odo, deeds=(lever,))
    referee = do(battle, anne, "short move", "short 12.00,10.00", "special pull the lever")
    assert [option.key for option in referee.asked[-1].options] == ["nothing", "special pull the lever"]
    assert battle.side("red").scored == 5


def test_reloading() -> None:
    """EG-MOVE-04, EG-SPEC-01."""
    anne = a_figure(missiles=["musket"], reloads={"musket": 1})
    do(a_battle(anne, a_foe()), anne, "reload musket")
    assert anne.reloads == {}


def test_aiming_and_the_shot_next_turn() -> None:
    """EG-MOVE-08, EG-SMOD-13, EG-RULE-13: +1 to the first shot of next turn, and then it is spent."""
    anne, odo = a_figure(missiles=["bow"]), a_foe(at=(20, 10))
    battle = a_battle(anne, odo, turn=2)
    do(battle, anne, "aim at odo with bow")
    battle.turn, anne.activated = 3, False
    do(battle, anne, "shoot odo with bow", dice=[3, 3])
    assert odo.stuns == 1
    assert anne.aimed_at == ""


def test_resting() -> None:
    """EG-MOVE-07, EG-RULE-12."""
    anne = a_figure(stuns=1)
    do(a_battle(anne, a_foe()), anne, "rest")
    assert anne.rested


def test_hiding_and_being_found() -> None:
    """EG-MOVE-06, EG-RULE-11: until an enemy who sees it ends an activation within 6 inches."""
    hedge = a_piece("hedge", (9, 10.5, 12, 11))
    anne, odo = a_figure(at=(10, 10)), a_foe(at=(20, 10))
    battle = a_battle(anne, odo, terrain=[hedge])
    do(battle, anne, "hide")
    hid = [anne.hiding]
    do(battle, odo, "move", "move 18.00,10.00")
    hid.append(anne.hiding)
    odo.activated = False
    referee = do(battle, odo, "move", "move 16.00,10.00")
    assert [*hid, anne.hiding] == [True, True, False]
    assert "Odo spots Anne" in told(referee)


@pytest.mark.parametrize("answers", [("move", "move 12.00,10.00"), ("shoot odo with bow",)])
def test_hiding_ends_by_moving_or_shooting(answers: tuple[str, ...]) -> None:
    """EG-RULE-11; also an aim is lost by moving (EG-RULE-13)."""
    anne, odo = a_figure(missiles=["bow"]), a_foe(at=(25, 10))
    anne.hiding, anne.aimed_at = True, "odo"
    do(a_battle(anne, odo), anne, *answers, dice=[1, 1] if len(answers) == 1 else [])
    assert (anne.hiding, anne.aimed_at) == (False, "")


def test_staying_put_keeps_hiding() -> None:
    """EG-RULE-11: it did not move."""
    anne = a_figure()
    anne.hiding = True
    do(a_battle(anne, a_foe()), anne, "move", "move 10.00,10.00")
    assert anne.hiding


# Horses


def test_dismounting_and_mounting() -> None:
    """EG-MOVE-05, EG-RULE-10: beside the horse, which stays where it is; then into the saddle again."""
    rider = a_figure(mounted=True)
    battle = a_battle(rider, a_foe())
    referee = do(battle, rider, "dismount", "dismount 10.00,11.50")
    assert all("dismount" in option.key for option in referee.asked[1].options)
    assert (rider.mounted, rider.horse, rider.rate) == (False, (1000, 1000), "infantry")
    do(battle, rider, "mount")
    assert (rider.mounted, rider.horse, (rider.x, rider.y), rider.rate) == (True, None, (1000, 1000), "cavalry")


def test_an_engaged_rider_stays_in_the_saddle() -> None:
    """EG-RULE-10: no enemy in contact."""
    rider, odo = a_figure(mounted=True), a_foe(at=(11.5, 10))
    referee = do(a_battle(rider, odo), rider, "nothing")
    assert "dismount" not in [option.key for option in referee.asked[0].options]


# Leaving a fight


def test_a_withdrawal_is_free() -> None:
    """EG-RULE-07: withdraw = free."""
    anne, odo = a_figure(), a_foe(at=(11, 10))
    battle = a_battle(anne, odo)
    do(battle, anne, "withdraw", "withdraw 8.00,10.00")
    assert not is_engaged(battle, odo)


def test_or_costs_a_parting_blow_from_everybody_left() -> None:
    """EG-RULE-07: withdraw = parting_blow: one plain attack each, and the dead do not get away."""
    anne, odo, jan = a_figure(), a_foe(at=(11, 10)), a_foe("jan", (10, 11))
    battle = a_battle(anne, odo, jan, withdraw="parting_blow")
    do(battle, anne, "withdraw", "withdraw 8.00,8.00", dice=[1, 1, 6, 3, 3, 4])
    assert (anne.x, anne.wound) == (800, Wound.LIGHT)

    anne, odo = a_figure(), a_foe(at=(11, 10))
    battle = a_battle(anne, odo, withdraw="parting_blow")
    do(battle, anne, "withdraw", dice=[6, 6, 1])
    assert (anne.x, anne.standing) == (1000, False)


# Orders


def test_an_order_names_up_to_three_who_act_at_once() -> None:
    """EG-MOVE-09, EG-RULE-14: they are queued before anybody else; the order is the Commander's action."""
    ulla = a_figure("ulla", attributes=["Commander"])
    friends = [a_figure(name, at=(10 + n, 12)) for n, name in enumerate(("a", "b", "c", "d"))]
    battle = a_battle(ulla, *friends, a_foe())
    referee = do(battle, ulla, "order", "c", "a", "d")
    assert battle.ordered == ["c", "a", "d"]
    assert "enough" not in [option.key for option in referee.asked[1].options]

    battle.ordered = []
    do(battle, ulla, "order", "b", "enough")
    assert battle.ordered == ["b"]


# Throwing


def test_a_grenade_is_thrown_at_a_spot_and_gone() -> None:
    """EG-RULE-29, EG-SPEC-07: one use only; the second is another."""
    anne, odo = a_figure(missiles=["grenade", "grenade 2"]), a_foe(at=(17, 10))
    battle = a_battle(anne, odo)
    do(battle, anne, "throw grenade at a spot", "burst 16.00,11.00", dice=[6, 6])
    assert anne.thrown == ["grenade"]
    anne.activated = anne.fired = False
    keys = [option.key for option in do(battle, anne, "nothing").asked[0].options]
    assert "throw grenade 2 at a spot" in keys
    assert "throw grenade at a spot" not in keys


def test_a_shot_into_a_combat_may_stray() -> None:
    """EG-RULE-22 through the activation."""
    anne, odo, tam = a_figure(missiles=["bow"]), a_foe(at=(20, 10)), a_figure("tam", at=(21, 10))
    do(a_battle(anne, odo, tam), anne, "shoot odo with bow", dice=[1, 1, 6, 6], lots=["tam"])
    assert tam.wound is Wound.GRIEVOUS


def test_a_blunderbuss_sprays() -> None:
    """EG-RULE-28 through the activation."""
    anne, odo, jan = a_figure(missiles=["blunderbuss"]), a_foe(at=(15, 10)), a_foe("jan", (16.5, 10))
    do(a_battle(anne, odo, jan), anne, "shoot odo with blunderbuss", dice=[1, 1, 1, 1])
    assert anne.fired
    assert anne.reloads == {}


# Routing


def routing(*figures: Figure, **more: Any) -> Battle:
    battle = a_battle(*figures, **more)
    battle.side("red").morale = Morale.ROUTING
    return battle


def test_the_routing_run_home_and_leave() -> None:
    """EG-RULE-57, EG-RULE-77: nine inches a turn, straight south; on reaching the edge it has fled."""
    anne = a_figure(at=(10, 12))
    battle = routing(anne, a_foe())
    do(battle, anne)
    assert (anne.x, anne.y, anne.moved) == (1000, 300, "run")
    anne.activated = False
    do(battle, anne)
    assert (anne.left_table, anne.standing) == ("fled", False)


def test_the_routing_withdraw_first_if_engaged() -> None:
    """EG-RULE-57."""
    anne, odo = a_figure(at=(10, 12)), a_foe(at=(11, 12))
    battle = routing(anne, odo)
    do(battle, anne, "withdraw 8.00,12.00")
    assert (anne.x, anne.standing) == (800, True)


def test_the_routing_pay_for_the_ground_they_cross() -> None:
    """EG-RULE-57 with EG-RULE-08: four inches of mud cost eight."""
    anne = a_figure(at=(10, 12))
    battle = routing(anne, a_foe(), terrain=[a_piece("mud", (0, 7, 48, 11))])
    do(battle, anne)
    assert anne.y == 1200 - 100 - 400


def test_the_routing_go_round_walls_and_past_friends_at_the_edge() -> None:
    """EG-RULE-57: by the shortest way that there is."""
    anne, tam = a_figure(at=(10, 3)), a_figure("tam", at=(10, 0.5))
    battle = routing(anne, tam, a_foe())
    do(battle, anne)
    assert anne.left_table == "fled"

    anne = a_figure(at=(10, 6))
    battle = routing(anne, a_foe(), terrain=[a_piece("high_wall", (8, 3, 12, 3.2))])
    path = way_home(battle, anne, going_of(battle, anne))
    assert path[-1][1] == 50
    assert len(path) > 1


def test_a_fleeing_carrier_drops_the_prize() -> None:
    """EG-RULE-57 with EG-RULE-15: it lies where he left."""
    anne = a_figure(at=(10, 3))
    anne.carries = "satchel"
    battle = routing(anne, a_foe(), prizes=(Prize("satchel", 2400, 1800),))
    battle.lying = {}
    with scripted() as referee:
        rout(referee, battle, anne)
    assert battle.lying == {"satchel": (1000, 50)}


# Prizes


def test_a_carrier_may_leave_over_the_own_edge_for_points() -> None:
    """EG-RULE-77, EG-RULE-15: where the scenario says so; the owner decides."""
    prize = Prize("satchel", 2400, 1800, points_off=60)
    for answer, left in (("yes", "carried"), ("no", "")):
        anne = a_figure(at=(10, 3))
        anne.carries = "satchel"
        battle = a_battle(anne, a_foe(), prizes=(prize,))
        battle.lying = {}
        do(battle, anne, "move", "move 10.00,0.50", answer)
        assert anne.left_table == left
        assert battle.side("red").scored == (60 if left else 0)


def test_whoever_is_gone_settles_nothing() -> None:
    """EG-RULE-11: only a standing model finds anybody."""
    anne, odo = a_figure(), a_foe(at=(13, 10))
    odo.hiding, anne.standing = True, False
    with scripted() as referee:
        settle(referee, a_battle(anne, odo), anne)
    assert odo.hiding
