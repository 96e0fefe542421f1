"""Worth: how well a side stands, in points; all that the computer opponents know of the game."""

from grognard.games.confrontation.battle import CONTACT, KILLED, RADIUS, Battle, Combatant, Fight, Fighter
from grognard.games.confrontation.combat import attack_value, base_dice, defence_value
from grognard.games.confrontation.victory import holder
from grognard.ground.open_table import middle

HURT = (0.0, 0.14, 0.32, 0.6, 1.0)  # what each wound level takes of a fighter's worth
ROUTED, STUNNED, CHARGED, CORNERED = 0.4, 0.05, 0.1, 0.08
FAR = 6000  # beyond this distance nobody draws nearer
GEM, FAITH, EFFECT = (
    0.6,
    0.15,
    2.5,
)  # what a gem that will not come back, a point of faith and a spell on a fighter are worth


def worth(battle: Battle, side: str) -> float:
    """The difference in what is left of both camps, in objectives, in threats and in position."""
    standing = [fighter for fighter in battle.fighters if not fighter.gone]
    total = 0.0
    for fighter in battle.fighters:
        sign = 1 if fighter.side == side else -1
        total += sign * (left_of(fighter) if not fighter.gone else 0.0)
    for camp in battle.sides:
        total += (1 if camp.id == side else -1) * camp.score
    total += _ground(battle, side, standing)
    total += _contacts(side, [fighter for fighter in standing if fighter.deployed])
    if battle.fight is not None and battle.fight.stage in ("placing", "exchanges"):
        total += _fight(battle, battle.fight, side)
    if battle.outcome is not None and battle.outcome.winner:
        total += 1000 if battle.outcome.winner == side else -1000
    return total


def left_of(fighter: Fighter) -> float:
    """What is left of a fighter's points."""
    share = 1.0 - HURT[fighter.level]
    if fighter.routed:
        share -= ROUTED
    if fighter.stunned:
        share -= STUNNED
    if fighter.charged:
        share -= CHARGED
    if fighter.defence_marker:
        share -= CORNERED
    total = fighter.points * max(0.05, share)
    if fighter.profile.power:
        total += GEM * min(sum(fighter.gems), max(0, 2 * fighter.profile.power - 5))
    for effect in fighter.effects:
        total += EFFECT if effect.value > 0 and effect.stat != "rooted" else -EFFECT
    return total + FAITH * fighter.tf


def edge(one: Fighter, other: Fighter) -> float:
    """What a fighter may expect to do to another in a round of combat, in points."""
    a, b = one.profile, other.profile
    hit = min(0.8, max(0.15, 0.45 + 0.07 * (a.att - one.level - one.charged - b.defence + other.level + other.charged)))
    harm = min(1.0, max(0.12, 0.32 + 0.06 * (a.strength - one.level - b.res)))
    return hit * harm * other.points


def _fight(battle: Battle, fight: Fight, side: str) -> float:
    """What the dice on the table promise: attack dice against defence dice, blow by blow."""
    total = 0.0
    for one in fight.combatants:
        if one.level >= KILLED:
            continue
        attacks, _ = _dice(one)
        enemies = [other for other in fight.combatants if other.side != one.side and other.level < KILLED]
        for other in enemies:
            _, parries = _dice(other)
            blows = attacks / len(enemies)
            met = min(blows, parries / sum(f.side == one.side and f.level < KILLED for f in fight.combatants))
            strength = attack_value(one) - one.level
            parry = min(0.85, max(0.1, 0.42 + 0.09 * (defence_value(other) - other.level - strength)))
            harm = min(1.0, max(0.08, 0.3 + 0.06 * (one.strength - one.level - other.res) + 0.08 * other.level))
            if other.counters or other.ambidextrous:
                parry += 0.05
            hits = 0.83 * (blows - met * parry)
            total += (1 if one.side == side else -1) * hits * harm * battle.fighter(other.id).points
    return total


def _dice(one: Combatant) -> tuple[float, float]:
    """Attack and defence dice that are left; who has not placed any yet is taken to split them."""
    if one.placed:
        return one.att_dice, one.def_dice
    if one.written is not None:
        return one.written[0], one.written[1]
    half = base_dice(one.opponents) / 2
    return half, half


def _contacts(side: str, standing: list[Fighter]) -> float:
    """Who fights whom, who could, and who is near enough to matter."""
    total = 0.0
    own = [fighter for fighter in standing if fighter.side == side]
    others = [fighter for fighter in standing if fighter.side != side]
    near_own = [FAR] * len(own)
    near_other = [FAR] * len(others)
    for n, one in enumerate(own):
        x, y, radius = one.x, one.y, RADIUS[one.profile.base]
        for m, other in enumerate(others):
            dx, dy = other.x - x, other.y - y
            apart = max(abs(dx), abs(dy)) + min(abs(dx), abs(dy)) // 2 - radius - RADIUS[other.profile.base]
            if apart < near_own[n]:
                near_own[n] = apart
            if apart < near_other[m]:
                near_other[m] = apart
            if (
                apart <= 60
                and one.altitude == other.altitude
                and dx * dx + dy * dy <= (radius + RADIUS[other.profile.base] + CONTACT) ** 2
            ):
                total += edge(one, other) - edge(other, one)
    if not own or not others:
        return total
    for fighter, near in zip(own, near_own, strict=True):
        total += _eagerness(fighter, near)
    for fighter, near in zip(others, near_other, strict=True):
        total -= _eagerness(fighter, near)
    return total


def _eagerness(fighter: Fighter, near: int) -> float:
    """Fighters want to come to blows; shooters and mystics want to see the enemy and not to be met."""
    profile = fighter.profile
    if fighter.routed:
        return near * 0.0005
    if profile.weapon is not None and profile.att < 4:
        best = profile.weapon.ranges[1]
        return -abs(near - best) * 0.001 - (1.5 if near < 1500 else 0.0)
    if profile.kind in ("pure_mage", "pure_faithful"):
        return -abs(near - 1800) * 0.001 - (3.0 if near < 1000 else 0.0)
    reach = 2 * profile.mov
    return -0.0012 * near + (1.0 if near <= reach else 0.0)


def _ground(battle: Battle, side: str, standing: list[Fighter]) -> float:
    """Objectives held now, and how near each camp is to them."""
    total = 0.0
    for objective in battle.objectives:
        left = sum(paid >= battle.turn for paid in objective.rounds)
        if not left:
            continue
        held = holder(battle, objective)
        stake = objective.points * min(left, 3)
        if held:
            total += (0.6 if held == side else -0.6) * stake
        x, y = objective.x, objective.y
        if objective.ground:
            x, y = middle(battle.terrain.named(objective.ground).shape)
        nearest: dict[str, int] = {}
        for fighter in standing:
            if fighter.deployed and not fighter.routed and not fighter.altitude:
                apart = abs(fighter.x - x) + abs(fighter.y - y)
                if apart < nearest.get(fighter.side, FAR):
                    nearest[fighter.side] = apart
        for camp, apart in nearest.items():
            total += (1 if camp == side else -1) * stake * 0.5 * (1 - apart / FAR)
    return total
