"""Whom or what an ability may be aimed at, and where (HA-MAG-13)."""

from collections.abc import Callable, Iterator

from grognard.games.high_adventure import visibility
from grognard.games.high_adventure.abilities import Ability
from grognard.games.high_adventure.battle import Battle, Door, Figure, Fire, Item, State, gap
from grognard.games.high_adventure.contact import edge_of
from grognard.games.high_adventure.creatures import creature, shapes_to_take
from grognard.ground.ends import nearest_point
from grognard.ground.measure import root_up
from grognard.ground.terrain import Feature
from grognard.kernel.choice import Pick

COMBUSTIBLE = ("wood", "scrub", "crops", "building", "hedge")  # HA-FIR-05: what burns
FREEZABLE = ("water", "lava", "pit")  # HA-MAJ-06, HA-RULE-88
AT_AN_ENEMY = ("Sleep", "Knock back", "Petrify", "Hypnotic gaze")
AT_A_POINT = ("Smoke", "Illusion", "Avatar")
NEEDS_NO_TARGET = ("Wind storm", "Summon", "Find")
USES = (
    "open",
    "close",
    "lock",
    "lift",
    "raise",
    "free",
    "thaw",
    "burn",
    "light",
    "camp fire at",
    "ice on",
    "put out",
    "become",
    "bones",
)


def reach_to(figure: Figure, x: int, y: int) -> int:
    """How far a spot is from the edge of a figure's base."""
    return max(0, root_up((x - figure.x) ** 2 + (y - figure.y) ** 2) - figure.radius)


def in_range(ability: Ability, distance: int) -> bool:
    """HA-MAG-13: exactly at the limit is in range."""
    return distance <= ability.reach


def targets(battle: Battle, caster: Figure, ability: Ability) -> list[Pick]:
    """Everything that the ability may be aimed at now, as options; empty where nothing is."""
    name = ability.name
    if name in NEEDS_NO_TARGET or name in AT_A_POINT:
        return []
    finder = _FINDERS.get(name)
    return (
        list(finder(battle, caster, ability))
        if finder
        else [_pick(figure) for figure in enemies_in_reach(battle, caster, ability)]
    )


def has_aim(battle: Battle, caster: Figure, ability: Ability) -> bool:
    """Could it be cast at all now?"""
    return ability.name in NEEDS_NO_TARGET or ability.name in AT_A_POINT or bool(targets(battle, caster, ability))


def split_key(key: str) -> tuple[str, str]:
    """The use and the target in the key of an option: "open vault door" is ("open", "vault door")."""
    for use in USES:
        if key.startswith(use + " "):
            return use, key.removeprefix(use + " ")
    return "", key


def _pick(figure: Figure, verb: str = "") -> Pick:
    return Pick(f"{verb} {figure.id}".strip(), f"{verb.capitalize()} {figure.name}".strip(), figure.id)


# Figures


def is_aimable(battle: Battle, caster: Figure, figure: Figure) -> bool:
    """Does the caster see it well enough? An invisible one only if Find located it this turn (HA-RULE-35)."""
    if figure is caster:
        return True
    if figure.invisible and figure.side != caster.side:
        return figure.located == battle.turn
    if figure.side == caster.side or figure.located == battle.turn:  # HA-RULE-39: friends do not block it
        return visibility.line_of_sight(battle, caster.x, caster.y, figure.x, figure.y)
    return visibility.sees(battle, caster, figure)


def in_reach(battle: Battle, caster: Figure, ability: Ability, figure: Figure) -> bool:
    """In range and in sight."""
    return in_range(ability, gap(caster, figure)) and (not ability.needs_sight or is_aimable(battle, caster, figure))


def enemies_in_reach(battle: Battle, caster: Figure, ability: Ability) -> list[Figure]:
    """Enemies that it may be aimed at, nearest first; belt wearers only if there is nobody else (HA-ART-07)."""
    found = [figure for figure in battle.enemies(caster.side) if in_reach(battle, caster, ability, figure)]
    if ability.name == "Hypnotic gaze":  # HA-MAJ-12: it must face the caster
        found = [figure for figure in found if edge_of(figure, caster.x, caster.y) == "front"]
    found.sort(key=lambda figure: gap(caster, figure))
    return [figure for figure in found if not figure.profile.belt] or found


def casting_foes(battle: Battle, caster: Figure, ability: Ability) -> Iterator[Pick]:
    """HA-MIN-06: enemy magic users who are preparing or using an ability this turn."""
    declared = [casting.caster for casting in battle.castings]
    for figure in enemies_in_reach(battle, caster, ability):
        if figure.preparing or figure.id in declared:
            yield _pick(figure)


def _anybody(battle: Battle, caster: Figure, ability: Ability) -> Iterator[Pick]:
    """HA-MAJ-04: the caster himself, friends, then enemies."""
    for figure in battle.able(caster.side):
        if in_reach(battle, caster, ability, figure):
            yield _pick(figure)
    for figure in enemies_in_reach(battle, caster, ability):
        yield _pick(figure)


def _visible_ones(battle: Battle, caster: Figure, ability: Ability) -> Iterator[Pick]:
    """HA-MAJ-05: whoever is not invisible yet, up to twice man size."""
    for figure in (*battle.able(caster.side), *enemies_in_reach(battle, caster, ability)):
        if not figure.invisible and figure.radius <= 100 and in_reach(battle, caster, ability, figure):
            yield _pick(figure)


def _hurt(battle: Battle, caster: Figure, ability: Ability) -> Iterator[Pick]:
    """HA-MAJ-03: whoever has a wound and is not killed; the frozen too (HA-RULE-51)."""
    for figure in battle.figures:
        curable = figure.state in (State.ABLE, State.DISABLED) and (figure.light_wounds or figure.effect("frozen"))
        if curable and in_reach(battle, caster, ability, figure):
            yield _pick(figure)


def _bodies(battle: Battle, caster: Figure, ability: Ability) -> Iterator[Pick]:
    """HA-MAJ-08: bodies that have lain long enough, zombies that are down (HA-RULE-68), stone figures (HA-MAJ-08b)."""
    for figure in battle.figures:
        stone = figure.state is State.STONE or (figure.able and figure.effect("petrified") is not None)
        if not in_range(ability, gap(caster, figure)):
            continue
        if can_rise(battle, figure) or (figure.state is State.DISABLED and figure.kind == "zombie") or stone:
            yield _pick(figure, "free" if stone else "raise")


def can_rise(battle: Battle, figure: Figure) -> bool:
    """HA-WND-06, HA-RULE-31: a body of the sixth turn after its death or older, not yet raised."""
    if figure.state is not State.KILLED or figure.effect("raised") or creature(figure.kind).undead:
        return False
    return battle.turn >= figure.died + battle.options.reanimate_delay


# Things


def place_of(battle: Battle, item: Item) -> tuple[int, int]:
    """Where a thing is: in somebody's hands, or on the table."""
    if item.holder:
        holder = battle.figure(item.holder)
        return holder.x, holder.y
    return item.x, item.y


def items_in_reach(battle: Battle, caster: Figure, ability: Ability) -> Iterator[Item]:
    """Things in range, in sight if that is needed."""
    for item in battle.items:
        if item.gone:
            continue
        x, y = place_of(battle, item)
        if in_range(ability, reach_to(caster, x, y)) and (not ability.needs_sight or views(battle, caster, x, y)):
            yield item


def views(battle: Battle, caster: Figure, x: int, y: int) -> bool:
    """Has the caster a plain line of sight to a spot?"""
    return (x, y) == (caster.x, caster.y) or visibility.line_of_sight(battle, caster.x, caster.y, x, y)


def _unknown_things(battle: Battle, caster: Figure, ability: Ability) -> Iterator[Pick]:
    """HA-MIN-08: an object whose magic is not known yet."""
    for item in items_in_reach(battle, caster, ability):
        if not item.known:
            yield Pick(item.id, item.name, item.id)


def doors_in_reach(battle: Battle, caster: Figure, ability: Ability) -> list[Door]:
    """Doors in range that are not broken."""
    return [door for door in battle.doors if not door.broken and in_range(ability, reach_to(caster, door.x, door.y))]


def _doors(battle: Battle, caster: Figure, ability: Ability) -> Iterator[Pick]:
    """HA-MIN-03: what can be done to each door as it is."""
    for door in doors_in_reach(battle, caster, ability):
        if door.shut:
            yield Pick(f"open {door.name}")
        if not door.shut:
            yield Pick(f"close {door.name}")
        if not door.locked:
            yield Pick(f"lock {door.name}")


def combustibles(battle: Battle, caster: Figure, ability: Ability) -> list[tuple[Feature, int, int]]:
    """Features in reach that could burn and do not yet, each with its nearest point to the caster."""
    burning = [fire.feature for fire in battle.fires]
    found = []
    for feature in battle.table.features:
        if feature.kind in COMBUSTIBLE and feature.name not in burning:
            x, y = nearest_point(feature.shape, caster.x, caster.y)
            if in_range(ability, reach_to(caster, x, y)) and views(battle, caster, x, y):
                found.append((feature, x, y))
    return found


def _burnable(battle: Battle, caster: Figure, ability: Ability) -> Iterator[Pick]:
    for feature, _, _ in combustibles(battle, caster, ability):
        yield Pick(f"burn {feature.name}")
    yield from _frozen_friends(battle, caster, ability)


def _frozen_friends(battle: Battle, caster: Figure, ability: Ability) -> Iterator[Pick]:
    """HA-RULE-51: a little warmth frees the frozen."""
    for figure in battle.figures:
        if figure.able and figure.effect("frozen") and in_reach(battle, caster, ability, figure):
            yield _pick(figure, "thaw")


def _torches(battle: Battle, caster: Figure, ability: Ability) -> Iterator[Pick]:
    for item in items_in_reach(battle, caster, ability):
        if item.kind == "torch" and not item.lit:
            yield Pick(f"light {item.id}", f"Light {item.name}", item.id)
    yield from _frozen_friends(battle, caster, ability)
    for feature, _, _ in combustibles(battle, caster, ability):
        yield Pick(f"camp fire at {feature.name}")


def fires_in_reach(battle: Battle, caster: Figure, ability: Ability) -> list[Fire]:
    """Fires in range."""
    return [fire for fire in battle.fires if in_range(ability, max(0, reach_to(caster, fire.x, fire.y) - fire.radius))]


def _freezable(battle: Battle, caster: Figure, ability: Ability) -> Iterator[Pick]:
    """HA-MAJ-06: water and lava, fires, and figures (HA-RULE-51)."""
    if battle.options.freeze_figures == "yes":
        for figure in enemies_in_reach(battle, caster, ability):
            yield _pick(figure)
    for feature in battle.table.features:
        if feature.kind in FREEZABLE and not battle.table.has(f"ice on {feature.name}"):
            x, y = nearest_point(feature.shape, caster.x, caster.y)
            if in_range(ability, reach_to(caster, x, y)) and views(battle, caster, x, y):
                yield Pick(f"ice on {feature.name}")
    for fire in fires_in_reach(battle, caster, ability):
        yield Pick(f"put out {fire.id}")


def _bones(battle: Battle, caster: Figure, ability: Ability) -> Iterator[Pick]:
    """HA-RULE-50: the scenario's bone sites in range; no second Control while any skeleton stands."""
    if any(figure.controller == caster.id and figure.kind == "skeleton" and figure.able for figure in battle.figures):
        return
    for place, site in enumerate(battle.bones):
        if site.left and in_range(ability, reach_to(caster, site.x, site.y)):
            yield Pick(f"bones {place + 1}")
    if not battle.bones:
        yield Pick("bones anywhere")


def _shapes(battle: Battle, caster: Figure, ability: Ability) -> Iterator[Pick]:
    """HA-RULE-48: shapes that the caster may take and that fit where he stands."""
    for kind in shapes_to_take(battle.options):
        if kind != caster.kind and _fits(battle, caster, creature(kind).radius):
            yield Pick(f"become {kind}")


def _fits(battle: Battle, figure: Figure, radius: int) -> bool:
    if radius <= figure.radius:
        return True
    others = [other for other in battle.figures if other.able and other is not figure]
    room = all(
        (other.x - figure.x) ** 2 + (other.y - figure.y) ** 2 >= (other.radius + radius) ** 2 for other in others
    )
    return room and not battle.terrain.is_solid(figure.x, figure.y, radius)


def _loads(battle: Battle, caster: Figure, ability: Ability) -> Iterator[Pick]:
    """HA-MIN-02: things, figures up to man size (an unwilling one only if it is not pinned, HA-RULE-41), doors."""
    for figure in (*battle.able(caster.side), *enemies_in_reach(battle, caster, ability)):
        willing = figure.side == caster.side
        if (
            creature(figure.kind).man_sized
            and not figure.mounted
            and (willing or not figure.engaged)
            and in_reach(battle, caster, ability, figure)
        ):
            yield _pick(figure, "lift")
    for item in items_in_reach(battle, caster, ability):
        if not item.holder and item.kind != "horse":
            yield Pick(f"lift {item.id}", f"Lift {item.name}", item.id)
    for door in doors_in_reach(battle, caster, ability):
        if door.shut:
            yield Pick(f"lift {door.name}")


_FINDERS: dict[str, Callable[[Battle, Figure, Ability], Iterator[Pick]]] = {
    "Levitate": _loads,
    "Open/Lock/Close": _doors,
    "Light torch": _torches,
    "Oppose": casting_foes,
    "Divine": _unknown_things,
    "Start fire": _burnable,
    "Healing": _hurt,
    "Teleport": _anybody,
    "Make invisible": _visible_ones,
    "Freeze": _freezable,
    "Reanimate": _bodies,
    "Transform self": _shapes,
    "Control": _bones,
}
