"""Chances of magic and faith: the exact odds of recovery, spells and miracles in a situation at hand."""

from fractions import Fraction
from typing import Any

from grognard.games.confrontation.battle import Battle, Fighter
from grognard.games.confrontation.calling import Bond, Censure, divination_modifiers, divination_roll, is_illuminated
from grognard.games.confrontation.chances import chance, contested, scores
from grognard.games.confrontation.countermagic import Reply
from grognard.games.confrontation.incantation import incant
from grognard.games.confrontation.mana import gems_recovered, recover, reserve, roll_modifiers
from grognard.games.confrontation.mastery import Mastery, melee_modifiers
from grognard.games.confrontation.spells import Spell
from grognard.games.confrontation.tests_of_skill import Attempt
from grognard.kernel.choice import Option, Question
from grognard.kernel.odds import Distribution, Policy, outcomes_of
from grognard.kernel.tally import Tally


def mana_odds(battle: Battle, magician: Fighter, policy: Policy) -> Distribution[tuple[int, int]]:
    """How many gems a magician gets back before the reserve limit, and how many he then holds (C3-MANA-01)."""
    if battle.options.six_rule != "safe":
        return outcomes_of(recover, battle, magician, see=_gems_seen, policy=policy)
    value = magician.profile.power + Tally(roll_modifiers(magician)).total
    most = reserve(magician.profile.power)

    def read(roll: Attempt) -> tuple[int, int]:
        gems = gems_recovered(battle, magician, roll)
        return gems, min(most, sum(magician.gems) + gems)

    return scores(battle.options, value, enough=22, zero_fails=False).map(read)  # from 22 on the table says the same


def _gems_seen(came: Any, battle: Battle, magician: Fighter) -> tuple[int, int]:
    return came.gems, sum(magician.gems)


def cast_odds(
    battle: Battle,
    caster: Fighter,
    spell: Spell,
    target: Fighter,
    mastery: int,
    counter: Fighter | None,
    policy: Policy,
) -> Distribution[str]:
    """What becomes of a spell that is improved by so many gems and countered by this magician (C3-CAST-04 to -09)."""
    if battle.options.six_rule != "safe":
        played = with_answers(policy, mastery, counter)
        return outcomes_of(incant, battle, caster, spell, target, see=_outcome_seen, policy=played)
    difficulty, rolled = spell.difficulty(target), (power_of(battle, caster), 1 + mastery)

    def read(roll: Attempt, answer: Attempt) -> str:
        return "failed" if not roll.reaches(difficulty) else "countered" if answer.reaches(roll.total) else "effect"

    if counter is not None:
        return contested(battle.options, rolled, (power_of(battle, counter), 1), read, need=difficulty)
    alone = scores(battle.options, rolled[0], enough=difficulty, dice=rolled[1])
    return alone.map(lambda roll: read(roll, Attempt(0, True)))


def _outcome_seen(came: Any, *situation: Any) -> str:
    outcome: str = came.outcome
    return outcome


def power_of(battle: Battle, magician: Fighter) -> int:
    return magician.profile.power + Tally(melee_modifiers(battle, magician, "C3-CAST-08")).total


def with_answers(policy: Policy, mastery: int, counter: Fighter | None, censure: int = 0) -> Policy:
    """The policy for pushing 6s, and for the choices of magicians and Faithful."""

    def answer(question: Question) -> Option | str:
        first = question.options[0]
        if isinstance(first, Mastery):
            return Mastery(mastery).key
        if isinstance(first, Bond):
            return Bond(mastery).key
        if isinstance(first, Censure):
            return Censure(censure).key
        if isinstance(first, Reply):
            return first if counter is None else Reply("counter", counter.id)
        return policy(question) or first

    return answer


def call_odds(battle: Battle, caller: Fighter, difficulty: int, bond: int, censure: int, policy: Policy) -> Fraction:
    """How likely a divination test succeeds with so much T.F. more, less so many points of censure (C3-CALL-09)."""
    if battle.options.six_rule == "safe":
        value = caller.profile.faith + Tally(divination_modifiers(battle, caller, censure)).total
        return chance(battle.options, value, difficulty, dice=1 + bond, illuminated=is_illuminated(caller))
    situation = (battle, caller, difficulty, 1 + bond, censure)
    rolls = outcomes_of(
        divination_roll, *situation, see=lambda roll, *situation: roll.reaches(difficulty), policy=policy
    )
    return rolls[True]
