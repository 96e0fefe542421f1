"""Faith: temporary faith, believers, and what a Faithful's card may say."""

from typing import Any

import pytest

from grognard.games.confrontation.battle import Special, Table
from grognard.games.confrontation.faith import (
    believers,
    check_miracles,
    faithful,
    generated,
    groups,
    may_know,
    renew,
    start,
)
from grognard.games.confrontation.options import Options
from grognard.ground.shapes import Disc
from grognard.ground.terrain import Feature
from tests.games.confrontation.mystics import a_battle, a_faithful, a_fighter
from tests.script import scripted


def test_a_faithful_starts_with_his_faith_total() -> None:
    """C3-TF-02, C3-STAT-09, C3-RULE-60."""
    aumen = a_faithful(aspects=(2, 1, 0), tf=0)
    start(a_battle(aumen), aumen)
    assert aumen.tf == 3


@pytest.mark.parametrize(
    ("rank", "pure", "monk"), [("devout", 2, 1), ("zealot", 3, 2), ("dean", 4, 3), ("avatar", 7, 6)]
)
def test_the_table_of_points_he_generates_himself(rank: str, pure: int, monk: int) -> None:
    """C3-TF-01, C3-RULE-61: the damaged 2 of the pure Avatar is read as 7."""
    assert (generated("pure_faithful", rank, Options()), generated("warrior_monk", rank, Options())) == (pure, monk)


def test_the_avatar_column_is_an_option() -> None:
    """C3-RULE-61, option tf_avatar."""
    for reading, points in (("5_4", (5, 4)), ("2_6", (2, 6))):
        options = Options(tf_avatar=reading)  # type: ignore[arg-type]
        assert (generated("pure_faithful", "avatar", options), generated("warrior_monk", "avatar", options)) == points


def test_the_faith_of_a_round_is_a_sum() -> None:
    """C3-TF-05, C3-RULE-62, C3-RULE-63, C3-RULE-73: Faith 3, Devout 2, three groups of believers, Piety 2."""
    aumen = a_faithful(tf=9)
    friends = [a_fighter(f"guard {n}", "red", x=3000 + 300 * n, y=3400) for n in range(5)]
    battle = a_battle(aumen, *friends)
    with scripted() as referee:
        renew(referee, battle, aumen)
    assert aumen.tf == 10
    assert [str(line) for line in referee.events[0].because] == [
        "Faith total +3",
        "Devout +2",
        "believers +3",
        "Piety +2",
    ]


def test_unused_faith_is_lost() -> None:
    """C3-TF-08: nothing of the 9 is carried over."""
    monk = a_faithful(kind="warrior_monk", rank="zealot", aspects=(1, 1, 2), piety=0, tf=9)
    with scripted() as referee:
        renew(referee, a_battle(monk), monk)
    assert monk.tf == 6


def test_rout_costs_two_points_but_never_more_than_there_are() -> None:
    """C3-ROUT-07, C3-RULE-63."""
    lone = a_faithful(aspects=(1, 0, 0), piety=0, kind="warrior_monk", routed=True)
    with scripted() as referee:
        renew(referee, a_battle(lone), lone)
    assert lone.tf == 0


def test_the_shrine_gives_two_points_more() -> None:
    """C3-TF-05: the scenario's holy ground."""
    shrine = Feature("shrine", Disc(3000, 3000, 500))
    aumen = a_faithful(piety=0)
    battle = a_battle(aumen, table=Table(6000, 6000, (shrine,)), special=Special(shrine="shrine"))
    with scripted() as referee:
        renew(referee, battle, aumen)
    assert aumen.tf == 7


@pytest.mark.parametrize(("group", "points"), [(2, 3), (1, 5), (3, 2)])
def test_a_started_group_counts_in_full(group: int, points: int) -> None:
    """C3-RULE-62, option believer_group."""
    assert groups(5, Options(believer_group=group)) == points  # type: ignore[arg-type]
    assert groups(0, Options(believer_group=group)) == 0  # type: ignore[arg-type]


# Believers


def test_friends_partly_inside_the_aura_believe() -> None:
    """C3-TF-06, C3-RULE-62: from base edge to base edge, routed ones too, himself not."""
    aumen = a_faithful(aura=1500, x=3000, y=3000)
    inside = a_fighter("inside", "red", x=3000, y=4750, routed=True)
    outside = a_fighter("outside", "red", x=3000, y=1249)
    assert believers(a_battle(aumen, inside, outside), aumen) == [inside]


@pytest.mark.parametrize(
    "why_not",
    [
        {"dis": None},
        {"abilities": ("living_dead",)},
        {"abilities": ("construct",)},
        {"abilities": ("stateless",)},
        {"abilities": ("elemental",)},
        {"altitude": 1},
        {"gone": "lost"},
        {"deployed": False},
    ],
)
def test_who_does_not_believe(why_not: dict[str, Any]) -> None:
    """C3-TF-07; C3-TF-06: not on another altitude, and only figures on the table."""
    aumen, guard = a_faithful(), a_fighter("guard", "red", **why_not)
    assert believers(a_battle(aumen, guard), aumen) == []


def test_enemies_do_not_believe() -> None:
    """C3-TF-06: friendly figures only."""
    aumen = a_faithful()
    battle = a_battle(aumen, a_fighter("odo"), apart=300)
    assert believers(battle, aumen) == []
    assert faithful(battle) == [aumen]
    assert faithful(battle, "blue") == []


# Cards


def test_a_pure_faithful_knows_any_number_of_different_miracles() -> None:
    """C3-TF-03, C3-RULE-95: all five of Brother Aumen's."""
    known = ("mending_hand", "shield_of_witness", "breath_of_first_morning", "steadfast_hymn", "quickened_step")
    assert check_miracles(a_faithful(miracles=known).profile) is None
    assert may_know("pure_faithful", (2, 1, 0), [(1, 0, 0), (2, 0, 0), (2, 1, 0)])


def test_a_warrior_monk_knows_one() -> None:
    """C3-TF-04."""
    corrin: dict[str, Any] = {"kind": "warrior_monk", "rank": "zealot", "aspects": (1, 1, 2)}
    assert check_miracles(a_faithful("corrin", **corrin, miracles=("word_of_ruin",)).profile) is None
    assert "one only" in str(
        check_miracles(a_faithful("corrin", **corrin, miracles=("word_of_ruin", "lash_of_ash")).profile)
    )
    assert not may_know("warrior_monk", (1, 1, 2), [(0, 0, 2), (0, 0, 1)])


@pytest.mark.parametrize(
    ("card", "fault"),
    [
        ({"aspects": (0, 0, 0)}, "no Faith"),
        ({"kind": "character"}, "is a character"),
        ({"rank": "elite"}, "rank 'elite'"),
        ({"miracles": ("parting_of_waves",)}, "'parting_of_waves'"),
        ({"miracles": ("word_of_ruin",)}, "needs aspects (0, 0, 2)"),
        ({"miracles": ("mending_hand", "mending_hand")}, "twice"),
    ],
)
def test_a_card_that_breaks_the_rules_says_why(card: dict[str, Any], fault: str) -> None:
    """C3-RULE-95, C3-TF-03: the aspects needed, and no miracle twice."""
    assert fault in str(check_miracles(a_faithful(**{"miracles": ("mending_hand",)} | card).profile))


def test_who_has_no_faith_needs_no_check() -> None:
    """C3-STAT-09."""
    assert check_miracles(a_fighter().profile) is None
