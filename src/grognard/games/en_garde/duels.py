"""Duels: one against one before the secret notes are written, and how often to write each, so that no reply gains by knowing it (EG-COMBAT-02, EG-RULE-34).

What counts is the chance to kill less the chance to be killed, every attack plain and parried while a Defence counter is left. There may be hundreds of pairs of notes and tens of thousands of situations in the fights that come of them, but few notes are worth writing. So one begins with a note of each side and adds the best reply to what is
written so far, for either side in turn, until neither gains by another one. All that is done first with only the likely ways of each fight, then again with less likely ones, ever closer, as far as time allows. What was left out of a fight bounds how wrong its look can be, so a note that is too bad to be a reply is not looked at more closely.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from heapq import heapify, heappop, heappush

from msgspec import Struct

from grognard.games.en_garde.battle import Battle, Field, Figure, Wound
from grognard.games.en_garde.combat import open_fight, stands_behind
from grognard.games.en_garde.initiative import roll_initiative
from grognard.games.en_garde.pools import Note, Notes
from grognard.games.en_garde.questions_combat import fights, first_alike, plain_duel
from grognard.games.en_garde.weapons import BLADES, initiative_modifier
from grognard.kernel.chains import TakesTooLong
from grognard.kernel.matrix import Mix, equilibrium
from grognard.kernel.odds import odds
from grognard.kernel.referee import Referee

LOOKS = (1 / 30, 1 / 100, 1 / 300, 1 / 1000, 1 / 3000, 0.0)  # how likely a way must be to be followed; at last all are
MOST_WALKED = 16_000  # situations, after which nobody looks closer: two or three seconds of work
FINE = 10**6  # chances that are not exact are reckoned in parts of this

Shares = dict[int, Fraction]  # how often each note is written, by its place; the others never


class Gain(Struct, frozen=True, gc=False):
    """The chance that he falls less the chance that I do, as far as it was looked at, and by how much it may be wrong."""

    seen: Fraction
    doubt: Fraction
    floor: float


UNSEEN = Gain(Fraction(0), Fraction(1), 1.0)


class Duel:
    """A combat of one against one before the notes are written. What was walked for one pair of notes, or to see less far, is shared; it ends after `most` situations, or when somebody says `enough`."""

    def __init__(
        self,
        battle: Battle,
        me: Figure,
        foe: Figure,
        enough: Callable[[], bool] | None = None,
        *,
        most: int = MOST_WALKED,
    ) -> None:
        self.start = battle.copy()
        self.start.figures = {figure.id: self.start.figures[figure.id] for figure in (me, foe)}
        self.me, self.foe = self.start.figures.values()
        if not stands_behind(battle, me, foe) and not stands_behind(battle, foe, me):
            self.start.field = Field()  # nobody moves, so nothing else of the table matters
        self.mine, self.his = Notes(self.start, [self.me]), Notes(self.start, [self.foe])
        self._told, self._most = enough, most
        self._walked = fights(self._enough)
        self._gains: dict[tuple[int, int], Gain] = {}
        self._my_best, self._his_best = self._quickest(self.mine), self._quickest(self.his)
        self._rows: dict[int, None] = {}  # notes of mine that have been a best reply, and of his
        self._columns: dict[int, None] = {}
        self._dice = list(odds(_dice, self._opened(self.mine[0], self.his[0])).items())

    def __len__(self) -> int:
        """Pairs of notes."""
        return len(self.mine) * len(self.his)

    def solved(self) -> Mix | None:
        """How often to write each note, as closely as there is time for; None if there was none."""
        mine, his = {self._my_best[0]: Fraction(1)}, {self._his_best[0]: Fraction(1)}
        value: Fraction | None = None
        try:
            for floor in LOOKS:
                mine, his = self._settled(mine, his, floor)
                value = sum(
                    (mine[row] * his[column] * self.gain(row, column, floor).seen for row in mine for column in his),
                    Fraction(0),
                )
        except TakesTooLong:
            if value is None:
                return None
            mine, his = self._as_far_as_known(value)
        return Mix(_spread(mine, len(self.mine)), _spread(his, len(self.his)), value or Fraction(0))

    def _settled(self, mine: Shares, his: Shares, floor: float) -> tuple[Shares, Shares]:
        """The notes of both sides to which neither has a better reply, beginning with these."""
        rows, columns = list(mine), list(his)
        while True:
            self._rows |= dict.fromkeys(rows)
            self._columns |= dict.fromkeys(columns)
            mix = equilibrium([[self.gain(row, column, floor).seen for column in columns] for row in rows])
            mine, his = _shares(rows, mix.rows), _shares(columns, mix.columns)
            row = self._best_reply(self._my_best, his, floor, +1)
            column = self._best_reply(self._his_best, mine, floor, -1)
            if row in rows and column in columns:
                return mine, his
            rows += [row] * (row not in rows)
            columns += [column] * (column not in columns)

    def _as_far_as_known(self, value: Fraction) -> tuple[Shares, Shares]:
        """What time has left unsettled: all notes that have been a best reply against each other, each pair as it was looked at last, or worth as much as the duel if it never was."""
        rows, columns = list(self._rows), list(self._columns)
        known = [
            [self._gains[pair].seen if (pair := (row, column)) in self._gains else value for column in columns]
            for row in rows
        ]
        mix = equilibrium(known)
        return _shares(rows, mix.rows), _shares(columns, mix.columns)

    def _best_reply(self, notes: list[int], written: Shares, floor: float, sign: int) -> int:
        """Which of these notes gains most against those of the other side; they are mine if the sign is positive, else his. Whichever may still be the best is looked at more closely, until one is."""

        def looked_at(note: int, floor: float) -> tuple[Fraction, float, int, Fraction]:
            """How much it gains at most, how closely that was looked at, the note, and what was seen."""
            pairs = [(note, other) if sign > 0 else (other, note) for other in written]
            gains = [self.gain(*pair, floor) for pair in pairs]
            seen = sum(
                (share * sign * gain.seen for share, gain in zip(written.values(), gains, strict=True)), Fraction(0)
            )
            doubt = sum((share * gain.doubt for share, gain in zip(written.values(), gains, strict=True)), Fraction(0))
            return -seen - doubt, max(gain.floor for gain in gains), note, seen

        left = [looked_at(note, 1.0) for note in notes]
        heapify(left)
        best, found = Fraction(-2), notes[0]
        while left and -left[0][0] > best:
            _, closeness, note, seen = heappop(left)
            if closeness > floor:
                heappush(left, looked_at(note, next(look for look in LOOKS if look < closeness)))
            elif seen > best:
                best, found = seen, note
        return found

    def gain(self, mine: int, his: int, floor: float = 0.0) -> Gain:
        """What a pair of notes comes to; ways that are less likely than `floor` are left where they stand."""
        gain = self._gains.get((mine, his), UNSEEN)
        if gain.floor > floor:
            gain = self._gains[mine, his] = self._looked_at(self.mine[mine], self.his[his], floor)
        return gain

    def _looked_at(self, mine: Note, his: Note, floor: float) -> Gain:
        if not floor:
            ends = self._walked.ends(self._opened(mine, his))
            return Gain(ends.mean(lambda end: self._fallen(end.situation)), Fraction(0), floor)
        seen = doubt = 0.0
        for end, chance in self._walked.likely_ends(self._rolled(mine, his), floor):
            least, most = self._bounds(end)
            seen += chance * (least + most) / 2
            doubt += chance * (most - least) / 2
        return Gain(Fraction(round(FINE * seen), FINE), Fraction(round(FINE * doubt), FINE), floor)

    def _quickest(self, notes: Notes) -> list[int]:
        """The notes that are worth writing: of weapons that do the same only the quickest, since whoever strikes later gains nothing by it."""
        me, foe = (self.me, self.foe) if notes is self.mine else (self.foe, self.me)
        best: dict[tuple[int, tuple[str, ...], str], tuple[int, int]] = {}
        for place, note in enumerate(notes):
            (held,) = note.held
            alike = first_alike(held.blade, note.attack > 0, me.profile.shield, me.mounted, foe.mounted)
            speed = initiative_modifier(
                BLADES[held.blade], self.start.options, first_round=me.rounds == 0, mounted=me.mounted
            )
            kind = note.attack, held.pistols, alike
            if kind not in best or speed > best[kind][0]:
                best[kind] = speed, place
        return [place for _, place in best.values()]

    def _rolled(self, mine: Note, his: Note) -> Iterator[tuple[Battle, float]]:
        """The combat with these notes and every roll for Initiative, which is the same for all notes."""
        for dice, chance in self._dice:
            start = self._opened(mine, his)
            assert start.fight is not None
            for fighter, die in zip(start.fight.fighters, dice, strict=True):
                fighter.die = die
            plain_duel(start)
            yield start, float(chance)

    def _opened(self, mine: Note, his: Note) -> Battle:
        start = self.start.copy()
        start.fight = open_fight(start, list(start.figures.values()), {self.me.side: mine, self.foe.side: his})
        return start

    def _enough(self) -> bool:
        return len(self._walked.leads) >= self._most or (self._told is not None and self._told())

    def _fallen(self, battle: Battle) -> int:
        return _fell(battle, self.foe.id) - _fell(battle, self.me.id)

    def _bounds(self, battle: Battle) -> tuple[int, int]:
        """What a combat that was left in the middle may still come to, at worst and at best: who can attack may kill."""
        fight, fallen = battle.fight, self._fallen(battle)
        if fight is None or fallen:
            return fallen, fallen
        mine, his = (fight.pools[fight.fighter(figure.id).pool].attack > 0 for figure in (self.me, self.foe))
        return -his, int(mine)


def _dice(referee: Referee, battle: Battle) -> tuple[int, ...]:
    """What both roll for Initiative, which counts only against each other."""
    assert battle.fight is not None
    roll_initiative(referee, battle, battle.fight)
    lowest = min(fighter.die for fighter in battle.fight.fighters)
    return tuple(fighter.die - lowest + 1 for fighter in battle.fight.fighters)


def _fell(battle: Battle, id: str) -> int:
    return int(battle.figures[id].wound is Wound.DEAD)


def _shares(notes: list[int], shares: tuple[Fraction, ...]) -> Shares:
    return {note: share for note, share in zip(notes, shares, strict=True) if share}


def _spread(shares: Shares, size: int) -> tuple[Fraction, ...]:
    return tuple(shares.get(place, Fraction(0)) for place in range(size))
