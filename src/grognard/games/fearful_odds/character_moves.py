"""The Move step of a character: he goes by his own allowance, and a leader may rally a unit on his way."""

from collections.abc import Iterator, Sequence
from typing import Any

from grognard.errors import IllegalChoice
from grognard.games.fearful_odds.battle import Battle, Character
from grognard.games.fearful_odds.board import Board
from grognard.games.fearful_odds.hex_options import HexOption, place, sliced
from grognard.games.fearful_odds.rally import may_rally_with_leader, rally
from grognard.games.fearful_odds.reach import pick_bit
from grognard.kernel.choice import Option, Pick
from grognard.kernel.referee import Referee

STAY = Pick("stay")
REMEMBERED = 128  # ways of characters on one map


class Ride(HexOption, frozen=True, gc=False):
    """A hex to go to; the move ends there."""

    @property
    def key(self) -> str:
        return f"go to {self.name}"


class RallyUnit(Option, frozen=True, gc=False):
    """Go to a unit and rally it."""

    unit: str
    spent: int

    @property
    def key(self) -> str:
        return f"rally {self.unit}"

    @property
    def pieces(self) -> tuple[str, ...]:
        return (self.unit,)


class Rides(Sequence[Option]):
    """Where a character may go, read from a mask only when somebody looks."""

    __slots__ = ("_board", "_ends", "_rallies", "_stay")

    def __init__(self, board: Board, ends: int, rallies: list[RallyUnit], stay: bool) -> None:
        self._board = board
        self._ends = ends
        self._rallies = rallies
        self._stay = int(stay)

    def __len__(self) -> int:
        return self._stay + len(self._rallies) + self._ends.bit_count()

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return sliced(self, index)
        if index < 0:
            index += len(self)
        if not 0 <= index < len(self):
            raise IndexError(index)
        if index < self._stay:
            return STAY
        index -= self._stay
        if index < len(self._rallies):
            return self._rallies[index]
        at = self._board.hex_of[pick_bit(self._ends, index - len(self._rallies))]
        return Ride(*place(self._board, at))

    def __iter__(self) -> Iterator[Option]:
        if self._stay:
            yield STAY
        yield from self._rallies
        for at in self._board.hexes(self._ends):
            yield Ride(*place(self._board, at))

    def find(self, key: str) -> Option:
        for option in self:
            if option.key == key:
                return option
        raise IllegalChoice(f"{key!r} is not a move that this character can make now", "FO-RULE-30")


def paces(board: Board, start: int, points: int, closed: int) -> list[int]:
    """The hexes a character first reaches with each number of points: any direction, no facing, no checks (FO-RULE-26, FO-RULE-30); the last ones are remembered."""
    key = (start, points, closed)
    known = board.rides.get(key)
    if known is None:
        if len(board.rides) >= REMEMBERED:
            board.rides.clear()
        known = board.rides[key] = _spread(board, start, points, closed)
    return known


def _spread(board: Board, start: int, points: int, closed: int) -> list[int]:
    layers = [0] * (points + 10)
    layers[0] = start
    seen = closed & ~start
    width = (1 << board.width) - 1
    seen |= width & ~board.open & ~start
    slow_from, slow = board.slow_pace_from, board.slow_paces
    for spent in range(points):
        fresh = layers[spent] & ~seen
        layers[spent] = fresh
        if not fresh:
            continue
        seen |= fresh
        near = layers[spent + 1]
        for where, left in board.paces_left:
            near |= (fresh & where) << left
        for where, right in board.paces_right:
            near |= (fresh & where) >> right
        layers[spent + 1] = near
        if fresh & slow_from:
            for price, where, left, right in slow:
                layers[spent + price] |= (fresh & where) << left >> right
    layers[points] &= ~seen
    del layers[points + 1 :]
    return layers


def rides_for(battle: Battle, character: Character, half_points: int) -> Rides:
    """Where a character may go with what is left of his allowance, and whom a leader may rally there (FO-MOVE-19)."""
    impulse = battle.impulse
    assert impulse is not None
    board, side = battle.board, character.side
    bit, ring = board.bit, board.ring
    closed = near = friends = 0
    for unit in battle.units.values():
        at = unit.at
        if at >= 0:
            if unit.side == side:
                friends |= bit[at]
            else:
                closed |= bit[at]
                near |= ring[at]
    for one in battle.characters.values():
        if one.at >= 0 and one.side != side:
            closed |= bit[one.at]
    if impulse.kind != "charge":
        closed |= near  # FO-ACT-10, FO-ACT-14
    start = bit[character.at]
    layers = paces(board, start, half_points >> 1, closed)
    ends = 0
    for layer in layers:
        ends |= layer
    ends &= ~start
    stay = True
    if character.kind == "leader":
        ends &= ~(near & ~friends)  # FO-RULE-30: a leader ends beside the enemy only with a friendly unit
        stay = not start & near & ~friends or not ends
    rallies = []
    if impulse.leader == character.id and impulse.kind == "march" and not impulse.rallied:
        for unit in battle.units.values():
            if unit.side == side and may_rally_with_leader(battle, unit):
                here = bit[unit.at]
                spent = next(
                    (n for n, layer in enumerate(layers) if layer & here and 2 * n + character.speed <= half_points),
                    None,
                )
                if spent is not None:
                    rallies.append(RallyUnit(unit.id, spent))
    return Rides(board, ends, rallies, stay)


def move_character(referee: Referee, battle: Battle, character: Character) -> None:
    """FO-RULE-30: he goes by himself; with a Leader Rally on the way if he is the one who leads a March."""
    impulse = battle.impulse
    assert impulse is not None
    half_points = 2 * character.speed
    while True:
        rides = rides_for(battle, character, half_points)
        if len(rides) == 1:
            picked = rides[0]
        else:
            picked = referee.choose(
                character.side, f"Where does {character.name} go?", rides, rule="FO-RULE-30", about=(character.id,)
            )
        if isinstance(picked, Ride):
            character.at = picked.hex
            referee.tell("{} goes to {}", character, picked.name, rule="FO-RULE-30")
        elif isinstance(picked, RallyUnit):
            unit = battle.units[picked.unit]
            character.at = unit.at
            half_points -= 2 * picked.spent + character.speed  # FO-MOVE-19: half of his own MA (FO-RULE-05)
            impulse.rallied = True
            rally(referee, battle, unit)
            continue
        break
    character.moved = True
