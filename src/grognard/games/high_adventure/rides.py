"""Where a rider may go: straight ahead, with a pivot in each half of the move."""

from collections.abc import Iterator

from grognard.errors import IllegalChoice
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.figures import Figure
from grognard.games.high_adventure.mounted import is_ride, ride_path
from grognard.games.high_adventure.movement import walk_of
from grognard.games.high_adventure.moves import Move, Slot
from grognard.ground.measure import step, turn_between
from grognard.ground.paths import Path
from grognard.kernel.choice import Spot


class Ride(Move):
    """The ends of a ride: straight ahead, with a pivot of up to 45 degrees in each half (HA-MOVE-08)."""

    def _kinds(self) -> Iterator[Slot]:
        if self.may_stay:
            yield self._stay, ()
        for edge in self.battle.side(self.figure.side).exits:
            yield self._exit_ride, (edge,)
        half = self._allowance // 2
        for first in (0, -45, 45, -22, 22):
            for second in (0, -45, 45):
                for run, more in ((half, half), (half, 0), (half, half // 2)):
                    if more or not second:
                        yield self._ride, (first, run, second, more)
        for about in (90, -90, 180):
            yield self._about_turn, (about,)

    def _exit_ride(self, edge: str) -> Spot | None:
        """Straight off the table, where the animal faces near enough that way."""
        figure, table = self.figure, self.battle.table
        heading = {"north": 0, "east": 90, "south": 180, "west": 270}[edge]
        if abs(turn_between(figure.facing, heading)) > 45:
            return None
        far = {"north": table.height - figure.y, "south": figure.y, "east": table.width - figure.x, "west": figure.x}[
            edge
        ]
        length = far - figure.radius
        if length > self._allowance:
            return None
        end = step(figure.x, figure.y, heading, length)
        spot = self._found(
            walk_of(self.battle, figure, ((figure.x, figure.y), end), self._allowance), f"off by the {edge} edge"
        )
        return None if spot is None else Spot("leave", spot.x, spot.y, spot.via, heading, spot.to, spot.piece)

    def _ride(self, first: int, run: int, second: int, more: int) -> Spot | None:
        path, facing = ride_path(self.figure, first, run, second, more)
        path = tuple(spot for n, spot in enumerate(path) if not n or spot != path[n - 1])
        walk = walk_of(self.battle, self.figure, path, self._allowance)
        if walk.refusal:
            return None
        spot = self._found(walk, "on")
        return None if spot is None else Spot(self.verb, spot.x, spot.y, spot.via, facing, "on", spot.piece)

    def _about_turn(self, degrees: int) -> Spot:
        """HA-MOVE-09: the animal stays, and turns about in the second half of the move."""
        return Spot(
            "stay", self.figure.x, self.figure.y, (), (self.figure.facing + degrees) % 360, "turning", self.figure.id
        )

    def check(self, spot: Spot) -> Spot:
        figure = self.figure
        if spot.verb != "stay":
            path: Path = ((figure.x, figure.y), *spot.via, (spot.x, spot.y))
            if not is_ride(figure, path, self._allowance):
                raise IllegalChoice(
                    "a ridden animal goes straight ahead, with a pivot of up to 45 degrees in each half", "HA-MOVE-08"
                )
            walk = walk_of(self.battle, figure, path, self._allowance)
            if walk.refusal:
                raise IllegalChoice(*self._words(walk.refusal))
            return Spot(spot.verb, spot.x, spot.y, spot.via, spot.facing, piece=figure.id)
        return Spot("stay", figure.x, figure.y, facing=spot.facing, piece=figure.id)


def place_for(battle: Battle, figure: Figure, allowance: int, verb: str = "move", stay: bool = True) -> Move:
    """The move that a figure may make with that allowance, on foot or in the saddle."""
    return (Ride if figure.mounted else Move)(battle, figure, allowance, verb, stay)
