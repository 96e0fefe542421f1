"""Points on the table at which magic happens, or to which it sends somebody: one choice among any lawful place."""

from collections.abc import Iterator

from grognard.errors import IllegalChoice
from grognard.games.high_adventure.abilities import ABILITIES
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.figures import Figure
from grognard.games.high_adventure.placing import Room
from grognard.games.high_adventure.reach import in_range, reach_to, views
from grognard.games.high_adventure.things import Casting, Item
from grognard.ground.measure import step
from grognard.kernel.choice import Place, Spot
from grognard.kernel.referee import Referee


class Points(Place[Spot]):
    """Where an area or a figure may be put by magic: within reach, in view, and free where somebody is to stand
    there."""

    def __init__(
        self,
        battle: Battle,
        caster: Figure,
        ability: str,
        mover: Figure | None = None,
        radius: int = 0,
        shy: int = 0,
    ) -> None:
        """For a figure of that radius; with `shy`, one that must appear farther than that from its enemies."""
        self._battle, self._caster, self._name = battle, caster, ability
        self._ability = ABILITIES[ability]
        self._mover, self._radius = mover, radius
        self._room = Room(battle, (mover or caster).side if shy else "", shy) if radius else None

    def refusal(self, x: int, y: int) -> tuple[str, str] | None:
        """Why the point will not do, with the rule; None if it will."""
        battle, caster, ability = self._battle, self._caster, self._ability
        if not (0 <= x <= battle.table.width and 0 <= y <= battle.table.height):
            return "that is not on the table", ability.rule
        if not in_range(ability, reach_to(caster, x, y)):
            return f'that is more than {ability.reach // 100}" away', ability.rule
        if ability.needs_sight and self._name != "Levitate" and not views(battle, caster, x, y):
            return "the caster does not see that place", "HA-RULE-39"
        if self._room is not None and not self._room.fits(x, y, self._radius):
            return "there is no room, or an enemy is too near", ability.rule
        return None

    def check(self, spot: Spot) -> Spot:
        refused = self.refusal(spot.x, spot.y)
        if refused:
            raise IllegalChoice(*refused)
        return self._spot(spot.x, spot.y, "")

    def _spot(self, x: int, y: int, to: str) -> Spot:
        return Spot("at", x, y, to=to, piece=self._mover.id if self._mover else self._caster.id)

    def sample(self) -> Iterator[Spot]:
        met: dict[tuple[int, int], None] = {}
        for x, y, to in self._candidates():
            if (x, y) not in met and self.refusal(x, y) is None:
                met[x, y] = None
                yield self._spot(x, y, to)

    def _candidates(self) -> Iterator[tuple[int, int, str]]:
        caster, table = self._caster, self._battle.table
        others = [figure for figure in self._battle.figures if figure.able and figure is not caster]
        for figure in others:
            if not self._radius:
                yield figure.x, figure.y, f"about {figure.name}"
            yield (figure.x + caster.x) // 2, (figure.y + caster.y) // 2, f"between {caster.name} and {figure.name}"
        reach = min(self._ability.reach, max(table.width, table.height))
        for share in (1, 2, 4):
            for degrees in range(0, 360, 45):
                x, y = step(caster.x, caster.y, degrees, reach // share)
                yield (
                    min(max(x, self._radius), table.width - self._radius),
                    min(max(y, self._radius), table.height - self._radius),
                    "",
                )

    def region(self) -> list[list[tuple[int, int]]]:
        caster = self._caster
        reach = self._ability.reach + caster.radius
        return [[step(caster.x, caster.y, degrees, reach) for degrees in range(0, 360, 10)]]

    def cost(self, spot: Spot) -> int:
        return reach_to(self._caster, spot.x, spot.y)

    @property
    def allowance(self) -> int:
        return self._ability.reach

    @property
    def mover(self) -> str:
        return self._mover.id if self._mover else self._caster.id


def point_out(referee: Referee, battle: Battle, caster: Figure, casting: Casting) -> bool:
    """Where it is to happen, for abilities that need a point."""
    points = points_for(battle, caster, casting)
    if points is None:
        return True
    if not len(points):
        referee.tell("{0} finds no place for {1}", caster, casting.ability, rule="HA-MAG-13")
        return False
    spot = referee.choose(
        caster.side,
        f"{caster.name}: {casting.ability}, where?",
        points,
        rule=ABILITIES[casting.ability].rule,
        about=(caster.id,),
    )
    casting.x, casting.y = spot.x, spot.y
    return True


def points_for(battle: Battle, caster: Figure, casting: Casting) -> Points | None:
    """The places among which an ability's point is chosen; None where it needs none."""
    name, target = casting.ability, battle.piece(casting.target)
    if name in ("Smoke", "Illusion"):
        return Points(battle, caster, name)
    if name == "Avatar":
        return Points(battle, caster, name, radius=50, shy=100)
    if name in ("Teleport", "Levitate") and isinstance(target, Figure):
        return Points(battle, caster, name, mover=target, radius=target.radius, shy=100 if name == "Teleport" else 0)
    if name == "Levitate" and isinstance(target, Item):
        return Points(battle, caster, name)
    if name == "Control" and casting.target == "anywhere":
        return Points(battle, caster, name, radius=50, shy=800)  # HA-RULE-50
    return None
