"""The shooting step: targets declared, dice for every shot, and all wounds together."""

from grognard.games.high_adventure import solo
from grognard.games.high_adventure.asking import ask
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.loading import empty
from grognard.games.high_adventure.orders import is_uncommanded
from grognard.games.high_adventure.preparation import disturb
from grognard.games.high_adventure.shooting import (
    aim_at,
    can_shoot_at_all,
    into_melee,
    loose,
    missile_source,
    targets_for,
)  # fmt: skip
from grognard.games.high_adventure.things import Shot, Task
from grognard.games.high_adventure.wounds import SOURCES, suffer
from grognard.kernel.choice import Option
from grognard.kernel.referee import Referee


class Target(Option, frozen=True, gc=False):
    """Shoot at somebody."""

    id: str
    name: str

    @property
    def key(self) -> str:
        return f"shoot at {self.id}"

    @property
    def words(self) -> str:
        return f"Shoot at {self.name}"

    @property
    def pieces(self) -> tuple[str, ...]:
        return (self.id,)


class Hold(Option, frozen=True, gc=False):
    """Do not shoot."""

    @property
    def key(self) -> str:
        return "hold"


HOLD = Hold()


def declarations(battle: Battle) -> list[Task]:
    """Who is asked for a target: each player's shooter, each group that nobody commands (HA-SHO-04)."""
    found = []
    for group in battle.groups:
        ready = [figure for figure in battle.members(group) if can_shoot_at_all(battle, figure)]
        if ready and is_uncommanded(battle, group):
            found.append(Task("marks", group.id))
        elif ready:
            found += [Task("aim", figure.id) for figure in ready if not figure.preparing]
    return found


def marks(referee: Referee, battle: Battle, task: Task) -> bool:
    """HA-SOL-53: an uncommanded group shoots at the nearest enemy only."""
    solo.declare_shots(referee, battle, battle.group(task.who))
    return False


def aim(referee: Referee, battle: Battle, task: Task) -> bool:
    """A player's shooter names its target before dice are thrown, or holds (HA-SHO-04, HA-MOVE-14)."""
    shooter = battle.figure(task.who)
    targets = targets_for(battle, shooter)
    if not targets:
        return False
    options: list[Option] = [Target(foe.id, foe.name) for foe in targets]
    options.append(HOLD)
    picked = ask(
        referee, shooter.side, f"At whom does {shooter.name} shoot?", options, rule="HA-SHO-04", about=(shooter.id,)
    )
    if isinstance(picked, Target):
        battle.shots.append(Shot(shooter.id, picked.id, shooter.weapon.name))
    return True


def volley(referee: Referee, battle: Battle, task: Task) -> bool:
    """Everybody who declared shoots, also who is shot down in the same step (HA-TURN-05)."""
    battle.queue[:0] = [*(Task("shot", number=n) for n in range(len(battle.shots))), Task("hits")]
    return False


def shoot(referee: Referee, battle: Battle, task: Task) -> bool:
    """One shot: its dice. The wound waits."""
    shot = battle.shots[task.number]
    shooter = battle.figure(shot.shooter)
    shooter.seen = True  # HA-VIS-04: whoever shoots shows himself
    target = into_melee(referee, battle, shot)
    flight = loose(referee, battle, shooter, target, aim_at(battle, shooter, target))
    shot.cell, shot.victim = flight.cell, flight.victim
    empty(battle, shooter)
    disturb(battle, shooter)
    return True


def hits(referee: Referee, battle: Battle, task: Task) -> bool:
    """All wounds of the step together."""
    struck = [shot for shot in battle.shots if shot.victim and shot.cell != "-"]
    for shot in sorted(struck, key=lambda shot: SOURCES.index(source_of(battle, shot))):
        shooter, source = battle.figure(shot.shooter), source_of(battle, shot)
        suffer(referee, battle, battle.figure(shot.victim), shot.cell, source=source, by=shooter, rule="HA-SHO-22")
    return bool(struck)


def source_of(battle: Battle, shot: Shot) -> str:
    """What hurts whoever is hit by it."""
    shooter = battle.figure(shot.shooter)
    return missile_source(next((w for w in shooter.profile.weapons if w.name == shot.weapon), shooter.weapon))


STEPS = {"marks": marks, "aim": aim, "volley": volley, "shot": shoot, "hits": hits}
