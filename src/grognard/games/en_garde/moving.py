"""Moving: paces, difficult ground, obstacles, engaging and withdrawing; one place choice for each move."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise

from grognard.errors import IllegalChoice
from grognard.games.en_garde.battle import FOOT_RADIUS, INCH, MOUNTED_RADIUS, RADIUS, Battle, Figure, Morale, Wound
from grognard.games.en_garde.sighting import enemies_in_contact, sees
from grognard.ground.ends import End, Ends
from grognard.ground.lines import edge_nearer
from grognard.ground.measure import root_up
from grognard.ground.outline import reach_outline
from grognard.ground.paths import Going, Walk, walk
from grognard.ground.shapes import Disc
from grognard.ground.terrain import Terrain
from grognard.ground.ways import way
from grognard.kernel.choice import Place, Spot

# EG-MOVE-11, in hundredths of an inch.
ALLOWANCE = {
    "slow": {"short": 200, "normal": 400, "run": 600},
    "infantry": {"short": 300, "normal": 600, "run": 900},
    "fast": {"short": 400, "normal": 800, "run": 1200},
    "cavalry": {"short": 600, "normal": 1200, "run": 1800},
}
CLOSE = 6 * INCH  # EG-RULE-11, -14, -56
EVERYWHERE = 1_000_000
BERTH = 1 * INCH  # EG-RULE-05, EG-RULE-07


Refused = tuple[str, str] | None  # in words, and by which rule


def allowance(battle: Battle, figure: Figure, pace: str) -> int:
    """EG-MOVE-11; halved for the stunned and grievously wounded where that is played (EG-RULE-09)."""
    full = ALLOWANCE[figure.rate][pace]
    slowed = battle.options.stunned_move == "half" and (figure.stuns or figure.wound is Wound.GRIEVOUS)
    return full // 2 if slowed else full


def going_of(battle: Battle, figure: Figure, within: int = EVERYWHERE) -> Going:
    """How a model goes: around all other models; an Acrobat pays nothing for obstacles (EG-RULE-08), nor does anybody beside a ladder.

    Whoever goes no farther than `within` meets only those who stand near enough.
    """
    x, y, reach = figure.x, figure.y, within + RADIUS[figure.mounted] + MOUNTED_RADIUS
    others = [
        Disc(other.x, other.y, RADIUS[other.mounted])
        for other in battle.figures.values()
        if -reach <= other.x - x <= reach and -reach <= other.y - y <= reach and other.standing and other is not figure
    ]
    horses = [Disc(*other.horse, MOUNTED_RADIUS) for other in battle.figures.values() if other.horse is not None]
    climbs = not figure.mounted and not figure.carries
    ground = battle.field.ground_for(climbs, pays_no_obstacles(battle, figure))
    return Going(ground, RADIUS[figure.mounted], blockers=(*others, *horses))


def pays_no_obstacles(battle: Battle, figure: Figure) -> bool:
    """An Acrobat (EG-RULE-08), or a model on foot with or beside a ladder (scenario C)."""
    if figure.has("Acrobat"):
        return True
    if figure.mounted:
        return False
    carriers = [other for other in battle.figures.values() if other.profile.tools and other.side == figure.side]
    return any(
        "ladder" in other.profile.tools
        and (other.x - figure.x) ** 2 + (other.y - figure.y) ** 2 <= (2 * FOOT_RADIUS + BERTH) ** 2
        for other in carriers
        if other.standing
    )


@lru_cache(maxsize=128)
def ends_of(going: Going, ground: Terrain, x: int, y: int, allowance: int, enemies: tuple[Disc, ...]) -> Ends:
    """Where such a move may end; whoever thinks the same move over again finds it worked out."""
    return Ends(going, x, y, allowance, enemies=enemies, cover=ground.near(x, y, allowance))


class Way(Place[Spot]):
    """Where one move may end.

    `refuses` gives the rule against an end that the ground would allow, and `refuses_way` against the way there; or nothing.
    """

    def __init__(
        self,
        battle: Battle,
        figure: Figure,
        verb: str,
        pace: str,
        refuses: Callable[[int, int], Refused],
        refuses_way: Callable[[Walk], Refused] | None = None,
    ) -> None:
        self.battle = battle
        self.figure = figure
        self.verb = verb
        self.refuses = refuses
        self.refuses_way = refuses_way
        self._allowance = allowance(battle, figure, pace)
        self.going = going_of(battle, figure, self._allowance)
        self.enemies = battle.enemies_of(figure)
        discs = tuple([Disc(enemy.x, enemy.y, RADIUS[enemy.mounted]) for enemy in self.enemies])
        self.ends = ends_of(self.going, battle.terrain, figure.x, figure.y, self._allowance, discs)

    def forbids(self, found: Walk) -> Refused:
        """The rule against a way that the ground would allow."""
        by_way = self.refuses_way(found) if self.refuses_way is not None else None
        return by_way or self.refuses(*found.path[-1])

    def walk_to(self, end: End) -> Walk | None:
        """The way to an end of the sample, if no rule is against it; the end is asked about before a way is looked for."""
        if self.refuses(end.x, end.y) is not None:
            return None
        found = self.ends.way_to(end)
        if found is None or (self.refuses_way is not None and self.refuses_way(found) is not None):
            return None
        return found

    @property
    def allowance(self) -> int:
        return self._allowance

    @property
    def mover(self) -> str:
        return self.figure.id

    def sample(self) -> Iterator[Spot]:
        found_one = False
        for spot in self._homeward():
            found_one = True
            yield spot
        for end in self.ends:
            found = self.walk_to(end)
            if found is not None:
                found_one = True
                yield self._spot(end, found)
        if not found_one and self.verb != "withdraw":
            yield Spot(self.verb, self.figure.x, self.figure.y, to="and stay")

    def has_end(self) -> bool:
        """Whether there is anywhere to go."""
        return next(self.sample(), None) is not None

    def _homeward(self) -> Iterator[Spot]:
        """Whoever carries a prize may want to go straight home."""
        if self.figure.carries:
            x, y = self.figure.x, home_line(self.battle, self.figure)
            found = way(self.going, self.figure.x, self.figure.y, x, y, self._allowance)
            if found.refusal is None and not self.forbids(found):
                yield Spot(self.verb, x, y, tuple(found.path[1:-1]), to="to the own edge")

    def any(self, pick: Callable[[int], int]) -> Spot:
        """One place of the sample, and the way there; only the places that are tried are worked out."""
        for _ in range(8):
            end = self.ends[pick(len(self.ends))]
            found = None if end is None else self.walk_to(end)
            if end is not None and found is not None:
                return self._spot(end, found)
        return super().any(pick)

    def _spot(self, end: End, found: Walk) -> Spot:
        words, piece = "", ""
        if end.why == "contact":
            enemy = self.enemies[end.about]
            words, piece = f"into contact with {enemy.name}", enemy.id
        elif end.why == "cover":
            words = "to cover"
        return Spot(self.verb, end.x, end.y, tuple(found.path[1:-1]), to=words, piece=piece)

    def check(self, spot: Spot) -> Spot:
        if (spot.x, spot.y) == (self.figure.x, self.figure.y) and self.verb not in ("withdraw", "shuffle"):
            return Spot(self.verb, spot.x, spot.y, to="and stay")
        found = self.walk(spot)
        if found.refusal is not None:
            raise IllegalChoice(*refusal_words(self.battle, found))
        forbidden = self.forbids(found)
        if forbidden is not None:
            raise IllegalChoice(*forbidden)
        return Spot(self.verb, spot.x, spot.y, tuple(found.path[1:-1]))

    def walk(self, spot: Spot) -> Walk:
        """The way as dragged, or the shortest where only the end was named."""
        start = (self.figure.x, self.figure.y)
        if spot.via:
            return walk(self.going, (start, *spot.via, (spot.x, spot.y)), self._allowance)
        return way(self.going, *start, spot.x, spot.y, self._allowance)

    def cost(self, spot: Spot) -> int:
        """What the way costs, also where it is more than the model has."""
        start = (self.figure.x, self.figure.y)
        if spot.via:
            return walk(self.going, (start, *spot.via, (spot.x, spot.y))).cost
        return way(self.going, *start, spot.x, spot.y).cost

    def region(self) -> list[list[tuple[int, int]]]:
        return [list(reach_outline(self.going, self.figure.x, self.figure.y, self._allowance))]


def refusal_words(battle: Battle, found: Walk) -> tuple[str, str]:
    """Why the ground refuses a way, and the rule."""
    refusal = found.refusal
    assert refusal is not None
    if refusal.why == "too far":
        return f"that way costs {found.cost / 100:.1f} inches or more, which is too far", "EG-MOVE-11"
    if refusal.why == "table edge":
        return "that is off the table", "EG-RULE-77"
    if refusal.why == "impassable" or refusal.feature is not None:
        name = refusal.feature.name if refusal.feature else "something impassable"
        return f"{name} is in the way", "EG-RULE-08"
    return "another model is in the way", "EG-RULE-62"


def free_move(battle: Battle, figure: Figure, verb: str, pace: str) -> Way:
    """A move of a model that is not engaged: at Normal, Short or Run pace (EG-RULE-05), as a Wavering warband may (EG-RULE-56)."""
    enemies = battle.enemies_of(figure)
    reach = allowance(battle, figure, pace) + figure.radius + MOUNTED_RADIUS + BERTH
    at_hand = [
        enemy for enemy in enemies if -reach <= enemy.x - figure.x <= reach and -reach <= enemy.y - figure.y <= reach
    ]
    wavers = is_wavering(battle, figure)
    hidden = [enemy for enemy in at_hand if enemy.hiding and _apart(enemy, figure.x, figure.y, figure.radius) > CLOSE]

    def refuses(x: int, y: int) -> Refused:
        near = [enemy for enemy in at_hand if _touches(enemy, x, y, figure.radius)]
        if near and wavers:
            return "a Wavering model may not move into contact", "EG-RULE-56"
        if any(enemy in hidden for enemy in near):
            return "that enemy is hidden from it", "EG-RULE-11"
        return None

    def refuses_run(found: Walk) -> Refused:
        return refuse_run(battle, figure, found, enemies if wavers else at_hand, wavers)

    return Way(battle, figure, verb, pace, refuses, refuses_run if pace == "run" else None)


def refuse_run(battle: Battle, figure: Figure, found: Walk, enemies: list[Figure], wavers: bool) -> Refused:
    """EG-RULE-05: a Run may not pass or end within 1" of an enemy; EG-RULE-56: the Wavering run only away from every enemy they see."""
    if battle.options.run_may_engage == "no":
        berth = figure.radius + BERTH - 1
        for (x1, y1), (x2, y2) in pairwise(found.path):
            for enemy in enemies:
                if edge_nearer(enemy.x, enemy.y, (x1, y1, x2, y2), (enemy.radius + berth) ** 2):
                    return f"a Run may not come within 1 inch of {enemy.name}", "EG-RULE-05"
    if wavers:
        x, y = found.path[-1]
        for enemy in enemies:
            before, then = (
                (figure.x - enemy.x) ** 2 + (figure.y - enemy.y) ** 2,
                (x - enemy.x) ** 2 + (y - enemy.y) ** 2,
            )
            if then <= before and sees(battle, figure, enemy):
                return (
                    f"a Wavering model may run only away from enemies that it sees, and {enemy.name} would not be farther",
                    "EG-RULE-56",
                )
    return None


def shuffle_move(battle: Battle, figure: Figure) -> Way:
    """EG-RULE-06: a Short move that stays in contact with every enemy it touches."""
    touched = enemies_in_contact(battle, figure)
    enemies = battle.enemies_of(figure)
    wavers = is_wavering(battle, figure)

    def refuses(x: int, y: int) -> Refused:
        lost = next((enemy for enemy in touched if not _touches(enemy, x, y, figure.radius)), None)
        if lost:
            return f"it must stay in contact with {lost.name}", "EG-RULE-06"
        if wavers and any(enemy not in touched and _touches(enemy, x, y, figure.radius) for enemy in enemies):
            return "a Wavering model may not move into contact", "EG-RULE-56"
        return None

    return Way(battle, figure, "shuffle", "short", refuses)


def withdraw_move(battle: Battle, figure: Figure) -> Way:
    """EG-RULE-07: a Short move that ends out of contact with all enemies, 1" from those it left if there is room."""
    left = enemies_in_contact(battle, figure)
    enemies = battle.enemies_of(figure)
    roomy: list[bool] = []

    def in_contact_at(x: int, y: int) -> Figure | None:
        return next((enemy for enemy in enemies if _touches(enemy, x, y, figure.radius)), None)

    def stands_clear(x: int, y: int) -> bool:
        return all(_apart(enemy, x, y, figure.radius) >= BERTH for enemy in left)

    def has_room() -> bool:
        if not roomy:
            clear = (end for end in place.ends if stands_clear(end.x, end.y) and in_contact_at(end.x, end.y) is None)
            roomy.append(any(place.ends.way_to(end) is not None for end in clear))
        return roomy[0]

    def refuses(x: int, y: int) -> Refused:
        touched = in_contact_at(x, y)
        if touched is not None:
            return f"a withdrawal ends out of contact, and {touched.name} is there", "EG-RULE-07"
        if not stands_clear(x, y) and has_room():
            return "a withdrawal ends 1 inch or more from those it leaves", "EG-RULE-07"
        return None

    place = Way(battle, figure, "withdraw", "short", refuses)
    return place


def home_line(battle: Battle, figure: Figure) -> int:
    """How far up the table a model stands when it touches its own edge."""
    return figure.radius if battle.side(figure.side).edge == "south" else battle.field.height - figure.radius


def is_wavering(battle: Battle, figure: Figure) -> bool:
    """EG-RULE-56: the warband wavers and neither its Leader nor a Commander is within 6" of this model."""
    if battle.side(figure.side).morale is not Morale.WAVERING:
        return False
    return not any(
        (other.profile.leader or other.profile.commander) and _apart(other, figure.x, figure.y, figure.radius) <= CLOSE
        for other in battle.standing(figure.side)
    )


def _apart(other: Figure, x: int, y: int, radius: int) -> int:
    """From a base at that spot to another's; 0 in contact."""
    apart = root_up((other.x - x) ** 2 + (other.y - y) ** 2) - other.radius - radius
    return 0 if apart <= 1 else apart


def _touches(other: Figure, x: int, y: int, radius: int) -> bool:
    """Whether a base at that spot is in contact with another (EG-RULE-62)."""
    dx, dy, reach = other.x - x, other.y - y, RADIUS[other.mounted] + radius + 1
    return dx * dx + dy * dy <= reach * reach
