"""Actions other than moving: what half a turn or a whole one can be spent on."""

from collections.abc import Callable

from grognard.games.high_adventure import artefacts, dungeons, fire, loading, mounted, prisoners
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.contact import fits, stand
from grognard.games.high_adventure.figures import CONTACT, INCH, Figure, State, gap
from grognard.games.high_adventure.movement import after_move, can_jump
from grognard.games.high_adventure.preparation import disturb
from grognard.games.high_adventure.things import Door, Item
from grognard.games.high_adventure.visibility import look_round
from grognard.ground.ends import nearest_point
from grognard.ground.lines import stretches
from grognard.ground.measure import Spot, along, distance, step
from grognard.ground.shapes import middle
from grognard.ground.terrain import Feature
from grognard.kernel.choice import Pick
from grognard.kernel.referee import Referee

GAPS = ("water", "lava", "pit", "chasm")  # HA-RULE-88: may be jumped
BRINK = INCH // 2  # how near to a gap a base must be to jump it
TAKE = 25  # a thing's own radius


def half_actions(battle: Battle, figure: Figure) -> list[Pick]:
    """What a figure may do with half a turn besides moving (HA-RULE-12)."""
    if figure.halves < 1 or figure.helpless or figure.fleeing or figure.effect("floating"):
        return []
    found: list[Pick] = []
    if not figure.loaded and loading.can_load(figure):
        found.append(Pick("load"))  # HA-MOVE-13
    if len(figure.profile.weapons) > 1:
        found += [Pick(f"ready {w.name}") for w in figure.profile.weapons if w.name != figure.hand]  # HA-MOVE-15
    if figure.engaged:
        return found
    found += _horse(battle, figure)
    if battle.items:
        found += _things(battle, figure)
    if battle.doors:
        found += _doors(battle, figure)
    found += [Pick(f"jump {f.name}", f"Jump across {f.name}") for f, _ in jumps(battle, figure)]
    return found


def whole_actions(battle: Battle, figure: Figure) -> list[Pick]:
    """What takes a whole turn: a fire, water, prisoners, climbing out, freeing a friend (HA-RULE-12)."""
    if figure.halves < 2 or figure.walked or figure.engaged or figure.helpless or figure.fleeing:
        return []
    found = [Pick(key) for key in fire.actions(battle, figure)] + [
        Pick(key) for key in artefacts.actions(battle, figure)
    ]
    if prisoners.prisoners_of(battle, figure):
        found.append(Pick("dispatch", "Dispatch up to two prisoners"))  # HA-PRI-03
    return found


def _horse(battle: Battle, figure: Figure) -> list[Pick]:
    """HA-RULE-105: half a turn on or off."""
    if figure.mounted:
        return [Pick("dismount")]
    return [Pick("mount")] if mounted.horse_at_hand(battle, figure) else []


def _things(battle: Battle, figure: Figure) -> list[Pick]:
    """Pick up, hand on, light and put out (HA-RULE-97, HA-RULE-104)."""
    found: list[Pick] = []
    reach = figure.radius + TAKE + CONTACT
    for item in battle.items:
        if item.gone or item.kind == "horse":
            continue
        if not item.holder and (item.x - figure.x) ** 2 + (item.y - figure.y) ** 2 <= reach * reach:
            found.append(Pick(f"take {item.id}", f"Pick up {item.name}", item.id))
        elif item.holder == figure.id:
            if item.kind == "torch" and (item.lit or not figure.weapon.two_handed):  # HA-RULE-104: it takes a hand
                found.append(
                    Pick(
                        f"{'douse' if item.lit else 'light'} {item.id}",
                        f"{'Put out' if item.lit else 'Light'} {item.name}",
                    )
                )
            found += [
                Pick(f"give {item.id} to {friend.id}", f"Hand {item.name} to {friend.name}", friend.id)
                for friend in battle.able(figure.side)
                if friend is not figure and gap(friend, figure) == 0 and not friend.helpless
            ]
    return found


def _doors(battle: Battle, figure: Figure) -> list[Pick]:
    """HA-RULE-98: open or close, pick the lock, or break it down."""
    found: list[Pick] = []
    for door in dungeons.doors_at_hand(battle, figure):
        if not door.locked:
            found.append(Pick(f"{'open' if door.shut else 'close'} {door.name}"))
        elif figure.busy != "door":
            found += [
                Pick(f"pick {door.name}", f"Pick the lock of {door.name}"),
                Pick(f"force {door.name}", f"Break {door.name} down"),
            ]
    return found


def jumps(battle: Battle, figure: Figure) -> list[tuple[Feature, Spot]]:
    """Gaps that a figure at the brink can jump, and where it lands (HA-MOVE-03)."""
    if figure.mounted or not any(feature.kind in GAPS for feature in battle.terrain.features):
        return []
    found = []
    for feature in battle.terrain.near(figure.x, figure.y, figure.radius + BRINK):
        if feature.kind in GAPS and feature.impassable:
            spot = landing(battle, figure, feature)
            if spot is not None:
                found.append((feature, spot))
    return found


def landing(battle: Battle, figure: Figure, feature: Feature) -> Spot | None:
    """Straight across the gap, if it is no wider than the figure can jump and there is room beyond."""
    px, py = nearest_point(feature.shape, figure.x, figure.y)
    if (px, py) == (figure.x, figure.y):
        px, py = middle(feature.shape)
    dx, dy = px - figure.x, py - figure.y
    far = along(figure.x, figure.y, dx, dy, 2000)
    inside = stretches(feature.shape, figure.x, figure.y, *far)
    if not inside:
        return None
    length = distance(figure.x, figure.y, *far)
    enter, leave = inside[0][0] * length, inside[-1][1] * length
    if not can_jump(battle, figure, round(leave - enter)):
        return None
    spot = along(figure.x, figure.y, dx, dy, round(leave) + figure.radius + 1)
    return spot if fits(battle, figure, *spot) else None


# Doing it


def act(referee: Referee, battle: Battle, figure: Figure, key: str) -> None:
    """Do what was chosen; most things cost half a turn (HA-RULE-12)."""
    word, _, rest = key.partition(" ")
    figure.acted = True
    if key == "load":
        loading.load(referee, battle, figure)
        return
    doing = _DOING.get(word)
    if doing is None:
        whole(referee, battle, figure, key)
        return
    figure.halves -= 1
    if word != "ready":
        disturb(battle, figure)
    doing(referee, battle, figure, rest)


def whole(referee: Referee, battle: Battle, figure: Figure, key: str) -> None:
    """A whole turn's task."""
    figure.halves = 0
    disturb(battle, figure)
    if key == "dispatch":
        figure.busy = "dispatch"
    elif key in fire.actions(battle, figure):
        fire.act(referee, battle, figure, key)
    else:
        artefacts.act(referee, battle, figure, key)


def ready(referee: Referee, battle: Battle, figure: Figure, name: str) -> None:
    """HA-MOVE-15: change the weapon in hand."""
    figure.hand = name
    if figure.weapon.two_handed:
        figure.two_handed = battle.turn  # HA-RULE-58
        for item in battle.items_of(figure):
            item.lit = item.lit and item.kind != "torch"  # HA-RULE-104: a torch takes a hand
    referee.tell("{0} readies {1}", figure, name, rule="HA-MOVE-15")


def _mount(referee: Referee, battle: Battle, figure: Figure, rest: str) -> None:
    horse = mounted.horse_at_hand(battle, figure)
    if horse is not None:
        mounted.mount(referee, battle, figure, horse)


def _dismount(referee: Referee, battle: Battle, figure: Figure, rest: str) -> None:
    mounted.dismount(referee, battle, figure)


def take(referee: Referee, battle: Battle, figure: Figure, id: str) -> None:
    """HA-RULE-97: pick a thing up."""
    item = _item(battle, id)
    item.holder, item.side = figure.id, figure.side
    referee.tell("picks up", figure, item, rule="HA-RULE-97")


def _give(referee: Referee, battle: Battle, figure: Figure, rest: str) -> None:
    """HA-RULE-97: hand a thing on in contact."""
    id, _, friend = rest.partition(" to ")
    item = _item(battle, id)
    item.holder = friend
    referee.tell("{0} hands {1} to {2}", figure, item, battle.figure(friend), rule="HA-RULE-97")


def _light(referee: Referee, battle: Battle, figure: Figure, id: str) -> None:
    """HA-RULE-104: a torch is lit, or put out, as half a turn by its bearer."""
    item = _item(battle, id)
    item.lit = not item.lit
    referee.tell("lights" if item.lit else "puts out", figure, item, rule="HA-RULE-104")
    look_round(battle)


def _item(battle: Battle, id: str) -> Item:
    return next(item for item in battle.items if item.id == id)


def _work(referee: Referee, battle: Battle, figure: Figure, name: str) -> None:
    dungeons.work(referee, battle, figure, _door(battle, name))


def _pick(referee: Referee, battle: Battle, figure: Figure, name: str) -> None:
    figure.busy = "door"
    dungeons.pick_lock(referee, battle, figure, _door(battle, name))


def _force(referee: Referee, battle: Battle, figure: Figure, name: str) -> None:
    figure.busy = "door"
    dungeons.force(referee, battle, figure, _door(battle, name))


def _door(battle: Battle, name: str) -> Door:
    return next(door for door in battle.doors if door.name == name)


def jump(referee: Referee, battle: Battle, figure: Figure, name: str) -> None:
    """HA-MOVE-03: across a gap; half a turn."""
    for feature, spot in jumps(battle, figure):
        if feature.name == name:
            stand(battle, figure, *spot)
            referee.tell("{0} jumps across {1}", figure, name, rule="HA-MOVE-03")
            after_move(referee, battle, figure)
            return


_DOING: dict[str, Callable[[Referee, Battle, Figure, str], None]] = {
    "ready": ready, "mount": _mount, "dismount": _dismount, "take": take, "give": _give, "light": _light, "douse": _light,
    "open": _work, "close": _work, "pick": _pick, "force": _force, "jump": jump,
}  # fmt: skip


def climb_out(referee: Referee, battle: Battle, figure: Figure) -> None:
    """HA-RULE-99: a whole turn to climb out of a pit; it then stands beside it."""
    for reach in range(50, 800, 50):
        for degrees in range(0, 360, 30):
            spot = step(figure.x, figure.y, degrees, reach)
            if fits(battle, figure, *spot):
                stand(battle, figure, *spot)
                figure.effects = [effect for effect in figure.effects if effect.name != "pit"]
                figure.halves = 0
                referee.tell("climbs out", figure, rule="HA-RULE-99")
                return


def bodies(battle: Battle) -> list[Figure]:
    """The dead who lie on the table."""
    return [figure for figure in battle.figures if figure.state is State.KILLED]
