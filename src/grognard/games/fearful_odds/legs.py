"""The ways a unit may go on with its move, as a player is offered them: legs that nobody can interrupt."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from grognard.errors import IllegalChoice
from grognard.games.fearful_odds.battle import Unit
from grognard.games.fearful_odds.board import Board
from grognard.games.fearful_odds.hex_options import COMPASS, HexOption, sliced
from grognard.games.fearful_odds.hex_options import place as place_of
from grognard.games.fearful_odds.reach import Survey, crossings, in_all_blocks, pick_bit, spread
from grognard.ground.hexes import read_hex
from grognard.kernel.choice import Option, Pick

STAND = Pick("stand")
VERBS = {"move": "Move to", "enter": "Come up to", "cross": "Cross to", "shoot": "Shoot from"}
REMEMBERED = 128  # reaches of units on one map
Section = tuple[str, int, int, int]  # ends of legs: the verb, points, task checks, and the states


class Leg(HexOption, frozen=True, gc=False):
    """One stretch of a move that nobody can interrupt.

    `verb`: "move" ends the move there; "enter" comes near an enemy who may answer; "cross" goes over a hazard; "shoot" goes there to shoot.
    """

    verb: str
    facing: int
    spent: int = 0
    dangers: int = 0
    stepped: bool = False
    place: int = 0

    @property
    def key(self) -> str:
        return f"{self.verb} {self.name} facing {self.facing}" + (
            " sidestepping" if self.stepped and self.verb != "move" else ""
        )

    @property
    def words(self) -> str:
        return f"{VERBS[self.verb]} {self.name}, facing {COMPASS[self.bearing]}"


@lru_cache(maxsize=1 << 13)
def leg_to(board: Board, verb: str, spent: int, dangers: int, place: int) -> Leg:
    """The leg that ends in the state of that bit; remembered, since every future of a question looks at the same ones."""
    at, facing, stepped = board.read(place)
    return Leg(*place_of(board, at, facing), verb, facing, spent, dangers, stepped, place)


class Merge(Option, frozen=True, gc=False):
    """End the move in the hex of another unit of the same type and become one with it."""

    unit: str

    @property
    def key(self) -> str:
        return f"join {self.unit}"

    @property
    def pieces(self) -> tuple[str, ...]:
        return (self.unit,)


class Reach:
    """Where a unit can get from where it stands, and where somebody or something stops it: hexes that end a leg, that hold it, and that are closed to it."""

    __slots__ = (
        "about",
        "board",
        "ends",
        "finals",
        "halts",
        "held",
        "layers",
        "legs",
        "points",
        "shut",
        "start",
        "stops",
    )

    def __init__(
        self, board: Board, at: int, start: int, points: int, about: bool, stop: int, halt: int, closed: int
    ) -> None:
        self.board, self.points, self.start, self.about = board, points, start, about
        self.stops = in_all_blocks(board, stop)
        self.shut = board.shut | in_all_blocks(board, closed)
        self.halts = in_all_blocks(board, halt)
        self.held = self.halts | self.stops
        plain = points <= board.plain_within[at]
        self.layers = layers = spread(board, start, points, about, self.shut, self.halts, self.stops, plain=plain)
        ends = 0
        for layer in layers:
            ends |= layer
        stopped = ends & self.stops
        self.legs: list[Section] = []
        if stopped:
            self.legs += [("enter", n, 0, layer & self.stops) for n, layer in enumerate(layers) if layer & self.stops]
            ends ^= stopped
        if ends & board.over_from:
            self.legs += [("cross", *section) for section in crossings(board, layers, self.shut, self.held)]
        self.ends = ends
        self.finals = (ends | ends >> board.plane) & board.first_plane & ~(start | start >> board.plane)


def reach_of(
    board: Board, survey: Survey, unit: Unit, points: int, *, stepped: bool, free: bool, charging: bool
) -> Reach:
    """The reach of a unit among all others; the last ones are remembered, since whoever thinks ahead comes back to the same question again and again."""
    here = board.bit[unit.at]
    halt = here if survey.theirs & here and not free else 0  # FO-MOVE-14, FO-RULE-27
    if charging:
        halt |= survey.theirs & ~here  # FO-MOVE-13
        stop, closed = survey.stops(board) & ~here, survey.occupied
    else:
        stop, closed = (
            0,
            (survey.occupied | survey.near) & ~here,
        )  # FO-ACT-10, FO-ACT-14; FO-ACT-11: who is there may stay
    start, about = board.state(unit.at, unit.facing, stepped), unit.counter.kind == "foot"
    key = (start, points, about, stop, halt, closed)
    known: Reach | None = board.reaches.get(key)
    if known is None:
        if len(board.reaches) >= REMEMBERED:
            board.reaches.clear()
        known = board.reaches[key] = Reach(board, unit.at, start, points, about, stop, halt, closed)
    return known


class Moves(Sequence[Option]):
    """All ways that a unit may go on with its move, read from masks only when somebody looks."""

    __slots__ = ("_board", "_charging", "_count", "_duty", "_merges", "_sections", "_stand", "_survey", "reach")

    def __init__(
        self,
        reach: Reach,
        survey: Survey,
        sections: list[Section],
        merges: list[Merge],
        *,
        stand: bool,
        charging: bool,
        duty: bool = False,
    ) -> None:
        self.reach = reach
        self._survey = survey
        self._charging = charging
        self._board = reach.board
        self._sections = sections
        self._merges = merges
        self._stand = int(stand)
        self._duty = duty  # whether only charges are offered
        self._count = self._stand + len(merges) + sum([states.bit_count() for _, _, _, states in sections])

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return sliced(self, index)
        if index < 0:
            index += self._count
        if not 0 <= index < self._count:
            raise IndexError(index)
        if index < self._stand:
            return STAND
        index -= self._stand
        if index < len(self._merges):
            return self._merges[index]
        index -= len(self._merges)
        for verb, spent, dangers, states in self._sections:
            size = states.bit_count()
            if index < size:
                return leg_to(self._board, verb, spent, dangers, pick_bit(states, index))
            index -= size
        raise IndexError(index)

    def __iter__(self) -> Iterator[Option]:
        if self._stand:
            yield STAND
        yield from self._merges
        board = self._board
        for verb, spent, dangers, states in self._sections:
            while states:
                low = states & -states
                states ^= low
                yield leg_to(board, verb, spent, dangers, low.bit_length() - 1)

    def find(self, key: str) -> Option:
        """The option of that key; IllegalChoice names the rule that forbids it."""
        for option in self:
            if option.key == key:
                return option
        words, rule = self._refusal(key)
        raise IllegalChoice(f"{key!r} is not a move that this unit can make now: {words}", rule)

    def _refusal(self, key: str) -> tuple[str, str]:
        """Why a hex that somebody asked for is not offered."""
        board, survey = self._board, self._survey
        try:
            at = board.grid.number(*read_hex(key.split()[1]))
        except (ValueError, IndexError):
            return 'a move is written like "move 4,11 facing 1"', "FO-STAT-04"
        if board.bit[at] & survey.occupied:
            return "somebody stands there", "FO-MOVE-16"
        if not board.passable[at]:
            return "nobody can go there", "FO-RULE-67"
        if self.reach.start & self.reach.halts:
            return "it is in contact with the enemy", "FO-MOVE-14"
        if not self._charging and board.bit[at] & survey.near:
            return "that hex is next to an enemy unit", "FO-ACT-10"
        if self._duty:
            return "it must charge, since it can", "FO-ACT-07"
        return "it has not the movement points, or would be stopped on the way", "FO-STAT-04"
