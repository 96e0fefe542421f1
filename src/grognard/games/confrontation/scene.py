"""How a battle is drawn: round bases, markers on them, terrain, decks and reserves in a few words."""

from grognard.games.confrontation.battle import LEVELS, Battle, Fighter, Side
from grognard.games.confrontation.profile import ELEMENTS
from grognard.games.confrontation.victory import half_points, holder
from grognard.ground.open_table import Box, Disc
from grognard.ground.open_table import Shape as GroundShape
from grognard.ground.shapes import corners
from grognard.ground.terrain import Feature
from grognard.kernel.scene import Ground, Mark, Scene, Shape, SideLine, Stat, Token

PHASES = ["Deployment", "Strategic", "Activation", "Combat", "Mystic", "Maintenance"]
NAMED = {
    "opening": "Deployment",
    "deployment": "Deployment",
    "rally": "Strategic",
    "stacking": "Strategic",
    "tactical roll": "Strategic",
    "activation": "Activation",
    "splitting": "Combat",
    "combat": "Combat",
    "mystic": "Mystic",
    "maintenance": "Maintenance",
}
LOOKS = {
    "difficult": "rough",
    "way": "road",
    "obstacle": "wall",
    "high": "building",
    "impassable": "stone",
    "wood": "wood",
    "open": "field",
}
ABOUT = {
    "difficult": "difficult: every cm costs two",
    "way": "a way: it alone counts for movement",
    "obstacle": "obstacle: 3 cm to cross, partial cover behind it",
    "high": "high: blocks sight, impassable",
    "impassable": "impassable",
    "wood": "wood: difficult, sight 5 cm into it",
    "open": "open ground",
}


def scene(battle: Battle, side: str | None) -> Scene:
    """Everything that this side sees; a spectator sees what is open to all."""
    return Scene(
        battle.table.width / 100,
        battle.table.height / 100,
        "cm",
        [*(_ground(feature) for feature in battle.table.features), *_objectives(battle)],
        [*(_token(battle, f) for f in battle.fighters if f.deployed or f.gone), *_markers(battle, side)],
        [_side_line(battle, camp, side) for camp in battle.sides],
        battle.turn,
        f"of {battle.rounds}",
        PHASES,
        NAMED[battle.phase],
        _notes(battle),
        measuring=False,  # C3-FIRE-09, C3-FEAR-03: distances are measured after the announcement
    )


def _ground(feature: Feature) -> Ground:
    look = feature.tags[0] if feature.tags else LOOKS[feature.kind]
    return Ground(look, _shape(feature.shape), feature.name, ABOUT[feature.kind])


def _shape(shape: GroundShape) -> Shape:
    if isinstance(shape, Disc):
        return Shape("disc", shape.x / 100, shape.y / 100, radius=shape.radius / 100)
    if isinstance(shape, Box):
        return Shape(
            "box",
            shape.left / 100,
            shape.bottom / 100,
            (shape.right - shape.left) / 100,
            (shape.top - shape.bottom) / 100,
        )
    kind = "line" if type(shape).__name__ == "Wall" else "polygon"
    return Shape(kind, points=[(x / 100, y / 100) for x, y in corners(shape)])


def _objectives(battle: Battle) -> list[Ground]:
    return [
        Ground("objective", Shape("disc", o.x / 100, o.y / 100, radius=o.radius / 100), o.name, f"{o.points} points")
        for o in battle.objectives
        if not o.ground
    ]


def _token(battle: Battle, fighter: Fighter) -> Token:
    profile = fighter.profile
    across = fighter.radius / 50
    return Token(
        fighter.id,
        fighter.side,
        fighter.name,
        "round",
        fighter.x / 100,
        fighter.y / 100,
        across,
        across,
        fighter.facing,
        role=_role(fighter),
        marks=_marks(fighter),
        stats=_stats(fighter),
        tags=_tags(fighter),
        line=f"{profile.rank.replace('_', ' ').title()}, {profile.size.replace('_', ' ')}, {fighter.points} AP",
        fallen=bool(fighter.gone),
    )


def _role(fighter: Fighter) -> str:
    profile = fighter.profile
    if profile.is_magician:
        return "mage"
    if profile.is_faithful:
        return "priest"
    if profile.leadership:
        return "leader"
    if profile.base == "25x50":
        return "rider"
    if profile.force > 1 or profile.rank == "creature":
        return "monster"
    if fighter.has("standard"):
        return "banner"
    if profile.weapon is not None:
        return "archer"
    return "swordsman" if profile.att >= 5 else "infantry"


def _marks(fighter: Fighter) -> list[Mark]:
    """C3-MARK-01: the markers of the sheet, and those that our rulings need."""
    found = []
    if fighter.level:
        found.append(Mark(LEVELS[fighter.level][0].upper(), f"{LEVELS[fighter.level].title()} wound", "bad"))
    flags = (
        (fighter.stunned > 0, "St", "Stunned: -1 this round", "bad"),
        (fighter.routed, "R", f"In rout, by FEAR {fighter.routed_by}", "bad"),
        (fighter.charged, "Ch", "Charged: -1 INI, ATT and DEF", "bad"),
        (fighter.defence_marker, "D", "Defence: all dice in defence", "bad"),
        (fighter.under_cover, "Uc", "Under cover: 2 harder to shoot", "good"),
        (fighter.altitude > 0, "Fl", "In the air", ""),
        (fighter.activated and not fighter.gone, "A", "Activated", ""),
    )
    found += [Mark(letter, meaning, tone) for on, letter, meaning, tone in flags if on]
    found += [Mark("I", injury.replace("_", " "), "bad") for injury in fighter.injuries]
    found += [
        Mark("E", f"{e.source.replace('_', ' ')}: {e.stat} {e.value:+d}", "good" if e.value > 0 else "bad")
        for e in fighter.effects
    ]
    return found


def _stats(fighter: Fighter) -> list[Stat]:
    profile = fighter.profile
    lines = [
        ("MOV", f"{fighter.mov / 100:g}", f"{profile.mov / 100:g}"),
        ("INI", str(fighter.ini), str(profile.ini)),
        ("ATT", str(fighter.att), str(profile.att)),
        ("STR", str(fighter.strength), str(profile.strength)),
        ("DEF", str(fighter.defence), str(profile.defence)),
        ("RES", str(fighter.res), str(profile.res)),
        ("AIM", "-" if fighter.aim is None else str(fighter.aim), "-" if profile.aim is None else str(profile.aim)),
        (
            "FEAR" if profile.fear is not None else "COU",
            str(fighter.cou),
            str(profile.fear if profile.fear is not None else profile.cou),
        ),
        ("DIS", "-" if profile.dis is None else str(profile.dis), "-" if profile.dis is None else str(profile.dis)),
    ]
    if profile.is_magician:
        lines.append(("POW", str(profile.power), str(profile.power)))
    if profile.is_faithful:
        lines.append(("T.F.", str(fighter.tf), str(fighter.tf)))
    return [Stat(name, now, printed if printed != now else "") for name, now, printed in lines]


def _tags(fighter: Fighter) -> list[str]:
    profile = fighter.profile
    found = [ability.replace("_", " ") for ability in profile.abilities]
    if profile.weapon is not None:
        found.append(profile.weapon.name)
    for name, x in (("Implacable", profile.implacable), ("Sequence", profile.sequence), ("Piety", profile.piety)):
        found += [f"{name}/{x}"] if x else []
    found += [f"Leadership/{profile.leadership / 100:g}"] if profile.leadership else []
    found += [f"Master Strike/{profile.master_strike}"] if profile.master_strike >= 0 else []
    found += [f"Faith {'/'.join(map(str, profile.aspects))}"] if profile.is_faithful else []
    found += [f"{n} {element}" for n, element in zip(fighter.gems, ELEMENTS, strict=True) if n]
    found += [name.replace("_", " ") for name in (*profile.spells, *profile.miracles)]
    return found + [
        f"{name.replace('_', ' ')}{' (used)' if name in fighter.used else ''}" for name in fighter.artefacts
    ]


def _markers(battle: Battle, side: str | None) -> list[Token]:
    """C3-MARK-02, C3-RULE-86: face-down markers; only the owner sees which is the Scout."""
    found = []
    for marker in battle.markers:
        known = ["the Scout" if marker.real else "the decoy"] if marker.side == side else []
        found.append(
            Token(
                marker.id,
                marker.side,
                marker.name,
                "marker",
                marker.x / 100,
                marker.y / 100,
                2.5,
                2.5,
                tags=known,
                line="Scout or decoy",
            )
        )
    return found


def _side_line(battle: Battle, camp: Side, side: str | None) -> SideLine:
    standing = [f for f in battle.fighters if f.side == camp.id and not f.gone]
    points = half_points(battle, camp.id) / 2
    parts = [f"{len(standing)} fighters", f"{points:g} points"]
    if camp.deck or camp.reserve:
        parts.append(f"{len(camp.deck)} cards")
    if camp.reserve:
        shown = camp.id == side or battle.options.reserve_hidden == "no"
        names = [camp.card(card).name for card in camp.reserve] if shown else []
        parts.append(f"reserve: {', '.join(names)}" if names else f"{len(camp.reserve)} in reserve")
    if camp.refusals:
        parts.append(f"{camp.refusals} refusals")
    routed = sum(f.routed for f in standing)
    if routed:
        parts.append(f"{routed} in rout")
    return SideLine(camp.id, camp.name, ", ".join(parts), "bad" if routed * 3 > len(standing) else "")


def _notes(battle: Battle) -> list[str]:
    notes = [f"{battle.side(battle.winner).name} won the tactical roll" if battle.winner and battle.turn else ""]
    if battle.lead is not None:
        notes.append(f"{battle.side(battle.lead.side).name} has the lead")
    for objective in battle.objectives:
        held = holder(battle, objective)
        notes.append(f"{objective.name}: {battle.side(held).name if held else 'nobody'}")
    return [note for note in notes if note]
