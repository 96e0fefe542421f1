"""Shooting: who may shoot at whom, one shot from the dice to the wound, and strays at the invisible."""

from collections.abc import Iterator

from msgspec import Struct

from grognard.games.high_adventure.armour import missile_armour
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.cover import cover_of, height_at
from grognard.games.high_adventure.figures import INCH, Armour, Figure, State, Weapon, gap
from grognard.games.high_adventure.melee import is_strong, skill_of
from grognard.games.high_adventure.options import Options
from grognard.games.high_adventure.shields import BESIDE, covers, in_the_way, is_shielded, is_shot_past
from grognard.games.high_adventure.things import Shot
from grognard.games.high_adventure.visibility import concealed_in, sees
from grognard.games.high_adventure.wounds import dice_left
from grognard.kernel.dice import D6, D8, D10, Dice
from grognard.kernel.referee import Referee
from grognard.kernel.tally import Modifier, Tally

TOO_CLOSE = 5 * INCH  # HA-SHO-01: exactly that is too close
TOO_CLOSE_IN_WOOD = 2 * INCH  # HA-SHO-02
STRAY = 1  # HA-INV-03: the D6 on which a miss may hit somebody invisible


class Ranges(Struct, frozen=True, gc=False):
    """Outer limits of the three bands, inclusive (HA-SHO-03), and how the weapon is loaded."""

    short: int
    medium: int
    long: int
    loading: str  # half, turn or none


RANGES: dict[str, Ranges] = {
    "bow": Ranges(800, 2400, 4800, "half"),  # HA-SHO-03a
    "longbow": Ranges(1000, 2500, 5000, "half"),  # HA-SHO-03b
    "crossbow": Ranges(1200, 3000, 4800, "turn"),  # HA-SHO-03c
    "sling": Ranges(800, 2000, 3000, "half"),  # HA-SHO-03d
    "hurled": Ranges(800, 1500, 2400, "none"),  # HA-SHO-03e
    "rocks": Ranges(800, 1500, 2400, "none"),  # the nearest row: hand hurled
}
DEFENCE: dict[str, Dice] = {"short": D6, "medium": D8, "long": D10}  # HA-SHO-03, HA-DICE-05
BOWS = ("bow", "longbow")

MISSILE_TABLE = (  # by difference, then Unarmoured, Padded, Mail, Plate
    ("LW", "-", "-", "-"),  # HA-SHO-22a: 1
    ("W", "LW", "-", "-"),  # HA-SHO-22b
    ("W", "W", "LW", "-"),  # HA-SHO-22c
    ("W", "W", "W", "LW"),  # HA-SHO-22d
    ("K", "W", "W", "LW"),  # HA-SHO-22e
    ("K", "K", "W", "W"),  # HA-SHO-22f
    ("K", "K", "K", "W"),  # HA-SHO-22g
    ("K", "K", "K", "K"),  # HA-SHO-22h: 8 and more
)


def band(kind: str, apart: int, same_wood: bool = False, belt: bool = False) -> str:
    """The range band: short, medium, long, too_close or too_far (HA-SHO-01 to 03). At a belt wearer always long (HA-ART-08)."""
    if apart <= (TOO_CLOSE_IN_WOOD if same_wood else TOO_CLOSE):
        return "too_close"
    ranges = RANGES[kind]
    if apart > ranges.long:
        return "too_far"
    if belt or apart > ranges.medium:
        return "long"
    return "medium" if apart > ranges.short else "short"


def missile_cell(options: Options, difference: int, armour: Armour) -> str:
    """The missile result for a modified difference (HA-SHO-22); no push back in it (HA-SHO-23)."""
    if difference < 1:
        return "-"
    if difference == 5 and armour is Armour.PLATE and options.plate5 == "diagonal":
        return "W"  # HA-RULE-29
    return MISSILE_TABLE[min(difference, 8) - 1][armour]


# Who may shoot at whom


def can_shoot_at_all(battle: Battle, shooter: Figure) -> bool:
    """HA-SHO-04: a loaded missile weapon in hand, nobody in contact, and not fleeing (HA-ORD-11) or helpless. Having moved does not matter (HA-MOVE-06)."""
    return (
        shooter.state is State.ABLE
        and shooter.loaded
        and not shooter.engaged
        and not shooter.fleeing
        and not shooter.busy
        and shooter.weapon.is_missile
        and not shooter.helpless
        and not shooter.effect("pit")
    )


def in_same_wood(battle: Battle, shooter: Figure, target: Figure) -> bool:
    """HA-RULE-24: are both in the same wood?"""
    wood = concealed_in(battle.terrain, shooter.x, shooter.y)
    return wood is not None and wood.kind == "wood" and wood is concealed_in(battle.terrain, target.x, target.y)


def band_of(battle: Battle, shooter: Figure, target: Figure) -> str:
    """The range band of a shot between two figures."""
    same = in_same_wood(battle, shooter, target)
    return band(shooter.weapon.kind, gap(shooter, target), same, target.profile.belt)


def can_shoot(battle: Battle, shooter: Figure, target: Figure) -> bool:
    """Is the target in range and sight, with nothing in the way of the shot (HA-SHO-01 to 05)?"""
    if target.invisible:
        return False  # HA-INV-02
    if target.engaged and battle.options.shoot_into_melee == "no":
        return False  # HA-RULE-25
    if band_of(battle, shooter, target) in ("too_close", "too_far"):
        return False
    return sees(battle, shooter, target) and has_clear_shot(battle, shooter, target)


def has_clear_shot(battle: Battle, shooter: Figure, target: Figure) -> bool:
    """HA-SHO-05, HA-RULE-25: any base across the line stops it, but for one stationary friend within 1" of the shooter; not from higher ground."""
    across = in_the_way(battle, shooter, target)
    if not across:
        return True
    if len(across) == 1 and is_shot_past(shooter, across[0]):
        return True
    return height_at(battle, shooter) > height_at(battle, target)


def targets_for(battle: Battle, shooter: Figure) -> list[Figure]:
    """Enemies that a figure may shoot at; a belt wearer only while there is no other (HA-ART-07)."""
    if not can_shoot_at_all(battle, shooter):
        return []
    found = [foe for foe in battle.enemies(shooter.side) if can_shoot(battle, shooter, foe)]
    bare = [foe for foe in found if not foe.profile.belt]
    return bare or found


# One shot


class Aim(Struct, gc=False):
    """What is settled about a shot before the dice: its band, cover and height (HA-SHO-04)."""

    band: str
    cover: str = ""
    below: bool = False
    shielded: bool = False
    rain: bool = False


def aim_at(battle: Battle, shooter: Figure, target: Figure) -> Aim:
    """The circumstances of a shot between two figures on the table."""
    return Aim(
        band_of(battle, shooter, target),
        cover_of(battle, target, shooter.x, shooter.y),
        height_at(battle, shooter) > height_at(battle, target),
        is_shielded(battle, target, shooter.x, shooter.y),
        battle.rain > 0,
    )


def score_modifiers(shooter: Figure, weapon: Weapon, aim: Aim) -> Iterator[Modifier]:
    """Everything that is added to the best attack die (HA-SHO-08, HA-SHO-09)."""
    yield Modifier(skill_of(weapon), "Weapon Skill", "HA-SHO-08")
    if shooter.kind == "elf" and weapon.kind in BOWS:
        yield Modifier(+1, "an elf with a bow", "HA-SHO-10")  # HA-CRE-02b
    if aim.below:
        yield Modifier(+1, "target below", "HA-SHO-11")
    if weapon.unfamiliar:
        yield Modifier(-1, "unfamiliar weapon", "HA-SHO-12")
    if aim.cover == "building":
        yield Modifier(-3, "target in a building", "HA-SHO-15")  # HA-RULE-27: instead of soft cover
    elif aim.cover:
        yield Modifier(-1, "soft cover", "HA-SHO-13")
    if shooter.full_wounds:
        yield Modifier(-shooter.full_wounds, "shooter's wounds", "HA-SHO-14")  # HA-RULE-101
    if aim.rain and weapon.kind in ("bow", "longbow", "sling"):
        yield Modifier(-1, "rain", "HA-RULE-65")


def difference_modifiers(options: Options, shooter: Figure, weapon: Weapon) -> Iterator[Modifier]:
    """What is added to the difference of a hit (HA-SHO-18)."""
    if weapon.kind == "rocks":
        yield Modifier(-1, "rocks", "HA-SHO-19")
    if weapon.kind in ("crossbow", "longbow"):
        yield Modifier(+1, weapon.kind, "HA-SHO-20")
    if is_strong(options, shooter):
        yield Modifier(+1, "Strength 3 or more", "HA-SHO-21")


class Flight(Struct, gc=False):
    """How a shot came out; `victim` is whom the cell hits, if anybody."""

    attack: int
    defence: int
    hit: bool
    difference: int = 0
    cell: str = "-"
    victim: str = ""
    stray: bool = False


def defend(referee: Referee, options: Options, target: Figure, die: Dice, shielded: bool) -> int:
    """The defence score: the band's die, with a D6 for a shield (HA-SHO-16, HA-RULE-28)."""
    score = referee.roll(die, f"{target.name}: defence", by=target.side, rule="HA-SHO-16").total
    if not shielded:
        return score
    shield = referee.roll(D6, f"{target.name}: shield", by=target.side, rule="HA-SHD-03").total
    return max(score, shield) if options.shield_die == "best" else score + shield


def loose(referee: Referee, battle: Battle, shooter: Figure, target: Figure, aim: Aim) -> Flight:
    """Throw for one shot: attack against defence, and the table if it hits (HA-SHO-08, HA-SHO-16, HA-SHO-17). Wounds wait for all shots."""
    weapon = shooter.weapon
    tally = Tally(score_modifiers(shooter, weapon, aim))
    dice = dice_left(battle.options, shooter)
    best = (
        referee.roll((dice * D6).best(1), f"{shooter.name} shoots", by=shooter.side, rule="HA-SHO-08").total
        if dice
        else 0
    )
    attack = best + tally.total
    defence = defend(referee, battle.options, target, DEFENCE[aim.band], aim.shielded)
    if attack <= defence:
        referee.tell("misses", shooter, target, rule="HA-SHO-17", because=tally)
        return stray(referee, battle, shooter, target, aim, Flight(attack, defence, False))
    return hit(referee, battle, shooter, target, Flight(attack, defence, True, victim=target.id))


def hit(referee: Referee, battle: Battle, shooter: Figure, target: Figure, flight: Flight) -> Flight:
    """Look up what a hit does (HA-SHO-18, HA-SHO-22)."""
    tally = Tally(difference_modifiers(battle.options, shooter, shooter.weapon))
    flight.difference = flight.attack - flight.defence + tally.total
    flight.cell = missile_cell(battle.options, flight.difference, missile_armour(target))
    referee.tell(
        "{0} hits {1} by {2}: {3}", shooter, target, flight.difference, flight.cell, rule="HA-SHO-22", because=tally
    )
    return flight


def stray(referee: Referee, battle: Battle, shooter: Figure, target: Figure, aim: Aim, flight: Flight) -> Flight:
    """A miss near somebody invisible: on a 1 it may hit him (HA-INV-03, HA-RULE-35). Only the nearest within 1" rolls."""
    near = nearest_invisible(battle, target)
    if near is None or referee.roll(D6, "a stray shot", by=shooter.side, rule="HA-INV-03").total != STRAY:
        return flight
    flight.stray = True
    defence = defend(referee, battle.options, near, DEFENCE[aim.band], covers(battle, near, shooter.x, shooter.y))
    if flight.attack <= defence:
        return flight
    found = hit(referee, battle, shooter, near, Flight(flight.attack, defence, True, victim=near.id, stray=True))
    found.hit = False  # the one aimed at was missed
    return found


def nearest_invisible(battle: Battle, target: Figure) -> Figure | None:
    """The nearest invisible figure within 1" of a target."""
    found = [
        f
        for f in battle.figures
        if f.able and f.effects and f.invisible and f is not target and gap(f, target) <= BESIDE
    ]
    return min(found, key=lambda f: gap(f, target), default=None)


def missile_source(weapon: Weapon) -> str:
    """What a missile is to the undead: sling stones and rocks smash (HA-RULE-69)."""
    return "smashing" if weapon.kind in ("sling", "rocks") else "weapon"


def into_melee(referee: Referee, battle: Battle, shot: Shot) -> Figure:
    """Whom a shot at a figure in contact goes at (HA-RULE-25): on 4 to 6 a random other of that melee."""
    target = battle.figure(shot.target)
    if not target.engaged:
        return target
    shooter = battle.figure(shot.shooter)
    if referee.roll(D6, "a shot into a melee", by=shooter.side, rule="HA-RULE-25").total <= 3:
        return target
    others = [*target.engaged]
    for id in target.engaged:
        others += [other for other in battle.figure(id).engaged if other not in others and other != target.id]
    return battle.figure(referee.draw(others, 1, "who is hit", by=shooter.side, rule="HA-RULE-25")[0])
