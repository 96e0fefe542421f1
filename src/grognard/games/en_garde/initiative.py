"""Initiative: who strikes before whom in a combat."""

from grognard.games.en_garde.battle import Battle, Fight, Fighter, initiative_of
from grognard.games.en_garde.weapons import BLADES, initiative_modifier
from grognard.kernel.dice import D6
from grognard.kernel.referee import Referee


def roll_initiative(referee: Referee, battle: Battle, fight: Fight) -> None:
    """EG-RULE-35: a D6 for each model, once per combat and phase (EG-COMBAT-04)."""
    for fighter in fight.fighters:
        figure = battle.figures[fighter.id]
        fighter.die = referee.roll(D6, f"Initiative of {figure.name}", by=figure.side, rule="EG-RULE-35").total


def initiative_score(battle: Battle, fighter: Fighter) -> int:
    """EG-RULE-35: die + Initiative as it is now + weapon; a pistol that is still to be fired counts instead of the blade (EG-RULE-42)."""
    figure = battle.figures[fighter.id]
    blade = BLADES["pistol_cc" if fighter.pistols else fighter.blade]
    modifier = initiative_modifier(blade, battle.options, first_round=fighter.first_round, mounted=figure.mounted)
    return fighter.die + initiative_of(figure, battle.options) + modifier


def in_order(referee: Referee, battle: Battle, fight: Fight) -> list[Fighter]:
    """Highest score first; ties go to the higher printed Initiative, then to a roll-off, which is kept (EG-RULE-35)."""
    settle_ties(referee, battle, fight)
    return sorted(fight.fighters, key=lambda fighter: (*_standing(battle, fighter), fighter.tie), reverse=True)


def settle_ties(referee: Referee, battle: Battle, fight: Fight) -> None:
    """Roll off between fighters who are still level and have not been told apart before."""
    level: dict[tuple[int, int], list[Fighter]] = {}
    for fighter in fight.fighters:
        level.setdefault(_standing(battle, fighter), []).append(fighter)
    for tied in level.values():
        if len({fighter.tie for fighter in tied}) < len(tied):
            order = referee.roll_off([fighter.id for fighter in tied], "roll-off for Initiative", rule="EG-RULE-35")
            for fighter in tied:
                fighter.tie = len(order) - order.index(fighter.id)


def _standing(battle: Battle, fighter: Fighter) -> tuple[int, int]:
    return initiative_score(battle, fighter), battle.figures[fighter.id].profile.initiative
