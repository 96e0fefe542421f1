"""Melee: values, both strikes, who gives way, who follows, victors and overruns."""

from itertools import product
from typing import Any

import pytest

from grognard.games.fearful_odds.advances import advance, can_advance
from grognard.games.fearful_odds.battle import Ammo, Battle, Field, Order, State, Unit, Victory, Where
from grognard.games.fearful_odds.melee import fight, is_cavalry_charge, strike_modifiers, strikes_in_full
from grognard.games.fearful_odds.options import Options
from grognard.games.fearful_odds.who_fights import melee_targets, must_fight, overruns
from grognard.kernel.odds import outcomes_of
from grognard.kernel.tally import Tally
from tests.script import scripted

from .build import DEFAULTS, MIDDLE, NE, NORTH, NW, SOUTH, E, a_battle, a_field, a_hero, a_leader, a_unit, go

AHEAD = go(MIDDLE, NE)


def lines(
    field: Field | None = None,
    options: Options = DEFAULTS,
    attacker: dict[str, Any] | None = None,
    defender: dict[str, Any] | None = None,
) -> tuple[Battle, Unit, Unit]:
    """Red spears facing north before blue spears facing south."""
    mine = a_unit("mine", **{"sp": 8, "at": MIDDLE, "facing": NORTH, "state": "active", **(attacker or {})})
    theirs = a_unit("theirs", "blue", **{"sp": 8, "at": AHEAD, "facing": SOUTH, **(defender or {})})
    return a_battle(mine, theirs, field=field, options=options), mine, theirs


# What a strike is worth


@pytest.mark.parametrize(
    ("attacker", "field", "full"),
    [
        ({}, {}, True),
        ({"order": "disorder"}, {}, False),
        ({"sp": 3, "sp_start": 8}, {}, False),
        ({}, {"ground": {AHEAD: "rough"}}, False),
        ({}, {"ground": {MIDDLE: "marsh"}}, False),
        ({}, {"hexsides": ((MIDDLE, NE, "ford"),)}, False),
        ({}, {"heights": {AHEAD: 1}}, True),
    ],
)
def test_full_value_needs_order_strength_front_and_clear_ground(
    attacker: dict[str, Any], field: dict[str, Any], full: bool
) -> None:
    """FO-MEL-06, FO-MEL-07, FO-STAT-03, FO-RULE-56: open slopes are clear, fords are not."""
    battle, mine, theirs = lines(a_field(**field), attacker=attacker)

    assert strikes_in_full(battle, mine, theirs) is full


def test_a_unit_struck_in_the_flank_fights_back_with_its_limited_value():
    """FO-MEL-02, FO-RULE-57."""
    battle, mine, theirs = lines(defender={"facing": NORTH})

    assert not strikes_in_full(battle, theirs, mine)


def test_only_the_own_hex_may_count_for_clear_ground():
    """FO-RULE-56, `clear_test = own_hex`."""
    options = Options(clear_test="own_hex")
    battle, mine, theirs = lines(a_field(ground={AHEAD: "woods"}), options)

    assert strikes_in_full(battle, mine, theirs)
    assert not strikes_in_full(battle, theirs, mine)


def test_all_modifiers_of_a_strike_add_up():
    """FO-MEL-08 +2, FO-MEL-09 +1, FO-MEL-10 +1, FO-MEL-11 -1, FO-MEL-12 -1, FO-MEL-13 -1."""
    field = a_field(ground={AHEAD: "town"}, heights={AHEAD: 1})
    battle, mine, theirs = lines(
        field, attacker={"kind": "horse", "missile": "javelin", "order": "disorder"}, defender={"facing": NORTH}
    )
    mine.entered = 1

    tally = Tally(strike_modifiers(battle, mine, theirs))
    assert [line.value for line in tally] == [2, 1, 1, -1, -1, -1]
    assert tally.total == 1


def test_cover_and_height_help_the_attacker_too_when_he_is_struck_back():
    """FO-RULE-55, FO-RULE-59: the attacker stands higher and behind his own wall."""
    field = a_field(heights={MIDDLE: 1}, hexsides=((MIDDLE, NE, "wall"),))
    battle, mine, theirs = lines(field)

    assert Tally(strike_modifiers(battle, theirs, mine)).total == -2
    assert Tally(strike_modifiers(battle, mine, theirs)).total == 0


def test_a_town_behind_a_wall_is_cover_once():
    """FO-RULE-59."""
    battle, mine, theirs = lines(a_field(ground={AHEAD: "town"}, hexsides=((AHEAD, 4, "wall"),)))

    assert Tally(strike_modifiers(battle, mine, theirs)).total == -1


def test_the_cavalry_charge_needs_horse_a_charge_a_hex_and_a_start_elsewhere():
    """FO-MEL-09, FO-RULE-58, FO-STAT-09."""
    battle, mine, theirs = lines(attacker={"kind": "horse"})
    mine.entered = 1
    assert is_cavalry_charge(battle, mine, theirs)
    mine.beside = (theirs.id,)
    assert not is_cavalry_charge(battle, mine, theirs)
    mine.beside, mine.entered = (), 0
    assert not is_cavalry_charge(battle, mine, theirs)
    foot, other, foe = lines()
    other.entered = 1
    assert not is_cavalry_charge(foot, other, foe)


# The melee


def test_a_plain_melee_drives_the_defender_back_and_the_attacker_follows():
    """FO-MEL-05, FO-MEL-21, FO-MEL-22, FO-MEL-23: 6 hits with CEV 6, 8 disorders QL 6; two hexes back, one forward, one turn."""
    battle, mine, theirs = lines()

    with scripted(dice=[6, 8, 7], answers=["retreat by 5,2 and 5,1", "face 0"]) as referee:
        result = fight(referee, battle, mine, theirs)

    assert (theirs.strength, theirs.order) == (7, Order.DISORDER)
    assert result.retreats == (0, 2)
    assert result.advanced
    assert (mine.at, mine.facing) == (AHEAD, 0)


def test_both_strikes_count_from_the_values_before_the_dice():
    """FO-MEL-04, FO-RULE-04: both lose a point; both hold."""
    battle, mine, theirs = lines()

    with scripted(dice=[1, 1, 1, 1]) as referee:
        fight(referee, battle, mine, theirs)

    assert (mine.strength, theirs.strength) == (7, 7)


def test_a_spent_defender_fights_back_as_well():
    """FO-UNIT-01, FO-MEL-02."""
    battle, mine, theirs = lines(defender={"state": "spent", "facing": NORTH})

    with scripted(dice=[10, 4, 1]) as referee:
        result = fight(referee, battle, mine, theirs)

    assert result.hits == (False, True)


def test_a_disordered_attacker_falls_back_one_hex_and_the_defender_stays():
    """FO-MEL-20, FO-MEL-21: both disordered."""
    battle, mine, theirs = lines()

    with scripted(dice=[2, 7, 6, 9], answers=["retreat by 4,5"]) as referee:
        result = fight(referee, battle, mine, theirs)

    assert result.retreats == (1, 0)
    assert theirs.at == AHEAD
    assert not result.vacated


@pytest.mark.parametrize(("basis", "back"), [("state", 1), ("new", 0)])
def test_a_unit_disordered_before_retreats_too_unless_only_new_disorder_counts(basis: str, back: int) -> None:
    """FO-RULE-60."""
    battle, mine, theirs = lines(options=Options(retreat_basis=basis), attacker={"order": "disorder"})  # type: ignore[arg-type]

    with scripted(dice=[10, 10], answers=["retreat by 4,5"] if back else []) as referee:
        result = fight(referee, battle, mine, theirs)

    assert result.retreats == (back, 0)


def test_javelins_help_once_and_are_out_after_the_first_melee():
    """FO-MEL-10, FO-MISS-10, FO-RULE-41: also when they were Low, also for the defender."""
    battle, mine, theirs = lines(defender={"missile": "javelin", "ammo": "low"})

    with scripted(dice=[10, 10]) as referee:
        assert fight(referee, battle, mine, theirs).values == (6, 7)
    assert theirs.ammo is Ammo.OUT
    with scripted(dice=[10, 10]) as referee:
        assert fight(referee, battle, mine, theirs).values == (6, 6)


def test_a_routed_defender_leaves_a_hex_to_take_and_his_leader_finds_another_unit():
    """FO-MEL-18, FO-MEL-22, FO-MEL-25."""
    battle, mine, theirs = lines()
    leader = a_leader("lead", "blue", ml=0, at=AHEAD)
    other = a_unit("other", "blue", at=0)
    battle.characters[leader.id], battle.units[other.id] = leader, other

    with scripted(dice=[1, 10, 10], answers=["face 1"]) as referee:
        result = fight(referee, battle, mine, theirs)

    assert theirs.where is Where.ROUT_BOX
    assert leader.at == other.at
    assert (mine.at, result.retreats) == (AHEAD, (0, 0))


def test_a_value_stays_within_nought_and_ten():
    """FO-RULE-03: at 0 nothing hits, at 10 everything does."""
    battle, mine, theirs = lines(
        attacker={"full": 10, "kind": "horse"}, defender={"full": 0, "facing": NORTH, "limited": 0}
    )
    mine.entered = 1

    with scripted(dice=[10, 1, 1]) as referee:
        result = fight(referee, battle, mine, theirs)

    assert result.values == (10, 0)
    assert result.hits == (True, False)


def test_with_natural_extremes_a_one_hits_and_a_ten_misses():
    """FO-RULE-03, `natural_extremes = on`."""
    battle, mine, theirs = lines(options=Options(natural_extremes="on"), attacker={"full": 10}, defender={"full": 0})

    with scripted(dice=[10, 1, 1]) as referee:
        assert fight(referee, battle, mine, theirs).hits == (False, True)


def test_the_odds_of_a_melee_are_those_of_counting_four_dice():
    """FO-MEL-05: brute force: how often is the defender hit and Routed, CEV 6 against QL 6?"""
    battle, mine, theirs = lines()
    ends = outcomes_of(
        fight,
        battle,
        mine,
        theirs,
        see=lambda _, __, ___, unit: unit.order,
        policy=lambda question: question.options[0],
    )
    routs = sum(white <= 6 and coloured >= 10 for white, coloured in product(range(1, 11), repeat=2))

    assert ends[Order.ROUT] * 100 == routs


# Advances


def test_engines_never_advance_and_nobody_into_a_river():
    """FO-RULE-62."""
    battle, mine, _ = lines(a_field(ground={go(MIDDLE, NW): "river"}))

    assert can_advance(battle, mine, go(MIDDLE, E))
    assert not can_advance(battle, mine, go(MIDDLE, NW))
    assert not can_advance(battle, mine, AHEAD)  # somebody is there
    engine = a_unit("engine", kind="engine", at=MIDDLE)
    assert not can_advance(a_battle(engine), engine, AHEAD)


def test_an_advance_over_a_stream_needs_a_task_check_and_takes_the_leader_along():
    """FO-RULE-62, FO-RULE-26, FO-MEL-24."""
    unit, leader = a_unit(ql=5, at=MIDDLE, facing=NORTH), a_leader(ml=0, at=MIDDLE)
    battle = a_battle(unit, leader, field=a_field(hexsides=((MIDDLE, NE, "stream"),)))

    with scripted(dice=[6], answers=["face 1"]) as referee:
        advance(referee, battle, unit, AHEAD)

    assert unit.order is Order.DISORDER
    assert (unit.at, leader.at) == (AHEAD, AHEAD)


# Victors


def test_the_active_victor_adds_one_to_both_dice_if_his_owner_says_so():
    """FO-DUEL-13, FO-RULE-50, FO-RULE-51: CEV 7, and a failure by 3 becomes a Rout."""
    battle, mine, theirs = lines()
    assert battle.impulse is not None
    battle.impulse.victories.append(Victory("red", mine.id))

    with scripted(dice=[7, 9, 10], answers=["yes", "face 1"]) as referee:
        fight(referee, battle, mine, theirs)

    assert theirs.order is Order.ROUT


def test_the_inactive_victor_takes_one_from_the_enemys_dice_instead():
    """FO-DUEL-14, FO-RULE-50."""
    battle, mine, theirs = lines()
    assert battle.impulse is not None
    battle.impulse.victories.append(Victory("blue", theirs.id))

    with scripted(dice=[5, 7, 10], answers=["yes"]) as referee:
        result = fight(referee, battle, mine, theirs)

    assert result.values == (5, 6)
    assert theirs.order is Order.GOOD


def test_a_group_may_play_plus_for_one_and_minus_for_the_other():
    """FO-RULE-50, `victory_effect = both`."""
    battle, mine, theirs = lines(options=Options(victory_effect="both"))
    assert battle.impulse is not None
    battle.impulse.victories.append(Victory("blue", theirs.id))

    with scripted(dice=[10, 10], answers=["yes"]) as referee:
        assert fight(referee, battle, mine, theirs).values == (5, 7)


def test_a_victory_serves_once_and_a_lone_victor_helps_his_neighbours():
    """FO-RULE-51."""
    battle, mine, theirs = lines()
    hero = a_hero(at=go(MIDDLE, E))
    battle.characters[hero.id] = hero
    assert battle.impulse is not None
    battle.impulse.victories.append(Victory("red", hero.id))

    with scripted(dice=[10, 10], answers=["yes"]) as referee:
        assert fight(referee, battle, mine, theirs).values[0] == 7
    with scripted(dice=[10, 10]) as referee:
        assert fight(referee, battle, mine, theirs).values[0] == 6


# Who fights


def test_a_unit_fights_one_enemy_in_its_front_or_all_of_them():
    """FO-MEL-01, FO-RULE-54."""
    for reading, left in (("one", 0), ("all", 1)):
        battle, mine, theirs = lines(options=Options(melee_targets=reading))  # type: ignore[arg-type]
        other = a_unit("other", "blue", at=go(MIDDLE, NW))
        battle.units[other.id] = other
        assert melee_targets(battle, mine) == [theirs, other]
        assert battle.impulse is not None
        mine.fought = True
        battle.impulse.fights.append((mine.id, theirs.id))
        assert len(melee_targets(battle, mine)) == left


def test_who_fired_in_a_charge_need_not_fight_but_who_fired_in_a_march_must():
    """FO-RULE-19, FO-RULE-20, FO-ACT-08."""
    battle, mine, _ = lines()
    assert must_fight(battle, mine)
    mine.shots = 1
    assert not must_fight(battle, mine)
    assert battle.impulse is not None
    battle.impulse.kind = "march"
    assert must_fight(battle, mine)
    strict, other, _ = lines(options=Options(fire_exempts_melee="no"))
    other.shots = 1
    assert must_fight(strict, other)


def test_no_melee_across_a_barred_narrow_way():
    """FO-DUEL-15."""
    battle, mine, _ = lines()
    assert battle.impulse is not None
    battle.impulse.barred.append((min(MIDDLE, AHEAD), max(MIDDLE, AHEAD)))

    assert melee_targets(battle, mine) == []


def test_lone_characters_may_be_overrun_in_a_charge():
    """FO-RULE-31: by a unit in good order with no melee to fight; not past a victor, not if the group forbids it."""
    unit, hero = a_unit(at=MIDDLE, facing=NORTH, state="active"), a_hero("lone", "blue", at=AHEAD)
    battle = a_battle(unit, hero)
    assert overruns(battle, unit) == [AHEAD]
    unit.order = Order.DISORDER
    assert overruns(battle, unit) == []
    unit.order = Order.GOOD
    assert battle.impulse is not None
    battle.impulse.victories.append(Victory("blue", hero.id, used=True))
    assert overruns(battle, unit) == []
    assert overruns(a_battle(unit, hero, options=Options(overrun="no")), unit) == []
    assert overruns(a_battle(unit, hero, kind="march"), unit) == []
    assert unit.state is State.ACTIVE
