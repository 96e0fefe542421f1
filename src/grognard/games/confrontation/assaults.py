"""Assaults: charges and engagements, from the announcement to contact, with the fear they cause."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from grognard.errors import IllegalChoice
from grognard.games.confrontation.battle import CONTACT, RADIUS, Battle, Fighter
from grognard.games.confrontation.fear import face_fear
from grognard.games.confrontation.moving import Moves, along_path, going, put, reach, way_to
from grognard.games.confrontation.rout import flee, flees_at_once
from grognard.games.confrontation.sight import can_see
from grognard.games.confrontation.sizes import has_room
from grognard.ground.open_table import along, bearing, just_outside, round_up, turned
from grognard.ground.paths import Going, Path, can_end, leg_cost, leg_refusal
from grognard.kernel.choice import Spot
from grognard.kernel.referee import Referee

ABOUT = (0, 15, -15, 30, -30, 45, -45, 60, -60, 75, -75, 90, -90)  # places about a target, nearest first
NEAR_SIDE = (0, 45, -45, 90, -90)
ROUND_ABOUT = (*NEAR_SIDE, 135, -135, 180)
BEYOND = 500  # C3-RULE-20: an assault may be announced at an enemy that is up to 5 cm out of reach
Shooting = Callable[[Referee, Battle, Fighter, Fighter], object]


class Approach(NamedTuple):
    """A way into contact and its cost."""

    path: Path
    cost: int


def assaultable(battle: Battle, fighter: Fighter, enemies: list[Fighter] | None = None) -> list[Fighter]:
    """Which of the enemies on the table (all, if they are not given) can be assaulted at all: on the ground, near enough, with room about them (C3-RULE-28, C3-RULE-53)."""
    x, y = fighter.x, fighter.y
    far = reach(fighter.profile, fighter.mov, "charge") + BEYOND + RADIUS[fighter.profile.base]
    found = []
    for enemy in battle.enemies(fighter.side) if enemies is None else enemies:
        dx, dy, room = enemy.x - x, enemy.y - y, far + RADIUS[enemy.profile.base]
        near = dx * dx + dy * dy <= room * room and not enemy.altitude
        if near and has_room(enemy.profile.base, len(battle.opponents(enemy))):
            found.append(enemy)
    return found


def can_charge(battle: Battle, fighter: Fighter, target: Fighter) -> bool:
    """C3-MOVE-03, C3-RULE-20: a target in LOS and a clear straight line to it. The caller has seen that it can be assaulted at all."""
    return can_see(battle, fighter, target) and straight_to(battle, fighter, target) is not None


def straight_to(battle: Battle, fighter: Fighter, target: Fighter) -> Approach | None:
    """The straight line to the nearest free spot on the target's base, however far; None if something blocks it (C3-RULE-20)."""
    far = battle.gap(fighter, target) + 2 * (fighter.radius + target.radius)  # past every spot about the target
    landing = going(battle, fighter, far, target=target)
    ground = going(battle, fighter, far, aloft=True) if fighter.altitude else landing
    x, y = fighter.x, fighter.y
    for sx, sy in _spots_about(fighter, target, ABOUT):
        if can_end(landing, sx, sy):
            if leg_refusal(ground, x, y, sx, sy):
                return None
            return Approach(((x, y), (sx, sy)), round_up(leg_cost(ground, x, y, sx, sy)))
    return None


def round_to(battle: Battle, fighter: Fighter, target: Fighter, allowance: int) -> Approach | None:
    """C3-RULE-22: a way into contact, round whatever is in between; None if there is none within the allowance."""
    landing = going(battle, fighter, allowance + 500, target=target)
    ground = going(battle, fighter, allowance, aloft=True) if fighter.altitude else landing
    for spot in _spots_about(fighter, target, ROUND_ABOUT):
        if can_end(landing, *spot):
            found = way_to(ground, fighter.x, fighter.y, *spot, allowance)
            if not found.refusal:
                return Approach(found.path, found.cost)
    return None


def _spots_about(fighter: Fighter, target: Fighter, about: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Spots in contact with a target, the nearest first."""
    dx, dy, room = fighter.x - target.x, fighter.y - target.y, fighter.radius + target.radius
    if not dx and not dy:
        dy = -1
    for degrees in about:
        ex, ey = just_outside(*(turned(dx, dy, 0, 0, degrees) if degrees else (dx, dy)), room)
        yield target.x + ex, target.y + ey


class Meetings(Moves):
    """C3-RULE-22: where an engagement may end: anywhere in contact with its target, by any path within reach."""

    def __init__(self, battle: Battle, fighter: Fighter, target: Fighter) -> None:
        super().__init__(battle, fighter, "engage", reach(fighter.profile, fighter.mov, "engage"), may_stay=False)
        self.target = target
        self._landing = going(battle, fighter, self.allowance + 500, target=target)

    def verbs(self) -> tuple[str, ...]:
        return ("engage",)

    def ground(self, verb: str) -> Going:
        return going(self.battle, self.fighter, self.allowance, aloft=True) if self.fighter.altitude else self._landing

    def sample(self) -> Iterator[Spot]:
        """Places on the near side of the target, or else wherever it can be reached."""
        near = [found for spot in _spots_about(self.fighter, self.target, NEAR_SIDE) if (found := self._met_at(*spot))]
        yield from near or [
            found for spot in _spots_about(self.fighter, self.target, ROUND_ABOUT) if (found := self._met_at(*spot))
        ]

    def any(self, pick: Callable[[int], int]) -> Spot:
        """One place about the target; only the place that is tried is worked out."""
        about = (NEAR_SIDE[pick(len(NEAR_SIDE))],)
        found = self._met_at(*next(_spots_about(self.fighter, self.target, about)))
        return found or self.listed[pick(len(self.listed))]

    def _met_at(self, x: int, y: int) -> Spot | None:
        """The spot with the way there, if it can be reached."""
        if not can_end(self._landing, x, y):
            return None
        found = way_to(self.ground("engage"), self.fighter.x, self.fighter.y, x, y, self.allowance)
        return None if found.refusal else Spot("engage", x, y, found.path[1:-1], piece=self.target.id)

    def check(self, spot: Spot) -> Spot:
        room = self.fighter.radius + self.target.radius + CONTACT
        if (spot.x - self.target.x) ** 2 + (spot.y - self.target.y) ** 2 > room * room:
            raise IllegalChoice(f"an engagement ends in contact with {self.target.name}", "C3-MOVE-05")
        found = super().check(spot)
        if not can_end(self._landing, spot.x, spot.y):
            raise IllegalChoice("there is no room to stand", "C3-RULE-82")
        return found


def choose_meeting(referee: Referee, battle: Battle, fighter: Fighter, target: Fighter) -> Approach:
    """Where an engagement ends that is known to reach its target."""
    text = f"Where does {fighter.name} engage {target.name}?"
    places = Meetings(battle, fighter, target)
    spot = referee.choose(fighter.side, text, places, rule="C3-RULE-22", about=(fighter.id, target.id))
    return Approach(((fighter.x, fighter.y), *spot.via, (spot.x, spot.y)), 0)


def approach_to(battle: Battle, fighter: Fighter, target: Fighter, charging: bool) -> Approach | None:
    """How the fighter gets into contact within its reach; None if it cannot."""
    allowance = reach(fighter.profile, fighter.mov, "charge")
    if not charging:
        return round_to(battle, fighter, target, allowance)
    found = straight_to(battle, fighter, target)
    return found if found is not None and found.cost <= allowance else None


def assault(
    referee: Referee,
    battle: Battle,
    fighter: Fighter,
    target: Fighter,
    *,
    charging: bool,
    shoot: Shooting | None = None,
) -> bool:
    """Charge or engage a target (C3-RULE-55): measure, test the assaulter, shoot, test the target, move. Whether contact was made."""
    approach = approach_to(battle, fighter, target, charging)
    if approach is None:  # C3-FEAR-03: it cannot reach, so nobody tests
        fall_short(referee, battle, fighter, target)
        return False
    if not face_fear(referee, battle, fighter, target.fear, rule="C3-FEAR-01"):
        flee(referee, battle, fighter)
        return False
    if shoot is not None:
        shoot(referee, battle, fighter, target)
        if not target.on_table:
            referee.tell("has no target left, and walks", fighter, rule="C3-RULE-34")
            go_along(battle, fighter, approach.path, fighter.mov)
            return False
    if scares_off(referee, battle, fighter, target):
        return give_chase(referee, battle, fighter, target, approach, charging)
    if not charging:
        approach = choose_meeting(referee, battle, fighter, target)
    make_contact(referee, battle, fighter, target, approach, charging)
    return True


def scares_off(referee: Referee, battle: Battle, fighter: Fighter, target: Fighter) -> bool:
    """The target's own fear test (C3-FEAR-02), and whether it runs before contact is made (C3-ROUT-03)."""
    face_fear(referee, battle, target, fighter.fear, rule="C3-FEAR-02")
    if not flees_at_once(target, battle.is_free(target)):
        return False
    flee(referee, battle, target)
    return True


def give_chase(
    referee: Referee, battle: Battle, fighter: Fighter, target: Fighter, before: Approach, charging: bool
) -> bool:
    """C3-RULE-56: the target fled; the assaulter moves its full reach, and makes contact if it still can."""
    if target.on_table:
        approach = approach_to(battle, fighter, target, charging)
        if approach is not None:
            make_contact(referee, battle, fighter, target, approach, charging)
            return True
    full = reach(fighter.profile, fighter.mov, "charge")
    (x1, y1), (x2, y2) = before.path[-2:]
    go_along(battle, fighter, (*before.path, along(x2, y2, x2 - x1, y2 - y1, full)), full)
    referee.tell("cannot catch", fighter, target, rule="C3-RULE-56")
    return False


def fall_short(referee: Referee, battle: Battle, fighter: Fighter, target: Fighter) -> None:
    """C3-RULE-20: too far: a walk along the line, and that is all; no penalty on the target."""
    referee.tell("cannot reach {1}: {0} walks", fighter, target, rule="C3-RULE-20")
    go_along(battle, fighter, ((fighter.x, fighter.y), (target.x, target.y)), fighter.mov)


def go_along(battle: Battle, fighter: Fighter, path: Path, allowance: int) -> None:
    """Go so far along a path, into contact with nobody."""
    ground = going(battle, fighter, allowance, aloft=bool(fighter.altitude))
    while allowance > 0:
        x, y = along_path(ground, path, allowance)
        if can_end(ground, x, y):
            put(fighter, x, y)
            return
        allowance -= 50


def make_contact(
    referee: Referee, battle: Battle, fighter: Fighter, target: Fighter, approach: Approach, charging: bool
) -> None:
    """Stand in contact, with what a charge does to its target."""
    fighter.x, fighter.y = approach.path[-1]
    fighter.altitude = 0  # C3-RULE-28: a flyer drops on its target
    fighter.facing = bearing(fighter.x, fighter.y, target.x, target.y)
    target.under_cover = False  # C3-RULE-27
    fighter.under_cover = False
    referee.tell("charges" if charging else "engages", fighter, target, rule="C3-MOVE-03" if charging else "C3-MOVE-05")
    if charging:
        be_charged(referee, target, fighter.profile.force)


def be_charged(referee: Referee, target: Fighter, force: int) -> None:
    """C3-MOVE-04, C3-COMB-20, C3-RULE-21: the penalties start as soon as the Force of its chargers adds up; engagers do not count."""
    target.charged_by += force
    if not target.charged and target.charged_by >= target.profile.force:
        target.charged = True
        referee.tell("suffers the charge penalties: -1 INI, ATT and DEF", target, rule="C3-COMB-19")
