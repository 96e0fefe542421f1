"""Dungeons and houses: walls with their doors and passages, and what figures do to doors."""

from grognard.games.high_adventure.attributes import attempt, passes
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.figures import CONTACT, INCH, Figure
from grognard.games.high_adventure.things import Door
from grognard.games.high_adventure.visibility import look_round
from grognard.games.high_adventure.wounds import dice_left
from grognard.ground.shapes import Box
from grognard.ground.terrain import Feature
from grognard.kernel.referee import Referee

THIN = 5  # half the depth of an opening in a wall that has none
DOOR_REACH = INCH  # how near a base must be to a door to work it


def opening(name: str, x: int, y: int, width: int, wall: str) -> Feature:
    """A gap in a wall: an open door, or a passage between two rooms."""
    half = width // 2
    across, along = (half, THIN) if wall == "x" else (THIN, half)
    return Feature(
        name, Box(x - across, y - along, x + across, y + along), "opening", clears_way=True, clears_sight=True
    )


def set_door(battle: Battle, door: Door, shut: bool, locked: bool) -> None:
    """Open, close or lock a door: sight and movement pass an open one (HA-RULE-98, HA-RULE-102)."""
    door.shut, door.locked = shut, locked
    if shut and battle.table.has(door.name):
        battle.table = battle.table.without(door.name)
    elif not shut and not battle.table.has(door.name):
        battle.table = battle.table.with_features(opening(door.name, door.x, door.y, door.width, door.wall))
        look_round(battle)


def doors_at_hand(battle: Battle, figure: Figure) -> list[Door]:
    """Doors that a figure can work: within 1" of its base, and on foot (HA-RULE-105)."""
    if figure.mounted:
        return []
    reach = figure.radius + DOOR_REACH + CONTACT
    return [
        door
        for door in battle.doors
        if not door.broken and (door.x - figure.x) ** 2 + (door.y - figure.y) ** 2 <= reach * reach
    ]


def work(referee: Referee, battle: Battle, figure: Figure, door: Door) -> None:
    """Open or close an unlocked door: half a turn (HA-RULE-98)."""
    set_door(battle, door, not door.shut, False)
    referee.tell("{0} {1} {2}", figure, "closes" if door.shut else "opens", door.name, rule="HA-RULE-98")


def pick_lock(referee: Referee, battle: Battle, figure: Figure, door: Door) -> None:
    """A locked door is a Cleverness task, with advisers (HA-RULE-98, HA-ATTR-07d)."""
    if attempt(referee, battle, figure, figure.profile.cleverness, f"the lock of {door.name}", "HA-RULE-98"):
        set_door(battle, door, False, False)
        referee.tell("{0} opens {1}", figure, door.name, rule="HA-RULE-98")


def force(referee: Referee, battle: Battle, figure: Figure, door: Door) -> None:
    """Breaking it down: one Strength test for each figure in a turn (HA-RULE-98)."""
    if not passes(
        referee, battle, figure, dice_left(battle.options, figure), f"Strength, to break {door.name}", "HA-RULE-98"
    ):
        return
    door.strength_left -= 1
    if door.strength_left <= 0:
        set_door(battle, door, False, False)
        door.broken = True
        referee.tell("{0} breaks {1} down", figure, door.name, rule="HA-RULE-98")
