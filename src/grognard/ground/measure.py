"""Lengths, spots and directions in whole numbers, the same on every machine.

A length is a whole number of hundredths of the game's unit, and a direction whole degrees, clockwise from north. Sines
come from a table that is rounded once to nine places, and every result is rounded in a stated way, so that nothing
which decides a rule hangs on the last bit of a trigonometric function. Square roots and the four operations are exact
enough everywhere and need no such care.
"""

import math
from typing import Final

Spot = tuple[int, int]

UNIT: Final = 100  # hundredths in one inch or centimetre
SCALE: Final = 10**9
SINE: Final[tuple[int, ...]] = tuple(
    round(math.sin(math.radians(half / 2)) * SCALE) for half in range(720)
)  # by half degrees
SLACK: Final = 1e-6  # what may be lost by adding up stretches, in hundredths


def spot_key(x: int, y: int) -> str:
    """A spot as players write it: 1250, 800 is "12.50,8.00"."""
    return f"{number_key(x)},{number_key(y)}"


def number_key(hundredths: int) -> str:
    """A length as players write it: 1250 is "12.50"."""
    whole, rest = divmod(abs(hundredths), UNIT)
    return f"{'-' if hundredths < 0 else ''}{whole}.{rest:02d}"


def read_spot(text: str) -> Spot:
    """The spot that a player wrote: "12.50,8.00" is (1250, 800)."""
    parts = text.split(",")
    if len(parts) != 2:
        raise ValueError(f"a spot is two numbers with a comma between them, such as 12.50,8.00; got {text!r}")
    return read_number(parts[0]), read_number(parts[1])


def read_number(text: str) -> int:
    """The length that a player wrote: "12.5" is 1250. More than two decimals are refused, not rounded."""
    digits = text.strip()
    sign = -1 if digits.startswith("-") else 1
    whole, point, rest = digits.removeprefix("-").partition(".")
    sound = (
        whole.isascii()
        and whole.isdigit()
        and (rest.isascii() and rest.isdigit() and len(rest) <= 2 if point else True)
    )
    if not sound:
        raise ValueError(f"a length is a number with at most two decimals, such as 12.50; got {text!r}")
    return sign * (int(whole) * UNIT + int(rest.ljust(2, "0") if point else 0))


def round_div(number: int, divisor: int) -> int:
    """Divide and round to the nearest whole number, halves up; the divisor is positive."""
    return (2 * number + divisor) // (2 * divisor)


def root_up(square: int) -> int:
    """The least whole number whose square is at least this: a distance rounded up."""
    return math.isqrt(square - 1) + 1 if square > 0 else 0


def round_up(length: float) -> int:
    """A length added up from stretches, rounded up to a whole hundredth; the dust of the addition does not count."""
    return math.ceil(length - SLACK)


def distance(x1: int, y1: int, x2: int, y2: int) -> int:
    """How far two spots are apart, rounded up: at most n exactly when the true distance is at most n."""
    return root_up((x2 - x1) ** 2 + (y2 - y1) ** 2)


def direction(degrees: int) -> Spot:
    """East and north part of a direction, in parts of SCALE."""
    return SINE[degrees * 2 % 720], SINE[(degrees * 2 + 180) % 720]


def bearing(x1: int, y1: int, x2: int, y2: int) -> int:
    """The direction from one spot to another in whole degrees, nearest; a spot has bearing 0 from itself.

    The arc tangent only makes the guess: which whole degree is nearest is then settled in whole numbers.
    """
    dx, dy = x2 - x1, y2 - y1
    if not dx and not dy:
        return 0
    guess = round(math.degrees(math.atan2(dx, dy))) % 360
    if _clockwise_of(2 * guess - 1, dx, dy) < 0:
        guess -= 1
    elif _clockwise_of(2 * guess + 1, dx, dy) >= 0:
        guess += 1
    return guess % 360


def _clockwise_of(half_degrees: int, dx: int, dy: int) -> int:
    """Positive if the offset lies clockwise of that direction (within half a turn), negative if anticlockwise, 0 if
    along it.
    """
    return dx * SINE[(half_degrees + 180) % 720] - dy * SINE[half_degrees % 720]


def turn_between(facing: int, other: int) -> int:
    """The shortest turn from one facing to another: clockwise positive, -179 to 180."""
    turn = (other - facing) % 360
    return turn if turn <= 180 else turn - 360


def in_arc(facing: int, width: int, x: int, y: int, tx: int, ty: int) -> bool:
    """Does the spot (tx, ty) lie in the arc of so many degrees centred on the facing of a piece at (x, y)?

    The edges belong to the arc.
    """
    dx, dy = tx - x, ty - y
    if width >= 360 or (not dx and not dy):
        return True
    left = _clockwise_of(2 * facing - width, dx, dy)
    right = _clockwise_of(2 * facing + width, dx, dy)
    if width <= 180:
        ahead = dx * SINE[2 * facing % 720] + dy * SINE[(2 * facing + 180) % 720]
        return left >= 0 >= right and ahead >= 0
    return left >= 0 or right <= 0


def quarter(facing: int, x: int, y: int, tx: int, ty: int) -> str:
    """Which quarter of a piece at (x, y) that spot is in: "front", "rear", "left" or "right".

    Each is 90 degrees, seen from the centre; a boundary belongs to the front first, then to the rear.
    """
    east, north = direction(facing)
    dx, dy = tx - x, ty - y
    ahead, aside = dx * east + dy * north, dx * north - dy * east
    if abs(ahead) >= abs(aside):
        return "front" if ahead >= 0 else "rear"
    return "right" if aside > 0 else "left"


def along(x: int, y: int, dx: int, dy: int, length: int) -> Spot:
    """Go so far from a spot in the direction of the offset (dx, dy).

    To the nearest spot of the table, but never farther than the length.
    """
    if not dx and not dy:
        return x, y
    share = length / math.sqrt(dx * dx + dy * dy)
    ex, ey = math.floor(dx * share + 0.5), math.floor(dy * share + 0.5)
    if ex * ex + ey * ey > length * length:
        ex, ey = int(dx * share), int(dy * share)
        if ex * ex + ey * ey > length * length:  # the share itself was rounded up by its last bit
            ex -= (ex > 0) - (ex < 0)
            ey -= (ey > 0) - (ey < 0)
    return x + ex, y + ey


def towards(x: int, y: int, tx: int, ty: int, length: int) -> Spot:
    """Go towards a spot by so much, and stop there if it is nearer."""
    dx, dy = tx - x, ty - y
    return (tx, ty) if dx * dx + dy * dy <= length * length else along(x, y, dx, dy, length)


def away(x: int, y: int, fx: int, fy: int, length: int) -> Spot:
    """Go straight away from a spot by so much; from one's own spot there is no way to go."""
    return along(x, y, x - fx, y - fy, length)


def step(x: int, y: int, degrees: int, length: int) -> Spot:
    """Go so far in a direction; never farther than the length."""
    east, north = direction(degrees)
    return along(x, y, east, north, length)


def turned(x: int, y: int, px: int, py: int, degrees: int) -> Spot:
    """A spot after a clockwise turn about a pivot, to the nearest whole hundredth."""
    sine, cosine = direction(degrees)
    dx, dy = x - px, y - py
    return px + round_div(dx * cosine + dy * sine, SCALE), py + round_div(dy * cosine - dx * sine, SCALE)


def just_outside(dx: int, dy: int, radius: int) -> Spot:
    """The whole offset in that direction that is at least so long, and by less than a hundredth longer."""
    share = radius / math.sqrt(dx * dx + dy * dy)
    fx, fy = math.floor(dx * share), math.floor(dy * share)
    best, square = (fx, fy), 0
    for ex in (fx, fx + 1):
        for ey in (fy, fy + 1):
            length = ex * ex + ey * ey
            if length >= radius * radius and (not square or length < square):
                best, square = (ex, ey), length
    return best
