"""Golden cases: each procedure of the vocabulary builds its situation and calls the game; nothing is computed here."""

import math
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from grognard.games.war_and_conquest import questions
from grognard.games.war_and_conquest.battle import Battle, Blow, Unit
from grognard.games.war_and_conquest.blows import strike_dice, strike_need, strikes_kill
from grognard.games.war_and_conquest.charges import can_charge, reach_of
from grognard.games.war_and_conquest.combat import fray_step
from grognard.games.war_and_conquest.combat_result import Fighter, side_score
from grognard.games.war_and_conquest.contact import face_to, touch
from grognard.games.war_and_conquest.end_phase import (
    begin_end,
    disperse,
    enemies_near,
    flee_next,
    flee_on,
    proximity,
    rally_next,
    try_to_rally,
)
from grognard.games.war_and_conquest.flight import flee_through, roll_run
from grognard.games.war_and_conquest.general import is_near, raised, risk
from grognard.games.war_and_conquest.glancing import glancing_dice, strike_back_dice
from grognard.games.war_and_conquest.last_chance import LAST_CHANCE, return_turn
from grognard.games.war_and_conquest.losses import is_too_small
from grognard.games.war_and_conquest.morale import Check, take_test
from grognard.games.war_and_conquest.movement import allowance, can_move, needs_command_test
from grognard.games.war_and_conquest.pursuit import is_caught
from grognard.games.war_and_conquest.reactions import is_overtaken
from grognard.games.war_and_conquest.resolution import (
    GENERAL_LOST,
    begin_resolution,
    failure,
    next_to_pick,
    take_due_test,
)
from grognard.games.war_and_conquest.shooting import can_shoot, hit_need, shooting_modifiers, shots_kill
from grognard.games.war_and_conquest.strategy import strategy_roll
from grognard.games.war_and_conquest.tape import hear_distance
from grognard.games.war_and_conquest.triggers import casualties_needed, casualty_base, casualty_reason
from grognard.games.war_and_conquest.troops import WEAPONS, cost_of
from grognard.games.war_and_conquest.turn import begin_round
from grognard.ground.measure import in_arc, step
from grognard.ground.shapes import Disc
from grognard.kernel.chains import chain
from grognard.kernel.dice import Dice, Roll
from grognard.kernel.odds import Distribution, odds
from grognard.kernel.referee import Referee, Scripted
from grognard.kernel.tally import Modifier, Tally
from tests.games.war_and_conquest.build import a_battle, a_feature, a_fray, a_unit, with_general
from tests.games.war_and_conquest.case_words import CAUSES, refuse_unknown

FAR = 10**6
SIDES = {"a": "red", "b": "blue"}
LETTERS = {"red": "a", "blue": "b"}


class Lenient(Scripted):
    """Scripted dice for tests; where a case names no dice for a flight, ones fall. A last chance is taken if the case has dice for it, and a general is as near as it says."""

    def __init__(self, dice: Iterable[int] = (), *, general_near: bool = False) -> None:
        super().__init__(dice)
        self.general_near = general_near

    def roll(self, dice: Dice, reason: str, *, by: str, rule: str, seen_by: tuple[str, ...] | None = None) -> Roll:
        if rule == "WC-OTROOP-03":
            return dice.read([1] * dice.count)
        return super().roll(dice, reason, by=by, rule=rule, seen_by=seen_by)

    def may(self, side: str, text: str, *, rule: str, about: tuple[str, ...] = (), because: str = "") -> bool:
        return bool(self.dice) if rule == "WC-LAST-01" else self.general_near


def run(given: dict[str, Any], wanted: list[str]) -> dict[str, Any]:
    """Do what the case says, and return at least what it wants to know."""
    refuse_unknown(given)
    return PROCEDURES[given["do"]](given, wanted)


# Units of cases


def unit_of(table: dict[str, Any], name: str = "unit", side: str = "red", **more: Any) -> Unit:
    """A unit as a case describes it."""
    known: dict[str, Any] = {
        key: table[key]
        for key in (
            "mv",
            "kind",
            "weight",
            "formation",
            "ca",
            "ka",
            "sh",
            "av",
            "fleeing",
            "engaged",
            "files",
            "charged",
            "disordered",
        )
        if key in table
    }
    models = table.get("models", 24)
    if "traits" in table:
        known["traits"] = tuple(table["traits"])
    if "weapon" in table:
        known["weapons"] = (table["weapon"],)
    return a_unit(name, side, models=models, start=table.get("start", models), **{**known, **more})


def put_general(battle: Battle, unit: Unit) -> None:
    """An able general near the unit: he is with another unit that stands 5 inches behind it."""
    friend = a_unit(f"general's own {unit.side}", unit.side, x=unit.x, y=unit.y + 500, files=1)
    battle.units.append(friend)
    with_general(battle, friend)


# Tests


def situation(given: dict[str, Any]) -> tuple[Battle, Unit, str, list[Modifier]]:
    """The unit that tests, where it stands, and what lowers its Morale value."""
    unit = unit_of(given["unit"], x=3600, y=2400)
    battle = a_battle(unit, options=given.get("options", {}))
    kind = given.get("kind", "morale")
    if given.get("general") or given["unit"].get("general_near"):
        put_general(battle, unit)
    lowered = []
    if given.get("general_lost"):
        lowered.append(GENERAL_LOST)
    if kind == "combat":
        lowered.append(Modifier(-given.get("difference", 0), "lost the combat", "WC-OFIGHT-05"))
    if kind == "last_chance":
        lowered.append(LAST_CHANCE)
    if kind == "rally":
        add_enemies(battle, unit, given.get("enemies", 0))
        lowered += proximity(Scripted(), battle, unit)
    return battle, unit, kind, lowered


def add_enemies(battle: Battle, unit: Unit, enemies: Any) -> None:
    """Enemies about a fleeing unit, each so far from its leader as the case says."""
    listed = [{"distance": 5}] * enemies if isinstance(enemies, int) else enemies
    for n, enemy in enumerate(listed):
        x, y = step(unit.x, unit.y, 0, round(enemy.get("distance", 0) * 100))
        foe = a_unit(
            f"enemy {n}", "blue", x=x, y=y, facing=180, files=1, models=1, personality=enemy.get("personality", False)
        )
        foe.engaged, foe.fleeing = enemy.get("in_combat", False), enemy.get("fleeing", False)
        battle.units.append(foe)


def enemies_about(enemies: Any) -> int:
    """How many of them a fleeing unit counts."""
    unit = a_unit(x=3600, y=2400, fleeing=True)
    battle = a_battle(unit)
    add_enemies(battle, unit, enemies)
    return enemies_near(Scripted(), battle, unit)


def check(referee: Referee, battle: Battle, unit: Unit, kind: Any, lowered: list[Modifier]) -> Check:
    return take_test(referee, battle, unit, kind, lowered)


def passes(referee: Referee, battle: Battle, unit: Unit, kind: Any, lowered: list[Modifier]) -> bool:
    return take_test(referee, battle, unit, kind, lowered).passed


def rolled(given: dict[str, Any], unit: Unit) -> tuple[Scripted, Unit]:
    """The dice of a case, and the unit that rolls them: where a case names no second roll, the Drilled leave it (WC-CMD-04: they may)."""
    again = given.get("reroll", [])
    if not again:
        unit = replace(unit, profile=replace(unit.profile, traits=tuple(set(unit.profile.traits) - {"Drilled"})))
    return Scripted([*given["dice"], *again]), unit


def do_test(given: dict[str, Any], wanted: list[str]) -> dict[str, Any]:
    battle, unit, kind, lowered = situation(given)
    chances = odds(check, battle, unit, kind, lowered)
    any_check = next(iter(chances))
    p_pass = chances.chance(lambda taken: taken.passed)
    came: dict[str, Any] = {"dice_count": any_check.dice_count, "target": any_check.target, "p_pass": p_pass}
    if "attempts" in given:
        came["p_within"] = questions.at_least_once(p_pass, given["attempts"])
    if "dice" in given:
        referee, roller = rolled(given, unit)
        taken = check(referee, battle, roller, kind, lowered)
        came |= {"total": taken.total, "passed": taken.passed, "hero": taken.hero}
    return came


def do_all_pass(given: dict[str, Any], wanted: list[str]) -> dict[str, Any]:
    chances = [odds(passes, *situation({"options": given.get("options", {}), **test}))[True] for test in given["tests"]]
    many = questions.how_many(chances)
    return {
        "p_all": many[len(chances)],
        "p_none": many[0],
        "dist": {str(count): chance for count, chance in many.items()},
    }


# The Resolution Phase


def field_of(given: dict[str, Any]) -> Battle:
    """A battle at a real table, in which everything that matters has been told."""
    units = []
    for table in given["units"]:
        unit = unit_of(table, table["name"], SIDES[table["side"]])
        lost = table.get("shot", 0) + table.get("glanced", 0) + table.get("struck_back", 0)
        unit.round_start = table.get("round_start") or table.get("start") or unit.models + lost
        unit.start = table.get("start") or unit.round_start
        for field in (
            "shot",
            "glanced",
            "struck_back",
            "engaged",
            "broke",
            "caught",
            "failed_rally",
            "fled_this_turn",
            "tested",
            "won",
        ):
            if field in table:
                setattr(unit, field, table[field])
        unit.fleeing |= unit.failed_rally or unit.fled_this_turn  # who did either has not rallied yet (WC-RULE-10)
        unit.engaged |= unit.won  # a winner is, also if all his opponents are gone (WC-RULE-14)
        fallen_by = table.get("below_minimum", "")
        unit.below_minimum = CAUSES.get(fallen_by, fallen_by)
        if unit.caught or unit.below_minimum:
            unit.where = "lost"
        units.append(unit)
    battle = a_battle(*units, companion=True, options=given.get("options", {}), advantage=SIDES[given.get("sa", "a")])
    for table, unit in zip(given["units"], units, strict=True):
        if table.get("continues"):
            foe = a_unit(f"foe of {unit.id}", battle.other(unit.side))
            battle.units.append(foe)
            touch(battle, unit, foe)
    tell_distances(battle, given)
    return battle


def tell_distances(battle: Battle, given: dict[str, Any]) -> None:
    """All distances of the case; what is not listed is far away."""
    for side in battle.sides:
        lot = given.get("generals", {}).get(LETTERS[side.id], "")
        side.general_state = lot if lot in ("fleeing", "slain") else "fleeing" if lot == "routed" else "able"
        side.general_news = lot if lot in ("slain", "routed") else ""
        for unit in battle.units:
            hear_distance(battle, f"general {side.id}", unit.id, FAR)
    for source in battle.units:
        for unit in battle.units:
            hear_distance(battle, source.id, unit.id, FAR)
    for source_name, name, inches in given.get("distances", []):
        hear_distance(battle, source_name, name, round(inches * 100))
    for letter, name, inches in given.get("general_distances", []):
        hear_distance(battle, f"general {SIDES[letter]}", name, round(inches * 100))
    for table in given["units"]:
        if table.get("general_near"):
            hear_distance(battle, f"general {SIDES[table['side']]}", table["name"], 0)


def do_required(given: dict[str, Any], wanted: list[str]) -> dict[str, Any]:
    battle = field_of(given)
    begin_resolution(Scripted(), battle)
    return {
        "tests": {due.unit: list(due.reasons) for due in battle.due},
        "flees": {unit.id for unit in battle.units if unit.running},
        "reduced": {due.unit for due in battle.due if "general_lost" in due.reasons},
    }


def do_resolution(given: dict[str, Any], wanted: list[str]) -> dict[str, Any]:
    battle = field_of(given)
    begin_resolution(Scripted(), battle)
    alternation_ok, tested, failed = True, [], []
    for name, dice in given.get("picks", []):
        due = next((due for due in battle.due if due.unit == name), None)
        if due is None:  # it has no reason to test (any more)
            alternation_ok = False
            continue
        sides = [battle.unit(other.unit).side for other in battle.due]
        alternation_ok &= next_to_pick(battle.advantage, battle.last_picked, sides) == battle.unit(name).side
        battle.last_picked = battle.unit(name).side
        with Scripted(dice) as referee:
            taken = take_due_test(referee, battle, due)
        tested.append(name)
        if not taken.passed:
            failed.append(name)
    return {
        "tested": tested,
        "failed": set(failed),
        "flees": {unit.id for unit in battle.units if unit.running},
        "no_pursuit": {unit.id for unit in battle.units if unit.holds and unit.won},
        "enemy_bonus": {unit.id for unit in battle.units if unit.shaken},
        "alternation_ok": alternation_ok,
    }


def do_order(given: dict[str, Any], wanted: list[str]) -> dict[str, Any]:
    left = {"a": given.get("a", 0), "b": given.get("b", 0)}
    players: list[str] = []
    while any(left.values()):
        waiting = [letter for letter, count in left.items() for _ in range(count)]
        players.append(next_to_pick(given.get("sa", "a"), players[-1] if players else "", waiting))
        left[players[-1]] -= 1
    return {"players": players}


def do_fail(given: dict[str, Any], wanted: list[str]) -> dict[str, Any]:
    means = failure(
        engaged=given.get("engaged", False), won=given.get("won", False), goes_on=given.get("continues", False)
    )
    return {"flees": means.flees, "may_pursue": means.may_pursue, "enemy_bonus": means.enemy_bonus}


def pursuit(referee: Referee, fleer: Unit, pursuers: list[Unit]) -> tuple[int, list[int], bool]:
    fled = roll_run(referee, fleer, "flees")
    chased = [roll_run(referee, pursuer, "pursues") for pursuer in pursuers]
    return fled, chased, is_caught(fled, chased)


def is_destroyed(referee: Referee, fleer: Unit, pursuers: list[Unit]) -> bool:
    return pursuit(referee, fleer, pursuers)[2]


def do_flee(given: dict[str, Any], wanted: list[str]) -> dict[str, Any]:
    fleer, pursuers = unit_of(given.get("fleer", {})), [unit_of(table) for table in given.get("pursuers", [])]
    came: dict[str, Any] = {}
    if "p_destroyed" in wanted:
        came["p_destroyed"] = odds(is_destroyed, fleer, pursuers)[True]
    if "flee_dice" in given and pursuers and "pursuit_dice" not in given:
        came["flee_total"] = roll_run(Scripted(given["flee_dice"]), fleer, "flees")
    elif "flee_dice" in given:
        dice = [*given["flee_dice"], *(face for faces in given.get("pursuit_dice", []) for face in faces)]
        came["flee_total"], came["pursuit_totals"], came["destroyed"] = pursuit(Scripted(dice), fleer, pursuers)
    return came


def crossed(referee: Referee, battle: Battle, unit: Unit) -> bool:
    flee_through(referee, battle, unit)
    return unit.disordered


def do_flee_through(given: dict[str, Any], wanted: list[str]) -> dict[str, Any]:
    unit = unit_of(given["unit"], x=3600, y=2400)
    battle = a_battle(unit, options=given.get("options", {}))
    if given["unit"].get("general_near"):
        put_general(battle, unit)
    if given.get("phase") == "end":
        return fled_into(battle, unit)
    chances = odds(crossed, battle, unit)
    came: dict[str, Any] = {"p_disordered": chances[True], "command_test": unit.is_battle, "fleer_dispersed": False}
    if not unit.is_battle:
        came["disordered"] = crossed(Scripted(), battle, unit)
    elif "dice" in given:
        referee, roller = rolled(given, unit)
        came["disordered"] = crossed(referee, battle, roller)
        came["command_test"] = bool(referee.rolled)
    return came


def fled_into(battle: Battle, unit: Unit) -> dict[str, Any]:
    """A friend flees into the unit in the End Phase, straight down the table; nobody throws a die but the runaway."""
    battle.side("red").rally_points = [(unit.x, 0)]
    place = {"x": unit.x, "y": unit.y + 200, "facing": 180}
    friend = a_unit("runaway", "red", **place, fleeing=True, running=True, files=8, models=8)
    battle.units.append(friend)
    referee = Scripted([6, 6])
    flee_next(referee, battle)
    disperse(referee, battle)
    return {
        "command_test": len(referee.rolled) > 1,
        "disordered": unit.disordered,
        "p_disordered": Fraction(unit.disordered),
        "fleer_dispersed": friend.fate == "dispersed",
    }


def do_casualties(given: dict[str, Any], wanted: list[str]) -> dict[str, Any]:
    base = given.get("round_start") or given.get("start", 0)
    unit = a_unit(
        models=base, start=given.get("start", base), formation=given.get("formation", "battle"), round_start=base
    )
    for field in ("shot", "glanced", "struck_back", "fought", "engaged"):
        setattr(unit, field, given.get(field, 0))
    battle = a_battle(unit, options=given.get("options", {}))
    needed = casualties_needed(casualty_base(battle, unit))
    came: dict[str, Any] = {"needed": needed, "must_test": bool(casualty_reason(battle, unit))}
    if "n" in given:
        unit.shot = needed
        forced = bool(casualty_reason(battle, unit))  # so many would force a test
        came["p_must_test"] = questions.at_least(given["n"], Fraction(given["p"]), needed) if forced else Fraction(0)
    return came


# The End Phase


def do_rally_state(given: dict[str, Any], wanted: list[str]) -> dict[str, Any]:
    unit = a_unit(mv=7, fleeing=True)
    battle = a_battle(unit, a_unit("enemy", "blue"), companion=True, round=2, first="red", advantage="red")
    battle.told[f"meets {unit.id}"] = ["none", "friend", "enemy"].index(given.get("leader_contacts", "none"))
    battle.told[f"enemies {unit.id}"] = 0
    begin_end(Scripted(), battle)
    referee = Lenient([1, 1] if given.get("passed") else [6, 6])
    if given.get("attempted"):
        try_to_rally(referee, battle, unit)
    else:
        flee_on(referee, battle, unit)
    play_end(referee, battle)
    state = "dispersed" if unit.fate == "dispersed" else "fleeing" if unit.fleeing else "rallied"
    battle.first = "red" if given.get("owner_plays_next_turn", "first") == "first" else "blue"
    battle.round = 0
    begin_round(referee, battle)
    if battle.active == "red":
        begin_round(referee, battle)
    return {"state": state, "disordered_in_enemy_round": unit.disordered}


def play_end(referee: Referee, battle: Battle) -> None:
    """The flee moves and dispersals of an End Phase whose rally tests have been taken."""
    while battle.step in ("rally", "flee"):
        (rally_next if battle.step == "rally" else flee_next)(referee, battle)
    disperse(referee, battle)


def do_last_return(given: dict[str, Any], wanted: list[str]) -> dict[str, Any]:
    left_in = {"end_phase": 0, "round_1": 1, "round_2": 2}[given["left_in"]]
    misses, returns = return_turn(given["turn"], left_in, own_round=given["own_round"])
    return {"misses_turn": misses, "returns_turn": returns}


def do_end_phase(given: dict[str, Any], wanted: list[str]) -> dict[str, Any]:
    units, tables = [], {table["name"]: table for table in given["units"]}
    for name, table in tables.items():
        units.append(unit_of(table, name, SIDES[table["side"]], fleeing=table.get("fleeing", True)))
    battle = a_battle(
        *units, companion=True, round=2, advantage=SIDES[given.get("sa", "a")], options=given.get("options", {})
    )
    tell_distances(
        battle, {"units": [{**table, "general_near": table.get("general", False)} for table in given["units"]]}
    )
    for name, table in tables.items():
        meets = table.get("leader_contacts", "none")
        if meets == "none" and table.get("reaches_edge"):
            meets = "edge"
        battle.told[f"meets {name}"] = ["none", "friend", "enemy", "edge"].index(meets)
        battle.told[f"enemies {name}"] = enemies_about(table.get("enemies", 0))
    facts = dict(battle.told)
    begin_end(Scripted(), battle)
    picks = given.get("picks", [name for name, table in tables.items() if "dice" in table])
    alternation_ok = rally_in_order(battle, picks, tables, facts)
    for unit in [unit for unit in battle.units if unit.id in battle.queue]:
        battle.told = dict(facts)
        flee_on(on_the_run(tables[unit.id]), battle, unit)
    battle.step = "flee"
    for unit in [unit for unit in battle.units if unit.running]:
        others = [other for other in battle.units if other is not unit and other.running]
        for other in others:
            other.running = False
        battle.told = dict(facts)
        flee_next(on_the_run(tables[unit.id]), battle)
        for other in others:
            other.running = True
    flee_next(Lenient(), battle)
    disperse(Lenient(), battle)
    return {"fates": {unit.id: fate_of(unit) for unit in battle.units}, "alternation_ok": alternation_ok}


def tries(table: dict[str, Any]) -> bool:
    """Does this unit of a case try to rally? Whoever has dice does, unless it says otherwise."""
    return bool(table.get("try", "dice" in table))


def on_the_run(table: dict[str, Any], dice: Iterable[int] = ()) -> Lenient:
    """These dice, then those that the case has for a last chance."""
    return Lenient([*dice, *table.get("last_dice", [])], general_near=table.get("general", False))


def rally_in_order(
    battle: Battle, picks: Iterable[str], tables: dict[str, dict[str, Any]], facts: dict[str, int]
) -> bool:
    """The rally tests of a case in its own order; was that the lawful one?"""
    lawful, picks = True, list(picks)
    trying = [name for name, table in tables.items() if (tries(table) or name in picks) and name in battle.queue]
    for name in picks:
        unit = battle.unit(name)
        lawful &= (
            name in trying
            and next_to_pick(battle.advantage, battle.last_picked, [battle.unit(other).side for other in trying])
            == unit.side
        )
        battle.last_picked = unit.side
        battle.told = dict(facts)
        if not tries(tables[name]):
            flee_on(on_the_run(tables[name]), battle, unit)
        elif battle.options.rally_flee == "at_once":  # WC-RULE-24: who fails may come to a last chance at once
            try_to_rally(on_the_run(tables[name], tables[name]["dice"]), battle, unit)
        else:
            with Lenient(tables[name]["dice"]) as referee:
                try_to_rally(referee, battle, unit)
        trying = [other for other in trying if other != name]
    return lawful


def fate_of(unit: Unit) -> str:
    if unit.where == "off":
        return "stands_off_table"
    return unit.fate or ("fleeing" if unit.fleeing else "rallied")


# Strategy, shooting, blows


def do_strategy(given: dict[str, Any], wanted: list[str]) -> dict[str, Any]:
    battle = a_battle(options=given.get("options", {}), advantage="", step="strategy_roll")
    battle.bids = [given.get("bid_a", 0), given.get("bid_b", 0)]
    came: dict[str, Any] = {}
    if "dice_a" in given and "dice_b" in given:
        came |= strategy_dice(battle.copy(), list(given["dice_a"]), list(given["dice_b"]))
    if "p_a" in wanted or "p_tie" in wanted:
        came["p_tie"] = odds(strategy_roll, battle).chance(lambda totals: totals[0] == totals[1])
        won = chain(keep_rolling, battle, over=lambda each: bool(each.advantage))
        came["p_a"] = won.chance(lambda end: end.situation.advantage == "red")
    return came


def strategy_dice(battle: Battle, dice_a: list[int], dice_b: list[int]) -> dict[str, Any]:
    """The Strategy Roll with these dice; more of them than one roll needs are for rolling ties again."""
    one, other = 1 + battle.bids[0], 1 + battle.bids[1]
    while True:
        referee = Scripted([*dice_a[:one], *dice_b[:other]])
        total_a, total_b = strategy_roll(referee, battle)
        dice_a, dice_b = dice_a[one:], dice_b[other:]
        if battle.advantage or not dice_a:
            return {"total_a": total_a, "total_b": total_b, "winner": LETTERS.get(battle.advantage, "reroll")}


def keep_rolling(referee: Referee, battle: Battle) -> None:
    strategy_roll(referee, battle)


def do_shoot(given: dict[str, Any], wanted: list[str]) -> dict[str, Any]:
    weapon = WEAPONS[given["shooter"]["weapon"]]
    shooter = unit_of(given["shooter"], "shooter", "red", moved=given.get("moved", False))
    target = unit_of(given.get("target", {}), "target", "blue")
    apart = weapon.reach if given.get("long_range") else weapon.reach // 2
    cover = given.get("target", {}).get("cover", "")
    lines = shooting_modifiers(
        shooter,
        target,
        weapon,
        apart,
        "" if cover == "none" else cover,
        stand_and_shoot=given.get("stand_and_shoot", False),
    )
    modifiers = Tally(lines)
    shoots = can_shoot(shooter)
    killed = odds(shots_kill, shooter, target, given.get("n", 1) if shoots else 0, modifiers)
    return {
        "need": hit_need(shooter, modifiers),
        "p_die": odds(shots_kill, shooter, target, int(shoots), modifiers)[1],
        "expected": killed.mean(),
        "p_at_least": killed.chance(lambda dead: dead >= given.get("k", 1)),
    }


def do_strike(given: dict[str, Any], wanted: list[str]) -> dict[str, Any]:
    attacker, defender = unit_of(given["attacker"], "attacker", "red"), unit_of(given["defender"], "defender", "blue")
    dice = strike_dice(attacker, "left" if given["attacker"].get("flanked") else "front", attacker.files)
    return {
        "dice": dice,
        "need": strike_need(attacker, defender),
        "p_die": odds(strikes_kill, attacker, defender, 1)[1],
        "expected": odds(strikes_kill, attacker, defender, dice).mean(),
    }


def do_glance(given: dict[str, Any], wanted: list[str]) -> dict[str, Any]:
    skirmishers = unit_of({"formation": "skirmish", **given["skirmishers"]})
    return {"dice_attack": glancing_dice(skirmishers), "dice_back": strike_back_dice(unit_of(given["target"]))}


# Combat


def fighter_of(table: dict[str, Any]) -> Fighter:
    return Fighter(
        inflicted=table.get("casualties_inflicted", 0),
        models=table.get("models", 0),
        files=table.get("files", 1),
        battle=table.get("formation", "battle") == "battle",
        charged=table.get("charged", False),
        out_of_order=table.get("disordered", False),
        strikes=table.get("struck", "front"),
        struck_in=table.get("struck_in") or ("flank" if table.get("flanked") else "front"),
        uphill=table.get("uphill", False),
        general=table.get("general", False),
        enemy_shaken=table.get("enemy_shaken", False),
    )


def do_score(given: dict[str, Any], wanted: list[str]) -> dict[str, Any]:
    a, b = fighter_of(given["a"]), fighter_of(given["b"])
    score_a, score_b = side_score([a], b.models).total, side_score([b], a.models).total
    winner = "a" if score_a > score_b else "b" if score_b > score_a else "draw"
    return {"score_a": score_a, "score_b": score_b, "winner": winner, "difference": abs(score_a - score_b)}


FACES = {"front": "front", "flank": "left", "rear": "rear"}


def do_combat(given: dict[str, Any], wanted: list[str]) -> dict[str, Any]:
    a, b = unit_of(given["a"], "a", "red", x=3600, y=1000), unit_of(given["b"], "b", "blue", x=3600, y=3000, facing=180)
    high = [unit for unit, table in ((a, given["a"]), (b, given["b"])) if table.get("uphill")]
    battle = a_battle(
        a,
        b,
        options=given.get("options", {}),
        features=[a_feature(f"hill of {unit.id}", "hill", Disc(unit.x, unit.y, 100)) for unit in high],
    )
    for unit, foe, name in ((a, b, "a"), (b, a, "b")):
        table = given[name]
        if table.get("general"):
            with_general(battle, unit)
        elif table.get("general_near"):
            put_general(battle, unit)
        foe.shaken = table.get("enemy_shaken", False)
    touch(battle, a, b, face_of(given["a"], given["b"]), face_of(given["b"], given["a"]))  # type: ignore[arg-type]
    for unit, table in ((a, given["a"]), (b, given["b"])):
        unit.disordered = table.get("disordered", False)
    fray = a_fray(battle, a, b)
    fray.blows = [
        Blow(unit.id, foe.id, face, strike_dice(unit, face, unit.files))
        for unit, foe in ((a, b), (b, a))
        for face in (face_to(battle, unit, foe),)
    ]
    fray.stage = "blows"
    ends = chain(fray_without_risk, battle, over=lambda each: not each.frays or each.frays[0].stage == "over")
    return {
        "dice_a": fray.blows[0].dice,
        "dice_b": fray.blows[1].dice,
        "p_a_wins": ends.chance(lambda end: end.situation.unit("a").won),
        "p_b_wins": ends.chance(lambda end: end.situation.unit("b").won),
        "p_draw": ends.chance(lambda end: not end.situation.unit("a").won and not end.situation.unit("b").won),
        "p_a_breaks": ends.chance(lambda end: end.situation.unit("a").broke),
        "p_b_breaks": ends.chance(lambda end: end.situation.unit("b").broke),
    }


def face_of(own: dict[str, Any], other: dict[str, Any]) -> str:
    """The face on which a unit is in contact: where it is struck, by what either side says."""
    struck_in = own.get("struck_in") or other.get("struck") or ("flank" if own.get("flanked") else "front")
    return FACES[struck_in]


def fray_without_risk(referee: Referee, battle: Battle) -> None:
    """One step of a combat in which a general who is given stays: when in the fight he rolls for his life is our own ruling (WC-RULE-45), and `general_risk` asks for it."""
    if battle.frays[0].stage == "generals":
        battle.frays[0].stage = "score"
    else:
        fray_step(referee, battle)


def do_charge_flee(given: dict[str, Any], wanted: list[str]) -> dict[str, Any]:
    fleer = unit_of(given.get("fleer", {}))
    apart, reach = round(given.get("gap", 0) * 100), round(given.get("reach", 0) * 100)
    rolls: Distribution[int] = odds(roll_run, fleer, "flees")
    came: dict[str, Any] = {"p_caught": rolls.chance(lambda fled: is_overtaken(apart, fled, reach))}
    if "dice" in given:
        came["caught"] = is_overtaken(apart, roll_run(Scripted(given["dice"]), fleer, "flees"), reach)
    return came


# The general, sizes, moves and costs


def do_zone(given: dict[str, Any], wanted: list[str]) -> dict[str, Any]:
    unit = a_unit(mv=given["mv"], x=3600, y=2400, files=1)
    friend = a_unit("general's own", x=3600, y=2400 + round(given.get("distance", 0) * 100), files=1)
    state = given.get("state", "able")
    friend.fleeing = state == "fleeing"
    battle = with_general(a_battle(unit, friend), friend, state)
    return {
        "mv": raised(unit.profile.mv, near=is_near(Scripted(), battle, unit), other_bonus=given.get("other_bonus", 0))
    }


def do_minimum(given: dict[str, Any], wanted: list[str]) -> dict[str, Any]:
    return {"destroyed": is_too_small(unit_of(given))}


def do_move(given: dict[str, Any], wanted: list[str]) -> dict[str, Any]:
    unit, pace = unit_of(given["unit"], x=3600, y=2400), given["pace"]
    battle = a_battle(unit)
    if given.get("general"):
        put_general(battle, unit)
    needs = needs_command_test(unit, pace)
    came: dict[str, Any] = {
        "command_test": needs,
        "p_pass": odds(passes, battle, unit, "command", [])[True] if needs else Fraction(1),
    }
    passed = True
    if needs and "dice" in given:
        referee, roller = rolled(given, unit)
        passed = passes(referee, battle, roller, "command", [])
    length = allowance(unit, pace, passed=passed)
    way = round(given.get("open", 0) * 100) + 2 * round(given.get("rough", 0) * 100)
    too_close = pace == "double" and given.get("enemy_within_5", False)
    disordered = pace == "double" and given["unit"].get("disordered", False)
    return came | {
        "allowance": Fraction(length, 100),
        "legal": way <= length and not too_close and not disordered and can_move(unit),
    }


def do_charge(given: dict[str, Any], wanted: list[str]) -> dict[str, Any]:
    unit, target = unit_of(given["unit"], "unit", "red"), unit_of(given.get("target", {}), "target", "blue")
    angle = math.radians(given.get("angle", 0))
    ahead = in_arc(0, 90, 0, 0, round(math.sin(angle) * 10**6), round(math.cos(angle) * 10**6))
    legal = can_charge(unit, target) and ahead and not unit.out_of_order and not unit.engaged and not unit.fleeing
    reach = reach_of(unit)
    contact = legal and round(given.get("distance", 0) * 100) <= reach
    return {"legal": legal, "reach": reach // 100, "contact": contact, "disordered": legal and not contact}


def slain(referee: Referee, battle: Battle) -> None:
    battle.round += 1
    if battle.sides[0].general_state == "able":
        risk(referee, battle, battle.units[0])


def do_general_risk(given: dict[str, Any], wanted: list[str]) -> dict[str, Any]:
    unit = a_unit()
    battle = with_general(a_battle(unit, round=0), unit)
    ends = chain(slain, battle, over=lambda each: each.round >= given.get("combats", 0))
    return {"p_slain": ends.chance(lambda end: end.situation.sides[0].general_state == "slain")}


def do_cost(given: dict[str, Any], wanted: list[str]) -> dict[str, Any]:
    table: dict[str, Any] = {key: given[key] for key in ("kind", "ca", "ka", "mv", "av") if key in given}
    if given.get("missile") not in (None, "", "none"):
        table["weapon"] = {"javelin": "javelins"}.get(given["missile"], given["missile"])
    if given.get("trait") not in (None, "", "none"):
        table["traits"] = [given["trait"]]
    return {"cost": cost_of(unit_of(table).profile, given["models"])}


PROCEDURES: dict[str, Callable[[dict[str, Any], list[str]], dict[str, Any]]] = {
    "all_pass": do_all_pass,
    "casualties": do_casualties,
    "charge": do_charge,
    "charge_flee": do_charge_flee,
    "combat": do_combat,
    "cost": do_cost,
    "end_phase": do_end_phase,
    "fail": do_fail,
    "flee": do_flee,
    "flee_through": do_flee_through,
    "general_risk": do_general_risk,
    "glance": do_glance,
    "last_return": do_last_return,
    "minimum": do_minimum,
    "move": do_move,
    "order": do_order,
    "rally_state": do_rally_state,
    "required": do_required,
    "resolution": do_resolution,
    "score": do_score,
    "shoot": do_shoot,
    "strategy": do_strategy,
    "strike": do_strike,
    "test": do_test,
    "zone": do_zone,
}
