"""How a battle of En Garde! is drawn."""

from collections.abc import Iterator

from grognard.games.en_garde.battle import (
    Battle,
    Figure,
    Morale,
    Warband,
    Wound,
    fight_of,
    initiative_of,
    shoot_of,
)  # fmt: skip
from grognard.games.en_garde.turn import PHASES
from grognard.games.en_garde.victory import points_for
from grognard.ground.shapes import Box, Disc, Slab, Wall
from grognard.ground.shapes import Shape as GroundShape
from grognard.ground.terrain import Feature
from grognard.kernel.scene import Ground, Mark, Scene, Shape, SideLine, Stat, Token

LOOKS = {
    "bridge": "bridge", "gate": "road", "copse": "wood", "orchard": "wood", "brush": "rough", "ditch": "mud", "low_wall": "wall",
    "parapet": "wall", "barricade": "wall", "high_wall": "wall", "climbable_wall": "wall", "railings": "hedge", "cart": "cart", "coach": "coach",
    "furniture": "timber", "plinth": "stone", "gun": "gun", "stone_corner": "stone", "gallery": "roof", "platform": "floor", "doorway": "door", "door": "door", "window": "window",
}  # fmt: skip


def scene(battle: Battle, side: str | None) -> Scene:
    """Nothing but the pools is hidden (EG-RULE-73), and those are not drawn."""
    field = battle.field
    turns = f"of {field.turns}" if field.turns else "of 6 to 8"
    notes = ["Rain: powder may fail, matches are out in the open"] if battle.rain else []
    return Scene(
        field.width / 100,
        field.height / 100,
        "inch",
        [ground(feature) for feature in field.features],
        [token(battle, figure) for figure in battle.figures.values() if figure.standing or battle.turn]
        + list(things(battle)),
        [side_line(battle, warband) for warband in battle.sides],
        battle.turn,
        turns,
        list(PHASES),
        battle.phase,
        notes,
    )


def shape(found: GroundShape) -> Shape:
    """A shape of the ground as it is drawn."""
    if isinstance(found, Box):
        return Shape(
            "box",
            found.left / 100,
            found.bottom / 100,
            (found.right - found.left) / 100,
            (found.top - found.bottom) / 100,
        )
    if isinstance(found, Disc):
        return Shape("disc", found.x / 100, found.y / 100, radius=found.radius / 100)
    if isinstance(found, Slab):
        return Shape(
            "box",
            (found.x - found.width / 2) / 100,
            (found.y - found.depth / 2) / 100,
            found.width / 100,
            found.depth / 100,
            facing=found.facing,
        )
    return Shape("line" if isinstance(found, Wall) else "polygon", points=[(x / 100, y / 100) for x, y in found.points])


def ground(feature: Feature) -> Ground:
    about = [f"{feature.cover} cover"] if feature.cover else []
    about += ["difficult"] if feature.slow > 1 else []
    about += ["obstacle"] if feature.obstacle else []
    about += ["impassable"] if feature.impassable else []
    about += ["blocks sight"] if feature.blocks_sight else []
    about += ["sheltered"] if feature.roof else []
    return Ground(LOOKS.get(feature.kind, feature.kind), shape(feature.shape), feature.name, ", ".join(about))


def token(battle: Battle, figure: Figure) -> Token:
    profile, options = figure.profile, battle.options
    words = ["Leader"] if profile.leader else []
    words += [*profile.attributes, f"{profile.points} points"]
    size = 2 * figure.radius / 100
    return Token(
        figure.id,
        figure.side,
        figure.name,
        "round",
        figure.x / 100,
        figure.y / 100,
        size,
        size,
        role=role(figure),
        marks=list(marks(figure)),
        stats=[
            Stat("Pool", str(profile.pool)),
            stat("Fight", fight_of(figure, options), profile.fight),
            stat("Initiative", initiative_of(figure, options), profile.initiative),
            stat("Shoot", shoot_of(figure, options), profile.shoot),
            Stat("Armour", str(profile.armour)),
        ],
        tags=list(tags(figure)),
        line=" · ".join(words),
        fallen=not figure.standing,
    )


def stat(name: str, now: int, printed: int) -> Stat:
    return Stat(name, str(now), str(printed) if now != printed else "")


def role(figure: Figure) -> str:
    profile = figure.profile
    if profile.leader:
        return "leader"
    if profile.banner:
        return "banner"
    if figure.mounted:
        return "rider"
    if profile.missiles:
        return "shooter"
    return "pike" if any(blade in profile.blades for blade in ("pike", "spear", "halberd")) else "swordsman"


def marks(figure: Figure) -> Iterator[Mark]:
    if figure.wound is Wound.LIGHT:
        yield Mark("L", "Light wound: −1 Fight, Initiative and Shoot", "bad")
    if figure.wound is Wound.GRIEVOUS:
        yield Mark("G", "Grievous wound: −2 Fight, Initiative and Shoot", "bad")
    if figure.stuns:
        yield Mark(f"S{figure.stuns}" if figure.stuns > 1 else "S", f"{figure.stuns} Stunned", "bad")
    if figure.reloads:
        yield Mark("R", "must reload", "")
    if figure.hiding:
        yield Mark("H", "hidden", "good")
    if figure.aimed_at:
        yield Mark("A", "aiming", "good")
    if figure.carries:
        yield Mark("★", f"carries the {figure.carries}", "good")
    if figure.activated and figure.standing:
        yield Mark("✓", "has acted this turn", "")


def tags(figure: Figure) -> Iterator[str]:
    for blade in figure.profile.blades:
        yield blade.replace("_", " ")
    for missile in figure.profile.missiles:
        state = "gone" if missile in figure.thrown else "empty" if figure.reloads.get(missile) else "loaded"
        yield f"{missile}, {state}"
    if figure.profile.shield:
        yield "shield"
    if figure.profile.banner:
        yield "banner"


def things(battle: Battle) -> Iterator[Token]:
    """Prizes that lie on the table, and horses that wait."""
    for name, (x, y) in battle.lying.items():
        yield Token(f"thing {name}", "", name, "marker", x / 100, y / 100, 0.6, 0.6, role="prize")
    for figure in battle.figures.values():
        if figure.horse is not None:
            yield Token(
                f"horse of {figure.id}",
                figure.side,
                f"{figure.name}'s horse",
                "marker",
                figure.horse[0] / 100,
                figure.horse[1] / 100,
                2,
                2,
                role="horse",
            )


def side_line(battle: Battle, warband: Warband) -> SideLine:
    standing = len(battle.standing(warband.id)) if battle.phase not in ("", "Deployment") else warband.started
    words = f"{standing} of {warband.started} · {warband.morale.value.capitalize()} · {points_for(battle, warband.id)} points"
    return SideLine(warband.id, warband.name, words, "" if warband.morale is Morale.STEADY else "bad")
