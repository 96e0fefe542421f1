"""Disengaging: getting away from the enemies in contact, by initiative or by force."""

from collections.abc import Sequence

from grognard.games.confrontation.battle import Battle, Fighter
from grognard.games.confrontation.options import Options
from grognard.games.confrontation.tests_of_skill import attempt
from grognard.games.confrontation.wounds import penalty
from grognard.kernel.referee import Referee

CHARGED = 1  # C3-COMB-19: what the charge takes from INI, ATT and DEF


def slip_difficulty(opponents: int, *, skirmisher: bool = False) -> int:
    """C3-MOVE-06, C3-RULE-23: 4 and 2 per opponent; a Skirmisher has it 2 easier (C3-ABIL-02)."""
    return 4 + 2 * opponents - (2 if skirmisher else 0)


def force_difficulty(options: Options, resilience: Sequence[int]) -> int:
    """C3-MOVE-07, C3-RULE-24: against the highest RES among the opponents."""
    more = 4 if options.force_disengage == "res_plus_4" else 0
    return max(resilience) + more + 2 * len(resilience)


def can_force(force: int, opponents: Sequence[int]) -> bool:
    """C3-RULE-24: only for a fighter whose Force exceeds that of every enemy in contact."""
    return bool(opponents) and force > max(opponents)


def initiative_value(options: Options, fighter: Fighter) -> int:
    """INI with wound, Stunned and charge penalties (C3-RULE-21, C3-RULE-23)."""
    return fighter.ini - penalty(options, fighter) - CHARGED * fighter.charged


def slip_away(referee: Referee, battle: Battle, fighter: Fighter) -> bool:
    """Disengage by initiative; whether it may move away. A failure leaves a Defence marker (C3-MOVE-09)."""
    need = slip_difficulty(len(battle.opponents(fighter)), skirmisher=fighter.has("skirmisher"))
    value = initiative_value(battle.options, fighter)
    tested = attempt(
        referee, battle.options, fighter.side, "INI", value, rule="C3-MOVE-06", need=need, about=(fighter.id,)
    )
    return _outcome(referee, fighter, tested.reaches(need), "C3-MOVE-06")


def break_away(referee: Referee, battle: Battle, fighter: Fighter) -> bool:
    """Disengage by force: a plain STR test, without wound penalties (C3-RULE-24, C3-EFF-05)."""
    need = force_difficulty(battle.options, [enemy.res for enemy in battle.opponents(fighter)])
    value = fighter.strength
    tested = attempt(
        referee, battle.options, fighter.side, "STR", value, rule="C3-MOVE-07", need=need, about=(fighter.id,)
    )
    return _outcome(referee, fighter, tested.reaches(need), "C3-MOVE-07")


def _outcome(referee: Referee, fighter: Fighter, success: bool, rule: str) -> bool:
    if success:  # C3-MOVE-08
        referee.tell("breaks off", fighter, rule=rule)
        return True
    fighter.defence_marker = True  # C3-RULE-26, C3-RULE-80
    referee.tell("cannot get away, and must put all its dice into defence", fighter, rule="C3-MOVE-09")
    return False


def way_off(fighter: Fighter, success: bool) -> int:
    """C3-MOVE-08: how far it may move away."""
    return fighter.mov if success else 0


def may_disengage(fighter: Fighter) -> bool:
    """C3-SPELL-09: not while it is rooted."""
    return not fighter.is_under("rooted")
