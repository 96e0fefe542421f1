"""Golden cases: each `do` builds a situation and calls the game's own functions. No rule is computed here."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from grognard.errors import RuleError
from grognard.games.confrontation import cards, combat, disengaging, exchanges, fear, firing, frays, rally, rout, sizes, strategy, wounds
from grognard.games.confrontation.actions import is_lawful, is_lawful_sequence
from grognard.games.confrontation.assaults import approach_to, be_charged
from grognard.games.confrontation.battle import KILLED, LEVELS, NONE, Combatant, Fight, Fighter
from grognard.games.confrontation.chances import chance, clash_odds, opposed, tactics
from grognard.games.confrontation.exchanges import Attack, Defence
from grognard.games.confrontation.options import Options
from grognard.games.confrontation.profile import Profile
from grognard.games.confrontation.profiles import counter_attacks, kind_master, kind_sequence
from grognard.games.confrontation.tests_of_skill import attempt, careful, guarded, thrifty
from grognard.kernel.odds import Policy, chain, odds
from grognard.kernel.referee import Referee, Scripted
from tests.games.confrontation.build import a_battle, a_combatant, a_fight, a_fighter, options_of, script
from tests.games.confrontation.case_book_magic import HANDLERS as MAGIC

Given = dict[str, Any]
Result = dict[str, Any]
POLICIES: dict[str, Policy] = {
    "reroll_if_needed": thrifty,  # type: ignore[dict-item]
    "stop_at_6": careful,  # type: ignore[dict-item]
    "attacker_stops_defender_if_needed": thrifty,  # type: ignore[dict-item]
    "one_die_each_last_sustained": thrifty,  # type: ignore[dict-item]
    "caster_stops_counter_if_needed": guarded,  # type: ignore[dict-item]
}


def run(given: Given, wanted: list[str]) -> Result:
    """What the game says to a case."""
    do = given.pop("do")
    handler = MAGIC.get(do)
    if handler is not None:
        return handler(given, wanted)
    return HANDLERS[do](given)


def policy_of(given: Given) -> Policy:
    return POLICIES[given.get("policy", "reroll_if_needed")]


def number(value: Any) -> int | None:
    """A characteristic that may be "-"."""
    return None if value == "-" else int(value)


def cm(value: float) -> int:
    return round(value * 100)


def in_cm(value: int) -> float | int:
    return value // 100 if value % 100 == 0 else value / 100


def body(given: Given) -> Result:
    """The wounds of a fighter as the vocabulary writes them."""
    return {"level": LEVELS.index(given.get("level", "none")), "stunned": int(given.get("stunned", False))}


def pool_of(dice: Sequence[Any]) -> list[list[int]]:
    """One entry per die: a number, or the list of its results."""
    return [list(die) if isinstance(die, list) else [die] for die in dice]


# Tests


def do_test(given: Given) -> Result:
    options = options_of(given)
    pool = given["pool"] if "pool" in given else [given["dice"]]
    dice, answers = script(pool, options)
    with Scripted(dice, answers) as referee:
        value = given["stat"] - given.get("penalty", 0)
        came = attempt(referee, options, "red", "test", value, rule="C3-TEST-01", need=given["difficulty"], dice=len(pool))
    return {"total": came.total, "success": came.reaches(given["difficulty"])}


def do_test_odds(given: Given) -> Result:
    value = given["stat"] - given.get("penalty", 0)
    p = chance(
        options_of(given),
        value,
        given["difficulty"],
        dice=given.get("pool_size", 1),
        illuminated=given.get("illuminated", False),
        policy=policy_of(given),
    )
    return {"p_success": p}


# Strategic phase and cards


def staff(given: Given, dice: int) -> strategy.Staff:
    bonus = 2 if given.get("war_staff") else int(given.get("musician", False))
    return strategy.Staff(given["dis"], dice, bonus)


def do_tactical(given: Given) -> Result:
    options = options_of(given)
    totals = {}
    for name in ("a", "b"):
        pool = pool_of(given[name]["dice"])
        sums = len(pool) > 1 and options.leadership_tactical == "sum"
        dice, answers = script(pool, options, sums=sums)
        with Scripted(dice, answers) as referee:
            totals[name] = strategy.roll_tactics(referee, options, name, staff(given[name], len(pool))).total
    winner = strategy.winner_of(totals)
    result: Result = {"a_total": totals["a"], "b_total": totals["b"], "winner": winner or "reroll"}
    if winner:
        result |= {f"{name}_reserve": cards.slots_of(name == winner) for name in ("a", "b")}
    return result


def do_tactical_odds(given: Given) -> Result:
    sides = [staff(given[name], 2 if given[name].get("leadership") else 1) for name in ("a", "b")]
    found = tactics(options_of(given), sides[0], sides[1], policy_of(given))
    return {"p_a_wins": found["one"] / (1 - found["tie"]), "p_first_roll_tied": found["tie"]}


def do_tactical_setup(given: Given) -> Result:
    listed = given["fighters"]
    officers = []
    for one in listed:
        reach = one.get("leadership", 0)
        near = tuple(n for n, other in enumerate(listed) if other is not one and other.get("cm_from_leader", 1000) <= reach)
        flags = [bool(one.get(name, False)) for name in ("musician", "standard", "routed")]
        officers.append(strategy.Officer(number(one["dis"]), reach > 0, *flags, near))
    used = strategy.staff_of(officers)
    return {"dis": used.dis, "dice": used.dice, "bonus": used.bonus}


def do_refusals(given: Given) -> Result:
    a, b = ((given[name]["cards"], given[name]["figures"]) for name in ("a", "b"))
    options = options_of(given)
    return {"a": cards.refusals(options, *a, *b), "b": cards.refusals(options, *b, *a)}


def do_lead_turn(given: Given) -> Result:
    return {"legal": cards.lead_steps(given["deck"], given["reserve"], given["slots"], given.get("refusals", 0))}


# Actions and movement


def do_card_sequence(given: Given) -> Result:
    return {"legal": is_lawful_sequence([(fighter, action) for fighter, action in given["sequence"]])}


def do_actions(given: Given) -> Result:
    flags = {name: bool(given.get(name, False)) for name in ("assault_fire", "rapid_reload")}
    return {"legal": is_lawful(given.get("kind", "troop"), given["actions"], **flags)}


def do_force(given: Given) -> Result:
    size, force = sizes.size_and_force(given["base"], given.get("card_word", ""), listed_small=given.get("listed_small", False))
    return {"size": size, "force": force, "max_opponents": sizes.max_opponents(given["base"])}


def do_max_opponents(given: Given) -> Result:
    base = given["base"]
    return {"max": sizes.max_opponents(base), "may_join": sizes.has_room(base, given.get("in_contact", 0))}


def do_charge_penalty(given: Given) -> Result:
    values = given["target"]
    target = a_fighter("target", force=values["force"], ini=values["ini"], att=values["att"], defence=values["def"])
    battle = a_battle(target)
    for force in given.get("chargers", []):
        be_charged(Scripted(), target, force)
    fighting = combat.combatant(battle, target)
    return {
        "penalised": target.charged,
        "ini": combat.initiative_value(fighting),
        "att": combat.attack_value(fighting),
        "def": combat.defence_value(fighting),
    }


def surrounded(given: Given, *enemies: Fighter) -> Any:
    """A battle with a fighter in the middle, and so many enemies in contact with it."""
    fighter = a_fighter(
        "odo",
        ini=given.get("ini", 3),
        mov=cm(given.get("mov", 10)),
        strength=given.get("str", 5),
        force=given.get("force", 1),
        charged=given.get("charged", False),
        base="50x50",
        abilities=tuple(given.get("abilities", ())),
        **body(given),
    )
    fighter.x, fighter.y = 4500, 4500
    for enemy, (dx, dy) in zip(enemies, ((375, 0), (-375, 0), (0, 375), (0, -375), (270, 270), (-270, 270), (270, -270), (-270, -270)), strict=False):
        enemy.x, enemy.y = fighter.x + dx, fighter.y + dy
    return a_battle(fighter, *enemies, options=options_of(given)), fighter


def do_disengage(given: Given) -> Result:
    battle, fighter = surrounded(given, *(a_fighter(f"e{n}", "blue") for n in range(given["opponents"])))
    dice, answers = script([given["dice"]], battle.options)
    with Scripted(dice, answers) as referee:
        success = disengaging.slip_away(referee, battle, fighter)
    need = disengaging.slip_difficulty(given["opponents"], skirmisher=fighter.has("skirmisher"))
    with Scripted(dice, answers) as referee:
        value = disengaging.initiative_value(battle.options, fighter)
        total = attempt(referee, battle.options, "red", "INI", value, rule="C3-MOVE-06", need=need).total
    most = disengaging.way_off(fighter, success)
    attacks = [placement for placement in combat.placements(combat.combatant(battle, fighter)) if placement.attack]
    return {"difficulty": need, "total": total, "success": success, "max_cm": in_cm(most), "att_dice_allowed": bool(attacks)}


def do_disengage_odds(given: Given) -> Result:
    battle, fighter = surrounded(given)
    need = disengaging.slip_difficulty(given["opponents"], skirmisher=fighter.has("skirmisher"))
    value = disengaging.initiative_value(battle.options, fighter)
    return {"difficulty": need, "p_success": chance(battle.options, value, need, policy=policy_of(given))}


def do_disengage_force(given: Given) -> Result:
    enemies = given["opponents"]
    if not disengaging.can_force(given["force"], [enemy["force"] for enemy in enemies]):
        return {"allowed": False}
    battle, fighter = surrounded(given, *(a_fighter(f"e{n}", "blue", res=enemy["res"], force=enemy["force"]) for n, enemy in enumerate(enemies)))
    need = disengaging.force_difficulty(battle.options, [enemy["res"] for enemy in enemies])
    result: Result = {"allowed": True, "difficulty": need}
    if "dice" not in given:
        return result | {"p_success": chance(battle.options, fighter.strength, need, policy=policy_of(given))}
    dice, answers = script([given["dice"]], battle.options)
    with Scripted(dice, answers) as referee:
        result["success"] = disengaging.break_away(referee, battle, fighter)
    with Scripted(dice, answers) as referee:
        result["total"] = attempt(referee, battle.options, "red", "STR", fighter.strength, rule="C3-MOVE-07", need=need).total
    return result


# Firing


def aim_of(given: Given) -> firing.Aim:
    target = given.get("target", {})
    short, medium, long = (cm(limit) for limit in given["ranges"])
    return firing.Aim(
        cm(given["distance"]),
        (short, medium, long),
        bool(given.get("walked") or given.get("reoriented")),
        given.get("rapid_reload", False),
        given.get("assault_fire", False),
        target.get("size", "medium"),
        target.get("under_cover", False),
        target.get("other_altitude", False),
        target.get("partial", False),
    )


def aim_value(given: Given, options: Options) -> int:
    firer = a_fighter("odo", aim=given["aim"], **body(given))
    return (firer.aim or 0) - wounds.penalty(options, firer)


def do_shot(given: Given) -> Result:
    options = options_of(given)
    aimed = firing.difficulty(aim_of(given))
    if aimed is None:
        return {"in_range": False, "hit": False}
    need = aimed[0]
    dice, answers = script([given["dice"]], options)
    with Scripted(dice, answers) as referee:
        came = firing.check_aim(referee, options, "red", aim_value(given, options), need)
    result = {"in_range": True, "difficulty": need, "total": came.total, "hit": came.reaches(need)}
    if came.reaches(need):
        friends = [f"friend {n}" for n in range(given.get("friends_in_contact", 0))]
        rolled = [given["distribution_die"]] if friends else []
        lots = friends[:1] if len(friends) > 1 and rolled[0] < firing.ON_TARGET else []
        with Scripted(rolled, lots=lots) as referee:
            result["struck"] = "friend" if firing.struck_by(referee, "red", friends) else "target"
    return result


def do_shot_odds(given: Given) -> Result:
    options = options_of(given)
    aimed = firing.difficulty(aim_of(given))
    if aimed is None:
        return {"in_range": False, "p_hit": Fraction(0)}
    need = aimed[0]
    hit = chance(options, aim_value(given, options), need, policy=policy_of(given))
    result: Result = {"in_range": True, "difficulty": need, "p_hit": hit, "p_at_least_one": 1 - (1 - hit) ** 2}
    friends = [f"friend {n}" for n in range(given.get("friends_in_contact", 0))]
    struck = odds(firing.struck_by, "red", friends)
    result["p_target_struck"] = hit * struck[""]
    result["p_friend_struck"] = hit * struck.chance(bool)
    if friends:
        result["p_each_friend_struck"] = hit * struck[friends[0]]
    if "weapon_str" in given:
        firer = a_fighter("odo", **body(given))
        for name, share, res in (("p_target_killed", struck[""], "target_res"), ("p_some_friend_killed", struck.chance(bool), "friend_res")):
            if res in given:
                victim = a_fighter("victim", "blue", res=given[res])
                battle = a_battle(firer, victim, options=options)
                killed = odds(wounds.roll_wound, options, wounds.hit_on(battle, victim, given["weapon_str"], firer), "red")
                result[name] = hit * share * killed.chance(lambda wound: wound.result == "killed")
    return result


def do_may_fire(given: Given) -> Result:
    why = firing.reasons_against(
        aim=number(given["aim"]),
        los=given.get("los", True),
        ranged_weapon=given.get("ranged_weapon", True),
        activated=given.get("activated", True),
        in_contact=given.get("in_contact", False),
        routed=given.get("routed", False),
        did=given.get("did", []),
        assault_fire=given.get("assault_fire", False),
        own_camp=given.get("target_camp", "enemy") == "own",
    )
    found = sorted(why)
    return {"may": not found, "why": found}


# Fear and rout


def scared(given: Given) -> Fighter:
    courage = {"fear": given["fear"]} if "fear" in given else {"cou": given["cou"]}
    abilities = ("living_dead",) if given.get("living_dead") else ()
    return a_fighter("odo", **courage, abilities=abilities, immune_to=given.get("immune_to", 0), activated=given.get("activated", False))


def do_fear(given: Given) -> Result:
    fighter = scared(given)
    battle = a_battle(fighter, options=options_of(given), table=(400, 400))
    fighter.x, fighter.y = 20000, 5000
    if "distance" in given and "assault_mov" in given:
        enemy = a_fighter("enemy", "blue", mov=cm(given["assault_mov"]), fear=given["enemy_fear"])
        mover, target = (enemy, fighter) if given.get("role") == "assaulted" else (fighter, enemy)
        enemy.x, enemy.y = fighter.x, fighter.y + cm(given["distance"]) + 250
        mover_profile = a_fighter("x", mov=cm(given["assault_mov"]), **({"fear": mover.fear} if mover.fear else {})).profile
        battle.fighters.append(enemy)
        mover.profile = mover_profile
        if approach_to(battle, mover, target, charging=True) is None:
            return {"test": False}
    level = given["enemy_fear"]
    if not fear.is_due(fighter, level):
        return {"test": False}
    result: Result = {"test": True}
    if "dice" not in given:
        return result
    dice, answers = script([given["dice"]], battle.options)
    with Scripted(dice, answers) as referee:
        tested = fear.check_courage(referee, battle, fighter, level, "C3-FEAR-01")
    with Scripted(dice, answers) as referee:
        steady = fear.face_fear(referee, battle, fighter, level, rule="C3-FEAR-01")
    result |= {"total": tested.total, "success": steady, "state": "rout" if fighter.routed else "steady"}
    if steady:
        result["immune_to"] = fighter.immune_to
    if given.get("role") == "assaulted":
        result["flees_now"] = rout.flees_at_once(fighter, not given.get("in_contact", False))
    return result


def do_fear_odds(given: Given) -> Result:
    fighter = scared(given)
    level = given["enemy_fear"]
    passes = Fraction(1)
    if fear.is_due(fighter, level):
        passes = chance(options_of(given), fighter.cou, level, policy=policy_of(given))
    together = passes ** given.get("testers", 1)  # C3-FEAR-06: each for itself
    return {"p_pass": passes, "p_all_pass": together, "p_at_least_one_routs": 1 - together}


def do_rally(given: Given) -> Result:
    courage = {"cou": given["cou"]} if "cou" in given else {}
    fighter = a_fighter(
        "odo", **courage, dis=number(given.get("dis", "-")), routed=True, routed_by=given["fear_level"], immune_to=given.get("immune_to", 0)
    )
    battle = a_battle(fighter, options=options_of(given))
    dice, answers = script([given["dice"]], battle.options)
    using = next(option for option in rally.rally_options(battle, fighter) if option.stat == given["using"])
    need = rally.rally_difficulty(battle.options, given["fear_level"])
    with Scripted(dice, answers) as referee:
        total = attempt(referee, battle.options, "red", "rally", using.value, rule="C3-STRAT-02", need=need).total
    asked = [given["using"]] if fighter.dis is not None else []
    with Scripted(dice, [*asked, *answers]) as referee:
        success = rally.rally(referee, battle, fighter)
    return {"difficulty": need, "total": total, "success": success, "routed": fighter.routed, "immune_to": fighter.immune_to}


def do_rally_odds(given: Given) -> Result:
    options = options_of(given)
    need = rally.rally_difficulty(options, given.get("fear_level", 0))
    result = {}
    for stat in ("cou", "dis"):
        value = number(given.get(stat, "-"))
        result[f"p_{stat}"] = Fraction(0) if value is None else chance(options, value, need, policy=policy_of(given))
    return result


def do_rout_may(given: Given) -> Result:
    may = rout.rights(routed=True)
    return {**may._asdict(), "flee_cm": in_cm(rout.flight_length(cm(given["mov"]), given.get("in_contact", False)))}


# Combat


def do_placements(given: Given) -> Result:
    flags = {name: bool(given.get(name, False)) for name in ("routed", "defence_marker")}
    return {"legal": [list(split) for split in combat.splits(given["dice"], **flags)]}


def do_combat_dice(given: Given) -> Result:
    kind = given.get("kind", "troop")
    fighter = a_combatant(
        "odo",
        att=given["att"],
        defence=given["def"],
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
    return [
        a_combatant(f"{side}{n}", side, ini=one["ini"], charged=one.get("charged", False), **body(one)) for n, one in enumerate(given["fighters"])
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
    return {"a_total": totals["a"], "b_total": totals["b"], "attacker": fight.first if settled else "reroll", "declares_first": first}


def do_ini_odds(given: Given) -> Result:
    options = options_of(given)
    values = [(combat.initiative_of(options, camp(given[name], name)), 1) for name in ("a", "b")]
    found = opposed(options, values[0], values[1], policy_of(given))
    return {"p_a_attacks_first": found["one"] / (1 - found["tie"]), "p_first_roll_tied": found["tie"]}


DEFENCES = {"none": "none", "parry": "parry", "counter": "counter", "sustained": "sustain"}


def duel(given: Given) -> Fight:
    """One attacker and one defender in the middle of an exchange."""
    attacker, defender = given["attacker"], given["defender"]
    dice = given.get("def_dice", given.get("dice_used", 1))
    return a_fight(
        a_combatant(
            "attacker", "red", att=attacker["att"], strength=attacker.get("str", 5), charged=attacker.get("charged", False), dice=(1, 0), **body(attacker)
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


def declared(given: Given) -> Defence:
    mode = DEFENCES[given.get("defence", "none")]
    return Defence(mode, 0 if mode == "none" else given.get("dice_used", 1))


def do_exchange(given: Given) -> Result:
    options = options_of(given)
    fight, defence = duel(given), declared(given)
    attack_dice, answers = script([given["attack_die"]], options)
    defence_dice: list[int] = []
    attack = Attack("attacker", "defender")
    with Scripted(attack_dice, answers) as referee:
        numbers = exchanges.reckon(options, *fight.combatants, defence)
        failed = attempt(referee, options, "red", "ATT", numbers.attack, rule="C3-COMB-12").failed
    if defence.dice and not failed:
        defence_dice, more = script(given["defence_dice"], options)
        answers = [*answers, *more]
    with Scripted([*attack_dice, *defence_dice], answers) as referee:
        outcome = exchanges.resolve(referee, options, fight, attack, defence)
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
    found = clash_odds(options, exchanges.reckon(options, attacker, defender, defence), policy_of(given))
    missed = found.chance(lambda outcome: outcome.missed)
    parried = found.chance(lambda outcome: outcome.parried)
    hit = found.chance(lambda outcome: outcome.hits)
    killed = odds(wounds.roll_wound, options, exchanges.hit_in_combat(options, attacker, defender, attacker.strength), "red").chance(
        lambda wound: after(options, defender, wound) == KILLED
    )
    countered = missed + parried if defence.mode == "counter" else Fraction(0)
    return {"p_attack_fails": missed, "p_parried": parried, "p_hit": hit, "p_counter_attack": countered, "p_killed": hit * killed}


def after(options: Options, victim: Any, wound: wounds.Wound) -> int:
    """The level after a wound."""
    hurt = victim.copy()
    wounds.suffer(options, hurt, wound)
    return int(hurt.level)


def do_attacks_odds(given: Given) -> Result:
    options, policy = options_of(given), policy_of(given)
    attacks = given["attacks"]
    fight = duel(given)
    fight.combatants[1].counters = False
    fight.combatants[0].att_dice = attacks

    def step(referee: Referee, situation: list[Any]) -> list[Any]:
        """One attack; hits are only counted."""
        current, hits = situation[0].copy(), situation[1]
        current.combatants[0].struck = ()
        exchanges.spend_attack(options, current.combatants[0], Attack("attacker", "defender"))
        open_to_it = exchanges.defence_options(current.combatants[1])
        sustained = [defence for defence in open_to_it if defence.mode == "sustain"]
        defence = sustained[0] if sustained else open_to_it[0]
        exchanges.resolve(referee, options, current, Attack("attacker", "defender"), defence, weighed)
        hit = current.hurt is not None
        current.hurt = None
        return [current, hits + hit]

    def weighed(referee: Referee, rule: Any, options: Options, numbers: exchanges.Clash) -> exchanges.Outcome:
        from grognard.games.confrontation.questions import loaded

        return loaded(referee, clash_odds(options, numbers, policy))

    ends = chain(step, [fight, 0], over=lambda situation: not situation[0].combatants[0].att_dice)
    hits = ends.map(lambda end: end.situation[1])
    return {"p_no_hit": hits[0], "p_hits": [hits[n] for n in range(attacks + 1)]}


def do_may_counter(given: Given) -> Result:
    kind = given.get("kind", "troop")
    counters = counter_attacks(kind, given.get("abilities", []))
    fighter = a_combatant("odo", counters=counters, routed=given.get("routed", False), dice=(0, given.get("def_dice", 1)))
    return {"may": exchanges.may_counter(fighter)}


def do_may_sustain(given: Given) -> Result:
    fighter = a_combatant("odo", dice=(given["placed_att"], given["placed_def"]), counters=True)
    fighter.def_dice = given["def_dice_left"]
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
        dice=(given["att_dice"], given["att_dice"] if options.master_strike_dice == "defence" else 0),
        **body(values),
    )
    victim = a_combatant("victim", "blue", res=given.get("res", 5), level=given.get("victim_level", "none"))
    if not exchanges.may_master(options, attacker):
        return {"allowed": False}
    strength = exchanges.master_strength(attacker)
    result: Result = {"allowed": True, "attack_value": combat.attack_value(attacker), "wound_str": strength}
    exchanges.spend_attack(options, attacker, Attack("attacker", "victim", True))
    result["att_dice_left"] = attacker.att_dice
    hit = exchanges.hit_in_combat(options, attacker, victim, strength)
    if "dice" in given:
        result |= wound_of(options, victim, hit, given["dice"])
    elif "res" in given:
        result["p_killed"] = odds(wounds.roll_wound, options, hit, "red").chance(lambda wound: after(options, victim, wound) == KILLED)
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
    victim = a_fighter("victim", "blue", res=given["res"], abilities=tuple(victim_given.get("abilities", ())), **body(victim_given))
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
    fight = Fight(combatants=[*a, *b] if len(a) == 1 else [*b, *a], first=given["first"], attacking=given["first"], stage="exchanges")
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
        "injuries": {one.id: list(one.injuries) for one in fight.combatants},
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
    defence = Defence(DEFENCES[given.get("defence", "none")], given.get("use", 1) if given.get("defence", "none") != "none" else 0)
    why = exchanges.why_not_attack(options, fight, attack, gained=given.get("counter", False))
    why = why or exchanges.why_not_defend(fight.combatant(attack.on), defence)
    if why:
        return why
    dice, answers = script([given["die"]], options)
    if given.get("dice"):
        more, words = script(given["dice"], options)
        dice, answers = [*dice, *more], [*answers, *words]
    defender = fight.combatant(attack.on)
    failed = failed_attack(options, fight, attack, given["die"])
    asked = failed and options.failed_attack == "keep_dice" and exchanges.may_give_up(defender, defence)
    if given.get("give_up") and not asked:
        return "may_not_give_up"
    if asked:
        answers = [*answers, "yes" if given.get("give_up") else "no"]
    with Scripted([*dice, *given.get("wound", [])], answers) as referee:
        exchanges.make(referee, options, fight, attack, defence, gained=given.get("counter", False))
    return ""


def failed_attack(options: Options, fight: Fight, attack: Attack, die: list[int]) -> bool:
    numbers = exchanges.reckon(options, fight.combatant(attack.by), fight.combatant(attack.on), Defence("none"))
    dice, answers = script([die], options)
    with Scripted(dice, answers) as referee:
        return exchanges.clash(referee, options, numbers).missed


HANDLERS: dict[str, Callable[[Given], Result]] = {
    name.removeprefix("do_"): function for name, function in list(globals().items()) if name.startswith("do_")
}
