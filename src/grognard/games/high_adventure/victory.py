"""Victory: points, goals, and when a battle is over."""

from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.figures import ENEMY, PARTY, Figure, State, other_side
from grognard.ground.shapes import holds
from grognard.kernel.battle import Outcome

OUT = (State.KILLED, State.GRIEVOUS, State.DISABLED, State.FLED, State.DESTROYED)


def points_of(out: list[int], held: list[int]) -> int:
    """HA-RULE-93: Strength of enemies that are out, and twice that of prisoners who are held."""
    return sum(out) + 2 * sum(held)


def points(battle: Battle, side: str) -> int:
    """What a side has scored; whoever came by a marker, but for leaders and wizards, scores nothing (HA-RULE-93)."""
    foes = [f for f in battle.figures if f.side != side and f.died >= 0 and not _worthless(f)]
    return points_of(
        [f.strength for f in foes if f.state in OUT], [f.strength for f in foes if f.state is State.PRISONER]
    )


def _worthless(figure: Figure) -> bool:
    endless = figure.by_marker and figure.strength == 1 and not figure.profile.wizard
    return endless or bool(figure.controller) or figure.effect("avatar") is not None


def pcs(battle: Battle, side: str = PARTY) -> list[Figure]:
    return [figure for figure in battle.figures if figure.side == side and figure.is_pc]


def check_at_once(battle: Battle) -> None:
    """What ends a battle at any time: no PC left on the table (HA-RULE-93), or the goal reached (HA-RULE-92)."""
    if battle.outcome is not None:
        return
    heroes: list[Figure] = []
    foes: list[Figure] = []
    for figure in battle.figures:
        if figure.role == "pc":
            (heroes if figure.side == PARTY else foes).append(figure)
    goal = battle.goal
    able = [figure for figure in heroes if figure.state is State.ABLE]
    left = [figure for figure in heroes if figure.state is State.LEFT]
    if goal.kind == "escape" and left and not able:
        won = len(left)
        reason = f"{'a clear' if won > 1 else 'a narrow'} win: {won} of the party got away"
        battle.outcome = Outcome(PARTY, reason, "HA-RULE-94", score(battle))
        return
    if goal.kind == "carry" and _carried_off(battle):
        alive = not any(figure.state in (State.GRIEVOUS, State.KILLED) for figure in heroes)
        clear = "a clear win" if alive else "a win"
        battle.outcome = Outcome(PARTY, f"{clear}: {_item_name(battle)} is carried off", "HA-RULE-93", score(battle))
        return
    if heroes and not able and not (goal.kind == "carry" and left and _helpers(battle)):
        battle.outcome = Outcome(ENEMY, "every player character is out", "HA-RULE-93", score(battle))
        return
    if foes and not any(figure.able for figure in foes):
        battle.outcome = Outcome(PARTY, "every character of the other side is out", "HA-RULE-93", score(battle))
        return
    if goal.kind == "points" and battle.pool is None:
        for side in (PARTY, ENEMY):
            if not battle.able(side):
                _by_points(battle, f"nobody of {_name(battle, side)} is left")
                return


def _helpers(battle: Battle) -> bool:
    return any(figure.able for figure in battle.figures if figure.side == PARTY)


def _item_name(battle: Battle) -> str:
    return next((item.name for item in battle.items if item.id == battle.goal.item), battle.goal.item)


def _carried_off(battle: Battle) -> bool:
    for item in battle.items:
        if item.id == battle.goal.item and item.holder:
            bearer = battle.figure(item.holder)
            return bearer.side == PARTY and bearer.state is State.LEFT
    return False


def check_last_turn(battle: Battle) -> None:
    """At the end of the last turn somebody has won, or nobody (HA-RULE-92)."""
    if battle.outcome is not None or battle.turn < battle.last_turn:
        return
    goal = battle.goal
    if goal.kind == "escape":
        battle.outcome = Outcome(ENEMY, "time is up, and not all have got away", "HA-RULE-92", score(battle))
    elif goal.kind == "carry":
        _carry_failed(battle)
    else:
        _by_points(battle, "time is up")


def _carry_failed(battle: Battle) -> None:
    goal = battle.goal
    item = next((thing for thing in battle.items if thing.id == goal.item), None)
    if goal.villain:
        villain = battle.figure(goal.villain)
        if villain.state in (State.KILLED, State.GRIEVOUS) and any(f.able for f in pcs(battle)):
            words = f"a narrow win: {villain.name} is dead"
            battle.outcome = Outcome(PARTY, words, "HA-RULE-93", score(battle))
            return
        battle.outcome = Outcome(ENEMY, f"time is up, and {villain.name} lives", "HA-RULE-92", score(battle))
        return
    home = next((feature for feature in battle.table.features if feature.name == goal.home), None)
    x, y = _where(battle) if item else (-1, -1)
    inside = home is not None and holds(home.shape, x, y)
    words = "a clear win: it never left" if inside else "a narrow win: it did not get away"
    battle.outcome = Outcome(ENEMY, f"{words} ({_item_name(battle)})", "HA-RULE-92", score(battle))


def _where(battle: Battle) -> tuple[int, int]:
    for item in battle.items:
        if item.id == battle.goal.item:
            if item.holder:
                bearer = battle.figure(item.holder)
                return bearer.x, bearer.y
            return item.x, item.y
    return -1, -1


def _by_points(battle: Battle, why: str) -> None:
    red, blue = points(battle, PARTY), points(battle, ENEMY)
    winner = PARTY if red > blue else ENEMY if blue > red else ""
    battle.outcome = Outcome(winner, f"{why}: {red} points to {blue}", "HA-RULE-93", score(battle))


def score(battle: Battle) -> dict[str, int]:
    """Each side's points; in an escape each PC that got away is one (HA-RULE-93)."""
    found = {side: points(battle, side) for side in (PARTY, ENEMY)}
    if battle.goal.kind == "escape":
        found[PARTY] = sum(1 for figure in pcs(battle) if figure.state is State.LEFT)
    return found


def _name(battle: Battle, side: str) -> str:
    return battle.side(side).name if battle.sides else other_side(side)
