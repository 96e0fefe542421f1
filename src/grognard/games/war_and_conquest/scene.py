"""How a battle is drawn: bodies in ranks, their state, the ground and the rally points. At a real table only the lists are shown."""

from collections.abc import Iterator

from grognard.errors import RuleError
from grognard.games.war_and_conquest.battle import Battle, Side, Unit
from grognard.games.war_and_conquest.footprint import body, depth, front
from grognard.games.war_and_conquest.victory import scores
from grognard.ground.shapes import Box, corners
from grognard.ground.terrain import Feature
from grognard.kernel import battle as kernel
from grognard.kernel.scene import Ground, Mark, Scene, Shape, SideLine, Stat, Token

PHASES = ["Strategy", "Movement", "Shooting", "Combat", "Resolution", "End Phase"]
COMPANION_PHASES = ["Strategy", "Round of play", "Resolution", "End Phase"]
LOOKS: dict[str, str] = {"marsh": "mud", "stream": "water", "ford": "road", "obstacle": "wall", "impassable": "stone"}
ABOUT: dict[str, str] = {
    "wood": "rough ground, soft cover",
    "marsh": "rough ground",
    "stream": "rough ground",
    "hill": "uphill bonus",
    "obstacle": "obstacle, hard cover",
    "impassable": "impassable",
    "building": "impassable, blocks sight",
}
ROLES: dict[str, str] = {"pikes": "pike", "spears": "pike", "lances": "rider"}
NOTE = "No distance may be measured before the decision that depends on it has been declared (WC-PHASE-05)."


def scene(battle: kernel.Battle, side: str | None) -> Scene:
    """The whole battle; nothing in it is hidden but the bids, which are never kept."""
    if not isinstance(battle, Battle):
        raise RuleError("this is not a battle of War & Conquest")
    wide, high = battle.ground.width / 100, battle.ground.height / 100
    grounds = (
        []
        if battle.companion
        else [*map(feature_ground, battle.ground.features), *objective_ground(battle), *rally_grounds(battle)]
    )
    return Scene(
        width=wide,
        height=high,
        unit="inch",
        ground=grounds,
        tokens=[token(battle, unit, n) for n, unit in enumerate(battle.units)],
        sides=[side_line(battle, each) for each in battle.sides],
        turn=battle.turn,
        turns=f"of {battle.last_turn}",
        phases=COMPANION_PHASES if battle.companion else PHASES,
        phase=battle.phase,
        notes=list(notes(battle)),
        measuring=False,
    )


def notes(battle: Battle) -> Iterator[str]:
    """What holds for this battle."""
    yield NOTE
    if battle.companion:
        yield "The figures stand on a real table: this page shows lists only."
    objective = battle.objective
    if objective is not None and objective.kind == "models near":
        x, y = objective.spot
        yield f'Objective: most formed models within {objective.reach / 100:g}" of {x / 100:g}, {y / 100:g} after the last turn.'
    elif objective is not None:
        yield f"Objective: holding {objective.feature} alone at the end is worth {objective.points} points."


def objective_ground(battle: Battle) -> Iterator[Ground]:
    """Where the scenario is decided, outlined."""
    objective = battle.objective
    if objective is not None and objective.kind == "models near":
        x, y = objective.spot
        about = f'most formed models within {objective.reach / 100:g}" after the last turn win'
        yield Ground("objective", Shape("disc", x / 100, y / 100, radius=objective.reach / 100), "", about)
    elif objective is not None:
        about = f"held alone at the end: {objective.points} points"
        yield Ground("objective", outline(battle.terrain.named(objective.feature)), "", about)


def outline(feature: Feature) -> Shape:
    """The shape of a piece of ground, in inches."""
    shape = feature.shape
    if isinstance(shape, Box):
        left, bottom, right, top = (part / 100 for part in (shape.left, shape.bottom, shape.right, shape.top))
        return Shape("box", left, bottom, right - left, top - bottom)
    return Shape("polygon", points=[(x / 100, y / 100) for x, y in corners(shape)])


def feature_ground(feature: Feature) -> Ground:
    """A piece of ground."""
    about = "ford, clear" if feature.clears_way else ABOUT.get(feature.kind, "rough ground" if feature.slow > 1 else "")
    return Ground(LOOKS.get(feature.kind, feature.kind), outline(feature), feature.name, about)


def rally_grounds(battle: Battle) -> Iterator[Ground]:
    """The rally points of both armies."""
    for side in battle.sides:
        for x, y in side.rally_points:
            yield Ground(
                "stone",
                Shape("disc", x / 100, y / 100, radius=0.5),
                f"Rally point of {side.name}",
                "fleeing units run here",
            )


def token(battle: Battle, unit: Unit, n: int) -> Token:
    """A unit as it is drawn; at a real table the units stand in two columns of a list."""
    slab = body(unit)
    x, y = (
        (slab.x / 100, slab.y / 100)
        if not battle.companion
        else (battle.ground.width / 400 * (1 + 2 * (unit.side == "blue")), 2.0 * n + 2)
    )
    profile = unit.profile
    return Token(
        unit.id,
        unit.side,
        unit.name,
        "ranks",
        x,
        y,
        width=front(unit) / 100,
        height=depth(unit) / 100,
        facing=unit.facing,
        files=unit.files,
        ranks=unit.ranks,
        models=unit.models,
        role=role(battle, unit),
        strength=str(unit.models),
        marks=list(marks(battle, unit)),
        stats=list(stats(unit)),
        tags=[*profile.weapons, *profile.traits],
        line=f"{profile.weight} {profile.kind}, {profile.formation} formation"
        + (f", {unit.cost} points" if unit.cost else ""),
        fallen=unit.where != "table",
    )


def role(battle: Battle, unit: Unit) -> str:
    """The emblem of a unit."""
    if battle.general_with(unit):
        return "leader"
    if unit.profile.missile is not None:
        return "archer"
    if unit.profile.kind == "mounted":
        return "rider"
    return ROLES.get(unit.profile.weapons[0], "infantry")


def marks(battle: Battle, unit: Unit) -> Iterator[Mark]:
    """The markers that stand beside a unit on a table."""
    states = (
        (battle.general_with(unit), "G", "army general", "good"),
        (unit.fleeing, "F", "fleeing", "bad"),
        (unit.broke, "B", "broken: it will flee", "bad"),
        (unit.running and not unit.fleeing, "R", "will flee", "bad"),
        (not unit.over_half, "½", "at half strength or less", "bad"),  # WC-TEST-05
        (unit.out_of_order, "D", "disordered", "bad"),
        (unit.engaged, "E", "engaged", ""),
        (unit.shaken, "S", "shaken: its enemy gets +1", "bad"),
        (unit.charged, "C", "charged", "good"),
        (unit.where == "off", "O", "stands off the table", "bad"),
    )
    for holds, letter, meaning, tone in states:
        if holds:
            yield Mark(letter, meaning, tone)


def stats(unit: Unit) -> Iterator[Stat]:
    """The values on a unit's card."""
    profile = unit.profile
    yield Stat("models", str(unit.models), str(unit.start) if unit.models != unit.start else "")
    for name, value in (
        ("MV", profile.mv),
        ("CA", profile.ca),
        ("Sh", profile.sh),
        ("KA", profile.ka),
        ("AV", profile.av),
    ):
        if value or name != "Sh":
            yield Stat(name, str(value))


def side_line(battle: Battle, side: Side) -> SideLine:
    """How an army stands."""
    points = scores(battle)[side.id]
    general = {"able": "", "fleeing": ", general fleeing", "slain": ", general slain", "none": ""}[side.general_state]
    first = ", Strategic Advantage" if battle.advantage == side.id else ""
    return SideLine(
        side.id,
        side.name,
        f"{points} points, {side.sip} SIP{general}{first}",
        "bad" if side.general_state in ("fleeing", "slain") else "",
    )
