"""Golden cases of combats, single attacks, wounds, frays and pursuit."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from grognard.games.confrontation import attacks, combat, exchanges, frays, wounds
from grognard.games.confrontation.attacks import Attack, Defence
from grognard.games.confrontation.battle import KILLED, LEVELS, Combatant, Fight
from grognard.games.confrontation.chances import clash_odds, opposed
from grognard.games.confrontation.options import Options
from grognard.games.confrontation.profiles import counter_attacks, kind_master, kind_sequence
from grognard.games.confrontation.questions import loaded
from grognard.games.confrontation.tests_of_skill import attempt
from grognard.kernel.chains import chain
from grognard.kernel.odds import odds
from grognard.kernel.referee import Referee, Scripted
from tests.games.confrontation.build import a_battle, a_combatant, a_fight, a_fighter, options_of, script
from tests.games.confrontation.case_words import Given, Result, body, cm, in_cm, policy_of


def do_placements(given: Given) -> Result:
    flags = {name: bool(given.get(name, False)) for name in ("routed", "defence_marker")}
    return {"legal": [list(split) for split in combat.splits(given["dice"], **flags)]}


def do_combat_dice(given: Given) -> Result:
    kind = given.get("kind", "troop")
    fighter = a_combatant(
        "odo",
        att=given.get("att", 9),
        defence=given.get("def", 9),
        charged=given.get("charged", False),
        routed=given.get("routed", False),
        sequence=max(given.get("sequence", 0), kind_sequence(kind)),
        opponents=given.get("opponents", 1),
    )
    base, most = combat.base_dice(fighter.opponents), combat.max_bought(fighter)
    result: Result = {"base_dice": base, "max_bought": most}
    if "bought" in given:
        lawful = [placement for placement in combat.placements(fighter) if placement.bought == given["bought"]]
        result["legal"] = bool(lawful)
        if lawful:
            combat.place(fighter, lawful[0])
            result |= {"dice": lawful[0].attack + lawful[0].defence}
            result |= {"att": combat.attack_value(fighter), "def": combat.defence_value(fighter)}
    return result


def camp(given: Given, side: str) -> list[Combatant]:
    """The fighters of a camp; a single one may stand without a list."""
    fighters = given["fighters"] if isinstance(given["fighters"], list) else [given["fighters"]]
    return [
        a_combatant(f"{side}{n}", side, ini=one["ini"], charged=one.get("charged", False), **body(one))
        for n, one in enumerate(fighters)
    ]


def do_ini(given: Given) -> Result:
    options = options_of(given)
    a, b = camp(given["a"], "a"), camp(given["b"], "b")
    (a_dice, a_answers), (b_dice, b_answers) = (script([given[name]["dice"]], options) for name in ("a", "b"))
    totals = {}
    for name, fighters, dice, answers in (("a", a, a_dice, a_answers), ("b", b, b_dice, b_answers)):
        with Scripted(dice, answers) as referee:
            totals[name] = combat.roll_initiative(referee, options, name, fighters).total
    several = b if len(a) == 1 else a
    fight = Fight(combatants=[*(a if several is b else b), *several])
    parts = [(a_dice, a_answers), (b_dice, b_answers)] if several is b else [(b_dice, b_answers), (a_dice, a_answers)]
    with Scripted([*parts[0][0], *parts[1][0]], [*parts[0][1], *parts[1][1]]) as referee:
        settled = combat.take_initiative(referee, options, fight)
    first = "none"
    if settled and options.dice_placement == "open_loser_first":
        first = "b" if fight.first == "a" else "a"
    return {
        "a_total": totals["a"],
        "b_total": totals["b"],
        "attacker": fight.first if settled else "reroll",
        "declares_first": first,
    }


def do_ini_odds(given: Given) -> Result:
    options = options_of(given)
    values = [(combat.initiative_of(options, camp(given[name], name)), 1) for name in ("a", "b")]
    found = opposed(options, values[0], values[1], policy_of(given))
    return {"p_a_attacks_first": found["one"] / (1 - found["tie"]), "p_first_roll_tied": found["tie"]}


DEFENCES = {"none": "none", "parry": "parry", "counter": "counter", "sustained": "sustain"}


def duel(given: Given) -> Fight:
    """One attacker and one defender in the middle of an exchange."""
    attacker, defender = given["attacker"], given["defender"]
    dice = given.get("def_dice", committed(given))
    return a_fight(
        a_combatant(
            "attacker",
            "red",
            att=attacker["att"],
            strength=attacker.get("str", 5),
            charged=attacker.get("charged", False),
            dice=(1, 0),
            **body(attacker),
        ),
        a_combatant(
            "defender",
            "blue",
            defence=defender.get("def", 3),
            res=defender.get("res", 5),
            charged=defender.get("charged", False),
            dice=(0, dice),
            counters=True,
            **body(defender),
        ),
    )


def committed(given: Given) -> int:
    """Defence dice put to one attack: as many as the case says or rolls, else one; none without a defence."""
    if given.get("defence", "none") == "none":
        return 0
    return int(given.get("dice_used", len(given.get("defence_dice", [])) or 1))


def declared(given: Given) -> Defence:
    return Defence(DEFENCES[given.get("defence", "none")], committed(given))


def do_exchange(given: Given) -> Result:
    options = options_of(given)
    fight, defence = duel(given), declared(given)
    attack_dice, answers = script([given["attack_die"]], options)
    defence_dice: list[int] = []
    attack = Attack("attacker", "defender")
    with Scripted(attack_dice, answers) as referee:
        numbers = attacks.reckon(options, fight.combatants[0], fight.combatants[1], defence)
        failed = attempt(referee, options, "red", "ATT", numbers.attack, rule="C3-COMB-12").failed
    if defence.dice and not failed:
        defence_dice, more = script(given["defence_dice"], options)
        answers = [*answers, *more]
    with Scripted([*attack_dice, *defence_dice], answers) as referee:
        outcome = attacks.resolve(referee, options, fight, attack, defence)
    result: Result = {
        "attack_total": outcome.attack_total,
        "attack_success": not outcome.missed,
        "wound_roll": fight.hurt is not None,
        "counter_attack": fight.gained is not None,
        "def_dice_left": fight.combatants[1].def_dice,
    }
    if not outcome.missed:
        result["parried"] = outcome.parried
        if defence.dice:
            result |= {"defence_needed": outcome.needed, "defence_total": outcome.defence_total}
    return result


def do_exchange_odds(given: Given) -> Result:
    options = options_of(given)
    fight, defence = duel(given), declared(given)
    attacker, defender = fight.combatants
    found = clash_odds(options, attacks.reckon(options, attacker, defender, defence), policy_of(given))
    missed = found.chance(lambda outcome: outcome.missed)
    parried = found.chance(lambda outcome: outcome.parried)
    hit = found.chance(lambda outcome: outcome.hits)
    killed = odds(
        wounds.roll_wound, options, attacks.hit_in_combat(options, attacker, defender, attacker.strength), "red"
    ).chance(lambda wound: after(options, defender, wound) == KILLED)
    countered = missed + parried if defence.mode == "counter" else Fraction(0)
    return {
        "p_attack_fails": missed,
        "p_parried": parried,
        "p_hit": hit,
        "p_counter_attack": countered,
        "p_killed": hit * killed,
    }


def after(options: Options, victim: Any, wound: wounds.Wound) -> int:
    """The level after a wound."""
    hurt = victim.copy()
    wounds.suffer(options, hurt, wound)
    return int(hurt.level)


def do_attacks_odds(given: Given) -> Result:
    options, policy = options_of(given), policy_of(given)
    number_of_attacks, sustains = given["attacks"], given.get("policy") == "one_die_each_last_sustained"
    fight = duel(given)
    fight.combatants[1].counters = False
    fight.combatants[0].att_dice = number_of_attacks

    def step(referee: Referee, situation: list[Any]) -> list[Any]:
        """One attack; hits are only counted."""
        current, hits = situation[0].copy(), situation[1]
        current.combatants[0].struck = ()
        attack = Attack("attacker", "defender")
        attacks.spend_attack(options, current.combatants[0], attack)
        open_to_it = exchanges.defence_options(current.combatants[1])
        sustained = [defence for defence in open_to_it if defence.mode == "sustain" and sustains]
        attacks.resolve(referee, options, current, attack, (sustained or open_to_it)[0], weighed)
        hit = current.hurt is not None
        current.hurt = None
        return [current, hits + hit]

    def weighed(referee: Referee, rule: Any, options: Options, numbers: attacks.Clash) -> Any:
        return loaded(referee, clash_odds(options, numbers, policy))

    ends = chain(step, [fight, 0], over=lambda situation: not situation[0].combatants[0].att_dice)
    hits = ends.map(lambda end: end.situation[1])
    return {"p_no_hit": hits[0], "p_hits": [hits[n] for n in range(number_of_attacks + 1)]}


def do_may_counter(given: Given) -> Result:
    kind = given.get("kind", "troop")
    counters = counter_attacks(kind, given.get("abilities", []))
    fighter = a_combatant(
        "odo", counters=counters, routed=given.get("routed", False), dice=(0, given.get("def_dice", 1))
    )
    return {"may": exchanges.may_counter(fighter)}


def do_may_sustain(given: Given) -> Result:
    fighter = a_combatant("odo", dice=(given.get("placed_att", 0), given.get("placed_def", 0)), counters=True)
    fighter.def_dice = given.get("def_dice_left", 0)
    wanted = [option for option in exchanges.defence_options(fighter) if option.mode == "sustain"]
    return {"may": bool(wanted) and given.get("mode", "parry") == "parry"}


def do_master_strike(given: Given) -> Result:
    options = options_of(given)
    values = given["attacker"]
    attacker = a_combatant(
        "attacker",
        att=values["att"] + values.get("spell_att", 0),
        printed_att=values["att"],
        strength=values["str"],
        master=values.get("x", 0),
        charged=values.get("charged", False),
        bought=values.get("bought", 0),
        dice=(
            given["att_dice"],
            given.get("def_dice", given["att_dice"] if options.master_strike_dice == "defence" else 0),
        ),
        **body(values),
    )
    victim = a_combatant("victim", "blue", res=given.get("res", 5), level=given.get("victim_level", "none"))
    if not exchanges.may_master(options, attacker):
        return {"allowed": False}
    strength = attacks.master_strength(attacker)
    result: Result = {"allowed": True, "attack_value": combat.attack_value(attacker), "wound_str": strength}
    attacks.spend_attack(options, attacker, Attack("attacker", "victim", True))
    result["att_dice_left"] = attacker.att_dice
    hit = attacks.hit_in_combat(options, attacker, victim, strength)
    if "dice" in given:
        result |= wound_of(options, victim, hit, given["dice"])
    elif "res" in given:
        result["p_killed"] = odds(wounds.roll_wound, options, hit, "red").chance(
            lambda wound: after(options, victim, wound) == KILLED
        )
    return result


# Wounds


def wound_of(options: Options, victim: Any, hit: wounds.Hit, dice: list[int]) -> Result:
    with Scripted(dice) as referee:
        wound = wounds.roll_wound(referee, options, hit, "red")
    wounds.suffer(options, victim, wound)
    return {
        "location": wound.location,
        "damage": wound.damage,
        "result": wound.result,
        "new_level": LEVELS[victim.level],
        "stunned": victim.stunned > 0,
        "injury": wound.injury,
    }


def wounded(given: Given) -> tuple[Any, wounds.Hit, Options]:
    options = options_of(given)
    attacker = a_fighter("attacker", **body(given.get("attacker", {})))
    victim_given = given.get("victim", {})
    victim = a_fighter(
        "victim", "blue", res=given["res"], abilities=tuple(victim_given.get("abilities", ())), **body(victim_given)
    )
    return victim, wounds.hit_on(a_battle(attacker, victim, options=options), victim, given["str"], attacker), options


def do_wound(given: Given) -> Result:
    victim, hit, options = wounded(given)
    return wound_of(options, victim, hit, given["dice"])


def do_wound_odds(given: Given) -> Result:
    victim, hit, options = wounded(given)
    found = odds(wounds.roll_wound, options, hit, "red")
    result: Result = {f"p_{name}": found.map(lambda wound: wound.result)[name] for name in wounds.RESULTS}
    result["p_dies"] = found.chance(lambda wound: after(options, victim, wound) == KILLED)
    return result


def do_location_odds(given: Given) -> Result:
    found = odds(wounds.roll_wound, Options(), wounds.Hit(0, 100), "red")
    where = found.map(lambda wound: "double_six" if wound.result == "killed" else wound.location)
    return {f"p_{name}": where[name] for name in (*wounds.LOCATIONS, "double_six")}


# Frays and whole combats


def do_frays(given: Given) -> Result:
    combats = [(ours, theirs) for ours, theirs in given["combats"]]
    return {"legal": frays.is_lawful_split([(a, b) for a, b in given["contacts"]], combats)}


def do_pursuit(given: Given) -> Result:
    mov = cm(given["mov"])
    may = frays.may_pursue(
        mov,
        routed=given.get("routed", False),
        all_dead=given.get("all_enemies_dead", False),
        done=given.get("pursuits_done", 0),
        implacable=given.get("implacable", 0),
    )
    result: Result = {"may": may, "max_cm": in_cm(frays.pursuit_length(mov)) if may else 0}
    if "target_fought" in given:
        result["may_engage"] = may and frays.may_be_met(given["target_fought"])
    return result


def one_of(given: Given, side: str, opponents: int) -> Combatant:
    """A fighter of a whole combat."""
    kind = given.get("kind", "troop")
    abilities = given.get("abilities", [])
    routed = given.get("routed", False)
    return Combatant(
        id=given["name"],
        side=side,
        name=given["name"],
        att=given["att"],
        printed_att=given["att"],
        strength=given["str"],
        defence=given["def"],
        res=given["res"],
        charged=given.get("charged", False),
        routed=routed,
        defence_marker=given.get("defence_marker", False),
        counters=counter_attacks(kind, abilities) and not routed,
        ambidextrous="ambidextrous" in abilities and not routed,
        master=-1 if routed else given.get("x", kind_master(kind)),
        sequence=kind_sequence(kind),
        thick_hide="thick_hide" in abilities,
        opponents=opponents,
        **body(given),
    )


def do_combat(given: Given) -> Result:
    options = options_of(given)
    a = [one_of(one, "a", len(given["b"])) for one in given["a"]]
    b = [one_of(one, "b", len(given["a"])) for one in given["b"]]
    fight = Fight(
        combatants=[*a, *b] if len(a) == 1 else [*b, *a],
        first=given["first"],
        attacking=given["first"],
        stage="exchanges",
    )
    why = place_dice(fight, given["place"])
    for attack in given.get("attacks", []):
        why = why or one_attack(options, fight, attack)
    if why:
        return {"legal": False, "why": why}
    exchanges.turn_over(options, fight)
    living = [one for one in fight.combatants if one.level < KILLED]
    return {
        "legal": True,
        "over": fight.stage == "over",
        "levels": {one.id: LEVELS[one.level] for one in fight.combatants},
        "stunned": sorted(one.id for one in living if one.stunned),
        "injuries": {one.id: set(one.injuries) for one in fight.combatants},
        "att_left": {one.id: one.att_dice for one in fight.combatants},
        "def_left": {one.id: one.def_dice for one in fight.combatants},
    }


def place_dice(fight: Fight, placed: dict[str, list[int]]) -> str:
    for one in fight.combatants:
        attack, defence, bought = placed[one.id]
        chosen = [p for p in combat.placements(one) if (p.attack, p.defence, p.bought) == (attack, defence, bought)]
        if not chosen:
            return "placement"
        combat.place(one, chosen[0])
    return ""


def one_attack(options: Options, fight: Fight, given: Given) -> str:
    """Make one attack of a case; what is wrong with it, if anything is."""
    exchanges.turn_over(options, fight)
    attack = Attack(given["by"], given["on"], given.get("master", False))
    dice_put = given.get("use", len(given.get("dice", [])) or 1) if given.get("defence", "none") != "none" else 0
    defence = Defence(DEFENCES[given.get("defence", "none")], dice_put)
    why = exchanges.why_not_attack(options, fight, attack, gained=given.get("counter", False))
    why = why or exchanges.why_not_defend(fight.combatant(attack.on), defence)
    if why:
        return why
    dice, answers = script([given["die"]], options)
    failed = failed_attack(options, fight, attack, given["die"])
    if given.get("dice") and not failed:
        more, words = script(given["dice"], options)
        dice, answers = [*dice, *more], [*answers, *words]
    defender = fight.combatant(attack.on)
    asked = failed and options.failed_attack == "keep_dice" and attacks.may_give_up(defender, defence)
    if given.get("give_up") and not asked:
        return "may_not_give_up"
    if asked:
        answers = [*answers, "yes" if given.get("give_up") else "no"]
    referee = Scripted([*dice, *given.get("wound", [])], answers)  # dice that a miss or a parry makes needless are left
    exchanges.make(referee, options, fight, attack, defence, gained=given.get("counter", False))
    return ""


def failed_attack(options: Options, fight: Fight, attack: Attack, die: list[int]) -> bool:
    numbers = attacks.reckon(options, fight.combatant(attack.by), fight.combatant(attack.on), Defence("none"))
    dice, answers = script([die], options)
    with Scripted(dice, answers) as referee:
        return attacks.clash(referee, options, numbers).missed


HANDLERS: dict[str, Callable[[Given], Result]] = {
    name.removeprefix("do_"): function for name, function in list(globals().items()) if name.startswith("do_")
}
