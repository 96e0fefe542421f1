"""Things that magic may be aimed at: doors, torches, fires, water, bones, objects, whatever burns."""

from collections.abc import Iterator

from grognard.games.high_adventure.abilities import Ability
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.figures import Figure
from grognard.games.high_adventure.reach import enemies_in_reach, in_range, in_reach, pick, reach_to, views
from grognard.games.high_adventure.things import Door, Fire, Item
from grognard.ground.ends import nearest_point
from grognard.ground.measure import towards
from grognard.ground.terrain import Feature
from grognard.kernel.choice import Pick

COMBUSTIBLE = ("wood", "scrub", "crops", "building", "hedge")  # HA-FIR-05: what burns
BEFORE_A_DOOR = 30
FREEZABLE = ("water", "lava", "pit")  # HA-MAJ-06, HA-RULE-88


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


def unknown_things(battle: Battle, caster: Figure, ability: Ability) -> Iterator[Pick]:
    """HA-MIN-08: an object whose magic is not known yet."""
    for item in items_in_reach(battle, caster, ability):
        if not item.known:
            yield Pick(item.id, item.name, item.id)


def doors_in_reach(battle: Battle, caster: Figure, ability: Ability) -> list[Door]:
    """Doors in range and in view that are not broken."""
    return [
        door
        for door in battle.doors
        if not door.broken and in_range(ability, reach_to(caster, door.x, door.y)) and _views_door(battle, caster, door)
    ]


def _views_door(battle: Battle, caster: Figure, door: Door) -> bool:
    """A door stands in a wall: it is looked at from just before it."""
    return views(battle, caster, *towards(door.x, door.y, caster.x, caster.y, BEFORE_A_DOOR))


def doors(battle: Battle, caster: Figure, ability: Ability) -> Iterator[Pick]:
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


def burnable(battle: Battle, caster: Figure, ability: Ability) -> Iterator[Pick]:
    for feature, _, _ in combustibles(battle, caster, ability):
        yield Pick(f"burn {feature.name}")
    yield from _frozen_friends(battle, caster, ability)


def _frozen_friends(battle: Battle, caster: Figure, ability: Ability) -> Iterator[Pick]:
    """HA-RULE-51: a little warmth frees the frozen."""
    for figure in battle.figures:
        if figure.able and figure.effect("frozen") and in_reach(battle, caster, ability, figure):
            yield pick(figure, "thaw")


def torches(battle: Battle, caster: Figure, ability: Ability) -> Iterator[Pick]:
    for item in items_in_reach(battle, caster, ability):
        if item.kind == "torch" and not item.lit:
            yield Pick(f"light {item.id}", f"Light {item.name}", item.id)
    yield from _frozen_friends(battle, caster, ability)
    for feature, _, _ in combustibles(battle, caster, ability):
        yield Pick(f"camp fire at {feature.name}")


def fires_in_reach(battle: Battle, caster: Figure, ability: Ability) -> list[Fire]:
    """Fires in range."""
    return [fire for fire in battle.fires if in_range(ability, max(0, reach_to(caster, fire.x, fire.y) - fire.radius))]


def freezable(battle: Battle, caster: Figure, ability: Ability) -> Iterator[Pick]:
    """HA-MAJ-06: water and lava, fires, and figures (HA-RULE-51)."""
    if battle.options.freeze_figures == "yes":
        for figure in enemies_in_reach(battle, caster, ability):
            yield pick(figure)
    for feature in battle.table.features:
        if feature.kind in FREEZABLE and not battle.table.has(f"ice on {feature.name}"):
            x, y = nearest_point(feature.shape, caster.x, caster.y)
            if in_range(ability, reach_to(caster, x, y)) and views(battle, caster, x, y):
                yield Pick(f"ice on {feature.name}")
    for fire in fires_in_reach(battle, caster, ability):
        yield Pick(f"put out {fire.id}")


def bones(battle: Battle, caster: Figure, ability: Ability) -> Iterator[Pick]:
    """HA-RULE-50: the scenario's bone sites in range; no second Control while any skeleton stands."""
    if any(figure.controller == caster.id and figure.kind == "skeleton" and figure.able for figure in battle.figures):
        return
    for place, site in enumerate(battle.bones):
        if site.left and in_range(ability, reach_to(caster, site.x, site.y)):
            yield Pick(f"bones {place + 1}")
    if not battle.bones:
        yield Pick("bones anywhere")
