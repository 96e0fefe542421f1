"""Whole combats: best placement and best blows, exactly."""

from fractions import Fraction

import pytest

from grognard.games.confrontation.attacks import clash
from grognard.games.confrontation.battle import KILLED, Battle, Fight, Fighter
from grognard.games.confrontation.chances import clash_odds
from grognard.games.confrontation.combat import combatant, place_next
from grognard.games.confrontation.duels import HARM, Solver
from grognard.games.confrontation.exchanges import strike
from grognard.games.confrontation.options import Options
from grognard.games.confrontation.profiles import PROFILES
from grognard.games.confrontation.questions import QUESTIONS, loaded, whole_combat
from grognard.games.confrontation.tests_of_skill import thrifty
from grognard.kernel.odds import Solver as KernelSolver
from grognard.kernel.odds import chain, odds


def a_duel(one="lantern_guard", other="reedspear", first="red", stage="placing", options=None):
    pair = [
        combatant(Battle(options=options or Options()), Fighter(side, side, side, profile=PROFILES[key]))
        for side, key in (("red", one), ("blue", other))
    ]
    return Fight(combatants=pair, first=first, attacking=first, stage=stage)


def weighed(referee, rule, options, *numbers):
    """The same odds of each throw, for the kernel's own solver."""
    if rule is clash:
        return loaded(referee, clash_odds(options, *numbers))
    return loaded(referee, odds(rule, options, *numbers).map(lambda wound: wound._replace(location="", damage=0)))


@pytest.mark.parametrize(("one", "other"), [("lantern_guard", "reedspear"), ("beacon_sworn", "heron_dancer")])
@pytest.mark.parametrize("first", ["red", "blue"])
def test_the_duel_is_what_the_kernels_solver_finds(one, other, first):
    """C3-COMB-05 to C3-COMB-18: two ways to solve the same playing rules, one with everything kept and one with what still matters."""
    options = Options()

    def step(referee, fight):
        if fight.stage == "placing":
            place_next(referee, options, fight)
        else:
            strike(referee, options, fight, weighed)

    def worth(fight):
        return Fraction(HARM[fight.combatants[1].level] - HARM[fight.combatants[0].level], 8)

    slow = KernelSolver(step, "red", worth, over=lambda fight: fight.stage == "over").solve(a_duel(one, other, first))
    solver = Solver(options, "red")
    quick, choices = solver.placed(a_duel(one, other, first))
    assert solver.fraction(quick.value, 8) == slow.value
    assert choices[0].values == slow.advice[0].values


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
