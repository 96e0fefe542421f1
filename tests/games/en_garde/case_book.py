"""How a golden case of En Garde! is put to the game: situations are built here, and every number comes from the game's own functions."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import msgspec

from grognard.errors import IllegalChoice, RecordError
from grognard.games.en_garde import questions as ask
from grognard.games.en_garde.actions import Facts, legal_actions, order_is_legal
from grognard.games.en_garde.activation import settle
from grognard.games.en_garde.battle import (
    Battle,
    Cover,
    Fight,
    Fighter,
    Figure,
    Morale,
    Pool,
    Profile,
    Wound,
    fight_of,
    initiative_of,
    shoot_of,
)  # fmt: skip
from grognard.games.en_garde.blows import Blow, resolve, strike
from grognard.games.en_garde.combat import fight_on, is_over
from grognard.games.en_garde.falls import fall
from grognard.games.en_garde.initiative import in_order, initiative_score
from grognard.games.en_garde.morale import morale_check, morale_modifiers, morale_roll, must_test
from grognard.games.en_garde.moving import ALLOWANCE, free_move, withdraw_move
from grognard.games.en_garde.options import Options
from grognard.games.en_garde.ploys import Ploy, attack_ploys, defence_ploys
from grognard.games.en_garde.points import points_of
from grognard.games.en_garde.pools import Notes
from grognard.games.en_garde.powder import can_fire, reload, spend_shot
from grognard.games.en_garde.priority import roll_for_priority
from grognard.games.en_garde.shooting import Shot, aim_counts, line_up, shoot, shooting_modifiers, stray, why_not_shoot
from grognard.games.en_garde.spread import blast_victims, spray_victims
from grognard.games.en_garde.stuns import shake_off
from grognard.games.en_garde.turn import next_side, unactivated
from grognard.games.en_garde.weapons import BLADES, IMPROVISED, missile_named
from grognard.games.en_garde.wounds import Result, suffer
from grognard.ground.shapes import Box, Wall
from grognard.ground.terrain import Feature
from grognard.kernel.chains import chain
from grognard.kernel.choice import Spot
from grognard.kernel.odds import odds
from grognard.kernel.referee import Scripted
from grognard.kernel.tally import Tally

Given = dict[str, Any]
Came = dict[str, Any]


def run(given: Given, wanted: list[str]) -> Came:
    """Put one case to the game."""
    options = msgspec.convert(given.pop("options", {}), Options)
    what = given.pop("do")
    check_fields(what, given)
    return DO[what](given, options, wanted)


# What a case may say of a model, and of each procedure.
MODEL = (
    "name side fight initiative shoot ar cp wound stuns weapon mounted shield swordsman brute marksman acrobat commander tactician "
    "engaged cover distance attack defence round die pistol_first x y unseen activated"
)
SHOT = "shooter weapon distance target short_move aimed pace dice"
FIELDS = {
    "shoot": SHOT,
    "volley": f"{SHOT} n",
    "shots": f"{SHOT} n",
    "into_combat": f"{SHOT} others pick stray_dice",
    "victims": "weapon shooter_at target models",
    "weather": "weapon rain sheltered action die turns",
    "timeline": "weapon events",
    "aim": "moved engaged_since hurt_since other_target other_weapon out_of_sight",
    "attack": "attacker defender attack_counters defence_counters att_ploy def_ploy dice_att dice_def dice_riposte_att dice_riposte_def obstacle",
    "sequence": "attacker defender attacks parries",
    "duel": "a b",
    "apply": "model results",
    "initiative": "models",
    "split": "cp attack defence",
    "combat": "models contacts script pools",
    "morale": "rating state start now crits leader_lost commander banner dice reroll_dice turns",
    "stun_roll": "stuns engaged rested die turns",
    "move": "rate pace open difficult obstacles acrobat ends_in_contact engaged wavering",
    "actions": "engaged routing missile reload_counters mounted horse_touching in_cover enemy_sees_within_6 commander special_possible "
    "special_engaged after_short_move",
    "activation": "priority a b",
    "order": "commander engaged named",
    "fall": "height die",
    "points": "cp fight initiative shoot ar rate gear attributes",
    "length": "turn",
    "priority": "tactician_a tactician_b",
}
MODELS = ("shooter", "target", "attacker", "defender", "model", "models", "others", "named", "a", "b")


def check_fields(what: str, given: Given) -> None:
    """That the procedure knows everything a case says; what is not known would be left out in silence."""
    if what not in DO:
        raise RecordError(f"there is no procedure {what!r}; there is: {', '.join(DO)}")
    unknown = [field for field in given if field not in FIELDS[what].split()]
    for name in MODELS:
        tables = given.get(name)
        for table in tables if isinstance(tables, list) else [tables]:
            unknown += (
                [f"{name}.{field}" for field in table if field not in MODEL.split()] if isinstance(table, dict) else []
            )
    if unknown:
        raise RecordError(f"{what} knows nothing of {', '.join(unknown)}")


def figure_of(given: Given, name: str = "a", side: str = "red", id: str = "") -> Figure:
    """A model as a case describes it; it goes by the name that the case gives it, unless an id keeps it apart from others."""
    attributes = tuple(
        word.capitalize()
        for word in ("swordsman", "brute", "marksman", "commander", "tactician", "acrobat")
        if given.get(word)
    )
    figure = ask.a_model(
        id or given.get("name", name),
        side,
        pool=given.get("cp", 6),
        fight=given.get("fight", 0),
        initiative=given.get("initiative", 0),
        shoot=given.get("shoot", 0),
        armour=given.get("ar", 0),
        attributes=attributes,
        shield=given.get("shield", False),
        mounted=given.get("mounted", False),
        wound=given.get("wound", "none"),
        stuns=given.get("stuns", 0),
    )
    figure.name = given.get("name", name)
    return figure


def shot_of(given: Given, options: Options, target: Given) -> Shot:
    return Shot(
        missile_named(given["weapon"], options),
        ask.hundredths(target["distance"] if "distance" in target else given["distance"]),
        Cover(target.get("cover", "none")),
        target.get("engaged", False),
        given.get("aimed", False),
        given.get("short_move", False) or given.get("pace") == "short",
    )


# Shooting


def do_shoot(given: Given, options: Options, wanted: list[str]) -> Came:
    shooter, target = figure_of(given.get("shooter", {})), figure_of(given.get("target", {}), "b", "blue")
    facts = shot_of(given, options, given.get("target", {}))
    battle = ask.a_skirmish(shooter, target, options=options)
    pace = given.get("pace", "short" if given.get("short_move") else "none")
    shooter.moved = "" if pace == "none" else pace
    why = why_not_shoot(battle, shooter, facts.weapon, facts.distance, target_engaged=facts.engaged)
    doing = Facts(engaged=given.get("shooter", {}).get("engaged", False), ready=True)
    came: Came = {
        "legal": not why and "shoot" in legal_actions(options, doing),
        "modifier": Tally(shooting_modifiers(options, shooter, target, facts)).total,
    }
    if "dice" in given:
        with Scripted(given["dice"]) as referee:
            hit = shoot(referee, battle.copy(), shooter.copy(), target.copy(), facts)
        came |= {
            "attack_roll": hit.attack_roll,
            "hit_score": hit.hit_score,
            "final_wound": hit.wound_score,
            "result": hit.result.value,
        }
    chances = ask.result_odds(battle, shooter, target, facts)
    hurt = ("light", "grievous", "critical")
    return came | {
        "dist": dict(chances.items()),
        "p_hit": 1 - chances["miss"],
        "p_critical": chances["critical"],
        "p_wound_or_worse": chances.chance(lambda result: result in hurt),
    }


def do_volley(given: Given, options: Options, wanted: list[str]) -> Came:
    facts = shot_of(given, options, given.get("target", {}))
    shooter, target = figure_of(given.get("shooter", {})), figure_of(given.get("target", {}), "b", "blue")

    def one_shot(referee: Any, so_far: tuple[bool, bool]) -> tuple[bool, bool]:
        battle = ask.a_skirmish(shooter.copy(), target.copy(), options=options)
        hit = shoot(referee, battle, battle.figures[shooter.id], battle.figures[target.id], facts)
        return so_far[0] or hit.hit, so_far[1] or hit.result is Result.CRITICAL

    ends = chain(one_shot, (False, False), over=all, steps=given["n"]).map(lambda end: end.situation)
    return {"p_any_hit": ends.chance(lambda end: end[0]), "p_any_critical": ends.chance(lambda end: end[1])}


def do_shots(given: Given, options: Options, wanted: list[str]) -> Came:
    facts = shot_of(given, options, given.get("target", {}))
    shooter, target = figure_of(given.get("shooter", {})), figure_of(given.get("target", {}), "b", "blue")
    chances = ask.series_of_shots(shooter, target, facts, given["n"], options)
    return {"dist": dict(chances.items()), "p_dead": chances["dead"]}


def do_into_combat(given: Given, options: Options, wanted: list[str]) -> Came:
    shooter = figure_of(given.get("shooter", {}), "shooter")
    target = figure_of(given["target"], "target", "blue", id="target")
    others = [
        figure_of(other, f"other {n}", "red" if other.get("side") == "own" else "blue", id=f"other {n}")
        for n, other in enumerate(given.get("others", []))
    ]
    engaged = {"engaged": True}
    weapon, apart = missile_named(given["weapon"], options), ask.hundredths(given["distance"])
    if why_not_shoot(ask.a_skirmish(shooter, target, options=options), shooter, weapon, apart, target_engaged=True):
        none = dict.fromkeys(("p_target_hit", "p_friend_hit", "p_other_foe_hit", "p_friend_critical"), Fraction(0))
        return {"victim": "none", "result": "miss", "p_no_one": Fraction(1), **none}
    facts = {target.id: shot_of(given, options, engaged | given["target"])}
    facts |= {
        figure.id: shot_of(given, options, engaged | other)
        for figure, other in zip(others, given.get("others", []), strict=True)
    }
    came: Came = {}
    if "dice" in given:
        pick = given.get("pick", 1 if len(others) == 1 else 0)
        lots = [others[pick - 1].id] if pick and options.into_combat == "stray_on_miss" else []
        if options.into_combat == "random_first" and "pick" in given:
            lots = [[target, *others][given["pick"] - 1].id]
        # A stray's dice may be given although the shot hits, so nothing need be used up.
        referee = Scripted([*given["dice"], *given.get("stray_dice", [])], lots=lots)
        there, *rest = (figure.copy() for figure in (target, *others))
        battle = ask.a_skirmish(shooter, there, *rest, options=options)
        victim, hit = stray(referee, battle, shooter, there, rest, facts)
        came |= {"victim": victim.name if hit.hit else "none", "result": hit.result.value}
    chances = ask.into_melee(shooter, target, others, facts, options)
    sides = {figure.id: figure.side for figure in (target, *others)}
    return came | {
        "p_target_hit": chances.chance(lambda end: end[0] == target.id and end[1] is not Result.MISS),
        "p_friend_hit": chances.chance(lambda end: sides[end[0]] == "red" and end[1] is not Result.MISS),
        "p_other_foe_hit": chances.chance(
            lambda end: sides[end[0]] == "blue" and end[0] != target.id and end[1] is not Result.MISS
        ),
        "p_no_one": chances.chance(lambda end: end[1] is Result.MISS),
        "p_friend_critical": chances.chance(lambda end: sides[end[0]] == "red" and end[1] is Result.CRITICAL),
    }


def do_victims(given: Given, options: Options, wanted: list[str]) -> Came:
    models = {model["name"]: figure_of(model, model["name"], "blue") for model in given["models"]}
    # A model on the shooter's very spot is the shooter.
    own = [models[model["name"]] for model in given["models"] if all(model[k] == given["shooter_at"][k] for k in "xy")]
    shooter = own[0] if own else figure_of({}, "shooter")
    battle = ask.a_skirmish(*{figure.id: figure for figure in (shooter, *models.values())}.values(), options=options)
    shooter.x, shooter.y = ask.hundredths(given["shooter_at"]["x"]), ask.hundredths(given["shooter_at"]["y"])
    for model in given["models"]:
        models[model["name"]].x, models[model["name"]].y = ask.hundredths(model["x"]), ask.hundredths(model["y"])
    unseen = {model["name"]: bool(model.get("unseen")) for model in given["models"]}
    target, missile = models[given["target"]], missile_named(given["weapon"], options)
    apart = line_up(battle, shooter, target, given["weapon"]).distance
    legal = not why_not_shoot(battle, shooter, missile, apart, target_engaged=False) and not unseen[target.name]
    if missile.blast:
        victims = blast_victims(battle, target.x, target.y, given["weapon"], target)
    elif missile.spray:
        victims = spray_victims(
            battle, shooter, target, given["weapon"], lambda figure: not unseen.get(figure.name, False)
        )
    else:
        victims = [target]
    return {"legal": legal, "names": [figure.name for figure in victims]}


def do_weather(given: Given, options: Options, wanted: list[str]) -> Came:
    weapon, rain, sheltered = given["weapon"], given.get("rain", False), given.get("sheltered", False)
    figure = figure_of({})
    battle = ask.a_skirmish(figure, options=options)
    battle.rain = rain
    if given.get("action", "reload") == "fire":
        return {"legal": can_fire(battle, figure, weapon, sheltered=sheltered)}
    loads = missile_named(weapon, options).reload
    came: Came = {"legal": bool(loads)}
    figure.reloads[weapon] = loads
    dice = [given["die"]] if "die" in given else []
    if "removed" in wanted:
        came["removed"] = bool(loads) and reload(Scripted(dice), battle, figure, weapon, sheltered=sheltered)
    turns = given.get("turns", 1)
    came["p_ready"] = ask.reload_odds(weapon, turns, rain=rain, sheltered=sheltered, options=options)[True]
    return came


def do_timeline(given: Given, options: Options, wanted: list[str]) -> Came:
    weapon = "pistol" if given["weapon"] == "pistol_cc" else str(given["weapon"])
    figure = figure_of({})
    battle = ask.a_skirmish(figure, options=options)
    legal = []
    for event in given["events"]:
        loaded = can_fire(battle, figure, weapon)
        facts = Facts(
            engaged=event in ("fire_in_combat", "reload_engaged"),
            ready=loaded,
            reloads=bool(figure.reloads),
            after_short_move=event == "short_move_reload",
        )
        actions = legal_actions(options, facts)
        if event == "fire_in_combat":
            fine = loaded and weapon.startswith("pistol")
        else:
            fine = ("shoot" if event == "fire" else "reload") in actions
        legal.append(fine)
        if fine and event.startswith("fire"):
            spend_shot(battle, figure, weapon)
        elif fine:
            reload(Scripted(), battle, figure, weapon)
    return {"legal": legal}


def do_aim(given: Given, options: Options, wanted: list[str]) -> Came:
    shooter, target, other = figure_of({}), figure_of({}, "b", "blue"), figure_of({}, "c", "blue")
    battle = ask.a_skirmish(shooter, target, other, options=options)
    battle.turn = 2
    shooter.aimed_at, shooter.aimed_with, shooter.aimed_turn = target.id, "musket", 1
    if given.get("hurt_since"):
        suffer(Scripted(), battle, shooter, Result.STUNNED)
    if given.get("engaged_since"):
        target.x, target.y = shooter.x + 100, shooter.y
        settle(Scripted(), battle, target)
        target.x += 500
    if given.get("moved"):
        shooter.moved = "short"
    if given.get("out_of_sight"):
        wall = Feature("wall", Wall(((shooter.x + 100, 0), (shooter.x + 100, 1000))), blocks_sight=True)
        battle.field = msgspec.structs.replace(battle.field, features=(wall,))
    at = other if given.get("other_target") else target
    counts = aim_counts(battle, shooter, at, "pistol" if given.get("other_weapon") else "musket")
    facts = Shot(missile_named("musket", options), 500, aimed=counts)
    plain = Shot(missile_named("musket", options), 500)
    bonus = (
        Tally(shooting_modifiers(options, ask.a_model(), at, facts)).total
        - Tally(shooting_modifiers(options, ask.a_model(), at, plain)).total
    )
    return {"bonus": bonus}


# Blows


def blade_of(model: Given) -> str:
    """What a model strikes with; a missile weapon counts as something else (EG-RULE-46)."""
    named = str(model.get("weapon", "sword"))
    return IMPROVISED.get(named, named)


def do_attack(given: Given, options: Options, wanted: list[str]) -> Came:
    attacker, defender = figure_of(given["attacker"]), figure_of(given["defender"], "b", "blue")
    battle = ask.a_skirmish(attacker, defender, options=options)
    blow = Blow(
        BLADES[blade_of(given["attacker"])],
        BLADES[blade_of(given["defender"])],
        given.get("obstacle", False),
    )
    guard, trick = Ploy(given.get("def_ploy", "none")), Ploy(given.get("att_ploy", "none"))
    attack_pool, defence_pool = Pool(given.get("attack_counters", 9), 0), Pool(0, given.get("defence_counters", 9))
    legal = attack_pool.attack > 0 and guard in defence_ploys(
        options, defender, blow.defence, blow.attack, defence_pool
    )
    after = Pool(attack_pool.attack - 1, 0)
    legal = legal and trick in attack_ploys(options, attacker, defender, blow.attack, after, guard)
    came: Came = {"legal": legal}
    if not legal:
        return came
    answers = Answers({"defence": guard.value, "attack": trick.value})
    attack_dice = given.get("dice_att", [1, 1, 1] if trick is Ploy.MIGHTY else [1, 1])
    back = [*given.get("dice_riposte_att", []), *given.get("dice_riposte_def", [])]
    answers.dice = [*attack_dice, *given.get("dice_def", [1, 1]), *(back or [1, 1, 1])]
    struck = strike(answers, battle.copy(), attacker.copy(), defender.copy(), blow, attack_pool, defence_pool)
    if "dice_att" in given:
        came["attack_score"] = struck.attack_score
    if "dice_def" in given:
        came["defence_score"] = struck.defence_score
    if "dice_att" in given and "dice_def" in given:
        came |= {
            "hit_score": struck.hit_score,
            "final_wound": struck.wound_score,
            "result": struck.result.value,
            "riposte": struck.riposte is not None,
        }
        if back or not struck.riposte:
            came["riposte_result"] = struck.riposte.result.value if struck.riposte else "none"
    came |= {"attack_left": attack_pool.attack, "defence_left": defence_pool.defence}
    chances = odds(lambda r, b, x, y: resolve(r, b, x, y, blow, guard, trick), battle, attacker, defender)
    results = chances.map(lambda struck: struck.result.value)
    return came | {
        "dist": dict(results.items()),
        "p_hit": 1 - results["miss"],
        "p_critical": results["critical"],
        "p_riposte_critical": chances.chance(
            lambda struck: struck.riposte is not None and struck.riposte.result is Result.CRITICAL
        ),
    }


class Answers(Scripted):
    """Answers by a word in the question; other questions take their first option."""

    def __init__(self, said: dict[str, str]) -> None:
        super().__init__()
        self.said = said

    def choose(
        self, side: str, text: str, options: Any, *, rule: str, about: tuple[str, ...] = (), because: str = ""
    ) -> Any:
        for word, key in self.said.items():
            if f"ploy in {word}" in text:
                return next(option for option in options if option.key == key)
        return options[0]


def do_sequence(given: Given, options: Options, wanted: list[str]) -> Came:
    chances = ask.series_of_blows(
        figure_of(given["attacker"]),
        figure_of(given["defender"], "b", "blue"),
        BLADES[blade_of(given["attacker"])],
        BLADES[blade_of(given["defender"])],
        given["attacks"],
        given.get("parries", 0),
        options,
    )
    return {"dist": dict(chances.items()), "p_dead": chances["dead"]}


def do_duel(given: Given, options: Options, wanted: list[str]) -> Came:
    sides = []
    for name, side in (("a", "red"), ("b", "blue")):
        model = given[name]
        sides.append(
            (
                figure_of(model, name, side, id=name),
                blade_of(model),
                model.get("attack", 0),
                model.get("defence", 0),
                model.get("round", 1),
            )
        )
    battle = ask.a_fight(*sides, options=options)
    note_pistols(battle, [given["a"], given["b"]])
    chances = ask.fight_out(battle)
    dead = chances.map(lambda end: tuple(end.situation.figures[name].wound is Wound.DEAD for name in "ab"))
    return {
        "p_a_dead": dead.chance(lambda end: end[0]),
        "p_b_dead": dead.chance(lambda end: end[1]),
        "p_both_alive": dead.chance(lambda end: not any(end)),
    }


def note_pistols(battle: Battle, models: list[Given]) -> None:
    """Who noted "pistol first" fires one before he strikes with his weapon (EG-RULE-42)."""
    assert battle.fight is not None
    for fighter, model in zip(battle.fight.fighters, models, strict=True):
        if model.get("pistol_first"):
            fighter.pistols = ["pistol"]


def do_initiative(given: Given, options: Options, wanted: list[str]) -> Came:
    sides = [
        (figure_of(model, f"model {n}", f"side {n}"), blade_of(model), 1, 0, model.get("round", 1))
        for n, model in enumerate(given["models"])
    ]
    battle = ask.a_fight(*sides, options=options)
    note_pistols(battle, given["models"])
    assert battle.fight is not None
    came: Came = {}
    if "p_first" in wanted:
        came["p_first"] = odds(ask.first_to_strike, battle)[sides[0][0].id]
    if all("die" in model for model in given["models"]):
        for fighter, model in zip(battle.fight.fighters, given["models"], strict=True):
            fighter.die = model["die"]
        came["scores"] = {fighter.id: initiative_score(battle, fighter) for fighter in battle.fight.fighters}
        came["order"] = [fighter.id for fighter in in_order(Scripted([6, 1] * 9), battle, battle.fight)]
    return came


def do_split(given: Given, options: Options, wanted: list[str]) -> Came:
    notes = Notes(ask.a_skirmish(figure_of(given), options=options), [figure_of(given)])
    try:
        notes.find(f"{given.get('attack', 0)} attack {given.get('defence', 0)} defence: a hands")
        legal = True
    except IllegalChoice:
        legal = False
    return {"legal": legal, "splits": len(notes)}


class Script(Scripted):
    """A combat's script: each step answers the questions of one attack."""

    def __init__(self, steps: list[Given]) -> None:
        super().__init__()
        self.steps = steps
        self.step: Given = {}
        self.order: list[str] = []

    def choose(
        self, side: str, text: str, options: Any, *, rule: str, about: tuple[str, ...] = (), because: str = ""
    ) -> Any:
        if text.endswith("attack whom?"):
            self.step = self.steps.pop(0)
            self.order.append(about[0])
            assert self.step["by"] == about[0], f"{about[0]} is asked, the script says {self.step['by']}"
            self.dice = [*self.step.get("dice_att", []), *self.step.get("dice_def", [])]
            self.dice += [*self.step.get("dice_riposte_att", []), *self.step.get("dice_riposte_def", [])]
            key = "decline" if self.step.get("decline") else f"attack {self.step['target']}"
        elif "ploy in defence" in text:
            key = self.step.get("def_ploy", "none")
        elif "ploy in attack" in text:
            key = self.step.get("att_ploy", "none")
        else:
            attack, defence = self.step["discard"]
            key = f"{attack} attack {defence} defence"
        return next(option for option in options if option.key == key)

    def roll_off(self, names: Any, reason: str, *, rule: str) -> list[str]:
        """Whoever the script has attack first won it."""
        first = [step["by"] for step in self.steps if step["by"] in names]
        return list(dict.fromkeys([*first, *names]))


def do_combat(given: Given, options: Options, wanted: list[str]) -> Came:
    figures: dict[str, Figure] = {}
    fighters = []
    pools = {f"side {side}": Pool(*split) for side, split in given.get("pools", {}).items()}
    for model in given["models"]:
        side = f"side {model['side']}"
        figure = figures[model["name"]] = figure_of(model, model["name"], side)
        held = blade_of(model)
        blade = "dagger" if held == "pistol_cc" else held
        pistols = ["pistol"] if model.get("pistol_first") or held == "pistol_cc" else []
        shared = side in pools
        if not shared:
            pools[figure.id] = Pool(model.get("attack", 0), model.get("defence", 0))
        fighters.append(
            Fighter(
                figure.id,
                blade,
                pistols,
                side if shared else figure.id,
                model.get("die", 1),
                first_round=model.get("round", 1) == 1,
            )
        )
    battle = ask.a_skirmish(*figures.values(), options=options)
    battle.fight = Fight(fighters, [(a, b) for a, b in given["contacts"]], pools)
    referee = Script(list(given["script"]))
    results = []
    while goes_on(battle, referee):
        struck = fight_on(referee, battle)
        if struck is not None:
            results.append(struck.result.value)
    own = {
        fighter.id: pools[fighter.id] for fighter in fighters if fighter.id in pools and figures[fighter.id].standing
    }
    return {
        "order": referee.order,
        "results": results,
        "states": {name: figure.wound.value for name, figure in figures.items()},
        "attack_left": {name: pool.attack for name, pool in own.items()},
        "defence_left": {name: pool.defence for name, pool in own.items()},
        "pool_left": {
            side.removeprefix("side "): [pool.attack, pool.defence]
            for side, pool in pools.items()
            if side.startswith("side ")
        },
        "over": battle.fight is None,
    }


def goes_on(battle: Battle, referee: Script) -> bool:
    """Play while there is script left, and then to the end if nobody would be asked any more."""
    return battle.fight is not None and (bool(referee.steps) or is_over(battle.fight))


def do_apply(given: Given, options: Options, wanted: list[str]) -> Came:
    figure = figure_of(given["model"])
    battle = ask.a_skirmish(figure, options=options)
    for result in given["results"]:
        suffer(Scripted(), battle, figure, Result(result))
    return {
        "wound": figure.wound.value,
        "stuns": figure.stuns,
        "dead": figure.wound is Wound.DEAD,
        "fight": fight_of(figure, options),
        "initiative": initiative_of(figure, options),
        "shoot": shoot_of(figure, options),
    }


# Morale, stuns, and the turn


def do_morale(given: Given, options: Options, wanted: list[str]) -> Came:
    warband = ask.a_warband(given["rating"], given["start"])
    warband.morale = Morale(given.get("state", "steady"))
    warband.lost, warband.lost_leader = given.get("crits", 0), given.get("leader_lost", False)
    now = given["now"] if "now" in given else given["start"]
    commander, banner = given.get("commander", False), given.get("banner", "reroll_dice" in given)
    came: Came = {
        "must_test": must_test(warband),
        "modifier": Tally(morale_modifiers(options, warband, now, commander)).total,
    }
    if "dice" in given:
        tested = warband.copy()
        rolls_again = "reroll_dice" in given
        answers = (["yes"] if rolls_again else ["no"]) if banner else []
        with Scripted([*given["dice"], *given.get("reroll_dice", [])], answers) as referee:
            came["passed"] = morale_check(referee, options, tested, now, commander=commander, banner=banner)
        came["new_state"] = tested.morale.value
        last = Scripted(given["reroll_dice"] if rolls_again else given["dice"])
        came["total"], _ = morale_roll(
            last, options, warband, Tally(morale_modifiers(options, warband, now, commander))
        )
    fails = odds(
        lambda r, w: morale_check(r, options, w, now, commander=commander, banner=banner),
        warband,
        policy=ask.reroll_failures,
    )
    came["p_fail"] = fails[False]
    first = warband.copy()
    first.lost = 0
    after = ask.morale_odds(
        first, now, commander=commander, banner=banner, turns=given.get("turns", 1), options=options
    )
    return came | {"p_steady": after["steady"], "p_wavering": after["wavering"], "p_routing": after["routing"]}


def do_stun_roll(given: Given, options: Options, wanted: list[str]) -> Came:
    figure = figure_of(given)
    figure.rested = given.get("rested", False)
    engaged = given.get("engaged", False)
    came: Came = {}
    if "die" in given:
        rolled = figure.copy()
        shake_off(_with_dice([given["die"]]), rolled, engaged)
        came["left"] = rolled.stuns
    chances = ask.stun_odds(figure, rested=figure.rested, engaged=engaged, turns=given.get("turns", 1))
    return came | {"dist": dict(chances.items()), "p_clear": chances[0]}


def _with_dice(dice: list[int]) -> Scripted:
    referee = Answers({})
    referee.dice = dice
    return referee


def do_move(given: Given, options: Options, wanted: list[str]) -> Came:
    """The move is really walked: along a lane with so much open ground, so much that is difficult, and so many fences."""
    pace, rate = given.get("pace", "normal"), given.get("rate", "infantry")
    open_ground, slow = ask.hundredths(given.get("open", 0)), ask.hundredths(given.get("difficult", 0))
    fences = given.get("obstacles", 0)
    figure = figure_of({"acrobat": given.get("acrobat", False), "mounted": rate == "cavalry"})
    figure.profile = msgspec.structs.replace(figure.profile, rate=rate)
    foe = figure_of({}, "b", "blue")
    battle = ask.a_skirmish(figure, foe, options=options)
    start, end = 1000, 1000 + open_ground + slow
    features = [Feature("mud", Box(start + open_ground, 0, end, 9000), slow=2)] if slow else []
    features += [Feature(f"fence {n}", Box(start + 1 + n, 0, start + 2 + n, 9000), obstacle=200) for n in range(fences)]
    battle.field = msgspec.structs.replace(battle.field, width=9000, height=9000, features=tuple(features))
    figure.x, figure.y = start, 4000
    contact = given.get("ends_in_contact", False)
    foe.x, foe.y = end + figure.radius + foe.radius if contact else 8000, 4000
    if given.get("wavering"):
        battle.side("red").morale = Morale.WAVERING
    if given.get("engaged"):
        touching = figure_of({}, "c", "blue")
        battle.figures["c"] = touching
        touching.x, touching.y = start - figure.radius - touching.radius, 4000
    place = withdraw_move(battle, figure) if given.get("engaged") else free_move(battle, figure, pace, pace)
    spot = Spot(pace, end, 4000)
    try:
        place.check(spot)
        legal = not (given.get("engaged") and pace != "short")
    except IllegalChoice:
        legal = False
    cost = free_move(battle, figure, pace, pace).cost(spot)
    return {"allowance": inches(ALLOWANCE[rate][pace]), "cost": inches(cost), "legal": legal}


def inches(value: int) -> int | float:
    return value // 100 if value % 100 == 0 else value / 100


def do_actions(given: Given, options: Options, wanted: list[str]) -> Came:
    missile, counters, mounted = (
        given.get("missile", False),
        given.get("reload_counters", 0),
        given.get("mounted", False),
    )
    facts = Facts(
        engaged=given.get("engaged", False),
        routing=given.get("routing", False),
        ready=missile and not counters,
        reloads=missile and counters > 0,
        mounted=mounted,
        horse_touching=given.get("horse_touching", False),
        can_hide=given.get("in_cover", False) and not given.get("enemy_sees_within_6", False) and not mounted,
        commander=given.get("commander", False),
        special=given.get("special_possible", False),
        special_engaged=given.get("special_engaged", False),
        after_short_move=given.get("after_short_move", False),
    )
    return {"legal": sorted(legal_actions(options, facts))}


def do_activation(given: Given, options: Options, wanted: list[str]) -> Came:
    figures = [figure_of({}, f"{side}{n}", side) for side in ("a", "b") for n in range(given[side])]
    battle = ask.a_skirmish(*figures, options=options)
    battle.sides = [side for side in battle.sides if side.id in ("a", "b")]
    battle.acting = battle.priority = given["priority"]
    players = []
    while (side := next_side(battle)) is not None:
        players.append(side)
        unactivated(battle, side)[0].activated = True
        battle.acting = "b" if side == "a" else "a"
    return {"players": players}


def do_order(given: Given, options: Options, wanted: list[str]) -> Came:
    named = [(ask.hundredths(model.get("distance", 0)), model.get("activated", False)) for model in given["named"]]
    return {"legal": order_is_legal(given.get("commander", False), given.get("engaged", False), named)}


def do_fall(given: Given, options: Options, wanted: list[str]) -> Came:
    came: Came = {"dist": dict(ask.falling(given["height"]).items())}
    if "die" in given:
        figure = figure_of({})
        referee = Scripted([given["die"]])
        came["result"] = fall(
            referee, ask.a_skirmish(figure, options=options), figure, ask.hundredths(given["height"])
        ).value
    return came


def do_points(given: Given, options: Options, wanted: list[str]) -> Came:
    return {
        "points": points_of(
            given.get("cp", 0), given.get("fight", 0), given.get("initiative", 0), given.get("shoot", 0), given.get("ar", 0),
            given.get("rate", "infantry"), [gear_name(item) for item in given.get("gear", []) if item != "hands"], [word.capitalize() for word in given.get("attributes", []) if word.lower() != "leader"],
        )
    }  # fmt: skip


def gear_name(word: str) -> str:
    """A case may say "hand weapon", "thrown weapon" or a longsword's grip; a warband file says hand_weapon, thrown, longsword."""
    plain = word.replace(" ", "_").replace("-", "_")
    return {"thrown_weapon": "thrown", "longsword_1h": "longsword", "longsword_2h": "longsword"}.get(plain, plain)


def do_length(given: Given, options: Options, wanted: list[str]) -> Came:
    chances = ask.length(1)
    turn = given.get("turn", 1)
    return {"dist": dict(chances.items()), "p_reaches": chances.chance(lambda last: last >= turn)}


def do_priority(given: Given, options: Options, wanted: list[str]) -> Came:
    battle = ask.priority_battle(given.get("tactician_a", False), given.get("tactician_b", False), options)
    once = odds(lambda r, b: len(roll_for_priority(r, b)) > 1, battle)
    won = ask.priority(given.get("tactician_a", False), given.get("tactician_b", False))
    return {"p_tie": once[True], "p_a": won["red"]}


DO: dict[str, Callable[[Given, Options, list[str]], Came]] = {
    name.removeprefix("do_"): function for name, function in list(globals().items()) if name.startswith("do_")
}
__all__ = ["Profile", "run"]
