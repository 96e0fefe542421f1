"""The turn of a toy battle."""

from collections.abc import Iterator
from itertools import pairwise
from math import hypot

from grognard.errors import IllegalChoice
from grognard.kernel.battle import Outcome
from grognard.kernel.choice import Pick, Place, Spot
from grognard.kernel.dice import D6
from grognard.kernel.referee import Referee
from grognard.kernel.tally import Modifier, Tally
from tests.table.toy.battle import Battle, Figure

CARDS = ("ace", "king", "queen", "knave")


class Walk(Place[Spot]):
    """A walk of up to 6 inches."""

    def __init__(self, battle: Battle, figure: Figure) -> None:
        self.battle, self.figure = battle, figure

    @property
    def mover(self) -> str:
        return self.figure.id

    @property
    def allowance(self) -> int:
        return 600

    def sample(self) -> Iterator[Spot]:
        for dx, dy in ((0, 0), (0, 400), (0, -400), (400, 0), (-400, 0), (300, 300)):
            try:
                yield self.check(Spot("move", self.figure.x + dx, self.figure.y + dy))
            except IllegalChoice:
                continue

    def cost(self, spot: Spot) -> int:
        way = [(self.figure.x, self.figure.y), *spot.via, (spot.x, spot.y)]
        return round(sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(way)))

    def check(self, spot: Spot) -> Spot:
        if not (0 <= spot.x <= 2400 and 0 <= spot.y <= 1800) or self.cost(spot) > 600:
            raise IllegalChoice("that is farther than it may go", "TY-MOVE-01")
        if any(
            other is not self.figure and not other.off and hypot(other.x - spot.x, other.y - spot.y) < 100
            for other in self.battle.figures
        ):
            raise IllegalChoice("somebody stands there", "TY-MOVE-02")
        return Spot("move", spot.x, spot.y, spot.via, piece=self.figure.id)

    def region(self) -> list[list[tuple[int, int]]]:
        x, y = self.figure.x, self.figure.y
        low, high = max(0, x - 420), min(2400, x + 420)
        return [
            [(low, max(0, y - 420)), (high, max(0, y - 420)), (high, min(1800, y + 420)), (low, min(1800, y + 420))]
        ]


def play_on(referee: Referee, battle: Battle) -> None:
    if battle.turn == 0:
        start(referee, battle)
        return
    side = battle.sides[battle.mover]
    activate(referee, battle, side.id)
    end(referee, battle)


def start(referee: Referee, battle: Battle) -> None:
    for side in battle.sides:
        (side.card,) = referee.draw(CARDS, 1, "card", by=side.id, rule="TY-SHOVE-02", seen_by=(side.id,))
    battle.turn, battle.phase = 1, "Fight"
    referee.tell("Turn 1 begins", rule="TY-TURN-01", kind="phase")


def activate(referee: Referee, battle: Battle, side: str) -> None:
    mine = battle.standing(side)
    picked = referee.choose(
        side, "Who moves?", [Pick(figure.id, figure.name, figure.id) for figure in mine], rule="TY-TURN-01"
    )
    figure = battle.piece(picked.key)
    assert figure is not None
    spot = referee.choose(
        side,
        f"Where does {figure.name} go?",
        Walk(battle, figure),
        rule="TY-MOVE-01",
        about=(figure.id,),
        because="It may go 6 inches.",
    )
    figure.x, figure.y = spot.x, spot.y
    referee.tell("moves", figure, rule="TY-MOVE-01")
    foe = "blue" if side == "red" else "red"
    targets = battle.standing(foe)
    if targets and referee.may(side, f"Does {figure.name} shove?", rule="TY-SHOVE-01"):
        aim = referee.choose(
            side,
            "Whom?",
            [Pick(f"shove {t.id}", f"Shove {t.name}", t.id) for t in targets],
            rule="TY-SHOVE-01",
            about=(figure.id,),
        )
        target = battle.piece(aim.piece)
        assert target is not None
        shove(referee, figure, target)


def shove(referee: Referee, figure: Figure, target: Figure) -> None:
    picks = (Pick("high"), Pick("low"))
    both = referee.choose_secretly("High or low?", {figure.side: picks, target.side: picks}, rule="TY-SHOVE-01")
    differs = both[figure.side].key != both[target.side].key
    tally = Tally([Modifier(2 if differs else 0, "picked otherwise", "TY-SHOVE-01")])
    roll = referee.roll(2 * D6, f"{figure.name} shoves {target.name}", by=figure.side, rule="TY-SHOVE-01")
    if roll.total + tally.total >= 7:
        target.off = True
        referee.tell("shoves {} off the field", target, because=tally, rule="TY-SHOVE-01")
    else:
        referee.tell("does not budge", target, because=tally, rule="TY-SHOVE-01")


def end(referee: Referee, battle: Battle) -> None:
    battle.mover = 1 - battle.mover
    if battle.mover == 0:
        battle.turn += 1
    left = {side.id: len(battle.standing(side.id)) for side in battle.sides}
    if battle.turn > battle.last_turn or not all(left.values()):
        winner = max(left, key=lambda side: left[side]) if len(set(left.values())) > 1 else ""
        battle.outcome = Outcome(winner, f"{left['red']} reds and {left['blue']} blues are left", "TY-TURN-02", left)
