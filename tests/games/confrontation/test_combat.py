"""C3-COMB-03 to C3-COMB-08: initiative, buying and placing dice."""

import pytest

from grognard.games.confrontation.battle import Battle, Fight
from grognard.games.confrontation.combat import (
    Placement,
    attack_value,
    base_dice,
    combatant,
    defence_value,
    initiative_of,
    max_bought,
    place,
    place_next,
    placements,
    splits,
    take_initiative,
)
from grognard.games.confrontation.options import Options
from grognard.games.confrontation.profile import Effect
from grognard.games.confrontation.turn import end_combat
from grognard.games.confrontation.view import imagine, view
from tests.games.confrontation.build import a_battle, a_combatant, a_fighter
from tests.script import scripted


def a_new_fight(*combatants):
    fight = Fight(combatants=list(combatants))
    for one in fight.combatants:
        one.placed = False
        one.opponents = sum(other.side != one.side for other in fight.combatants)
    return fight


def written(battle: Battle, fighter: str) -> object:
    """What a fighter has written down, as this battle shows it."""
    assert battle.fight is not None
    return battle.fight.combatant(fighter).written


def test_the_higher_initiative_attacks_first():
    """C3-COMB-03, C3-COMB-04: INI, a die, and 1 per miniature of the camp; the natural 1 counts 0."""
    fight = a_new_fight(
        a_combatant("odo", ini=6), a_combatant("ulla", "blue", ini=4), a_combatant("una", "blue", ini=3)
    )
    with scripted(dice=[3, 4]) as referee:
        assert not take_initiative(referee, Options(), fight)  # 10 to 10
    with scripted(dice=[1, 2]) as referee:
        assert take_initiative(referee, Options(), fight)
    assert fight.first == "blue"
    assert fight.stage == "placing"


def test_each_fighters_own_penalties_count_before_the_best_is_taken():
    """C3-RULE-38, C3-STAT-02: wounds, stun, charge and injury."""
    hurt = a_combatant("odo", ini=6, level="serious", stunned=1, charged=True, injuries=("ini_minus_1",))
    assert initiative_of(Options(), [hurt]) == 1 + 1
    assert initiative_of(Options(), [hurt, a_combatant("tib", ini=3)]) == 3 + 2


def test_one_die_and_one_more_per_opponent():
    """C3-COMB-08."""
    assert [base_dice(n) for n in (1, 2, 3)] == [2, 3, 4]


def test_buying_dice_costs_2_att_and_2_def_each():
    """C3-COMB-07, C3-CHAR-01: a character 2, a mage or Faithful 1, troops none."""
    orla = a_fighter("orla", profile="orla")
    fighting = combatant(a_battle(orla), orla)
    assert max_bought(fighting) == 2
    place(fighting, Placement(3, 1, 2))
    assert (attack_value(fighting), defence_value(fighting)) == (2, 1)
    for name, most in (("aumen", 1), ("ysolde", 1), ("steward", 2), ("corrin", 2), ("lantern_guard", 0)):
        one = a_fighter(name, profile=name)
        assert max_bought(combatant(a_battle(one), one)) == most


def test_no_die_is_bought_that_would_take_att_or_def_below_0():
    """C3-RULE-40: after charge penalties."""
    assert max_bought(a_combatant("odo", att=4, defence=4, sequence=2)) == 2
    assert max_bought(a_combatant("odo", att=4, defence=4, sequence=2, charged=True)) == 1
    assert max_bought(a_combatant("odo", att=6, defence=1, sequence=2)) == 0


def test_the_splits_of_the_routed_and_of_those_with_a_defence_marker():
    """C3-ROUT-08, C3-COMB-21."""
    assert list(splits(3)) == [(0, 3), (1, 2), (2, 1), (3, 0)]
    assert list(splits(3, routed=True)) == [(0, 3), (1, 2)]
    assert list(splits(3, defence_marker=True)) == [(0, 3)]


def test_charge_spells_and_injuries_change_what_one_fights_with():
    """C3-COMB-19, C3-RULE-90."""
    odo = a_fighter(
        "odo", att=4, defence=4, charged=True, injuries=("att_aim_minus_1",), effects=(Effect("ward", "def", 1),)
    )
    fighting = combatant(a_battle(odo), odo)
    assert (attack_value(fighting), defence_value(fighting)) == (2, 4)


def test_the_loser_of_the_initiative_places_first_and_openly():
    """C3-COMB-05, C3-COMB-06, C3-RULE-39: then the winner, having seen it."""
    fight = a_new_fight(a_combatant("odo"), a_combatant("ulla", "blue"))
    fight.first, fight.stage = "red", "placing"
    with scripted(answers=["1 attack, 1 defence", "2 attack, 0 defence"]) as referee:
        place_next(referee, Options(), fight)
        place_next(referee, Options(), fight)
        assert [question.side for question in referee.asked] == ["blue", "red"]
    assert fight.stage == "exchanges"
    assert (fight.combatants[0].att_dice, fight.combatants[1].def_dice) == (2, 1)


def test_under_the_secret_option_both_write_down_and_nobody_sees_it():
    """C3-RULE-39, option dice_placement: one fighter of each side after another, then all is revealed."""
    fight = a_new_fight(a_combatant("odo"), a_combatant("ulla", "blue"), a_combatant("una", "blue"))
    fight.first, fight.stage = "red", "placing"
    options = Options(dice_placement="secret_simultaneous")
    battle = a_battle(
        a_fighter("odo"), a_fighter("ulla", "blue"), a_fighter("una", "blue"), options=options, fight=fight
    )
    with scripted(answers=["3 attack, 0 defence", "2 attack, 0 defence"]) as referee:
        place_next(referee, options, fight)
    assert written(view(battle, "red"), "ulla") is None
    assert written(view(battle, "blue"), "odo") is None
    assert written(view(battle, "blue"), "ulla") == (2, 0, 0, False)
    assert written(imagine(view(battle, "red"), "red", lambda n: 0), "ulla") == (0, 2, 0, False)
    with scripted(answers=["0 attack, 2 defence"]) as referee:
        place_next(referee, options, fight)
    assert [one.placed for one in fight.combatants] == [True, True, True]
    assert fight.stage == "exchanges"


@pytest.mark.parametrize("used", [False, True])
def test_the_third_hand_is_one_more_die_once_per_game(used):
    """C3-ARTI-06."""
    orla = a_fighter("orla", profile="orla", artefacts=("third_hand",))
    battle = a_battle(orla, a_fighter("ulla", "blue", gone="killed"))
    fighting = combatant(battle, orla)
    assert Placement(3, 0, 0, third_hand=True) in placements(fighting)
    place(fighting, Placement(3, 0, 0, third_hand=used))
    end_combat(battle, Fight(combatants=[fighting, a_combatant("ulla", "blue", level="killed")]))
    assert ("third_hand" in orla.used) is used
    assert combatant(battle, orla).third_hand is not used
