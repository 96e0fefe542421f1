"""The odds that players ask for, each a typed function over the playing rules."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Literal

from grognard.games.en_garde.battle import (
    Battle,
    Cover,
    Field,
    Fight,
    Fighter,
    Figure,
    Morale,
    Pool,
    Profile,
    Warband,
    Wound,
    losses,
)
from grognard.games.en_garde.blows import Blow, resolve
from grognard.games.en_garde.combat import begin_cycle, blade_in_hand, fight_on, open_fight, stands_behind
from grognard.games.en_garde.falls import fall
from grognard.games.en_garde.initiative import in_order, initiative_score, roll_initiative
from grognard.games.en_garde.morale import morale_check
from grognard.games.en_garde.options import Options
from grognard.games.en_garde.ploys import Ploy
from grognard.games.en_garde.pools import Note, Notes
from grognard.games.en_garde.powder import reload, spend_shot
from grognard.games.en_garde.priority import roll_for_priority
from grognard.games.en_garde.shooting import Shot, line_up, shoot, stray
from grognard.games.en_garde.spread import against_all
from grognard.games.en_garde.stuns import shake_off
from grognard.games.en_garde.victory import goes_on
from grognard.games.en_garde.weapons import BLADES, MISSILES, missile_named
from grognard.games.en_garde.wounds import Result
from grognard.kernel.choice import Option, Question
from grognard.kernel.matrix import equilibrium
from grognard.kernel.odds import Chain, Distribution, chain, odds
from grognard.kernel.referee import Referee

Weapon = Literal[
    "bow",
    "longbow",
    "crossbow",
    "matchlock",
    "musket",
    "blunderbuss",
    "thrown",
    "sling",
    "grenade",
    "javelin",
    "pistol",
]
Blade = Literal[
    "hands", "dagger", "sword", "hand_weapon", "longsword_1h", "longsword_2h", "great_weapon", "spear", "pike", "halberd",
    "lance", "staff", "bayonet", "pistol_cc",
]  # fmt: skip
CoverGrade = Literal["none", "light", "medium", "heavy"]
Hurt = Literal["none", "light", "grievous"]
OPTIONS = Options()
MOST_LOST = 4  # Initiative that wounds and stuns can take


def hundredths(inches: float) -> int:
    return round(100 * inches)


# Situations


def a_model(
    name: str = "a",
    side: str = "red",
    *,
    pool: int = 3,
    fight: int = 0,
    initiative: int = 0,
    shoot: int = 0,
    armour: int = 0,
    attributes: tuple[str, ...] = (),
    shield: bool = False,
    mounted: bool = False,
    wound: str = "none",
    stuns: int = 0,
) -> Figure:
    """A model that stands alone in a question."""
    profile = Profile(pool, fight, initiative, shoot, armour, attributes=attributes, shield=shield)
    return Figure(name, side, name, profile, wound=Wound(wound), stuns=stuns, mounted=mounted, standing=True)


def a_skirmish(*figures: Figure, options: Options = OPTIONS) -> Battle:
    """These models on a bare table, far apart."""
    for place, figure in enumerate(figures):
        figure.x, figure.y = 300 + 400 * place, 300
    sides = [
        Warband(id, id, 8, "south", 1, 0) for id in dict.fromkeys([*(figure.side for figure in figures), "red", "blue"])
    ]
    return Battle(
        options=options, field=Field(), sides=sides, figures={figure.id: figure for figure in figures}, turn=1
    )


def state_of(figure: Figure) -> str:
    """How a model came out of it: "none", "light", "grievous" or "dead"."""
    return figure.wound.value


# Shooting


def shot(
    shoot: int = 1,
    weapon: Weapon = "musket",
    distance: float = 12,
    cover: CoverGrade = "none",
    armour: int = 0,
    aimed: bool = False,
    short_move: bool = False,
    engaged: bool = False,
    mounted: bool = False,
    wound: Hurt = "none",
    stuns: int = 0,
    marksman: bool = False,
) -> Distribution[str]:
    """One shot: miss, scratch, stunned, light, grievous, dead? Distance in inches; wound and stuns are the shooter's."""
    shooter = a_model(shoot=shoot, wound=wound, stuns=stuns, attributes=("Marksman",) if marksman else ())
    target = a_model("b", "blue", armour=armour, mounted=mounted)
    facts = Shot(MISSILES[weapon], hundredths(distance), Cover(cover), engaged, aimed, short_move)
    return result_odds(a_skirmish(shooter, target), shooter, target, facts)


def result_odds(battle: Battle, shooter: Figure, target: Figure, facts: Shot) -> Distribution[str]:
    return odds(_shoot, battle, shooter, target, facts)


def _shoot(referee: Referee, battle: Battle, shooter: Figure, target: Figure, facts: Shot) -> str:
    return shoot(referee, battle, shooter, target, facts).result.value


def aim_or_shoot(
    shoot: int = 1,
    weapon: Weapon = "musket",
    distance: float = 20,
    cover: CoverGrade = "none",
    armour: int = 0,
    turns: int = 3,
) -> dict[str, Distribution[str]]:
    """Aim a turn and shoot, or shoot, reload and shoot: the target's state after so many turns of each."""
    plans = {"aim, then shoot": ("aim", "shoot", "reload"), "shoot and reload": ("shoot", "reload")}
    return {name: _plan(plan, turns, shoot, weapon, distance, cover, armour) for name, plan in plans.items()}


def _plan(
    plan: tuple[str, ...], turns: int, shoot_value: int, weapon: str, distance: float, cover: str, armour: int
) -> Distribution[str]:
    shooter, target = a_model(shoot=shoot_value), a_model("b", "blue", armour=armour)
    start = a_skirmish(shooter, target)

    def one_turn(referee: Referee, battle: Battle) -> None:
        me, foe = battle.figures["a"], battle.figures["b"]
        step = me.rounds % len(plan)
        if plan[step] == "shoot" and foe.standing and me.loaded(weapon):
            aimed = me.aimed_at == foe.id
            shoot(referee, battle, me, foe, Shot(MISSILES[weapon], hundredths(distance), Cover(cover), aimed=aimed))
            me.aimed_at = ""
            spend_shot(battle, me, weapon)
        elif plan[step] == "aim":
            me.aimed_at = foe.id
        elif plan[step] == "reload" and me.reloads:
            reload(referee, battle, me, weapon)
        me.rounds += 1

    return chain(one_turn, start, over=lambda battle: False, steps=turns).map(
        lambda end: state_of(end.situation.figures["b"])
    )


def shots_at(
    shots: int = 2,
    shoot: int = 1,
    weapon: Weapon = "musket",
    distance: float = 12,
    cover: CoverGrade = "none",
    armour: int = 0,
    stuns: int = 0,
) -> Distribution[str]:
    """So many equal shots at the same target, one after another: its state at the end. Stuns are the target's."""
    facts = Shot(MISSILES[weapon], hundredths(distance), Cover(cover))
    return series_of_shots(a_model(shoot=shoot), a_model("b", "blue", armour=armour, stuns=stuns), facts, shots)


def series_of_shots(
    shooter: Figure, target: Figure, facts: Shot, shots: int, options: Options = OPTIONS
) -> Distribution[str]:
    def one_shot(referee: Referee, battle: Battle) -> None:
        shoot(referee, battle, battle.figures[shooter.id], battle.figures[target.id], facts)

    ends = chain(
        one_shot,
        a_skirmish(shooter, target, options=options),
        over=lambda b: not b.figures[target.id].standing,
        steps=shots,
    )
    return ends.map(lambda end: state_of(end.situation.figures[target.id]))


def shot_into_melee(
    shoot: int = 1,
    weapon: Weapon = "musket",
    distance: float = 12,
    armour: int = 0,
    friends: int = 1,
    other_foes: int = 0,
    friend_armour: int = 0,
) -> Distribution[str]:
    """A shot into a fight: who is hit, the target, a friend, another foe, or no one?"""
    facts = Shot(MISSILES[weapon], hundredths(distance), engaged=True)
    target = a_model("target", "blue", armour=armour)
    others = [a_model(f"friend {n}", armour=friend_armour) for n in range(friends)] + [
        a_model(f"foe {n}", "blue") for n in range(other_foes)
    ]
    chances = into_melee(
        a_model("shooter", shoot=shoot), target, others, {figure.id: facts for figure in (target, *others)}
    )
    return chances.map(lambda end: "no one" if end[1] is Result.MISS else end[0].split()[0])


def into_melee(
    shooter: Figure, target: Figure, others: list[Figure], facts: dict[str, Shot], options: Options = OPTIONS
) -> Distribution[tuple[str, Result]]:
    """Who was rolled against last, and with what result."""

    def fire_into(referee: Referee, battle: Battle) -> tuple[str, Result]:
        figures = battle.figures
        rest = [figures[other.id] for other in others]
        victim, hit = stray(referee, battle, figures[shooter.id], figures[target.id], rest, facts)
        return victim.id, hit.result

    return odds(fire_into, a_skirmish(shooter, target, *others, options=options))


# Blows


def attack(
    fight: int = 2,
    enemy_fight: int = 2,
    weapon: Blade = "sword",
    armour: int = 0,
    ploy: Literal["none", "mighty", "shove"] = "none",
    defence: Literal["none", "parry", "dodge"] = "none",
    shield: bool = False,
    mounted: bool = False,
    brute: bool = False,
    obstacle: bool = False,
) -> Distribution[str]:
    """One attack: miss, scratch, stunned, light, grievous, dead? Armour, shield and obstacle are the defender's."""
    attacker = a_model(fight=fight, mounted=mounted, attributes=("Brute",) if brute else ())
    defender = a_model("b", "blue", fight=enemy_fight, armour=armour, shield=shield)
    blow = Blow(BLADES[weapon], BLADES["sword"], obstacle)
    return blow_odds(a_skirmish(attacker, defender), attacker, defender, blow, Ploy(defence), Ploy(ploy))


def blow_odds(
    battle: Battle, attacker: Figure, defender: Figure, blow: Blow, guard: Ploy, trick: Ploy
) -> Distribution[str]:
    return odds(_resolve, battle, attacker, defender, blow, guard, trick)


def _resolve(
    referee: Referee, battle: Battle, attacker: Figure, defender: Figure, blow: Blow, guard: Ploy, trick: Ploy
) -> str:
    return resolve(referee, battle, attacker, defender, blow, guard, trick).result.value


def attacks(
    attacks: int = 3,
    parries: int = 1,
    fight: int = 2,
    enemy_fight: int = 2,
    weapon: Blade = "sword",
    armour: int = 0,
    wound: Hurt = "none",
    stuns: int = 0,
) -> Distribution[str]:
    """So many attacks in a row, the first few parried: the defender's state at the end. Wound and stuns are the defender's before."""
    defender = a_model("b", "blue", fight=enemy_fight, armour=armour, wound=wound, stuns=stuns)
    return series_of_blows(a_model(fight=fight), defender, BLADES[weapon], BLADES["sword"], attacks, parries)


def series_of_blows(
    attacker: Figure,
    defender: Figure,
    weapon: Any,
    guard_weapon: Any,
    attacks: int,
    parries: int,
    options: Options = OPTIONS,
) -> Distribution[str]:
    def one_blow(referee: Referee, battle: Battle) -> None:
        me, foe = battle.figures[attacker.id], battle.figures[defender.id]
        guard = Ploy.PARRY if me.rounds < parries else Ploy.NONE
        me.rounds += 1
        resolve(referee, battle, me, foe, Blow(weapon, guard_weapon), guard)

    ends = chain(
        one_blow,
        a_skirmish(attacker, defender, options=options),
        over=lambda b: not b.figures[defender.id].standing,
        steps=attacks,
    )
    return ends.map(lambda end: state_of(end.situation.figures[defender.id]))


# Whole combats


def a_fight(*fighters: tuple[Figure, str, int, int, int], options: Options = OPTIONS) -> Battle:
    """A combat about to begin: each model with its weapon, Attack and Defence counters, and round; all enemies touch.

    A pistol is fired first, and then counts as a dagger (EG-RULE-46).
    """
    battle = a_skirmish(*(figure for figure, *_ in fighters), options=options)
    battle.fight = Fight(
        [
            Fighter(
                figure.id,
                "dagger" if blade == "pistol_cc" else blade,
                ["pistol"] if blade == "pistol_cc" else [],
                figure.id,
                first_round=round == 1,
            )
            for figure, blade, _, _, round in fighters  # noqa: A001
        ],
        [(a.id, b.id) for n, (a, *_) in enumerate(fighters) for b, *_ in fighters[n + 1 :] if a.side != b.side],
        {figure.id: Pool(attack, defence) for figure, _, attack, defence, _ in fighters},
    )
    return battle


def always_attack(question: Question) -> Option:
    """Every attack plain, each one parried while there is a Defence counter; nobody declines."""
    if question.text.endswith("attack whom?"):
        return question.options[0]
    keys = [option.key for option in question.options]
    return question.options[keys.index("parry") if "parry" in keys else 0]


def fight_out(battle: Battle) -> Distribution[Any]:
    """The whole combat, exactly, as `always_attack` has it; keys are situations whose figures can be looked at."""
    return fights().ends(battle)


def fights() -> Chain:
    """Whole combats from several beginnings, with the work shared between them."""
    return Chain(_fight_step, over=lambda battle: battle.fight is None, policy=always_attack, plain=plain_fight)


def _fight_step(referee: Referee, battle: Battle) -> None:
    fight = battle.fight
    assert fight is not None
    if fight.fighters and not fight.fighters[0].die:
        roll_initiative(referee, battle, fight)
        begin_cycle(referee, battle, fight)
    else:
        fight_on(referee, battle)


def plain_fight(battle: Battle) -> None:
    """Wipe out what no longer matters: dice count only against each other, and not at all once only one side can attack after this cycle."""
    for warband in battle.sides:
        warband.lost, warband.lost_leader = 0, False
    fight = battle.fight
    if fight is None:
        for figure in battle.figures.values():
            if figure.wound is Wound.DEAD:
                figure.stuns = 0
        return
    # Nobody declines or pays for ploys in attack here, so whoever waits in this cycle spends one counter in it.
    can = [fighter for fighter in fight.fighters if fight.pools[fighter.pool].attack > (fighter.id in fight.queue)]
    if len({battle.figures[fighter.id].side for fighter in can}) < 2:
        for fighter in fight.fighters:
            fighter.die, fighter.tie = 1, 0
        fight.queue = [
            id
            for id in fight.queue
            if any(fighter.id == id and fight.pools[fighter.pool].attack for fighter in fight.fighters)
        ]
    else:
        level_dice(battle, fight)
    fight.cycles = min(fight.cycles, 1)


def level_dice(battle: Battle, fight: Fight) -> None:
    """Dice matter only against each other, and a lead that no wound can undo is as good as any other."""
    if len(fight.fighters) == 2:
        lead, trail = sorted(fight.fighters, key=lambda fighter: -initiative_score(battle, fighter))
        ahead = initiative_score(battle, lead) - initiative_score(battle, trail)
        can_lose = MOST_LOST - losses(battle.figures[lead.id], battle.options)[1] + (5 if lead.pistols else 0)
        lead.die -= max(0, ahead - can_lose - 1)
        if ahead:
            lead.tie = trail.tie = 0
    lowest = min(fighter.die for fighter in fight.fighters)
    for fighter in fight.fighters:
        fighter.die -= lowest - 1


def duel(
    fight: int = 3, initiative: int = 3, weapon: Blade = "sword", armour: int = 0, attacks: int = 2, defences: int = 1,
    enemy_fight: int = 2, enemy_initiative: int = 2, enemy_weapon: Blade = "spear", enemy_armour: int = 0, enemy_attacks: int = 2, enemy_defences: int = 1,
) -> Distribution[str]:  # fmt: skip
    """A whole combat, every attack plain and parried while a Defence counter is left: who is dead?"""
    me = a_model("you", fight=fight, initiative=initiative, armour=armour)
    foe = a_model("he", "blue", fight=enemy_fight, initiative=enemy_initiative, armour=enemy_armour)
    battle = a_fight((me, weapon, attacks, defences, 1), (foe, enemy_weapon, enemy_attacks, enemy_defences, 1))
    return fight_out(battle).map(lambda end: who_fell(end.situation))


def who_fell(battle: Battle) -> str:
    dead = [figure.name for figure in battle.figures.values() if figure.wound is Wound.DEAD]
    return " and ".join(dead) + " dead" if dead else "both alive"


def split(
    pool: int = 4, enemy_pool: int = 3, fight: int = 2, enemy_fight: int = 2, initiative: int = 2, enemy_initiative: int = 2,
    weapon: Blade = "sword", enemy_weapon: Blade = "sword", armour: int = 0, enemy_armour: int = 0,
) -> dict[str, Any]:  # fmt: skip
    """How to split your pool against his: for every pair of splits the chance to kill and to be killed, and the equilibrium of the difference."""
    me = a_model("you", fight=fight, initiative=initiative, armour=armour)
    foe = a_model("he", "blue", fight=enemy_fight, initiative=enemy_initiative, armour=enemy_armour)
    walked = fights()
    kills, deaths = [], []
    for attack in range(pool + 1):
        row = [
            walked.ends(
                a_fight((me, weapon, attack, pool - attack, 1), (foe, enemy_weapon, theirs, enemy_pool - theirs, 1))
            ).map(lambda end: who_fell(end.situation))
            for theirs in range(enemy_pool + 1)
        ]
        kills.append([chances["he dead"] for chances in row])
        deaths.append([chances["you dead"] for chances in row])
    gain = [[k - d for k, d in zip(kill, death, strict=True)] for kill, death in zip(kills, deaths, strict=True)]
    mix = equilibrium(gain)
    mine = [f"{attack} attack {pool - attack} defence" for attack in range(pool + 1)]
    his = [f"{attack} attack {enemy_pool - attack} defence" for attack in range(enemy_pool + 1)]
    return {
        "kill": {name: dict(zip(his, row, strict=True)) for name, row in zip(mine, kills, strict=True)},
        "be killed": {name: dict(zip(his, row, strict=True)) for name, row in zip(mine, deaths, strict=True)},
        "your mix": dict(zip(mine, mix.rows, strict=True)),
        "his mix": dict(zip(his, mix.columns, strict=True)),
        "value": mix.value,
    }


def strikes_first(
    initiative: int = 2,
    weapon: Blade = "spear",
    enemy_initiative: int = 2,
    enemy_weapon: Blade = "sword",
    later_round: bool = False,
) -> Distribution[str]:
    """Who strikes first? In a later round a pike is slow."""
    turn = 2 if later_round else 1
    battle = a_fight(
        (a_model("you", initiative=initiative), weapon, 1, 0, turn),
        (a_model("he", "blue", initiative=enemy_initiative), enemy_weapon, 1, 0, turn),
    )
    return odds(first_to_strike, battle).map(lambda id: f"{id} first")


def first_to_strike(referee: Referee, battle: Battle) -> str:
    assert battle.fight is not None
    roll_initiative(referee, battle, battle.fight)
    return in_order(referee, battle, battle.fight)[0].id


def riposte_or_parry(
    fight: int = 3, enemy_fight: int = 3, armour: int = 0, enemy_armour: int = 0, attacks: int = 2
) -> dict[str, Distribution[str]]:
    """Two Defence counters against his attacks: one riposte on the first, or a parry on each of the first two; who is hurt how?"""

    def plan(guards: tuple[Ploy, ...]) -> Distribution[str]:
        def one_blow(referee: Referee, battle: Battle) -> None:
            me, foe = battle.figures["you"], battle.figures["he"]
            guard = guards[foe.rounds] if foe.rounds < len(guards) else Ploy.NONE
            foe.rounds += 1
            resolve(referee, battle, foe, me, Blow(BLADES["sword"], BLADES["sword"]), guard)

        start = a_skirmish(
            a_model("you", fight=fight, armour=armour), a_model("he", "blue", fight=enemy_fight, armour=enemy_armour)
        )
        ends = chain(one_blow, start, over=lambda b: any(not f.standing for f in b.figures.values()), steps=attacks)
        return ends.map(
            lambda end: f"you {state_of(end.situation.figures['you'])}, he {state_of(end.situation.figures['he'])}"
        )

    return {"riposte": plan((Ploy.RIPOSTE,)), "two parries": plan((Ploy.PARRY, Ploy.PARRY))}


# Morale, stuns and the rest


def morale(
    rating: int = 8,
    start: int = 10,
    now: int = 7,
    wavering: bool = False,
    commander: bool = False,
    banner: bool = False,
    turns: int = 1,
) -> Distribution[str]:
    """The warband's state after a test now and the later ones while it wavers; a banner re-rolls failures."""
    return morale_odds(a_warband(rating, start, wavering), now, commander=commander, banner=banner, turns=turns)


def a_warband(rating: int, start: int, wavering: bool = False) -> Warband:
    return Warband("red", "warband", rating, "south", start, 0, morale=Morale.WAVERING if wavering else Morale.STEADY)


def morale_odds(
    warband: Warband, now: int, *, commander: bool, banner: bool, turns: int, options: Options = OPTIONS
) -> Distribution[str]:
    def step(referee: Referee, band: Warband) -> None:
        if band.morale is Morale.WAVERING or not band.lost:
            morale_check(referee, options, band, now, commander=commander, banner=banner)
        band.lost = 1

    ends = chain(step, warband, over=lambda band: band.morale is Morale.ROUTING, steps=turns, policy=reroll_failures)
    return ends.map(lambda end: end.situation.morale.value)


def reroll_failures(question: Question) -> str:
    return "yes" if "failed" in question.text else "no"


def shake_it_off(stuns: int = 2, rested: bool = True, engaged: bool = False, turns: int = 1) -> Distribution[int]:
    """How many Stunned counters are left after so many End Phases; the owner removes all he can."""
    return stun_odds(a_model(stuns=stuns), rested=rested, engaged=engaged, turns=turns)


def stun_odds(figure: Figure, *, rested: bool, engaged: bool, turns: int) -> Distribution[int]:
    figure.rested = rested
    ends = chain(
        lambda r, f: shake_off(r, f, engaged),
        figure,
        over=lambda f: not f.stuns,
        steps=turns,
        policy=lambda q: q.options[0],
    )
    return ends.map(lambda end: end.situation.stuns)


def grenade(
    shoot: int = 2, distance: float = 6, foes: int = 2, friends: int = 1, foe_armour: int = 1, friend_armour: int = 1
) -> Distribution[str]:
    """A grenade among men in the open: how many dead on each side?"""
    facts = Shot(MISSILES["grenade"], hundredths(distance))
    thrower = a_model("thrower", shoot=shoot)
    victims = [a_model(f"foe {n}", "blue", armour=foe_armour) for n in range(foes)] + [
        a_model(f"friend {n}", armour=friend_armour) for n in range(friends)
    ]

    def burst(referee: Referee, battle: Battle) -> str:
        figures = [battle.figures[victim.id] for victim in victims]
        against_all(referee, battle, battle.figures[thrower.id], figures, [facts] * len(figures))
        dead = [figure.side for figure in figures if not figure.standing]
        return f"{dead.count('blue')} of his, {dead.count('red')} of yours"

    return odds(burst, a_skirmish(thrower, *victims))


def priority(tactician: bool = False, enemy_tactician: bool = False) -> Distribution[str]:
    """Who has Priority, ties rolled again?"""
    ends = chain(settle_once, priority_battle(tactician, enemy_tactician), over=lambda b: bool(b.priority))
    return ends.map(lambda end: end.situation.priority)


def priority_battle(tactician: bool, enemy_tactician: bool, options: Options = OPTIONS) -> Battle:
    return a_skirmish(
        a_model("a", attributes=("Tactician",) if tactician else ()),
        a_model("b", "blue", attributes=("Tactician",) if enemy_tactician else ()),
        options=options,
    )


def settle_once(referee: Referee, battle: Battle) -> None:
    level = roll_for_priority(referee, battle)
    battle.priority = level[0] if len(level) == 1 else ""


def length(turn: int = 1) -> Distribution[int]:
    """Which turn will be the last, standing at the end of this one?"""

    def step(referee: Referee, now: tuple[int, bool]) -> tuple[int, bool]:
        return (now[0] + 1, True) if goes_on(referee, now[0], "red") else (now[0], False)

    return chain(step, (turn, True), over=lambda now: not now[1]).map(lambda end: end.situation[0])


def falling(height: float = 4) -> Distribution[str]:
    """A fall from so many inches."""
    figure = a_model()
    return odds(lambda r, b, f: fall(r, b, f, hundredths(height)).value, a_skirmish(figure), figure)


def reload_in_rain(weapon: Weapon = "musket", turns: int = 2, sheltered: bool = False) -> Distribution[bool]:
    """Is the weapon loaded again after so many reload actions in the rain?"""
    return reload_odds(weapon, turns, rain=True, sheltered=sheltered)


def reload_odds(
    weapon: str, turns: int, *, rain: bool, sheltered: bool, options: Options = OPTIONS
) -> Distribution[bool]:
    figure = a_model()
    battle = a_skirmish(figure, options=options)
    battle.rain = rain
    figure.reloads[weapon] = missile_named(weapon, options).reload

    def step(referee: Referee, battle: Battle) -> None:
        reload(referee, battle, battle.figures["a"], weapon, sheltered=sheltered)

    ends = chain(step, battle, over=lambda b: b.figures["a"].loaded(weapon), steps=turns)
    return ends.map(lambda end: end.situation.figures["a"].loaded(weapon))


QUESTIONS: dict[str, Callable[..., Any]] = {
    "shoot": shot,
    "aim-or-shoot": aim_or_shoot,
    "shots": shots_at,
    "into-melee": shot_into_melee,
    "attack": attack,
    "attacks": attacks,
    "duel": duel,
    "split": split,
    "strikes-first": strikes_first,
    "riposte-or-parry": riposte_or_parry,
    "morale": morale,
    "stunned": shake_it_off,
    "grenade": grenade,
    "priority": priority,
    "length": length,
    "fall": falling,
    "reload-in-rain": reload_in_rain,
}


# Beside an option


def forecast(battle: Battle, question: Question, option: Option) -> list[tuple[str, Fraction]] | None:
    """What may come of a shot or an attack, before it is chosen: hit, wound, kill."""
    verb, target = getattr(option, "verb", ""), getattr(option, "target", "")
    if verb == "shoot" and question.about:
        shooter, foe = battle.figures[question.about[0]], battle.figures[target]
        return _short(result_odds(battle, shooter, foe, line_up(battle, shooter, foe, option.weapon)))  # type: ignore[attr-defined]
    if option.key.startswith("attack ") and battle.fight is not None and question.about:
        fight = battle.fight
        me, foe = battle.figures[question.about[0]], battle.figures[option.pieces[0]]
        mine, his = fight.fighter(me.id), fight.fighter(foe.id)
        blow = Blow(blade_in_hand(mine), BLADES[his.blade], stands_behind(battle, me, foe))
        return _short(blow_odds(battle, me, foe, blow, Ploy.NONE, Ploy.NONE))
    return None


def _short(chances: Distribution[str]) -> list[tuple[str, Fraction]]:
    return [
        ("hit", 1 - chances["miss"]),
        ("wound", chances["light"] + chances["grievous"] + chances["critical"]),
        ("kill", chances["critical"]),
    ]


# Beside a secret note

SOLVED = 20  # pairs of notes that are fought out: about a second's work


def advice(battle: Battle, question: Question) -> dict[str, Fraction] | None:
    """How often to write each note for a combat of one against one, so that no reply gains by knowing it (EG-COMBAT-02, EG-RULE-34).

    What counts is the chance to kill less the chance to be killed, every attack plain and parried while a Defence counter is left. None for other questions, and where there are too many notes.
    """
    if question.rule != "EG-COMBAT-02" or len(question.about) != 2:
        return None
    figures = [battle.figures[id] for id in question.about]
    me, foe = figures if figures[0].side == question.side else reversed(figures)
    mine, his = Notes(battle, [me]), Notes(battle, [foe])
    if len(mine) * len(his) > SOLVED:
        return None
    mix = equilibrium(note_payoffs(battle, me, foe))
    return {note.key: share for note, share in zip(mine, mix.rows, strict=True) if share}


def note_payoffs(battle: Battle, me: Figure, foe: Figure) -> list[list[Fraction]]:
    """For each note of mine and each of his: the chance that he falls less the chance that I do."""
    walked = fights()
    bare = battle.copy()
    bare.figures = {figure.id: bare.figures[figure.id] for figure in (me, foe)}
    figures = list(bare.figures.values())

    def gain(mine: Note, his: Note) -> Fraction:
        start = bare.copy()
        start.fight = open_fight(start, figures, {me.side: mine, foe.side: his})
        ends = walked.ends(start)
        return ends.mean(lambda end: _fell(end.situation, foe.id) - _fell(end.situation, me.id))

    return [[gain(mine, his) for his in Notes(bare, [figures[1]])] for mine in Notes(bare, [figures[0]])]


def _fell(battle: Battle, id: str) -> int:
    return int(battle.figures[id].wound is Wound.DEAD)
