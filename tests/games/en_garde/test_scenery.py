"""Scenery: what the pieces of a scenario file mean on the table."""

import pytest

from grognard.errors import ScenarioError
from grognard.games.en_garde.scenery import FEATURES, Terrain, features_of
from grognard.ground.terrain import Feature
from tests.games.en_garde.build import a_piece


def made(piece: Terrain) -> list[Feature]:
    return list(features_of(piece, "terrain[0]"))


@pytest.mark.parametrize(
    ("kind", "traits"),
    [
        ("hedge", {"obstacle": 200, "cover": "light"}),
        ("low_wall", {"obstacle": 200, "cover": "medium"}),
        ("parapet", {"obstacle": 200, "cover": "heavy"}),
        ("mud", {"slow": 2, "cover": ""}),
        ("copse", {"slow": 2, "cover": "medium"}),
        ("high_wall", {"impassable": True, "blocks_sight": True}),
        ("water", {"impassable": True, "blocks_sight": False}),
        ("coach", {"impassable": True, "blocks_sight": True, "tags": ("large",)}),
        ("gun", {"impassable": True, "tags": ("large",)}),
    ],
)
def test_what_a_piece_does(kind: str, traits: dict[str, object]) -> None:
    """EG-RULE-08: obstacles cost 2 inches, difficult ground double, high walls are impassable; EG-RULE-19: cover; EG-RULE-20: coaches and cannon are large."""
    (feature,) = made(a_piece(kind, (0, 0, 4, 1)))
    assert {name: getattr(feature, name) for name in traits} == traits


def test_climbing_costs_two_inches_for_each_inch_of_height() -> None:
    """EG-RULE-08."""
    (wall,) = made(a_piece("climbable_wall", (0, 0, 4, 1), height=1.5))
    assert (wall.obstacle, wall.impassable) == (300, False)
    with pytest.raises(ScenarioError, match="height"):
        made(a_piece("climbable_wall", (0, 0, 4, 1)))


def test_a_house_is_four_walls_with_openings() -> None:
    """EG-RULE-75: blocking, roofed, doors let people through, windows only looks."""
    house = made(a_piece("building", (10, 10, 16, 14), doors=[(10, 12)], windows=[(13, 10)], name="mill"))
    named = {feature.name: feature for feature in house}
    assert list(named) == ["mill", "mill wall", "mill door 1", "mill window 1"]
    assert named["mill"].roof
    assert (named["mill wall"].impassable, named["mill wall"].blocks_sight) == (True, True)
    assert (named["mill door 1"].clears_way, named["mill door 1"].clears_sight, named["mill door 1"].cover) == (
        True,
        True,
        "medium",
    )
    assert (named["mill window 1"].clears_way, named["mill window 1"].clears_sight) == (False, True)


@pytest.mark.parametrize(
    ("piece", "words"),
    [
        (a_piece("hedge"), "needs either box"),
        (a_piece("hedge", (0, 0, 1, 1), disc=(1, 1, 1)), "needs either box"),
        (a_piece("hedge", (4, 0, 1, 1)), "west, south, east, north"),
        (a_piece("building", disc=(5, 5, 2)), "a building is a box"),
    ],
)
def test_a_piece_that_cannot_be_laid_is_refused_in_words(piece: Terrain, words: str) -> None:
    """EG-RULE-61: places are in inches from the south-west corner."""
    with pytest.raises(ScenarioError, match=words) as caught:
        made(piece)
    assert caught.value.place == "terrain[0]"


def test_every_kind_can_be_laid() -> None:
    """EG-RULE-08, EG-RULE-19, EG-RULE-75: as a box of any size."""
    for kind in FEATURES:
        assert made(a_piece(kind, (1, 1, 5, 3), height=1))
