"""Odds two ways: what the playing rules give when they are counted, against dice counted one by one here, and against how often it happens in live play.

The brute force knows nothing of the program: it goes through single dice, with the rule written out again in a line. The live plays know nothing of counting: they throw sealed dice. Seeds
are fixed and the intervals wide (four standard deviations), so that these tests fail when a rule changes and never by bad luck.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any, NamedTuple

import icepool
import pytest

from grognard.games.confrontation import questions as c3
from grognard.games.confrontation import wounds
from grognard.games.confrontation.attacks import Clash, clash
from grognard.games.confrontation.options import Options as ConfrontationOptions
from grognard.games.confrontation.tests_of_skill import attempt, thrifty
from grognard.games.en_garde import questions as eg
from grognard.games.en_garde.battle import Cover
from grognard.games.en_garde.blows import Blow, resolve
from grognard.games.en_garde.morale import morale_check
from grognard.games.en_garde.ploys import Ploy
from grognard.games.en_garde.powder import reload
from grognard.games.en_garde.shooting import Shot, shoot
from grognard.games.en_garde.stuns import shake_off
from grognard.games.en_garde.weapons import BLADES, MISSILES
from grognard.games.fearful_odds import questions as fo
from grognard.games.fearful_odds.battle import Character, Order, Unit
from grognard.games.fearful_odds.counters import usual
from grognard.games.fearful_odds.duels import duel
from grognard.games.fearful_odds.morale import check_task
from grognard.games.fearful_odds.rally import rally
from grognard.games.fearful_odds.situations import MIDDLE, a_counter, a_skirmish
from grognard.games.fearful_odds.turn import throw_for_initiative
from grognard.games.high_adventure import questions as ha
from grognard.games.high_adventure.attributes import attempt as attempt_task
from grognard.games.high_adventure.attributes import pace_bonus
from grognard.games.high_adventure.effects import roll_release
from grognard.games.high_adventure.magic import attempt as cast
from grognard.games.war_and_conquest import questions as wc
from grognard.games.war_and_conquest.bare_table import a_tested, block, checked, field
from grognard.games.war_and_conquest.flight import roll_run
from grognard.games.war_and_conquest.pursuit import is_caught
from grognard.games.war_and_conquest.shooting import shooting_modifiers, shots_kill
from grognard.games.war_and_conquest.strategy import strategy_roll
from grognard.games.war_and_conquest.troops import WEAPONS
from grognard.kernel.choice import Question
from grognard.kernel.matrix import equilibrium
from grognard.kernel.referee import Live, Referee, SealedDice
from grognard.kernel.samples import wilson
from grognard.kernel.tally import Modifier, Tally
from grognard.lab.choices.fearful_odds import charge_or_wait, duel_or_decline
from grognard.lab.choices.war_and_conquest import line_tests

PLAYS = 20_000
SURE = 4.0  # standard deviations


class Case(NamedTuple):
    """One question: the answer of the program, the same counted one die at a time, and one live play of it."""

    name: str
    exact: Fraction
    brute: Fraction
    live: Callable[[Referee], bool]
    answer: Callable[[Question], Any] = lambda question: question.options[0]


def counted(sides: tuple[int, ...], holds: Callable[..., bool]) -> Fraction:
    """How often something holds when these dice are thrown."""
    ways = list(product(*(range(1, each + 1) for each in sides)))
    return Fraction(sum(bool(holds(*faces)) for faces in ways), len(ways))


D6, TWO, THREE, FOUR = (6,), (6, 6), (6, 6, 6), (6, 6, 6, 6)


# En Garde!


def en_garde() -> Iterator[Case]:
    shooter, target = eg.a_model(shoot=2), eg.a_model("b", "blue")
    start = eg.a_skirmish(shooter, target)
    behind = Shot(MISSILES["musket"], 2000, Cover.LIGHT)

    def fire(referee: Referee) -> bool:
        battle = start.copy()
        return shoot(referee, battle, battle.figures["a"], battle.figures["b"], behind).result.value == "critical"

    yield Case(
        "a musket ball kills a man behind a hedge at 20 inches",
        eg.shot(shoot=2, weapon="musket", distance=20, cover="light")["critical"],
        counted(TWO, lambda a, b: (hit := a + b + 2 - 1 - 1 - 6) >= 1 and hit + 2 >= 6),
        fire,
    )

    duellists = eg.a_skirmish(eg.a_model(fight=2), eg.a_model("b", "blue", fight=2))

    def strike(result: str, guard: Ploy) -> Callable[[Referee], bool]:
        blow = Blow(BLADES["sword"], BLADES["sword"])

        def play(referee: Referee) -> bool:
            battle = duellists.copy()
            me, foe = battle.figures["a"], battle.figures["b"]
            return resolve(referee, battle, me, foe, blow, guard).result.value == result

        return play

    yield Case(
        "a plain sword blow kills",
        eg.attack()["critical"],
        counted(THREE, lambda a, b, c: a + b - c >= 6),
        strike("critical", Ploy.NONE),
    )
    yield Case(
        "a parried blow misses",
        eg.attack(defence="parry")["miss"],
        counted(FOUR, lambda a, b, c, d: a + b <= c + d),
        strike("miss", Ploy.PARRY),
    )

    def two_shots(*faces: int) -> bool:
        """EG-RULE-49: a Light wound counts 1, a Grievous 2, a Critical 3, and three are the end."""
        hits = (faces[0] + faces[1] + 1 - 1 - 6, faces[2] + faces[3] + 1 - 1 - 6)
        return sum(0 if hit < 1 else 1 if hit + 2 <= 3 else 2 if hit + 2 <= 5 else 3 for hit in hits) >= 3

    near = Shot(MISSILES["musket"], 1200)
    pair = eg.a_skirmish(eg.a_model(shoot=1), eg.a_model("b", "blue"))

    def fire_twice(referee: Referee) -> bool:
        battle = pair.copy()
        for _ in range(2):
            if battle.figures["b"].standing:
                shoot(referee, battle, battle.figures["a"], battle.figures["b"], near)
        return not battle.figures["b"].standing

    yield Case("two musket balls kill", eg.shots_at(shots=2)["dead"], counted(FOUR, two_shots), fire_twice)


def en_garde_besides() -> Iterator[Case]:
    spears = eg.a_fight((eg.a_model("you", initiative=2), "spear", 1, 0, 1), (eg.a_model("he", "blue", initiative=2), "sword", 1, 0, 1))  # fmt: skip
    yield Case(
        "a spear strikes before a sword",
        eg.strikes_first(weapon="spear", enemy_weapon="sword")["you first"],
        counted(TWO, lambda a, b: a + 2 > b) + counted(TWO, lambda a, b: a + 2 == b) / 2,
        lambda referee: eg.first_to_strike(referee, spears.copy()) == "you",
    )
    yield Case(
        "a warband with a banner stays steady",
        eg.morale(rating=8, banner=True)["steady"],
        counted(FOUR, lambda a, b, c, d: a + b <= 8 or c + d <= 8),
        lambda referee: morale_check(referee, eg.OPTIONS, eg.a_warband(8, 10), 7, commander=False, banner=True),
        eg.reroll_failures,
    )

    def shake(referee: Referee) -> bool:
        figure = eg.a_model(stuns=2)
        figure.rested = True
        shake_off(referee, figure, False)
        return not figure.stuns

    yield Case(
        "a rested man shakes off two stuns", eg.shake_it_off(stuns=2)[0], counted(D6, lambda a: a + 2 >= 7), shake
    )

    def settle(referee: Referee) -> bool:
        battle = eg.priority_battle(True, False)
        while not battle.priority:
            eg.settle_once(referee, battle)
        return battle.priority == "red"

    yield Case(
        "a tactician wins priority",
        eg.priority(tactician=True)["red"],
        counted(TWO, lambda a, b: a + 1 > b) / counted(TWO, lambda a, b: a + 1 != b),
        settle,
    )
    wet = eg.a_skirmish(eg.a_model())
    wet.rain, wet.figures["a"].reloads["musket"] = True, 1

    def load(referee: Referee) -> bool:
        battle = wet.copy()
        for _ in range(2):
            if not battle.figures["a"].loaded("musket"):
                reload(referee, battle, battle.figures["a"], "musket")
        return battle.figures["a"].loaded("musket")

    yield Case(
        "a musket is loaded in the rain within two turns",
        eg.reload_in_rain(turns=2)[True],
        counted(TWO, lambda a, b: a >= 4 or b >= 4),
        load,
    )


# Fearful Odds


def fearful_odds() -> Iterator[Case]:
    unit = Unit("unit", "red", "unit", a_counter(5), 8, MIDDLE, 1, Order.DISORDER)
    band = a_skirmish(unit, Character("leader", "red", "leader", "leader", 2, 3, 6, MIDDLE), kind="regroup")

    def try_twice(referee: Referee) -> bool:
        battle = band.copy()
        return rally(referee, battle, battle.units["unit"]) or rally(referee, battle, battle.units["unit"])

    yield Case(
        "a unit with its leader rallies within two attempts",
        fo.rallying(ql=5, ml=2, attempts=2)["rallies"],
        counted((10, 10), lambda a, b: a <= 7 or b <= 7),
        try_twice,
    )
    leaders = a_skirmish(*(Character(side, side, side, "leader", 1, 3, 6, MIDDLE + n) for n, side in enumerate(("red", "blue"))))  # fmt: skip
    for side, rating in zip(leaders.sides, (2, 1), strict=True):
        side.commander, side.rating = side.id, rating
    leaders.initiative = "blue"

    def dice_for_it(referee: Referee) -> bool:
        battle = leaders.copy()
        throw_for_initiative(referee, battle)
        return battle.initiative == "red"

    yield Case(
        "the better commander takes the initiative back",
        fo.initiative(2, 1, "enemy")["I go first"],
        counted((10, 10), lambda a, b: a + 2 > b + 1),
        dice_for_it,
    )

    def single(referee: Referee) -> bool:
        me, foe = (Character(id, side, id, "hero", 0, prowess, 6, MIDDLE + n) for n, (id, side, prowess) in enumerate((("a", "red", 6), ("b", "blue", 4))))  # fmt: skip
        return duel(referee, a_skirmish(me, foe), me, foe).victor == 0

    yield Case(
        "prowess 6 is victorious over prowess 4",
        fo.single_combat(6, 4)["victorious"],
        counted((10,) * 4, lambda a, b, c, d: a + b + 2 >= 17 and c + d - 2 < 17),
        single,
    )

    def champion(referee: Referee) -> bool:
        me = Character("a", "red", "a", "hero", 0, 7, 6, MIDDLE)
        ranks = Unit("b", "blue", "b", a_counter(6), 8, MIDDLE + 1, 1)
        return duel(referee, a_skirmish(me, ranks), me, ranks).wounds[0].value == "none"

    yield Case(
        "a hero of prowess 7 comes unhurt out of a duel with a ranker",
        fo.champion_duel(7, 6)["unhurt"],
        counted((10, 10), lambda c, d: c + d - (7 - 3) <= 12),
        champion,
    )
    crossing = a_skirmish(Unit("unit", "red", "unit", a_counter(6), 8, MIDDLE, 1))

    def cross(referee: Referee) -> bool:
        battle = crossing.copy()
        for _ in range(2):
            check_task(referee, battle, battle.units["unit"])
            if battle.units["unit"].order is not Order.GOOD:
                return False
        return True

    yield Case(
        "two streams are crossed in good order",
        fo.hazard(ql=6, checks=2)["good"],
        counted((10, 10), lambda a, b: a <= 6 and b <= 6),
        cross,
    )


# High Adventure


def high_adventure() -> Iterator[Case]:
    thief = ha.a_fighter()
    den = ha.a_skirmish(thief)
    yield Case(
        "a lock is picked with two advisers",
        ha.task(value=3, helpers=2)["done"],
        counted(THREE, lambda *faces: min(faces) <= 3),
        lambda referee: attempt_task(referee, den, thief, 3, "a task", "HA-ATTR-05", 2),
    )
    yield Case(
        "a sleeper sleeps for three turns",
        ha.asleep(turns=3)["asleep"],
        counted(THREE, lambda *faces: 6 not in faces),
        lambda referee: not any(roll_release(referee, "sleep", "red", "HA-MIN-07") for _ in range(3)),
    )
    mage = ha.a_fighter(pc=True)
    tower = ha.a_skirmish(mage)
    tower.sides[0].solo = False

    def boosted(referee: Referee) -> bool:
        mage.power = 4
        return cast(referee, tower, mage, 3, False)

    yield Case(
        "a boosted spell works with 4 points left",
        ha.spell(power=4, cost=3, boost=True)["works"],
        counted(D6, lambda a: a != 1 and a - 1 <= 4),
        boosted,
        lambda question: "yes",
    )
    yield Case(
        "a charge of nine inches reaches",
        ha.charge(distance=9)["contact"],
        counted((3,), lambda a: 5 + a + 1 >= 9),
        lambda referee: thief.profile.move + pace_bonus(referee, thief, "charge", "HA-ORD-05") + 100 >= 900,
    )
    knight = ha.a_fighter(strength=3, armour="plate", arm=ha.arm_of("hand", 3), pc=True)
    brigand = ha.a_fighter("b", "blue", strength=1, armour="padded", arm=ha.arm_of("hand", 0))
    met = ha.a_skirmish(*ha.in_contact(knight, brigand))

    def round_of_melee(referee: Referee) -> bool:
        battle = met.copy()
        return ha.one_round(referee, battle, battle.figures[0], battle.figures[1]) == "a"

    yield Case(
        "a knight wins a round against a brigand",
        ha.melee(3, 3, "plate")["wins"],
        counted(FOUR, lambda a, b, c, d: max(a, b, c) + 3 > d),
        round_of_melee,
    )


# War & Conquest


def two_lowest(*faces: int) -> int:
    return sum(sorted(faces)[:2])


def war_and_conquest() -> Iterator[Case]:
    battle, unit = a_tested(7, "battle", over_half=True)
    yield Case(
        "a formation passes a Morale test",
        wc.morale_test(mv=7)["passes"],
        counted(THREE, lambda *faces: two_lowest(*faces) <= 7),
        lambda referee: checked(referee, battle, unit, "morale", ()).passed,
    )
    lost = (Modifier(-3, "lost the combat", "WC-OFIGHT-05"),)
    yield Case(
        "a formation holds after a combat lost by three",
        wc.lost_combat(mv=7, difference=3)["holds"],
        counted(THREE, lambda *faces: two_lowest(*faces) <= 4),
        lambda referee: checked(referee, battle, unit, "combat", lost).passed,
    )
    near = (Modifier(-1, "enemies near", "WC-RALLY-05"),)
    yield Case(
        "a fleeing unit rallies with one enemy near",
        wc.rally(mv=7, enemies_near=1)["rallies"],
        counted(TWO, lambda a, b: a + b <= 6),
        lambda referee: checked(referee, battle, unit, "rally", near).passed,
    )
    drilled, drill = a_tested(7, "battle", over_half=True, traits=("Drilled",))
    yield Case(
        "a drilled formation passes a Command Test",
        wc.command_test(mv=7)["Drilled"],
        counted(THREE * 2, lambda *f: two_lowest(*f[:3]) <= 7 or two_lowest(*f[3:]) <= 7),
        lambda referee: checked(referee, drilled, drill, "command", ()).passed,
    )
    prey, hunter = block(), block()
    yield Case(
        "foot that flee are caught by foot",
        wc.pursuit()["caught"],
        Fraction(*((2 @ icepool.d6) <= (2 @ icepool.d6)).probability(True).as_integer_ratio()),
        lambda referee: is_caught(roll_run(referee, prey, "flees"), [roll_run(referee, hunter, "pursues")]),
    )

    def bid(referee: Referee) -> bool:
        battle = field()
        battle.advantage, battle.bids = "", [1, 0]
        while not battle.advantage:
            strategy_roll(referee, battle)
        return battle.advantage == "red"

    yield Case(
        "a point wins the Strategic Advantage",
        wc.strategic_advantage(my_bid=1, their_bid=0)["mine"],
        counted(THREE, lambda a, b, c: a + b > c) / counted(THREE, lambda a, b, c: a + b != c),
        bid,
    )
    archers, target = block("archers", sh=3, weapons=("bow",), models=6), block("target", "blue", av=2)
    modifiers = Tally(shooting_modifiers(archers, target, WEAPONS["bow"], WEAPONS["bow"].reach // 2, "", stand_and_shoot=False))  # fmt: skip
    kills = counted(THREE, lambda hit, save, kill: hit >= 4 and save < 5 and kill >= 4)
    yield Case(
        "two or more of ten fall to six archers",
        wc.volley(shooters=6, target_models=10)["must test"],
        sum((comb(6, n) * kills**n * (1 - kills) ** (6 - n) for n in range(2, 7)), Fraction(0)),
        lambda referee: shots_kill(referee, archers, target, 6, modifiers) >= 2,
    )


# Confrontation


def confrontation() -> Iterator[Case]:
    options = ConfrontationOptions()

    def reaches(value: int, need: int, dice: int = 1) -> Callable[[Referee], bool]:
        return lambda referee: attempt(
            referee, options, "red", "test", value, rule="C3-TEST-01", need=need, dice=dice
        ).reaches(need)

    yield Case(
        "a test of 3 reaches 10 by a pushed six",
        c3.reach(value=3, difficulty=10)["success"],
        counted(TWO, lambda a, again: a == 6 and again != 1 and 3 + a + again >= 10),
        reaches(3, 10),
        thrifty,
    )
    yield Case(
        "two dice reach 7 with a value of 3",
        c3.reach(value=3, difficulty=7, dice=2)["success"],
        counted(TWO, lambda a, b: 3 + max(a, b) >= 7),
        reaches(3, 7, 2),
        thrifty,
    )
    yield Case(
        "three men of courage 4 stand against a fear of 7",
        c3.fear(courage=4, fear=7, fighters=3)["all stand"],
        counted(THREE, lambda *faces: all(face != 1 and 4 + face >= 7 for face in faces)),
        lambda referee: all(reaches(4, 7)(referee) for _ in range(3)),
        thrifty,
    )

    def parried(attack: int, defence: int) -> bool:
        return attack != 1 and defence != 1 and defence >= attack

    yield Case(
        "an attack is parried",
        c3.attack(att=4, defence=4)["parried"],
        counted(TWO, parried),
        lambda referee: clash(referee, options, Clash(4, 4, "parry", 1)).parried,
        thrifty,
    )
    yield Case(
        "a hit of strength 6 kills a man of resilience 5",
        c3.wound(strength=6, resilience=5)["killed"],
        counted(TWO, lambda a, b: (a, b) == (6, 6) or (min(a, b) >= 5 and max(a, b) + 6 - 5 >= 6)),
        lambda referee: wounds.roll_wound(referee, options, wounds.Hit(6, 5), "red").result == "killed",
    )
    yield Case(
        "a hit lands on the legs",
        c3.location()["legs"],
        counted(TWO, lambda a, b: min(a, b) == 1),
        lambda referee: wounds.roll_wound(referee, options, wounds.Hit(0, 100), "red").location == "legs",
    )

    def score(face: int, value: int) -> int:
        return 0 if face == 1 else face + value

    def goes_first(referee: Referee) -> bool:
        while True:
            mine, his = (attempt(referee, options, "red", "INI", value, rule="C3-TEST-06").total for value in (6, 4))
            if mine != his:
                return mine > his

    yield Case(
        "initiative 5 goes before initiative 3",
        c3.initiative(ini=5, against=3)["goes first"],
        counted(TWO, lambda a, b: score(a, 6) > score(b, 4)) / counted(TWO, lambda a, b: score(a, 6) != score(b, 4)),
        goes_first,
        thrifty,
    )


CASES = [
    *en_garde(),
    *en_garde_besides(),
    *fearful_odds(),
    *high_adventure(),
    *war_and_conquest(),
    *confrontation(),
]
every_case = pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])


def test_there_are_enough_of_them():
    assert len(CASES) >= 30


@every_case
def test_counting_the_rule_equals_counting_the_dice(case: Case):
    assert case.exact == case.brute


@every_case
def test_it_happens_as_often_as_it_should(case: Case):
    """20,000 live plays, from one seed."""
    referee = Live([], SealedDice(case.name), case.answer)
    times = sum(case.live(referee) for _ in range(PLAYS))
    low, high = wilson(times, PLAYS, SURE)
    assert low <= case.exact <= high


# Best answers and equilibria


@pytest.mark.parametrize(("pool", "enemy_pool"), [(2, 2), (3, 2), (2, 3)])
def test_no_other_split_of_a_pool_gains_anything(pool: int, enemy_pool: int):
    """En Garde!: against the mix no pure split does better than the value, for either side; the bound is 0."""
    answer = eg.split(pool=pool, enemy_pool=enemy_pool)
    kill, die = answer["kill"], answer["be killed"]
    mine, his, value = answer["your mix"], answer["his mix"], answer["value"]
    assert sum(mine.values()) == sum(his.values()) == 1
    for own in mine:
        assert sum(his[other] * (kill[own][other] - die[own][other]) for other in his) <= value
    for other in his:
        assert sum(mine[own] * (kill[own][other] - die[own][other]) for own in mine) >= value


@pytest.mark.parametrize(("points", "theirs"), [(1, 1), (2, 1), (2, 2), (1, 3)])
def test_no_other_bid_gains_anything(points: int, theirs: int):
    """War & Conquest: the bids for Strategic Advantage."""
    answer = wc.strategy_bid(points, theirs)
    mine, his = answer.advice
    assert sum(mine.mix.values()) == sum(his.mix.values()) == 1
    assert max(mine.values.values()) <= answer.value <= min(his.values.values())
    for row, gain in zip(answer.matrix, mine.values.values(), strict=True):
        assert sum(p * entry for p, entry in zip(his.mix.values(), row, strict=True)) == gain


def test_an_equilibrium_agrees_with_a_linear_program_in_floating_point():
    """The same matrix solved by scipy, which shares no code with ours."""
    from scipy.optimize import linprog

    answer = eg.split(pool=3, enemy_pool=2)
    kill, die = answer["kill"], answer["be killed"]
    matrix = [[float(kill[own][other] - die[own][other]) for other in kill[own]] for own in kill]
    height, width = len(matrix), len(matrix[0])
    # Maximise v with sum_i p_i m_ij >= v for every j; the last variable is v.
    limits = [[-matrix[i][j] for i in range(height)] + [1.0] for j in range(width)]
    solved = linprog(
        [0.0] * height + [-1.0], limits, [0.0] * width, [[1.0] * height + [0.0]], [1.0], [(0, 1)] * height + [(-1, 1)]
    )
    assert solved.x[-1] == pytest.approx(float(answer["value"]), abs=1e-9)
    assert equilibrium([[Fraction(0), Fraction(1)], [Fraction(1), Fraction(0)]]).value == Fraction(1, 2)


def test_charging_and_waiting_are_valued_as_the_melees_are():
    """Fearful Odds: foot waits where both ways of meeting cost whoever charges; horse charges."""
    foot, horse = charge_or_wait("HF", "HF")["best"], charge_or_wait("HC", "HF")["best"]
    melee = fo.melee("HC", "HF", cavalry_charge=True)
    assert foot.value == 0
    assert horse.advice[0].values["charge"] == melee["defender leaves"] - melee["attacker leaves"] == horse.value > 0
    assert usual("HC").kind == "horse"


def test_a_leader_accepts_only_what_pays():
    """FO-DUEL-04: the value of accepting is the difference of both falling, counted die by die."""
    answer = duel_or_decline(5, 3)
    falls = counted((10,) * 2, lambda a, b: a + b + 2 >= 17) - counted((10,) * 2, lambda a, b: a + b - 2 >= 17)
    assert answer["accept"].advice[0].values == {"yes": falls, "no": 0}
    assert answer["accept"].value == 0
    assert duel_or_decline(3, 5)["accept"].value == -falls


def test_a_point_is_best_spent_on_the_shakiest_unit():
    """War & Conquest: three formations with the general; a point buys a fourth die, counted by hand for the best of the three."""
    answer = line_tests(7, 6, 8, points=1)

    def holds(value: int, dice: int) -> Fraction:
        return counted((6,) * dice, lambda *faces: two_lowest(*faces) <= value + 1)

    plain = [holds(value, 3) for value in (7, 6, 8)]
    helped = [holds(value, 4) for value in (7, 6, 8)]
    by_unit = [sum(plain) - plain[n] + helped[n] for n in range(3)]
    assert list(answer["with the points kept for"].values()) == by_unit
    assert answer["expected to hold, of 3"] == max(by_unit)
