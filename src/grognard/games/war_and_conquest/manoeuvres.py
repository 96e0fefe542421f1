"""Where a unit may go: wheels and straight moves of battle formations, the loose moves of skirmishers, and steps to the rear."""

from collections.abc import Sequence
from functools import cached_property

from grognard.games.war_and_conquest.battle import Battle, Unit
from grognard.games.war_and_conquest.ends import Ends
from grognard.games.war_and_conquest.room import (
    advance_cost,
    straight_run,
    way_cost,
)
from grognard.ground.measure import SCALE, bearing, direction, distance, round_up, turn_between
from grognard.ground.ranks import (
    advanced,
    front_corners,
    front_middle,
    led_from,
    swung,
    wheel_length,
    wheeled,
    widest_wheel,
)
from grognard.ground.shapes import Slab
from grognard.kernel.choice import Spot

WHEELS: tuple[int, ...] = (0, 15, -15, 30, -30, 45, -45)
WIDEST = 90  # no wheel of more than a quarter turn is looked for
DOUBLE_WHEEL = 45  # WC-OMOVE-03
LOOSE = 30  # degrees between the ways that skirmishers look at
SHORTEST = 50  # no shorter straight move is looked at
SLACK = 12  # hundredths by which a dragged end may miss a wheel of whole degrees


class Manoeuvre(Ends):
    """The moves of a battle formation: a wheel, a straight move and, unless it doubles its pace, a wheel at the end (WC-OMOVE-02, WC-OMOVE-03)."""

    def __init__(self, battle: Battle, unit: Unit, verb: str, length: int) -> None:
        super().__init__(battle, unit, verb, length)
        self._straight: dict[int, tuple[Slab | None, int]] = {}

    def slots(self) -> Sequence[tuple[int, int]]:
        """Wheels, and after each the wheel alone, half the way that is left, and all of it."""
        return [(degrees, share) for degrees in self.wheels() for share in (0, 1, 2) if degrees or share]

    def end_of(self, slot: tuple[int, int]) -> Spot | None:
        degrees, share = slot
        turned, room = self.straight(degrees)
        if turned is None or (share and room < SHORTEST):
            return None
        if not share:
            return self.spot(turned, "by a wheel")
        place = advanced(turned, room * share // 2)
        return self.spot(place) if share == 2 or self.may_end(place) else None

    def region(self) -> list[list[tuple[int, int]]]:
        """As far as the leader gets after each wheel, from left to right."""
        reached = [(turned, room) for turned, room in map(self.straight, sorted(self.wheels())) if turned is not None]
        return [[(self.unit.x, self.unit.y), *(front_middle(advanced(turned, room)) for turned, room in reached)]]

    def straight(self, degrees: int) -> tuple[Slab | None, int]:
        """The body after a wheel, and how far it can go straight on from there; None if it cannot wheel so."""
        if degrees not in self._straight:
            turned = wheeled(self.start, degrees) if degrees else self.start
            if degrees and not self.may_end(turned):
                self._straight[degrees] = None, 0
            else:
                self._straight[degrees] = turned, self.room(turned, self.length - wheel_length(self.start, degrees))
        return self._straight[degrees]

    def wheels(self) -> list[int]:
        """The wheels that are looked at: some round ones, and those that face an enemy."""
        widest = min(WIDEST if self.verb != "double" else DOUBLE_WHEEL, widest_wheel(self.start, self.length))
        unit = self.unit
        enemies = [other for other in self.others if other.side != unit.side]
        facing = [turn_between(unit.facing, bearing(unit.x, unit.y, enemy.x, enemy.y)) for enemy in enemies]
        return [degrees for degrees in dict.fromkeys((*WHEELS, *facing)) if abs(degrees) <= widest]

    def room(self, slab: Slab, left: int) -> int:
        """How far the body can go straight on with what is left, over rough ground less far."""
        room = min(left, straight_run(self.battle, slab, self.stops))
        while room > 0 and (advance_cost(self.battle, slab, room) > left or not self.may_end(advanced(slab, room))):
            room = room * 3 // 4 if room > 20 else 0
        return max(0, room)

    def price(self, slab: Slab, *, free_facing: bool) -> tuple[int, Slab] | None:
        widest = min(WIDEST if self.verb != "double" else DOUBLE_WHEEL, widest_wheel(self.start, self.length))
        best: tuple[int, Slab] | None = None
        for degrees in range(-widest, widest + 1):
            found = self._by_wheel(slab, degrees, free_facing=free_facing)
            if found is not None and (best is None or found[0] < best[0]):
                best = found
        return best

    def _by_wheel(self, slab: Slab, degrees: int, *, free_facing: bool) -> tuple[int, Slab] | None:
        """The price of this end if the move begins with that wheel."""
        turned = wheeled(self.start, degrees) if degrees else self.start
        end = led_from(*front_middle(slab), slab.width, slab.depth, turned.facing) if free_facing else slab
        last = turn_between(turned.facing, end.facing)
        if last and (self.verb == "double" or abs(last) > WIDEST):
            return None
        before = end
        if last:
            left_corner, right_corner = front_corners(end)
            before = swung(end, *(right_corner if last > 0 else left_corner), -last)
        (x1, y1), (x2, y2) = front_middle(turned), front_middle(before)
        east, north = direction(turned.facing)
        ahead = ((x2 - x1) * east + (y2 - y1) * north) // SCALE
        aside = abs((x2 - x1) * north - (y2 - y1) * east) // SCALE
        if ahead < -SLACK or aside > SLACK + ahead // 100:
            return None
        ahead = max(0, ahead)
        if (degrees and not self.may_end(turned)) or ahead > straight_run(self.battle, turned, self.stops) + SLACK:
            return None
        dear = (
            advance_cost(self.battle, turned, ahead)
            + wheel_length(self.start, degrees)
            + wheel_length(self.start, last)
        )
        return round_up(dear), end


class Loose(Ends):
    """The moves of skirmishers: they turn freely, before and after a straight move, and pass through friends (WC-OMOVE-04, WC-RULE-41)."""

    why_not = "enemies are in the way"

    def slots(self) -> Sequence[tuple[int, int]]:
        """Ways all round, of the whole length and of half."""
        facing, whole = self.unit.facing, self.length
        return [((facing + turn) % 360, length) for turn in range(0, 360, LOOSE) for length in (whole, whole // 2)]

    def end_of(self, slot: tuple[int, int]) -> Spot | None:
        degrees, length = slot
        end = self._end(degrees, length, self.look)
        return None if end is None else self.spot(end)

    def region(self) -> list[list[tuple[int, int]]]:
        """As far as the leader gets in each direction, all round."""
        look = self.look
        ends = [self._end(degrees, length, look) for degrees, length in self.slots() if length == self.length]
        return [[front_middle(end) for end in ends if end is not None] or [(self.unit.x, self.unit.y)]]

    @cached_property
    def look(self) -> int:
        """Where they face in the end: to the nearest enemy, if one is near."""
        enemies = [other for other in self.battle.standing(self.battle.other(self.unit.side)) if not other.fleeing]
        if not enemies:
            return self.unit.facing
        enemy = min(enemies, key=lambda enemy: (enemy.x - self.unit.x) ** 2 + (enemy.y - self.unit.y) ** 2)
        return bearing(self.start.x, self.start.y, enemy.x, enemy.y)

    def _end(self, degrees: int, length: int, look: int) -> Slab | None:
        run = Slab(self.start.x, self.start.y, self.start.width, self.start.depth, degrees)
        length = min(length, straight_run(self.battle, run, self.stops))
        if length < 50:
            return None
        goal = advanced(run, length)
        if round_up(way_cost(self.battle, run.x, run.y, goal.x, goal.y)) > self.length:
            goal = advanced(run, length // 2)
        end = Slab(goal.x, goal.y, goal.width, goal.depth, look)
        return end if self.may_end(end) else None

    def price(self, slab: Slab, *, free_facing: bool) -> tuple[int, Slab] | None:
        way = distance(self.start.x, self.start.y, slab.x, slab.y)
        run = Slab(
            self.start.x, self.start.y, slab.width, slab.depth, bearing(self.start.x, self.start.y, slab.x, slab.y)
        )
        enemies = [stop for stop in self.stops if stop.apart]
        if way > straight_run(self.battle, run, enemies) + SLACK:
            return None
        return round_up(way_cost(self.battle, self.start.x, self.start.y, slab.x, slab.y)), slab


class Back(Ends):
    """A step to the rear, facing kept (WC-OMOVE-05)."""

    why_not = "a step back keeps the facing and goes straight to the rear"

    def __init__(self, battle: Battle, unit: Unit, length: int) -> None:
        super().__init__(battle, unit, "back", length)

    def slots(self) -> Sequence[tuple[int, int]]:
        """All of it, and half."""
        return [(180, length) for length in dict.fromkeys((self.length, self.length // 2)) if length]

    def end_of(self, slot: tuple[int, int]) -> Spot | None:
        _, length = slot
        place = advanced(self.start, -length)
        lawful = self.may_end(place) and advance_cost(self.battle, place, length) <= self.length
        return self.spot(place) if lawful else None

    def price(self, slab: Slab, *, free_facing: bool) -> tuple[int, Slab] | None:
        east, north = direction(self.start.facing)
        dx, dy = slab.x - self.start.x, slab.y - self.start.y
        if (
            slab.facing != self.start.facing
            or abs(dx * north - dy * east) > SLACK * SCALE
            or dx * east + dy * north > 0
        ):
            return None
        length = distance(self.start.x, self.start.y, slab.x, slab.y)
        return round_up(advance_cost(self.battle, slab, length)), slab
