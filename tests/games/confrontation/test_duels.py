"""Whole combats: best placement and best blows, exactly."""

from fractions import Fraction
from functools import cache

import pytest

from grognard.games.confrontation.attacks import clash
from grognard.games.confrontation.battle import KILLED, Battle, Fight, Fighter
from grognard.games.confrontation.chances import clash_odds
from grognard.games.confrontation.combat import Placement, combatant, place
from grognard.games.confrontation.duels import HARM, Solver
from grognard.games.confrontation.exchanges import strike
from grognard.games.confrontation.options import Options
from grognard.games.confrontation.profiles import PROFILES
from grognard.games.confrontation.questions import QUESTIONS, Loaded, whole_combat
from grognard.games.confrontation.tests_of_skill import thrifty
from grognard.kernel.best import Solver as KernelSolver
from grognard.kernel.chains import chain
from grognard.kernel.odds import odds


def a_duel(one="lantern_guard", other="reedspear", first="red", stage="placing", options=None):
    pair = [
        combatant(Battle(options=options or Options()), Fighter(side, side, side, profile=PROFILES[key]))
        for side, key in (("red", one), ("blue", other))
    ]
    return Fight(combatants=pair, first=first, attacking=first, stage=stage)


@cache
def throw_of(rule, options, *numbers):
    """Every outcome of a throw with its weight; where a wound strikes is told by its injury alone."""
    if rule is clash:
        return Loaded(clash_odds(options, *numbers))
    return Loaded(odds(rule, options, *numbers).map(lambda wound: wound._replace(location="", damage=0)))


def weighed(referee, rule, options, *numbers):
    """The same odds of each throw, for the kernel's own solver."""
    throw = throw_of(rule, options, *numbers)
    return throw.values[referee.roll(throw, "", by="", rule="").total]


@pytest.mark.parametrize(
    ("one", "other", "placed"),
    [
        ("lantern_guard", "reedspear", (Placement(1, 1), Placement(2, 0))),
        ("beacon_sworn", "heron_dancer", (Placement(1, 1), Placement(0, 2))),
        ("heron_dancer", "beacon_sworn", (Placement(1, 1), Placement(1, 1))),
        ("tarn", "bogbull", (Placement(2, 1, 1), Placement(1, 1))),
    ],
)
def test_the_duel_is_what_the_kernels_solver_finds(one, other, placed):
    """C3-COMB-09 to C3-COMB-18: two ways to solve the same playing rules, one with everything kept and one with what still matters."""
    options = Options()
    fight = a_duel(one, other, stage="exchanges")
    for fighter, placement in zip(fight.combatants, placed, strict=True):
        place(fighter, placement)

    def worth(now):
        return Fraction(HARM[now.combatants[1].level] - HARM[now.combatants[0].level], 8)

    def step(referee, now):
        strike(referee, options, now, weighed)

    slow = KernelSolver(step, "red", worth, over=lambda now: now.stage == "over").solve(fight)
    solver = Solver(options, "red")
    assert solver.fraction(solver.value(fight).value, 8) == slow.value


def test_open_placement_is_the_best_reply_to_the_best_offer():
    """C3-COMB-05, C3-COMB-06, C3-RULE-39: the loser offers what leaves the winner least."""
    solver = Solver(Options(), "red")
    found, (loser, winner) = solver.placed(a_duel(first="red"))
    assert (loser.side, winner.side) == ("blue", "red")
    assert solver.fraction(found.value, 8) == min(loser.values.values()) == max(winner.values.values())


def test_a_duel_without_choices_is_a_chain():
    """C3-RULE-41: all dice in attack: who dies, by chain and by the solver."""
    options = Options()
    fight = a_duel(stage="exchanges")
    for one in fight.combatants:
        one.placed_att = one.att_dice = 2
    ends = chain(
        lambda referee, now: strike(referee, options, now),
        fight.copy(),
        over=lambda now: now.stage == "over",
        policy=thrifty,
    )
    solver = Solver(options, "red")
    found = solver.value(fight)
    dead = ends.map(lambda end: tuple(one.level == KILLED for one in end.situation.combatants))
    assert solver.fraction(found.first_dies) == dead[True, False]
    assert solver.fraction(found.second_dies) == dead[False, True]


@pytest.mark.parametrize(
    ("one", "other", "buying"),
    [("lantern_guard", "reedspear", "all"), ("orla", "lantern_guard", "all"), ("orla", "tarn", "none")],
)
def test_a_whole_combat_is_exact_with_every_placement(one, other, buying):
    """C3-CHAR-01, C3-RULE-39: with every placement of both."""
    found = whole_combat(one, other, buying=buying)
    assert 0 < found.dies < 1
    assert len(found.placements) == 4


def test_a_charge_and_wounds_tell():
    """C3-COMB-19, C3-EFF-05."""
    assert (
        whole_combat("reedspear", "lantern_guard", enemy_charged=True).value
        > whole_combat("reedspear", "lantern_guard").value
    )
    assert (
        whole_combat("reedspear", "lantern_guard", level="serious").value
        < whole_combat("reedspear", "lantern_guard").value
    )


def test_secret_placement_is_a_matrix_game():
    """C3-RULE-39, option dice_placement: what one side gains the other loses, and hiding helps whoever would have had to show."""
    mine = whole_combat("lantern_guard", "reedspear", placement="secret_simultaneous")
    theirs = whole_combat("reedspear", "lantern_guard", placement="secret_simultaneous")
    assert mine.value == -theirs.value
    assert mine.kills == theirs.dies
    for choice in mine.placements:
        assert sum(choice.values.values()) == 1


def test_under_safe_the_odds_are_fractions_too():
    """C3-RULE-02, option six_rule."""
    solver = Solver(Options(six_rule="safe"), "red")
    found, _ = solver.placed(a_duel(options=Options(six_rule="safe")))
    assert 0 < solver.fraction(found.second_dies) < 1


def test_every_question_names_its_answers():
    assert set(QUESTIONS["combat"]()) >= {"enemy killed", "killed", "neither", "advantage"}
