"""Numbers and lengths that people type in: any within limits, of which a few are listed."""

from collections.abc import Sequence
from typing import Any

from grognard.errors import IllegalChoice
from grognard.ground.measure import number_key, read_number
from grognard.kernel.choice import Number, Option

LISTED = 12


class Numbers(Sequence[Number]):
    """The options of a question for a whole number; all of a short range are listed, of a long one the first dozen and the last."""

    __slots__ = ("_listed", "high", "low")

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high
        values = list(range(low, high + 1))
        self._listed = [Number(value) for value in (values if len(values) <= LISTED + 1 else [*values[:LISTED], high])]

    def find(self, key: str) -> Number:
        """Any whole number within the limits."""
        text = key.strip()
        if not text.removeprefix("-").isdigit() or not self.low <= int(text) <= self.high:
            raise IllegalChoice(f"{key!r} is not a whole number from {self.low} to {self.high}")
        return Number(int(text))

    def __len__(self) -> int:
        return len(self._listed)

    def __getitem__(self, index: Any) -> Any:
        return self._listed[index]


class Length(Option, frozen=True, gc=False):
    """A length in hundredths of an inch."""

    value: int

    @property
    def key(self) -> str:
        return number_key(self.value)

    @property
    def words(self) -> str:
        return f'{self.value / 100:g}"'


class Lengths(Sequence[Length]):
    """The options of a question for a length: every so many hundredths are listed, any other within the limits will do."""

    __slots__ = ("_listed", "high", "low")

    def __init__(self, low: int, high: int, every: int = 100) -> None:
        self.low, self.high = low, high
        values = [*range(low, high, every), high]
        self._listed = [Length(value) for value in values]

    def find(self, key: str) -> Length:
        """Any length within the limits, such as "7.5"."""
        try:
            value = read_number(key.removesuffix('"'))
        except ValueError as error:
            raise IllegalChoice(str(error)) from None
        if not self.low <= value <= self.high:
            raise IllegalChoice(f"{key!r} is not a length from {number_key(self.low)} to {number_key(self.high)}")
        return Length(value)

    def __len__(self) -> int:
        return len(self._listed)

    def __getitem__(self, index: Any) -> Any:
        return self._listed[index]
