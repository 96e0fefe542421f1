"""Whom a group looks at that nobody commands: where it goes, and the one enemy that its archers shoot at (HA-SOL-46,
HA-SOL-53)."""

from collections.abc import Sequence

from msgspec import Struct

from grognard.games.high_adventure import visibility
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.figures import Figure, Group
from grognard.games.high_adventure.groups import group_gap, heard_by
from grognard.games.high_adventure.shooting import can_shoot, can_shoot_at_all
from grognard.games.high_adventure.things import Shot
from grognard.ground.measure import Spot, distance
from grognard.kernel.referee import Referee


class Focus(Struct, frozen=True, gc=False):
    """Whom or what a group looks at: a spot, and the figure there if one is in sight."""

    x: int
    y: int
    foe: str = ""
    post: bool = False  # nobody is known: it is the place that the scenario gave the group


def focus_of(referee: Referee, battle: Battle, group: Group) -> Focus | None:
    """HA-SOL-46: the nearest figure in sight (HA-RULE-86), else the nearest last known position, else the post of the
    scenario."""
    members = battle.members(group)
    foes = visibility.seen_by(battle, members)
    if foes:
        near = [group_gap(battle, group, foe) for foe in foes]
        nearest = [foe for foe, apart in zip(foes, near, strict=True) if apart == min(near)]
        foe = nearest[0]
        if len(nearest) > 1:  # exact ties at random
            ids, hears = [foe.id for foe in nearest], heard_by(battle, group)
            drawn = referee.draw(ids, 1, "which enemy it goes for", by=group.side, rule="HA-SOL-46", seen_by=hears)
            foe = battle.figure(drawn[0])
        return Focus(foe.x, foe.y, foe.id)
    known = visibility.known_spots(battle, group.side)
    if known:
        x, y = min(known, key=lambda spot: min(distance(figure.x, figure.y, *spot) for figure in members))
        return Focus(x, y)
    return Focus(group.post_x, group.post_y, post=True) if group.post_x >= 0 else None


def known_enemies(battle: Battle, group: Group, members: list[Figure]) -> list[Spot]:
    """Where enemies are seen or were last known."""
    seen = [(foe.x, foe.y) for foe in visibility.seen_by(battle, members)]
    return list(dict.fromkeys([*seen, *visibility.known_spots(battle, group.side)]))


# Shooting


class Candidate(Struct, frozen=True, gc=False):
    """An enemy as an uncommanded group's archers see him."""

    id: str
    distance: int
    in_sight: bool = True
    invisible: bool = False
    belt: bool = False


def nearest_target(candidates: Sequence[Candidate]) -> Candidate | None:
    """HA-SOL-02, HA-SOL-53: the nearest enemy in sight and no other; a belt wearer only if there is nobody else
    (HA-ART-07)."""
    seen = [enemy for enemy in candidates if enemy.in_sight and not enemy.invisible]
    bare = [enemy for enemy in seen if not enemy.belt]
    return min(bare or seen, key=lambda enemy: enemy.distance, default=None)


def declare_shots(referee: Referee, battle: Battle, group: Group) -> None:
    """Each figure with a loaded weapon and a legal shot at that one enemy takes it; the others do not shoot."""
    shooters = [figure for figure in battle.members(group) if can_shoot_at_all(battle, figure) and not figure.preparing]
    if not shooters:
        return
    foes = visibility.seen_by(battle, battle.members(group))
    target = nearest_target(
        [Candidate(foe.id, group_gap(battle, group, foe), True, foe.invisible, foe.profile.belt) for foe in foes]
    )
    if target is None:
        return
    for figure in shooters:
        if can_shoot(battle, figure, battle.figure(target.id)):
            battle.shots.append(Shot(figure.id, target.id, figure.weapon.name))
            referee.tell("aims at", figure, battle.figure(target.id), rule="HA-SOL-02")
