"""Printed tables: a score looked up in bands."""

from collections.abc import Sequence
from typing import Generic, TypeVar

Row = TypeVar("Row")


class Chart(Generic[Row]):
    """A table read by a whole number: `Chart((0, MISS), (3, HIT), above=KILL)` is MISS up to 0, HIT from 1 to 3, KILL from 4 on."""

    __slots__ = ("_above", "_rows")

    def __init__(self, *rows: tuple[int, Row], above: Row) -> None:
        self._rows: Sequence[tuple[int, Row]] = rows
        self._above = above

    def __getitem__(self, score: int) -> Row:
        for upto, row in self._rows:
            if score <= upto:
                return row
        return self._above

    @property
    def rows(self) -> tuple[Row, ...]:
        """All entries, lowest first."""
        return (*(row for _, row in self._rows), self._above)
