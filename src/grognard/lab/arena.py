"""The arena: players against each other, sides swapped, with ratings and their intervals."""

from collections.abc import Callable
from itertools import combinations
from math import log10
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct

from grognard.errors import GrognardError
from grognard.kernel.samples import Estimate
from grognard.lab.simulate import Plan, simulate

CHART = 40  # letters
START = 1000.0  # the rating of the weakest player


class Bout(Struct, frozen=True):
    """Two players over a number of battles, each side played as often by either."""

    game: str
    scenario: str
    first: str
    second: str
    won: int
    lost: int
    drawn: int

    @property
    def score(self) -> Estimate:
        """Battles that the first player won, among those that were decided."""
        return Estimate(self.won, max(1, self.won + self.lost))


def hold_arena(
    game: str, scenarios: dict[str, dict[str, Any]], players: list[str], battles: int, *, seed: str = "arena", workers: int = 1,
    out: Path | None = None, progress: Callable[[int], None] | None = None,
) -> list[Bout]:  # fmt: skip
    """Every pair of players in every scenario with two sides, half of the battles on either side.

    Every battle has dice of its own, so that the intervals hold. With a folder to keep them in, an arena that was killed goes on where it stopped.
    """
    if len(players) < 2:
        raise GrognardError("an arena needs two players at least")
    bouts = []
    for name, data in scenarios.items():
        for first, second in combinations(players, 2):
            won = lost = drawn = 0
            for mine, other in (("red", "blue"), ("blue", "red")):
                plan = Plan(game, data, {mine: first, other: second}, {}, f"{seed} {name} {mine}")
                folder = out / f"{name} {first} {second} {mine}" if out is not None else None
                results = simulate(plan, max(1, battles // 2), workers=workers, out=folder, progress=progress)
                won += sum(battle.winner == mine for battle in results.battles)
                drawn += sum(not battle.winner for battle in results.battles)
                lost += sum(battle.winner not in ("", mine) for battle in results.battles)
            bouts.append(Bout(game, name, first, second, won, lost, drawn))
    return bouts


def ratings(bouts: list[Bout], rounds: int = 200) -> dict[str, float]:
    """Ratings on the usual scale (400 points are ten to one) that fit the bouts best; a draw is half a win. The weakest has 1000."""
    names = list(dict.fromkeys(name for bout in bouts for name in (bout.first, bout.second)))
    strength = dict.fromkeys(names, 1.0)
    points = {
        name: sum(_points(bout, name) for bout in bouts) + 0.5 for name in names
    }  # half a win more, so that nobody is without any
    for _ in range(rounds):
        for name in names:
            expected = 0.0
            for bout in bouts:
                if name in (bout.first, bout.second):
                    other = bout.second if name == bout.first else bout.first
                    expected += (bout.won + bout.lost + bout.drawn) / (strength[name] + strength[other])
            strength[name] = points[name] / (expected + 1.0 / (strength[name] + 1.0))
    lowest = min(strength.values())
    return {
        name: START + 400.0 * log10(value / lowest)
        for name, value in sorted(strength.items(), key=lambda entry: -entry[1])
    }


def rating_intervals(bouts: list[Bout], draws: int = 200) -> dict[str, tuple[float, float]]:
    """Between what ratings each player lies, 95 % sure: the bouts are drawn again from their own results so many times, and rated anew."""
    dice = Random(1)
    rated: dict[str, list[float]] = {}
    for _ in range(draws):
        again = [_drawn_again(bout, dice) for bout in bouts]
        for name, rating in ratings(again, rounds=40).items():
            rated.setdefault(name, []).append(rating)
    cut = draws // 40
    return {
        name: (min(rating, sorted(rated[name])[cut]), max(rating, sorted(rated[name])[-1 - cut]))
        for name, rating in ratings(bouts).items()
    }


def _drawn_again(bout: Bout, dice: Random) -> Bout:
    """As many battles, each with one of the results that there were; one more of each kind, so that a clean sweep is not taken for certainty."""
    played = bout.won + bout.lost + bout.drawn
    ends = dice.choices(("won", "lost", "drawn"), (bout.won + 1, bout.lost + 1, bout.drawn + 1), k=played)
    counts = [ends.count(end) for end in ("won", "lost", "drawn")]
    return Bout(bout.game, bout.scenario, bout.first, bout.second, *counts)


def _points(bout: Bout, name: str) -> float:
    if name == bout.first:
        return bout.won + bout.drawn / 2
    return bout.lost + bout.drawn / 2 if name == bout.second else 0.0


def arena_text(bouts: list[Bout]) -> str:
    """A table of bouts with intervals, and the ratings with theirs, drawn as a chart."""
    lines = [f"{'scenario':22} {'players':28} won  lost drawn   of the decided (95 % sure)"]
    for bout in bouts:
        low, high = bout.score.interval
        pair = f"{bout.first} against {bout.second}"
        lines.append(
            f"{bout.scenario:22} {pair:28} {bout.won:4} {bout.lost:5} {bout.drawn:5}   {bout.score.chance:6.1%} ({low:.1%} to {high:.1%})"
        )
    between = rating_intervals(bouts)
    lowest, highest = min(low for low, _ in between.values()), max(high for _, high in between.values())
    lines.append("")
    for name, rating in ratings(bouts).items():
        low, high = between[name]
        chart = [" "] * CHART
        for value, mark in ((low, "|"), (high, "|"), (rating, "*")):
            chart[round((value - lowest) / max(highest - lowest, 1.0) * (CHART - 1))] = mark
        lines.append(f"{name:24} {rating:6.0f}  ({low:.0f} to {high:.0f})  {''.join(chart).rstrip()}")
    return "\n".join(lines)
