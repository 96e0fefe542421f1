"""All battles of a table: setting them up, finding their rooms, listing and deleting them."""

import asyncio
import logging
import secrets
import time
from typing import Any

from grognard.errors import GrognardError, ScenarioError
from grognard.kernel.game import Game
from grognard.kernel.record import Record
from grognard.kernel.run import Run, new_record
from grognard.table import limits, wire
from grognard.table.catalogue import Catalogue, played_by_rules
from grognard.table.files import read_file
from grognard.table.records import Records
from grognard.table.room import Room
from grognard.table.screens import RULES
from grognard.table.seats import NoSeat, make_seats, new_battle_id, seat_of, tidy_name
from grognard.table.store import Kept, Seat, Settings, Store
from grognard.table.terms import check_ways, players_of, read_options, who_plays
from grognard.table.thinking import Thinkers

log = logging.getLogger("grognard.table")


class TooMany(GrognardError):
    """The table is full."""


class Hall:
    """Rooms by battle id, made when somebody comes and dropped when nobody has been there for a while."""

    def __init__(self, store: Store, catalogue: Catalogue, thinkers: Thinkers) -> None:
        self.store = store
        self.catalogue = catalogue
        self.thinkers = thinkers
        self.rooms: dict[str, Room] = {}
        self.records = Records(self)
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
            await room.settled()
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
        await room.settled()
        return room

    def sweep(self) -> None:
        """Drop rooms that nobody has been in for a while."""
        now = time.monotonic()
        for battle, room in list(self.rooms.items()):
            if room.screens.sitters or room.minds.thinking or room.lock.locked():
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
        chosen = who_plays(self.catalogue, wanted.players, scenario, list(sides), by_rules)
        if any(chosen[side] != RULES for side in by_rules):
            scenario = {**scenario, "solo": False}  # somebody plays what the rules would have played
            battle = game.set_up(scenario, options)
        check_ways(wanted.undo, wanted.hand_over)
        seed = secrets.token_hex(24)
        record = new_record(game, scenario, players_of(chosen), seed, options, wanted.undo)
        record.dice.typed = list(sides) if wanted.typed else []
        names = {side: tidy_name(wanted.names.get(side, "")) or name for side, name in sides.items()}
        title = str(scenario.get("title") or scenario.get("name") or wanted.scenario.replace("_", " ").title())[:120]
        settings = Settings(names, wanted.hand_over, companion=bool(scenario.get("companion")))
        return await self.add(game, record, seed, settings, title, make_seats(chosen, names))

    def _scenario(self, game: Game, wanted: wire.NewBattle) -> dict[str, Any]:
        scenario = read_file(wanted.file, "your file") if wanted.file else game.scenario(wanted.scenario)
        for side, text in wanted.forces.items():
            if text.strip():
                name = f"the force of {side}"
                scenario = game.with_force(scenario, side, read_file(text, name), name)
        return scenario

    async def add(
        self,
        game: Game,
        record: Record,
        seed: str,
        settings: Settings,
        title: str,
        seats: list[tuple[Seat, str]],
        run: Run | None = None,
    ) -> wire.Made:
        """Keep a new battle; `run` is its record as far as it goes, where it goes anywhere yet."""
        if await asyncio.to_thread(self.store.count) >= limits.BATTLES:
            raise TooMany(f"this table keeps {limits.BATTLES:,} battles and is full: delete some that are over")
        now = time.time()
        battle = new_battle_id()
        waits, turn = ([question.side for question in run.questions], run.battle.turn) if run else ([], 0)
        sat = [seat for seat, _ in seats]
        kept = Kept(battle, title, record, seed, settings, sat, 0, turn, waits, record.finished, now, now)
        await asyncio.wrap_future(self.store.add(kept))
        log.info(
            "a new battle", extra={"battle": battle, "game": game.name, "players": sorted(record.players.values())}
        )
        links = [wire.SeatLink(key, seat.kind, list(seat.sides), seat.name) for seat, key in seats]
        return wire.Made(battle, title, links)

    async def delete(self, battle: str, seat: Seat) -> None:
        """Delete a battle; only its host may, or whoever holds an import."""
        if seat.kind != "host" and not (
            seat.kind == "watch" and len(await asyncio.to_thread(self.store.seats, battle)) == 1
        ):
            raise ScenarioError("only the one who set the battle up can delete it")
        room = self.rooms.pop(battle, None)
        if room is not None:
            room.gone = "this battle was deleted"
            room.screens.tell(wire.Gone("This battle was deleted by the one who set it up."))
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

    async def stop(self) -> None:
        """Finish what is being saved, and tell everybody."""
        for room in self.rooms.values():
            if room.gone:
                continue
            async with room.lock:
                room.gone = "the table is being closed; this answer was not taken"
            room.screens.tell(
                wire.Told(
                    "The table is being closed. Everything is saved; the page comes back by itself when it opens again."
                )
            )
            for task in list(room.minds.tasks):
                task.cancel()
