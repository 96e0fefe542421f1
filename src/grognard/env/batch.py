"""Many battles side by side: one call answers a question in each of them, and whoever is done begins anew.

    >>> from grognard.env.batch import Batch
    >>> batch = Batch("en_garde", "mill_bridge", size=8, seed=1)
    >>> seen = batch.look()
    >>> seen.observations.shape[0], seen.masks.shape
    (8, (8, 96))
    >>> ended = batch.step([0] * 8)

Battle number n of a batch is the same whatever its size: its seeds are counted through. A side may be played by one of our own players (`opponents`), who then answers by itself.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from grognard.env.features import OPTION_WIDTH, Floats, Layout
from grognard.env.stepper import MOST_OPTIONS, Stepper
from grognard.errors import IllegalChoice
from grognard.kernel.battle import Outcome
from grognard.kernel.choice import Place, Question
from grognard.kernel.game import find_game
from grognard.kernel.referee import SealedDice

Answerer = Callable[[Question, Random], int]


class Look(Struct):
    """What is asked in every battle: whose turn it is, what that side sees, and what it may answer."""

    sides: list[str]
    observations: Floats
    masks: NDArray[np.int8]
    options: Floats


class Ended(Struct, frozen=True):
    """A battle that ended in a step, before a new one began in its place."""

    place: int
    number: int
    outcome: Outcome


class Batch:
    """So many battles of one scenario, stepped together."""

    def __init__(
        self,
        game: str,
        scenario: str,
        size: int,
        *,
        seed: int = 0,
        options: dict[str, Any] | None = None,
        learner: Callable[[int], str] | None = None,
    ) -> None:
        self.game = find_game(game)
        self._ready = self.game.set_up(self.game.scenario(scenario), options)
        self.sides = self._ready.side_ids()
        self.layout = Layout(self.game, self._ready)
        self._seed = seed
        self._learner = learner  # the side of battle n that is asked here; the others answer anything
        self._next = 0
        self.numbers = [0] * size
        self.steppers: list[Stepper] = []
        self._any: list[Random] = []
        self._ended: list[Ended] = []
        for place in range(size):
            stepper, pick = self._begin(place)
            self.steppers.append(stepper)
            self._any.append(pick)
        for place in range(size):
            self._settle(place)

    def __len__(self) -> int:
        return len(self.steppers)

    def learner_of(self, number: int) -> str:
        """The side that is asked in battle number n; empty where all are."""
        return self._learner(number) if self._learner is not None else ""

    def _begin(self, place: int) -> tuple[Stepper, Random]:
        number = self.numbers[place] = self._next
        self._next += 1
        seed = f"{self._seed} {number}"
        return Stepper(self.game, self._ready, SealedDice(seed)), Random(seed)

    def _settle(self, place: int) -> None:
        """Let the sides that are not asked answer anything, and begin anew where a battle is over."""
        while True:
            stepper = self.steppers[place]
            question = stepper.question
            if question is None:
                outcome = stepper.battle.outcome
                assert outcome is not None
                self._ended.append(Ended(place, self.numbers[place], outcome))
                self.steppers[place], self._any[place] = self._begin(place)
                continue
            learner = self.learner_of(self.numbers[place])
            if not learner or question.side == learner:
                return
            pick = self._any[place].randrange
            options = question.options
            stepper.step(options.any(pick) if isinstance(options, Place) else options[pick(len(options))])

    def look(self) -> Look:
        """What is asked everywhere, in arrays whose first axis is the battle."""
        size = len(self.steppers)
        options = np.zeros((size, MOST_OPTIONS, OPTION_WIDTH), dtype=np.float32)
        masks = np.zeros((size, MOST_OPTIONS), dtype=np.int8)
        observations = np.zeros((size, self.layout.rows * self.layout.width), dtype=np.float32)
        sides = []
        for place, stepper in enumerate(self.steppers):
            question = stepper.question
            assert question is not None
            offered = stepper.options
            seen = self.layout.see(stepper.battle, question.side, question)
            observations[place] = seen.observation()
            options[place, : len(offered)] = seen.option_rows(offered, len(offered))
            masks[place, : len(offered)] = 1
            sides.append(question.side)
        return Look(sides, observations, masks, options)

    def step(self, actions: Sequence[int]) -> list[Ended]:
        """Answer in every battle by the place among its options; the battles that ended, and have begun anew."""
        if len(actions) != len(self.steppers):
            raise IllegalChoice(f"{len(self.steppers)} battles want as many answers, not {len(actions)}")
        for place, action in enumerate(actions):
            if not 0 <= int(action) < len(self.steppers[place].options):
                raise IllegalChoice(f"battle {place} has {len(self.steppers[place].options)} answers, not {action}")
        self._ended = []
        for place, action in enumerate(actions):
            self.steppers[place].step(int(action))
            self._settle(place)
        return self._ended
