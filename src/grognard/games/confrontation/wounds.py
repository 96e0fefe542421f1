"""Wounds: the wound roll, its table, exceptional wounds, and what they do to a fighter."""

from typing import NamedTuple, Protocol

from grognard.games.confrontation.battle import CRITICAL, KILLED, NONE, Battle, Fighter
from grognard.games.confrontation.options import Options
from grognard.kernel.chart import Chart
from grognard.kernel.dice import D6
from grognard.kernel.referee import Referee

LOCATIONS = ("legs", "arms", "stomach", "chest", "head")
LOCATION = {1: "legs", 2: "arms", 3: "stomach", 4: "chest", 5: "head", 6: "head"}  # C3-WND-01: by the lowest die
INJURY = {  # C3-RULE-51: what a double leaves behind, by location
    "legs": "mov_halved",
    "arms": "att_aim_minus_1",
    "stomach": "ini_minus_1",
    "chest": "res_minus_1",
    "head": "def_minus_1",
}
RESULTS = ("none", "stunned", "light", "serious", "critical", "killed")
NO, ST, LI, SE, CR, KI = RESULTS
TABLE = Chart(  # C3-WND-07: damage up to, then legs, arms, stomach, chest, head
    (-1, (NO, ST, ST, LI, LI)),
    (1, (ST, ST, LI, LI, SE)),
    (3, (ST, LI, LI, SE, CR)),
    (5, (LI, LI, SE, SE, CR)),
    (7, (LI, SE, SE, CR, KI)),
    (9, (LI, SE, CR, CR, KI)),
    (11, (SE, SE, CR, KI, KI)),
    (13, (SE, CR, CR, KI, KI)),
    (15, (SE, CR, KI, KI, KI)),
    (17, (CR, CR, KI, KI, KI)),
    above=(CR, KI, KI, KI, KI),
)


class Hit(NamedTuple):
    """The numbers of a wound roll."""

    strength: int
    res: int
    modifier: int = 0  # C3-RULE-48
    thick_hide: bool = False
    gorget: bool = False


class Wound(NamedTuple):
    """What a wound roll says by itself, before it is combined with what the victim has."""

    location: str
    damage: int
    result: str
    injury: str = "none"


class Wounded(Protocol):
    """Whatever can be wounded: a fighter, or the same one in a combat."""

    level: int
    stunned: int
    injuries: tuple[str, ...]


def roll_wound(referee: Referee, options: Options, hit: Hit, by: str) -> Wound:
    """Roll 2D6 and read the table. It is no test: 6s are not rolled again, 1s do not fail (C3-WND-02)."""
    high, low = referee.roll((2 * D6).each, "wound roll", by=by, rule="C3-WND-01").faces
    return read_wound(options, hit, high, low)


def read_wound(options: Options, hit: Hit, high: int, low: int) -> Wound:
    """Location by the lowest die, damage by the highest (C3-WND-01, C3-WND-03, C3-WND-06)."""
    damage = high + hit.strength - hit.res + hit.modifier
    location = LOCATION[low]
    if location == "head" and hit.gorget:
        location = "chest"  # C3-ARTI-02
    if low == 6 and not hit.thick_hide:
        return Wound(location, damage, KI)  # C3-WND-05: double 6, whatever the damage
    result = TABLE[damage][LOCATIONS.index(location)]
    if high == low < 6 and result in (LI, SE, CR):  # C3-WND-04
        if options.exceptional == "one_worse":
            return Wound(location, damage, RESULTS[RESULTS.index(result) + 1])
        if options.exceptional == "injury" and not hit.thick_hide:  # C3-ABIL-03
            return Wound(location, damage, result, INJURY[location])
    return Wound(location, damage, result)


def suffer(options: Options, victim: Wounded, wound: Wound) -> None:
    """Combine a wound with what the victim has already. The dead are taken off by the caller."""
    if wound.result == "none":
        return
    if wound.result == "stunned":  # C3-EFF-01, C3-EFF-06: no wound level
        victim.stunned = victim.stunned + 1 if options.stun_stacks == "yes" else 1
        return
    victim.level = worsened(options, victim.level, RESULTS.index(wound.result) - 1)
    if wound.injury != "none" and wound.injury not in victim.injuries:
        victim.injuries = tuple(sorted((*victim.injuries, wound.injury)))


def worsened(options: Options, level: int, wound: int) -> int:
    """C3-EFF-07, C3-RULE-49: the level after a further wound."""
    if wound == KILLED:
        return KILLED
    if options.wound_stacking == "add":
        return min(KILLED, level + wound)
    if options.wound_stacking == "highest":
        return max(level, wound)
    return wound if wound > level else level + 1


def penalty(options: Options, body: Wounded) -> int:
    """What wounds and a stun take from INI, ATT, DEF and AIM tests and from damage (C3-EFF-01 to C3-EFF-05), as a positive number."""
    stun = body.stunned if options.stun_stacks == "yes" else min(1, body.stunned)
    level = min(body.level, CRITICAL)  # C3-EFF-02, C3-EFF-03, C3-EFF-04: a Light wound is level 1 and costs 1
    return max(stun, level) if options.stun_and_wound == "worse_only" else stun + level  # C3-RULE-50


def modifier(options: Options, attacker: Wounded | None, victim: Wounded) -> int:
    """C3-RULE-48: the wound modifier. Nobody attacks with a spell or a miracle, and so none counts there (C3-RULE-52)."""
    if attacker is None:
        return 0
    return -penalty(options, attacker) if options.wound_modifier == "attacker" else penalty(options, victim)


def wound(
    referee: Referee,
    battle: Battle,
    victim: Fighter,
    strength: int,
    *,
    by: str,
    rule: str,
    attacker: Fighter | None = None,
) -> Wound:
    """A wound roll on a fighter outside a combat: by a shot (with its attacker), a spell or a miracle (without). Applied at once."""
    hit = hit_on(battle, victim, strength, attacker)
    suffered = roll_wound(referee, battle.options, hit, by)
    suffer(battle.options, victim, suffered)
    tell_wound(referee, victim, suffered, rule)
    if victim.level == KILLED:
        victim.gone = "killed"
    return suffered


def hit_on(battle: Battle, victim: Fighter, strength: int, attacker: Fighter | None = None) -> Hit:
    """The numbers of a wound roll against a fighter as it stands."""
    gorget = "gorget_of_small_saints" in victim.artefacts
    return Hit(strength, victim.res, modifier(battle.options, attacker, victim), victim.has("thick_hide"), gorget)


def tell_wound(referee: Referee, victim: object, wound: Wound, rule: str) -> None:
    """Say what a wound roll did."""
    if wound.result == "none":
        referee.tell("{} shrugs off a blow to the {} (damage {})", victim, wound.location, wound.damage, rule=rule)
    elif wound.result == "killed":
        referee.tell("{} is struck in the {} and killed (damage {})", victim, wound.location, wound.damage, rule=rule)
    elif wound.injury == "none":
        referee.tell(
            "{} is struck in the {}: {} (damage {})", victim, wound.location, wound.result, wound.damage, rule=rule
        )
    else:
        words = "{} is struck in the {}: {}, and keeps an injury ({}, damage {})"
        referee.tell(
            words, victim, wound.location, wound.result, wound.injury.replace("_", " "), wound.damage, rule="C3-RULE-51"
        )


def heal(victim: Wounded, levels: int = 1) -> None:
    """C3-RULE-89: lower the wound level; injuries stay."""
    victim.level = max(NONE, victim.level - levels)
