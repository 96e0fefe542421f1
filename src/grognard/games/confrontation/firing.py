"""Firing: who may shoot, how hard it is, and whom the shot strikes."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from grognard.games.confrontation.battle import Battle, Fighter
from grognard.games.confrontation.options import Options
from grognard.games.confrontation.profile import Size
from grognard.games.confrontation.sight import can_see, clear_lines, is_partly_seen
from grognard.games.confrontation.tests_of_skill import Attempt, attempt
from grognard.games.confrontation.wounds import penalty, wound
from grognard.kernel.choice import Option
from grognard.kernel.dice import D6
from grognard.kernel.referee import Referee
from grognard.kernel.tally import Modifier, Tally

BASE = (4, 7, 10)  # C3-FIRE-11: short, medium, long
ASSAULT_FIRE = 7  # C3-RULE-34: whatever the range
ON_TARGET = 4  # C3-FIRE-19: the distribution die strikes the target from here on


class Aim(NamedTuple):
    """Everything about a shot that decides its difficulty; distances in hundredths."""

    distance: int
    ranges: tuple[int, int, int]
    moved: bool = False  # walked or turned this activation
    rapid: bool = False
    assault_fire: bool = False
    size: Size = "medium"
    under_cover: bool = False
    other_altitude: bool = False
    partial: bool = False


class Target(Option, frozen=True, gc=False):
    """An enemy to shoot at."""

    id: str
    name: str

    @property
    def key(self) -> str:
        return f"shoot {self.id}"

    @property
    def words(self) -> str:
        return f"Shoot at {self.name}"

    @property
    def pieces(self) -> tuple[str, ...]:
        return (self.id,)


def reasons_against(
    *,
    aim: int | None,
    los: bool,
    ranged_weapon: bool,
    activated: bool,
    in_contact: bool,
    routed: bool,
    did: Sequence[str],
    assault_fire: bool,
    own_camp: bool,
) -> Iterator[str]:
    """Every reason why a shot is not allowed, in a word each."""
    if not los:
        yield "no_los"  # C3-FIRE-01
    if aim is None:
        yield "no_aim"  # C3-FIRE-02
    if not ranged_weapon:
        yield "no_weapon"  # C3-FIRE-03
    if not activated:
        yield "not_activated"  # C3-FIRE-04
    if in_contact:
        yield "in_contact"  # C3-FIRE-05
    if ("charge" in did or "engage" in did) and not assault_fire:
        yield "assaulted"  # C3-FIRE-06, C3-FIRE-08
    if "run" in did:
        yield "ran"  # C3-FIRE-06
    if "cast" in did:
        yield "cast"  # C3-FIRE-07
    if "call" in did:
        yield "called"  # C3-RULE-16
    if "under_cover" in did:
        yield "under_cover"  # C3-MOVE-10
    if routed:
        yield "routed"  # C3-ROUT-04
    if own_camp:
        yield "own_camp"  # C3-FIRE-20


def can_shoot(battle: Battle, fighter: Fighter) -> bool:
    """Whether a fighter that is being activated could fire at all, if it saw somebody."""
    return (
        fighter.profile.weapon is not None
        and fighter.profile.aim is not None
        and not fighter.routed
        and battle.is_free(fighter)
    )


def targets_for(battle: Battle, firer: Fighter) -> list[Target]:
    """Enemies in line of sight. Nobody measures before the target is named (C3-FIRE-09)."""
    return [Target(enemy.id, enemy.name) for enemy in battle.enemies(firer.side) if can_see(battle, firer, enemy)]


def difficulty(aim: Aim) -> tuple[int, Tally] | None:
    """The difficulty of a shot with its modifiers; None beyond long range (C3-RULE-29: limits are inclusive)."""
    band = next((n for n, limit in enumerate(aim.ranges) if aim.distance <= limit), None)
    if band is None:
        return None
    if aim.assault_fire:
        return ASSAULT_FIRE, Tally()
    modifiers = Tally(firing_modifiers(aim))
    return BASE[band] + modifiers.total, modifiers


def firing_modifiers(aim: Aim) -> Iterator[Modifier]:
    """What makes a shot harder or easier; all of it adds up."""
    if aim.moved:
        yield Modifier(1, "firer walked or turned", "C3-FIRE-12")
    if aim.under_cover:
        yield Modifier(2, "target under cover", "C3-FIRE-13")
    if aim.other_altitude:
        yield Modifier(2, "target at another altitude", "C3-FIRE-14")
    if aim.partial:
        yield Modifier(1, "target partly visible", "C3-FIRE-15")
    if aim.size == "large":
        yield Modifier(-1, "target is Large", "C3-FIRE-16")
    if aim.size == "very_large":  # C3-RULE-18
        yield Modifier(-2, "target is Very Large", "C3-FIRE-17")
    if aim.rapid:
        yield Modifier(2, "Rapid Reload", "C3-RULE-35")


def aim_at(
    battle: Battle, firer: Fighter, target: Fighter, *, moved: bool, rapid: bool, assault_fire: bool = False
) -> Aim:
    """Measure a shot."""
    weapon = firer.profile.weapon
    assert weapon is not None
    partial = is_partly_seen(battle, firer, target, clear_lines(battle, firer, target))
    apart = firer.altitude != target.altitude
    return Aim(
        battle.gap(firer, target),
        weapon.ranges,
        moved,
        rapid,
        assault_fire,
        target.profile.size,
        target.under_cover,
        apart,
        partial,
    )


def check_aim(
    referee: Referee, options: Options, side: str, value: int, need: int, about: tuple[str, ...] = ()
) -> Attempt:
    """C3-FIRE-10: the AIM test; the value is AIM less wound penalties."""
    return attempt(referee, options, side, "AIM", value, rule="C3-FIRE-10", need=need, about=about)


def struck_by(referee: Referee, side: str, friends: Sequence[str]) -> str:
    """Whom a shot that hits strikes: "" for its target, or one of the friends in contact with it (C3-FIRE-18, C3-FIRE-19, C3-RULE-32)."""
    if not friends:
        return ""
    if referee.roll(D6.at_least(ON_TARGET), "distribution", by=side, rule="C3-FIRE-19").total:
        return ""
    if len(friends) == 1:
        return friends[0]
    return referee.draw(friends, 1, "which friend is struck", by=side, rule="C3-RULE-32")[0]


def shoot(
    referee: Referee,
    battle: Battle,
    firer: Fighter,
    target: Fighter,
    *,
    moved: bool = False,
    rapid: bool = False,
    assault_fire: bool = False,
) -> None:
    """One shot, from measuring to the wound."""
    aimed = difficulty(aim_at(battle, firer, target, moved=moved, rapid=rapid, assault_fire=assault_fire))
    if aimed is None:
        referee.tell("{} shoots at {}, who is out of range", firer, target, rule="C3-RULE-29")
        return
    need, modifiers = aimed
    value = (firer.aim or 0) - penalty(battle.options, firer)
    if not check_aim(referee, battle.options, firer.side, value, need, (firer.id, target.id)).reaches(need):
        referee.tell(
            "{} shoots at {} and misses (difficulty {})", firer, target, need, because=modifiers, rule="C3-FIRE-10"
        )
        return
    friends = [other.id for other in battle.opponents(target) if other.side == firer.side]
    struck = struck_by(referee, firer.side, friends)
    victim = battle.fighter(struck) if struck else target
    referee.tell(
        "{} shoots at {} and hits {} (difficulty {})", firer, target, victim, need, because=modifiers, rule="C3-FIRE-10"
    )
    weapon = firer.profile.weapon
    assert weapon is not None
    wound(referee, battle, victim, weapon.strength, by=firer.side, rule="C3-FIRE-21", attacker=firer)  # C3-RULE-33
