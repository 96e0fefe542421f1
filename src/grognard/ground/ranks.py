"""A body of men in ranks: its front and sides, its wheels and advances, and how it meets another body.

Lengths along and across the facing are kept in parts of SCALE while they are compared, so that no side is decided by a
rounded corner.
"""

from math import isqrt

from grognard.ground.measure import SCALE, Spot, along, direction, round_div, turned
from grognard.ground.shapes import Slab, corners

PI: int = 3_141_592_654  # in parts of SCALE

FACES: dict[str, int] = {"front": 0, "right": 90, "rear": 180, "left": 270}


def led_from(x: int, y: int, width: int, depth: int, facing: int) -> Slab:
    """The body whose front has its middle at this spot."""
    east, north = direction(facing)
    whole = 2 * SCALE
    return Slab(x - (depth * east + SCALE) // whole, y - (depth * north + SCALE) // whole, width, depth, facing)


def front_middle(slab: Slab) -> Spot:
    """The middle of the front, where a leader stands: the spot that `led_from` was given."""
    east, north = direction(slab.facing)
    whole = 2 * SCALE
    return slab.x + (slab.depth * east + SCALE) // whole, slab.y + (slab.depth * north + SCALE) // whole


def front_corners(slab: Slab) -> tuple[Spot, Spot]:
    """Left and right end of the front."""
    left, right, _, _ = corners(slab)
    return left, right


def ahead_and_aside(slab: Slab, x: int, y: int) -> Spot:
    """Where a spot is as the body sees it: so far ahead of its centre and so far to its right, in parts of SCALE."""
    east, north = direction(slab.facing)
    dx, dy = x - slab.x, y - slab.y
    return dx * east + dy * north, dx * north - dy * east


def side_of(slab: Slab, x: int, y: int) -> str:
    """On which side of the body is this spot: "front", "rear", "left" or "right"?

    Lines at 45 degrees from the corners part the sides; a spot on such a line is in front, or else in the rear.
    """
    ahead, aside = ahead_and_aside(slab, x, y)
    beyond_ends = 2 * abs(aside) - slab.width * SCALE
    beyond_ranks = 2 * abs(ahead) - slab.depth * SCALE
    if beyond_ranks >= beyond_ends:
        return "front" if ahead >= 0 else "rear"
    return "right" if aside > 0 else "left"


def side_towards(slab: Slab, other: Slab) -> str:
    """On which side of the body does the other's leader stand?"""
    return side_of(slab, *front_middle(other))


def advanced(slab: Slab, length: int) -> Slab:
    """The body after a straight move to its front, or to its rear if the length is negative.

    Never farther than the length.
    """
    east, north = direction(slab.facing)
    x, y = along(slab.x, slab.y, east, north, length) if length >= 0 else along(slab.x, slab.y, -east, -north, -length)
    return Slab(x, y, slab.width, slab.depth, slab.facing)


def advance_ground(slab: Slab, length: int) -> Slab:
    """All the ground that a straight move forward passes over, the body itself included."""
    east, north = direction(slab.facing)
    x, y = along(slab.x, slab.y, east, north, length // 2)
    return Slab(x, y, slab.width, slab.depth + length, slab.facing)


def wheeled(slab: Slab, degrees: int) -> Slab:
    """The body after a wheel about a front corner.

    To the right (about the right corner) if positive, to the left if negative.
    """
    left, right = front_corners(slab)
    px, py = right if degrees > 0 else left
    facing = (slab.facing + degrees) % 360
    # The new centre is half a front and half the ranks away from the corner that stands.
    east, north = direction(facing)
    half = -slab.width if degrees > 0 else slab.width
    x = 2 * px * SCALE + half * north - slab.depth * east
    y = 2 * py * SCALE - half * east - slab.depth * north
    return Slab(round_div(x, 2 * SCALE), round_div(y, 2 * SCALE), slab.width, slab.depth, facing)


def wheel_length(slab: Slab, degrees: int) -> int:
    """How far the outer front corner goes in that wheel, rounded up."""
    return -(-slab.width * abs(degrees) * PI // (180 * SCALE))


def widest_wheel(slab: Slab, length: int) -> int:
    """The largest whole number of degrees that the body can wheel within a length at its outer corner."""
    degrees = min(359, length * 180 * SCALE // (slab.width * PI))
    return degrees + 1 if degrees < 359 and wheel_length(slab, degrees + 1) <= length else degrees


def turned_on_spot(slab: Slab, degrees: int) -> Slab:
    """The body after turning about its centre.

    A quarter turn makes ranks of files, so front and depth change places.
    """
    facing = (slab.facing + degrees) % 360
    if degrees % 180 == 90:
        return Slab(slab.x, slab.y, slab.depth, slab.width, facing)
    return Slab(slab.x, slab.y, slab.width, slab.depth, facing)


def swung(slab: Slab, px: int, py: int, degrees: int) -> Slab:
    """The body after its centre has gone round a pivot, clockwise."""
    x, y = turned(slab.x, slab.y, px, py, degrees)
    return Slab(x, y, slab.width, slab.depth, (slab.facing + degrees) % 360)


def face_length(slab: Slab, side: str) -> int:
    """How long that side of the body is."""
    return slab.width if side in ("front", "rear") else slab.depth


def face_middle(slab: Slab, side: str) -> Spot:
    """The middle of that side of the body."""
    depth = slab.depth if side in ("front", "rear") else slab.width
    east, north = direction(slab.facing + FACES[side])
    return slab.x + round_div(depth * east, 2 * SCALE), slab.y + round_div(depth * north, 2 * SCALE)


def flush(slab: Slab, target: Slab, side: str, shift: int = 0) -> Slab:
    """The body set with its front flush against a side of the target, moved aside as little as brings most of it into
    contact.

    The shift moves it along that side from there: to the body's right, or to its left if negative.
    """
    outward = (target.facing + FACES[side]) % 360
    facing = (outward + 180) % 360
    fx, fy = face_middle(target, side)
    east, north = direction(facing)
    lx, ly = front_middle(slab)
    aside = round_div((lx - fx) * north - (ly - fy) * east, SCALE)  # to the right of the body's new facing
    play = abs(face_length(target, side) - slab.width) // 2
    aside = max(-play, min(play, aside)) + shift
    # Half the body's depth outward from the face; rounding leaves a gap or an overlap of a hundredth or two.
    x = 2 * fx * SCALE + 2 * aside * north - slab.depth * east
    y = 2 * fy * SCALE - 2 * aside * east - slab.depth * north
    return Slab(round_div(x, 2 * SCALE), round_div(y, 2 * SCALE), slab.width, slab.depth, facing)


def frontage(slab: Slab, other: Slab) -> int:
    """How much of the body's front line the other covers, looking straight ahead.

    In contact this is the length of the front that fights.
    """
    across = [ahead_and_aside(slab, x, y)[1] for x, y in corners(other)]
    left, right = max(2 * min(across), -slab.width * SCALE), min(2 * max(across), slab.width * SCALE)
    return max(0, round_div(right - left, 2 * SCALE))


def nearest_spot(slab: Slab, x: int, y: int) -> Spot:
    """The spot of the body that is nearest to another spot, to the nearest whole hundredth."""
    ahead, aside = ahead_and_aside(slab, x, y)
    deep, wide = slab.depth * SCALE // 2, slab.width * SCALE // 2
    ahead, aside = max(-deep, min(deep, ahead)), max(-wide, min(wide, aside))
    east, north = direction(slab.facing)
    square = SCALE * SCALE
    return slab.x + round_div(ahead * east + aside * north, square), slab.y + round_div(
        ahead * north - aside * east, square
    )


def fits(length: int, files: int) -> int:
    """How many whole files of one unit stand along a length, at most so many."""
    return min(files, length // 100)


def diagonal(slab: Slab) -> int:
    """Half the diagonal of the body, rounded up: no part of it is farther from its centre."""
    square = slab.width**2 + slab.depth**2
    return (isqrt(max(0, square - 1)) + 2) // 2
