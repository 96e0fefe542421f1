"""Reaction, evasion and withdrawal."""

from typing import Any

import pytest

from grognard.games.fearful_odds.battle import Battle, Order, Unit
from grognard.games.fearful_odds.options import Options
from grognard.games.fearful_odds.out_of_turn import (
    answer_approach,
    contacts,
    evade,
    is_approached,
    is_in_contact,
    may_evade,
    may_withdraw,
    must_withdraw,
    withdraw,
)
from tests.script import scripted

from .build import DEFAULTS, MIDDLE, NE, NORTH, NW, SE, SOUTH, E, W, a_battle, a_leader, a_unit, go

NEAR, FAR = go(MIDDLE, NE), go(MIDDLE, NE, NE)


def meeting(
    unit: dict[str, Any] | None = None, mover: dict[str, Any] | None = None, *others: Unit, options: Options = DEFAULTS
) -> tuple[Battle, Unit, Unit]:
    """A blue unit in the middle, to which a red mover has just come near."""
    mine = a_unit("mine", "blue", **{"at": MIDDLE, "facing": SOUTH, **(unit or {})})
    comer = a_unit("comer", **{"at": NEAR, "facing": SOUTH, "state": "active", **(mover or {})})
    return a_battle(mine, comer, *others, options=options), mine, comer


def test_an_inactive_unit_turns_once_for_an_enemy_that_comes_near():
    """FO-UNIT-03, FO-RULE-32; FO-UNIT-02: Spent as it is."""
    battle, mine, comer = meeting({"state": "spent"})

    with scripted(answers=["mine turns to 5"]) as referee:
        assert not answer_approach(referee, battle, comer, FAR)

    assert mine.facing == 5


def test_standing_fast_is_allowed():
    """FO-UNIT-03: it may."""
    battle, mine, comer = meeting()

    with scripted(answers=["stand fast"]) as referee:
        answer_approach(referee, battle, comer, FAR)

    assert mine.facing == SOUTH


def test_an_enemy_that_was_adjacent_before_is_nothing_new():
    """FO-UNIT-03."""
    battle, mine, comer = meeting()

    assert not is_approached(battle, mine, comer, go(MIDDLE, NW))
    with scripted() as referee:
        answer_approach(referee, battle, comer, go(MIDDLE, NW))


def test_no_reaction_in_another_enemys_front_hex():
    """FO-UNIT-04, FO-UNIT-07."""
    battle, _, comer = meeting(None, None, a_unit("other", at=go(MIDDLE, W), facing=5))

    with scripted() as referee:
        assert not answer_approach(referee, battle, comer, FAR)


@pytest.mark.parametrize(
    ("unit", "mover", "split", "vs_infantry"),
    [
        ({"missile": "sling", "ma": 6}, {"ma": 4}, True, True),
        ({"missile": "sling", "ma": 6, "ammo": "out"}, {"ma": 6}, True, True),
        ({"missile": "javelin", "ma": 6}, {"ma": 7}, False, False),
        ({"kind": "horse", "ma": 3}, {"ma": 4}, True, False),
        ({"kind": "horse", "ma": 9}, {"ma": 7, "kind": "horse"}, False, False),
        ({"missile": "bow", "ma": 9}, {"ma": 7, "kind": "horse"}, True, False),
        ({"ma": 9}, {"ma": 4}, False, False),
    ],
)
def test_who_may_evade(unit: dict[str, Any], mover: dict[str, Any], split: bool, vs_infantry: bool) -> None:
    """FO-UNIT-05, FO-UNIT-06, FO-RULE-33: two readings; who is Out is still a missile unit."""
    _, mine, comer = meeting(unit, mover)

    assert may_evade(Options(), mine, comer) is split
    assert may_evade(Options(evade_reading="vs_infantry"), mine, comer) is vs_infantry


def test_an_evading_unit_goes_back_two_hexes_and_keeps_its_facing():
    """FO-UNIT-09, FO-UNIT-10, FO-RULE-34, FO-RULE-36: 7 - 2 passes QL 5; its leader goes along."""
    battle, mine, comer = meeting({"missile": "sling", "ql": 5, "ma": 6}, {"ma": 4})
    leader = a_leader("lead", "blue", ml=0, at=MIDDLE)
    battle.characters[leader.id] = leader

    with scripted(dice=[7], answers=["mine evades", "retreat by 3,5 and 3,6"]) as referee:
        assert answer_approach(referee, battle, comer, FAR)

    assert battle.board.distances[MIDDLE][mine.at] == 2
    assert mine.facing == SOUTH
    assert leader.at == mine.at


def test_a_unit_evades_once_in_an_impulse():
    """FO-RULE-34."""
    battle, mine, comer = meeting({"missile": "sling", "ql": 5, "ma": 6})
    mine.evaded = True

    with scripted(answers=["stand fast"]) as referee:
        answer_approach(referee, battle, comer, FAR)
        assert [option.key for option in referee.asked[0].options] == [
            "stand fast",
            "mine turns to 5",
            "mine turns to 3",
        ]


@pytest.mark.parametrize(("die", "order"), [(8, Order.GOOD), (9, Order.DISORDER)])
def test_a_failure_by_four_disorders(die: int, order: Order) -> None:
    """FO-UNIT-11: equal speed, QL 5."""
    battle, mine, comer = meeting({"missile": "bow", "ql": 5, "ma": 4})

    with scripted(dice=[die]) as referee:
        assert not evade(referee, battle, mine, comer)

    assert (mine.at, mine.order) == (MIDDLE, order)


def test_a_second_disorder_in_evasion_routs():
    """FO-RULE-07, FO-UNIT-11."""
    battle, mine, comer = meeting({"missile": "bow", "ql": 5, "ma": 4, "order": "disorder"})

    with scripted(dice=[9]) as referee:
        evade(referee, battle, mine, comer)

    assert mine.order is Order.ROUT


def test_two_units_answer_in_the_order_their_owner_likes():
    """FO-RULE-32: each once on one trigger."""
    other = a_unit("other", "blue", at=go(NEAR, E), facing=NORTH)
    battle, mine, comer = meeting(None, {"facing": NORTH}, other)

    with scripted(answers=["other turns to 2", "mine turns to 3"]) as referee:
        answer_approach(referee, battle, comer, go(NEAR, NW))

    assert (mine.facing, other.facing) == (3, 2)


# Withdrawal


def in_contact(unit: dict[str, Any], *enemies: dict[str, Any]) -> tuple[Battle, Unit]:
    places = [(go(MIDDLE, NE), SOUTH), (go(MIDDLE, SE), 1)]
    mine = a_unit("mine", **{"at": MIDDLE, "facing": NORTH, "state": "active", **unit})
    foes = [
        a_unit(f"foe {n}", "blue", at=at, facing=facing, **enemy)
        for n, ((at, facing), enemy) in enumerate(zip(places, enemies, strict=False))
    ]
    return a_battle(mine, *foes, kind="march"), mine


def test_contact_is_standing_in_an_enemys_front_hex():
    """FO-STAT-14."""
    battle, mine = in_contact({}, {})
    assert is_in_contact(battle, mine)
    battle.units["foe 0"].facing = NORTH
    assert not is_in_contact(battle, mine)


def test_who_may_withdraw_and_who_must():
    """FO-UNIT-08, FO-RULE-35, FO-ACT-09, FO-ACT-12, FO-ACT-15."""
    battle, mine = in_contact({"kind": "horse", "ma": 7}, {"ma": 6}, {"ma": 7})
    enemies = contacts(battle, mine)
    assert len(enemies) == 2
    assert not may_withdraw(Options(), mine, enemies, "march")  # one of them is as fast
    assert may_withdraw(Options(), mine, enemies[:1], "march")
    assert not must_withdraw(Options(), mine, enemies[:1], "march")
    assert must_withdraw(Options(), mine, enemies[:1], "regroup")
    assert not may_withdraw(Options(), mine, enemies[:1], "charge")
    assert may_withdraw(Options(withdraw_reading="any_cavalry"), mine, enemies, "march")


def test_the_fastest_enemy_counts_in_the_roll():
    """FO-RULE-35, FO-UNIT-09: 9 - 7 = 2 off the die; 8 passes QL 6, 9 does not."""
    battle, mine = in_contact({"kind": "horse", "ma": 9, "ql": 6}, {"ma": 4}, {"ma": 7})

    with scripted(dice=[8, 9]) as referee:
        assert withdraw(referee, battle, mine, contacts(battle, mine))
        assert not withdraw(referee, battle, mine, contacts(battle, mine))
