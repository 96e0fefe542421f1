"""Shooting: every modifier, the two sums, targets, and shots into combat."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.games.en_garde.battle import Cover, Figure, Wound
from grognard.games.en_garde.options import Options
from grognard.games.en_garde.shooting import (
    Shot,
    aim_counts,
    line_up,
    may_target,
    shoot,
    shoot_into_combat,
    shooting_modifiers,
    why_not_shoot,
)
from grognard.games.en_garde.weapons import MISSILES
from grognard.games.en_garde.wounds import WOUND, Result
from grognard.kernel.odds import odds, outcomes_of
from grognard.kernel.tally import Tally
from tests.games.en_garde.build import Dicing, a_battle, a_figure, a_foe, a_piece
from tests.script import scripted


def a_shot(weapon: str = "bow", distance: float = 8, **facts: Any) -> Shot:
    return Shot(MISSILES[weapon], round(100 * distance), **facts)


def modifier(shot: Shot, shooter: Figure | None = None, target: Figure | None = None, **options: Any) -> int:
    """The sum of all shooting modifiers."""
    return Tally(shooting_modifiers(Options(**options), shooter or a_figure(), target or a_foe(), shot)).total


def cited(shot: Shot, shooter: Figure | None = None, target: Figure | None = None) -> list[str]:
    return [line.rule for line in Tally(shooting_modifiers(Options(), shooter or a_figure(), target or a_foe(), shot))]


# The two sums


def test_a_musket_ball_wounds_a_guard_in_cover() -> None:
    """EG-SHOOT-02: 9 + 2 - 1 - 2; EG-SHOOT-03: less 6 hits by 2; EG-SHOOT-05, EG-SHOOT-06: +2 for the musket, -2 for armour."""
    anne, guard = a_figure(shoot=2), a_foe(armour=2)

    with scripted(dice=[5, 4]) as referee:
        hit = shoot(referee, a_battle(anne, guard), anne, guard, a_shot("musket", 20, cover=Cover.MEDIUM))

    assert (hit.attack_roll, hit.hit_score, hit.wound_score, hit.result) == (8, 2, 2, Result.LIGHT)
    assert guard.wound is Wound.LIGHT


def test_a_hit_score_of_nothing_is_a_miss() -> None:
    """EG-SHOOT-04: 6 - 6 = 0 misses, and nothing more happens."""
    anne, guard = a_figure(), a_foe()

    with scripted(dice=[3, 3]) as referee:
        hit = shoot(referee, a_battle(anne, guard), anne, guard, a_shot())

    assert hit.result is Result.MISS
    assert not hit.hit
    assert (guard.wound, guard.stuns) == (Wound.NONE, 0)
    assert referee.events[-1].rule == "EG-SHOOT-04"


def test_scores_have_no_limits_either_way() -> None:
    """EG-RULE-23: a hopeless shot has a negative Hit Score, a deadly one goes far over the table; doubles mean nothing."""
    shooter, master = a_figure(shoot=0, wound=Wound.GRIEVOUS), a_figure(shoot=4)

    with scripted(dice=[1, 1]) as referee:
        hopeless = shoot(referee, a_battle(shooter, a_foe()), shooter, a_foe(), a_shot("bow", 36, cover=Cover.HEAVY))
    with scripted(dice=[6, 6]) as referee:
        foe = a_foe()
        deadly = shoot(referee, a_battle(master, foe), master, foe, a_shot("musket", 3))

    assert hopeless.hit_score == 2 - 2 - 1 - 2 - 3 - 6
    assert deadly.wound_score == 12 + 4 + 1 - 6 + 2


def test_wounds_and_stuns_lower_the_shoot_value_that_is_added() -> None:
    """EG-SHOOT-02, EG-CHAR-04: Shoot as reduced by wounds and stuns: 2 - 1 (Light) - 1 (Stunned) = 0, and EG-SMOD-09 takes one more."""
    anne, guard = a_figure(shoot=2, wound=Wound.LIGHT, stuns=1), a_foe()

    with scripted(dice=[4, 4]) as referee:
        assert shoot(referee, a_battle(anne, guard), anne, guard, a_shot()).attack_roll == 7


def test_armour_counts_against_shots() -> None:
    """EG-CHAR-05: the same roll grazes, stuns or wounds by the target's Armour Rating."""
    results = []
    for armour in range(4):
        anne, guard = a_figure(shoot=2), a_foe(armour=armour)
        with scripted(dice=[4, 3]) as referee:
            results.append(shoot(referee, a_battle(anne, guard), anne, guard, a_shot()).result.value)
    assert results == ["light", "light", "stunned", "scratch"]


# Modifiers


@pytest.mark.parametrize(
    ("distance", "expected", "rule"),
    [
        (0, 1, "EG-SMOD-01"),
        (3, 1, "EG-SMOD-01"),
        (3.01, 0, "EG-SMOD-02"),
        (11.99, 0, "EG-SMOD-02"),
        (12, -1, "EG-SMOD-03"),
        (24, -1, "EG-SMOD-03"),
        (24.01, -2, "EG-SMOD-04"),
        (36, -2, "EG-SMOD-04"),
        (36.01, -3, "EG-SMOD-05"),
    ],
)
def test_range_bands_meet_at_their_edges(distance: float, expected: int, rule: str) -> None:
    """EG-SMOD-01 to EG-SMOD-05 with the shared edges of EG-RULE-17."""
    assert modifier(a_shot("musket", distance)) == expected
    lines = list(shooting_modifiers(Options(), a_figure(), a_foe(), a_shot("musket", distance)))
    assert [line.rule for line in lines] == [rule]


def test_an_engaged_target_costs_two() -> None:
    """EG-SMOD-06."""
    assert modifier(a_shot(engaged=True)) == -2


def test_riders_and_marked_beasts_are_easier_to_hit() -> None:
    """EG-SMOD-07, EG-RULE-20: large are mounted models and beasts so marked; a dismounted rider is not."""
    assert modifier(a_shot(), target=a_foe(mounted=True)) == 1
    assert modifier(a_shot(), target=a_foe(large=True)) == 1
    assert modifier(a_shot(), target=a_foe(rate="cavalry")) == 0


def test_a_short_move_costs_one_unless_one_is_a_marksman() -> None:
    """EG-SMOD-08, and EG-RULE-66: a Marksman ignores it."""
    assert modifier(a_shot(short_move=True)) == -1
    assert modifier(a_shot(short_move=True), a_figure(attributes=["Marksman"])) == 0


@pytest.mark.parametrize(("wound", "cumulative"), [(Wound.NONE, 0), (Wound.LIGHT, -1), (Wound.GRIEVOUS, -1)])
def test_a_wounded_shooter_pays_twice_or_once(wound: Wound, cumulative: int) -> None:
    """EG-SMOD-09 and EG-RULE-21: besides the Shoot that the wound costs, or not."""
    shooter = a_figure(wound=wound)
    assert modifier(a_shot(), shooter) == cumulative
    assert modifier(a_shot(), shooter, wounded_shooter="once") == 0


@pytest.mark.parametrize(
    ("cover", "expected", "rule"),
    [(Cover.LIGHT, -1, "EG-SMOD-10"), (Cover.MEDIUM, -2, "EG-SMOD-11"), (Cover.HEAVY, -3, "EG-SMOD-12")],
)
def test_cover_by_its_grade(cover: Cover, expected: int, rule: str) -> None:
    """EG-SMOD-10, EG-SMOD-11, EG-SMOD-12."""
    assert modifier(a_shot(cover=cover)) == expected
    assert cited(a_shot(cover=cover)) == [rule]


def test_an_aimed_shot_gains_one() -> None:
    """EG-SMOD-13."""
    assert modifier(a_shot(aimed=True)) == 1


@pytest.mark.parametrize(
    ("weapon", "distance", "expected"),
    [("pistol", 11.99, 0), ("pistol", 12, -2), ("matchlock", 13, -2), ("musket", 13, -1)],
)
def test_inaccurate_weapons_lose_one_more_from_twelve_inches(weapon: str, distance: float, expected: int) -> None:
    """EG-RULE-27, EG-SPEC-04."""
    assert modifier(a_shot(weapon, distance)) == expected


def test_all_modifiers_add_up_and_each_has_its_reason() -> None:
    """EG-SMOD-00: an aimed matchlock of a wounded, moving shooter at an engaged rider behind a parapet."""
    shot = a_shot("matchlock", 25, cover=Cover.HEAVY, engaged=True, aimed=True, short_move=True)
    shooter, target = a_figure(wound=Wound.LIGHT), a_foe(mounted=True)

    assert modifier(shot, shooter, target) == -2 - 2 + 1 - 1 - 1 - 3 + 1 - 1
    assert cited(shot, shooter, target) == [
        "EG-SMOD-04", "EG-SMOD-06", "EG-SMOD-07", "EG-SMOD-08", "EG-SMOD-09", "EG-SMOD-12", "EG-SMOD-13", "EG-RULE-27",
    ]  # fmt: skip


# Who may be shot at


def test_maximum_range_is_inclusive_and_measured_between_bases() -> None:
    """EG-SHOOT-01, EG-RULE-17: 36 inches between the edges of two bases is 37 between their centres."""
    anne, near, far = a_figure(at=(1, 1), missiles=["bow"]), a_foe("near", (38, 1)), a_foe("far", (38.02, 3))
    battle = a_battle(anne, near, far)

    assert line_up(battle, anne, near, "bow").distance == 3600
    assert may_target(battle, anne, near, "bow")
    assert not may_target(battle, anne, far, "bow")
    assert why_not_shoot(battle, anne, MISSILES["bow"], 3601, target_engaged=False) == "EG-SHOOT-01"


def test_nobody_shoots_through_a_house() -> None:
    """EG-SHOOT-01, EG-RULE-18: the line between the centres is blocked."""
    anne, odo = a_figure(at=(5, 10), missiles=["bow"]), a_foe(at=(20, 10))
    house = a_piece("building", (10, 8, 14, 12))

    assert not may_target(a_battle(anne, odo, terrain=[house]), anne, odo, "bow")
    assert may_target(a_battle(anne, odo), anne, odo, "bow")


def test_a_model_shoots_once_and_not_after_a_move() -> None:
    """EG-RULE-16: no move but a short one, once a turn, and not at the hidden."""
    anne, odo = a_figure(missiles=["bow"]), a_foe()
    battle = a_battle(anne, odo)

    for moved, allowed in (("", True), ("short", True), ("normal", False), ("run", False)):
        anne.moved = moved
        assert may_target(battle, anne, odo, "bow") is allowed
    anne.moved, anne.fired = "", True
    assert not may_target(battle, anne, odo, "bow")
    anne.fired, odo.hiding = False, True
    assert not may_target(battle, anne, odo, "bow")


# Aiming


def an_aimed_shot() -> tuple[Figure, Figure, Figure]:
    anne, odo, jan = a_figure(missiles=["musket", "pistol"]), a_foe(), a_foe("jan", (30, 14))
    anne.aimed_at, anne.aimed_with, anne.aimed_turn = "odo", "musket", 1
    return anne, odo, jan


def test_an_aim_of_last_turn_counts_for_that_target_and_weapon_only() -> None:
    """EG-RULE-13."""
    anne, odo, jan = an_aimed_shot()
    battle = a_battle(anne, odo, jan, turn=2)

    assert line_up(battle, anne, odo, "musket").aimed
    assert not aim_counts(battle, anne, odo, "pistol")
    assert not aim_counts(battle, anne, jan, "musket")


def test_an_aim_is_spoilt_by_moving_by_time_and_by_losing_sight() -> None:
    """EG-RULE-13: not after a move, not two turns later, not when the target is out of sight."""
    anne, odo, jan = an_aimed_shot()
    house = a_piece("building", (15, 8, 20, 12))

    assert not aim_counts(a_battle(anne, odo, jan, turn=3), anne, odo, "musket")
    assert not aim_counts(a_battle(anne, odo, jan, terrain=[house]), anne, odo, "musket")
    anne.moved = "short"
    assert not aim_counts(a_battle(anne, odo, jan), anne, odo, "musket")


def test_an_aim_is_spoilt_by_any_hurt() -> None:
    """EG-RULE-13: a Stunned counter since aiming."""
    anne, odo, jan = an_aimed_shot()
    battle = a_battle(anne, odo, jan)

    with scripted(dice=[4, 3]) as referee:
        shoot(referee, battle, odo, anne, a_shot())
    assert anne.stuns == 1
    assert not aim_counts(battle, anne, odo, "musket")


# Into combat


def a_fray(**options: Any) -> tuple[Figure, Figure, Figure, Figure]:
    """A shooter, and a foe in contact with two friends."""
    return (
        a_figure(shoot=2, missiles=["bow"]),
        a_foe(at=(20, 10)),
        a_figure("tam", at=(21, 10)),
        a_figure("nock", at=(20, 11)),
    )


def test_a_miss_strays_to_another_model_of_the_combat() -> None:
    """EG-RULE-22: rolled again at the one drawn, with his own modifiers; he is Engaged too."""
    anne, odo, tam, nock = a_fray()
    battle = a_battle(anne, odo, tam, nock)

    with scripted(dice=[2, 2, 6, 5], lots=["tam"]) as referee:
        victim, hit = shoot_into_combat(referee, battle, anne, odo, "bow")

    assert victim is tam
    assert hit.attack_roll == 11 + 2 - 2  # the foe between them is in the same combat and no cover
    assert tam.wound is Wound.GRIEVOUS


def test_a_hit_does_not_stray_and_the_aim_is_for_the_named_target_alone() -> None:
    """EG-RULE-22: aim excluded for the stray shot."""
    anne, odo, tam, nock = a_fray()
    anne.aimed_at, anne.aimed_with, anne.aimed_turn = "odo", "bow", 1
    battle = a_battle(anne, odo, tam, nock)

    with scripted(dice=[3, 3]) as referee:
        victim, hit = shoot_into_combat(referee, battle, anne, odo, "bow")
    assert victim is odo
    assert hit.attack_roll == 6 + 2 - 2 + 1

    with scripted(dice=[1, 1, 3, 3], lots=["nock"]) as referee:
        victim, hit = shoot_into_combat(referee, battle, anne, odo, "bow")
    assert victim is nock
    assert hit.result is Result.MISS
    assert hit.attack_roll == 6 + 2 - 2


def test_by_the_other_reading_the_target_is_drawn_first() -> None:
    """EG-RULE-22, into_combat = random_first: one roll, at whoever is drawn."""
    anne, odo, tam, nock = a_fray()
    battle = a_battle(anne, odo, tam, nock, into_combat="random_first")

    with scripted(dice=[1, 1], lots=["nock"]) as referee:
        victim, hit = shoot_into_combat(referee, battle, anne, odo, "bow")
    assert victim is nock
    assert hit.result is Result.MISS


def test_where_it_is_forbidden_the_engaged_are_no_targets() -> None:
    """EG-RULE-22, into_combat = forbidden; sprays and blasts know no such limit (EG-RULE-28)."""
    anne, odo, tam, nock = a_fray()
    battle = a_battle(anne, odo, tam, nock, into_combat="forbidden")

    assert not may_target(battle, anne, odo, "bow")
    assert may_target(a_battle(anne, odo, tam, nock), anne, odo, "bow")
    assert may_target(
        a_battle(anne, a_foe("free", (20, 20)), into_combat="forbidden"), anne, a_foe("free", (20, 20)), "bow"
    )
    assert why_not_shoot(battle, anne, MISSILES["bow"], 900, target_engaged=True) == "EG-RULE-22"
    assert why_not_shoot(battle, anne, MISSILES["blunderbuss"], 900, target_engaged=True) == ""


def test_each_other_model_of_the_combat_is_hit_by_a_stray_shot_equally_often() -> None:
    """EG-RULE-22: equal chances, friend or foe: 1/3 of a miss (2D6 under 7), then 7 or more again."""
    anne, odo, tam, nock = a_fray()
    jan = a_foe("jan", (21, 11))
    battle = a_battle(anne, odo, tam, nock, jan)

    def see(result: tuple[Figure, object], *_: object) -> str:
        victim, hit = result
        return victim.id if hit.hit else "nobody"  # type: ignore[attr-defined]

    chances = outcomes_of(shoot_into_combat, battle, anne, odo, "bow", see=see)
    hits = Fraction(21, 36)  # 2D6 + 2 - 2 of 7 or more
    assert chances["odo"] == hits
    assert [chances[id] for id in ("tam", "nock")] == [(1 - hits) / 3 * hits] * 2
    assert sum(chance for _, chance in chances.items()) == 1


# Odds, three ways


@given(
    shoot_value=st.integers(0, 4),
    armour=st.integers(0, 3),
    distance=st.integers(0, 4800),
    cover=st.sampled_from(list(Cover)),
)
def test_odds_of_a_shot_are_those_of_36_ways_to_fall(
    shoot_value: int, armour: int, distance: int, cover: Cover
) -> None:
    """EG-SHOOT-02 to EG-SHOOT-06, counted by the playing rule and by ten lines that know nothing of it."""
    anne, odo = a_figure(shoot=shoot_value), a_foe(armour=armour)
    shot = Shot(MISSILES["longbow"], distance, cover)
    exact = odds(shoot, a_battle(anne, odo), anne, odo, shot).map(lambda hit: hit.result.value)

    by_range = (
        1 if distance <= 300 else 0 if distance < 1200 else -1 if distance <= 2400 else -2 if distance <= 3600 else -3
    )
    plus = shoot_value + by_range - ("none", "light", "medium", "heavy").index(cover.value)
    counted: Counter[str] = Counter()
    for one, two in product(range(1, 7), repeat=2):
        hit = one + two + plus - 6
        wound = hit + 1 - armour
        names = ["scratch", "stunned", "light", "light", "grievous", "grievous"]
        counted["miss" if hit <= 0 else "critical" if wound >= 6 else names[max(wound, 0)]] += 1
    assert {name: chance * 36 for name, chance in exact.items()} == counted


def test_odds_of_a_shot_agree_with_icepool() -> None:
    """EG-SHOOT-06: a musket at 20 inches, Shoot 2, armour 1."""
    anne, odo = a_figure(shoot=2), a_foe(armour=1)
    exact = odds(shoot, a_battle(anne, odo), anne, odo, a_shot("musket", 20)).map(lambda hit: hit.result)

    def result(roll: int) -> str:
        hit = roll + 2 - 1 - 6
        return WOUND[hit + 2 - 1].value if hit > 0 else "miss"

    pool = (2 @ icepool.d6).map(result)
    assert {result.value: chance for result, chance in exact.items()} == {
        name: Fraction(pool.probability(name)) for name in pool
    }


def test_live_shots_hit_as_often_as_the_odds_say() -> None:
    """EG-SHOOT-04: 600 sealed throws against the exact chance, within four standard deviations."""
    anne, odo = a_figure(shoot=1), a_foe()
    battle = a_battle(anne, odo)
    chance = odds(shoot, battle, anne, odo, a_shot()).chance(lambda hit: hit.hit)
    hits = 0
    for play in range(600):
        fresh = battle.copy()
        hits += shoot(Dicing(f"shot {play}"), fresh, fresh.figures["anne"], fresh.figures["odo"], a_shot()).hit
    assert abs(hits / 600 - chance) < 4 * (float(chance * (1 - chance)) / 600) ** 0.5
