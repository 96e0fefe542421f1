"""Mana: gems by element, what a magician starts with, recovers and may hold."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from grognard.games.confrontation.battle import NO_GEMS, Battle, Fighter
from grognard.games.confrontation.profile import ELEMENTS, Profile
from grognard.games.confrontation.spells import INSTINCTIVE, SPELLS
from grognard.games.confrontation.tests_of_skill import Attempt, attempt
from grognard.kernel.chart import Chart
from grognard.kernel.choice import Option
from grognard.kernel.referee import Referee
from grognard.kernel.tally import Modifier, Tally

SPARED_PATHS = ("hermeticism", "necromancy")  # C3-MANA-07, C3-RULE-68

# C3-ELEM-02, C3-RULE-64: the gems that absorb a spell of each element.
OPPOSITES = {
    "light": ("darkness",),
    "air": ("earth", "darkness"),
    "water": ("fire", "darkness"),
    "fire": ("water", "darkness"),
    "earth": ("air", "darkness"),
    "darkness": ("light", "air", "water", "fire", "earth"),
    INSTINCTIVE: (),
}


def _column(lowest: int) -> Chart[int]:
    """C3-MANA-01: a rank's column, from the row "0 or less" to the row "22 or more"."""
    rows = [(limit, lowest + row) for row, limit in enumerate((0, 3, 6, 9, 12, 15, 18, 21))]
    return Chart(*rows, above=lowest + 8)


RECOVERY = {"initiate": _column(1), "adept": _column(2), "master": _column(3), "virtuoso": _column(4)}  # C3-MANA-01


class Recovery(NamedTuple):
    """What a magician got back in a mystic phase."""

    roll: Attempt
    gems: int  # before the reserve limit
    kept: int  # what he could hold of them


class Share(Option, frozen=True, gc=False):
    """So many gems of one element."""

    number: int
    element: str

    @property
    def key(self) -> str:
        return f"{self.number} {self.element}"

    @property
    def words(self) -> str:
        return f"{self.number} {self.element} gem{'s' * (self.number != 1)}"


# Who is who


def magicians(battle: Battle, side: str = "") -> list[Fighter]:
    """The magicians on the table, of one camp or of all."""
    return [f for f in battle.fighters if f.profile.power and f.deployed and not f.gone and side in ("", f.side)]


def is_spared_in_melee(profile: Profile) -> bool:
    """C3-MANA-07, C3-RULE-68: Warrior-Mages, Hermeticism and Necromancy suffer nothing for being in hand-to-hand."""
    return profile.kind == "warrior_mage" or profile.path in SPARED_PATHS


def on_shrine(battle: Battle, fighter: Fighter) -> bool:
    """Whether a fighter stands on the ground that the scenario made holy; in the air he does not."""
    shrine = battle.special.shrine
    return bool(shrine) and not fighter.altitude and battle.stands_on(fighter, shrine)


# Limits


def start_gems(power: int) -> int:
    """C3-MANA-03: as many gems as POW."""
    return power


def reserve(power: int) -> int:
    """C3-MANA-04: the most gems that a magician can hold."""
    return power * 2


def intensity_limit(power: int) -> int:
    """C3-MANA-05: what the intensities of his spells may add up to."""
    return power * 2


def may_know(power: int, intensities: Sequence[int]) -> bool:
    """C3-MANA-05: any number of spells within the limit."""
    return sum(intensities) <= intensity_limit(power)


# The mystic phase


def start(referee: Referee, battle: Battle, magician: Fighter) -> None:
    """C3-MANA-03, C3-RULE-60: the gems of the first round."""
    kept = take_gems(referee, magician, start_gems(magician.profile.power))
    referee.tell("{} starts with {} gems", magician, kept, rule="C3-MANA-03")


def recover(referee: Referee, battle: Battle, magician: Fighter) -> Recovery:
    """C3-MANA-01: one magician's recovery roll, and the gems that come of it."""
    modifiers = Tally(roll_modifiers(magician))
    value = magician.profile.power + modifiers.total
    roll = attempt(
        referee,
        battle.options,
        magician.side,
        "mana recovery",
        value,
        rule="C3-MANA-01",
        zero_fails=False,
        about=(magician.id,),
    )
    gems = gems_recovered(battle, magician, roll)
    kept = take_gems(referee, magician, gems)
    if roll.failed:
        referee.tell("{} fails to gather mana", magician, rule="C3-MANA-02")
    referee.tell(
        "{} recovers {} gems and holds {}", magician, gems, sum(magician.gems), because=modifiers, rule="C3-MANA-01"
    )
    return Recovery(roll, gems, kept)


def roll_modifiers(magician: Fighter) -> Iterator[Modifier]:
    """What changes the recovery roll."""
    if magician.routed:
        yield Modifier(-2, "in rout", "C3-ROUT-06")


def gems_recovered(battle: Battle, magician: Fighter, roll: Attempt) -> int:
    """What the roll gives him, before the reserve limit; never less than nothing."""
    profile = magician.profile
    gems = 0 if roll.failed else RECOVERY[profile.rank][roll.total]  # C3-MANA-02
    return max(0, gems + Tally(gem_modifiers(battle, magician)).total)


def gem_modifiers(battle: Battle, magician: Fighter) -> Iterator[Modifier]:
    """What changes the number of gems; a shrine gives its gem also after a failed roll."""
    if not is_spared_in_melee(magician.profile) and not battle.is_free(magician):
        yield Modifier(-1, "in hand-to-hand", "C3-MANA-06")
    if on_shrine(battle, magician):
        yield Modifier(+1, "on the shrine", "C3-MANA-01")


# Gaining and paying gems


def take_gems(referee: Referee, magician: Fighter, number: int) -> int:
    """Give him gems of elements that he masters, by choice (C3-RULE-65); how many he could hold (C3-MANA-04)."""
    kept = min(number, reserve(magician.profile.power) - sum(magician.gems))
    if kept <= 0:
        return 0
    room = tuple(kept if element in magician.profile.elements else 0 for element in ELEMENTS)
    gained = share_out(referee, magician, kept, room, "new gems", rule="C3-RULE-65")
    magician.gems = tuple(map(int.__add__, magician.gems, gained))
    return kept


def pay(
    referee: Referee, magician: Fighter, number: int, elements: Sequence[str], purpose: str, *, rule: str
) -> tuple[int, ...]:
    """Take so many gems of these elements from him; he chooses which, where he can. What was paid, by element."""
    room = tuple(held if element in elements else 0 for element, held in zip(ELEMENTS, magician.gems, strict=True))
    paid = share_out(referee, magician, number, room, purpose, rule=rule)
    magician.gems = tuple(map(int.__sub__, magician.gems, paid))
    return paid


def held(magician: Fighter, elements: Sequence[str]) -> int:
    """How many gems of these elements he has."""
    return sum([gems for element, gems in zip(ELEMENTS, magician.gems, strict=True) if gems and element in elements])


def share_out(
    referee: Referee, magician: Fighter, number: int, room: Sequence[int], purpose: str, *, rule: str
) -> tuple[int, ...]:
    """So many gems, at most `room` of each element: the owner is asked element by element, where there is a choice."""
    if not number:
        return NO_GEMS
    shares, left, later = [0] * len(ELEMENTS), number, sum(room)
    for place, (element, most) in enumerate(zip(ELEMENTS, room, strict=True)):
        later -= most
        low, high = max(0, left - later), min(most, left)
        share = high
        if low < high:
            offered = [Share(n, element) for n in range(low, high + 1)]
            text = f"{magician.name}, {number} {purpose}: how many are {element}?"
            share = referee.choose(magician.side, text, offered, rule=rule, about=(magician.id,)).number
        shares[place] = share
        left -= share
    return tuple(shares)


# Cards


def check_spells(profile: Profile) -> str | None:
    """Why these spells, elements and rank cannot stand on a magician's card, or None."""
    if not profile.power:
        return "has spells or elements but no POW" if profile.spells or profile.elements else None  # C3-STAT-08
    if profile.rank not in RECOVERY:
        return f"is a magician of rank {profile.rank!r}; it may be {', '.join(RECOVERY)}"  # C3-MANA-01
    strange = [element for element in profile.elements if element not in ELEMENTS]
    if strange or not profile.elements:
        return f"masters {', '.join(strange) or 'no element'}; there is {', '.join(ELEMENTS)}"  # C3-ELEM-01
    for name in profile.spells:
        spell = SPELLS.get(name)
        if spell is None:
            return f"knows {name!r}; there is {', '.join(SPELLS)}"
        if spell.element not in (*profile.elements, INSTINCTIVE):  # C3-RULE-94
            return f"knows {name}, but does not master {spell.element}"
        if profile.spells.count(name) > 1:
            return f"knows {name} twice"
    intensities = [SPELLS[name].intensity for name in profile.spells]
    if not may_know(profile.power, intensities):
        limit = intensity_limit(profile.power)
        return f"knows spells of intensity {sum(intensities)}; POW {profile.power} allows {limit} (C3-MANA-05)"
    return None
