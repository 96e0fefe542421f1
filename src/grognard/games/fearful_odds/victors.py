"""What a victory in Single Combat does in a melee."""

from grognard.games.fearful_odds.battle import Battle, Unit, Victory
from grognard.kernel.referee import Referee


def claim_victories(referee: Referee, battle: Battle, attacker: Unit, defender: Unit) -> tuple[int, int]:
    """FO-DUEL-13, FO-DUEL-14: what victors add to the white and coloured dice of attacker and defender; each owner says so before the dice (FO-RULE-51)."""
    impulse = battle.impulse
    if impulse is None or not impulse.victories:
        return 0, 0
    both = battle.options.victory_effect == "both"
    attack = defence = 0
    for unit, plus in ((attacker, 1), (defender, -1)):
        victory = next(
            (one for one in impulse.victories if one.side == unit.side and not one.used and helps(battle, one, unit)),
            None,
        )
        if victory is not None and referee.may(
            unit.side, "Use the victory in Single Combat here?", rule="FO-RULE-51", about=(unit.id,)
        ):
            victory.used = True
            attack += plus  # FO-RULE-50: plus for the Active side, or minus for it where the enemy won
            defence -= plus if both else 0
            referee.tell("fights in the sight of a victor", unit, rule="FO-RULE-51")
    return attack, defence


def helps(battle: Battle, victory: Victory, unit: Unit) -> bool:
    """FO-RULE-51: the ranker's own unit, the unit stacked with the victor, or one beside a victor who stands alone."""
    if victory.piece == unit.id:
        return True
    victor = battle.characters.get(victory.piece)
    if victor is None or victor.at < 0:
        return False
    if victor.at == unit.at:
        return True
    return battle.is_alone(victor) and battle.board.distances[victor.at][unit.at] == 1
