"""The Strategy Roll: who has Strategic Advantage this turn, and who plays first."""

from grognard.games.war_and_conquest.battle import Battle
from grognard.kernel.choice import Number, Pick
from grognard.kernel.dice import D6
from grognard.kernel.referee import Referee

FIRST = Pick("first", "Play first")
SECOND = Pick("second", "Play second")


def begin_turn(referee: Referee, battle: Battle) -> None:
    """A new turn begins with the bids for Strategic Advantage (WC-END-04)."""
    battle.turn += 1
    battle.phase = "Strategy"
    battle.round = 0
    for unit in battle.units:
        unit.fled_this_turn = False
    referee.tell("turn {} begins", battle.turn, rule="WC-END-04", kind="phase")
    bid(referee, battle)
    battle.step = "strategy_roll"


def bid(referee: Referee, battle: Battle) -> None:
    """Both players bid secretly; what is bid is spent (WC-RULE-01)."""
    able = {side.id: [Number(points) for points in range(side.sip + 1)] for side in battle.sides if side.sip}
    bids = (
        referee.choose_secretly("How many Strategy Intervention Points do you bid?", able, rule="WC-RULE-01")
        if able
        else {}
    )
    battle.bids = [bids[side.id].value if side.id in bids else 0 for side in battle.sides]
    for side, points in zip(battle.sides, battle.bids, strict=True):
        side.sip -= points
        if points:
            referee.tell("{} bids {} of its Strategy Intervention Points", side, points, rule="WC-RULE-01")


def strategy_roll(referee: Referee, battle: Battle) -> tuple[int, int]:
    """One D6 and one more for each point bid; the higher total has the advantage. The totals of both sides; after a tie that is rolled again, nobody has it yet."""
    one, other = (
        referee.roll((1 + points) * D6, f"Strategy Roll of {side.name}", by=side.id, rule="WC-RULE-01").total
        for side, points in zip(battle.sides, battle.bids, strict=True)
    )
    winner = battle.sides[0].id if one > other else battle.sides[1].id if other > one else ""
    if not winner and battle.options.strategy_tie == "holder":
        winner = battle.advantage  # in turn 1 nobody holds it: it is rolled again
    if winner:
        battle.advantage = winner  # WC-RULE-36: for the whole turn
        battle.step = "strategy_choice"
        referee.tell("has Strategic Advantage", battle.side(winner), rule="WC-RULE-01")
    else:
        referee.tell("the Strategy Roll is a tie and is made again", rule="WC-RULE-01")
    return one, other


def choose_order(referee: Referee, battle: Battle) -> None:
    """Who has the advantage chooses to play first or second, and keeps it either way (WC-RULE-01)."""
    picked = referee.choose(
        battle.advantage, "Do you play first or second this turn?", (FIRST, SECOND), rule="WC-RULE-01"
    )
    battle.first = battle.advantage if picked.key == FIRST.key else battle.other(battle.advantage)
    referee.tell("plays first", battle.side(battle.first), rule="WC-RULE-01")
    battle.step = "begin_round"
