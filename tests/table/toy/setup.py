"""From a scenario to a toy battle."""

from typing import Any

from grognard.errors import ScenarioError
from tests.table.toy.battle import Battle, Figure, Side
from tests.table.toy.options import Options


def set_up(scenario: dict[str, Any], options: Options) -> Battle:
    count = scenario.get("figures")
    if not isinstance(count, int):
        raise ScenarioError("figures must be a number", place="figures")
    figures = [
        Figure(f"{side}{n}", side, f"{side.title()} {n + 1}", 300 + 300 * n, 300 if side == "red" else 1500)
        for side in ("red", "blue")
        for n in range(count)
    ]
    sides = [Side("red", "Reds"), Side("blue", "Blues")]
    return Battle(sides=sides, figures=figures, last_turn=1 if options.short else int(scenario.get("turns", 2)))
