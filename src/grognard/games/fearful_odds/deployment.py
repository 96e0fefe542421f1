"""Bringing pieces to the map: deployment before the battle, arrivals during it."""

from grognard.games.fearful_odds.battle import Battle, Character, State, Unit, Where
from grognard.games.fearful_odds.hex_options import HexOption, place
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


def deployment_hexes(battle: Battle, side: str) -> list[int]:
    """FO-RULE-69: vacant hexes of the three rows nearest to a side's edge, five hexes from the enemy's line at least."""
    board = battle.board
    grid = board.grid
    rows = range(DEPTH) if battle.side(side).home == "north" else range(grid.rows - DEPTH, grid.rows)
    taken = [unit.at for unit in battle.units.values() if unit.at >= 0]
    foes = [unit.at for unit in battle.units.values() if unit.at >= 0 and unit.side != side]
    return [
        n
        for n in range(board.size)
        if n // grid.columns in rows
        and board.passable[n]
        and n not in taken
        and all(board.distances[n][foe] > GAP for foe in foes)
    ]


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
    """The side that loses a D10 roll; ties again."""
    first, second = battle.sides
    while True:
        mine = referee.roll(D10, "deployment", by=first.id, rule="FO-RULE-69").total
        theirs = referee.roll(D10, "deployment", by=second.id, rule="FO-RULE-69").total
        if mine != theirs:
            return first.id if mine < theirs else second.id
