"""A path step by step: where and why it ends."""

from typing import Any

import pytest

from grognard.games.fearful_odds.options import Options
from grognard.games.fearful_odds.paths import Account, follow

from .build import MIDDLE, NE, NORTH, NW, SOUTH, E, a_battle, a_field, a_leader, a_unit, go


@pytest.mark.parametrize(
    ("path", "others", "kind", "moved", "why", "rule"),
    [
        ([NE, NE], [], "march", 2, "path_done", "FO-MOVE-01"),
        ([NE] * 4, [], "march", 3, "mp", "FO-STAT-04"),
        ([E], [], "march", 0, "not_front", "FO-MOVE-02"),
        ([NE, NE], [("friend", "red", (NE, NE), NORTH)], "march", 1, "occupied", "FO-MOVE-16"),
        ([NE, NE], [("foe", "blue", (NE, NE, NE), SOUTH)], "charge", 2, "enemy_front_hex", "FO-MOVE-13"),
        ([NE, NE], [("foe", "blue", (NE, NE, NE), SOUTH)], "march", 1, "may_not_move_adjacent", "FO-ACT-10"),
        ([NE, NE], [("foe", "blue", (NE, NE, NE), SOUTH)], "regroup", 1, "may_not_move_adjacent", "FO-ACT-14"),
        ([NE], [("foe", "blue", (NW,), SOUTH)], "charge", 0, "in_contact", "FO-MOVE-14"),
    ],
)
def test_a_path_ends_for_a_reason(
    path: list[int], others: list[Any], kind: str, moved: int, why: str, rule: str
) -> None:
    """FO-MOVE-01, FO-MOVE-02, FO-MOVE-13, FO-MOVE-14, FO-MOVE-16, FO-ACT-10, FO-ACT-14, FO-STAT-04."""
    unit = a_unit(at=MIDDLE, facing=NORTH, ma=3)
    pieces = [a_unit(id, side, at=go(MIDDLE, *way), facing=facing) for id, side, way, facing in others]
    hexes, at = [], MIDDLE
    for direction in path:
        at = go(at, direction)
        hexes.append(at)

    walk = follow(a_battle(unit, *pieces, kind=kind), unit, hexes)

    assert (walk.moved, walk.why, walk.rule) == (moved, why, rule)


def test_rough_ground_uses_up_the_allowance():
    """FO-MOVE-07, FO-RULE-25."""
    unit = a_unit(at=MIDDLE, facing=NORTH, ma=3)
    battle = a_battle(unit, kind="march", field=a_field(ground={go(MIDDLE, NE): "woods", go(MIDDLE, NE, NE): "woods"}))

    assert follow(battle, unit, [go(MIDDLE, NE), go(MIDDLE, NE, NE)]).why == "mp"


def test_one_shot_may_be_all_that_is_allowed():
    """FO-RULE-37, FO-MISS-01."""
    unit = a_unit(missile="bow", ma=5)
    account = Account(a_battle(unit, kind="march", options=Options(fires_per_activation="one")), unit)

    assert account.fire()
    assert account.left == 5
    assert not account.fire()


def test_a_characters_account_has_no_facing_and_no_checks():
    """FO-RULE-30, FO-RULE-26, FO-MOVE-19."""
    leader = a_leader(ma=7)
    account = Account(a_battle(leader, kind="march"), leader)

    assert account.step("rear", hexside="stream")
    assert (account.left, account.checks) == (8, 0)
    assert not account.turn(1)
    assert not account.about_face()
    assert account.rally()
    assert not account.rally()
