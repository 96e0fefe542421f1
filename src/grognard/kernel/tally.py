"""Sums with their reasons: every modifier with the rule that it comes from."""

from collections.abc import Iterable, Iterator

from msgspec import Struct


class Modifier(Struct, frozen=True, gc=False):
    """One line of a sheet's list of modifiers."""

    value: int
    reason: str
    rule: str

    def __str__(self) -> str:
        return f"{self.reason} {self.value:+d}".replace("-", "−")


class Tally:
    """Modifiers added up. Lines worth nothing are dropped; the rest can be read one by one."""

    __slots__ = ("modifiers", "total")

    def __init__(self, modifiers: Iterable[Modifier] = ()) -> None:
        self.modifiers = tuple([line for line in modifiers if line.value])  # lists are quicker than generators here
        self.total = sum([line.value for line in self.modifiers])

    def __iter__(self) -> Iterator[Modifier]:
        return iter(self.modifiers)

    def __str__(self) -> str:
        return " · ".join(map(str, self.modifiers))
