"""Where a grenade may burst: any spot in range and sight (EG-RULE-29)."""

from collections.abc import Iterator

from grognard.errors import IllegalChoice
from grognard.games.en_garde.battle import Battle, Figure
from grognard.ground.gaps import spot_gap
from grognard.ground.measure import root_up, step
from grognard.ground.shapes import outline
from grognard.ground.sight import can_see
from grognard.kernel.choice import Place, Spot


class Throw(Place[Spot]):
    """The burst point of a throw."""

    def __init__(self, battle: Battle, thrower: Figure, weapon: str) -> None:
        self.battle = battle
        self.thrower = thrower
        self.reach = battle.missile(weapon).reach

    @property
    def allowance(self) -> int:
        return self.reach

    @property
    def mover(self) -> str:
        return self.thrower.id

    def sample(self) -> Iterator[Spot]:
        """Between two enemies that stand close together, and a ring of spots at half the range."""
        thrower = self.thrower
        near = [
            enemy
            for enemy in self.battle.enemies_of(thrower)
            if spot_gap(thrower.disc, enemy.x, enemy.y) <= self.reach + 200
        ]
        for place, one in enumerate(near):
            for other in near[place + 1 :]:
                x, y = (one.x + other.x) // 2, (one.y + other.y) // 2
                if root_up((one.x - other.x) ** 2 + (one.y - other.y) ** 2) <= 500 and self.refusal(x, y) is None:
                    yield Spot("burst", x, y, to=f"between {one.name} and {other.name}")
        found = False
        for degrees in range(0, 360, 45):
            x, y = step(thrower.x, thrower.y, degrees, self.reach // 2)
            if self.refusal(x, y) is None:
                found = True
                yield Spot("burst", x, y)
        if not found:
            yield Spot("burst", thrower.x, thrower.y, to="at its own feet")

    def refusal(self, x: int, y: int) -> tuple[str, str] | None:
        field = self.battle.field
        if not (0 <= x <= field.width and 0 <= y <= field.height):
            return "that is off the table", "EG-RULE-29"
        if spot_gap(self.thrower.disc, x, y) > self.reach:
            return f"that is farther than {self.reach / 100:g} inches", "EG-SHOOT-01"
        if not can_see(self.battle.terrain, self.thrower.x, self.thrower.y, x, y):
            return "that spot is out of sight", "EG-RULE-29"
        return None

    def check(self, spot: Spot) -> Spot:
        refused = self.refusal(spot.x, spot.y)
        if refused is not None:
            raise IllegalChoice(*refused)
        return Spot("burst", spot.x, spot.y)

    def cost(self, spot: Spot) -> int:
        return spot_gap(self.thrower.disc, spot.x, spot.y)

    def region(self) -> list[list[tuple[int, int]]]:
        thrower = self.thrower
        return [list(outline(type(thrower.disc)(thrower.x, thrower.y, thrower.radius + self.reach)))]
