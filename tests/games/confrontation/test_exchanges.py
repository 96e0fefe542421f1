"""C3-COMB-09 to C3-COMB-18, C3-SUST and C3-CHAR: attack by attack."""

import pytest

from grognard.games.confrontation.attacks import Attack, Defence, master_strength, resolve, spend_attack
from grognard.games.confrontation.battle import KILLED
from grognard.games.confrontation.combat import combatant
from grognard.games.confrontation.exchanges import (
    attack_options,
    defence_options,
    may_counter,
    may_master,
    may_sustain,
    strike,
    turn_over,
    why_not_attack,
)
from grognard.games.confrontation.options import Options
from tests.games.confrontation.build import a_battle, a_combatant, a_fight, a_fighter
from tests.script import scripted

ON = Attack("odo", "ulla")


def met(dice, defence=None, options=None, odo=None, ulla=None, answers=()):
    """Odo attacks Ulla once; the fight afterwards and what came of it."""
    fight = a_fight(
        a_combatant("odo", **{"dice": (1, 0), **(odo or {})}),
        a_combatant("ulla", "blue", **{"dice": (0, 2), **(ulla or {})}),
    )
    with scripted(dice=dice, answers=answers) as referee:
        outcome = resolve(referee, options or Options(), fight, ON, defence or Defence("none"))
    return fight, outcome, fight.combatant("ulla")


def keys(fight, options=None):
    return [option.key for option in attack_options(options or Options(), fight)]


def test_before_the_attack_is_rolled_the_defender_declares():
    """C3-COMB-09, C3-COMB-10: nothing, a parry with one or more dice, a counter-attack."""
    ulla = a_combatant("ulla", "blue", dice=(0, 2), counters=True)
    assert [option.key for option in defence_options(ulla)] == ["parry 1", "parry 2", "counter 1", "counter 2", "none"]


def test_a_defence_equal_to_the_attack_parries():
    """C3-COMB-12, C3-COMB-13, C3-STAT-03, C3-STAT-04: ATT 3 + 4 against DEF 3 + 4, and + 3."""
    fight, outcome, ulla = met([4, 4], Defence("parry", 1))
    assert outcome.parried
    assert (fight.hurt, ulla.def_dice) == (None, 1)
    fight, outcome, ulla = met([4, 3], Defence("parry", 1))
    assert fight.hurt == ("odo", "ulla", 5)


def test_natural_1s_and_calculated_0s_fail():
    """C3-COMB-14: the attack misses, the defence does not parry."""
    assert met([1])[1].missed
    assert met([3], odo={"att": 0, "level": "critical"})[1].missed
    assert met([2, 1], Defence("parry", 1))[1].hits


def test_without_a_die_there_is_no_defence():
    """C3-COMB-15."""
    fight = a_fight(a_combatant("odo", dice=(1, 0)), a_combatant("ulla", "blue", dice=(1, 0)))
    with scripted(dice=[2, 6, 3]) as referee:
        strike(referee, Options(), fight)
        assert referee.asked == []
    assert fight.combatant("ulla").level == 2


def test_wounds_are_applied_at_once_and_weaken_the_next_blow():
    """C3-COMB-17, C3-EFF-03, C3-EFF-05: and then the defenders attack (C3-COMB-18)."""
    fight = a_fight(a_combatant("odo", dice=(1, 0)), a_combatant("ulla", "blue", dice=(1, 0)))
    with scripted(dice=[4, 6, 3, 3, 6, 1]) as referee:
        strike(referee, Options(), fight)
        assert fight.combatant("ulla").level == 2
        assert fight.attacking == "blue"
        strike(referee, Options(), fight)
        assert any("damage 4" in event.words for event in referee.events)  # 6 + 5 - 5 - 2
    assert fight.combatant("odo").level == 1


def test_an_exchange_is_one_attack_on_each_enemy_as_far_as_the_dice_go():
    """C3-COMB-11, C3-RULE-41: in the attacking player's order, then the other side."""
    fight = a_fight(
        a_combatant("odo", dice=(3, 0)),
        a_combatant("ulla", "blue", dice=(2, 0)),
        a_combatant("una", "blue", dice=(2, 0)),
    )
    assert keys(fight) == ["odo attacks ulla", "odo attacks una"]
    spend_attack(Options(), fight.combatant("odo"), Attack("odo", "una"))
    turn_over(Options(), fight)
    assert keys(fight) == ["odo attacks ulla"]
    spend_attack(Options(), fight.combatant("odo"), ON)
    turn_over(Options(), fight)
    assert fight.attacking == "blue"
    assert keys(fight) == ["ulla attacks odo", "una attacks odo"]


def test_a_side_without_attack_dice_is_skipped_and_without_any_it_is_over():
    """C3-COMB-18, C3-RULE-41: unused defence dice lapse."""
    fight = a_fight(a_combatant("odo", dice=(2, 0)), a_combatant("ulla", "blue", dice=(0, 2)))
    spend_attack(Options(), fight.combatant("odo"), ON)
    turn_over(Options(), fight)
    assert fight.attacking == "red"
    assert keys(fight) == ["odo attacks ulla"]
    spend_attack(Options(), fight.combatant("odo"), ON)
    turn_over(Options(), fight)
    assert fight.stage == "over"


def test_the_dead_lose_their_dice_and_end_the_combat():
    """C3-RULE-41."""
    fight = a_fight(a_combatant("odo", dice=(2, 0)), a_combatant("ulla", "blue", dice=(2, 0)))
    with scripted(dice=[4, 6, 6]) as referee:
        strike(referee, Options(), fight)
    assert fight.combatant("ulla").level == KILLED
    assert fight.stage == "over"


def test_committed_dice_are_kept_when_the_attack_fails():
    """C3-RULE-42, option failed_attack."""
    assert met([1], Defence("parry", 2))[2].def_dice == 2
    assert met([1], Defence("parry", 2), Options(failed_attack="spend_dice"))[2].def_dice == 0


def test_several_dice_on_one_parry_are_all_spent_and_the_best_counts():
    """C3-COMB-10, C3-RULE-42."""
    _, outcome, ulla = met([5, 2, 5], Defence("parry", 2))
    assert outcome.parried
    assert ulla.def_dice == 0


def test_a_counter_attack_must_beat_the_attack_by_2_or_it_does_not_even_parry():
    """C3-CHAR-02, C3-RULE-43: success parries and gives an attack at once."""
    fight, outcome, _ = met([3, 5], Defence("counter", 1))
    assert outcome.parried
    assert fight.gained == ("ulla", "odo")
    fight, outcome, ulla = met([3, 4], Defence("counter", 1))
    assert outcome.hits
    assert (fight.gained, ulla.def_dice) == (None, 1)


def test_a_failed_attack_gives_the_counter_attack_for_free():
    """C3-RULE-43: and its dice are spent."""
    fight, _, ulla = met([1], Defence("counter", 1))
    assert fight.gained == ("ulla", "odo")
    assert ulla.def_dice == 1


def test_the_gained_attack_comes_at_once_and_is_never_a_master_strike():
    """C3-COMB-16, C3-RULE-43: it takes no attack die."""
    fight = a_fight(a_combatant("odo", dice=(2, 1)), a_combatant("ulla", "blue", dice=(1, 1), counters=True, master=0))
    fight.gained = ("ulla", "odo")
    assert why_not_attack(Options(), fight, ON) == "counter_first"
    assert why_not_attack(Options(), fight, Attack("ulla", "odo", True), gained=True) == "master"
    with scripted(dice=[5, 6], answers=["parry 1", "keep"]) as referee:
        strike(referee, Options(), fight)
    assert fight.combatant("ulla").att_dice == 1
    assert fight.gained is None


def test_who_may_counter_attack():
    """C3-CHAR-03, C3-CHAR-04, C3-RULE-43: pure mages and Faithful may not, and nobody without a die."""
    for name, may in (
        ("orla", True),
        ("steward", True),
        ("corrin", True),
        ("beacon_sworn", True),
        ("ysolde", False),
        ("aumen", False),
        ("reedspear", False),
    ):
        one = a_fighter(name, profile=name)
        fighting = combatant(a_battle(one), one)
        fighting.def_dice = 1
        assert may_counter(fighting) is may
    assert not may_counter(a_combatant("odo", counters=True, dice=(2, 0)))


def test_a_sustained_defence_is_for_the_last_die_of_a_cautious_fighter():
    """C3-SUST-01, C3-RULE-44: dice as placed, bought ones included."""
    cautious, bold = a_combatant("odo", dice=(1, 1)), a_combatant("odo", dice=(2, 1))
    assert may_sustain(cautious)
    assert not may_sustain(bold)
    assert not may_sustain(a_combatant("odo", dice=(0, 2)))


def test_a_sustained_die_is_not_spent_until_it_fails():
    """C3-SUST-02, C3-SUST-03: it needs 2 more than the attack."""
    _, outcome, ulla = met([3, 5], Defence("sustain", 1), ulla={"dice": (0, 1)})
    assert outcome.parried
    assert ulla.def_dice == 1
    _, outcome, ulla = met([3, 4], Defence("sustain", 1), ulla={"dice": (0, 1)})
    assert outcome.hits
    assert ulla.def_dice == 0


def test_a_master_strike_takes_two_dice_and_adds_att_and_x_to_str():
    """C3-CHAR-05, C3-CHAR-06, C3-RULE-46, C3-RULE-47."""
    orla = a_combatant("orla", att=6, strength=7, master=2, dice=(3, 0))
    assert may_master(Options(), orla)
    assert master_strength(orla) == 15
    spend_attack(Options(), orla, Attack("orla", "ulla", True))
    assert orla.att_dice == 1
    assert not may_master(Options(), orla)


def test_the_att_of_a_master_strike_is_that_of_the_moment_but_never_above_the_printed_one():
    """C3-RULE-47: spells, charge and purchases count, wounds do not; at least 0."""
    assert master_strength(a_combatant("o", att=8, printed_att=6, strength=7, master=2)) == 15
    assert (
        master_strength(a_combatant("o", att=6, strength=7, master=2, charged=True, bought=1, level="critical")) == 12
    )
    assert master_strength(a_combatant("o", att=0, strength=7, master=2, charged=True)) == 9


def test_the_option_takes_defence_dice_for_a_master_strike():
    """C3-RULE-46, option master_strike_dice: and no attack die."""
    options = Options(master_strike_dice="defence")
    orla = a_combatant("orla", master=0, dice=(1, 2))
    assert may_master(options, orla)
    spend_attack(options, orla, Attack("orla", "ulla", True))
    assert (orla.att_dice, orla.def_dice) == (1, 0)


def test_an_ambidextrous_parry_by_2_strikes_back():
    """C3-RULE-78: also with a Defence marker (C3-MOVE-09); by 1 it does not."""
    dancer = {"ambidextrous": True, "defence_marker": True}
    assert met([3, 5], Defence("parry", 1), ulla=dancer)[0].gained == ("ulla", "odo")
    assert met([3, 4], Defence("parry", 1), ulla=dancer)[0].gained is None


@pytest.mark.parametrize(("answer", "gained", "left"), [("yes", ("ulla", "odo"), 1), ("no", None, 2)])
def test_the_ambidextrous_may_give_up_dice_after_a_failed_attack(answer, gained, left):
    """C3-RULE-78."""
    fight, _, ulla = met([1], Defence("parry", 1), ulla={"ambidextrous": True}, answers=[answer])
    assert fight.gained == gained
    assert ulla.def_dice == left


def test_under_safe_an_attack_of_6s_is_rolled_on():
    """C3-COMB-12 under option six_rule."""
    assert met([6, 2, 6, 4], Defence("parry", 1), Options(six_rule="safe"))[1].parried
