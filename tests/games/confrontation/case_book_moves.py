"""Golden cases of tests, the strategic phase, cards, actions, movement, firing, fear and rout."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from grognard.games.confrontation import cards, combat, disengaging, fear, firing, rally, rout, sizes, strategy, wounds
from grognard.games.confrontation.actions import is_lawful, is_lawful_sequence
from grognard.games.confrontation.assaults import approach_to, be_charged
from grognard.games.confrontation.battle import Battle, Fighter
from grognard.games.confrontation.chances import chance, tactics
from grognard.games.confrontation.options import Options
from grognard.games.confrontation.tests_of_skill import attempt
from grognard.kernel.odds import odds
from grognard.kernel.referee import Scripted
from tests.games.confrontation.build import a_battle, a_fighter, options_of, script
from tests.games.confrontation.case_words import Given, Result, body, cm, in_cm, number, policy_of, pool_of

# Tests


def do_test(given: Given) -> Result:
    options = options_of(given)
    pool = given["pool"] if "pool" in given else [given["dice"]]
    dice, answers = script(pool, options)
    with Scripted(dice, answers) as referee:
        value = given["stat"] - given.get("penalty", 0)
        came = attempt(
            referee, options, "red", "test", value, rule="C3-TEST-01", need=given["difficulty"], dice=len(pool)
        )
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
    return strategy.Staff(number(given.get("dis", 0)) or 0, dice, bonus)  # C3-RULE-05


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
        near = tuple(
            n for n, other in enumerate(listed) if other is not one and other.get("cm_from_leader", 1000) <= reach
        )
        flags = {name: bool(one.get(name, False)) for name in ("musician", "standard", "routed")}
        officers.append(strategy.Officer(number(one.get("dis", 0)), reach > 0, beside=near, **flags))
    used = strategy.staff_of(officers)
    return {"dis": used.dis, "dice": used.dice, "bonus": used.bonus}


def do_refusals(given: Given) -> Result:
    a, b = ((given[name].get("cards", 0), given[name].get("figures", 0)) for name in ("a", "b"))
    options = options_of(given)
    return {"a": cards.refusals(options, *a, *b), "b": cards.refusals(options, *b, *a)}


def do_lead_turn(given: Given) -> Result:
    return {"legal": cards.lead_steps(*(given.get(name, 0) for name in ("deck", "reserve", "slots", "refusals")))}


# Actions and movement


def do_card_sequence(given: Given) -> Result:
    return {"legal": is_lawful_sequence([(fighter, action) for fighter, action in given["sequence"]])}


def do_actions(given: Given) -> Result:
    flags = {name: bool(given.get(name, False)) for name in ("assault_fire", "rapid_reload")}
    return {"legal": is_lawful(given.get("kind", "troop"), given["actions"], **flags)}


def do_force(given: Given) -> Result:
    size, force = sizes.size_and_force(
        given["base"], given.get("card_word", ""), listed_small=given.get("listed_small", False)
    )
    return {"size": size, "force": force, "max_opponents": sizes.max_opponents(given["base"])}


def do_max_opponents(given: Given) -> Result:
    base = given["base"]
    return {"max": sizes.max_opponents(base), "may_join": sizes.has_room(base, given.get("in_contact", 0))}


STATS = {"ini": "ini", "att": "att", "def": "defence"}


def do_charge_penalty(given: Given) -> Result:
    values = given["target"]
    target = a_fighter(
        "target", force=values["force"], **{to: values[name] for name, to in STATS.items() if name in values}
    )
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
    for enemy, (dx, dy) in zip(
        enemies,
        ((375, 0), (-375, 0), (0, 375), (0, -375), (270, 270), (-270, 270), (270, -270), (-270, -270)),
        strict=False,
    ):
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
    attacking = [placement for placement in combat.placements(combat.combatant(battle, fighter)) if placement.attack]
    return {
        "difficulty": need,
        "total": total,
        "success": success,
        "max_cm": in_cm(most),
        "att_dice_allowed": bool(attacking),
    }


def do_disengage_odds(given: Given) -> Result:
    battle, fighter = surrounded(given)
    need = disengaging.slip_difficulty(given["opponents"], skirmisher=fighter.has("skirmisher"))
    value = disengaging.initiative_value(battle.options, fighter)
    return {"difficulty": need, "p_success": chance(battle.options, value, need, policy=policy_of(given))}


def do_disengage_force(given: Given) -> Result:
    enemies = given["opponents"]
    if not disengaging.can_force(given["force"], [enemy["force"] for enemy in enemies]):
        return {"allowed": False}
    battle, fighter = surrounded(
        given, *(a_fighter(f"e{n}", "blue", res=enemy["res"], force=enemy["force"]) for n, enemy in enumerate(enemies))
    )
    need = disengaging.force_difficulty(battle.options, [enemy["res"] for enemy in enemies])
    result: Result = {"allowed": True, "difficulty": need}
    if "dice" not in given:
        return result | {"p_success": chance(battle.options, fighter.strength, need, policy=policy_of(given))}
    dice, answers = script([given["dice"]], battle.options)
    with Scripted(dice, answers) as referee:
        result["success"] = disengaging.break_away(referee, battle, fighter)
    with Scripted(dice, answers) as referee:
        result["total"] = attempt(
            referee, battle.options, "red", "STR", fighter.strength, rule="C3-MOVE-07", need=need
        ).total
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
    if "dice" not in given:
        return {"in_range": True, "difficulty": need}
    dice, answers = script([given["dice"]], options)
    with Scripted(dice, answers) as referee:
        came = firing.check_aim(referee, options, "red", aim_value(given, options), need)
    result: Result = {"in_range": True, "difficulty": need, "total": came.total, "hit": came.reaches(need)}
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
    result: Result = {"in_range": aimed is not None}
    hit = Fraction(0)  # C3-RULE-29: beyond long range the shot is lost
    if aimed is not None:
        result["difficulty"] = aimed[0]
        hit = chance(options, aim_value(given, options), aimed[0], policy=policy_of(given))
    result |= {"p_hit": hit, "p_at_least_one": 1 - (1 - hit) ** 2}
    friends = [f"friend {n}" for n in range(given.get("friends_in_contact", 0))]
    struck = odds(firing.struck_by, "red", friends)
    result["p_target_struck"] = hit * struck[""]
    result["p_friend_struck"] = hit * struck.chance(bool)
    if friends:
        result["p_each_friend_struck"] = hit * struck[friends[0]]
    if "weapon_str" in given:
        firer = a_fighter("odo", **body(given))
        for name, share, res in (
            ("p_target_killed", struck[""], "target_res"),
            ("p_some_friend_killed", struck.chance(bool), "friend_res"),
        ):
            if res in given:
                victim = a_fighter("victim", "blue", res=given[res])
                battle = a_battle(firer, victim, options=options)
                killed = odds(
                    wounds.roll_wound, options, wounds.hit_on(battle, victim, given["weapon_str"], firer), "red"
                )
                result[name] = hit * share * killed.chance(lambda wound: wound.result == "killed")
    return result


def do_may_fire(given: Given) -> Result:
    why = firing.reasons_against(
        aim=number(given.get("aim", 0)),
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
    courage: Given = {"fear": given["fear"]} if "fear" in given else {"cou": given.get("cou", 0)}
    if given.get("role", "assaulter") == "assaulter" and "assault_mov" in given:
        courage["mov"] = cm(given["assault_mov"])
    abilities = ("living_dead",) if given.get("living_dead") else ()
    return a_fighter(
        "odo",
        **courage,
        abilities=abilities,
        immune_to=given.get("immune_to", 0),
        activated=given.get("activated", False),
    )


def can_reach(given: Given, battle: Battle, fighter: Fighter) -> bool:
    """C3-FEAR-03: stand the other one at its distance, and measure the assault."""
    other = a_fighter("enemy", "blue", fear=given["enemy_fear"], mov=cm(given["assault_mov"]))
    other.x, other.y = fighter.x, fighter.y + cm(given["distance"]) + fighter.radius + other.radius
    battle.fighters.append(other)
    mover, target = (other, fighter) if given.get("role") == "assaulted" else (fighter, other)
    return approach_to(battle, mover, target, charging=True) is not None


def do_fear(given: Given) -> Result:
    fighter = scared(given)
    battle = a_battle(fighter, options=options_of(given), table=(900, 900))
    fighter.x, fighter.y = 45000, 10000
    if "distance" in given and "assault_mov" in given and not can_reach(given, battle, fighter):
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
    courage: Given = {"cou": given["cou"]} if "cou" in given else {}
    fighter = a_fighter(
        "odo",
        **courage,
        dis=number(given.get("dis", "-")),
        routed=True,
        routed_by=given.get("fear_level", 0),
        immune_to=given.get("immune_to", 0),
    )
    battle = a_battle(fighter, options=options_of(given))
    dice, answers = script([given["dice"]], battle.options)
    using = next(option for option in rally.rally_options(battle, fighter) if option.stat == given["using"])
    need = rally.rally_difficulty(battle.options, given.get("fear_level", 0))
    with Scripted(dice, answers) as referee:
        total = attempt(referee, battle.options, "red", "rally", using.value, rule="C3-STRAT-02", need=need).total
    asked = [given["using"]] if fighter.dis is not None else []
    with Scripted(dice, [*asked, *answers]) as referee:
        success = rally.rally(referee, battle, fighter)
    return {
        "difficulty": need,
        "total": total,
        "success": success,
        "routed": fighter.routed,
        "immune_to": fighter.immune_to,
    }


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


HANDLERS: dict[str, Callable[[Given], Result]] = {
    name.removeprefix("do_"): function for name, function in list(globals().items()) if name.startswith("do_")
}
