"""Attacks: one blow with its numbers, its dice, what is done against it, and the wound."""

from collections.abc import Callable
from typing import Any, NamedTuple

from grognard.games.confrontation.combat import attack_value, defence_value
from grognard.games.confrontation.fight import KILLED, Combatant, Fight
from grognard.games.confrontation.options import Options
from grognard.games.confrontation.tests_of_skill import attempt
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
    struck = attempt(referee, options, numbers.by, "ATT", numbers.attack, rule="C3-COMB-12")
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


# Before the dice


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


# Rolling it


def resolve(
    referee: Referee, options: Options, fight: Fight, attack: Attack, defence: Defence, throw: Throw = plainly
) -> Outcome:
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
        text = (
            f"Give up {defence.dice} defence {'die' if defence.dice == 1 else 'dice'} for an attack on {attacker.name}?"
        )
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
    if defence.mode != "sustain":  # C3-SUST-02, C3-SUST-03: a sustained die goes on until it fails
        defender.def_dice -= defence.dice
    referee.tell(
        "{} parries {} with {} against {}",
        defender,
        attacker,
        outcome.defence_total,
        outcome.attack_total,
        rule="C3-COMB-13",
    )
    twofold = defender.ambidextrous and not defender.routed and outcome.defence_total >= outcome.attack_total + HARDER
    if defence.mode == "counter" or twofold:  # C3-CHAR-02, C3-RULE-78
        fight.gained = (defender.id, attacker.id)


def hurt(referee: Referee, options: Options, fight: Fight, throw: Throw = plainly) -> Wound:
    """The wound roll of a hit, applied at once (C3-COMB-17)."""
    assert fight.hurt is not None
    by, on, strength = fight.hurt
    fight.hurt = None
    attacker, victim = fight.combatant(by), fight.combatant(on)
    wound: Wound = throw(
        referee, roll_wound, options, hit_in_combat(options, attacker, victim, strength), attacker.side
    )
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
