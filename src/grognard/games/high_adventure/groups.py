"""Groups: who leads them, what is typical of them, and whether they keep together."""

from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.figures import INCH, Figure, Group, State, gap
from grognard.ground.open_table import clumps
from grognard.ground.shapes import Disc

LINK = 2 * INCH  # HA-GRP-02


def leader_of(battle: Battle, group: Group) -> Figure | None:
    """The designated leader, while able (HA-GRP-04)."""
    if not group.leader:
        return None
    leader = battle.figure(group.leader)
    return leader if leader.able else None


def majority(battle: Battle, group: Group) -> Figure | None:
    """A figure of the type that most of the group's able figures are of (HA-GRP-05); a group should hold one type (HA-GRP-03)."""
    return typical(battle.members(group))


def typical(members: list[Figure]) -> Figure | None:
    """A figure of the type that most of these are of."""
    if len(members) < 2:
        return members[0] if members else None
    types = [(figure.kind, figure.profile.missile is not None, bool(figure.profile.wizard)) for figure in members]
    return max(zip(members, types, strict=True), key=lambda pair: types.count(pair[1]))[0]


def leadership(battle: Battle, group: Group) -> int:
    """The leader's Leadership, else the majority type's (HA-RULE-05, HA-ATTR-07e)."""
    chief = leader_of(battle, group) or majority(battle, group)
    return chief.profile.leadership if chief else 0


def leaderships(battle: Battle, groups: list[Group]) -> list[tuple[Group, int]]:
    """These groups with their Leadership, but for those that have nobody left."""
    able: dict[str, list[Figure]] = {}
    for figure in battle.figures:
        if figure.state is State.ABLE:
            able.setdefault(figure.group, []).append(figure)
    found = []
    for group in groups:
        members = able.get(group.id)
        if members:
            chief = leader_of(battle, group) or typical(members)
            found.append((group, chief.profile.leadership if chief else 0))
    return found


def hearers(battle: Battle, figure: Figure) -> tuple[str, ...] | None:
    """Who may see a figure's dice (None: all): while it is out of sight only its own side, and nobody where the rules play that side."""
    heard = figure.heard_by
    return () if heard and battle.side(figure.side).solo else heard


def heard_by(battle: Battle, group: Group) -> tuple[str, ...] | None:
    """The same for a group, while all of it is out of sight."""
    id, anybody = group.id, False
    for figure in battle.figures:
        if figure.group == id and figure.state is State.ABLE:
            if figure.seen or figure.engaged:
                return None
            anybody = True
    if not anybody:
        return None
    return () if battle.side(group.side).solo else (group.side,)


def facing_of(battle: Battle, group: Group, x: int, y: int) -> Figure | None:
    """The figure whose facing is the group's: the leader, else the one nearest the enemy (HA-RULE-72)."""
    return leader_of(battle, group) or min(
        battle.members(group), key=lambda f: (f.x - x) ** 2 + (f.y - y) ** 2, default=None
    )


def group_gap(battle: Battle, group: Group, figure: Figure) -> int:
    """From a group's nearest figure to another figure, edge to edge (HA-RULE-86)."""
    return min((gap(member, figure) for member in battle.members(group)), default=10**6)


def is_linked(discs: list[Disc]) -> bool:
    """Is every figure within 2" of another, so that all hang together (HA-GRP-02, HA-RULE-16)?"""
    return len(clumps(discs, LINK)) <= 1


def strays(battle: Battle, group: Group) -> list[Figure]:
    """Figures off the group's main clump, which restore it at their next move (HA-RULE-16)."""
    members = battle.members(group)
    parts = clumps([figure.disc for figure in members], LINK)
    if len(parts) < 2:
        return []
    main = max(parts, key=len)
    return [figure for n, figure in enumerate(members) if n not in main]
