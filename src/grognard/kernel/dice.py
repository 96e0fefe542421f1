"""Dice in the words of the table, each kind knowing its exact weights.

A rule says what it will look at, and sees no more than that: `2 * D6` is a sum, `(3 * D6).best(2)` a sum of the two highest,
`(3 * D6).each` the faces in falling order, `(2 * D10).apart` the faces in the order of the dice (a white and a coloured one), `(5 * D6).at_least(4)`
a number of successes. So a sum of two dice weighs as 11 outcomes and not as 36.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb, factorial

from grognard.errors import RecordError


class Roll:
    """What a rule sees of a throw: `total` for sums and counts, `faces` too where it asked for single dice."""

    __slots__ = ("faces", "total")

    def __init__(self, total: int, faces: tuple[int, ...] = ()) -> None:
        self.total = total
        self.faces = faces

    def __repr__(self) -> str:
        return f"Roll({self.total}, {self.faces})" if self.faces else f"Roll({self.total})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Roll) and (self.total, self.faces) == (other.total, other.faces)

    def __hash__(self) -> int:
        return hash((self.total, self.faces))


class Dice:
    """Some equal dice and what is read off them. Made by `2 * D6` and its methods; equal ones are the same object."""

    __slots__ = ("_outcomes", "_reads", "count", "keep", "need", "reading", "sides")

    def __init__(self, count: int, sides: int, reading: str, keep: int, need: int) -> None:
        self.count = count
        self.sides = sides
        self.reading = reading  # "sum", "each", "apart" or "successes"
        self.keep = keep  # how many highest (positive) or lowest (negative) dice count; 0 means all
        self.need = need  # what a success needs
        self._outcomes: tuple[tuple[Roll, int], ...] | None = None
        self._reads: dict[tuple[int, ...], Roll] = {}

    def __rmul__(self, count: int) -> "Dice":
        return _dice(count * self.count, self.sides)

    def best(self, keep: int) -> "Dice":
        """The sum of the highest `keep` of them; fewer dice than that all count."""
        if keep < 1:
            raise ValueError("at least one die must count")
        return _dice(self.count, self.sides, "sum", keep if keep < self.count else 0)

    def worst(self, keep: int) -> "Dice":
        """The sum of the lowest `keep` of them; fewer dice than that all count."""
        if keep < 1:
            raise ValueError("at least one die must count")
        return _dice(self.count, self.sides, "sum", -keep if keep < self.count else 0)

    @property
    def each(self) -> "Dice":
        """The single faces, highest first; who threw which die does not matter."""
        return _dice(self.count, self.sides, "each")

    @property
    def apart(self) -> "Dice":
        """The single faces in the order of the dice, which can be told apart."""
        return _dice(self.count, self.sides, "apart")

    def at_least(self, need: int) -> "Dice":
        """How many of them show `need` or more."""
        return _dice(self.count, self.sides, "successes", 0, max(1, min(need, self.sides + 1)))

    def read(self, faces: Sequence[int]) -> Roll:
        """What the rule sees when these faces lie on the table."""
        key = tuple(faces)
        seen = self._reads.get(key)
        if seen is None:
            self.check(key)
            seen = self._read(key)
            if len(self._reads) < 5000:
                self._reads[key] = seen
        return seen

    def check(self, faces: Sequence[int]) -> None:
        """Refuse faces that these dice cannot show."""
        fits = len(faces) == self.count and all(type(face) is int and 1 <= face <= self.sides for face in faces)
        if not fits:  # a record may say anything
            raise RecordError(
                f"{self} takes {self.count} number{'s' * (self.count != 1)} from 1 to {self.sides}, not {list(faces)}"
            )

    def _read(self, faces: tuple[int, ...]) -> Roll:
        if self.reading == "sum":
            if self.keep > 0:
                return Roll(sum(sorted(faces, reverse=True)[: self.keep]))
            if self.keep < 0:
                return Roll(sum(sorted(faces)[: -self.keep]))
            return Roll(sum(faces))
        if self.reading == "successes":
            return Roll(sum(face >= self.need for face in faces))
        shown = faces if self.reading == "apart" else tuple(sorted(faces, reverse=True))
        return Roll(sum(shown), shown)

    def faces_for(self, roll: Roll) -> tuple[int, ...]:
        """Some faces that these dice show when a rule sees this roll: the inverse of `read`."""
        if roll.faces:
            return roll.faces
        if self.reading == "successes":
            low = self.need - 1 or self.sides
            return (self.sides,) * roll.total + (low,) * (self.count - roll.total)
        kept = abs(self.keep) or self.count
        faces = [roll.total // kept + (place < roll.total % kept) for place in range(kept)]
        filler = 1 if self.keep > 0 else self.sides
        return tuple(sorted(faces, reverse=True)) + (filler,) * (self.count - kept)

    @property
    def ways(self) -> int:
        """How many ways the single dice can fall; the weights of all outcomes add up to this."""
        return int(self.sides**self.count)

    @property
    def outcomes(self) -> tuple[tuple[Roll, int], ...]:
        """Everything that a rule can see of these dice, each with the number of ways it can fall."""
        if self._outcomes is None:
            self._outcomes = tuple(self._count())
        return self._outcomes

    def _count(self) -> list[tuple[Roll, int]]:
        if self.reading == "sum" and not self.keep:
            ways = {0: 1}
            for _ in range(self.count):
                more: dict[int, int] = {}
                for total, n in ways.items():
                    for face in range(1, self.sides + 1):
                        more[total + face] = more.get(total + face, 0) + n
                ways = more
            return [(Roll(total), n) for total, n in ways.items()]
        if self.reading == "successes":
            hit = self.sides + 1 - self.need
            miss = self.sides - hit
            counted = [(k, comb(self.count, k) * hit**k * miss ** (self.count - k)) for k in range(self.count + 1)]
            return [(Roll(k), n) for k, n in counted if n]
        if self.reading == "apart":
            return [(Roll(sum(faces), faces), 1) for faces in product(range(1, self.sides + 1), repeat=self.count)]
        merged: dict[Roll, int] = {}
        for faces in combinations_with_replacement(range(1, self.sides + 1), self.count):
            n = factorial(self.count)
            for face in dict.fromkeys(faces):
                n //= factorial(faces.count(face))
            seen = self._read(faces)
            merged[seen] = merged.get(seen, 0) + n
        return list(merged.items())

    def __str__(self) -> str:
        text = f"{self.count if self.count != 1 else ''}D{self.sides}"
        if self.keep:
            text += f" {'best' if self.keep > 0 else 'lowest'} {abs(self.keep)}"
        return text + (f", each {self.need}+" if self.reading == "successes" else "")

    __repr__ = __str__


def _dice(count: int, sides: int, reading: str = "sum", keep: int = 0, need: int = 0) -> Dice:
    return _kept(count, sides, reading, keep, need)


@cache
def _kept(count: int, sides: int, reading: str, keep: int, need: int) -> Dice:
    return Dice(count, sides, reading, keep, need)


def die(sides: int) -> Dice:
    """One die of so many sides."""
    return _dice(1, sides)


D2, D3, D4, D6, D8, D10, D12, D20 = (die(sides) for sides in (2, 3, 4, 6, 8, 10, 12, 20))
