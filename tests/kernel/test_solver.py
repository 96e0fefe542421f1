"""Best answers: every choice by its best reply, secret choices by their equilibrium, against known games."""

from fractions import Fraction

import pytest

from grognard.errors import RuleError, TooLarge
from grognard.kernel.battle import Changing
from grognard.kernel.best import Solver
from grognard.kernel.choice import Number, Pick
from grognard.kernel.dice import D6
from grognard.kernel.referee import Referee


class Heap(Changing):
    left: int
    mover: str = "red"
    gain: int = 0


def take(referee: Referee, heap: Heap) -> None:
    """Nim with one heap: take one to three; whoever takes the last has won."""
    options = [Number(count) for count in range(1, min(3, heap.left) + 1)]
    heap.left -= referee.choose(heap.mover, "take how many?", options, rule="T").value
    if not heap.left:
        heap.gain = 1 if heap.mover == "red" else -1
    heap.mover = "blue" if heap.mover == "red" else "red"


@pytest.mark.parametrize("left", range(1, 10))
def test_nim_is_won_unless_a_multiple_of_four_is_left(left: int) -> None:
    solver = Solver(take, "red", lambda heap: heap.gain, over=lambda heap: heap.left == 0)
    solution = solver.solve(Heap(left))
    assert solution.value == (-1 if left % 4 == 0 else 1)
    if left % 4 and solution.advice:
        best = [key for key, value in solution.advice[0].values.items() if value == 1]
        assert best == [str(left % 4)]
    assert solver.value(Heap(left)) == solution.value


def gamble(referee: Referee, heap: Heap) -> None:
    """Keep 4 for certain, or throw for it; then the other side may halve what came."""
    if referee.may("red", "throw?", rule="T"):
        heap.gain = referee.roll(D6, "die", by="red", rule="T").total
    else:
        heap.gain = 4
    if heap.gain == 6 and referee.may("blue", "halve it?", rule="T"):
        heap.gain = 3


def test_chance_and_both_sides_choices_are_weighed() -> None:
    solution = Solver(gamble, "red", lambda heap: heap.gain).solve(Heap(0))
    assert solution.value == 4
    assert solution.advice[0].values == {"yes": Fraction(1 + 2 + 3 + 4 + 5 + 3, 6), "no": 4}


def test_a_policy_may_answer_for_one_side() -> None:
    def kind(question: object) -> str | None:
        return "no" if "halve" in getattr(question, "text", "") else None

    solution = Solver(gamble, "red", lambda heap: heap.gain, policy=kind).solve(Heap(0))  # type: ignore[arg-type]
    assert solution.advice[0].values["yes"] == Fraction(7, 2)


def pennies(referee: Referee, heap: Heap) -> None:
    """Matching pennies, where two heads are worth more."""
    faces = [Pick("heads"), Pick("tails")]
    both = referee.choose_secretly("which face?", {"blue": faces, "red": faces}, rule="T")
    same = both["red"].key == both["blue"].key
    heap.gain = (3 if both["red"].key == "heads" else 1) if same else -2


def test_a_secret_choice_is_solved_as_a_matrix_game() -> None:
    """By hand: red plays heads with 3/8; the value is (3 * 1 - 2 * 2) / (3 + 1 + 2 + 2)."""
    solution = Solver(pennies, "red", lambda heap: heap.gain).solve(Heap(0))
    assert solution.value == Fraction(-1, 8)
    assert [[int(value) for value in row] for row in solution.matrix] == [[3, -2], [-2, 1]]
    mine = next(advice for advice in solution.advice if advice.side == "red")
    assert mine.mix == {"heads": Fraction(3, 8), "tails": Fraction(5, 8)}
    assert set(mine.values.values()) == {Fraction(-1, 8)}


def test_the_same_game_is_worth_the_opposite_to_the_other_side() -> None:
    solution = Solver(pennies, "blue", lambda heap: -heap.gain).solve(Heap(0))
    assert solution.value == Fraction(1, 8)


def test_secrets_of_three_and_searches_without_end_are_refused() -> None:
    def three(referee: Referee, heap: Heap) -> None:
        referee.choose_secretly("x", {side: [Pick("a"), Pick("b")] for side in ("red", "blue", "green")}, rule="T")

    with pytest.raises(RuleError, match="more than two sides"):
        Solver(three, "red", lambda heap: 0).solve(Heap(0))
    with pytest.raises(TooLarge):
        Solver(take, "red", lambda heap: heap.gain, over=lambda heap: heap.left == 0, limit=50).solve(Heap(30))
