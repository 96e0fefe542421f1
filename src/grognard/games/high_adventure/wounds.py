"""Wounds: light and full ones, falling, dying, and what ordinary weapons do to the undead."""

from grognard.games.high_adventure import control, divine
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.contact import lift
from grognard.games.high_adventure.figures import Figure, State
from grognard.games.high_adventure.options import Options
from grognard.games.high_adventure.preparation import disturb
from grognard.kernel.dice import D6
from grognard.kernel.referee import Referee

BONES = ("skeleton", "golem")
BEYOND_HURT = (State.KILLED, State.GRIEVOUS, State.DESTROYED, State.GONE)
LIGHT = {  # light wounds in a cell of the tables (HA-WND-01)
    "LW": 1,  # HA-MEL-20
    "W": 2,  # HA-MEL-21
    "W+PB": 2,  # HA-MEL-22
    "LW+PB": 1,  # HA-RULE-22
}


SOURCES = ("weapon", "smashing", "fire", "magic")  # wounds of one step add up in this order, whoever dealt them


def wound_limit(options: Options, figure: Figure, source: str = "weapon") -> int:
    """Full wounds at which a figure falls (HA-WND-02, HA-RULE-30)."""
    if figure.kind in BONES and source in ("weapon", "fire"):
        return 2  # HA-CRE-13b, HA-RULE-69
    return figure.strength + (options.wound_limit == "exceed")


def dice_left(options: Options, figure: Figure) -> int:
    """Current Strength: dice in melee and shooting (HA-ATTR-07b, HA-WND-04)."""
    if figure.state is not State.ABLE:
        return 0
    left = figure.profile.strength - figure.light_wounds // 2
    if left < 1 and (options.wound_limit == "exceed" or figure.kind in BONES):
        return 1  # HA-RULE-30, HA-RULE-69: it keeps one die until it falls
    return max(left, 0)


def harm(figure: Figure, cell: str) -> int:
    """A cell in light wounds: killing counts twice the Strength that is left (HA-RULE-74)."""
    if cell == "K":
        return max(0, 2 * figure.strength - figure.light_wounds)
    return LIGHT.get(cell, 0)


def fate(options: Options, figure: Figure, cell: str, source: str) -> tuple[State, int]:
    """What a cell of the tables does to a figure: its state and light wounds afterwards. Nothing is changed yet."""
    undead, bones = figure.kind == "zombie", figure.kind in BONES
    hurts_for_good = (undead and source in ("magic", "fire")) or (bones and source in ("smashing", "magic"))
    if cell == "K" and (undead or bones) and not hurts_for_good:
        cell = "W"  # HA-RULE-68, HA-RULE-69
    if cell == "K":  # HA-MEL-23
        if hurts_for_good:
            return State.DESTROYED, figure.light_wounds
        return (State.GRIEVOUS if figure.is_pc else State.KILLED), figure.light_wounds  # HA-WND-05, HA-WND-07
    total = figure.light_wounds + LIGHT.get(cell, 0)
    if undead and hurts_for_good and total // 2 > figure.light_wounds // 2:
        return State.DESTROYED, total  # HA-RULE-68: a full wound, whatever it has suffered before
    if total // 2 >= wound_limit(options, figure, source):
        return (State.DESTROYED if bones and hurts_for_good and LIGHT.get(cell) else State.DISABLED), total
    return figure.state, total


def suffer(
    referee: Referee,
    battle: Battle,
    figure: Figure,
    cell: str,
    *,
    source: str = "weapon",
    by: Figure | None = None,
    rule: str = "HA-WND-01",
) -> None:
    """Take a cell of the result tables: wounds add up, and enough of them put a figure out (HA-WND-01 to 05).

    `source` is weapon, smashing, magic or fire, which matters to the undead (HA-CRE-12a, HA-CRE-13a). The push back in a cell is not done here.
    """
    if (cell not in LIGHT and cell != "K") or figure.state in BEYOND_HURT:
        return
    if figure.effect("avatar"):
        referee.tell("vanishes", figure, rule="HA-RULE-47")
        take_out(referee, battle, figure, State.GONE, "HA-RULE-47")
        return
    state, total = fate(battle.options, figure, cell, source)
    falls = state is not figure.state
    if falls and figure.is_pc and figure.able and divine.averted(referee, battle, figure, str(state), rule):
        return
    disturb(battle, figure)  # HA-RULE-38
    figure.light_wounds = total
    if not falls:
        referee.tell("{0} suffers {1} and has {2} light wounds in all", figure, cell, total, rule=rule)
        return
    take_out(referee, battle, figure, state, rule, by)


_FALLEN = {
    State.DISABLED: ("is disabled", "HA-WND-03"),
    State.KILLED: ("is killed", "HA-WND-05"),
    State.GRIEVOUS: ("is grievously wounded", "HA-WND-07"),
    State.DESTROYED: ("is destroyed", "HA-CRE-12a"),
}


def take_out(
    referee: Referee, battle: Battle, figure: Figure, state: State, rule: str, by: Figure | None = None
) -> None:
    """A figure goes out of play, put out `by` somebody or not: it leaves contact, drops what it carries, and whatever it controlled falls."""
    words, why = _FALLEN.get(state, ("is out of play", rule))
    if by is None or by.heard_by is not None:  # nobody knows who it was
        referee.tell(words, figure, rule=why)
    else:
        referee.tell(f"{words} by", figure, by, rule=why)
    lift(battle, figure)
    disturb(battle, figure)
    if figure.shape is not None:
        control.return_to_shape(figure)  # HA-MAJ-11
    figure.state = state
    figure.died = battle.turn
    figure.mounted = False  # HA-HOR-01: the riderless horse is removed
    figure.effects.clear()
    for item in battle.items:
        if item.holder == figure.id:
            if state in (State.LEFT, State.FLED):
                continue
            item.holder, item.x, item.y = "", figure.x, figure.y  # HA-RULE-97
            item.side = ""
    control.master_lost(referee, battle, figure)


def comes_back(referee: Referee, figure: Figure) -> bool:
    """HA-RULE-32: after a game of a campaign, a grievously wounded PC dies on 1 or 2 and returns on 3 to 6."""
    return referee.roll(D6, f"{figure.name}: life or death", by=figure.side, rule="HA-RULE-32").total >= 3


def heal(referee: Referee, battle: Battle, figure: Figure) -> bool:
    """Give one full wound back, or up to two light ones (HA-RULE-44); a disabled figure below its limit is able again next turn."""
    if figure.state not in (State.ABLE, State.DISABLED) or not figure.light_wounds:
        return False
    figure.light_wounds = max(0, figure.light_wounds - 2)
    referee.tell("is healed", figure, rule="HA-RULE-44")
    if figure.state is State.DISABLED and figure.full_wounds < wound_limit(battle.options, figure):
        figure.state = State.ABLE
        figure.halves, figure.moved = 0, True
        referee.tell("can stand again", figure, rule="HA-RULE-44")
    return True
