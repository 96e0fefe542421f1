"""Leaders and heroes: wounds, relocation, and going along."""

import pytest

from grognard.games.fearful_odds.battle import State, Where, Wound
from grognard.games.fearful_odds.characters import accompany, combined, relocate, wound
from tests.script import scripted

from .build import MIDDLE, E, W, a_battle, a_hero, a_leader, a_unit, go


@pytest.mark.parametrize(
    ("old", "new", "sum_"),
    [
        ("none", "minor", "minor"),
        ("minor", "minor", "severe"),
        ("minor", "severe", "killed"),
        ("minor", "none", "minor"),
        ("none", "killed", "killed"),
    ],
)
def test_wounds_add_up(old: str, new: str, sum_: str) -> None:
    """FO-DUEL-08, FO-DUEL-09, FO-STAT-12."""
    assert combined(Wound(old), Wound(new)) is Wound(sum_)


def test_a_minor_wound_costs_skill_and_speed_but_not_below_the_floor():
    """FO-STAT-06, FO-DUEL-10, FO-RULE-48."""
    hero, weak = a_hero(prowess=7, ma=6), a_hero("weak", prowess=0, ma=1)

    with scripted() as referee:
        wound(referee, hero, Wound.MINOR)
        wound(referee, weak, Wound.MINOR)

    assert (hero.prowess, hero.speed) == (6, 5)
    assert (weak.prowess, weak.speed) == (0, 1)


@pytest.mark.parametrize("blow", [Wound.SEVERE, Wound.KILLED])
def test_a_severe_wound_or_death_takes_out_of_play(blow: Wound) -> None:
    """FO-DUEL-11."""
    hero = a_hero(at=MIDDLE)

    with scripted() as referee:
        wound(referee, hero, blow)

    assert hero.at == -1
    assert hero.where is Where.GONE


def test_a_leader_joins_the_nearest_unit_by_his_owners_choice_and_is_spent():
    """FO-MEL-25, FO-RULE-63."""
    leader = a_leader(at=MIDDLE)
    near, too = a_unit("near", at=go(MIDDLE, E)), a_unit("too", at=go(MIDDLE, W))
    battle = a_battle(leader, near, too, a_unit("far", at=go(MIDDLE, E, E, E)), a_unit("foe", "blue", at=MIDDLE - 9))

    with scripted(answers=["join too"]) as referee:
        relocate(referee, battle, leader)

    assert leader.at == too.at
    assert leader.state is State.SPENT


def test_with_nobody_left_he_is_out_of_play():
    """FO-RULE-63."""
    leader = a_leader(at=MIDDLE)

    with scripted() as referee:
        relocate(referee, a_battle(leader, a_unit("foe", "blue", at=0)), leader)

    assert leader.where is Where.GONE


def test_characters_go_along_with_their_unit_and_enemies_do_not():
    """FO-MEL-24."""
    leader, foe = a_leader(at=MIDDLE), a_hero("foe", "blue", at=MIDDLE)
    battle = a_battle(leader, foe)

    accompany(battle, MIDDLE, MIDDLE + 1, "red")

    assert (leader.at, foe.at) == (MIDDLE + 1, MIDDLE)
