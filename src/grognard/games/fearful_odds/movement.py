"""The Move step of a unit: legs of a path, shots, hazards, the duty to charge, withdrawal and consolidation."""

from collections.abc import Iterator, Sequence
from typing import Any

from grognard.errors import IllegalChoice
from grognard.games.fearful_odds.battle import Ammo, Battle, Impulse, Order, State, Unit, Where
from grognard.games.fearful_odds.board import Board
from grognard.games.fearful_odds.hex_options import HexOption
from grognard.games.fearful_odds.hex_options import place as place_of
from grognard.games.fearful_odds.missiles import WEAPONS, may_shoot, shoot, shoot_character, shot_cost, shot_targets
from grognard.games.fearful_odds.morale import check_task
from grognard.games.fearful_odds.out_of_turn import answer_approach, contacts, may_withdraw, must_withdraw, withdraw
from grognard.games.fearful_odds.reach import Survey, came_from, crossings, in_all_blocks, pick_bit, spread, turned
from grognard.kernel.choice import Option, Pick
from grognard.kernel.referee import Referee

STAND = Pick("stand")
VERBS = {"move": "Move to", "enter": "Come up to", "cross": "Cross to", "shoot": "Shoot from"}
COMPASS = {
    0: "north", 30: "north-east", 60: "east-north-east", 90: "east", 120: "east-south-east", 150: "south-east",
    180: "south", 210: "south-west", 240: "west-south-west", 270: "west", 300: "west-north-west", 330: "north-west",
}  # fmt: skip
Section = tuple[str, int, int, int]  # ends of legs: the verb, points, task checks, and the states
REMNANT = 2  # FO-MOVE-17: SP of a unit that may merge


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


class Merge(Option, frozen=True, gc=False):
    """End the move in the hex of another unit of the same type and become one with it."""

    unit: str

    @property
    def key(self) -> str:
        return f"join {self.unit}"

    @property
    def pieces(self) -> tuple[str, ...]:
        return (self.unit,)


class Target(Option, frozen=True, gc=False):
    """Whom to shoot at."""

    piece: str

    @property
    def key(self) -> str:
        return f"shoot {self.piece}"

    @property
    def pieces(self) -> tuple[str, ...]:
        return (self.piece,)


class Moves(Sequence[Option]):
    """All ways that a unit may go on with its move, read from masks only when somebody looks."""

    __slots__ = ("_board", "_count", "_merges", "_sections", "_stand", "held", "layers")

    def __init__(
        self,
        board: Board,
        layers: list[int],
        held: int,
        sections: list[Section],
        merges: list[Merge],
        stand: bool,
    ) -> None:
        self._board = board
        self.layers = layers
        self.held = held  # states from which no hex is left
        self._sections = sections
        self._merges = merges
        self._stand = int(stand)
        self._count = self._stand + len(merges) + sum([states.bit_count() for _, _, _, states in sections])

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[n] for n in range(*index.indices(self._count))]
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
                return self._leg(verb, spent, dangers, pick_bit(states, index))
            index -= size
        raise IndexError(index)

    def __iter__(self) -> Iterator[Option]:
        if self._stand:
            yield STAND
        yield from self._merges
        for verb, spent, dangers, states in self._sections:
            while states:
                low = states & -states
                states ^= low
                yield self._leg(verb, spent, dangers, low.bit_length() - 1)

    def _leg(self, verb: str, spent: int, dangers: int, place: int) -> Leg:
        at, facing, stepped = self._board.read(place)
        return Leg(*place_of(self._board, at, facing), verb, facing, spent, dangers, stepped, place)

    def find(self, key: str) -> Option:
        """The option of that key; IllegalChoice says what a move may be."""
        for option in self:
            if option.key == key:
                return option
        raise IllegalChoice(f"{key!r} is not a move that this unit can make now", "FO-STAT-04")


# The move


def move_unit(referee: Referee, battle: Battle, unit: Unit) -> None:
    """FO-ACT-18, first step: the whole move of one unit, leg by leg (FO-STAT-04: half points, so that a shot may cost half of an odd MA)."""
    impulse = battle.impulse
    assert impulse is not None
    board, kind = battle.board, impulse.kind
    if kind == "charge" and unit.counter.kind == "horse":
        unit.beside = tuple(
            [
                other.id
                for other in battle.units.values()
                if other.side != unit.side and other.at >= 0 and board.distances[unit.at][other.at] == 1
            ]
        )
    free = _try_to_withdraw(referee, battle, unit, kind)
    bound = kind == "charge" and not unit.can_shoot  # FO-RULE-18: missile units that are not Out have no duty
    half_points, stepped = 2 * unit.counter.speed, False
    while unit.at >= 0:
        moves = moves_for(battle, unit, half_points, stepped=stepped, free=free, bound=bound)
        if len(moves) == 1 and moves[0] is STAND:
            break
        picked = (
            moves[0]
            if len(moves) == 1
            else referee.choose(unit.side, f"Where does {unit.name} go?", moves, rule="FO-STAT-04", about=(unit.id,))
        )
        if not isinstance(picked, Leg):
            if isinstance(picked, Merge):
                consolidate(referee, battle, unit, battle.units[picked.unit])
            break
        before = unit.at
        _go(referee, unit, picked)
        half_points -= 2 * picked.spent
        stepped = stepped or picked.stepped
        if picked.verb == "move":
            break
        if picked.verb == "shoot":
            half_points -= shot_cost(unit)
            choose_and_shoot(referee, battle, unit)
            continue
        for _ in range(picked.dangers):
            if unit.at >= 0:
                check_task(referee, battle, unit)
        if unit.at >= 0 and kind == "charge" and unit.at != before:
            last = came_from(board, moves.layers, moves.held, picked.spent, picked.place, picked.dangers)
            if answer_approach(referee, battle, unit, last):
                bound = False  # FO-RULE-18: if the target evades, the duty is fulfilled
    unit.moved = True


def _go(referee: Referee, unit: Unit, leg: Leg) -> None:
    if unit.at != leg.hex:
        unit.entered += 1
        unit.at = leg.hex
        referee.tell("{} goes to {}", unit, leg.name, rule="FO-MOVE-01")
    elif unit.facing != leg.facing:
        referee.tell("{} turns in {}", unit, leg.name, rule="FO-MOVE-05")
    unit.facing = leg.facing


def _try_to_withdraw(referee: Referee, battle: Battle, unit: Unit, kind: str) -> bool:
    """FO-MOVE-14: a unit in contact leaves its hex only after a passed roll; whether it is free to."""
    if kind == "charge":
        return False
    enemies = contacts(battle, unit)
    if not enemies or not may_withdraw(battle.options, unit, enemies, kind):
        return False
    if not must_withdraw(battle.options, unit, enemies, kind) and not referee.may(
        unit.side, f"Does {unit.name} try to withdraw?", rule="FO-ACT-12", about=(unit.id,)
    ):
        return False
    return withdraw(referee, battle, unit, enemies)


def moves_for(battle: Battle, unit: Unit, half_points: int, *, stepped: bool, free: bool, bound: bool) -> Moves:
    """Everything that a unit may do next with what is left of its allowance.

    `stepped`: it has made its side step; `free`: it has passed its Withdraw roll; `bound`: the duty to charge still binds it, if it can be fulfilled.
    """
    impulse = battle.impulse
    assert impulse is not None
    reach = Reach(battle, unit, half_points >> 1, stepped, free, impulse.kind == "charge")
    if bound:
        charging = _charges(reach)
        if charging is not None:
            return charging
    finals, stand = reach.finals, True
    if free and impulse.kind == "regroup":
        away = finals & ~in_all_blocks(reach.board, reach.board.bit[unit.at])
        if away or reach.legs:
            finals, stand = away, False  # FO-RULE-28
    sections = [("move", 0, 0, finals), *reach.legs]
    if unit.ammo is not Ammo.OUT and unit.counter.missile != "none" and half_points >= shot_cost(unit):
        sections += _firing(battle, unit, reach, half_points)
    return Moves(reach.board, reach.layers, reach.held, sections, _merges(battle, unit, reach, impulse), stand)


class Reach:
    """Where a unit can get from where it stands, and where somebody or something stops it."""

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
        "survey",
    )

    def __init__(self, battle: Battle, unit: Unit, points: int, stepped: bool, free: bool, charging: bool) -> None:
        board, at = battle.board, unit.at
        self.board, self.points = board, points
        self.survey = survey = Survey(battle, unit)
        here = board.bit[at]
        halt = here if survey.theirs & here and not free else 0  # FO-MOVE-14, FO-RULE-27
        if charging:
            halt |= survey.theirs & ~here  # FO-MOVE-13
            self.stops = in_all_blocks(board, survey.stops(board) & ~here)
            closed = survey.occupied
        else:
            self.stops = 0
            closed = survey.occupied | survey.near  # FO-ACT-10, FO-ACT-14; FO-ACT-11: who is there already may stay
        self.shut = board.shut | in_all_blocks(board, closed & ~here)
        self.halts = in_all_blocks(board, halt)
        self.held = self.halts | self.stops
        self.start = start = board.state(at, unit.facing, stepped)
        self.about = unit.counter.kind == "foot"
        plain = points <= board.plain_within[at]
        self.layers = layers = spread(board, start, points, self.about, self.shut, self.halts, self.stops, plain=plain)
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


def _charges(reach: Reach) -> Moves | None:
    """FO-ACT-07, FO-RULE-18: only the moves that bring an enemy unit to the front, or can still do so; None if there are none without hazards."""
    faced = reach.survey.faced(reach.board)
    legs = [able for section in reach.legs if (able := _still_able(reach, section, faced))]
    if not reach.ends & faced and all(verb != "enter" for verb, _, _, _ in legs):
        return None
    sections = [("move", 0, 0, reach.finals & faced), *legs]
    return Moves(reach.board, reach.layers, reach.held, sections, [], bool(reach.start & faced))


def _still_able(reach: Reach, section: Section, faced: int) -> Section | None:
    """FO-RULE-18: of these ends of a leg, those from which a charge can still be brought home on the map as it is."""
    verb, spent, dangers, states = section
    board, left, able = reach.board, reach.points - spent, faced
    for _ in range(min(left, 3)):
        able |= turned(board, able, reach.about)
    good = states & able
    rest = states & ~able & ~reach.halts if left else 0
    while rest:
        low = rest & -rest
        rest ^= low
        here = in_all_blocks(board, board.bit[board.read(low.bit_length() - 1)[0]])
        onward = spread(board, low, left, reach.about, reach.shut, reach.halts & ~here, 0)
        if any(layer & faced for layer in onward):
            good |= low
    return (verb, spent, dangers, good) if good else None


def least_charge(battle: Battle, unit: Unit) -> int | None:
    """FO-RULE-18: the fewest points for a move without hazards that ends with an enemy unit in front; None if there is none."""
    board, survey = battle.board, Survey(battle, unit)
    here = board.bit[unit.at]
    halt = survey.theirs & ~here | (here if survey.theirs & here else 0)
    shut = board.shut | in_all_blocks(board, survey.occupied)
    faced = survey.faced(board)
    start = board.state(unit.at, unit.facing)
    layers = spread(board, start, unit.counter.speed, unit.counter.kind == "foot", shut, in_all_blocks(board, halt), 0)
    return next((spent for spent, layer in enumerate(layers) if layer & faced), None)


def must_charge(unit: Unit) -> bool:
    """FO-ACT-07, FO-ACT-08: melee units must; missile units that are not Out may fire instead."""
    return not unit.can_shoot


# Shooting on the move


def _firing(battle: Battle, unit: Unit, reach: Reach, half_points: int) -> list[Section]:
    """FO-MISS-02: from where on its way a unit can shoot, at half its MA a shot (FO-MISS-01, FO-RULE-05)."""
    if not may_shoot(battle, unit):
        return []
    board, weapon = reach.board, WEAPONS[unit.counter.missile]
    blocked = battle.options.units_block_fire == "yes"
    steps = (half_points - shot_cost(unit)) // 2
    farthest, far = steps + weapon.farthest, board.distances[unit.at]
    aim = 0
    for piece in battle.pieces():
        if piece.at >= 0 and far[piece.at] <= farthest and piece.side != unit.side:
            aim |= board.shooting_at(piece.at, weapon.nearest, weapon.farthest)
    if not aim:
        return []
    sections = []
    for spent in range(steps + 1):
        states = reach.layers[spent] & aim & ~reach.stops
        if states and blocked:
            states = _unblocked(battle, unit, states)
        if states:
            sections.append(("shoot", spent, 0, states))
    return sections


def _unblocked(battle: Battle, unit: Unit, states: int) -> int:
    """FO-RULE-38, `units_block_fire`: the states from which some enemy can be seen past all units."""
    board, found = battle.board, 0
    at, facing = unit.at, unit.facing
    while states:
        low = states & -states
        states ^= low
        unit.at, unit.facing, _ = board.read(low.bit_length() - 1)
        if shot_targets(battle, unit):
            found |= low
    unit.at, unit.facing = at, facing
    return found


def choose_and_shoot(referee: Referee, battle: Battle, unit: Unit) -> None:
    """One shot at an enemy in range, arc and sight: a unit, or a hero or leader (FO-RULE-53)."""
    targets = shot_targets(battle, unit)
    target = targets[0]
    if len(targets) > 1:
        options = [Target(piece.id) for piece in targets]
        picked = referee.choose(
            unit.side, f"At whom does {unit.name} shoot?", options, rule="FO-MISS-02", about=(unit.id,)
        )
        target = next(piece for piece in targets if piece.id == picked.piece)
    if isinstance(target, Unit):
        shoot(referee, battle, unit, target)
    else:
        shoot_character(referee, battle, unit, target)


# Consolidation


def can_consolidate(unit: Unit, other: Unit) -> bool:
    """FO-MOVE-17, FO-RULE-29: two Active units of the same type and missile class, one of which has 1 or 2 SP."""
    return (
        unit is not other
        and unit.side == other.side
        and unit.state is State.ACTIVE
        and other.state is State.ACTIVE
        and unit.order is not Order.ROUT
        and other.order is not Order.ROUT
        and unit.counter.code == other.counter.code
        and unit.counter.missile == other.counter.missile
        and min(unit.strength, other.strength) <= REMNANT
    )


def _merges(battle: Battle, unit: Unit, reach: Reach, impulse: Impulse) -> list[Merge]:
    """The Active units of its type whose hexes it can reach to merge with them; in a March or Regroup not beside the enemy (FO-ACT-10)."""
    found = []
    for id in impulse.group:
        other = battle.units.get(id)
        if other is None or other.at < 0 or other.counter.code != unit.counter.code or not can_consolidate(unit, other):
            continue
        if impulse.kind != "charge" and reach.board.bit[other.at] & reach.survey.near:
            continue
        if _can_step_into(reach, other.at):
            found.append(Merge(other.id))
    return found


def _can_step_into(reach: Reach, at: int) -> bool:
    """Whether some state in reach is one step from a hex, with points enough."""
    board = reach.board
    there = in_all_blocks(board, board.bit[at])
    for spent, layer in enumerate(reach.layers):
        left = reach.points - spent
        going = layer & ~reach.held
        if any(price <= left and (going & where) << up >> down & there for price, where, up, down in board.forward):
            return True
        going &= board.first_plane
        if any(price <= left and (going & where) << up & there for price, where, up, _ in board.sideways):
            return True
    return False


def consolidate(referee: Referee, battle: Battle, mover: Unit, stander: Unit) -> Unit:
    """FO-MOVE-18, FO-RULE-29: the weaker is absorbed; the result has the standing unit's place and facing, and moves no further."""
    at, facing, from_hex = stander.at, stander.facing, mover.at
    strong, weak = (mover, stander) if mover.strength > stander.strength else (stander, mover)
    if mover.strength == stander.strength:
        options = [Merge(mover.id), Merge(stander.id)]
        picked = referee.choose(
            mover.side, "Which unit remains?", options, rule="FO-RULE-29", about=(mover.id, stander.id)
        )
        strong, weak = (mover, stander) if picked.unit == mover.id else (stander, mover)
    strength = strong.strength + weak.strength
    if battle.options.consolidate_cap == "start":
        strength = min(strength, strong.counter.strength)
    strong.strength = max(strength, strong.strength)
    if weak.order is Order.DISORDER:
        strong.order = Order.DISORDER
    strong.ammo = max(strong.ammo, weak.ammo, key=list(Ammo).index)
    for one in battle.characters.values():
        if one.at == from_hex and one.side == mover.side:
            one.at = at
    weak.at, weak.where, weak.strength = -1, Where.GONE, 0
    strong.at, strong.facing, strong.moved = at, facing, True
    referee.tell("absorbs", strong, weak, rule="FO-MOVE-18")
    return strong
