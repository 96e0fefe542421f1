"""Bases on an open table: contact, room, clumps, pushes and the table's edges."""

from hypothesis import given
from hypothesis import strategies as st

from grognard.ground.open_table import (
    Disc,
    Slab,
    Spot,
    beside,
    clumps,
    contact_spot,
    edge_gap,
    gap,
    has_room,
    leaves_table_at,
    nearest,
    nearest_edge,
    on_table,
    overlaps,
    pushed,
    slab_on_table,
    touching,
)
from tests.ground.strategies import discs, places, spots

radii = st.integers(10, 400)


@given(places, places, radii, discs)
def test_a_base_comes_into_contact_without_overlapping(x, y, radius, target):
    base = Disc(*contact_spot(x, y, radius, target), radius)
    assert touching(base, target)
    assert not overlaps(base, target)


@given(discs, st.integers(0, 359), radii)
def test_a_base_beside_another_touches_it(target, degrees, radius):
    base = Disc(*beside(target, degrees, radius), radius)
    assert touching(base, target)
    assert not overlaps(base, target)


def test_a_base_comes_into_contact_on_the_side_it_came_from():
    assert contact_spot(0, 0, 50, Disc(1000, 0, 100)) == (850, 0)
    assert contact_spot(1000, 0, 50, Disc(1000, 0, 100)) == (1000, -150)


def test_room_is_what_the_others_leave():
    assert has_room(0, 0, 50, (Disc(100, 0, 50),))
    assert not has_room(1, 0, 50, (Disc(100, 0, 50),))


def test_the_nearest_is_measured_to_the_edge_of_the_base():
    assert nearest(0, 0, (Disc(500, 0, 50), Disc(0, 600, 200), Disc(400, 0, 0))) == 1
    assert nearest(0, 0, ()) == -1


@given(st.lists(discs, max_size=8), st.integers(0, 300))
def test_everybody_is_in_one_clump_and_clumps_are_far_apart(bases, reach):
    found = clumps(bases, reach)
    assert sorted(n for clump in found for n in clump) == list(range(len(bases)))
    for clump in found:
        for other in found:
            if clump is not other:
                assert all(gap(bases[a], bases[b]) > reach for a in clump for b in other)


def test_figures_linked_through_others_are_one_clump():
    row = [Disc(x, 0, 50) for x in (0, 150, 300, 900)]
    assert clumps(row, 50) == ((0, 1, 2), (3,))
    assert clumps(row, 49) == ((0,), (1,), (2,), (3,))


@given(spots, radii, spots, st.integers(0, 1_500), st.lists(discs, max_size=5))
def test_a_pushed_base_never_ends_on_another(
    start: Spot, radius: int, direction: Spot, length: int, others: list[Disc]
) -> None:
    clear = [other for other in others if has_room(*start, radius, (other,))]
    dx, dy = direction[0] - 1000, direction[1] - 1000
    spot, met = pushed(*start, radius, dx, dy, length, clear)
    assert has_room(*spot, radius, clear)
    if met is not None:
        assert gap(Disc(*spot, radius), clear[met]) <= 3


def test_a_push_stops_at_the_first_base_in_the_way():
    others = (Disc(900, 0, 50), Disc(500, 0, 50))
    assert pushed(0, 0, 50, 1, 0, 1000, others) == ((400, 0), 1)
    assert pushed(0, 0, 50, 1, 0, 300, others) == ((300, 0), None)
    assert pushed(400, 0, 50, -1, 0, 300, others) == ((100, 0), None)
    assert pushed(400, 0, 50, 1, 0, 300, others) == ((400, 0), 1)


def test_a_base_stands_wholly_on_the_table():
    assert on_table(2400, 2400, 50, 50, 50)
    assert not on_table(2400, 2400, 49, 50, 50)
    assert slab_on_table(2400, 2400, Slab(400, 100, 800, 200, 0))
    assert not slab_on_table(2400, 2400, Slab(399, 100, 800, 200, 0))


def test_the_edges_of_the_table_are_named_by_the_compass():
    assert nearest_edge(2400, 2400, 100, 1200) == "west"
    assert nearest_edge(2400, 2400, 1200, 2300) == "north"
    assert edge_gap(2400, 2400, 100, 1200, "east") == 2300


def test_a_fleeing_piece_leaves_where_its_line_meets_the_edge():
    assert leaves_table_at(2400, 2400, 1000, 300, 1200, -300) == (1100, 0)
    assert leaves_table_at(2400, 2400, 1000, 300, 1200, 0) is None
