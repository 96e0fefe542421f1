"""The army general: his zone of command, and what becomes of him when his unit runs or dies."""

from grognard.games.war_and_conquest.battle import Battle, Side, Unit
from grognard.games.war_and_conquest.tape import is_within_general
from grognard.kernel.dice import D6
from grognard.kernel.referee import Referee

ZONE = 1000  # WC-GEN-01: 10"
HIGHEST = 10  # WC-GEN-02


def raised(mv: int, *, near: bool, other_bonus: int = 0) -> int:
    """A Morale value with the general's +1, at most 10; another character's bonus is not added to it (WC-GEN-02, WC-GEN-03, WC-RULE-05)."""
    return max(mv, min(HIGHEST, mv + max(int(near), other_bonus)))


def commands(battle: Battle, side: Side) -> bool:
    """WC-RULE-28: only a living general who is on the table and not fleeing has a zone of command."""
    if side.general_state != "able":
        return False
    return not side.general or battle.unit(side.general).where == "table"


def is_near(referee: Referee, battle: Battle, unit: Unit) -> bool:
    """Is the unit in its general's zone of command? Fleeing troops count too (WC-GEN-04), and so does his own unit."""
    side = battle.side(unit.side)
    return commands(battle, side) and is_within_general(referee, battle, side, unit, ZONE, "WC-GEN-01")


def risk(referee: Referee, battle: Battle, unit: Unit) -> None:
    """A general whose unit lost a figure in combat may fall (WC-OFIGHT-07)."""
    side = battle.side(unit.side)
    roll = referee.roll(2 * D6, f"{side.general_name or 'the general'} is in danger", by=unit.side, rule="WC-OFIGHT-07")
    if roll.total == 2:
        fall(referee, side, "WC-OFIGHT-07")


def fall(referee: Referee, side: Side, rule: str) -> None:
    """The general is slain. WC-RULE-17: if his rout has been tested for, nobody tests again."""
    side.general_state = "slain"
    if not side.rout_tested:
        side.general_news = "slain"
    referee.tell("{}, general of {}, is slain", side.general_name or "the army general", side, rule=rule)


def break_with(side: Side) -> None:
    """His unit has broken in combat: he is routed in this round (WC-RULE-34), and fleeing from then on."""
    side.general_news = "routed"
    side.general_state = "fleeing"


def share_fate(referee: Referee, battle: Battle, unit: Unit) -> None:
    """What has become of a unit becomes of the general who is with it (WC-OTROOP-07)."""
    side = battle.side(unit.side)
    if side.general != unit.id or side.general_state == "slain":
        return
    if unit.where == "lost":
        fall(referee, side, "WC-OTROOP-07")
    elif unit.fleeing or unit.broke:
        side.general_state = "fleeing"
    else:
        side.general_state = "able"
        side.rout_tested = False
