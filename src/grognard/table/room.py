"""A battle that is being played: one record, the people and computers at its seats, and what each of them is shown.

Everything that changes a battle goes through `Room.take` and `Room.take_back`, one at a time: the rules accept it, the store has it on the disk, and only then is anybody told.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec

from grognard.errors import GrognardError, IllegalChoice, NotFound, RecordError
from grognard.kernel.choice import Option, Place, Question, read_spot
from grognard.kernel.event import Event
from grognard.kernel.game import Game
from grognard.kernel.referee import SealedDice, TypedDice, Waiting
from grognard.kernel.run import MixedDice, Outlook, Player, Run, close
from grognard.kernel.scene import Ground
from grognard.table import views, wire
from grognard.table.store import Entry, Forked, Kept, Seat, Store, StoreError
from grognard.table.thinking import GameAt, Job, Thinkers, ThinkingFailed

log = logging.getLogger("grognard.table")

PERSON, RULES = "person", "rules"
FAILURES = 3  # after so many a recruit takes a computer's place for good
STUMBLED = "The rules stumbled over this answer; that is our mistake, not yours. Nothing has changed: please choose something else, and report it."


class Elsewhere:
    """A computer that thinks in another process: at the table itself the battle waits for it as for a person."""

    plans = False

    def answer(self, question: Question, outlook: Outlook) -> Option | str:
        raise Waiting([question])


class Sitter:
    """One connection at a seat. `looking` is the side whose view it has; None while it has none."""

    def __init__(self, seat: Seat, send: Callable[[bytes], None]) -> None:
        self.seat = seat
        self.send = send
        self.looking: str | None = seat.sides[0] if seat.sides else None
        self.lines = 0  # how much of the log it has, as seen by `looking`
        self.has_log_of: str | None = None
        self.ground: list[Ground] | None = None  # the ground that it has been shown


class Room:
    """One battle, in memory."""

    def __init__(self, kept: Kept, game: Game, store: Store, thinkers: Thinkers, helper: str) -> None:
        self.game = game
        self.store = store
        self.thinkers = thinkers
        self.helper = helper  # the level that gives hints
        self.sitters: list[Sitter] = []
        self.lock = asyncio.Lock()
        self.tasks: set[asyncio.Task[None]] = set()
        self.thinking: dict[str, int] = {}  # computer sides, and the place they think about
        self.forecasting = (
            game.forecast.__module__ != Game.__module__
        )  # whether this game says what may come of an option
        self.failures: dict[str, int] = {}  # how often a computer could not answer
        self.asked_undo = ""
        self.idle_since = 0.0
        self.gone = ""  # why nothing more is taken here
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
        self.asked_at = {question.side: kept.place for question in self.run.questions}
        self.forecasts: dict[tuple[int, str], dict[str, list[wire.Chance]]] = {}

    async def reload(self) -> None:
        """Throw away what is in memory and take what the store has."""
        self._settle(await asyncio.to_thread(self.store.load, self.id))
        for sitter in self.sitters:
            sitter.lines = 0
        self.tell_all()

    @property
    def record(self) -> Any:
        return self.run.record

    # Coming and going

    def sit(self, sitter: Sitter) -> None:
        """Somebody comes to the table."""
        self.sitters.append(sitter)
        self.show(sitter, {})
        self.tell_presence()
        self.look_ahead(sitter)
        self.kick()

    def leave(self, sitter: Sitter) -> None:
        """Somebody has gone; the seat stays theirs."""
        if sitter in self.sitters:
            self.sitters.remove(sitter)
            self.tell_presence()

    def look(self, sitter: Sitter, side: str) -> None:
        """The screen is taken over by another side of the same seat."""
        if side not in sitter.seat.sides:
            raise IllegalChoice("this seat does not play that side")
        sitter.looking = side
        self.show(sitter, {}, taken=True)
        self.look_ahead(sitter)

    # What is shown

    def side_seats(self) -> list[wire.SideSeat]:
        here = {side for sitter in self.sitters for side in sitter.seat.sides}
        names = self.kept.settings.names
        return [
            wire.SideSeat(side, names.get(side, ""), who, who != PERSON or side in here, side in self.thinking)
            for side, who in self.players.items()
        ]

    def tell_presence(self) -> None:
        words = wire.Presence(self.side_seats(), sum(not sitter.seat.sides for sitter in self.sitters))
        self.tell(words)

    def tell(self, message: wire.ToPage) -> None:
        """The same to everybody."""
        data = msgspec.json.encode(message)
        for sitter in self.sitters:
            sitter.send(data)

    def tell_all(self) -> None:
        """Show everybody how things stand now."""
        scenes: dict[str | None, Any] = {}
        for sitter in list(self.sitters):
            self.show(sitter, scenes)
        for sitter in list(self.sitters):
            self.look_ahead(sitter)

    def show(self, sitter: Sitter, scenes: dict[str | None, Any], *, taken: bool = False) -> None:
        """Show one connection all that its seat may know."""
        try:
            sitter.send(msgspec.json.encode(self.state_for(sitter, scenes, taken=taken)))
        except Exception:
            log.exception("cannot draw", extra={"battle": self.id})
            sitter.send(
                msgspec.json.encode(
                    wire.Refused("This battle cannot be drawn; that is our mistake. It is saved, and nothing is lost.")
                )
            )

    def state_for(
        self, sitter: Sitter, scenes: dict[str | None, Any] | None = None, *, taken: bool = False
    ) -> wire.State:
        """All that this connection may know now."""
        run, seat = self.run, sitter.seat
        question = self.question_of(sitter)
        hand_over = self._hand_over(sitter, question, taken=taken)
        looking = None if hand_over else sitter.looking
        scenes = {} if scenes is None else scenes
        if looking not in scenes:
            scenes[looking] = (views.scene_for(run, looking), views.visible(run.events, looking))
        scene, events = scenes[looking]
        if sitter.has_log_of != looking:
            sitter.has_log_of, sitter.lines = looking, 0
        start = min(sitter.lines, len(events))
        sitter.lines = len(events)
        over = views.over_of(run)
        same_ground = sitter.ground is not None and sitter.ground == scene.ground
        sitter.ground = scene.ground
        if same_ground:
            scene = msgspec.structs.replace(scene, ground=[])
        return wire.State(
            battle=self.id,
            position=self.place,
            game=self.game.name,
            title=self.game.title,
            scenario=self.kept.title,
            scene=scene,
            same_ground=same_ground,
            log_from=start,
            log=[views.line_of(start + n, event) for n, event in enumerate(events[start:])],
            sides=self.side_seats(),
            yours=list(seat.sides),
            looking=looking or "",
            hand_over=hand_over,
            question=None if question is None or hand_over else views.asked(question, can_roll=self.can_roll),
            waits_for=[asked.side for asked in run.questions],
            undo=self._undo_for(sitter),
            over=over,
            commitment=self.record.dice.commitment,
            seed=self.kept.seed if over is not None else "",
            companion=self.kept.settings.companion,
            typed_dice=bool(self.record.dice.typed),
        )

    @property
    def can_roll(self) -> bool:
        return bool(self.kept.seed)

    def question_of(self, sitter: Sitter) -> Question | None:
        """What is asked of this seat now: of the side that looks on if it is asked, else of another side of the seat."""
        mine = [question for question in self.run.questions if self.plays(sitter.seat, question)]
        return next((question for question in mine if question.side == sitter.looking), mine[0] if mine else None)

    def plays(self, seat: Seat, question: Question) -> bool:
        """Whether this seat answers that question. Dice of a computer's side that lie on a real table are typed in by the host."""
        if question.side in seat.sides:
            return True
        nobody = self.players.get(question.side, RULES) == RULES or question.dice is not None
        return seat.kind == "host" and nobody and not any(question.side in other.sides for other in self.seats)

    def _hand_over(self, sitter: Sitter, question: Question | None, *, taken: bool) -> str:
        """The side that must take the screen first. Without secrets the view changes by itself."""
        if question is None or question.side == sitter.looking or question.side not in sitter.seat.sides:
            return ""
        always = self.kept.settings.hand_over == "always"
        if not taken and (always or views.has_secrets(self.run, list(sitter.seat.sides))):
            return question.side
        sitter.looking = question.side
        return ""

    def _undo_for(self, sitter: Sitter) -> wire.Undo:
        sides = sitter.seat.sides
        if not sides or self.run.over:
            return wire.Undo(why="the battle is over" if self.run.over else "")
        if self.asked_undo and self.asked_undo not in sides:
            return wire.Undo(asked_by=self.asked_undo)
        refusals = [self.run.can_undo(side) for side in sides]
        if "" in refusals:
            return wire.Undo(can=True)
        if self.record.undo == "consent" and "nothing" not in refusals[0]:
            return wire.Undo(asking=True, why=refusals[0]) if self._others(sitter.seat) else wire.Undo(can=True)
        return wire.Undo(why=refusals[0])

    def _others(self, seat: Seat) -> list[str]:
        """Sides of other people."""
        return [side for side, who in self.players.items() if who == PERSON and side not in seat.sides]

    # Answers

    async def answer(self, sitter: Sitter, message: wire.Answer) -> None:
        """A person's answer. Said twice, it counts once; out of date, it is refused."""
        question = next((question for question in self.run.questions if question.side == message.side), None)
        if message.side not in sitter.seat.sides and not (question is not None and self.plays(sitter.seat, question)):
            raise IllegalChoice("this seat does not play that side")
        if len(message.key) > 1000:
            raise IllegalChoice("this answer is too long")
        if await self.take(message.side, message.key, message.position):
            self.tell_all()
            self.kick()
        sitter.send(msgspec.json.encode(wire.Taken(self.place, message.ref)))

    async def take(self, side: str, key: str, position: int) -> bool:
        """Take an answer to the question at this position; False if it was taken before."""
        async with self.lock:
            if self.gone:
                raise IllegalChoice(self.gone)
            if position != self.place and await self._taken_before(side, key, position):
                return False
            events = list(self.run.events)
            try:
                self.run.answer(side, key)
            except (IllegalChoice, RecordError):
                raise
            except Exception as error:
                log.exception("a rule stumbled", extra={"battle": self.id, "position": self.place})
                await self.reload()
                raise IllegalChoice(STUMBLED) from error
            await self._save(Entry(self.id, self.place, 0, [], side, key), events)
        return True

    async def _taken_before(self, side: str, key: str, position: int) -> bool:
        """Whether this very answer stands at that position already; refuses one that is out of date."""
        for place in range(max(position, 0), min(self.place, position + 8)):
            entry = await asyncio.to_thread(self.store.entry, self.id, place)
            if entry is not None and entry[0] == side:
                if entry[1] == key:
                    return True
                break
        else:
            # The others went on, but what this side is asked is still the same question.
            if position < self.place and side in self.asked_at and position >= self.asked_at[side]:
                return False
        raise IllegalChoice("the battle has gone on since this was asked; this answer was not taken")

    async def _save(self, entry: Entry, events: list[Event]) -> None:
        """Put what has changed on the disk; only then is it true."""
        answers = self.record.answers
        if not entry.undo:
            entry.keep = _common(self.stored, answers)
            entry.answers = answers[entry.keep :]
        battle = self.run.battle
        entry.turn, entry.waits = battle.turn, [question.side for question in self.run.questions]
        if self.run.over:
            close(self.run, self.kept.seed)
            entry.finished, entry.digest = self.record.finished or "over", self.record.digest
        try:
            await asyncio.shield(asyncio.wrap_future(self.store.append(entry)))
        except StoreError as error:
            log.error("not saved", extra={"battle": self.id, "error": str(error)})
            await self.reload()
            raise IllegalChoice(
                f"Your answer was not taken: {error}" if not isinstance(error, Forked) else str(error)
            ) from error
        self.place += 1
        self.stored = list(answers)  # a copy: the record goes on in its own list
        self.asked_undo = ""
        same = _common(events, self.run.events)
        for sitter in self.sitters:
            sitter.lines = min(sitter.lines, len(views.visible(events[:same], sitter.has_log_of)))
        before = {
            question.side: at for question in self.run.questions if (at := self.asked_at.get(question.side)) is not None
        }
        secret = any(question.kind == "secret" for question in self.run.questions) and entry.side not in before
        self.asked_at = {
            question.side: before.get(question.side, self.place) if secret else self.place
            for question in self.run.questions
        }
        self.forecasts.clear()

    def check(self, sitter: Sitter, message: wire.Check) -> wire.Checked:
        """What a dragged way would cost, or which rule forbids it."""
        question = self.question_of(sitter)
        if question is None or not isinstance(question.options, Place):
            raise IllegalChoice("no move is asked of you now")
        try:
            spot = question.options.check(read_spot(message.key))
            cost = question.options.cost(spot)
        except IllegalChoice as error:
            return wire.Checked(message.key, False, message.ref, words=error.words, rule=error.rule)
        return wire.Checked(spot.key, True, message.ref, cost / 100)

    # Undo

    async def take_back(self, sitter: Sitter, message: wire.TakeBack) -> None:
        """Take back the last answer, or ask the others whether one may."""
        if not sitter.seat.sides:
            raise IllegalChoice("a spectator takes nothing back")
        undo = self._undo_for(sitter)
        if undo.asking:
            self.asked_undo = sitter.seat.sides[0]
            self.tell_all()
            return
        if not undo.can:
            raise IllegalChoice(f"this cannot be undone: {undo.why or 'somebody else has asked already'}")
        await self._undo(list(sitter.seat.sides), message.position, agreed=self.record.undo == "consent")

    async def consent(self, sitter: Sitter, message: wire.Consent) -> None:
        """The other side lets it be taken back, or does not."""
        side = self.asked_undo
        if not side or side in sitter.seat.sides or not sitter.seat.sides:
            raise IllegalChoice("nobody has asked you for that")
        if message.agree:
            await self._undo([side], self.place, agreed=True)
        else:
            self.asked_undo = ""
            self.tell_all()
            self.tell(wire.Told("The last answer stands: the other side did not agree to take it back."))

    async def _undo(self, sides: list[str], position: int, *, agreed: bool) -> None:
        async with self.lock:
            if position != self.place:
                raise IllegalChoice("the battle has gone on since; nothing was taken back")
            side = next((side for side in sides if not self.run.can_undo(side)), sides[0])
            events = list(self.run.events)
            undone = len(self.record.undone)
            self.run.undo(side, agreed=agreed)
            keep = self.record.undone[undone].left
            entry = Entry(self.id, self.place, keep, self.record.answers[keep:], side, "undo", undo=True)
            await self._save(entry, events)
        self.thinking.clear()
        self.tell_all()
        self.kick()

    # Computers

    def job(self, what: str, side: str, **more: Any) -> Job:
        record = msgspec.structs.replace(self.record, dice=msgspec.structs.replace(self.record.dice, seed=""))
        return Job(what, GameAt.of(self.game), self.id, msgspec.msgpack.encode(record), side, **more)

    def kick(self) -> None:
        """Let the computers think that are asked."""
        if self.gone or (not self.sitters and PERSON not in self.players.values()):
            return
        started = False
        for question in self.run.questions:
            side = question.side
            computer = self.players.get(side, RULES) not in (PERSON, RULES) and question.dice is None
            if computer and self.thinking.get(side) != self.place:
                self.thinking[side] = self.place
                self.start(self._think(side, self.place))
                started = True
        if started:
            self.tell_presence()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _think(self, side: str, position: int) -> None:
        """One computer's answer. If its process fails twice, a recruit answers, and everybody is told."""
        taken = False
        try:
            key = await self._computed(side, position)
            if self.thinking.get(side) == position and self.place == position:
                taken = await self.take(side, key, position)
        except GrognardError as error:
            log.warning("a computer's answer was refused: %s", error, extra={"battle": self.id})
            taken = await self._any_answer(side, position)
        finally:
            if self.thinking.get(side) == position:
                del self.thinking[side]
        if taken:
            self.tell_all()
        if taken or self.place != position:
            self.kick()
        self.tell_presence()

    async def _computed(self, side: str, position: int) -> str:
        level = self.players[side] if self.failures.get(side, 0) < FAILURES else "recruit"
        for attempt, who in enumerate((level, level, "recruit")):
            try:
                job = self.job(
                    "think", side, level=who, seed=f"{self.id} {side} {position} {self.record.dice.commitment[:8]}"
                )
                return str(await self.thinkers.think(job))
            except (ThinkingFailed, NotFound) as error:
                log.warning(
                    "a computer failed to answer: %s",
                    error,
                    extra={"battle": self.id, "player": who, "error": str(error)},
                )
                if attempt == 1 and level != "recruit":
                    self.failures[side] = self.failures.get(side, 0) + 1
                    for_good = self.failures[side] >= FAILURES
                    self.tell(
                        wire.Told(
                            f"The {level} could not make up its mind; a recruit answers {'from now on' if for_good else 'this once'}."
                        )
                    )
        return self.run.question_for(side).options[0].key

    async def _any_answer(self, side: str, position: int) -> bool:
        """The battle must go on: the first listed answer that the rules take."""
        if self.place != position:
            return False
        question = next((question for question in self.run.questions if question.side == side), None)
        for option in list(question.options)[:20] if question is not None else []:
            try:
                return await self.take(side, option.key, position)
            except GrognardError:
                continue
        self.tell(
            wire.Told("The computer found no answer that the rules accept; that is our mistake. The battle is saved.")
        )
        return False

    # Odds and hints

    def look_ahead(self, sitter: Sitter) -> None:
        """Have the odds of this seat's options counted, and send them when they are there."""
        question = self.question_of(sitter)
        if not self.forecasting or question is None or question.dice is not None:
            return
        if sitter.looking != question.side and len(sitter.seat.sides) > 1:
            return  # somebody else must take the screen first
        known = self.forecasts.get((self.place, question.side))
        if known is None:
            self.start(self._forecast(question.side, self.place))
        elif known:
            sitter.send(msgspec.json.encode(wire.Forecasts(self.place, known)))

    async def _forecast(self, side: str, position: int) -> None:
        self.forecasts[position, side] = {}
        try:
            odds = await self.thinkers.count(lambda: self.job("forecast", side) if self.place == position else None)
        except ThinkingFailed as error:
            log.warning("no odds", extra={"battle": self.id, "error": str(error)})
            return
        if self.place == position and odds:
            self.forecasts[position, side] = odds
            data = msgspec.json.encode(wire.Forecasts(position, odds))
            for sitter in self.sitters:
                if sitter.looking == side:
                    sitter.send(data)

    async def hint(self, sitter: Sitter, message: wire.AskHint) -> None:
        """What the helper would answer."""
        question, position = self.question_of(sitter), self.place
        if question is None or question.dice is not None:
            raise IllegalChoice("nothing is asked of you now that a computer could answer")
        job = self.job("think", question.side, level=self.helper, seed=f"hint {self.id} {position}")
        try:
            key = str(await self.thinkers.think(job))
        except (ThinkingFailed, NotFound):
            raise IllegalChoice("no hint this time: the computer could not make up its mind") from None
        words = next((option.words for option in question.options if option.key == key), key)
        if position == self.place:
            sitter.send(msgspec.json.encode(wire.Hint(position, key, words, self.helper)))

    async def why(self, sitter: Sitter, message: wire.Why) -> None:
        """The rules behind a line of the log, and the odds that it had."""
        seen = views.visible(self.run.events, sitter.looking)
        if not 0 <= message.n < len(seen):
            raise IllegalChoice("there is no such line")
        event = seen[message.n]
        ids = list(dict.fromkeys([event.rule, *(modifier.rule for modifier in event.because)]))
        rules = [rule_text(self.game, rule) for rule in ids if rule in self.game.rulebook]
        choice, had = "", list[wire.Chance]()
        if self._open_choice(event.at, sitter.looking):
            try:
                job = self.job("why", sitter.looking or "", place=event.at)
                choice, had = await self.thinkers.count(lambda: job)
            except ThinkingFailed as error:
                log.warning("no odds for a line", extra={"battle": self.id, "error": str(error)})
        sitter.send(msgspec.json.encode(wire.Because(message.n, message.ref, rules, had, choice)))

    def _open_choice(self, at: int, side: str | None) -> bool:
        """Whether the last choice before this answer is one that this side may hear of: its own, or anybody's where nothing is hidden."""
        who = [who for who in self.run.who[:at] if who]
        if not who or who[-1] == "secret":
            return False
        return who[-1] == side or self.run.over or not views.has_secrets(self.run, list(self.players))


def rule_text(game: Game, name: str) -> wire.RuleText:
    """A rule as the page reads it."""
    rule = game.rulebook[name]
    return wire.RuleText(
        rule.id, rule.chapter, rule.text, {name: list(values) for name, values in rule.options.items()}
    )


def _common(old: list[Any], new: list[Any]) -> int:
    """How many entries both begin with."""
    length = min(len(old), len(new))
    if old[:length] == new[:length]:
        return length
    return next(place for place in range(length) if old[place] != new[place])
