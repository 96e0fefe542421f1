"""Two sides pick at once: the equilibrium of a matrix game, in exact fractions.

The row side maximises, the column side minimises. Solved as a linear program with the simplex method over fractions, by Bland's rule so that it cannot cycle.
"""

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct


class Mix(Struct, frozen=True):
    """How often each side should pick each of its options, and what the row side then gains on average whatever the other does."""

    rows: tuple[Fraction, ...]
    columns: tuple[Fraction, ...]
    value: Fraction


def equilibrium(matrix: Sequence[Sequence[Fraction]]) -> Mix:
    """The equilibrium mix of both sides."""
    saddle = _saddle(matrix)
    if saddle is not None:
        return saddle
    shift = 1 - min(min(row) for row in matrix)  # all entries positive, so the value is too
    height, width = len(matrix), len(matrix[0])
    # Columns minimise: maximise sum(q) subject to M q <= 1, q >= 0. Rows are read off the slack variables.
    table = [
        [Fraction(entry + shift) for entry in row] + [Fraction(int(i == j)) for j in range(height)] + [Fraction(1)]
        for i, row in enumerate(matrix)
    ]
    goal = [Fraction(-1)] * width + [Fraction(0)] * (height + 1)
    basis = [width + i for i in range(height)]
    while True:
        entering = next((j for j in range(width + height) if goal[j] < 0), None)
        if entering is None:
            break
        ratios = [(table[i][-1] / table[i][entering], basis[i], i) for i in range(height) if table[i][entering] > 0]
        _, _, leaving = min(ratios)
        pivot = table[leaving][entering]
        table[leaving] = [value / pivot for value in table[leaving]]
        for i in range(height):
            if i != leaving and table[i][entering]:
                factor = table[i][entering]
                table[i] = [value - factor * lead for value, lead in zip(table[i], table[leaving], strict=True)]
        factor = goal[entering]
        goal = [value - factor * lead for value, lead in zip(goal, table[leaving], strict=True)]
        basis[leaving] = entering
    total = goal[-1]
    columns = [Fraction(0)] * width
    for i, variable in enumerate(basis):
        if variable < width:
            columns[variable] = table[i][-1] / total
    rows = [goal[width + i] / total for i in range(height)]
    return Mix(tuple(rows), tuple(columns), 1 / total - shift)


def _saddle(matrix: Sequence[Sequence[Fraction]]) -> Mix | None:
    """Where both sides have one plain best pick."""
    worst = [min(row) for row in matrix]
    best = [max(row[j] for row in matrix) for j in range(len(matrix[0]))]
    value = max(worst)
    if value != min(best):
        return None
    row, column = worst.index(value), best.index(value)
    return Mix(
        tuple(Fraction(int(i == row)) for i in range(len(matrix))),
        tuple(Fraction(int(j == column)) for j in range(len(matrix[0]))),
        Fraction(value),
    )
