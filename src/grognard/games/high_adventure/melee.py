"""Melee: the dice of one melee, its score and what the loser suffers."""

from collections.abc import Iterator

from grognard.games.high_adventure.armour import melee_armour
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.figures import Armour, Figure, Weapon
from grognard.games.high_adventure.options import Options
from grognard.games.high_adventure.preparation import disturb
from grognard.games.high_adventure.things import Melee
from grognard.games.high_adventure.wounds import dice_left
from grognard.kernel.dice import D6
from grognard.kernel.referee import Referee
from grognard.kernel.tally import Modifier, Tally

MELEE_TABLE = (  # by difference, then Unarmoured, Padded, Mail, Plate
    ("-", "-", "-", "-"),  # HA-MEL-18a: 1 or less
    ("PB", "-", "-", "-"),  # HA-MEL-18b
    ("LW", "PB", "-", "-"),  # HA-MEL-18c
    ("W+PB", "LW", "PB", "-"),  # HA-MEL-18d
    ("W", "W+PB", "LW", "PB"),  # HA-MEL-18e
    ("W", "W", "W+PB", "LW"),  # HA-MEL-18f
    ("K", "W", "W", "W+PB"),  # HA-MEL-18g
    ("K", "K", "W", "W"),  # HA-MEL-18h
    ("K", "K", "K", "W"),  # HA-MEL-18i
    ("K", "K", "K", "K"),  # HA-MEL-18j: 10 and more
)


def melee_cell(options: Options, difference: int, armour: Armour) -> str:
    """The combat result for a modified difference (HA-MEL-18)."""
    cell = MELEE_TABLE[min(max(difference, 1), 10) - 1][armour]
    return "LW+PB" if cell == "W+PB" and options.diff4 == "light" else cell  # HA-RULE-22


def skill_of(weapon: Weapon) -> int:
    """Weapon Skill with a weapon, 0 to 3: none with an unfamiliar one (HA-WSK-01, HA-RULE-100)."""
    return 0 if weapon.unfamiliar else weapon.skill


def throws(battle: Battle, figure: Figure) -> int:
    """How many dice a figure throws in melee: one for each point of Strength it has left (HA-MEL-02); the invisible fight as all others (HA-INV-01)."""
    if figure.helpless:
        return 1 if battle.options.helpless == "one_die" else 0  # HA-RULE-80
    if figure.fleeing or figure.effect("floating"):
        return 1 if figure.fleeing else 0  # HA-RULE-10, HA-RULE-41
    return dice_left(battle.options, figure)


def fights_back(figure: Figure) -> bool:
    """Can it hurt anybody? The fleeing and the helpless cannot (HA-ORD-11, HA-RULE-10, HA-RULE-80)."""
    return not (figure.fleeing or figure.helpless)


def score_modifiers(figure: Figure, supporters: int) -> Iterator[Modifier]:
    """Everything that is added to the best die (HA-MEL-09); nothing for the fleeing and the helpless."""
    if not fights_back(figure):
        return
    weapon = figure.blade
    yield Modifier(skill_of(weapon), "Weapon Skill", SKILL_RULES[min(skill_of(weapon), 3)])
    if supporters:
        yield Modifier(supporters, "supporters", "HA-MEL-10")
    if figure.mounted:
        yield Modifier(+1, "mounted", "HA-MNT-01")
    if figure.invisible:
        yield Modifier(+1, "invisible", "HA-INV-05")
    if weapon.unfamiliar and weapon.kind != "improvised":
        yield Modifier(-1, "unfamiliar weapon", "HA-MEL-07")


SKILL_RULES = ("HA-MEL-03", "HA-MEL-04", "HA-MEL-05", "HA-MEL-06")


def difference_modifiers(options: Options, winner: Figure) -> Iterator[Modifier]:
    """What the winner's weapon and arm add to a difference of 1 or more (HA-MEL-14)."""
    weapon = winner.blade
    if weapon.kind == "polearm":
        yield Modifier(+1, "polearm", "HA-MEL-15")
    if is_strong(options, winner):
        yield Modifier(+1, "Strength 3 or more", "HA-MEL-16")
    if weapon.kind == "improvised":
        yield Modifier(-1, "improvised weapon", "HA-MEL-17")


def is_strong(options: Options, figure: Figure) -> bool:
    """Strength 3 or more, printed or current (HA-RULE-20)."""
    return (dice_left(options, figure) if options.strength_bonus == "current" else figure.strength) >= 3


def throw(referee: Referee, figure: Figure, dice: int, supporters: int) -> tuple[int, Tally]:
    """A figure's score: its best die and what is added to it (HA-MEL-08, HA-MEL-09)."""
    tally = Tally(score_modifiers(figure, supporters))
    if not dice:
        return 0, tally
    best = referee.roll((dice * D6).best(1), f"{figure.name} in melee", by=figure.side, rule="HA-MEL-02").total
    return best + tally.total, tally


def fight(referee: Referee, battle: Battle, melee: Melee) -> None:
    """One melee: both sides throw, the higher score wins, and the result waits to be applied with all others (HA-RULE-19)."""
    one, other = battle.figure(melee.one), battle.figure(melee.other)
    melee.score_one, tally_one = throw(referee, one, melee.dice_one, len(melee.supporters_one))
    melee.score_other, tally_other = throw(referee, other, melee.dice_other, len(melee.supporters_other))
    melee.thrown = True
    disturb(battle, one)
    disturb(battle, other)
    if melee.score_one == melee.score_other:
        referee.tell("{0} and {1} are evenly matched", one, other, rule="HA-RULE-81")
        return
    first = melee.score_one > melee.score_other
    winner, loser = (one, other) if first else (other, one)
    melee.winner, melee.loser = winner.id, loser.id
    difference = modified_difference(battle.options, winner, abs(melee.score_one - melee.score_other))
    if fights_back(winner):
        melee.cell = melee_cell(battle.options, difference, melee_armour(battle.options, loser, winner.blade))
    else:
        melee.cell = "-"
    referee.tell(
        "{0} beats {1} by {2}: {3}", winner, loser, difference, melee.cell,
        rule="HA-MEL-18", because=(*(tally_one if first else tally_other), *difference_modifiers(battle.options, winner)),
    )  # fmt: skip


def modified_difference(options: Options, winner: Figure, difference: int) -> int:
    """The difference that the table is read with (HA-MEL-14); the modifiers add together."""
    if difference < 1:
        return difference
    return difference + Tally(difference_modifiers(options, winner)).total


def source_of(figure: Figure) -> str:
    """What a figure's blow is to the undead: magic, smashing, or plain (HA-RULE-68, HA-RULE-69)."""
    weapon = figure.blade
    if weapon.magic:
        return "magic"
    fists = weapon.name in ("bare hands", "fists") and figure.strength >= 3
    return "smashing" if weapon.smashing or fists else "weapon"
