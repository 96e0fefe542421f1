"""The ends of a move: who is in the way, where a body may end, and what may be said against an end that a player wants."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cached_property, lru_cache

from grognard.errors import IllegalChoice
from grognard.games.war_and_conquest.battle import Battle, Unit
from grognard.games.war_and_conquest.footprint import body, body_gap, corners_of
from grognard.games.war_and_conquest.room import (
    APART,
    Obstacle,
    Standing,
    are_apart,
    edge_run,
    is_clear,
    on_solid,
    others_near,
    share_ground,
    solid_obstacles,
    standing_of,
)
from grognard.ground.ranks import front_middle, led_from
from grognard.ground.shapes import Slab
from grognard.kernel.choice import Place, Spot

WATCHED = 500  # WC-OMOVE-03
TRIES = 6


@lru_cache(maxsize=1024)
def ends_known(*move: Hashable) -> dict[tuple[int, int], Spot | None]:
    """The ends worked out so far of a move, told by everything that they depend on: all futures of a question come by the same moves again."""
    return {}


def whereabouts(unit: Unit) -> Hashable:
    """All of a unit that matters to whoever moves past it, or to its own move."""
    return (unit.x, unit.y, unit.facing, unit.models, unit.files, unit.profile, unit.side, unit.engaged, unit.fleeing)


class Ends(Place[Spot]):
    """What all moves have in common: who is in the way, and whether a body may end in a place.

    The ends that are worth looking at are numbered as slots; each is worked out alone, so a player who wants any one of them pays for one.
    """

    def __init__(self, battle: Battle, unit: Unit, verb: str, length: int) -> None:
        self.battle, self.unit, self.verb, self.length = battle, unit, verb, length
        self.start = body(unit)
        self.others = others_near(battle, unit, length + (WATCHED if verb == "double" else APART))
        around = [whereabouts(other) for other in self.others]
        move = (type(self), verb, length, battle.ground, unit.id, whereabouts(unit), tuple(around), self.look)
        self._known = ends_known(*move)

    @cached_property
    def standing(self) -> list[Standing]:
        """The bodies of those who are near."""
        return standing_of(self.others)

    @cached_property
    def stops(self) -> list[Obstacle]:
        """Whatever is in the way."""
        return [stop for other in self.others for stop in self._stop(other)] + solid_obstacles(self.battle)

    @property
    def look(self) -> int:
        """Where the unit faces in the end, if it may face anywhere."""
        return self.unit.facing

    def _stop(self, other: Unit) -> Iterator[Obstacle]:
        """WC-OMOVE-07: 1" from enemies; battle formations do not pass through friends, skirmishers may pass and be passed."""
        if other.side != self.unit.side:
            apart = WATCHED if self._watches(other) else APART
            if not are_apart(self.start, body(other), apart):
                apart = 0
            yield Obstacle(corners_of(other), apart, apart)
        elif self.unit.is_battle and other.is_battle and not share_ground(self.start, body(other)):
            yield Obstacle(corners_of(other))

    def _watches(self, other: Unit) -> bool:
        """Does it keep a unit at double pace 5" away (WC-OMOVE-03)?"""
        return self.verb == "double" and not other.engaged and not other.fleeing

    def slots(self) -> Sequence[tuple[int, int]]:
        """The ends that are worth looking at, each by a direction and how far."""
        raise NotImplementedError

    def end_of(self, slot: tuple[int, int]) -> Spot | None:
        """The end of that slot; None if it is not lawful."""
        raise NotImplementedError

    def sample(self) -> Iterator[Spot]:
        yield self.stay()
        for end in dict.fromkeys(map(self.known_end, self.slots())):
            if end is not None:
                yield end

    def known_end(self, slot: tuple[int, int]) -> Spot | None:
        """The end of that slot, worked out once."""
        if slot not in self._known:
            self._known[slot] = self.end_of(slot)
        return self._known[slot]

    def any(self, pick: Callable[[int], int]) -> Spot:
        slots = self.slots()
        for _ in range(TRIES):
            n = pick(len(slots) + 1)
            if n == len(slots):
                break
            end = self.known_end(slots[n])
            if end is not None:
                return end
        return self.stay()

    @property
    def goes(self) -> bool:
        """Is there any end but staying?"""
        if any(self._known.values()):
            return True
        slots = self.slots()
        if slots and not self.others and edge_run(self.battle.ground, self.start) > APART:
            return True  # nobody is near
        return any(self.known_end(slot) is not None for slot in slots)

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
        if not is_clear(self.battle, slab, self.standing):
            return False
        for other in self.others:  # noqa: SIM110  a plain loop: this is asked most of all
            if not self._keeps_off(slab, other):
                return False
        return True

    def _keeps_off(self, slab: Slab, other: Unit) -> bool:
        if other.side == self.unit.side:
            return True
        theirs = body(other)
        if self._watches(other):
            return are_apart(slab, theirs, WATCHED + 1)
        return are_apart(slab, theirs, APART) or body_gap(slab, theirs) >= body_gap(self.start, theirs)

    def refuse_end(self, slab: Slab) -> None:
        """Say why the body cannot end here, if it cannot."""
        for other in self.others:
            if not self._keeps_off(slab, other):
                rule = "WC-OMOVE-03" if self._watches(other) else "WC-OMOVE-07"
                raise IllegalChoice(f"this is too near to {other.name}", rule)
            if share_ground(slab, body(other)):
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
