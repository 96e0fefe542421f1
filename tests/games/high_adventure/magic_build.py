"""Figures and battles for the tests of magic, arrivals and the solo system: sane defaults, everything can be said."""

from typing import Any

from grognard.games.high_adventure.battle import Battle, Side, Table
from grognard.games.high_adventure.figures import ENEMY, PARTY, Figure, Group, Order, Profile, Weapon
from grognard.games.high_adventure.options import Options
from grognard.games.high_adventure.things import Item, Marker
from grognard.ground.shapes import Box, Disc, Shape, Wall
from grognard.ground.terrain import Feature
from grognard.kernel.choice import Question

SWORD = Weapon("sword")
BOW = Weapon("bow", "bow", two_handed=True)


def a_figure(id: str = "anne", side: str = PARTY, x: float = 10, y: float = 10, **more: Any) -> Figure:
    """A man with a sword, looking north; fields of the profile may be given among the others."""
    profile_fields = {name: more.pop(name) for name in list(more) if name in Profile.__struct_fields__}
    profile_fields.setdefault("weapons", (SWORD,))
    profile = Profile(**profile_fields)
    weapon = profile.missile or profile.hand_weapon
    more.setdefault("hand", weapon.name)
    more.setdefault("role", "pc" if side == PARTY else "npc")
    more.setdefault("name", id.capitalize())
    at = (round(100 * x), round(100 * y))
    return Figure(id, side, profile=profile, x=at[0], y=at[1], home_x=at[0], home_y=at[1], **more)


def a_mage(id: str = "mage", *abilities: str, power: int = 8, **more: Any) -> Figure:
    """A magic user with a staff."""
    more.setdefault("wizard", "Mage")
    more.setdefault("weapons", (Weapon("staff", smashing=True),))
    return a_figure(id, abilities=abilities, power=power, **more)


def a_battle(
    *figures: Figure,
    options: dict[str, Any] | Options | None = None,
    solo: tuple[str, ...] = (ENEMY,),
    features: tuple[Feature, ...] = (),
    size: float = 48,
    order: Order = Order.STAND,
    turn: int = 1,
    **more: Any,
) -> Battle:
    """A battle of these figures; everyone without a group is a group of one."""
    rulings = options if isinstance(options, Options) else Options(**(options or {}))
    groups: dict[str, Group] = {}
    for figure in figures:
        figure.group = figure.group or f"group of {figure.id}"
        group = groups.get(figure.group)
        if group is None:
            group = groups[figure.group] = Group(
                figure.group, figure.side, figure.group, order=order, original=0, original_strength=0
            )
        group.members.append(figure.id)
        group.original += 1
        group.original_strength += figure.strength
        figure.order = order
    sides = [Side(PARTY, "Party", solo=PARTY in solo), Side(ENEMY, "Enemy", solo=ENEMY in solo)]
    table = Table(round(100 * size), round(100 * size), features)
    return Battle(
        options=rulings,
        sides=sides,
        figures=list(figures),
        groups=list(groups.values()),
        table=table,
        turn=turn,
        **more,
    )


def box(name: str, kind: str, left: float, bottom: float, right: float, top: float, **more: Any) -> Feature:
    """A rectangular feature, in inches."""
    shape: Shape = Box(round(100 * left), round(100 * bottom), round(100 * right), round(100 * top))
    return Feature(name, shape, kind, **more)


def disc(name: str, kind: str, x: float, y: float, radius: float, **more: Any) -> Feature:
    """A round feature, in inches."""
    return Feature(name, Disc(round(100 * x), round(100 * y), round(100 * radius)), kind, **more)


def wall(name: str, *points: tuple[float, float], kind: str = "building wall", **more: Any) -> Feature:
    """A line of wall that stops sight and movement."""
    more.setdefault("blocks_sight", True)
    more.setdefault("impassable", True)
    return Feature(name, Wall(tuple((round(100 * x), round(100 * y)) for x, y in points)), kind, **more)


def a_marker(id: str = "m1", x: float = 20, y: float = 20, value: int = 1, kind: str = "portal", **more: Any) -> Marker:
    return Marker(id, ENEMY, id, kind=kind, value=value, x=round(100 * x), y=round(100 * y), **more)


def an_item(id: str, kind: str, holder: str = "", x: float = 0, y: float = 0, **more: Any) -> Item:
    return Item(id, more.pop("side", ""), id, kind=kind, holder=holder, x=round(100 * x), y=round(100 * y), **more)


def boosting(wanted: bool) -> Any:
    """A policy that boosts or does not, and takes the first of whatever else is offered."""

    def policy(question: Question) -> str:
        if "boost" in question.text:
            return "yes" if wanted else "no"
        return question.options[0].key

    return policy
