"""Builders with sane defaults: figures, battles and tables for tests."""

from typing import Any, TypeVar

from msgspec.structs import replace

from grognard.games.high_adventure import GAME
from grognard.games.high_adventure.battle import Battle, Side, Table  # fmt: skip
from grognard.games.high_adventure.contact import stand
from grognard.games.high_adventure.creatures import profile_of
from grognard.games.high_adventure.figures import Armour, Effect, Figure, Group, Order, Profile, Weapon
from grognard.games.high_adventure.options import Options
from grognard.games.high_adventure.visibility import remember
from grognard.ground.shapes import Box, Disc, Wall
from grognard.ground.terrain import Feature

T = TypeVar("T")
SWORD = Weapon("sword")
BOW = Weapon("bow", "bow", 1, two_handed=True)


def a_figure(
    id: str = "anna",
    side: str = "red",
    *,
    kind: str = "human",
    at: tuple[float, float] = (10, 10),
    facing: int = 0,
    role: str = "npc",
    order: Order = Order.STAND,
    light_wounds: int = 0,
    weapon: Weapon | None = None,
    skill: int = 0,
    mounted: bool = False,
    effects: tuple[str, ...] = (),
    options: Options | None = None,
    group: str = "",
    **profile: Any,
) -> Figure:
    """A figure with a sword; anything of its profile can be named: strength=2, armour=Armour.MAIL, shield=True."""
    arms = weapon or replace(SWORD, skill=skill)
    base = replace(profile_of(kind, options or Options()), weapons=(arms,))
    made = replace(base, **profile)
    return Figure(
        id, side, id.capitalize(), profile=made, role=role, group=group or f"{id}'s", x=round(at[0] * 100), y=round(at[1] * 100),
        facing=facing, order=order, light_wounds=light_wounds, hand=arms.name, mounted=mounted,
        effects=[Effect(name) for name in effects], home_x=round(at[0] * 100), home_y=round(at[1] * 100),
    )  # fmt: skip


def a_battle(
    *figures: Figure,
    options: dict[str, Any] | None = None,
    features: tuple[Feature, ...] = (),
    size: tuple[float, float] = (60, 60),
    solo: tuple[str, ...] = (),
    **more: Any,
) -> Battle:
    """A battle of these figures; each is a group of its own unless it names a common one."""
    groups: list[Group] = []
    for figure in figures:
        group = next((g for g in groups if g.id == figure.group), None)
        if group is None:
            group = Group(figure.group, figure.side, figure.group, order=figure.order, original=0, original_strength=0)
            groups.append(group)
        group.members.append(figure.id)
        group.original += 1
        group.original_strength += figure.strength
    battle = Battle(
        options=Options(**(options or {})),
        table=Table(round(size[0] * 100), round(size[1] * 100), features),
        sides=[Side("red", "the party", "red" in solo), Side("blue", "the enemy", "blue" in solo)],
        figures=list(figures),
        groups=groups,
        turn=1,
        **more,
    )
    for figure in figures:
        if figure.able:
            stand(battle, figure, figure.x, figure.y)
    remember(battle)
    return battle


def a_wood(box: tuple[float, float, float, float], name: str = "wood", kind: str = "wood") -> Feature:
    left, bottom, right, top = (round(n * 100) for n in box)
    return Feature(name, Box(left, bottom, right, top), kind, slow=2, cover="soft")


def a_wall(*points: tuple[float, float], name: str = "wall", kind: str = "wall") -> Feature:
    return Feature(
        name, Wall(tuple((round(x * 100), round(y * 100)) for x, y in points)), kind, obstacle=200, cover="soft"
    )


def a_rock(x: float, y: float, radius: float, name: str = "rock") -> Feature:
    return Feature(name, Disc(round(x * 100), round(y * 100), round(radius * 100)), "rock", True, True)


def a_profile(**fields: Any) -> Profile:
    return Profile(**fields)


ARMOUR = {"U": Armour.UNARMOURED, "P": Armour.PADDED, "ML": Armour.MAIL, "PL": Armour.PLATE}


def a_scenario(name: str, **changes: Any) -> Battle:
    """One of the game's own scenarios, ready to play."""
    battle = GAME.set_up({**GAME.scenario(name), **changes})
    assert isinstance(battle, Battle)
    return battle


def set_up(scenario: dict[str, Any]) -> Battle:
    """A scenario as plain data, ready to play."""
    battle = GAME.set_up(scenario)
    assert isinstance(battle, Battle)
    return battle


def there(thing: T | None) -> T:
    """Something that must be there."""
    assert thing is not None
    return thing
