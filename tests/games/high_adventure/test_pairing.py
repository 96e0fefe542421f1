"""Who fights whom, who helps, and how dice are shared out."""

from typing import Any

import pytest

from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.figures import Armour
from grognard.games.high_adventure.pairing import divided, fighters, outnumbered, pair_up, split_up, splits
from grognard.games.high_adventure.things import Melee
from tests.games.high_adventure.build import a_battle, a_figure, there
from tests.script import scripted


def tangle(*touching: tuple[str, str], solo: tuple[str, ...] = ("red", "blue"), **figures: Any) -> Battle:
    """Figures that touch as named, wherever they stand: capitals are the party."""
    made = [
        a_figure(name, "red" if name.isupper() else "blue", at=(2 + 3 * n, 2), **more)
        for n, (name, more) in enumerate(figures.items())
    ]
    battle = a_battle(*made, solo=solo)
    for one, other in touching:
        battle.figure(one).engaged.append(other)
        battle.figure(other).engaged.append(one)
    return battle


def pairs(melees):
    return [(melee.one, melee.other) for melee in melees]


def test_everybody_in_contact_fights():
    """HA-MEL-01, HA-TURN-07."""
    battle = tangle(("A", "x"), A={}, B={}, x={})
    assert [figure.id for figure in fighters(battle)] == ["A", "x"]


def test_the_best_fights_the_best():
    """HA-MEL-13, HA-RULE-19: by WSk, then armour, then wounds; the rest support."""
    battle = tangle(
        ("A", "x"),
        ("A", "y"),
        ("B", "y"),
        A={"skill": 2},
        B={"skill": 1},
        x={"skill": 1},
        y={"skill": 1, "armour": Armour.MAIL},
    )
    melees = pair_up(scripted(), battle)
    assert pairs(melees) == [("A", "y")]
    assert melees[0].supporters_one == ["B"]
    assert melees[0].supporters_other == ["x"]


def test_the_least_wounded_goes_first():
    """HA-MEL-13."""
    battle = tangle(("A", "x"), ("A", "y"), A={}, x={"strength": 2, "light_wounds": 1}, y={"strength": 2})
    assert pairs(pair_up(scripted(), battle)) == [("A", "y")]


def test_among_equals_the_controller_picks():
    """HA-MEL-13."""
    battle = tangle(
        ("A", "x"), ("B", "x"), solo=("blue",), A={"role": "pc", "skill": 1}, B={"role": "pc", "skill": 1}, x={}
    )
    with scripted(answers=["B"]) as referee:
        melees = pair_up(referee, battle)
    assert pairs(melees) == [("B", "x")]
    assert melees[0].supporters_one == ["A"]


def test_a_leftover_figure_helps_whom_its_controller_picks():
    """HA-RULE-19; for NPCs the friend with the lowest bonus."""
    touching = (("A", "x"), ("B", "y"), ("C", "x"), ("C", "y"))
    people: dict[str, Any] = {
        "A": {"role": "pc", "skill": 3},
        "B": {"role": "pc", "skill": 2},
        "C": {"role": "pc"},
        "x": {},
        "y": {},
    }
    battle = tangle(*touching, solo=("blue",), **people)
    with scripted(answers=["A"]) as referee:
        assert pair_up(referee, battle)[0].supporters_one == ["C"]
    npcs = tangle(*touching, **people)
    assert pair_up(scripted(), npcs)[1].supporters_one == ["C"]


def test_the_fleeing_support_nobody():
    """HA-ORD-11."""
    battle = tangle(("A", "x"), ("B", "x"), A={"skill": 1}, B={"order": "Flee"}, x={})
    from grognard.games.high_adventure.figures import Order

    battle.figure("B").order = Order.FLEE
    assert pair_up(scripted(), battle)[0].supporters_one == []


def test_ways_to_share_dice():
    """HA-MEL-11: all to the first, or one or more to each of several."""
    assert splits(2, 2) == [(2, 0), (1, 1)]
    assert splits(3, 2) == [(3, 0), (2, 1), (1, 2)]
    assert (1, 1, 0) in splits(2, 3)
    assert (0, 2, 0) not in splits(2, 3)


def test_an_outnumbered_figure_shares_out_its_dice():
    """HA-MEL-11, HA-MEL-12: the worked example with a third man: D6+2 against D6+2 twice."""
    battle = tangle(
        ("A", "x"),
        ("A", "y"),
        ("A", "z"),
        solo=("blue",),
        A={"role": "pc", "strength": 2, "skill": 2},
        x={"skill": 1},
        y={"skill": 1},
        z={"skill": 1},
    )
    whole = Melee("A", "x", 2, 1, supporters_other=["y", "z"])
    case = outnumbered(battle, whole)
    assert case is not None
    with scripted(answers=["dice 1 1 0"]) as referee:
        found = split_up(referee, battle, case)
    assert [(m.other, m.dice_one, m.dice_other, m.supporters_other) for m in found] == [
        ("x", 1, 1, ["z"]),
        ("y", 1, 1, ["z"]),
    ]
    assert divided(battle, case, [2, 0, 0]) == [whole]


def test_npcs_share_evenly():
    """HA-RULE-18."""
    battle = tangle(("A", "x"), ("B", "x"), A={}, B={}, x={"strength": 3})
    case = outnumbered(battle, Melee("A", "x", 1, 3, supporters_one=["B"]))
    found = split_up(scripted(), battle, there(case))
    assert [(m.one, m.dice_other) for m in found] == [("A", 2), ("B", 1)]


@pytest.mark.parametrize(("dice", "own"), [(1, []), (2, ["B"])])
def test_no_split_with_one_die_or_enough_friends(dice, own):
    """HA-MEL-11."""
    battle = tangle(("A", "x"), A={"strength": dice}, B={}, x={}, y={})
    assert outnumbered(battle, Melee("A", "x", dice, 1, supporters_one=own, supporters_other=["y"])) is None
