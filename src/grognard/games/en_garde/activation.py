"""One activation: a model is picked and takes its one action."""

from itertools import islice

from grognard.games.en_garde.actions import ORDERED, Action, action_options, may_be_ordered
from grognard.games.en_garde.battle import Battle, Figure, Morale
from grognard.games.en_garde.combat import parting_blow
from grognard.games.en_garde.deeds import deeds_for, do_deed
from grognard.games.en_garde.grenades import Throw
from grognard.games.en_garde.moving import (
    CLOSE,
    Way,
    allowance,
    free_move,
    going_of,
    home_line,
    shuffle_move,
    withdraw_move,
)
from grognard.games.en_garde.powder import reload, spend_shot
from grognard.games.en_garde.shooting import line_up, shoot, shoot_into_combat
from grognard.games.en_garde.sighting import enemies_in_contact, in_contact, is_engaged, is_within, sees
from grognard.games.en_garde.spread import blast, spray
from grognard.ground.measure import round_up
from grognard.ground.open_table import beside, has_room
from grognard.ground.paths import Going, Path, can_end, farthest, leg_cost
from grognard.ground.shapes import Disc
from grognard.ground.ways import way
from grognard.kernel.choice import Pick, Spot
from grognard.kernel.referee import Referee


def activate(referee: Referee, battle: Battle, figure: Figure, *, ordered: bool = False) -> None:
    """EG-MOVE-01: exactly one action of the list; a Short move may come before some of them (EG-RULE-04)."""
    figure.activated = True
    if battle.side(figure.side).morale is Morale.ROUTING:
        rout(referee, battle, figure)
    else:
        action = ask_action(referee, battle, figure, action_options(battle, figure, ordered=ordered))
        if action.verb == "short move":
            go(referee, battle, figure, free_move(battle, figure, "short", "short"), "short")
            if figure.standing:
                action = ask_action(referee, battle, figure, after_moving(battle, figure, ordered))
        if figure.standing:
            act(referee, battle, figure, action)
    settle(referee, battle, figure)


def after_moving(battle: Battle, figure: Figure, ordered: bool) -> list[Action]:
    """What is left after a Short move: if it engaged an enemy, only what is allowed while Engaged (EG-RULE-06)."""
    options = action_options(battle, figure, after_short_move=True, ordered=ordered)
    return (
        [option for option in options if option.verb in ("nothing", "special")]
        if is_engaged(battle, figure)
        else options
    )


def ask_action(referee: Referee, battle: Battle, figure: Figure, options: list[Action]) -> Action:
    """The owner chooses."""
    if len(options) == 1:
        return options[0]
    return referee.choose(figure.side, f"{figure.name}: what now?", options, rule="EG-MOVE-01", about=(figure.id,))


def act(referee: Referee, battle: Battle, figure: Figure, action: Action) -> None:
    """Carry out an action."""
    verb = action.verb
    if verb in ("move", "run"):
        go(
            referee,
            battle,
            figure,
            free_move(battle, figure, verb, "normal" if verb == "move" else "run"),
            "normal" if verb == "move" else "run",
        )
    elif verb == "shuffle":
        go(referee, battle, figure, shuffle_move(battle, figure), "short")
    elif verb == "withdraw":
        withdraw(referee, battle, figure)
    elif verb in ("shoot", "throw"):
        use_missile(referee, battle, figure, action)
    elif verb == "reload":
        reload(referee, battle, figure, action.weapon)
    elif verb == "aim":
        figure.aimed_at, figure.aimed_with, figure.aimed_turn = action.target, action.weapon, battle.turn
        referee.tell("{} takes aim at {}", figure, battle.figures[action.target], rule="EG-MOVE-08")
    elif verb == "rest":
        figure.rested = True
        referee.tell("{} rests", figure, rule="EG-MOVE-07")
    elif verb == "hide":
        figure.hiding = True
        referee.tell("{} hides", figure, rule="EG-MOVE-06")
    elif verb in ("mount", "dismount"):
        change_saddle(referee, battle, figure, verb)
    elif verb == "order":
        issue_order(referee, battle, figure)
    elif verb == "special":
        do_deed(referee, battle, figure, next(deed for deed in deeds_for(battle, figure) if deed.name == action.target))


def go(referee: Referee, battle: Battle, figure: Figure, place: Way, pace: str) -> None:
    """One move: where to, and what it undoes (EG-RULE-11, EG-RULE-13)."""
    spot = referee.choose(figure.side, f"{figure.name}: where to?", place, rule="EG-MOVE-02", about=(figure.id,))
    figure.moved = pace
    if (spot.x, spot.y) != (figure.x, figure.y):
        figure.x, figure.y = spot.x, spot.y
        figure.hiding, figure.aimed_at = False, ""
        engaged = enemies_in_contact(battle, figure)
        if engaged:
            referee.tell("{} engages " + " and ".join(["{}"] * len(engaged)), figure, *engaged, rule="EG-RULE-05")
        else:
            referee.tell("{} runs" if pace == "run" else "{} moves", figure, rule="EG-MOVE-02")
    carry_off(referee, battle, figure)


def carry_off(referee: Referee, battle: Battle, figure: Figure) -> None:
    """EG-RULE-77: who has brought a prize to the own edge may leave with it."""
    if figure.carries and figure.y == home_line(battle, figure):
        prize = next(prize for prize in battle.field.prizes if prize.name == figure.carries)
        if prize.points_off and referee.may(
            figure.side, f"{figure.name}: leave the table with the {prize.name}?", rule="EG-RULE-77", about=(figure.id,)
        ):
            figure.left_table, figure.standing = "carried", False
            battle.side(figure.side).scored += prize.points_off
            referee.tell("{} carries the {} off the table", figure, prize, rule="EG-RULE-77")


def withdraw(referee: Referee, battle: Battle, figure: Figure) -> None:
    """EG-RULE-07: leave a fight; each enemy left may strike once where that is played."""
    left = enemies_in_contact(battle, figure)
    referee.tell("{} withdraws", figure, rule="EG-RULE-07")
    if battle.options.withdraw == "parting_blow":
        for enemy in left:
            if figure.standing:
                parting_blow(referee, battle, enemy, figure)
    if figure.standing:
        place = withdraw_move(battle, figure)
        if place.has_end():  # a parting blow may have slowed it (EG-RULE-09)
            go(referee, battle, figure, place, "short")


def use_missile(referee: Referee, battle: Battle, figure: Figure, action: Action) -> None:
    """EG-MOVE-03: one shot or throw, of whatever kind the weapon is."""
    missile = battle.missile(action.weapon)
    if missile.blast:
        target = battle.figures.get(action.target)
        x, y = (target.x, target.y) if target else throw_at_spot(referee, battle, figure, action.weapon)
        referee.tell("{} throws a {}", figure, missile, rule="EG-RULE-29")
        blast(referee, battle, figure, x, y, action.weapon, target)
    elif missile.spray:
        spray(referee, battle, figure, battle.figures[action.target], action.weapon)
    elif is_engaged(battle, battle.figures[action.target]):
        shoot_into_combat(referee, battle, figure, battle.figures[action.target], action.weapon)
    else:
        target = battle.figures[action.target]
        shoot(referee, battle, figure, target, line_up(battle, figure, target, action.weapon))
    figure.fired = True
    figure.hiding, figure.aimed_at = False, ""
    spend_shot(battle, figure, action.weapon)


def throw_at_spot(referee: Referee, battle: Battle, figure: Figure, weapon: str) -> tuple[int, int]:
    """EG-RULE-29: a burst point on the table, in range and sight."""
    spot = referee.choose(
        figure.side,
        f"{figure.name}: where does it burst?",
        Throw(battle, figure, weapon),
        rule="EG-RULE-29",
        about=(figure.id,),
    )
    return spot.x, spot.y


def change_saddle(referee: Referee, battle: Battle, figure: Figure, verb: str) -> None:
    """EG-RULE-10: into the saddle of the horse in contact, or down beside it; the horse stays where it is."""
    if verb == "mount":
        assert figure.horse is not None
        (figure.x, figure.y), figure.horse, figure.mounted, figure.hiding = figure.horse, None, True, False
        referee.tell("{} mounts", figure, rule="EG-MOVE-05")
        return
    horse = Disc(figure.x, figure.y, figure.radius)
    spots = [beside(horse, degrees, 50) for degrees in range(0, 360, 30)]
    going = going_of(battle, figure)._replace(radius=50)
    free = [
        Spot("dismount", x, y)
        for x, y in spots
        if can_end(going, x, y) and has_room(x, y, 50, (other.disc for other in battle.enemies_of(figure)))
    ]
    if not free:
        referee.tell("{} finds no room to dismount", figure, rule="EG-RULE-10")
        return
    spot = (
        free[0]
        if len(free) == 1
        else referee.choose(
            figure.side, f"{figure.name} dismounts: where?", free, rule="EG-RULE-10", about=(figure.id,)
        )
    )
    figure.horse, figure.mounted = (figure.x, figure.y), False
    figure.x, figure.y = spot.x, spot.y
    referee.tell("{} dismounts", figure, rule="EG-MOVE-05")


def issue_order(referee: Referee, battle: Battle, commander: Figure) -> None:
    """EG-RULE-14: up to three models within 6" that act at once, one after another."""
    named: list[Figure] = []
    while len(named) < ORDERED:
        left = [figure for figure in may_be_ordered(battle, commander) if figure not in named]
        if not left:
            break
        options = [Pick(figure.id, figure.name, figure.id) for figure in left]
        if named:
            options.append(Pick("enough", "That is all"))
        picked = referee.choose(
            commander.side,
            f"{commander.name} gives an order: to whom?",
            options,
            rule="EG-RULE-14",
            about=(commander.id,),
        )
        if not picked.piece:
            break
        named.append(battle.figures[picked.piece])
    battle.ordered = [figure.id for figure in named]
    referee.tell("{} gives an order to " + ", ".join(["{}"] * len(named)), commander, *named, rule="EG-RULE-14")


def rout(referee: Referee, battle: Battle, figure: Figure) -> None:
    """EG-RULE-57: withdraw if engaged, else run by the shortest way to the own edge and off the table."""
    if is_engaged(battle, figure):
        if withdraw_move(battle, figure).has_end():
            withdraw(referee, battle, figure)
        return
    going = going_of(battle, figure)
    left = allowance(battle, figure, "run")
    for x, y in way_home(battle, figure, going)[1:]:
        (nx, ny), _ = farthest(going, figure.x, figure.y, x, y, left)
        left -= round_up(leg_cost(going, figure.x, figure.y, nx, ny))
        figure.x, figure.y = nx, ny
        if (nx, ny) != (x, y) or left <= 0:
            break
    figure.moved, figure.hiding, figure.aimed_at = "run", False, ""
    if figure.y == home_line(battle, figure):
        figure.left_table, figure.standing = "fled", False
        if figure.carries:
            battle.lying[figure.carries], figure.carries = (figure.x, figure.y), ""
        referee.tell("{} flees from the table", figure, rule="EG-RULE-57")
    else:
        referee.tell("{} runs for the own edge", figure, rule="EG-RULE-57")


def way_home(battle: Battle, figure: Figure, going: Going) -> Path:
    """EG-RULE-57: the shortest way to the own edge: straight, or to the nearest free place along it; only where it stands if there is none."""
    line = home_line(battle, figure)
    places = [
        figure.x + shift
        for step in range(0, battle.field.width, 2 * figure.radius)
        for shift in dict.fromkeys((step, -step))
    ]
    free = (x for x in places if can_end(going, x, line))
    ways = (way(going, figure.x, figure.y, x, line) for x in islice(free, 8))
    found = [walk for walk in ways if walk.refusal is None]
    return min(found, key=lambda walk: walk.cost).path if found else ((figure.x, figure.y),)


def settle(referee: Referee, battle: Battle, figure: Figure) -> None:
    """After an activation: hidden enemies that it now sees within 6" are found (EG-RULE-11), and the engaged lose their aim (EG-RULE-13)."""
    if not figure.standing:
        return
    enemies = battle.enemies_of(figure)
    for enemy in enemies:
        if enemy.hiding and is_within(figure, enemy, CLOSE) and sees(battle, figure, enemy):
            enemy.hiding = False
            referee.tell("{} spots {}", figure, enemy, rule="EG-RULE-11")
    for enemy in enemies:
        if (figure.aimed_at or enemy.aimed_at) and in_contact(figure, enemy):
            figure.aimed_at = enemy.aimed_at = ""
