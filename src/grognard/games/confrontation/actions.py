"""Actions: what a fighter may combine in one activation, and in which order the fighters of a card act."""

from collections.abc import Sequence

from grognard.games.confrontation.profile import Kind

EXCLUSIVE = ("under_cover", "charge", "engage")  # C3-ACT-02
MOVES = ("walk", "run", "disengage")
MYSTIC = ("cast", "call")
CASTERS = ("pure_mage", "warrior_mage")
CALLERS = ("pure_faithful", "warrior_monk")


def is_lawful(kind: Kind, actions: Sequence[str], *, assault_fire: bool = False, rapid_reload: bool = False) -> bool:
    """Whether one fighter may do all this, in this order, in one activation."""
    if ("cast" in actions and kind not in CASTERS) or ("call" in actions and kind not in CALLERS):
        return False
    if any(action in EXCLUSIVE for action in actions):
        return _is_lawful_assault(kind, actions, assault_fire)
    if sum(action in MOVES for action in actions) > 1:
        return False  # C3-RULE-16: one move
    if "run" in actions and len(actions) > 1:
        return False  # C3-RULE-16, C3-FIRE-06, C3-CAST-01, C3-CALL-01; a Faithful's "spell" is his miracle (C3-RULE-69)
    if "disengage" in actions and "fire" in actions[: actions.index("disengage")]:
        return False  # C3-FIRE-05: whoever shoots is free, and has nobody to leave
    shots = actions.count("fire")
    if shots > 1:
        return rapid_reload and shots == 2 and len(actions) == 2  # C3-RULE-35
    return not (shots and any(action in MYSTIC for action in actions))  # C3-FIRE-07, C3-RULE-16


def _is_lawful_assault(kind: Kind, actions: Sequence[str], assault_fire: bool) -> bool:
    """C3-ACT-02: an exclusive action stands alone, but for one spell, miracle or shot that opens an assault."""
    if len(actions) == 1:
        return True
    if len(actions) > 2 or actions[1] not in ("charge", "engage"):
        return False
    opening = actions[0]
    if opening == "cast":
        return kind == "warrior_mage"  # C3-CAST-03
    if opening == "call":
        return kind == "warrior_monk"  # C3-CALL-04
    return opening == "fire" and assault_fire  # C3-FIRE-08


def is_lawful_sequence(sequence: Sequence[tuple[str, str]]) -> bool:
    """C3-ACT-01, C3-RULE-15: the fighters of one card act one after another, those with exclusive actions first."""
    turns: list[tuple[str, list[str]]] = []
    for fighter, action in sequence:
        if not turns or turns[-1][0] != fighter:
            turns.append((fighter, []))
        turns[-1][1].append(action)
    fighters = [fighter for fighter, _ in turns]
    if len(dict.fromkeys(fighters)) < len(fighters):
        return False
    exclusive = [any(action in EXCLUSIVE for action in actions) for _, actions in turns]
    if exclusive != sorted(exclusive, reverse=True):
        return False
    return all(is_lawful(_kind_for(actions), actions) for _, actions in turns)


def _kind_for(actions: Sequence[str]) -> Kind:
    """A kind of fighter that could do all this, where only the order is asked about."""
    if "cast" in actions:
        return "pure_mage"
    return "pure_faithful" if "call" in actions else "character"
