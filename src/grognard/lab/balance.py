"""Balance: which change of a force brings a scenario nearest to even odds, and how sure that is."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from grognard.errors import GrognardError, ScenarioError
from grognard.kernel.samples import Estimate
from grognard.lab.simulate import Plan, simulate
from grognard.lab.vary import parse, varied


class Trial(Struct, frozen=True):
    """One change that was tried: how often red then won the battles that were decided; or why the game does not allow it."""

    place: str
    value: int | float | str
    red: Estimate
    refused: str = ""

    @property
    def off(self) -> float:
        """How far from even; what cannot be played is farthest."""
        return 1.0 if self.refused else abs(self.red.chance - 0.5)

    @property
    def even(self) -> bool:
        """Whether even odds are inside the interval."""
        low, high = self.red.interval
        return not self.refused and low <= 0.5 <= high


def balance(
    plan: Plan, variations: list[str], battles: int, *, workers: int = 1, progress: Callable[[int], None] | None = None
) -> list[Trial]:
    """Try every value of every variation, and the scenario as it is; nearest to even first. What the game's own limits forbid is told apart, at the end."""
    tried = [trial(plan, "as it is", "", plan.scenario, battles, workers, progress)]
    for text in variations:
        place, values = parse(text)
        for value in values:
            changed = varied(plan.scenario, place, value)
            try:
                tried.append(trial(plan, place, value, changed, battles, workers, progress))
            except ScenarioError as error:
                tried.append(Trial(place, value, Estimate(0, 1), str(error)))
                if progress is not None:
                    progress(battles)
    if len(tried) > 1 and all(entry.refused for entry in tried[1:]):
        raise GrognardError(f"none of these changes can be played: {tried[1].refused}")
    return sorted(tried, key=lambda entry: entry.off)


def trial(
    plan: Plan,
    place: str,
    value: int | float | str,
    scenario: dict[str, Any],
    battles: int,
    workers: int,
    progress: Callable[[int], None] | None,
) -> Trial:
    """One change, played out."""
    changed = Plan(plan.game, _without_points(scenario), plan.players, plan.options, plan.seed)
    results = simulate(changed, battles, workers=workers, progress=progress)
    sides = list(plan.players)
    won = sum(battle.winner == sides[0] for battle in results.battles)
    decided = sum(bool(battle.winner) for battle in results.battles)
    return Trial(place, value, Estimate(won, max(decided, 1)))


def _without_points(scenario: Any) -> Any:
    """Declared points are checked against the models; a changed model has others, so they are left out."""
    if isinstance(scenario, dict):
        return {
            key: _without_points(value)
            for key, value in scenario.items()
            if key != "points" or not isinstance(value, int)
        }
    if isinstance(scenario, list):
        return [_without_points(item) for item in scenario]
    return scenario


def balance_text(trials: list[Trial]) -> str:
    """What was tried, nearest to even first."""
    lines = ["nearest to even first; how often red won the decided battles"]
    for entry in trials:
        low, high = entry.red.interval
        name = entry.place if entry.value == "" else f"{entry.place} = {entry.value}"
        if entry.refused:
            lines.append(f"  {name:34} cannot be played: {entry.refused}")
            continue
        lines.append(
            f"  {name:34} {entry.red.chance:6.1%}  (95 % sure: {low:.1%} to {high:.1%}){'  even' if entry.even else ''}"
        )
    return "\n".join(lines)
