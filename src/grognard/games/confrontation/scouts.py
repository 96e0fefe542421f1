"""Scouts and decoys: face-down markers, and how they are revealed."""

from grognard.games.confrontation.battle import Battle, Fighter, Marker
from grognard.games.confrontation.moving import going
from grognard.games.confrontation.sight import can_see
from grognard.ground.open_table import step
from grognard.ground.paths import can_end
from grognard.kernel.referee import Referee

NOTICED = 1000  # C3-RULE-86: within 10 cm of an enemy that ends a move with LOS to it
APART = 2000  # and at least 20 cm from enemy fighters when it is placed


def look_around(referee: Referee, battle: Battle, fighter: Fighter) -> None:
    """After a move: reveal the enemy markers that the fighter has come near to and sees (C3-RULE-86)."""
    for marker in list(battle.markers):
        if marker.side == fighter.side or marker not in battle.markers:
            continue
        ghost = stand_in(battle, marker)
        if battle.within(fighter, ghost, NOTICED) and can_see(battle, fighter, ghost):
            reveal(referee, battle, marker)


def stand_in(battle: Battle, marker: Marker) -> Fighter:
    """The Scout as if it stood where a marker lies."""
    ghost = battle.fighter(marker.scout).copy()
    ghost.x, ghost.y, ghost.altitude, ghost.deployed = marker.x, marker.y, 0, True
    return ghost


def reveal(referee: Referee, battle: Battle, marker: Marker) -> None:
    """Turn a marker: a decoy is removed; a Scout takes its place, and its decoy is removed too."""
    if not marker.real:
        battle.markers.remove(marker)
        referee.tell("was a decoy", marker, rule="C3-MARK-02")
        return
    scout = battle.fighter(marker.scout)
    battle.markers = [other for other in battle.markers if other.scout != scout.id]
    scout.deployed = True
    scout.x, scout.y = free_spot(battle, scout, marker.x, marker.y)
    referee.tell("is revealed", scout, rule="C3-RULE-86")


def reveal_scout(referee: Referee, battle: Battle, fighter: Fighter) -> None:
    """The Scout's card is played: it shows itself."""
    for marker in battle.markers:
        if marker.scout == fighter.id and marker.real:
            reveal(referee, battle, marker)
            return


def free_spot(battle: Battle, fighter: Fighter, x: int, y: int) -> tuple[int, int]:
    """The spot itself, or the nearest about it where the base has room."""
    fighter.x, fighter.y = x, y
    ground = going(battle, fighter, 3000)
    for far in range(0, 2000, 50):
        for degrees in range(0, 360, 30):
            spot = step(x, y, degrees, far)
            if can_end(ground, *spot):
                return spot
    return x, y
