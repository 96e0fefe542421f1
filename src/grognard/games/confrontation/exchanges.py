"""Exchanges: who attacks whom when, and what the fighter attacked may do about it."""

from grognard.games.confrontation.attacks import (
    MASTER_DICE,
    Attack,
    Defence,
    Throw,
    hurt,
    plainly,
    resolve,
    spend_attack,
)
from grognard.games.confrontation.fight import KILLED, Combatant, Fight
from grognard.games.confrontation.options import Options
from grognard.kernel.referee import Referee


def alive(fighter: Combatant) -> bool:
    return fighter.level < KILLED


def enemies_of(fight: Fight, fighter: Combatant) -> list[Combatant]:
    """Those it fights that still stand."""
    return [other for other in fight.combatants if other.side != fighter.side and other.level < KILLED]


def may_master(options: Options, fighter: Combatant) -> bool:
    """C3-CHAR-05, C3-RULE-46: two attack dice (or two defence dice, as the option has it, and a die to have a turn with) for one attack."""
    if fighter.master < 0 or fighter.routed or not fighter.att_dice:
        return False
    return (fighter.att_dice if options.master_strike_dice == "attack" else fighter.def_dice) >= MASTER_DICE


def attack_options(options: Options, fight: Fight) -> list[Attack]:
    """Every attack that the attacking side may make next in its exchange; empty when the exchange is over (C3-RULE-41)."""
    found = []
    for fighter in fight.combatants:
        if fighter.side != fight.attacking or not fighter.att_dice or fighter.level >= KILLED:
            continue
        master = may_master(options, fighter)
        for enemy in fight.combatants:
            if enemy.side != fighter.side and enemy.level < KILLED and enemy.id not in fighter.struck:
                found.append(Attack(fighter.id, enemy.id))
                if master:
                    found.append(Attack(fighter.id, enemy.id, True))
    return found


def why_not_attack(options: Options, fight: Fight, attack: Attack, *, gained: bool = False) -> str:
    """Why an attack may not be made now, in a word; empty if it may. `gained` says that it is the one just gained."""
    if fight.stage == "over":
        return "over"
    if fight.gained is not None and (not gained or (attack.by, attack.on) != fight.gained):
        return "counter_first"
    if gained:
        return "no_counter" if fight.gained is None else "master" if attack.master else ""
    if not any((one.by, one.on) == (attack.by, attack.on) for one in attack_options(options, fight)):
        return "turn"
    return "master" if attack.master and not may_master(options, fight.combatant(attack.by)) else ""


def turn_over(options: Options, fight: Fight) -> None:
    """See whose exchange it is; a side without attack dice is skipped, and without any the combat is over (C3-COMB-18)."""
    if fight.gained is not None or fight.hurt is not None:
        return
    side = fight.attacking
    stands = opposed = ready = waiting = False  # who stands on either side, and who has attacks left in this exchange
    for fighter in fight.combatants:
        if fighter.level >= KILLED:
            continue
        if fighter.side == side:
            stands = True
        else:
            opposed = True
        if fighter.att_dice:
            waiting = True
            ready = ready or fighter.side == side
    if not (stands and opposed and waiting):
        fight.stage = "over"
    elif not (ready and attack_options(options, fight)):
        _change_over(options, fight)


def _change_over(options: Options, fight: Fight) -> None:
    """The exchange is over: the other side's turn, or the same side's again if the other has no attack dice."""
    one, other = fight.combatants[0].side, fight.combatants[1].side
    for fighter in fight.combatants:
        fighter.struck = ()
    fight.attacking = other if fight.attacking == one else one
    if not attack_options(options, fight):
        fight.attacking = other if fight.attacking == one else one


# Defence


def may_counter(fighter: Combatant) -> bool:
    """C3-RULE-43: an active ability, and a defence die to do it with."""
    return fighter.counters and not fighter.routed and fighter.def_dice > 0


def may_sustain(fighter: Combatant) -> bool:
    """C3-SUST-01, C3-RULE-44: the last defence die of a fighter that placed at least as many dice in defence as in attack."""
    return fighter.def_dice == 1 and fighter.placed_def >= fighter.placed_att


def defence_options(fighter: Combatant) -> list[Defence]:
    """C3-COMB-09, C3-COMB-10: what the fighter attacked may declare before the attack is rolled."""
    found = [Defence("parry", dice) for dice in range(1, fighter.def_dice + 1)]
    if may_sustain(fighter):
        found.append(Defence("sustain", 1))
    if may_counter(fighter):
        found += [Defence("counter", dice) for dice in range(1, fighter.def_dice + 1)]
    return [*found, Defence("none")]


def why_not_defend(fighter: Combatant, defence: Defence) -> str:
    """Why a defence may not be declared, in a word; empty if it may."""
    if defence.mode == "none":
        return ""
    if not 1 <= defence.dice <= fighter.def_dice:
        return "no_def_die"
    if any(option == defence for option in defence_options(fighter)):
        return ""
    return {"counter": "may_not_counter", "sustain": "may_not_sustain"}[defence.mode]


# One attack


def strike(referee: Referee, options: Options, fight: Fight, throw: Throw = plainly) -> None:
    """The next attack of an exchange: one that was just gained, or one that the attacking side picks."""
    turn_over(options, fight)
    if fight.stage == "over":
        return
    gained = fight.gained
    if gained is not None:  # C3-COMB-16
        attack = Attack(*gained)
    else:
        options_now = attack_options(options, fight)
        attack = options_now[0]
        if len(options_now) > 1:
            attack = referee.choose(
                fight.attacking, "Which attack?", options_now, rule="C3-COMB-11", about=(attack.by,)
            )
    defence = declare(referee, fight.combatant(attack.by), fight.combatant(attack.on), attack)
    make(referee, options, fight, attack, defence, gained=gained is not None, throw=throw)


def make(
    referee: Referee,
    options: Options,
    fight: Fight,
    attack: Attack,
    defence: Defence,
    *,
    gained: bool = False,
    throw: Throw = plainly,
) -> None:
    """Carry out an attack against what was declared, with its wound."""
    if gained:
        fight.gained = None
    else:
        spend_attack(options, fight.combatant(attack.by), attack)
    resolve(referee, options, fight, attack, defence, throw)
    if fight.hurt is not None:
        hurt(referee, options, fight, throw)
    turn_over(options, fight)


def declare(referee: Referee, attacker: Combatant, defender: Combatant, attack: Attack) -> Defence:
    """Ask the fighter attacked what it does; without a die there is nothing to ask (C3-COMB-15)."""
    if not defender.def_dice:
        return Defence("none")
    text = f"{attacker.name} {'master strikes' if attack.master else 'attacks'} {defender.name}: what does {defender.name} do?"
    return referee.choose(
        defender.side, text, defence_options(defender), rule="C3-COMB-09", about=(defender.id, attacker.id)
    )
