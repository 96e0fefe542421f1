"""The tape: what lies within reach of whom, measured on our table, or asked of the people who stand at a real one (WC-COMP-04).

Nothing is measured before the decision that depends on it has been declared (WC-PHASE-05): rules come here, players do not.
"""

from grognard.games.war_and_conquest.battle import Battle, Side, Unit
from grognard.games.war_and_conquest.footprint import is_leader_near
from grognard.kernel.referee import Referee


def is_within(referee: Referee, battle: Battle, source: Unit, unit: Unit, reach: int, rule: str) -> bool:
    """Is any figure of the unit within reach of the other's leader? WC-RULE-02: exactly at the limit is within."""
    if not battle.companion:
        return is_leader_near(source, unit, reach)
    known = heard(battle, source.id, unit.id, reach)
    if known is None:
        text = f'Is any figure of {unit.name} within {reach // 100}" of the leader of {source.name}?'
        known = hear(
            battle, source.id, unit.id, reach, yes=referee.may(unit.side, text, rule=rule, about=(source.id, unit.id))
        )
    return known


def is_within_general(referee: Referee, battle: Battle, side: Side, unit: Unit, reach: int, rule: str) -> bool:
    """Is any figure of the unit within reach of its army general? He stands beside the leader of his unit (WC-OTROOP-07)."""
    if side.general == unit.id:
        return True
    if not battle.companion:
        return is_leader_near(battle.unit(side.general), unit, reach)
    source = side.general or f"general {side.id}"
    known = heard(battle, source, unit.id, reach)
    if known is None:
        text = f'Is any figure of {unit.name} within {reach // 100}" of {side.general_name or "the army general"}?'
        known = hear(
            battle, source, unit.id, reach, yes=referee.may(unit.side, text, rule=rule, about=(source, unit.id))
        )
    return known


def must_ask(battle: Battle, source: str, unit: str, reach: int) -> bool:
    """Would the people at the table have to be asked for it?"""
    return battle.companion and heard(battle, source, unit, reach) is None


# What the people at a real table have said since the last move. It is kept as bounds, so that within 5" is within 10" too.


def heard(battle: Battle, source: str, unit: str, reach: int) -> bool | None:
    """What is known of a distance; None if it must be asked."""
    if battle.told.get(f"upto {source}>{unit}", reach + 1) <= reach:
        return True
    if battle.told.get(f"beyond {source}>{unit}", reach - 1) >= reach:
        return False
    return None


def hear(battle: Battle, source: str, unit: str, reach: int, *, yes: bool) -> bool:
    """Note an answer."""
    battle.told[f"{'upto' if yes else 'beyond'} {source}>{unit}"] = reach
    return yes


def forget(battle: Battle, unit: Unit) -> None:
    """The unit has moved: what was measured to it and from it holds no more."""
    stale = (f" {unit.id}>", f">{unit.id}")
    battle.told = {
        fact: value for fact, value in battle.told.items() if stale[0] not in fact and not fact.endswith(stale[1])
    }


def hear_distance(battle: Battle, source: str, unit: str, distance: int) -> None:
    """Note a distance that was measured exactly, in hundredths."""
    battle.told[f"upto {source}>{unit}"] = distance
    battle.told[f"beyond {source}>{unit}"] = distance - 1
