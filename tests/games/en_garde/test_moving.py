"""Moving: allowances, ground, engaging, withdrawing, wavering."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.errors import IllegalChoice
from grognard.games.en_garde.battle import Battle, Figure, Morale, Wound
from grognard.games.en_garde.moving import Way, allowance, free_move, home_line, shuffle_move, withdraw_move
from grognard.games.en_garde.sighting import distance, in_contact
from tests.games.en_garde.build import a_battle, a_figure, a_foe, a_piece


def refused(way: Way, key: str) -> str:
    """The rule that forbids that move."""
    with pytest.raises(IllegalChoice) as caught:
        way.find(key)
    return caught.value.rule


def allowed(way: Way, key: str) -> bool:
    """Whether that move may be made."""
    try:
        way.find(key)
    except IllegalChoice:
        return False
    return True


def moves(battle: Battle, figure: Figure, pace: str = "normal") -> Way:
    return free_move(battle, figure, "run" if pace == "run" else "move", pace)


@pytest.mark.parametrize(
    ("rate", "paces"), [("slow", (2, 4, 6)), ("infantry", (3, 6, 9)), ("fast", (4, 8, 12)), ("cavalry", (6, 12, 18))]
)
def test_allowances(rate: str, paces: tuple[int, int, int]) -> None:
    """EG-MOVE-11, EG-CHAR-06."""
    anne = a_figure(rate=rate, mounted=rate == "cavalry")
    battle = a_battle(anne)
    assert tuple(allowance(battle, anne, pace) // 100 for pace in ("short", "normal", "run")) == paces


def test_a_dismounted_rider_walks() -> None:
    """EG-RULE-10: a mounted model moves at Cavalry rate, its rider on foot does not."""
    anne = a_figure(rate="cavalry")
    assert allowance(a_battle(anne), anne, "normal") == 600


@pytest.mark.parametrize(
    ("wound", "stuns", "halved"),
    [(Wound.NONE, 0, 600), (Wound.LIGHT, 0, 600), (Wound.GRIEVOUS, 0, 300), (Wound.NONE, 1, 300)],
)
def test_wounds_slow_nobody_unless_that_is_played(wound: Wound, stuns: int, halved: int) -> None:
    """EG-RULE-09: stunned_move = full, or half for the stunned and the grievously wounded."""
    anne = a_figure(wound=wound, stuns=stuns)
    assert allowance(a_battle(anne), anne, "normal") == 600
    assert allowance(a_battle(anne, stunned_move="half"), anne, "normal") == halved


def test_a_move_goes_anywhere_within_its_allowance() -> None:
    """EG-MOVE-02, EG-RULE-05: any path, any turns; not an inch more; EG-RULE-77: not off the table."""
    anne = a_figure(at=(10, 2))
    way = moves(a_battle(anne), anne)
    assert way.find("move 16.00,2.00").key == "move 16.00,2.00"
    assert way.find("move 12.00,2.00 via 10.00,4.00").key == "move 12.00,2.00 via 10.00,4.00"
    assert refused(way, "move 16.01,2.00") == "EG-MOVE-11"
    assert refused(way, "move 13.00,2.00 via 10.00,6.00") == "EG-MOVE-11"
    assert refused(way, "move 10.00,0.40") == "EG-RULE-77"


def test_difficult_ground_costs_double() -> None:
    """EG-RULE-08: two inches of mud cost four."""
    anne = a_figure(at=(10, 10))
    way = moves(a_battle(anne, terrain=[a_piece("mud", (11, 5, 13, 15))]), anne)
    spot = way.find("move 14.00,10.00")
    assert way.cost(spot) == 600
    assert refused(way, "move 14.01,10.00") == "EG-MOVE-11"


def test_an_obstacle_costs_two_inches_and_an_acrobat_vaults_it() -> None:
    """EG-RULE-08, EG-RULE-66."""
    hedge = a_piece("hedge", (12, 0, 12.5, 36))
    anne, sabine = a_figure(), a_figure("sabine", at=(10, 20), attributes=["Acrobat"])
    battle = a_battle(anne, sabine, terrain=[hedge])
    assert refused(moves(battle, anne), "move 14.01,10.00") == "EG-MOVE-11"
    assert moves(battle, anne).cost(moves(battle, anne).find("move 14.00,10.00")) == 600
    assert moves(battle, sabine).cost(moves(battle, sabine).find("move 16.00,20.00")) == 600


def test_even_an_acrobat_pays_for_climbing() -> None:
    """EG-RULE-08: climbing costs 2 inches per inch of height; it needs both hands, and riders cannot (EG-RULE-10)."""
    wall = a_piece("climbable_wall", (12, 0, 12.2, 36), height=1.5)
    sabine, rider, carrier = (
        a_figure(attributes=["Acrobat"]),
        a_figure("tam", at=(10, 14), mounted=True),
        a_figure("nock", at=(10, 18)),
    )
    carrier.carries = "satchel"
    battle = a_battle(sabine, rider, carrier, terrain=[wall])
    assert moves(battle, sabine).cost(moves(battle, sabine).find("move 13.00,10.00")) == 600
    assert refused(moves(battle, rider), "move 15.00,14.00 via 11.00,14.00") == "EG-RULE-08"
    carrier_way = moves(a_battle(carrier, terrain=[wall], prizes=()), carrier)
    assert refused(carrier_way, "move 13.00,18.00 via 11.00,18.00") == "EG-RULE-08"


def test_high_walls_and_water_cannot_be_crossed_but_a_bridge_can() -> None:
    """EG-RULE-08."""
    race, bridge = a_piece("water", (12, 0, 14, 36)), a_piece("bridge", (12, 8, 14, 12))
    anne = a_figure(at=(10, 10))
    assert refused(moves(a_battle(anne, terrain=[race]), anne), "move 15.00,10.00 via 11.00,10.00") == "EG-RULE-08"
    assert allowed(moves(a_battle(anne, terrain=[race, bridge]), anne), "move 15.00,10.00")
    assert (
        refused(
            moves(a_battle(anne, terrain=[a_piece("high_wall", (12, 0, 12.1, 36))]), anne),
            "move 15.00,10.00 via 11.00,10.00",
        )
        == "EG-RULE-08"
    )


def test_beside_a_ladder_an_obstacle_costs_nothing() -> None:
    """EG-RULE-08 as the redoubt's ladders change it."""
    anne, ladder = a_figure(), a_figure("rung", at=(10, 11.5), tools=["ladder"])
    battle = a_battle(anne, ladder, terrain=[a_piece("parapet", (12, 0, 12.5, 36))])
    assert allowed(moves(battle, anne), "move 16.00,10.00")


def test_bases_never_overlap_nor_pass_through_each_other() -> None:
    """EG-RULE-62: friends, foes and waiting horses are in the way."""
    anne, tam, rider = (
        a_figure(at=(10, 10)),
        a_figure("tam", at=(12, 10)),
        a_figure("ysolde", at=(20, 20), rate="cavalry"),
    )
    rider.horse = (1000, 1300)
    battle = a_battle(anne, tam, rider)
    assert refused(moves(battle, anne), "move 12.50,10.00") == "EG-RULE-62"
    assert refused(moves(battle, anne), "move 10.00,13.00") == "EG-RULE-62"
    rider.x, rider.y = 1000, 1500
    assert refused(moves(battle, rider), "move 10.00,14.00") == "EG-RULE-62"


def test_a_move_may_end_in_contact_but_a_run_keeps_an_inch_away() -> None:
    """EG-RULE-05: neither pass nor end within 1 inch of an enemy, unless running into contact is played."""
    anne, odo = a_figure(at=(10, 10)), a_foe(at=(14, 10))
    battle = a_battle(anne, odo)
    assert allowed(moves(battle, anne), "move 13.00,10.00")
    assert refused(moves(battle, anne, "run"), "run 13.00,10.00") == "EG-RULE-05"
    assert refused(moves(battle, anne, "run"), "run 16.00,11.50 via 14.00,11.50") == "EG-RULE-05"
    assert allowed(moves(battle, anne, "run"), "run 16.00,12.50 via 13.00,12.50")
    daring = a_battle(anne, odo, run_may_engage="yes")
    assert allowed(moves(daring, anne, "run"), "run 13.00,10.00")


def test_a_hidden_enemy_is_not_charged_from_afar() -> None:
    """EG-RULE-11: not by one who starts more than 6 inches away."""
    rider, odo = a_figure(at=(10, 10), mounted=True), a_foe(at=(18, 10))
    odo.hiding = True
    battle = a_battle(rider, odo)
    assert refused(moves(battle, rider), "move 16.50,10.00") == "EG-RULE-11"
    rider.x = 1100
    assert allowed(moves(battle, rider), "move 16.50,10.00")


# Wavering


def test_the_wavering_do_not_engage_and_run_only_away() -> None:
    """EG-RULE-56."""
    anne, odo = a_figure(at=(10, 10)), a_foe(at=(14, 10))
    battle = a_battle(anne, odo)
    battle.side("red").morale = Morale.WAVERING
    assert refused(moves(battle, anne), "move 13.00,10.00") == "EG-RULE-56"
    assert refused(moves(battle, anne, "run"), "run 12.00,12.00") == "EG-RULE-56"
    assert allowed(moves(battle, anne, "run"), "run 3.00,10.00")
    assert allowed(moves(battle, anne), "move 12.00,12.00")


def test_a_leader_or_commander_within_six_inches_steadies_them() -> None:
    """EG-RULE-56: at the start of the activation."""
    anne, odo, serjeant = (
        a_figure(at=(10, 10)),
        a_foe(at=(14, 10)),
        a_figure("ulla", at=(10, 17), attributes=["Commander"]),
    )
    battle = a_battle(anne, odo, serjeant)
    battle.side("red").morale = Morale.WAVERING
    assert allowed(moves(battle, anne), "move 13.00,10.00")
    serjeant.y = 1702
    assert refused(moves(battle, anne), "move 13.00,10.00") == "EG-RULE-56"


def test_the_wavering_run_from_what_they_see_only() -> None:
    """EG-RULE-56: every visible enemy."""
    anne, odo = a_figure(at=(10, 10)), a_foe(at=(24, 10))
    house = a_piece("building", (15, 5, 18, 15))
    for terrain, blocked in (([house], True), ([], False)):
        battle = a_battle(anne, odo, terrain=terrain)
        battle.side("red").morale = Morale.WAVERING
        way = moves(battle, anne, "run")
        assert allowed(way, "run 13.00,10.00") is blocked


# Engaged


def test_a_shuffle_stays_in_contact_with_everybody_touched() -> None:
    """EG-RULE-06."""
    anne, odo = a_figure(at=(10, 10)), a_foe(at=(11, 10))
    way = shuffle_move(a_battle(anne, odo), anne)
    assert refused(way, "shuffle 9.00,10.00") == "EG-RULE-06"
    assert allowed(way, "shuffle 11.00,9.00 via 10.00,9.00")
    assert way.allowance == 300


def test_the_wavering_do_not_shuffle_into_another_enemy() -> None:
    """EG-RULE-56 with EG-RULE-06."""
    anne, odo, jan = a_figure(at=(10, 10)), a_foe(at=(11, 10)), a_foe("jan", (12, 9))
    battle = a_battle(anne, odo, jan)
    spot = "shuffle 11.00,9.00 via 10.00,9.00"
    assert allowed(shuffle_move(battle, anne), spot)
    battle.side("red").morale = Morale.WAVERING
    assert refused(shuffle_move(battle, anne), spot) == "EG-RULE-56"
    assert allowed(shuffle_move(battle, anne), "shuffle 11.00,11.00 via 10.00,11.00")


def test_a_withdrawal_ends_clear_of_everybody() -> None:
    """EG-RULE-07: a Short move out of contact, 1 inch or more from those left."""
    anne, odo, jan = a_figure(at=(10, 10)), a_foe(at=(11, 10)), a_foe("jan", (8, 10))
    way = withdraw_move(a_battle(anne, odo, jan), anne)
    assert refused(way, "withdraw 9.00,10.00") == "EG-RULE-07"
    assert refused(way, "withdraw 10.00,11.00") == "EG-RULE-07"
    assert allowed(way, "withdraw 10.00,12.00")
    assert refused(way, "withdraw 10.00,13.50") == "EG-MOVE-11"


def test_where_there_is_no_room_less_than_an_inch_will_do() -> None:
    """EG-RULE-07: if there is room."""
    walls = [a_piece("high_wall", box) for box in ((8.4, 5, 8.6, 15), (8.5, 10.55, 12, 10.7), (8.5, 9.3, 12, 9.45))]
    anne, odo = a_figure(at=(10, 10)), a_foe(at=(11, 10))
    way = withdraw_move(a_battle(anne, odo, terrain=walls), anne)
    assert allowed(way, "withdraw 9.20,10.00")


def test_home_is_where_the_base_touches_the_own_edge() -> None:
    """EG-RULE-77."""
    anne, odo = a_figure(), a_foe(mounted=True)
    battle = a_battle(anne, odo)
    assert (home_line(battle, anne), home_line(battle, odo)) == (50, 3500)


# Samples


@settings(max_examples=25, deadline=None)
@given(
    x=st.integers(600, 1400),
    y=st.integers(600, 1400),
    pace=st.sampled_from(["short", "normal", "run"]),
    wavers=st.booleans(),
)
def test_every_sampled_end_is_lawful_and_clear_of_other_bases(x: int, y: int, pace: str, wavers: bool) -> None:
    """EG-RULE-05, EG-RULE-62: whatever is offered is accepted, costs no more than the allowance, and overlaps nobody."""
    anne, odo, jan = a_figure(), a_foe(at=(18, 10)), a_foe("jan", (10, 18))
    anne.x, anne.y = x, y
    battle = a_battle(anne, odo, jan, terrain=[a_piece("hedge", (15, 0, 15.5, 20)), a_piece("copse", (4, 14, 9, 20))])
    battle.side("red").morale = Morale.WAVERING if wavers else Morale.STEADY
    way = moves(battle, anne, pace)
    for spot in way.listed:
        again = moves(battle, anne, pace).find(spot.key)
        assert (again.x, again.y) == (spot.x, spot.y)
        assert way.cost(spot) <= way.allowance
        anne.x, anne.y = spot.x, spot.y
        assert all(distance(anne, other) > 0 or in_contact(anne, other) for other in (odo, jan))
        assert not (wavers and any(in_contact(anne, other) for other in (odo, jan)))
        anne.x, anne.y = x, y
    assert way.region()[0]
