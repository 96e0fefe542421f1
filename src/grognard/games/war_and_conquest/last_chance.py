"""The last chance to stand: a unit that has run to the edge of the table, and the round in which it may come back."""

from grognard.games.war_and_conquest.battle import Battle, Unit
from grognard.games.war_and_conquest.general import share_fate
from grognard.games.war_and_conquest.losses import lose
from grognard.games.war_and_conquest.morale import take_test
from grognard.kernel.referee import Referee
from grognard.kernel.tally import Modifier

LAST_CHANCE = Modifier(-1, "last chance to stand", "WC-LAST-01")


def last_chance(referee: Referee, battle: Battle, unit: Unit) -> None:
    """At the edge its player may test at MV -1; failed or not tried, the unit is gone (WC-LAST-01 to WC-LAST-03, WC-RULE-27)."""
    text = f"{unit.name} has run to the table edge: take the last chance to stand?"
    if not referee.may(unit.side, text, rule="WC-LAST-01", about=(unit.id,)):
        lose(referee, battle, unit, "gone", "WC-LAST-03")
        return
    if not take_test(referee, battle, unit, "last_chance", [LAST_CHANCE]).passed:
        lose(referee, battle, unit, "gone", "WC-LAST-03")
        return
    unit.where = "off"
    unit.fleeing = False
    unit.rounds_out = 1
    share_fate(referee, battle, unit)
    _, returns = return_turn(
        battle.turn, battle.round, own_round=2 if battle.first and battle.first != unit.side else 1
    )
    referee.tell("{} stands just off the table; it may come back in turn {}", unit, returns, rule="WC-LAST-02")


def return_turn(turn: int, left_in: int, *, own_round: int) -> tuple[int, int]:
    """The turns in which a unit misses its round of play and may come back, if it left in round 1, round 2 or the End Phase (0) of a turn.

    It misses the owner's next round to begin (WC-RULE-27).
    """
    misses = turn if left_in == 1 and own_round == 2 else turn + 1
    return misses, misses + 1
