"""Who must take a Morale test, and why."""

from typing import Any

import pytest

from grognard.games.war_and_conquest.battle import Battle, Unit
from grognard.games.war_and_conquest.tape import hear, hear_distance, heard
from grognard.games.war_and_conquest.triggers import casualty_reason, units_to_test
from tests.games.war_and_conquest.build import a_battle, a_unit, with_general
from tests.script import scripted

HERE: dict[str, Any] = {"x": 2000, "y": 2000}


def listed(battle: Battle) -> dict[str, tuple[str, ...]]:
    due, _ = units_to_test(scripted(), battle)
    return {each.unit: each.reasons for each in due}


def beside(inches: float, name: str = "witness", **given: Any) -> Unit:
    """A unit whose near edge lies so many inches east of the spot HERE."""
    unit = a_unit(name, **given)
    unit.x, unit.y = 2000 + round(inches * 100) + unit.files * (50 if unit.is_battle else 100), 2000
    return unit


@pytest.mark.parametrize(("inches", "tests"), [(10, True), (10.01, False)])
def test_a_friend_that_breaks_is_felt_at_ten_inches(inches, tests):
    """WC-TRIG-01, WC-RULE-02: measured from the leader of the broken unit to the nearest figure."""
    broken = a_unit("broken", broke=True, engaged=True, **HERE)
    assert (listed(a_battle(broken, beside(inches))) == {"witness": ("rout",)}) is tests


def test_the_enemy_does_not_mind():
    """WC-RULE-03: only friends test."""
    broken = a_unit("broken", broke=True, **HERE)
    assert listed(a_battle(broken, beside(2, side="blue"))) == {}


def test_friends_caught_in_flight_are_felt_where_they_were_caught():
    """WC-TRIG-02: the leader's last place."""
    caught = a_unit("caught", caught=True, where="lost", **HERE)
    assert listed(a_battle(caught, beside(9))) == {"witness": ("caught",)}


@pytest.mark.parametrize(
    ("cause", "option", "tests"),
    [("shooting", "always", True), ("shooting", "combat", False), ("combat", "combat", True)],
)
def test_friends_that_became_too_few_are_felt_too(cause, option, tests):
    """WC-TRIG-03, WC-RULE-16."""
    small = a_unit("small", below_minimum=cause, where="lost", **HERE)
    battle = a_battle(small, beside(10), options={"minimum_trigger": option})
    assert listed(battle) == ({"witness": ("below_minimum",)} if tests else {})


@pytest.mark.parametrize(("inches", "models", "tests"), [(5, 47, True), (5, 48, False), (5.01, 47, False)])
def test_friends_who_flee_are_felt_at_five_inches_unless_outnumbered(inches, models, tests):
    """WC-TRIG-04, WC-TRIG-05, WC-RULE-12: 48 are twice 24."""
    runaways = a_unit("runaways", fleeing=True, **HERE)
    battle = a_battle(runaways, beside(inches, models=models))
    assert listed(battle) == ({"witness": ("flee",)} if tests else {})


def test_two_to_one_does_not_help_against_a_rout():
    """WC-RULE-12: only for fleeing friends."""
    broken = a_unit("broken", models=8, broke=True, **HERE)
    assert listed(a_battle(broken, beside(5, models=40))) == {"witness": ("rout",)}


def test_a_unit_that_broke_this_round_counts_as_broken_and_not_as_fleeing():
    """WC-RULE-10: at 7 inches a rout is felt, a flight would not be."""
    broken = a_unit("broken", broke=True, **HERE)
    assert listed(a_battle(broken, beside(7))) == {"witness": ("rout",)}


@pytest.mark.parametrize(("option", "reasons"), [("all", {}), ("flee_only", {"witness": ("rout",)})])
def test_battle_formations_ignore_skirmishers(option, reasons):
    """WC-TRIG-10, WC-RULE-11: always when they flee; when they break, by option."""
    broken = a_unit("broken", formation="skirmish", models=8, broke=True, **HERE)
    runaways = a_unit("runaways", formation="skirmish", models=13, fleeing=True, **HERE)
    assert listed(a_battle(broken, runaways, beside(3), options={"battle_ignores_skirmishers": option})) == reasons


def test_skirmishers_do_not_ignore_each_other():
    """WC-RULE-11."""
    broken = a_unit("broken", formation="skirmish", models=8, broke=True, **HERE)
    assert listed(a_battle(broken, beside(3, formation="skirmish", models=8))) == {"witness": ("rout",)}


@pytest.mark.parametrize(("lost", "reason"), [(4, ""), (5, "casualties")])
def test_a_fifth_shot_away_forces_a_test(lost, reason):
    """WC-TRIG-06, WC-RULE-13: five of twenty-five."""
    unit = a_unit(models=25 - lost, start=30, round_start=25, shot=lost)
    assert casualty_reason(a_battle(unit), unit) == reason


def test_the_fifth_may_be_of_the_original_strength():
    """WC-RULE-13: six of thirty; five of the twenty-five who began the round do not do."""
    unit = a_unit(models=20, start=30, round_start=25, shot=3, glanced=2)
    assert casualty_reason(a_battle(unit), unit) == "casualties"
    assert casualty_reason(a_battle(unit, options={"casualty_base": "original"}), unit) == ""


def test_the_engaged_and_the_struck_in_combat_do_not_count():
    """WC-TRIG-06, WC-RULE-13, WC-RULE-14."""
    engaged = a_unit(models=15, round_start=25, shot=10, engaged=True)
    fought = a_unit(models=15, round_start=25, fought=10)
    assert casualty_reason(a_battle(engaged), engaged) == casualty_reason(a_battle(fought), fought) == ""


def test_strikes_back_count_for_skirmishers_only():
    """WC-TRIG-07, WC-RULE-13: one shot and one struck back of ten."""
    light = a_unit(formation="skirmish", models=8, round_start=10, shot=1, struck_back=1)
    block = a_unit(models=8, round_start=10, shot=1, struck_back=1)
    assert casualty_reason(a_battle(light), light) == "strike_back"
    assert casualty_reason(a_battle(block), block) == ""


@pytest.mark.parametrize("news", ["slain", "routed"])
def test_the_general_slain_or_routed_is_felt_at_ten_inches(news):
    """WC-TRIG-08, WC-RULE-34."""
    guard = a_unit("guard", where="lost", **HERE)
    battle = with_general(a_battle(guard, beside(10), beside(10.5, "far", side="red")), guard, "slain")
    battle.sides[0].general_news = news
    assert listed(battle) == {"witness": ("general_lost",)}


@pytest.mark.parametrize(("inches", "tests"), [(5, True), (5.5, False)])
def test_the_general_in_flight_is_felt_at_five_inches_also_by_many(inches, tests):
    """WC-TRIG-09, WC-RULE-17: being twice as many does not help."""
    guard = a_unit("guard", models=8, fleeing=True, **HERE)
    battle = with_general(a_battle(guard, beside(inches, models=30)), guard, "fleeing")
    assert listed(battle) == ({"witness": ("general_fleeing",)} if tests else {})


def test_a_general_routed_this_round_is_not_also_fleeing():
    """WC-RULE-50."""
    guard = a_unit("guard", broke=True, **HERE)
    battle = with_general(a_battle(guard, beside(4)), guard, "fleeing")
    battle.sides[0].general_news = "routed"
    assert listed(battle) == {"witness": ("general_lost", "rout")}


def test_one_test_covers_all_reasons():
    """WC-TRIG-11."""
    broken, runaways = a_unit("broken", broke=True, **HERE), a_unit("runaways", fleeing=True, **HERE)
    assert listed(a_battle(broken, runaways, beside(4, round_start=30, shot=6))) == {
        "witness": ("casualties", "flee", "rout")
    }


@pytest.mark.parametrize("state", ["fleeing", "broke", "failed_rally", "fled_this_turn"])
def test_who_runs_already_does_not_test(state):
    """WC-TRIG-12, WC-RULE-15, WC-RULE-30."""
    broken = a_unit("broken", broke=True, **HERE)
    witness = beside(4)
    setattr(witness, state, True)
    assert "witness" not in listed(a_battle(broken, witness))


@pytest.mark.parametrize("where", ["off", "lost"])
def test_who_is_not_on_the_table_does_not_test(where):
    """WC-RULE-15."""
    broken = a_unit("broken", broke=True, **HERE)
    assert listed(a_battle(broken, beside(4, where=where))) == {}


def test_an_earlier_test_settles_the_casualties_and_nothing_else():
    """WC-TRIG-13, WC-RULE-31: who passed tests for other reasons; who failed flees without a test."""
    broken = a_unit("broken", broke=True, **HERE)
    passed = beside(4, "passed", round_start=30, shot=6, tested="passed")
    failed = beside(4, "failed", round_start=30, shot=6, tested="failed")
    due, flees = units_to_test(scripted(), a_battle(broken, passed, failed))
    assert [(each.unit, each.reasons) for each in due] == [("passed", ("rout",))]
    assert flees == ["failed"]


def test_at_a_real_table_nothing_is_asked_that_changes_nothing():
    """WC-COMP-04: the shot unit tests anyway; the big one may ignore the flight; only the third is asked about."""
    runaways = a_unit("runaways", fleeing=True)
    shot, big, third = a_unit("shot", round_start=30, shot=6), a_unit("big", models=48), a_unit("third")
    with scripted(answers=["no"]) as referee:
        due, _ = units_to_test(referee, a_battle(runaways, shot, big, third, companion=True))
    assert [each.unit for each in due] == ["shot"]
    assert [question.about for question in referee.asked] == [("runaways", "third")]


def test_the_loss_of_the_general_is_asked_about_even_of_a_unit_that_tests_anyway():
    """WC-COMP-04, WC-TRIG-08: it lowers the Morale value."""
    guard, shot = a_unit("guard", where="lost"), a_unit("shot", round_start=30, shot=6)
    battle = with_general(a_battle(guard, shot, companion=True), guard, "slain")
    battle.sides[0].general_news = "slain"
    with scripted(answers=["yes"]) as referee:
        due, _ = units_to_test(referee, battle)
    assert due[0].reasons == ("casualties", "general_lost")


def test_what_was_said_of_five_inches_answers_for_ten():
    """WC-COMP-04: within 5 inches is within 10, and beyond 10 is beyond 5."""
    battle = a_battle(companion=True)
    hear(battle, "a", "b", 500, yes=True)
    hear(battle, "a", "c", 1000, yes=False)
    hear_distance(battle, "a", "d", 730)
    assert heard(battle, "a", "b", 1000) is True
    assert heard(battle, "a", "c", 500) is False
    assert (heard(battle, "a", "d", 500), heard(battle, "a", "d", 1000)) == (False, True)
    assert heard(battle, "a", "e", 500) is None
