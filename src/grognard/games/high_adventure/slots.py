"""Movement, slot by slot: a group's turn to move, and what a player's figure does with its two halves."""

from grognard.games.high_adventure import actions, solo
from grognard.games.high_adventure.asking import ask
from grognard.games.high_adventure.attributes import pace_bonus
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.contact import face
from grognard.games.high_adventure.figures import Figure, Order, State, gap
from grognard.games.high_adventure.groups import hearers
from grognard.games.high_adventure.initiative import next_mover
from grognard.games.high_adventure.loading import can_load, load
from grognard.games.high_adventure.mounted import is_ride
from grognard.games.high_adventure.movement import (
    STEP,
    charge_reach,
    cut_to,
    edge_at,
    go,
    going_of,
    leave_table,
    may_run,
    move_of,
    way_into_contact,
    way_to,
)  # fmt: skip
from grognard.games.high_adventure.orders import is_uncommanded
from grognard.games.high_adventure.rides import place_for
from grognard.games.high_adventure.things import Task
from grognard.games.high_adventure.visibility import nearest_known, sees
from grognard.ground.measure import distance
from grognard.kernel.choice import Pick, Spot
from grognard.kernel.referee import Referee

WALK = Pick("walk", "Move")
RUN = Pick("run", "Run: D3 inches more, but not in a third turn on end")
STEP_UP = Pick("step", "Step up to 2 inches, or turn")
FLEE = Pick("flee", "Run away")
DONE = Pick("done", "Nothing more")


def slot(referee: Referee, battle: Battle, task: Task) -> bool:
    """The next group moves: by its player, or as the solo system has it."""
    mover = next_mover(referee, battle)
    if mover is None:
        return False
    group = battle.group(mover.id)
    group.moved = True
    due = (
        [Task("drive", group.id)]
        if is_uncommanded(battle, group)
        else [Task("act", f.id) for f in battle.members(group)]
    )
    battle.queue[:0] = [*due, Task("sneak"), Task("slot")]
    return True


def drive(referee: Referee, battle: Battle, task: Task) -> bool:
    """A group that nobody commands carries out its order, as the solo system reads it (HA-ORD-13); archers who can load do so (HA-SOL-53)."""
    group = battle.group(task.who)
    for figure in battle.members(group):
        if figure.effect("pit"):
            actions.climb_out(referee, battle, figure)
    solo.move_group(referee, battle, group)
    for figure in battle.members(group):
        if can_load(figure):
            load(referee, battle, figure)
    return True


def act(referee: Referee, battle: Battle, task: Task) -> bool:
    """One thing that a player's figure does; it is asked again while it has halves left."""
    figure = battle.figure(task.who)
    if not figure.able or figure.halves < 1 or figure.helpless or figure.preparing or figure.busy not in ("", "door"):
        return False
    if figure.effect("pit"):
        actions.climb_out(referee, battle, figure)
        return False
    moves = move_options(battle, figure)
    others = [*actions.half_actions(battle, figure), *actions.whole_actions(battle, figure)]
    if not moves and not others:
        return False
    if len(moves) == 1 and moves[0] in (WALK, STEP_UP) and not others:
        picked = moves[0]
    else:
        picked = ask(
            referee,
            figure.side,
            f"What does {figure.name} do?",
            [*moves, *others, *([] if moves else [DONE])],
            rule="HA-RULE-12",
            about=(figure.id,),
        )
    if picked is DONE:
        figure.halves, figure.moved = 0, True
        return True
    do(referee, battle, figure, picked)
    figure.moved = figure.moved or figure.walked > 0 or figure.halves < 1
    if figure.halves > 0:
        battle.queue.insert(0, Task("act", figure.id))
    return True


def move_options(battle: Battle, figure: Figure) -> list[Pick]:
    """How the order lets it move (HA-ORD-01, HA-ORD-04 to 10)."""
    if figure.engaged or figure.walked or figure.charged or figure.effect("floating"):
        return []
    if figure.order is Order.STAND:
        return [STEP_UP]  # HA-ORD-07
    if figure.order is Order.FLEE:
        return [FLEE] if figure.halves == 2 else []
    found = []
    if figure.order is Order.ATTACK and figure.halves == 2:
        found += [Pick(f"charge {foe.id}", f"Charge {foe.name}", foe.id) for foe in in_reach(battle, figure)]
    found.append(WALK)
    found += fetching(battle, figure)
    if figure.order is not Order.ATTACK and figure.halves == 2 and not figure.mounted and may_run(figure):
        found.append(RUN)  # HA-MOVE-04
    return found


def fetching(battle: Battle, figure: Figure) -> list[Pick]:
    """Treasure that it can walk to and pick up in one turn: half for the way, half for the thing (HA-RULE-12, HA-RULE-97)."""
    if figure.halves < 2 or figure.mounted:
        return []
    half = move_of(figure) // 2
    found = []
    for item in battle.items:
        if item.kind != "treasure" or item.holder or item.gone:
            continue
        apart = distance(figure.x, figure.y, item.x, item.y)
        if figure.radius < apart <= half and not way_to(battle, figure, item.x, item.y, half).refusal:
            found.append(Pick(f"fetch {item.id}", f"Go and pick up {item.name}", item.id))
    return found


def fetch(referee: Referee, battle: Battle, figure: Figure, id: str) -> None:
    """Walk to a thing and pick it up."""
    item = next((thing for thing in battle.items if thing.id == id), None)
    if item is None:
        return
    way = way_to(battle, figure, item.x, item.y, move_of(figure) // 2)
    figure.halves -= 1
    if not way.refusal:
        go(referee, battle, figure, way.path, way.cost)
    if not figure.engaged and (figure.x, figure.y) == (item.x, item.y):
        actions.act(referee, battle, figure, f"take {id}")


def in_reach(battle: Battle, figure: Figure) -> list[Figure]:
    """Enemies that a charge could reach (HA-RULE-09); a wide sweep first, then the way."""
    reach = charge_reach(figure)
    found = []
    for foe in battle.figures:
        if foe.side == figure.side or foe.state is not State.ABLE or not foe.seen or gap(figure, foe) > reach:
            continue
        way = way_into_contact(battle, figure, foe, reach) if sees(battle, figure, foe) else None
        if way is None or way.cost > reach:
            continue
        if not figure.mounted or is_ride(figure, way.path, reach):  # HA-MOVE-08
            found.append(foe)
    return found


def do(referee: Referee, battle: Battle, figure: Figure, picked: Pick) -> None:
    """Carry out what was picked."""
    if picked is WALK:
        full = move_of(figure)
        walk(referee, battle, figure, full if figure.halves == 2 else full // 2, "move")
    elif picked is STEP_UP:
        walk(referee, battle, figure, STEP, "step")
    elif picked is RUN:
        figure.running = True
        bonus = pace_bonus(referee, figure, f"{figure.name} runs", "HA-MOVE-04", hearers(battle, figure))
        walk(referee, battle, figure, move_of(figure) + bonus, "run")
    elif picked is FLEE:
        bonus = pace_bonus(referee, figure, f"{figure.name} flees", "HA-ORD-10", hearers(battle, figure))
        walk(referee, battle, figure, move_of(figure) + bonus, "flee")
    elif picked.key.startswith("fetch "):
        fetch(referee, battle, figure, picked.piece)
    elif picked.key.startswith("charge "):
        charge(referee, battle, figure, battle.figure(picked.piece))
    else:
        actions.act(referee, battle, figure, picked.key)


def charge(referee: Referee, battle: Battle, figure: Figure, foe: Figure) -> None:
    """HA-ORD-05, HA-RULE-09: declare, roll the bonus, and go; a short charge stops where it ends and still counts as one."""
    bonus = pace_bonus(referee, figure, f"{figure.name} charges {foe.name}", "HA-ORD-05", hearers(battle, figure))
    figure.halves, figure.charged = 0, True
    referee.tell("charges", figure, foe, rule="HA-ORD-05")
    way = way_into_contact(battle, figure, foe)
    if way is None:
        return
    path = (
        way.path
        if way.cost <= move_of(figure) + bonus
        else cut_to(going_of(battle, figure), way.path, move_of(figure) + bonus)
    )
    if len(path) > 1:
        go(referee, battle, figure, path)


def walk(referee: Referee, battle: Battle, figure: Figure, allowance: int, verb: str) -> None:
    """Ask where to, and go there."""
    place = place_for(battle, figure, allowance, verb)
    spot: Spot = ask(
        referee, figure.side, f"Where does {figure.name} go?", place, rule="HA-MOVE-02", about=(figure.id,)
    )
    half = move_of(figure) // 2
    if spot.verb == "stay":
        figure.halves = 0 if verb != "move" or figure.halves < 2 else figure.halves - 1
        figure.walked = max(figure.walked, 0)
        look_about(battle, figure, spot.facing)
        if verb == "move":
            figure.halves = 0
        return
    path = ((figure.x, figure.y), *spot.via, (spot.x, spot.y))
    cost = place.cost(spot)
    go(referee, battle, figure, path, cost)
    figure.halves -= 1 if verb in ("move", "step") and cost <= half else 2
    if not figure.able or figure.engaged:
        return
    if spot.verb == "leave" and edge_at(battle, figure, figure.x, figure.y):
        leave_table(referee, battle, figure, edge_at(battle, figure, figure.x, figure.y))
        return
    look_about(battle, figure, spot.facing)


def look_about(battle: Battle, figure: Figure, facing: int) -> None:
    """HA-MOVE-01: turn as chosen; unasked, towards the nearest enemy it knows of. A ridden animal turns only as it goes (HA-MOVE-08)."""
    if facing >= 0:
        figure.facing = facing
        return
    known = nearest_known(battle, figure)
    if known is not None and not figure.mounted:
        face(figure, *known)


STEPS = {"slot": slot, "drive": drive, "act": act}
