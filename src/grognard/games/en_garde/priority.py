"""Priority: who goes first this turn."""

from grognard.games.en_garde.battle import Battle
from grognard.kernel.dice import D6
from grognard.kernel.referee import Referee


def settle_priority(referee: Referee, battle: Battle) -> None:
    """EG-RULE-01: the highest roll has it; ties are rolled again, or go to whoever did not have it."""
    before = battle.priority
    battle.priority = ""
    while not battle.priority:
        level = roll_for_priority(referee, battle)
        if len(level) == 1:
            battle.priority = level[0]
        elif battle.options.priority_tie == "swap" and before:
            battle.priority = next((side for side in level if side != before), level[0])
    referee.tell("{} have Priority", battle.side(battle.priority), rule="EG-RULE-01")


def roll_for_priority(referee: Referee, battle: Battle) -> list[str]:
    """One roll of each side: those with the highest total. A living Tactician on the table adds one (EG-RULE-66)."""
    totals = {}
    for side in battle.sides:
        tactician = any(figure.has("Tactician") for figure in battle.standing(side.id))
        roll = referee.roll(D6, f"Priority of {side.name}", by=side.id, rule="EG-RULE-01")
        totals[side.id] = roll.total + tactician
    highest = max(totals.values())
    return [side for side, total in totals.items() if total == highest]
