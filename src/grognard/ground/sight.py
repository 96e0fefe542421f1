"""Straight lines of sight over an open table: what stops them, what lies across them, how deep they run into a wood.

A line that only touches the corner of a feature passes it; one that runs along a face is stopped.
"""

import math
from collections.abc import Sequence
from functools import lru_cache

from grognard.ground.gaps import spot_gap
from grognard.ground.lines import Stretch, crosses, stretches
from grognard.ground.measure import Spot, along, round_up
from grognard.ground.shapes import Disc
from grognard.ground.terrain import Feature, Terrain


@lru_cache(maxsize=65536)
def can_see(terrain: Terrain, x1: int, y1: int, x2: int, y2: int) -> bool:
    """Is the straight line between two spots free of everything that blocks sight? The same both ways."""
    blockers = terrain.blockers
    mask = blockers.strips.on_line(x1, y1, x2, y2)
    while mask:
        low = mask & -mask
        mask ^= low
        if crosses(blockers.shapes[low.bit_length() - 1], x1, y1, x2, y2):
            return False
    return True


def what_blocks(terrain: Terrain, x1: int, y1: int, x2: int, y2: int) -> Feature | None:
    """The first feature that stops the line from the first spot to the second; None if the view is free."""
    blockers = terrain.blockers
    mask = blockers.strips.on_line(x1, y1, x2, y2)
    best, found = 2.0, None
    while mask:
        low = mask & -mask
        mask ^= low
        piece = low.bit_length() - 1
        inside = stretches(blockers.shapes[piece], x1, y1, x2, y2)
        if inside and inside[0][0] < best:
            best, found = inside[0][0], terrain.features[blockers.owners[piece]]
    return found


def is_hidden_from(terrain: Terrain, x: int, y: int, viewers: Sequence[Disc]) -> bool:
    """Is this spot dead ground: out of sight of every one of these viewers?"""
    return not any(can_see(terrain, viewer.x, viewer.y, x, y) for viewer in viewers)


def depth_inside(terrain: Terrain, kinds: tuple[str, ...], x1: int, y1: int, x2: int, y2: int) -> int:
    """How much of the line runs inside features of these kinds in all, rounded up.

    Where two of them overlap it counts once.
    """
    parts: list[Stretch] = []
    for feature in terrain.crossed(x1, y1, x2, y2):
        if feature.kind in kinds:
            parts += stretches(feature.shape, x1, y1, x2, y2)
    return in_all(parts, x1, y1, x2, y2) if parts else 0


def in_all(parts: list[Stretch], x1: int, y1: int, x2: int, y2: int) -> int:
    """The length of these stretches of a line, rounded up; where two of them overlap it counts once."""
    share, reached = 0.0, 0.0
    for enter, leave in sorted(parts):
        if leave > reached:
            share += leave - max(enter, reached)
            reached = leave
    return round_up(share * math.sqrt((x2 - x1) ** 2 + (y2 - y1) ** 2))


def runs_through(terrain: Terrain, kinds: tuple[str, ...], x1: int, y1: int, x2: int, y2: int) -> bool:
    """Does the line go in at one side of a feature of these kinds and out at the other?"""
    return any(
        enter > 0 and leave < 1
        for feature in terrain.crossed(x1, y1, x2, y2)
        if feature.kind in kinds
        for enter, leave in stretches(feature.shape, x1, y1, x2, y2)
    )


def discs_across(discs: Sequence[Disc], x1: int, y1: int, x2: int, y2: int, reach: int = 0) -> tuple[int, ...]:
    """Which bases lie across the line, or come nearer to it than the reach: places in the list.

    Those at its ends count too.
    """
    ex, ey = x2 - x1, y2 - y1
    square = ex * ex + ey * ey
    found = []
    for n, disc in enumerate(discs):
        dx, dy, radius = disc.x - x1, disc.y - y1, disc.radius + reach
        share = ex * dx + ey * dy
        if share <= 0:
            near = dx * dx + dy * dy < radius * radius
        elif share >= square:
            near = (disc.x - x2) ** 2 + (disc.y - y2) ** 2 < radius * radius
        else:
            near = (ex * dy - ey * dx) ** 2 < radius * radius * square
        if near:
            found.append(n)
    return tuple(found)


def cover_between(terrain: Terrain, x1: int, y1: int, x2: int, y2: int, reach: int = -1) -> tuple[Feature, ...]:
    """The features that give cover and lie across the line to the second spot, or under that spot.

    With a reach, only those within so much of the second spot count.
    """
    return tuple(
        [
            feature
            for feature in terrain.crossed(x1, y1, x2, y2)
            if feature.cover and (reach < 0 or spot_gap(feature.shape, x2, y2) <= reach)
        ]
    )


def outer_edges(x: int, y: int, target: Disc) -> tuple[Spot, Spot]:
    """The two ends of a base as seen from a spot.

    Left and right, square to the line to its centre and never outside the base.
    """
    dx, dy = target.x - x, target.y - y
    return along(target.x, target.y, -dy, dx, target.radius), along(target.x, target.y, dy, -dx, target.radius)


def clear_lines(terrain: Terrain, x: int, y: int, target: Disc, others: Sequence[Disc] = ()) -> int:
    """How many of three lines from a spot are free: to the centre of the target and to its two outer edges.

    Terrain and the bases given stop a line; leave out the viewer and the target themselves.
    """
    left, right = outer_edges(x, y, target)
    ends = ((target.x, target.y), left, right)
    return sum(
        [can_see(terrain, x, y, ex, ey) and not (others and discs_across(others, x, y, ex, ey)) for ex, ey in ends]
    )
