"""All battles of a table: setting them up, finding their rooms, listing, replaying, importing and deleting them."""

import asyncio
import logging
import secrets
import time
from typing import Any

import msgspec

from grognard.errors import GrognardError, NotFound, RecordError, ScenarioError
from grognard.kernel.game import Game, describe_options, read_toml
from grognard.kernel.record import Record, decode_record, encode_record
from grognard.kernel.run import Run, branch, new_record, verify
from grognard.table import limits, views, wire
from grognard.table.catalogue import Catalogue, plain, played_by_rules
from grognard.table.room import PERSON, RULES, Room
from grognard.table.seats import NoSeat, new_battle_id, new_seat, seat_of, tidy_name
from grognard.table.store import Kept, Seat, Settings, Store
from grognard.table.thinking import Thinkers

log = logging.getLogger("grognard.table")

UNDO = ("dice", "free", "consent")


class TooMany(GrognardError):
    """The table is full."""


class Hall:
    """Rooms by battle id, made when somebody comes and dropped when nobody has been there for a while."""

    def __init__(self, store: Store, catalogue: Catalogue, thinkers: Thinkers) -> None:
        self.store = store
        self.catalogue = catalogue
        self.thinkers = thinkers
        self.rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Lock] = {}

    # Finding

    async def seat(self, battle: str, key: str) -> Seat:
        """The seat that a key opens."""
        if not battle or len(battle) > 40 or len(key) > 200:
            raise NoSeat
        room = self.rooms.get(battle)
        seats = room.seats if room is not None else await asyncio.to_thread(self.store.seats, battle)
        return seat_of(seats, key)

    async def room(self, battle: str) -> Room:
        """The room of a battle, opened if need be."""
        room = self.rooms.get(battle)
        if room is not None:
            return room
        async with self._opening.setdefault(battle, asyncio.Lock()):
            room = self.rooms.get(battle)
            if room is None:
                kept = await asyncio.to_thread(self.store.load, battle)
                game = self.catalogue.game(kept.record.game)
                helper = self.catalogue.best_level()
                room = await asyncio.to_thread(Room, kept, game, self.store, self.thinkers, helper)
                room.idle_since = time.monotonic()
                self.rooms[battle] = room
        self._opening.pop(battle, None)
        return room

    def sweep(self) -> None:
        """Drop rooms that nobody has been in for a while."""
        now = time.monotonic()
        for battle, room in list(self.rooms.items()):
            if room.sitters or room.thinking or room.lock.locked():
                room.idle_since = now
            elif now - room.idle_since > limits.IDLE:
                del self.rooms[battle]

    # Setting up

    async def new(self, wanted: wire.NewBattle) -> wire.Made:
        """Set up a battle and make its seats; everything wrong with it is said in words."""
        game = self.catalogue.game(wanted.game)
        scenario = self._scenario(game, wanted)
        options = read_options(game, wanted.options)
        battle = game.set_up(scenario, options)
        scene = game.scene(game.view(battle, None), None)
        sides = {line.id: line.name for line in scene.sides}
        by_rules = played_by_rules(battle)
        chosen = self._who(wanted, scenario, list(sides), by_rules)
        if any(chosen[side] != RULES for side in by_rules):
            scenario = {**scenario, "solo": False}  # somebody plays what the rules would have played
            battle = game.set_up(scenario, options)
        if wanted.undo not in UNDO:
            raise NotFound("undo policy", wanted.undo, UNDO)
        if wanted.hand_over not in ("secrets", "always"):
            raise NotFound("way to hand over", wanted.hand_over, ("secrets", "always"))
        players = {side: PERSON if who in ("me", "beside", "link") else who for side, who in chosen.items()}
        seed = secrets.token_hex(24)
        record = new_record(game, scenario, players, seed, options, wanted.undo)
        record.dice.typed = list(sides) if wanted.typed else []
        names = {side: tidy_name(wanted.names.get(side, "")) or name for side, name in sides.items()}
        title = str(scenario.get("title") or scenario.get("name") or wanted.scenario.replace("_", " ").title())[:120]
        settings = Settings(names, wanted.hand_over, companion=bool(scenario.get("companion")))
        return await self._add(game, record, seed, settings, title, make_seats(chosen, names))

    def _scenario(self, game: Game, wanted: wire.NewBattle) -> dict[str, Any]:
        scenario = read_toml(wanted.file, "your file") if wanted.file else game.scenario(wanted.scenario)
        sides = [line.id for line in game.scene(game.set_up(scenario), None).sides] if wanted.forces else []
        for side, text in wanted.forces.items():
            if side not in sides:
                raise NotFound("side", side, sides)
            if text.strip():
                add_force(game, scenario, side, sides.index(side), read_toml(text, f"the force of {side}"))
        return scenario

    def _who(
        self, wanted: wire.NewBattle, scenario: dict[str, Any], sides: list[str], by_rules: list[str]
    ) -> dict[str, str]:
        """Who plays each side: as asked, else as the scenario says, else me first and computers after."""
        levels = [level.name for level in self.catalogue.levels()]
        stated = scenario.get("players")
        usual = dict.fromkeys(by_rules, RULES) | (dict(stated) if isinstance(stated, dict) else {})
        second = "beside" if scenario.get("companion") else "computer"
        chosen = {}
        for place, side in enumerate(sides):
            who = wanted.players.get(side) or usual.get(side) or ("me" if place == 0 else second)
            who = {"person": "me", "computer": self.catalogue.best_level()}.get(who, who)
            if who not in ("me", "beside", "link", RULES, *levels):
                raise NotFound("player", who, ("me", "beside", "link", RULES, *levels))
            chosen[side] = who
        unknown = [side for side in wanted.players if side not in sides]
        if unknown:
            raise NotFound("side", unknown[0], sides)
        return chosen

    async def _add(
        self,
        game: Game,
        record: Record,
        seed: str,
        settings: Settings,
        title: str,
        seats: list[tuple[Seat, str]],
        *,
        run: Run | None = None,
    ) -> wire.Made:
        if await asyncio.to_thread(self.store.count) >= limits.BATTLES:
            raise TooMany(f"this table keeps {limits.BATTLES:,} battles and is full: delete some that are over")
        now = time.time()
        battle = new_battle_id()
        waits = [question.side for question in run.questions] if run else []
        kept = Kept(
            battle, title, record, seed, settings, [seat for seat, _ in seats], 0, 0, waits, record.finished, now, now
        )
        await asyncio.wrap_future(self.store.add(kept))
        log.info(
            "a new battle", extra={"battle": battle, "game": game.name, "players": sorted(record.players.values())}
        )
        links = [wire.SeatLink(key, seat.kind, list(seat.sides), seat.name) for seat, key in seats]
        return wire.Made(battle, title, links)

    async def take_in(self, data: bytes, source: str) -> wire.Made:
        """Import a record file, to be watched."""
        record = decode_record(data, tidy_name(source) or "this file")
        game = self.catalogue.game(record.game)
        try:
            run = await asyncio.to_thread(Run, game, branch(record))
        except GrognardError:
            raise
        except Exception as error:
            log.exception("an import stumbled")
            raise RecordError(f"this record cannot be replayed: {type(error).__name__}") from error
        if len(run.who) < len(record.answers) - 1:
            raise RecordError(
                f"this record cannot be replayed to its end: {len(record.answers) - len(run.who)} answers are left over"
            )
        seed, record.dice.seed = record.dice.seed, ""
        record.finished = run.record.finished
        record.undone = []
        names = {line.id: line.name for line in game.scene(game.view(run.battle, None), None).sides}
        title = str(record.scenario.get("title") or record.scenario.get("name") or game.title)[:120]
        return await self._add(
            game, record, seed, Settings(names, imported=True), title, [new_seat(0, "watch", (), "replay")], run=run
        )

    async def delete(self, battle: str, seat: Seat) -> None:
        """Delete a battle; only its host may, or whoever holds an import."""
        if seat.kind != "host" and not (
            seat.kind == "watch" and len(await asyncio.to_thread(self.store.seats, battle)) == 1
        ):
            raise ScenarioError("only the one who set the battle up can delete it")
        room = self.rooms.pop(battle, None)
        if room is not None:
            room.gone = "this battle was deleted"
            room.tell(wire.Gone("This battle was deleted by the one who set it up."))
        await asyncio.wrap_future(self.store.delete(battle))
        log.info("a battle is deleted", extra={"battle": battle})

    # Listing

    async def summaries(self, tickets: list[wire.Ticket]) -> wire.Summaries:
        """The battles that these seats belong to; seats that open nothing are left out."""
        found = []
        for ticket in tickets[:500]:
            try:
                seat = await self.seat(ticket.battle, ticket.key)
            except NoSeat:
                continue
            summary = await asyncio.to_thread(self._summary, ticket.battle, seat)
            if summary is not None:
                found.append(summary)
        found.sort(key=lambda summary: -summary.updated)
        return wire.Summaries(found)

    def _summary(self, battle: str, seat: Seat) -> wire.Summary | None:
        glance = self.store.glance(battle)
        if glance is None:
            return None
        record, settings, title, turn, waits, finished, created, updated, length = glance
        room = self.rooms.get(battle)
        if room is not None:
            waits, turn = [question.side for question in room.run.questions], room.run.battle.turn
        card = self.catalogue.card(record.game)
        problem = card.problem
        if not problem and record.rules != self.catalogue.game(record.game).version:
            problem = "It was played under another version of the rules, and cannot be gone on with."
        sides = [wire.SideSeat(side, settings.names.get(side, side), who) for side, who in record.players.items()]
        return wire.Summary(
            battle,
            record.game,
            card.title,
            title,
            sides,
            list(seat.sides),
            turn,
            length,
            created,
            updated,
            seat.kind,
            finished,
            not finished and any(side in seat.sides for side in waits),
            settings.imported,
            problem,
        )

    # Replays and records

    async def replay_info(self, battle: str, seat: Seat, side: str = "") -> wire.ReplayInfo:
        """How long a battle is, and where its turns begin."""
        room = await self.room(battle)
        looking = looking_as(room, seat, side)
        steps = room.run.checkpoints
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
            len(steps) + (0 if room.run.over else 1),
            turns,
            looking or "",
            room.side_seats(),
            views.over_of(room.run),
            bool(room.run.over and room.kept.seed),
            self.why_no_export(room, seat),
        )

    async def frame(self, battle: str, seat: Seat, step: int, side: str = "") -> wire.Frame:
        """One step of a replay, as this seat may see it."""
        room = await self.room(battle)
        looking = looking_as(room, seat, side)
        run, points = room.run, room.run.checkpoints
        if not 0 <= step < len(points) + (0 if run.over else 1):
            raise NotFound("step", str(step), (f"0 to {len(points)}",))
        shown = points[step].battle if step < len(points) else run.battle
        first = points[step - 1].events if step else 0
        last = points[step].events if step < len(points) else len(run.events)
        scene = run.game.scene(run.game.view(shown, looking), looking)
        before = len(views.visible(run.events[:first], looking))
        lines = [
            views.line_of(before + n, event) for n, event in enumerate(views.visible(run.events[first:last], looking))
        ]
        return wire.Frame(step, scene, lines)

    def why_no_export(self, room: Room, seat: Seat) -> str:
        """Empty if this seat may have the record; otherwise why not."""
        if room.run.over or room.kept.settings.imported:
            return ""
        if set(seat.sides) >= set(room.players) or (seat.kind == "host" and views.nothing_hidden(room.run)):
            return ""
        return "the record holds what the other side may not know yet: it can be shared when the battle is over"

    async def export(self, battle: str, seat: Seat) -> tuple[str, bytes]:
        """The record as a file, without the seed while the battle runs and without picks that wait."""
        room = await self.room(battle)
        refusal = self.why_no_export(room, seat)
        if refusal:
            raise RecordError(refusal)
        own = branch(room.record)
        own.dice.seed = room.kept.seed if room.run.over else ""
        del own.answers[len(room.run.who) :]
        if not room.run.over:
            own.undone = []  # a pick that was taken back before it was revealed is still its side's own
        name = "".join(letter if letter.isalnum() else "-" for letter in room.kept.title.lower()).strip("-") or "battle"
        return f"{room.game.name}-{name}-{battle}.json", encode_record(own)

    async def verified(self, battle: str) -> wire.Verified:
        """Throw all dice of a finished battle again."""
        room = await self.room(battle)
        own = branch(room.record)
        own.dice.seed = room.kept.seed if room.run.over else ""
        verdict = await asyncio.to_thread(verify, room.game, own)
        rolls = sum(isinstance(answer, list) for answer in own.answers)
        return wire.Verified(rolls, verdict.typed, verdict.wrong, own.dice.commitment, own.dice.seed)

    async def stop(self) -> None:
        """Finish what is being saved, and tell everybody."""
        for room in self.rooms.values():
            if room.gone:
                continue
            async with room.lock:
                room.gone = "the table is being closed; this answer was not taken"
            room.tell(
                wire.Told(
                    "The table is being closed. Everything is saved; the page comes back by itself when it opens again."
                )
            )
            for task in list(room.tasks):
                task.cancel()


def looking_as(room: Room, seat: Seat, side: str) -> str | None:
    """Whose view a seat may have: its own; when the battle is over, any."""
    if side and side not in room.players:
        raise NotFound("side", side, room.players)
    if side and (side in seat.sides or room.run.over):
        return side
    return seat.sides[0] if len(seat.sides) == 1 else None


def make_seats(chosen: dict[str, str], names: dict[str, str]) -> list[tuple[Seat, str]]:
    """The host's seat with all sides at this screen, one for each friend, one for spectators."""
    mine = tuple(side for side, who in chosen.items() if who in ("me", "beside"))
    seats = [new_seat(0, "host", mine, "host")]
    seats += [
        new_seat(place + 1, "side", (side,), names[side])
        for place, side in enumerate(side for side, who in chosen.items() if who == "link")
    ]
    return [*seats, new_seat(len(seats), "watch", (), "spectators")]


def read_options(game: Game, given: dict[str, str]) -> dict[str, Any]:
    """Options from a form, in words; only those that differ from the default."""
    chosen: dict[str, Any] = {}
    described = describe_options(game)
    for name, text in given.items():
        if name not in described:
            raise NotFound("option", name, described)
        values = described[name]
        value = next((value for value in values if plain(value) == text), None)
        if value is None:
            if len(values) > 1:
                raise NotFound(f"value for {name}", text, map(plain, values))
            try:
                value = msgspec.convert(text, type(values[0]), strict=False)
            except msgspec.ValidationError:
                raise NotFound(f"value for {name}", text, (f"a value like {plain(values[0])}",)) from None
        if value != values[0]:
            chosen[name] = value
    return chosen


def add_force(game: Game, scenario: dict[str, Any], side: str, place: int, force: dict[str, Any]) -> None:
    """Put a force of one's own into a scenario. A game that has `with_force` does it itself; else what the force states takes the place of what its side states."""
    check = game._optional("setup", "check_force")  # noqa: SLF001  there is no public way yet
    if check is not None:
        check(force, "your force file")
    swap = game._optional("setup", "with_force")  # noqa: SLF001  as above
    if swap is not None:
        swap(scenario, side, force)
        return
    listed: list[Any] = next((scenario[name] for name in ("side", "sides") if isinstance(scenario.get(name), list)), [])
    if not (place < len(listed) and isinstance(listed[place], dict)):
        raise ScenarioError(
            f"{game.title} takes no force files for this scenario; put the force into a scenario file instead"
        )
    kept = {name: value for name, value in listed[place].items() if name != "points"}
    listed[place] = kept | {name: value for name, value in force.items() if name != "game"}
