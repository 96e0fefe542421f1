"""Before the battle: rally points, the roll-off, and the armies set down unit by unit."""

from collections.abc import Callable, Iterator

from grognard.errors import IllegalChoice
from grognard.games.war_and_conquest.battle import Battle, Side, Unit
from grognard.games.war_and_conquest.footprint import body, depth, front, put
from grognard.games.war_and_conquest.numbers import Lengths
from grognard.games.war_and_conquest.room import is_free
from grognard.ground.ranks import led_from
from grognard.ground.shapes import Slab, bounds
from grognard.kernel.choice import Pick, Place, Spot
from grognard.kernel.dice import D6
from grognard.kernel.referee import Referee

RALLY_POINTS = 2
GUESSES = 4


def mark_rally_points(referee: Referee, battle: Battle) -> None:
    """Each army marks two rally points on its own edge (WC-OFIELD-02)."""
    for side in battle.sides:
        if len(side.rally_points) < RALLY_POINTS:
            spots = Lengths(0, battle.ground.width, 600)
            x = referee.choose(
                side.id, "Where along your table edge is a rally point?", spots, rule="WC-OFIELD-02"
            ).value
            side.rally_points.append((x, 0 if side.edge == "south" else battle.ground.height))
            return
    battle.step = "roll_off"


def roll_off(referee: Referee, battle: Battle) -> None:
    """The loser of a roll-off sets down the first unit (WC-OFIELD-01)."""
    waiting = {unit.side: True for unit in battle.units if unit.where == "reserve"}
    if not waiting:
        battle.step = "strategy"
        return
    battle.phase = "Deployment"
    if len(waiting) == 1:
        battle.step = "deploy"  # the other army stands already (WC-RULE-52)
        return
    rolls = [
        referee.roll(D6, f"roll-off of {side.name}", by=side.id, rule="WC-OFIELD-01").total for side in battle.sides
    ]
    if rolls[0] != rolls[1]:
        battle.last_picked = battle.sides[rolls[1] > rolls[0]].id  # the winner: the loser is next
        battle.step = "deploy"


def deploy_next(referee: Referee, battle: Battle) -> None:
    """One unit is set down; players alternate."""
    waiting = [unit for unit in battle.units if unit.where == "reserve"]
    if not waiting:
        battle.last_picked = ""
        battle.step = "begin_end" if battle.began else "strategy"
        return
    side = battle.side(next((unit.side for unit in waiting if unit.side != battle.last_picked), battle.last_picked))
    own = [unit for unit in waiting if unit.side == side.id]
    unit = own[0]
    if len(own) > 1:
        options = [Pick(f"deploy {each.id}", f"Deploy {each.name}", each.id) for each in own]
        unit = battle.unit(referee.choose(side.id, "Which unit do you deploy?", options, rule="WC-OFIELD-01").piece)
    battle.last_picked = side.id
    places = Deployment(battle, unit, side)
    if not places.has_room:
        unit.where = "off"  # WC-RULE-51: there is no room left for it: it comes on later, at its own edge
        unit.x, unit.y = battle.ground.width // 2, 0 if side.edge == "south" else battle.ground.height
        referee.tell("finds no room and waits off the table", unit, rule="WC-RULE-51")
        return
    spot = referee.choose(side.id, f"Where does {unit.name} deploy?", places, rule="WC-OFIELD-01", about=(unit.id,))
    unit.where = "table"
    put(battle, unit, spot.x, spot.y, spot.facing)
    referee.tell("deploys", unit, rule="WC-OFIELD-01")


class Deployment(Place[Spot]):
    """Where a unit may be set down: wholly within its army's zone and on nobody."""

    def __init__(self, battle: Battle, unit: Unit, side: Side) -> None:
        self.battle, self.unit, self.side = battle, unit, side
        self.others = [other for other in battle.units if other.where == "table"]
        high = battle.ground.height
        self.zone = (0, side.depth) if side.edge == "south" else (high - side.depth, high)
        self.facing = 0 if side.edge == "south" else 180
        self.taken = [bounds(body(other)) for other in self.others]
        self.taken += [bounds(shape) for shape in battle.terrain.solids.shapes]

    def sample(self) -> Iterator[Spot]:
        """At the front of the zone and as far back as it goes, every few inches."""
        low, high = self.zone
        deep, half = depth(self.unit), front(self.unit) // 2
        lines = (high, low + deep) if self.facing == 0 else (low, high - deep)
        for step in (300, 100):
            free = False
            for y in dict.fromkeys(lines):
                for x in self._free(y, deep, half, step):
                    free = True
                    yield Spot("deploy", x, y, (), self.facing, piece=self.unit.id)
            if free:
                return

    @property
    def has_room(self) -> bool:
        """Is there any place for it?"""
        return next(self.sample(), None) is not None

    def _free(self, y: int, deep: int, half: int, step: int) -> Iterator[int]:
        """Where along a line nothing is in the way."""
        bottom, top = (y - deep, y) if self.facing == 0 else (y, y + deep)
        blocks = [(left - half, right + half) for left, low, right, high in self.taken if low < top and high > bottom]
        x, last = half, self.battle.ground.width - half
        while x <= last:
            beyond = max([right for left, right in blocks if left < x < right], default=x)
            if beyond == x:
                yield x
                x += step
            else:
                x += -(-(beyond - x) // step) * step  # the next one past whatever is in the way

    def any(self, pick: Callable[[int], int]) -> Spot:
        """Somewhere along the zone, if the first guesses are free."""
        wide, half = self.battle.ground.width, front(self.unit) // 2
        low, high = self.zone
        for _ in range(GUESSES):
            x = half + 100 * pick((wide - 2 * half) // 100 + 1)
            y = (high, low + depth(self.unit))[pick(2)] if self.facing == 0 else (low, high - depth(self.unit))[pick(2)]
            if self._fits(self._body(x, y, self.facing)):
                return Spot("deploy", x, y, (), self.facing, piece=self.unit.id)
        return super().any(pick)

    def _body(self, x: int, y: int, facing: int) -> Slab:
        return led_from(x, y, front(self.unit), depth(self.unit), facing)

    def _fits(self, slab: Slab) -> bool:
        _, bottom, _, top = bounds(slab)
        return bottom >= self.zone[0] and top <= self.zone[1] and is_free(self.battle, slab, self.others)

    def check(self, spot: Spot) -> Spot:
        facing = self.facing if spot.facing < 0 else spot.facing
        if not self._fits(self._body(spot.x, spot.y, facing)):
            words = f"{self.unit.name} must stand wholly within {self.side.depth / 100:g} inches of its own edge, and on nobody"
            raise IllegalChoice(words, "WC-OFIELD-01")
        return Spot("deploy", spot.x, spot.y, (), facing, piece=self.unit.id)

    def cost(self, spot: Spot) -> int:
        return 0

    def region(self) -> list[list[tuple[int, int]]]:
        low, high = self.zone
        wide = self.battle.ground.width
        return [[(0, low), (wide, low), (wide, high), (0, high)]]

    @property
    def allowance(self) -> int:
        return 0

    @property
    def mover(self) -> str:
        return self.unit.id
