"""Shooting: who may shoot at whom, and one volley from the dice to the dead."""

from collections.abc import Iterator

from grognard.games.war_and_conquest.battle import Battle, Shot, Unit
from grognard.games.war_and_conquest.footprint import body, body_gap, near_figure
from grognard.games.war_and_conquest.losses import take_off
from grognard.games.war_and_conquest.sighting import in_view, marks_of, screens
from grognard.games.war_and_conquest.troops import Weapon
from grognard.games.war_and_conquest.wounds import kill
from grognard.ground.gaps import spot_gap
from grognard.kernel.choice import Option, Pick
from grognard.kernel.referee import Referee
from grognard.kernel.tally import Modifier, Tally

NO_MORE = Pick("no more shooting")
HARD, SOFT = "hard", "soft"
BESIDE = 100  # how near to the target an obstacle must be to cover it


class Shoot(Option, frozen=True, gc=False):
    """Shoot with one unit at another."""

    unit: str
    target: str

    @property
    def key(self) -> str:
        return f"{self.unit} shoots {self.target}"

    @property
    def pieces(self) -> tuple[str, ...]:
        return (self.unit, self.target)


# Who may shoot (WC-OSHOOT-01)


def begin_shooting(referee: Referee, battle: Battle) -> None:
    """Look once who sees whom; ranges are measured when a target has been declared (WC-PHASE-05)."""
    battle.phase = "Shooting"
    enemies = [enemy for enemy in battle.standing(battle.other(battle.active)) if not enemy.engaged]
    shooters = [unit for unit in battle.standing(battle.active) if can_shoot(unit)]
    marks, hiding = (marks_of(enemies), screens(battle)) if shooters else ([], [])
    battle.shots = [Shot(unit.id, target.id) for unit in shooters for target, _ in in_view(battle, unit, marks, hiding)]
    battle.step = "shoot"


def can_shoot(unit: Unit) -> bool:
    """Has it a missile weapon that it may use now?"""
    weapon = unit.profile.missile
    if weapon is None or unit.engaged or unit.fleeing or unit.done:
        return False
    return weapon.shoots_moving or not unit.moved


def shoot_next(referee: Referee, battle: Battle) -> None:
    """One unit shoots at a target that its player names."""
    if not battle.shots:
        battle.step = "begin_combat"
        return
    options = [Shoot(shot.unit, shot.target) for shot in battle.shots]
    picked = referee.choose(battle.active, "Who shoots at whom?", [*options, NO_MORE], rule="WC-OSHOOT-01")
    if not isinstance(picked, Shoot):
        battle.shots = []
        return
    unit, target = battle.unit(picked.unit), battle.unit(picked.target)
    volley(referee, battle, unit, target)
    battle.shots = [
        shot for shot in battle.shots if shot.unit != unit.id and (target.where == "table" or shot.target != target.id)
    ]


# A volley


def volley(referee: Referee, battle: Battle, unit: Unit, target: Unit, *, stand_and_shoot: bool = False) -> int:
    """Measure, shoot and take off the dead; how many fell. WC-RULE-40: beyond its range the shots are lost."""
    weapon = unit.profile.missile
    assert weapon is not None
    apart = body_gap(body(unit), body(target))
    if apart > weapon.reach and not stand_and_shoot:
        referee.tell("{} shoots at {}, which is out of range", unit, target, rule="WC-RULE-40")
        return 0
    modifiers = Tally(
        shooting_modifiers(unit, target, weapon, apart, cover_of(battle, unit, target), stand_and_shoot=stand_and_shoot)
    )
    killed = shots_kill(referee, unit, target, shooting_dice(unit, weapon), modifiers)
    killed = min(killed, target.models)
    referee.tell("{} shoots at {} and kills {}", unit, target, killed, because=modifiers, rule="WC-OSHOOT-02")
    take_off(referee, battle, target, killed, "shooting", unit)
    return killed


def shots_kill(referee: Referee, unit: Unit, target: Unit, dice: int, modifiers: Tally) -> int:
    """So many shots at a target: how many kill."""
    weapon = unit.profile.missile
    assert weapon is not None
    armour = target.profile.av - weapon.piercing
    return kill(
        referee,
        unit.side,
        target.side,
        unit.name,
        dice,
        hit_need(unit, modifiers),
        armour,
        weapon.killing,
        "WC-OSHOOT-02",
    )


def shooting_dice(unit: Unit, weapon: Weapon) -> int:
    """One die for each figure in the ranks that the weapon allows; skirmishers all shoot (WC-OSHOOT-01)."""
    return min(unit.models, unit.files * weapon.ranks) if unit.is_battle else unit.models


def hit_need(unit: Unit, modifiers: Tally) -> int:
    """What a die must show: 7 - Sh, and more for each hindrance; a 1 always misses, a 6 always hits (WC-OSHOOT-02)."""
    return max(2, min(6, 7 - unit.profile.sh + modifiers.total))


def shooting_modifiers(
    unit: Unit, target: Unit, weapon: Weapon, apart: int, cover: str, *, stand_and_shoot: bool
) -> Iterator[Modifier]:
    """Everything that makes a hit harder."""
    if 2 * apart > weapon.reach:
        yield Modifier(1, "beyond half range", "WC-OSHOOT-02")
    if unit.moved and not weapon.steady:
        yield Modifier(1, "moved this round", "WC-OSHOOT-02")
    if not target.is_battle:
        yield Modifier(1, "target in skirmish formation", "WC-OSHOOT-02")
    if cover == SOFT:
        yield Modifier(1, "soft cover", "WC-OSHOOT-02")
    if cover == HARD:
        yield Modifier(2, "hard cover", "WC-OSHOOT-02")
    if stand_and_shoot:
        yield Modifier(1, "stand and shoot", "WC-OSHOOT-02")


def cover_of(battle: Battle, unit: Unit, target: Unit) -> str:
    """The cover of a target's nearest figure: ground on the line to it that gives cover, an obstacle only if the figure is close behind it (WC-RULE-43)."""
    x, y = near_figure(unit, target)
    best = ""
    for feature in battle.terrain.crossed(unit.x, unit.y, x, y):
        if feature.cover == SOFT and not best:
            best = SOFT
        if feature.cover == HARD and spot_gap(feature.shape, x, y) <= BESIDE:
            best = HARD
    return best
