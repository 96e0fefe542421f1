"""Rehearsals: a battle played on from an answer, both sides led by hasty sergeants, to see what comes of it beyond the piece being played.

A rehearsal takes as long as many short futures and its end is mostly luck. So every answer is rehearsed with the same luck, as far as that can be (`LikeLuck`), and how far they are then believed is a matter of its own (`belief.py`). How far they go hangs on how many of them there is time for (`pace_for`): to the end of the
battle, where nothing has to be guessed about who will win it; until what is under way and the enemy's reply are over; or only a few answers.
"""

from collections.abc import Callable
from math import sqrt
from zlib import crc32

from msgspec import Struct

from grognard.kernel.battle import Battle
from grognard.kernel.choice import Option, Question
from grognard.kernel.dice import Dice
from grognard.kernel.game import Game
from grognard.kernel.referee import Given, Live, SealedDice
from grognard.kernel.run import Outlook
from grognard.players.belief import FAR_OUT, Heard, Known, Learned, Rehearsed, hoped
from grognard.players.race import Budget
from grognard.players.sergeant import Sergeant
from grognard.players.thought import Chance, Enough, Thought

COST = 2.4  # short futures that each answer of a rehearsal counts for in a budget of visits
FIRST_FEW = 4  # answers are rehearsed first
WORTH_IT = 5  # rehearsals that an answer should get, or it is left to the race
TRIFLE = 0.002  # of a battle: what more rehearsals must promise to be worth their time


class Pace(Struct, frozen=True, gc=False):
    """How far rehearsals go, and how those who lead in them think: so much work and so many rounds for an answer. Rehearsals improve on whoever leads them, so a leader must not be much worse than the enemy to come."""

    work: int = 200
    rounds: int = 2
    first_work: int = 300  # for the answers that go with the one being rehearsed, in the same piece
    first_rounds: int = 3
    activations: int = 2  # of one side, brought to an end, where the game says when they are: the one under way and the reply to it; 0 if only answers count
    far_enough: int = 16  # answers given, otherwise; it is judged at the end of the piece that they fall in
    most: int = 120  # answers; then it is judged as it stands
    fewest: int = 3  # rehearsals of each answer before anything is clear
    often: int = 1  # so many rehearsals the budget must allow, or they go less far
    guess: Known = Known()  # how far answers differ and rehearsals stray, until it is learned


TO_THE_END = Pace(
    activations=400, far_enough=400, most=400, fewest=10, often=40, guess=Known(beyond=0.08**2, luck=0.35**2)
)
USUAL = Pace(often=12)
BRIEF = Pace(activations=0)


class LikeLuck(SealedDice):
    """Dice that fall alike for the same reason: the first rally of a side in a turn, the second, and so on, whatever else was thrown before. So two futures differ by what was answered, and not by all dice that come after."""

    __slots__ = ("_often", "_turn")

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self._turn = 0
        self._often: dict[tuple[str, ...], int] = {}

    def begin(self, turn: int) -> None:
        """What comes from here on falls in this turn."""
        if turn != self._turn:
            self._turn = turn
            self._often = {}

    def number(self, *reason: str) -> int:
        """The same for the same reason, if it is for as many times in the same turn."""
        often = self._often[reason] = self._often.get(reason, 0) + 1
        return crc32(f"{self._turn} {often} {reason}".encode())

    def throw(self, dice: Dice, position: int, side: str = "", reason: str = "", rule: str = "") -> tuple[int, ...]:
        return super().throw(dice, self.number(side, reason, rule))

    def shuffle(self, size: int, count: int, position: int) -> list[int]:
        return super().shuffle(size, count, self.number("lots"))


class Horizon:
    """Where a rehearsal ends. All rehearsals of a decision should end at a like moment, or the answer looks best that puts off the enemy's reply; so where the game says what is under way, this is brought to an end and the reply to it, and answers are counted only where nothing better is known, or time does not allow it."""

    def __init__(self, game: Game, pace: Pace, start: Battle) -> None:
        self._under_way = game.under_way
        self._pace = pace
        self._busy = self._under_way(start)
        self._known = self._busy > 0  # whether this game has activations
        self._ended = 0

    def reached(self, battle: Battle, answers: int) -> bool:
        """Whether a battle that has come as far as this, with so many answers, has come far enough; asked after every piece."""
        busy = self._under_way(battle)
        self._known = self._known or busy > 0
        self._ended += self._busy if not busy else 0
        self._busy = busy
        if self._known and self._pace.activations:
            return self._ended >= self._pace.activations
        return answers >= self._pace.far_enough


class TimeIsUp(Exception):
    """The budget is gone in the middle of a rehearsal, which then says nothing."""


def rehearse(
    thought: Thought, answer: Option | str, seed: str, budget: Budget, pace: Pace = USUAL, too_long: Callable[[], bool] | None = None,
) -> Rehearsed | None:  # fmt: skip
    """Play on from this answer; None where the future cannot be played, time is up, or it takes too long."""
    game, side = thought.game, thought.side
    stop = budget.gone if too_long is None else lambda: budget.gone() or too_long()
    luck = LikeLuck(seed)
    answers: list[Given] = [*thought.given, answer]
    left = pace.most
    budget.made += 1  # also one that cannot be played, or asks nothing, takes something

    def ask(question: Question) -> Option:
        nonlocal left
        left -= 1
        if left < 0:
            raise Enough
        if stop():
            raise TimeIsUp
        budget.made += COST
        careful = not at and question.side == side
        work, rounds = (pace.first_work, pace.first_rounds) if careful else (pace.work, pace.rounds)
        mood = f"{seed} {luck.number(question.side, question.text)}"
        leader = Sergeant(mood, work=work, samples=rounds, follow_ups=1, stop=stop)
        return leader.answer(question, Outlook(game, question.side, start, answers[at:]))

    try:
        battle = game.imagine(thought.seen, side, Chance(seed).below)
        start, at = battle.copy(), 0
        referee = Live(answers, luck, ask)
        luck.begin(battle.turn)
        game.play_on(referee, battle)
        after = max(-FAR_OUT, min(FAR_OUT, game.worth(battle, side)))
        horizon, reply, end = Horizon(game, pace, start), Horizon(game, USUAL, start), None
        while battle.outcome is None:
            given = pace.most - left
            if end is None and reply.reached(battle, given):
                end = game.worth(battle, side)
            if horizon.reached(battle, given):
                break
            start, at = battle.copy(), len(answers)
            luck.begin(battle.turn)
            try:
                game.play_on(referee, battle)
            except Enough:
                break
        dice = crc32(seed.encode())
        if battle.outcome is None:
            return Rehearsed(after, game.worth(battle, side), -1.0, dice)
        winner = battle.outcome.winner
        return Rehearsed(after, end, 1.0 if winner == side else 0.0 if winner else 0.5, dice)
    except Exception:  # noqa: BLE001  what is imagined wrongly may fail anywhere in the rules; nothing real is touched
        return None


def pace_for(thought: Thought, answer: Option, seed: str, budget: Budget) -> Pace:
    """How far rehearsals go: as far as the budget allows enough of them. One of each kind shows whether it does, and is broken off as soon as it does not."""
    for pace in (TO_THE_END, USUAL):
        last = budget.share() + 1 / pace.often
        if rehearse(thought, answer, f"{seed} trial", budget, pace, lambda: budget.share() > last) is not None:  # noqa: B023  asked at once
            return pace
    return BRIEF


class Finals:
    """Rehearsals of the answers that came out of the race, the same dice for all; the worse half retires again and again, and where more of them promise nothing they end."""

    def __init__(
        self, thought: Thought, candidates: list[Option] | list[str], seed: str, known: Known | None = None, pace: Pace = USUAL,
    ) -> None:  # fmt: skip
        self.thought = thought
        self.candidates = candidates
        self.seed = seed
        self.pace = pace
        self.known = known or pace.guess
        self.found: list[list[Rehearsed]] = [[] for _ in candidates]

    def play(self, places: list[int], means: list[float], budget: Budget) -> None:
        """Rehearse until the budget is gone or the matter is clear. The best few of the race go first and show what a rehearsal costs; then as many go on as the budget allows `WORTH_IT` rehearsals each; then the worse half retires again and again, until two are left."""
        if self._is_clear(places, means):
            return
        begun = budget.spent()
        self._all_once(places[:FIRST_FEW], 0, budget)
        cost = max(budget.spent() - begun, 1e-9) / len(places[:FIRST_FEW])
        wide = max(2, min(len(places), int((1.0 - begun) / cost / WORTH_IT)))
        self._all_once(places[FIRST_FEW:wide], 0, budget)
        places, begun = places[:wide], budget.spent()
        rounds = max(1, (len(places) - 1).bit_length())
        turn, part = 1, 0
        while not budget.gone() and not self._is_clear(places, means):
            while len(places) > 2 and budget.spent() - begun > (1.0 - begun) * (part + 1) / rounds:
                part += 1
                chances = self.chances(means)
                places = sorted(places, key=lambda place: -chances[place])[: (len(places) + 1) // 2]
            self._all_once(places, turn, budget)
            turn += 1

    def _all_once(self, places: list[int], turn: int, budget: Budget) -> None:
        """One rehearsal of each, with the same dice."""
        for place in places:
            if budget.gone():
                return
            seen = rehearse(self.thought, self.candidates[place], f"{self.seed} rehearsal {turn}", budget, self.pace)
            if seen is not None:
                self.found[place].append(seen)

    def _is_clear(self, places: list[int], means: list[float]) -> bool:
        """Whether all end alike, or no other answer can be expected to turn out better by more than a trifle."""
        fewest = min(len(self.found[place]) for place in places)
        if fewest < self.pace.fewest:
            return False
        ends = {each.won for place in places for each in self.found[place]}
        if len(ends) == 1 and -1.0 not in ends:
            return True
        heard = Heard(self.found, self.known.at_widest())
        chances, doubts = heard.chances(means), heard.doubts()
        best = max(places, key=lambda place: chances[place])
        return (
            sum(
                hoped(chances[best] - chances[place], sqrt(doubts[best] + doubts[place]))
                for place in places
                if place != best
            )
            < TRIFLE
        )

    def take_in(self, found: list[list[Rehearsed]]) -> None:
        """Add what another searcher has rehearsed."""
        for mine, theirs in zip(self.found, found, strict=True):
            mine += theirs

    def chances(self, means: list[float]) -> list[float]:
        """Something like the chance to win with each answer; `means` is the worth that the race expects after the piece."""
        return self._heard().chances(means)

    def teach(self, learned: Learned, rule: str) -> None:
        """Hand on what these rehearsals show of the questions that this rule asks."""
        learned.add(rule, self._heard())

    def _heard(self) -> Heard:
        return Heard(self.found, self.known)
