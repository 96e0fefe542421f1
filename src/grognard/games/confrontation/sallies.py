"""Sallies: moves that may end in contact without being assaults of their own: pursuits, and disengagements that engage."""

from collections.abc import Callable, Iterator, Sequence

from grognard.errors import IllegalChoice
from grognard.games.confrontation.assaults import make_contact, round_to, scares_off
from grognard.games.confrontation.battle import Battle, Fighter
from grognard.games.confrontation.fear import face_fear
from grognard.games.confrontation.moving import Moves, make_move
from grognard.games.confrontation.rout import flee
from grognard.kernel.choice import Spot
from grognard.kernel.referee import Referee


class Sallies(Moves):
    """Where a fighter may go when some enemies may be met at the end of the move: a pursuit, or a disengagement that engages."""

    def __init__(
        self,
        battle: Battle,
        fighter: Fighter,
        verb: str,
        allowance: int,
        enemies: Sequence[Fighter],
        *,
        may_stay: bool = True,
    ) -> None:
        super().__init__(battle, fighter, verb, allowance, may_stay=may_stay)
        self.met = {
            enemy.id: approach
            for enemy in enemies
            if (approach := round_to(battle, fighter, enemy, allowance)) is not None
        }

    def sample(self) -> Iterator[Spot]:
        for enemy, approach in self.met.items():
            name = self.battle.fighter(enemy).name
            yield Spot("assault", *approach.path[-1], approach.path[1:-1], to=f"into contact with {name}", piece=enemy)
        yield from super().sample()

    def any(self, pick: Callable[[int], int]) -> Spot:
        return self.listed[pick(len(self.listed))] if self.met else super().any(pick)

    def check(self, spot: Spot) -> Spot:
        """An end near an enemy that can be met is contact with it."""
        if spot.verb != "assault":
            return super().check(spot)
        for enemy, approach in self.met.items():
            target = self.battle.fighter(enemy)
            room = target.radius + 2 * self.fighter.radius
            if (spot.x - target.x) ** 2 + (spot.y - target.y) ** 2 <= room * room:
                return Spot("assault", *approach.path[-1], approach.path[1:-1], piece=enemy)
        raise IllegalChoice("there is no enemy that can be met there", "C3-PURS-02")


def sally(referee: Referee, battle: Battle, fighter: Fighter, places: Sallies, spot: Spot) -> bool:
    """Make such a move; whether a new enemy was met. It is no charge, but fear counts (C3-RULE-45)."""
    if spot.verb != "assault":
        make_move(referee, battle, fighter, spot)
        return False
    enemy = battle.fighter(spot.piece)
    if not face_fear(referee, battle, fighter, enemy.fear, rule="C3-FEAR-01"):
        flee(referee, battle, fighter)
        return False
    if scares_off(referee, battle, fighter, enemy):
        referee.tell("cannot catch", fighter, enemy, rule="C3-RULE-56")
        return False
    make_contact(referee, battle, fighter, enemy, places.met[enemy.id], charging=False)
    return True
