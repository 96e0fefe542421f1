"""Ploys: who may declare which, against what, and for how many counters."""

import pytest

from grognard.games.en_garde.options import Options
from grognard.games.en_garde.ploys import COST, Ploy, attack_ploys, defence_ploys
from grognard.games.en_garde.weapons import BLADES
from tests.games.en_garde.build import a_figure, a_foe, a_pool

SWORD, PISTOL, HANDS = BLADES["sword"], BLADES["pistol_cc"], BLADES["hands"]
PLAIN, BASIC = Options(), Options(ploy_set="basic")
MASTER = ["Swordsman"]


def names(ploys: list[Ploy]) -> list[str]:
    return [ploy.value for ploy in ploys]


def test_what_each_ploy_costs() -> None:
    """EG-PLOY-01 to EG-PLOY-06: one counter each, two for a Riposte."""
    assert {ploy.value: cost for ploy, cost in COST.items()} == {
        "none": 0, "parry": 1, "dodge": 1, "riposte": 2, "mighty": 1, "feint": 1, "shove": 1,
    }  # fmt: skip


def test_a_plain_defender_parries_or_dodges() -> None:
    """EG-PLOY-01, EG-PLOY-02; EG-RULE-40: these exist."""
    assert names(defence_ploys(PLAIN, a_foe(), SWORD, SWORD, a_pool(0, 1))) == ["none", "parry", "dodge"]


def test_defence_ploys_are_paid_with_defence_counters_alone() -> None:
    """EG-RULE-39: Attack counters do not help a defender, nor Defence counters an attacker."""
    assert names(defence_ploys(PLAIN, a_foe(), SWORD, SWORD, a_pool(5, 0))) == ["none"]
    assert names(attack_ploys(PLAIN, a_figure(), a_foe(), SWORD, a_pool(0, 5), Ploy.NONE)) == ["none"]


def test_bare_hands_do_not_parry_and_riders_do_not_dodge() -> None:
    """EG-PLOY-01: any weapon but Hands and feet; EG-PLOY-02, EG-RULE-10: on foot."""
    assert names(defence_ploys(PLAIN, a_foe(), HANDS, SWORD, a_pool(0, 2))) == ["none", "dodge"]
    assert names(defence_ploys(PLAIN, a_foe(mounted=True), SWORD, SWORD, a_pool(0, 2))) == ["none", "parry"]


def test_a_pistol_ball_can_be_dodged_but_not_parried() -> None:
    """EG-PLOY-01, EG-PLOY-02, EG-RULE-42."""
    master = a_foe(attributes=MASTER)
    assert names(defence_ploys(PLAIN, master, SWORD, PISTOL, a_pool(0, 2))) == ["none", "dodge"]


def test_only_a_swordsman_with_two_counters_ripostes() -> None:
    """EG-PLOY-03, EG-RULE-66."""
    master = a_foe(attributes=MASTER)
    assert "riposte" in names(defence_ploys(PLAIN, master, SWORD, SWORD, a_pool(0, 2)))
    assert "riposte" not in names(defence_ploys(PLAIN, master, SWORD, SWORD, a_pool(0, 1)))
    assert "riposte" not in names(defence_ploys(PLAIN, a_foe(), SWORD, SWORD, a_pool(0, 2)))
    assert "riposte" not in names(defence_ploys(PLAIN, master, HANDS, SWORD, a_pool(0, 2)))


def test_a_plain_attacker_strikes_mightily_or_shoves() -> None:
    """EG-PLOY-04, EG-PLOY-06; one further counter after the attack is paid."""
    assert names(attack_ploys(PLAIN, a_figure(), a_foe(), SWORD, a_pool(1), Ploy.NONE)) == ["none", "mighty", "shove"]
    assert names(attack_ploys(PLAIN, a_figure(), a_foe(), SWORD, a_pool(0), Ploy.NONE)) == ["none"]


@pytest.mark.parametrize(
    ("declared", "allowed"), [(Ploy.PARRY, True), (Ploy.RIPOSTE, True), (Ploy.DODGE, False), (Ploy.NONE, False)]
)
def test_a_feint_answers_a_parry_or_riposte_only(declared: Ploy, allowed: bool) -> None:
    """EG-PLOY-05: for Swordsmen; EG-ATK-04: the attacker knows what the defender declared."""
    master = a_figure(attributes=MASTER)
    assert ("feint" in names(attack_ploys(PLAIN, master, a_foe(), SWORD, a_pool(1), declared))) is allowed
    assert "feint" not in names(attack_ploys(PLAIN, a_figure(), a_foe(), SWORD, a_pool(1), declared))


@pytest.mark.parametrize(("rider", "ridden"), [(True, False), (False, True), (True, True)])
def test_nobody_shoves_from_or_at_a_horse(rider: bool, ridden: bool) -> None:
    """EG-PLOY-06, EG-RULE-10."""
    found = attack_ploys(PLAIN, a_figure(mounted=rider), a_foe(mounted=ridden), SWORD, a_pool(1), Ploy.NONE)
    assert names(found) == ["none", "mighty"]


def test_a_pistol_takes_no_ploys() -> None:
    """EG-RULE-42, EG-PLOY-04 to EG-PLOY-06: not with a Pistol."""
    master = a_figure(attributes=MASTER)
    assert names(attack_ploys(PLAIN, master, a_foe(), PISTOL, a_pool(3), Ploy.PARRY)) == ["none"]


def test_the_basic_set_has_parry_and_mighty_blow_alone() -> None:
    """EG-RULE-40, ploy_set = basic."""
    master, foe = a_figure(attributes=MASTER), a_foe(attributes=MASTER)
    assert names(defence_ploys(BASIC, foe, SWORD, SWORD, a_pool(0, 3))) == ["none", "parry"]
    assert names(attack_ploys(BASIC, master, foe, SWORD, a_pool(3), Ploy.PARRY)) == ["none", "mighty"]
