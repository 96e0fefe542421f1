"""How well a side stands, in points: strengths, states, and what its units can do from where they are."""

from functools import lru_cache
from math import sqrt, tanh

from msgspec import Struct

from grognard.errors import RuleError
from grognard.games.war_and_conquest.battle import (
    Battle,
    Blow,
    Face,
    GeneralState,
    Ground,
    Objective,
    Side,
    Unit,
    terrain_of,
)
from grognard.games.war_and_conquest.blows import killing_of, need_to_hit
from grognard.games.war_and_conquest.footprint import body
from grognard.games.war_and_conquest.troops import WEAPONS, Profile
from grognard.ground.measure import Spot, direction
from grognard.ground.ranks import side_of
from grognard.ground.shapes import Slab, middle
from grognard.kernel import battle as kernel

WON = 10_000.0
FLEEING = 0.35  # what is left of a unit's worth
BROKEN = 0.2
MODELS = 0.6  # of a unit's worth is in the number of its figures
OFF = 0.4
HALF = 0.85
GENERAL: dict[GeneralState, float] = {"none": 0.0, "able": 100.0, "fleeing": 50.0, "slain": 0.0}
ADVANTAGE = 60.0  # what it is worth to decide who plays first
SIP = 12.0  # less than it cost: it is there to be spent
ENGAGED = 0.06  # being in a fight is better than standing before it
STAKE = 0.4  # what a combat that is surely won takes of the loser's worth
BEATEN = 0.5  # of an army's cost, when all its formations are out
SHAKEN = 0.04
BETWEEN_ROUNDS = ("strategy", "strategy_roll", "strategy_choice", "begin_round")  # steps that come next then
STRUCK = ("blows", "losses")  # stages of a combat in which nobody has been taken off yet
OUTLOOK = 0.06
EARLY, LATE = 0.015, 0.03
FACES: dict[Face, float] = {"front": 0.0, "left": 2.0, "right": 2.0, "rear": 3.0}
NEXT = 0.6  # how much of what it threatens the side that plays next gets
MOST_REACH = 1600.0  # no charge goes further
HALF_INCHES = 1800.0  # distance at which an enemy's pull has fallen to half


def worth(battle: kernel.Battle, side: str) -> float:
    """Points ahead of the enemy, and the worth of the position."""
    if not isinstance(battle, Battle):
        raise RuleError("this is not a battle of War & Conquest")
    if battle.outcome is not None:
        ahead = battle.outcome.score.get(side, 0) - battle.outcome.score.get(battle.other(side), 0)
        return ahead + (WON if battle.outcome.winner == side else -WON if battle.outcome.winner else 0)
    mine = [unit for unit in battle.units if unit.side == side]
    theirs = [unit for unit in battle.units if unit.side != side]
    one, other = battle.side(side), battle.side(battle.other(side))
    lead = side_worth(battle, one, mine, theirs) - side_worth(battle, other, theirs, mine)
    return lead if battle.companion else lead + fights(battle, side) + chances(battle, side)


def under_way(battle: Battle) -> int:
    """A round of play of one side, if there is one: charges are declared in it before they are fought out. To the second one belongs the End Phase, in which an army is beaten (WC-OFIELD-05)."""
    return int(battle.turn > 0 and battle.step not in BETWEEN_ROUNDS)


def side_worth(battle: Battle, side: Side, army: list[Unit], enemies: list[Unit]) -> float:
    """What an army is worth now; one that is beaten has lost most of it (WC-OFIELD-05)."""
    total = SIP * side.sip + GENERAL[side.general_state]
    front = None if battle.companion else front_of(battle, side, enemies)
    formed = out = 0
    for unit in army:
        lost = unit.where == "lost"
        if not lost:
            total += unit_worth(front, unit)
        profile = unit.profile
        if profile.formation == "battle" and not profile.personality:
            formed += 1
            out += lost or unit.fleeing or unit.broke
    return total - (BEATEN * side.cost * out / formed if formed and 2 * out >= formed else 0.0)


def unit_worth(front: "Front | None", unit: Unit) -> float:
    """A unit's share of its cost, by its strength and state, how well it is placed, and what it could charge."""
    value = points_left(unit)
    if unit.where == "off" or unit.fleeing or unit.broke:
        return value
    out_of_order = unit.out_of_order
    if not unit.running:
        value -= SHAKEN * value * (out_of_order + unit.shaken)
    if front is None or unit.where != "table":
        return value
    outlook, nearness, targets = sight(unit.x, unit.y, unit.facing, unit.profile, front.host)
    place = (ENGAGED if unit.engaged else OUTLOOK * outlook) + front.pull * nearness
    gain = 0.0 if unit.running else value * place
    if targets and not (unit.engaged or out_of_order):
        gain += front.eager * threats(front, unit, targets)
    return value + gain


def points_left(unit: Unit) -> float:
    """What is left of a unit's cost, by its strength and state."""
    value = cost_of(unit) * (1 - MODELS + MODELS * unit.models / unit.start)
    if not unit.over_half:
        value *= HALF
    if unit.where == "off":
        return value * OFF
    if unit.fleeing:
        return value * FLEEING
    return value * BROKEN if unit.broke or unit.running else value


def cost_of(unit: Unit) -> int:
    return unit.cost or 10 * unit.start


# Combats, as they stand and as they are declared


def fights(battle: Battle, side: str) -> float:
    """What the combats on the table and the charges under way promise: who wins them breaks the other."""
    total = 0.0
    for contact in battle.contacts:
        one, other = battle.unit(contact.one), battle.unit(contact.other)
        if one.broke or other.broke or one.where != "table" or other.where != "table":
            continue
        lead = margin(battle, one, other, contact.other_face, contact.one_face, charges=one.charged)
        total += (1.0 if one.side == side else -1.0) * promise(one, other, lead)
    for charge in battle.charges:
        one, other = battle.unit(charge.unit), battle.unit(charge.target)
        if one.done or one.engaged or charge.fled or other.where != "table":
            continue
        sign = 1.0 if one.side == side else -1.0
        if charge.gap > 2 * one.profile.base_move:
            total -= sign * 0.05 * points_left(one)  # WC-OCHARGE-02: it will end short and in disorder
        elif charge.glancing:
            total += sign * 0.02 * points_left(other)
        else:
            lead = margin(battle, one, other, charge.face, "front", charges=True)
            total += sign * (0.85 * promise(one, other, lead) + ENGAGED * points_left(one))
    return total


def chances(battle: Battle, side: str) -> float:
    """What lies in dice that are about to fall: bids for Strategic Advantage, blows dealt out, and pursuers behind those who run."""
    total = sum(blow_worth(battle, blow, side) for fray in battle.frays if fray.stage in STRUCK for blow in fray.blows)
    if battle.step == "strategy_roll" and battle.bids:
        mine, theirs = battle.bids if battle.sides[0].id == side else reversed(battle.bids)
        total += ADVANTAGE * (mine - theirs) / (2 + mine + theirs)
    for run in battle.runs:
        prey = battle.unit(run.unit)
        if run.pursuers and prey.where == "table":
            total += (-0.5 if prey.side == side else 0.5) * points_left(prey)
    return total


def blow_worth(battle: Battle, blow: Blow, side: str) -> float:
    """What a blow takes from its target: the figures that it killed, or may expect to kill."""
    unit, target = battle.unit(blow.unit), battle.unit(blow.target)
    killed = float(blow.killed)
    if killed < 0:
        killed = blow.dice * kills_per_die(unit.profile, target.profile, unit.charged)
    lost = MODELS * cost_of(target) * min(killed, target.models) / target.start
    return lost if unit.side == side else -lost


def promise(one: Unit, other: Unit, lead: float) -> float:
    """What a lead in the score of a combat is worth: the loser breaks the sooner the more he loses by."""
    return STAKE * tanh(lead / 2.5) * (points_left(other) if lead > 0 else points_left(one))


def margin(battle: Battle, one: Unit, other: Unit, strikes: Face, struck_in: Face, *, charges: bool) -> float:
    """By how much the first may expect to win the next round of a combat (WC-OFIGHT-04)."""
    lead = score(one, other, struck_in) - score(other, one, strikes)
    lead += charges - other.charged + (one.models > other.models) - (other.models > one.models)
    lead += (FACES[strikes] if struck_in == "front" else 0.0) - (FACES[struck_in] if strikes == "front" else 0.0)
    lead += battle.general_with(one) - battle.general_with(other)
    return lead + other.shaken - one.shaken + 0.3 * (one.profile.mv - other.profile.mv)


def score(one: Unit, other: Unit, face: Face) -> float:
    """What the first may expect of its kills and its ranks in a round."""
    profile = one.profile
    each = kills_per_die(profile, other.profile, one.charged)
    if profile.formation != "battle":
        return one.models / 2 * each
    if face != "front":
        return one.ranks * each
    dice = min(one.files, other.files + 2) * (1.3 if "spears" in profile.weapons else 1.0)
    return dice * each + ranks(one)


@lru_cache(maxsize=4096)
def kills_per_die(profile: Profile, target: Profile, charged: bool) -> float:
    """How many of its enemy each die of a unit may expect to kill."""
    hits = (7 - need_to_hit(profile, target)) / 6
    return hits * (6 - min(5, target.av)) / 6 * killing_of(profile, charged=charged) / 6


def ranks(unit: Unit) -> int:
    """What the ranks of a battle formation add to the score on its front."""
    if unit.files < 4 or unit.out_of_order:
        return 0
    return max(0, min(2, unit.models // unit.files - 1))


# Before contact


class Host(Struct, frozen=True, cache_hash=True):
    """What a side has before it, as far as it matters to whoever looks: enemies on the table and where the scenario is decided."""

    enemies: tuple[tuple[int, int, int, bool, bool], ...]  # x, y, facing, fleeing, in battle formation
    goal: Spot | None


# Most of a battle stands still from one future to the next. Equal hosts are made one, so that it is quick to look up what was seen of them.
host_at = lru_cache(maxsize=4096)(Host)


class Front(Struct):
    """What all units of a side have in common when they look at the enemy."""

    battle: Battle
    enemies: list[Unit]  # on the table, in the order of the host
    host: Host
    pull: float  # how much it counts by now to be where the scenario is decided
    eager: float  # how much of what it threatens the side gets


def front_of(battle: Battle, side: Side, enemies: list[Unit]) -> Front:
    """How a side faces the enemy; whoever plays next charges first."""
    on_table = [unit for unit in enemies if unit.where == "table"]
    seen = [(unit.x, unit.y, unit.facing, unit.fleeing, unit.profile.formation == "battle") for unit in on_table]
    goal = battle.objective and goal_of(battle.objective, battle.ground)
    pull = EARLY + LATE * battle.turn / max(1, battle.last_turn)
    eager = 0.5 if not battle.active else NEXT if battle.active != side.id else 1.0 - NEXT
    return Front(battle, on_table, host_at(tuple(seen), goal), pull, eager)


@lru_cache(maxsize=256)
def goal_of(objective: Objective, ground: Ground) -> Spot:
    """Where the scenario is decided."""
    if objective.kind == "hold alone":
        return middle(terrain_of(ground).named(objective.feature).shape)
    return objective.spot


@lru_cache(maxsize=16384)
def sight(x: int, y: int, facing: int, profile: Profile, host: Host) -> tuple[float, float, tuple[int, ...]]:
    """What a unit sees from its place: its outlook, how near the goal is, and which of the enemies it could charge."""
    formed = profile.is_battle  # only they charge as a body, and decide the scenario
    charge = min(MOST_REACH, 2 * profile.base_move) if formed else 0.0
    near_goal = nearness(host.goal, x, y) if host.goal and formed else 0.0
    reach = max(WEAPONS[name].reach for name in profile.weapons)
    east, north = map(float, direction(facing))  # exact, and quicker to reckon with
    best = threat = 0.0
    targets = []
    for number, (enemy_x, enemy_y, enemy_facing, fleeing, is_battle) in enumerate(host.enemies):
        dx, dy = enemy_x - x, enemy_y - y
        far = sqrt(dx * dx + dy * dy) or 1.0
        ahead = (dx * east + dy * north) / (far * 1e9)
        near = HALF_INCHES / (HALF_INCHES + far)
        if fleeing:
            drawn = 0.2 * near * ahead
        elif reach:
            drawn = (1.0 if far <= reach else near) * (ahead > 0.7)
            threat += 1.5 if far < 600 and is_battle else 0.0
        else:
            drawn = 1.6 * near * (1.0 if ahead > 0.7 else 0.3 * ahead)
            if ahead < 0.5 and far < 1600 and looks_at(enemy_facing, -dx, -dy, far):
                threat += 0.8  # it looks at our flank
        if drawn > best:
            best = drawn
        if far <= charge and ahead >= 0.5 and is_battle and not fleeing:
            targets.append(number)
    return best - threat, near_goal, tuple(targets)


def looks_at(facing: int, dx: int, dy: int, far: float) -> bool:
    """Does someone with this facing look at what is so far from him?"""
    east, north = direction(facing)
    return (dx * east + dy * north) / (far * 1e9) > 0.6


def nearness(goal: Spot, x: int, y: int) -> float:
    """How near a spot is to where the scenario is decided."""
    far = sqrt((goal[0] - x) ** 2 + (goal[1] - y) ** 2)
    return 4.0 * 600 / (600 + max(0.0, far - 300))


def threats(front: Front, unit: Unit, targets: tuple[int, ...]) -> float:
    """What a unit gains by charging from where it stands, of all enemies that are free to be charged and that it would beat."""
    total = 0.0
    for number in targets:
        enemy = front.enemies[number]
        if not (enemy.engaged or enemy.broke):
            face = face_towards(body(enemy), unit.x, unit.y)
            lead = margin(front.battle, unit, enemy, face, "front", charges=True)
            if lead > 0:
                total += promise(unit, enemy, lead)
    return total


@lru_cache(maxsize=4096)
def face_towards(slab: Slab, x: int, y: int) -> Face:
    """On which face a charge from this spot meets a body (WC-OCHARGE-05)."""
    return side_of(slab, x, y)  # type: ignore[return-value]
