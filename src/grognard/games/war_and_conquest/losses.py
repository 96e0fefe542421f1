"""Losses: figures off the last rank, units below their minimum size, and units that are lost altogether."""

from grognard.games.war_and_conquest.battle import Battle, Unit
from grognard.games.war_and_conquest.contact import part
from grognard.games.war_and_conquest.general import share_fate
from grognard.kernel.referee import Referee

COUNTS: dict[str, str] = {"shooting": "shot", "glancing": "glanced", "strike back": "struck_back", "combat": "fought"}


def take_off(referee: Referee, battle: Battle, unit: Unit, killed: int, cause: str, by: Unit | None = None) -> None:
    """Dead figures come off the last rank and are counted for this round (WC-OSHOOT-05); a unit below its minimum goes (WC-OTROOP-04).

    `by` is the enemy who killed them, or most of them, where that is known.
    """
    killed = min(killed, unit.models)
    if not killed:
        return
    count = COUNTS[cause]
    setattr(unit, count, getattr(unit, count) + killed)
    unit.models -= killed
    unit.harried_by = by.id if by is not None else unit.harried_by
    referee.tell("{} loses {} to {}; {} left", unit, killed, cause, unit.models, rule="WC-OSHOOT-05")
    if unit.is_battle:
        unit.files = max(1, min(unit.files, unit.models))
    else:
        unit.files = max(1, -(-unit.models // 2))
    if is_too_small(unit):
        unit.below_minimum = cause
        lose(referee, battle, unit, "destroyed", "WC-OTROOP-04", by)


def is_too_small(unit: Unit) -> bool:
    """WC-OTROOP-04."""
    return unit.models < unit.profile.minimum


def lose(referee: Referee, battle: Battle, unit: Unit, fate: str, rule: str, by: Unit | None = None) -> None:
    """The unit is out of the battle; its leader's last place stays known (WC-TRIG-03). The general who is with it falls (WC-OTROOP-07).

    `by` is whoever destroyed it, or whom it ran into, where that is known.
    """
    unit.where = "lost"
    unit.fate = fate
    unit.fleeing = unit.running = unit.engaged = False
    part(battle, unit)
    tell_loss(referee, unit, by, battle.piece(unit.harried_by), rule)
    share_fate(referee, battle, unit)


def tell_loss(referee: Referee, unit: Unit, by: Unit | None, driver: Unit | None, rule: str) -> None:
    """Say what became of a unit, and through whom: who destroyed it, whom it ran into, who had driven it."""
    if unit.fate == "destroyed":
        if by is None:
            referee.tell("is destroyed", unit, rule=rule)
        else:
            referee.tell("is destroyed by", unit, by, rule=rule)
        return
    among = [(" among {}", by)] if by is not None else []
    driven = [(", driven by {}", driver)] if driver is not None and driver is not by else []
    words = "".join(part for part, _ in (*among, *driven))
    referee.tell(f"{{}} is {unit.fate}{words}", unit, *(enemy for _, enemy in (*among, *driven)), rule=rule)
