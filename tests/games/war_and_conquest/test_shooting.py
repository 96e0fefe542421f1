"""Shooting."""

from fractions import Fraction
from typing import Any

import pytest

from grognard.games.war_and_conquest.battle import Unit
from grognard.games.war_and_conquest.losses import take_off
from grognard.games.war_and_conquest.shooting import (
    begin_shooting,
    can_shoot,
    cover_of,
    hit_need,
    shoot_next,
    shooting_dice,
    shooting_modifiers,
    shots_kill,
    volley,
)
from grognard.games.war_and_conquest.troops import WEAPONS
from grognard.ground.shapes import Box
from grognard.kernel.odds import odds
from grognard.kernel.tally import Tally
from tests.games.war_and_conquest.build import a_battle, a_feature, a_unit
from tests.script import scripted


def archers(**given):
    return a_unit("archers", **{"weapons": ("bow",), "sh": 3, "models": 16, "x": 3600, "y": 2000, **given})


def target(apart: int = 800, **given: Any) -> Unit:
    return a_unit("target", "blue", **{"x": 3600, "y": 2000 + apart, "facing": 180, "av": 2, **given})


def need(unit: Unit, foe: Unit, apart: int = 500, cover: str = "", *, stand_and_shoot: bool = False) -> int:
    assert unit.profile.missile is not None
    return hit_need(
        unit, Tally(shooting_modifiers(unit, foe, unit.profile.missile, apart, cover, stand_and_shoot=stand_and_shoot))
    )


def test_who_may_shoot():
    """WC-OSHOOT-01, WC-OTROOP-06: not the engaged, the fleeing, nor who charged or doubled its pace; crossbows not after moving."""
    assert can_shoot(archers())
    assert can_shoot(archers(moved=True))
    assert not can_shoot(archers(engaged=True))
    assert not can_shoot(archers(fleeing=True))
    assert not can_shoot(archers(done=True))
    assert not can_shoot(a_unit())
    assert not can_shoot(archers(weapons=("crossbow",), moved=True))


def test_targets_are_enemies_ahead_in_sight_and_not_engaged():
    """WC-OSHOOT-01, WC-PHASE-05, WC-RULE-38: the far one is offered too; nobody has measured."""
    near, far = target(800, files=2), a_unit("far", "blue", x=2200, y=4700)
    engaged, behind = a_unit("engaged", "blue", x=4600, y=4000, engaged=True), a_unit("behind", "blue", x=3600, y=500)
    battle = a_battle(archers(), near, far, engaged, behind)
    begin_shooting(scripted(), battle)
    assert [shot.target for shot in battle.shots] == ["target", "far"]


@pytest.mark.parametrize(
    ("weapon", "models", "dice"), [("bow", 20, 16), ("javelins", 20, 8), ("sling", 6, 6), ("crossbow", 16, 8)]
)
def test_one_die_for_each_figure_in_the_ranks_that_shoot(weapon, models, dice):
    """WC-OSHOOT-01, WC-OTROOP-06: eight files."""
    assert shooting_dice(archers(models=models, weapons=(weapon,)), WEAPONS[weapon]) == dice


def test_skirmishers_all_shoot():
    """WC-OSHOOT-01."""
    unit = archers(formation="skirmish", models=9, weapons=("sling",))
    assert shooting_dice(unit, WEAPONS["sling"]) == 9


def test_what_a_hit_needs():
    """WC-OSHOOT-02: 7 - Sh, one harder for each hindrance, two for hard cover; never better than 2 nor worse than 6."""
    block, light = target(), target(formation="skirmish", models=8)
    assert need(archers(), block) == 4
    assert need(archers(), block, 900) == 4
    assert need(archers(), block, 901) == 5
    assert need(archers(moved=True), block) == 5
    assert need(archers(moved=True, weapons=("javelins",)), block, 400) == 4
    assert need(archers(), light) == 5
    assert need(archers(), block, cover="soft") == 5
    assert need(archers(), block, cover="hard") == 6
    assert need(archers(), block, stand_and_shoot=True) == 5
    assert need(archers(moved=True), light, 901, "hard") == 6
    assert need(archers(sh=6), block) == 2


def test_a_volley_hits_is_saved_and_kills():
    """WC-OSHOOT-02, WC-OSHOOT-03, WC-OSHOOT-04: four of sixteen hit, one is saved on a 5, two of three kill on a 4."""
    unit, foe = archers(), target()
    with scripted(dice=[4, 5, 6, 4] + [3] * 12 + [5, 4, 1, 2] + [4, 6, 3]) as referee:
        assert volley(referee, a_battle(unit, foe), unit, foe) == 2
    assert (foe.models, foe.shot) == (22, 2)


def test_without_armour_there_is_no_save():
    """WC-OSHOOT-03: no dice are thrown for it. WC-OTROOP-06: crossbows make 1 of 2."""
    naked, unit = target(av=0), archers(models=8, files=8)
    with scripted(dice=[6] * 8 + [1] * 8) as referee:
        assert volley(referee, a_battle(unit, naked), unit, naked) == 0
    bolts = archers(models=8, weapons=("crossbow",))
    with scripted(dice=[6] * 8 + [5] * 8 + [1] * 8) as referee:
        assert volley(referee, a_battle(bolts, target()), bolts, target()) == 0


def test_shots_out_of_range_are_lost():
    """WC-RULE-40: eighteen inches are in range, a hundredth more is not."""
    unit = archers()
    with scripted() as referee:
        assert volley(referee, a_battle(unit), unit, target(1801)) == 0
    with scripted(dice=[1] * 16) as referee:
        volley(referee, a_battle(unit), unit, target(1800))


def test_the_dead_come_off_the_last_rank():
    """WC-OSHOOT-05, WC-OTROOP-05: the front stays; below one rank the front shrinks."""
    foe = target(models=24, files=8)
    battle = a_battle(foe)
    take_off(scripted(), battle, foe, 10, "shooting")
    assert (foe.models, foe.files, foe.ranks, foe.shot) == (14, 8, 2, 10)
    light = target(formation="skirmish", models=9)
    take_off(scripted(), a_battle(light), light, 2, "shooting")
    assert (light.files, light.ranks) == (4, 2)


@pytest.mark.parametrize(
    ("kind", "formation", "least"),
    [("foot", "battle", 8), ("mounted", "battle", 5), ("foot", "skirmish", 4), ("mounted", "skirmish", 4)],
)
def test_a_unit_below_its_minimum_is_removed_at_once(kind, formation, least):
    """WC-OTROOP-04."""
    foe = a_unit("foe", "blue", kind=kind, formation=formation, models=least + 1, files=5)
    battle = a_battle(foe)
    take_off(scripted(), battle, foe, 1, "shooting")
    assert foe.where == "table"
    take_off(scripted(), battle, foe, 1, "glancing")
    assert (foe.where, foe.fate, foe.below_minimum) == ("lost", "destroyed", "glancing")


def test_cover_is_what_lies_before_the_figure_that_is_shot_at():
    """WC-RULE-43: through a wood soft, close behind a wall hard, far behind a wall none."""
    unit, foe = archers(), target(800)
    wood = a_feature("wood", "wood", Box(3000, 2300, 4200, 2400), cover="soft")
    near_wall = a_feature("wall", "obstacle", Box(3000, 2720, 4200, 2760), cover="hard")
    far_wall = a_feature("wall", "obstacle", Box(3000, 2200, 4200, 2240), cover="hard")
    assert cover_of(a_battle(unit, foe, features=[wood]), unit, foe) == "soft"
    assert cover_of(a_battle(unit, foe, features=[near_wall]), unit, foe) == "hard"
    assert cover_of(a_battle(unit, foe, features=[far_wall]), unit, foe) == ""
    assert cover_of(a_battle(unit, foe, features=[wood, near_wall]), unit, foe) == "hard"


def test_each_unit_shoots_once_and_a_player_may_stop():
    """WC-OSHOOT-01."""
    unit, foe = archers(), target()
    battle = a_battle(unit, foe)
    begin_shooting(scripted(), battle)
    with scripted(dice=[1] * 16, answers=["archers shoots target"]) as referee:
        shoot_next(referee, battle)
    assert battle.shots == []
    begin_shooting(scripted(), battle)
    with scripted(answers=["no more shooting"]) as referee:
        shoot_next(referee, battle)
        shoot_next(referee, battle)
    assert battle.step == "begin_combat"


def test_the_odds_of_one_shot_by_hand():
    """WC-OSHOOT-02 to WC-OSHOOT-04: a half, two thirds, a half."""
    assert odds(shots_kill, archers(), target(), 1, Tally())[1] == Fraction(1, 2) * Fraction(2, 3) * Fraction(1, 2)
