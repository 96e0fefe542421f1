"""Single Combat: duties, answers, blows, victories and Narrow Ways."""

from itertools import product

import pytest

from grognard.games.fearful_odds.battle import State, Wound
from grognard.games.fearful_odds.duels import (
    BLOW,
    answerers,
    challenge,
    challenges,
    duel,
    duty,
    fight_next_duel,
    may_decline,
)
from grognard.games.fearful_odds.options import Options
from grognard.kernel.odds import odds
from tests.script import scripted

from .build import MIDDLE, NE, E, W, a_battle, a_field, a_hero, a_leader, a_unit, go

EAST = MIDDLE + 1


@pytest.mark.parametrize(
    ("total", "wound"), [(12, "none"), (13, "minor"), (16, "minor"), (17, "severe"), (19, "severe"), (20, "killed")]
)
def test_the_table_of_blows(total: int, wound: str) -> None:
    """FO-DUEL-07."""
    assert BLOW[total] is Wound(wound)


def test_both_blows_count_and_the_one_who_stands_is_victorious():
    """FO-DUEL-06, FO-DUEL-12, FO-RULE-48: 15 + 2 against 18 - 2."""
    mine, theirs = a_hero(prowess=6, at=MIDDLE), a_hero("foe", "blue", prowess=4, at=EAST)

    with scripted(dice=[7, 8, 9, 9]) as referee:
        result = duel(referee, a_battle(mine, theirs), mine, theirs)

    assert result.totals == (17, 16)
    assert (mine.wound, theirs.wound) == (Wound.MINOR, Wound.SEVERE)
    assert result.victor == 0


def test_nobody_is_victorious_where_both_fall():
    """FO-DUEL-12."""
    mine, theirs = a_hero(at=MIDDLE), a_hero("foe", "blue", at=EAST)

    with scripted(dice=[9, 9, 9, 8]) as referee:
        assert duel(referee, a_battle(mine, theirs), mine, theirs).victor == -1


def test_the_odds_of_a_duel_are_those_of_counting_all_dice():
    """FO-DUEL-06: brute force over four D10."""
    mine, theirs = a_hero(prowess=6, at=MIDDLE), a_hero("foe", "blue", prowess=4, at=EAST)
    gone = (Wound.SEVERE, Wound.KILLED)
    wins = sum(
        BLOW[a + b + 2] in gone and BLOW[c + d - 2] not in gone for a, b, c, d in product(range(1, 11), repeat=4)
    )

    assert odds(duel, a_battle(mine, theirs), mine, theirs).chance(lambda end: end.victor == 0) * 10**4 == wins


def test_a_ranker_fights_with_half_his_units_quality_and_costs_nothing():
    """FO-DUEL-05, FO-RULE-05, FO-RULE-49: QL 7 sends Prowess 3; his death is nothing to the unit."""
    hero, unit = a_hero(prowess=3, at=MIDDLE), a_unit("unit", "blue", ql=7, at=EAST)

    with scripted(dice=[10, 10, 6, 6]) as referee:
        result = duel(referee, a_battle(hero, unit), hero, unit)

    assert result.totals == (20, 12)
    assert unit.strength == 6


def test_a_fallen_ranker_may_cost_a_point():
    """FO-RULE-49, `ranker_loss = one_sp`."""
    hero, unit = a_hero(prowess=3, at=MIDDLE), a_unit("unit", "blue", ql=6, at=EAST)

    with scripted(dice=[10, 10, 1, 1]) as referee:
        duel(referee, a_battle(hero, unit, options=Options(ranker_loss="one_sp")), hero, unit)

    assert unit.strength == 5


def test_heroes_must_and_leaders_may_and_inactive_heroes_must_against_active_enemies():
    """FO-DUEL-01, FO-DUEL-02, FO-DUEL-03, FO-RULE-47."""
    assert duty(a_hero(state=State.ACTIVE), hex_active=False) == "must"
    assert duty(a_leader(state=State.ACTIVE), hex_active=False) == "may"
    assert duty(a_hero(), hex_active=True) == "must"
    assert duty(a_hero(), hex_active=False) == "may_not"
    assert duty(a_leader(), hex_active=True) == "may_not"
    fought = a_hero(state=State.ACTIVE)
    fought.fought = True
    assert duty(fought, hex_active=True) == "may_not"


def test_a_hero_answers_before_a_leader_and_a_leader_before_the_ranker():
    """FO-RULE-46, FO-RULE-47."""
    unit, leader = a_unit("unit", "blue", at=EAST), a_leader("lead", "blue", at=EAST)
    one, two = a_hero("one", "blue", at=EAST), a_hero("two", "blue", at=EAST)
    battle = a_battle(a_hero(at=MIDDLE), unit, leader, one, two)

    assert answerers(battle, EAST, "blue") == [one, two]
    one.fought = two.fought = True
    assert answerers(battle, EAST, "blue") == [leader]
    leader.fought = True
    assert answerers(battle, EAST, "blue") == []


def test_a_unit_without_characters_sends_its_ranker_once():
    """FO-DUEL-05, FO-RULE-47."""
    unit = a_unit("unit", "blue", at=EAST)
    battle = a_battle(a_hero(at=MIDDLE), unit)

    assert answerers(battle, EAST, "blue") == [unit]
    unit.sent_champion = True
    assert answerers(battle, EAST, "blue") == []


def test_only_an_inactive_leader_may_decline_and_only_an_active_leader():
    """FO-DUEL-04, FO-RULE-46."""
    leader, hero = a_leader(state=State.ACTIVE), a_hero(state=State.ACTIVE)
    theirs = a_leader("foe", "blue")

    assert may_decline(leader, theirs)
    assert not may_decline(hero, theirs)
    assert not may_decline(leader, a_hero("foe", "blue"))
    assert not may_decline(a_hero(), a_leader("foe", "blue", state=State.ACTIVE))


def test_a_declined_challenge_comes_to_nothing_and_no_ranker_is_sent():
    """FO-DUEL-04, FO-RULE-46."""
    leader, theirs = a_leader(at=MIDDLE, state=State.ACTIVE), a_leader("foe", "blue", at=EAST)
    unit = a_unit("unit", "blue", at=EAST)
    battle = a_battle(leader, theirs, unit)

    with scripted(answers=["no"]) as referee:
        assert challenge(referee, battle, leader, EAST) is None

    assert not unit.sent_champion
    assert not leader.fought
    assert challenges(battle, "red", "leader") == []


def test_the_step_goes_from_active_heroes_to_leaders_to_inactive_heroes():
    """FO-RULE-45, FO-ACT-18: my hero must, my leader may and will not, then their hero must."""
    hero = a_hero(at=MIDDLE, state=State.ACTIVE)
    leader = a_leader(at=go(MIDDLE, W), state=State.ACTIVE)
    first = a_unit("first", "blue", at=EAST)
    second = a_unit("second", "blue", at=go(MIDDLE, W, W))
    theirs = a_hero("theirs", "blue", at=go(MIDDLE, W, 4))
    battle = a_battle(hero, leader, first, second, theirs)

    with scripted(dice=[1, 1, 1, 1]) as referee:
        assert fight_next_duel(referee, battle)
    assert hero.fought
    assert first.sent_champion
    with scripted(dice=[1, 1, 1, 1], answers=["no more challenges"]) as referee:
        assert fight_next_duel(referee, battle)
        assert not fight_next_duel(referee, battle)
    assert theirs.fought
    assert leader.fought  # he had to answer


def test_the_owner_picks_the_hero_who_answers():
    """FO-RULE-46."""
    hero, one, two = (
        a_hero(at=MIDDLE, state=State.ACTIVE),
        a_hero("one", "blue", at=EAST),
        a_hero("two", "blue", at=EAST),
    )

    with scripted(dice=[1, 1, 1, 1], answers=["two answers"]) as referee:
        challenge(referee, a_battle(hero, one, two), hero, EAST)

    assert two.fought
    assert not one.fought


@pytest.mark.parametrize("where", ["hex", "hexside"])
def test_the_inactive_sides_victory_at_a_narrow_way_bars_the_melee(where: str) -> None:
    """FO-DUEL-15, FO-RULE-52: a bridge hex, or a ford between the hexes."""
    hero, unit = a_hero(prowess=1, at=MIDDLE, state=State.ACTIVE), a_unit("unit", "blue", ql=8, at=EAST)
    field = a_field(ground={EAST: "bridge"}) if where == "hex" else a_field(hexsides=((MIDDLE, E, "ford"),))
    battle = a_battle(hero, unit, field=field)
    assert battle.impulse is not None

    with scripted(dice=[1, 1, 10, 10]) as referee:
        challenge(referee, battle, hero, EAST)

    assert battle.impulse.barred == [(MIDDLE, EAST)]


def test_the_active_sides_victory_or_open_ground_bars_nothing():
    """FO-DUEL-15."""
    hero, unit = a_hero(prowess=8, at=MIDDLE, state=State.ACTIVE), a_unit("unit", "blue", ql=2, at=go(MIDDLE, NE))
    battle = a_battle(hero, unit, field=a_field(narrow=(MIDDLE,)))
    assert battle.impulse is not None

    with scripted(dice=[10, 10, 1, 1]) as referee:
        challenge(referee, battle, hero, unit.at)

    assert battle.impulse.barred == []
    assert [victory.piece for victory in battle.impulse.victories] == ["hero"]
