"""Shooting on the move: from where, and at whom."""

from grognard.games.fearful_odds.battle import Battle, Unit
from grognard.games.fearful_odds.legs import Reach, Section
from grognard.games.fearful_odds.missiles import WEAPONS, may_shoot, shoot, shoot_character, shot_cost, shot_targets
from grognard.kernel.choice import Option
from grognard.kernel.referee import Referee


class Target(Option, frozen=True, gc=False):
    """Whom to shoot at."""

    piece: str

    @property
    def key(self) -> str:
        return f"shoot {self.piece}"

    @property
    def pieces(self) -> tuple[str, ...]:
        return (self.piece,)


def firing_legs(battle: Battle, unit: Unit, reach: Reach, half_points: int) -> list[Section]:
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
