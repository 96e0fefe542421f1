"""Combat pools: the secret note of how the counters are split and what each model fights with."""

from collections.abc import Iterator, Sequence

from grognard.errors import IllegalChoice
from grognard.games.en_garde.battle import Battle, Figure, Morale, Profile
from grognard.games.en_garde.weapons import BLADES, blade_words
from grognard.kernel.choice import Option


class Held(Option, frozen=True, gc=False):
    """What one model notes: its weapon, the pistols it will fire first, and its own split where models split alone."""

    id: str
    name: str
    blade: str
    pistols: tuple[str, ...] = ()
    attack: int = 0
    defence: int = 0
    own_split: bool = False

    @property
    def key(self) -> str:
        split = f" {self.attack}+{self.defence}" if self.own_split else ""
        return f"{self.id} {self.blade}" + (f" after {' and '.join(self.pistols)}" if self.pistols else "") + split

    @property
    def words(self) -> str:
        first = (
            f"{len(self.pistols)} pistols first, then "
            if len(self.pistols) > 1
            else "pistol first, then "
            if self.pistols
            else ""
        )
        split = f", {self.attack} attack and {self.defence} defence" if self.own_split else ""
        return f"{self.name} with {first}{blade_words(self.blade)}{split}"


class Note(Option, frozen=True, gc=False):
    """EG-RULE-34: a side's secret note: the split of its pool and what its models fight with."""

    attack: int
    defence: int
    held: tuple[Held, ...]
    shared: bool

    @property
    def key(self) -> str:
        split = f"{self.attack} attack {self.defence} defence: " if self.shared else ""
        return split + ", ".join(held.key for held in self.held)

    @property
    def words(self) -> str:
        split = f"{self.attack} attack, {self.defence} defence; " if self.shared else ""
        return split + "; ".join(held.words for held in self.held)


class Notes(Sequence[Note]):
    """All notes that a side may write; made only when somebody looks at one."""

    def __init__(self, battle: Battle, figures: list[Figure]) -> None:
        self.shared = battle.options.multi_pool == "shared" or len(figures) == 1
        defensive = battle.side(figures[0].side).morale is Morale.ROUTING  # EG-RULE-57: Defence counters only
        self.pool = sum(figure.profile.pool for figure in figures)
        self.splits = [0] if defensive else list(range(self.pool + 1))
        self.held = [list(self._held(figure, defensive)) for figure in figures]

    def _held(self, figure: Figure, defensive: bool) -> Iterator[Held]:
        pool = figure.profile.pool
        for blade, pistols in ways_to_fight(figure):
            if self.shared:
                yield Held(figure.id, figure.name, blade, pistols)
            else:
                for attack in [0] if defensive else range(pool + 1):
                    yield Held(figure.id, figure.name, blade, pistols, attack, pool - attack, own_split=True)

    def __len__(self) -> int:
        size = len(self.splits) if self.shared else 1
        for held in self.held:
            size *= len(held)
        return size

    def __getitem__(self, index: int | slice) -> Note:  # type: ignore[override]
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]  # type: ignore[return-value]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        index %= len(self)
        attack = 0
        if self.shared:
            index, place = divmod(index, len(self.splits))
            attack = self.splits[place]
        held = []
        for ways in self.held:
            index, place = divmod(index, len(ways))
            held.append(ways[place])
        return Note(attack, self.pool - attack, tuple(held), self.shared)

    def find(self, key: str) -> Note:
        """The note of that key, without making all the others."""
        split, _, rest = key.rpartition(": ")
        wanted = rest.split(", ")
        held = []
        for ways in self.held:
            match = next((held for held in ways if held.key in wanted), None)
            if match is None:
                raise IllegalChoice(
                    f"{key!r} does not say how {ways[0].name} fights: {'; '.join(way.key for way in ways[:8])}",
                    "EG-RULE-34",
                )
            held.append(match)
        attack = 0
        if self.shared:
            numbers = [int(word) for word in split.split() if word.isdigit()]
            if len(numbers) != 2 or sum(numbers) != self.pool or numbers[0] not in self.splits:
                raise IllegalChoice(
                    f"{key!r} does not split a pool of {self.pool}: write it like {self[0].key!r}", "EG-RULE-34"
                )
            attack = numbers[0]
        note = Note(attack, self.pool - attack, tuple(held), self.shared)
        if note.key != key:
            raise IllegalChoice(f"{key!r} is not a note: write it like {note.key!r}", "EG-RULE-34")
        return note


def ways_to_fight(figure: Figure) -> list[tuple[str, tuple[str, ...]]]:
    """Each weapon or grip, alone and after the loaded pistols it may fire first (EG-RULE-42, EG-RULE-44)."""
    pistols = [name for name in figure.profile.missiles if name.startswith("pistol") and figure.loaded(name)]
    ways: list[tuple[str, tuple[str, ...]]] = []
    for blade in blades_of(figure.profile):
        ways.append((blade, ()))
        if not BLADES[blade].two_handed:
            ways += [(blade, tuple(pistols[:count])) for count in range(1, len(pistols) + 1)]
    return ways


def blades_of(profile: Profile) -> list[str]:
    """Weapons by grip: a longsword counts twice (EG-CCW-05)."""
    return [
        grip
        for name in profile.strikes_with
        for grip in (("longsword_1h", "longsword_2h") if name == "longsword" else (name,))
    ]
