"""Where a player's figure may move: a place choice on foot, and one in the saddle."""

from collections.abc import Callable, Iterator
from typing import Any

from grognard.errors import IllegalChoice
from grognard.games.high_adventure.actions import GAPS
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.contact import PIN
from grognard.games.high_adventure.cover import nearest_cover
from grognard.games.high_adventure.effects import wind_forbids
from grognard.games.high_adventure.figures import INCH, Figure, Order, State
from grognard.games.high_adventure.groups import LINK
from grognard.games.high_adventure.movement import (
    can_jump,
    edge_at,
    furthest,
    going_of,
    walk_of,
    way_to,
    way_towards,
)  # fmt: skip
from grognard.games.high_adventure.shooting import RANGES
from grognard.games.high_adventure.view import is_shown
from grognard.games.high_adventure.visibility import known_spots, nearest_known
from grognard.games.high_adventure.ways_home import gate
from grognard.ground.ends import nearest_point
from grognard.ground.measure import along, distance, step
from grognard.ground.outline import reach_outline
from grognard.ground.paths import Refusal, Walk, can_end, farthest
from grognard.ground.shapes import bounds
from grognard.kernel.choice import Place, Spot, read_spot

WORDS = {
    "table edge": ("that is off the table", "HA-RULE-60"),
    "impassable": ("{} is in the way", "HA-RULE-60"),
    "piece": ("somebody is in the way", "HA-RULE-60"),
    "no room": ("there is no room to stand", "HA-RULE-60"),
    "too far": ("that is too far", "HA-MOVE-02"),
    "no way": ("there is no way there", "HA-RULE-60"),
    "wind": ("the storm lets nobody nearer to its caster", "HA-MAJ-01"),
}
Slot = tuple[Callable[..., Spot | None], tuple[Any, ...]]


class Move(Place[Spot]):
    """The ends of a move on foot. `verb` is move, run, step or flee."""

    def __init__(self, battle: Battle, figure: Figure, allowance: int, verb: str = "move", stay: bool = True) -> None:
        self.battle, self.figure, self._allowance, self.verb = battle, figure, allowance, verb
        self.may_stay = stay
        self._slots: list[Slot] | None = None
        self.threat = nearest_known(battle, figure)
        self.company = [f for f in battle.figures if f.group == figure.group and f is not figure and f.moved and f.able]

    @property
    def allowance(self) -> int:
        return self._allowance

    @property
    def mover(self) -> str:
        return self.figure.id

    # Sensible ends, numbered before any is worked out

    def slots(self) -> list[Slot]:
        """What could be done, each worked out only when somebody looks at it."""
        if self._slots is None:
            self._slots = list(self._kinds())
        return self._slots

    def _kinds(self) -> Iterator[Slot]:
        battle, figure, reach = self.battle, self.figure, self._allowance
        if self.may_stay:
            yield self._stay, ()
        yield from self._goals()
        far = reach + PIN + 2 * figure.radius + 100
        if self.verb not in ("flee", "step"):
            for foe in battle.figures:
                near = (foe.x - figure.x) ** 2 + (foe.y - figure.y) ** 2 <= far * far
                if near and foe.side != figure.side and foe.state is State.ABLE and foe.seen:
                    yield self._meet, (foe,)
        for item in battle.items:
            if not item.holder and not item.gone and distance(item.x, item.y, figure.x, figure.y) <= reach:
                yield self._to, (item.x, item.y, item.name)
        yield self._to_cover, ()
        if figure.weapon.is_missile and self.threat:
            ranges = RANGES[figure.weapon.kind]
            for apart in (5 * INCH + 1, ranges.short, ranges.medium):
                yield self._stand_off, (apart,)
        if self.threat and figure.order is not Order.ATTACK:
            yield self._away, ()
        yield from self._brinks()
        for length in (reach, reach // 2):
            for degrees in range(0, 360, 45):
                yield self._straight, (degrees, length)

    def _goals(self) -> Iterator[Slot]:
        """Towards what the scenario is about."""
        battle, figure = self.battle, self.figure
        for edge in battle.side(figure.side).exits:
            yield self._exit, (edge,)
        for item in battle.items:
            if item.id == battle.goal.item and item.holder != figure.id:
                bearer = battle.figure(item.holder) if item.holder else None
                if bearer is not None and not is_shown(bearer, figure.side):
                    continue  # nobody runs after what he cannot know of
                yield self._towards, (*((bearer.x, bearer.y) if bearer else (item.x, item.y)), item.name)
        if self.verb not in ("flee", "step") and self.threat and figure.order is not Order.WITHDRAW:
            yield self._towards, (*self.threat, "the enemy")
        for door in battle.doors:
            if door.shut:
                yield self._towards, (door.x, door.y, door.name)

    def _brinks(self) -> Iterator[Slot]:
        for feature in self.battle.terrain.near(self.figure.x, self.figure.y, self._allowance):
            if feature.kind in GAPS and feature.impassable:
                left, bottom, right, top = bounds(feature.shape)
                if can_jump(self.battle, self.figure, min(right - left, top - bottom)):
                    yield self._brink, (feature.shape, feature.name)

    def _stay(self) -> Spot:
        return Spot("stay", self.figure.x, self.figure.y, to="where it is", piece=self.figure.id)

    def _to(self, x: int, y: int, why: str) -> Spot | None:
        return self._found(way_to(self.battle, self.figure, x, y, self._allowance), f"to {why}")

    def _meet(self, foe: Figure) -> Spot | None:
        figure = self.figure
        apart = figure.radius + foe.radius + PIN - 2
        dx, dy = figure.x - foe.x, figure.y - foe.y
        if dx * dx + dy * dy <= apart * apart:
            return self._found(
                Walk(((figure.x, figure.y), (figure.x - (dx > 0) + (dx < 0), figure.y)), 1),
                f"into contact with {foe.name}",
            )
        x, y = along(foe.x, foe.y, dx, dy, apart)
        return self._found(way_to(self.battle, figure, x, y, self._allowance), f"into contact with {foe.name}")

    def _towards(self, x: int, y: int, why: str) -> Spot | None:
        path = way_towards(self.battle, self.figure, x, y, self._allowance)
        return self._found(Walk(path, 0), f"towards {why}") if len(path) > 1 else None

    def _exit(self, edge: str) -> Spot | None:
        figure = self.figure
        x, y = gate(self.battle, figure.x, figure.y, edge)
        found = way_to(self.battle, figure, x, y, self._allowance)
        if not found.refusal:
            spot = self._found(found, f"off the table by the {edge} edge")
            return None if spot is None else Spot("leave", spot.x, spot.y, spot.via, to=spot.to, piece=spot.piece)
        return self._towards(x, y, f"the {edge} edge")

    def _to_cover(self) -> Spot | None:
        spot = nearest_cover(self.battle, self.figure, self._allowance, self.threat)
        if spot is None or spot == (self.figure.x, self.figure.y):
            return None
        return self._found(way_to(self.battle, self.figure, *spot, self._allowance), "into cover")

    def _stand_off(self, apart: int) -> Spot | None:
        figure = self.figure
        assert self.threat is not None
        fx, fy = self.threat
        want = apart + 2 * figure.radius
        if abs(distance(fx, fy, figure.x, figure.y) - want) > self._allowance or (fx, fy) == (figure.x, figure.y):
            return None
        x, y = along(fx, fy, figure.x - fx, figure.y - fy, want)
        return self._found(way_to(self.battle, figure, x, y, self._allowance), f'to {apart / INCH:g}" from the enemy')

    def _away(self) -> Spot | None:
        spot, _ = furthest(self.battle, self.figure, known_spots(self.battle, self.figure.side), self._allowance)
        if spot == (self.figure.x, self.figure.y):
            return None
        return self._found(Walk(((self.figure.x, self.figure.y), spot), 0), "away from the enemy")

    def _brink(self, shape: Any, name: str) -> Spot | None:
        figure = self.figure
        px, py = nearest_point(shape, figure.x, figure.y)
        if distance(px, py, figure.x, figure.y) <= figure.radius + 10:
            return None
        x, y = along(px, py, figure.x - px, figure.y - py, figure.radius + 5)
        return self._found(way_to(self.battle, figure, x, y, self._allowance), f"to the brink of {name}")

    def _straight(self, degrees: int, length: int) -> Spot | None:
        figure = self.figure
        going = going_of(self.battle, figure)
        end, _ = farthest(going, figure.x, figure.y, *step(figure.x, figure.y, degrees, length), self._allowance)
        if end == (figure.x, figure.y) or not can_end(going, *end):
            return None
        return self._found(Walk(((figure.x, figure.y), end), 0), "on")

    def _found(self, way: Walk, why: str) -> Spot | None:
        """A spot for a way, unless it is refused or against the order."""
        if way.refusal or len(way.path) < 2 or self.forbidden(*way.path[-1]):
            return None
        return Spot(self.verb, *way.path[-1], way.path[1:-1], to=why, piece=self.figure.id)

    # What the order and the weather forbid

    def forbidden(self, x: int, y: int) -> tuple[str, str] | None:
        """Why the order of the figure, or a storm, forbids this end; None if nothing does."""
        figure = self.figure
        if wind_forbids(self.battle, figure, x, y):
            return WORDS["wind"]
        if self.company and not self._keeps_together(x, y):
            return 'a group keeps within 2" of each other', "HA-GRP-02"
        if figure.order not in (Order.WITHDRAW, Order.FLEE) or self.threat is None:
            return None
        if distance(*self.threat, x, y) > distance(*self.threat, figure.x, figure.y):
            return None
        rule = "HA-ORD-08" if figure.order is Order.WITHDRAW else "HA-ORD-10"
        return f"with {figure.order} it must go away from the nearest known enemy", rule

    def _keeps_together(self, x: int, y: int) -> bool:
        """HA-RULE-16: within 2" of a member that has moved, or at least nearer to one than before."""
        figure = self.figure
        near = min(distance(x, y, f.x, f.y) - f.radius for f in self.company) - figure.radius
        before = min(distance(figure.x, figure.y, f.x, f.y) - f.radius for f in self.company) - figure.radius
        return near <= LINK or near < before

    # The Place contract

    def sample(self) -> Iterator[Spot]:
        seen: dict[str, None] = {}
        for make, args in self.slots():
            spot = make(*args)
            if spot is not None and spot.key not in seen:
                seen[spot.key] = None
                yield spot
        if not seen:
            yield self._stay()

    def any(self, pick: Callable[[int], int]) -> Spot:
        """One of the sample, and nothing worked out for the others; where nobody could go, the next that can be had."""
        slots = self.slots()
        first = pick(len(slots))
        for turn in range(len(slots)):
            make, args = slots[(first + turn) % len(slots)]
            spot = make(*args)
            if spot is not None:
                return spot
        return self._stay()

    def find(self, key: str) -> Spot:
        return self.check(read_spot(key))

    def check(self, spot: Spot) -> Spot:
        figure = self.figure
        if spot.verb == "stay":
            if not self.may_stay and not self.forbidden(figure.x, figure.y):
                raise IllegalChoice("it has to move", "HA-ORD-10")
            return Spot("stay", figure.x, figure.y, facing=spot.facing, piece=figure.id)
        if spot.verb not in (self.verb, "leave"):
            raise IllegalChoice(f"this is a {self.verb}, not a {spot.verb}", "HA-RULE-12")
        walk = self.walk(spot)
        if walk.refusal:
            raise IllegalChoice(*self._words(walk.refusal))
        against = self.forbidden(spot.x, spot.y)
        if against:
            raise IllegalChoice(*against)
        if spot.verb == "leave" and not edge_at(self.battle, figure, spot.x, spot.y):
            raise IllegalChoice("that is not at the edge of the table", "HA-RULE-94")
        return Spot(spot.verb, spot.x, spot.y, walk.path[1:-1], spot.facing, piece=figure.id)

    def walk(self, spot: Spot) -> Walk:
        """The way to a spot: as drawn, or the cheapest."""
        here = (self.figure.x, self.figure.y)
        if spot.via:
            return walk_of(self.battle, self.figure, (here, *spot.via, (spot.x, spot.y)), self._allowance)
        straight = walk_of(self.battle, self.figure, (here, (spot.x, spot.y)), self._allowance)
        return straight if not straight.refusal else way_to(self.battle, self.figure, spot.x, spot.y, self._allowance)

    def _words(self, refusal: Refusal) -> tuple[str, str]:
        words, rule = WORDS.get(refusal.why, (refusal.why, "HA-RULE-60"))
        return words.format(refusal.feature.name if refusal.feature else "something"), rule

    def cost(self, spot: Spot) -> int:
        return 0 if spot.verb == "stay" else self.walk(spot).cost

    def region(self) -> list[list[tuple[int, int]]]:
        return [list(reach_outline(going_of(self.battle, self.figure), self.figure.x, self.figure.y, self._allowance))]
