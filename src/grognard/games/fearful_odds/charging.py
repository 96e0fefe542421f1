"""The duty to charge: whom it binds, and which moves fulfil it."""

from grognard.games.fearful_odds.battle import Battle, Unit
from grognard.games.fearful_odds.legs import Moves, Reach, Section
from grognard.games.fearful_odds.reach import Survey, in_all_blocks, spread, turned


def charges(reach: Reach, survey: Survey) -> Moves | None:
    """FO-ACT-07, FO-RULE-18: only the moves that bring an enemy unit to the front, or can still do so; None if there are none without hazards."""
    faced = survey.faced(reach.board)
    legs = [able for section in reach.legs if (able := _still_able(reach, section, faced))]
    if not reach.ends & faced and all(verb != "enter" for verb, _, _, _ in legs):
        return None
    sections = [("move", 0, 0, reach.finals & faced), *legs]
    return Moves(reach, survey, sections, [], stand=bool(reach.start & faced), charging=True, duty=True)


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
