"""Tests: a characteristic and a die against a difficulty, natural 1s, and 6s that may be pushed."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from grognard.games.confrontation.options import Options
from grognard.kernel.battle import Changing
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
    referee: Referee,
    side: str,
    what: str,
    faces: Sequence[int],
    least: int,
    total: int,
    need: int | None,
    about: tuple[str, ...],
) -> int:
    """C3-TEST-04: ask whether a die is rolled again; which face, or 0."""
    again = [Push(face, total, need, what) for face in dict.fromkeys(faces) if face >= least]
    kept = Push(0, total, need, what)
    return referee.choose(side, f"Roll again for {what}?", [kept, *again], rule="C3-RULE-02", about=about).face


class Rolling(Changing):
    """Dice of one test under option `safe`, wave by wave: every 6 is rolled again and added, and a later 1 just adds 1 (C3-RULE-02)."""

    waiting: int = 1  # dice that have not been rolled yet
    least: int = 6  # what is rolled again; 5 for the Illuminated
    best: int = 0  # the best score so far
    going: list[int] = []  # scores of the dice that go on

    @property
    def over(self) -> bool:
        return not self.waiting and not self.going


def roll_wave(referee: Referee, rolling: Rolling, side: str, what: str, rule: str) -> None:
    """The first throw, or the re-rolls of all that showed a 6. A test whose dice all show 1 has scored nothing (C3-RULE-04)."""
    first = rolling.waiting > 0
    scores = [0] * rolling.waiting if first else rolling.going
    alike = len(dict.fromkeys(scores)) == 1  # then only the best and the number of 6s matter
    dice = len(scores) * D6
    faces = referee.roll(dice.each if alike and rolling.least == 6 else dice.apart, what, by=side, rule=rule).faces
    after = [score + face for score, face in zip(scores, faces, strict=True)]
    rolling.waiting = 0
    rolling.best = max(rolling.best, 0 if first and max(faces) == 1 else max(after))
    rolling.going = [score for score, face in zip(after, faces, strict=True) if face >= rolling.least]


def _always_again(referee: Referee, side: str, what: str, dice: int, illuminated: bool, rule: str) -> int:
    """What the best die gives when every 6 is rolled again; 0 if the test fails."""
    rolling = Rolling(waiting=dice, least=5 if illuminated else 6)
    while not rolling.over:
        roll_wave(referee, rolling, side, what, rule)
    return rolling.best


class Summing(Changing):
    """Dice that are added up under option `safe`: every 6 is rolled again, one after another."""

    waiting: int = 1  # dice that have not been rolled yet
    score: int = 0  # 0 once all have shown 1
    sixes: int = 0  # still to be rolled again

    @property
    def over(self) -> bool:
        return not self.waiting and not self.sixes


def sum_on(referee: Referee, summing: Summing, side: str, what: str, rule: str) -> None:
    """The first throw, or the re-roll of one 6."""
    if summing.waiting:
        faces = referee.roll((summing.waiting * D6).each, what, by=side, rule=rule).faces
        summing.score = sum(faces) if max(faces) > 1 else 0
        summing.waiting, summing.sixes = 0, faces.count(6)
        return
    face = referee.roll(D6, f"{what}, rolled again", by=side, rule="C3-RULE-02").total
    summing.score += face
    summing.sixes -= face != 6


def attempt_sum(
    referee: Referee, options: Options, side: str, what: str, value: int, *, rule: str, dice: int
) -> Attempt:
    """Option `leadership_tactical = sum` (C3-RULE-08): all dice are added; they fail only if all show 1."""
    if options.six_rule == "safe":
        summing = Summing(waiting=dice)
        while not summing.over:
            sum_on(referee, summing, side, what, rule)
        return Attempt(value + summing.score, False) if summing.score and value + summing.score > 0 else FAILED
    faces = referee.roll((dice * D6).each, what, by=side, rule=rule).faces
    score, sixes = sum(faces), faces.count(6)
    if score == dice:
        return FAILED
    if options.six_rule == "push" and sixes:
        pushed = bool(_pushed(referee, side, what, (6,), 6, value + score, None, ()))
        while pushed:
            rolled = referee.roll(D6, f"{what}, rolled again", by=side, rule="C3-RULE-02").total
            if rolled == 1:
                return FAILED
            score += rolled
            pushed = rolled == 6 and bool(_pushed(referee, side, what, (6,), 6, value + score, None, ()))
    return Attempt(value + score, False) if value + score > 0 else FAILED


def thrifty(question: Question) -> Any:
    """The policy of automated players (C3-RULE-02): push only while short of a known difficulty; None for every other question."""
    first = question.options[0]
    if not isinstance(first, Push):
        return None
    if first.need is None or first.total >= first.need:
        return first
    return question.options[1]


def careful(question: Question) -> Any:
    """Nobody pushes; None for every other question."""
    first = question.options[0]
    return first if isinstance(first, Push) else None


def guarded(question: Question) -> Any:
    """The caster never pushes, whoever counters him only while short; None for every other question."""
    first = question.options[0]
    if isinstance(first, Push) and first.what == "incantation":
        return first
    return thrifty(question)
