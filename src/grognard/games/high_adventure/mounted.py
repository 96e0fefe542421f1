"""Riding: pivots, getting on and off, losing the horse, and riding on after a charge."""

import itertools

from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.contact import contact_spots, stand
from grognard.games.high_adventure.figures import INCH, Figure
from grognard.games.high_adventure.things import Item
from grognard.ground.measure import Spot, bearing, distance, step, turn_between
from grognard.ground.paths import Going, Path, farthest
from grognard.kernel.dice import D6
from grognard.kernel.referee import Referee

PIVOT = 45  # HA-MOVE-08: in each half of the move
ROUNDING = 3  # degrees by which a heading read off two whole spots may be out
SLOW = 2 * INCH  # HA-MOVE-09: so slow that it may turn about
RIDE = 8 * INCH


def may_pivot(moved: int, first: int, second: int) -> bool:
    """Are these pivots lawful for a ridden animal that moves so far (HA-MOVE-08, HA-MOVE-09)?"""
    first, second = abs(first), abs(second)
    if first > PIVOT:
        return False
    return second <= PIVOT or (moved <= SLOW and 90 <= second <= 180)


def ride_path(figure: Figure, first: int, run: int, second: int, more: int) -> tuple[Path, int]:
    """A ride: pivot, go straight, pivot, go straight; the way and the facing at its end."""
    facing = (figure.facing + first) % 360
    middle = step(figure.x, figure.y, facing, run)
    facing = (facing + second) % 360
    end = step(*middle, facing, more)
    return ((figure.x, figure.y), middle, end), facing


def is_ride(figure: Figure, path: Path, allowance: int) -> bool:
    """Could the animal go this way: at most two straight legs, one in each half, with lawful pivots (HA-MOVE-08)?"""
    legs = [(a, b) for a, b in itertools.pairwise(path) if a != b]
    if len(legs) > 2:
        return False
    facing, pivots, moved = figure.facing, [], 0
    for (x1, y1), (x2, y2) in legs:
        heading = bearing(x1, y1, x2, y2)
        pivots.append(_rounded(turn_between(facing, heading)))
        facing = heading
        moved += distance(x1, y1, x2, y2)
    pivots += [0] * (2 - len(pivots))
    if len(legs) == 1 and abs(pivots[0]) > PIVOT:
        return abs(pivots[0]) <= 2 * PIVOT and moved <= allowance // 2  # both pivots before the second half
    first = distance(*legs[0][0], *legs[0][1]) if legs else 0
    if len(legs) == 2 and (first > allowance // 2 + 1 or moved - first > allowance // 2 + 1):
        return False  # one straight leg in each half
    return may_pivot(moved, pivots[0], pivots[1])


def _rounded(turn: int) -> int:
    """A turn that is only by rounding more than it may be."""
    for limit in (PIVOT, 2 * PIVOT):
        if limit < abs(turn) <= limit + ROUNDING:
            return limit if turn > 0 else -limit
    return turn


# On and off


def dismount(referee: Referee, battle: Battle, figure: Figure) -> None:
    """Get off of one's own will: half a turn, and the horse waits (HA-RULE-105)."""
    battle.made += 1
    battle.items.append(
        Item(f"horse{battle.made}", figure.side, f"{figure.name}'s horse", kind="horse", x=figure.x, y=figure.y)
    )
    figure.mounted = False
    stand(battle, figure, figure.x, figure.y)
    referee.tell("dismounts", figure, rule="HA-RULE-105")


def horse_at_hand(battle: Battle, figure: Figure) -> Item | None:
    """A waiting horse that the figure touches; it can be mounted (HA-RULE-105)."""
    if figure.mounted or figure.profile.radius != 50:
        return None
    for item in battle.items:
        reach = figure.radius + 75
        if (
            item.kind == "horse"
            and not item.gone
            and (item.x - figure.x) ** 2 + (item.y - figure.y) ** 2 <= reach * reach
        ):
            return item
    return None


def mount(referee: Referee, battle: Battle, figure: Figure, horse: Item) -> None:
    """Get on a horse: half a turn (HA-RULE-105)."""
    horse.gone = True
    figure.mounted = True
    stand(battle, figure, figure.x, figure.y)
    referee.tell("mounts", figure, horse, rule="HA-RULE-105")


def unhorse(referee: Referee, battle: Battle, loser: Figure, winner: Figure) -> None:
    """HA-MNT-04: Dismounted: the figure on foot takes his place, not pushed back, and the horse is gone (HA-HOR-01)."""
    loser.mounted = False
    referee.tell("is dismounted", loser, rule="HA-MNT-04")
    if winner.able:
        for x, y in contact_spots(battle, loser, winner):
            stand(battle, loser, x, y)
            return
    stand(battle, loser, loser.x, loser.y)


# Riding on


def rides_on(battle: Battle, figure: Figure) -> bool:
    """HA-MNT-02: a rider who used his charge move, still mounted, able and not helpless (HA-RULE-33)."""
    return figure.mounted and figure.charged and figure.able and not figure.helpless


def ride_on(referee: Referee, battle: Battle, figure: Figure, fought: list[str]) -> None:
    """D6" straight ahead after the round: past whom it fought, up to any other enemy, short of friends, off immovable terrain (HA-MNT-02, HA-MNT-03)."""
    length = referee.roll(D6, f"{figure.name} rides on", by=figure.side, rule="HA-MNT-02").total * INCH
    spot = _ride_end(battle, figure, fought, length)
    stand(battle, figure, *spot)
    referee.tell("rides on", figure, rule="HA-MNT-02")


def _ride_end(battle: Battle, figure: Figure, fought: list[str], length: int) -> Spot:
    """Where the ride ends: it turns only as far as it must to miss terrain (HA-RULE-33), and stops at the table's edge."""
    others = tuple(f.disc for f in battle.figures if f.able and f is not figure and f.id not in fought)
    passed = tuple(f.disc for f in battle.figures if f.able and f.id in fought)
    going = Going(battle.terrain, figure.radius, others, passed, ignores_slow=True, ignores_obstacles=True)
    best: Spot = (figure.x, figure.y)
    for turn in (0, 15, -15, 30, -30, 45, -45, 60, -60, 75, -75, 90, -90):
        facing = (figure.facing + turn) % 360
        tx, ty = step(figure.x, figure.y, facing, length)
        spot, stopped = farthest(going, figure.x, figure.y, tx, ty, length + 1)
        if stopped is not None and stopped.why == "impassable":
            continue
        figure.facing = facing
        best = spot
        break
    while best != (figure.x, figure.y) and any(
        (best[0] - d.x) ** 2 + (best[1] - d.y) ** 2 < (d.radius + figure.radius) ** 2 for d in passed
    ):
        far = distance(figure.x, figure.y, *best)
        if far <= 10:
            return figure.x, figure.y
        best = step(figure.x, figure.y, figure.facing, far - 10)  # no room behind the enemy: it stays before him
    return best
