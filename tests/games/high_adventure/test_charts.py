"""The solo system on paper: risk factors, both action charts, green cells, shared dice."""

from fractions import Fraction

import pytest

from grognard.games.high_adventure.charts import (
    CLOSE,
    RANGED,
    Retreat,
    Seen,
    Standing,
    breaks_off,
    follows_up,
    is_basic,
    read_chart,
    risk_factors,
    split_dice,
    throw,
)
from grognard.games.high_adventure.creatures import MONSTERS
from grognard.games.high_adventure.figures import ENEMY, Order
from grognard.games.high_adventure.options import Options
from grognard.kernel.odds import odds
from grognard.kernel.tally import Tally
from tests.games.high_adventure.magic_build import a_battle, a_figure

PRINTED = Options()
AHEAD = Seen(1000)
HIDDEN = Seen(3500, in_cover=True)  # neither in clear sight nor near


def risk(group: Standing, options: Options = PRINTED) -> int:
    return Tally(risk_factors(options, group)).total


def lines(group: Standing, options: Options = PRINTED) -> dict[str, int]:
    return {line.rule: line.value for line in Tally(risk_factors(options, group))}


# Risk factors


def test_with_nobody_in_sight_a_group_is_at_ease():
    """HA-SOL-04: -4, but only if there are no retreating friends in sight either."""
    assert lines(Standing())["HA-SOL-04"] == -4
    assert "HA-SOL-04" not in lines(Standing(retreats=(Retreat(4000),)))
    assert lines(Standing(retreats=(Retreat(4000, in_sight=False),)))["HA-SOL-04"] == -4


@pytest.mark.parametrize(
    ("skills", "counts"), [((2, 0), True), ((2, 0, 0), False), ((3, 2, 0, 0), True), ((1, 1), False)]
)
def test_half_a_group_of_elite_is_worth_a_point(skills, counts):
    """HA-SOL-05, HA-WSK-06, HA-RULE-04: WSk 2 or 3 is Elite, and 50% is enough."""
    assert ("HA-SOL-05" in lines(Standing(skills=skills, seen=(HIDDEN,)))) is counts


def test_a_hero_among_raw_men_counts_like_half_of_elite():
    """HA-SOL-05: the line counts once for either cause."""
    assert lines(Standing(skills=(2, 2), hero=True))["HA-SOL-05"] == -1


def test_cover_and_advancing_are_one_line():
    """HA-SOL-06, HA-SOL-01: however many causes, once."""
    assert lines(Standing(in_cover=True, advancing=True))["HA-SOL-06"] == -1
    assert lines(Standing(advancing=True))["HA-SOL-06"] == -1


def test_an_enemy_in_clear_sight_and_near_weighs_on_basic_troops():
    """HA-SOL-07 and HA-SOL-08: an enemy in cover is not in clear sight; 24" is near, farther is not."""
    assert lines(Standing(seen=(AHEAD,))) == {"HA-SOL-07": 1, "HA-SOL-08": 1}
    assert lines(Standing(seen=(Seen(2400, in_cover=True),))) == {"HA-SOL-08": 1}
    assert lines(Standing(seen=(Seen(2401),))) == {"HA-SOL-07": 1}
    assert "HA-SOL-08" not in lines(Standing(skills=(2, 2), seen=(AHEAD,)))


def test_the_majority_makes_a_group_basic():
    """HA-RULE-04: WSk 0 and 1; half is no majority."""
    assert is_basic((0, 1, 2))
    assert not is_basic((0, 2))


@pytest.mark.parametrize(
    ("group", "tenths"),
    [
        (Standing(original=4, lost=1, wounded=1), 5),
        (Standing(original=3, wounded=1), 3),
        (Standing(original=12, lost=1), 0),
        (Standing(original=1, strength=3, light_wounds=1), 0),
        (Standing(original=1, strength=3, light_wounds=2), 3),
        (Standing(original=1, strength=2, light_wounds=3), 5),
    ],
)
def test_each_full_tenth_of_losses_counts(group, tenths):
    """HA-SOL-09, HA-RULE-71: wounded or lost figures each once; a lone figure by its full wounds."""
    assert lines(group).get("HA-SOL-09", 0) == tenths


def test_losses_by_strength_count_light_wounds():
    """HA-RULE-71, `casualties = strength`: LW lost over twice the original Strength; the lost count whole."""
    by_strength = Options(casualties="strength")
    group = Standing(original=4, strength=6, lost=1, strength_lost=2, light_wounds=3)
    assert lines(group, by_strength)["HA-SOL-09"] == 10 * 7 // 12


def test_flank_and_falling_friends_are_one_line():
    """HA-SOL-10, HA-RULE-72: an enemy outside the front arc, or friends falling back within 24", seen or not."""
    assert lines(Standing(seen=(Seen(3500, True, "rear"),)))["HA-SOL-10"] == 2
    assert lines(Standing(seen=(HIDDEN,), retreats=(Retreat(2400, in_sight=False),)))["HA-SOL-10"] == 2
    both = Standing(seen=(Seen(3500, True, "left"),), retreats=(Retreat(100),))
    assert lines(both)["HA-SOL-10"] == 2
    assert "HA-SOL-10" not in lines(Standing(seen=(HIDDEN,), retreats=(Retreat(2401),)))


def test_monsters_frighten_men_but_not_monsters():
    """HA-SOL-11, HA-RULE-73, HA-RULE-85: within 30" and in sight; small demons and imps are monsters too, though man-sized."""
    assert lines(Standing(seen=(Seen(3000, True, kind="ogre"),)))["HA-SOL-11"] == 2
    assert "HA-SOL-11" not in lines(Standing(seen=(Seen(3001, True, kind="ogre"),)))
    assert "HA-SOL-11" not in lines(Standing(man_sized=False, seen=(Seen(100, kind="dragon"),)))
    assert set(MONSTERS) >= {"dragon", "large_demon", "small_demon", "imp", "giant", "troll", "ogre", "giant_ape"}
    assert "zombie" not in MONSTERS


def test_routing_or_losing_the_melee_adds_three():
    """HA-SOL-12, HA-RULE-74: Flee is routing; more wounds taken than dealt is losing; both are one line."""
    assert lines(Standing(order="Flee", wounds_taken=3))["HA-SOL-12"] == 3
    assert lines(Standing(wounds_taken=2, wounds_dealt=1))["HA-SOL-12"] == 3
    assert "HA-SOL-12" not in lines(Standing(wounds_taken=2, wounds_dealt=2))


def test_an_omen_adds_one():
    """HA-RULE-65: the event card."""
    assert risk(Standing(omen=True)) == -3


def test_four_beaten_guards_are_at_ten():
    """HA-SOL-42: the quick odds of the page: +1 +1 +5 +3."""
    guards = Standing(
        original=4, lost=1, wounded=1, light_wounds=1, skills=(0, 0, 0), order="Stand", wounds_taken=3, seen=(AHEAD,)
    )
    assert risk(guards) == 10
    assert chances(guards, 10) == {"Flee": Fraction(1, 2), "Withdraw": Fraction(1, 3), "Stand": Fraction(1, 6)}


# The charts


def chances(group: Standing, at_risk: int, options: Options = PRINTED) -> dict[str, Fraction]:
    found = odds(lambda referee: read_chart(options, group, at_risk, throw(referee, ENEMY)).order)
    return dict(found.items())


def test_at_no_risk_a_group_carries_on_but_a_six_sends_it_forward():
    """HA-SOL-13, HA-SOL-16a, HA-SOL-18a, HA-RULE-70: read as thrown."""
    standing = Standing(order="Stand", seen=(HIDDEN,))
    assert chances(standing, 0) == {"Stand": Fraction(5, 6), "March": Fraction(1, 6)}
    assert chances(Standing(order="Stand", ranged=True, knows_enemy=True), -4)["March"] == Fraction(1, 6)


def test_nobody_to_march_at_means_carrying_on():
    """HA-SOL-43: with no enemy visible or known it keeps its order."""
    assert chances(Standing(order="Stand"), -4) == {"Stand": 1}


def test_defenders_stay_in_their_fort():
    """HA-SOL-14: not even on a 6."""
    assert chances(Standing(order="Stand", fortified=True, seen=(HIDDEN,)), 0) == {"Stand": 1}


def test_those_who_fall_back_halt_on_five_or_six():
    """HA-SOL-15, HA-RULE-75: halting wins over going forward on the 6."""
    fleeing = Standing(order="Flee", seen=(HIDDEN,))
    assert chances(fleeing, 0) == {"Flee": Fraction(2, 3), "Stand": Fraction(1, 3)}


@pytest.mark.parametrize(
    ("rule", "chart", "risk", "row"),
    [
        ("HA-SOL-16b", RANGED, 1, "Stand March March March March Attack"),
        ("HA-SOL-16c", RANGED, 2, "Withdraw Stand Stand March March March"),
        ("HA-SOL-16c", RANGED, 5, "Withdraw Stand Stand March March March"),
        ("HA-SOL-16d", RANGED, 6, "Flee Withdraw Halt Stand Stand March"),
        ("HA-SOL-16d", RANGED, 8, "Flee Withdraw Halt Stand Stand March"),
        ("HA-SOL-16e", RANGED, 9, "Flee Flee Flee Withdraw Withdraw Stand"),
        ("HA-SOL-18b", CLOSE, 1, "Stand March March Attack Attack Attack"),
        ("HA-SOL-18b", CLOSE, 2, "Stand March March Attack Attack Attack"),
        ("HA-SOL-18c", CLOSE, 3, "Withdraw Stand Stand March Attack Attack"),
        ("HA-SOL-18c", CLOSE, 6, "Withdraw Stand Stand March Attack Attack"),
        ("HA-SOL-18d", CLOSE, 7, "Flee Withdraw Withdraw Stand March Attack"),
        ("HA-SOL-18d", CLOSE, 8, "Flee Withdraw Withdraw Stand March Attack"),
        ("HA-SOL-18e", CLOSE, 20, "Flee Flee Flee Withdraw Withdraw Stand"),
    ],
)
def test_the_printed_rows(rule, chart, risk, row):
    """HA-SOL-16 and HA-SOL-18, row by row."""
    assert " ".join(chart[risk]) == row, rule


def test_halt_is_read_as_stand_and_may_freeze():
    """HA-SOL-17, HA-RULE-76: one of the five orders; `frozen` remembers that it was a Halt."""
    archers = Standing(ranged=True)
    assert read_chart(PRINTED, archers, 7, 3).order == "Stand"
    assert not read_chart(PRINTED, archers, 7, 3).halted
    assert read_chart(Options(halt="frozen"), archers, 7, 3).halted


@pytest.mark.parametrize(
    ("order", "green"), [("Stand", True), ("March", True), ("Attack", True), ("Withdraw", False), ("Flee", False)]
)
def test_green_cells(order, green):
    """HA-RULE-77: Stand, March and Attack; by option Stand is not green. HA-SOL-44: a carried-on Stand is green all the same."""
    die = {"Stand": 1, "March": 2, "Attack": 6}
    if order in die:
        assert read_chart(PRINTED, Standing(), 1, die[order]).green is green
        assert read_chart(Options(green="march_attack"), Standing(), 1, die[order]).green is (order != "Stand")
    else:
        assert read_chart(PRINTED, Standing(), 9, 1 if order == "Flee" else 4).green is green
    assert read_chart(Options(green="march_attack"), Standing(order="Stand"), 0, 1).green


def test_fearless_undead_stand_where_others_would_run():
    """HA-RULE-87: by option; on the chart as printed they flee like men."""
    bones = Standing(mindless=True)
    assert read_chart(PRINTED, bones, 9, 1).order == "Flee"
    assert read_chart(Options(mindless="fearless"), bones, 9, 1).order == "Stand"
    assert read_chart(Options(mindless="fearless"), bones, 9, 4).order == "Stand"


# In melee


@pytest.mark.parametrize(
    ("dice", "foes", "allot"), [(2, 4, [1, 1, 0, 0]), (3, 2, [2, 1]), (1, 3, [1, 0, 0]), (4, 1, [4])]
)
def test_the_outnumbered_share_their_dice(dice, foes, allot):
    """HA-RULE-18, HA-SOL-54: one each, best foe first, what is left over to the first."""
    assert split_dice(PRINTED, dice, foes) == allot
    assert split_dice(Options(npc_split="never"), dice, foes) == [dice, *[0] * (foes - 1)]


def test_who_follows_up_and_who_breaks_off():
    """HA-RULE-21 and HA-SOL-52: the order decides."""
    orc = a_figure("orc", ENEMY)
    battle = a_battle(orc)
    for order, follows in ((Order.ATTACK, True), (Order.MARCH, True), (Order.STAND, False), (Order.WITHDRAW, False)):
        orc.order = order
        assert follows_up(battle, orc) is follows
        assert breaks_off(battle, orc) is (order is Order.WITHDRAW)
