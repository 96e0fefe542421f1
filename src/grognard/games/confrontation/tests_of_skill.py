"""Tests: a characteristic and a die against a difficulty, natural 1s, and 6s that may be pushed."""

from collections.abc import Sequence
from typing import NamedTuple

from grognard.games.confrontation.options import Options
from grognard.kernel.choice import Option, Question
from grognard.kernel.dice import D6
from grognard.kernel.referee import Referee


class Attempt(NamedTuple):
    """What came of a test. A failed one counts 0 where results are compared (C3-TEST-02)."""

    total: int
    failed: bool  # a natural 1, a spoiled re-roll, or a calculated total of 0 or less

    def reaches(self, difficulty: int) -> bool:
        """C3-TEST-01: equal is enough; a failed test reaches nothing."""
        return not self.failed and self.total >= difficulty


FAILED = Attempt(0, True)


class Push(Option, frozen=True, gc=False):
    """Roll a 6 again and add it, or keep what there is (C3-RULE-02)."""

    face: int  # the die that is rolled again; 0 keeps
    total: int  # of the test as it stands
    need: int | None  # the difficulty, where it is known
    what: str  # "ATT", "DEF", "POW", "counter-magic", ...

    @property
    def key(self) -> str:
        return "keep" if not self.face else f"push the {self.face}" if self.face < 6 else "push"

    @property
    def words(self) -> str:
        need = "" if self.need is None else f", {self.need} needed"
        if not self.face:
            return f"Keep {self.total}{need}"
        return f"Roll the {self.face} again and add it to {self.total}{need}; a 1 spoils the test"


def attempt(
    referee: Referee,
    options: Options,
    side: str,
    what: str,
    value: int,
    *,
    rule: str,
    need: int | None = None,
    dice: int = 1,
    illuminated: bool = False,
    zero_fails: bool = True,
    about: tuple[str, ...] = (),
) -> Attempt:
    """Take a test: the value (characteristic less all penalties) and the best of so many dice.

    `need` is the difficulty where it is known, so that the roller can weigh pushing a 6; whether the test reaches it is for the caller to ask
    (`reaches`). Only mana recovery is not failed by a calculated 0 (C3-RULE-03).
    """
    if options.six_rule == "safe":
        score = _always_again(referee, side, what, dice, illuminated, rule)
    else:
        score = _throw(referee, options, side, what, value, dice, illuminated, need, rule, about)
    if not score or (zero_fails and value + score <= 0):  # C3-TEST-02, C3-TEST-03
        return FAILED
    return Attempt(value + score, False)


def _throw(
    referee: Referee,
    options: Options,
    side: str,
    what: str,
    value: int,
    dice: int,
    illuminated: bool,
    need: int | None,
    rule: str,
    about: tuple[str, ...],
) -> int:
    """What the best die gives, pushed as its owner likes; 0 if the test fails (C3-RULE-02, C3-RULE-04)."""
    least = 5 if illuminated else 6  # C3-RULE-74
    if illuminated and dice > 1:
        faces = referee.roll((dice * D6).each, what, by=side, rule=rule).faces
    else:
        faces = (referee.roll((dice * D6).best(1), what, by=side, rule=rule).total,)  # C3-TEST-05
    score = faces[0]
    if score == 1:
        return 0
    if score < least or options.six_rule == "flat":
        return score
    face = _pushed(referee, side, what, faces, least, value + score, need, about)
    if face:
        score = face
    while face:
        rolled = referee.roll(D6, f"{what}, rolled again", by=side, rule="C3-RULE-02").total
        if rolled == 1:
            return 0
        score += rolled
        face = 0 if rolled < least else _pushed(referee, side, what, (rolled,), least, value + score, need, about)
    return score


def _pushed(
    referee: Referee, side: str, what: str, faces: Sequence[int], least: int, total: int, need: int | None, about: tuple[str, ...]
) -> int:
    """C3-TEST-04: ask whether a die is rolled again; which face, or 0."""
    again = [Push(face, total, need, what) for face in dict.fromkeys(faces) if face >= least]
    kept = Push(0, total, need, what)
    return referee.choose(side, f"Roll again for {what}?", [kept, *again], rule="C3-RULE-02", about=about).face


def _always_again(referee: Referee, side: str, what: str, dice: int, illuminated: bool, rule: str) -> int:
    """Option `safe`: every 6 is rolled again and added, and a later 1 just adds 1 (C3-RULE-02)."""
    least = 5 if illuminated else 6
    faces: tuple[int, ...] = referee.roll((dice * D6).apart, what, by=side, rule=rule).faces
    best = max(faces)
    if best == 1:
        return 0
    going = [face for face in faces if face >= least]
    while going:
        more = referee.roll((len(going) * D6).apart, f"{what}, rolled again", by=side, rule="C3-RULE-02").faces
        scores = [score + face for score, face in zip(going, more, strict=True)]
        best = max(best, *scores)
        going = [score for score, face in zip(scores, more, strict=True) if face >= least]
    return best


def thrifty(question: Question) -> Option | None:
    """The policy of automated players (C3-RULE-02): push only while short of a known difficulty; None for every other question."""
    first = question.options[0]
    if not isinstance(first, Push):
        return None
    if first.need is None or first.total >= first.need:
        return first
    return question.options[1]


def careful(question: Question) -> Option | None:
    """Nobody pushes; None for every other question."""
    first = question.options[0]
    return first if isinstance(first, Push) else None


def guarded(question: Question) -> Option | None:
    """The caster never pushes, whoever counters him only while short; None for every other question."""
    first = question.options[0]
    if isinstance(first, Push) and first.what == "incantation":
        return first
    return thrifty(question)
