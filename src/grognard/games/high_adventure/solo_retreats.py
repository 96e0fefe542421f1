"""Standing fast and falling back: Stand, Withdraw and Flee of a group that nobody commands (HA-SOL-32 to 34)."""

from grognard.games.high_adventure import visibility
from grognard.games.high_adventure.attributes import pace_bonus
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.contact import face, lift
from grognard.games.high_adventure.cover import SOFT, cover_of, nearest_cover
from grognard.games.high_adventure.figures import INCH, Figure, Group, gap
from grognard.games.high_adventure.groups import heard_by, strays
from grognard.games.high_adventure.movement import flee_from, go, going_of, head_for, move_of
from grognard.games.high_adventure.targeting import Focus, known_enemies
from grognard.ground.ends import nearest_point
from grognard.ground.measure import Spot, along, distance
from grognard.ground.paths import farthest
from grognard.kernel.referee import Referee

COVER_NEAR = 10 * INCH  # HA-SOL-32
COVER_WATCHED = 5 * INCH  # HA-SOL-49


def stride(figure: Figure) -> int:
    """How far it may walk with what is left of its turn: half its Move if a half is spent (HA-RULE-12)."""
    return move_of(figure) if figure.halves >= 2 else move_of(figure) // 2


def spend_halves(figure: Figure) -> None:
    """What a move has cost: one half up to half the Move, else both; a charge the whole turn (HA-SHO-07)."""
    if figure.walked:
        short = figure.walked <= move_of(figure) // 2 and not figure.charged
        figure.halves = max(0, figure.halves - (1 if short else 2))


def time_to_load(figure: Figure) -> int:
    """Archers who must load keep half their turn for it (HA-SHO-07)."""
    return stride(figure) if figure.loaded or not figure.weapon.is_missile else move_of(figure) // 2


# Stand


def stand_fast(referee: Referee, battle: Battle, group: Group, movers: list[Figure], focus: Focus) -> None:
    """HA-SOL-32, HA-SOL-49: into cover that is near and not watched, else stay and face the enemy. A Halt may freeze it
    (HA-RULE-76)."""
    members = battle.members(group)
    exposed = not all(cover_of(battle, figure, focus.x, focus.y) for figure in members)
    if exposed and not group.fortified and group.result != "Halt" and not any(figure.engaged for figure in members):
        spot = cover_for(battle, members, focus)
        if spot is not None:
            for figure in movers:
                head_for(referee, battle, figure, *spot, time_to_load(figure))
    apart = [figure.id for figure in strays(battle, group)]
    for figure in movers:
        if figure.id in apart and not figure.walked and group.result != "Halt":  # HA-RULE-16
            rejoin(referee, battle, group, figure)
        if not figure.engaged:
            face(figure, focus.x, focus.y)


def cover_for(battle: Battle, members: list[Figure], focus: Focus) -> Spot | None:
    """The nearest cover within 10" of the group with no visible enemy within 5" of it."""
    found = [
        (distance(figure.x, figure.y, *spot), spot)
        for figure in members
        if (spot := nearest_cover(battle, figure, COVER_NEAR, (focus.x, focus.y)))
    ]
    foes = visibility.seen_by(battle, members)
    for _, spot in sorted(found):
        if not any(distance(foe.x, foe.y, *spot) - foe.radius <= COVER_WATCHED for foe in foes):
            return spot
    return None


def rejoin(referee: Referee, battle: Battle, group: Group, figure: Figure) -> None:
    """A stray goes back to its comrades."""
    others = [other for other in battle.members(group) if other is not figure]
    mate = min(others, key=lambda other: gap(figure, other), default=None)
    if mate is not None and gap(figure, mate) > 2 * INCH:
        head_for(referee, battle, figure, mate.x, mate.y, stride(figure))


# Withdraw and Flee


def withdraw(referee: Referee, battle: Battle, group: Group, movers: list[Figure], focus: Focus) -> None:
    """HA-SOL-33, HA-SOL-50: stay in cover at half strength or more; else to cover farther from every enemy, else
    straight away."""
    members = battle.members(group)
    covered = all(cover_of(battle, figure, focus.x, focus.y) for figure in members)
    if covered and 2 * len(members) >= group.original:  # HA-ORD-09
        for figure in movers:
            face(figure, focus.x, focus.y)
        return
    spot = safer_cover(battle, group, members)
    for figure in movers:
        if spot is not None:
            head_for(referee, battle, figure, *spot, stride(figure))
        else:
            fall_back(referee, battle, figure, focus, stride(figure))
        if not figure.engaged:
            face(figure, focus.x, focus.y)


def safer_cover(battle: Battle, group: Group, members: list[Figure]) -> Spot | None:
    """HA-ORD-08: the nearest cover whose nearest point is farther from every known enemy than the group is now."""
    enemies = known_enemies(battle, group, members)
    found = []
    for feature in battle.table.features:
        if feature.kind not in SOFT:
            continue
        for figure in members:
            px, py = nearest_point(feature.shape, figure.x, figure.y)
            farther = all(
                distance(px, py, *enemy) > min(distance(m.x, m.y, *enemy) for m in members) for enemy in enemies
            )
            if farther and (px, py) != (figure.x, figure.y):
                found.append(
                    (distance(figure.x, figure.y, px, py), along(px, py, px - figure.x, py - figure.y, figure.radius))
                )
    return min(found)[1] if found else None


def fall_back(referee: Referee, battle: Battle, figure: Figure, focus: Focus, allowance: int) -> None:
    """Straight away from the nearest known enemy; a withdrawal ends at the table's edge."""
    tx, ty = along(figure.x, figure.y, figure.x - focus.x, figure.y - focus.y, allowance)
    spot, _ = farthest(going_of(battle, figure), figure.x, figure.y, tx, ty, allowance)
    if spot != (figure.x, figure.y):
        go(referee, battle, figure, ((figure.x, figure.y), spot))


def flee(referee: Referee, battle: Battle, group: Group, movers: list[Figure], focus: Focus | None) -> None:
    """HA-SOL-34, HA-SOL-51: one roll for the group; each runs as far from the enemy as it can, out of contact without a
    blow (HA-RULE-10)."""
    if not movers:
        return
    enemies = known_enemies(battle, group, battle.members(group)) or ([(focus.x, focus.y)] if focus else [])
    group.charge_bonus = pace_bonus(referee, movers[0], f"flight of {group.name}", "HA-SOL-51", heard_by(battle, group))
    for figure in movers:
        lift(battle, figure)
        flee_from(referee, battle, figure, enemies, stride(figure) + group.charge_bonus)
