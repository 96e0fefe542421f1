"""Rout: what a routed fighter may still do, and how it flees."""

from itertools import pairwise
from typing import NamedTuple

from grognard.games.confrontation.battle import Battle, Fighter
from grognard.games.confrontation.moving import along_path, going, put, reach
from grognard.games.confrontation.scouts import look_around
from grognard.ground.open_table import edge_gap
from grognard.ground.paths import Going, Path, can_end, leg_cost
from grognard.ground.ways import way
from grognard.kernel.referee import Referee

ASIDE = (0, 300, -300, 600, -600, 1200, -1200)  # ends along the edge, where the straight way is closed


class Rights(NamedTuple):
    """What a routed fighter may do."""

    fire: bool = False  # C3-ROUT-04
    cast: bool = False
    call: bool = False
    counter_magic: bool = False  # C3-ROUT-05
    censure: bool = False
    pursue: bool = False  # C3-ROUT-09
    leadership: bool = False  # C3-ROUT-10
    parry: bool = True  # C3-ROUT-08 only limits its attack dice


def rights(routed: bool) -> Rights:
    """What a fighter may do, routed or not."""
    return Rights() if routed else Rights(*[True] * len(Rights._fields))


def flight_length(mov: int, in_contact: bool) -> int:
    """C3-ROUT-02: how far a routed fighter flees; it must be free."""
    return 0 if in_contact else 2 * mov


def flees_at_once(fighter: Fighter, free: bool) -> bool:
    """C3-ROUT-03, C3-RULE-56: whether a routed fighter that is assaulted runs before contact is made."""
    return fighter.routed and free and not fighter.activated


def flee(referee: Referee, battle: Battle, fighter: Fighter) -> None:
    """C3-RULE-56: straight towards its own edge, round whatever is in the way, never into contact; off the table it is lost."""
    fighter.activated = True
    allowance = reach(fighter.profile, fighter.mov, "flee")
    ground = going(battle, fighter, allowance, aloft=bool(fighter.altitude))
    edge = battle.side(fighter.side).edge
    path = _way_out(battle, fighter, ground, edge)
    if path is None:
        referee.tell("cowers: there is no way to flee", fighter, rule="C3-RULE-56")
        return
    cost = sum([leg_cost(ground, *a, *b) for a, b in pairwise(path)])
    if cost <= allowance:
        fighter.gone = "lost"
        referee.tell("flees from the table and is lost", fighter, rule="C3-RULE-56")
        return
    x, y = along_path(ground, path, allowance)
    while not can_end(ground, x, y) and allowance > 50:
        allowance -= 50
        x, y = along_path(ground, path, allowance)
    if can_end(ground, x, y):
        put(fighter, x, y)
    referee.tell("flees", fighter, rule="C3-ROUT-02")
    look_around(referee, battle, fighter)


def _way_out(battle: Battle, fighter: Fighter, ground: Going, edge: str) -> Path | None:
    """The way to the nearest point of its own edge that can be reached."""
    width, height, radius = battle.table.width, battle.table.height, fighter.radius
    x, y = fighter.x, fighter.y
    if edge_gap(width, height, x, y, edge) <= radius:
        return ((x, y), (x, y))
    for aside in ASIDE:
        if edge in ("south", "north"):
            end = (min(max(x + aside, radius), width - radius), radius if edge == "south" else height - radius)
        else:
            end = (radius if edge == "west" else width - radius, min(max(y + aside, radius), height - radius))
        found = way(ground, x, y, *end)
        if not found.refusal:
            return found.path
    return None
