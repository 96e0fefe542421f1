"""The nine minor abilities, one function each: what happens once the casting has worked (HA-MIN)."""

from grognard.games.high_adventure import fire
from grognard.games.high_adventure.abilities import ABILITIES
from grognard.games.high_adventure.aims_at_things import combustibles, items_in_reach, place_of
from grognard.games.high_adventure.artefacts import reveal
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.contact import lift, stand
from grognard.games.high_adventure.dungeons import set_door
from grognard.games.high_adventure.effects import lay_on, lift_off, roll_duration
from grognard.games.high_adventure.figures import Effect, Figure, gap
from grognard.games.high_adventure.groups import hearers
from grognard.games.high_adventure.push_back import knock
from grognard.games.high_adventure.reach import in_range, reach_to
from grognard.games.high_adventure.things import Casting, Cloud
from grognard.ground.shapes import Disc
from grognard.ground.terrain import Feature
from grognard.kernel.dice import D6
from grognard.kernel.referee import Referee

SMOKE_RADIUS = 400  # HA-MIN-01: 8" across


def smoke(referee: Referee, battle: Battle, caster: Figure, casting: Casting) -> None:
    """HA-MIN-01: a cloud that nobody sees through for D6 turns."""
    turns = roll_duration(referee, D6, "smoke", caster.side, "HA-MIN-01", hearers(battle, caster))
    battle.made += 1
    name = f"smoke {battle.made}"
    battle.clouds.append(
        Cloud(name, "smoke", caster.id, caster.side, casting.x, casting.y, SMOKE_RADIUS, turns, battle.turn)
    )
    battle.table = battle.table.with_features(
        Feature(name, Disc(casting.x, casting.y, SMOKE_RADIUS), "smoke", blocks_sight=True)
    )
    referee.tell("{0} fills the air with smoke for {1} turns", caster, turns, rule="HA-MIN-01")


def levitate(referee: Referee, battle: Battle, caster: Figure, casting: Casting) -> None:
    """HA-MIN-02: the load goes there at once and hangs while the caster does nothing else (HA-RULE-41)."""
    door = next((door for door in battle.doors if door.name == casting.target), None)
    if door is not None:
        set_door(battle, door, False, door.locked)
        caster.effects.append(Effect("lifts", by=door.name, since=battle.turn))
        referee.tell("{0} lifts the door {1}", caster, door.name, rule="HA-MIN-02")
        return
    load = battle.piece(casting.target)
    if isinstance(load, Figure):
        lift(battle, load)
        stand(battle, load, casting.x, casting.y)
        lay_on(referee, battle, load, "floating", caster.id)
    else:
        for item in battle.items:
            if item.id == casting.target:
                item.x, item.y = casting.x, casting.y
    referee.tell("lifts", caster, load, rule="HA-MIN-02")


def open_lock_close(referee: Referee, battle: Battle, caster: Figure, casting: Casting) -> None:
    """HA-MIN-03: a door obeys; from the next turn on a 6 gives it back."""
    door = next(door for door in battle.doors if door.name == casting.target)
    if not door.held:
        door.was_shut, door.was_locked = door.shut, door.locked
    set_door(battle, door, casting.use != "open", casting.use == "lock")
    door.held = battle.turn
    referee.tell("{0} makes the door {1} {2}", caster, door.name, casting.use, rule="HA-MIN-03")


def find(referee: Referee, battle: Battle, caster: Figure, casting: Casting) -> None:
    """HA-MIN-04: the nearest hidden person within 24", else the nearest unknown thing; no sight is needed."""
    ability = ABILITIES["Find"]
    hidden = [
        figure
        for figure in battle.enemies(caster.side)
        if (not figure.seen or figure.invisible) and in_range(ability, gap(caster, figure))
    ]
    if hidden:
        found = min(hidden, key=lambda figure: gap(caster, figure))
        found.located, found.seen = battle.turn, True
        referee.tell("finds", caster, found, rule="HA-MIN-04")
        return
    things = [item for item in items_in_reach(battle, caster, ability) if not item.known and item.holder == ""]
    if not things:
        referee.tell("finds nothing hidden", caster, rule="HA-MIN-04")
        return
    thing = min(things, key=lambda item: reach_to(caster, *place_of(battle, item)))
    referee.tell("finds", caster, thing, rule="HA-MIN-04")


def light_torch(referee: Referee, battle: Battle, caster: Figure, casting: Casting) -> None:
    """HA-MIN-05: light, never a wound: a torch, a camp fire that does not spread (HA-RULE-104), or warmth for the
    frozen."""
    if casting.use == "thaw":
        _thaw(referee, battle, casting)
    elif casting.use == "light":
        for item in battle.items:
            if item.id == casting.target:
                item.lit = True
                referee.tell("lights", caster, item, rule="HA-MIN-05")
    else:
        for feature, x, y in combustibles(battle, caster, ABILITIES["Light torch"]):
            if feature.name == casting.target:
                fire.light_camp_fire(referee, battle, caster, x, y)


def _thaw(referee: Referee, battle: Battle, casting: Casting) -> None:
    figure = battle.figure(casting.target)
    lift_off(figure, "frozen")
    referee.tell("thaws", figure, rule="HA-RULE-51")


def oppose(referee: Referee, battle: Battle, caster: Figure, casting: Casting) -> None:
    """HA-MIN-06: the other magic user can use no ability this turn; a longer preparation only loses this turn
    (HA-RULE-42)."""
    victim = battle.figure(casting.target)
    lay_on(referee, battle, victim, "opposed", caster.id)
    referee.tell("opposes the magic of", caster, victim, rule="HA-MIN-06")


def sleep(referee: Referee, battle: Battle, caster: Figure, casting: Casting) -> None:
    """HA-MIN-07: helpless until a 6 in a later turn."""
    victim = battle.figure(casting.target)
    lay_on(referee, battle, victim, "sleep", caster.id)
    referee.tell("falls asleep", victim, rule="HA-MIN-07")


def divine(referee: Referee, battle: Battle, caster: Figure, casting: Casting) -> None:
    """HA-MIN-08: whether a thing is magical, and what it is for."""
    for item in battle.items:
        if item.id == casting.target:
            reveal(referee, battle, caster, item)


def knock_back(referee: Referee, battle: Battle, caster: Figure, casting: Casting) -> None:
    """HA-MIN-09: D6" straight back; what stops it costs a light wound, and an enemy's inch pins (HA-RULE-43)."""
    victim = battle.figure(casting.target)
    inches = referee.roll(D6, "knock back, in inches", by=caster.side, rule="HA-MIN-09").total
    referee.tell("{0} hurls {1} back", caster, victim, rule="HA-MIN-09")
    knock(referee, battle, victim, caster.x, caster.y, 100 * inches)  # HA-RULE-43
