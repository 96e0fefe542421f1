"""Creatures: the fixed profiles (HA-CRE) and what is special about each kind, as plain facts."""

from msgspec import Struct
from msgspec.structs import replace

from grognard.games.high_adventure.figures import Armour, Profile, Weapon
from grognard.games.high_adventure.options import Options


class Creature(Struct, frozen=True, gc=False):
    """One line of the table of HA-CRE. Lengths are in hundredths of an inch; men and the like wear what is modelled,
    and unprinted armour is ours (HA-RULE-64)."""

    kind: str
    name: str
    rule: str
    move: int  # HA-RULE-13: what the engine uses; men's races by option
    bravery: int
    strength: int
    skill: int
    weapon_skill: int
    cleverness: int
    leadership: int
    armour: Armour = Armour.UNARMOURED
    radius: int = 50  # HA-RULE-60
    flight: int = 0
    claws: Weapon = Weapon("claws")  # what it strikes with if nothing is modelled
    race_of_men: bool = False  # HA-CRE-01 to 06
    man_sized: bool = True  # HA-RULE-85
    undead: bool = False
    demon: bool = False
    short_legs: bool = False  # charges, runs and flees by D2" (HA-CRE-03a, HA-CRE-04b)
    sure_footed: bool = False  # ignores rough terrain (HA-CRE-02a)
    stealth: bool = False  # HA-CRE-04a
    humanoid: bool = True  # on two legs with hands (HA-RULE-56)
    cold: bool = False  # Freeze only holds it (HA-MAJ-06a)


CREATURES: dict[str, Creature] = {
    creature.kind: creature
    for creature in (
        Creature("human", "human", "HA-CRE-01", 500, 2, 1, 1, 0, 3, 3, race_of_men=True),  # HA-CRE-01a: nothing special
        Creature("elf", "elf", "HA-CRE-02", 500, 2, 1, 1, 0, 4, 2, race_of_men=True, sure_footed=True),
        Creature("dwarf", "dwarf", "HA-CRE-03", 500, 3, 1, 1, 0, 3, 2, race_of_men=True, short_legs=True),
        # HA-CRE-04c: halflings are rarely even basic trained, hence WSk 0
        Creature(
            "halfling", "halfling", "HA-CRE-04", 500, 2, 1, 3, 0, 3, 1, race_of_men=True, short_legs=True, stealth=True
        ),
        Creature("orc", "orc", "HA-CRE-05", 500, 2, 1, 1, 1, 3, 2, race_of_men=True),
        Creature("goblin", "goblin", "HA-CRE-06", 500, 2, 1, 1, 1, 4, 1, race_of_men=True),
        # HA-CRE-07a, HA-CRE-08a: Mail, and Strength 3 or more gives +1 to the difference (HA-RULE-20)
        Creature("troll", "troll", "HA-CRE-07", 800, 4, 3, 1, 0, 1, 1, Armour.MAIL, 100, man_sized=False),
        Creature("ogre", "ogre", "HA-CRE-07", 800, 4, 3, 1, 0, 1, 1, Armour.MAIL, 100, man_sized=False),
        Creature("giant_ape", "giant ape", "HA-CRE-07", 800, 4, 3, 1, 0, 1, 1, Armour.MAIL, 100, man_sized=False),
        Creature("giant", "giant", "HA-CRE-08", 1000, 3, 4, 1, 0, 1, 1, Armour.MAIL, 125, man_sized=False),
        Creature(
            "frost_giant",
            "frost giant",
            "HA-CRE-08",
            1000,
            3,
            4,
            1,
            0,
            1,
            1,
            Armour.MAIL,
            125,
            man_sized=False,
            cold=True,
        ),
        # HA-CRE-09b: only small dragons are used; they count as Plate
        Creature(
            "dragon",
            "dragon",
            "HA-CRE-09",
            800,
            5,
            4,
            1,
            3,
            3,
            5,
            Armour.PLATE,
            150,
            1500,
            man_sized=False,
            humanoid=False,
        ),
        Creature(
            "large_demon",
            "large demon",
            "HA-CRE-10",
            800,
            5,
            2,
            3,
            1,
            3,
            5,
            Armour.MAIL,
            100,
            man_sized=False,
            demon=True,
        ),
        Creature("small_demon", "small demon", "HA-CRE-11", 800, 3, 1, 4, 0, 3, 4, demon=True),
        # HA-CRE-11a, HA-RULE-67: an imp is a small demon whose claws are improvised weapons
        Creature("imp", "imp", "HA-CRE-11a", 800, 3, 1, 4, 0, 3, 4, claws=Weapon("claws", "improvised"), demon=True),
        Creature("zombie", "zombie", "HA-CRE-12", 500, 6, 1, 1, 0, 1, 1, Armour.PADDED, undead=True, humanoid=False),
        Creature("skeleton", "skeleton", "HA-CRE-13", 800, 6, 1, 1, 0, 1, 1, undead=True, humanoid=False),
        Creature("golem", "golem", "HA-CRE-13", 800, 6, 1, 1, 0, 1, 1, Armour.MAIL, undead=True),
    )
}

SUMMONED = {
    1: "imp",
    2: "small_demon",
    3: "small_demon",
    4: "small_demon",
    5: "small_demon",
    6: "large_demon",
}  # HA-MAJ-09a


MONSTERS = tuple(kind for kind, line in CREATURES.items() if line.demon or not line.man_sized)  # HA-RULE-73
UNDEAD = tuple(kind for kind, line in CREATURES.items() if line.undead)  # Zombie, Skeleton, Golem


def creature(kind: str) -> Creature:
    """The profile of a kind; whatever is not in the table is made as a human (HA-CRE-01)."""
    return CREATURES.get(kind, CREATURES["human"])


def move_of(options: Options, kind: str) -> int:
    """HA-RULE-13: how far a kind walks, in hundredths: men's races 5" (or 8"), all others what is printed."""
    found = creature(kind)
    return 100 * options.man_move if found.race_of_men else found.move


def shapes_to_take(options: Options) -> tuple[str, ...]:
    """HA-RULE-48: what a caster may turn into: any creature up to twice his height, or dragons and giants too."""
    tall = ("giant", "frost_giant", "dragon")
    return tuple(kind for kind in CREATURES if options.transform_dragon == "yes" or kind not in tall)


def is_immune_to_frost(kind: str) -> bool:
    """HA-MAJ-06a: undead, frost giants and the like are only held."""
    return creature(kind).undead or creature(kind).cold


def is_man_sized(kind: str) -> bool:
    """HA-RULE-85."""
    return creature(kind).man_sized


def profile_of(kind: str, options: Options) -> Profile:
    """HA-ATTR-06: the fixed profile of a creature as a figure has it."""
    line = creature(kind)
    weapon = Weapon(
        line.claws.name, line.claws.kind, line.weapon_skill, smashing=line.strength >= 3
    )  # HA-RULE-69: fists of Strength 3
    return Profile(
        kind=line.kind,
        bravery=line.bravery,
        strength=line.strength,
        skill=line.skill,
        cleverness=line.cleverness,
        leadership=line.leadership,
        armour=line.armour,
        move=move_of(options, line.kind),
        radius=line.radius,
        weapons=(weapon,),
        stealth=line.stealth,
        fly=line.flight,
    )


def orc_leader(options: Options) -> Profile:
    """HA-CRE-05a: leaders and very powerful orcs may be Strength 2, WSk 2."""
    return replace(profile_of("orc", options), strength=2, weapons=(Weapon("cleaver", skill=2),))
