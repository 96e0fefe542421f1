"""What each option of the rulings changes: the same battles with every value of every option, against the rules as they stand."""

from collections.abc import Callable
from math import sqrt
from typing import Any

from msgspec import Struct

from grognard.kernel.game import describe_options, find_game
from grognard.kernel.samples import Estimate
from grognard.lab.simulate import Plan, Results, simulate

Z = 1.959964


class Effect(Struct, frozen=True):
    """One option played differently: how often the first side then won, how long it took, and how much that differs from the rules as they stand."""

    option: str
    value: Any
    won: Estimate
    turns: float
    change: float  # in the share of battles won
    margin: float  # half the interval of the change, 95 % sure

    @property
    def certain(self) -> bool:
        """Whether no change at all lies outside the interval."""
        return abs(self.change) > self.margin


def effects(
    plan: Plan, battles: int, *, workers: int = 1, cluster: str = "", progress: Callable[[int], None] | None = None
) -> list[Effect]:
    """Every value of every option but those of the plan; the largest change first. All are played with the same seeds."""
    game = find_game(plan.game)
    settled = game.read_options({**(plan.scenario.get("options") or {}), **plan.options})
    stands = simulate(plan, battles, workers=workers, cluster=cluster, progress=progress)
    found = []
    for option, values in describe_options(game).items():
        for value in values:
            if value == getattr(settled, option):
                continue
            changed = Plan(plan.game, plan.scenario, plan.players, {**plan.options, option: value}, plan.seed)
            results = simulate(changed, battles, workers=workers, cluster=cluster, progress=progress)
            change, margin = _compared(stands, results)
            found.append(Effect(option, value, _won(results), results.mean_turns(), change, margin))
    return sorted(found, key=lambda effect: -abs(effect.change))


def _compared(stands: Results, results: Results) -> tuple[float, float]:
    """The change and its margin. Battle for battle the seeds are the same, so only those that ended differently tell anything (one more each way, for few of them)."""
    side = next(iter(stands.plan.players))
    pairs = [
        (one.winner == side, other.winner == side) for one, other in zip(stands.battles, results.battles, strict=True)
    ]
    gained = sum(after and not before for before, after in pairs)
    lost = sum(before and not after for before, after in pairs)
    count = len(pairs)
    spread = gained + lost + 2 - (gained - lost) ** 2 / count
    return (gained - lost) / count, Z * sqrt(spread) / count


def runs(plan: Plan) -> int:
    """How many simulations `effects` makes."""
    return 1 + sum(len(values) - 1 for values in describe_options(find_game(plan.game)).values())


def _won(results: Results) -> Estimate:
    side = next(iter(results.plan.players))
    return results.wins()[side]


def effects_text(found: list[Effect], side: str = "red") -> str:
    """A table, largest change first; what may be chance is said to be."""
    lines = [f"what each option changes: how often {side} wins, against the rules as they stand"]
    for effect in found:
        name = f"{effect.option} = {effect.value}"
        sure = "" if effect.certain else "  may be chance"
        lines.append(
            f"  {name:44} {effect.won.chance:6.1%}  {effect.change:+6.1%} (give or take {effect.margin:.1%}), {effect.turns:.1f} turns{sure}"
        )
    return "\n".join(lines)
