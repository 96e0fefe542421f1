"""Putting new figures on the table: as near to a spot as they fit."""

from collections.abc import Callable, Iterator

from grognard.games.high_adventure import contact
from grognard.games.high_adventure.battle import Battle, Figure, Group, Order, Profile
from grognard.ground.measure import step
from grognard.ground.open_table import has_room, on_table

RING = 50  # hundredths between two rings of the search


def spots_about(x: int, y: int, farthest: int) -> Iterator[tuple[int, int]]:
    """A spot and rings of spots about it, nearest first."""
    yield x, y
    for reach in range(RING, farthest + 1, RING):
        count = max(8, reach * 6 // 100)
        for place in range(count):
            yield step(x, y, place * 360 // count, reach)


def has_place(battle: Battle, x: int, y: int, radius: int, shy_of: str = "", gap: int = 100) -> bool:
    """Could a base stand here? With `shy_of`, only more than the gap from every figure that is not of that side."""
    table = battle.table
    if not on_table(table.width, table.height, x, y, radius) or battle.terrain.is_solid(x, y, radius):
        return False
    standing = [figure for figure in battle.figures if figure.able or figure.state in ("disabled", "prisoner", "stone")]
    if not has_room(x, y, radius, [figure.disc for figure in standing]):
        return False
    for figure in standing if shy_of else ():
        reach = radius + figure.radius + gap
        if figure.able and figure.side != shy_of and (figure.x - x) ** 2 + (figure.y - y) ** 2 <= reach * reach:
            return False
    return True


def free_spot(
    battle: Battle,
    x: int,
    y: int,
    radius: int,
    side: str,
    farthest: int = 1000,
    wanted: Callable[[int, int], bool] | None = None,
    gap: int = 100,
) -> tuple[int, int] | None:
    """The nearest spot where a base fits, more than 1" from enemies, and as wanted; None if there is none so near."""
    for sx, sy in spots_about(x, y, farthest):
        if has_place(battle, sx, sy, radius, side, gap) and (wanted is None or wanted(sx, sy)):
            return sx, sy
    return None


def new_group(battle: Battle, side: str, name: str, order: Order = Order.MARCH) -> Group:
    """A group that was not there before."""
    battle.made += 1
    group = Group(f"g{battle.made}", side, name, order=order, original=0, original_strength=0, arrived=battle.turn)
    battle.groups.append(group)
    return group


def put(battle: Battle, group: Group, name: str, profile: Profile, x: int, y: int, facing: int = 180) -> Figure:
    """A new figure of a group at this spot, which must be free."""
    battle.made += 1
    weapon = profile.missile or profile.hand_weapon
    figure = Figure(
        f"n{battle.made}",
        group.side,
        name,
        profile=profile,
        group=group.id,
        x=x,
        y=y,
        facing=facing,
        order=group.order,
        hand=weapon.name,
        home_x=x,
        home_y=y,
    )
    battle.figures.append(figure)
    group.members.append(figure.id)
    group.original += 1
    group.original_strength += profile.strength
    contact.stand(battle, figure, x, y)
    return figure
