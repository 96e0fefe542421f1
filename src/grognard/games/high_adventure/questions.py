"""The odds that players ask for, each a typed function over the playing rules."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Literal

from grognard.games.high_adventure import melees
from grognard.games.high_adventure.abilities import ABILITIES
from grognard.games.high_adventure.armour import WORDS
from grognard.games.high_adventure.arrivals import describe
from grognard.games.high_adventure.attributes import attempt, pace_bonus, passes
from grognard.games.high_adventure.battle import Battle, Side, Table
from grognard.games.high_adventure.charts import (
    Seen,
    Standing,
    can_still_shoot,
    is_green,
    read_chart,
    risk_factors,
    throw,
)
from grognard.games.high_adventure.contact import PIN, stand
from grognard.games.high_adventure.creatures import profile_of
from grognard.games.high_adventure.dragons import breathe
from grognard.games.high_adventure.effects import roll_release
from grognard.games.high_adventure.figures import INCH, Figure, Group, Order, Profile, State, Weapon
from grognard.games.high_adventure.forces import Stock, arrival_modifiers, arriving_force
from grognard.games.high_adventure.magic import attempt as cast
from grognard.games.high_adventure.melee import fight, throws
from grognard.games.high_adventure.movement import charge_reach, move_of
from grognard.games.high_adventure.options import Options
from grognard.games.high_adventure.pairing import Outnumbered, divided
from grognard.games.high_adventure.shooting import Aim, aim_at, band, loose
from grognard.games.high_adventure.slots import charge as do_charge
from grognard.games.high_adventure.things import Melee, Shot, Task  # fmt: skip
from grognard.games.high_adventure.volleys import Target, hits
from grognard.games.high_adventure.weapons import weapon as weapon_named
from grognard.kernel.chains import chain
from grognard.kernel.choice import Option, Pick, Question
from grognard.kernel.dice import D6
from grognard.kernel.odds import Distribution, odds, outcomes_of
from grognard.kernel.referee import Referee
from grognard.kernel.tally import Tally

ArmourWord = Literal["unarmoured", "padded", "mail", "plate"]
Arm = Literal["hand", "polearm", "improvised", "smashing", "magic_sword"]
Missile = Literal["bow", "longbow", "crossbow", "sling", "hurled", "rocks"]
Weapons = Literal["close", "ranged"]
OPTIONS = Options()
OUT = (State.DISABLED, State.KILLED, State.GRIEVOUS, State.DESTROYED)
DEAD = (State.KILLED, State.GRIEVOUS, State.DESTROYED)


# Situations


def a_fighter(
    id: str = "a", side: str = "red", *, strength: int = 1, skill: int = 0, armour: str = "unarmoured", arm: Weapon | None = None,
    kind: str = "human", light_wounds: int = 0, shield: bool = False, mounted: bool = False, pc: bool = False, belt: bool = False,
    x: int = 3000, y: int = 3000, facing: int = 0,
) -> Figure:  # fmt: skip
    """A figure that stands alone in a question."""
    base = profile_of(kind, OPTIONS)
    held = arm or Weapon("sword", skill=skill)
    profile = Profile(
        kind=kind, strength=strength, armour=WORDS[armour], move=base.move, radius=base.radius, weapons=(held,), shield=shield, belt=belt,
        leadership=base.leadership, cleverness=base.cleverness,
    )  # fmt: skip
    return Figure(
        id, side, id, profile=profile, role="pc" if pc else "npc", group=f"{id}'s", x=x, y=y, facing=facing, hand=held.name,
        light_wounds=light_wounds, mounted=mounted, order=Order.STAND,
    )  # fmt: skip


def a_skirmish(*figures: Figure, options: Options = OPTIONS) -> Battle:
    """These figures on a bare table; the rules play both sides, so that nobody is asked."""
    battle = Battle(
        options=options, table=Table(9000, 9000), sides=[Side("red", "red", True), Side("blue", "blue", True)], figures=list(figures),
        groups=[Group(f.group, f.side, f.name, members=[f.id], order=f.order) for f in figures], turn=1,
    )  # fmt: skip
    for figure in figures:
        stand(battle, figure, figure.x, figure.y)
    return battle


def arm_of(word: str, skill: int) -> Weapon:
    """A weapon by the word of a question."""
    names = {
        "hand": "sword",
        "polearm": "polearm",
        "improvised": "improvised",
        "smashing": "mace",
        "magic_sword": "magic sword",
    }
    return weapon_named(names[word], skill)


def missile_of(word: str, skill: int) -> Weapon:
    return weapon_named({"hurled": "javelins"}.get(word, word), skill)


# Melee


def in_contact(one: Figure, other: Figure) -> tuple[Figure, Figure]:
    other.x, other.y, other.facing = one.x, one.y + one.radius + other.radius, 180
    return one, other


def one_round(referee: Referee, battle: Battle, one: Figure, other: Figure, helpers: int = 0, foes: int = 0) -> str:
    """One melee between two figures, supporters only counted: who won."""
    melee = Melee(
        one.id,
        other.id,
        throws(battle, one),
        throws(battle, other),
        [f"h{n}" for n in range(helpers)],
        [f"f{n}" for n in range(foes)],
    )
    battle.melees = [melee]
    fight(referee, battle, melee)
    melees.blows(referee, battle, Task("blows"))
    return melee.winner


def melee(
    strength: int = 3, skill: int = 3, armour: ArmourWord = "plate", weapon: Arm = "hand", supporters: int = 0, mounted: bool = False,
    enemy_strength: int = 1, enemy_skill: int = 0, enemy_armour: ArmourWord = "padded", enemy_weapon: Arm = "hand", enemy_supporters: int = 0,
) -> dict[str, Fraction]:  # fmt: skip
    """One round of melee: how often does each side win, hurt, put out or kill the other?"""
    one = a_fighter(strength=strength, armour=armour, arm=arm_of(weapon, skill), mounted=mounted, pc=True)
    other = a_fighter("b", "blue", strength=enemy_strength, armour=enemy_armour, arm=arm_of(enemy_weapon, enemy_skill))
    battle = a_skirmish(*in_contact(one, other))
    seen = outcomes_of(one_round, battle, one, other, supporters, enemy_supporters, see=_fates)
    return melee_answer(seen)


def _fates(winner: str, battle: Battle, one: Figure, other: Figure, *_: int) -> tuple[str, State, int, State, int]:
    return winner, one.state, one.light_wounds, other.state, other.light_wounds


def melee_answer(seen: Distribution[Any]) -> dict[str, Fraction]:
    return {
        "wins": seen.chance(lambda o: o[0] == "a"),
        "tie": seen.chance(lambda o: o[0] == ""),
        "enemy out": seen.chance(lambda o: o[3] in OUT),
        "enemy killed": seen.chance(lambda o: o[3] in DEAD),
        "enemy hurt": seen.chance(lambda o: o[3] in OUT or o[4] > 0),
        "out": seen.chance(lambda o: o[1] in OUT),
        "hurt": seen.chance(lambda o: o[1] in OUT or o[2] > 0),
    }


def duel(
    strength: int = 2, skill: int = 2, armour: ArmourWord = "mail", enemy_strength: int = 2, enemy_skill: int = 1,
    enemy_armour: ArmourWord = "mail", rounds: int = 0,
) -> dict[str, Fraction]:  # fmt: skip
    """Two who stay in contact: who is put out first? `rounds` = 0 is to the end; push backs are followed up."""
    one, other = in_contact(
        a_fighter(strength=strength, skill=skill, armour=armour),
        a_fighter("b", "blue", strength=enemy_strength, skill=enemy_skill, armour=enemy_armour),
    )
    battle = a_skirmish(one, other)

    def over(battle: Battle) -> bool:
        return not all(figure.able for figure in battle.figures)

    ends = chain(_duel_round, battle, over=over, steps=rounds or None)
    state = ends.map(lambda end: tuple(figure.able for figure in end.situation.figures))
    return {
        "wins": state[True, False],
        "loses": state[False, True],
        "both out": state[False, False],
        "both able": state[True, True],
    }


def _duel_round(referee: Referee, battle: Battle) -> None:
    one, other = battle.figures
    one_round(referee, battle, one, other)
    battle.melees = []
    for group in battle.groups:
        group.lw_taken = group.lw_dealt = 0
    for figure in battle.figures:
        figure.disturbed = False


def split(
    strength: int = 2, skill: int = 2, armour: ArmourWord = "padded", foes: int = 2, foe_skill: int = 1, foe_armour: ArmourWord = "padded",
) -> dict[str, dict[str, Fraction]]:  # fmt: skip
    """Outnumbered: all dice at one foe, or one die to each? Chances to put somebody out, and to be hurt."""
    plans = {"all at one": [strength] + [0] * (foes - 1), "one each": _one_each(strength, foes)}
    return {
        name: _split_odds(strength, skill, armour, foes, foe_skill, foe_armour, tuple(allot))
        for name, allot in plans.items()
    }


def _one_each(dice: int, foes: int) -> list[int]:
    allot = [1 if n < dice else 0 for n in range(foes)]
    allot[0] += max(0, dice - foes)
    return allot


def _split_odds(
    strength: int, skill: int, armour: str, foes: int, foe_skill: int, foe_armour: str, allot: tuple[int, ...]
) -> dict[str, Fraction]:
    one = a_fighter(strength=strength, skill=skill, armour=armour)
    others = [
        a_fighter(f"f{n}", "blue", skill=foe_skill, armour=foe_armour, x=100 + 300 * n, y=100) for n in range(foes)
    ]
    battle = a_skirmish(one, *others)
    whole = Melee("a", "f0", strength, 1, supporters_other=[f.id for f in others[1:]])
    battle.melees = divided(battle, Outnumbered(one, others, whole), list(allot))

    def rule(referee: Referee, battle: Battle) -> tuple[bool, bool]:
        for melee in battle.melees:
            fight(referee, battle, melee)
        melees.blows(referee, battle, Task("blows"))
        hero = battle.figure("a")
        return any(f.state in OUT for f in battle.figures if f.side == "blue"), not hero.able or hero.light_wounds > 0

    seen = odds(rule, battle)
    return {"somebody out": seen.chance(lambda o: o[0]), "hurt oneself": seen.chance(lambda o: o[1])}


# Shooting


def shot(
    strength: int = 1, skill: int = 1, weapon: Missile = "bow", distance: float = 8, armour: ArmourWord = "padded", target_strength: int = 1,
    shielded: bool = False, soft_cover: bool = False, building: bool = False, below: bool = False, elf: bool = False, belt: bool = False,
) -> dict[str, Fraction]:  # fmt: skip
    """One shot: does it hit, hurt, put out or kill?"""
    reach = band(weapon, round(distance * INCH), False, belt)
    if reach in ("too_close", "too_far"):
        return {"no shot": Fraction(1)}
    shooter = a_fighter(strength=strength, arm=missile_of(weapon, skill), kind="elf" if elf else "human")
    target = a_fighter("b", "blue", strength=target_strength, armour=armour, y=6000, x=6000)
    aim = Aim(reach, "building" if building else "soft" if soft_cover else "", below, shielded)
    return shot_answer(a_skirmish(shooter, target), shooter, target, aim)


def shot_answer(battle: Battle, shooter: Figure, target: Figure, aim: Aim) -> dict[str, Fraction]:
    before = target.light_wounds
    seen = outcomes_of(
        let_fly, battle, shooter, target, aim, see=lambda hit, b, s, t, a: (hit, t.state, t.light_wounds > before)
    )
    return {
        "hits": seen.chance(lambda o: o[0]),
        "hurt": seen.chance(lambda o: o[1] in OUT or o[2]),
        "out": seen.chance(lambda o: o[1] in OUT),
        "killed": seen.chance(lambda o: o[1] in DEAD),
    }


def let_fly(referee: Referee, battle: Battle, shooter: Figure, target: Figure, aim: Aim) -> bool:
    flight = loose(referee, battle, shooter, target, aim)
    battle.shots = [Shot(shooter.id, target.id, shooter.weapon.name, flight.cell, flight.victim)]
    hits(referee, battle, Task("hits"))
    return flight.hit


# Magic, arrivals, nerve


def spell(power: int = 6, cost: int = 1, boost: bool = False, belt: bool = False) -> dict[str, Fraction]:
    """Does the casting work, with so many Power Points left?"""
    caster = a_fighter(pc=True)
    caster.power = power
    battle = a_skirmish(caster)
    battle.sides[0].solo = False

    def policy(question: Question) -> str:
        return "yes" if boost else "no"

    if cost > power:
        return {"works": Fraction(0)}
    return {"works": odds(cast, battle, caster, cost, belt, policy=policy)[True]}


def arrivals(markers: int = 3, contact: bool = True, party_strength: int = 12) -> dict[str, Fraction]:
    """Does something come through the markers (each of value 1) in sight?"""

    def rule(referee: Referee) -> str:
        die = referee.roll(D6, "arrivals", by="blue", rule="HA-GEN-04").total
        total = die + Tally(arrival_modifiers(markers, contact)).total
        force, _ = arriving_force(OPTIONS, die, total, party_strength, False, Stock())
        return describe(force)

    return dict(odds(rule).items())


def nerve(
    figures: int = 4, lost: int = 1, wounded: int = 1, weapons: Weapons = "close", skill: int = 0, distance: float = 10,
    in_cover: bool = False, beaten: bool = True, order: Literal["Attack", "March", "Stand", "Withdraw", "Flee"] = "Stand",
) -> dict[str, Any]:  # fmt: skip
    """A group that nobody commands: its Risk Factor, and the chance of each order."""
    able, seen = figures - lost, (Seen(round(distance * INCH)),)
    group = Standing(
        original=figures, lost=lost, wounded=wounded, light_wounds=wounded, skills=(skill,) * able, order=order,
        ranged=weapons == "ranged" and can_still_shoot(seen), in_cover=in_cover, wounds_taken=3 if beaten else 0, seen=seen,
    )  # fmt: skip
    tally = Tally(risk_factors(OPTIONS, group))

    def rule(referee: Referee) -> str:
        return str(read_chart(OPTIONS, group, tally.total, throw(referee, "blue")).order)

    return {"risk": tally.total, **dict(odds(rule).items())}


def command(
    leadership: int = 4, group_leadership: int = 3, risk: int = 4, weapons: Weapons = "close"
) -> dict[str, Fraction]:
    """Does a PC within 6" get to name the order of a group at that risk?"""
    group = Standing(skills=(0,), ranged=weapons == "ranged")
    chief = a_fighter(pc=True)
    battle = a_skirmish(chief)

    def rule(referee: Referee, battle: Battle, chief: Figure) -> bool:
        result = read_chart(OPTIONS, group, risk, throw(referee, "red"))
        tested = passes(
            referee,
            battle,
            chief,
            max(group_leadership, leadership),
            "Leadership",
            "HA-SOL-20",
        )
        return tested and is_green(OPTIONS, str(result.order))

    return {"names the order": odds(rule, battle, chief)[True]}


def breath(distance: float = 8, armour: ArmourWord = "plate", shielded: bool = True) -> dict[str, Fraction]:
    """A dragon and one target in front of it: is he dead this turn?"""
    dragon = a_fighter("d", "blue", strength=4, armour="plate", kind="dragon", arm=Weapon("claws", skill=3))
    far = dragon.radius + 50 + round(distance * INCH)
    knight = a_fighter(armour=armour, shield=shielded, y=3000 + far, facing=180, pc=True)
    battle = a_skirmish(dragon, knight)
    seen = outcomes_of(breathe, battle, dragon, see=lambda _, battle, dragon: battle.figure("a").able)
    return {"dead": seen[False]}


def task(value: int = 3, helpers: int = 2) -> dict[str, Fraction]:
    """A lock or puzzle with advisers: is it done?"""
    figure = a_fighter()
    return {"done": odds(attempt, a_skirmish(figure), figure, value, "a task", "HA-ATTR-05", helpers)[True]}


def asleep(turns: int = 3) -> dict[str, Fraction]:
    """Is the sleeper still asleep so many turns later?"""

    def rule(referee: Referee) -> bool:
        return not any(roll_release(referee, "sleep", "red", "HA-MIN-07") for _ in range(turns))

    return {"asleep": odds(rule)[True]}


def charge(
    distance: float = 7, kind: Literal["human", "dwarf", "halfling", "rider", "orc"] = "human"
) -> dict[str, Fraction]:
    """Does a charge over that way reach its foe?"""
    figure = a_fighter(kind="human" if kind == "rider" else kind, mounted=kind == "rider")
    way = round(distance * INCH)
    if way > charge_reach(figure):
        return {"out of reach": Fraction(1)}

    def rule(referee: Referee, figure: Figure) -> bool:
        return way <= move_of(figure) + pace_bonus(referee, figure, "charge", "HA-ORD-05") + PIN

    return {"contact": odds(rule, figure)[True]}


def freeze(power: int = 6, boost: bool = False) -> dict[str, Fraction]:
    """Freeze at an ordinary man: does it hold him, does he die of it?"""
    held = spell(power, ABILITIES["Freeze"].cost, boost)["works"]

    def rule(referee: Referee) -> bool:
        return referee.roll(D6, "turns frozen", by="red", rule="HA-MAJ-06").total >= 4

    return {"held": held, "dies": held * odds(rule)[True]}


QUESTIONS: dict[str, Callable[..., Any]] = {
    "melee": melee, "duel": duel, "split": split, "shot": shot, "spell": spell, "arrivals": arrivals, "nerve": nerve, "command": command,
    "breath": breath, "task": task, "asleep": asleep, "charge": charge, "freeze": freeze,
}  # fmt: skip


# Beside an option


def forecast(battle: Battle, question: Question, option: Option) -> list[tuple[str, Fraction]] | None:
    """What may come of an attack before it is made: shots, charges and attribute tasks."""
    if isinstance(option, Target) and question.about:
        return _shot_forecast(battle, question.about[0], option.id)
    if isinstance(option, Pick) and option.key.startswith("charge ") and question.about:
        return _charge_forecast(battle, question.about[0], option.piece)
    return None


def _shot_forecast(battle: Battle, shooter_id: str, target_id: str) -> list[tuple[str, Fraction]]:
    shooter, target = battle.figure(shooter_id), battle.figure(target_id)
    aim = aim_at(battle, shooter, target)
    alone = a_skirmish(alone_at(shooter, 3000), alone_at(target, 6000), options=battle.options)
    answer = shot_answer(alone, alone.figures[0], alone.figures[1], aim)
    return [(name, answer[name]) for name in ("hits", "out", "killed")]


def alone_at(figure: Figure, place: int) -> Figure:
    """A copy that nobody else bothers."""
    copy = figure.copy()
    copy.x, copy.y, copy.engaged, copy.role = place, place, [], "npc" if figure.role == "npc" else "pc"
    return copy


def _charge_forecast(battle: Battle, charger_id: str, target_id: str) -> list[tuple[str, Fraction]]:
    charger, target = battle.figure(charger_id), battle.figure(target_id)

    def see(_: None, after: Battle, one: Figure, other: Figure) -> bool:
        return other.id in one.engaged

    contact = outcomes_of(do_charge, battle, charger, target, see=see, policy=lambda question: question.options[0])[
        True
    ]
    one, other = in_contact(alone_at(charger, 3000), alone_at(target, 3000))
    fought = outcomes_of(one_round, a_skirmish(one, other, options=battle.options), one, other, see=_named_fates)
    return [
        ("contact", contact),
        ("then wins", fought.chance(lambda o: o[0])),
        ("then puts out", fought.chance(lambda o: o[1])),
    ]


def _named_fates(winner: str, battle: Battle, one: Figure, other: Figure) -> tuple[bool, bool]:
    return winner == one.id, other.state in OUT
