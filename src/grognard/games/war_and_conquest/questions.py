"""The odds that players ask for: each is the playing rule itself, counted over every way its dice can fall."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Literal

from grognard.errors import RuleError
from grognard.games.war_and_conquest.bare_table import (
    HIGH,
    a_tested,
    at_least,
    at_least_once,
    block,
    chance_of,
    checked,
    field,
    how_many,
    put_general,
)
from grognard.games.war_and_conquest.battle import Battle, Blow, Fray, Unit
from grognard.games.war_and_conquest.blows import strike_dice
from grognard.games.war_and_conquest.charges import Declare, reach_of
from grognard.games.war_and_conquest.combat import fray_step
from grognard.games.war_and_conquest.contact import touch
from grognard.games.war_and_conquest.end_phase import begin_end, disperse, flee_next, try_to_rally
from grognard.games.war_and_conquest.flight import roll_run
from grognard.games.war_and_conquest.pursuit import is_caught
from grognard.games.war_and_conquest.reactions import is_overtaken
from grognard.games.war_and_conquest.replies import charging
from grognard.games.war_and_conquest.resolution import GENERAL_LOST, ToTest, pass_chance, reductions
from grognard.games.war_and_conquest.shooting import shooting_modifiers, shots_kill
from grognard.games.war_and_conquest.strategy import strategy_roll
from grognard.games.war_and_conquest.triggers import casualties_needed
from grognard.games.war_and_conquest.troops import WEAPONS, Formation, Trait, Weight
from grognard.games.war_and_conquest.troops import Kind as Mount
from grognard.kernel.battle import Battle as AnyBattle
from grognard.kernel.best import Advice, Solution
from grognard.kernel.chains import chain
from grognard.kernel.choice import Option, Pick, Question
from grognard.kernel.matrix import equilibrium
from grognard.kernel.odds import Distribution, odds
from grognard.kernel.referee import Referee
from grognard.kernel.tally import Modifier, Tally

Missile = Literal["javelins", "sling", "bow", "crossbow"]
Melee = Literal["hand weapons", "spears", "pikes", "lances"]
Cover = Literal["", "soft", "hard"]


# The questions


def morale_test(
    mv: int = 7,
    formation: Formation = "battle",
    over_half: bool = True,
    general_near: bool = False,
    general_lost: bool = False,
) -> dict[str, Fraction]:
    """Chance to pass a Morale test."""
    battle, unit = a_tested(mv, formation, over_half=over_half, general=general_near)
    return {"passes": chance_of("morale", battle, unit, *([GENERAL_LOST] if general_lost else []))}


def half_strength(mv: int = 7, general_near: bool = False) -> dict[str, Fraction]:
    """What a battle formation loses when it drops to half strength."""
    before = morale_test(mv, "battle", True, general_near)["passes"]
    after = morale_test(mv, "battle", False, general_near)["passes"]
    return {"over half": before, "at half": after, "lost": before - after}


def lost_combat(
    mv: int = 7,
    difference: int = 2,
    formation: Formation = "battle",
    over_half: bool = True,
    general_near: bool = False,
) -> dict[str, Fraction]:
    """We lost the combat by so much: do they hold, and by a Hero of the Day?"""
    battle, unit = a_tested(mv, formation, over_half=over_half, general=general_near)
    taken = odds(checked, battle, unit, "combat", (Modifier(-difference, "lost the combat", "WC-OFIGHT-05"),))
    hero = taken.chance(lambda check: check.hero)
    holds = taken.chance(lambda check: check.passed)
    return {"holds": holds, "by a hero": hero, "breaks": 1 - holds}


def rally(mv: int = 7, enemies_near: int = 0, general_near: bool = False) -> dict[str, Fraction]:
    """Will they rally with so many enemy formations within 10 inches?"""
    battle, unit = a_tested(mv, "battle", over_half=True, general=general_near)
    return {"rallies": chance_of("rally", battle, unit, Modifier(-enemies_near, "enemies near", "WC-RALLY-05"))}


def pursuit(
    fleer: Mount = "foot",
    fleer_formation: Formation = "battle",
    pursuer: Mount = "foot",
    pursuer_formation: Formation = "battle",
    pursuers: int = 1,
) -> dict[str, Fraction]:
    """If they flee and I pursue, do I catch them?"""
    prey = block(kind=fleer, formation=fleer_formation)
    hunters = tuple(block(kind=pursuer, formation=pursuer_formation) for _ in range(pursuers))
    caught = odds(_chase, prey, hunters)[True]
    return {"caught": caught, "gets away": 1 - caught}


def _chase(referee: Referee, prey: Unit, hunters: tuple[Unit, ...]) -> bool:
    fled = roll_run(referee, prey, "flees")
    return is_caught(fled, [roll_run(referee, hunter, "pursues") for hunter in hunters])


def charge_flee(
    distance: float = 6,
    charger: Mount = "foot",
    weight: Weight = "medium",
    fleer: Mount = "foot",
    fleer_formation: Formation = "battle",
) -> dict[str, Fraction]:
    """If they flee from a charge that starts so many inches away, are they caught?"""
    prey, hunter = block(kind=fleer, formation=fleer_formation), block(kind=charger, weight=weight)
    fled: Distribution[int] = odds(roll_run, prey, "flees")
    caught = fled.chance(lambda inches: is_overtaken(round(distance * 100), inches, reach_of(hunter)))
    return {"caught": caught, "gets away": 1 - caught}


def general_falls(mv: int = 7, units: int = 3, over_half: bool = True) -> dict[str, Fraction]:
    """How likely does the line hold when the general is cut down: each unit, and all of them?"""
    each = morale_test(mv, "battle", over_half, False, True)["passes"]
    many = how_many([each] * units)
    return {"each": each, "all": many[units], "none": many[0]}


def volley(
    shooters: int = 16,
    sh: int = 3,
    weapon: Missile = "bow",
    av: int = 2,
    target_models: int = 24,
    target_formation: Formation = "battle",
    cover: Cover = "",
    long_range: bool = False,
    moved: bool = False,
) -> dict[str, Fraction]:
    """How many fall to a volley, and how likely it is a fifth of them, which forces a Morale test."""
    killed = _volley(
        shooters, sh, weapon, av, target_models, target_formation, cover, long_range=long_range, moved=moved
    )
    needed = casualties_needed(target_models)
    return {
        "expected": killed.mean(),
        "needed": Fraction(needed),
        "must test": killed.chance(lambda dead: dead >= needed),
    }


def _volley(
    shooters: int,
    sh: int,
    weapon: Missile,
    av: int,
    models: int,
    formation: Formation,
    cover: Cover,
    *,
    long_range: bool,
    moved: bool,
) -> Distribution[int]:
    arm = WEAPONS[weapon]
    unit = block("shooters", sh=sh, weapons=(weapon,), models=max(1, shooters))
    unit.moved = moved
    target = block("target", "blue", av=av, formation=formation, models=models)
    apart = arm.reach if long_range else arm.reach // 2
    modifiers = Tally(shooting_modifiers(unit, target, arm, apart, cover, stand_and_shoot=False))
    return odds(shots_kill, unit, target, shooters, modifiers)


def strategy_bid(my_points: int = 1, their_points: int = 1) -> Solution:
    """Is it worth bidding Strategy Intervention Points? The best mix of bids where only this turn's advantage counts."""
    mine, theirs = range(my_points + 1), range(their_points + 1)
    matrix = tuple(tuple(strategic_advantage(own, other)["mine"] for other in theirs) for own in mine)
    mix = equilibrium(matrix)
    gains = {str(own): sum((p * q for p, q in zip(mix.columns, matrix[own], strict=True)), Fraction(0)) for own in mine}
    losses = {str(other): sum((mix.rows[own] * matrix[own][other] for own in mine), Fraction(0)) for other in theirs}
    text = "How many Strategy Intervention Points do you bid?"
    first = Advice("red", text, gains, {str(own): mix.rows[own] for own in mine})
    second = Advice("blue", text, losses, {str(other): mix.columns[other] for other in theirs})
    return Solution(mix.value, (first, second), matrix)


def strategic_advantage(my_bid: int = 1, their_bid: int = 0) -> dict[str, Fraction]:
    """Chance of Strategic Advantage with these bids, ties rolled again."""
    battle = field()
    battle.advantage, battle.bids = "", [my_bid, their_bid]
    tie = odds(strategy_roll, battle).chance(lambda totals: totals[0] == totals[1])
    won = chain(_roll_again, battle, over=lambda each: bool(each.advantage))
    return {"mine": won.chance(lambda end: end.situation.advantage == "red"), "first roll tied": tie}


def _roll_again(referee: Referee, battle: Battle) -> None:
    strategy_roll(referee, battle)


def command_test(mv: int = 7, over_half: bool = True) -> dict[str, Fraction]:
    """Drilled or general near: which helps a Command Test more?"""
    found = {}
    kinds: dict[str, tuple[Trait, ...]] = {"plain": (), "Drilled": ("Drilled",), "Undisciplined": ("Undisciplined",)}
    for name, traits in kinds.items():
        for general in (False, True):
            battle, unit = a_tested(mv, "battle", over_half=over_half, traits=traits, general=general)
            found[name + (", general near" if general else "")] = chance_of("command", battle, unit)
    return found


def comes_back(
    mv: int = 7,
    inches_to_edge: int = 12,
    kind: Mount = "foot",
    formation: Formation = "battle",
    general_near: bool = False,
    turns: int = 6,
) -> dict[str, Fraction]:
    """What becomes of a unit that flees now: it rallies, stands at the edge, is gone, or still runs when the battle ends."""
    unit = block(mv=mv, kind=kind, formation=formation)
    unit.fleeing, unit.facing, unit.y = True, 180, inches_to_edge * 100
    battle = field(unit)
    if general_near:
        put_general(battle, unit)
        follow_at_nine_inches(battle)
    step = _end_phase_with_general if general_near else _end_phase
    ends = chain(step, battle, over=lambda each: not each.units[0].fleeing, steps=turns, policy=_always_try)
    fates = ends.map(lambda end: _fate(end.situation.units[0]))
    return {name: fates[name] for name in ("rallies", "stands at the edge", "gone", "still fleeing")}


def _end_phase(referee: Referee, battle: Battle) -> None:
    """One End Phase of a single fleeing unit, which always tries."""
    unit = battle.units[0]
    begin_end(referee, battle)
    try_to_rally(referee, battle, unit)
    battle.step = "flee"
    while battle.step == "flee":
        flee_next(referee, battle)
    disperse(referee, battle)


def _end_phase_with_general(referee: Referee, battle: Battle) -> None:
    """The same with a general who follows the runaway at nine inches."""
    _end_phase(referee, battle)
    follow_at_nine_inches(battle)


def follow_at_nine_inches(battle: Battle) -> None:
    """Where the general stands before each test: the state of the chain is then the runaway's place alone."""
    unit, friend = battle.units[0], battle.units[1]
    friend.x, friend.y = unit.x, min(HIGH, unit.y + 900)


def _always_try(question: Question) -> Option:
    return next(option for option in question.options if option.key == "yes")


def _fate(unit: Unit) -> str:
    if unit.where == "off":
        return "stands at the edge"
    if unit.where == "lost":
        return "gone"
    return "still fleeing" if unit.fleeing else "rallies"


def combat_round(
    ca: int = 3,
    ka: int = 3,
    mv: int = 7,
    av: int = 2,
    models: int = 24,
    files: int = 8,
    weapon: Melee = "hand weapons",
    charged: bool = False,
    enemy_ca: int = 3,
    enemy_ka: int = 3,
    enemy_mv: int = 7,
    enemy_av: int = 2,
    enemy_models: int = 24,
    enemy_files: int = 8,
    enemy_weapon: Melee = "spears",
    enemy_charged: bool = False,
) -> dict[str, Fraction]:
    """One round of combat, front to front: who wins, and who breaks?"""
    own = block("own", ca=ca, ka=ka, mv=mv, av=av, models=models, files=files, weapons=(weapon,))
    foe = block(
        "foe",
        "blue",
        ca=enemy_ca,
        ka=enemy_ka,
        mv=enemy_mv,
        av=enemy_av,
        models=enemy_models,
        files=enemy_files,
        weapons=(enemy_weapon,),
    )
    own.charged, foe.charged = charged, enemy_charged
    battle = field(own, foe)
    touch(battle, own, foe)
    blows = [
        Blow(unit.id, other.id, "front", strike_dice(unit, "front", unit.files))
        for unit, other in ((own, foe), (foe, own))
    ]
    battle.frays = [Fray([own.id, foe.id], blows)]
    return fray_odds(battle, own, foe)


def fray_odds(battle: Battle, own: Unit, foe: Unit) -> dict[str, Fraction]:
    """The odds of a combat of two units that is about to be fought."""
    ends = chain(fray_step, battle, over=lambda each: not each.frays)
    mine, theirs = own.id, foe.id
    return {
        f"{own.name} wins": ends.chance(lambda end: end.situation.unit(mine).won),
        "draw": ends.chance(lambda end: not end.situation.unit(mine).won and not end.situation.unit(theirs).won),
        f"{foe.name} wins": ends.chance(lambda end: end.situation.unit(theirs).won),
        f"{own.name} breaks": ends.chance(lambda end: end.situation.unit(mine).broke),
        f"{foe.name} breaks": ends.chance(lambda end: end.situation.unit(theirs).broke),
    }


QUESTIONS: dict[str, Callable[..., Any]] = {
    "morale_test": morale_test,
    "half_strength": half_strength,
    "lost_combat": lost_combat,
    "rally": rally,
    "pursuit": pursuit,
    "charge_flee": charge_flee,
    "general_falls": general_falls,
    "volley": volley,
    "strategic_advantage": strategic_advantage,
    "strategy_bid": strategy_bid,
    "command_test": command_test,
    "comes_back": comes_back,
    "combat_round": combat_round,
}


# Beside an option


def forecast(battle: AnyBattle, question: Question, option: Option) -> list[tuple[str, Fraction]] | None:
    """The odds of an option that needs no measuring (WC-PHASE-05): a Morale test on the list, a pursuit, a charge once it is in contact."""
    if not isinstance(battle, Battle):
        raise RuleError("this is not a battle of War & Conquest")
    if isinstance(option, ToTest):
        return _test_forecast(battle, option)
    if isinstance(option, Declare):
        return charging(battle, option)
    if isinstance(option, Pick) and option.key.startswith("pursue "):
        caught = odds(_chase, battle.unit(option.piece), (battle.unit(question.about[0]),))[True]
        return [("caught", caught), ("gets away", 1 - caught)]
    return None


def _test_forecast(battle: Battle, option: ToTest) -> list[tuple[str, Fraction]] | None:
    due = next((due for due in battle.due if due.unit == option.unit), None)
    if due is None or battle.companion:
        return None
    unit = battle.unit(option.unit)
    chance = chance_of("morale", battle, unit, *reductions(due)) if battle.options.sip_use == "strategy" else None
    return None if chance is None else [("passes", chance), ("fails", 1 - chance)]


__all__ = ["QUESTIONS", "at_least", "at_least_once", "forecast", "how_many", "pass_chance"]
