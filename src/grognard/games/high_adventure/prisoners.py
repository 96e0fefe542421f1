"""Prisoners: who surrenders to whom, who must guard them, and how they end."""

from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.contact import lift
from grognard.games.high_adventure.figures import INCH, Figure, State, gap
from grognard.games.high_adventure.preparation import disturb
from grognard.kernel.referee import Referee

GUARDED = 5 * INCH  # HA-RULE-55
EACH_GUARD = 5  # HA-PRI-01
EACH_DISPATCHER = 2  # HA-PRI-03


def guards_needed(prisoners: int) -> int:
    """One guard suffices for up to five (HA-PRI-01)."""
    return -(-prisoners // EACH_GUARD)


def turns_to_dispatch(prisoners: int, captors: int) -> int:
    """Turns for so many captors who do nothing else (HA-PRI-03)."""
    return -(-prisoners // (EACH_DISPATCHER * captors)) if captors else 0


def surrender(referee: Referee, battle: Battle, figure: Figure, captor: Figure) -> None:
    """HA-ORD-12: a fleeing figure that is surrounded gives itself up to the nearest enemy (HA-RULE-55)."""
    referee.tell("surrenders to", figure, captor, rule="HA-ORD-12")
    lift(battle, figure)
    disturb(battle, figure)
    figure.state, figure.captor, figure.died = State.PRISONER, captor.id, battle.turn
    for item in battle.items:
        if item.holder == figure.id:
            item.holder, item.x, item.y, item.side = "", figure.x, figure.y, ""


def prisoners_of(battle: Battle, captor: Figure) -> list[Figure]:
    """Prisoners whom a captor could guard or dispatch: held by its side, within 5" (HA-RULE-55)."""
    return [
        figure
        for figure in battle.figures
        if figure.state is State.PRISONER and figure.side != captor.side and gap(figure, captor) <= GUARDED
    ]


def bring_along(battle: Battle, captor: Figure) -> None:
    """Prisoners move with their guard (HA-RULE-55): whoever he leads keeps at his heels."""
    for figure in battle.figures:
        if figure.state is State.PRISONER and figure.captor == captor.id:
            figure.x, figure.y = captor.x, captor.y


def dispatch(referee: Referee, battle: Battle, captor: Figure) -> None:
    """A captor who does nothing else kills up to two prisoners (HA-PRI-03)."""
    for figure in prisoners_of(battle, captor)[:EACH_DISPATCHER]:
        referee.tell("dispatches the prisoner", captor, figure, rule="HA-PRI-03")
        figure.state = State.GRIEVOUS if figure.is_pc else State.KILLED
        figure.died = battle.turn


def watch(referee: Referee, battle: Battle) -> None:
    """At the end of a turn: whoever dispatches does so, and prisoners without a guard escape (HA-PRI-01, HA-PRI-02)."""
    for captor in battle.figures:
        if captor.able and captor.busy == "dispatch":
            dispatch(referee, battle, captor)
    for side in battle.sides:
        _guard(referee, battle, side.id)


def _guard(referee: Referee, battle: Battle, side: str) -> None:
    room = {
        guard.id: EACH_GUARD
        for guard in battle.able(side)
        if not guard.fleeing and not guard.helpless and not guard.engaged
    }
    held = [figure for figure in battle.figures if figure.state is State.PRISONER and figure.side != side]
    for figure in held:
        near = [figure.captor, *room] if figure.captor in room else list(room)
        guard = next((id for id in near if room[id] and gap(battle.figure(id), figure) <= GUARDED), "")
        if guard:
            room[guard] -= 1
            figure.captor = guard
        else:
            figure.state = State.ESCAPED
            referee.tell("is left by its captors and escapes", figure, rule="HA-PRI-02")
