"""Mastery: what a magician pays and rolls with, whether he casts or counters."""

from collections.abc import Iterator, Sequence

from grognard.games.confrontation.battle import Battle, Fighter
from grognard.games.confrontation.mana import held, is_spared_in_melee, pay
from grognard.games.confrontation.profile import ELEMENTS
from grognard.games.confrontation.spells import INSTINCTIVE, Spell
from grognard.kernel.choice import Option
from grognard.kernel.referee import Referee
from grognard.kernel.tally import Modifier


class Mastery(Option, frozen=True, gc=False):
    """So many gems more, each for one more die."""

    gems: int
    need: int = 0  # the difficulty, where it is known

    @property
    def key(self) -> str:
        return f"{self.gems or 'no'} mastery gem{'s' * (self.gems > 1)}"

    @property
    def words(self) -> str:
        return f"Spend {self.gems} more: {1 + self.gems} dice" if self.gems else "Spend no more gems: one die"


def paid_with(spell: Spell) -> Sequence[str]:
    """The gems that a spell is paid with (C3-RULE-65)."""
    return ELEMENTS if spell.element == INSTINCTIVE else (spell.element,)


def improve_mastery(referee: Referee, magician: Fighter, spell: Spell, need: int = 0) -> int:
    """C3-CAST-05: how many gems more are spent, each for one more die; decided before rolling.

    `need` is the difficulty, for whoever weighs the choice; 0 where nobody knows it yet.
    """
    elements = ELEMENTS if has_arcana(magician) else paid_with(spell)  # C3-RULE-72
    most = held(magician, elements)
    if not most:
        return 0
    offered = [Mastery(gems, need) for gems in range(most + 1)]
    text = f"{magician.name}, {spell.title}: improve mastery?"
    gems = referee.choose(magician.side, text, offered, rule="C3-CAST-05", about=(magician.id,)).gems
    pay(referee, magician, gems, elements, "mastery gems", rule="C3-RULE-72")
    return gems


def has_arcana(magician: Fighter) -> bool:
    """C3-CAST-11: Mastery of the Arcana, which every pure magician has."""
    return magician.profile.kind == "pure_mage" or magician.has("arcana")


def melee_modifiers(battle: Battle, magician: Fighter, rule: str) -> Iterator[Modifier]:
    """-1 in hand-to-hand, for incantation and counter-magic alike, except for those whom C3-RULE-68 spares."""
    if not is_spared_in_melee(magician.profile) and not battle.is_free(magician):
        yield Modifier(-1, "in hand-to-hand", rule)
