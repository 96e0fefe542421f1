"""One attack in close combat: both scores, the wound, ploys and ripostes."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.errors import IllegalChoice
from grognard.games.en_garde.battle import Figure, Pool, Wound
from grognard.games.en_garde.blows import Blow, Struck, resolve, strike
from grognard.games.en_garde.ploys import Ploy
from grognard.games.en_garde.weapons import BLADES
from grognard.games.en_garde.wounds import WOUND, Result
from grognard.kernel.odds import fixed, odds
from tests.games.en_garde.build import Dicing, a_battle, a_figure, a_foe, a_pool
from tests.script import scripted


def a_blow(attack: str = "sword", defence: str = "sword", **facts: Any) -> Blow:
    return Blow(BLADES[attack], BLADES[defence], **facts)


def plain(attacker: Figure, defender: Figure, dice: list[int], blow: Blow | None = None, **ploys: Ploy) -> Struck:
    """One attack with these dice: the attacker's first."""
    with scripted(dice=dice) as referee:
        return resolve(referee, a_battle(attacker, defender), attacker, defender, blow or a_blow(), **ploys)


def paid(
    attack: Pool,
    defence: Pool,
    dice: list[int],
    answers: list[str],
    attacker: Figure | None = None,
    defender: Figure | None = None,
) -> Struck:
    """One attack with pools and ploys by name."""
    red, blue = attacker or a_figure(attributes=["Swordsman"]), defender or a_foe(attributes=["Swordsman"])
    with scripted(dice=dice, answers=answers) as referee:
        return strike(referee, a_battle(red, blue), red, blue, a_blow(), attack, defence)


# The sums


def test_a_sword_through_armour() -> None:
    """EG-ATK-05: 9 + 3; EG-ATK-06: 3 + 2; EG-ATK-07, EG-ATK-08: hits by 7; EG-ATK-09: less armour 1 is 6, and kills."""
    odo = a_foe(fight=2, armour=1)
    struck = plain(a_figure(fight=3), odo, [5, 4, 3])

    assert (struck.attack_score, struck.defence_score, struck.hit_score, struck.wound_score) == (12, 5, 7, 6)
    assert struck.result is Result.CRITICAL
    assert not odo.standing


def test_equal_scores_miss() -> None:
    """EG-ATK-08."""
    odo = a_foe()
    assert plain(a_figure(), odo, [1, 3, 4]).result is Result.MISS
    assert (odo.wound, odo.stuns) == (Wound.NONE, 0)


def test_defence_costs_no_counter() -> None:
    """EG-ATK-02: the attack costs one Attack counter; EG-ATK-06, EG-RULE-39: defending costs none."""
    attack, defence = a_pool(1, 0), a_pool(0, 0)
    paid(attack, defence, [3, 4, 2], [])
    assert (attack, defence) == (a_pool(0, 0), a_pool(0, 0))


def test_wounds_and_stuns_lower_both_scores_at_once() -> None:
    """EG-CHAR-02, EG-RULE-47, EG-RULE-37: a Light wound and two stuns cost two points of Fight, in attack and in defence."""
    weak: dict[str, Any] = {"fight": 3, "wound": Wound.LIGHT, "stuns": 2}
    assert plain(a_figure(**weak), a_foe(fight=3), [3, 3, 1]).attack_score == 6 + 1
    assert plain(a_figure(fight=3), a_foe(**weak), [3, 3, 1]).defence_score == 1 + 1


# Modifiers


def test_a_rider_strikes_down_at_men_on_foot() -> None:
    """EG-RULE-41: +1 to the Attack Score, not against another rider."""
    assert plain(a_figure(mounted=True), a_foe(), [3, 3, 1]).attack_score == 7
    assert plain(a_figure(mounted=True), a_foe(mounted=True), [3, 3, 1]).attack_score == 6


def test_an_obstacle_or_a_shield_helps_the_defender() -> None:
    """EG-RULE-41: +1 each to the Defence Score."""
    assert plain(a_figure(), a_foe(), [3, 3, 1], a_blow(obstacle=True)).defence_score == 2
    assert plain(a_figure(), a_foe(shield=True), [3, 3, 1]).defence_score == 2
    assert plain(a_figure(), a_foe(shield=True), [3, 3, 1], a_blow(obstacle=True)).defence_score == 3


@pytest.mark.parametrize(
    ("attack", "defence"), [("pistol_cc", "sword"), ("sword", "halberd"), ("sword", "longsword_2h")]
)
def test_a_shield_is_no_help_against_pistols_or_behind_two_handed_weapons(attack: str, defence: str) -> None:
    """EG-RULE-41, EG-RULE-44, EG-SPEC-08."""
    assert plain(a_figure(), a_foe(shield=True), [3, 3, 1], a_blow(attack, defence)).defence_score == 1


@pytest.mark.parametrize(
    ("attack", "red", "blue", "expected"),
    [
        ("hands", {}, {}, -2),
        ("great_weapon", {}, {}, 1),
        ("great_weapon", {"attributes": ["Brute"]}, {}, 2),
        ("pistol_cc", {"attributes": ["Brute"]}, {}, 1),
        ("lance", {"mounted": True}, {"mounted": True}, 1),
        ("lance", {}, {}, 0),
        ("pike", {}, {"mounted": True}, 1),
        ("sword", {}, {"armour": 2}, -2),
    ],
)
def test_what_adds_to_the_wound(attack: str, red: dict[str, Any], blue: dict[str, Any], expected: int) -> None:
    """EG-ATK-09: weapon, less armour; EG-RULE-66: a Brute hits harder, except with a Pistol."""
    struck = plain(a_figure(**red), a_foe(**blue), [4, 4, 1], a_blow(attack))
    assert struck.wound_score - struck.hit_score == expected


# Ploys


def test_a_parry_rolls_two_dice() -> None:
    """EG-PLOY-01, EG-ATK-03: declared first, one Defence counter."""
    attack, defence = a_pool(1), a_pool(0, 1)
    struck = paid(attack, defence, [5, 5, 4, 3], ["parry"])
    assert struck.defence_score == 7
    assert (attack, defence) == (a_pool(0), a_pool(0, 0))


def test_a_dodge_uses_the_higher_die() -> None:
    """EG-PLOY-02."""
    assert paid(a_pool(1), a_pool(0, 1), [5, 5, 2, 6], ["dodge"]).defence_score == 6


def test_a_mighty_blow_takes_the_best_two_of_three() -> None:
    """EG-PLOY-04, EG-ATK-04: one further Attack counter."""
    attack = a_pool(2)
    assert paid(attack, a_pool(), [1, 6, 5, 1], ["mighty"]).attack_score == 11
    assert attack == a_pool(0)


def test_a_feint_cancels_a_riposte_and_both_have_paid() -> None:
    """EG-PLOY-05: one die of defence, no riposte after a miss, all counters gone."""
    attack, defence = a_pool(2), a_pool(0, 2)
    struck = paid(attack, defence, [1, 1, 6], ["riposte", "feint"])
    assert (struck.result, struck.riposte) == (Result.MISS, None)
    assert (attack, defence) == (a_pool(0), a_pool(0, 0))


def test_a_feint_is_not_offered_against_a_dodge() -> None:
    """EG-PLOY-05."""
    with pytest.raises(IllegalChoice, match="feint"):
        paid(a_pool(2), a_pool(0, 1), [1, 1, 6, 6], ["dodge", "feint"])


def test_a_riposte_strikes_back_after_a_miss() -> None:
    """EG-PLOY-03: no counter, no ploys, 2D6 against 1D6."""
    anne, odo = a_figure(), a_foe(attributes=["Swordsman"], fight=2)
    attack, defence = a_pool(3), a_pool(1, 2)
    struck = paid(attack, defence, [2, 3, 4, 4, 6, 3, 2], ["riposte", "none"], anne, odo)

    assert struck.result is Result.MISS
    assert struck.riposte is not None
    assert (struck.riposte.attack_score, struck.riposte.defence_score, struck.riposte.result) == (
        11,
        2,
        Result.CRITICAL,
    )
    assert not anne.standing
    assert (attack, defence) == (a_pool(2), a_pool(1, 0))


def test_a_riposte_that_was_hit_does_not_strike_back() -> None:
    """EG-PLOY-03: only if the Hit Score is 0 or less."""
    struck = paid(a_pool(1), a_pool(0, 2), [6, 6, 1, 1], ["riposte"])
    assert (struck.hit_score, struck.riposte) == (10, None)


def test_whoever_is_riposted_over_a_hedge_stands_behind_it_too() -> None:
    """EG-PLOY-03 with EG-RULE-41: a linear obstacle lies between both."""
    anne, odo = a_figure(), a_foe(attributes=["Swordsman"])
    struck = plain(anne, odo, [1, 1, 3, 3, 3, 3, 1], a_blow(obstacle=True, obstacle_back=True), guard=Ploy.RIPOSTE)
    assert struck.riposte is not None
    assert struck.riposte.defence_score == 2


def test_a_shove_stuns_instead_of_wounding() -> None:
    """EG-PLOY-06: whatever the Hit Score, no wound but one Stunned counter."""
    odo = a_foe()
    struck = paid(a_pool(2), a_pool(), [6, 6, 1], ["shove"], defender=odo)
    assert (struck.shoved, struck.result, odo.stuns, odo.wound) == (True, Result.STUNNED, 1, Wound.NONE)


def test_a_shove_that_misses_does_nothing() -> None:
    """EG-PLOY-06."""
    odo = a_foe()
    struck = paid(a_pool(2), a_pool(), [1, 1, 6], ["shove"], defender=odo)
    assert (struck.shoved, odo.stuns) == (False, 0)


def test_the_third_stun_of_a_shove_wounds() -> None:
    """EG-PLOY-06 with EG-WOUND-07."""
    odo = a_foe(stuns=2)
    paid(a_pool(2), a_pool(), [6, 6, 1], ["shove"], defender=odo)
    assert (odo.stuns, odo.wound) == (0, Wound.LIGHT)


# Odds, three ways


def brute_force(plus: int, wound: int, attack_dice: int, defence_dice: int) -> dict[str, Fraction]:
    """Ten lines that know nothing of the program: attack dice keep the best two."""
    names = ["scratch", "stunned", "light", "light", "grievous", "grievous"]
    counted: Counter[str] = Counter()
    for dice in product(range(1, 7), repeat=attack_dice + defence_dice):
        hit = sum(sorted(dice[:attack_dice])[-2:]) - sum(dice[attack_dice:]) + plus
        score = hit + wound
        counted["miss" if hit <= 0 else "critical" if score >= 6 else names[max(score, 0)]] += 1
    return {name: Fraction(count, 6 ** (attack_dice + defence_dice)) for name, count in counted.items()}


@settings(max_examples=30, deadline=None)
@given(
    plus=st.integers(-5, 5),
    armour=st.integers(0, 3),
    weapon=st.sampled_from(["sword", "halberd", "hands"]),
    mighty=st.booleans(),
    parry=st.booleans(),
)
def test_odds_of_an_attack_are_those_of_all_ways_to_fall(
    plus: int, armour: int, weapon: str, mighty: bool, parry: bool
) -> None:
    """EG-ATK-05 to EG-ATK-09 with EG-PLOY-01 and EG-PLOY-04."""
    anne, odo = a_figure(fight=max(plus, 0)), a_foe(fight=max(-plus, 0), armour=armour)
    guard, trick = Ploy.PARRY if parry else Ploy.NONE, Ploy.MIGHTY if mighty else Ploy.NONE
    exact = odds(resolve, a_battle(anne, odo), anne, odo, a_blow(weapon), guard, trick).map(
        lambda struck: struck.result.value
    )
    assert dict(exact.items()) == brute_force(
        plus, BLADES[weapon].wound - armour, 3 if mighty else 2, 2 if parry else 1
    )


def test_odds_of_a_dodged_attack_agree_with_icepool() -> None:
    """EG-PLOY-02: the higher of two dice, Fight 3 against 2, armour 1."""
    anne, odo = a_figure(fight=3), a_foe(fight=2, armour=1)
    exact = odds(resolve, a_battle(anne, odo), anne, odo, a_blow(), Ploy.DODGE).map(lambda struck: struck.result.value)
    margin = (2 @ icepool.d6) + 3 - icepool.d6.highest(2) - 2
    results = margin.map(lambda hit: WOUND[hit - 1].value if hit > 0 else "miss")
    assert dict(exact.items()) == {name: Fraction(results.probability(name)) for name in results}


def test_live_blows_kill_as_often_as_the_odds_say() -> None:
    """EG-WOUND-05: 600 sealed blows with a parry each, within four standard deviations."""
    anne, odo = a_figure(fight=4), a_foe(fight=1)
    battle = a_battle(anne, odo)

    def once(referee: Any, battle: Any) -> bool:
        red, blue = battle.figures["anne"], battle.figures["odo"]
        return bool(strike(referee, battle, red, blue, a_blow(), a_pool(1), a_pool(0, 1)).result is Result.CRITICAL)

    chance = odds(once, battle, policy=fixed(ploy="parry"))[True]
    kills = sum(once(Dicing(f"blow {play}", fixed(ploy="parry")), battle.copy()) for play in range(600))
    assert abs(kills / 600 - chance) < 4 * (float(chance * (1 - chance)) / 600) ** 0.5
