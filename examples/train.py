"""A short agent that learns to beat the recruit: a linear policy over what the options look like, trained by policy gradient.

    python -m examples.train                              # trains for some seconds, then plays 200 fresh battles
    python -m examples.train en_garde mill_bridge 4000

Needs numpy alone. The agent sees what `env.features` writes of its own side's view, and nothing else: for every answer that it may give, its verb, its numbers and the piece that it points at, crossed with
the kind of question that it answers. It plays either side, against an opponent who answers anything.
"""

import sys
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from grognard.env.batch import Batch, Look
from grognard.env.features import ASKED, OPTION_WIDTH
from grognard.kernel.samples import Estimate

Floats = NDArray[np.float64]
WEIGHTS = ASKED * OPTION_WIDTH


def either_side(number: int) -> str:
    """Red and blue in turn, so that the agent learns, and is measured, on both."""
    return "red" if number % 2 == 0 else "blue"


def features(look: Look) -> Floats:
    """For every option: its own numbers, in the place of the kind of question that is asked."""
    most = int(look.masks.sum(axis=1).max())  # nobody has more options than this just now
    asked = look.observations[:, 1 + ASKED : 1 + 2 * ASKED].astype(np.float64)
    crossed = asked[:, None, :, None] * look.options[:, :most, None, :]
    return crossed.reshape(len(asked), most, WEIGHTS)


def policy(weights: Floats, look: Look, shown: Floats) -> Floats:
    """How likely each option is: a softmax over those that are allowed."""
    scores = np.where(look.masks[:, : shown.shape[1]] == 1, shown @ weights, -np.inf)
    chances = np.exp(scores - scores.max(axis=1, keepdims=True))
    normed: Floats = chances / chances.sum(axis=1, keepdims=True)
    return normed


def pick(chances: Floats, dice: np.random.Generator) -> NDArray[np.int64]:
    """One option for every battle."""
    reached = (chances.cumsum(axis=1) > dice.random((len(chances), 1))).argmax(axis=1)
    sure: NDArray[np.int64] = np.where(chances[np.arange(len(chances)), reached] > 0, reached, chances.argmax(axis=1))
    return sure


def reward(winner: str, side: str) -> float:
    return 0.0 if not winner else 1.0 if winner == side else -1.0


def train(game: str, scenario: str, battles: int, *, seed: int = 1, size: int = 16, rate: float = 0.3, tell: Callable[[str], object] | None = None) -> Floats:  # fmt: skip
    """Learn from so many battles; the weights."""
    batch = Batch(game, scenario, size, seed=seed, learner=either_side)
    dice = np.random.default_rng(seed)
    weights = np.zeros(WEIGHTS)
    traces = np.zeros((size, WEIGHTS))  # the sum of gradients of the battle under way
    steps = np.zeros(size)
    means = {"red": 0.0, "blue": 0.0}
    spread = np.ones(WEIGHTS)
    done, recent = 0, []
    while done < battles:
        look = batch.look()
        shown = features(look)
        chances = policy(weights, look, shown)
        picked = pick(chances, dice)
        traces += shown[np.arange(size), picked] - (chances[:, :, None] * shown).sum(axis=1)
        steps += 1
        for ended in batch.step(picked.tolist()):
            side = either_side(ended.number)
            gained = reward(ended.outcome.winner, side)
            gradient = (gained - means[side]) * traces[ended.place] / np.sqrt(steps[ended.place])
            means[side] += 0.02 * (gained - means[side])
            spread = 0.995 * spread + 0.005 * gradient**2
            weights += rate * gradient / (np.sqrt(spread) + 0.05)
            traces[ended.place] = 0.0
            steps[ended.place] = 0
            recent.append(gained)
            done += 1
            if tell is not None and done % 200 == 0:
                tell(f"{done} battles, mean reward of the last 200: {np.mean(recent[-200:]):+.2f}\n")
    return weights


def measure(game: str, scenario: str, weights: Floats, battles: int, *, seed: int = 2, size: int = 16) -> Estimate:
    """How many of the decided battles the agent wins against the recruit, on both sides; other seeds than those it learned from."""
    batch = Batch(game, scenario, size, seed=seed + 1_000_000, learner=either_side)
    dice = np.random.default_rng(seed)
    won = decided = 0
    left = battles
    while left > 0:
        look = batch.look()
        for ended in batch.step(pick(policy(weights, look, features(look)), dice).tolist()):
            if ended.number < battles:  # the first so many, whichever end first
                left -= 1
                decided += bool(ended.outcome.winner)
                won += ended.outcome.winner == either_side(ended.number)
    return Estimate(won, max(decided, 1))


def main(game: str = "war_and_conquest", scenario: str = "low_stane", battles: str = "1000") -> None:
    weights = train(game, scenario, int(battles), tell=sys.stdout.write)
    before = measure(game, scenario, np.zeros(WEIGHTS), 200)
    after = measure(game, scenario, weights, 200)
    sys.stdout.write(f"of the decided battles against the recruit: {before} untrained, {after} trained\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
