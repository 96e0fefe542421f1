"""Falls: from a height, and off an edge."""

from fractions import Fraction

import pytest

from grognard.games.en_garde.battle import Wound
from grognard.games.en_garde.falls import fall, ground_height, pushed_off
from grognard.games.en_garde.wounds import Result
from grognard.kernel.odds import odds
from tests.games.en_garde.build import a_battle, a_figure, a_foe, a_piece
from tests.script import scripted


@pytest.mark.parametrize(
    ("height", "die", "result"),
    [
        (2.5, 6, "light"),
        (3, 1, "scratch"),
        (3, 3, "stunned"),
        (4, 6, "grievous"),
        (5.9, 6, "critical"),
        (6, 4, "grievous"),
        (6, 5, "critical"),
    ],
)
def test_a_fall_hurts_by_its_whole_inches(height: float, die: int, result: str) -> None:
    """EG-RULE-76: D6 + whole inches - 5; armour does not help."""
    anne = a_figure(armour=3)
    with scripted(dice=[die]) as referee:
        assert fall(referee, a_battle(anne), anne, round(100 * height)) is Result(result)


def test_two_inches_are_harmless() -> None:
    """EG-RULE-76: no die is rolled."""
    anne = a_figure()
    with scripted() as referee:
        assert fall(referee, a_battle(anne), anne, 200) is Result.SCRATCH


def test_an_acrobat_falls_again() -> None:
    """EG-RULE-66: re-rolls falls, if its owner likes; the second stands."""
    for answers, dice, expected in ((["yes"], [6, 1], Result.SCRATCH), (["no"], [6], Result.GRIEVOUS)):
        anne = a_figure(attributes=["Acrobat"])
        with scripted(dice=dice, answers=answers) as referee:
            assert fall(referee, a_battle(anne), anne, 400) is expected


def test_the_odds_of_a_fall() -> None:
    """EG-RULE-76: from 4 inches: 1 scratch, 2 stunned, 3 and 4 light, 5 and 6 grievous."""
    anne = a_figure()
    chances = odds(fall, a_battle(anne), anne, 400)
    assert dict(chances.items()) == {
        Result.SCRATCH: Fraction(1, 6), Result.STUNNED: Fraction(1, 6), Result.LIGHT: Fraction(1, 3), Result.GRIEVOUS: Fraction(1, 3),
    }  # fmt: skip


def test_a_push_off_an_edge_is_a_fall() -> None:
    """EG-PLOY-06, EG-RULE-76: from a platform of 4 inches."""
    anne, odo = a_figure(at=(10, 10)), a_foe(at=(11, 10))
    battle = a_battle(anne, odo, terrain=[a_piece("platform", (5, 5, 12, 15), height=4)])
    assert ground_height(battle, odo.x, odo.y) == 400
    with scripted(dice=[6]) as referee:
        pushed_off(referee, battle, odo, anne)
    assert (odo.x, odo.wound) == (1300, Wound.GRIEVOUS)


@pytest.mark.parametrize(("wall", "x"), [((12, 5, 12.2, 15), 11.5), (None, 13)])
def test_a_push_stops_at_a_wall_or_model(wall: tuple[float, float, float, float] | None, x: float) -> None:
    """EG-PLOY-06: 2 inches straight away; stops at a wall."""
    anne, odo = a_figure(at=(10, 10)), a_foe(at=(11, 10))
    battle = a_battle(anne, odo, terrain=[a_piece("high_wall", wall)] if wall else [])
    with scripted() as referee:
        pushed_off(referee, battle, odo, anne)
    assert abs(odo.x - 100 * x) <= 1


def test_a_push_up_a_step_is_no_fall() -> None:
    """EG-RULE-76: only down."""
    anne, odo = a_figure(at=(10, 10)), a_foe(at=(11, 10))
    with scripted() as referee:
        pushed_off(referee, a_battle(anne, odo, terrain=[a_piece("platform", (12, 5, 20, 15), height=4)]), odo, anne)


def test_a_push_stops_at_another_model() -> None:
    """EG-PLOY-06: stops at a model."""
    anne, odo, jan = a_figure(at=(10, 10)), a_foe(at=(11, 10)), a_foe("jan", (12.5, 10))
    with scripted() as referee:
        pushed_off(referee, a_battle(anne, odo, jan), odo, anne)
    assert odo.x == 1150


def test_the_highest_ground_counts() -> None:
    """EG-RULE-41, EG-RULE-76: a platform on a platform."""
    terrain = [
        a_piece("platform", (5, 5, 15, 15), height=2),
        a_piece("platform", (8, 8, 12, 12), height=5, name="tower"),
    ]
    battle = a_battle(a_figure(), terrain=terrain)
    assert [ground_height(battle, x, 1000) for x in (1000, 1400, 2000)] == [500, 200, 0]
