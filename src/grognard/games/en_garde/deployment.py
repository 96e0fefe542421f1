"""Deployment and weather, before the first turn."""

from collections.abc import Callable, Iterator

from grognard.errors import IllegalChoice, ScenarioError
from grognard.games.en_garde.battle import INCH, Battle, Figure
from grognard.games.en_garde.moving import going_of
from grognard.ground.paths import can_end
from grognard.kernel.choice import Pick, Place, Spot
from grognard.kernel.dice import D6
from grognard.kernel.referee import Referee

DEPTH = 6 * INCH  # EG-RULE-69


class Berth(Place[Spot]):
    """Where one model may be placed: its own zones, clear of everything."""

    def __init__(self, battle: Battle, figure: Figure) -> None:
        self.battle = battle
        self.figure = figure
        self.zones = battle.side(figure.side).zones
        self.going = going_of(battle, figure)

    @property
    def allowance(self) -> int:
        return 0

    @property
    def mover(self) -> str:
        return self.figure.id

    def slots(self) -> Iterator[tuple[int, int]]:
        """Places in a line along each zone, two inches apart and then closer, foremost rank first."""
        for apart in (200, 50):
            yield from self._slots(apart)

    def _slots(self, apart: int) -> Iterator[tuple[int, int]]:
        radius = self.figure.radius
        north = self.battle.side(self.figure.side).edge == "north"
        for x1, y1, x2, y2 in self.zones:
            rows = range(y1 + radius, y2 - radius + 1, apart) if north else range(y2 - radius, y1 + radius - 1, -apart)
            middle = (x1 + x2) // 2
            steps = (x2 - x1) // 2 // apart + 1
            for y in rows:
                for step in range(steps):
                    for x in dict.fromkeys((middle + apart * step, middle - apart * step)):
                        if x1 + radius <= x <= x2 - radius and can_end(self.going, x, y):
                            yield x, y

    def sample(self) -> Iterator[Spot]:
        """A fair spread of the free places."""
        free = list(self._slots(200)) or list(self._slots(50))
        for x, y in free[:: max(1, len(free) // 24)]:
            yield Spot("deploy", x, y)

    def any(self, pick: Callable[[int], int]) -> Spot:
        """Any free place of its zones; only the places that are tried are worked out."""
        radius = self.figure.radius
        for _ in range(8):
            x1, y1, x2, y2 = self.zones[pick(len(self.zones))]
            x, y = x1 + radius + pick(x2 - x1 - 2 * radius + 1), y1 + radius + pick(y2 - y1 - 2 * radius + 1)
            if can_end(self.going, x, y):
                return Spot("deploy", x, y)
        return super().any(pick)

    def check(self, spot: Spot) -> Spot:
        radius = self.figure.radius
        inside = any(
            x1 + radius <= spot.x <= x2 - radius and y1 + radius <= spot.y <= y2 - radius
            for x1, y1, x2, y2 in self.zones
        )
        if not inside:
            raise IllegalChoice("that is outside the deployment zone", "EG-RULE-69")
        if not can_end(self.going, spot.x, spot.y):
            raise IllegalChoice("there is no room for the base", "EG-RULE-62")
        return Spot("deploy", spot.x, spot.y)

    def cost(self, spot: Spot) -> int:
        return 0

    def region(self) -> list[list[tuple[int, int]]]:
        return [[(x1, y1), (x2, y1), (x2, y2), (x1, y2)] for x1, y1, x2, y2 in self.zones]


def prepare(referee: Referee, battle: Battle) -> None:
    """Before deployment: weather (EG-RULE-70), edges and who places first (EG-RULE-69), and who wants to place model by model."""
    battle.phase = "Deployment"
    battle.rain = battle.field.weather == "rain"
    if battle.field.weather == "roll":
        die = referee.roll(D6, "weather", by=battle.sides[0].id, rule="EG-RULE-70").total
        battle.rain = die == 6
    if battle.rain:
        referee.tell("It rains", rule="EG-RULE-70")
    order = referee.roll_off(battle.side_ids(), "roll-off for deployment", rule="EG-RULE-69")
    if battle.field.deploy == "edges":
        pick_edges(referee, battle, order[0])
    battle.acting = order[-1]  # the loser places first
    for warband in battle.sides:
        options = [Pick("in line", "Line them up for me"), Pick("one by one", "Place them one by one")]
        picked = referee.choose(warband.id, f"{warband.name}: how do you deploy?", options, rule="EG-RULE-69")
        warband.deploys_alone = picked.key == "in line"


def pick_edges(referee: Referee, battle: Battle, winner: str) -> None:
    """EG-RULE-69: the winner picks a long edge; the others take the opposite one."""
    edge = referee.choose(winner, "which edge do you take?", [Pick("south"), Pick("north")], rule="EG-RULE-69").key
    for warband in battle.sides:
        warband.edge = edge if warband.id == winner else "north" if edge == "south" else "south"
        y1, y2 = (0, DEPTH) if warband.edge == "south" else (battle.field.height - DEPTH, battle.field.height)
        warband.zones = ((0, y1, battle.field.width, y2),)


def to_deploy(battle: Battle, side: str) -> list[Figure]:
    return [figure for figure in battle.figures.values() if figure.side == side and not figure.standing]


def berth_for(battle: Battle, figure: Figure) -> Berth:
    """Where it may be placed; a scenario whose zones are full cannot be played."""
    berth = Berth(battle, figure)
    if next(berth.slots(), None) is None:
        raise ScenarioError(
            f"there is no room left for {figure.name} in the zones of {battle.side(figure.side).name}",
            place="side.zones",
        )
    return berth


def deploy_one(referee: Referee, battle: Battle) -> None:
    """EG-RULE-69: the side whose turn it is places one model."""
    side = battle.acting
    left = to_deploy(battle, side)
    if left:
        warband = battle.side(side)
        figure = left[0]
        if not warband.deploys_alone:
            if len(left) > 1:
                options = [Pick(figure.id, figure.name, figure.id) for figure in left]
                figure = battle.figures[referee.choose(side, "who is placed next?", options, rule="EG-RULE-69").key]
            spot = referee.choose(
                side, f"{figure.name}: where?", berth_for(battle, figure), rule="EG-RULE-69", about=(figure.id,)
            )
            figure.x, figure.y = spot.x, spot.y
        else:
            figure.x, figure.y = next(berth_for(battle, figure).slots())
        figure.standing = True
        referee.tell("{} is placed", figure, rule="EG-RULE-69")
    ids = battle.side_ids()
    battle.acting = ids[(ids.index(side) + 1) % len(ids)]


def line_up_all(battle: Battle) -> None:
    """Line up every warband in its zones, or say in words which model finds no room."""
    for figure in battle.figures.values():
        if battle.side(figure.side).zones:
            figure.x, figure.y = next(berth_for(battle, figure).slots())
            figure.standing = True
