"""Deployment: edges, zones, who sets up what when, and Scouts that may lie anywhere."""

from collections.abc import Callable, Iterator

from grognard.errors import IllegalChoice
from grognard.games.confrontation.battle import Battle, Fighter, Marker, Side, Table
from grognard.games.confrontation.moving import REFUSED, going
from grognard.games.confrontation.scouts import APART
from grognard.games.confrontation.strategy import tactical_roll
from grognard.ground.paths import Going, can_end, end_refusal
from grognard.kernel.choice import Pick, Place, Spot
from grognard.kernel.referee import Referee

DEPTH = 1500  # C3-RULE-85: zones are 15 cm deep
OPPOSITE = {"south": "north", "north": "south", "west": "east", "east": "west"}
IN_THE_ZONE = ("deploy inside your own zone", "C3-RULE-85")
ON_THE_TABLE = ("a marker lies on the table, anywhere", "C3-RULE-86")
FACING = {"south": 0, "west": 90, "north": 180, "east": 270}  # away from one's own edge


class Zone(Place[Spot]):
    """Where a fighter may be deployed: inside a box, with room for its base; `apart` from all enemies."""

    def __init__(
        self, battle: Battle, fighter: Fighter, box: tuple[int, int, int, int], verb: str = "deploy", apart: int = 0
    ) -> None:
        self.battle, self.fighter, self.box, self.verb, self.apart = battle, fighter, box, verb, apart
        self._ground = self._all_over()

    def _all_over(self) -> Going:
        far = self.battle.table.width + self.battle.table.height
        return going(self.battle, self.fighter, far)

    @property
    def allowance(self) -> int:
        return 0  # no way to go, only a place to be in

    @property
    def mover(self) -> str:
        return self.fighter.id

    def cost(self, spot: Spot) -> int:
        return 0

    def region(self) -> list[list[tuple[int, int]]]:
        left, bottom, right, top = self.box
        return [[(left, bottom), (right, bottom), (right, top), (left, top)]]

    def sample(self) -> Iterator[Spot]:
        """A grid of free places, those near the enemy first."""
        left, bottom, right, top = self.box
        radius = self.fighter.radius
        across = max(1, (right - left - 2 * radius) // 12)
        deep = max(1, (top - bottom - 2 * radius) // 3)
        found = [
            Spot(self.verb, x, y, piece=self.fighter.id)
            for y in range(bottom + radius, top - radius + 1, deep)
            for x in range(left + radius, right - radius + 1, across)
            if self._fits(x, y)
        ]
        yield from found
        if not found:
            yield from self._somewhere()

    def any(self, pick: Callable[[int], int]) -> Spot:
        """Any free place of the zone; only the places that are tried are worked out."""
        left, bottom, right, top = self.box
        radius = self.fighter.radius
        for _ in range(8):
            x, y = (
                left + radius + pick(right - left - 2 * radius + 1),
                bottom + radius + pick(top - bottom - 2 * radius + 1),
            )
            if self._fits(x, y):
                return Spot(self.verb, x, y, piece=self.fighter.id)
        return super().any(pick)

    def _somewhere(self) -> Iterator[Spot]:
        left, bottom, right, top = self.box
        radius = self.fighter.radius
        for y in range(bottom + radius, top - radius + 1, 60):
            for x in range(left + radius, right - radius + 1, 60):
                if self._fits(x, y):
                    yield Spot(self.verb, x, y, piece=self.fighter.id)
                    return

    def _fits(self, x: int, y: int) -> bool:
        return can_end(self._ground, x, y) and not self._too_near(x, y)

    def _too_near(self, x: int, y: int) -> bool:
        room = self.apart + self.fighter.radius
        return bool(self.apart) and any(
            (e.x - x) ** 2 + (e.y - y) ** 2 < (room + e.radius) ** 2 for e in self.battle.enemies(self.fighter.side)
        )

    def check(self, spot: Spot) -> Spot:
        left, bottom, right, top = self.box
        radius = self.fighter.radius
        inside = left + radius <= spot.x <= right - radius and bottom + radius <= spot.y <= top - radius
        if spot.verb != self.verb or not inside:
            raise IllegalChoice(*(ON_THE_TABLE if self.apart else IN_THE_ZONE))
        refusal = end_refusal(self._ground, spot.x, spot.y)
        if refusal:
            raise IllegalChoice(*REFUSED[refusal.why])
        if self._too_near(spot.x, spot.y):
            raise IllegalChoice("Scouts are placed at least 20 cm from enemy fighters", "C3-RULE-86")
        return Spot(self.verb, spot.x, spot.y, facing=spot.facing, piece=self.fighter.id)


def waiting(battle: Battle, side: str) -> list[Fighter]:
    """The fighters of a side that are not on the table yet, nor under a marker."""
    marked = [marker.scout for marker in battle.markers]
    return [f for f in battle.fighters if f.side == side and not f.deployed and f.id not in marked]


def deploy_next(referee: Referee, battle: Battle) -> bool:
    """The next piece of deployment (C3-RULE-85); False when everybody is on the table."""
    if not any(waiting(battle, side.id) for side in battle.sides):
        return False
    if not battle.winner:
        battle.winner = tactical_roll(referee, battle, together=True)
        return True
    if any(side.zone is None for side in battle.sides):
        choose_edge(referee, battle)
        return True
    if battle.queue:
        place_fighter(referee, battle, battle.fighter(battle.queue.pop(0)))
    else:
        pick_card(referee, battle)
    return True


def choose_edge(referee: Referee, battle: Battle) -> None:
    """The winner of the roll chooses a table edge, the other gets the opposite one."""
    options = [Pick(edge, f"The {edge} edge") for edge in OPPOSITE]
    edge = referee.choose(battle.winner, "Which table edge is yours?", options, rule="C3-RULE-85").key
    for side in battle.sides:
        side.edge = edge if side.id == battle.winner else OPPOSITE[edge]
        side.zone = zone_along(battle.table, side.edge)


def zone_along(table: Table, edge: str) -> tuple[int, int, int, int]:
    """The strip along an edge."""
    width, height = table.width, table.height
    return {
        "south": (0, 0, width, DEPTH),
        "north": (0, height - DEPTH, width, height),
        "west": (0, 0, DEPTH, height),
        "east": (width - DEPTH, 0, width, height),
    }[edge]


def pick_card(referee: Referee, battle: Battle) -> None:
    """Players deploy one card each in turn, the loser of the roll first; who has none left is passed over."""
    ids = [side.id for side in battle.sides]
    after = ids.index(battle.turn_of or battle.winner)
    order = [battle.sides[(after + n) % len(ids)] for n in range(1, len(ids) + 1)]
    side = next(side for side in order if waiting(battle, side.id))
    battle.turn_of = side.id
    left = [fighter.id for fighter in waiting(battle, side.id)]
    cards = [card for card in side.cards if any(id in left for id in card.fighters)]
    chosen = cards[0].id
    if len(cards) > 1:
        options = [Pick(card.id, card.name) for card in cards]
        chosen = referee.choose(side.id, "Which card do you deploy?", options, rule="C3-RULE-85").key
    battle.queue = [id for id in left if id in side.card(chosen).fighters]


def place_fighter(referee: Referee, battle: Battle, fighter: Fighter) -> None:
    """Set up one fighter in its zone; a Scout may lie face down instead."""
    side = battle.side(fighter.side)
    assert side.zone is not None
    text = f"Deploy {fighter.name} as a face-down marker, with a decoy?"
    if fighter.has("scout") and referee.may(side.id, text, rule="C3-RULE-86", about=(fighter.id,)):  # C3-ABIL-05
        place_markers(referee, battle, side, fighter)
        return
    spot = ask_spot(referee, battle, fighter, side.zone)
    fighter.x, fighter.y = spot.x, spot.y
    fighter.facing = spot.facing if spot.facing >= 0 else FACING[side.edge]
    if fighter.has("flight"):  # C3-RULE-28
        text = f"Does {fighter.name} start in the air?"
        fighter.altitude = int(referee.may(side.id, text, rule="C3-RULE-28", about=(fighter.id,)))
    fighter.deployed = True
    referee.tell("is deployed", fighter, rule="C3-RULE-85")


def ask_spot(
    referee: Referee,
    battle: Battle,
    fighter: Fighter,
    box: tuple[int, int, int, int],
    verb: str = "deploy",
    apart: int = 0,
) -> Spot:
    places = Zone(battle, fighter, box, verb, apart)
    text, rule = f"Where in your zone does {fighter.name} stand?", "C3-RULE-85"
    if apart:
        text = f"Where does a marker of {fighter.name} lie? At least {apart // 100} cm from enemy fighters"
        rule = "C3-RULE-86"
    return referee.choose(fighter.side, text, places, rule=rule, about=(fighter.id,))


def place_markers(referee: Referee, battle: Battle, side: Side, scout: Fighter) -> None:
    """C3-RULE-86: two markers anywhere, 20 cm from the enemy; only the owner knows which is the Scout. This ends a piece."""
    box = (0, 0, battle.table.width, battle.table.height)
    spots = [ask_spot(referee, battle, scout, box, "mark", APART) for _ in range(2)]
    options = [Pick("first"), Pick("second")]
    text = f"Which marker is {scout.name}?"
    real = options.index(referee.choose(side.id, text, options, rule="C3-RULE-86", about=(scout.id,)))
    for n, spot in enumerate(spots):
        name = f"marker {'ab'[n]} of {scout.name}"
        battle.markers.append(
            Marker(f"{scout.id}-{'ab'[n]}", side.id, name, x=spot.x, y=spot.y, scout=scout.id, real=n == real)
        )
    scout.facing = FACING[side.edge]
    referee.tell("{} lays two face-down markers", side.name, rule="C3-RULE-86")
