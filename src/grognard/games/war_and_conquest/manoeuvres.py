"""Where a unit may go: wheels and straight moves of battle formations, the loose moves of skirmishers, and steps to the rear."""

from collections.abc import Iterator

from grognard.errors import IllegalChoice
from grognard.games.war_and_conquest.battle import Battle, Unit
from grognard.games.war_and_conquest.footprint import (
    APART,
    Obstacle,
    advance_cost,
    are_apart,
    body,
    corners_of,
    is_free,
    on_solid,
    others_near,
    solid_obstacles,
    straight_run,
    way_cost,
)
from grognard.ground.gaps import gap, overlaps
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
from grognard.kernel.choice import Place, Spot

WHEELS: tuple[int, ...] = (0, 15, -15, 30, -30, 45, -45)
WIDEST = 90  # no wheel of more than a quarter turn is looked for
DOUBLE_WHEEL = 45  # WC-OMOVE-03
WATCHED = 500
LOOSE = 30  # degrees between the ways that skirmishers look at
SLACK = 12  # hundredths by which a dragged end may miss a wheel of whole degrees


class Ends(Place[Spot]):
    """What all moves have in common: who is in the way, and whether a body may end in a place."""

    def __init__(self, battle: Battle, unit: Unit, verb: str, length: int) -> None:
        self.battle, self.unit, self.verb, self.length = battle, unit, verb, length
        self.start = body(unit)
        self.others = others_near(battle, unit, length + (WATCHED if verb == "double" else APART))
        self.stops = [stop for other in self.others for stop in self._stop(other)] + solid_obstacles(battle)

    def _stop(self, other: Unit) -> Iterator[Obstacle]:
        """WC-OMOVE-07: 1" from enemies; battle formations do not pass through friends, skirmishers may pass and be passed."""
        if other.side != self.unit.side:
            apart = WATCHED if self._watches(other) else APART
            if not are_apart(self.start, body(other), apart):
                apart = 0
            yield Obstacle(corners_of(other), apart, apart)
        elif self.unit.is_battle and other.is_battle and not overlaps(self.start, body(other), 2):
            yield Obstacle(corners_of(other))

    def _watches(self, other: Unit) -> bool:
        """Does it keep a unit at double pace 5" away (WC-OMOVE-03)?"""
        return self.verb == "double" and not other.engaged and not other.fleeing

    @property
    def allowance(self) -> int:
        return self.length

    @property
    def mover(self) -> str:
        return self.unit.id

    def stay(self) -> Spot:
        """Not to move at all."""
        return Spot("stay", self.unit.x, self.unit.y, (), self.unit.facing, piece=self.unit.id)

    def spot(self, slab: Slab, to: str = "") -> Spot:
        x, y = front_middle(slab)
        return Spot(self.verb, x, y, (), slab.facing, to, self.unit.id)

    def may_end(self, slab: Slab) -> bool:
        """Could the body end here?"""
        return is_free(self.battle, slab, self.others) and all(self._keeps_off(slab, other) for other in self.others)

    def _keeps_off(self, slab: Slab, other: Unit) -> bool:
        if other.side == self.unit.side:
            return True
        theirs = body(other)
        if self._watches(other):
            return are_apart(slab, theirs, WATCHED + 1)
        return are_apart(slab, theirs, APART) or gap(slab, theirs) >= gap(self.start, theirs)

    def refuse_end(self, slab: Slab) -> None:
        """Say why the body cannot end here, if it cannot."""
        for other in self.others:
            if not self._keeps_off(slab, other):
                rule = "WC-OMOVE-03" if self._watches(other) else "WC-OMOVE-07"
                raise IllegalChoice(f"this is too near to {other.name}", rule)
            if overlaps(slab, body(other), 2):
                raise IllegalChoice(f"{other.name} stands there", "WC-OMOVE-07")
        if on_solid(self.battle, slab):
            raise IllegalChoice("impassable ground may not be entered", "WC-OMOVE-06")
        if not self.may_end(slab):
            raise IllegalChoice("this is off the table", "WC-OMOVE-02")

    def check(self, spot: Spot) -> Spot:
        """The lawful end that was asked for; IllegalChoice with the rule that forbids it."""
        facing = self.unit.facing if spot.facing < 0 else spot.facing
        if (spot.x, spot.y, facing) == (self.unit.x, self.unit.y, self.unit.facing):
            return self.stay()
        slab = led_from(spot.x, spot.y, self.start.width, self.start.depth, facing)
        cost = self.price(slab, free_facing=spot.facing < 0)
        if cost is None:
            raise IllegalChoice(self.why_not, "WC-OMOVE-02")
        dear, end = cost
        if dear > self.length:
            raise IllegalChoice(
                f'this costs {dear / 100:.2f}", and {self.unit.name} has {self.length / 100:.2f}"', "WC-OMOVE-02"
            )
        self.refuse_end(end)
        x, y = front_middle(end)
        return Spot(self.verb, x, y, (), end.facing, piece=self.unit.id)

    why_not = "no wheel and straight move leads there"

    def price(self, slab: Slab, *, free_facing: bool) -> tuple[int, Slab] | None:
        """What it costs to end like this, and where exactly; None if no move leads there."""
        raise NotImplementedError

    def cost(self, spot: Spot) -> int:
        facing = self.unit.facing if spot.facing < 0 else spot.facing
        found = self.price(
            led_from(spot.x, spot.y, self.start.width, self.start.depth, facing), free_facing=spot.facing < 0
        )
        return self.length + 1 if found is None else found[0]

    def region(self) -> list[list[tuple[int, int]]]:
        """An outline of the leader's ends."""
        return [[(spot.x, spot.y) for spot in self.listed]]


class Manoeuvre(Ends):
    """The moves of a battle formation: a wheel, a straight move and, unless it doubles its pace, a wheel at the end (WC-OMOVE-02, WC-OMOVE-03)."""

    def sample(self) -> Iterator[Spot]:
        yield self.stay()
        for degrees in self.wheels():
            turned = wheeled(self.start, degrees) if degrees else self.start
            left = self.length - wheel_length(self.start, degrees)
            if degrees and not self.may_end(turned):
                continue
            room = self.room(turned, left)
            if degrees:
                yield self.spot(turned, "by a wheel")
            if room >= 50:
                yield self.spot(advanced(turned, room // 2))
            if room:
                yield self.spot(advanced(turned, room))

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

    def sample(self) -> Iterator[Spot]:
        yield self.stay()
        look = self._look()
        ways = [
            (degrees % 360, length)
            for degrees in range(self.unit.facing, self.unit.facing + 360, LOOSE)
            for length in (self.length, self.length // 2)
        ]
        for end in dict.fromkeys(self._end(degrees, length, look) for degrees, length in ways):
            if end is not None:
                yield self.spot(end)

    def _look(self) -> int:
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

    def sample(self) -> Iterator[Spot]:
        yield self.stay()
        for length in dict.fromkeys((self.length, self.length // 2)):
            place = advanced(self.start, -length)
            if length and self.may_end(place) and advance_cost(self.battle, place, length) <= self.length:
                yield self.spot(place)

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
