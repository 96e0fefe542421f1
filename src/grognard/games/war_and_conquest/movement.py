"""Movement: which units move and how, one after the other; where they may go is in `manoeuvres`."""

from functools import lru_cache

from grognard.games.war_and_conquest.battle import Battle, Unit
from grognard.games.war_and_conquest.ends import Ends
from grognard.games.war_and_conquest.footprint import are_within, body, depth, front, put
from grognard.games.war_and_conquest.glancing import back_room
from grognard.games.war_and_conquest.manoeuvres import Back, Loose, Manoeuvre
from grognard.games.war_and_conquest.morale import pass_command_test
from grognard.games.war_and_conquest.room import is_free, others_near
from grognard.ground.ranks import front_middle, led_from, turned_on_spot
from grognard.ground.shapes import Slab
from grognard.kernel.choice import Option, Pick
from grognard.kernel.referee import Referee

TOO_CLOSE = 500  # WC-OMOVE-03
TURNS: dict[str, int] = {"turn left": 270, "turn right": 90, "turn about": 180}
NO_MORE = Pick("no more moves")


class Order(Option, frozen=True, gc=False):
    """How a unit moves."""

    unit: str
    pace: str  # "advance", "double", "turn left", "turn right", "turn about", "back" or "return"

    @property
    def key(self) -> str:
        return f"{self.unit} {self.pace}"

    @property
    def pieces(self) -> tuple[str, ...]:
        return (self.unit,)


def begin_moves(referee: Referee, battle: Battle) -> None:
    """All charges have been moved; now the other units move (WC-OMOVE-01). Who is too close to an enemy to double its pace is settled here."""
    watching = [
        enemy for enemy in battle.standing(battle.other(battle.active)) if not enemy.engaged and not enemy.fleeing
    ]
    battle.queue = [unit.id for unit in battle.standing(battle.active) if can_move(unit) and is_watched(unit, watching)]
    battle.step = "move"


def can_move(unit: Unit) -> bool:
    """WC-OMOVE-09: engaged and fleeing units make no move of their own."""
    return unit.where == "table" and not (unit.engaged or unit.fleeing or unit.had_move)


def is_watched(unit: Unit, enemies: list[Unit]) -> bool:
    """Is an unengaged enemy that does not flee within 5"?"""
    return any(are_within(unit, enemy, TOO_CLOSE) for enemy in enemies)


def move_next(referee: Referee, battle: Battle) -> None:
    """One unit moves, in any order."""
    options = [order for unit in battle.units if unit.side == battle.active for order in orders_for(battle, unit)]
    if options:
        picked = referee.choose(battle.active, "Which unit moves, and how?", [*options, NO_MORE], rule="WC-OMOVE-01")
        if isinstance(picked, Order):
            move(referee, battle, battle.unit(picked.unit), picked.pace)
            return
    battle.queue = []
    battle.step = "begin_shooting"


def orders_for(battle: Battle, unit: Unit) -> tuple[Order, ...]:
    """The paces that a unit may try."""
    if unit.where == "off" and not unit.had_move:
        return (Order(unit.id, "return"),)
    if not can_move(unit):
        return ()
    may_double = not unit.out_of_order and unit.id not in battle.queue  # WC-OMOVE-03, WC-OMOVE-08
    return paces(unit.id, double=may_double, turns=unit.is_battle)


@lru_cache(maxsize=1024)
def paces(unit: str, *, double: bool, turns: bool) -> tuple[Order, ...]:
    """The orders to a unit that moves: they are offered before every move."""
    allowed = ["advance", *(["double"] if double else []), *(TURNS if turns else []), "back"]
    return tuple(Order(unit, pace) for pace in allowed)


def move(referee: Referee, battle: Battle, unit: Unit, pace: str) -> None:
    """Carry out one order."""
    unit.had_move = True
    if pace == "advance":
        go(referee, battle, unit, pace)
    elif pace == "double":
        double_pace(referee, battle, unit)
    elif pace in TURNS:
        turn(referee, battle, unit, pace)
    elif pace == "back":
        step_back(referee, battle, unit)
    else:
        come_back(referee, battle, unit)


def allowance(unit: Unit, pace: str, *, passed: bool = True) -> int:
    """How far a pace goes, in hundredths: after a failed Command Test a doubled pace is the base move, and a turn no move at all."""
    base = unit.profile.base_move
    if pace == "double":
        return 2 * base if passed else base  # WC-OMOVE-03
    if pace == "back":
        return base // 2  # WC-OMOVE-05
    if pace.startswith("turn"):
        return (base if not unit.is_battle else base // 2) if passed else 0  # WC-OMOVE-04
    return base  # WC-OMOVE-02


def needs_command_test(unit: Unit, pace: str) -> bool:
    """Battle formations double their pace and turn only after a Command Test; skirmishers need none."""
    return unit.is_battle and (pace == "double" or pace.startswith("turn"))


def go(referee: Referee, battle: Battle, unit: Unit, pace: str, limit: int | None = None) -> None:
    """Ask for the end of a move, and go there."""
    length = allowance(unit, pace) if limit is None else limit
    ends = Manoeuvre(battle, unit, pace, length) if unit.is_battle else Loose(battle, unit, pace, length)
    arrive(referee, battle, unit, ends)


def arrive(referee: Referee, battle: Battle, unit: Unit, ends: Ends) -> None:
    """Choose among the ends of a move, and stand there."""
    if not ends.goes:
        return
    end = referee.choose(unit.side, f"Where does {unit.name} go?", ends, rule="WC-OMOVE-02", about=(unit.id,))
    if (end.x, end.y, end.facing) != (unit.x, unit.y, unit.facing):
        unit.moved = True
        put(battle, unit, end.x, end.y, end.facing)
        referee.tell("{} moves to {}, {}", unit, end.x / 100, end.y / 100, rule="WC-OMOVE-02")


def double_pace(referee: Referee, battle: Battle, unit: Unit) -> None:
    """Twice the base move with one wheel; a battle formation that fails its Command Test has its base move only (WC-OMOVE-03)."""
    if needs_command_test(unit, "double") and not pass_command_test(referee, battle, unit):
        go(referee, battle, unit, "advance")
        return
    unit.done = True
    go(referee, battle, unit, "double")


def turn(referee: Referee, battle: Battle, unit: Unit, pace: str) -> None:
    """Turn on the spot after a Command Test, with half the base move left; failed, it does not move (WC-OMOVE-04, WC-RULE-41)."""
    if not pass_command_test(referee, battle, unit):
        referee.tell("does not move", unit, rule="WC-OMOVE-04")
        return
    place = turned_body(unit, TURNS[pace])
    if not is_free(battle, place, others_near(battle, unit, 200)):
        referee.tell("has no room to turn", unit, rule="WC-OMOVE-04")
        return
    put(battle, unit, *front_middle(place), place.facing)
    unit.moved = True
    referee.tell("turns", unit, rule="WC-OMOVE-04")
    go(referee, battle, unit, "advance", allowance(unit, pace))


def turned_body(unit: Unit, degrees: int) -> Slab:
    """The whole block turned about its centre; it keeps its files (WC-RULE-41)."""
    own = body(unit)
    return (
        turned_on_spot(own, degrees)
        if degrees == 180
        else Slab(own.x, own.y, own.width, own.depth, (own.facing + degrees) % 360)
    )


def step_back(referee: Referee, battle: Battle, unit: Unit) -> None:
    """Half the base move to the rear, facing kept (WC-OMOVE-05)."""
    arrive(referee, battle, unit, Back(battle, unit, back_room(battle, unit, allowance(unit, "back"))))


# Coming back onto the table (WC-LAST-02)


def come_back(referee: Referee, battle: Battle, unit: Unit) -> None:
    """A unit that stood off the table comes back where it left, or at the nearest point of that edge with room (WC-RULE-27)."""
    place = entry(battle, unit)
    if place is None:
        referee.tell("finds no room to come back", unit, rule="WC-RULE-27")
        return
    unit.where = "table"
    unit.moved = True
    unit.disordered = False
    put(battle, unit, *front_middle(place), place.facing)
    referee.tell("comes back onto the table", unit, rule="WC-LAST-02")


def entry(battle: Battle, unit: Unit) -> Slab | None:
    """Where it could stand at the edge where it left, facing inwards."""
    wide, high = battle.ground.width, battle.ground.height
    gaps = {90: unit.x, 270: wide - unit.x, 0: unit.y, 180: high - unit.y}
    facing = min(gaps, key=lambda facing: gaps[facing])
    deep, half = depth(unit), -(-front(unit) // 2)
    along_x = facing in (0, 180)
    middle, length = (unit.x, wide) if along_x else (unit.y, high)
    others = [other for other in battle.units if other.where == "table"]
    for aside in (sign * shift for shift in range(0, length, 100) for sign in (1, -1)):
        at = max(half, min(length - half, middle + aside))
        x, y = {0: (at, deep), 180: (at, high - deep), 90: (deep, at), 270: (wide - deep, at)}[facing]
        place = led_from(x, y, front(unit), deep, facing)
        if is_free(battle, place, others):
            return place
    return None
