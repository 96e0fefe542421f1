"""How far magic reaches: range, sight, and whom a caster may aim at (HA-MAG-13)."""

from grognard.games.high_adventure import visibility
from grognard.games.high_adventure.abilities import Ability
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.contact import edge_of
from grognard.games.high_adventure.figures import Figure, gap
from grognard.ground.measure import root_up
from grognard.kernel.choice import Pick


def reach_to(figure: Figure, x: int, y: int) -> int:
    """How far a spot is from the edge of a figure's base."""
    return max(0, root_up((x - figure.x) ** 2 + (y - figure.y) ** 2) - figure.radius)


def in_range(ability: Ability, distance: int) -> bool:
    """HA-MAG-13: exactly at the limit is in range."""
    return distance <= ability.reach


def is_aimable(battle: Battle, caster: Figure, figure: Figure) -> bool:
    """Does the caster see it well enough? An invisible one only if Find located it this turn (HA-RULE-35)."""
    if figure is caster:
        return True
    if figure.invisible and figure.side != caster.side:
        return figure.located == battle.turn
    if figure.side == caster.side or figure.located == battle.turn:  # HA-RULE-39: friends do not block it
        return visibility.line_of_sight(battle, caster.x, caster.y, figure.x, figure.y)
    return visibility.sees(battle, caster, figure)


def in_reach(battle: Battle, caster: Figure, ability: Ability, figure: Figure) -> bool:
    """In range and in sight."""
    return in_range(ability, gap(caster, figure)) and (not ability.needs_sight or is_aimable(battle, caster, figure))


def enemies_in_reach(battle: Battle, caster: Figure, ability: Ability) -> list[Figure]:
    """Enemies that it may be aimed at, nearest first; belt wearers only if there is nobody else (HA-ART-07)."""
    found = [figure for figure in battle.enemies(caster.side) if in_reach(battle, caster, ability, figure)]
    if ability.name == "Hypnotic gaze":  # HA-MAJ-12: it must face the caster
        found = [figure for figure in found if edge_of(figure, caster.x, caster.y) == "front"]
    found.sort(key=lambda figure: gap(caster, figure))
    return [figure for figure in found if not figure.profile.belt] or found


def views(battle: Battle, caster: Figure, x: int, y: int) -> bool:
    """Has the caster this spot in clear view, and is it light enough (HA-RULE-39)?"""
    return (x, y) == (caster.x, caster.y) or visibility.figure_sees_spot(battle, caster, x, y)


def pick(figure: Figure, verb: str = "") -> Pick:
    """An option that names a figure, and what is to be done to it."""
    return Pick(f"{verb} {figure.id}".strip(), f"{verb.capitalize()} {figure.name}".strip(), figure.id)
