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
    level: dict[tuple[int, int], list[Fighter]] = {}
    for fighter in fight.fighters:
        level.setdefault(_standing(battle, fighter), []).append(fighter)
    if len(level) == len(fight.fighters):
        return [level[standing][0] for standing in sorted(level, reverse=True)]
    return [fighter for standing in sorted(level, reverse=True) for fighter in untied(referee, fight, level[standing])]


def untied(referee: Referee, fight: Fight, tied: list[Fighter]) -> list[Fighter]:
    """Fighters who are level, as one roll-off has told them all apart; where none has, all of them roll now."""
    ids = [fighter.id for fighter in tied]
    known = next((order for order in fight.roll_offs if all(id in order for id in ids)), None)
    if known is None and len(tied) > 1:
        known = tuple(referee.roll_off(ids, "roll-off for Initiative", rule="EG-RULE-35"))
        fight.roll_offs.insert(0, known)
    return sorted(tied, key=lambda fighter: known.index(fighter.id)) if known else tied


def _standing(battle: Battle, fighter: Fighter) -> tuple[int, int]:
    return initiative_score(battle, fighter), battle.figures[fighter.id].profile.initiative
