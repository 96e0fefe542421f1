"""Loading: half a turn for bows and slings, a whole one for crossbows."""

from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.figures import Figure
from grognard.games.high_adventure.shooting import RANGES
from grognard.kernel.referee import Referee


def can_load(figure: Figure) -> bool:
    """Has it an empty missile weapon in hand, and enough of its turn left (HA-MOVE-13, HA-SHO-06, HA-SHO-07)?"""
    if figure.loaded or not figure.weapon.is_missile or figure.engaged or figure.fleeing or figure.helpless:
        return False
    if RANGES[figure.weapon.kind].loading == "turn":
        return figure.halves == 2 and not figure.walked  # HA-SHO-06: one turn without moving
    return figure.halves >= 1


def load(referee: Referee, battle: Battle, figure: Figure) -> None:
    """Spend the half or the whole turn that loading takes. A crossbow can shoot from the next turn on (HA-RULE-26)."""
    referee.tell("loads", figure, rule="HA-MOVE-13")
    figure.acted = True
    if RANGES[figure.weapon.kind].loading != "turn":
        figure.halves -= 1
        figure.loaded = True
        return
    figure.halves = 0
    figure.loaded = battle.options.crossbow_load == "same_turn"
    if not figure.loaded:
        figure.loading = battle.turn


def finish_loading(battle: Battle, figure: Figure) -> None:
    """At the start of a turn: a crossbow that was being loaded in the last one is ready (HA-RULE-26)."""
    if not figure.loaded and figure.loading == battle.turn - 1 and figure.loading > 0:
        figure.loaded = True


def empty(battle: Battle, figure: Figure) -> None:
    """After a shot: whatever needs loading is empty. What is thrown by hand is not (HA-SHO-03e)."""
    figure.shot = battle.turn
    if RANGES[figure.weapon.kind].loading != "none":
        figure.loaded = False
    if figure.weapon.two_handed:
        figure.two_handed = battle.turn  # HA-RULE-58
