"""Announcing: what each fighter of the card just played may do."""

from collections.abc import Iterator
from functools import lru_cache

from grognard.games.confrontation.actions import is_lawful
from grognard.games.confrontation.artefacts import usable
from grognard.games.confrontation.assaults import assaultable, can_charge
from grognard.games.confrontation.battle import Activation, Battle, Fighter, touching
from grognard.games.confrontation.disengaging import can_force, may_disengage
from grognard.games.confrontation.profile import Profile
from grognard.games.confrontation.sight import can_see, sees_anybody
from grognard.kernel.choice import Option

COMBINATIONS = (  # C3-ACT-03, C3-RULE-16: all that can be announced without being exclusive
    ("walk",),
    ("run",),
    ("fire",),
    ("walk", "fire"),
    ("fire", "fire"),
    ("cast",),
    ("walk", "cast"),
    ("call",),
    ("walk", "call"),
)
AWAY = (("disengage",), ("disengage", "fire"), ("disengage", "cast"), ("disengage", "call"))


class Announce(Option, frozen=True, gc=False):
    """What one fighter announces: its actions, and the target of an assault."""

    fighter: str
    actions: tuple[str, ...]  # words of `actions`; an opening of an assault stands first
    target: str = ""
    by_force: bool = False

    @property
    def key(self) -> str:
        what = " and ".join(self.actions) or "stand"
        force = " by force" if self.by_force else ""
        return f"{self.fighter}: {what.replace('_', ' ')}{f' {self.target}' if self.target else ''}{force}"

    @property
    def pieces(self) -> tuple[str, ...]:
        return (self.fighter, self.target) if self.target else (self.fighter,)


@lru_cache(maxsize=512)
def combinations(profile: Profile, away: bool) -> tuple[tuple[str, ...], ...]:
    """The combinations of cumulative actions that a fighter of this profile has."""
    found = []
    rapid = "rapid_reload" in profile.abilities
    for actions in AWAY if away else COMBINATIONS:
        if "fire" in actions and (profile.weapon is None or profile.aim is None):
            continue
        if ("cast" in actions and not profile.is_magician) or ("call" in actions and not profile.is_faithful):
            continue
        if is_lawful(profile.kind, actions, rapid_reload=rapid):
            found.append(actions)
    return tuple(found)


def announcements(battle: Battle, activation: Activation, waiting: list[Fighter]) -> list[Announce]:
    """Everything that the fighters of the card may still announce; exclusive actions only before the first cumulative one (C3-ACT-01)."""
    found: list[Announce] = []
    enemies = battle.enemies(waiting[0].side)
    for fighter in waiting:
        opponents = touching(fighter, enemies)
        if opponents:
            found += _in_contact(fighter, opponents)
        else:
            if not activation.cumulative:
                found += _exclusive(battle, fighter, enemies)
            found += _cumulative(battle, fighter)
        found.append(Announce(fighter.id, ()))
    return found


def _in_contact(fighter: Fighter, opponents: list[Fighter]) -> Iterator[Announce]:
    """A fighter in contact may disengage, and cast or call where it stands."""
    for word in ("cast", "call"):
        if (word,) in combinations(fighter.profile, False) and has_means(fighter, word):
            yield Announce(fighter.id, (word,))
    if not may_disengage(fighter):
        return
    if fighter.routed:
        yield Announce(fighter.id, ("disengage",))  # C3-RULE-56: by INI; success means that it flees
        return
    forced = can_force(fighter.profile.force, [enemy.profile.force for enemy in opponents])
    for actions in combinations(fighter.profile, True):
        if all(has_means(fighter, action) for action in actions):
            yield Announce(fighter.id, actions)
            if forced:
                yield Announce(fighter.id, actions, by_force=True)


def has_means(fighter: Fighter, action: str) -> bool:
    """Whether it has gems to cast with, or faith to call with, or an artefact that gives some; a routed fighter does neither (C3-ROUT-04)."""
    if action not in ("cast", "call"):
        return True
    means = any(fighter.gems) if action == "cast" else fighter.tf > 0
    return not fighter.routed and (means or bool(usable(fighter)))


def _exclusive(battle: Battle, fighter: Fighter, enemies: list[Fighter]) -> Iterator[Announce]:
    """Charging, engaging and moving under cover, for a fighter that is free (C3-RULE-20, C3-RULE-22, C3-RULE-27)."""
    if not fighter.mov:
        return
    for enemy in assaultable(battle, fighter, enemies):
        verbs = ("charge", "engage") if can_charge(battle, fighter, enemy) else ("engage",)
        for verb in verbs:
            yield Announce(fighter.id, (verb,), enemy.id)
            for opening in openings(battle, fighter, enemy):
                yield Announce(fighter.id, (opening, verb), enemy.id)
    yield Announce(fighter.id, ("under_cover",))


def openings(battle: Battle, fighter: Fighter, enemy: Fighter) -> Iterator[str]:
    """What may come before an assault: a spell, a miracle, or Assault Fire (C3-CAST-03, C3-CALL-04, C3-RULE-34)."""
    kind, weapon = fighter.profile.kind, fighter.profile.weapon
    if kind == "warrior_mage" and has_means(fighter, "cast"):
        yield "cast"
    if kind == "warrior_monk" and has_means(fighter, "call"):
        yield "call"
    armed = (
        weapon is not None and fighter.has_active("assault_fire") and battle.within(fighter, enemy, weapon.ranges[2])
    )
    if armed and can_see(battle, fighter, enemy):
        yield "fire"


def _cumulative(battle: Battle, fighter: Fighter) -> Iterator[Announce]:
    """Walking, running, firing and mystic actions of a fighter that is free."""
    sees: bool | None = None
    for actions in combinations(fighter.profile, False):
        if actions[0] in ("walk", "run") and not fighter.mov:
            continue
        if actions[0] == "fire":
            if sees is None:
                sees = not fighter.routed and sees_anybody(battle, fighter)
            if not sees:
                continue
        if all(has_means(fighter, action) for action in actions):
            yield Announce(fighter.id, actions)
