"""Where a unit can go: all hexes and facings at once, point by point, as bit masks.

One search answers a whole question. `layers[c]` holds the states (hex, facing, side step used or not: see `board`) that are first reached with c points. A step shifts a whole layer,
a turn shifts it from block to block. A state in a *stop* hex ends a leg of the move: there somebody else must be asked before it goes on.
"""

from grognard.games.fearful_odds.battle import Battle, Unit
from grognard.games.fearful_odds.board import Board
from grognard.games.fearful_odds.terrain import ASIDE, FORWARD

FEW = 40  # bits among which one is found by counting them off


class Survey:
    """Who stands where, seen from a unit that is about to move: made once per question."""

    __slots__ = ("enemies", "mine", "near", "occupied", "theirs")

    def __init__(self, battle: Battle, unit: Unit) -> None:
        board, side = battle.board, unit.side
        bit, ring, fronts = board.bit, board.ring, board.fronts
        occupied = near = theirs = mine = 0
        enemies = []
        for other in battle.units.values():
            at = other.at
            if at >= 0:
                occupied |= bit[at]
                if other.side != side:
                    theirs |= fronts[at * 6 + other.facing]
                    near |= ring[at]
                    enemies.append(at)
                elif other is not unit:
                    mine |= fronts[at * 6 + other.facing]
        for one in battle.characters.values():
            if one.at >= 0 and one.side != side:
                occupied |= bit[one.at]  # FO-RULE-31: characters alone block the hex
        self.occupied = occupied & ~bit[unit.at]  # FO-MOVE-16: hexes that it may not enter
        self.near = near  # hexes next to an enemy unit; characters alone do not count (FO-RULE-22)
        self.theirs = theirs  # enemy Front hexes
        self.mine = mine  # Front hexes of the other units of its side
        self.enemies = enemies  # hexes of the enemy units

    def faced(self, board: Board) -> int:
        """The states that have an enemy unit in front."""
        mask = 0
        for at in self.enemies:
            mask |= board.faced[at]
        return mask

    def stops(self, board: Board) -> int:
        """FO-UNIT-03, FO-UNIT-07: hexes next to an enemy unit that could answer an approach, being in nobody else's Front hexes."""
        mask = 0
        for at in self.enemies:
            if not board.bit[at] & self.mine:
                mask |= board.ring[at]
        return mask


def in_all_blocks(board: Board, mask: int) -> int:
    """A mask of hexes as a mask of states: whatever the facing."""
    if not mask:
        return 0
    width = board.width
    mask |= mask << width | mask << 2 * width
    mask |= mask << 3 * width
    return mask | mask << 6 * width


def turned(board: Board, states: int, about: bool) -> int:
    """These states after a turn of one hexspine either way, or about face."""
    width = board.width
    is_last, is_first = board.last_facing, board.first_facing
    found = (states & ~is_last) << width | (states & is_last) >> 5 * width
    found |= (states & ~is_first) >> width | (states & is_first) << 5 * width
    if about:
        low = board.low_facings
        found |= (states & low) << 3 * width | (states & ~low) >> 3 * width
    return found


def aside(board: Board, states: int) -> int:
    """These states after the one side or rear step that costs no more than usual (FO-MOVE-03, FO-MOVE-04)."""
    wide = 0
    for where, left in board.aside_left:
        wide |= (states & where) << left
    for where, right in board.aside_right:
        wide |= (states & where) >> right
    return wide << board.plane


def spread(
    board: Board, start: int, points: int, about: bool, shut: int, halt: int, stop: int, *, plain: bool = False
) -> list[int]:
    """The layers of a move: the states first reached with each number of points.

    `about`: it turns about for 1 point (FO-MOVE-06; for others three turns of 1 are the same 3 points). No state of `shut` is entered; from `halt` no hex is left; from
    `stop` nothing is done. `plain`: there is nothing in reach but usual ground.
    """
    layers = [0] * (points + 5)
    layers[0] = start
    seen = shut & ~start
    width, plane, first = board.width, board.plane, board.first_plane
    round_, half = 5 * width, 3 * width
    last_facing, first_facing, low = board.last_facing, board.first_facing, board.low_facings
    ahead_left, ahead_right = board.ahead_left, board.ahead_right
    begins = 0
    if points > 1 and not start & halt:
        for price, states in _first_steps(board, start, about):
            layers[price] |= states
        seen |= start | (start & first) << plane
        begins = 1
    for spent in range(begins, points):
        fresh = layers[spent] & ~seen
        if not fresh:
            layers[spent] = 0
            continue
        twins = (fresh & first) << plane  # the same with the side step used is never better
        fresh &= ~twins
        layers[spent] = fresh
        seen |= fresh | twins
        if stop:
            fresh &= ~stop
        end, begin = fresh & last_facing, fresh & first_facing
        near = (fresh ^ end) << width | end >> round_ | (fresh ^ begin) >> width | begin << round_  # FO-MOVE-05
        if about:
            lower = fresh & low
            near |= lower << half | (fresh ^ lower) >> half
        going = fresh & ~halt if halt else fresh  # FO-MOVE-15: where no hex may be left it still turns
        if going:
            for where, left in ahead_left:  # FO-MOVE-01, FO-MOVE-02
                near |= (going & where) << left
            for where, right in ahead_right:
                near |= (going & where) >> right
            stepping = going & first
            if stepping and spent + 1 < points:
                layers[spent + 2] |= aside(board, stepping)
            if not plain and going & board.slow_from:
                _spread_slowly(board, layers, spent, going, points - spent)
        layers[spent + 1] |= near
    last = layers[points] & ~seen
    layers[points] = last & ~((last & first) << plane)
    del layers[points + 1 :]
    return layers


def _first_steps(board: Board, start: int, about: bool) -> tuple[tuple[int, int], ...]:
    """What a single state leads to, by points: remembered, since every move begins with it."""
    key = (start.bit_length(), about)
    known = board.first_steps.get(key)
    if known is None:
        layers = [0] * 5
        near = turned(board, start, about)
        for where, left in board.ahead_left:
            near |= (start & where) << left
        for where, right in board.ahead_right:
            near |= (start & where) >> right
        layers[1] = near
        layers[2] |= aside(board, start & board.first_plane)
        _spread_slowly(board, layers, 0, start, 4)
        known = board.first_steps[key] = tuple((price, states) for price, states in enumerate(layers) if states)
    return known


def _spread_slowly(board: Board, layers: list[int], spent: int, going: int, points: int) -> None:
    """FO-MOVE-07: the steps that cost more than usual, as far as the points that are left allow."""
    if going & board.slow_ahead_from:
        for price, where, left, right in board.slow:
            if price <= points and (leaving := going & where):
                layers[spent + price] |= leaving << left >> right
    if points > ASIDE and going & board.slow_aside_from:
        for price, where, left, _ in board.slow_aside:
            if price <= points and (leaving := going & where):
                layers[spent + price] |= leaving << left


def crossings(board: Board, layers: list[int], shut: int, held: int) -> list[tuple[int, int, int]]:
    """Steps over hazards that end a leg: points, number of task checks, states (FO-RULE-26). Only where no dry way is as cheap."""
    points = len(layers) - 1
    found: dict[tuple[int, int], int] = {}
    for spent, layer in enumerate(layers):
        going = layer & board.over_from & ~held
        if not going:
            continue
        for price, dangers, where, left, right in board.over:
            if spent + price <= points and (leaving := going & where):
                found[spent + price, dangers] = found.get((spent + price, dangers), 0) | leaving << left >> right
        going &= board.first_plane
        for price, dangers, where, left, _ in board.over_aside:
            if spent + price <= points and (leaving := going & where):
                found[spent + price, dangers] = found.get((spent + price, dangers), 0) | leaving << left
    sections = []
    known, upto = shut, 0
    for (spent, dangers), states in sorted(found.items()):
        while upto <= spent:
            known |= layers[upto]
            upto += 1
        fresh = states & ~known
        if fresh:
            sections.append((spent, dangers, fresh))
            known |= fresh
    return sections


def came_from(board: Board, layers: list[int], held: int, spent: int, place: int, dangers: int) -> int:
    """The hex from which a state was entered on a cheapest way, its last step over so many hazards."""
    at, facing, stepped = board.read(place)
    for direction, before in enumerate(board.next_to[at]):
        price = board.steps.get((before, (direction + 3) % 6))
        if price is None or price[1] != dangers:
            continue
        ahead = (direction + 3) % 6 in board.front_directions[facing]
        left = spent - price[0] - (FORWARD if ahead else ASIDE)
        if left < 0 or not (ahead or stepped):
            continue
        if layers[left] & ~held & board.state(before, facing, stepped and ahead):
            return before
    return at


def pick_bit(mask: int, index: int) -> int:
    """The place of the bit of that index, lowest first."""
    low, size = 0, mask.bit_length()
    while size > FEW:
        half = size // 2
        part = mask & ((1 << half) - 1)
        count = part.bit_count()
        if index < count:
            mask, size = part, half
        else:
            index -= count
            mask >>= half
            low += half
            size -= half
    for _ in range(index):
        mask &= mask - 1
    return low + (mask & -mask).bit_length() - 1
