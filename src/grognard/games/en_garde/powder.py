"""Loading and weather: reload counters, powder, match and grenades that are gone."""

from grognard.games.en_garde.battle import Battle, Figure
from grognard.games.en_garde.sighting import is_sheltered
from grognard.games.en_garde.weapons import Missile
from grognard.kernel.dice import D6
from grognard.kernel.referee import Referee

DRY_ENOUGH = 4  # EG-RULE-25


def spend_shot(battle: Battle, figure: Figure, weapon: str) -> None:
    """After a shot: reload counters on the weapon (EG-RULE-24), or it is gone (EG-RULE-29). Bows and the like never run out (EG-RULE-31)."""
    missile = battle.missile(weapon)
    if missile.one_use:
        figure.thrown.append(weapon)
    elif missile.reload:
        figure.reloads[weapon] = missile.reload


def can_fire(battle: Battle, figure: Figure, weapon: str, *, sheltered: bool | None = None) -> bool:
    """Loaded, and in rain not a match in the open (EG-RULE-26)."""
    if not figure.loaded(weapon):
        return False
    if not (battle.rain and battle.missile(weapon).match):
        return True
    return is_sheltered(battle, figure) if sheltered is None else sheltered


def reload(referee: Referee, battle: Battle, figure: Figure, weapon: str, *, sheltered: bool | None = None) -> bool:
    """EG-MOVE-04: take one reload counter off; in rain powder needs a 4 (EG-RULE-25). Whether it came off."""
    missile = battle.missile(weapon)
    if is_wet(battle, figure, missile, sheltered):
        roll = referee.roll(D6, f"{figure.name} loads in the rain", by=figure.side, rule="EG-RULE-25")
        if roll.total < DRY_ENOUGH:
            referee.tell("{} fails to reload in the rain", figure, rule="EG-RULE-25")
            return False
    figure.reloads[weapon] -= 1
    if not figure.reloads[weapon]:
        del figure.reloads[weapon]
    referee.tell("{} reloads the {}", figure, missile, rule="EG-MOVE-04")
    return True


def is_wet(battle: Battle, figure: Figure, missile: Missile, sheltered: bool | None = None) -> bool:
    """Whether powder is poured in the rain (EG-SPEC-02)."""
    return battle.rain and missile.powder and not (is_sheltered(battle, figure) if sheltered is None else sheltered)


def can_reload(figure: Figure) -> list[str]:
    """Weapons with a reload counter on them (EG-SPEC-01)."""
    return [weapon for weapon, counters in figure.reloads.items() if counters]
