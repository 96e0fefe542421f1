"""Putting new figures on the table: as near to a spot as they fit."""

from collections.abc import Callable, Iterator

from grognard.games.high_adventure import contact
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.figures import Figure, Group, Order, Profile, State
from grognard.games.high_adventure.visibility import notice
from grognard.ground.measure import step
from grognard.ground.open_table import has_room, on_table
from grognard.ground.shapes import Disc

RING = 50  # hundredths between two rings of the search


def spots_about(x: int, y: int, farthest: int) -> Iterator[tuple[int, int]]:
    """A spot and rings of spots about it, nearest first."""
    yield x, y
    for reach in range(RING, farthest + 1, RING):
        count = max(8, reach * 6 // 100)
        for place in range(count):
            yield step(x, y, place * 360 // count, reach)


STANDING = (State.ABLE, State.DISABLED, State.PRISONER, State.STONE)


class Room:
    """What stands on the table, gathered once, to be asked for many spots."""

    __slots__ = ("_bases", "_feared", "_height", "_terrain", "_width")

    def __init__(self, battle: Battle, shy_of: str = "", gap: int = 100) -> None:
        """With `shy_of`, nobody stands within the gap of a figure that is not of that side."""
        self._terrain, self._width, self._height = battle.terrain, battle.table.width, battle.table.height
        standing = [figure for figure in battle.figures if figure.state in STANDING]
        self._bases = [figure.disc for figure in standing]
        foes = [figure for figure in standing if shy_of and figure.able and figure.side != shy_of]
        self._feared = [Disc(figure.x, figure.y, figure.radius + gap + 1) for figure in foes]

    def fits(self, x: int, y: int, radius: int) -> bool:
        """Could a base of that radius stand here?"""
        if not on_table(self._width, self._height, x, y, radius):
            return False
        if not has_room(x, y, radius, self._bases) or not has_room(x, y, radius, self._feared):
            return False
        return not self._terrain.is_solid(x, y, radius)


def has_place(battle: Battle, x: int, y: int, radius: int, shy_of: str = "", gap: int = 100) -> bool:
    """Could a base stand here? With `shy_of`, only more than the gap from every figure that is not of that side."""
    return Room(battle, shy_of, gap).fits(x, y, radius)


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
    room = Room(battle, side, gap)
    for sx, sy in spots_about(x, y, farthest):
        if room.fits(sx, sy, radius) and (wanted is None or wanted(sx, sy)):
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
    notice(battle, figure)
    return figure
