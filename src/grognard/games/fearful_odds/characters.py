"""Leaders and heroes: who stands where, wounds, and where they go when their unit is gone."""

from grognard.games.fearful_odds.battle import Battle, Character, State, Where, Wound
from grognard.kernel.choice import Option
from grognard.kernel.referee import Referee


class JoinUnit(Option, frozen=True, gc=False):
    """A unit to relocate to."""

    unit: str

    @property
    def key(self) -> str:
        return f"join {self.unit}"

    @property
    def pieces(self) -> tuple[str, ...]:
        return (self.unit,)


def relocate_all(referee: Referee, battle: Battle, at: int, side: str) -> None:
    """FO-MEL-25: all characters of a side in a hex that its unit has left by Rout or elimination."""
    for character in battle.characters.values():
        if character.at == at and character.side == side:
            relocate(referee, battle, character)


def relocate(referee: Referee, battle: Battle, character: Character) -> None:
    """FO-RULE-63: to the nearest friendly unit, the owner's choice among equals, and Spent; with nobody left he is out of play."""
    near = nearest_units(battle, character.at, character.side)
    if not near:
        referee.tell("has nobody left to go to", character, rule="FO-RULE-63")
        remove(character)
        return
    if len(near) == 1:
        unit = near[0]
    else:
        options = [JoinUnit(one) for one in near]
        unit = referee.choose(
            character.side, "Which unit does he join?", options, rule="FO-RULE-63", about=(character.id,)
        ).unit
    character.at = battle.units[unit].at
    character.state = State.SPENT
    referee.tell("joins", character, battle.units[unit], rule="FO-MEL-25")


def nearest_units(battle: Battle, at: int, side: str) -> list[str]:
    """The friendly units nearest to a hex, by hex distance over anything."""
    far = battle.board.distances[at]
    best, found = 1 << 30, list[str]()
    for unit in battle.units.values():
        if unit.at >= 0 and unit.side == side:
            distance = far[unit.at]
            if distance < best:
                best, found = distance, [unit.id]
            elif distance == best:
                found.append(unit.id)
    return found


def accompany(battle: Battle, before: int, after: int, side: str) -> None:
    """FO-MEL-24: the characters of a hex go along with its unit."""
    for character in battle.characters.values():
        if character.at == before and character.side == side:
            character.at = after


def remove(character: Character) -> None:
    """Out of play."""
    character.at = -1
    character.where = Where.GONE


def combined(old: Wound, new: Wound) -> Wound:
    """FO-DUEL-08, FO-DUEL-09: wounds add up."""
    if old is Wound.NONE:
        return new
    if new is Wound.NONE:
        return old
    return Wound.SEVERE if old is Wound.MINOR and new is Wound.MINOR else Wound.KILLED


def is_removed(wound: Wound) -> bool:
    """FO-DUEL-11: a Severe wound takes out of play as surely as death."""
    return wound is Wound.SEVERE or wound is Wound.KILLED


def wound(referee: Referee, character: Character, new: Wound) -> None:
    """Give a character a wound; with the second Minor, or anything worse, he is out of play."""
    if new is Wound.NONE:
        return
    character.wound = combined(character.wound, new)
    if is_removed(character.wound):
        referee.tell("falls", character, rule="FO-DUEL-11")
        remove(character)
    else:
        referee.tell("is wounded", character, rule="FO-DUEL-10")
