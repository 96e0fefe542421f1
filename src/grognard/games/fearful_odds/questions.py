"""The odds that players ask for, each a typed function over the playing rules."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Literal

from grognard.games.fearful_odds.battle import (
    Ammo,
    Battle,
    Character,
    Counter,
    Order,
    Unit,
    Where,
    Wound,
)
from grognard.games.fearful_odds.counters import usual
from grognard.games.fearful_odds.duels import BLOW, Challenge, Duel, answerers, duel
from grognard.games.fearful_odds.firing import Target
from grognard.games.fearful_odds.melee import Melee, fight
from grognard.games.fearful_odds.missiles import shoot, shoot_character
from grognard.games.fearful_odds.morale import check_task
from grognard.games.fearful_odds.out_of_turn import Evade, evade, withdraw
from grognard.games.fearful_odds.rally import Attempt, rally, regroup
from grognard.games.fearful_odds.situations import (
    MIDDLE,
    a_counter,
    a_field,
    a_leader,
    a_skirmish,
    a_unit,
    fate,
    first_option,
)
from grognard.games.fearful_odds.turn import throw_for_initiative
from grognard.games.fearful_odds.who_fights import Attack
from grognard.kernel.chains import chain
from grognard.kernel.choice import Option, Question
from grognard.kernel.odds import Distribution, odds, outcomes_of
from grognard.kernel.referee import Referee

Code = Literal["HF", "GF", "PH", "WB", "LV", "BF", "LF", "HC", "LC", "CH", "BE", "EN"]
From = Literal["front", "flank", "rear"]
Ground = Literal["clear", "woods", "rough", "town", "works"]
Hexside = Literal["none", "stream", "wall", "ford", "bridge", "gate"]
Weapon = Literal["javelin", "sling", "bow", "engine"]
Kind = Literal["foot", "horse", "beast", "engine"]
OrderWord = Literal["good", "disorder"]
Chances = dict[str, Fraction]


# Melee


def melee(
    attacker: Code = "HF",
    defender: Code = "HF",
    struck_from: From = "front",
    cavalry_charge: bool = False,
    ground: Ground = "clear",
    hexside: Hexside = "none",
    defender_higher: bool = False,
    attacker_sp: int = 0,
    defender_sp: int = 0,
    attacker_order: OrderWord = "good",
    defender_order: OrderWord = "good",
    attacker_ml: int = 0,
    defender_ml: int = 0,
) -> Chances:
    """One melee of two usual units: who gives way? SP 0 means full strength; `ground` is the defender's hex; ML of a leader stacked with the unit."""
    battle, me, foe = line_up(
        usual(attacker), usual(defender), struck_from, cavalry_charge, ground, hexside, defender_higher,
        (attacker_sp, defender_sp), (attacker_order, defender_order), (attacker_ml, defender_ml),
    )  # fmt: skip
    return melee_odds(battle, me, foe)


def line_up(
    mine: Counter,
    theirs: Counter,
    struck_from: str = "front",
    cavalry_charge: bool = False,
    ground: str = "clear",
    hexside: str = "none",
    higher: bool = False,
    strengths: tuple[int, int] = (0, 0),
    orders: tuple[str, str] = ("good", "good"),
    commands: tuple[int, int] = (0, 0),
) -> tuple[Battle, Unit, Unit]:
    """An attacker beside a defender, as a question describes them."""
    board = a_field().board
    here = board.next_to[MIDDLE][4]
    sides = ((MIDDLE, board.next_to[MIDDLE].index(here), hexside),) if hexside != "none" else ()
    field = a_field({MIDDLE: ground}, {MIDDLE: 1} if higher else {}, sides)
    facing = next(f for f in range(6) if board.fronts[here * 6 + f] & board.bit[MIDDLE])
    turned = next(f for f in range(6) if board.side_of(MIDDLE, f, here) == struck_from)
    me = a_unit("attacker", "red", mine, here, strength=strengths[0], order=orders[0], facing=facing)
    foe = a_unit("defender", "blue", theirs, MIDDLE, strength=strengths[1], order=orders[1], facing=turned)
    me.entered = int(cavalry_charge)
    leaders = [*a_leader("red", commands[0], here), *a_leader("blue", commands[1], MIDDLE)]
    return a_skirmish(me, foe, *leaders, field=field), me, foe


def melee_odds(battle: Battle, attacker: Unit, defender: Unit) -> Chances:
    """Who is hit, who leaves his hex, who Routs; a retreat, a Rout and elimination all leave it."""
    ends = outcomes_of(fight, battle, attacker, defender, see=_melee_end, policy=first_option)
    return {
        "defender leaves": ends.chance(lambda end: end[1][2]),
        "attacker leaves": ends.chance(lambda end: end[0][2]),
        "nobody leaves": ends.chance(lambda end: not end[0][2] and not end[1][2]),
        "attacker advances": ends.chance(lambda end: end[2]),
        "defender hit": ends.chance(lambda end: end[1][0]),
        "attacker hit": ends.chance(lambda end: end[0][0]),
        "defender routs": ends.chance(lambda end: end[1][1] == "rout"),
        "attacker routs": ends.chance(lambda end: end[0][1] == "rout"),
        "defender destroyed": ends.chance(lambda end: end[1][1] == "eliminated"),
        "attacker destroyed": ends.chance(lambda end: end[0][1] == "eliminated"),
    }


def _melee_end(result: Melee, _: Battle, attacker: Unit, defender: Unit) -> Any:
    pairs = (
        (result.hits[1 - n], fate(unit), result.retreats[n] > 0 or fate(unit) in ("rout", "eliminated"))
        for n, unit in enumerate((attacker, defender))
    )
    return (*pairs, result.advanced)


def gang_up(
    first: Code = "HF",
    second: Code = "HF",
    second_from: From = "flank",
    defender: Code = "HF",
    cavalry_charge: bool = False,
) -> Chances:
    """One unit in front and then a second elsewhere, on the same defender: does he hold?"""
    plans = [(usual(first), "front"), (usual(second), second_from)]

    def attack(referee: Referee, battle: Battle) -> None:
        counter, side = plans[battle.turn]
        fresh, me, foe = line_up(counter, usual(defender), side, cavalry_charge)
        old = battle.units["defender"]
        foe.strength, foe.order, foe.ammo = old.strength, old.order, old.ammo
        result = fight(referee, fresh, me, foe)
        old.strength, old.order, old.ammo, old.where = foe.strength, foe.order, foe.ammo, foe.where
        old.at = -1 if result.vacated else old.at
        battle.turn += 1

    start = a_skirmish(a_unit("defender", "blue", usual(defender), MIDDLE))
    start.turn = 0
    ends = chain(
        attack, start, over=lambda battle: battle.turn == 2 or battle.units["defender"].at < 0, policy=first_option
    )
    seen = ends.map(lambda end: (end.situation.units["defender"].at >= 0, fate(end.situation.units["defender"])))
    return {
        "holds": seen.chance(lambda end: end[0]),
        "holds in good order": seen.chance(lambda end: end == (True, "good")),
        "retreats": seen.chance(lambda end: not end[0] and end[1] not in ("rout", "eliminated")),
        "routs": seen.chance(lambda end: end[1] == "rout"),
        "destroyed": seen.chance(lambda end: end[1] == "eliminated"),
    }


# Missiles


def shooting(
    weapon: Weapon = "bow",
    shots: int = 1,
    target_ql: int = 6,
    target_sp: int = 8,
    target_sp_at_start: int = 0,
    target_ml: int = 0,
    cover: bool = False,
    target_higher: bool = False,
    shooter_order: OrderWord = "good",
    target_order: OrderWord = "good",
) -> Chances:
    """So many shots at one unit, while missiles last: how it stands afterwards, and whether the shooter is Out."""
    counter = a_counter(5, missile=weapon)
    target = a_counter(target_ql, target_sp_at_start or target_sp)
    field = a_field(heights={MIDDLE: 1} if target_higher else {}, sheltered=(MIDDLE,) if cover else ())
    shooter = a_unit("shooter", "red", counter, MIDDLE - 2, order=shooter_order, facing=5)
    foe = a_unit("target", "blue", target, MIDDLE, strength=target_sp, order=target_order)
    battle = a_skirmish(shooter, foe, *a_leader("blue", target_ml, MIDDLE), field=field)

    def one_shot(referee: Referee, battle: Battle) -> None:
        shoot(referee, battle, battle.units["shooter"], battle.units["target"])

    def over(battle: Battle) -> bool:
        return battle.units["shooter"].ammo is Ammo.OUT or battle.units["target"].at < 0

    ends = chain(one_shot, battle, over=over, steps=shots, policy=first_option).map(
        lambda end: (
            fate(end.situation.units["target"]),
            end.situation.units["shooter"].ammo,
            end.situation.units["target"].strength,
        )
    )
    return {
        **{word: _share(ends, word) for word in ("good", "disorder", "rout", "eliminated")},
        "no hit": ends.chance(lambda end: end[2] == target_sp),
        "shooter low": ends.chance(lambda end: end[1] is Ammo.LOW),
        "shooter out": ends.chance(lambda end: end[1] is Ammo.OUT),
    }


def _share(ends: Distribution[Any], word: str) -> Fraction:
    return ends.chance(lambda end: bool(end[0] == word))


def shot_at_character(
    weapon: Weapon = "bow", shooter_ql: int = 6, prowess: int = 4, wounded: bool = False
) -> Distribution[str]:
    """A shot at a hero or leader: how he stands afterwards, an old Minor wound included."""
    unit = a_unit("shooter", "red", a_counter(shooter_ql, missile=weapon), MIDDLE - 2, facing=5)
    target = Character(
        "target", "blue", "target", "hero", 0, prowess, 6, MIDDLE, Wound.MINOR if wounded else Wound.NONE
    )
    battle = a_skirmish(unit, target)
    return outcomes_of(shoot_character, battle, unit, target, see=lambda _, __, ___, target: target.wound.value)


# Getting away


def evasion(ql: int = 5, ma: int = 6, enemy_ma: int = 4, ml: int = 0, disordered: bool = False) -> Chances:
    """Does a unit get away from an approaching enemy? Open ground behind it."""
    unit = a_unit(
        "unit",
        "blue",
        a_counter(ql, 4, ma, missile="sling"),
        MIDDLE,
        order="disorder" if disordered else "good",
        facing=4,
    )
    mover = a_unit("mover", "red", a_counter(6, 8, enemy_ma), MIDDLE - 9, facing=4)
    battle = a_skirmish(unit, mover, *a_leader("blue", ml, MIDDLE))
    return _slips(
        outcomes_of(
            evade,
            battle,
            unit,
            mover,
            see=lambda gone, _, unit, __: (gone and unit.at >= 0, unit.order.value),  # who Routs is gone, but not away
            policy=first_option,
        ),
        disordered,
    )


def withdrawal(ql: int = 6, ma: int = 9, enemy_ma: int = 7, ml: int = 0, disordered: bool = False) -> Chances:
    """Does a unit in contact get free in a March or Regroup?"""
    unit = a_unit("unit", "red", a_counter(ql, 4, ma, "horse"), MIDDLE, order="disorder" if disordered else "good")
    enemy = a_unit("enemy", "blue", a_counter(6, 8, enemy_ma), MIDDLE + 1, facing=2)
    battle = a_skirmish(unit, enemy, *a_leader("red", ml, MIDDLE), kind="march")

    def slip(referee: Referee, battle: Battle, unit: Unit, enemy: Unit) -> bool:
        return withdraw(referee, battle, unit, [enemy])

    return _slips(
        outcomes_of(slip, battle, unit, enemy, see=lambda away, _, unit, __: (away, unit.order.value)), disordered
    )


def _slips(ends: Distribution[tuple[bool, str]], disordered: bool) -> Chances:
    before = "disorder" if disordered else "good"
    return {
        "gets away": ends.chance(lambda end: end[0]),
        "stays": ends.chance(lambda end: not end[0] and end[1] == before),
        "disordered": ends.chance(lambda end: not end[0] and end[1] == "disorder" and not disordered),
        "routs": ends.chance(lambda end: end[1] == "rout"),
    }


def hazard(ql: int = 6, checks: int = 1, ml: int = 0, disordered: bool = False) -> Distribution[str]:
    """Crossing so many walls, ditches or streams: the order a unit ends in."""
    unit = a_unit("unit", "red", a_counter(ql), MIDDLE, order="disorder" if disordered else "good")
    battle = a_skirmish(unit, *a_leader("red", ml, MIDDLE))

    def cross(referee: Referee, battle: Battle, unit: Unit) -> None:
        for _ in range(checks):
            if unit.at >= 0:
                check_task(referee, battle, unit)

    return outcomes_of(cross, battle, unit, see=lambda _, __, unit: unit.order.value, policy=first_option)


# Single Combat


def single_combat(prowess: int = 6, enemy: int = 4, wounded: bool = False, enemy_wounded: bool = False) -> Chances:
    """One duel of two characters: who is Victorious, who falls?"""
    me, foe = _fighter("a", "red", prowess, wounded), _fighter("b", "blue", enemy, enemy_wounded)
    return duel_odds(a_skirmish(me, foe), me, foe)


def champion_duel(prowess: int = 7, enemy_ql: int = 6, duels: int = 1, wounded: bool = False) -> Chances:
    """A character meets so many fresh champions of units of that QL, one after the other: how does he stand?"""
    start = a_skirmish(_fighter("a", "red", prowess, wounded))
    start.turn = 0

    def one_duel(referee: Referee, battle: Battle) -> None:
        result = duel(referee, battle, battle.characters["a"], a_unit("b", "blue", a_counter(enemy_ql), MIDDLE + 1))
        battle.turn += 1
        battle.passes += result.victor == 0

    def over(battle: Battle) -> bool:
        return battle.turn == duels or battle.characters["a"].where is Where.GONE

    ends = chain(one_duel, start, over=over).map(
        lambda end: (end.situation.characters["a"].wound.value, end.situation.passes)
    )
    return {
        "still in play": ends.chance(lambda end: end[0] in ("none", "minor")),
        "unhurt": ends.chance(lambda end: end[0] == "none"),
        "killed": ends.chance(lambda end: end[0] == "killed"),
        "victorious at least once": ends.chance(lambda end: end[1] > 0),
        "victorious every time": ends.chance(lambda end: end[1] == duels),
    }


def _fighter(id: str, side: str, prowess: int, wounded: bool) -> Character:
    return Character(
        id,
        side,
        id,
        "hero",
        0,
        prowess,
        6,
        MIDDLE if side == "red" else MIDDLE + 1,
        Wound.MINOR if wounded else Wound.NONE,
    )


def duel_odds(battle: Battle, first: Character | Unit, second: Character | Unit) -> Chances:
    """Victories and falls of the first fighter and the second."""
    ends = odds(duel, battle, first, second, policy=first_option)

    def falls(result: Duel, n: int) -> bool:
        return result.wounds[n] in (Wound.SEVERE, Wound.KILLED)

    return {
        "victorious": ends.chance(lambda end: end.victor == 0),
        "enemy victorious": ends.chance(lambda end: end.victor == 1),
        "falls": ends.chance(lambda end: falls(end, 0)),
        "enemy falls": ends.chance(lambda end: falls(end, 1)),
        "both fall": ends.chance(lambda end: falls(end, 0) and falls(end, 1)),
        "nothing happens": ends.chance(lambda end: all(BLOW[total] is Wound.NONE for total in end.totals)),
    }


# Rally, regroup, initiative


def rallying(ql: int = 6, ml: int = 0, attempts: int = 1) -> Chances:
    """Does a disordered unit rally within so many attempts? ML of a leader stacked with it."""
    unit = a_unit("unit", "red", a_counter(ql), MIDDLE, order="disorder")
    battle = a_skirmish(unit, *a_leader("red", ml, MIDDLE), kind="regroup")

    def tries(referee: Referee, battle: Battle, unit: Unit) -> bool:
        return any(rally(referee, battle, unit) for _ in range(attempts))

    return {"rallies": odds(tries, battle, unit)[True]}


def regrouping(ql: int = 6, half_strength: bool = True, attempts: int = 1) -> Chances:
    """Does a Routed unit come back within so many attempts, and does it then rally at the first try?"""
    unit = a_unit("unit", "red", a_counter(ql), -1, strength=4 if half_strength else 8)
    unit.order, unit.where = Order.ROUT, Where.REGROUP_BOX
    battle = a_skirmish(unit, *a_leader("red", 1, MIDDLE), kind="regroup")

    def back(referee: Referee, battle: Battle, unit: Unit) -> bool:
        return any(regroup(referee, battle, unit, battle.characters["red leader"]) for _ in range(attempts))

    def rallied(referee: Referee, battle: Battle, unit: Unit) -> bool:
        return back(referee, battle, unit) and rally(referee, battle, unit)

    return {
        "comes back": odds(back, battle, unit, policy=first_option)[True],
        "comes back and rallies": odds(rallied, battle, unit, policy=first_option)[True],
    }


def initiative(rating: int = 2, enemy_rating: int = 1, last_turn: Literal["me", "enemy", "nobody"] = "me") -> Chances:
    """Do I go first? A tie goes to whoever had the initiative, and is thrown again in the first turn."""
    mine, theirs = a_leader("red", 1, MIDDLE)[0], a_leader("blue", 1, MIDDLE + 1)[0]
    battle = a_skirmish(mine, theirs)
    for side, rate, leader in zip(battle.sides, (rating, enemy_rating), (mine, theirs), strict=True):
        side.commander, side.rating = leader.id, rate
    battle.initiative = {"me": "red", "enemy": "blue", "nobody": ""}[last_turn]
    thrown = outcomes_of(
        throw_for_initiative, battle, see=lambda totals, after: (after.initiative, totals[0] == totals[1])
    )
    decided = thrown.chance(lambda end: bool(end[0]))
    return {
        "I go first": thrown.chance(lambda end: end[0] == "red") / decided,
        "tie": thrown.chance(lambda end: end[1]),
    }


QUESTIONS: dict[str, Callable[..., Any]] = {
    "melee": melee,
    "gang_up": gang_up,
    "shooting": shooting,
    "shot_at_character": shot_at_character,
    "evasion": evasion,
    "withdrawal": withdrawal,
    "hazard": hazard,
    "single_combat": single_combat,
    "champion_duel": champion_duel,
    "rallying": rallying,
    "regrouping": regrouping,
    "initiative": initiative,
}


# Beside an option


def forecast(battle: Battle, question: Question, option: Option) -> list[tuple[str, Fraction]] | None:
    """What may come of an attack, a shot, a challenge, an evasion or a rally, before it is chosen."""
    if isinstance(option, Attack):
        chances = melee_odds(battle, battle.units[option.attacker], battle.units[option.defender])
        return _some(chances, "defender leaves", "attacker leaves", "defender routs")
    if isinstance(option, Target) and question.about:
        return _shot_forecast(battle, battle.units[question.about[0]], option.piece)
    if isinstance(option, Challenge):
        me = battle.characters[option.who]
        able = answerers(battle, option.hex, battle.enemy_of(me.side))
        return _some(duel_odds(battle, me, able[0]), "victorious", "falls") if len(able) == 1 else None
    if isinstance(option, Evade) and question.about:
        unit, mover = battle.units[option.unit], battle.units[question.about[0]]
        return [
            (
                "gets away",
                outcomes_of(
                    evade,
                    battle,
                    unit,
                    mover,
                    see=lambda gone, _, unit, __: gone and unit.at >= 0,
                    policy=first_option,
                )[True],
            )
        ]
    if isinstance(option, Attempt) and option.verb == "rally":
        return [("rallies", odds(rally, battle, battle.units[option.unit])[True])]
    return None


def _shot_forecast(battle: Battle, unit: Unit, target: str) -> list[tuple[str, Fraction]]:
    foe = battle.units.get(target)
    if foe is not None:
        shots = outcomes_of(
            shoot, battle, unit, foe, see=lambda shot, _, __, foe: (shot.hit, fate(foe)), policy=first_option
        )
        before = fate(foe)
        return [
            ("hit", shots.chance(lambda end: end[0])),
            ("disorder", shots.chance(lambda end: end[1] == "disorder" != before)),
            ("rout", shots.chance(lambda end: end[1] in ("rout", "eliminated"))),
        ]
    one = battle.characters[target]
    ends = outcomes_of(
        shoot_character, battle, unit, one, see=lambda _, __, ___, one: one.where is Where.GONE, policy=first_option
    )
    return [("falls", ends[True])]


def _some(chances: Chances, *names: str) -> list[tuple[str, Fraction]]:
    return [(name, chances[name]) for name in names]
