"""Spray and blast: one shot against several models."""

from collections.abc import Callable

from grognard.games.en_garde.battle import Battle, Figure
from grognard.games.en_garde.shooting import Hit, Shot, aim_counts, shoot
from grognard.games.en_garde.sighting import cover_from, cover_of, distance, is_engaged, sees
from grognard.ground.gaps import gap, spot_gap
from grognard.ground.shapes import Disc
from grognard.kernel.choice import Pick
from grognard.kernel.referee import Referee

Sees = Callable[[Figure], bool]


def spray_victims(
    battle: Battle, shooter: Figure, target: Figure, weapon: str, seen: Sees | None = None
) -> list[Figure]:
    """EG-RULE-28: the target, then every other model within the radius of it that is also in range and in sight, from near to far."""
    missile = battle.missile(weapon)
    sight = seen or (lambda figure: sees(battle, shooter, figure))
    others = [
        figure
        for figure in battle.standing()
        if figure is not target and figure is not shooter and distance(figure, target) <= missile.spray
        and distance(shooter, figure) <= missile.reach and sight(figure)
    ]  # fmt: skip
    return [target, *sorted(others, key=lambda figure: distance(shooter, figure))]


def blast_victims(battle: Battle, x: int, y: int, weapon: str, target: Figure | None = None) -> list[Figure]:
    """EG-RULE-29: every model within the radius of the burst, seen or not, the thrower too; from near to far, the target first."""
    radius = battle.missile(weapon).blast
    spot = Disc(x, y, 0) if target is None else target.disc
    others = [figure for figure in battle.standing() if figure is not target and gap(figure.disc, spot) <= radius]
    found = sorted(others, key=lambda figure: gap(figure.disc, spot))
    return found if target is None else [target, *found]


def spray(referee: Referee, battle: Battle, shooter: Figure, target: Figure, weapon: str) -> list[tuple[Figure, Hit]]:
    """A separate roll for each victim with its own distance and modifiers; no stray shots (EG-RULE-28). Ties of distance: the shooter's owner picks."""
    found = spray_victims(battle, shooter, target, weapon)
    victims = in_picked_order(referee, shooter, found, lambda figure: distance(shooter, figure), target)
    shots = [
        Shot(
            battle.missile(weapon),
            distance(shooter, figure),
            cover_of(battle, shooter, figure),
            is_engaged(battle, figure),
            figure is target and aim_counts(battle, shooter, figure, weapon),
            shooter.moved == "short",
        )
        for figure in victims
    ]
    return against_all(referee, battle, shooter, victims, shots)


def blast(
    referee: Referee, battle: Battle, thrower: Figure, x: int, y: int, weapon: str, target: Figure | None = None
) -> list[tuple[Figure, Hit]]:
    """EG-RULE-29: one distance for all, from the thrower to the burst; cover counts only between burst and model."""
    apart = distance(thrower, target) if target is not None else spot_gap(thrower.disc, x, y)
    spot = Disc(x, y, 0) if target is None else target.disc
    victims = in_picked_order(
        referee, thrower, blast_victims(battle, x, y, weapon, target), lambda figure: gap(figure.disc, spot), target
    )
    aimed = target is not None and aim_counts(battle, thrower, target, weapon)
    shots = [
        Shot(
            battle.missile(weapon),
            apart,
            cover_from(battle, x, y, figure, burst=True),
            is_engaged(battle, figure),
            aimed and figure is target,
            thrower.moved == "short",
        )
        for figure in victims
    ]
    return against_all(referee, battle, thrower, victims, shots)


def against_all(
    referee: Referee, battle: Battle, shooter: Figure, victims: list[Figure], shots: list[Shot]
) -> list[tuple[Figure, Hit]]:
    """Roll at each in turn; whoever is hit is hidden no longer (EG-RULE-11)."""
    hits = []
    for figure, shot in zip(victims, shots, strict=True):
        hit = shoot(referee, battle, shooter, figure, shot)
        figure.hiding = figure.hiding and not hit.hit
        hits.append((figure, hit))
    return hits


def in_picked_order(
    referee: Referee, shooter: Figure, victims: list[Figure], apart: Callable[[Figure], int], target: Figure | None
) -> list[Figure]:
    """EG-RULE-28: the target first; where two others are equally far, the shooter's owner says who is rolled for first."""
    ordered = [figure for figure in victims if figure is target]
    left = [figure for figure in victims if figure is not target]
    while left:
        nearest = [figure for figure in left if apart(figure) == apart(left[0])]
        first = nearest[0]
        if len(nearest) > 1:
            options = [Pick(figure.id, figure.name, figure.id) for figure in nearest]
            key = referee.choose(
                shooter.side, "who is rolled for first?", options, rule="EG-RULE-28", about=(shooter.id,)
            ).key
            first = next(figure for figure in nearest if figure.id == key)
        ordered.append(first)
        left.remove(first)
    return ordered
