"""Many battles at once: reproducible from one seed, whatever the number of workers."""

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import lru_cache
from typing import Any

from msgspec import Struct

from grognard.errors import GrognardError
from grognard.kernel.battle import Battle
from grognard.kernel.game import Game, find_game
from grognard.kernel.odds import Estimate
from grognard.kernel.referee import Given, SealedDice
from grognard.kernel.run import play_out
from grognard.players import find_player


class Plan(Struct, frozen=True):
    """What is simulated: the same plan and number always give the same battle."""

    game: str
    scenario: dict[str, Any]
    players: dict[str, str]
    options: dict[str, Any] = {}
    seed: str = "0"


class Played(Struct, frozen=True):
    """How one simulated battle ended."""

    number: int
    winner: str
    reason: str
    turns: int
    decisions: int
    score: dict[str, int]


class Results(Struct):
    """All battles of a simulation, in the order of their numbers."""

    plan: Plan
    battles: list[Played]

    def wins(self) -> dict[str, Estimate]:
        """How often each side won, with its interval; the empty name is a draw."""
        sides = [*self.plan.players, ""]
        return {
            side: Estimate(sum(battle.winner == side for battle in self.battles), len(self.battles)) for side in sides
        }

    def mean_turns(self) -> float:
        return sum(battle.turns for battle in self.battles) / len(self.battles)


def play_one(plan: Plan, number: int) -> Played:
    """Battle `number` of a plan."""
    game, start = _ready(plan.game, _Frozen(plan.scenario), _Frozen(plan.options))
    players = {side: find_player(name, f"{plan.seed} {number} {side}") for side, name in plan.players.items()}
    answers: list[Given] = []
    battle = play_out(game, start.copy(), players, SealedDice(f"{plan.seed} {number}"), answers)
    assert battle.outcome is not None
    decisions = sum(not isinstance(answer, list) for answer in answers)
    return Played(
        number, battle.outcome.winner, battle.outcome.reason, battle.turn, decisions, dict(battle.outcome.score)
    )


class _Frozen:
    """Plain data as a key for a cache."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self._text = repr(data)

    def __hash__(self) -> int:
        return hash(self._text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Frozen) and self._text == other._text


@lru_cache(maxsize=8)
def _ready(name: str, scenario: _Frozen, options: _Frozen) -> tuple[Game, Battle]:
    game = find_game(name)
    return game, game.set_up(scenario.data, options.data)


def play_some(plan: Plan, numbers: range) -> list[Played]:
    """A worker's share."""
    return [play_one(plan, number) for number in numbers]


def simulate(plan: Plan, battles: int, *, workers: int = 1, progress: Callable[[int], None] | None = None) -> Results:
    """Play so many battles, on so many processes."""
    if battles < 1:
        raise GrognardError("a simulation needs one battle at least")
    _ready(plan.game, _Frozen(plan.scenario), _Frozen(plan.options))  # a scenario that cannot be played is refused here
    played: list[Played] = []
    for share in _shares(plan, battles, workers):
        played += share
        if progress is not None:
            progress(len(share))
    return Results(plan, sorted(played, key=lambda battle: battle.number))


def _shares(plan: Plan, battles: int, workers: int) -> Iterator[list[Played]]:
    size = max(1, min(25, battles // (4 * max(workers, 1)) or 1))
    ranges = [range(first, min(first + size, battles)) for first in range(0, battles, size)]
    if workers <= 1:
        for numbers in ranges:
            yield play_some(plan, numbers)
        return
    with ProcessPoolExecutor(workers) as pool:
        for future in as_completed([pool.submit(play_some, plan, numbers) for numbers in ranges]):
            yield future.result()
