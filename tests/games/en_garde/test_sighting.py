"""Line of sight, cover, distance and contact on the table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.games.en_garde.battle import Cover
from grognard.games.en_garde.scenery import Terrain
from grognard.games.en_garde.sighting import (
    combat_of,
    cover_from,
    cover_of,
    distance,
    enemies_in_contact,
    in_contact,
    is_engaged,
    is_sheltered,
    models_between,
    sees,
)
from tests.games.en_garde.build import a_battle, a_figure, a_foe, a_piece


def test_distance_is_from_edge_to_edge() -> None:
    """EG-RULE-17, EG-RULE-62: bases are 1 inch across on foot and 2 mounted."""
    assert distance(a_figure(at=(10, 10)), a_foe(at=(20, 10))) == 900
    assert distance(a_figure(at=(10, 10), mounted=True), a_foe(at=(20, 10))) == 850


@given(st.integers(100, 4700), st.integers(100, 3500), st.booleans())
def test_distance_is_the_same_both_ways_and_never_short(x: int, y: int, mounted: bool) -> None:
    """EG-RULE-17: rounded up to the hundredth, so that nobody is in range who is not."""
    anne, odo = a_figure(mounted=mounted), a_foe()
    odo.x, odo.y = x, y
    exact = ((anne.x - x) ** 2 + (anne.y - y) ** 2) ** 0.5 - anne.radius - odo.radius
    assert distance(anne, odo) == distance(odo, anne)
    assert max(exact, 0) <= distance(anne, odo) + 1e-6 < max(exact, 0) + 1.01


@pytest.mark.parametrize(("x", "touching"), [(11, True), (11.01, True), (11.02, False)])
def test_contact_has_a_tolerance_of_a_hundredth(x: float, touching: bool) -> None:
    """EG-RULE-62, EG-RULE-06: both are Engaged, or neither."""
    anne, odo = a_figure(), a_foe(at=(x, 10))
    battle = a_battle(anne, odo)
    assert in_contact(anne, odo) is touching
    assert (is_engaged(battle, anne), is_engaged(battle, odo)) == (touching, touching)


def test_friends_and_the_fallen_engage_nobody() -> None:
    """EG-RULE-06: a standing enemy."""
    anne, tam, odo = a_figure(), a_figure("tam", at=(10, 11)), a_foe(at=(11, 10))
    odo.standing = False
    assert enemies_in_contact(a_battle(anne, tam, odo), anne) == []


def test_models_do_not_block_sight_but_cover() -> None:
    """EG-RULE-18: light cover if the line crosses a base; not one within 1 inch of the shooter, nor one of the target's combat."""
    anne, odo = a_figure(at=(10, 10)), a_foe(at=(30, 10))
    for at, expected in (
        ((20, 10.4), Cover.LIGHT),
        ((20, 10.6), Cover.NONE),
        ((11.9, 10), Cover.NONE),
        ((29, 10), Cover.NONE),
    ):
        tam = a_figure("tam", at=at)
        battle = a_battle(anne, odo, tam)
        assert sees(battle, anne, odo)
        assert cover_of(battle, anne, odo) is expected, at


def test_foes_between_cover_too() -> None:
    """EG-RULE-18: friend or foe."""
    anne, odo, jan = a_figure(at=(10, 10)), a_foe(at=(30, 10)), a_foe("jan", (20, 10))
    assert models_between(a_battle(anne, odo, jan), anne, odo) == [jan]


@pytest.mark.parametrize(
    ("kind", "grade"),
    [
        ("hedge", "light"), ("railings", "light"), ("furniture", "light"), ("cart", "medium"), ("low_wall", "medium"),
        ("parapet", "heavy"), ("barricade", "heavy"), ("stone_corner", "heavy"),
    ],
)  # fmt: skip
def test_grades_of_cover_by_what_stands_between(kind: str, grade: str) -> None:
    """EG-RULE-19: nearer to the target than to the shooter."""
    piece = a_piece(kind, (27, 5, 28, 15))
    anne, odo = a_figure(at=(10, 10)), a_foe(at=(30, 10))
    battle = a_battle(anne, odo, terrain=[piece])
    assert cover_of(battle, anne, odo) is Cover(grade)
    assert cover_of(battle, odo, anne) is Cover.NONE


@pytest.mark.parametrize(
    ("kind", "grade"),
    [("copse", "medium"), ("orchard", "medium"), ("brush", "light"), ("ditch", "light"), ("mud", "none")],
)
def test_ground_covers_whoever_stands_in_it(kind: str, grade: str) -> None:
    """EG-RULE-19: trees are medium, brush and a ditch light; from outside and inside alike."""
    anne, odo, far = a_figure(at=(10, 10)), a_foe(at=(20, 10)), a_foe("far", (30, 10))
    battle = a_battle(anne, odo, terrain=[a_piece(kind, (18, 8, 22, 12))])
    assert cover_of(battle, anne, odo) is Cover(grade)
    battle.figures["far"] = far
    assert cover_from(battle, anne.x, anne.y, far) is Cover.NONE


def test_grades_do_not_add_up() -> None:
    """EG-RULE-19: the best single grade that applies."""
    anne, odo = a_figure(at=(10, 10)), a_foe(at=(20, 10))
    both = [a_piece("brush", (18, 8, 22, 12)), a_piece("low_wall", (17, 5, 17.5, 15))]
    assert cover_of(a_battle(anne, odo, terrain=both), anne, odo) is Cover.MEDIUM


def test_through_a_gate_there_is_no_cover() -> None:
    """EG-RULE-19: the wall does not stand where its gate is."""
    wall, gate = a_piece("low_wall", (17, 5, 17.5, 15)), a_piece("gate", (17, 9, 17.5, 11))
    anne, odo = a_figure(at=(10, 10)), a_foe(at=(20, 10))
    assert cover_of(a_battle(anne, odo, terrain=[wall]), anne, odo) is Cover.MEDIUM
    assert cover_of(a_battle(anne, odo, terrain=[wall, gate]), anne, odo) is Cover.NONE


def a_house() -> list[Terrain]:
    return [a_piece("building", (20, 5, 28, 15), doors=[(20, 10)], windows=[(24, 5)], loopholes=[(24, 15)])]


def test_one_sees_and_is_seen_at_doors_and_windows_in_medium_cover() -> None:
    """EG-RULE-75: the walls block the rest; EG-RULE-19: a loophole is heavy cover."""
    inside, outside = a_foe(at=(21, 10)), a_figure(at=(12, 10))
    battle = a_battle(inside, outside, terrain=a_house())
    assert sees(battle, outside, inside)
    assert cover_of(battle, outside, inside) is Cover.MEDIUM
    assert cover_of(battle, inside, outside) is Cover.NONE
    outside.y = 200
    assert not sees(battle, outside, inside)
    outside.x, outside.y, inside.x, inside.y = 2400, 100, 2400, 600
    assert cover_of(battle, outside, inside) is Cover.MEDIUM
    outside.x, outside.y, inside.x, inside.y = 2400, 2000, 2400, 1400
    assert cover_of(battle, outside, inside) is Cover.HEAVY


def test_under_a_roof_one_is_sheltered() -> None:
    """EG-RULE-75: in a house or a gallery, not beside it."""
    inside, beside = a_foe(at=(24, 10)), a_foe("jan", (30, 10))
    battle = a_battle(inside, beside, terrain=a_house())
    assert is_sheltered(battle, inside)
    assert not is_sheltered(battle, beside)
    assert is_sheltered(a_battle(beside, terrain=[a_piece("gallery", (29, 9, 33, 12))]), beside)


def test_a_combat_is_found_from_any_of_its_models() -> None:
    """EG-RULE-32."""
    anne, odo, tam, jan = a_figure(), a_foe(at=(11, 10)), a_figure("tam", at=(12, 10)), a_foe("jan", (20, 20))
    battle = a_battle(anne, odo, tam, jan)
    assert [sorted(combat_of(battle, figure)) for figure in (anne, odo, tam)] == [["anne", "odo", "tam"]] * 3
    assert combat_of(battle, jan) == []
