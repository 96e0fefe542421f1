"""Who moves next: the lowest Leadership first, ties, and pre-emption by better leaders."""

from collections.abc import Sequence
from typing import NamedTuple

from grognard.games.high_adventure.asking import ask
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.figures import Order
from grognard.games.high_adventure.groups import heard_by, leaderships
from grognard.games.high_adventure.orders import is_uncommanded
from grognard.kernel.choice import Pick
from grognard.kernel.dice import D6
from grognard.kernel.referee import Referee


class Mover(NamedTuple):
    """A group that has not moved yet this turn."""

    id: str
    leadership: int
    side: str = ""


WAIT = Pick("wait", "Wait for your turn")


def movers(battle: Battle) -> list[Mover]:
    """Groups that still have to move."""
    waiting = [group for group in battle.groups if not group.moved]
    return [Mover(group.id, leads, group.side) for group, leads in leaderships(battle, waiting)]


def lowest(waiting: Sequence[Mover]) -> list[Mover]:
    """Those whose slot it is: the lowest Leadership (HA-TURN-03)."""
    least = min(mover.leadership for mover in waiting)
    return [mover for mover in waiting if mover.leadership == least]


def pre_empters(waiting: Sequence[Mover], side: str = "") -> list[Mover]:
    """Those who may go ahead of the one whose slot it is: any of higher Leadership (HA-TURN-04)."""
    least = min(mover.leadership for mover in waiting)
    return [mover for mover in waiting if mover.leadership > least and (not side or mover.side == side)]


def best_of(eager: Sequence[Mover]) -> Mover:
    """If several want to pre-empt, the one of the higher Leadership goes first (HA-RULE-05)."""
    return max(eager, key=lambda mover: mover.leadership)


def next_mover(referee: Referee, battle: Battle) -> Mover | None:
    """The group that moves now; None when all have (HA-TURN-03, HA-TURN-04)."""
    waiting = movers(battle)
    if not waiting:
        return None
    eager = [mover for side in battle.sides for mover in _wants(referee, battle, waiting, side.id)]
    if eager:
        ahead = best_of(eager)
        rivals = [mover for mover in eager if mover.leadership == ahead.leadership]
        return ahead if len(rivals) == 1 else _roll_off(referee, battle, rivals)
    due = lowest(waiting)
    sides = list(dict.fromkeys(mover.side for mover in due))
    side = sides[0] if len(sides) == 1 else _side_first(referee, battle, sides, due)
    return _of_one_side(referee, battle, [mover for mover in due if mover.side == side])


def _wants(referee: Referee, battle: Battle, waiting: list[Mover], side: str) -> list[Mover]:
    """Whom a side sends ahead now, if anybody."""
    can = pre_empters(waiting, side)
    if not can:
        return []
    if battle.side(side).solo:
        return _chargers(battle, can)
    can = [mover for mover in can if not is_uncommanded(battle, battle.group(mover.id))]
    if not can:
        return []
    picks = [WAIT, *(Pick(mover.id, f"{battle.group(mover.id).name} goes ahead", mover.id) for mover in can)]
    picked = ask(referee, side, "Does somebody go ahead of the slower ones?", picks, rule="HA-TURN-04")
    return [mover for mover in can if mover.id == picked.key]


def _chargers(battle: Battle, can: list[Mover]) -> list[Mover]:
    """HA-RULE-05: NPCs never pre-empt, or only those who attack."""
    if battle.options.npc_preempt == "never":
        return []
    eager = [mover for mover in can if battle.group(mover.id).order is Order.ATTACK]
    return [best_of(eager)] if eager else []


def _side_first(referee: Referee, battle: Battle, sides: list[str], rivals: list[Mover]) -> str:
    """HA-RULE-05: equal Leadership on opposite sides: D6 each, the higher chooses who goes first; an NPC goes first itself, and so
    does whoever knows of no rival."""
    hears = _who_knows(battle, [_best_known(battle, rivals, side) for side in sides])
    while True:
        faces = {
            side: referee.roll(D6, "who moves first", by=side, rule="HA-RULE-05", seen_by=hears).total for side in sides
        }
        top = max(faces.values())
        best = [side for side in sides if faces[side] == top]
        if len(best) == 1:
            break
    if battle.side(best[0]).solo or (hears is not None and best[0] not in hears):
        return best[0]
    picks = [Pick(side, f"{battle.side(side).name} first") for side in sides]
    return ask(referee, best[0], "Who moves first?", picks, rule="HA-RULE-05").key


def _roll_off(referee: Referee, battle: Battle, rivals: list[Mover]) -> Mover:
    """Two of equal Leadership both want to pre-empt: the higher die goes first."""
    side = _side_first(referee, battle, [mover.side for mover in rivals], rivals)
    return next(mover for mover in rivals if mover.side == side)


def _best_known(battle: Battle, rivals: list[Mover], side: str) -> Mover:
    """The one by which the others know that this side is in the tie: somebody in sight, if it has such a one."""
    own = [mover for mover in rivals if mover.side == side]
    return next((mover for mover in own if heard_by(battle, battle.group(mover.id)) is None), own[0])


def _who_knows(battle: Battle, rivals: list[Mover]) -> tuple[str, ...] | None:
    """The sides that may see dice about these (None: all): where some of them are out of sight, only those who know of them all."""
    hidden = [heard for mover in rivals if (heard := heard_by(battle, battle.group(mover.id))) is not None]
    return tuple(side for side in hidden[0] if all(side in heard for heard in hidden)) if hidden else None


def _of_one_side(referee: Referee, battle: Battle, due: list[Mover]) -> Mover:
    """Same side: the owner's choice, NPCs at random (HA-RULE-05)."""
    if len(due) == 1:
        return due[0]
    side = due[0].side
    if battle.side(side).solo:
        hears, ids = _who_knows(battle, due), [mover.id for mover in due]
        drawn = referee.draw(ids, 1, "who moves first", by=side, rule="HA-RULE-05", seen_by=hears)[0]
        return next(mover for mover in due if mover.id == drawn)
    picks = [Pick(mover.id, battle.group(mover.id).name, mover.id) for mover in due]
    picked = ask(referee, side, "Who of yours moves first?", picks, rule="HA-RULE-05")
    return next(mover for mover in due if mover.id == picked.key)
