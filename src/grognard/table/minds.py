"""The computers at a battle: they answer for their sides, and count odds and give hints for people. All of it happens in other processes; here it is asked for and passed on."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

import msgspec

from grognard.errors import GrognardError, IllegalChoice, NotFound
from grognard.kernel.game import Game
from grognard.table import views, wire
from grognard.table.desk import GameAt, Job
from grognard.table.screens import PERSON, RULES, Sitter
from grognard.table.thinking import Thinkers, ThinkingFailed

if TYPE_CHECKING:
    from grognard.table.room import Room

log = logging.getLogger("grognard.table")

FAILURES = 3  # after so many a recruit takes a computer's place for good
NO_ANSWER = "The computer found no answer that the rules accept; that is our mistake. The battle is saved."


class Minds:
    """What computers do for one battle."""

    def __init__(self, room: "Room", thinkers: Thinkers, helper: str) -> None:
        self.room = room
        self.thinkers = thinkers
        self.helper = helper  # the level that gives hints
        self.tasks: set[asyncio.Task[None]] = set()
        self.thinking: dict[str, int] = {}  # computer sides, and the place they think about
        self.failures: dict[str, int] = {}  # how often a computer could not answer
        self.forecasting = room.game.forecast.__module__ != Game.__module__  # whether this game says what may come
        self.forecasts: dict[tuple[int, str], wire.Forecasts] = {}

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def job(self, what: str, side: str, **more: Any) -> Job:
        """Something to think about, with the record as it stands and without its seed."""
        record = self.room.run.record
        bare = msgspec.structs.replace(record, dice=msgspec.structs.replace(record.dice, seed=""))
        return Job(what, GameAt.of(self.room.game), self.room.id, msgspec.msgpack.encode(bare), side, **more)

    # Answering

    def kick(self) -> None:
        """Let the computers think that are asked."""
        room = self.room
        if room.closed or (not room.screens.sitters and PERSON not in room.players.values()):
            return
        started = False
        for question in room.run.questions:
            side = question.side
            computer = room.players.get(side, RULES) not in (PERSON, RULES) and question.dice is None
            if computer and self.thinking.get(side) != room.place:
                self.thinking[side] = room.place
                self.start(self._think(side, room.place))
                started = True
        if started:
            room.screens.tell_presence()

    async def _think(self, side: str, position: int) -> None:
        """One computer's answer. If its process fails twice, a recruit answers, and everybody is told."""
        room, taken = self.room, False
        try:
            key = await self._computed(side, position)
            if self.thinking.get(side) == position and room.place == position:
                taken = await room.take(side, key, position)
        except GrognardError as error:
            log.warning("a computer's answer was refused: %s", error, extra={"battle": room.id})
            taken = await self._any_answer(side, position)
        finally:
            if self.thinking.get(side) == position:
                del self.thinking[side]
        if taken:
            room.show_all()
        if taken or room.place != position:
            self.kick()
        room.screens.tell_presence()

    async def _computed(self, side: str, position: int) -> str:
        room = self.room
        level = room.players[side] if self.failures.get(side, 0) < FAILURES else "recruit"
        seed = f"{room.id} {side} {position} {room.run.record.dice.commitment[:8]}"
        for attempt, who in enumerate((level, level, "recruit")):
            try:
                return str(await self.thinkers.think(self.job("think", side, level=who, seed=seed)))
            except (ThinkingFailed, NotFound) as error:
                log.warning(
                    "a computer failed to answer: %s",
                    error,
                    extra={"battle": room.id, "player": who, "error": str(error)},
                )
                if attempt == 1 and level != "recruit":
                    self._failed(side, level)
        return room.run.question_for(side).options[0].key

    def _failed(self, side: str, level: str) -> None:
        self.failures[side] = self.failures.get(side, 0) + 1
        how_long = "from now on" if self.failures[side] >= FAILURES else "this once"
        self.room.screens.tell(
            wire.Told(f"The {level.partition(':')[0]} could not make up its mind; a recruit answers {how_long}.")
        )

    def hurry(self, sitter: Sitter, message: wire.Hurry) -> None:
        """Whoever plays need not wait: a computer that thinks answers with the best it has found."""
        if sitter.seat.kind == "watch":
            raise IllegalChoice("only who plays may hurry the computer")
        if message.position == self.room.place and self.thinking:
            self.thinkers.hurry(self.room.id)

    async def _any_answer(self, side: str, position: int) -> bool:
        """The battle must go on: the first listed answer that the rules take."""
        room = self.room
        if room.place != position:
            return False
        question = next((question for question in room.run.questions if question.side == side), None)
        for option in list(question.options)[:20] if question is not None else []:
            try:
                return await room.take(side, option.key, position)
            except GrognardError:
                continue
        room.screens.tell(wire.Told(NO_ANSWER))
        return False

    # Odds and hints

    def look_ahead(self, sitter: Sitter) -> None:
        """Have the odds of this seat's options counted, and send them when they are there."""
        room = self.room
        question = room.screens.question_of(sitter)
        if not self.forecasting or question is None or question.dice is not None:
            return
        if sitter.looking != question.side and len(sitter.seat.sides) > 1:
            return  # somebody else must take the screen first
        known = self.forecasts.get((room.place, question.side))
        if known is None:
            self.forecasts[room.place, question.side] = wire.Forecasts(room.place, {})
            self.start(self._forecast(question.side, room.place))
        elif known.odds or known.replies:
            sitter.tell(known)

    async def _forecast(self, side: str, position: int) -> None:
        room = self.room
        try:
            odds: wire.Forecasts | None = await self.thinkers.count(
                lambda: self.job("forecast", side, place=position) if room.stands_at(position) else None
            )
        except ThinkingFailed as error:
            log.warning("no odds", extra={"battle": room.id, "error": str(error)})
            return
        if room.place == position and odds is not None and (odds.odds or odds.replies):
            self.forecasts[position, side] = odds
            data = msgspec.json.encode(odds)
            for sitter in room.screens.sitters:
                if sitter.looking == side:
                    sitter.send(data)

    async def hint(self, sitter: Sitter, message: wire.AskHint) -> None:
        """The best few answers, as the helper sees it."""
        room = self.room
        question, position = room.screens.question_of(sitter), room.place
        if question is None or question.dice is not None:
            raise IllegalChoice("nothing is asked of you now that a computer could answer")
        job = self.job("hint", question.side, seed=f"hint {room.id} {position}")
        try:
            best: list[wire.Advised] = await self.thinkers.think(job)
        except (ThinkingFailed, NotFound):
            raise IllegalChoice("no hint this time: the computer could not make up its mind") from None
        if position == room.place:
            sitter.tell(wire.Hint(position, best, self.helper))

    async def why(self, sitter: Sitter, message: wire.Why) -> None:
        """The rules behind a line of the log, and the odds that it had."""
        room, seen = self.room, self.room.screens.log_of(sitter.looking).places
        if not 0 <= message.n < len(seen):
            raise IllegalChoice("there is no such line")
        event = room.run.events[seen[message.n]]
        ids = list(dict.fromkeys([event.rule, *(modifier.rule for modifier in event.because)]))
        rules = [rule_text(room.game, rule) for rule in ids if rule in room.game.rulebook]
        choice, had = "", list[wire.Chance]()
        if self._open_choice(event.at, sitter.looking):
            try:
                job = self.job("why", sitter.looking or "", place=event.at)
                choice, had = await self.thinkers.count(lambda: job)
            except ThinkingFailed as error:
                log.warning("no odds for a line", extra={"battle": room.id, "error": str(error)})
        sitter.tell(wire.Because(message.n, message.ref, rules, had, choice))

    def _open_choice(self, at: int, side: str | None) -> bool:
        """Whether the last choice before this answer is one that this side may hear of: its own, or anybody's where nothing is hidden."""
        run = self.room.run
        who = [who for who in run.who[:at] if who]
        if not who or who[-1] == "secret":
            return False
        return who[-1] == side or run.over or not views.has_secrets(run, list(self.room.players))


def rule_text(game: Game, name: str) -> wire.RuleText:
    """A rule as the page reads it."""
    rule = game.rulebook[name]
    return wire.RuleText(
        rule.id, rule.chapter, rule.text, {name: list(values) for name, values in rule.options.items()}
    )
