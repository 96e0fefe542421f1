"""What a side can be asked, and what it can answer.

An option is recorded by its `key`, in words and numbers that a person can read, never by its place in a list. Keys are made only when somebody
looks, so options stay cheap: a game derives its own small frozen structs from `Option`, or uses `Pick`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from re import IGNORECASE, escape, search
from typing import Any, Generic, TypeVar

from msgspec import Struct

from grognard.errors import IllegalChoice
from grognard.kernel.dice import Dice


class Option(Struct, frozen=True, gc=False):
    """One thing that a side may answer."""

    @property
    def key(self) -> str:
        """How the record calls it: short, readable, unique among the options of its question."""
        raise NotImplementedError

    @property
    def words(self) -> str:
        """How a player reads it."""
        key = self.key.replace("_", " ")
        return key[:1].upper() + key[1:]

    @property
    def pieces(self) -> tuple[str, ...]:
        """The pieces on the board that stand for this option."""
        return ()

    @property
    def at(self) -> tuple[float, float] | None:
        """Where on the board it points, in the game's unit, if it is a place."""
        return None

    @property
    def bearing(self) -> int:
        """Which way a piece would look there, in degrees; -1: nowhere in particular."""
        return -1


def named(option: Option, names: Mapping[str, str]) -> str:
    """Its words, with the names of its pieces where they only spell out their ids."""
    words = option.words
    for piece in option.pieces:
        name = names.get(piece, "")
        spelled = search(rf"\b{escape(piece.replace('_', ' '))}\b", words, IGNORECASE)
        if name and spelled and name not in words:
            words = words[: spelled.start()] + name + words[spelled.end() :]
    return words


class Pick(Option, frozen=True, gc=False):
    """A plain option: its key, its words if they differ, and the piece that it points at."""

    key: str
    label: str = ""
    piece: str = ""

    @property
    def words(self) -> str:
        return self.label or self.key[:1].upper() + self.key[1:].replace("_", " ")

    @property
    def pieces(self) -> tuple[str, ...]:
        return (self.piece,) if self.piece else ()


class Number(Option, frozen=True, gc=False):
    """A whole number to choose."""

    value: int
    unit: str = ""

    @property
    def key(self) -> str:
        return f"{self.value} {self.unit}" if self.unit else str(self.value)


YES = Pick("yes")
NO = Pick("no")
YES_OR_NO: tuple[Pick, Pick] = (YES, NO)

O = TypeVar("O", bound=Option)  # noqa: E741
S = TypeVar("S", bound="Spot")


class Spot(Option, frozen=True, gc=False):
    """An end of a move on an open table, in hundredths of the game's unit, with the corners of the way there and the facing at its end.

    Key: "move 12.50,8.00", "run 12.50,8.00 via 10.00,7.00 facing 90".
    """

    verb: str
    x: int
    y: int
    via: tuple[tuple[int, int], ...] = ()
    facing: int = -1  # -1: facing does not matter
    to: str = ""  # words for why one would go there: "into contact with Odo", "behind the wall"
    piece: str = ""

    @property
    def key(self) -> str:
        way = " ".join(f"{x / 100:.2f},{y / 100:.2f}" for x, y in self.via)
        return (
            f"{self.verb} {self.x / 100:.2f},{self.y / 100:.2f}"
            + (f" via {way}" if way else "")
            + (f" facing {self.facing}" if self.facing >= 0 else "")
        )

    @property
    def words(self) -> str:
        return f"{self.verb[:1].upper()}{self.verb[1:]} {self.to or 'to'} ({self.x / 100:.1f}, {self.y / 100:.1f})"

    @property
    def pieces(self) -> tuple[str, ...]:
        return (self.piece,) if self.piece else ()

    @property
    def at(self) -> tuple[float, float]:
        return self.x / 100, self.y / 100

    @property
    def bearing(self) -> int:
        return self.facing


def read_spot(key: str) -> Spot:
    """A spot from its key; raises IllegalChoice with the form that is expected."""
    words = key.split()
    try:
        verb = words[0]
        facing = -1
        if "facing" in words:
            facing = int(words[words.index("facing") + 1]) % 360
            words = words[: words.index("facing")]
        points = [_point(word) for word in words[1:] if word != "via"]
        (x, y), via = points[0], tuple(points[1:])
    except (ValueError, IndexError):
        raise IllegalChoice(
            f'{key!r} is not a place: write it like "move 12.50,8.00" or "move 12.50,8.00 via 10.00,7.00"'
        ) from None
    return Spot(verb, x, y, via, facing)


def _point(word: str) -> tuple[int, int]:
    x, y = word.split(",")
    return hundredths(x), hundredths(y)


def hundredths(text: str) -> int:
    """ "12.5" is 1250; more than two decimals are rounded."""
    value = float(text)
    if not -10_000 < value < 10_000:
        raise ValueError(text)
    return round(value * 100)


class Place(Sequence[S], Generic[S]):
    """The options of a move on an open table: any lawful end, of which a fair sample is listed.

    A game derives from this. `sample()` gives sensible ends (computers, the console and the environments pick from these); `check` accepts any
    other end or way that a person drags, or raises IllegalChoice naming the rule that forbids it; `region` is what to draw.
    """

    _sampled: list[S] | None = None

    def sample(self) -> Iterator[S]:
        """Sensible ends, best kinds first, at least one; computed only when somebody looks."""
        raise NotImplementedError

    def check(self, spot: Spot) -> S:
        """The lawful option for this end and way, or IllegalChoice with the rule."""
        raise NotImplementedError

    def region(self) -> list[list[tuple[int, int]]]:
        """Outlines of where the move may end, in hundredths."""
        raise NotImplementedError

    def cost(self, spot: Spot) -> int:
        """What the way costs, in hundredths of the allowance."""
        raise NotImplementedError

    @property
    def allowance(self) -> int:
        """How far the piece may go, in hundredths."""
        raise NotImplementedError

    @property
    def mover(self) -> str:
        """The id of the piece that moves."""
        raise NotImplementedError

    def any(self, pick: Callable[[int], int]) -> S:
        """One of the sample, where `pick(n)` gives a whole number under n; a game may work out only that one."""
        return self.listed[pick(len(self.listed))]

    def find(self, key: str) -> S:
        """The option of that key: one of the sample, or any lawful place."""
        for spot in self.listed:
            if spot.key == key:
                return spot
        return self.check(read_spot(key))

    @property
    def listed(self) -> list[S]:
        if self._sampled is None:
            self._sampled = list(self.sample())
        return self._sampled

    def __len__(self) -> int:
        return len(self.listed)

    def __getitem__(self, index: Any) -> Any:
        return self.listed[index]


class Question(Struct, gc=False):
    """What is asked of a side. `kind` is "choose", "may", "place", "secret" or "dice"; only "dice" has dice instead of options."""

    side: str
    text: str
    options: Sequence[Option]
    rule: str
    about: tuple[str, ...] = ()
    kind: str = "choose"
    dice: Dice | None = None
    because: str = ""  # one more sentence: why it is asked

    def find(self, key: str) -> Option:
        """The option of that key; raises IllegalChoice that names what was offered."""
        return find(self.options, key, self.rule)


def find(options: Sequence[O], key: str, rule: str = "") -> O:
    """The option of that key, or IllegalChoice."""
    seek = getattr(options, "find", None)
    if seek is not None:
        found: O = seek(key)
        return found
    for option in options:
        if option.key == key:
            return option
    offered = [option.key for option in options[:12]]
    more = f" and {len(options) - 12} more" if len(options) > 12 else ""
    raise IllegalChoice(f"{key!r} is not one of the answers: {'; '.join(offered)}{more}", rule)
