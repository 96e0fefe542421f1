"""Whom or what an ability may be aimed at, and where (HA-MAG-13)."""

from collections.abc import Callable, Iterator

from grognard.games.high_adventure import aims_at_things
from grognard.games.high_adventure.abilities import Ability
from grognard.games.high_adventure.aims_at_things import doors_in_reach, items_in_reach
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.creatures import creature, shapes_to_take
from grognard.games.high_adventure.figures import Figure, State, gap
from grognard.games.high_adventure.reach import enemies_in_reach, in_range, in_reach, pick
from grognard.kernel.choice import Pick

AT_A_POINT = ("Smoke", "Illusion", "Avatar")
NEEDS_NO_TARGET = ("Wind storm", "Summon", "Find")
USES = (
    "open", "close", "lock", "lift", "raise", "free", "thaw", "burn", "light", "camp fire at", "ice on", "put out", "become", "bones",
)  # fmt: skip


def targets(battle: Battle, caster: Figure, ability: Ability) -> list[Pick]:
    """Everything that the ability may be aimed at now, as options; empty where nothing is, or nothing is needed."""
    if ability.name in NEEDS_NO_TARGET or ability.name in AT_A_POINT:
        return []
    return list(_FINDERS.get(ability.name, _enemies)(battle, caster, ability))


def _enemies(battle: Battle, caster: Figure, ability: Ability) -> Iterator[Pick]:
    """HA-MIN-07, HA-MIN-09, HA-MAJ-07, HA-MAJ-12: at an enemy."""
    return (pick(figure) for figure in enemies_in_reach(battle, caster, ability))


def split_key(key: str) -> tuple[str, str]:
    """The use and the target in the key of an option: "open vault door" is ("open", "vault door")."""
    for use in USES:
        if key.startswith(use + " "):
            return use, key.removeprefix(use + " ")
    return "", key


# Figures


def casting_foes(battle: Battle, caster: Figure, ability: Ability) -> Iterator[Pick]:
    """HA-MIN-06: enemy magic users who are preparing or using an ability this turn."""
    declared = [casting.caster for casting in battle.castings]
    for figure in enemies_in_reach(battle, caster, ability):
        if figure.preparing or figure.id in declared:
            yield pick(figure)


def _anybody(battle: Battle, caster: Figure, ability: Ability) -> Iterator[Pick]:
    """HA-MAJ-04: the caster himself, friends, then enemies."""
    for figure in battle.able(caster.side):
        if in_reach(battle, caster, ability, figure):
            yield pick(figure)
    for figure in enemies_in_reach(battle, caster, ability):
        yield pick(figure)


def _visible_ones(battle: Battle, caster: Figure, ability: Ability) -> Iterator[Pick]:
    """HA-MAJ-05: whoever is not invisible yet, up to twice man size."""
    for figure in (*battle.able(caster.side), *enemies_in_reach(battle, caster, ability)):
        if not figure.invisible and figure.radius <= 100 and in_reach(battle, caster, ability, figure):
            yield pick(figure)


def _hurt(battle: Battle, caster: Figure, ability: Ability) -> Iterator[Pick]:
    """HA-MAJ-03: whoever has a wound and is not killed; the frozen too (HA-RULE-51)."""
    for figure in battle.figures:
        curable = figure.state in (State.ABLE, State.DISABLED) and (figure.light_wounds or figure.effect("frozen"))
        if curable and in_reach(battle, caster, ability, figure):
            yield pick(figure)


def _bodies(battle: Battle, caster: Figure, ability: Ability) -> Iterator[Pick]:
    """HA-MAJ-08: bodies that have lain long enough, zombies that are down (HA-RULE-68), stone figures (HA-MAJ-08b)."""
    for figure in battle.figures:
        stone = figure.state is State.STONE or (figure.able and figure.effect("petrified") is not None)
        if not in_range(ability, gap(caster, figure)):
            continue
        if can_rise(battle, figure) or (figure.state is State.DISABLED and figure.kind == "zombie") or stone:
            yield pick(figure, "free" if stone else "raise")


def can_rise(battle: Battle, figure: Figure) -> bool:
    """HA-WND-06, HA-RULE-31: a body of the sixth turn after its death or older, not yet raised."""
    if figure.state is not State.KILLED or figure.effect("raised") or creature(figure.kind).undead:
        return False
    return battle.turn >= figure.died + battle.options.reanimate_delay


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
            yield pick(figure, "lift")
    for item in items_in_reach(battle, caster, ability):
        if not item.holder and item.kind != "horse":
            yield Pick(f"lift {item.id}", f"Lift {item.name}", item.id)
    for door in doors_in_reach(battle, caster, ability):
        if door.shut:
            yield Pick(f"lift {door.name}")


_FINDERS: dict[str, Callable[[Battle, Figure, Ability], Iterator[Pick]]] = {
    "Levitate": _loads,
    "Open/Lock/Close": aims_at_things.doors,
    "Light torch": aims_at_things.torches,
    "Oppose": casting_foes,
    "Divine": aims_at_things.unknown_things,
    "Start fire": aims_at_things.burnable,
    "Healing": _hurt,
    "Teleport": _anybody,
    "Make invisible": _visible_ones,
    "Freeze": aims_at_things.freezable,
    "Reanimate": _bodies,
    "Transform self": _shapes,
    "Control": aims_at_things.bones,
}
