"""War & Conquest through choices: which unit takes its test first, whom a point is spent on, and where a line is best pressed."""

from collections.abc import Callable
from typing import Any, Literal

from grognard.games.war_and_conquest.bare_table import block, field
from grognard.games.war_and_conquest.battle import Battle, Due
from grognard.games.war_and_conquest.options import Options
from grognard.games.war_and_conquest.resolution import next_test
from grognard.kernel.best import Solver
from grognard.kernel.choice import Pick, Question
from grognard.kernel.odds import Policy
from grognard.kernel.referee import Referee

Answer = dict[str, Any]


def line_tests(
    left: int = 7, middle: int = 6, right: int = 8, points: int = 1, panic: bool = False, tested: Literal[1, 2, 3] = 3
) -> Answer:
    """So many units of a line must test, with a point or two that buys a die (option sip_use): which goes first, and how many are expected to hold?

    MV of three battle formations an inch apart, the general with the one in the middle; `tested` of them, from the left, must test; with `panic` those who fail frighten their neighbours at once
    (option panic_chain).
    """
    battle = _a_line((left, middle, right), points, panic)
    battle.due = [Due(unit.id, ("casualties",)) for unit in battle.units[:tested]]
    solution = Solver(next_test, "red", _holding, over=_all_tested).solve(battle)
    answer: Answer = {"expected to hold, of 3": solution.value, "who tests first": solution}
    if points:
        answer["with the points kept for"] = {
            unit.name: Solver(next_test, "red", _holding, over=_all_tested, policy=_kept_for(unit.id)).value(battle)
            for unit in battle.units
        }
    return answer


def _all_tested(battle: Battle) -> bool:
    return not battle.due


def _kept_for(unit: str) -> Policy:
    """Points are spent on this unit alone; everything else is left to the solver."""

    def policy(question: Question) -> Any:
        return None if "Spend" not in question.text else "yes" if question.about == (unit,) else "no"

    return policy


def press_the_line(left: int = 7, middle: int = 6, right: int = 8) -> Answer:
    """A volley will force one unit of a line to test, and who fails frightens his neighbours (option panic_chain): which one is best shot at?"""
    battle = _a_line((left, middle, right), 0, True)

    def press(referee: Referee, battle: Battle) -> None:
        if not battle.queue and not battle.due:
            options = [Pick(unit.id, unit.name, unit.id) for unit in battle.units]
            shot = referee.choose("blue", "which unit is shot at?", options, rule="WC-TRIG-06")
            battle.due = [Due(shot.key, ("casualties",))]
        next_test(referee, battle)

    def over(battle: Battle) -> bool:
        return not battle.due and bool(battle.queue)

    solution = Solver(press, "red", _holding, over=over).solve(battle)
    return {"expected to hold, of 3": solution.value, "who is shot at": solution}


def _a_line(values: tuple[int, int, int], points: int, panic: bool) -> Battle:
    units = [block(name, mv=value) for name, value in zip(("left", "middle", "right"), values, strict=True)]
    wide = units[0].files * 100
    for place, unit in enumerate(units):
        unit.x += (place - 1) * (wide + 100)
    battle = field(*units)
    battle.sides[0].general, battle.sides[0].general_state = "middle", "able"
    battle.options = Options(
        panic_chain="yes" if panic else "no", sip_use="strategy_and_morale" if points else "strategy"
    )
    battle.sides[0].sip = points
    battle.step = "test"
    return battle


def _holding(battle: Battle) -> int:
    return sum(not unit.running for unit in battle.units)


CHOICES: dict[str, Callable[..., Any]] = {"line_tests": line_tests, "press_the_line": press_the_line}
