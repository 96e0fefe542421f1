"""Worth: how well a side stands, in points; all that the computer opponents know of the game."""

from collections.abc import Callable
from functools import lru_cache
from itertools import repeat

from grognard.games.confrontation.battle import CONTACT, KILLED, RADIUS, Battle, Combatant, Fight, Fighter, Objective
from grognard.games.confrontation.combat import attack_value, base_dice, defence_value
from grognard.games.confrontation.profile import Profile
from grognard.games.confrontation.victory import holder
from grognard.ground.open_table import Spot, middle

HURT = (0.0, 0.14, 0.32, 0.6, 1.0)  # what each wound level takes of a fighter's worth
ROUTED, STUNNED, CHARGED, CORNERED = 0.4, 0.05, 0.1, 0.08
FOUGHT = ("activation", "splitting", "combat")  # phases in which fighters meet and fall
FAR = 6000  # beyond this distance nobody draws nearer
GEM, FAITH, EFFECT = (
    0.6,
    0.15,
    2.5,
)  # what a gem that will not come back, a point of faith and a spell on a fighter are worth

# All that counts of where a fighter is: x, y, altitude, whether routed, and who.
Stand = tuple[int, int, int, bool, Profile]
Formation = tuple[Stand, ...]
# What a fighter meets: the gap to each enemy, the places of those it touches, and how eager that makes it.
Meeting = tuple[list[int], list[int], float]


def worth(battle: Battle, side: str) -> float:
    """The difference in what is left of both camps, in objectives, in threats and in position."""
    total = 0.0
    fielded: dict[str, list[Fighter]] = {camp.id: [] for camp in battle.sides}
    for fighter in battle.fighters:
        if not fighter.gone:
            left = left_of(fighter)
            total += left if fighter.side == side else -left
            if fighter.deployed:
                fielded[fighter.side].append(fighter)
    for camp in battle.sides:
        total += (1 if camp.id == side else -1) * camp.score
    stands: dict[str, Formation] = {
        camp: tuple([(f.x, f.y, f.altitude, f.routed, f.profile) for f in fighters])
        for camp, fighters in fielded.items()
    }
    total += _ground(battle, side, stands)
    total += _contacts(side, fielded, stands)
    if battle.fight is not None and battle.fight.stage in ("placing", "exchanges"):
        total += _fight(battle, battle.fight, side)
    if battle.outcome is not None and battle.outcome.winner:
        total += 1000 if battle.outcome.winner == side else -1000
    return total


def under_way(battle: Battle) -> int:
    """A round of all sides, from the first card to the last combat: who is assaulted with a card is fought when all are played (C3-RULE-06)."""
    return len(battle.sides) if battle.phase in FOUGHT else 0


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
    skill = a.att - one.level - one.charged - b.defence + other.level + other.charged
    return _blow(skill, a.strength - one.level - b.res) * other.points


@lru_cache(maxsize=1024)
def _blow(skill: int, might: int) -> float:
    """What share of an enemy a round of blows takes, by how much better one is with the weapon and how much stronger."""
    return min(0.8, max(0.15, 0.45 + 0.07 * skill)) * min(1.0, max(0.12, 0.32 + 0.06 * might))


def _fight(battle: Battle, fight: Fight, side: str) -> float:
    """What the dice on the table promise: attack dice against defence dice, blow by blow."""
    total = 0.0
    living = [one for one in fight.combatants if one.level < KILLED]
    for one in living:
        attacks, _ = _dice(one)
        strength = attack_value(one) - one.level
        enemies = [other for other in living if other.side != one.side]
        for other in enemies:
            _, parries = _dice(other)
            blows = attacks / len(enemies)
            met = min(blows, parries / (len(living) - len(enemies)))
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


def _contacts(side: str, fielded: dict[str, list[Fighter]], stands: dict[str, Formation]) -> float:
    """Who fights whom, who could, and who is near enough to matter."""
    own = fielded[side]
    others = [fighter for camp, fighters in fielded.items() if camp != side for fighter in fighters]
    if not own or not others:
        return 0.0
    facing = tuple([stand for camp, formation in stands.items() if camp != side for stand in formation])
    before = _before(facing)
    met = [before(stand) for stand in stands[side]]
    total = 0.0
    for one, (_, touched, _) in zip(own, met, strict=True):
        for m in touched:
            total += edge(one, others[m]) - edge(others[m], one)
    for _, _, eagerness in met:
        total += eagerness
    for stand, near in zip(facing, map(min, repeat(FAR), *[gaps for gaps, _, _ in met]), strict=True):
        total -= _eagerness(stand, near)
    return total


@lru_cache(maxsize=32)
def _before(others: Formation) -> Callable[[Stand], Meeting]:
    """What a fighter meets before these others, wherever it stands.

    Remembered twice over, since the futures of a question move few fighters of one camp and none of the other.
    """
    bases = [(x, y, RADIUS[profile.base]) for x, y, _, _, profile in others]

    @lru_cache(maxsize=256)
    def meet(stand: Stand) -> Meeting:
        x, y, altitude, _, profile = stand
        radius = RADIUS[profile.base]
        gaps, touched = [], []
        for m, (ox, oy, other_radius) in enumerate(bases):
            dx, dy = abs(ox - x), abs(oy - y)
            room = radius + other_radius
            gap = (dx + dy // 2 if dx > dy else dy + dx // 2) - room
            gaps.append(gap)
            if gap <= 60 and others[m][2] == altitude and dx * dx + dy * dy <= (room + CONTACT) ** 2:
                touched.append(m)
        return gaps, touched, _eagerness(stand, min(FAR, *gaps))

    return meet


def _eagerness(stand: Stand, near: int) -> float:
    """Fighters want to come to blows; shooters and mystics want to see the enemy and not to be met."""
    _, _, _, routed, profile = stand
    if routed:
        return near * 0.0005
    if profile.weapon is not None and profile.att < 4:
        best = profile.weapon.ranges[1]
        return -abs(near - best) * 0.001 - (1.5 if near < 1500 else 0.0)
    if profile.kind in ("pure_mage", "pure_faithful"):
        return -abs(near - 1800) * 0.001 - (3.0 if near < 1000 else 0.0)
    reach = 2 * profile.mov
    return -0.0012 * near + (1.0 if near <= reach else 0.0)


def _ground(battle: Battle, side: str, stands: dict[str, Formation]) -> float:
    """Objectives held now, and how near each camp is to them."""
    total = 0.0
    spots = tuple([_spot(battle, objective) for objective in battle.objectives])
    ways = [(1 if camp == side else -1, _ways(spots, formation)) for camp, formation in stands.items()]
    for n, objective in enumerate(battle.objectives):
        left = len([paid for paid in objective.rounds if paid >= battle.turn])
        if not left:
            continue
        held = holder(battle, objective)
        stake = objective.points * min(left, 3)
        if held:
            total += (0.6 if held == side else -0.6) * stake
        for sign, apart in ways:
            total += sign * stake * 0.5 * (1 - apart[n] / FAR)
    return total


def _spot(battle: Battle, objective: Objective) -> Spot:
    return middle(battle.terrain.named(objective.ground).shape) if objective.ground else (objective.x, objective.y)


@lru_cache(maxsize=256)
def _ways(spots: tuple[Spot, ...], formation: Formation) -> list[int]:
    """How far the nearest of a camp is from each spot, of those who are steady and on the ground and so could hold it."""
    able = [(x, y) for x, y, altitude, routed, _ in formation if not altitude and not routed]
    return [min([FAR, *[abs(x - sx) + abs(y - sy) for x, y in able]]) for sx, sy in spots]
