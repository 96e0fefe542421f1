"""How well a side stands, in points: strengths, states, and what its units can do from where they are."""

from math import sqrt

from grognard.errors import RuleError
from grognard.games.war_and_conquest.battle import Battle, Objective, Side, Unit
from grognard.games.war_and_conquest.troops import WEAPONS
from grognard.ground.measure import direction
from grognard.kernel import battle as kernel

WON = 10_000.0
FLEEING = 0.35  # what is left of a unit's worth
BROKEN = 0.2
OFF = 0.4
HALF = 0.85
GENERAL = 100.0
SIP = 12.0  # less than it cost: it is there to be spent
HALF_INCHES = 1800.0  # distance at which an enemy's pull has fallen to half


def worth(battle: kernel.Battle, side: str) -> float:
    """Points ahead of the enemy, and the worth of the position."""
    if not isinstance(battle, Battle):
        raise RuleError("this is not a battle of War & Conquest")
    if battle.outcome is not None:
        lead = battle.outcome.score.get(side, 0) - battle.outcome.score.get(battle.other(side), 0)
        return lead + (WON if battle.outcome.winner == side else -WON if battle.outcome.winner else 0)
    return side_worth(battle, battle.side(side)) - side_worth(battle, battle.side(battle.other(side)))


def side_worth(battle: Battle, side: Side) -> float:
    """What an army is worth now."""
    total = SIP * side.sip
    if side.general_state != "none":
        total += {"able": GENERAL, "fleeing": 0.5 * GENERAL}.get(side.general_state, 0.0)
    enemies = [unit for unit in battle.units if unit.side != side.id and unit.where == "table"]
    for unit in battle.units:
        if unit.side == side.id and unit.where != "lost":
            total += unit_worth(battle, unit, enemies)
    return total


def unit_worth(battle: Battle, unit: Unit, enemies: list[Unit]) -> float:
    """A unit's share of its cost, by its strength and state, and how well it is placed."""
    value = (unit.cost or 10 * unit.start) * (0.4 + 0.6 * unit.models / unit.start)
    if not unit.over_half:
        value *= HALF
    if unit.where == "off":
        return value * OFF
    if unit.fleeing:
        return value * FLEEING
    if unit.broke or unit.running:
        return value * BROKEN
    value -= 0.04 * value * (unit.out_of_order + unit.shaken)
    if battle.companion or unit.where != "table":
        return value
    if unit.engaged:
        return value + value * 0.02 * engaged_worth(battle, unit)
    return value + value * (0.06 * outlook(unit, enemies) + 0.05 * objective_pull(battle.objective, battle, unit))


def engaged_worth(battle: Battle, unit: Unit) -> float:
    """How well a unit is placed in its combat: better faces, the charge, more ranks, the better fighters."""
    best = 0.0
    for contact in battle.contacts:
        if unit.id not in (contact.one, contact.other):
            continue
        first = contact.one == unit.id
        own_face, foe_face = (contact.one_face, contact.other_face) if first else (contact.other_face, contact.one_face)
        foe = battle.unit(contact.other if first else contact.one)
        best += {"front": 0.0, "left": 3.0, "right": 3.0, "rear": 4.0}[foe_face] - {
            "front": 0.0,
            "left": 3.0,
            "right": 3.0,
            "rear": 4.0,
        }[own_face]
        best += unit.profile.ca - foe.profile.ca + unit.profile.av - foe.profile.av
    return best + 2.0 * unit.charged + min(2, unit.models // unit.files - 1)


def outlook(unit: Unit, enemies: list[Unit]) -> float:
    """What lies before a unit: enemies ahead draw it on, shooters like their range, and nobody likes an enemy on the flank."""
    pull = 0.0
    east, north = direction(unit.facing)
    reach = max(WEAPONS[name].reach for name in unit.profile.weapons)
    for enemy in enemies:
        dx, dy = enemy.x - unit.x, enemy.y - unit.y
        far = sqrt(dx * dx + dy * dy) or 1.0
        ahead = (dx * east + dy * north) / (far * 1e9)
        near = HALF_INCHES / (HALF_INCHES + far)
        if enemy.fleeing:
            pull += 0.2 * near * ahead
        elif reach:
            pull += (1.0 if far <= reach else near) * (ahead > 0.7) - (1.5 if far < 600 and enemy.is_battle else 0.0)
        else:
            pull += near * (1.0 if ahead > 0.7 else 0.3 * ahead)
            back_east, back_north = direction(enemy.facing)
            if ahead < 0.5 and far < 1600 and -(dx * back_east + dy * back_north) / (far * 1e9) > 0.6:
                pull -= 0.8  # it looks at our flank
    return pull


def objective_pull(objective: Objective | None, battle: Battle, unit: Unit) -> float:
    """How near a formed unit is to what the scenario asks for."""
    if objective is None or not unit.is_battle:
        return 0.0
    x, y = objective.spot
    if objective.kind == "hold alone":
        shape = battle.terrain.named(objective.feature).shape
        x, y = (shape.left + shape.right) // 2, (shape.bottom + shape.top) // 2  # type: ignore[union-attr]
    far = sqrt((x - unit.x) ** 2 + (y - unit.y) ** 2)
    return 4.0 * 600 / (600 + max(0.0, far - 300))
