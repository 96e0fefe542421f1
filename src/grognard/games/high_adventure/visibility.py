"""Visibility: what stops a sight line, who is seen, and what a side remembers of whom it saw."""

from functools import lru_cache
from typing import NamedTuple

from grognard.games.high_adventure.battle import Battle, Table
from grognard.games.high_adventure.cover import behind_cover, cover_near
from grognard.games.high_adventure.figures import INCH, PARTY, Figure, Group, State, between, other_side
from grognard.games.high_adventure.things import Sighting
from grognard.ground.ends import nearest_point
from grognard.ground.gaps import spot_gap
from grognard.ground.lines import Stretch, crosses, stretches
from grognard.ground.measure import distance
from grognard.ground.shapes import Disc, Shape, Wall, bounds, edges, holds
from grognard.ground.sight import can_see, in_all
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
MOST_SIGHTS = 65536  # so many pairs of places are remembered for a table


def line_of_sight(battle: Battle, x1: int, y1: int, x2: int, y2: int) -> bool:
    """Is a plain line free: no wall, door, high thing or smoke across it, and at most 6" of concealing terrain (HA-RULE-102)?"""
    table = battle.table
    known = table.lines
    key = (x1, y1, x2, y2)
    try:
        return known[key]
    except KeyError:
        if len(known) >= MOST_SIGHTS:
            known.clear()
        terrain = table.terrain
        found = known[key] = can_see(terrain, *key) and _depth(terrain, *key) <= DEPTH
        return found


def _depth(terrain: Terrain, x1: int, y1: int, x2: int, y2: int) -> int:
    """How much of a line runs inside concealing terrain in all."""
    left, right = (x1, x2) if x1 < x2 else (x2, x1)
    low, high = (y1, y2) if y1 < y2 else (y2, y1)
    inside: list[Stretch] = []
    for shape, x_least, y_least, x_most, y_most in _thickets(terrain):
        if left <= x_most and right >= x_least and low <= y_most and high >= y_least:
            inside += stretches(shape, x1, y1, x2, y2)
    return in_all(inside, x1, y1, x2, y2) if inside else 0


@lru_cache(maxsize=256)
def _thickets(terrain: Terrain) -> tuple[tuple[Shape, int, int, int, int], ...]:
    """Everything that conceals, with the rectangle that holds it."""
    return tuple((f.shape, *bounds(f.shape)) for f in terrain.features if f.kind in CONCEALING)


class Sight(NamedTuple):
    """What lies between two bases on a table, before light, weather, magic and dice: how far apart they are, and what hides the second."""

    apart: int
    in_hiding: bool  # HA-VIS-01: in concealing terrain of its own, seen only within its spot range
    indoors: bool  # HA-VIS-06: in a house, too far from the window


def _footing(table: Table, x: int, y: int) -> tuple[Feature | None, Feature | None]:
    """The concealing terrain and the building that a spot lies in."""
    known = table.footings
    try:
        return known[x, y]
    except KeyError:
        if len(known) >= MOST_SIGHTS:
            known.clear()
        found = known[x, y] = (concealed_in(table.terrain, x, y), building_at(table.terrain, x, y))
        return found


def sight_between(table: Table, x1: int, y1: int, r1: int, x2: int, y2: int, r2: int) -> Sight | None:
    """What lies between two bases; None where no line runs."""
    terrain = table.terrain
    (looks_out, within), (hidden, house) = _footing(table, x1, y1), _footing(table, x2, y2)
    if not _line(terrain, x1, y1, r1, x2, y2, r2, looks_out is not None and looks_out is hidden):
        return None
    apart = between(x1 - x2, y1 - y2, r1 + r2)
    if looks_out is not None and apart > IN_WOODS and (looks_out is hidden or depth_at(terrain, x1, y1) > EDGE):
        return None  # HA-VIS-03
    indoors = house is not None and apart > THROUGH_WINDOW and within is not house
    return Sight(apart, hidden is not None and looks_out is not hidden, indoors)


def _line(terrain: Terrain, x1: int, y1: int, r1: int, x2: int, y2: int, r2: int, within: bool) -> bool:
    """Is the line between two figures free? Each may look out of a window that it stands at (HA-RULE-102); `within` one wood HA-VIS-03 has its own limit."""
    blockers = terrain.blockers
    mask = blockers.strips.on_line(x1, y1, x2, y2)
    while mask:
        low = mask & -mask
        mask ^= low
        place = low.bit_length() - 1
        if crosses(blockers.shapes[place], x1, y1, x2, y2) and not _through(terrain, place, x1, y1, r1, x2, y2, r2):
            return False
    return within or _depth(terrain, x1, y1, x2, y2) <= DEPTH


def _through(terrain: Terrain, place: int, x1: int, y1: int, r1: int, x2: int, y2: int, r2: int) -> bool:
    """Does the line pass this wall only where one of the two stands at the window?"""
    if "window" not in terrain.features[terrain.blockers.owners[place]].tags:
        return False
    length = distance(x1, y1, x2, y2)
    if not length:
        return True
    wall = terrain.blockers.shapes[place]
    first, second = _near_wall(wall, x1, y1, r1 + WINDOW), _near_wall(wall, x2, y2, r2 + WINDOW)
    if not first and not second:
        return False
    return all(
        (first and enter * length <= 2 * (r1 + WINDOW)) or (second and (1 - leave) * length <= 2 * (r2 + WINDOW))
        for enter, leave in stretches(wall, x1, y1, x2, y2)
    )


def _near_wall(wall: Shape, x: int, y: int, reach: int) -> bool:
    left, bottom, right, top = bounds(wall)
    if x < left - reach or x > right + reach or y < bottom - reach or y > top + reach:
        return False
    return spot_gap(wall, x, y) <= reach


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
    if target.effects and target.invisible and target.located != battle.turn:
        return False  # HA-RULE-35
    if observer.effects and observer.helpless:
        return False
    sight = _sight(battle, observer, target)
    if sight is None or (battle.clouds and _illusion_between(battle, observer, target)):
        return False
    apart, in_hiding, indoors = sight
    if battle.mist and apart > MIST:
        return False
    if target.shot >= battle.turn - 1:
        return True  # HA-VIS-04, HA-RULE-53: it has shot, this turn or the last
    if indoors or (in_hiding and apart > spot_range(battle, target)):
        return False
    return not (battle.dark and apart > DARKNESS and not is_lit(battle, target.x, target.y))  # HA-VIS-07


def _sight(battle: Battle, observer: Figure, target: Figure) -> Sight | None:
    """What lies between two figures, found once for every pair of places."""
    table = battle.table
    known = table.sights
    r1, r2 = observer.profile.radius, target.profile.radius
    if observer.mounted or target.mounted:
        r1, r2 = observer.radius, target.radius
    key = (observer.x, observer.y, r1, target.x, target.y, r2)
    try:
        found: Sight | None = known[key]
    except KeyError:
        if len(known) >= MOST_SIGHTS:
            known.clear()
        found = known[key] = sight_between(table, *key)
    return found


def spot_range(battle: Battle, target: Figure) -> int:
    """HA-RULE-53: at what distance its group is spotted this turn; unknown as long as the die was not thrown."""
    return battle.group_of(target).spot_range * INCH


def can_hide(battle: Battle, observer: Figure, target: Figure) -> bool:
    """May Stealth be used where the target stands: in concealing terrain, a building, the dark, or behind cover (HA-RULE-54)?"""
    return _hides_here(battle, target) or behind_cover(battle, target, observer.x, observer.y)


def _hides_here(battle: Battle, figure: Figure) -> bool:
    """The same, whoever looks."""
    if battle.options.stealth_in_open == "yes":
        return True
    x, y = figure.x, figure.y
    wood, house = _footing(battle.table, x, y)
    if wood is not None or house is not None:
        return True
    return battle.dark and not is_lit(battle, x, y)


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
    found = []
    for foe in battle.enemies(figures[0].side):
        for figure in figures:
            if sees(battle, figure, foe):
                found.append(foe)
                break
    return found


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
        and _would_hide(battle, figure)
    ]


def _would_hide(battle: Battle, figure: Figure) -> bool:
    """Would somebody see it where Stealth may be used?"""
    if not _hides_here(battle, figure) and not cover_near(battle.terrain, figure.x, figure.y, figure.radius):
        return False
    return any(would_see(battle, foe, figure) and can_hide(battle, foe, figure) for foe in battle.enemies(figure.side))


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
    if battle.dark and any(item.lit and item.holder == mover.id for item in battle.items):
        look_round(battle)  # HA-RULE-104: the light goes where its bearer goes


def look_round(battle: Battle) -> None:
    """Light, a door or a mind has changed: whoever comes into sight by it is seen at once (HA-SOL-41)."""
    for figure in battle.figures:
        if figure.state is State.ABLE and not figure.seen and is_seen(battle, figure):
            figure.seen = True
            note(battle, other_side(figure.side), figure)


def note(battle: Battle, side: str, figure: Figure) -> None:
    """Remember where that side saw a figure last (HA-SOL-41)."""
    if figure.side != PARTY:
        battle.contact = True  # HA-RULE-83
    for sighting in battle.sightings:
        if sighting.figure == figure.id and sighting.side == side:
            sighting.x, sighting.y, sighting.turn = figure.x, figure.y, battle.turn
            return
    battle.sightings.append(Sighting(side, figure.id, figure.x, figure.y, battle.turn))


def is_seen(battle: Battle, figure: Figure) -> bool:
    """Is it in sight of anybody on the other side?"""
    side = figure.side
    for foe in battle.figures:  # noqa: SIM110  a plain loop: this is asked of everybody, often
        if foe.side != side and foe.state is State.ABLE and sees(battle, foe, figure):
            return True
    return False


def remember(battle: Battle) -> None:
    """Bring what every side sees and remembers up to date; a place seen to be empty is forgotten (HA-SOL-41)."""
    for figure in battle.figures:
        if figure.state is not State.ABLE:
            continue
        figure.seen = is_seen(battle, figure)
        if figure.seen:
            note(battle, other_side(figure.side), figure)
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
