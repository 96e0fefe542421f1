"""Casting: power, the die, boosts, preparation over turns, opposing, and the magic step."""

from fractions import Fraction

import pytest

from grognard.games.high_adventure import effects, magic, preparation
from grognard.games.high_adventure.abilities import ABILITIES, may_know, power_span, roll_power
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.figures import ENEMY, PARTY, Effect, Figure, Order
from grognard.games.high_adventure.things import Casting
from grognard.kernel.odds import odds
from grognard.kernel.referee import Scripted
from tests.games.high_adventure.magic_build import a_battle, a_figure, a_mage, an_item, boosting, wall


def cast_now(battle: Battle, mage: Figure, ability: str, dice: list[int], answers: list[str]) -> Casting:
    """Announce, declare and resolve one casting in this turn; the script must be used up."""
    with Scripted(dice, answers) as referee:
        magic.announce(referee, battle, mage, ability)
        assert magic.casters(battle) == [mage.id]
        magic.declare(referee, battle, mage)
        magic.resolve(referee, battle, battle.castings[-1])
    return battle.castings[-1]


# Power and what one may know


@pytest.mark.parametrize(("level", "least", "most"), [("Apprentice", 4, 5), ("Wizard", 6, 8), ("Mage", 7, 10)])
def test_power_by_rank(level, least, most):
    """HA-MAG-01, HA-MAG-02, HA-MAG-03, HA-MAG-04, HA-RULE-36: D2+3, D3+5, D4+6, all equally likely."""
    found = odds(roll_power, level, PARTY)
    assert dict(found.items()) == {points: Fraction(1, most - least + 1) for points in range(least, most + 1)}
    assert power_span(level) == (least, most)


def test_one_major_and_two_minors_or_four_minors():
    """HA-MAG-05, HA-MAG-11: Major Wizards may have more majors."""
    assert may_know(("Healing", "Smoke", "Find"))
    assert may_know(("Smoke", "Find", "Sleep", "Divine"))
    assert not may_know(("Healing", "Smoke", "Find", "Sleep"))
    assert not may_know(("Smoke", "Find", "Sleep", "Divine", "Oppose"))
    assert not may_know(("Control", "Reanimate"))
    assert may_know(("Control", "Reanimate", "Oppose", "Sleep"), major_wizard=True)


def test_the_tables_of_abilities():
    """HA-MIN and HA-MAJ: turns, price and reach as printed."""
    table = {name: (ability.turns, ability.cost, ability.reach // 100) for name, ability in ABILITIES.items()}
    assert table == {
        "Smoke": (1, 1, 24), "Levitate": (2, 1, 24), "Open/Lock/Close": (1, 1, 8), "Find": (1, 1, 24), "Light torch": (1, 1, 12),
        "Oppose": (1, 1, 8), "Sleep": (1, 1, 3), "Divine": (1, 1, 8), "Knock back": (1, 1, 12),
        "Wind storm": (3, 3, 30), "Start fire": (1, 1, 24), "Healing": (3, 2, 1), "Teleport": (1, 1, 20), "Make invisible": (2, 2, 24),
        "Freeze": (1, 1, 24), "Petrify": (1, 1, 24), "Reanimate": (3, 3, 8), "Summon": (1, 3, 8), "Avatar": (1, 2, 6),
        "Transform self": (3, 3, 0), "Hypnotic gaze": (1, 1, 6), "Illusion": (4, 4, 36), "Control": (2, 2, 48),
    }  # fmt: skip


# The die


@pytest.mark.parametrize(
    ("power", "plain", "boosted"), [(1, 0, 0), (2, 1, 2), (3, 2, 3), (4, 3, 4), (5, 4, 5), (6, 5, 5), (9, 5, 5)]
)
def test_will_the_spell_work(power, plain, boosted):
    """HA-MAG-06, HA-MAG-07, HA-MAG-09: the quick odds of the page, in sixths, for an ability that costs 1."""
    battle = a_battle(a_mage(power=power))
    mage = battle.figures[0]
    assert odds(magic.attempt, battle, mage, 1, policy=boosting(False))[True] == Fraction(plain, 6)
    assert odds(magic.attempt, battle, mage, 1, policy=boosting(True))[True] == Fraction(boosted, 6)


def test_a_failure_costs_nothing_and_a_success_its_price():
    """HA-MAG-08, HA-MAG-12: what is spent is gone for the game."""
    mage = a_mage(power=3)
    battle = a_battle(mage)
    assert not magic.attempt(Scripted([5]), battle, mage, 2)
    assert mage.power == 3
    assert magic.attempt(Scripted([3]), battle, mage, 2)
    assert mage.power == 1
    assert not magic.may_try(mage, 2)


def test_a_boost_is_asked_for_only_when_it_helps():
    """HA-RULE-37: after the roll, once, and only if the extra point can be paid."""
    mage = a_mage(power=3)
    battle = a_battle(mage)
    with Scripted([4], ["yes"]) as referee:
        assert magic.attempt(referee, battle, mage, 2)
    assert mage.power == 0
    poor = a_mage(power=2)
    with Scripted([3]) as referee:
        assert not magic.attempt(referee, a_battle(poor), poor, 2)


def test_a_boost_declared_first_is_paid_only_with_success():
    """HA-RULE-37, `boost = before_roll`."""
    mage = a_mage(power=4)
    battle = a_battle(mage, options={"boost": "before_roll"})
    with Scripted([6, 2], ["yes", "yes"]) as referee:
        assert not magic.attempt(referee, battle, mage, 1)
        assert mage.power == 4
        assert magic.attempt(referee, battle, mage, 1)
    assert mage.power == 2


def test_nobodys_wizard_boosts_only_what_would_fail():
    """HA-RULE-79: without being asked."""
    mage = a_mage("evil", power=3, side=ENEMY)
    battle = a_battle(mage)
    with Scripted([4]) as referee:
        assert magic.attempt(referee, battle, mage, 1)
    assert mage.power == 1


def test_a_belt_lets_magic_through_on_a_six_only():
    """HA-ART-09: a natural 6, whatever the power; a boost changes nothing."""
    mage = a_mage(power=8)
    battle = a_battle(mage)
    assert odds(magic.attempt, battle, mage, 1, True)[True] == Fraction(1, 6)


# Preparation


def test_three_quiet_turns_then_the_die():
    """HA-MAG-10, HA-MOVE-16: Healing is thrown for in the magic step of the third turn."""
    mage = a_mage("mage", "Healing", light_wounds=1)
    battle = a_battle(mage)
    for turn in (1, 2, 3):
        battle.turn = turn
        magic.announce(Scripted(), battle, mage, "Healing")
        assert magic.casters(battle) == ([mage.id] if turn == 3 else [])
        if turn < 3:
            effects.end_of_turn(Scripted(), battle)


@pytest.mark.parametrize("trouble", ["walked", "engaged", "helpless", "busy", "disturbed", "fleeing"])
def test_what_breaks_a_preparation(trouble):
    """HA-RULE-38, HA-RULE-10: moving, contact, helplessness, other work, any disturbance, flight."""
    mage = a_mage("mage", "Healing", preparing="Healing", prepared=1)
    battle = a_battle(mage)
    if trouble == "helpless":
        mage.effects.append(Effect("sleep"))
    elif trouble == "fleeing":
        mage.order = Order.FLEE
    else:
        setattr(mage, trouble, {"walked": 100, "engaged": ["foe"], "busy": "dispatch", "disturbed": True}[trouble])
    effects.end_of_turn(Scripted(), battle)
    assert mage.preparing == ""


def test_turning_on_the_spot_does_no_harm():
    """HA-RULE-38."""
    mage = a_mage("mage", "Healing", preparing="Healing", prepared=1, facing=90)
    battle = a_battle(mage)
    mage.facing = 180
    effects.end_of_turn(Scripted(), battle)
    assert (mage.preparing, mage.prepared) == ("Healing", 2)


def test_an_opposed_turn_does_not_count_but_nothing_is_lost():
    """HA-RULE-42: the longer preparation is kept."""
    mage = a_mage("mage", "Healing", preparing="Healing", prepared=1)
    battle = a_battle(mage)
    effects.lay_on(Scripted(), battle, mage, "opposed", "foe")
    effects.end_of_turn(Scripted(), battle)
    assert (mage.preparing, mage.prepared) == ("Healing", 1)
    assert not mage.effects


def test_a_new_ability_starts_afresh():
    """HA-RULE-38: the ability is announced when preparation begins."""
    mage = a_mage("mage", "Healing", "Sleep", preparing="Healing", prepared=2)
    preparation.begin(mage, "Sleep")
    assert mage.prepared == 0


def test_nobody_announces_what_he_cannot_pay():
    """HA-MAG-08."""
    mage = a_mage("mage", "Healing", "Sleep", power=1)
    assert magic.choices(a_battle(mage), mage) == ["Sleep"]


@pytest.mark.parametrize("state", ["helpless", "engaged", "fleeing"])
def test_some_cannot_use_magic_at_all(state):
    """HA-ORD-11, HA-RULE-10, HA-RULE-38."""
    mage = a_mage("mage", "Sleep")
    battle = a_battle(mage)
    if state == "helpless":
        mage.effects.append(Effect("petrified"))
    elif state == "engaged":
        mage.engaged = ["foe"]
    else:
        mage.order = Order.FLEE
    assert magic.choices(battle, mage) == []


# The magic step


def test_oppose_comes_first_and_stops_the_other():
    """HA-MIN-06, HA-RULE-06, HA-RULE-42: the victim's casting fails without cost."""
    anne = a_mage("anne", "Oppose", power=6, preparing="Oppose")
    evil = a_mage("evil", "Sleep", side=ENEMY, y=12, power=6, preparing="Sleep")
    battle = a_battle(evil, anne)
    with Scripted([4], ["evil"]) as referee:
        assert magic.casters(battle) == ["anne", "evil"]
        for id in magic.casters(battle):
            magic.declare(referee, battle, battle.figure(id))
        for casting in battle.castings:
            magic.resolve(referee, battle, casting)
    assert battle.castings[1].opposed
    assert (anne.power, evil.power) == (5, 6)
    assert evil.preparing == "Sleep"


def test_two_who_oppose_each_other_resolve_together():
    """HA-RULE-42: both throw."""
    anne = a_mage("anne", "Oppose", power=6, preparing="Oppose")
    evil = a_mage("evil", "Oppose", side=ENEMY, y=12, power=6, preparing="Oppose")
    battle = a_battle(anne, evil)
    with Scripted([4, 4], ["evil"]) as referee:
        for id in magic.casters(battle):
            magic.declare(referee, battle, battle.figure(id))
        for casting in battle.castings:
            magic.resolve(referee, battle, casting)
    assert (anne.power, evil.power) == (5, 5)


def test_a_failed_casting_ends_the_preparation():
    """HA-RULE-38, HA-MAG-07."""
    mage, foe = a_mage("mage", "Sleep"), a_figure("foe", ENEMY, y=12)
    battle = a_battle(mage, foe)
    cast_now(battle, mage, "Sleep", [1], ["foe"])
    assert (mage.preparing, mage.power, foe.helpless) == ("", 8, False)


def test_a_player_may_hold_back():
    """HA-RULE-38: the target is named with the die; without one nothing is thrown and nothing lost."""
    mage, foe = a_mage("mage", "Sleep"), a_figure("foe", ENEMY, y=12)
    battle = a_battle(mage, foe)
    cast_now(battle, mage, "Sleep", [], ["hold back"])
    assert mage.preparing == "Sleep"


def test_no_target_no_die():
    """HA-MAG-13, HA-RULE-39: out of range, or no line of sight."""
    mage, foe = a_mage("mage", "Petrify"), a_figure("foe", ENEMY, y=20)
    battle = a_battle(mage, foe, features=(wall("wall", (0, 15), (40, 15)),))
    cast_now(battle, mage, "Petrify", [], [])
    far = a_battle(a_mage("mage", "Sleep"), a_figure("foe", ENEMY, y=14.1))
    cast_now(far, far.figures[0], "Sleep", [], [])
    assert not foe.helpless


def test_the_belt_wearer_is_the_last_choice():
    """HA-ART-07: never the target of magic while another is available."""
    mage = a_mage("mage", "Petrify")
    belted, other = a_figure("belted", ENEMY, y=13, belt=True), a_figure("other", ENEMY, y=20)
    battle = a_battle(mage, belted, other)
    referee = Scripted([3, 3, 4], ["other"])
    magic.announce(referee, battle, mage, "Petrify")
    magic.declare(referee, battle, mage)
    magic.resolve(referee, battle, battle.castings[0])
    assert [option.key for option in referee.asked[0].options] == ["other", "hold back"]
    assert other.effect("petrified")


def test_alone_the_belt_wearer_is_hit_on_a_six():
    """HA-ART-09 in the magic step: a 5 with 8 power is not enough."""
    for die, works in ((5, False), (6, True)):
        mage, belted = a_mage("mage", "Sleep"), a_figure("belted", ENEMY, y=12, belt=True)
        battle = a_battle(mage, belted)
        cast_now(battle, mage, "Sleep", [die], ["belted"])
        assert belted.helpless is works


def test_a_scroll_never_fails_costs_nothing_and_is_spent():
    """HA-ART-01, HA-ART-02: read by a magic user, aimed as usual."""
    mage, foe = a_mage("mage", power=1), a_figure("foe", ENEMY, y=20)
    scroll = an_item("scroll", "scroll", "mage", ability="Freeze")
    battle = a_battle(mage, foe, items=[scroll])
    cast_now(battle, mage, "read scroll", [5], ["foe"])
    assert (mage.power, scroll.gone, foe.helpless) == (1, True, True)
    assert magic.choices(battle, mage) == []


def test_an_object_works_for_anybody_when_its_condition_is_met():
    """HA-ART-03: without chance of failure; HA-ART-01: a scroll is for magic users only."""
    anne = a_figure("anne", light_wounds=1)
    foe = a_figure("foe", ENEMY, y=12)
    ring = an_item("ring", "object", "anne", ability="Sleep", condition="wounded", charges=1)
    scroll = an_item("scroll", "scroll", "anne", ability="Sleep")
    battle = a_battle(anne, foe, items=[ring, scroll])
    assert magic.choices(battle, anne) == ["use ring"]
    anne.light_wounds = 0
    assert magic.choices(battle, anne) == []
    anne.light_wounds = 1
    cast_now(battle, anne, "use ring", [], ["foe"])
    assert foe.helpless
    assert ring.gone


def test_exact_odds_agree_with_live_frequencies():
    """HA-MAG-06 two ways: counted, and thrown a thousand times."""
    from grognard.kernel.referee import SealedDice
    from grognard.kernel.samples import sample

    mage = a_mage(power=4)
    battle = a_battle(mage)
    exact = odds(magic.attempt, battle, mage, 2, policy=boosting(True))[True]
    live = sample(
        magic.attempt, battle, mage, 2, dice=lambda n: SealedDice(f"cast {n}"), plays=1000, policy=boosting(True)
    )
    low, high = live[True].interval
    assert low <= exact <= high
