"""A battle that is being played: one record, and everything that may change it.

Everything that changes a battle goes through `Room.take` and `Room.take_back`, one at a time: the rules accept it, the store has it on the disk, and only then is anybody told.
Between the two the battle in memory is ahead of the disk, and nobody may look at it: whoever comes waits (`Room.settled`).
What is shown is made in `screens.py`; the computers are in `minds.py`.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Any

from grognard.errors import GrognardError, IllegalChoice, RecordError
from grognard.kernel.choice import Option, Place, Question, read_spot
from grognard.kernel.event import Event
from grognard.kernel.game import Game
from grognard.kernel.referee import SealedDice, TypedDice, Waiting, read_typed
from grognard.kernel.run import MixedDice, Outlook, Player, Run, close
from grognard.table import views, wire
from grognard.table.minds import Minds
from grognard.table.screens import PERSON, RULES, Screens, Sitter
from grognard.table.store import Entry, Forked, Kept, Seat, Store, StoreError, Taken
from grognard.table.thinking import Thinkers

log = logging.getLogger("grognard.table")

STUMBLED = "The rules stumbled over this answer; that is our mistake, not yours. Nothing has changed: please choose something else, and report it."
FROM_A_FILE = "this battle came from a file and is only watched; go on from it as a battle of your own"
OUT_OF_DATE = "the battle has gone on since this was asked; this answer was not taken"


class Elsewhere:
    """A computer that thinks in another process: at the table itself the battle waits for it as for a person."""

    plans = False

    def answer(self, question: Question, outlook: Outlook) -> Option | str:
        raise Waiting([question])


class Room:
    """One battle, in memory."""

    def __init__(self, kept: Kept, game: Game, store: Store, thinkers: Thinkers, helper: str) -> None:
        self.game = game
        self.store = store
        self.lock = asyncio.Lock()
        self.ahead = False  # an answer is judged and not yet on the disk
        self.asked_undo = ""
        self.idle_since = 0.0
        self.gone = ""  # why nothing more is taken here
        self.screens = Screens(self)
        self.minds = Minds(self, thinkers, helper)
        self._settle(kept)

    def _settle(self, kept: Kept) -> None:
        """Play the record as far as it goes."""
        self.kept = kept
        self.id = kept.id
        self.seats = kept.seats
        self.place = kept.place
        self.players = kept.record.players
        self.stored = list(kept.record.answers)  # what the store has; dice may have fallen since
        sealed = SealedDice(kept.seed) if kept.seed else None
        dice = MixedDice(sealed, TypedDice(), kept.record.dice.typed) if sealed and kept.record.dice.typed else sealed
        absent: dict[str, Player] = {
            side: Elsewhere() for side, who in self.players.items() if who not in (PERSON, RULES)
        }
        self.run = Run(self.game, kept.record, dice, absent)
        picks = self.run.answers[len(self.run.who) :]  # those that wait for other sides
        picked = len(picks[0]) if picks and isinstance(picks[0], dict) else 0
        self.asked_at = {question.side: max(0, kept.place - picked) for question in self.run.questions}
        self._shown: tuple[Question, wire.Asked] | None = None
        self.minds.forecasts.clear()
        self.screens.told_anew(0)

    async def reload(self) -> None:
        """Throw away what is in memory and take what the store has."""
        self._settle(await asyncio.to_thread(self.store.load, self.id))
        self.show_all()

    async def settled(self) -> None:
        """Wait until memory and disk agree; they do until whoever called this waits for something else."""
        async with self.lock:
            pass

    @property
    def closed(self) -> str:
        """Why nothing is taken here; empty while the battle can go on."""
        return self.gone or (FROM_A_FILE if self.kept.settings.imported else "")

    def stands_at(self, position: int) -> bool:
        """Whether the battle is where it was, in memory and on the disk."""
        return self.place == position and not self.ahead

    # Coming and going

    def sit(self, sitter: Sitter) -> None:
        """Somebody comes to the table."""
        self.screens.add(sitter)
        self.screens.show(sitter)
        self.screens.tell_presence()
        self.minds.look_ahead(sitter)
        self.minds.kick()

    def leave(self, sitter: Sitter) -> None:
        """Somebody has gone; the seat stays theirs."""
        if sitter in self.screens.sitters:
            self.screens.sitters.remove(sitter)
            self.screens.tell_presence()

    def look(self, sitter: Sitter, side: str) -> None:
        """The screen is taken over by another side of the same seat."""
        if side not in sitter.seat.sides:
            raise IllegalChoice("this seat does not play that side")
        sitter.looking = side
        self.screens.show(sitter, taken=True)
        self.minds.look_ahead(sitter)

    def show_all(self) -> None:
        """Show everybody how things stand now, and have the odds counted of what is asked."""
        self.screens.show_all()
        for sitter in self.screens.sitters[:]:
            self.minds.look_ahead(sitter)

    # Questions

    def asked(self, question: Question) -> wire.Asked:
        """A question as the page reads it; made once."""
        if self._shown is None or self._shown[0] is not question:
            names = views.scene_for(self.run, question.side).names()
            shown = views.asked(question, names, can_roll=bool(self.kept.seed))
            shown.since = self.asked_at.get(question.side, self.place)
            self._shown = question, shown
        return self._shown[1]

    def plays(self, seat: Seat, question: Question) -> bool:
        """Whether this seat answers that question. Dice of a computer's side that lie on a real table are typed in by the host."""
        if question.side in seat.sides:
            return True
        nobody = self.players.get(question.side, RULES) == RULES or question.dice is not None
        unclaimed = nobody and not any(question.side in other.sides for other in self.seats)
        return seat.kind == "host" and unclaimed and not self.kept.settings.imported

    def check(self, sitter: Sitter, message: wire.Check) -> wire.Checked:
        """What a dragged way would cost, or which rule forbids it."""
        question = self.screens.question_of(sitter)
        if question is None or not isinstance(question.options, Place):
            raise IllegalChoice("no move is asked of you now")
        try:
            spot = question.options.check(read_spot(message.key))
            cost = question.options.cost(spot)
        except IllegalChoice as error:
            return wire.Checked(message.key, False, message.ref, words=error.words, rule=error.rule)
        return wire.Checked(spot.key, True, message.ref, cost / 100)

    # Answers

    async def answer(self, sitter: Sitter, message: wire.Answer) -> None:
        """A person's answer. Said twice, it counts once; out of date, it is refused."""
        question = next((question for question in self.run.questions if question.side == message.side), None)
        if message.side not in sitter.seat.sides and not (question is not None and self.plays(sitter.seat, question)):
            raise IllegalChoice("this seat does not play that side")
        if len(message.key) > 1000:
            raise IllegalChoice("this answer is too long")
        if await self.take(message.side, message.key, message.position):
            self.show_all()
            self.minds.kick()
        sitter.tell(wire.Taken(self.place, message.ref))

    async def take(self, side: str, key: str, position: int) -> bool:
        """Take an answer to the question at this position; False if it was taken before."""
        async with self.lock:
            if self.closed:
                raise IllegalChoice(self.closed)
            if position != self.place and await self._taken_before(side, key, position):
                return False
            base = self.run.checkpoints[-1].events  # what was told before is not told again
            told = self.run.events[base:]
            await self._judge(lambda: self.run.answer(side, key))
            await self._save(Entry(self.id, self.place, 0, [], side, key), base, told)
        return True

    async def _judge(self, change: Callable[[], None]) -> None:
        """Let the rules judge a change of the battle; if they stumble, nothing has changed."""
        try:
            change()
        except (IllegalChoice, RecordError):
            raise
        except Exception as error:
            log.exception("a rule stumbled", extra={"battle": self.id, "position": self.place})
            await self.reload()
            raise IllegalChoice(STUMBLED) from error

    async def _taken_before(self, side: str, key: str, position: int) -> bool:
        """Whether this very answer stands at that position already; refuses one that is out of date."""
        for place in range(max(position, 0), min(self.place, position + 8)):
            taken = await asyncio.to_thread(self.store.taken, self.id, place)
            if taken is not None and taken.side == side:
                if same_answer(key, taken):
                    return True
                break
        else:
            # The others went on, but what this side is asked is still the same question.
            if position < self.place and side in self.asked_at and position >= self.asked_at[side]:
                return False
        raise IllegalChoice(OUT_OF_DATE)

    async def _save(self, entry: Entry, base: int, told: list[Event]) -> None:
        """Put what has changed on the disk; only then is it true. `told`: the events from `base` on, as they were before."""
        run = self.run
        answers = run.record.answers
        if not entry.undo:
            entry.keep = _common(self.stored, answers)
            entry.answers = answers[entry.keep :]
        entry.turn, entry.waits = run.battle.turn, [question.side for question in run.questions]
        if run.over:
            close(run, self.kept.seed)
            entry.finished, entry.digest = run.record.finished or "over", run.record.digest
        self.ahead = True
        try:
            await asyncio.shield(asyncio.wrap_future(self.store.append(entry)))
        except StoreError as error:
            log.error("not saved", extra={"battle": self.id, "error": str(error)})
            self.ahead = False
            await self.reload()
            raise IllegalChoice(
                f"Your answer was not taken: {error}" if not isinstance(error, Forked) else str(error)
            ) from error
        self.ahead = False
        self.place += 1
        self.stored[entry.keep :] = answers[entry.keep :]  # a copy: the record goes on in its own list
        self.asked_undo = ""
        self.screens.told_anew(base + _common(told, run.events[base:]))
        self._note_questions(entry)
        self.minds.forecasts.clear()

    def _note_questions(self, entry: Entry) -> None:
        """Since when each side has been asked what it is asked now: picks in secret are asked of all at once, and wait for each other."""
        questions = self.run.questions
        secret = any(question.kind == "secret" for question in questions) and not entry.undo
        waiting = secret and entry.side not in {question.side for question in questions}
        self.asked_at = {
            question.side: self.asked_at.get(question.side, self.place) if waiting else self.place
            for question in questions
        }

    # Undo

    def undo_for(self, seat: Seat) -> wire.Undo:
        """Whether this seat may take back the last answer."""
        sides = seat.sides
        if not sides or self.run.over:
            return wire.Undo(why="the battle is over" if self.run.over else "")
        if self.asked_undo and self.asked_undo not in sides:
            return wire.Undo(asked_by=self.asked_undo)
        refusals = [self.run.can_undo(side) for side in sides]
        if "" in refusals:
            return wire.Undo(can=True)
        if self.run.record.undo == "consent" and "nothing" not in refusals[0]:
            others = any(who == PERSON and side not in sides for side, who in self.players.items())
            return wire.Undo(asking=True, why=refusals[0]) if others else wire.Undo(can=True)
        return wire.Undo(why=refusals[0])

    async def take_back(self, sitter: Sitter, message: wire.TakeBack) -> None:
        """Take back the last answer, or ask the others whether one may."""
        if not sitter.seat.sides:
            raise IllegalChoice("a spectator takes nothing back")
        undo = self.undo_for(sitter.seat)
        if undo.asking:
            self.asked_undo = sitter.seat.sides[0]
            self.show_all()
            return
        if not undo.can:
            raise IllegalChoice(f"this cannot be undone: {undo.why or 'somebody else has asked already'}")
        await self._undo(list(sitter.seat.sides), message.position, agreed=self.run.record.undo == "consent")

    async def consent(self, sitter: Sitter, message: wire.Consent) -> None:
        """The other side lets it be taken back, or does not."""
        side = self.asked_undo
        if not side or side in sitter.seat.sides or not sitter.seat.sides:
            raise IllegalChoice("nobody has asked you for that")
        if message.agree:
            await self._undo([side], self.place, agreed=True)
        else:
            self.asked_undo = ""
            self.show_all()
            self.screens.tell(wire.Told("The last answer stands: the other side did not agree to take it back."))

    async def _undo(self, sides: list[str], position: int, *, agreed: bool) -> None:
        async with self.lock:
            if self.closed:
                raise IllegalChoice(self.closed)
            if position != self.place:
                raise IllegalChoice("the battle has gone on since; nothing was taken back")
            run = self.run
            side = next((side for side in sides if not run.can_undo(side)), sides[0])
            told = list(run.events)
            undone = len(run.record.undone)
            await self._judge(lambda: run.undo(side, agreed=agreed))
            keep = run.record.undone[undone].left
            entry = Entry(self.id, self.place, keep, run.record.answers[keep:], side, "undo", undo=True)
            await self._save(entry, 0, told)
        self.minds.thinking.clear()
        self.show_all()
        self.minds.kick()


def same_answer(said: str, taken: Taken) -> bool:
    """Whether somebody says again what was taken, be it in other words: "move 3,3" is "move 3.00,3.00"."""
    return said in (taken.said, taken.read) or spelt(said) in (spelt(taken.said), taken.read)


def spelt(said: str) -> str:
    """A place or dice as the record spells them; anything else as it is."""
    with contextlib.suppress(GrognardError):
        return read_spot(said).key
    with contextlib.suppress(GrognardError):
        return "typed " + " ".join(map(str, read_typed(said)))
    return said


def _common(old: list[Any], new: list[Any]) -> int:
    """How many entries both begin with."""
    length = min(len(old), len(new))
    if old[:length] == new[:length]:
        return length
    return next(place for place in range(length) if old[place] != new[place])
