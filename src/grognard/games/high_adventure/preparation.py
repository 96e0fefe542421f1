"""Preparing magic over several turns, and what spoils it (HA-MAG-10)."""

from grognard.games.high_adventure.abilities import ABILITIES
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.figures import Figure


def begin(figure: Figure, ability: str) -> None:
    """Announce an ability, or go on with the one that was announced (HA-RULE-38)."""
    if figure.preparing != ability:
        figure.preparing, figure.prepared = ability, 0


def disturb(battle: Battle, figure: Figure) -> None:
    """HA-RULE-38: it moved, was pinned, fought, shot, was hurt, pushed or made helpless: all preparation is lost."""
    figure.preparing, figure.prepared = "", 0
    figure.disturbed = True


def is_still(figure: Figure) -> bool:
    """HA-MOVE-16: has it stood quiet this turn, with nothing on its hands but its magic? Turning on the spot does no
    harm."""
    return (
        not (figure.disturbed or figure.walked or figure.engaged or figure.helpless or figure.fleeing or figure.busy)
        and figure.able
    )


def conjuring_time(ability: str) -> int:
    """Turns that it takes; a scroll is read and an object is used within one (HA-ART-01, HA-ART-03)."""
    found = ABILITIES.get(ability)
    return found.turns if found else 1


def is_ready(figure: Figure) -> bool:
    """Would one more quiet turn complete the preparation?"""
    return bool(figure.preparing) and figure.prepared + 1 >= conjuring_time(figure.preparing)


def count_turn(figure: Figure) -> None:
    """A quiet turn has been spent on it."""
    figure.prepared += 1


def finish(figure: Figure) -> None:
    """The die has been thrown: whether it worked or failed, the preparation is over (HA-RULE-38)."""
    figure.preparing, figure.prepared = "", 0
