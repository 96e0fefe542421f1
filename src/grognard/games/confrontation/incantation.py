"""Incantation: casting a spell with mastery gems, against counter-magic and absorption."""

from collections.abc import Sequence
from typing import NamedTuple

from grognard.games.confrontation.artefacts import Use, usable, use
from grognard.games.confrontation.battle import Battle, Fighter
from grognard.games.confrontation.countermagic import counter_roll, enemy_answers
from grognard.games.confrontation.mana import held, pay
from grognard.games.confrontation.mastery import improve_mastery, melee_modifiers, paid_with
from grognard.games.confrontation.sight import can_see
from grognard.games.confrontation.spells import SPELLS, Spell
from grognard.games.confrontation.tests_of_skill import Attempt, attempt
from grognard.kernel.choice import Option
from grognard.kernel.referee import Referee
from grognard.kernel.tally import Tally


class Cast(Option, frozen=True, gc=False):
    """Try a spell on a target."""

    spell: str
    target: str

    @property
    def key(self) -> str:
        return f"cast {self.spell.replace('_', ' ')} on {self.target}"

    @property
    def words(self) -> str:
        return f"Cast {SPELLS[self.spell].title} on {self.target.replace('_', ' ')}"

    @property
    def pieces(self) -> tuple[str, ...]:
        return (self.target,)


class Casting(NamedTuple):
    """What became of a spell ("effect", "failed", "countered", "absorbed" or "out_of_range"), and the rolls made."""

    outcome: str
    roll: Attempt | None = None
    counter: Attempt | None = None  # the last counter-magic roll


# Choosing a spell and its target


def spell_options(battle: Battle, magician: Fighter) -> list[Cast | Use]:
    """Every spell that he can pay for on every target in sight; the distance is measured last (C3-CAST-09)."""
    if magician.routed or not magician.profile.power:  # C3-ROUT-04
        return []
    offered: list[Cast | Use] = [option for option in usable(magician) if option.artefact == "cistern_bead"]
    spells = [spell for name in magician.profile.spells if can_pay(magician, spell := SPELLS[name])]
    if not spells:
        return offered
    tried = tried_this_round(battle)
    for target in battle.fighters:
        if not target.on_table:
            continue
        wanted = [s for s in spells if s.targets(battle, magician, target) and may_try(tried, s.name, target.id)]
        if wanted and (target is magician or can_see(battle, magician, target)):  # C3-CAST-04
            offered += [Cast(spell.name, target.id) for spell in wanted]
    return offered


def can_pay(magician: Fighter, spell: Spell) -> bool:
    """C3-RULE-65: with gems of its element, an Instinctive spell with any."""
    return held(magician, paid_with(spell)) >= spell.cost


def tried_this_round(battle: Battle) -> list[tuple[str, str]]:
    """Every spell and miracle tried this round, with its target, whoever tried it."""
    return [pair for fighter in battle.fighters for pair in fighter.tried]


def may_try(tried: Sequence[tuple[str, str]], what: str, target: str) -> bool:
    """C3-CAST-02, C3-CALL-02: the same one only once per round on a given target, successful or not."""
    return (what, target) not in tried


# Casting


def cast(referee: Referee, battle: Battle, caster: Fighter, option: Cast | Use) -> str:
    """Do what was chosen of `spell_options`: the whole incantation, or an artefact; what became of it."""
    if isinstance(option, Use):
        use(referee, battle, caster, option)
        return "used"
    return incant(referee, battle, caster, SPELLS[option.spell], battle.fighter(option.target)).outcome


def incant(referee: Referee, battle: Battle, caster: Fighter, spell: Spell, target: Fighter) -> Casting:
    """C3-CAST-04 to C3-CAST-10: gems, mastery, the enemy's answer, the test, the distance, the effects."""
    caster.tried = (*caster.tried, (spell.name, target.id))
    difficulty = spell.difficulty(target)
    referee.tell("{} casts {} on {}", caster, spell.title, target, rule="C3-CAST-04")
    pay(referee, caster, spell.cost, paid_with(spell), f"gems for {spell.title}", rule="C3-CAST-04")
    mastery = improve_mastery(referee, caster, spell, difficulty)
    counters, absorbed = enemy_answers(referee, battle, caster, spell, mastery)
    if absorbed:
        return Casting("absorbed")

    roll = incantation_roll(referee, battle, caster, difficulty, 1 + mastery)
    if not roll.reaches(difficulty):
        referee.tell("{} fails: {} against {}", caster, roll.total, difficulty, rule="C3-CAST-08")
        return Casting("failed", roll)
    answer: Attempt | None = None
    for mage, dice in counters:
        answer = counter_roll(referee, battle, mage, roll.total, dice)
        if answer.reaches(roll.total):  # equal is enough
            referee.tell(
                "{} cancels {} with {} against {}", mage, spell.title, answer.total, roll.total, rule="C3-RULE-66"
            )
            return Casting("countered", roll, answer)

    if not battle.within(caster, target, spell.range):
        referee.tell("{} is out of range of {}", target, spell.title, rule="C3-CAST-09")
        return Casting("out_of_range", roll, answer)
    spell.effect(referee, battle, caster, target)  # C3-CAST-10
    return Casting("effect", roll, answer)


def incantation_roll(referee: Referee, battle: Battle, caster: Fighter, difficulty: int, dice: int) -> Attempt:
    """C3-CAST-08: POW and the best of the dice."""
    modifiers = Tally(melee_modifiers(battle, caster, "C3-CAST-08"))
    value = caster.profile.power + modifiers.total
    roll = attempt(
        referee,
        battle.options,
        caster.side,
        "incantation",
        value,
        rule="C3-CAST-08",
        need=difficulty,
        dice=dice,
        about=(caster.id,),
    )
    referee.tell(
        "{}: incantation {}, difficulty {}", caster, roll.total, difficulty, because=modifiers, rule="C3-CAST-08"
    )
    return roll
