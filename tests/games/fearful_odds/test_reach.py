"""Reach: the masks against a slow search, one state after the other."""

from heapq import heappop, heappush
from random import Random

import pytest

from grognard.games.fearful_odds.battle import Field
from grognard.games.fearful_odds.board import Board
from grognard.games.fearful_odds.options import Options
from grognard.games.fearful_odds.reach import came_from, crossings, in_all_blocks, pick_bit, spread, turned
from grognard.games.fearful_odds.terrain import ABOUT, ASIDE, FORWARD, TURN

from .build import MIDDLE, NORTH, a_field

State = tuple[int, int, bool]


def slow_search(
    board: Board, start: State, points: int, kind: str, shut: list[int], halt: list[int], stop: list[int]
) -> dict[State, int]:
    """FO-MOVE-01 to 07 as they are written: forward, one step aside, turn, about face."""
    best: dict[State, int] = {}
    queue = [(0, start)]
    while queue:
        spent, (at, facing, stepped) = heappop(queue)
        if (at, facing, stepped) in best or (at, facing, False) in best:
            continue
        best[at, facing, stepped] = spent
        if at in stop:
            continue
        ends = [
            (TURN, (at, (facing + 1) % 6, stepped)),
            (TURN, (at, (facing + 5) % 6, stepped)),
            (ABOUT[kind], (at, (facing + 3) % 6, stepped)),
        ]
        if at not in halt:
            for direction, there in enumerate(board.next_to[at]):
                extra, dangers = board.steps.get((at, direction), (0, 1))
                if there < 0 or dangers or there in shut:
                    continue
                if direction in board.front_directions[facing]:
                    ends.append((FORWARD + extra, (there, facing, stepped)))
                elif not stepped:
                    ends.append((ASIDE + extra, (there, facing, True)))
        for price, state in ends:
            if spent + price <= points:
                heappush(queue, (spent + price, state))
    return best


def random_field(seed: int, options: Options) -> Field:
    dice = Random(seed)
    ground = {n: dice.choice(["woods", "rough", "ditch", "river", "clear", "clear", "clear"]) for n in range(81)}
    ground[MIDDLE] = "clear"
    heights = {n: dice.choice([0, 0, 0, 1]) for n in range(81)}
    sides = tuple(
        (n, d, dice.choice(["stream", "wall", "ford"])) for n in range(20, 60) for d in range(3) if dice.random() < 0.2
    )
    return a_field(
        ground=ground,
        heights=heights,
        hexsides=tuple(side for side in sides if side[0] % 9 not in (0, 8)),
        options=options,
    )


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("facing", ["hexspine", "hexside"])
def test_the_masks_agree_with_a_slow_search(seed: int, facing: str) -> None:
    """FO-MOVE-01, FO-MOVE-02, FO-MOVE-03, FO-MOVE-04, FO-MOVE-05, FO-MOVE-06, FO-MOVE-07, FO-MOVE-08, FO-MOVE-13, FO-MOVE-15, FO-RULE-25."""
    dice = Random(seed)
    board = random_field(seed, Options(facing=facing)).board  # type: ignore[arg-type]
    shut, halt, stop = ([n for n in range(81) if n != MIDDLE and dice.random() < share] for share in (0.15, 0.08, 0.08))
    kind = dice.choice(["foot", "horse"])
    points, start = dice.randint(2, 9), (MIDDLE, dice.randrange(6), dice.random() < 0.3)

    masks = [in_all_blocks(board, sum(board.bit[n] for n in hexes)) for hexes in (shut, halt, stop)]
    layers = spread(board, board.state(*start), points, kind == "foot", board.shut | masks[0], masks[1], masks[2])
    found = {board.read(place): spent for spent, layer in enumerate(layers) for place in places(layer)}

    assert found == slow_search(board, start, points, kind, shut, halt, stop)


def places(mask: int) -> list[int]:
    return [pick_bit(mask, n) for n in range(mask.bit_count())]


def test_a_step_over_a_stream_is_a_leg_of_its_own_with_its_checks():
    """FO-MOVE-11, FO-RULE-26: 1 + 2 points and one check; out of a ditch over a wall 1 + 4 and two (FO-MOVE-09, FO-MOVE-10)."""
    board = a_field(ground={MIDDLE: "ditch"}, hexsides=((MIDDLE, 1, "wall"),)).board
    layers = spread(board, board.state(MIDDLE, NORTH), 6, True, board.shut, 0, 0)

    found = {
        (spent, dangers)
        for spent, dangers, states in crossings(board, layers, board.shut, 0)
        for n in [board.next_to[MIDDLE][1]]
        if states & board.state(n, NORTH)
    }
    assert found == {(5, 2)}
    bridged = a_field(ground={MIDDLE: "ditch"}, hexsides=((MIDDLE, 1, "bridge"),)).board
    layers = spread(bridged, bridged.state(MIDDLE, NORTH), 1, True, bridged.shut, 0, 0)
    assert layers[1] & bridged.state(bridged.next_to[MIDDLE][1], NORTH)  # the bridge leads out of the ditch


def test_where_a_hex_was_entered_from():
    """FO-UNIT-03: needed to tell whether an enemy is new."""
    board = a_field().board
    layers = spread(board, board.state(MIDDLE, NORTH), 3, True, board.shut, 0, 0)
    two_ahead = board.next_to[board.next_to[MIDDLE][1]][1]
    place = board.state(two_ahead, NORTH).bit_length() - 1

    assert came_from(board, layers, 0, 2, place, 0) == board.next_to[MIDDLE][1]


def test_turning_by_masks():
    """FO-MOVE-05, FO-MOVE-06."""
    board = a_field().board
    near = turned(board, board.state(MIDDLE, 0), about=False)

    assert near == board.state(MIDDLE, 1) | board.state(MIDDLE, 5)
    assert turned(board, board.state(MIDDLE, 0), about=True) == near | board.state(MIDDLE, 3)
