"""Who sees whom (WC-RULE-38): looked at for all units of a phase at once, on the bare numbers of where they stand."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from grognard.games.war_and_conquest.battle import Battle, Unit
from grognard.games.war_and_conquest.footprint import body_at
from grognard.ground.lines import crosses
from grognard.ground.measure import SCALE, Spot, direction, in_arc
from grognard.ground.shapes import Slab, bounds, corners
from grognard.ground.sight import can_see

SQUARE = SCALE * SCALE


class Mark(NamedTuple):
    """A unit that may be looked at: the middle of its body, the way it faces, and half its depth and width in parts of SCALE."""

    unit: Unit
    x: int
    y: int
    east: int
    north: int
    deep: int
    wide: int
    room: int  # no part of it is farther aside of its middle than this, in parts of SCALE


class Screen(NamedTuple):
    """A battle formation behind which others cannot be seen, with the bounds and the corners of its body."""

    id: str
    slab: Slab
    left: int
    bottom: int
    right: int
    top: int
    corners: tuple[Spot, ...]


def marks_of(units: Iterable[Unit]) -> list[Mark]:
    """Units that may be looked at."""
    found = []
    for unit in units:
        slab = body_at(unit.x, unit.y, unit.facing, unit.models, unit.files, unit.profile)
        wide, deep = slab.width * SCALE, slab.depth * SCALE
        found.append(Mark(unit, slab.x, slab.y, *direction(slab.facing), deep // 2, wide // 2, wide + deep))
    return found


def screens(battle: Battle) -> list[Screen]:
    """The battle formations on the table; skirmishers hide nobody."""
    found = []
    for unit in battle.units:
        if unit.where == "table" and unit.profile.formation == "battle":
            slab = body_at(unit.x, unit.y, unit.facing, unit.models, unit.files, unit.profile)
            found.append(Screen(unit.id, slab, *bounds(slab), corners(slab)))
    return found


def in_view(
    battle: Battle, unit: Unit, marks: Iterable[Mark], hiding: list[Screen], *, all_round: bool = False
) -> Iterator[tuple[Unit, bool]]:
    """The units that its leader sees, and whether their nearest figure is within 45 degrees of his front; only those, unless he looks all round."""
    terrain = battle.terrain
    blocked = bool(terrain.blockers.shapes)
    x, y = unit.x, unit.y
    east, north = direction(unit.facing)
    for mark in marks:
        dx, dy = mark.x - x, mark.y - y
        if not all_round and abs(dx * north - dy * east) - (dx * east + dy * north) > mark.room:
            continue  # all of it is surely more than 45 degrees off the front
        near_x, near_y = nearest_to(mark, x, y)
        ahead = in_arc(unit.facing, 90, x, y, near_x, near_y)
        if not (ahead or all_round) or (blocked and not can_see(terrain, x, y, near_x, near_y)):
            continue
        if not is_hidden(unit.id, mark.unit.id, hiding, x, y, near_x, near_y):
            yield mark.unit, ahead


def nearest_to(mark: Mark, x: int, y: int) -> Spot:
    """The spot of a body that is nearest to another spot, to the nearest whole hundredth: `nearest_spot` on bare numbers."""
    _, own_x, own_y, east, north, deep, wide, _ = mark
    dx, dy = x - own_x, y - own_y
    ahead, aside = dx * east + dy * north, dx * north - dy * east
    ahead = deep if ahead > deep else max(ahead, -deep)
    aside = wide if aside > wide else max(aside, -wide)
    return (
        own_x + (2 * (ahead * east + aside * north) + SQUARE) // (2 * SQUARE),
        own_y + (2 * (ahead * north - aside * east) + SQUARE) // (2 * SQUARE),
    )


def is_hidden(id: str, target: str, hiding: list[Screen], x1: int, y1: int, x2: int, y2: int) -> bool:
    """Does the straight line pass through a battle formation of somebody else? Most are told apart by their bounds, or by the side of the line on which their corners lie."""
    west, east = (x1, x2) if x1 < x2 else (x2, x1)
    south, north = (y1, y2) if y1 < y2 else (y2, y1)
    dx, dy = x2 - x1, y2 - y1
    for other, slab, left, bottom, right, top, points in hiding:
        if left > east or right < west or bottom > north or top < south or other in (id, target):
            continue
        before = beyond = False
        for x, y in points:
            side = dx * (y - y1) - dy * (x - x1)
            before |= side < 0
            beyond |= side > 0
        if before and beyond and crosses(slab, x1, y1, x2, y2):
            return True
    return False
