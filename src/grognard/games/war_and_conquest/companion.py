"""The companion: people fight on their own table and tell what happened; the Resolution and End Phases are played by the very same rules.

A battle with `companion` set has no Movement, Shooting and Combat Phases of ours. In their place this file asks, after each thing that happened, what it was (WC-COMP-03).
Distances are asked by `tape`, and only where they matter (WC-COMP-04). Dice are thrown by the program or typed in, by whoever sits in the referee's chair; typed ones must
be as many as the rule asks for (WC-COMP-06). Whatever is entered can be taken back until the next die is thrown (WC-COMP-10): that is the kernel's undo.
"""

from collections.abc import Callable, Sequence

from grognard.games.war_and_conquest.battle import Battle, Fray, Unit
from grognard.games.war_and_conquest.combat_result import break_unit, check_loser
from grognard.games.war_and_conquest.contact import part, touch
from grognard.games.war_and_conquest.flight import roll_run, run_away
from grognard.games.war_and_conquest.general import fall
from grognard.games.war_and_conquest.losses import COUNTS, lose, take_off
from grognard.games.war_and_conquest.numbers import Numbers
from grognard.games.war_and_conquest.roster import MOST_UNITS, Roster, RosterLine, enlist
from grognard.kernel.choice import O, Option, Pick
from grognard.kernel.referee import Referee

ON = Pick("resolve", "Nothing more: on to the Resolution Phase")
NO_OTHER = Pick("no other", "No other unit")
MOST_DIFFERENCE = 30
CAUSES = tuple(Pick(cause) for cause in COUNTS)
FATES = (Pick("survived", "It got away"), Pick("caught", "It was caught and destroyed"))
RESULTS = (
    Pick("roll", "Not tested yet: test now"),
    Pick("passed", "It passed its combat morale test"),
    Pick("broke", "It failed and has broken"),
)
EARLIER = (Pick("passed", "It passed"), Pick("failed", "It failed"))
SMALL = (
    Pick("combat"),
    Pick("flight", "flight from a charge"),
    Pick("shooting"),
    Pick("glancing", "a glancing attack"),
    Pick("strike back"),
)


# The roster (WC-COMP-01)


def enter_roster(referee: Referee, battle: Battle) -> None:
    """One unit is entered, or the roster is complete."""
    lines: Sequence[Option] = Roster(battle)
    picked = referee.choose(battle.sides[0].id, "Enter a unit in a line like these, or begin", lines, rule="WC-COMP-01")
    if isinstance(picked, RosterLine):
        unit = enlist(battle, picked)
        referee.tell("{} joins {}", unit, battle.side(unit.side), rule="WC-COMP-01")
    if not isinstance(picked, RosterLine) or len(battle.units) == MOST_UNITS:
        battle.step = "strategy"


# What happened in a round of play (WC-COMP-03)


def enter_next(referee: Referee, battle: Battle) -> None:
    """One thing that happened, or on to the Resolution Phase."""
    possible = [Pick(word, words) for word, (words, can, _) in ENTRIES.items() if can(battle)]
    picked = one_of(referee, battle.active, "What happened in this round of play?", [ON, *possible])
    if picked.key == ON.key:
        battle.step = "resolve"
    else:
        _, _, enter = ENTRIES[picked.key]
        enter(referee, battle)


def enter_casualties(referee: Referee, battle: Battle) -> None:
    """Casualties of a unit by cause; one that falls below its minimum size is removed (WC-OTROOP-04)."""
    unit = which(referee, battle, "Which unit lost figures?", standing(battle))
    cause = referee.choose(
        battle.active, f"What cost {unit.name} figures?", CAUSES, rule="WC-COMP-03", about=(unit.id,)
    ).key
    lost = one_of(
        referee, battle.active, f"How many figures did {unit.name} lose?", Numbers(1, unit.models), unit
    ).value
    take_off(referee, battle, unit, lost, cause)


def enter_combat(referee: Referee, battle: Battle) -> None:
    """A combat: who fought, who won and by how much, and how the losers' tests went."""
    members = [unit for side in battle.sides for unit in several(referee, battle, side.id)]
    for one in members:
        for other in members:
            if one.side == battle.sides[0].id and other.side != one.side and other not in battle.foes(one):
                touch(battle, one, other)
    winners = [Pick(side.id, f"{side.name} won") for side in battle.sides]
    result = referee.choose(
        battle.active, "Who won the combat?", [*winners, Pick("draw", "A draw")], rule="WC-COMP-03"
    ).key
    for unit in members:
        unit.won = unit.side == result
        unit.shaken = False  # the +1 of the round before has been counted by the players
    if result == "draw":
        referee.tell("the combat is drawn and goes on", rule="WC-OFIGHT-05")
        return
    losers = [unit for unit in members if unit.side != result]
    difference = referee.choose(battle.active, "By how much?", Numbers(1, MOST_DIFFERENCE), rule="WC-COMP-03").value
    fray = Fray([unit.id for unit in members], loser=battle.other(result), difference=difference)
    for unit in losers:
        how = referee.choose(
            unit.side,
            f"How did the combat morale test of {unit.name} go?",
            RESULTS,
            rule="WC-COMP-03",
            about=(unit.id,),
        ).key
        if how == "roll":
            check_loser(referee, battle, fray, unit)
        elif how == "broke":
            break_unit(referee, battle, unit)
    part_from_unbroken(referee, battle, members)


def part_from_unbroken(referee: Referee, battle: Battle, members: list[Unit]) -> None:
    """Where only some of the losers broke it matters who touches whom: a winner may pursue if all its own opponents broke (WC-OFIGHT-08)."""
    steady = [unit for unit in members if not unit.won and not unit.broke]
    if len(steady) == len([unit for unit in members if not unit.won]):
        return
    for winner in [unit for unit in members if unit.won]:
        for foe in steady:
            text = f"Is {winner.name} in contact with {foe.name}, which did not break?"
            if not referee.may(winner.side, text, rule="WC-OFIGHT-08", about=(winner.id, foe.id)):
                pair = (winner.id, foe.id)
                battle.contacts = [each for each in battle.contacts if each.one not in pair or each.other not in pair]


def remind(referee: Referee, battle: Battle) -> None:
    """Read out the marks that the last round left behind (WC-COMP-07)."""
    for unit in battle.units:
        if unit.where != "table":
            continue
        if unit.shaken:
            referee.tell("is shaken: its enemy gets +1 in this round of their combat", unit, rule="WC-FAIL-03")
        if unit.disordered:
            referee.tell("is disordered", unit, rule="WC-OMOVE-08")
        if unit.is_battle and not unit.over_half:
            referee.tell("is at half strength or less: two dice", unit, rule="WC-TEST-05")


def several(referee: Referee, battle: Battle, side: str) -> list[Unit]:
    """Some units of a side that fought in one combat: at least one."""
    found: list[Unit] = []
    while True:
        left = [unit for unit in able(battle) if unit.side == side and unit not in found]
        if not left:
            return found
        options = [Pick(unit.id, unit.name, unit.id) for unit in left]
        text = f"Which {'other ' if found else ''}unit of {battle.side(side).name} fought?"
        picked = one_of(referee, battle.active, text, [NO_OTHER, *options] if found else options)
        if picked.key == NO_OTHER.key:
            return found
        found.append(battle.unit(picked.key))


def enter_survivors(referee: Referee, battle: Battle) -> None:
    """A combat in which one side was wiped out: its winners are engaged until the round is over (WC-RULE-14)."""
    unit = which(referee, battle, "Which unit has no enemy left?", able(battle))
    unit.won = unit.engaged = True


def enter_flight(referee: Referee, battle: Battle) -> None:
    """A unit fled from a charge of the player whose round it is: it got away, or was caught (WC-OCHARGE-04)."""
    unit = which(referee, battle, "Which unit fled from a charge?", may_have_fled(battle))
    if (
        referee.choose(unit.side, f"Did {unit.name} get away?", FATES, rule="WC-COMP-03", about=(unit.id,)).key
        == "survived"
    ):
        run_away(referee, battle, unit, (0, 1), roll_run(referee, unit, "flees from the charge"), "charge")
    else:
        unit.caught = True
        lose(referee, battle, unit, "destroyed", "WC-OCHARGE-04")


def enter_removal(referee: Referee, battle: Battle) -> None:
    """A unit was removed because it fell below minimum size, by the players' own count (WC-TRIG-03)."""
    unit = which(referee, battle, "Which unit fell below its minimum size?", standing(battle))
    unit.below_minimum = referee.choose(
        unit.side, f"What brought {unit.name} down?", SMALL, rule="WC-RULE-16", about=(unit.id,)
    ).key
    lose(referee, battle, unit, "destroyed", "WC-OTROOP-04")


def enter_general(referee: Referee, battle: Battle) -> None:
    """An army general was slain (WC-OFIGHT-07)."""
    living = [
        Pick(side.id, side.general_name or side.name)
        for side in battle.sides
        if side.general_state in ("able", "fleeing")
    ]
    fell = one_of(referee, battle.active, "Which general was slain?", living).key
    fall(referee, battle.side(fell), "WC-OFIGHT-07")


def enter_test(referee: Referee, battle: Battle) -> None:
    """A Morale test that a scenario or special rule forced earlier this round (WC-TRIG-13, WC-RULE-31)."""
    unit = which(referee, battle, "Which unit took a Morale test earlier this round?", able(battle))
    unit.tested = referee.choose(
        unit.side, f"How did the test of {unit.name} go?", EARLIER, rule="WC-TRIG-13", about=(unit.id,)
    ).key


def enter_return(referee: Referee, battle: Battle) -> None:
    """A unit that stood off the table came back on (WC-LAST-02)."""
    unit = which(referee, battle, "Which unit came back onto the table?", returning(battle))
    unit.where = "table"
    referee.tell("comes back onto the table", unit, rule="WC-LAST-02")


def enter_parting(referee: Referee, battle: Battle) -> None:
    """A unit is no longer in contact with anybody, for a reason that only the players know."""
    unit = which(referee, battle, "Which unit is no longer in combat?", [unit for unit in able(battle) if unit.engaged])
    part(battle, unit)
    unit.engaged = False


# Whom it can have happened to


def one_of(referee: Referee, side: str, text: str, options: Sequence[O], unit: Unit | None = None) -> O:
    """Ask for one of these, if there is more than one."""
    if len(options) == 1:
        return options[0]
    return referee.choose(side, text, options, rule="WC-COMP-03", about=() if unit is None else (unit.id,))


def which(referee: Referee, battle: Battle, text: str, units: list[Unit]) -> Unit:
    """One of some units."""
    return battle.unit(one_of(referee, battle.active, text, [Pick(unit.id, unit.name, unit.id) for unit in units]).key)


def standing(battle: Battle) -> list[Unit]:
    return [unit for unit in battle.units if unit.where == "table"]


def able(battle: Battle) -> list[Unit]:
    """Units that can fight: on the table, neither fleeing nor broken."""
    return [unit for unit in battle.units if unit.where == "table" and not (unit.fleeing or unit.broke)]


def may_have_fled(battle: Battle) -> list[Unit]:
    """Units that the player whose round it is could have charged (WC-OMOVE-01)."""
    enemies = [unit for unit in standing(battle) if unit.side != battle.active]
    return [unit for unit in enemies if not unit.engaged and not unit.broke]


def returning(battle: Battle) -> list[Unit]:
    return [unit for unit in battle.units if unit.where == "off" and unit.side == battle.active and not unit.had_move]


def _both_fight(battle: Battle) -> bool:
    sides = [unit.side for unit in able(battle)]
    return all(side.id in sides for side in battle.sides)


Entry = Callable[[Referee, Battle], None]
Possible = Callable[[Battle], object]
ENTRIES: dict[str, tuple[str, Possible, Entry]] = {
    "casualties": ("A unit lost figures", standing, enter_casualties),
    "combat": ("A combat was fought", _both_fight, enter_combat),
    "enemy gone": ("A unit has no enemy left in its combat", able, enter_survivors),
    "fled": (
        "A unit fled from a charge",
        may_have_fled,
        enter_flight,
    ),
    "removed": ("A unit fell below its minimum size", standing, enter_removal),
    "general": (
        "A general was slain",
        lambda battle: any(side.general_state in ("able", "fleeing") for side in battle.sides),
        enter_general,
    ),
    "tested": ("A unit took a Morale test earlier this round", able, enter_test),
    "returned": ("A unit came back onto the table", returning, enter_return),
    "parted": (
        "A unit is no longer in combat",
        lambda battle: any(unit.engaged for unit in able(battle)),
        enter_parting,
    ),
}
