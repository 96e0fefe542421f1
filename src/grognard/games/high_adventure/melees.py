"""The melee step: pairs, splits, all dice, all wounds, and then who goes where."""

from grognard.games.high_adventure.asking import ask
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.charts import breaks_off
from grognard.games.high_adventure.figures import Figure
from grognard.games.high_adventure.melee import fight, source_of
from grognard.games.high_adventure.mounted import ride_on, rides_on
from grognard.games.high_adventure.orders import asks
from grognard.games.high_adventure.pairing import outnumbered, pair_up, split_up
from grognard.games.high_adventure.push_back import (
    AWAY,
    STAY,
    beat_all,
    break_off,
    follow_up,
    leave_contact,
    push,
    way_off,
)
from grognard.games.high_adventure.things import Melee, Task
from grognard.games.high_adventure.wounds import SOURCES, harm, suffer
from grognard.kernel.referee import Referee


def begin(referee: Referee, battle: Battle, task: Task) -> bool:
    """Pair up everybody in contact, then let the outnumbered share out their dice (HA-RULE-19)."""
    for group in battle.groups:
        group.lw_taken = group.lw_dealt = 0  # HA-RULE-74: only the last melee step counts
    battle.melees = pair_up(referee, battle)
    if not battle.melees:
        return False
    battle.queue[:0] = [Task("split"), Task("fights"), Task("blows"), Task("pushes"), Task("part"), Task("rides")]
    return False


def split(referee: Referee, battle: Battle, task: Task) -> bool:
    """HA-MEL-11: splits are declared before any die is thrown."""
    found: list[Melee] = []
    for melee in battle.melees:
        case = outnumbered(battle, melee)
        found += split_up(referee, battle, case) if case else [melee]
    battle.melees = found
    return False


def fights(referee: Referee, battle: Battle, task: Task) -> bool:
    battle.queue[:0] = [Task("fight", number=n) for n in range(len(battle.melees))]
    return False


def one_fight(referee: Referee, battle: Battle, task: Task) -> bool:
    fight(referee, battle, battle.melees[task.number])
    return True


def blows(referee: Referee, battle: Battle, task: Task) -> bool:
    """Wounds and kills of all melees apply together (HA-RULE-19)."""
    if battle.options.break_off == "instead":
        for figure in by_leadership(battle):
            part_instead(referee, battle, figure)
    landed = [melee for melee in battle.melees if melee.cell not in ("", "-")]
    for melee in landed:
        tally_up(battle, melee)
    for melee in sorted(landed, key=lambda melee: SOURCES.index(source_of(battle.figure(melee.winner)))):
        winner, loser = battle.figure(melee.winner), battle.figure(melee.loser)
        suffer(referee, battle, loser, melee.cell, source=source_of(winner), by=winner, rule="HA-MEL-18")
    return bool(landed)


def tally_up(battle: Battle, melee: Melee) -> None:
    """Light wounds that groups deal and take in this step, for their nerve (HA-RULE-74)."""
    winner, loser = battle.figure(melee.winner), battle.figure(melee.loser)
    lost = harm(loser, melee.cell)
    for group in battle.groups:
        if group.id == loser.group:
            group.lw_taken += lost
        elif group.id == winner.group:
            group.lw_dealt += lost


def by_leadership(battle: Battle) -> list[Figure]:
    """Everybody who fought, in ascending Leadership (HA-RULE-19)."""
    fought = list(dict.fromkeys(id for melee in battle.melees for id in (melee.one, melee.other)))
    return sorted((battle.figure(id) for id in fought), key=lambda figure: figure.profile.leadership)


def part_instead(referee: Referee, battle: Battle, figure: Figure) -> None:
    """HA-RULE-23 the other way: breaking off takes the place of the hit, so it is decided first."""
    if not figure.able or not beat_all(battle, figure, battle.melees) or way_off(battle, figure) is None:
        return
    if asks(battle, figure):
        picked = ask(
            referee,
            figure.side,
            f"{figure.name}: hit, or break off?",
            [STAY, AWAY],
            rule="HA-RULE-23",
            about=(figure.id,),
        )
        wanted = picked is AWAY
    else:
        wanted = breaks_off(battle, figure)
    if wanted:
        for melee in battle.melees:
            if melee.winner == figure.id:
                melee.cell = "off"


def pushes(referee: Referee, battle: Battle, task: Task) -> bool:
    """Push backs, then follow-ups (HA-MEL-19, HA-MEL-22)."""
    pushed: list[tuple[str, str]] = []
    loud = False
    for loser in by_leadership(battle):
        for melee in battle.melees:
            if melee.loser == loser.id and melee.cell.endswith("PB") and loser.able:
                loud, mounted = True, loser.mounted
                if push(referee, battle, loser, battle.figure(melee.winner)):
                    pushed.append((melee.winner, loser.id))
                    break  # gone back once is enough, whoever else beat it; each way that is blocked hurts
                if mounted:
                    break
    battle.queue[:0] = [Task("follow", winner, loser) for winner, loser in pushed]
    return loud


def follow(referee: Referee, battle: Battle, task: Task) -> bool:
    follow_up(referee, battle, battle.figure(task.who), battle.figure(task.what))
    return True


def part(referee: Referee, battle: Battle, task: Task) -> bool:
    """Break-offs and relief (HA-MEL-25, HA-MEL-26)."""
    if task.who:
        figure = battle.figure(task.who)
        if any(melee.cell == "off" and melee.winner == figure.id for melee in battle.melees):
            spot = way_off(battle, figure)
            if spot is not None:
                leave_contact(referee, battle, figure, spot)
            return False
        break_off(referee, battle, figure)
        return True
    instead = battle.options.break_off == "instead"
    due = [
        figure
        for figure in by_leadership(battle)
        if figure.able
        and figure.engaged
        and beat_all(battle, figure, battle.melees)
        and (not instead or any(melee.cell == "off" and melee.winner == figure.id for melee in battle.melees))
    ]
    battle.queue[:0] = [Task("part", figure.id) for figure in due]
    return False


def rides(referee: Referee, battle: Battle, task: Task) -> bool:
    """Riders who charged ride on (HA-MNT-02)."""
    loud = False
    for figure in by_leadership(battle):
        if rides_on(battle, figure):
            fought = [m.other if m.one == figure.id else m.one for m in battle.melees if figure.id in (m.one, m.other)]
            fought += [id for id in figure.engaged if id not in fought]
            ride_on(referee, battle, figure, fought)
            figure.charged = False
            loud = True
    return loud


STEPS = {
    "split": split, "fights": fights, "fight": one_fight, "blows": blows, "pushes": pushes, "follow": follow,
    "part": part, "rides": rides,
}  # fmt: skip
