"""The Move step of a unit: legs, duty, shots, hazards, interruption, withdrawal, consolidation."""

from typing import Any

import pytest

from grognard.errors import IllegalChoice
from grognard.games.fearful_odds.battle import Ammo, Battle, Order, Unit, Where
from grognard.games.fearful_odds.charging import least_charge, must_charge
from grognard.games.fearful_odds.consolidation import can_consolidate, consolidate
from grognard.games.fearful_odds.legs import STAND, Leg, Moves
from grognard.games.fearful_odds.movement import move_unit, moves_for
from grognard.games.fearful_odds.options import Options
from grognard.games.fearful_odds.reach import Survey
from tests.script import scripted

from .build import DEFAULTS, MIDDLE, NE, NORTH, NW, SE, SOUTH, SW, E, a_battle, a_field, a_hero, a_leader, a_unit, go


def moves(
    battle: Battle,
    unit: Unit,
    half_points: int | None = None,
    *,
    stepped: bool = False,
    free: bool = False,
    bound: bool = False,
) -> Moves:
    return moves_for(
        battle,
        unit,
        2 * unit.counter.speed if half_points is None else half_points,
        Survey(battle, unit),
        stepped=stepped,
        free=free,
        bound=bound,
    )


def ends(options: Moves) -> set[int]:
    return {option.hex for option in options if isinstance(option, Leg)}


def a_mover(**more: Any) -> Unit:
    return a_unit("mover", **{"at": MIDDLE, "facing": NORTH, "state": "active", **more})


# Options


def test_options_are_the_same_one_by_one_and_all_at_once():
    """FO-STAT-04: what is read lazily is what is listed."""
    unit = a_mover()
    options = moves(a_battle(unit, kind="march"), unit)

    assert list(options) == [options[n] for n in range(len(options))]
    assert options[-1] == options[len(options) - 1]
    assert len({option.key for option in options}) == len(options)
    assert options.find("stand") is STAND


@pytest.mark.parametrize(
    ("key", "others", "kind", "rule"),
    [
        ("move 99,99 facing 1", [], "march", "FO-STAT-04"),
        ("nonsense", [], "march", "FO-STAT-04"),
        ("move 4,0 facing 5", [], "march", "FO-STAT-04"),
        ("move 4,3 facing 1", [("friend", "red", (NE,), NORTH)], "march", "FO-MOVE-16"),
        ("move 4,3 facing 1", [("foe", "blue", (NE, NE), NORTH)], "march", "FO-ACT-10"),
        ("move 3,4 facing 1", [("foe", "blue", (NE,), SOUTH)], "march", "FO-MOVE-14"),
        ("move 3,4 facing 1", [("foe", "blue", (NE, NE, NE), SOUTH)], "charge", "FO-ACT-07"),
    ],
)
def test_a_refused_move_names_the_rule(key: str, others: list[Any], kind: str, rule: str) -> None:
    """FO-STAT-04, FO-MOVE-14, FO-MOVE-16, FO-ACT-07, FO-ACT-10."""
    unit = a_mover(ma=3)
    pieces = [a_unit(id, side, at=go(MIDDLE, *way), facing=facing) for id, side, way, facing in others]

    with pytest.raises(IllegalChoice) as refused:
        moves(a_battle(unit, *pieces, kind=kind), unit, bound=kind == "charge").find(key)
    assert refused.value.rule == rule


def test_nobody_enters_a_hex_with_a_unit_or_with_an_enemy_character():
    """FO-MOVE-16, FO-RULE-31."""
    unit = a_mover()
    friend, hero = a_unit("friend", at=go(MIDDLE, NE)), a_hero("hero", "blue", at=go(MIDDLE, NW))
    reached = ends(moves(a_battle(unit, friend, hero, kind="march"), unit))

    assert friend.at not in reached
    assert hero.at not in reached


@pytest.mark.parametrize("kind", ["march", "regroup"])
def test_no_march_or_regroup_comes_adjacent_to_an_enemy_unit(kind: str) -> None:
    """FO-ACT-10, FO-ACT-14, FO-RULE-22: units only; beside a lone enemy hero is free."""
    unit, foe, hero = (
        a_mover(),
        a_unit("foe", "blue", at=go(MIDDLE, NE, NE, NE)),
        a_hero("hero", "blue", at=go(MIDDLE, SW, SW)),
    )
    reached = ends(moves(a_battle(unit, foe, hero, kind=kind), unit))
    near = {n for n in range(81) if a_field().board.distances[n][foe.at] == 1}

    assert not reached & near
    assert go(MIDDLE, SW) in reached


def test_who_stands_beside_an_enemy_may_stay_in_a_march():
    """FO-ACT-11."""
    unit, foe = a_mover(), a_unit("foe", "blue", at=go(MIDDLE, NE), facing=NORTH)

    assert STAND in list(moves(a_battle(unit, foe, kind="march"), unit))


def test_in_contact_a_unit_turns_but_does_not_leave_its_hex():
    """FO-MOVE-14, FO-MOVE-15, FO-STAT-14."""
    unit, foe = a_mover(), a_unit("foe", "blue", at=go(MIDDLE, SE), facing=1)

    options = moves(a_battle(unit, foe, kind="march"), unit)
    assert ends(options) == {MIDDLE}
    assert len(options) == 6


def test_a_unit_that_got_free_leaves_and_in_a_regroup_must():
    """FO-RULE-28, FO-UNIT-10."""
    unit, foe = a_mover(kind="horse", ma=8), a_unit("foe", "blue", at=go(MIDDLE, SE), facing=1)

    free = moves(a_battle(unit, foe, kind="march"), unit, free=True)
    assert STAND in list(free)
    assert len(ends(free)) > 1
    must = moves(a_battle(unit, foe, kind="regroup"), unit, free=True)
    assert STAND not in list(must)
    assert MIDDLE not in ends(must)


def test_once_it_has_left_its_hex_it_may_stop_anywhere():
    """FO-RULE-28: it must leave its hex, and no more than that."""
    unit, foe = a_mover(kind="horse", ma=8), a_unit("foe", "blue", at=go(MIDDLE, SE), facing=1)
    unit.entered = 1

    assert STAND in list(moves(a_battle(unit, foe, kind="regroup"), unit, free=True))


# Moving


def test_a_withdrawal_is_asked_for_in_a_march_and_rolled():
    """FO-ACT-12, FO-UNIT-08, FO-UNIT-09."""
    unit, foe = a_mover(kind="horse", ma=8, ql=6), a_unit("foe", "blue", at=go(MIDDLE, SE), facing=1, ma=4)
    battle = a_battle(unit, foe, kind="march")

    with scripted(dice=[9], answers=["yes", "move 4,2 facing 1"]) as referee:
        move_unit(referee, battle, unit)

    assert unit.at == go(MIDDLE, NE, NW)


def test_in_a_regroup_a_unit_that_may_withdraw_is_not_asked():
    """FO-ACT-15."""
    unit, foe = a_mover(kind="horse", ma=8, ql=6), a_unit("foe", "blue", at=go(MIDDLE, SE), facing=1, ma=4)

    with scripted(dice=[10], answers=["move 4,2 facing 1"]) as referee:
        move_unit(referee, a_battle(unit, foe, kind="regroup"), unit)

    assert unit.at == go(MIDDLE, NE, NW)


def test_after_a_failed_withdrawal_it_may_still_turn():
    """FO-RULE-28."""
    unit, foe = a_mover(kind="horse", ma=5, ql=2), a_unit("foe", "blue", at=go(MIDDLE, SE), facing=1, ma=4)

    with scripted(dice=[5], answers=["move 4,4 facing 5"]) as referee:
        move_unit(referee, a_battle(unit, foe, kind="regroup"), unit)

    assert (unit.at, unit.facing) == (MIDDLE, 5)


def test_a_stream_is_crossed_with_a_check_and_a_disordered_unit_goes_on():
    """FO-MOVE-11, FO-MOVE-12, FO-RULE-26."""
    unit = a_mover(ql=5)
    battle = a_battle(unit, kind="march", field=a_field(hexsides=((MIDDLE, NE, "stream"), (MIDDLE, NW, "stream"))))

    with scripted(dice=[6], answers=["cross 4,3 facing 1", "move 4,2 facing 1"]) as referee:
        move_unit(referee, battle, unit)

    assert unit.order is Order.DISORDER
    assert unit.at == go(MIDDLE, NE, NW)


def test_a_unit_that_routs_in_a_hazard_goes_no_farther():
    """FO-RULE-26, FO-RULE-07."""
    unit = a_mover(ql=5, order="disorder")
    battle = a_battle(unit, kind="march", field=a_field(hexsides=((MIDDLE, NE, "stream"), (MIDDLE, NW, "stream"))))

    with scripted(dice=[6], answers=["cross 4,3 facing 1"]) as referee:
        move_unit(referee, battle, unit)

    assert unit.where is Where.ROUT_BOX


def test_an_archer_shoots_moves_and_shoots_again_with_half_points():
    """FO-MISS-01, FO-MISS-02, FO-RULE-05, FO-RULE-37: MA 5 pays 2 1/2 for each shot, so two shots and no step."""
    unit, foe = a_mover(missile="bow", ma=5), a_unit("foe", "blue", at=go(MIDDLE, NE, NE, NE))
    battle = a_battle(unit, foe, kind="march")

    with scripted(dice=[5, 6], answers=["shoot 4,4 facing 1", "shoot 4,4 facing 1"]) as referee:
        move_unit(referee, battle, unit)

    assert unit.shots == 2


def test_after_one_shot_half_the_allowance_is_left_to_move():
    """FO-MISS-01, FO-STAT-04: MA 5 keeps 2 points."""
    unit, foe = a_mover(missile="bow", ma=5), a_unit("foe", "blue", at=go(MIDDLE, NE, NE, NE, NE))
    battle = a_battle(unit, foe, kind="march")

    with scripted(dice=[5], answers=["shoot 4,4 facing 1", "move 3,2 facing 1"]) as referee:
        move_unit(referee, battle, unit)

    assert unit.at == go(MIDDLE, NW, NW)


def test_the_target_is_chosen_among_units_and_characters():
    """FO-MISS-02, FO-RULE-53."""
    unit, foe = a_mover(missile="bow", ma=5, ql=5), a_unit("foe", "blue", at=go(MIDDLE, NE, NE))
    king = a_leader("king", "blue", prowess=3, at=foe.at)

    with scripted(dice=[9, 9], answers=["shoot 4,4 facing 1", "shoot king", "stand"]) as referee:
        move_unit(referee, a_battle(unit, foe, king, kind="march"), unit)

    assert king.where is Where.GONE


# The duty to charge


def test_a_melee_unit_that_can_charge_must():
    """FO-ACT-07, FO-RULE-18: every offered end keeps an enemy in front in reach."""
    unit, foe = a_mover(), a_unit("foe", "blue", at=go(MIDDLE, NE, NE, NE), facing=SOUTH)
    battle = a_battle(unit, foe)

    options = list(moves(battle, unit, bound=True))
    assert STAND not in options
    assert {option.verb for option in options if isinstance(option, Leg)} == {"enter"}
    assert least_charge(battle, unit) == 2


def test_without_a_charge_in_reach_a_unit_moves_freely():
    """FO-RULE-18."""
    unit, foe = a_mover(ma=2), a_unit("foe", "blue", at=go(MIDDLE, NE, NE, NE, NE))
    battle = a_battle(unit, foe)

    assert least_charge(battle, unit) is None
    assert STAND in list(moves(battle, unit, bound=True))


def test_in_contact_it_must_turn_to_the_enemy():
    """FO-RULE-18."""
    unit, foe = a_mover(), a_unit("foe", "blue", at=go(MIDDLE, SE), facing=1)

    options = list(moves(a_battle(unit, foe), unit, bound=True))
    assert sorted(option.facing for option in options if isinstance(option, Leg)) == [4, 5]


def test_missile_units_have_no_duty_until_they_are_out():
    """FO-ACT-08, FO-RULE-18."""
    assert not must_charge(a_mover(missile="bow"))
    assert must_charge(a_mover(missile="bow", ammo="out"))
    assert must_charge(a_mover())


def test_a_hazard_does_not_make_a_duty():
    """FO-RULE-18: the only way to the enemy leads over a stream."""
    unit, foe = a_mover(ma=9), a_unit("foe", "blue", at=go(MIDDLE, NE, NE))
    sides = tuple((foe.at, d, "stream") for d in range(6))
    ring = tuple((go(foe.at, d), e, "wall") for d in range(6) for e in range(6))
    battle = a_battle(unit, foe, field=a_field(hexsides=(*sides, *ring)))

    assert least_charge(battle, unit) is None


# Interruption


def test_a_charge_stops_where_the_enemy_may_answer_and_goes_on_after_it():
    """FO-UNIT-03, FO-MOVE-13, FO-RULE-27: the enemy turns to face the mover, who is halted in its front."""
    unit, foe = a_mover(), a_unit("foe", "blue", at=go(MIDDLE, NE, NE), facing=0)
    battle = a_battle(unit, foe)

    with scripted(answers=["enter 4,3 facing 1", "foe turns to 5", "stand"]) as referee:
        move_unit(referee, battle, unit)

    assert unit.at == go(MIDDLE, NE)
    assert foe.facing == 5


def test_a_halted_unit_may_turn_but_not_change_hex():
    """FO-RULE-27, FO-MOVE-13."""
    unit = a_mover(missile="bow", ma=6)
    foe = a_unit("foe", "blue", at=go(MIDDLE, NE, NE), facing=SOUTH)
    battle = a_battle(unit, foe)

    with scripted(answers=["enter 4,3 facing 1", "stand fast", "move 4,3 facing 0"]) as referee:
        move_unit(referee, battle, unit)
        assert ends(referee.asked[2].options) == {go(MIDDLE, NE)}  # type: ignore[arg-type]

    assert unit.facing == 0


def test_if_the_target_evades_the_duty_is_fulfilled_and_the_move_goes_on():
    """FO-RULE-18, FO-RULE-34, FO-UNIT-10."""
    unit, foe = a_mover(), a_unit("foe", "blue", at=go(MIDDLE, NE, NE), facing=SOUTH, missile="sling", ma=6, ql=5)
    battle = a_battle(unit, foe)

    with scripted(dice=[3], answers=["enter 4,3 facing 1", "foe evades", "retreat by 5,1 and 6,0", "stand"]) as referee:
        move_unit(referee, battle, unit)

    assert battle.board.distances[unit.at][foe.at] == 3


def test_a_march_is_one_choice():
    """FO-ACT-10: nobody can interrupt it, so it is not asked hex by hex."""
    unit, foe = a_mover(), a_unit("foe", "blue", at=0)

    with scripted(answers=["move 5,3 facing 0"]) as referee:
        move_unit(referee, a_battle(unit, foe, kind="march"), unit)

    assert unit.moved


def test_horse_that_begins_beside_an_enemy_is_noted():
    """FO-RULE-58."""
    unit, foe = a_mover(kind="horse", ma=7), a_unit("foe", "blue", at=go(MIDDLE, NE), facing=NORTH)

    with scripted(answers=["stand"]) as referee:
        move_unit(referee, a_battle(unit, foe), unit)

    assert unit.beside == ("foe",)


# Consolidation


def remnants(mine: dict[str, Any] | None = None, other: dict[str, Any] | None = None) -> tuple[Unit, Unit]:
    a = a_mover(sp=2, sp_start=8, **(mine or {}))
    b = a_unit(
        "other", **{"sp": 5, "sp_start": 8, "at": go(MIDDLE, NE), "facing": 3, "state": "active", **(other or {})}
    )
    return a, b


def test_a_remnant_joins_a_unit_of_its_type():
    """FO-MOVE-17, FO-MOVE-18, FO-RULE-29: the weaker is absorbed, characters end there, the facing is the stander's."""
    a, b = remnants()
    leader = a_leader(at=MIDDLE)
    battle = a_battle(a, b, leader, kind="march")

    with scripted(answers=["join other"]) as referee:
        move_unit(referee, battle, a)

    assert (b.strength, b.facing, b.moved) == (7, 3, True)
    assert a.where is Where.GONE
    assert leader.at == b.at


@pytest.mark.parametrize(
    ("mine", "other"),
    [
        ({"sp": 3}, {"sp": 3}),
        ({}, {"code": "WB"}),
        ({}, {"missile": "javelin"}),
        ({}, {"state": "ready"}),
        ({}, {"side": "blue"}),
    ],
)
def test_who_may_not_consolidate(mine: dict[str, Any], other: dict[str, Any]) -> None:
    """FO-MOVE-17, FO-RULE-29."""
    a = a_unit("a", **{"sp": 2, "sp_start": 8, "state": "active", **mine})
    b = a_unit("b", **{"sp": 5, "sp_start": 8, "state": "active", **other})

    assert not can_consolidate(a, b)


def test_the_result_is_capped_disordered_and_as_short_of_missiles_as_the_worse():
    """FO-RULE-29, `consolidate_cap`."""
    for cap, strength in (("start", 6), ("none", 7)):
        a = a_mover(sp=2, sp_start=6, order="disorder", missile="bow", ammo="low")
        b = a_unit("other", sp=5, sp_start=6, at=go(MIDDLE, NE), state="active", missile="bow")
        with scripted() as referee:
            left = consolidate(referee, a_battle(a, b, options=Options(consolidate_cap=cap)), a, b)  # type: ignore[arg-type]
        assert (left, left.strength, left.order, left.ammo) == (b, strength, Order.DISORDER, Ammo.LOW)


def test_of_equals_the_owner_says_who_remains():
    """FO-RULE-29."""
    a, b = remnants(other={"sp": 2})

    with scripted(answers=["join mover"]) as referee:
        left = consolidate(referee, a_battle(a, b, options=DEFAULTS), a, b)

    assert left is a
    assert (a.at, a.facing, a.strength) == (b.at if b.at >= 0 else go(MIDDLE, NE), 3, 4)


def test_no_consolidation_beside_an_enemy_in_a_march():
    """FO-ACT-10, FO-MOVE-17."""
    a, b = remnants()
    foe = a_unit("foe", "blue", at=go(b.at, NE), facing=NORTH)

    assert all(option.key != "join other" for option in moves(a_battle(a, b, foe, kind="march"), a))
    assert go(MIDDLE, E) != b.at


def test_a_reach_that_is_remembered_is_that_of_the_same_situation_only():
    """FO-ACT-10: an enemy who comes near closes hexes; when he has gone again, they are open as before."""
    unit, foe = a_unit(at=MIDDLE, state="active"), a_unit("foe", "blue", at=0)
    battle = a_battle(unit, foe, kind="march")
    alone = ends(moves(battle, unit))
    foe.at = go(MIDDLE, NE, NE)
    beside = ends(moves(battle, unit))
    foe.at = 0

    assert beside < alone
    assert ends(moves(battle, unit)) == alone
