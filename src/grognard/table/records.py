"""Records at the table: files that go out and come in, battles watched step by step, dice thrown again, and battles that go on from where another one stood."""

import asyncio
import logging
import secrets
from collections import OrderedDict
from itertools import pairwise
from typing import TYPE_CHECKING

from grognard.errors import GrognardError, IllegalChoice, NotFound, RecordError
from grognard.kernel.battle import Battle
from grognard.kernel.game import Game
from grognard.kernel.record import Record, decode_record, encode_record
from grognard.kernel.referee import SealedDice
from grognard.kernel.run import CHECKPOINTS, Checkpoint, Run, branch, go_on_from, verify
from grognard.table import views, wire
from grognard.table.catalogue import played_by_rules
from grognard.table.room import Room
from grognard.table.screens import RULES
from grognard.table.seats import make_seats, new_seat, tidy_name
from grognard.table.store import Seat, Settings
from grognard.table.terms import check_ways, players_of, who_plays

if TYPE_CHECKING:
    from grognard.table.hall import Hall

log = logging.getLogger("grognard.table")

FILMS = 4  # replays that are kept at hand
EVERYTHING = 10**9


class Records:
    """What can be done with the records of a table."""

    def __init__(self, hall: "Hall") -> None:
        self.hall = hall
        self._films: OrderedDict[tuple[str, int], Run] = OrderedDict()  # those watched last

    # Files

    async def take_in(self, data: bytes, source: str) -> wire.Made:
        """Import a record file: to be watched, and to be gone on from. Whoever brings it owns it."""
        record = decode_record(data, tidy_name(source) or "this file")
        game = self.hall.catalogue.game(record.game)
        run = await asyncio.to_thread(replayed, game, record)
        left = record.answers[len(run.who) :]
        if left and not (len(left) == 1 and isinstance(left[0], dict) and run.questions):
            raise RecordError(f"this record cannot be replayed to its end: {len(left)} answers are left over")
        del record.answers[len(run.who) :]  # a pick that waited for the other side is asked for again
        seed, record.dice.seed = record.dice.seed, ""
        record.finished = run.record.finished
        record.undone = []
        names = {line.id: line.name for line in game.scene(game.view(run.battle, None), None).sides}
        title = str(record.scenario.get("title") or record.scenario.get("name") or game.title)[:120]
        seats = [new_seat(0, "host", (), "owner"), new_seat(1, "watch", (), "spectators")]
        return await self.hall.add(game, record, seed, Settings(names, imported=True), title, seats, run)

    def why_no_export(self, room: Room, seat: Seat) -> str:
        """Empty if this seat may have the record; otherwise why not."""
        if room.run.over or room.kept.settings.imported:
            return ""
        if set(seat.sides) >= set(room.players) or (seat.kind == "host" and views.nothing_hidden(room.run)):
            return ""
        return "the record holds what the other side may not know yet: it can be shared when the battle is over"

    async def export(self, battle: str, seat: Seat) -> tuple[str, bytes]:
        """The record as a file, without the seed while the battle runs and without picks that wait."""
        room = await self.hall.room(battle)
        refusal = self.why_no_export(room, seat)
        if refusal:
            raise RecordError(refusal)
        own = shared(room)
        if not room.run.over:
            own.undone = []  # a pick that was taken back before it was revealed is still its side's own
        name = "".join(letter if letter.isalnum() else "-" for letter in room.kept.title.lower()).strip("-") or "battle"
        return f"{room.game.name}-{name}-{battle}.json", encode_record(own)

    async def verified(self, battle: str) -> wire.Verified:
        """Throw all dice of a finished battle again, as far as their seeds are known."""
        room = await self.hall.room(battle)
        own = shared(room)
        verdict = await asyncio.to_thread(verify, room.game, own)
        return wire.Verified(
            verdict.throws, verdict.typed, verdict.wrong, own.dice.commitment, own.dice.seed, verdict.unchecked
        )

    # Going on

    async def go_on(self, battle: str, seat: Seat, wanted: wire.GoOn) -> wire.Made:
        """A new battle that begins as this one did, up to a step of its replay; with players of its own, and dice sealed anew."""
        room = await self.hall.room(battle)
        refusal = self.why_no_export(room, seat)
        if refusal:
            raise RecordError(refusal)
        left = self._answers_at(await self.film(room), wanted.step)
        game, kept = room.game, room.kept
        scene = game.scene(game.view(room.run.battle, None), None)
        names = {line.id: tidy_name(wanted.names.get(line.id, "")) for line in scene.sides}
        names = {side: name or kept.settings.names.get(side, side) for side, name in names.items()}
        record = room.run.record
        start = game.set_up(record.scenario, record.options)
        levels = [level.name for level in self.hall.catalogue.levels()]
        usual = {side: who if who in (RULES, *levels) else "me" for side, who in record.players.items()}
        stated = {**record.scenario, "players": usual}
        chosen = who_plays(self.hall.catalogue, wanted.players, stated, list(names), played_by_rules(start))
        check_rules_stay(start, chosen)
        check_ways(wanted.undo, wanted.hand_over)
        seed = secrets.token_hex(24)
        source = shared(room)
        own = go_on_from(source, left, players_of(chosen), seed, wanted.undo)
        own.dice.typed = list(names) if wanted.typed else []
        settings = Settings(names, wanted.hand_over, companion=kept.settings.companion)
        run = await asyncio.to_thread(replayed, game, own, SealedDice(seed))
        return await self.hall.add(game, own, seed, settings, kept.title, make_seats(chosen, names), run)

    def _answers_at(self, film: Run, step: int) -> int:
        """How many answers had been given at that step; -1 is where the battle stands now."""
        steps = steps_of(film)
        if not -1 <= step < len(steps):
            raise NotFound("step", str(step), (f"0 to {len(steps) - 1}",))
        if steps[step].battle.outcome is not None:
            raise IllegalChoice("the battle is over there: go on from an earlier step")
        return steps[step].answers

    # Replays

    async def film(self, room: Room) -> Run:
        """The battle with every piece of its turns kept, to be watched step by step."""
        name = (room.id, room.place)
        film = self._films.get(name)
        if film is None:
            film = await asyncio.to_thread(replayed, room.game, shared(room), keep=EVERYTHING)
            self._films[name] = film
            while len(self._films) > FILMS:
                self._films.popitem(last=False)
        self._films.move_to_end(name)
        return film

    async def replay_info(self, battle: str, seat: Seat, side: str = "") -> wire.ReplayInfo:
        """How long a battle is, and where its turns begin."""
        room = await self.hall.room(battle)
        looking = looking_as(room, seat, side)
        steps = steps_of(await self.film(room))
        turns: list[tuple[int, int, str]] = []
        for step, point in enumerate(steps):
            here = (point.battle.turn, point.battle.phase)
            if not turns or turns[-1][1:] != here:
                turns.append((step, *here))
        return wire.ReplayInfo(
            battle,
            room.game.name,
            room.game.title,
            room.kept.title,
            len(steps),
            turns,
            looking or "",
            room.screens.side_seats(),
            views.over_of(room.run),
            bool(room.run.over and room.kept.seed),
            self.why_no_export(room, seat),
        )

    async def frame(self, battle: str, seat: Seat, step: int, side: str = "") -> wire.Frame:
        """One step of a replay, as this seat may see it."""
        room = await self.hall.room(battle)
        looking = looking_as(room, seat, side)
        film = await self.film(room)
        steps = steps_of(film)
        if not 0 <= step < len(steps):
            raise NotFound("step", str(step), (f"0 to {len(steps) - 1}",))
        first, last = steps[step - 1].events if step else 0, steps[step].events
        scene = film.game.scene(film.game.view(steps[step].battle, looking), looking)
        before = len(views.visible(film.events[:first], looking, over=room.run.over))
        told = views.visible(film.events[first:last], looking, over=room.run.over)
        return wire.Frame(step, scene, [views.line_of(before + n, event) for n, event in enumerate(told)])


def steps_of(film: Run) -> list[Checkpoint]:
    """The pieces of a battle in which something was told, and where it stands now."""
    points = film.checkpoints
    told = [point for before, point in pairwise(points) if point.events > before.events]
    steps = [points[0], *told]
    if film.over:
        return steps if steps[-1] is points[-1] else [*steps, points[-1]]
    return [*steps, Checkpoint(len(film.who), len(film.events), film.battle)]


def replayed(game: Game, record: Record, dice: SealedDice | None = None, keep: int = CHECKPOINTS) -> Run:
    """A record played as far as it goes; RecordError in words where the rules stumble over it."""
    try:
        return Run(game, branch(record), dice, keep=keep)
    except GrognardError:
        raise
    except Exception as error:
        log.exception("a record stumbled")
        raise RecordError(f"this record cannot be replayed: {type(error).__name__}") from error


def shared(room: Room) -> Record:
    """The record as it may leave the table: the seed only when the battle is over, and no picks that still wait."""
    own = branch(room.run.record)
    own.dice.seed = room.kept.seed if room.run.over else ""
    del own.answers[len(room.run.who) :]
    return own


def looking_as(room: Room, seat: Seat, side: str) -> str | None:
    """Whose view a seat may have: its own; when the battle is over, any."""
    if side and side not in room.players:
        raise NotFound("side", side, room.players)
    if side and (side in seat.sides or room.run.over):
        return side
    return seat.sides[0] if len(seat.sides) == 1 else None


def check_rules_stay(start: Battle, chosen: dict[str, str]) -> None:
    """What the rules themselves play was settled when the battle was set up, and what happened since came of it."""
    for side in played_by_rules(start):
        if chosen[side] != RULES:
            raise IllegalChoice(f"the rules themselves play {side} in this battle, and do so to its end")
