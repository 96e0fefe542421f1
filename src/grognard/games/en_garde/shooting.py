"""Shooting: one missile attack, from the dice to the wound."""

from collections.abc import Iterator

from msgspec import Struct

from grognard.games.en_garde.battle import Battle, Cover, Figure, Wound, shoot_of
from grognard.games.en_garde.options import Options
from grognard.games.en_garde.sighting import combat_of, cover_of, distance, is_engaged, is_within, sees
from grognard.games.en_garde.weapons import Missile
from grognard.games.en_garde.wounds import WOUND, Result, suffer
from grognard.ground.sight import can_see
from grognard.kernel.chart import Chart
from grognard.kernel.dice import D6
from grognard.kernel.referee import Referee
from grognard.kernel.tally import Modifier, Tally

# EG-SMOD-01 to -05; EG-RULE-17: 3" exactly is the nearest band, 12" exactly and 24" exactly are -1, 36" exactly is -2.
RANGE = Chart((300, +1), (1199, 0), (2400, -1), (3600, -2), above=-3)
RANGE_RULE = Chart(
    (300, "EG-SMOD-01"), (1199, "EG-SMOD-02"), (2400, "EG-SMOD-03"), (3600, "EG-SMOD-04"), above="EG-SMOD-05"
)
COVER = {Cover.NONE: 0, Cover.LIGHT: -1, Cover.MEDIUM: -2, Cover.HEAVY: -3}
COVER_RULE = {
    Cover.NONE: "EG-RULE-19",
    Cover.LIGHT: "EG-SMOD-10",
    Cover.MEDIUM: "EG-SMOD-11",
    Cover.HEAVY: "EG-SMOD-12",
}
FAR = 1200  # EG-RULE-27: Inaccurate bites from here on


class Shot(Struct, frozen=True, gc=False):
    """The facts of a shot that are read off the table: `line_up` reads them, and an odds question may state them."""

    weapon: Missile
    distance: int
    cover: Cover = Cover.NONE
    engaged: bool = False  # the target is
    aimed: bool = False
    short_move: bool = False


class Hit(Struct, frozen=True, gc=False):
    """One Shooting Attack Roll with everything that was reckoned from it."""

    result: Result
    attack_roll: int
    hit_score: int
    wound_score: int = 0

    @property
    def hit(self) -> bool:
        return self.hit_score > 0


def result_of(hit: Hit) -> Result:
    """All that matters of a hit once it is rolled."""
    return hit.result


def line_up(battle: Battle, shooter: Figure, target: Figure, weapon: str) -> Shot:
    """Read the facts of a shot off the table; range and sight were settled when the target was chosen (EG-SHOOT-01)."""
    return Shot(
        battle.missile(weapon),
        distance(shooter, target),
        cover_of(battle, shooter, target),
        is_engaged(battle, target),
        aim_counts(battle, shooter, target, weapon),
        shooter.moved == "short",
    )


def aim_counts(battle: Battle, shooter: Figure, target: Figure, weapon: str) -> bool:
    """EG-RULE-13: the first shot after aiming, next turn, at that target with that weapon; whatever spoils the aim has already cleared it."""
    return (
        shooter.aimed_at == target.id
        and shooter.aimed_with == weapon
        and shooter.aimed_turn == battle.turn - 1
        and not shooter.moved
        and sees(battle, shooter, target)
    )


def shooting_modifiers(options: Options, shooter: Figure, target: Figure, shot: Shot) -> Iterator[Modifier]:
    """Everything that helps or hinders a shot; all of it adds up (EG-SMOD-00)."""
    yield Modifier(RANGE[shot.distance], "range", RANGE_RULE[shot.distance])
    if shot.engaged:
        yield Modifier(-2, "target is engaged", "EG-SMOD-06")
    if target.large:
        yield Modifier(+1, "large target", "EG-SMOD-07")  # EG-RULE-20
    if shot.short_move and not shooter.has("Marksman"):
        yield Modifier(-1, "shooter made a short move", "EG-SMOD-08")
    if shooter.wound is not Wound.NONE and options.wounded_shooter == "cumulative":
        yield Modifier(-1, "shooter is wounded", "EG-SMOD-09")  # EG-RULE-21
    if shot.cover is not Cover.NONE:
        yield Modifier(COVER[shot.cover], f"{shot.cover.value} cover", COVER_RULE[shot.cover])
    if shot.aimed:
        yield Modifier(+1, "aimed last turn", "EG-SMOD-13")
    if shot.weapon.inaccurate and shot.distance >= FAR:
        yield Modifier(-1, "inaccurate", "EG-RULE-27")


def shoot(referee: Referee, battle: Battle, shooter: Figure, target: Figure, shot: Shot) -> Hit:
    """One Shooting Attack Roll at one model, and the wound that it causes."""
    modifiers = Tally(shooting_modifiers(battle.options, shooter, target, shot))
    skill = shoot_of(shooter, battle.options) + modifiers.total
    hit = referee.settle(fire, skill, shot.weapon.wound - target.profile.armour, shooter.side, like=result_of)
    if hit.hit:
        referee.tell("shoots", shooter, target, hit.result, because=modifiers, rule="EG-SHOOT-06")
        suffer(referee, battle, target, hit.result)
    else:
        referee.tell("misses", shooter, target, because=modifiers, rule="EG-SHOOT-04")
    return hit


def fire(referee: Referee, skill: int, wound: int, by: str) -> Hit:
    """The roll alone: `skill` is Shoot and modifiers, `wound` is weapon less armour."""
    attack_roll = referee.roll(2 * D6, "shooting attack", by=by, rule="EG-SHOOT-02").total + skill
    hit_score = attack_roll - 6  # EG-SHOOT-03; EG-RULE-23: no limits
    if hit_score <= 0:
        return Hit(Result.MISS, attack_roll, hit_score)  # EG-SHOOT-04
    wound_score = hit_score + wound  # EG-SHOOT-05, EG-SHOOT-06
    return Hit(WOUND[wound_score], attack_roll, hit_score, wound_score)


def why_not_shoot(battle: Battle, shooter: Figure, weapon: Missile, apart: int, *, target_engaged: bool) -> str:
    """The rule that forbids this shot at that distance; empty if none does."""
    if apart > weapon.reach:
        return "EG-SHOOT-01"
    if shooter.moved not in ("", "short") or shooter.fired:
        return "EG-RULE-16"
    if target_engaged and battle.options.into_combat == "forbidden" and not weapon.spray and not weapon.blast:
        return "EG-RULE-22"
    return ""


def may_target(battle: Battle, shooter: Figure, target: Figure, weapon: str) -> bool:
    """Whether this weapon may be fired at that model."""
    return bool(targets_with(battle, shooter, weapon, [target]))


def targets_with(battle: Battle, shooter: Figure, weapon: str, enemies: list[Figure]) -> list[Figure]:
    """EG-SHOOT-01, EG-RULE-16: those of them at whom a weapon may be fired: in range, in sight, standing, not hidden."""
    missile = battle.missile(weapon)
    if why_not_shoot(battle, shooter, missile, 0, target_engaged=False):
        return []
    reach, terrain, x, y = missile.reach, battle.terrain, shooter.x, shooter.y
    seen = [
        enemy
        for enemy in enemies
        if not enemy.hiding and is_within(shooter, enemy, reach) and can_see(terrain, x, y, enemy.x, enemy.y)
    ]
    if not why_not_shoot(battle, shooter, missile, 0, target_engaged=True):
        return seen
    return [enemy for enemy in seen if not is_engaged(battle, enemy)]  # EG-RULE-22


def shoot_into_combat(
    referee: Referee, battle: Battle, shooter: Figure, target: Figure, weapon: str
) -> tuple[Figure, Hit]:
    """EG-RULE-22: a miss may stray to another model of the same combat; by the other reading the target is drawn first. Who was rolled against last, and how."""
    combat = [battle.figures[id] for id in combat_of(battle, target)]
    shots = {figure.id: line_up(battle, shooter, figure, weapon) for figure in combat}
    return stray(referee, battle, shooter, target, [figure for figure in combat if figure is not target], shots)


def stray(
    referee: Referee, battle: Battle, shooter: Figure, target: Figure, others: list[Figure], shots: dict[str, Shot]
) -> tuple[Figure, Hit]:
    """The shot at the target, and where it goes if it misses; `others` are the rest of the combat, `shots` the facts for each of them."""
    weapon = shots[target.id].weapon
    if weapon.spray or weapon.blast:  # EG-RULE-28, EG-RULE-29: no stray shot
        return target, shoot(referee, battle, shooter, target, shots[target.id])
    if battle.options.into_combat == "random_first":
        drawn = referee.draw(
            [target.id, *(figure.id for figure in others)],
            1,
            "who of the combat is shot at",
            by=shooter.side,
            rule="EG-RULE-22",
        )
        victim = target if drawn[0] == target.id else next(figure for figure in others if figure.id == drawn[0])
        shot = shots[victim.id] if victim is target else unaimed(shots[victim.id])
        return victim, shoot(referee, battle, shooter, victim, shot)
    hit = shoot(referee, battle, shooter, target, shots[target.id])
    if hit.hit or not others:
        return target, hit
    drawn = referee.draw(
        [figure.id for figure in others], 1, "where the shot strays", by=shooter.side, rule="EG-RULE-22"
    )
    victim = next(figure for figure in others if figure.id == drawn[0])
    referee.tell("{}'s shot strays towards {}", shooter, victim, rule="EG-RULE-22")
    return victim, shoot(referee, battle, shooter, victim, unaimed(shots[victim.id]))


def unaimed(shot: Shot) -> Shot:
    """The same shot without the bonus for aiming, which goes at the named target only."""
    return Shot(shot.weapon, shot.distance, shot.cover, shot.engaged, False, shot.short_move)
