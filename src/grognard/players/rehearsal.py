"""Rehearsals: a battle played on from an answer, both sides led by hasty sergeants, to see what comes of it beyond the piece being played.

A rehearsal takes as long as fifty short futures and its end is mostly luck, so it is not judged by its end alone. How its side stands right after the piece is known much better from the race; what rehearsals
add is how far things then went better or worse than such a stand promises. The promise is a straight line through all rehearsals (a control variate). What they say beyond it counts as far as it differs more from answer
to answer than luck alone would make it differ (empirical Bayes: where all answers do about equally well, the race decides). One decision shows little of that, so it is learned from one to the next: in
some games what comes later hangs on the answer beyond its promise, in others hardly at all.
"""

from math import sqrt, tanh
from random import Random

from msgspec import Struct

from grognard.kernel.choice import Option, Question
from grognard.kernel.referee import Given, Live, SealedDice
from grognard.kernel.run import Outlook
from grognard.players.race import Budget
from grognard.players.sergeant import Sergeant
from grognard.players.thought import Enough, Thought

COST = 40  # short futures that a rehearsal counts for in a budget of visits
FAR_ENOUGH = 24  # answers given in one rehearsal; it is judged at the end of the piece that they fall in
ANSWERS = 60  # given in one rehearsal at most; then it is judged as it stands
HASTE = 60  # work that a sergeant in a rehearsal takes over an answer
CARE = 120  # and over one that goes with the answer being rehearsed, in the same piece
LUCK = 0.4  # how far one rehearsal strays from its promise, until there are enough of them to tell
GUESSES = 8  # rehearsals that this first guess counts for
BEYOND = 0.02  # how far answers differ beyond their promise, until it is learned
HEARSAY = 4  # answers that what was learned before counts for
SURE = 3.0  # a lead of so many times what luck may feign is beyond doubt
ENOUGH = 8  # rehearsals of each answer before anything is
FAR_OUT = 500.0  # a stand beyond this is a battle won or lost


class Rehearsed(Struct, array_like=True, gc=False):
    """How a rehearsal went: its side's worth after the first piece and at the end, and who won by then (1 this side, 0 another, 0.5 nobody; -1 if it was not over)."""

    after: float
    end: float
    won: float


class Learned:
    """How far answers have differed beyond their promise in the decisions so far, as a variance: an average over all answers that were rehearsed, luck taken off."""

    def __init__(self) -> None:
        self._answers = float(HEARSAY)
        self._spread = HEARSAY * BEYOND**2

    @property
    def beyond(self) -> float:
        return max(0.0, self._spread / self._answers)

    def add(self, spread: float, answers: int) -> None:
        """What one decision showed: a sum of squares (below zero where luck alone would show more), and how many answers it compares."""
        self._spread += spread
        self._answers += answers


class TimeIsUp(Exception):
    """The budget is gone in the middle of a rehearsal, which then says nothing."""


def rehearse(thought: Thought, answer: Option | str, seed: str, budget: Budget) -> Rehearsed | None:
    """Play on from this answer; None where the future cannot be played, or time is up."""
    game, side = thought.game, thought.side
    stop = budget.gone
    leaders = {
        each: Sergeant(f"{seed} {each}", work=HASTE, samples=1, follow_ups=1, stop=stop)
        for each in thought.seen.side_ids()
    }
    careful = Sergeant(f"{seed} careful", work=CARE, samples=2, follow_ups=1, stop=stop)
    answers: list[Given] = [*thought.given, answer]
    left = ANSWERS

    def ask(question: Question) -> Option:
        nonlocal left
        left -= 1
        if left < 0:
            raise Enough
        if stop():
            raise TimeIsUp
        leader = careful if not at and question.side == side else leaders[question.side]
        return leader.answer(question, Outlook(game, question.side, start, answers[at:]))

    try:
        battle = game.imagine(thought.seen, side, Random(seed).randrange)
        start, at = battle.copy(), 0
        referee = Live(answers, SealedDice(seed), ask)
        game.play_on(referee, battle)
        after = max(-FAR_OUT, min(FAR_OUT, game.worth(battle, side)))
        while battle.outcome is None and ANSWERS - left < FAR_ENOUGH:
            start, at = battle.copy(), len(answers)
            try:
                game.play_on(referee, battle)
            except Enough:
                break
        if battle.outcome is None:
            return Rehearsed(after, game.worth(battle, side), -1.0)
        winner = battle.outcome.winner
        return Rehearsed(after, 0.0, 1.0 if winner == side else 0.0 if winner else 0.5)
    except Exception:  # noqa: BLE001  what is imagined wrongly may fail anywhere in the rules; nothing real is touched
        return None


class Finals:
    """Rehearsals of the few answers that came out of the race, the same dice for all; the worse half retires again and again, and what is beyond doubt is rehearsed no longer."""

    def __init__(
        self, thought: Thought, candidates: list[Option] | list[str], seed: str, beyond: float = BEYOND**2
    ) -> None:
        self.thought = thought
        self.candidates = candidates
        self.seed = seed
        self.beyond = beyond  # how far answers are expected to differ beyond their promise
        self.found: list[list[Rehearsed]] = [[] for _ in candidates]

    def play(self, places: list[int], means: list[float], budget: Budget) -> None:
        """Rehearse until the budget is gone or the matter is clear; whenever a part of the budget is gone the worse half retires, until two are left."""
        begun = budget.spent()
        rounds = max(1, (len(places) - 1).bit_length())
        turn = part = 0
        while not budget.gone() and not self._is_clear(places, means):
            while len(places) > 2 and budget.spent() - begun > (1.0 - begun) * (part + 1) / rounds:
                part += 1
                chances = self.chances(means)
                places = sorted(places, key=lambda place: -chances[place])[: (len(places) + 1) // 2]
            for place in places:
                if budget.gone():
                    return
                seen = rehearse(self.thought, self.candidates[place], f"{self.seed} rehearsal {turn}", budget)
                budget.made += COST
                if seen is not None:
                    self.found[place].append(seen)
            turn += 1

    def _is_clear(self, places: list[int], means: list[float]) -> bool:
        """Whether one answer is better beyond doubt, or all end alike."""
        few = min(len(self.found[place]) for place in places)
        if few < ENOUGH:
            return False
        if len({each.won for place in places for each in self.found[place]} - {-1.0}) == 1:
            return all(each.won >= 0 for place in places for each in self.found[place])
        chances = self.chances(means)
        first, second = sorted((chances[place] for place in places), reverse=True)[:2]
        return first - second > SURE * LUCK * sqrt(2 / few)

    def take_in(self, found: list[list[Rehearsed]]) -> None:
        """Add what another searcher has rehearsed."""
        for mine, theirs in zip(self.found, found, strict=True):
            mine += theirs

    def chances(self, means: list[float]) -> list[float]:
        """Something like the chance to win with each answer; `means` is the worth that the race expects after the piece."""
        slope, level, beyond = self._heard()
        return [
            slope * max(-FAR_OUT, min(FAR_OUT, mean)) + level + said
            for mean, said in zip(means, _believed(beyond, self.beyond), strict=True)
        ]

    def teach(self, learned: Learned) -> None:
        """Hand on what these rehearsals show of how far answers differ beyond their promise."""
        beyond = [said for said in self._heard()[2] if said]
        if len(beyond) > 1:
            learned.add(_spread(beyond, _luck(beyond)), len(beyond) - 1)

    def _heard(self) -> tuple[float, float, list[list[float]]]:
        """The promise of a stand, as slope and level, and how far each rehearsal of each answer went beyond it."""
        seen = [each for few in self.found for each in few]
        scale = max(sum(abs(each.end) for each in seen) / max(len(seen), 1), 1.0)
        ends = [[_chance(each, scale) for each in few] for few in self.found]
        slope, level = _line([each.after for each in seen], [end for few in ends for end in few])
        beyond = [
            [chance - slope * each.after - level for each, chance in zip(few, end, strict=True)]
            for few, end in zip(self.found, ends, strict=True)
        ]
        return slope, level, beyond


def _believed(beyond: list[list[float]], expected: float) -> list[float]:
    """What the rehearsals of each answer said beyond its promise, as far as it is more than luck would make the answers differ."""
    heard = [said for said in beyond if said]
    if len(heard) < 2:
        return [0.0] * len(beyond)
    luck = _luck(heard)
    real = max(0.0, HEARSAY * expected + _spread(heard, luck)) / (HEARSAY + len(heard) - 1)
    return [real / (real + luck / len(said)) * sum(said) / len(said) if said and real else 0.0 for said in beyond]


def _luck(heard: list[list[float]]) -> float:
    """How far one rehearsal strays from the others of its answer, as a variance."""
    strayed = sum((each - mean) ** 2 for said in heard for mean in (sum(said) / len(said),) for each in said)
    return (GUESSES * LUCK**2 + strayed) / (GUESSES + sum(len(said) - 1 for said in heard))


def _spread(heard: list[list[float]], luck: float) -> float:
    """How far the answers differ from each other, as a sum of squares, less what luck feigns."""
    means = [sum(said) / len(said) for said in heard]
    centre = sum(means) / len(means)
    feigned = luck * sum(1 / len(said) for said in heard) * (1 - 1 / len(means))
    return sum((mean - centre) ** 2 for mean in means) - feigned


def _chance(seen: Rehearsed, scale: float) -> float:
    """How good its end was, between 0 and 1."""
    return seen.won if seen.won >= 0 else 0.5 + 0.5 * tanh(seen.end / (2 * scale))


def _line(stands: list[float], ends: list[float]) -> tuple[float, float]:
    """The straight line nearest to these points, as slope and level; it never falls."""
    if not stands:
        return 1e-6, 0.5
    stand, end = sum(stands) / len(stands), sum(ends) / len(ends)
    spread = sum((each - stand) ** 2 for each in stands)
    slope = sum((a - stand) * (b - end) for a, b in zip(stands, ends, strict=True)) / spread if spread else 0.0
    slope = max(slope, 1e-6)
    return slope, end - slope * stand
