"""A path step by step: what it costs, and where and why it ends. The same tables as in play, for whoever draws a path and asks."""

from typing import NamedTuple

from grognard.games.fearful_odds.battle import Battle, Character, Unit
from grognard.games.fearful_odds.missiles import may_shoot, shot_cost
from grognard.games.fearful_odds.reach import Survey
from grognard.games.fearful_odds.terrain import ABOUT, ASIDE, FORWARD, TURN, step_cost


class Walk(NamedTuple):
    """Where a path ends, after how many hexes, and why, with the rule that ended it."""

    at: int
    moved: int
    why: str
    rule: str
    in_contact: bool


def follow(battle: Battle, unit: Unit, path: list[int], *, withdrew: bool = False) -> Walk:
    """Lead a unit forward along a path of hexes as far as it may go."""
    impulse = battle.impulse
    assert impulse is not None
    board, survey = battle.board, Survey(battle, unit)
    at, points = unit.at, unit.counter.speed
    for moved, there in enumerate(path):
        why, rule = refusal(battle, survey, unit, at, there, points, withdrew and not moved, impulse.kind)
        if why:
            return Walk(at, moved, why, rule, bool(survey.theirs & board.bit[at]))
        points -= FORWARD + board.steps[at, board.next_to[at].index(there)][0]
        at = there
        if survey.theirs & board.bit[at]:
            return Walk(at, moved + 1, "enemy_front_hex", "FO-MOVE-13", True)
    return Walk(at, len(path), "path_done", "FO-MOVE-01", bool(survey.theirs & board.bit[at]))


def refusal(
    battle: Battle, survey: Survey, unit: Unit, at: int, there: int, points: int, withdrew: bool, kind: str
) -> tuple[str, str]:
    """Why a unit may not step forward into a hex, and the rule; empty if it may."""
    board = battle.board
    if survey.theirs & board.bit[at] and not withdrew:
        return "in_contact", "FO-MOVE-14"
    if not board.fronts[at * 6 + unit.facing] & board.bit[there]:
        return "not_front", "FO-MOVE-02"
    if survey.occupied & board.bit[there]:
        return "occupied", "FO-MOVE-16"
    if kind != "charge" and survey.near & board.bit[there]:
        return "may_not_move_adjacent", "FO-ACT-10" if kind == "march" else "FO-ACT-14"
    price = board.steps.get((at, board.next_to[at].index(there)))
    if price is None or FORWARD + price[0] > points:
        return "mp", "FO-STAT-04"
    return "", ""


class Account:
    """The points of one move, in halves (FO-RULE-05), spent step by step."""

    def __init__(self, battle: Battle, piece: Unit | Character) -> None:
        self.battle = battle
        self.piece = piece
        self.left = 2 * (piece.counter.speed if isinstance(piece, Unit) else piece.speed)
        self.stepped = False
        self.checks = 0

    def pay(self, half_points: int) -> bool:
        """FO-RULE-25: there is no minimum move: what cannot be paid cannot be done."""
        if half_points > self.left:
            return False
        self.left -= half_points
        return True

    def step(
        self, verb: str, *, ground: str = "clear", climb: int = 0, hexside: str = "none", leaving: str = "clear"
    ) -> bool:
        """One hex forward, aside or back."""
        price = step_cost(
            leaving, ground, climb, () if hexside == "none" else (hexside,), self.battle.options.downhill_rough
        )
        if price is None:
            return False
        extra, dangers = price
        if isinstance(self.piece, Character):
            return self.pay(2 * (FORWARD + extra))  # FO-RULE-30: any direction; FO-RULE-26: no checks
        aside = verb != "forward"
        if (aside and self.stepped) or not self.pay(2 * ((ASIDE if aside else FORWARD) + extra)):
            return False  # FO-MOVE-04
        self.stepped = self.stepped or aside
        self.checks += dangers
        return True

    def turn(self, spines: int) -> bool:
        """FO-MOVE-05."""
        return isinstance(self.piece, Unit) and self.pay(2 * TURN * spines)

    def about_face(self) -> bool:
        """FO-MOVE-06."""
        return isinstance(self.piece, Unit) and self.pay(2 * ABOUT[self.piece.counter.kind])

    def fire(self) -> bool:
        """FO-MISS-01."""
        piece = self.piece
        if not isinstance(piece, Unit) or not may_shoot(self.battle, piece) or not self.pay(shot_cost(piece)):
            return False
        piece.shots += 1
        return True

    def rally(self) -> bool:
        """FO-MOVE-19: half of the leader's own MA, once."""
        piece = self.piece
        if not isinstance(piece, Character) or piece.tried or not self.pay(piece.speed):
            return False
        piece.tried = True
        return True
