"""Contact: who touches whom, which edge of a base is taken, and how a move near an enemy ends in base contact."""

from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.figures import CONTACT, INCH, Figure, State
from grognard.games.high_adventure.preparation import disturb
from grognard.ground.measure import Spot, bearing, just_outside, quarter, turned
from grognard.ground.paths import solid_in_way
from grognard.kernel.referee import Referee

PIN = INCH  # HA-CON-01: a move that comes so near ends in contact
EDGES = ("front", "right", "rear", "left")
AROUND = {"front": 0, "right": 90, "rear": 180, "left": 270}


def edge_of(figure: Figure, x: int, y: int) -> str:
    """Which edge of a figure lies towards a spot (HA-FIG-01, HA-RULE-60): a boundary belongs to front, then rear."""
    return quarter(figure.facing, figure.x, figure.y, x, y)


def stand(battle: Battle, figure: Figure, x: int, y: int) -> None:
    """Put a figure on a spot; everybody who now touches an enemy, or no longer does, knows it."""
    figure.x, figure.y = x, y
    touching: list[str] = []
    id, radius, side = figure.id, figure.radius + CONTACT, figure.side
    for other in battle.figures:
        if other.side == side or other.state is not State.ABLE:
            continue
        dx, dy, reach = other.x - x, other.y - y, other.radius + radius
        if dx * dx + dy * dy <= reach * reach:
            touching.append(other.id)
            if id not in other.engaged:
                other.engaged.append(id)
        elif other.engaged and id in other.engaged:
            other.engaged.remove(id)
    figure.engaged = touching


def lift(battle: Battle, figure: Figure) -> None:
    """Take a figure out of all contacts."""
    for id in figure.engaged:
        other = battle.figure(id)
        if figure.id in other.engaged:
            other.engaged.remove(figure.id)
    figure.engaged = []


def face(figure: Figure, x: int, y: int) -> None:
    """Turn towards a spot (HA-MOVE-01)."""
    if (x, y) != (figure.x, figure.y):
        figure.facing = bearing(figure.x, figure.y, x, y)


def taken_edges(battle: Battle, figure: Figure, but: Figure | None = None) -> list[str]:
    """Edges at which an enemy is already engaged (HA-FIG-02, HA-CON-02)."""
    taken = []
    for id in figure.engaged:
        if but is None or id != but.id:
            foe = battle.figure(id)
            taken.append(edge_of(figure, foe.x, foe.y))
    return taken


def free_edges(battle: Battle, foe: Figure, but: Figure | None = None) -> list[str]:
    """Edges of a figure that no enemy is engaged with: four against one at most (HA-FIG-02)."""
    taken = taken_edges(battle, foe, but)
    return [edge for edge in EDGES if edge not in taken]


def contact_spots(battle: Battle, figure: Figure, foe: Figure) -> list[Spot]:
    """Where a figure could stand in contact with a foe, nearest first: straight on, or at the middle of a free edge (HA-CON-02)."""
    free = free_edges(battle, foe, figure)
    if not free:
        return []
    room = figure.radius + foe.radius
    dx, dy = figure.x - foe.x, figure.y - foe.y
    if not dx and not dy:
        dy = -1
    found: list[tuple[int, Spot]] = []
    ex, ey = just_outside(dx, dy, room)
    if edge_of(foe, foe.x + ex, foe.y + ey) in free:
        found.append((-1, (foe.x + ex, foe.y + ey)))
    for edge in free:
        ox, oy = turned(0, room, 0, 0, (foe.facing + AROUND[edge]) % 360)
        ox, oy = just_outside(ox, oy, room)
        x, y = foe.x + ox, foe.y + oy
        found.append(((x - figure.x) ** 2 + (y - figure.y) ** 2, (x, y)))
    found.sort(key=lambda place: place[0])
    return [spot for _, spot in found if fits(battle, figure, *spot, foe)]


def fits(battle: Battle, figure: Figure, x: int, y: int, foe: Figure | None = None) -> bool:
    """Could the figure stand here: on the table, on free ground, overlapping nobody, and at a free edge of every enemy it touches?"""
    table, radius = battle.table, figure.radius
    if not (radius <= x <= table.width - radius and radius <= y <= table.height - radius):
        return False
    for other in battle.figures:
        if other is figure or other.state is not State.ABLE or other is foe:
            continue
        dx, dy, reach = other.x - x, other.y - y, other.radius + radius
        square = dx * dx + dy * dy
        if square < reach * reach:
            return False
        touches = other.side != figure.side and square <= (reach + CONTACT) ** 2
        if touches and edge_of(other, x, y) in taken_edges(battle, other, figure):
            return False
    return not battle.terrain.is_solid(x, y, radius)


def pin(referee: Referee, battle: Battle, figure: Figure, foe: Figure) -> bool:
    """Move into base contact with an enemy within 1"; both are pinned (HA-CON-01). False if no edge can be had (HA-CON-02)."""
    for x, y in contact_spots(battle, figure, foe):
        stand(battle, figure, x, y)
        if foe.id not in figure.engaged:
            continue
        face(figure, foe.x, foe.y)  # HA-CON-03: it must turn to face and engage
        disturb(battle, figure)
        disturb(battle, foe)  # HA-RULE-38: being pinned breaks a preparation
        referee.tell("is in contact with", figure, foe, rule="HA-CON-01")
        return True
    return False


def near_enemies(battle: Battle, figure: Figure, reach: int = PIN) -> list[Figure]:
    """Enemies within so much of a figure and not in contact, nearest first."""
    found = []
    for foe in battle.figures:
        if foe.side != figure.side and foe.state is State.ABLE and foe.id not in figure.engaged:
            square = (foe.x - figure.x) ** 2 + (foe.y - figure.y) ** 2
            if square <= (figure.radius + foe.radius + reach) ** 2:
                found.append((square, foe))
    found.sort(key=lambda pair: pair[0])
    return [foe for _, foe in found]


def pin_near(referee: Referee, battle: Battle, figure: Figure) -> None:
    """After a move that ended within 1" of an enemy: into contact (HA-CON-01)."""
    if figure.engaged:
        return
    for foe in near_enemies(battle, figure):
        if wall_between(battle, figure, foe):
            continue
        if pin(referee, battle, figure, foe):
            return


def wall_between(battle: Battle, figure: Figure, foe: Figure) -> bool:
    """Is there something impassable between two figures? Nobody is pinned through a house wall."""
    return bool(battle.terrain.solids.shapes) and (
        solid_in_way(battle.terrain, 0, figure.x, figure.y, foe.x, foe.y, -1) >= 0
    )
