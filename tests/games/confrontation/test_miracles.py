"""The starter miracles, one by one, through the whole calling."""

import pytest

from grognard.games.confrontation.battle import Battle, Fighter
from grognard.games.confrontation.calling import Call, call, miracle_options
from grognard.games.confrontation.incantation import Cast, cast
from grognard.games.confrontation.miracles import AURA, MIRACLES
from grognard.games.confrontation.spells import end_of_round
from tests.games.confrontation.mystics import a_battle, a_faithful, a_fighter, a_mage, gems
from tests.script import scripted


def call_on(battle: Battle, miracle: str, target: str, dice: list[int], answers: tuple[str, ...] = ()) -> None:
    """The caller (Faith 6) has just the fervour and rolls a safe 4, and it works."""
    battle.fighters[0].tf = MIRACLES[miracle].fervour
    with scripted(dice=[4, *dice], answers=answers) as referee:
        assert call(referee, battle, battle.fighters[0], Call(miracle, target)) == "effect"


def a_scene(*others: Fighter, apart: int = 500) -> Battle:
    return a_battle(a_faithful(aspects=(2, 2, 2), miracles=tuple(MIRACLES)), *others, apart=apart)


def targets_of(battle: Battle, miracle: str) -> list[str]:
    battle.fighters[0].tf = 9
    options = miracle_options(battle, battle.fighters[0])
    return [option.target for option in options if isinstance(option, Call) and option.miracle == miracle]


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("mending_hand", ((1, 0, 0), 2, 6, 1500)),
        ("shield_of_witness", ((2, 0, 0), 3, 8, 1500)),
        ("breath_of_first_morning", ((2, 1, 0), 5, 9, 1000)),
        ("steadfast_hymn", ((1, 1, 0), 3, 7, AURA)),
        ("quickened_step", ((0, 1, 0), 2, 6, 2000)),
        ("turn_the_eye", ((0, 2, 0), 3, 8, 2000)),
        ("blade_of_zeal", ((0, 1, 1), 3, 7, 1500)),
        ("unmake_the_bond", ((0, 1, 1), 3, 8, 2000)),
        ("lash_of_ash", ((0, 0, 1), 2, 6, 2000)),
        ("word_of_ruin", ((0, 0, 2), 4, 9, 2500)),
    ],
)
def test_the_table_is_the_page(name: str, row: tuple[tuple[int, int, int], int, int, int]) -> None:
    """C3-RULE-95: aspects, fervour, difficulty, range."""
    miracle = MIRACLES[name]
    assert (miracle.aspects, miracle.fervour, miracle.difficulty, miracle.range) == row


def test_mending_hand_heals_one_level() -> None:
    """C3-MIR-01, C3-RULE-89: only the wounded, the caller included."""
    anne = a_fighter("anne", "red", level=3, x=3000, y=3400)
    battle = a_scene(anne)
    assert targets_of(battle, "mending_hand") == ["anne"]
    battle.fighters[0].level = 1
    assert targets_of(battle, "mending_hand") == ["aumen", "anne"]
    call_on(battle, "mending_hand", "anne", [])
    assert anne.level == 2


def test_shield_of_witness_makes_a_friend_hard_to_hurt_for_a_round() -> None:
    """C3-MIR-02: RES +3."""
    anne = a_fighter("anne", "red", res=5, x=3000, y=3400)
    call_on(a_scene(anne), "shield_of_witness", "anne", [])
    assert anne.res == 8
    end_of_round(anne)
    assert anne.res == 5


def test_breath_of_first_morning_heals_everything() -> None:
    """C3-MIR-03: all levels and injuries."""
    anne = a_fighter("anne", "red", level=3, injuries=("def_minus_1", "mov_halved"), x=3000, y=3400)
    call_on(a_scene(anne), "breath_of_first_morning", "anne", [])
    assert (anne.level, anne.injuries) == (0, ())


def test_steadfast_hymn_rallies_and_steadies_all_friends_in_the_aura() -> None:
    """C3-MIR-04: the rally test comes first, then COU +2; the range is the aura, and no sight is needed."""
    anne = a_fighter("anne", "red", cou=4, routed=True, routed_by=7, x=3000, y=1500)
    bea = a_fighter("bea", "red", cou=3, x=3000, y=4750)
    far = a_fighter("far", "red", cou=3, x=3000, y=5000)
    beast = a_fighter("beast", "red", fear=5, x=3600, y=3000)
    battle = a_scene(anne, bea, far, beast)
    assert targets_of(battle, "steadfast_hymn") == ["aumen"]
    call_on(battle, "steadfast_hymn", "aumen", [3], ("cou",))
    assert (anne.routed, anne.immune_to) == (False, 7)
    assert [f.cou for f in (battle.fighters[0], anne, bea, far, beast)] == [6, 6, 5, 3, 5]


def test_steadfast_hymn_may_leave_the_routed_in_rout() -> None:
    """C3-MIR-04: COU 1 with a 4 is short of 6; the +2 comes after the test."""
    anne = a_fighter("anne", "red", cou=1, dis=None, routed=True, routed_by=7, x=3000, y=3400)
    call_on(a_scene(anne), "steadfast_hymn", "aumen", [4])
    assert (anne.routed, anne.cou) == (True, 3)


def test_quickened_step_carries_a_friend_who_has_yet_to_act() -> None:
    """C3-MIR-05: MOV +5."""
    anne, done = (
        a_fighter("anne", "red", mov=1000, x=3000, y=3400),
        a_fighter("done", "red", activated=True, x=3400, y=3400),
    )
    battle = a_scene(anne, done)
    assert targets_of(battle, "quickened_step") == ["anne"]
    call_on(battle, "quickened_step", "anne", [])
    assert anne.mov == 1500


def test_turn_the_eye_spoils_blows_and_shots() -> None:
    """C3-MIR-06: ATT -2, AIM -2; who has no AIM gets none."""
    archer, odo = a_fighter("archer", att=3, aim=3), a_fighter("odo", att=1)
    battle = a_scene(archer, odo)
    assert targets_of(battle, "turn_the_eye") == ["archer", "odo"]
    call_on(battle, "turn_the_eye", "archer", [])
    call_on(battle, "turn_the_eye", "odo", [])
    assert (archer.att, archer.aim, odo.att, odo.aim) == (1, 1, 0, None)


def test_blade_of_zeal_strengthens_a_friend() -> None:
    """C3-MIR-07: STR +2."""
    anne = a_fighter("anne", "red", strength=5, x=3000, y=3400)
    call_on(a_scene(anne), "blade_of_zeal", "anne", [])
    assert anne.strength == 7


def test_unmake_the_bond_takes_gems_of_the_magicians_choice() -> None:
    """C3-MIR-08: his owner chooses which two; one who has less loses what he has."""
    silt, poor = a_mage("silt", "blue", gems=gems(water=2, earth=1)), a_mage("poor", "blue", gems=gems(fire=1))
    battle = a_scene(silt, poor, a_fighter("odo"))
    assert targets_of(battle, "unmake_the_bond") == ["silt", "poor"]
    call_on(battle, "unmake_the_bond", "silt", [], ("1 water",))
    call_on(battle, "unmake_the_bond", "poor", [])
    assert (silt.gems, poor.gems) == (gems(water=1), gems())


def test_unmake_the_bond_takes_faith_from_a_faithful() -> None:
    """C3-MIR-08: 3 T.F., or what there is."""
    corrin, spent = a_faithful("corrin", "blue", tf=5, facing=0), a_faithful("spent", "blue", tf=1, facing=0)
    battle = a_scene(corrin, spent)
    call_on(battle, "unmake_the_bond", "corrin", [])
    call_on(battle, "unmake_the_bond", "spent", [])
    assert (corrin.tf, spent.tf) == (2, 0)


def test_of_one_who_has_both_the_caller_chooses() -> None:
    """C3-MIR-08: gems or T.F."""
    both = a_faithful("both", "blue", tf=4, facing=0, power=2, gems=gems(air=2))
    call_on(a_scene(both), "unmake_the_bond", "both", [], ("3 T.F.",))
    assert (both.tf, both.gems) == (1, gems(air=2))


def test_lash_of_ash_is_a_wound_roll_of_strength_four() -> None:
    """C3-MIR-09: 6 + 4 - 6 to the stomach is serious."""
    odo = a_fighter("odo", res=6)
    call_on(a_scene(odo), "lash_of_ash", "odo", [6, 3])
    assert odo.level == 2


def test_word_of_ruin_is_a_wound_roll_of_strength_eight() -> None:
    """C3-MIR-10, C3-RULE-52: 5 + 8 - 6 is 7, critical to the chest; the caller's wounds take nothing from it."""
    odo = a_fighter("odo", res=6)
    battle = a_scene(odo)
    battle.fighters[0].level = 3
    call_on(battle, "word_of_ruin", "odo", [5, 4])
    assert odo.level == 3


def test_galehand_and_quickened_step_add_up() -> None:
    """C3-RULE-90: different sources."""
    anne, mage = a_fighter("anne", "red", mov=1000, x=3000, y=3400), a_mage(gems=gems(air=1))
    battle = a_scene(anne, mage)
    call_on(battle, "quickened_step", "anne", [])
    with scripted(dice=[4]) as referee:
        cast(referee, battle, mage, Cast("galehand", "anne"))
    assert anne.mov == 2000
