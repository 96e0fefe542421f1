"""Moving: paces, difficult ground, obstacles, engaging and withdrawing; one place choice for each move."""

from collections.abc import Callable, Iterator

from grognard.errors import IllegalChoice
from grognard.games.en_garde.battle import FOOT_RADIUS, INCH, Battle, Figure, Morale, Wound
from grognard.games.en_garde.sighting import enemies_in_contact, sees
from grognard.ground.ends import End, Ends, reach_outline
from grognard.ground.gaps import near_line
from grognard.ground.measure import root_up
from grognard.ground.paths import Going, Walk, walk
from grognard.ground.shapes import Disc
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
BERTH = 1 * INCH  # EG-RULE-05, EG-RULE-07


def allowance(battle: Battle, figure: Figure, pace: str) -> int:
    """EG-MOVE-11; halved for the stunned and grievously wounded where that is played (EG-RULE-09)."""
    full = ALLOWANCE[figure.rate][pace]
    slowed = battle.options.stunned_move == "half" and (figure.stuns or figure.wound is Wound.GRIEVOUS)
    return full // 2 if slowed else full


def going_of(battle: Battle, figure: Figure) -> Going:
    """How a model goes: around all other models; an Acrobat pays nothing for obstacles (EG-RULE-08), nor does anybody beside a ladder."""
    others = tuple(other.disc for other in battle.figures.values() if other is not figure and other.standing)
    horses = tuple(Disc(*other.horse, 100) for other in battle.figures.values() if other.horse is not None)
    climbs = not figure.mounted and not figure.carries
    return Going(
        battle.field.ground_for(climbs, pays_no_obstacles(battle, figure)), figure.radius, blockers=others + horses
    )


def pays_no_obstacles(battle: Battle, figure: Figure) -> bool:
    """An Acrobat (EG-RULE-08), or a model on foot with or beside a ladder (scenario C)."""
    if figure.has("Acrobat"):
        return True
    return not figure.mounted and any(
        "ladder" in other.profile.tools
        and (other.x - figure.x) ** 2 + (other.y - figure.y) ** 2 <= (2 * FOOT_RADIUS + BERTH) ** 2
        for other in battle.figures.values()
        if other.side == figure.side and other.standing
    )


class Way(Place[Spot]):
    """Where one move may end. `forbids` gives the rule against an end and way that the ground would allow, or nothing."""

    def __init__(
        self, battle: Battle, figure: Figure, verb: str, pace: str, forbids: Callable[[Walk], tuple[str, str] | None]
    ) -> None:
        self.battle = battle
        self.figure = figure
        self.verb = verb
        self.forbids = forbids
        self._allowance = allowance(battle, figure, pace)
        self.going = going_of(battle, figure)
        self.enemies = battle.enemies_of(figure)
        self.ends = Ends(
            self.going,
            figure.x,
            figure.y,
            self._allowance,
            enemies=tuple(enemy.disc for enemy in self.enemies),
            cover=battle.terrain.near(figure.x, figure.y, self._allowance),
        )

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
        for end, found in self.ends.reachable():
            if not self.forbids(found):
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
            found = None if end is None else self.ends.way_to(end)
            if end is not None and found is not None and not self.forbids(found):
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
        return self.walk(spot).cost

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
    wavers = is_wavering(battle, figure)
    hidden = [enemy for enemy in enemies if enemy.hiding and _apart(enemy, figure.x, figure.y, figure.radius) > CLOSE]

    def forbids(found: Walk) -> tuple[str, str] | None:
        x, y = found.path[-1]
        near = [enemy for enemy in enemies if _apart(enemy, x, y, figure.radius) == 0]
        if pace == "run":
            refused = refuse_run(battle, figure, found, enemies, wavers)
            if refused:
                return refused
        if near and wavers:
            return "a Wavering model may not move into contact", "EG-RULE-56"
        if any(enemy in hidden for enemy in near):
            return "that enemy is hidden from it", "EG-RULE-11"
        return None

    return Way(battle, figure, verb, pace, forbids)


def refuse_run(
    battle: Battle, figure: Figure, found: Walk, enemies: list[Figure], wavers: bool
) -> tuple[str, str] | None:
    """EG-RULE-05: a Run may not pass or end within 1" of an enemy; EG-RULE-56: the Wavering run only away from every enemy they see."""
    if battle.options.run_may_engage == "no":
        for (x1, y1), (x2, y2) in zip(found.path, found.path[1:], strict=False):
            for enemy in enemies:
                if near_line(enemy.disc, x1, y1, x2, y2, figure.radius + BERTH - 1):
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

    def forbids(found: Walk) -> tuple[str, str] | None:
        x, y = found.path[-1]
        lost = next((enemy for enemy in touched if _apart(enemy, x, y, figure.radius)), None)
        if lost:
            return f"it must stay in contact with {lost.name}", "EG-RULE-06"
        if wavers and any(enemy not in touched and not _apart(enemy, x, y, figure.radius) for enemy in enemies):
            return "a Wavering model may not move into contact", "EG-RULE-56"
        return None

    return Way(battle, figure, "shuffle", "short", forbids)


def withdraw_move(battle: Battle, figure: Figure) -> Way:
    """EG-RULE-07: a Short move that ends out of contact with all enemies, 1" from those it left if there is room."""
    left = enemies_in_contact(battle, figure)
    enemies = battle.enemies_of(figure)
    roomy: list[bool] = []

    def in_contact_at(x: int, y: int) -> Figure | None:
        return next((enemy for enemy in enemies if not _apart(enemy, x, y, figure.radius)), None)

    def stands_clear(x: int, y: int) -> bool:
        return all(_apart(enemy, x, y, figure.radius) >= BERTH for enemy in left)

    def has_room() -> bool:
        if not roomy:
            ends = (end for end, _ in place.ends.reachable())
            roomy.append(any(stands_clear(end.x, end.y) and in_contact_at(end.x, end.y) is None for end in ends))
        return roomy[0]

    def forbids(found: Walk) -> tuple[str, str] | None:
        x, y = found.path[-1]
        touched = in_contact_at(x, y)
        if touched is not None:
            return f"a withdrawal ends out of contact, and {touched.name} is there", "EG-RULE-07"
        if not stands_clear(x, y) and has_room():
            return "a withdrawal ends 1 inch or more from those it leaves", "EG-RULE-07"
        return None

    place = Way(battle, figure, "withdraw", "short", forbids)
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
