"""Divine intervention: the one appeal of a side, when all seems lost (HA-DIV)."""

from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.figures import Figure
from grognard.kernel.dice import D6
from grognard.kernel.referee import Referee


def may_appeal(battle: Battle, side: str) -> bool:
    """HA-DIV-01: only where the scenario allows it; once per game and side (HA-DIV-02), and only players have a
    deity."""
    return battle.options.divine == "on" and not battle.side(side).appealed and not battle.side(side).solo


def averted(referee: Referee, battle: Battle, figure: Figure, what: str, rule: str = "HA-RULE-34") -> bool:
    """Offer the appeal against something that is about to befall a PC; True if the gods cancel it."""
    if not figure.is_pc or not may_appeal(battle, figure.side):
        return False
    if not referee.may(figure.side, f"Appeal to the gods? {figure.name}: {what}", rule="HA-DIV-01", about=(figure.id,)):
        return False
    return appeal(referee, battle, figure.side, what)


def appeal(referee: Referee, battle: Battle, side: str, what: str) -> bool:
    """HA-DIV-02: spend the appeal; 5 or 6 averts it (HA-RULE-34)."""
    if not may_appeal(battle, side):
        return False
    battle.side(side).appealed = True
    heard = referee.roll(D6, "divine intervention", by=side, rule="HA-DIV-02").total >= 5
    referee.tell("The gods {}: {}", "hear the appeal and avert it" if heard else "are silent", what, rule="HA-DIV-02")
    return heard
