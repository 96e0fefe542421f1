"""Retreats: the ways back, and what it costs when there are none."""

from grognard.games.fearful_odds.battle import Battle, Order, Unit
from grognard.games.fearful_odds.characters import accompany
from grognard.games.fearful_odds.morale import check_task, lose_strength, rout
from grognard.kernel.choice import Option
from grognard.kernel.referee import Referee


class Way(Option, frozen=True, gc=False):
    """A way to retreat, hex by hex."""

    hexes: tuple[int, ...]
    names: tuple[str, ...]
    at: tuple[float, float]

    @property
    def key(self) -> str:
        return "retreat by " + " and ".join(self.names)


def enemy_fronts(battle: Battle, side: str) -> int:
    """FO-STAT-14: all Front hexes of the other side's units."""
    fronts, mask = battle.board.fronts, 0
    for unit in battle.units.values():
        if unit.at >= 0 and unit.side != side:
            mask |= fronts[unit.at * 6 + unit.facing]
    return mask


def closed_to_retreat(battle: Battle, unit: Unit) -> int:
    """FO-RULE-61: hexes with any unit or an enemy character, and enemy Front hexes."""
    bit, mask = battle.board.bit, enemy_fronts(battle, unit.side)
    for other in battle.units.values():
        if other.at >= 0:
            mask |= bit[other.at]
    for character in battle.characters.values():
        if character.at >= 0 and character.side != unit.side:
            mask |= bit[character.at]
    return mask


def retreat_ways(battle: Battle, unit: Unit, enemy: int, hexes: int) -> list[tuple[int, ...]]:
    """FO-RULE-61: the ways a unit may retreat from an enemy's hex: of full length if there is one, else the longest; empty if it cannot go at all.

    Every step leads farther from that enemy. FO-RULE-72: the edge of the map blocks.
    """
    board = battle.board
    far, bit, next_to, passable = board.distances[enemy], board.bit, board.next_to, board.passable
    closed = closed_to_retreat(battle, unit)
    ways: list[tuple[int, ...]] = [()]
    for _ in range(hexes):
        longer = []
        for way in ways:
            here = way[-1] if way else unit.at
            longer += [
                (*way, there)
                for there in next_to[here]
                if there >= 0 and far[there] > far[here] and passable[there] and not bit[there] & closed
            ]
        if not longer:
            break
        ways = longer
    return ways if ways[0] else []


def go_back(referee: Referee, battle: Battle, unit: Unit, way: tuple[int, ...]) -> None:
    """Retreat that way: facing kept, characters along, a task check for each hazard (FO-RULE-26); a unit that Routs on the way stops there."""
    board = battle.board
    for there in way:
        here = unit.at
        dangers = board.steps[here, board.next_to[here].index(there)][1]
        unit.at = there
        accompany(battle, here, there, unit.side)
        for _ in range(dangers):
            if unit.at >= 0:
                check_task(referee, battle, unit)
        if unit.at < 0:
            return


def choose_way(referee: Referee, battle: Battle, unit: Unit, ways: list[tuple[int, ...]]) -> tuple[int, ...]:
    """The owner picks the path."""
    if len(ways) == 1:
        return ways[0]
    name = battle.board.name
    options = [Way(way, tuple([name(n) for n in way]), battle.board.centres[way[-1]]) for way in ways]
    return referee.choose(unit.side, "Which way back?", options, rule="FO-RULE-61", about=(unit.id,)).hexes


def retreat(referee: Referee, battle: Battle, unit: Unit, enemy: int, hexes: int) -> int:
    """FO-MEL-20, FO-MEL-21: retreat from an enemy's hex; how many hexes it went. What it cannot go costs SP or Routs it (FO-RULE-61)."""
    ways = retreat_ways(battle, unit, enemy, hexes)
    gone = 0
    if ways:
        way = choose_way(referee, battle, unit, ways)
        gone = len(way)
        referee.tell("falls back", unit, rule="FO-RULE-61")
        go_back(referee, battle, unit, way)
    short = hexes - gone
    if not short or unit.at < 0:
        return gone
    referee.tell("has nowhere to go", unit, rule="FO-RULE-61")
    if battle.options.blocked_retreat == "rout":
        rout(referee, battle, unit, "FO-RULE-61")
        return gone
    for _ in range(short):
        if not lose_strength(referee, battle, unit, "FO-RULE-61"):
            break
    return gone


def is_in_good_order(unit: Unit) -> bool:
    """On the map and neither disordered nor Routed."""
    return unit.at >= 0 and unit.order is Order.GOOD
