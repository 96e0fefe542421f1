"""Running away: where a flight goes, whom it goes through, and what waits at its end; and the pursuit that follows it."""

from typing import Literal

from msgspec import Struct

from grognard.games.war_and_conquest.battle import Battle, Unit
from grognard.games.war_and_conquest.contact import (
    face_to,
)
from grognard.games.war_and_conquest.footprint import body, corners_of, is_crossed, put
from grognard.games.war_and_conquest.general import share_fate
from grognard.games.war_and_conquest.last_chance import last_chance
from grognard.games.war_and_conquest.losses import lose
from grognard.games.war_and_conquest.morale import (
    pass_command_test,
)
from grognard.games.war_and_conquest.room import (
    others_near,
    pulled_in,
    share_ground,
)
from grognard.games.war_and_conquest.tape import forget
from grognard.ground.gaps import spot_gap
from grognard.ground.lines import stretches
from grognard.ground.measure import SCALE, Spot, bearing, direction
from grognard.ground.open_table import leaves_table_at
from grognard.ground.paths import Going
from grognard.ground.ranks import advanced, ahead_and_aside, front_middle, led_from
from grognard.ground.shapes import Slab
from grognard.ground.ways import way
from grognard.kernel.choice import Pick
from grognard.kernel.referee import Referee

Phase = Literal["resolution", "charge", "end"]
Meets = Literal["nothing", "friend", "enemy", "edge"]
MEETS: tuple[Meets, ...] = ("nothing", "friend", "enemy", "edge")
MEETINGS: dict[str, Pick] = {
    "nothing": Pick("nothing", "It meets nothing"),
    "friend": Pick("friend", "Its leader runs into a friendly unit"),
    "enemy": Pick("enemy", "Its leader runs into an enemy unit"),
    "edge": Pick("edge", "It reaches the table edge"),
}
NO_CROSSING = Pick("no other", "No other")


class Journey(Struct, frozen=True):
    """A flight as it went: what its leader met, which friendly battle formations it went through, and which unit he met, where that is known."""

    meets: Meets = "nothing"
    crossed: tuple[str, ...] = ()
    met: str = ""


# Which way (WC-RULE-22)


def away_from(unit: Unit, foe: Unit) -> Spot:
    """Straight away from a foe."""
    own, theirs = body(unit), body(foe)
    dx, dy = own.x - theirs.x, own.y - theirs.y
    return (dx, dy) if dx or dy else direction(unit.facing + 180)


def out_of_combat(battle: Battle, unit: Unit) -> Spot:
    """Straight away from the foe with most models; one whose front it faces sees it run straight ahead."""
    foes = battle.foes(unit)
    if not foes:
        return from_nearest_enemy(battle, unit)
    foe = max(foes, key=lambda foe: foe.models)
    return direction(foe.facing) if face_to(battle, foe, unit) == "front" else away_from(unit, foe)


def from_nearest_enemy(battle: Battle, unit: Unit) -> Spot:
    """Straight away from the nearest enemy; without any, for its own edge."""
    enemies = [enemy for enemy in battle.standing(battle.other(unit.side)) if not enemy.fleeing]
    enemies = enemies or battle.standing(battle.other(unit.side))
    if not enemies:
        return (0, -1) if battle.side(unit.side).edge == "south" else (0, 1)
    return away_from(unit, min(enemies, key=lambda enemy: spot_gap(body(enemy), unit.x, unit.y)))


def to_rally_point(battle: Battle, unit: Unit) -> Spot:
    """Straight for the nearer of its army's rally points (WC-RALLY-08, WC-OFIELD-02)."""
    points = battle.side(unit.side).rally_points
    own = body(unit)
    x, y = min(points, key=lambda spot: (spot[0] - own.x) ** 2 + (spot[1] - own.y) ** 2)
    if (x, y) == (own.x, own.y):
        return (0, -1) if battle.side(unit.side).edge == "south" else (0, 1)
    return x - own.x, y - own.y


# The flight


def run_away(referee: Referee, battle: Battle, unit: Unit, heading: Spot, inches: int, phase: Phase) -> Journey:
    """Flee so many inches; what it meets is told, and done to it."""
    unit.fleeing = True
    unit.running = unit.broke = unit.engaged = False
    if phase != "end":
        unit.fled_this_turn = True
    share_fate(referee, battle, unit)
    forget(battle, unit)
    journey = (
        ask_journey(referee, battle, unit, inches, phase)
        if battle.companion
        else go_journey(battle, unit, heading, inches * 100, phase)
    )
    referee.tell('{} flees {}"', unit, inches, rule="WC-RULE-37")
    for id in journey.crossed:
        referee.tell("flees through", unit, battle.unit(id), rule="WC-PF-03")
        flee_through(referee, battle, battle.unit(id))
    if journey.meets == "edge":
        last_chance(referee, battle, unit)
    elif journey.meets == "enemy" and phase != "end":
        lose(referee, battle, unit, "dispersed", "WC-RULE-23", battle.piece(journey.met))
    return journey


def flee_through(referee: Referee, battle: Battle, crossed: Unit) -> None:
    """A battle formation through which friends flee keeps its order by a Command Test (WC-PF-03, WC-RULE-26)."""
    if crossed.where == "table" and crossed.is_battle and not pass_command_test(referee, battle, crossed):
        crossed.disordered = True
        referee.tell("is disordered by friends who flee through it", crossed, rule="WC-PF-03")


def ask_journey(referee: Referee, battle: Battle, unit: Unit, inches: int, phase: Phase) -> Journey:
    """What the people at a real table saw of a flight (WC-COMP-08, WC-COMP-09)."""
    told = battle.told.get(f"meets {unit.id}")
    if told is not None:
        return Journey(MEETS[told])
    possible = [MEETINGS[word] for word in MEETS if word != "friend" or phase == "end"]
    met = referee.choose(
        unit.side,
        f'{unit.name} flees {inches}": what does its leader meet?',
        possible,
        rule="WC-RULE-23",
        about=(unit.id,),
    )
    crossed: list[str] = []
    friends = [
        friend
        for friend in battle.standing(unit.side)
        if friend is not unit and friend.is_battle and not friend.fleeing
    ]
    while phase != "end" and len(crossed) < len(friends):
        left = [Pick(friend.id, friend.name, friend.id) for friend in friends if friend.id not in crossed]
        text = f"Which friendly battle formation does {unit.name} flee through?"
        through = referee.choose(unit.side, text, [NO_CROSSING, *left], rule="WC-PF-03", about=(unit.id,))
        if through is NO_CROSSING or through.key == NO_CROSSING.key:
            break
        crossed.append(through.key)
    return Journey(met.key, tuple(crossed))  # type: ignore[arg-type]


def go_journey(battle: Battle, unit: Unit, heading: Spot, length: int, phase: Phase) -> Journey:
    """Move the fleeing unit on our table: it turns, runs and is set down; what it met on the way."""
    facing = bearing(0, 0, *heading)
    own = body(unit)
    start = pulled_in(battle.ground, Slab(own.x, own.y, own.width, own.depth, facing))
    start = round_the_ground(battle, start, length)
    length = max(0, length)
    others = others_near(battle, unit, length + 2 * (own.width + own.depth) + 1200)
    blocking = others if phase == "end" else [other for other in others if other.side != unit.side]
    while True:
        end = advanced(start, length)
        met, at = first_met(start, end, blocking)
        leader = front_middle(start)
        left_at = leaves_table_at(battle.ground.width, battle.ground.height, *leader, *front_middle(end))
        if met is not None and at is not None:
            crossed = _crossed(start, at, others, unit) if phase != "end" else ()
            put(battle, unit, *front_middle(pulled_in(battle.ground, advanced(start, at))), start.facing)
            return Journey("friend" if met.side == unit.side else "enemy", crossed, met.id)
        if left_at is not None:
            put(battle, unit, *left_at, start.facing)
            return Journey("edge", _crossed(start, length, others, unit) if phase != "end" else ())
        place = pulled_in(battle.ground, end)
        among = [other for other in others if share_ground(place, body(other))]
        if not among:
            put(battle, unit, *front_middle(place), place.facing)
            return Journey("nothing", _crossed(start, length, others, unit) if phase != "end" else ())
        length += max(past(place, other) for other in among)  # WC-RULE-23: it is set just beyond them


def past(slab: Slab, other: Unit) -> int:
    """How far a body must go straight on to have another unit behind it."""
    ahead = max(ahead_and_aside(slab, x, y)[0] for x, y in corners_of(other))
    return max(1, ahead // SCALE + slab.depth // 2 + 2)


def first_met(start: Slab, end: Slab, units: list[Unit]) -> tuple[Unit | None, int | None]:
    """The first unit that the leader runs into, and after how far."""
    (x1, y1), (x2, y2) = front_middle(start), front_middle(end)
    best, found = 2.0, None
    for unit in units:
        inside = stretches(body(unit), x1, y1, x2, y2) if is_crossed(body(unit), x1, y1, x2, y2) else ()
        if inside and inside[0][0] < best:
            best, found = inside[0][0], unit
    if found is None:
        return None, None
    return found, int(best * ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5)


def _crossed(start: Slab, length: int, others: list[Unit], unit: Unit) -> tuple[str, ...]:
    """The friendly battle formations over whose ground it ran."""
    if length < 2:
        return ()
    run = led_from(*front_middle(advanced(start, length)), start.width, length, start.facing)
    return tuple(
        other.id
        for other in others
        if other.side == unit.side and other.is_battle and not other.fleeing and share_ground(run, body(other))
    )


def round_the_ground(battle: Battle, start: Slab, length: int) -> Slab:
    """The body turned so that it goes round impassable ground by the shortest way (WC-RULE-22); as it was if nothing is in its way."""
    terrain = battle.terrain
    if not terrain.solids.shapes:
        return start
    (x1, y1), (x2, y2) = front_middle(start), front_middle(advanced(start, length))
    if not any(stretches(shape, x1, y1, x2, y2) for shape in terrain.solids.shapes):
        return start
    x2, y2 = max(1, min(terrain.width - 1, x2)), max(1, min(terrain.height - 1, y2))
    found = way(Going(terrain, 1, ignores_slow=True, ignores_obstacles=True), x1, y1, x2, y2)
    if found.refusal or len(found.path) < 3:
        return start
    return pulled_in(battle.ground, Slab(start.x, start.y, start.width, start.depth, bearing(x1, y1, *found.path[1])))


def roll_run(referee: Referee, unit: Unit, verb: str) -> int:
    """Flee or pursuit dice, which are also inches (WC-OTROOP-03)."""
    return referee.roll(unit.profile.flee_dice, f"{unit.name} {verb}", by=unit.side, rule="WC-OTROOP-03").total
