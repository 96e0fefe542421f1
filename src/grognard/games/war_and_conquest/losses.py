"""Losses: figures off the last rank, units below their minimum size, and units that are lost altogether."""

from grognard.games.war_and_conquest.battle import Battle, Unit
from grognard.games.war_and_conquest.contact import part
from grognard.games.war_and_conquest.general import share_fate
from grognard.kernel.referee import Referee

COUNTS: dict[str, str] = {"shooting": "shot", "glancing": "glanced", "strike back": "struck_back", "combat": "fought"}


def take_off(referee: Referee, battle: Battle, unit: Unit, killed: int, cause: str) -> None:
    """Dead figures come off the last rank and are counted for this round (WC-OSHOOT-05); a unit below its minimum goes (WC-OTROOP-04)."""
    killed = min(killed, unit.models)
    if not killed:
        return
    count = COUNTS[cause]
    setattr(unit, count, getattr(unit, count) + killed)
    unit.models -= killed
    referee.tell("{} loses {} to {}; {} left", unit, killed, cause, unit.models, rule="WC-OSHOOT-05")
    if unit.is_battle:
        unit.files = max(1, min(unit.files, unit.models))
    else:
        unit.files = max(1, -(-unit.models // 2))
    if is_too_small(unit):
        unit.below_minimum = cause
        lose(referee, battle, unit, "destroyed", "WC-OTROOP-04")


def is_too_small(unit: Unit) -> bool:
    """WC-OTROOP-04."""
    return unit.models < unit.profile.minimum


def lose(referee: Referee, battle: Battle, unit: Unit, fate: str, rule: str) -> None:
    """The unit is out of the battle; its leader's last place stays known (WC-TRIG-03). The general who is with it falls (WC-OTROOP-07)."""
    unit.where = "lost"
    unit.fate = fate
    unit.fleeing = unit.running = unit.engaged = False
    part(battle, unit)
    referee.tell({"gone": "is gone"}.get(fate, f"is {fate}"), unit, rule=rule)
    share_fate(referee, battle, unit)
