"""Artefacts: how many a character may carry, and what each of them does."""

from collections.abc import Callable, Iterable

from msgspec import Struct

from grognard.games.confrontation.battle import Battle, Fighter
from grognard.games.confrontation.mana import reserve, take_gems
from grognard.games.confrontation.profile import Effect, Profile
from grognard.kernel.choice import Option
from grognard.kernel.referee import Referee

# Section 20: the number of artefacts by rank.
CARRIED_AT_MOST = {
    **dict.fromkeys(("initiate", "devout", "irregular", "regular", "veteran", "creature"), 1),  # C3-ART-01
    **dict.fromkeys(("adept", "zealot", "special", "elite"), 2),  # C3-ART-02
    **dict.fromkeys(("master", "dean", "living_legend"), 3),  # C3-ART-03
    **dict.fromkeys(("virtuoso", "avatar", "major_ally"), 4),  # C3-ART-04
}


class Artefact(Struct, frozen=True, gc=False):
    """One artefact: its price, and whether its owner calls on it once per game."""

    name: str
    title: str
    points: int
    rule: str
    once: bool = False


class Use(Option, frozen=True, gc=False):
    """Call on an artefact now (C3-RULE-96)."""

    artefact: str
    bearer: str

    @property
    def key(self) -> str:
        return f"use {self.artefact}"

    @property
    def words(self) -> str:
        return f"Use the {ARTEFACTS[self.artefact].title}"

    @property
    def pieces(self) -> tuple[str, ...]:
        return (self.bearer,)


# Carrying


def limit(rank: str) -> int:
    """How many artefacts a character of that rank may carry."""
    return CARRIED_AT_MOST[rank]


def may_carry(rank: str, number: int) -> bool:
    """Whether a character of that rank may carry so many (C3-RULE-79)."""
    return number <= limit(rank)


def check(profile: Profile, artefacts: tuple[str, ...]) -> str | None:
    """Why a fighter may not carry these artefacts, or None."""
    for name in artefacts:
        if name not in ARTEFACTS:
            return f"carries {name!r}; there is {', '.join(ARTEFACTS)}"
    if not artefacts:
        return None
    if not profile.is_character:
        return "carries an artefact, which only characters may (C3-RULE-79)"
    if profile.rank not in CARRIED_AT_MOST:
        return f"is of rank {profile.rank!r}; there is {', '.join(CARRIED_AT_MOST)}"
    if not may_carry(profile.rank, len(artefacts)):
        return f"carries {len(artefacts)} artefacts; rank {profile.rank} allows {limit(profile.rank)} (C3-RULE-79)"
    return None


def check_company(carried: Iterable[str]) -> str | None:
    """C3-RULE-96: each artefact exists once per company; why these together are too many, or None."""
    seen: list[str] = []
    for name in carried:
        if name in seen:
            return f"{name} is carried twice; each artefact exists once per company (C3-RULE-96)"
        seen.append(name)
    return None


def points_of(artefacts: Iterable[str]) -> int:
    """What they cost (C3-RULE-84)."""
    return sum(ARTEFACTS[name].points for name in artefacts)


# What lasts


def equip(fighter: Fighter) -> None:
    """Lay what always works on a fighter, before the first round."""
    for name in fighter.artefacts:
        lasting = LASTING.get(name)
        if lasting is not None:
            lasting(fighter)


def whetted_grudge(bearer: Fighter) -> None:
    """C3-ARTI-01: STR +1."""
    bearer.take_effect(Effect("whetted_grudge", "str", +1, "game"))


def drumskin_of_the_deaf(bearer: Fighter) -> None:
    """C3-ARTI-05: immune to FEAR 6 and less."""
    bearer.immune_to = max(bearer.immune_to, 6)


def has_gorget(fighter: Fighter) -> bool:
    """C3-ARTI-02: whether a wound to the head is read as one to the chest (see wounds.py)."""
    return "gorget_of_small_saints" in fighter.artefacts


# What works once


def has_unused(fighter: Fighter, name: str) -> bool:
    """Whether he carries it and has not called on it yet."""
    return name in fighter.artefacts and name not in fighter.used


def usable(fighter: Fighter) -> list[Use]:
    """The artefacts that he could call on outside of a combat."""
    if not fighter.artefacts:
        return []
    bead = (
        has_unused(fighter, "cistern_bead")
        and fighter.profile.power
        and sum(fighter.gems) < reserve(fighter.profile.power)
    )
    psalter = has_unused(fighter, "tinder_psalter") and any(fighter.profile.aspects)
    return [Use("cistern_bead", fighter.id)] * bool(bead) + [Use("tinder_psalter", fighter.id)] * bool(psalter)


def use(referee: Referee, battle: Battle, bearer: Fighter, option: Use) -> None:
    """Call on an artefact (C3-RULE-96)."""
    ON_CALL[option.artefact](referee, bearer)


def tinder_psalter(referee: Referee, bearer: Fighter) -> None:
    """C3-ARTI-03: +2 T.F., once."""
    bearer.used = (*bearer.used, "tinder_psalter")
    bearer.tf += 2
    referee.tell("{} opens the Tinder Psalter: 2 T.F. more", bearer, rule="C3-ARTI-03")


def cistern_bead(referee: Referee, bearer: Fighter) -> None:
    """C3-ARTI-04: +2 gems, once, within the reserve."""
    bearer.used = (*bearer.used, "cistern_bead")
    kept = take_gems(referee, bearer, 2)
    referee.tell("{} breaks the Cistern Bead: {} gems more", bearer, kept, rule="C3-ARTI-04")


def has_third_hand(fighter: Fighter) -> bool:
    """C3-ARTI-06: whether he may still call for one more combat die; he is asked where combat dice are placed."""
    return has_unused(fighter, "third_hand")


ARTEFACTS = {
    artefact.name: artefact
    for artefact in (
        Artefact("whetted_grudge", "Whetted Grudge", 8, "C3-ARTI-01"),
        Artefact("gorget_of_small_saints", "Gorget of Small Saints", 8, "C3-ARTI-02"),
        Artefact("tinder_psalter", "Tinder Psalter", 10, "C3-ARTI-03", once=True),
        Artefact("cistern_bead", "Cistern Bead", 10, "C3-ARTI-04", once=True),
        Artefact("drumskin_of_the_deaf", "Drumskin of the Deaf", 12, "C3-ARTI-05"),
        Artefact("third_hand", "Third Hand", 14, "C3-ARTI-06", once=True),
    )
}
LASTING: dict[str, Callable[[Fighter], None]] = {
    "whetted_grudge": whetted_grudge,
    "drumskin_of_the_deaf": drumskin_of_the_deaf,
}
ON_CALL: dict[str, Callable[[Referee, Fighter], None]] = {
    "tinder_psalter": tinder_psalter,
    "cistern_bead": cistern_bead,
}
