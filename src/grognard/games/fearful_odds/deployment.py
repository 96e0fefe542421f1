"""Bringing pieces to the map: deployment before the battle, arrivals during it."""

from grognard.errors import ScenarioError
from grognard.games.fearful_odds.battle import Battle, Character, State, Unit, Where
from grognard.games.fearful_odds.hex_options import COMPASS, HexOption, place
from grognard.kernel.dice import D10
from grognard.kernel.referee import Referee

DEPTH = 3  # FO-RULE-69: rows from the own edge
GAP = 5  # FO-RULE-69: hexes between the lines


class Put(HexOption, frozen=True, gc=False):
    """A hex and facing for a piece."""

    facing: int

    @property
    def key(self) -> str:
        return f"place at {self.name}" + (f" facing {self.facing}" if self.facing >= 0 else "")

    @property
    def words(self) -> str:
        return f"Place at {self.name}" + (f", facing {COMPASS[self.bearing]}" if self.bearing >= 0 else "")


# Arrivals


def entry_hexes(battle: Battle, side: str, entry: tuple[int, ...]) -> list[int]:
    """FO-RULE-10: vacant hexes of the entry area, not adjacent to an enemy unit."""
    board, closed = battle.board, 0
    for unit in battle.units.values():
        if unit.at >= 0:
            closed |= board.bit[unit.at] | (board.ring[unit.at] if unit.side != side else 0)
    for one in battle.characters.values():
        if one.at >= 0 and one.side != side:
            closed |= board.bit[one.at]
    return [n for n in entry if not board.bit[n] & closed and board.passable[n]]


def arrival_order(battle: Battle) -> tuple[str, str]:
    """FO-SEQ-05: the initiative player places all his arrivals first."""
    return battle.initiative, battle.enemy_of(battle.initiative)


def place_next_arrival(referee: Referee, battle: Battle) -> bool:
    """FO-SEQ-04: place one piece that is due and can be placed; False when there is no more. FO-RULE-10: who cannot come now comes later."""
    for side in arrival_order(battle):
        for piece in battle.pieces():
            if piece.side != side or piece.where is not Where.TO_COME or piece.arrives > battle.turn:
                continue
            hexes = entry_hexes(battle, side, piece.entry)
            if isinstance(piece, Character):
                hexes = [
                    unit.at for unit in battle.units.values() if unit.side == side and unit.at in piece.entry
                ] or hexes
            if hexes:
                _place(referee, battle, piece, hexes, "FO-SEQ-04")
                return True
    return False


def _place(referee: Referee, battle: Battle, piece: Unit | Character, hexes: list[int], rule: str) -> None:
    board = battle.board
    facings = range(6) if isinstance(piece, Unit) else (-1,)
    options = [Put(*place(board, n, facing), facing) for n in hexes for facing in facings]
    picked = (
        options[0]
        if len(options) == 1
        else referee.choose(piece.side, f"Where does {piece.name} stand?", options, rule=rule, about=(piece.id,))
    )
    piece.at, piece.where, piece.state = picked.hex, Where.MAP, State.READY
    if isinstance(piece, Unit):
        piece.facing = picked.facing
    referee.tell("{} takes its place at {}", piece, picked.name, rule=rule)


# Deployment


def own_rows(battle: Battle, side: str) -> list[int]:
    """FO-RULE-69: the hexes of the three rows nearest to a side's edge on which a unit can stand, free of units and of enemy characters."""
    board = battle.board
    grid = board.grid
    rows = range(DEPTH) if battle.side(side).home == "north" else range(grid.rows - DEPTH, grid.rows)
    taken = {piece.at for piece in battle.pieces() if isinstance(piece, Unit) or piece.side != side}
    return [n for n in range(board.size) if n // grid.columns in rows and board.passable[n] and n not in taken]


def waiting_units(battle: Battle, side: str) -> list[Unit]:
    """The units of a side that have yet to be placed."""
    return [unit for unit in battle.units.values() if unit.side == side and unit.where is Where.TO_DEPLOY]


def deployment_hexes(battle: Battle, side: str) -> list[int]:
    """FO-RULE-69: where a side may place a unit: its three rows, with five hexes between the lines or, where so many units find no room, as many as leave room."""
    far, free = battle.board.distances, own_rows(battle, side)
    foes = [unit.at for unit in battle.units.values() if unit.at >= 0 and unit.side != side]
    nearest = {n: min((far[n][foe] for foe in foes), default=GAP + 1) for n in free}
    wanted = min(len(waiting_units(battle, side)), len(free))
    gap = next(gap for gap in range(GAP, -1, -1) if sum(near > gap for near in nearest.values()) >= wanted)
    return [n for n in free if nearest[n] > gap]


def check_room(battle: Battle) -> None:
    """FO-RULE-69: whoever is left to deploy must find room."""
    wanted, room = 0, set()
    for n, side in enumerate(battle.sides):
        if units := waiting_units(battle, side.id):
            wanted += len(units)
            room |= set(own_rows(battle, side.id))
            if wanted > len(room) or len(units) > len(own_rows(battle, side.id)):
                words = f"there is no room for {len(units)} units in the three rows of {side.name} (FO-RULE-69)"
                raise ScenarioError(words, place=f"sides[{n}].units")


def deploy_next(referee: Referee, battle: Battle) -> bool:
    """FO-RULE-69: place one piece before the battle; the side that loses a D10 roll sets up first. False when all stand."""
    if not any(piece.where is Where.TO_DEPLOY for piece in battle.pieces()):
        return False
    if not battle.actor:
        battle.actor = _first_to_deploy(referee, battle)
        return True
    for side in (battle.actor, battle.enemy_of(battle.actor)):
        for unit in battle.units.values():
            if unit.side == side and unit.where is Where.TO_DEPLOY:
                _place(referee, battle, unit, deployment_hexes(battle, side), "FO-RULE-69")
                return True
        for one in battle.characters.values():
            if one.side == side and one.where is Where.TO_DEPLOY:
                hexes = [unit.at for unit in battle.units.values() if unit.side == side and unit.at >= 0]
                _place(referee, battle, one, hexes or deployment_hexes(battle, side), "FO-RULE-69")
                return True
    return False


def _first_to_deploy(referee: Referee, battle: Battle) -> str:
    """The side that loses a D10 roll, ties again; no roll where the other side stands already."""
    first, second = battle.sides
    waiting = {piece.side for piece in battle.pieces() if piece.where is Where.TO_DEPLOY}
    if len(waiting) == 1:
        return waiting.pop()
    while True:
        mine = referee.roll(D10, "deployment", by=first.id, rule="FO-RULE-69").total
        theirs = referee.roll(D10, "deployment", by=second.id, rule="FO-RULE-69").total
        if mine != theirs:
            return first.id if mine < theirs else second.id
