"""What rehearsals are believed: how far what they say of an answer goes beyond luck, and beyond what is known already.

A rehearsal's end is mostly luck, so it is not judged by its end alone. How a side stands right after the piece is known much better from the race; what rehearsals add is how far things then went better or worse than such a stand promises.
The promise is a straight line through all rehearsals (a control variate), which leans on a guess where they are few: that what was gained is kept. What the same dice gave all answers together says nothing, and is taken off. What is left counts as far as it
differs more from answer to answer than luck alone would make it differ (empirical Bayes: where all answers do about equally well, the race decides). One decision shows little of that, so it is learned from one to the next, for each kind of question by itself
(the rule that asks it): where an army deploys, what comes later hangs on it beyond any promise; whom a bow shoots at has shown its worth when the arrow has landed.
"""

from math import erfc, exp, pi, sqrt, tanh

from msgspec import Struct

LUCK = 0.2  # how far one rehearsal strays from its promise and from others with the same dice, until it is learned
GUESSES = 4  # rehearsals that such a guess counts for
SWEEPS = 8  # in which answers and dice are told apart
BEYOND = 0.03  # how far answers differ beyond their promise, until it is learned
WIDEST = 0.15  # how far they may differ, for all that anybody knows
HEARSAY = 4  # answers, known exactly, that what was learned before counts for
PROMISE = 0.18  # how far a stand lifts the end that is better by as much as ends differ on average, if all of it lasts
DOUBT = 0.5  # how far that may be wrong, as a share of it
FAR_OUT = 500.0  # a stand beyond this is a battle won or lost


class Rehearsed(Struct, array_like=True, gc=False):
    """How a rehearsal went: its side's worth after the first piece and where it ended, or when the reply was over if it was played on (None if the battle was over by then), and who won (1 this side, 0 another, 0.5 nobody; -1 if it was not played to the end). Those with the same dice have the same number."""

    after: float
    end: float | None
    won: float
    dice: int = 0


class Known(Struct, array_like=True, frozen=True, gc=False):
    """What is known of a kind of question before a rehearsal of it, as variances: how far its answers differ beyond their promise, and how far a single rehearsal strays."""

    beyond: float = BEYOND**2
    luck: float = LUCK**2

    def at_widest(self) -> "Known":
        """The same, but answers may differ by much: for whoever wants to be sure that nothing is overlooked."""
        return Known(max(self.beyond, WIDEST**2), self.luck)


class Learned:
    """What the decisions so far have shown of each kind of question: an average over all answers that were rehearsed, luck taken off, and one over all rehearsals."""

    def __init__(self) -> None:
        self._answers: dict[str, tuple[float, float]] = {}  # a sum of squares, and how many answers it compares
        self._rehearsals: dict[str, tuple[float, float]] = {}  # another, and how many rehearsals were free to stray

    def of(self, rule: str, guess: Known = Known()) -> Known:  # noqa: B008  frozen
        """What is known of the questions that this rule asks; leans on a guess until enough of them were asked."""
        return Known(
            max(0.0, _leaning(guess.beyond, HEARSAY, *self._answers.get(rule, (0.0, 0.0)))),
            _leaning(guess.luck, GUESSES, *self._rehearsals.get(rule, (0.0, 0.0))),
        )

    def add(self, rule: str, heard: "Heard") -> None:
        """Take in what one decision showed; less of it where luck may have feigned it."""
        spread, answers = self._answers.get(rule, (0.0, 0.0))
        self._answers[rule] = spread + heard.trust * heard.spread, answers + heard.trust * heard.others
        strayed, free = self._rehearsals.get(rule, (0.0, 0.0))
        self._rehearsals[rule] = strayed + heard.strayed, free + heard.free


def _leaning(guess: float, weight: float, total: float, count: float) -> float:
    """An average that leans on a first guess, which counts for so many."""
    return (weight * guess + total) / (weight + count)


class Heard:
    """What all rehearsals of a decision say together: the promise of a stand as a straight line, and what each answer gave beyond it, as far as that can be believed.

    How far answers differ beyond their promise is `known` from the decisions before; how much this one may say against it hangs on how well its answers are known by now. What it hands on to later decisions is weighed (`trust`) without regard to what it says: otherwise luck would be believed wherever it speaks up.
    """

    def __init__(self, found: list[list[Rehearsed]], known: Known) -> None:
        seen = [each for few in found for each in few]
        ends = ends_of(found)
        guess = PROMISE / _usual(found)[1] if any(each.end is not None for each in seen) else 0.0
        self.slope, self.level = _line([each.after for each in seen], [end for few in ends for end in few], guess)
        self._often = [len(few) for few in found]
        self._beyond, self.strayed, self.free = _told_apart(
            [
                [
                    (each.dice, chance - self.slope * each.after - self.level)
                    for each, chance in zip(few, end, strict=True)
                ]
                for few, end in zip(found, ends, strict=True)
            ]
        )
        self._luck = _leaning(known.luck, GUESSES, self.strayed, self.free)
        heard = [often for often in self._often if often]
        self.others = max(0, len(heard) - 1)
        feigned = self._luck * sum(1 / often for often in heard) / max(1, len(heard))
        self.spread = sum(beyond * beyond for beyond in self._beyond) - feigned * self.others
        likely = max(known.beyond, BEYOND**2)
        self.trust = _trust(likely, feigned)
        own = _trust(max(likely, self.spread / max(1, self.others)), feigned)
        self._real = max(0.0, _leaning(known.beyond, HEARSAY, own * self.spread, own * self.others))

    def chances(self, means: list[float]) -> list[float]:
        """Something like the chance to win with each answer."""
        return [
            self.slope * max(-FAR_OUT, min(FAR_OUT, mean)) + self.level + self._believed(place)
            for place, mean in enumerate(means)
        ]

    def doubts(self) -> list[float]:
        """How far each answer may still be from that, as a variance."""
        luck, real = self._luck, self._real
        return [real * luck / (real * often + luck) if luck else 0.0 for often in self._often]

    def _believed(self, place: int) -> float:
        often = self._often[place]
        if self.others < 1 or not often or not self._real:
            return 0.0
        return self._real / (self._real + self._luck / often) * self._beyond[place]


def _trust(likely: float, feigned: float) -> float:
    """How much answers tell of how far they differ, if that is likely so much and luck feigns so much of it; 1 where luck has no part in it."""
    return (likely / (likely + feigned)) ** 2


def hoped(behind: float, doubt: float) -> float:
    """How much better an answer may be expected to turn out, on the whole, that is so far behind, with so much doubt (a standard deviation)."""
    if doubt <= 0:
        return 0.0
    z = behind / doubt
    return doubt * exp(-z * z / 2) / sqrt(2 * pi) - behind * erfc(z / sqrt(2)) / 2


def _told_apart(said: list[list[tuple[int, float]]]) -> tuple[list[float], float, int]:
    """What each answer gave beyond the others, how far single rehearsals strayed from that, as a sum of squares, and how many of them were free to.

    `said` are the rehearsals of each answer, by their dice. What the dice gave all of them is told apart from what an answer gave with all dice (two effects that add up, fitted in turns, since not all were rehearsed equally often).
    """
    beyond = [0.0] * len(said)
    heard = [place for place, few in enumerate(said) if few]
    by_dice: dict[int, list[tuple[int, float]]] = {}
    for place in heard:
        for dice, value in said[place]:
            by_dice.setdefault(dice, []).append((place, value))
    shared: dict[int, float] = {}
    for _ in range(SWEEPS):
        for dice, many in by_dice.items():
            shared[dice] = sum(value - beyond[place] for place, value in many) / len(many)
        for place in heard:
            beyond[place] = sum(value - shared[dice] for dice, value in said[place]) / len(said[place])
    strayed = sum((value - shared[dice] - beyond[place]) ** 2 for place in heard for dice, value in said[place])
    centre = sum(beyond) / max(1, len(heard))
    for place in heard:
        beyond[place] -= centre
    free = max(0, sum(map(len, said)) - len(heard) - len(by_dice) + 1)
    return beyond, strayed, free


def ends_of(found: list[list[Rehearsed]]) -> list[list[float]]:
    """How good the end of each rehearsal was, between 0 and 1. One that was not fought out is measured against the others: who leads from the start still wants to know which answer leads by more."""
    usual, scale = _usual(found)
    return [
        [0.5 + 0.5 * tanh((each.end - usual) / (2 * scale)) if each.won < 0 and each.end is not None else each.won for each in few]
        for few in found
    ]  # fmt: skip


def _usual(found: list[list[Rehearsed]]) -> tuple[float, float]:
    """Where rehearsals stand on average that were not over by then, and how far from there."""
    ends = [each.end for few in found for each in few if each.end is not None]
    usual = sum(ends) / max(1, len(ends))
    return usual, max(1.0, sum(abs(end - usual) for end in ends) / max(1, len(ends)))


def _line(stands: list[float], ends: list[float], guess: float) -> tuple[float, float]:
    """The straight line nearest to these points, as slope and level; it never falls.

    A few points and much luck say little about a slope, so it leans on a guess, as far as that is to be trusted more than they are (without a guess on nothing).
    """
    if not stands:
        return 1e-6, 0.5
    stand, end = sum(stands) / len(stands), sum(ends) / len(ends)
    spread = sum((each - stand) ** 2 for each in stands)
    common = sum((a - stand) * (b - end) for a, b in zip(stands, ends, strict=True))
    luck = sum((each - end) ** 2 for each in ends) / len(ends)
    weight = luck / (DOUBT * guess) ** 2 if guess else 0.0
    slope = max(1e-6, _leaning(guess, weight, common, spread) if weight + spread else guess)
    return slope, end - slope * stand
