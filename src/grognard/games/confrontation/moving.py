"""Moving: how far a fighter goes, over what, and where a walk, a run, a flight or a landing may end."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise

from grognard.errors import IllegalChoice
from grognard.games.confrontation.battle import CONTACT, RADIUS, WIDEST, Battle, Fighter
from grognard.games.confrontation.profile import Profile
from grognard.ground.open_table import Disc, along, bearing, bounds, step
from grognard.ground.outline import reach_outline
from grognard.ground.paths import Going, Path, Walk, can_end, farthest, leg_cost, leg_refusal, walk
from grognard.ground.terrain import lay
from grognard.ground.ways import way
from grognard.kernel.choice import Place, Spot
from grognard.kernel.referee import Referee

APART = CONTACT + 1  # the least gap to an enemy that is no contact
DIRECTIONS = (0, 45, 90, 135, 180, 225, 270, 315)
GOALS = 4  # two enemies and two objectives
SLOTS = GOALS + len(DIRECTIONS)
REFUSED = {
    "table edge": ("the move leaves the table", "C3-RULE-81"),
    "impassable": ("nobody can pass there", "C3-RULE-83"),
    "piece": ("another figure is in the way; only an assault goes into contact with an enemy", "C3-RULE-19"),
    "no room": ("there is no room to stand; only an assault ends in contact with an enemy", "C3-RULE-82"),
    "too far": ("that is too far", "C3-MOVE-01"),
    "no way": ("there is no way to get there", "C3-RULE-83"),
}


def reach(profile: Profile, mov: int, verb: str) -> int:
    """How far each kind of move goes, from the MOV of the moment."""
    if verb in ("run", "charge", "engage", "flee"):
        return mov * 2  # C3-MOVE-02, C3-MOVE-03, C3-MOVE-05, C3-ROUT-02
    if verb == "under cover":
        return mov // 2  # C3-MOVE-10
    return mov  # C3-MOVE-01, C3-MOVE-08


def going(
    battle: Battle, fighter: Fighter, allowance: int, *, target: Fighter | None = None, aloft: bool = False
) -> Going:
    """The ground as this fighter meets it: others are in its way, and all enemies but the target are kept clear of.

    In the air it ignores terrain and figures (C3-RULE-28).
    """
    radius = RADIUS[fighter.profile.base]
    if aloft:
        others = [other.disc for other in battle.fighters if other.on_table and other.altitude and other is not fighter]
        return Going(lay(battle.table.width, battle.table.height), radius, (), tuple(others))
    x, y, side = fighter.x, fighter.y, fighter.side
    far = allowance + radius + WIDEST + APART
    west, east, south, north = x - far, x + far, y - far, y + far
    blockers = []
    for other in battle.fighters:
        if not (west < other.x < east and south < other.y < north) or other is fighter:
            continue
        if other.gone or not other.deployed or other.altitude:
            continue
        around = RADIUS[other.profile.base]
        if other.side != side and other is not target:
            around += APART
        dx, dy, near = other.x - x, other.y - y, allowance + radius + around
        if dx * dx + dy * dy < near * near:
            blockers.append(Disc(other.x, other.y, around))
    return Going(battle.terrain, radius, tuple(blockers), (), fighter.has("sure_footed"))  # C3-ABIL-01


@lru_cache(maxsize=8192)
def way_to(ground: Going, x1: int, y1: int, x2: int, y2: int, allowance: int) -> Walk:
    """The cheapest way within an allowance; who thinks ahead asks for the same one many times."""
    return way(ground, x1, y1, x2, y2, allowance)


class Moves(Place[Spot]):
    """Where a fighter may end a move that goes into contact with nobody.

    The verb is "walk", "run", "hide" (under cover), "leave" (after disengaging) or "pursue"; a flyer that changes its level has "rise" and "land" in its place, and stays up
    with "fly" (C3-RULE-28).
    """

    def __init__(self, battle: Battle, fighter: Fighter, verb: str, allowance: int, *, may_stay: bool = True) -> None:
        self.battle, self.fighter, self.verb = battle, fighter, verb
        self._allowance = allowance
        self.may_stay = may_stay
        self._ways: dict[str, Going] = {}
        self._goals: list[tuple[int, int, str]] | None = None

    @property
    def allowance(self) -> int:
        return self._allowance

    @property
    def mover(self) -> str:
        return self.fighter.id

    def verbs(self) -> tuple[str, ...]:
        """The kinds of move that this fighter has."""
        if not self.fighter.has("flight"):  # C3-ABIL-04, C3-MOVE-11
            return (self.verb,)
        return ("fly", "land") if self.fighter.altitude else (self.verb, "rise")

    def ground(self, verb: str) -> Going:
        """What such a move goes over."""
        if verb not in self._ways:
            self._ways[verb] = going(self.battle, self.fighter, self._allowance, aloft=verb in ("fly", "rise", "land"))
        return self._ways[verb]

    def sample(self) -> Iterator[Spot]:
        """Towards the nearest enemies and objectives, straight in eight directions, and staying put."""
        seen: dict[str, None] = {}
        for place in range(self._slots()):
            spot = self.slot(place)
            if spot is not None and spot.key not in seen:
                seen[spot.key] = None
                yield spot
        stay = self._stay()
        if (self.may_stay or not seen) and stay.key not in seen:
            yield stay

    def any(self, pick: Callable[[int], int]) -> Spot:
        """One place of the sample; only the places that are tried are worked out."""
        for _ in range(4):
            spot = self.slot(pick(self._slots()))
            if spot is not None:
                return spot
        return super().any(pick)

    def _is_shut_in(self) -> bool:
        """Whether there is no place to go that could be offered; then staying is all that is left."""
        return all(self.slot(place) is None for place in range(self._slots()))

    def _slots(self) -> int:
        return len(self.verbs()) * SLOTS

    def _stay(self) -> Spot:
        return Spot(self.verbs()[0], self.fighter.x, self.fighter.y, to="on the spot", piece=self.fighter.id)

    def slot(self, place: int) -> Spot | None:
        """The place of that number, if there is room and a straight way."""
        which, n = divmod(place, SLOTS)
        verb = self.verbs()[which]
        end = self._towards(verb, n) if n < GOALS else self._straight(verb, DIRECTIONS[n - GOALS])
        if end is None or not self._may_land(verb, end[0], end[1]):
            return None
        return Spot(verb, end[0], end[1], to=end[2], piece=self.fighter.id)

    def _towards(self, verb: str, n: int) -> tuple[int, int, str] | None:
        if self._goals is None:
            self._goals = list(goals(self.battle, self.fighter))
        if n >= len(self._goals):
            return None
        goal_x, goal_y, to = self._goals[n]
        x, y, ground = self.fighter.x, self.fighter.y, self.ground(verb)
        spot, _ = farthest(ground, x, y, *_short_of(x, y, goal_x, goal_y, self._allowance), self._allowance)
        return (*spot, to) if spot != (x, y) and can_end(ground, *spot) else None

    def _straight(self, verb: str, degrees: int) -> tuple[int, int, str] | None:
        x, y, ground = self.fighter.x, self.fighter.y, self.ground(verb)
        for length in (self._allowance, self._allowance // 2):
            ex, ey = step(x, y, degrees, length)
            if not length or not can_end(ground, ex, ey) or leg_refusal(ground, x, y, ex, ey):
                continue
            if leg_cost(ground, x, y, ex, ey) <= self._allowance:
                return ex, ey, ""
        return None

    def check(self, spot: Spot) -> Spot:
        """Any lawful end; the way there is found if none is drawn."""
        if spot.verb not in self.verbs():
            raise IllegalChoice(
                f"{self.fighter.name} may {' or '.join(self.verbs())} here, not {spot.verb}", "C3-ACT-03"
            )
        fighter, ground = self.fighter, self.ground(spot.verb)
        start, end = (fighter.x, fighter.y), (spot.x, spot.y)
        if start == end and not spot.via:
            if not self.may_stay and not self._is_shut_in():
                raise IllegalChoice("it must move away", "C3-RULE-25")
            return Spot(spot.verb, *end, (), spot.facing, "on the spot", fighter.id)
        found = (
            walk(ground, (start, *spot.via, end), self._allowance)
            if spot.via
            else way_to(ground, *start, *end, self._allowance)
        )
        if found.refusal:
            raise IllegalChoice(*REFUSED[found.refusal.why])
        if not self._may_land(spot.verb, *end):
            raise IllegalChoice("there is no room to land", "C3-RULE-28")
        return Spot(spot.verb, *end, spot.via, spot.facing, "", fighter.id)

    def _may_land(self, verb: str, x: int, y: int) -> bool:
        """A landing needs room on the ground; contact is for assaults (C3-RULE-28)."""
        return verb != "land" or can_end(going(self.battle, self.fighter, self._allowance), x, y)

    def cost(self, spot: Spot) -> int:
        fighter, ground = self.fighter, self.ground(spot.verb)
        if spot.via:
            return walk(ground, ((fighter.x, fighter.y), *spot.via, (spot.x, spot.y))).cost
        return way(ground, fighter.x, fighter.y, spot.x, spot.y).cost

    def region(self) -> list[list[tuple[int, int]]]:
        return [
            list(reach_outline(self.ground(verb), self.fighter.x, self.fighter.y, self._allowance))
            for verb in self.verbs()
        ]


def _short_of(x: int, y: int, goal_x: int, goal_y: int, allowance: int) -> tuple[int, int]:
    """The goal itself, or as far towards it as the allowance goes on open ground."""
    dx, dy = goal_x - x, goal_y - y
    return (goal_x, goal_y) if dx * dx + dy * dy <= allowance * allowance else along(x, y, dx, dy, allowance)


def goals(battle: Battle, fighter: Fighter) -> Iterator[tuple[int, int, str]]:
    """Where a fighter might want to go: the two nearest enemies and the nearest objectives."""
    x, y = fighter.x, fighter.y
    enemies = sorted(
        [
            ((e.x - x) ** 2 + (e.y - y) ** 2, n, e)
            for n, e in enumerate(battle.fighters)
            if e.side != fighter.side and e.on_table
        ]
    )
    for _, _, enemy in enemies[:2]:
        yield enemy.x, enemy.y, f"towards {enemy.name}"
    places = []
    for objective in battle.objectives:
        if objective.ground:
            left, bottom, right, top = _bounds(battle, objective.ground)
            places.append((min(max(x, left), right), min(max(y, bottom), top), objective.name))
        else:
            places.append((objective.x, objective.y, objective.name))
    for goal_x, goal_y, name in sorted(places, key=lambda place: (place[0] - x) ** 2 + (place[1] - y) ** 2)[:2]:
        yield goal_x, goal_y, f"towards {name}"


def _bounds(battle: Battle, ground: str) -> tuple[int, int, int, int]:
    """The middle part of a ground, to walk to."""
    left, bottom, right, top = bounds(battle.terrain.named(ground).shape)
    inset_x, inset_y = (right - left) // 4, (top - bottom) // 4
    return left + inset_x, bottom + inset_y, right - inset_x, top - inset_y


def make_move(referee: Referee, battle: Battle, fighter: Fighter, spot: Spot) -> None:
    """Put the fighter where it goes; at the end of a move it may face anywhere (C3-RULE-31)."""
    stays = (spot.x, spot.y) == (fighter.x, fighter.y)
    fighter.x, fighter.y = spot.x, spot.y
    if spot.verb in ("rise", "fly"):
        fighter.altitude = 1
    elif spot.verb == "land":
        fighter.altitude = 0
    if spot.facing >= 0:
        fighter.facing = spot.facing
    else:
        face_nearest(battle, fighter)
    referee.tell("turns on the spot" if stays else "moves", fighter, rule="C3-MOVE-01")


def put(fighter: Fighter, x: int, y: int) -> None:
    """Stand a fighter somewhere, facing the way it came."""
    if (x, y) != (fighter.x, fighter.y):
        fighter.facing = bearing(fighter.x, fighter.y, x, y)
        fighter.x, fighter.y = x, y


def face_nearest(battle: Battle, fighter: Fighter) -> None:
    """Turn towards the nearest enemy."""
    x, y, best = fighter.x, fighter.y, -1
    towards: Fighter | None = None
    for other in battle.fighters:
        if other.side != fighter.side and other.deployed and not other.gone:
            apart = (other.x - x) ** 2 + (other.y - y) ** 2
            if best < 0 or apart < best:
                best, towards = apart, other
    if towards is not None:
        fighter.facing = bearing(x, y, towards.x, towards.y)


def along_path(ground: Going, path: Path, allowance: int) -> tuple[int, int]:
    """Where a fighter stands that has gone so far along a path."""
    left = float(allowance)
    for (x1, y1), (x2, y2) in pairwise(path):
        cost = leg_cost(ground, x1, y1, x2, y2)
        if cost > left:
            spot, _ = farthest(ground, x1, y1, x2, y2, int(left))
            return spot
        left -= cost
    return path[-1]
