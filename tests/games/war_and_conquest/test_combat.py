"""Combat: dice and blows."""

from fractions import Fraction

import pytest

from grognard.games.war_and_conquest.blows import killing_ability, strike_dice, strike_need, strikes_kill
from grognard.games.war_and_conquest.combat import begin_combat, fight_next, linked, open_fray
from grognard.games.war_and_conquest.contact import files_in_contact, touch
from grognard.games.war_and_conquest.turn import play_on
from grognard.kernel.odds import odds
from tests.games.war_and_conquest.build import a_battle, a_fray, a_unit
from tests.script import scripted


def face_to_face(**given):
    """Red spears and blue spears, front to front."""
    red = a_unit("red", x=3600, y=2000, **given)
    blue = a_unit("blue", "blue", x=3600, y=2000, facing=180)
    battle = a_battle(red, blue)
    touch(battle, red, blue)
    return red, blue, battle


def test_the_front_rank_strikes_and_spears_that_stood_are_supported():
    """WC-OFIGHT-02: eight files, and half of eight behind them; not after a charge, not in disorder."""
    stood = a_unit(weapons=("spears",))
    assert strike_dice(stood, "front", 8) == 12
    assert strike_dice(a_unit(weapons=("spears",), charged=True), "front", 8) == 8
    assert strike_dice(a_unit(weapons=("spears",), disordered=True), "front", 8) == 8
    assert strike_dice(a_unit(weapons=("spears",), models=13), "front", 8) == 8 + 2


def test_pikes_are_supported_by_their_whole_second_rank():
    """WC-OFIGHT-02, WC-OMOVE-08: also when they charged, but not in disorder."""
    assert strike_dice(a_unit(weapons=("pikes",), charged=True), "front", 8) == 16
    assert strike_dice(a_unit(weapons=("pikes",), in_rough=True), "front", 8) == 8


def test_flank_and_rear_fight_back_with_a_die_a_rank():
    """WC-OFIGHT-02."""
    unit = a_unit(weapons=("pikes",), models=20)
    assert strike_dice(unit, "left", 8) == strike_dice(unit, "rear", 8) == 3


def test_skirmishers_fight_with_half_their_number():
    """WC-OFIGHT-02: rounded up."""
    assert strike_dice(a_unit(formation="skirmish", models=9), "front", 5) == 5


def test_who_strikes_a_flank_fights_with_the_files_that_touch_it():
    """WC-OFIGHT-02: three ranks are three inches of flank."""
    red = a_unit("red", x=4000, y=2150, facing=270, models=24, files=8)
    blue = a_unit("blue", "blue", x=3600, y=2300, facing=0, models=24, files=8)
    battle = a_battle(red, blue)
    touch(battle, red, blue, "front", "right")
    assert files_in_contact(battle, red, blue) == 3


@pytest.mark.parametrize(("ca", "need"), [(4, 3), (3, 4), (2, 5)])
def test_the_better_fighter_hits_on_three(ca, need):
    """WC-OFIGHT-03."""
    assert strike_need(a_unit(ca=ca), a_unit(ca=3)) == need


def test_lances_kill_better_in_the_round_their_riders_charged():
    """WC-OTROOP-06: mounted, and only then."""
    assert killing_ability(a_unit(kind="mounted", weapons=("lances",), charged=True)) == 4
    assert killing_ability(a_unit(kind="mounted", weapons=("lances",))) == 3
    assert killing_ability(a_unit(weapons=("lances",), charged=True)) == 3


def test_a_blow_hits_is_saved_and_kills():
    """WC-OFIGHT-03, WC-OSHOOT-03, WC-OSHOOT-04: equal fighters, AV 3 saves on 4, KA 3 kills on 4."""
    with scripted(dice=[4, 4, 3, 1, 4, 3, 4]) as referee:
        assert strikes_kill(referee, a_unit(), a_unit("foe", "blue", av=3), 4) == 1
    assert odds(strikes_kill, a_unit(), a_unit("foe", "blue", av=3), 1)[1] == Fraction(1, 8)


def test_both_sides_strike_at_the_same_time():
    """WC-OFIGHT-01: blue loses half its front rank and still strikes with eight dice."""
    red, blue, battle = face_to_face(ka=6)
    open_fray(scripted(), battle, a_fray(battle, red, blue))
    with scripted(dice=[6] * 8 + [6] * 8) as referee:
        fight_next(referee, battle)
    assert blue.models == 24
    assert battle.frays[0].blows[1].dice == 8


def test_units_linked_by_contact_are_one_combat():
    """WC-OFIGHT-09."""
    units = [a_unit("a"), a_unit("b"), a_unit("x", "blue"), a_unit("y", "blue"), a_unit("c"), a_unit("z", "blue")]
    battle = a_battle(*units)
    for one, other in (("a", "x"), ("b", "x"), ("b", "y"), ("c", "z")):
        touch(battle, battle.unit(one), battle.unit(other))
    assert [sorted(group) for group in linked(battle)] == [["a", "b", "x", "y"], ["c", "z"]]


def test_the_player_with_strategic_advantage_picks_the_order_of_combats():
    """WC-OFIGHT-01, WC-RULE-36."""
    units = [a_unit("a"), a_unit("x", "blue"), a_unit("c"), a_unit("z", "blue")]
    battle = a_battle(*units, advantage="blue")
    touch(battle, units[0], units[1])
    touch(battle, units[2], units[3])
    begin_combat(scripted(), battle)
    with scripted(answers=["fight c"]) as referee:
        fight_next(referee, battle)
    assert referee.asked[0].side == "blue"
    assert battle.frays[0].members == ["c", "z"]


def test_a_player_divides_his_dice_among_the_enemies_on_a_face():
    """WC-OFIGHT-09: five of eight at x, the rest at y; one die a rank at the one on the flank."""
    unit, x, y, z = a_unit("unit", x=3600, y=2000), a_unit("x", "blue"), a_unit("y", "blue"), a_unit("z", "blue")
    battle = a_battle(unit, x, y, z)
    touch(battle, unit, x)
    touch(battle, unit, y)
    touch(battle, unit, z, "left", "front")
    with scripted(answers=["5"]) as referee:
        open_fray(referee, battle, a_fray(battle, unit, x, y, z))
    mine = [(blow.target, blow.face, blow.dice) for blow in battle.frays[0].blows if blow.unit == "unit"]
    assert mine == [("x", "front", 5), ("y", "front", 3), ("z", "left", 3)]


def test_a_whole_round_of_combat():
    """WC-OFIGHT-01 to WC-OFIGHT-06: red kills two, blue none; red wins by three with its numbers, and blue stands."""
    red, blue, battle = face_to_face()
    begin_combat(scripted(), battle)
    dice = [6, 6] + [1] * 6 + [6, 6] + [1] * 8 + [1, 2, 3]
    with scripted(dice=dice) as referee:
        while battle.step == "fight":
            play_on(referee, battle)
    assert (blue.models, blue.fought, red.won, blue.broke, battle.step) == (22, 2, True, False, "resolve")
