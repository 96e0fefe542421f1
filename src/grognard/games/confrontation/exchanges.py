"""Exchanges: attack by attack, with parries, counter-attacks, sustained defence, Master Strike and Ambidextrous."""

from collections.abc import Callable
from typing import Any, NamedTuple

from grognard.games.confrontation.battle import KILLED, Combatant, Fight
from grognard.games.confrontation.combat import attack_value, defence_value
from grognard.games.confrontation.options import Options
from grognard.games.confrontation.tests_of_skill import Attempt, attempt
from grognard.games.confrontation.wounds import Hit, Wound, modifier, penalty, roll_wound, suffer, tell_wound
from grognard.kernel.choice import Option
from grognard.kernel.referee import Referee

HARDER = 2  # C3-CHAR-02, C3-SUST-02: what a counter-attack and a sustained defence must reach above the attack
MASTER_DICE = 2  # C3-CHAR-05

Throw = Callable[..., Any]


class Attack(Option, frozen=True, gc=False):
    """One attack on one enemy."""

    by: str
    on: str
    master: bool = False

    @property
    def key(self) -> str:
        return f"{self.by} {'master strikes' if self.master else 'attacks'} {self.on}"

    @property
    def pieces(self) -> tuple[str, ...]:
        return self.by, self.on


class Defence(Option, frozen=True, gc=False):
    """What the fighter attacked does: "none", "parry", "counter" or "sustain", with so many dice."""

    mode: str
    dice: int = 0

    @property
    def key(self) -> str:
        return f"{self.mode} {self.dice}" if self.mode in ("parry", "counter") else self.mode

    @property
    def words(self) -> str:
        dice = f"{self.dice} {'die' if self.dice == 1 else 'dice'}"
        return {
            "none": "Do nothing",
            "parry": f"Parry with {dice}",
            "counter": f"Counter-attack with {dice}",
            "sustain": "Sustained defence",
        }[self.mode]


class Clash(NamedTuple):
    """The numbers of one attack."""

    attack: int  # ATT less all penalties
    defence: int  # DEF less all penalties
    mode: str = "none"
    dice: int = 0
    by: str = ""  # sides, for whoever rolls
    against: str = ""

    @property
    def harder(self) -> int:
        return HARDER if self.mode in ("counter", "sustain") else 0


class Outcome(NamedTuple):
    """How an attack and its defence came out."""

    attack_total: int  # 0 for a failed attack
    parried: bool = False
    defence_total: int = 0
    needed: int = 0  # by the defence, where dice were rolled

    @property
    def missed(self) -> bool:
        return not self.attack_total

    @property
    def hits(self) -> bool:
        return not self.missed and not self.parried


def clash(referee: Referee, options: Options, numbers: Clash) -> Outcome:
    """Roll the attack, and the defence if dice were committed (C3-COMB-12, C3-COMB-13)."""
    struck: Attempt = attempt(referee, options, numbers.by, "ATT", numbers.attack, rule="C3-COMB-12")
    if struck.failed:  # C3-COMB-14
        return Outcome(0)
    if not numbers.dice:  # C3-COMB-15
        return Outcome(struck.total)
    need = struck.total + numbers.harder
    met = attempt(
        referee, options, numbers.against, "DEF", numbers.defence, rule="C3-COMB-13", need=need, dice=numbers.dice
    )
    return Outcome(struck.total, met.reaches(need), met.total, need)


def plainly(referee: Referee, rule: Throw, options: Options, *numbers: Any) -> Any:
    """Let dice decide by rolling them; odds are counted with another way to throw (see `questions`)."""
    return rule(referee, options, *numbers)


# Who may attack whom


def alive(fighter: Combatant) -> bool:
    return fighter.level < KILLED


def enemies_of(fight: Fight, fighter: Combatant) -> list[Combatant]:
    """Those it fights that still stand."""
    return [other for other in fight.combatants if other.side != fighter.side and other.level < KILLED]


def may_master(options: Options, fighter: Combatant) -> bool:
    """C3-CHAR-05, C3-RULE-46: two attack dice (or two defence dice, as the option has it) for one attack."""
    if fighter.master < 0 or fighter.routed:
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
    one, other = fight.combatants[0].side, fight.combatants[1].side
    if fight.gained or fight.hurt:
        return
    if not _stands(fight, one) or not _stands(fight, other) or not any(f.att_dice for f in fight.combatants):
        fight.stage = "over"
        return
    if attack_options(options, fight):
        return
    for fighter in fight.combatants:
        fighter.struck = ()
    fight.attacking = other if fight.attacking == one else one
    if not attack_options(options, fight):
        fight.attacking = other if fight.attacking == one else one


def _stands(fight: Fight, side: str) -> bool:
    return any(fighter.side == side and fighter.level < KILLED for fighter in fight.combatants)


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


def reckon(options: Options, attacker: Combatant, defender: Combatant, defence: Defence) -> Clash:
    """The numbers of an attack and of what is done against it."""
    return Clash(
        attack_value(attacker) - penalty(options, attacker),
        defence_value(defender) - penalty(options, defender),
        defence.mode,
        defence.dice,
        attacker.side,
        defender.side,
    )


def master_strength(attacker: Combatant) -> int:
    """C3-CHAR-06, C3-RULE-47: STR + X + the ATT of the moment, at most the printed one, at least 0."""
    return attacker.strength + attacker.master + max(0, min(attack_value(attacker), attacker.printed_att))


def spend_attack(options: Options, attacker: Combatant, attack: Attack) -> None:
    """Take the dice of an attack, and note whom it is made on."""
    attacker.struck = (*attacker.struck, attack.on)
    if not attack.master:
        attacker.att_dice -= 1
    elif options.master_strike_dice == "attack":
        attacker.att_dice -= MASTER_DICE
    else:
        attacker.def_dice -= MASTER_DICE


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
            attack = referee.choose(fight.attacking, "Which attack?", options_now, rule="C3-COMB-11", about=(attack.by,))
    defence = declare(referee, fight.combatant(attack.by), fight.combatant(attack.on), attack)
    make(referee, options, fight, attack, defence, gained=gained is not None, throw=throw)


def make(
    referee: Referee, options: Options, fight: Fight, attack: Attack, defence: Defence, *, gained: bool = False, throw: Throw = plainly
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
    return referee.choose(defender.side, text, defence_options(defender), rule="C3-COMB-09", about=(defender.id, attacker.id))


def resolve(referee: Referee, options: Options, fight: Fight, attack: Attack, defence: Defence, throw: Throw = plainly) -> Outcome:
    """Roll an attack against its defence, and spend the dice; a hit leaves a wound roll due."""
    attacker, defender = fight.combatant(attack.by), fight.combatant(attack.on)
    outcome: Outcome = throw(referee, clash, options, reckon(options, attacker, defender, defence))
    if outcome.missed:
        after_a_miss(referee, options, fight, attacker, defender, defence)
    elif outcome.parried:
        after_a_parry(referee, fight, attacker, defender, defence, outcome)
    else:
        defender.def_dice -= defence.dice
        fight.hurt = (attack.by, attack.on, master_strength(attacker) if attack.master else attacker.strength)
        words = "{} hits {} with {}" + (" against {}" if defence.dice else "")
        referee.tell(words, attacker, defender, outcome.attack_total, outcome.defence_total, rule="C3-COMB-13")
    return outcome


def after_a_miss(
    referee: Referee, options: Options, fight: Fight, attacker: Combatant, defender: Combatant, defence: Defence
) -> None:
    """The attack test failed: committed dice are kept, but a counter-attack is gained and its dice are spent (C3-RULE-42, C3-RULE-43)."""
    referee.tell("fumbles an attack on", attacker, defender, rule="C3-COMB-14")
    if defence.mode == "counter":
        defender.def_dice -= defence.dice
        fight.gained = (defender.id, attacker.id)
    elif options.failed_attack == "spend_dice":
        defender.def_dice -= defence.dice
    elif may_give_up(defender, defence):
        text = f"Give up {defence.dice} defence {'die' if defence.dice == 1 else 'dice'} for an attack on {attacker.name}?"
        if referee.may(defender.side, text, rule="C3-RULE-78", about=(defender.id,)):
            defender.def_dice -= defence.dice
            fight.gained = (defender.id, attacker.id)


def may_give_up(defender: Combatant, defence: Defence) -> bool:
    """C3-RULE-78: an Ambidextrous fighter may give committed dice up for an attack when the attack test failed."""
    return defender.ambidextrous and not defender.routed and defence.mode in ("parry", "sustain") and defence.dice > 0


def after_a_parry(
    referee: Referee, fight: Fight, attacker: Combatant, defender: Combatant, defence: Defence, outcome: Outcome
) -> None:
    """The defence reached what it needed: a sustained die stays, a counter-attack or a good Ambidextrous parry strikes back."""
    if defence.mode != "sustain":  # C3-SUST-02
        defender.def_dice -= defence.dice
    referee.tell("{} parries {} with {} against {}", defender, attacker, outcome.defence_total, outcome.attack_total, rule="C3-COMB-13")
    twofold = defender.ambidextrous and not defender.routed and outcome.defence_total >= outcome.attack_total + HARDER
    if defence.mode == "counter" or twofold:  # C3-CHAR-02, C3-RULE-78
        fight.gained = (defender.id, attacker.id)


def hurt(referee: Referee, options: Options, fight: Fight, throw: Throw = plainly) -> Wound:
    """The wound roll of a hit, applied at once (C3-COMB-17)."""
    assert fight.hurt is not None
    by, on, strength = fight.hurt
    fight.hurt = None
    attacker, victim = fight.combatant(by), fight.combatant(on)
    wound: Wound = throw(referee, roll_wound, options, hit_in_combat(options, attacker, victim, strength), attacker.side)
    suffer(options, victim, wound)
    tell_wound(referee, victim, wound, "C3-COMB-17")
    if victim.level == KILLED:  # C3-RULE-41: the dead lose all their dice
        victim.att_dice = victim.def_dice = 0
        fight.gained = None
    return wound


def hit_in_combat(options: Options, attacker: Combatant, victim: Combatant, strength: int) -> Hit:
    """The numbers of a wound roll in a combat."""
    res = max(0, victim.res - ("res_minus_1" in victim.injuries))
    return Hit(strength, res, modifier(options, attacker, victim), victim.thick_hide, victim.gorget)
