"""Matrix games: equilibria in exact fractions, against known games and scipy's linear programs."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from grognard.kernel.matrix import Mix, equilibrium

Matrix = list[list[Fraction]]


def of(*rows: tuple[int, ...]) -> Matrix:
    return [[Fraction(value) for value in row] for row in rows]


def gains(matrix: Matrix, mix: Mix) -> tuple[list[Fraction], list[Fraction]]:
    """What each row and each column gets against the other side's mix."""
    rows = [sum((p * q for p, q in zip(mix.columns, row, strict=True)), Fraction(0)) for row in matrix]
    columns = [sum((p * matrix[i][j] for i, p in enumerate(mix.rows)), Fraction(0)) for j in range(len(matrix[0]))]
    return rows, columns


@pytest.mark.parametrize(
    ("matrix", "value", "rows"),
    [
        (of((1, -1), (-1, 1)), 0, (Fraction(1, 2), Fraction(1, 2))),  # matching pennies
        (of((0, -1, 1), (1, 0, -1), (-1, 1, 0)), 0, (Fraction(1, 3),) * 3),  # rock, paper, scissors
        (of((3, 0), (5, 1)), 1, (0, 1)),  # a saddle
        (of((2, -3), (-3, 4)), Fraction(-1, 12), (Fraction(7, 12), Fraction(5, 12))),  # Morra with two fingers
        (of((7,)), 7, (1,)),
        (of((-4, -6)), -6, (1,)),
    ],
)
def test_known_games(matrix: Matrix, value: Fraction, rows: tuple[Fraction, ...]) -> None:
    mix = equilibrium(matrix)
    assert (mix.value, mix.rows) == (value, rows)


MATRICES = st.integers(1, 5).flatmap(
    lambda width: st.lists(
        st.lists(st.integers(-6, 6).map(Fraction), min_size=width, max_size=width), min_size=1, max_size=5
    )
)


@settings(max_examples=120, deadline=None)
@given(MATRICES)
def test_neither_side_can_do_better_than_its_mix(matrix: Matrix) -> None:
    """The definition of an equilibrium, exactly; degenerate matrices included."""
    mix = equilibrium(matrix)
    assert sum(mix.rows) == sum(mix.columns) == 1
    assert min(mix.rows) >= 0
    assert min(mix.columns) >= 0
    rows, columns = gains(matrix, mix)
    assert max(rows) == min(columns) == mix.value


@settings(max_examples=25, deadline=None)
@given(MATRICES)
def test_the_value_is_that_of_scipys_linear_program(matrix: Matrix) -> None:
    table = np.array([[float(value) for value in row] for row in matrix])
    height, width = table.shape
    found = linprog(
        [0.0] * height + [-1.0],
        A_ub=np.hstack([-table.T, np.ones((width, 1))]),
        b_ub=np.zeros(width),
        A_eq=[[1.0] * height + [0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * height + [(None, None)],
    )
    assert abs(-found.fun - float(equilibrium(matrix).value)) < 1e-7
