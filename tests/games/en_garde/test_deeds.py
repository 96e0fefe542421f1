"""Special actions: prizes, doors, ropes and whatever a scenario lists."""

from fractions import Fraction
from typing import Any

import pytest

from grognard.errors import IllegalChoice
from grognard.games.en_garde.battle import Battle, Deed, Figure, Prize, Wound
from grognard.games.en_garde.deeds import attempt, deeds_for, do_deed
from grognard.games.en_garde.moving import free_move
from grognard.games.en_garde.sighting import sees
from grognard.games.en_garde.wounds import Result, suffer
from grognard.kernel.odds import odds
from tests.games.en_garde.build import a_battle, a_figure, a_foe, a_piece, is_over
from tests.script import scripted

SATCHEL = Prize("satchel", 2400, 1800, 60, 30)


def names(battle: Battle, figure: Figure) -> list[str]:
    return [deed.name for deed in deeds_for(battle, figure)]


def do(battle: Battle, figure: Figure, name: str, *answers: str, dice: list[int] | None = None) -> None:
    with scripted(dice=dice or [], answers=answers) as referee:
        do_deed(referee, battle, figure, next(deed for deed in deeds_for(battle, figure) if deed.name == name))


def test_a_prize_is_picked_up_from_within_an_inch() -> None:
    """EG-RULE-15, EG-MOVE-10."""
    anne, tam = a_figure(at=(24, 19.5)), a_figure("tam", at=(26, 18))
    battle = a_battle(anne, tam, prizes=(SATCHEL,))
    assert names(battle, tam) == []
    do(battle, anne, "pick up the satchel")
    assert (anne.carries, battle.lying) == ("satchel", {})
    assert names(battle, anne) == []


def test_it_falls_with_its_carrier() -> None:
    """EG-RULE-15, scenario B: it drops where he falls."""
    anne = a_figure(at=(24, 19.5))
    battle = a_battle(anne, prizes=(SATCHEL,))
    do(battle, anne, "pick up the satchel")
    anne.x = 1000
    with scripted() as referee:
        suffer(referee, battle, anne, Result.CRITICAL)
    assert (battle.lying, anne.carries) == ({"satchel": (1000, 1950)}, "")


def test_a_prize_is_handed_to_a_friend_in_contact() -> None:
    """EG-RULE-15."""
    anne, tam, nock = a_figure(), a_figure("tam", at=(11, 10)), a_figure("nock", at=(9, 10))
    anne.carries = "satchel"
    battle = a_battle(anne, tam, nock, prizes=(SATCHEL,))
    battle.lying = {}
    do(battle, anne, "hand over the satchel", "nock")
    assert (anne.carries, nock.carries) == ("", "satchel")
    do(battle, nock, "hand over the satchel")  # only Anne touches him: nobody is asked
    assert anne.carries == "satchel"


def a_door(*deeds: Deed) -> dict[str, Any]:
    return {"terrain": [a_piece("door", (9, 12, 11, 12.5))], "deeds": deeds}


BREAK = Deed("door", "break the door", 1000, 1200, needs=5, helpers=True, opens="door")
BAR = Deed("door", "bar the door", 1000, 1200, opens="door")
OPEN = Deed("door", "open the door", 1000, 1200, opens="door")


@pytest.mark.parametrize(
    ("die", "helpers", "brute", "broken"),
    [(5, 0, False, True), (4, 0, False, False), (4, 1, False, True), (3, 1, True, True), (2, 1, True, False)],
)
def test_breaking_a_door(die: int, helpers: int, brute: bool, broken: bool) -> None:
    """EG-RULE-15: 5 or more, +1 for each helper, +1 for a Brute; EG-RULE-75: one sees and passes through the open door."""
    anne = a_figure(at=(10, 11.4), attributes=["Brute"] if brute else [])
    friends = [a_figure(f"tam{n}", at=(11.2, 11.4)) for n in range(helpers)]
    beyond = a_foe(at=(10, 15))
    battle = a_battle(anne, *friends, beyond, **a_door(BREAK))
    assert not sees(battle, anne, beyond)
    do(battle, anne, "break the door", dice=[die])
    assert sees(battle, anne, beyond) is broken


def test_one_walks_through_an_open_door_only() -> None:
    """EG-RULE-15, EG-RULE-75."""
    anne = a_figure(at=(10, 11.4))
    house = a_piece("high_wall", (0, 12, 20, 12.5))
    battle = a_battle(anne, terrain=[house, a_piece("door", (9, 12, 11, 12.5))], deeds=(OPEN, BAR))
    through = "move 10.00,14.00 via 10.00,13.20"
    ways = []
    for deed in ("open the door", "bar the door"):
        do(battle, anne, deed)
        try:
            ways.append(free_move(battle, anne, "move", "normal").find(through).y)
        except IllegalChoice as error:
            ways.append(0 if error.rule == "EG-RULE-08" else -1)
    assert ways == [1400, 0]


def test_doors_are_opened_and_barred_in_turn() -> None:
    """EG-RULE-15: what would change nothing is not offered, and a door is not barred while somebody stands in it."""
    anne = a_figure(at=(10, 11.4))
    battle = a_battle(anne, a_foe(), **a_door(OPEN, BAR))
    assert names(battle, anne) == ["open the door"]
    do(battle, anne, "open the door")
    assert names(battle, anne) == ["bar the door"]
    battle.figures["odo"].x, battle.figures["odo"].y = 1000, 1220
    assert names(battle, anne) == []
    battle.figures["odo"].x = 3000
    do(battle, anne, "bar the door")
    assert not sees(battle, anne, a_foe(at=(10, 15)))


SWING = Deed("swing", "swing across", 1000, 1000, to=(2000, 1000), height=400)


def test_a_swing_on_a_rope() -> None:
    """EG-RULE-15: on anything but a 1 one lands across."""
    anne = a_figure()
    do(a_battle(anne, deeds=(SWING,)), anne, "swing across", dice=[2])
    assert anne.x == 2000


def test_a_one_falls() -> None:
    """EG-RULE-15 and EG-RULE-76: 5 + 4 - 5 is a Grievous wound."""
    anne = a_figure()
    do(a_battle(anne, deeds=(SWING,)), anne, "swing across", dice=[1, 5])
    assert (anne.x, anne.wound) == (1000, Wound.GRIEVOUS)


def test_an_acrobat_swings_again() -> None:
    """EG-RULE-66: re-rolls rope swings."""
    anne = a_figure(attributes=["Acrobat"])
    do(a_battle(anne, deeds=(SWING,)), anne, "swing across", "yes", dice=[1, 4])
    assert anne.x == 2000


def test_nobody_swings_onto_somebody() -> None:
    """EG-RULE-62: bases never overlap."""
    anne = a_figure()
    assert names(a_battle(anne, a_foe(at=(20.5, 10)), deeds=(SWING,)), anne) == []


def test_a_deed_may_win_the_battle_or_points_and_is_done_once() -> None:
    """EG-RULE-71, EG-RULE-15: spiking the gun ends it; untying the prisoner scores."""
    spike = Deed("deed", "spike the gun", 1000, 1100, needs=3, wins=True, side="red")
    untie = Deed("deed", "untie the prisoner", 1000, 1100, points=20)
    anne, odo = a_figure(), a_foe(at=(10, 12))
    battle = a_battle(anne, odo, deeds=(spike, untie))
    assert names(battle, odo) == ["untie the prisoner"]
    do(battle, anne, "untie the prisoner")
    assert (battle.side("red").scored, names(battle, odo)) == (20, [])
    do(battle, anne, "spike the gun", dice=[2])
    assert not is_over(battle)
    do(battle, anne, "spike the gun", dice=[3])
    assert battle.outcome is not None
    assert (battle.outcome.winner, battle.outcome.rule) == ("red", "EG-RULE-71")


def test_the_odds_of_a_deed() -> None:
    """EG-RULE-15: 5 or more with one helper is 1 in 2."""
    anne, tam = a_figure(at=(10, 11.4)), a_figure("tam", at=(11.2, 11.4))
    battle = a_battle(anne, tam, **a_door(BREAK))
    assert odds(attempt, battle, anne, BREAK)[True] == Fraction(1, 2)
