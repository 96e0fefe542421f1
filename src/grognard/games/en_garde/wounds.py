"""Wounds: the table, and what a result does to a model that is already hurt."""

from enum import Enum

from grognard.games.en_garde.battle import Battle, Figure, Wound
from grognard.games.en_garde.options import Options
from grognard.kernel.chart import Chart
from grognard.kernel.referee import Referee


class Result(Enum):
    """What one shot, blow or fall does by itself."""

    MISS = "miss"
    SCRATCH = "scratch"
    STUNNED = "stunned"
    LIGHT = "light"
    GRIEVOUS = "grievous"
    CRITICAL = "critical"


WOUND = Chart(
    (0, Result.SCRATCH),  # EG-WOUND-01
    (1, Result.STUNNED),  # EG-WOUND-02
    (3, Result.LIGHT),  # EG-WOUND-03
    (5, Result.GRIEVOUS),  # EG-WOUND-04
    above=Result.CRITICAL,  # EG-WOUND-05
)

HURTS = (Result.STUNNED, Result.LIGHT, Result.GRIEVOUS, Result.CRITICAL)


def suffer(referee: Referee, battle: Battle, figure: Figure, result: Result) -> None:
    """Put a result on a model, with everything that follows from what it already has."""
    if result in (Result.MISS, Result.SCRATCH) or figure.wound is Wound.DEAD:
        return
    figure.aimed_at = ""  # EG-RULE-13: hurt since aiming
    if result is Result.STUNNED:
        figure.stuns += 1
        if figure.stuns < 3:
            return
        figure.stuns = 0  # EG-WOUND-07
        result = Result.LIGHT
        referee.tell("{}: the third Stunned counter becomes a Light wound", figure, rule="EG-WOUND-07")
    figure.wound = worse(figure.wound, result, battle.options)
    if figure.wound is Wound.DEAD:
        fall_dead(referee, battle, figure)


def worse(wound: Wound, result: Result, options: Options) -> Wound:
    """The marker of a model with that marker after a Light, Grievous or Critical result.

    EG-RULE-49: Light counts one, Grievous two, three are death; by the other reading a Grievous wound replaces a Light one. EG-RULE-50: a third stun
    comes here as a Light wound.
    """
    if result is Result.CRITICAL or wound is Wound.GRIEVOUS:  # EG-WOUND-05, EG-WOUND-09
        return Wound.DEAD
    if wound is Wound.NONE:
        return Wound.LIGHT if result is Result.LIGHT else Wound.GRIEVOUS
    if result is Result.LIGHT:
        return Wound.GRIEVOUS  # EG-WOUND-08
    return Wound.DEAD if options.light_then_grievous == "critical" else Wound.GRIEVOUS


def fall_dead(referee: Referee, battle: Battle, figure: Figure) -> None:
    """Remove a killed model (EG-WOUND-05), with its horse if it sat on it (EG-RULE-10); what it carried lies where it fell."""
    referee.tell("{} is killed", figure, rule="EG-WOUND-05")
    figure.standing = figure.mounted = figure.hiding = False
    warband = battle.side(figure.side)
    warband.lost += 1  # EG-RULE-52: a death by two lesser wounds counts as a Critical wound
    warband.lost_leader = warband.lost_leader or figure.profile.leader  # EG-MORALE-04
    if figure.carries:
        battle.lying[figure.carries] = (figure.x, figure.y)
        figure.carries = ""
