"""The starter spells, one function each, and the table that lists them (C3-RULE-94)."""

from collections.abc import Callable
from functools import cache

from msgspec import Struct

from grognard.games.confrontation.battle import KILLED, NONE, Battle, Fighter
from grognard.games.confrontation.fear import face_fear
from grognard.games.confrontation.profile import ELEMENTS, Effect
from grognard.games.confrontation.wounds import heal, wound
from grognard.kernel.referee import Referee

CM = 100
SELF = 0  # a spell whose range is the caster himself
INSTINCTIVE = "instinctive"
EVERY_ELEMENT = (*ELEMENTS, INSTINCTIVE)  # C3-ELEM-01: what a spell may belong to
BLOOM = 4 * CM  # how far a Furnace Bloom spreads
WOUNDS = ("light", "serious", "critical")  # C3-EFF-06: neither stunned nor killed outright is a wound

Magic = Callable[[Referee, Battle, Fighter, Fighter], None]  # referee, battle, who casts or calls, on whom
Targets = Callable[[Battle, Fighter, Fighter], bool]


class Spell(Struct, frozen=True, gc=False):
    """A spell as it stands in the table. `range` is in hundredths of a centimetre."""

    title: str
    rule: str
    element: str
    cost: int  # gems
    difficulty: Callable[[Fighter], int]  # against this target
    range: int
    intensity: int
    targets: Targets
    effect: Magic

    @property
    def name(self) -> str:
        """How cards and records call it: "lamplight_ward"."""
        return named(self.title)


@cache
def named(title: str) -> str:
    """The name that goes with a title."""
    return title.lower().replace(" ", "_")


# Whom a spell or miracle may be meant for


def is_self(battle: Battle, caster: Fighter, target: Fighter) -> bool:
    """The caster and nobody else."""
    return target is caster


def is_friend(battle: Battle, caster: Fighter, target: Fighter) -> bool:
    """A friend, the caster included."""
    return target.side == caster.side


def is_waiting_friend(battle: Battle, caster: Fighter, target: Fighter) -> bool:
    """A friend that has not been activated this round; whoever casts or calls has been."""
    return target.side == caster.side and not target.activated and target is not caster


def is_wounded_friend(battle: Battle, caster: Fighter, target: Fighter) -> bool:
    """A friend with a wound level."""
    return target.side == caster.side and NONE < target.level < KILLED


def is_enemy(battle: Battle, caster: Fighter, target: Fighter) -> bool:
    """Anybody of another camp."""
    return target.side != caster.side


def is_enemy_on_the_ground(battle: Battle, caster: Fighter, target: Fighter) -> bool:
    """An enemy that does not fly."""
    return target.side != caster.side and not target.altitude


# What several of them do


def change(referee: Referee, target: Fighter, source: str, rule: str, **changes: int) -> None:
    """Change characteristics until the end of the round; a second one of the same name adds nothing (C3-RULE-90)."""
    for stat, value in changes.items():
        target.take_effect(Effect(source, "def" if stat == "defence" else "str" if stat == "strength" else stat, value))
    referee.tell("{} is under {}", target, source.replace("_", " "), rule=rule)


def mend(referee: Referee, target: Fighter, rule: str) -> None:
    """Heal one level (C3-RULE-89)."""
    if NONE < target.level < KILLED:
        heal(target)
        referee.tell("{} is healed by one wound level", target, rule=rule)


def blast(referee: Referee, battle: Battle, caster: Fighter, target: Fighter, strength: int, rule: str) -> str:
    """A wound roll at a fixed STR, without anybody's wound modifier (C3-RULE-52); what came of the roll."""
    return wound(referee, battle, target, strength, by=caster.side, rule=rule).result


def end_of_round(fighter: Fighter) -> None:
    """C3-RULE-06: what lasts a round ends, and every spell and miracle may be tried again (C3-CAST-02, C3-CALL-02)."""
    fighter.effects = tuple(effect for effect in fighter.effects if effect.until != "round")
    fighter.tried = ()


# The spells


def lamplight_ward(referee: Referee, battle: Battle, caster: Fighter, target: Fighter) -> None:
    """C3-SPELL-01: DEF +1."""
    change(referee, target, "lamplight_ward", "C3-SPELL-01", defence=+1)


def searing_noon(referee: Referee, battle: Battle, caster: Fighter, target: Fighter) -> None:
    """C3-SPELL-02: a wound roll, worse for the Living-Dead."""
    blast(referee, battle, caster, target, 9 if target.has("living_dead") else 6, "C3-SPELL-02")


def galehand(referee: Referee, battle: Battle, caster: Fighter, target: Fighter) -> None:
    """C3-SPELL-03: MOV +5."""
    change(referee, target, "galehand", "C3-SPELL-03", mov=5 * CM)


def brookmend(referee: Referee, battle: Battle, caster: Fighter, target: Fighter) -> None:
    """C3-SPELL-04: heals one level."""
    mend(referee, target, "C3-SPELL-04")


def drowning_chill(referee: Referee, battle: Battle, caster: Fighter, target: Fighter) -> None:
    """C3-SPELL-05: INI -2, ATT -1."""
    change(referee, target, "drowning_chill", "C3-SPELL-05", ini=-2, att=-1)


def emberlance(referee: Referee, battle: Battle, caster: Fighter, target: Fighter) -> None:
    """C3-SPELL-06: a wound roll."""
    blast(referee, battle, caster, target, 4, "C3-SPELL-06")


def furnace_bloom(referee: Referee, battle: Battle, caster: Fighter, target: Fighter) -> None:
    """C3-SPELL-07: a wound roll, and a weaker one for every other figure near the target, whosever it is."""
    singed = [f for f in battle.fighters if f is not target and f.on_table and battle.within(f, target, BLOOM)]
    blast(referee, battle, caster, target, 6, "C3-SPELL-07")
    for fighter in singed:
        blast(referee, battle, caster, fighter, 3, "C3-SPELL-07")


def stoneblood(referee: Referee, battle: Battle, caster: Fighter, target: Fighter) -> None:
    """C3-SPELL-08: RES +2."""
    change(referee, target, "stoneblood", "C3-SPELL-08", res=+2)


def rootgrip(referee: Referee, battle: Battle, caster: Fighter, target: Fighter) -> None:
    """C3-SPELL-09: MOV 0, no disengaging, no pursuit."""
    change(referee, target, "rootgrip", "C3-SPELL-09", rooted=1)


def gravecold_whisper(referee: Referee, battle: Battle, caster: Fighter, target: Fighter) -> None:
    """C3-SPELL-10: a fear test against FEAR 7."""
    face_fear(referee, battle, target, 7, rule="C3-SPELL-10")


def borrowed_breath(referee: Referee, battle: Battle, caster: Fighter, target: Fighter) -> None:
    """C3-SPELL-11: a wound roll; a wound heals the caster by one level."""
    if blast(referee, battle, caster, target, 5, "C3-SPELL-11") in WOUNDS:
        mend(referee, caster, "C3-SPELL-11")


def spark_of_will(referee: Referee, battle: Battle, caster: Fighter, target: Fighter) -> None:
    """C3-SPELL-12: ATT +1 and DEF +1 for the caster."""
    change(referee, caster, "spark_of_will", "C3-SPELL-12", att=+1, defence=+1)


# Difficulties


def flat(difficulty: int) -> Callable[[Fighter], int]:
    """The same difficulty against everybody."""
    return lambda target: difficulty


def by_wound(target: Fighter) -> int:
    """C3-SPELL-04: 6 for Light, 8 for Serious, 10 for Critical."""
    return 4 + 2 * target.level


def by_force(target: Fighter) -> int:
    """C3-SPELL-09: 4 and twice the target's Force."""
    return 4 + 2 * target.profile.force


SPELLS = {
    spell.name: spell
    for spell in (
        Spell("Lamplight Ward", "C3-SPELL-01", "light", 1, flat(5), 20 * CM, 1, is_friend, lamplight_ward),
        Spell("Searing Noon", "C3-SPELL-02", "light", 2, flat(8), 30 * CM, 2, is_enemy, searing_noon),
        Spell("Galehand", "C3-SPELL-03", "air", 1, flat(6), 25 * CM, 1, is_waiting_friend, galehand),
        Spell("Brookmend", "C3-SPELL-04", "water", 1, by_wound, 15 * CM, 1, is_wounded_friend, brookmend),
        Spell("Drowning Chill", "C3-SPELL-05", "water", 2, flat(7), 25 * CM, 2, is_enemy, drowning_chill),
        Spell("Emberlance", "C3-SPELL-06", "fire", 1, flat(6), 30 * CM, 1, is_enemy, emberlance),
        Spell("Furnace Bloom", "C3-SPELL-07", "fire", 3, flat(9), 25 * CM, 3, is_enemy, furnace_bloom),
        Spell("Stoneblood", "C3-SPELL-08", "earth", 1, flat(6), 15 * CM, 1, is_friend, stoneblood),
        Spell("Rootgrip", "C3-SPELL-09", "earth", 2, by_force, 20 * CM, 2, is_enemy_on_the_ground, rootgrip),
        Spell("Gravecold Whisper", "C3-SPELL-10", "darkness", 1, flat(6), 20 * CM, 1, is_enemy, gravecold_whisper),
        Spell("Borrowed Breath", "C3-SPELL-11", "darkness", 2, flat(8), 10 * CM, 2, is_enemy, borrowed_breath),
        Spell("Spark of Will", "C3-SPELL-12", INSTINCTIVE, 1, flat(5), SELF, 1, is_self, spark_of_will),
    )
}
