"""Troops and the ground they cover."""

from fractions import Fraction
from itertools import product

import pytest

from grognard.games.war_and_conquest.footprint import body, figures
from grognard.games.war_and_conquest.questions import pursuit
from grognard.games.war_and_conquest.room import free_run
from grognard.games.war_and_conquest.troops import FLEE_DICE, MINIMUM, WEAPONS, Profile, cost_of
from grognard.ground.shapes import Slab, corners
from tests.games.war_and_conquest.build import a_unit


@pytest.mark.parametrize(
    ("kind", "formation", "count", "keep"),
    [("foot", "battle", 2, 2), ("foot", "skirmish", 3, 2), ("mounted", "battle", 3, 3), ("mounted", "skirmish", 4, 3)],
)
def test_flee_and_pursuit_dice(kind, formation, count, keep):
    """WC-OTROOP-03: counted by brute force."""
    totals = [sum(sorted(faces)[-keep:]) for faces in product(range(1, 7), repeat=count)]
    counted = {roll.total: ways for roll, ways in FLEE_DICE[kind, formation].outcomes}
    assert counted == {total: totals.count(total) for total in sorted(set(totals))}


def test_foot_catch_foot_by_brute_force():
    """WC-PF-02."""
    sums = [a + b for a in range(1, 7) for b in range(1, 7)]
    assert pursuit()["caught"] == Fraction(sum(fled <= chased for fled in sums for chased in sums), 36 * 36)


def test_minimum_sizes():
    """WC-OTROOP-04."""
    assert (MINIMUM["foot", "battle"], MINIMUM["mounted", "battle"], MINIMUM["foot", "skirmish"]) == (8, 5, 4)


def test_weapons():
    """WC-OTROOP-06: ranges, ranks and killing."""
    table = {name: (weapon.reach, weapon.ranks, weapon.killing) for name, weapon in WEAPONS.items() if weapon.reach}
    assert table == {"javelins": (800, 1, 3), "sling": (1400, 1, 2), "bow": (1800, 2, 3), "crossbow": (2000, 1, 4)}


@pytest.mark.parametrize(
    ("profile", "models", "cost"),
    [
        (Profile(ca=3, ka=3, mv=8, av=3, weapons=("spears",), traits=("Drilled",)), 24, 312),
        (Profile(ca=4, ka=4, mv=7, av=2, traits=("Undisciplined",)), 25, 275),
        (Profile(ca=2, sh=3, ka=2, mv=7, av=1, weapons=("bow",)), 16, 144),
        (Profile(ca=2, sh=3, ka=2, mv=7, av=2, weapons=("crossbow",)), 16, 176),
        (Profile(kind="mounted", ca=3, sh=3, ka=3, mv=7, av=1, weapons=("javelins",)), 8, 160),
    ],
)
def test_costs(profile, models, cost):
    """WC-OFIELD-03, WC-OTROOP-01."""
    assert cost_of(profile, models) == cost


@pytest.mark.parametrize(
    ("given", "size"),
    [
        ({"models": 24, "files": 8}, (800, 300)),
        ({"models": 20, "files": 8}, (800, 300)),
        ({"models": 10, "files": 5, "kind": "mounted"}, (500, 400)),
        ({"models": 8, "formation": "skirmish"}, (800, 400)),
        ({"models": 9, "formation": "skirmish", "kind": "mounted"}, (1000, 400)),
    ],
)
def test_footprints(given, size):
    """WC-OTROOP-05: the last rank may be incomplete; the leader is the middle of the front edge."""
    unit = a_unit(x=3000, y=2000, **given)
    slab = body(unit)
    assert (slab.width, slab.depth) == size
    assert (slab.x, slab.y) == (3000, 2000 - size[1] // 2)


def test_every_figure_stands_in_its_rank_and_file():
    """WC-OTROOP-05."""
    assert figures(a_unit(models=5, files=3, x=1000, y=1000)) == [
        (900, 950),
        (1000, 950),
        (1100, 950),
        (900, 850),
        (1000, 850),
    ]


def test_a_straight_run_ends_where_the_first_corner_is_met():
    """The way ahead is as wide as the front; what stands beside it does not matter."""
    slab = Slab(1000, 1000, 800, 300, 0)
    assert free_run(slab, corners(Slab(1000, 2000, 200, 200, 0))) == 2000 - 100 - 1150
    assert free_run(slab, corners(Slab(1000, 2000, 200, 200, 0)), 100, 100) == 650
    assert free_run(slab, corners(Slab(1600, 2000, 400, 200, 0))) > 10_000
    assert free_run(slab, corners(Slab(1000, 500, 800, 200, 0))) > 10_000
    assert free_run(slab, corners(Slab(1500, 2000, 400, 400, 45))) == 2000 - 283 + 101 - 1150
