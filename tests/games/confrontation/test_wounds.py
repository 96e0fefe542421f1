"""C3-WND and C3-EFF: the wound roll, its table, exceptional wounds, penalties."""

from fractions import Fraction

import pytest

from grognard.games.confrontation.battle import CRITICAL, KILLED, LIGHT, NONE, SERIOUS
from grognard.games.confrontation.options import Options
from grognard.games.confrontation.wounds import (
    LOCATIONS,
    TABLE,
    Hit,
    Wound,
    heal,
    modifier,
    penalty,
    read_wound,
    roll_wound,
    suffer,
    worsened,
    wound,
)
from grognard.kernel.odds import odds
from tests.games.confrontation.build import a_battle, a_fighter
from tests.script import scripted

PRINTED = """
-1 none stunned stunned light light
0 stunned stunned light light serious
1 stunned stunned light light serious
2 stunned light light serious critical
4 light light serious serious critical
6 light serious serious critical killed
8 light serious critical critical killed
10 serious serious critical killed killed
12 serious critical critical killed killed
14 serious critical killed killed killed
16 critical critical killed killed killed
18 critical killed killed killed killed
30 critical killed killed killed killed
"""


@pytest.mark.parametrize("row", PRINTED.split("\n")[1:-1])
def test_the_table_is_the_printed_one(row):
    """C3-WND-07."""
    damage, *results = row.split()
    assert list(TABLE[int(damage)]) == results


def test_the_lowest_die_finds_the_location_and_the_highest_is_added_to_str():
    """C3-WND-01, C3-WND-03, C3-WND-06."""
    assert read_wound(Options(), Hit(6, 5), 5, 2) == Wound("arms", 6, "serious")
    assert [read_wound(Options(), Hit(0, 50), 6, low).location for low in range(1, 6)] == list(LOCATIONS)


def test_it_is_no_test():
    """C3-WND-02: 6s are not rolled again, 1s do not fail; nobody is asked anything."""
    with scripted(dice=[6, 1]) as referee:
        assert roll_wound(referee, Options(), Hit(5, 5), "red").damage == 6
        assert referee.asked == []


def test_a_double_6_kills_whatever_the_damage():
    """C3-WND-05."""
    assert read_wound(Options(), Hit(2, 13), 6, 6).result == "killed"


def test_a_thick_hide_reads_a_double_6_as_head_and_takes_no_injuries():
    """C3-ABIL-03."""
    assert read_wound(Options(), Hit(2, 13, thick_hide=True), 6, 6) == Wound("head", -5, "light")
    assert read_wound(Options(), Hit(9, 5, thick_hide=True), 3, 3).injury == "none"


@pytest.mark.parametrize(
    ("double", "injury"),
    [(1, "mov_halved"), (2, "att_aim_minus_1"), (3, "ini_minus_1"), (4, "res_minus_1"), (5, "def_minus_1")],
)
def test_a_double_that_wounds_leaves_an_injury(double, injury):
    """C3-WND-04, C3-RULE-51."""
    hit = Hit(5, 5) if double < 5 else Hit(1, 5)
    found = read_wound(Options(), hit if double > 1 else Hit(9, 5), double, double)
    assert found.injury == injury
    assert read_wound(Options(exceptional="none"), Hit(9, 5), double, double).injury == "none"


def test_a_stun_leaves_no_injury_and_one_worse_is_an_option():
    """C3-RULE-51."""
    assert read_wound(Options(), Hit(4, 5), 1, 1) == Wound("legs", 0, "stunned")
    assert read_wound(Options(exceptional="one_worse"), Hit(5, 5), 3, 3).result == "serious"
    assert read_wound(Options(exceptional="one_worse"), Hit(5, 5), 6, 6).result == "killed"


def test_injuries_lower_characteristics_never_below_0():
    """C3-RULE-51, C3-STAT-10."""
    every = ("mov_halved", "att_aim_minus_1", "ini_minus_1", "res_minus_1", "def_minus_1")
    odo = a_fighter("odo", att=3, aim=0, ini=2, res=6, defence=0, injuries=every)
    assert (odo.mov, odo.att, odo.aim, odo.ini, odo.res, odo.defence) == (500, 2, 0, 1, 5, 0)


def test_penalties_of_stuns_and_wounds():
    """C3-EFF-01, C3-EFF-02, C3-EFF-03, C3-EFF-04: and a stun on top (C3-RULE-50)."""
    body = [a_fighter("odo", level=level) for level in (NONE, LIGHT, SERIOUS, CRITICAL)]
    assert [penalty(Options(), one) for one in body] == [0, 1, 2, 3]
    body[2].stunned = 2
    assert penalty(Options(), body[2]) == 3
    assert penalty(Options(stun_stacks="yes"), body[2]) == 4
    assert penalty(Options(stun_and_wound="worse_only"), body[2]) == 2


def test_a_stun_is_no_wound():
    """C3-EFF-06: it does not stack with levels, nor twice."""
    odo = a_fighter("odo", level=LIGHT)
    for _ in range(2):
        suffer(Options(), odo, Wound("legs", 0, "stunned"))
    assert (odo.level, odo.stunned) == (LIGHT, 1)
    suffer(Options(stun_stacks="yes"), odo, Wound("legs", 0, "stunned"))
    assert odo.stunned == 2


@pytest.mark.parametrize(
    ("stacking", "level", "more", "after"),
    [
        ("worsen", NONE, SERIOUS, SERIOUS),
        ("worsen", LIGHT, SERIOUS, SERIOUS),
        ("worsen", SERIOUS, LIGHT, CRITICAL),
        ("worsen", SERIOUS, SERIOUS, CRITICAL),
        ("worsen", CRITICAL, LIGHT, KILLED),
        ("add", LIGHT, SERIOUS, CRITICAL),
        ("add", SERIOUS, SERIOUS, KILLED),
        ("highest", SERIOUS, LIGHT, SERIOUS),
        ("highest", CRITICAL, CRITICAL, CRITICAL),
        ("highest", LIGHT, KILLED, KILLED),
    ],
)
def test_a_further_wound_combines_with_the_first(stacking, level, more, after):
    """C3-EFF-07, C3-RULE-49."""
    assert worsened(Options(wound_stacking=stacking), level, more) == after


def test_whose_wounds_count_on_the_damage():
    """C3-RULE-48, C3-RULE-52: the attacker's, or by option the victim's; nobody's with a spell."""
    attacker, victim = a_fighter("odo", level=SERIOUS), a_fighter("ulla", "blue", level=LIGHT)
    assert modifier(Options(), attacker, victim) == -2
    assert modifier(Options(wound_modifier="victim"), attacker, victim) == 1
    assert modifier(Options(), None, victim) == 0


def test_the_gorget_turns_a_blow_to_the_head_into_one_to_the_chest():
    """C3-ARTI-02: a double 6 still kills."""
    assert read_wound(Options(), Hit(5, 5, gorget=True), 6, 5) == Wound("chest", 6, "critical")
    assert read_wound(Options(), Hit(5, 5, gorget=True), 6, 6).result == "killed"
    orla = a_fighter("orla", profile="orla", artefacts=("gorget_of_small_saints",))
    with scripted(dice=[6, 5]) as referee:
        assert wound(referee, a_battle(orla), orla, 8, by="blue", rule="C3-RULE-52").location == "chest"


def test_a_wound_outside_a_combat_is_applied_at_once():
    """C3-WND-06, C3-EFF-07: and the dead leave the table."""
    ulla = a_fighter("ulla", "blue", level=CRITICAL)
    battle = a_battle(ulla)
    with scripted(dice=[4, 2]) as referee:
        wound(referee, battle, ulla, 5, by="red", rule="C3-FIRE-21")
    assert ulla.gone == "killed"
    assert battle.camp("blue") == []


def test_healing_lowers_the_level_and_leaves_injuries():
    """C3-RULE-89."""
    odo = a_fighter("odo", level=SERIOUS, injuries=("def_minus_1",))
    heal(odo)
    assert (odo.level, odo.injuries) == (LIGHT, ("def_minus_1",))


def test_the_odds_of_a_wound_are_those_of_36_throws():
    """C3-WND-01, C3-WND-07: exact odds against brute force."""
    brute: dict[str, Fraction] = {}
    for a in range(1, 7):
        for b in range(1, 7):
            result = read_wound(Options(), Hit(5, 6), max(a, b), min(a, b)).result
            brute[result] = brute.get(result, 0) + Fraction(1, 36)
    found = odds(roll_wound, Options(), Hit(5, 6), "red").map(lambda wound: wound.result)
    assert dict(found.items()) == brute
