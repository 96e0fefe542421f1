"""Worth: more is better, for the side that has it."""

from grognard.games.confrontation.battle import Fight, Objective
from grognard.games.confrontation.profile import Effect
from grognard.games.confrontation.worth import worth
from tests.games.confrontation.build import a_battle, a_combatant, a_fighter


def stands(**more):
    battle = a_battle(
        a_fighter("odo", at=(30, 30), points=16, **more), a_fighter("ulla", "blue", at=(30, 60), points=16)
    )
    return worth(battle, "red")


def test_what_hurts_a_side_is_worth_less_to_it():
    """C3-RULE-87: points are what counts in the end."""
    whole = stands()
    assert stands(level=1) < whole
    assert stands(level=3) < stands(level=1)
    assert stands(gone="killed") < stands(level=3)
    assert stands(routed=True) < whole
    assert stands(charged=True) < whole
    assert stands(effects=(Effect("ward", "def", 1),)) > whole
    assert stands(effects=(Effect("chill", "ini", -2),)) < whole
    assert stands(effects=(Effect("rootgrip", "rooted", 1),)) < whole


def test_worth_is_the_other_sides_loss():
    battle = a_battle(
        a_fighter("odo", at=(30, 30), points=16, level=2), a_fighter("ulla", "blue", at=(30, 60), points=30)
    )
    assert worth(battle, "red") == -worth(battle, "blue")


def test_objectives_draw_fighters():
    """C3-RULE-88."""
    bell = Objective("the bell", 10, (1, 2), 3000, 3000)
    near, far = (
        a_battle(a_fighter("odo", at=at), a_fighter("ulla", "blue", at=(30, 80)), objectives=(bell,))
        for at in ((30, 30), (30, 10))
    )
    assert worth(near, "red") > worth(far, "red")


def test_attack_dice_against_an_enemy_without_defence_are_worth_something():
    """C3-COMB-08: the dice on the table count while a combat lasts."""
    battles = []
    for dice in ((2, 0), (0, 2)):
        battle = a_battle(a_fighter("odo", at=(30, 30), points=16), a_fighter("ulla", "blue", at=(30, 32.5), points=16))
        battle.fight = Fight(
            combatants=[a_combatant("odo", dice=dice), a_combatant("ulla", "blue", dice=(0, 0))], stage="exchanges"
        )
        battles.append(worth(battle, "red"))
    assert battles[0] > battles[1]
