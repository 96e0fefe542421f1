"""The turn, read top to bottom: arrivals, orders, movement, shooting, magic, melee, end.

What is still to be done stands in the battle as a list of tasks. One call of `play_on` does tasks until something was asked or thrown.
"""

from collections.abc import Callable

from grognard.games.high_adventure import (
    arrivals,
    effects,
    events,
    fire,
    magic,
    melees,
    portals,
    prisoners,
    slots,
    solo,
    volleys,
)
from grognard.games.high_adventure.asking import ask
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.dragons import breathe
from grognard.games.high_adventure.figures import Figure, Order, State
from grognard.games.high_adventure.groups import heard_by
from grognard.games.high_adventure.loading import finish_loading
from grognard.games.high_adventure.orders import (
    asks,
    commanders,
    give,
    is_free,
    is_uncommanded,
    open_orders,
    pick_order,
)
from grognard.games.high_adventure.preparation import finish
from grognard.games.high_adventure.things import Task
from grognard.games.high_adventure.victory import check_at_once, check_last_turn
from grognard.games.high_adventure.visibility import (
    hidden_groups,
    look_round,
    remember,
    sneak,
    sneakers,
    throw_spot_range,
)
from grognard.kernel.choice import Pick
from grognard.kernel.referee import Referee

Step = Callable[[Referee, Battle, Task], bool]  # whether the piece ends here

PHASES = ("Start", "Arrivals", "Orders", "Movement", "Shooting", "Magic", "Melee", "End")
NOBODY = Pick("nobody")


def play_on(referee: Referee, battle: Battle) -> None:
    """Play the next piece of the turn."""
    while battle.outcome is None:
        if not battle.queue:
            battle.queue = the_turn(battle)
        task = battle.queue.pop(0)
        if STEPS[task.kind](referee, battle, task):
            check_at_once(battle)
            return


def the_turn(battle: Battle) -> list[Task]:
    """HA-TURN-01 to 07; when in step 3 magic comes is HA-RULE-06."""
    fight = ["magic", "melee"] if battle.options.magic_step == "before_melee" else ["melee", "magic"]
    return [
        Task(kind)
        for kind in ("begin", "release", "spot", "sneak", "arrive", "orders", "move", "shooting", *fight, "end")
    ]


def ahead(battle: Battle, *tasks: Task) -> None:
    """Put tasks before all others."""
    battle.queue[:0] = tasks


# Start


def begin(referee: Referee, battle: Battle, task: Task) -> bool:
    """A new turn: everybody has two halves again."""
    battle.turn += 1
    enter(referee, battle, "Start")
    referee.tell(f"Turn {battle.turn}", rule="HA-TURN-01", kind="phase")
    for figure in battle.figures:
        if figure.state is State.ABLE:
            refresh(battle, figure)
    for group in battle.groups:
        group.moved, group.charge_bonus, group.chosen, group.spot_range = False, 0, "", 0
    battle.shots, battle.castings, battle.melees = [], [], []
    if battle.options.event_deck == "on":
        events.draw_event(referee, battle)
        return True
    return False


def enter(referee: Referee, battle: Battle, phase: str) -> None:
    battle.phase = phase


def refresh(battle: Battle, figure: Figure) -> None:
    """What a figure had done last turn is forgotten, but for running (HA-MOVE-05)."""
    figure.ran = [*figure.ran[-1:], figure.running]
    figure.halves, figure.walked = 2, 0
    figure.moved = figure.charged = figure.running = figure.disturbed = figure.acted = False
    figure.busy, figure.stealth = "", ""
    finish_loading(battle, figure)


def release(referee: Referee, battle: Battle, task: Task) -> bool:
    """HA-RULE-40: release rolls at the very start; those of the unseen are secret, so that the piece ends with them."""
    held = any(figure.effects for figure in battle.figures)
    magic.start_of_turn(referee, battle)
    return held


def spot(referee: Referee, battle: Battle, task: Task) -> bool:
    """HA-RULE-53: one secret die for each hidden group, each a piece of its own."""
    if task.who:
        throw_spot_range(referee, battle, battle.group(task.who))
        return True
    ahead(battle, *(Task("spot", group.id) for group in hidden_groups(battle)))
    return False


def sneak_by(referee: Referee, battle: Battle, task: Task) -> bool:
    """HA-VIS-05: Stealth tests of those whom somebody would see, each a piece of its own."""
    due = sneakers(battle) if any(figure.profile.stealth for figure in battle.figures) else []
    if not due:
        if battle.phase == "Start":
            remember(battle)
        return False
    sneak(referee, battle, due[0])
    ahead(battle, Task("sneak"))
    return True


def arrive(referee: Referee, battle: Battle, task: Task) -> bool:
    """HA-TURN-01: arrivals, then markers in the open fall back (HA-POR-02)."""
    enter(referee, battle, "Arrivals")
    if battle.pool is None:
        return False
    arrivals.arrive(referee, battle)
    portals.fall_back_in_the_open(referee, battle)
    remember(battle)
    return True


# Orders


def orders(referee: Referee, battle: Battle, task: Task) -> bool:
    """HA-TURN-02: every group gets one order; what players choose is revealed together (HA-RULE-95)."""
    enter(referee, battle, "Orders")
    due = []
    for group in battle.groups:
        members = battle.members(group)
        if not members:
            continue
        if is_uncommanded(battle, group):
            due.append(Task("judge", group.id))
        elif is_free(battle, members[0]):
            due.append(Task("order", group.id))
        else:
            due.append(Task("command", group.id))
    ahead(battle, *due, Task("reveal"))
    return False


def judge(referee: Referee, battle: Battle, task: Task) -> bool:
    """HA-SOL-40 to 44 for one group nobody commands."""
    solo.judge(referee, battle, battle.group(task.who))
    return True


def order(referee: Referee, battle: Battle, task: Task) -> bool:
    """HA-ORD-03: the player's own figures do as he wishes; magic users also name what they prepare (HA-RULE-38)."""
    group = battle.group(task.who)
    members = battle.members(group)
    if any(figure.engaged for figure in members):
        group.chosen = str(Order.ATTACK if group.order is Order.FLEE else group.order)
        return False
    if all(figure.helpless for figure in members):
        group.chosen = str(Order.STAND)
        return False
    options = open_orders(battle, group)
    options += [
        Pick(f"prepare {name}", f"Stand, and prepare {name}")
        for figure in members
        for name in magic.choices(battle, figure)
    ]
    about = tuple(figure.id for figure in members)
    group.chosen = ask(referee, group.side, f"What is {group.name} to do?", options, rule="HA-ORD-03", about=about).key
    return True


def command(referee: Referee, battle: Battle, task: Task) -> bool:
    """Without the chart: a PC near a group may test to pick its order; failed, it keeps its last one (HA-ORD-02, HA-RULE-07)."""
    group = battle.group(task.who)
    group.chosen = str(group.order)
    testers = commanders(battle, group)
    asked = False
    while testers:
        picks = [NOBODY, *(Pick(figure.id, figure.name, figure.id) for figure in testers)]
        picked = ask(
            referee, group.side, f"Who gives {group.name} an order?", picks, rule="HA-ORD-02", about=(group.id,)
        )
        asked = True
        if picked is NOBODY:
            break
        chief = battle.figure(picked.key)
        testers.remove(chief)
        if pick_order(referee, battle, chief):
            options = open_orders(battle, group)
            group.chosen = ask(referee, group.side, f"Which order for {group.name}?", options, rule="HA-ORD-02").key
            break
    return asked


def reveal(referee: Referee, battle: Battle, task: Task) -> bool:
    """All orders take effect together (HA-SOL-45, HA-RULE-95)."""
    solo.apply(referee, battle)
    for group in battle.groups:
        members = battle.members(group)
        if not members or not group.chosen:
            continue
        chosen, group.chosen = group.chosen, ""
        if chosen.startswith("prepare "):
            give(battle, group, Order.STAND)
            for figure in members:
                if chosen.removeprefix("prepare ") in magic.choices(battle, figure):
                    magic.announce(referee, battle, figure, chosen.removeprefix("prepare "))
            continue
        give(battle, group, Order(chosen))
        for figure in members:
            if figure.preparing:
                finish(figure)
        referee.tell("{0}: {1}", group, chosen, rule="HA-ORD-01", seen_by=heard_by(battle, group))
    for figure in battle.figures:
        if figure.profile.abilities and figure.able and not asks(battle, figure):
            magic.announce(referee, battle, figure, magic.npc_choice(battle, figure))  # HA-SOL-55
    return False


# Movement


def move(referee: Referee, battle: Battle, task: Task) -> bool:
    """HA-TURN-03: slot by slot."""
    enter(referee, battle, "Movement")
    ahead(battle, Task("slot"))
    return False


def end(referee: Referee, battle: Battle, task: Task) -> bool:
    """Fires burn, effects run down, prisoners are watched, and somebody may have won."""
    enter(referee, battle, "End")
    prisoners.watch(referee, battle)
    magic.end_of_turn(referee, battle)
    fire.end_of_turn(referee, battle)
    events.clear_points(referee, battle)
    events.weather_passes(battle)
    if battle.pool is not None:
        arrivals.recycle(battle)
    remember(battle)
    check_at_once(battle)
    check_last_turn(battle)
    return True


def breath(referee: Referee, battle: Battle, task: Task) -> bool:
    """HA-RULE-66: at the start of step 3a."""
    dragon = battle.figure(task.who)
    if not dragon.able or dragon.fleeing or dragon.helpless:
        return False
    breathe(referee, battle, dragon)
    return True


def shooting(referee: Referee, battle: Battle, task: Task) -> bool:
    """HA-TURN-05: all targets are declared, then all dice, then all wounds."""
    enter(referee, battle, "Shooting")
    remember(battle)
    dragons = [Task("breath", figure.id) for figure in battle.figures if figure.kind == "dragon" and figure.able]
    ahead(battle, *dragons, *volleys.declarations(battle), Task("volley"))
    return False


def casting(referee: Referee, battle: Battle, task: Task) -> bool:
    """HA-TURN-06: all casters declare first, Oppose is resolved first (HA-RULE-06)."""
    enter(referee, battle, "Magic")
    ahead(battle, *(Task("cast", id) for id in magic.casters(battle)), Task("workings"))
    return False


def cast(referee: Referee, battle: Battle, task: Task) -> bool:
    magic.declare(referee, battle, battle.figure(task.who))
    return True


def workings(referee: Referee, battle: Battle, task: Task) -> bool:
    first = sorted(range(len(battle.castings)), key=lambda n: battle.castings[n].ability != "Oppose")
    ahead(battle, *(Task("work", number=n) for n in first))
    return False


def work(referee: Referee, battle: Battle, task: Task) -> bool:
    magic.resolve(referee, battle, battle.castings[task.number])
    look_round(battle)  # a torch burns, or a door stands open
    return True


def mle(referee: Referee, battle: Battle, task: Task) -> bool:
    """HA-TURN-07."""
    enter(referee, battle, "Melee")
    return melees.begin(referee, battle, task)


STEPS: dict[str, Step] = {
    "begin": begin,
    "release": release,
    "spot": spot,
    "sneak": sneak_by,
    "arrive": arrive,
    "orders": orders,
    "judge": judge,
    "order": order,
    "command": command,
    "reveal": reveal,
    "move": move,
    **slots.STEPS,
    "shooting": shooting,
    "breath": breath,
    **volleys.STEPS,
    "magic": casting,
    "cast": cast,
    "workings": workings,
    "work": work,
    "melee": mle,
    **melees.STEPS,
    "end": end,
}

__all__ = ["PHASES", "effects", "play_on"]
