"""Line of sight, cover and distance: who sees whom, and how well he is covered."""

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from grognard.games.en_garde.battle import INCH, RADIUS, Battle, Cover, Figure
from grognard.ground.gaps import gap, spot_gap
from grognard.ground.lines import crosses
from grognard.ground.measure import root_up
from grognard.ground.shapes import Disc
from grognard.ground.sight import can_see, discs_across
from grognard.ground.terrain import Feature, Terrain

GRADES = (Cover.NONE, Cover.LIGHT, Cover.MEDIUM, Cover.HEAVY)
FARTHEST = 202  # between the centres of two riders in contact
CONTACT = 1  # EG-RULE-62: base contact is distance 0, with a tolerance of a hundredth


def distance(one: Figure, other: Figure) -> int:
    """EG-RULE-17: base edge to base edge, in hundredths of an inch."""
    dx, dy = one.x - other.x, one.y - other.y
    return max(0, root_up(dx * dx + dy * dy) - RADIUS[one.mounted] - RADIUS[other.mounted])


def is_within(one: Figure, other: Figure, reach: int) -> bool:
    """Whether the bases of two models are no farther apart than this; what `distance` says, without the root."""
    dx, dy, most = one.x - other.x, one.y - other.y, reach + RADIUS[one.mounted] + RADIUS[other.mounted]
    return dx * dx + dy * dy <= most * most


def in_contact(one: Figure, other: Figure) -> bool:
    """Base contact (EG-RULE-62)."""
    return is_within(one, other, CONTACT)


def enemies_in_contact(battle: Battle, figure: Figure) -> list[Figure]:
    """EG-RULE-06: the standing enemies that engage a model."""
    return enemies_touching(figure, battle.figures.values())


def enemies_touching(figure: Figure, others: Iterable[Figure]) -> list[Figure]:
    """Those of the others that engage a model."""
    x, y, side = figure.x, figure.y, figure.side
    return [
        other
        for other in others
        if -FARTHEST < x - other.x < FARTHEST
        and -FARTHEST < y - other.y < FARTHEST
        and other.side != side
        and other.standing
        and is_within(figure, other, CONTACT)
    ]


def engaged_models(battle: Battle) -> list[Figure]:
    """All that are in base contact with a standing enemy, in the order of the table; found in one go."""
    standing = battle.standing()
    across = sorted(standing, key=lambda figure: figure.x)
    engaged: dict[str, None] = {}
    for place, one in enumerate(across):
        x, y, side = one.x + FARTHEST, one.y, one.side
        for other in across[place + 1 :]:
            if other.x > x:
                break
            if other.side != side and -FARTHEST < y - other.y < FARTHEST and is_within(one, other, CONTACT):
                engaged[one.id] = engaged[other.id] = None
    return [figure for figure in standing if figure.id in engaged]


def is_engaged(battle: Battle, figure: Figure) -> bool:
    """EG-RULE-06: in base contact with a standing enemy."""
    return bool(enemies_in_contact(battle, figure))


def sees(battle: Battle, viewer: Figure, target: Figure) -> bool:
    """EG-RULE-18: a straight line between the base centres that crosses no blocking terrain. Models do not block it."""
    return can_see(battle.terrain, viewer.x, viewer.y, target.x, target.y)


def is_sheltered(battle: Battle, figure: Figure) -> bool:
    """EG-RULE-75: under a roof."""
    return any(feature.roof for feature in battle.terrain.at(figure.x, figure.y))


def cover_from(battle: Battle, x: int, y: int, target: Figure, *, burst: bool = False) -> Cover:
    """EG-RULE-19: the best single grade that terrain gives against a shot or burst from this spot."""
    return terrain_cover(battle.terrain, x, y, target.x, target.y, burst)


@lru_cache(maxsize=65536)
def terrain_cover(terrain: Terrain, x: int, y: int, tx: int, ty: int, burst: bool) -> Cover:
    """What terrain gives whoever stands at (tx, ty) against a shot or burst from (x, y); kept, since much is asked again of those who stay."""
    best = 0
    for feature in terrain.crossed(x, y, tx, ty):
        if feature.cover:
            grade = GRADES.index(Cover(feature.cover))
            if grade > best and _covers(terrain, feature, x, y, tx, ty, burst):
                best = grade
    return GRADES[best]


def _covers(terrain: Terrain, feature: Feature, x: int, y: int, tx: int, ty: int, burst: bool) -> bool:
    """An area covers whoever stands inside it, but not from a burst inside it (EG-RULE-29); an obstacle whoever stands nearer to it than the shooter does.

    Through a gate in an obstacle one is seen without its cover.
    """
    to_target, to_source = spot_gap(feature.shape, tx, ty), spot_gap(feature.shape, x, y)
    if "area" in feature.tags:
        return to_target == 0 and not (burst and to_source == 0)
    return to_target < to_source and (not feature.obstacle or is_between(terrain, feature, x, y, tx, ty))


def obstacles_between(terrain: Terrain, x1: int, y1: int, x2: int, y2: int) -> list[Feature]:
    """The obstacles that a straight line crosses, gates and other ways through them left out."""
    pieces = terrain.obstacles
    return [
        terrain.features[owner]
        for owner, shape in zip(pieces.owners, pieces.shapes, strict=True)
        if crosses(shape, x1, y1, x2, y2)
    ]


def is_between(terrain: Terrain, obstacle: Feature, x1: int, y1: int, x2: int, y2: int) -> bool:
    """Whether a straight line crosses this obstacle, and not at a gate or another way through it."""
    for owner, shape in zip(terrain.obstacles.owners, terrain.obstacles.shapes, strict=True):
        if terrain.features[owner] is obstacle and crosses(shape, x1, y1, x2, y2):
            return True
    return False


def cover_of(battle: Battle, shooter: Figure, target: Figure) -> Cover:
    """Terrain, or the light cover of a model in between (EG-RULE-18): not one within 1" of the shooter, nor one of the target's own combat."""
    cover = cover_from(battle, shooter.x, shooter.y, target)
    if cover is Cover.NONE and models_between(battle, shooter, target):
        return Cover.LIGHT
    return cover


def models_between(battle: Battle, shooter: Figure, target: Figure) -> list[Figure]:
    """Models whose base the line of sight crosses and that count as light cover."""
    others = [figure for figure in battle.standing() if figure is not shooter and figure is not target]
    across = [
        others[place]
        for place in discs_across([figure.disc for figure in others], shooter.x, shooter.y, target.x, target.y)
    ]
    if not across:
        return []
    own_combat = combat_of(battle, target)
    return [figure for figure in across if distance(shooter, figure) > INCH and figure.id not in own_combat]


def combat_of(battle: Battle, figure: Figure, without: Sequence[str] = ()) -> list[str]:
    """EG-RULE-32: all models linked to this one, directly or through others, by contact between enemies; itself first. Empty if it is not engaged.

    `without` are models that are passed over: their combat is fought.
    """
    linked = linked_to(figure, [other for other in battle.figures.values() if other.id not in without])
    return [member.id for member in linked] if len(linked) > 1 else []


def linked_to(figure: Figure, others: Collection[Figure]) -> list[Figure]:
    """A model, and those of the others that contact between enemies links to it."""
    linked, known = [figure], {figure.id}
    for member in linked:
        for enemy in enemies_touching(member, others):
            if enemy.id not in known:
                known.add(enemy.id)
                linked.append(enemy)
    return linked


def within(figures: Sequence[Figure], disc: Disc, reach: int) -> list[Figure]:
    """Those of them whose base is within reach of a base or spot."""
    return [figure for figure in figures if gap(figure.disc, disc) <= reach]
