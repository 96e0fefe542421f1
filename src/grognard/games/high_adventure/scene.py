"""How a battle is drawn: figures on their bases, markers, fires, things and the ground."""

from collections.abc import Iterator

from grognard.games.high_adventure.battle import Battle, Side
from grognard.games.high_adventure.figures import Figure, Order, State
from grognard.games.high_adventure.turn import PHASES
from grognard.games.high_adventure.victory import score
from grognard.games.high_adventure.view import is_shown
from grognard.games.high_adventure.wounds import dice_left
from grognard.ground.shapes import Box, Disc, Slab, Wall
from grognard.ground.shapes import Shape as GroundShape
from grognard.ground.terrain import Feature
from grognard.kernel.scene import Ground, Mark, Scene, Shape, SideLine, Stat, Token

LOOKS = {
    "scrub": "rough", "rubble": "rough", "crops": "field", "path": "road", "high ground": "hill", "rock": "stone", "room": "floor",
    "building": "building", "building wall": "wall", "dungeon wall": "wall", "lava": "fire", "pit": "void", "opening": "door",
    "smoke": "smoke", "ice": "water",
}  # fmt: skip
FALLEN = (State.FLED, State.LEFT, State.GONE, State.ESCAPED)
LOST = (
    State.KILLED, State.GRIEVOUS, State.DISABLED, State.DESTROYED, State.PRISONER, State.FLED, State.ESCAPED
)  # fmt: skip


def lost(battle: Battle) -> list[str]:
    """Figures lost to their sides: bodies and prisoners too, but not who left in safety (HA-RULE-93, HA-RULE-94)."""
    return [figure.id for figure in battle.figures if figure.state in LOST]


def scene(battle: Battle, side: str | None) -> Scene:
    """What that side sees; None is a spectator."""
    table = battle.table
    return Scene(
        table.width / 100,
        table.height / 100,
        "inch",
        [ground(feature) for feature in table.features],
        [*(token(battle, f) for f in battle.figures if is_shown(f, side)), *things(battle)],
        [side_line(battle, each) for each in battle.sides],
        battle.turn,
        f"of {battle.last_turn}",
        list(PHASES),
        battle.phase,
        list(notes(battle)),
    )


def shape(found: GroundShape) -> Shape:
    """A shape of the ground as it is drawn."""
    if isinstance(found, Box):
        width, height = (found.right - found.left) / 100, (found.top - found.bottom) / 100
        return Shape("box", found.left / 100, found.bottom / 100, width, height)
    if isinstance(found, Disc):
        return Shape("disc", found.x / 100, found.y / 100, radius=found.radius / 100)
    if isinstance(found, Slab):
        x, y = (found.x - found.width / 2) / 100, (found.y - found.depth / 2) / 100
        return Shape("box", x, y, found.width / 100, found.depth / 100, facing=found.facing)
    return Shape("line" if isinstance(found, Wall) else "polygon", points=[(x / 100, y / 100) for x, y in found.points])


def ground(feature: Feature) -> Ground:
    about = [f"{feature.cover} cover"] if feature.cover else []
    about += ["difficult"] if feature.slow > 1 else []
    about += ["obstacle"] if feature.obstacle else []
    about += ["impassable"] if feature.impassable else []
    about += ["blocks sight"] if feature.blocks_sight else []
    return Ground(LOOKS.get(feature.kind, feature.kind), shape(feature.shape), feature.name, ", ".join(about))


def token(battle: Battle, figure: Figure) -> Token:
    profile = figure.profile
    size = 2 * figure.radius / 100
    attributes = [
        Stat("Bravery", str(profile.bravery)),
        _strength(battle, figure),
        Stat("Skill", str(profile.skill)),
        Stat("Cleverness", str(profile.cleverness)),
        Stat("Leadership", str(profile.leadership)),
        Stat("Armour", profile.armour.name.capitalize()),
    ]
    if profile.abilities:
        attributes.append(Stat("Power", str(figure.power)))
    words = [
        {"pc": "Player character", "hench": "Hench-being", "npc": profile.kind.replace("_", " ").capitalize()}[
            figure.role
        ]
    ]
    words.append(str(figure.order))
    return Token(
        figure.id, figure.side, figure.name, "round", figure.x / 100, figure.y / 100, size, size, figure.facing,
        role=role(figure), strength=str(dice_left(battle.options, figure)), marks=list(marks(figure)), stats=attributes,
        tags=list(tags(battle, figure)), line=" · ".join(words), fallen=figure.state in FALLEN,
    )  # fmt: skip


def _strength(battle: Battle, figure: Figure) -> Stat:
    now = dice_left(battle.options, figure)
    return Stat("Strength", str(now), str(figure.strength) if now != figure.strength else "")


def role(figure: Figure) -> str:
    profile = figure.profile
    if profile.abilities:
        return "mage"
    if figure.mounted:
        return "rider"
    if figure.kind not in ("human", "elf", "dwarf", "halfling", "orc", "goblin"):
        return "monster"
    if figure.is_pc:
        return "leader"
    if profile.missile is not None:
        return "archer"
    return "pike" if figure.weapon.kind == "polearm" else "swordsman"


STATES = {
    State.DISABLED: ("D", "disabled"), State.KILLED: ("†", "killed"), State.GRIEVOUS: ("†", "grievously wounded"),
    State.DESTROYED: ("†", "destroyed"), State.PRISONER: ("P", "prisoner"), State.STONE: ("S", "stone"),
}  # fmt: skip


def marks(figure: Figure) -> Iterator[Mark]:
    """Wounds, states, orders of note and magic."""
    if figure.state in STATES:
        yield Mark(*STATES[figure.state], tone="bad")
        return
    if figure.light_wounds:
        full, light = divmod(figure.light_wounds, 2)
        yield Mark(f"W{full}" if full else "L", f"{full} wounds and {light} light wounds", "bad")
    if figure.order is Order.FLEE:
        yield Mark("F", "fleeing", "bad")
    if figure.preparing:
        yield Mark("M", f"prepares {figure.preparing}", "good")
    if figure.weapon.is_missile and not figure.loaded:
        yield Mark("R", "must load", "")
    for effect in figure.effects:
        yield Mark(
            effect.name[:1].upper(), effect.name, "bad" if effect.name not in ("invisible", "transformed") else "good"
        )


def tags(battle: Battle, figure: Figure) -> Iterator[str]:
    for weapon in figure.profile.weapons:
        held = ", in hand" if weapon.name == figure.hand else ""
        yield f"{weapon.name} {weapon.skill if not weapon.unfamiliar else 'unfamiliar'}{held}"
    for word, has in (
        ("shield", figure.profile.shield),
        ("Stealth", figure.profile.stealth),
        ("Ring of Protection", figure.profile.ring),
        ("Belt of Protection", figure.profile.belt),
    ):
        if has:
            yield word
    yield from figure.profile.abilities
    for item in battle.items_of(figure):
        yield item.name + (", lit" if item.lit else "")


def things(battle: Battle) -> Iterator[Token]:
    """Markers, things that lie about, fires and doors."""
    for marker in battle.markers:
        if not marker.gone:
            word = "Portal" if marker.kind == "portal" else "Area marker"
            yield Token(
                marker.id,
                marker.side,
                f"{word}, value {marker.value}",
                "marker",
                marker.x / 100,
                marker.y / 100,
                1,
                1,
                role="portal",
                strength=str(marker.value),
            )
    for item in battle.items:
        if not item.holder and not item.gone and item.x >= 0:
            yield Token(
                item.id,
                item.side,
                item.name,
                "marker",
                item.x / 100,
                item.y / 100,
                0.6,
                0.6,
                role="horse" if item.kind == "horse" else "prize",
            )
    for fire in battle.fires:
        size = max(2 * fire.radius / 100, 1)
        yield Token(
            fire.id, "", f"fire, {fire.turns} turns left", "marker", fire.x / 100, fire.y / 100, size, size, role="fire"
        )
    for door in battle.doors:
        state = "broken" if door.broken else "locked" if door.locked else "shut" if door.shut else "open"
        yield Token(
            f"door {door.name}",
            "",
            f"{door.name}, {state}",
            "marker",
            door.x / 100,
            door.y / 100,
            0.8,
            0.8,
            role="door",
        )
    for cloud in battle.clouds:
        size = 2 * cloud.radius / 100
        yield Token(
            cloud.name, cloud.side, cloud.kind, "marker", cloud.x / 100, cloud.y / 100, size, size, role=cloud.kind
        )


def side_line(battle: Battle, side: Side) -> SideLine:
    able = [f for f in battle.able(side.id) if is_shown(f, side.id)]
    out = [f for f in battle.figures if f.side == side.id and f.state in (State.DISABLED, State.KILLED, State.GRIEVOUS)]
    words = (
        f"{len(able)} able · {len(out)} out · {score(battle).get(side.id, 0)} points"
        if not side.solo
        else f"played by the rules · {len(out)} out"
    )
    return SideLine(side.id, side.name, words, "bad" if len(out) > len(able) and not side.solo else "")


def notes(battle: Battle) -> Iterator[str]:
    """What is in force on the whole table."""
    if battle.dark:
        yield 'Unlit: nobody sees farther than 6" but where a light burns'
    if battle.mist:
        yield f'Mist: nobody sees farther than 12" ({battle.mist} turns)'
    if battle.rain:
        yield f"Rain: bows and slings at -1 ({battle.rain} turns)"
    if battle.options.divine == "on":
        yield "The gods may be appealed to, once"
    if battle.goal.kind == "carry":
        yield "Carry it off: " + next((item.name for item in battle.items if item.id == battle.goal.item), "")
    elif battle.goal.kind == "escape":
        yield "Get away by the " + ", ".join(battle.goal.exits) + " edge"
