"""Golden cases of magic, arrivals and the solo system: situations built from what is given, answered by the game's functions."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from grognard.errors import RecordError
from grognard.games.high_adventure import (
    charts,
    divine,
    dragons,
    effects,
    fire,
    forces,
    magic,
    portals,
    preparation,
    solo,
    targeting,
)
from grognard.games.high_adventure.abilities import ABILITIES, Ability, ability_named, may_know, roll_power
from grognard.games.high_adventure.aims import can_rise
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.charts import Retreat, Seen, Standing, can_still_shoot
from grognard.games.high_adventure.creatures import CREATURES, creature
from grognard.games.high_adventure.figures import ENEMY, PARTY, Armour, Effect, Figure, State, Weapon, gap
from grognard.games.high_adventure.options import Options
from grognard.games.high_adventure.orders import may_order, pick_order
from grognard.games.high_adventure.reach import in_range
from grognard.games.high_adventure.shields import is_shielded
from grognard.games.high_adventure.shooting import band
from grognard.games.high_adventure.things import Casting
from grognard.kernel.chains import chain
from grognard.kernel.dice import D6
from grognard.kernel.odds import Distribution, odds, outcomes_of
from grognard.kernel.referee import Referee, Scripted
from grognard.kernel.tally import Tally
from tests.games.high_adventure.magic_build import a_battle, a_figure, a_mage, an_item, boosting, box, wall

Given = dict[str, Any]
ARMOUR = {"U": Armour.UNARMOURED, "P": Armour.PADDED, "ML": Armour.MAIL, "PL": Armour.PLATE}
FROM = {"front": 0, "right": 90, "rear": 180, "left": 270}
ORDERS = ("Attack", "March", "Stand", "Withdraw", "Flee")


def options_of(given: Given) -> Options:
    return Options(**given.get("options", {}))


def inches(value: float) -> int:
    return round(100 * value)


def known(name: str) -> Ability:
    found = ability_named(name)
    if found is None:
        raise RecordError(f"there is no ability called {name!r}")
    return found


def boost_of(given: Given) -> bool:
    return bool(given.get("boost", "never") == "if_needed")


def spread(found: Distribution[Any], name: str, place: int, upto: int = 31) -> dict[str, Fraction]:
    """The chances that the number in that place of an outcome is 0, 1, 2 and so on."""
    numbers = found.map(lambda end: end[place])
    return {f"{name}{number}": numbers[number] for number in range(upto)}


def caster_and(given: Given, *others: Figure, **more: Any) -> tuple[Battle, Figure]:
    """A party's mage with so much power, and whoever else is there."""
    mage = a_mage(power=given.get("pp", 8), x=20, y=20, **more)
    return a_battle(mage, *others, options=options_of(given)), mage


# Casting


def cast(given: Given, wanted: list[str]) -> dict[str, Any]:
    cost = known(given["ability"]).cost if "ability" in given else given["cost"]
    name = known(given["ability"]).name if "ability" in given else ""
    battle, mage = caster_and(given)
    scroll = given.get("scroll", False)
    belt = given.get("belt", False)
    rule: Callable[..., bool]
    situation: tuple[Any, ...]
    if scroll:
        battle.items.append(an_item("scroll", "scroll", mage.id, ability=name or "Sleep"))
        rule, situation = magic.works, (battle, mage, Casting(mage.id, name or "Sleep", scroll="scroll"))
    else:
        rule, situation = magic.attempt, (battle, mage, cost, belt)
    came: dict[str, Any] = {"may_try": scroll or magic.may_try(mage, cost)}
    policy = boosting(boost_of(given))
    if "roll" in given:
        referee = Scripted([given["roll"]] * 2, ["yes" if boost_of(given) else "no"])
        came["success"] = rule(referee, *situation)
        came["pp_after"] = mage.power
        return came
    found = outcomes_of(rule, *situation, see=lambda works, battle, mage, *rest: (works, mage.power), policy=policy)
    came["p_success"] = found.chance(lambda end: end[0])
    came.update(spread(found, "p_pp_", 1))
    return came


class Tries(Battle, kw_only=True):
    """A battle that counts the successes of its one caster."""

    successes: int = 0


def castings(given: Given, wanted: list[str]) -> dict[str, Any]:
    cost = known(given["ability"]).cost if "ability" in given else given["cost"]
    battle, _ = caster_and(given)
    counting = Tries(
        options=battle.options, sides=battle.sides, figures=battle.figures, groups=battle.groups, table=battle.table
    )

    def one_turn(referee: Referee, tries: Tries) -> None:
        if magic.may_try(tries.figures[0], cost):
            tries.successes += magic.attempt(referee, tries, tries.figures[0], cost, given.get("belt", False))

    ends = chain(
        one_turn, counting, over=lambda tries: False, policy=boosting(boost_of(given)), steps=given["turns"]
    ).map(lambda end: (end.situation.successes, end.situation.figures[0].power))
    return {**spread(ends, "p_", 0), **spread(ends, "p_left_", 1)}


def power(given: Given, wanted: list[str]) -> dict[str, Any]:
    came: dict[str, Any] = {}
    if "at_least" in given:
        came["p_at_least"] = odds(roll_power, given["level"], PARTY).chance(lambda points: points >= given["at_least"])
    if "cost" in given:

        def first_casting(referee: Referee, battle: Battle, mage: Figure) -> bool:
            mage.power = roll_power(referee, given["level"], PARTY)
            return magic.attempt(referee, battle, mage, given["cost"], given.get("belt", False))

        battle, mage = caster_and(given)
        came["p_success"] = odds(first_casting, battle, mage, policy=boosting(boost_of(given)))[True]
    return came


def prepare(given: Given, wanted: list[str]) -> dict[str, Any]:
    ability = known(given["ability"]).name
    battle, mage = caster_and(given)
    for turn, word in enumerate(given["turns"], 1):
        battle.turn = turn
        mage.disturbed, mage.walked = False, 0
        preparation.begin(mage, ability)
        if word == "opposed":
            effects.lay_on(Scripted(), battle, mage, "opposed", "foe")
        elif word not in ("still", "turned"):
            preparation.disturb(battle, mage)
        if word in ("still", "turned") and mage.id in magic.casters(battle):
            return {"cast_turn": turn}
        effects.count_preparation(mage)
    return {"cast_turn": 0}


def abilities(given: Given, wanted: list[str]) -> dict[str, Any]:
    return {"legal": may_know(tuple(given["known"]), given.get("major_wizard", False))}


def reanimate(given: Given, wanted: list[str]) -> dict[str, Any]:
    body = a_figure("body", ENEMY, state=State.KILLED, died=given.get("died", -99))
    if given.get("old_body"):
        body.died = -99
    battle = a_battle(body, options=options_of(given), turn=given["turn"])
    return {"may": can_rise(battle, body) and in_range(ABILITIES["Reanimate"], inches(given.get("distance", 0)))}


# Spells


def works_chance(given: Given, cost: int) -> Fraction:
    """The chance that a casting works; certain where no power is named or a scroll is read."""
    if "pp" not in given or given.get("scroll"):
        return Fraction(1)
    battle, mage = caster_and(given)
    return odds(magic.attempt, battle, mage, cost, given.get("belt", False), policy=boosting(boost_of(given)))[True]


EFFECTS = {
    "Sleep": "sleep",
    "Make invisible": "invisible",
    "Hypnotic gaze": "entranced",
    "Freeze": "frozen",
    "Wind storm": "wind",
}


def held_by(ability: Ability) -> str:
    """The effect that runs its course; a door is released as a sleeper is, and every timed thing runs down as stone does."""
    return EFFECTS.get(ability.name, "sleep" if ability.lasts == "release" else "petrified")


def spell(given: Given, wanted: list[str]) -> dict[str, Any]:
    ability = known(given["ability"])
    came: dict[str, Any] = {
        "turns": ability.turns,
        "cost": ability.cost,
        "in_range": in_range(ability, inches(given.get("distance", 0))),
    }
    came["p_works"] = works = works_chance(given, ability.cost)
    if "active_in" in given:
        came["p_active"] = works * lasting(given, ability)
    if "release_rolls" in given:
        came["free_at_start_of"] = freed(given, ability)
    return came


def under_spell(given: Given, ability: Ability) -> tuple[Battle, Figure]:
    """Somebody who has just come under it, in turn 1; the Strength given is what he has left."""
    victim = a_figure(
        "victim", ENEMY, kind="skeleton" if ability.name == "Freeze" else "human", strength=given.get("strength", 1)
    )
    return a_battle(victim, options=options_of(given)), victim


def lay(referee: Referee, battle: Battle, victim: Figure, ability: Ability) -> None:
    dice = {"D6": D6, "2D6": 2 * D6}.get(ability.lasts)
    turns = effects.roll_duration(referee, dice, ability.name, PARTY, ability.rule) if dice else 0
    if ability.lasts == "escape":
        turns = effects.GAZE_TURNS
    effects.lay_on(referee, battle, victim, held_by(ability), "mage", turns)


def lasting(given: Given, ability: Ability) -> Fraction:
    """The chance that it is in force during the k-th turn after casting."""
    if ability.lasts in ("", "game"):
        return Fraction(ability.lasts == "game")
    battle, _ = under_spell(given, ability)
    name = held_by(ability)

    def later_turn(referee: Referee, battle: Battle) -> None:
        if battle.turn == 1:
            lay(referee, battle, battle.figures[0], ability)
        else:
            effects.end_of_turn(referee, battle)
        battle.turn += 1
        effects.start_of_turn(referee, battle)

    ends = chain(later_turn, battle, over=lambda battle: False, steps=given["active_in"], policy=boosting(False))
    return ends.chance(lambda end: end.situation.figures[0].effect(name) is not None)


def freed(given: Given, ability: Ability) -> int:
    """At the start of which turn after casting the victim is free; 0 if still held when the rolls are used up."""
    battle, victim = under_spell(given, ability)
    name = held_by(ability)
    effects.lay_on(Scripted(), battle, victim, name, "mage", effects.GAZE_TURNS if name == "entranced" else 0)
    for later, roll in enumerate(given["release_rolls"], 1):
        battle.turn += 1
        effects.start_of_turn(Scripted([roll]), battle)
        if victim.effect(name) is None:
            return later
        effects.end_of_turn(Scripted(), battle)
    if victim.effect(name) is None:
        return len(given["release_rolls"]) + 1
    return 0


def freeze(given: Given, wanted: list[str]) -> dict[str, Any]:
    victim = a_figure("victim", ENEMY, x=20, y=26, kind="frost_giant" if given.get("immune") else "human")
    battle, mage = caster_and(given, victim)
    if battle.options.freeze_figures == "no":
        return {"p_works": Fraction(0), "p_dies": Fraction(0), "held_turns": 0, "dies": False}
    casting = Casting(mage.id, "Freeze", target=victim.id)
    if "duration" in given:
        magic.WORKINGS["Freeze"](Scripted([given["duration"]]), battle, mage, casting)
        held = 0
        while victim.helpless and victim.able:
            battle.turn += 1
            held += 1
            effects.end_of_turn(Scripted(), battle)
        came = {"held_turns": held, "dies": not victim.able}
        return came | freeze({name: value for name, value in given.items() if name != "duration"}, wanted)

    def whole(referee: Referee, battle: Battle, mage: Figure, victim: Figure) -> tuple[bool, bool]:
        works = (
            bool(given.get("scroll"))
            or "pp" not in given
            or magic.attempt(referee, battle, mage, ABILITIES["Freeze"].cost)
        )
        if works:
            magic.WORKINGS["Freeze"](referee, battle, mage, casting)
            for _ in range(7):
                battle.turn += 1
                effects.end_of_turn(referee, battle)
        return works, not victim.able

    found = odds(whole, battle, mage, victim, policy=boosting(boost_of(given)))
    return {"p_works": found.chance(lambda end: end[0]), "p_dies": found.chance(lambda end: end[1])}


def summon(given: Given, wanted: list[str]) -> dict[str, Any]:
    battle, mage = caster_and(given, cleverness=given.get("cleverness", 3))

    def whole(referee: Referee, battle: Battle, mage: Figure) -> tuple[bool, str, bool, int, int]:
        works = "pp" not in given or magic.attempt(referee, battle, mage, ABILITIES["Summon"].cost)
        if works:
            magic.WORKINGS["Summon"](referee, battle, mage, Casting(mage.id, "Summon"))
        demon = next((figure for figure in battle.figures if creature(figure.kind).demon), None)
        if demon is None:
            return works, "none", False, 0, mage.power
        word = {"imp": "imp", "small_demon": "small", "large_demon": "large"}[demon.kind]
        fights = bool(demon.engaged) and not demon.controller
        return works, word, bool(demon.controller), -1 if fights else demon.effects[0].turns, mage.power

    if "dice" in given:
        thrown = given["dice"]
        faces = [thrown[name] for name in ("cast", "what", "control", "turns") if name in thrown]
        first = "at 20.00,28.00"
        referee = Scripted(
            faces, [*(["yes" if boost_of(given) else "no"] if _boost_is_asked(given, mage) else []), first]
        )
        works, demon, controlled, turns, left = whole(referee, battle, mage)
        return {
            "success": works,
            "demon": demon,
            "controlled": controlled,
            "fights_caster": turns == -1,
            "turns": 1 if turns == -1 else turns,
            "pp_after": left,
        }
    found = odds(whole, battle, mage, policy=boosting(boost_of(given)))
    came: dict[str, Any] = {
        "p_success": found.chance(lambda end: end[0]),
        "p_controlled": found.chance(lambda end: end[2]),
        "p_fights_caster": found.chance(lambda end: end[3] == -1),
    }
    kinds = found.map(lambda end: (end[1], end[2], end[3] == -1))
    for word in ("imp", "small", "large"):
        came[f"p_{word}"] = kinds[word, True, False] + kinds[word, False, True]
        came[f"p_{word}_controlled"] = kinds[word, True, False]
        came[f"p_{word}_fights_caster"] = kinds[word, False, True]
    return came


def _boost_is_asked(given: Given, mage: Figure) -> bool:
    """Whether the rule will ask: before any roll, or when the roll is one too high."""
    if "pp" not in given or ABILITIES["Summon"].cost + 1 > mage.power:
        return False
    return options_of(given).boost == "before_roll" or given["dice"].get("cast") == mage.power + 1


def control(given: Given, wanted: list[str]) -> dict[str, Any]:
    battle, mage = caster_and(given)

    def whole(referee: Referee, battle: Battle, mage: Figure) -> int:
        if "pp" in given and not magic.attempt(referee, battle, mage, ABILITIES["Control"].cost):
            return -1
        magic.WORKINGS["Control"](referee, battle, mage, Casting(mage.id, "Control", target="anywhere", x=2000, y=3500))
        return sum(figure.kind == "skeleton" for figure in battle.figures)

    found = odds(whole, battle, mage, policy=boosting(boost_of(given)))
    came: dict[str, Any] = {"p_works": found.chance(lambda risen: risen >= 0)}
    if "at_least" in given:
        came["p_at_least"] = found.chance(lambda risen: risen >= given["at_least"])
    return came


def knock_back(given: Given, wanted: list[str]) -> dict[str, Any]:
    victim = a_figure("victim", ENEMY, x=20, y=24, strength=3, belt=given.get("belt", False))
    battle, mage = caster_and(given, victim)
    if "gap" in given:
        height = 24.5 + given["gap"]
        battle.table = battle.table.with_features(wall("wall", (5, height), (35, height)))
    casting = Casting(mage.id, "Knock back", target=victim.id)
    if "roll" in given:
        magic.WORKINGS["Knock back"](Scripted([given["roll"]]), battle, mage, casting)
        moved = Fraction(victim.y - 2400, 100)
        return {"inches": moved, "lw": victim.light_wounds}

    def whole(referee: Referee, battle: Battle, mage: Figure, victim: Figure) -> tuple[bool, int]:
        works = "pp" not in given or magic.attempt(
            referee, battle, mage, ABILITIES["Knock back"].cost, victim.profile.belt
        )
        if works:
            magic.WORKINGS["Knock back"](referee, battle, mage, casting)
        return works, victim.light_wounds

    found = odds(whole, battle, mage, victim, policy=boosting(boost_of(given)))
    return {"p_works": found.chance(lambda end: end[0]), "p_lw": found.chance(lambda end: end[1] > 0)}


# Dragons, fire, the gods


def breath(given: Given, wanted: list[str]) -> dict[str, Any]:
    changed = given.get("dragon", {})
    line = CREATURES["dragon"]
    dragon = a_figure(
        "dragon", ENEMY, x=24, y=4, kind="dragon", strength=changed.get("str", line.strength), armour=line.armour, radius=line.radius,
        weapons=(Weapon("claws", skill=changed.get("wsk", line.weapon_skill)),), light_wounds=changed.get("lw", 0),
    )  # fmt: skip
    places = [(dx, dy) for dy in range(0, 2400, 120) for dx in (0, 120, -120, 240, -240)]
    victims = []
    for n, target in enumerate(given["targets"]):
        dx, dy = places[n]
        victim = a_figure(
            f"t{n}", PARTY, armour=ARMOUR[target.get("armour", "U")], shield=target.get("shield", False), strength=target.get("str", 1),
            ring=target.get("ring", False), facing=(180 - FROM[target.get("from", "front")]) % 360, kind=target.get("kind", "human"),
            role="pc" if target.get("pc") else "npc", two_handed=1 if target.get("two_handed") else 0, light_wounds=target.get("lw", 0),
            effects=[Effect(name) for name, word in (("invisible", "invisible"), ("sleep", "helpless")) if target.get(word)], belt=target.get("belt", False),
        )  # fmt: skip
        victim.x, victim.y = dragon.x + dx, dragon.y + dragon.radius + victim.radius + inches(given["distance"]) + dy
        victims.append(victim)
    battle = a_battle(dragon, *victims, options=options_of(given), solo=(PARTY, ENEMY), size=60)
    if "dice" in given:
        return _breath_with_dice(given, battle, dragon, len(victims))
    if victims[0] not in dragons.targets_for(battle, dragon):
        nothing: dict[str, Any] = {f"p_dead_{n}": Fraction(0) for n in range(len(victims))}
        return {"p_breathes": Fraction(0), "p_all_dead": Fraction(0), "p_none_dead": Fraction(1), **nothing}

    drawn = odds(dragons.draws_breath, dragon)[True]
    fates = breath_fates(battle, dragon, [battle.figure(f"t{n}") for n in range(len(victims))])
    came: dict[str, Any] = {
        "p_breathes": drawn,
        "p_all_dead": drawn * sum(chance for dead, chance in fates.items() if all(dead)),
        "p_none_dead": 1 - drawn * sum(chance for dead, chance in fates.items() if any(dead)),
    }
    for n in range(len(victims)):
        came[f"p_dead_{n}"] = drawn * sum(chance for dead, chance in fates.items() if dead[n])
    return came


def breath_fates(battle: Battle, dragon: Figure, victims: list[Figure]) -> dict[tuple[bool, ...], Fraction]:
    """Who dies of one breath, with its chance: everybody throws a defence of his own against the attack throw."""
    throws = odds(dragons.throw_breath, battle, dragon)
    reach = band("hurled", gap(dragon, victims[0]))
    burns = {
        best: [odds(_burns, battle, dragon, victim, reach, best)[True] for victim in victims]
        for best, _ in throws.items()
    }
    if battle.options.breath_roll == "shared":
        return _weighed([(chance, burns[best]) for best, chance in throws.items()])
    alone = [
        sum((chance * burns[best][n] for best, chance in throws.items()), Fraction(0)) for n in range(len(victims))
    ]
    return _weighed([(Fraction(1), alone)])


def _burns(referee: Referee, battle: Battle, dragon: Figure, victim: Figure, reach: str, best: int) -> bool:
    return dragons.scorch(referee, battle, dragon, victim, reach, best).dead


def _weighed(throws: list[tuple[Fraction, list[Fraction]]]) -> dict[tuple[bool, ...], Fraction]:
    found: dict[tuple[bool, ...], Fraction] = {}
    for weight, chances in throws:
        fates: dict[tuple[bool, ...], Fraction] = {(): weight}
        for chance in chances:
            fates = {
                (*dead, now): w * (chance if now else 1 - chance) for dead, w in fates.items() for now in (True, False)
            }
        for dead, w in fates.items():
            found[dead] = found.get(dead, Fraction(0)) + w
    return found


def _breath_with_dice(given: Given, battle: Battle, dragon: Figure, count: int) -> dict[str, Any]:
    thrown = {
        "attack": [],
        "defence": [],
        "shield": [],
        **given["dice"],
    }  # nothing more is thrown where it does not breathe
    faces = [thrown["breath"]]
    shared = battle.options.breath_roll == "shared"
    attack = list(thrown["attack"])
    each = len(attack) if shared else len(attack) // count
    if shared:
        faces += attack
    for n in range(count):
        if not shared:
            faces += attack[n * each : (n + 1) * each]
        faces += thrown["defence"][n : n + 1]
        if is_shielded(battle, battle.figure(f"t{n}"), dragon.x, dragon.y):
            faces += thrown["shield"][n : n + 1]
    referee, target = Scripted(faces), battle.figure("t0")
    breathes = target in dragons.targets_for(battle, dragon) and dragons.draws_breath(referee, dragon)
    done = dragons.blast(referee, battle, dragon, target) if breathes else []
    came: dict[str, Any] = {"breathes": bool(done), "dead": [int(burnt.figure[1:]) for burnt in done if burnt.dead]}
    if done:
        came["attack_score"] = done[0].attack
    return came


def burn(given: Given, wanted: list[str]) -> dict[str, Any]:
    came: dict[str, Any] = {}
    if "tries" in given:
        came["p_started"] = odds(
            lambda referee: any(fire.roll_fire_raising(referee, PARTY) for _ in range(given["tries"]))
        )[True]
    if "water" in given:
        good = [turn for turn in given["water"] if fire.can_be_put_out(turn)]
        came["rolls"] = len(good)
        came["p_put_out"] = odds(lambda referee: any(fire.roll_water(referee, PARTY) for _ in good))[True]
    if "building" in given:
        house = box("house", "building", 10, 10, 10 + given["building"], 11)
        battle = a_battle(a_figure(x=2, y=2), features=(house,), options=options_of(given))
        came["engulfed_after"] = fire.engulfs_after(fire.longest_side(house))

        def whole(referee: Referee, battle: Battle) -> bool:
            blaze = fire.ignite(referee, battle, "house", 1000, 1000, PARTY, "HA-FIR-01")
            while blaze in battle.fires and not blaze.engulfed:
                battle.turn += 1
                fire.end_of_turn(referee, battle)
            return blaze.engulfed

        came["p_engulfed"] = odds(whole, battle)[True]
    return came


def appeals(given: Given, wanted: list[str]) -> dict[str, Any]:
    battle = a_battle(a_figure(), options=options_of(given))
    return {"averted": [divine.appeal(Scripted([roll]), battle, PARTY, "death") for roll in given["rolls"]]}


# Arrivals and portals


def stock_of(given: Given) -> forces.Stock:
    if "pool" not in given:
        return forces.Stock()
    pool = given["pool"]
    return forces.Stock(
        pool.get("guards", 0),
        pool.get("polearms", forces.PLENTY),
        pool.get("archers", 0),
        tuple(pool.get("warriors", ())),
        pool.get("wizard", pool.get("wizards", 0)),
    )


def force_words(force: forces.Force) -> dict[str, int]:
    return {name: count for name in force.__struct_fields__ if (count := getattr(force, name))}


def arrive(given: Given, wanted: list[str]) -> dict[str, Any]:
    options, markers = options_of(given), given["markers"]
    more = Tally(forces.arrival_modifiers(sum(markers), given.get("contact", True))).total

    def force_for(die: int) -> forces.Force:
        return forces.arriving_force(
            options, die, die + more, given.get("party_strength", 12), given.get("picts", False), stock_of(given)
        )[0]

    if "roll" in given:
        came = force_words(force_for(given["roll"])) if markers else {}
        return {"total": given["roll"] + more, "force": came}

    def whole(referee: Referee) -> forces.Force:
        return force_for(referee.roll(D6, "arrivals", by=ENEMY, rule="HA-GEN-04").total) if markers else forces.NOTHING

    found: Distribution[forces.Force] = odds(whole)
    something = found.chance(lambda force: force.anything)
    came_odds: dict[str, Any] = {
        "p_something": something,
        "p_nothing": 1 - something,
        "p_leader": found.chance(lambda force: bool(force.warrior or force.wizard or force.chief)),
        "p_at_marker": something / len(markers) if markers else Fraction(0),
        "mean_guards": found.mean(lambda force: force.guards),
    }
    came_odds.update(spread(found.map(lambda force: (force.guards,)), "p_guards_", 0))
    return came_odds


def arrivals_run(given: Given, wanted: list[str]) -> dict[str, Any]:
    none = Fraction(1)
    for markers in given["turns"]:
        values = markers if isinstance(markers, list) else [1] * markers
        turn = {"markers": values, "contact": given.get("contact", False), "options": given.get("options", {})}
        for field in ("party_strength", "picts", "pool"):
            if field in given:
                turn[field] = given[field]
        none *= arrive(turn, [])["p_nothing"]
    return {"p_none_yet": none, "p_some": 1 - none}


def portal(given: Given, wanted: list[str]) -> dict[str, Any]:
    dungeon = given.get("dungeon", False)
    driven = portals.falls_back(
        given.get("kind", "portal"),
        given["phase"],
        visible=given.get("visible", True),
        in_open=given.get("in_open", False),
        nearest=inches(given.get("nearest", 999)),
        dungeon=dungeon,
    )
    if not driven:
        return {"falls_back": False, "to": "stays"}
    havens = [
        portals.Haven(
            refuge["name"],
            inches(refuge["distance"]),
            refuge.get("in_sight", False),
            inches(refuge.get("nearest_player", 900)),
            refuge.get("dead_ground", True),
        )
        for refuge in given.get("refuges", [])
    ]
    best = portals.best_havens(havens, dungeon)
    return {"falls_back": True, "to": best[0].name if best else "eliminated"}


# The solo system


def kind_word(word: str) -> str:
    plain = word.lower().replace(" ", "_")
    return {"demon": "large_demon", "ape": "giant_ape"}.get(plain, plain)


def standing(given: Given) -> Standing:
    group = given.get("group", {})
    original, strength = group.get("original", 1), group.get("str", 1)
    seen = tuple(
        Seen(
            inches(enemy["distance"]),
            enemy.get("in_cover", False),
            enemy.get("arc", "front"),
            kind_word(enemy.get("kind", "human")),
        )
        for enemy in given.get("seen", [])
    )
    return Standing(
        original=original,
        lost=group.get("lost", 0),
        wounded=group.get("wounded", 0),
        light_wounds=group.get("lw", 0),
        strength_lost=group.get("lost", 0) * strength,
        strength=original * strength,
        skills=tuple(group.get("wsk", [0] * max(0, original - group.get("lost", 0)))),
        hero=group.get("hero", False) or any(skill >= 3 for skill in group.get("wsk", ())),
        ranged=group.get("weapons", "close") == "ranged" and can_still_shoot(seen),
        order=group.get("order", "March"),
        in_cover=group.get("in_cover", False),
        advancing=group.get("advancing", False),
        man_sized=group.get("man_sized", True),
        fortified=group.get("fortified", False),
        mindless=group.get("undead", False),
        wounds_taken=group.get("lw_taken", 0),
        wounds_dealt=group.get("lw_dealt", 0),
        seen=seen,
        retreats=tuple(
            Retreat(inches(friends["distance"]), friends.get("in_sight", True))
            for friends in given.get("retreating_friends", [])
        ),
    )


def orders(options: Options, group: Standing, risk: int, given: Given) -> dict[str, Any]:
    if "roll" in given:
        return {"order": charts.read_chart(options, group, risk, given["roll"]).order}
    found = odds(lambda referee: charts.read_chart(options, group, risk, charts.throw(referee, ENEMY)).order)
    return {f"p_{order}": found[order] for order in ORDERS}


def solo_group(given: Given, wanted: list[str]) -> dict[str, Any]:
    options, group = options_of(given), standing(given)
    risk = Tally(charts.risk_factors(options, group)).total
    return {"rf": risk, **orders(options, group, risk, given)}


def plain_group(given: Given) -> Standing:
    """A group of which only its chart, order and post are known, with an enemy to go for."""
    return Standing(
        ranged=given.get("weapons", "close") == "ranged",
        order=given.get("order", "March"),
        fortified=given.get("fortified", False),
        mindless=given.get("undead", False),
        knows_enemy=True,
    )


def chart(given: Given, wanted: list[str]) -> dict[str, Any]:
    return orders(options_of(given), plain_group(given), given["rf"], given)


def command(given: Given, wanted: list[str]) -> dict[str, Any]:
    options, group = options_of(given), plain_group(given)
    pcs = [solo.Commander(pc["ld"], inches(pc.get("distance", 0))) for pc in given.get("pcs", [])]
    able = solo.who_may_command(given["group_ld"], pcs)
    value = max((pc.leadership for pc in able), default=given["group_ld"])
    tester = a_figure(leadership=value)
    battle = a_battle(tester, options=options)

    def whole(referee: Referee, battle: Battle, tester: Figure) -> tuple[str, bool]:
        result = charts.read_chart(options, group, given["rf"], charts.throw(referee, PARTY))
        free = solo.is_open(options, result, bool(able)) and solo.leads(referee, battle, battle.groups[0], tester)
        return result.order, free

    came: dict[str, Any] = {"tester": "pc" if able else "group"}
    if "roll" in given:
        order, free = whole(Scripted([given["roll"], given.get("test", 6)]), battle, tester)
        return {**came, "order": order, "free": free}
    return {**came, "p_free": odds(whole, battle, tester).chance(lambda end: end[1])}


def order_test(given: Given, wanted: list[str]) -> dict[str, Any]:
    pc = a_figure(leadership=given["ld"])
    battle = a_battle(pc, options=options_of(given), chart=False)
    may = may_order(battle, pc, inches(given["distance"]))
    return {"may_test": may, "p_picks": odds(pick_order, battle, pc)[True] if may else Fraction(0)}


def npc_split(given: Given, wanted: list[str]) -> dict[str, Any]:
    return {"allot": charts.split_dice(options_of(given), given["dice_left"], given["foes"])}


def npc_target(given: Given, wanted: list[str]) -> dict[str, Any]:
    enemies = [
        targeting.Candidate(
            enemy["name"],
            inches(enemy["distance"]),
            enemy.get("in_sight", True),
            enemy.get("invisible", False),
            enemy.get("belt", False),
        )
        for enemy in given["enemies"]
    ]
    target = targeting.nearest_target(enemies)
    if target is None:
        return {"target": "none", "band": "none"}
    reach = band(given["weapon"], target.distance, given.get("same_wood", False), target.belt)
    return {"target": "none" if reach in ("too_close", "too_far") else target.id, "band": reach}


HANDLERS: dict[str, Callable[[Given, list[str]], dict[str, Any]]] = {
    "cast": cast,
    "castings": castings,
    "control": control,
    "freeze": freeze,
    "knock_back": knock_back,
    "spell": spell,
    "summon": summon,
    "power": power,
    "prepare": prepare,
    "reanimate": reanimate,
    "abilities": abilities,
    "breath": breath,
    "arrivals": arrive,
    "arrivals_run": arrivals_run,
    "portal": portal,
    "fire": burn,
    "divine": appeals,
    "chart": chart,
    "solo": solo_group,
    "command": command,
    "npc_split": npc_split,
    "npc_target": npc_target,
    "order_test": order_test,
}
