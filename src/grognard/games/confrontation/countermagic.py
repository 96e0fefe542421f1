"""Counter-magic and absorption: what enemy magicians do about a spell before it is rolled for."""

from typing import NamedTuple

from grognard.games.confrontation.artefacts import Use, usable, use
from grognard.games.confrontation.battle import CONTACT, Battle, Fighter
from grognard.games.confrontation.mana import OPPOSITES, held, pay
from grognard.games.confrontation.mastery import improve_mastery, melee_modifiers
from grognard.games.confrontation.profile import ELEMENTS
from grognard.games.confrontation.sight import can_see
from grognard.games.confrontation.spells import Spell
from grognard.games.confrontation.tests_of_skill import Attempt, attempt
from grognard.kernel.choice import Option
from grognard.kernel.referee import Referee
from grognard.kernel.tally import Tally


class Reply(Option, frozen=True, gc=False):
    """What an enemy magician does about a spell."""

    deed: str  # "counter", "absorb", or "let it be"
    mage: str = ""

    @property
    def key(self) -> str:
        return f"{self.deed} with {self.mage}" if self.mage else self.deed

    @property
    def pieces(self) -> tuple[str, ...]:
        return (self.mage,) if self.mage else ()


LET_IT_BE = Reply("let it be")


class Announced(NamedTuple):
    """What the enemy announced before any roll: who counters, each with how many dice, and who absorbs."""

    counters: list[tuple[Fighter, int]]
    absorbed: bool = False


def after(battle: Battle, side: str) -> list[str]:
    """The other camps, clockwise from this one (C3-RULE-91)."""
    sides = [camp.id for camp in battle.sides]
    place = sides.index(side)
    return sides[place + 1 :] + sides[:place]


def enemy_answers(referee: Referee, battle: Battle, caster: Fighter, spell: Spell, mastery: int) -> Announced:
    """C3-RULE-66, C3-RULE-67: before any roll the enemy announces counter-magic (each magician once) or absorption."""
    counters: list[tuple[Fighter, int]] = []
    for side in after(battle, caster.side):
        idle = [mage for mage in battle.camp(side) if may_answer(battle, mage, caster, spell)]
        while idle and len(offered := replies(battle, idle, spell, mastery)) > 1:
            text = f"{caster.name} casts {spell.title} with {1 + mastery} dice: counter-magic or absorption?"
            reply = referee.choose(side, text, offered, rule="C3-RULE-66", about=(caster.id,))
            if isinstance(reply, Use):
                bearer = battle.fighter(reply.bearer)
                use(referee, battle, bearer, reply)
                continue
            if reply.deed == "let it be":
                break
            mage = battle.fighter(reply.mage)
            idle.remove(mage)
            if reply.deed == "absorb":
                absorb(referee, battle, mage, spell, mastery)
                return Announced(counters, True)
            counters.append((mage, announce_counter(referee, battle, mage, spell)))
    return Announced(counters)


def may_answer(battle: Battle, mage: Fighter, caster: Fighter, spell: Spell) -> bool:
    """C3-CAST-06: an enemy magician who sees the caster, within the spell's range of him; "self" is base contact."""
    if not mage.profile.power or mage.side == caster.side or not mage.on_table:
        return False
    if mage.routed or mage.sheltering:  # C3-ROUT-05, C3-RULE-27
        return False
    return battle.within(mage, caster, max(spell.range, CONTACT)) and can_see(battle, mage, caster)


def replies(battle: Battle, mages: list[Fighter], spell: Spell, mastery: int) -> list[Reply | Use]:
    """What these magicians could do about a spell."""
    offered: list[Reply | Use] = [LET_IT_BE]
    for mage in mages:
        if any(mage.gems):
            offered.append(Reply("counter", mage.id))
        if can_absorb(battle, mage, spell, mastery):
            offered.append(Reply("absorb", mage.id))
        offered += [option for option in usable(mage) if option.artefact == "cistern_bead"]
    return offered


def announce_counter(referee: Referee, battle: Battle, mage: Fighter, spell: Spell) -> int:
    """Spend one gem of any element, lost in any case (C3-CAST-06); with how many dice he will roll."""
    pay(referee, mage, 1, ELEMENTS, "gem for counter-magic", rule="C3-CAST-06")
    referee.tell("{} announces counter-magic", mage, rule="C3-CAST-06")
    if battle.options.countermagic_mastery == "yes":  # C3-RULE-66
        return 1 + improve_mastery(referee, mage, spell)
    return 1


def counter_roll(referee: Referee, battle: Battle, mage: Fighter, total: int, dice: int) -> Attempt:
    """C3-CAST-06: an incantation roll against the caster's total."""
    modifiers = Tally(melee_modifiers(battle, mage, "C3-CAST-06"))
    value = mage.profile.power + modifiers.total
    roll = attempt(
        referee,
        battle.options,
        mage.side,
        "counter-magic",
        value,
        rule="C3-CAST-06",
        need=total,
        dice=dice,
        about=(mage.id,),
    )
    referee.tell("{}: counter-magic {} against {}", mage, roll.total, total, because=modifiers, rule="C3-CAST-06")
    return roll


def absorption_cost(battle: Battle, spell: Spell, mastery: int) -> int:
    """C3-RULE-67: as many gems as the spell's printed cost; under `all_spent` the mastery gems are matched too."""
    return spell.cost + (mastery if battle.options.absorption_cost == "all_spent" else 0)


def can_absorb(battle: Battle, mage: Fighter, spell: Spell, mastery: int) -> bool:
    """C3-CAST-07: whether he alone has enough gems of opposite elements; for an Instinctive spell there are none."""
    opposites = OPPOSITES[spell.element]
    return bool(opposites) and held(mage, opposites) >= absorption_cost(battle, spell, mastery)


def absorb(referee: Referee, battle: Battle, mage: Fighter, spell: Spell, mastery: int) -> None:
    """C3-CAST-07: spend the gems; the spell is gone without a roll."""
    needed = absorption_cost(battle, spell, mastery)
    pay(referee, mage, needed, OPPOSITES[spell.element], "gems for absorption", rule="C3-CAST-07")
    referee.tell("{} absorbs {} with {} gems", mage, spell.title, needed, rule="C3-CAST-07")
