"""The ground of a table: its features, what is under a spot, and what a straight line passes over.

A feature has no rules. It says what it is in plain data (it blocks sight, it is slow, it cannot be crossed), and a game
says what that means. Bridges, fords, gates and doors lie over other features and clear a way, or a view, through them:
the ground they clear is cut out of the features below once, when the table is laid, so that later questions need not
ask again.

Every question first asks which features could matter at all. For that each table keeps, for every strip one unit wide,
the bit mask of the features that begin up to there and of those that end from there on; four look-ups and three `&`
leave the few that are worth measuring.
"""

import math
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

import msgspec

from grognard.ground.gaps import near_spot, overlaps, spot_gap
from grognard.ground.lines import Stretch, stretches
from grognard.ground.measure import UNIT, Spot, round_up
from grognard.ground.shapes import Disc, Polygon, Shape, Wall, bounds, corners, holds, is_convex, outline


class Feature(msgspec.Struct, frozen=True, gc=False):
    """A piece of terrain: where it lies and what it is."""

    name: str
    shape: Shape
    kind: str = "open"
    blocks_sight: bool = False
    impassable: bool = False
    slow: int = 1  # what each hundredth costs to cross: 2 is difficult ground
    obstacle: int = 0  # what it costs more to get over, in hundredths
    cover: str = ""  # the grade that it gives, in the game's own word
    height: int = 0
    roof: bool = False
    clears_way: bool = False  # a bridge, ford, path or gate: over other ground it alone counts for movement
    clears_sight: bool = False  # a window or open door: sight passes here through what lies below
    tags: tuple[str, ...] = ()


class Strips:
    """Which of some shapes could lie in a given rectangle, as a bit mask."""

    __slots__ = ("_begun_x", "_begun_y", "_last_x", "_last_y", "_open_x", "_open_y")

    def __init__(self, width: int, height: int, shapes: Iterable[Shape]) -> None:
        """Sort the shapes into strips of the table."""
        boxes = [bounds(shape) for shape in shapes]
        self._last_x, self._last_y = width // UNIT, height // UNIT
        self._begun_x, self._open_x = _strips([(box[0], box[2]) for box in boxes], self._last_x)
        self._begun_y, self._open_y = _strips([(box[1], box[3]) for box in boxes], self._last_y)

    def in_rectangle(self, left: int, bottom: int, right: int, top: int) -> int:
        """The shapes whose strips meet this rectangle: all that could be in it, and perhaps a few more."""
        west, south, east, north = left // UNIT, bottom // UNIT, right // UNIT, top // UNIT
        if west < 0 or south < 0 or east > self._last_x or north > self._last_y:
            west, east = (min(max(strip, 0), self._last_x) for strip in (west, east))
            south, north = (min(max(strip, 0), self._last_y) for strip in (south, north))
        return self._begun_x[east] & self._open_x[west] & self._begun_y[north] & self._open_y[south]

    def on_line(self, x1: int, y1: int, x2: int, y2: int, reach: int = 0) -> int:
        """The shapes that could come so near to this straight line."""
        if x1 > x2:
            x1, x2 = x2, x1
        if y1 > y2:
            y1, y2 = y2, y1
        return self.in_rectangle(x1 - reach, y1 - reach, x2 + reach, y2 + reach)


def _strips(spans: list[tuple[int, int]], last: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """For each strip, the mask of the spans begun by its end, and of those not ended before it."""
    begun, still_open = [0] * (last + 1), [0] * (last + 1)
    for n, (low, high) in enumerate(spans):
        first, final = min(max(low // UNIT, 0), last), min(max(high // UNIT, 0), last)
        for strip in range(first, last + 1):
            begun[strip] |= 1 << n
        for strip in range(final + 1):
            still_open[strip] |= 1 << n
    return tuple(begun), tuple(still_open)


class Pieces:
    """The parts of some features that are left after ways have been cut through them, with the feature that each
    belongs to.
    """

    __slots__ = ("owners", "shapes", "strips")

    def __init__(self, width: int, height: int, parts: Iterable[tuple[int, Shape]]) -> None:
        """Keep the parts, each with the place of its feature in the table's list."""
        found = tuple(parts)
        self.owners = tuple(owner for owner, _ in found)
        self.shapes = tuple(shape for _, shape in found)
        self.strips = Strips(width, height, self.shapes)


class Terrain:
    """The features of one table. Never changes; laying the same table twice gives the same object (`lay`)."""

    __slots__ = ("_hash", "_strips", "blockers", "features", "height", "obstacles", "slow", "solids", "width")

    def __init__(self, width: int, height: int, features: tuple[Feature, ...] = ()) -> None:
        """Lay the table: cut the ways through the features and sort everything into strips."""
        self.width, self.height, self.features = width, height, features
        self._hash = hash((width, height, features))
        self._strips = Strips(width, height, [feature.shape for feature in features])
        ways = [feature.shape for feature in features if feature.clears_way]
        views = [feature.shape for feature in features if feature.clears_sight]
        walked = [(n, feature) for n, feature in enumerate(features) if not feature.clears_way]
        self.solids = self._cut([(n, feature) for n, feature in walked if feature.impassable], ways)
        self.slow = self._cut([(n, feature) for n, feature in walked if feature.slow > 1], ways)
        self.obstacles = self._cut(
            [(n, feature) for n, feature in walked if feature.obstacle and not feature.impassable], ways
        )
        seen = [(n, feature) for n, feature in enumerate(features) if feature.blocks_sight and not feature.clears_sight]
        self.blockers = self._cut(seen, views)

    def _cut(self, features: list[tuple[int, Feature]], ways: list[Shape]) -> Pieces:
        return Pieces(
            self.width,
            self.height,
            [(n, part) for n, feature in features for part in cut_out(feature.shape, tuple(ways))],
        )

    def __eq__(self, other: object) -> bool:
        """Tables are equal if they look alike."""
        if self is other:
            return True
        if not isinstance(other, Terrain):
            return NotImplemented
        return (self.width, self.height, self.features) == (other.width, other.height, other.features)

    def __hash__(self) -> int:
        """Equal tables have equal hashes."""
        return self._hash

    def at(self, x: int, y: int) -> tuple[Feature, ...]:
        """The features that lie under a spot, in the table's order."""
        mask = self._strips.in_rectangle(x, y, x, y)
        return tuple([feature for feature in self._named(mask) if holds(feature.shape, x, y)]) if mask else ()

    def footing(self, x: int, y: int) -> tuple[Feature, ...]:
        """The features that count for somebody who stands or moves here: a bridge or path alone, where one lies."""
        found = self.at(x, y)
        return tuple([feature for feature in found if feature.clears_way]) or found

    def near(self, x: int, y: int, reach: int) -> tuple[Feature, ...]:
        """The features within reach of a spot, those under it included."""
        mask = self._strips.in_rectangle(x - reach, y - reach, x + reach, y + reach)
        return (
            tuple([feature for feature in self._named(mask) if spot_gap(feature.shape, x, y) <= reach]) if mask else ()
        )

    def crossed(self, x1: int, y1: int, x2: int, y2: int) -> tuple[Feature, ...]:
        """The features that a straight line passes through, in the table's order.

        Ways and windows are not taken out.
        """
        mask = self._strips.on_line(x1, y1, x2, y2)
        return (
            tuple([feature for feature in self._named(mask) if stretches(feature.shape, x1, y1, x2, y2)])
            if mask
            else ()
        )

    def touched(self, shape: Shape) -> tuple[Feature, ...]:
        """The features that share ground with a shape, in the table's order."""
        mask = self._strips.in_rectangle(*bounds(shape))
        return tuple([feature for feature in self._named(mask) if overlaps(shape, feature.shape)]) if mask else ()

    def inside(self, x1: int, y1: int, x2: int, y2: int) -> tuple[tuple[Feature, int], ...]:
        """The features that a straight line passes through, each with the length of the line inside it, rounded up."""
        length = math.sqrt((x2 - x1) ** 2 + (y2 - y1) ** 2)
        found = []
        for feature in self._named(self._strips.on_line(x1, y1, x2, y2)):
            parts = stretches(feature.shape, x1, y1, x2, y2)
            if parts:
                found.append((feature, round_up(length * sum([leave - enter for enter, leave in parts]))))
        return tuple(found)

    def split(self, x1: int, y1: int, x2: int, y2: int) -> tuple[tuple[float, float, tuple[Feature, ...]], ...]:
        """A straight line cut where the ground under it changes.

        Begin and end of each stretch as shares of it, and the features there.
        """
        cuts, found = [0.0, 1.0], []
        for feature in self._named(self._strips.on_line(x1, y1, x2, y2)):
            for enter, leave in stretches(feature.shape, x1, y1, x2, y2):
                if enter < leave:
                    found.append((feature, enter, leave))
                    cuts += [enter, leave]
        cuts.sort()
        return tuple(
            (start, end, tuple([feature for feature, enter, leave in found if enter <= start and end <= leave]))
            for start, end in pairwise(cuts)
            if end > start
        )

    def is_solid(self, x: int, y: int, radius: int) -> bool:
        """Would a base of that radius stand in something impassable?"""
        mask = self.solids.strips.in_rectangle(x - radius, y - radius, x + radius, y + radius)
        while mask:
            low = mask & -mask
            mask ^= low
            shape = self.solids.shapes[low.bit_length() - 1]
            if near_spot(shape, x, y, radius) or (not radius and holds(shape, x, y)):
                return True
        return False

    def named(self, name: str) -> Feature:
        """The feature of that name."""
        for feature in self.features:
            if feature.name == name:
                return feature
        raise KeyError(name)

    def of_kind(self, *kinds: str) -> tuple[Feature, ...]:
        """The features of these kinds."""
        return tuple([feature for feature in self.features if feature.kind in kinds])

    def with_features(self, *more: Feature) -> "Terrain":
        """The same table with more on it, such as a cloud of smoke."""
        return lay(self.width, self.height, self.features + more)

    def without(self, *names: str) -> "Terrain":
        """The same table without the features of these names, such as a door that was broken down."""
        return lay(self.width, self.height, tuple([feature for feature in self.features if feature.name not in names]))

    def _named(self, mask: int) -> list[Feature]:
        found = []
        while mask:
            low = mask & -mask
            mask ^= low
            found.append(self.features[low.bit_length() - 1])
        return found


def lay(width: int, height: int, features: tuple[Feature, ...] = ()) -> Terrain:
    """Lay a table with these features; a table like one laid before is that table."""
    return _laid(width, height, features)


@lru_cache(maxsize=512)
def _laid(width: int, height: int, features: tuple[Feature, ...]) -> Terrain:
    return Terrain(width, height, features)


# Cutting ways


@lru_cache(maxsize=1024)
def cut_out(shape: Shape, ways: tuple[Shape, ...]) -> tuple[Shape, ...]:
    """What is left of a shape where these ways lie over it.

    Ways must be convex; a shape that no way meets stays as it is.
    """
    left: tuple[Shape, ...] = (shape,)
    for way in ways:
        if type(way) is Wall:
            continue
        ring = outline(way)
        if not is_convex(ring):
            raise ValueError(f"a way through other ground must have an outline without hollows: {way}")
        left = tuple(rest for part in left for rest in (_cut_one(part, ring) if _meets(part, way) else (part,)))
    return left


def _meets(part: Shape, way: Shape) -> bool:
    if type(part) is Wall:
        points = corners(part)
        return any(bool(stretches(way, *a, *b)) for a, b in pairwise(points))
    return overlaps(part, way)


def _cut_one(part: Shape, ring: tuple[Spot, ...]) -> tuple[Shape, ...]:
    if type(part) is Wall:
        return _cut_wall(part, ring)
    rest: list[Spot] = list(outline(part) if type(part) is Disc else corners(part))
    found: list[Shape] = []
    area = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(ring, ring[1:] + ring[:1], strict=True))
    way = ring if area > 0 else ring[::-1]
    for a, b in zip(way, way[1:] + way[:1], strict=True):
        outside = _half(rest, b, a)
        if len(outside) >= 3 and _area(outside):
            found.append(Polygon(tuple(outside)))
        rest = _half(rest, a, b)
        if len(rest) < 3:
            break
    return tuple(found)


def _half(points: list[Spot], a: Spot, b: Spot) -> list[Spot]:
    """The part of an outline to the left of the line from a to b; new corners to the nearest hundredth."""
    (ax, ay), (bx, by) = a, b
    ex, ey = bx - ax, by - ay
    kept: list[Spot] = []
    for (px, py), (qx, qy) in zip(points, points[1:] + points[:1], strict=True):
        p, q = ex * (py - ay) - ey * (px - ax), ex * (qy - ay) - ey * (qx - ax)
        if p >= 0:
            kept.append((px, py))
        if (p > 0 > q) or (p < 0 < q):
            kept.append(
                (math.floor(px + (qx - px) * p / (p - q) + 0.5), math.floor(py + (qy - py) * p / (p - q) + 0.5))
            )
    return [point for n, point in enumerate(kept) if point != kept[n - 1]]


def _area(points: list[Spot]) -> int:
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(points, points[1:] + points[:1], strict=True))


def _cut_wall(wall: Wall, ring: tuple[Spot, ...]) -> tuple[Shape, ...]:
    way = Polygon(ring)
    runs: list[list[Spot]] = []
    for (x1, y1), (x2, y2) in zip(wall.points, wall.points[1:], strict=False):
        inside: tuple[Stretch, ...] = stretches(way, x1, y1, x2, y2)
        enter, leave = inside[0] if inside else (1.0, 1.0)
        for start, end in ((0.0, enter), (leave, 1.0)):
            if end - start <= 1e-9:
                continue
            a = (math.floor(x1 + (x2 - x1) * start + 0.5), math.floor(y1 + (y2 - y1) * start + 0.5))
            b = (math.floor(x1 + (x2 - x1) * end + 0.5), math.floor(y1 + (y2 - y1) * end + 0.5))
            if runs and runs[-1][-1] == a:
                runs[-1].append(b)
            else:
                runs.append([a, b])
    return tuple(Wall(tuple(run)) for run in runs)
