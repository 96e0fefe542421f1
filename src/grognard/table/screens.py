"""Who is at a battle and what each of them is shown: the table as their seat may know it, who else is there, and nothing more."""

import logging
from bisect import bisect_left
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from grognard.kernel.choice import Question
from grognard.kernel.event import Event
from grognard.kernel.scene import Ground, Scene
from grognard.table import views, wire
from grognard.table.store import Seat

if TYPE_CHECKING:
    from grognard.table.room import Room

log = logging.getLogger("grognard.table")

PERSON, RULES = "person", "rules"
EVERYBODY = "*"  # reads everything: whoever looks on when the battle is over
TAKEN_OVER = "This seat was opened in another window, and is played from there now. Nothing is lost."
CANNOT_DRAW = "This battle cannot be drawn; that is our mistake. It is saved, and nothing is lost."


def nothing() -> None:
    """Where there is no line to end."""


class Sitter:
    """One connection at a seat. `looking` is the side whose view it has; None while it has none."""

    def __init__(
        self, seat: Seat, send: Callable[[bytes], None], client: str = "", close: Callable[[], None] = nothing
    ) -> None:
        self.seat = seat
        self.send = send
        self.client = client  # which window it is; empty if it does not say
        self.close = close  # ends the line when all that was sent is gone
        self.dismissed = False  # somebody else has the seat now
        self.looking: str | None = seat.sides[0] if seat.sides else None
        self.lines = 0  # how much of the log it has, as seen by `looking`
        self.has_log_of: str | None = None
        self.ground: list[Ground] | None = None  # the ground that it has been shown

    def tell(self, message: wire.ToPage) -> None:
        self.send(msgspec.json.encode(message))


class Log:
    """Which events one side may read, kept up with the battle."""

    __slots__ = ("places", "read", "side")

    def __init__(self, side: str | None) -> None:
        self.side = side
        self.places: list[int] = []
        self.read = 0

    def follow(self, events: list[Event]) -> None:
        """Read on."""
        side = self.side
        for place in range(self.read, len(events)):
            if side == EVERYBODY or views.may_read(events[place], side):
                self.places.append(place)
        self.read = len(events)

    def forget(self, left: int) -> None:
        """All but the first so many events are told anew."""
        if left < self.read:
            del self.places[bisect_left(self.places, left) :]
            self.read = left


class Screens:
    """Everybody at one battle."""

    def __init__(self, room: "Room") -> None:
        self.room = room
        self.sitters: list[Sitter] = []
        self.logs: dict[str | None, Log] = {}

    # Coming and going

    def elsewhere(self, seat: Seat, client: str) -> list[Sitter]:
        """Other windows in which this seat is open. Onlookers may be many, and whoever does not say who they are is not asked."""
        if not seat.sides or not client:
            return []
        return [one for one in self.sitters if one.seat.place == seat.place and one.client not in ("", client)]

    def add(self, sitter: Sitter) -> None:
        """Somebody takes a seat; other windows of the same seat are told and let go."""
        for other in self.sitters[:]:
            if sitter.seat.sides and sitter.client and other.seat.place == sitter.seat.place and other.client:
                self.sitters.remove(other)
                other.dismissed = True
                other.tell(wire.Gone(TAKEN_OVER, take=True))
                other.close()
        self.sitters.append(sitter)

    # To everybody

    def tell(self, message: wire.ToPage) -> None:
        """The same to everybody."""
        data = msgspec.json.encode(message)
        for sitter in self.sitters:
            sitter.send(data)

    def tell_presence(self) -> None:
        self.tell(wire.Presence(self.side_seats(), sum(not sitter.seat.sides for sitter in self.sitters)))

    def side_seats(self) -> list[wire.SideSeat]:
        here = {side for sitter in self.sitters for side in sitter.seat.sides}
        names = self.room.kept.settings.names
        thinking = self.room.minds.thinking
        return [
            wire.SideSeat(side, names.get(side, ""), who, who != PERSON or side in here, side in thinking)
            for side, who in self.room.players.items()
        ]

    def show_all(self) -> None:
        """Show everybody how things stand now."""
        scenes: dict[str | None, Scene] = {}
        for sitter in self.sitters[:]:
            self.show(sitter, scenes)

    def show(self, sitter: Sitter, scenes: dict[str | None, Scene] | None = None, *, taken: bool = False) -> None:
        """Show one connection all that its seat may know."""
        try:
            sitter.tell(self.state_for(sitter, scenes, taken=taken))
        except Exception:
            log.exception("cannot draw", extra={"battle": self.room.id})
            sitter.tell(wire.Refused(CANNOT_DRAW))

    # To one of them

    def state_for(
        self, sitter: Sitter, scenes: dict[str | None, Scene] | None = None, *, taken: bool = False
    ) -> wire.State:
        """All that this connection may know now. Scenes that were drawn for others of the same side are used again."""
        room, run, seat = self.room, self.room.run, sitter.seat
        question = self.question_of(sitter)
        hand_over = self._hand_over(sitter, question, taken=taken)
        looking = None if hand_over else sitter.looking
        scene = self._scene(sitter, looking, {} if scenes is None else scenes)
        same_ground = sitter.ground is not None and sitter.ground == scene.ground
        sitter.ground = scene.ground
        over = views.over_of(run)
        start, lines = self._news(sitter, looking)
        return wire.State(
            battle=room.id,
            position=room.place,
            game=room.game.name,
            title=room.game.title,
            scenario=room.kept.title,
            scene=msgspec.structs.replace(scene, ground=[]) if same_ground else scene,
            same_ground=same_ground,
            log_from=start,
            log=lines,
            sides=self.side_seats(),
            yours=list(seat.sides),
            looking=looking or "",
            hand_over=hand_over,
            question=None if question is None or hand_over else room.asked(question),
            waits_for=[asked.side for asked in run.questions],
            undo=room.undo_for(seat),
            over=over,
            commitment=run.record.dice.commitment,
            seed=room.kept.seed if over is not None else "",
            companion=room.kept.settings.companion,
            typed_dice=bool(run.record.dice.typed),
        )

    def _scene(self, sitter: Sitter, looking: str | None, scenes: dict[str | None, Scene]) -> Scene:
        scene = scenes.get(looking)
        if scene is None:
            scene = scenes[looking] = views.scene_for(self.room.run, looking)
            if sitter.ground is not None and sitter.ground == scene.ground:
                scene.ground = sitter.ground  # one ground in memory for all who have seen it
        return scene

    def _news(self, sitter: Sitter, looking: str | None) -> tuple[int, list[wire.Line]]:
        """The lines of the log that this connection has not had yet, and where they begin."""
        seen = self.log_of(looking)
        if sitter.has_log_of != seen.side:
            sitter.has_log_of, sitter.lines = seen.side, 0
        start = min(sitter.lines, len(seen.places))
        sitter.lines = len(seen.places)
        events = self.room.run.events
        return start, [views.line_of(start + n, events[place]) for n, place in enumerate(seen.places[start:])]

    def log_of(self, side: str | None) -> Log:
        """The log as this side may read it, up to date. When the battle is over nothing of it is hidden any more."""
        reader = EVERYBODY if self.room.run.over else side
        seen = self.logs.get(reader)
        if seen is None:
            seen = self.logs[reader] = Log(reader)
        seen.follow(self.room.run.events)
        return seen

    def told_anew(self, left: int) -> None:
        """All but the first so many events were told anew: what was sent of them is sent again."""
        for seen in self.logs.values():
            seen.forget(left)
        for sitter in self.sitters:
            known = self.logs.get(sitter.has_log_of)
            sitter.lines = min(sitter.lines, 0 if known is None else len(known.places))

    def question_of(self, sitter: Sitter) -> Question | None:
        """What is asked of this seat now: of the side that looks on if it is asked, else of another side of the seat."""
        mine = [question for question in self.room.run.questions if self.room.plays(sitter.seat, question)]
        return next((question for question in mine if question.side == sitter.looking), mine[0] if mine else None)

    def _hand_over(self, sitter: Sitter, question: Question | None, *, taken: bool) -> str:
        """The side that must take the screen first. Without secrets the view changes by itself."""
        if question is None or question.side == sitter.looking or question.side not in sitter.seat.sides:
            return ""
        always = self.room.kept.settings.hand_over == "always"
        if not taken and (always or views.has_secrets(self.room.run, list(sitter.seat.sides))):
            return question.side
        sitter.looking = question.side
        return ""
