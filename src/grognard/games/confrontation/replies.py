"""What may come back for an attack: the attack of the one attacked, while he lives and has an attack die left."""

from fractions import Fraction

from grognard.games.confrontation.attacks import Attack, Defence, hurt, resolve, spend_attack
from grognard.games.confrontation.battle import Battle
from grognard.games.confrontation.fight import KILLED, Fight
from grognard.games.confrontation.options import Options
from grognard.games.confrontation.tests_of_skill import thrifty
from grognard.kernel.choice import Option, Question
from grognard.kernel.odds import Distribution, outcomes_of
from grognard.kernel.referee import Referee

UNDEFENDED = Defence("none")


def reply(battle: Battle, question: Question, option: Option) -> list[tuple[str, Fraction]] | None:
    """His next attack on the one who attacks now, neither of them defended; None where he has no die for it."""
    fight = battle.fight
    if fight is None or not isinstance(option, Attack) or not fight.combatant(option.on).att_dice:
        return None
    ends = outcomes_of(exchange, battle.options, fight, option, see=_harm, policy=thrifty)
    return _words(ends, "hits you", "kills you")


def striking(battle: Battle, attack: Attack) -> list[tuple[str, Fraction]] | None:
    """What may come of an attack that nobody defends against."""
    if battle.fight is None:
        return None
    ends = outcomes_of(strike, battle.options, battle.fight, attack, see=_done, policy=thrifty)
    return _words(ends, "hits if not parried", "kills if not parried")


def strike(referee: Referee, options: Options, fight: Fight, attack: Attack) -> bool:
    """One attack without a defence, with its wound; whether it hit."""
    spend_attack(options, fight.combatant(attack.by), attack)
    hits = resolve(referee, options, fight, attack, UNDEFENDED).hits
    fight.gained = None
    if fight.hurt is not None:
        hurt(referee, options, fight)
    return hits


def exchange(referee: Referee, options: Options, fight: Fight, attack: Attack) -> bool:
    """The attack, and his in return if he still can; whether that hit."""
    strike(referee, options, fight, attack)
    foe = fight.combatant(attack.on)
    if foe.level >= KILLED or not foe.att_dice:
        return False
    return strike(referee, options, fight, Attack(attack.on, attack.by))


def _harm(hit: bool, _: Options, fight: Fight, attack: Attack) -> tuple[bool, bool]:
    return hit, fight.combatant(attack.by).level >= KILLED


def _done(hit: bool, _: Options, fight: Fight, attack: Attack) -> tuple[bool, bool]:
    return hit, fight.combatant(attack.on).level >= KILLED


def _words(ends: Distribution[tuple[bool, bool]], hits: str, kills: str) -> list[tuple[str, Fraction]]:
    return [(hits, ends.chance(lambda end: end[0])), (kills, ends.chance(lambda end: end[1]))]
