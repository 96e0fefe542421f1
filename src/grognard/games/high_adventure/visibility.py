"""Visibility: what stops a sight line, who is seen, and what a side remembers of whom it saw."""

from functools import lru_cache

from grognard.games.high_adventure.battle import INCH, PARTY, Battle, Figure, Group, Sighting, State, gap, other_side
from grognard.games.high_adventure.cover import behind_cover
from grognard.ground.ends import nearest_point
from grognard.ground.gaps import spot_gap
from grognard.ground.lines import crosses, stretches
from grognard.ground.measure import distance
from grognard.ground.shapes import Disc, Wall, edges, holds
from grognard.ground.sight import can_see, depth_inside
from grognard.ground.terrain import Feature, Terrain
from grognard.kernel.referee import Referee

CONCEALING = ("wood", "scrub", "rubble", "crops", "night")  # HA-RULE-53
DEPTH = 6 * INCH  # HA-VIS-01, HA-VIS-02: no line runs farther inside such terrain
IN_WOODS = 8 * INCH  # HA-VIS-03
EDGE = 2 * INCH  # HA-RULE-53: two ranks at a wood's edge see out freely (HA-COV-01)
THROUGH_WINDOW = 3 * INCH  # HA-VIS-06
WINDOW = INCH  # HA-RULE-102: a base so near to an outer wall is at a window
DARKNESS = 6 * INCH  # HA-VIS-07
MIST = 12 * INCH  # HA-RULE-65


def line_of_sight(battle: Battle, x1: int, y1: int, x2: int, y2: int) -> bool:
    """Is a plain line free: no wall, door, high thing or smoke across it, and at most 6" of concealing terrain (HA-RULE-102)?"""
    return _plain_line(battle.terrain, x1, y1, x2, y2)


@lru_cache(maxsize=65536)
def _plain_line(terrain: Terrain, x1: int, y1: int, x2: int, y2: int) -> bool:
    return can_see(terrain, x1, y1, x2, y2) and depth_inside(terrain, CONCEALING, x1, y1, x2, y2) <= DEPTH


@lru_cache(maxsize=65536)
def _line(terrain: Terrain, x1: int, y1: int, r1: int, x2: int, y2: int, r2: int) -> bool:
    """The same between two figures: each may look out of a window that it stands at (HA-RULE-102)."""
    wood = concealed_in(terrain, x1, y1)
    within = wood is not None and wood is concealed_in(terrain, x2, y2)  # HA-VIS-03 has its own limit
    if not within and depth_inside(terrain, CONCEALING, x1, y1, x2, y2) > DEPTH:
        return False
    blockers = terrain.blockers
    mask = blockers.strips.on_line(x1, y1, x2, y2)
    while mask:
        low = mask & -mask
        mask ^= low
        place = low.bit_length() - 1
        if crosses(blockers.shapes[place], x1, y1, x2, y2) and not _through(terrain, place, x1, y1, r1, x2, y2, r2):
            return False
    return True


def _through(terrain: Terrain, place: int, x1: int, y1: int, r1: int, x2: int, y2: int, r2: int) -> bool:
    """Does the line pass this wall only where one of the two stands at the window?"""
    if "window" not in terrain.features[terrain.blockers.owners[place]].tags:
        return False
    length = distance(x1, y1, x2, y2)
    return all(
        (enter * length <= 2 * (r1 + WINDOW) and _near_wall(terrain, place, x1, y1, r1))
        or ((1 - leave) * length <= 2 * (r2 + WINDOW) and _near_wall(terrain, place, x2, y2, r2))
        for enter, leave in stretches(terrain.blockers.shapes[place], x1, y1, x2, y2)
    )


def _near_wall(terrain: Terrain, place: int, x: int, y: int, radius: int) -> bool:
    return spot_gap(terrain.blockers.shapes[place], x, y) <= radius + WINDOW


@lru_cache(maxsize=65536)
def concealed_in(terrain: Terrain, x: int, y: int) -> Feature | None:
    """The concealing terrain that a spot lies in."""
    for feature in terrain.at(x, y):
        if feature.kind in CONCEALING:
            return feature
    return None


@lru_cache(maxsize=65536)
def building_at(terrain: Terrain, x: int, y: int) -> Feature | None:
    """The building that a spot lies in."""
    for feature in terrain.at(x, y):
        if feature.kind == "building":
            return feature
    return None


@lru_cache(maxsize=65536)
def room_at(terrain: Terrain, x: int, y: int) -> Feature | None:
    """The room of a dungeon that a spot lies in."""
    for feature in terrain.at(x, y):
        if feature.kind == "room":
            return feature
    return None


@lru_cache(maxsize=65536)
def depth_at(terrain: Terrain, x: int, y: int) -> int:
    """How far inside its concealing terrain a spot lies; 0 outside."""
    feature = concealed_in(terrain, x, y)
    if feature is None:
        return 0
    if type(feature.shape) is Disc:
        return feature.shape.radius - distance(x, y, feature.shape.x, feature.shape.y)
    outline = edges(feature.shape)
    return min(distance(x, y, *_on_edge(edge, x, y)) for edge in outline)


def _on_edge(edge: tuple[int, int, int, int], x: int, y: int) -> tuple[int, int]:
    return nearest_point(Wall(((edge[0], edge[1]), (edge[2], edge[3]))), x, y)


# Light


def is_lit(battle: Battle, x: int, y: int) -> bool:
    """HA-RULE-104: the scenario lights the room, or a torch or fire burns in it."""
    if not battle.dark:
        return True
    room = room_at(battle.terrain, x, y)
    if room is None or room.name in battle.lit:
        return True
    shape = room.shape
    for item in battle.items:
        if item.lit and not item.gone:
            bearer = next((f for f in battle.figures if f.id == item.holder), None) if item.holder else None
            lx, ly = (bearer.x, bearer.y) if bearer is not None else (item.x, item.y)
            if holds(shape, lx, ly):
                return True
    return any(holds(shape, fire.x, fire.y) for fire in battle.fires)


# Seeing figures


def sees(battle: Battle, observer: Figure, target: Figure) -> bool:
    """Is the target in sight of the observer (HA-VIS, HA-RULE-102), Stealth included?"""
    if not would_see(battle, observer, target):
        return False
    if target.stealth == "hidden" and target.shot != battle.turn:
        return not can_hide(battle, observer, target)  # HA-VIS-05
    return True


def would_see(battle: Battle, observer: Figure, target: Figure) -> bool:
    """The same before anybody thinks of Stealth."""
    if target.invisible and target.located != battle.turn:
        return False  # HA-RULE-35
    if observer.helpless:
        return False
    ox, oy, tx, ty = observer.x, observer.y, target.x, target.y
    terrain = battle.terrain
    if not _line(terrain, ox, oy, observer.radius, tx, ty, target.radius):
        return False
    if battle.clouds and _illusion_between(battle, observer, target):
        return False
    if not terrain.features and not battle.mist:
        return True
    apart = gap(observer, target)
    if battle.mist and apart > MIST:
        return False
    shown = target.shot >= battle.turn - 1  # HA-VIS-04, HA-RULE-53: it has shot, this turn or the last
    hidden, looks_out = concealed_in(terrain, tx, ty), concealed_in(terrain, ox, oy)
    if looks_out is not None and apart > IN_WOODS and (looks_out is hidden or depth_at(terrain, ox, oy) > EDGE):
        return False  # HA-VIS-03
    if hidden is not None and looks_out is not hidden and not shown and apart > spot_range(battle, target):
        return False  # HA-VIS-01
    house, within = building_at(terrain, tx, ty), building_at(terrain, ox, oy)
    if house is not None and within is not house and not shown and apart > THROUGH_WINDOW:
        return False  # HA-VIS-06
    return not (battle.dark and not shown and apart > DARKNESS and not is_lit(battle, tx, ty))  # HA-VIS-07


def spot_range(battle: Battle, target: Figure) -> int:
    """HA-RULE-53: at what distance its group is spotted this turn; unknown as long as the die was not thrown."""
    return battle.group_of(target).spot_range * INCH


def can_hide(battle: Battle, observer: Figure, target: Figure) -> bool:
    """May Stealth be used where the target stands: in concealing terrain, a building, the dark, or behind cover (HA-RULE-54)?"""
    if battle.options.stealth_in_open == "yes":
        return True
    terrain, x, y = battle.terrain, target.x, target.y
    if concealed_in(terrain, x, y) is not None or building_at(terrain, x, y) is not None:
        return True
    if battle.dark and not is_lit(battle, x, y):
        return True
    return behind_cover(battle, target, observer.x, observer.y)


def _illusion_between(battle: Battle, observer: Figure, target: Figure) -> bool:
    """HA-RULE-49: an illusion blocks the sight of enemies who believe in it."""
    return any(
        cloud.kind == "illusion"
        and cloud.side != observer.side
        and cloud.name not in battle.side(observer.side).sees_through
        and bool(stretches(Disc(cloud.x, cloud.y, cloud.radius), observer.x, observer.y, target.x, target.y))
        for cloud in battle.clouds
    )


def seen_by(battle: Battle, figures: list[Figure]) -> list[Figure]:
    """Enemies in sight of at least one of these able figures (HA-SOL-41)."""
    if not figures:
        return []
    return [foe for foe in battle.enemies(figures[0].side) if any(sees(battle, figure, foe) for figure in figures)]


def spot_seen(battle: Battle, side: str, x: int, y: int) -> bool:
    """Is a marker's spot in sight of that side: a plain line, and light enough (HA-RULE-84)? No spotting die and no Stealth for markers."""
    for figure in battle.figures:
        if (
            figure.side == side
            and figure.state is State.ABLE
            and not figure.helpless
            and figure_sees_spot(battle, figure, x, y)
        ):
            return True
    return False


def figure_sees_spot(battle: Battle, figure: Figure, x: int, y: int) -> bool:
    """The same for one figure."""
    if not line_of_sight(battle, figure.x, figure.y, x, y):
        return False
    apart = max(0, distance(figure.x, figure.y, x, y) - figure.radius)
    if battle.mist and apart > MIST:
        return False
    return not (battle.dark and apart > DARKNESS and not is_lit(battle, x, y))


# Each turn


def throw_spot_range(referee: Referee, battle: Battle, group: Group) -> None:
    """HA-RULE-53: one secret D6 for each group that has somebody in concealing terrain."""
    drawn = referee.draw(DIE, 1, "spotting range", by=group.side, rule="HA-VIS-01", seen_by=(group.side,))
    group.spot_range = int(drawn[0])


DIE = ("1", "2", "3", "4", "5", "6")


def hidden_groups(battle: Battle) -> list[Group]:
    """Groups that stand in concealing terrain, at least in part."""
    terrain = battle.terrain
    if not any(feature.kind in CONCEALING for feature in terrain.features):
        return []
    hiding = [f.group for f in battle.figures if f.able and concealed_in(terrain, f.x, f.y) is not None]
    return [group for group in battle.groups if group.id in hiding]


def sneakers(battle: Battle) -> list[Figure]:
    """Figures whose Stealth is due for its test: not yet tested this turn, and somebody would see them (HA-VIS-05, HA-RULE-54)."""
    return [
        figure
        for figure in battle.figures
        if figure.profile.stealth  # HA-STL-01
        and figure.state is State.ABLE
        and not figure.stealth
        and figure.shot != battle.turn
        and any(would_see(battle, foe, figure) and can_hide(battle, foe, figure) for foe in battle.enemies(figure.side))
    ]


def sneak(referee: Referee, battle: Battle, figure: Figure) -> None:
    """HA-VIS-05: a Cleverness test, whose result only its owner knows."""
    drawn = referee.draw(DIE, 1, f"{figure.name}: Stealth", by=figure.side, rule="HA-VIS-05", seen_by=(figure.side,))
    figure.stealth = "hidden" if int(drawn[0]) <= figure.profile.cleverness else "spotted"


def notice(battle: Battle, mover: Figure) -> None:
    """After a move: is the mover seen, and whom does it see?"""
    seen = False
    for foe in battle.figures:
        if foe.side != mover.side and foe.state is State.ABLE:
            if not foe.seen and sees(battle, mover, foe):
                foe.seen = True
                note(battle, mover.side, foe)
            seen = seen or sees(battle, foe, mover)
    mover.seen = seen
    if seen:
        note(battle, other_side(mover.side), mover)


def note(battle: Battle, side: str, figure: Figure) -> None:
    """Remember where that side saw a figure last (HA-SOL-41)."""
    if figure.side != PARTY:
        battle.contact = True  # HA-RULE-83
    for sighting in battle.sightings:
        if sighting.figure == figure.id and sighting.side == side:
            sighting.x, sighting.y, sighting.turn = figure.x, figure.y, battle.turn
            return
    battle.sightings.append(Sighting(side, figure.id, figure.x, figure.y, battle.turn))


def remember(battle: Battle) -> None:
    """Bring what every side sees and remembers up to date; a place seen to be empty is forgotten (HA-SOL-41)."""
    for figure in battle.figures:
        if figure.state is not State.ABLE:
            continue
        side = other_side(figure.side)
        figure.seen = any(sees(battle, foe, figure) for foe in battle.figures if foe.side == side and foe.able)
        if figure.seen:
            note(battle, side, figure)
    battle.sightings = [kept for kept in battle.sightings if _still_good(battle, kept)]


def _still_good(battle: Battle, sighting: Sighting) -> bool:
    figure = battle.piece(sighting.figure)
    if not isinstance(figure, Figure) or not figure.able:
        return False
    return figure.seen or not spot_seen(battle, sighting.side, sighting.x, sighting.y)


def nearest_known(battle: Battle, figure: Figure) -> tuple[int, int] | None:
    """The nearest of these to a figure; None if its side knows of nobody."""
    best: tuple[int, int] | None = None
    least = 0
    for sighting in battle.sightings:
        if sighting.side == figure.side:
            square = (sighting.x - figure.x) ** 2 + (sighting.y - figure.y) ** 2
            if best is None or square < least:
                best, least = (sighting.x, sighting.y), square
    return best


def known_spots(battle: Battle, side: str) -> list[tuple[int, int]]:
    """Where a side knows or believes enemies to be."""
    return [(sighting.x, sighting.y) for sighting in battle.sightings if sighting.side == side]
