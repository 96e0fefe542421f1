"""Terrain: costs and hazards, line by line; and the tables of a map."""

import pytest

from grognard.games.fearful_odds.options import Options
from grognard.games.fearful_odds.terrain import GROUND, hazards, step_cost

from .build import MIDDLE, NE, E, W, a_field, go


@pytest.mark.parametrize(
    ("ground", "extra", "clear", "cover", "blocks", "impassable"),
    [
        ("clear", 0, True, False, False, False),
        ("road", 0, True, False, False, False),
        ("woods", 1, False, True, True, False),
        ("rough", 1, False, False, False, False),
        ("marsh", 1, False, False, False, False),
        ("town", 1, False, True, True, False),
        ("works", 1, False, True, True, False),
        ("ditch", 1, False, False, False, False),
        ("bridge", 0, False, False, False, False),
        ("gate", 0, False, False, False, False),
        ("river", 0, False, False, False, True),
        ("lake", 0, False, False, False, True),
        ("cliff", 0, False, False, False, True),
    ],
)
def test_the_terrain_table(ground: str, extra: int, clear: bool, cover: bool, blocks: bool, impassable: bool) -> None:
    """FO-RULE-67."""
    line = GROUND[ground]

    assert (line.extra, line.clear, line.cover, line.blocks_sight, line.impassable) == (
        extra,
        clear,
        cover,
        blocks,
        impassable,
    )


@pytest.mark.parametrize(
    ("leaving", "entering", "climb", "sides", "cost"),
    [
        ("clear", "clear", 0, [], (0, 0)),
        ("clear", "clear", 1, [], (1, 0)),
        ("clear", "clear", -1, [], (0, 0)),
        ("clear", "woods", 1, [], (1, 0)),
        ("clear", "rough", -1, [], (1, 0)),
        ("clear", "clear", 0, ["wall"], (2, 1)),
        ("ditch", "clear", 0, [], (2, 1)),
        ("clear", "ditch", 0, [], (1, 0)),
        ("clear", "clear", 0, ["stream"], (2, 1)),
        ("ditch", "town", 0, ["wall"], (5, 2)),
        ("clear", "clear", 0, ["stream", "ford"], (0, 0)),
        ("ditch", "clear", 0, ["gate"], (0, 0)),
        ("ditch", "clear", 0, ["ford"], (2, 1)),
    ],
)
def test_what_a_step_costs(leaving: str, entering: str, climb: int, sides: list[str], cost: tuple[int, int]) -> None:
    """FO-MOVE-07, FO-MOVE-08, FO-MOVE-09, FO-MOVE-10, FO-MOVE-11, FO-RULE-25, FO-RULE-26."""
    assert step_cost(leaving, entering, climb, sides, "surcharge") == cost


def test_going_down_into_rough_ground_may_be_free():
    """FO-RULE-25, `downhill_rough = free`."""
    assert step_cost("clear", "rough", -1, [], "free") == (0, 0)


def test_nobody_enters_a_river():
    """FO-RULE-67."""
    assert step_cost("clear", "river", 0, [], "surcharge") is None
    assert hazards("clear", "river", ["bridge"]) == []


def test_front_flank_and_rear_by_both_readings():
    """FO-STAT-13, FO-RULE-23, FO-RULE-24: two, two and two; or three, two and one."""
    for facing, counts in (("hexspine", [2, 2, 2]), ("hexside", [3, 2, 1])):
        board = a_field(options=Options(facing=facing)).board  # type: ignore[arg-type]
        sides = [board.side_of(MIDDLE, 1, n) for n in board.next_to[MIDDLE]]
        assert [sides.count(side) for side in ("front", "flank", "rear")] == counts


def test_narrow_ways_are_hexes_and_hexsides():
    """FO-RULE-52."""
    board = a_field(
        ground={MIDDLE: "gate"}, hexsides=((go(MIDDLE, W), W, "ford"), (go(MIDDLE, W), NE, "stream")), narrow=(0,)
    ).board

    assert board.is_narrow(MIDDLE, go(MIDDLE, E))
    assert board.is_narrow(go(MIDDLE, W), go(MIDDLE, W, W))
    assert not board.is_narrow(go(MIDDLE, W), go(MIDDLE, W, NE))
    assert board.is_narrow(0, 1)


def test_a_unit_facing_north_is_faced_from_where_it_looks():
    """FO-STAT-13: the states that have a hex in front are those whose Front hexes hold it."""
    board = a_field().board
    for n in board.next_to[MIDDLE]:
        for facing in range(6):
            sees = bool(board.fronts[n * 6 + facing] & board.bit[MIDDLE])
            assert bool(board.faced[MIDDLE] & board.state(n, facing)) is sees
