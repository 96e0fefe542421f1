"""How well a side stands, in points: strengths, states, and what its units can do from where they are."""

from math import sqrt, tanh

from grognard.errors import RuleError
from grognard.games.war_and_conquest.battle import Battle, Face, Objective, Side, Unit
from grognard.games.war_and_conquest.blows import killing_ability, strike_need
from grognard.games.war_and_conquest.footprint import body
from grognard.games.war_and_conquest.troops import WEAPONS
from grognard.ground.measure import direction
from grognard.ground.ranks import side_of
from grognard.ground.shapes import middle
from grognard.kernel import battle as kernel

WON = 10_000.0
FLEEING = 0.35  # what is left of a unit's worth
BROKEN = 0.2
OFF = 0.4
HALF = 0.85
GENERAL = 100.0
ADVANTAGE = 60.0  # what it is worth to decide who plays first
SIP = 12.0  # less than it cost: it is there to be spent
ENGAGED = 0.06  # being in a fight is better than standing before it
STAKE = 0.4  # what a combat that is surely won takes of the loser's worth
BEATEN = 0.5  # of an army's cost, when all its formations are out
SHAKEN = 0.04
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
    lead = side_worth(battle, battle.side(side)) - side_worth(battle, battle.side(battle.other(side)))
    return lead if battle.companion else lead + fights(battle, side) + chances(battle, side) + standoffs(battle, side)


def side_worth(battle: Battle, side: Side) -> float:
    """What an army is worth now; one that is beaten has lost most of it (WC-OFIELD-05)."""
    total = SIP * side.sip
    if side.general_state != "none":
        total += {"able": GENERAL, "fleeing": 0.5 * GENERAL}.get(side.general_state, 0.0)
    enemies = [unit for unit in battle.units if unit.side != side.id and unit.where == "table"]
    formed = out = 0
    for unit in battle.units:
        if unit.side != side.id:
            continue
        if unit.where != "lost":
            total += unit_worth(battle, unit, enemies)
        if unit.is_battle and not unit.profile.personality:
            formed += 1
            out += unit.where == "lost" or unit.fleeing or unit.broke
    return total - (BEATEN * side.cost * out / formed if formed and 2 * out >= formed else 0.0)


def unit_worth(battle: Battle, unit: Unit, enemies: list[Unit]) -> float:
    """A unit's share of its cost, by its strength and state, and how well it is placed."""
    value = points_left(unit)
    if unit.where == "off" or unit.fleeing or unit.broke or unit.running:
        return value
    value -= SHAKEN * value * (unit.out_of_order + unit.shaken)
    if battle.companion or unit.where != "table":
        return value
    pull = objective_pull(battle.objective, battle, unit) * (EARLY + LATE * battle.turn / max(1, battle.last_turn))
    if unit.engaged:
        return value + value * (ENGAGED + pull)
    return value + value * (OUTLOOK * outlook(unit, enemies) + pull)


def points_left(unit: Unit) -> float:
    """What is left of a unit's cost, by its strength and state."""
    value = (unit.cost or 10 * unit.start) * (0.4 + 0.6 * unit.models / unit.start)
    if not unit.over_half:
        value *= HALF
    if unit.where == "off":
        return value * OFF
    if unit.fleeing:
        return value * FLEEING
    return value * BROKEN if unit.broke or unit.running else value


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
    """What lies in dice that are about to fall: bids for Strategic Advantage, and pursuers behind those who run."""
    total = 0.0
    if battle.step == "strategy_roll" and battle.bids:
        mine, theirs = battle.bids if battle.sides[0].id == side else reversed(battle.bids)
        total += ADVANTAGE * (mine - theirs) / (2 + mine + theirs)
    for run in battle.runs:
        prey = battle.unit(run.unit)
        if run.pursuers and prey.where == "table":
            total += (-0.5 if prey.side == side else 0.5) * points_left(prey)
    return total


def standoffs(battle: Battle, side: str) -> float:
    """Formations within a charge of each other: whoever plays next charges first."""
    mine = [unit for unit in battle.units if unit.side == side and is_ready(unit)]
    theirs = [unit for unit in battle.units if unit.side != side and is_ready(unit)]
    next_up = 0.5 if not battle.active else NEXT if battle.active != side else 1.0 - NEXT
    total = 0.0
    for one in mine:
        for other in theirs:
            far = sqrt((other.x - one.x) ** 2 + (other.y - one.y) ** 2)
            if far <= MOST_REACH:
                total += next_up * threat_of(battle, one, other, far)
                total -= (1.0 - next_up) * threat_of(battle, other, one, far)
    return total


def is_ready(unit: Unit) -> bool:
    """Could it charge, or be charged, as a body?"""
    return unit.is_battle and unit.where == "table" and not (unit.engaged or unit.fleeing or unit.broke)


def threat_of(battle: Battle, one: Unit, other: Unit, far: float) -> float:
    """What the first gains if it charges the second from where both stand; nothing if it would lose or cannot."""
    if far > 2 * one.profile.base_move or one.out_of_order:
        return 0.0
    east, north = direction(one.facing)
    if ((other.x - one.x) * east + (other.y - one.y) * north) / (far * 1e9 or 1.0) < 0.5:
        return 0.0
    face = side_of(body(other), one.x, one.y)
    return max(0.0, promise(one, other, margin(battle, one, other, face, "front", charges=True)))  # type: ignore[arg-type]


def promise(one: Unit, other: Unit, lead: float) -> float:
    """What a lead in the score of a combat is worth: the loser breaks the sooner the more he loses by."""
    return STAKE * tanh(lead / 2.5) * (points_left(other) if lead > 0 else points_left(one))


def margin(battle: Battle, one: Unit, other: Unit, strikes: Face, struck_in: Face, *, charges: bool) -> float:
    """By how much the first may expect to win the next round of a combat (WC-OFIGHT-04)."""
    lead = kills(one, other, struck_in) - kills(other, one, strikes)
    lead += ranks(one, struck_in) - ranks(other, strikes)
    lead += charges - other.charged + (one.models > other.models) - (other.models > one.models)
    lead += (FACES[strikes] if struck_in == "front" else 0.0) - (FACES[struck_in] if strikes == "front" else 0.0)
    lead += battle.general_with(one) - battle.general_with(other)
    return lead + other.shaken - one.shaken + 0.3 * (one.profile.mv - other.profile.mv)


def kills(one: Unit, other: Unit, face: Face) -> float:
    """How many the first may expect to kill in a round."""
    if not one.is_battle:
        dice = one.models / 2
    elif face != "front":
        dice = float(one.ranks)
    else:
        dice = min(one.files, other.files + 2) * (1.3 if "spears" in one.profile.weapons else 1.0)
    return dice * (7 - strike_need(one, other)) / 6 * (6 - min(5, other.profile.av)) / 6 * killing_ability(one) / 6


def ranks(unit: Unit, face: Face) -> int:
    """What its ranks add to the score."""
    if not unit.is_battle or unit.files < 4 or unit.out_of_order or face != "front":
        return 0
    return max(0, min(2, unit.models // unit.files - 1))


# Before contact


def outlook(unit: Unit, enemies: list[Unit]) -> float:
    """What lies before a unit: the enemy ahead draws it on, shooters like their range, and nobody likes an enemy on the flank."""
    best = threat = 0.0
    east, north = direction(unit.facing)
    reach = max(WEAPONS[name].reach for name in unit.profile.weapons)
    for enemy in enemies:
        dx, dy = enemy.x - unit.x, enemy.y - unit.y
        far = sqrt(dx * dx + dy * dy) or 1.0
        ahead = (dx * east + dy * north) / (far * 1e9)
        near = HALF_INCHES / (HALF_INCHES + far)
        if enemy.fleeing:
            best = max(best, 0.2 * near * ahead)
        elif reach:
            best = max(best, (1.0 if far <= reach else near) * (ahead > 0.7))
            threat += 1.5 if far < 600 and enemy.is_battle else 0.0
        else:
            best = max(best, 1.6 * near * (1.0 if ahead > 0.7 else 0.3 * ahead))
            back_east, back_north = direction(enemy.facing)
            if ahead < 0.5 and far < 1600 and -(dx * back_east + dy * back_north) / (far * 1e9) > 0.6:
                threat += 0.8  # it looks at our flank
    return best - threat


def objective_pull(objective: Objective | None, battle: Battle, unit: Unit) -> float:
    """How near a formed unit is to what the scenario asks for."""
    if objective is None or not unit.is_battle:
        return 0.0
    x, y = objective.spot
    if objective.kind == "hold alone":
        x, y = middle(battle.terrain.named(objective.feature).shape)
    far = sqrt((x - unit.x) ** 2 + (y - unit.y) ** 2)
    return 4.0 * 600 / (600 + max(0.0, far - 300))
