"""Artefacts: who may carry how many, and what each one does."""

import pytest

from grognard.games.confrontation.artefacts import (
    ARTEFACTS,
    check,
    check_company,
    equip,
    has_gorget,
    has_third_hand,
    limit,
    may_carry,
    points_of,
    usable,
)
from grognard.games.confrontation.calling import call, divine, miracle_options
from grognard.games.confrontation.fear import face_fear
from grognard.games.confrontation.incantation import cast, incant, spell_options
from grognard.games.confrontation.miracles import MIRACLES
from grognard.games.confrontation.spells import SPELLS, end_of_round
from grognard.games.confrontation.wounds import wound
from tests.games.confrontation.mystics import a_battle, a_faithful, a_fighter, a_mage, gems
from tests.script import scripted


@pytest.mark.parametrize(
    ("ranks", "most"),
    [
        (("initiate", "devout", "irregular", "regular", "veteran", "creature"), 1),
        (("adept", "zealot", "special", "elite"), 2),
        (("master", "dean", "living_legend"), 3),
        (("virtuoso", "avatar", "major_ally"), 4),
    ],
)
def test_rank_decides_how_many_may_be_carried(ranks: tuple[str, ...], most: int) -> None:
    """C3-ART-01, C3-ART-02, C3-ART-03, C3-ART-04."""
    assert all(limit(rank) == most for rank in ranks)
    assert all(may_carry(rank, most) and not may_carry(rank, most + 1) for rank in ranks)


def test_characters_carry_artefacts_and_troops_none() -> None:
    """C3-RULE-79."""
    orla = a_fighter(kind="character", rank="special").profile
    assert check(orla, ("whetted_grudge", "third_hand")) is None
    assert "allows 2" in str(check(orla, ("whetted_grudge", "third_hand", "cistern_bead")))
    assert "'crown'" in str(check(orla, ("crown",)))
    guard = a_fighter(rank="regular").profile
    assert "only characters" in str(check(guard, ("whetted_grudge",)))
    assert check(guard, ()) is None
    assert "rank 'peasant'" in str(check(a_fighter(kind="character", rank="peasant").profile, ("whetted_grudge",)))


def test_each_artefact_exists_once_per_company() -> None:
    """C3-RULE-96, C3-RULE-84: and costs its points."""
    assert check_company(["whetted_grudge", "third_hand"]) is None
    assert "twice" in str(check_company(["whetted_grudge", "whetted_grudge"]))
    assert points_of(["whetted_grudge", "third_hand"]) == 22


def test_the_table_is_the_page() -> None:
    """C3-RULE-96: prices, and which are called on once per game."""
    assert {name: (row.points, row.once) for name, row in ARTEFACTS.items()} == {
        "whetted_grudge": (8, False),
        "gorget_of_small_saints": (8, False),
        "tinder_psalter": (10, True),
        "cistern_bead": (10, True),
        "drumskin_of_the_deaf": (12, False),
        "third_hand": (14, True),
    }


def test_whetted_grudge_adds_one_to_strength_for_good() -> None:
    """C3-ARTI-01: it does not end with the round."""
    orla = a_fighter(strength=7, artefacts=("whetted_grudge",))
    equip(orla)
    end_of_round(orla)
    assert orla.strength == 8


def test_the_gorget_turns_the_head_into_the_chest() -> None:
    """C3-ARTI-02: 5 and 6 would be the head and critical at damage 3; the chest is serious."""
    orla = a_fighter(res=7, artefacts=("gorget_of_small_saints",))
    with scripted(dice=[5, 6]) as referee:
        came = wound(referee, a_battle(orla), orla, 4, by="red", rule="C3-SPELL-06")
    assert has_gorget(orla)
    assert (came.location, orla.level) == ("chest", 2)


def test_the_tinder_psalter_gives_two_faith_once() -> None:
    """C3-ARTI-03: offered when he calls, and after that no more."""
    aumen = a_faithful(tf=1, artefacts=("tinder_psalter",), miracles=("shield_of_witness",))
    battle = a_battle(aumen)
    option = miracle_options(battle, aumen)[0]
    assert (option.key, option.words, option.pieces) == ("use tinder_psalter", "Use the Tinder Psalter", ("aumen",))
    with scripted() as referee:
        assert call(referee, battle, aumen, option) == "used"
    assert aumen.tf == 3
    assert [option.key for option in miracle_options(battle, aumen)] == ["call shield of witness on aumen"]


def test_the_tinder_psalter_may_be_opened_to_censure() -> None:
    """C3-ARTI-03, C3-RULE-96: at the moment of use, also with no T.F. left."""
    aumen = a_faithful(tf=3)
    corrin = a_faithful("corrin", "blue", tf=0, artefacts=("tinder_psalter",))
    with scripted(dice=[5], answers=["use tinder_psalter", "censure 2"]) as referee:
        came = divine(referee, a_battle(aumen, corrin), aumen, MIRACLES["shield_of_witness"], aumen)
    assert (came.roll.total, corrin.tf) == (6, 0)


def test_the_cistern_bead_gives_two_gems_once_within_the_reserve() -> None:
    """C3-ARTI-04: of elements that he masters; a full reserve cannot use it."""
    ysolde = a_mage(elements=("light", "fire"), gems=gems(fire=7), artefacts=("cistern_bead",), spells=())
    battle = a_battle(ysolde)
    with scripted(answers=["1 light"]) as referee:
        assert cast(referee, battle, ysolde, spell_options(battle, ysolde)[0]) == "used"
    assert ysolde.gems == gems(light=1, fire=7)
    assert usable(ysolde) == []
    full = a_mage(gems=gems(fire=8), artefacts=("cistern_bead",))
    assert usable(full) == []


def test_the_cistern_bead_may_be_broken_to_counter() -> None:
    """C3-ARTI-04, C3-RULE-96: a counter-mage without gems finds two."""
    ysolde, odo = a_mage(gems=gems(fire=1)), a_fighter("odo")
    silt = a_mage("silt", "blue", elements=("water",), artefacts=("cistern_bead",))
    battle = a_battle(ysolde, odo, silt)
    with scripted(dice=[2, 5], answers=["use cistern_bead", "counter with silt"]) as referee:
        assert incant(referee, battle, ysolde, SPELLS["emberlance"], odo).outcome == "countered"
    assert silt.gems == gems(water=1)


def test_the_drumskin_makes_deaf_to_fear_six() -> None:
    """C3-ARTI-05: no test against 6, one against 7."""
    odo = a_fighter(cou=2, artefacts=("drumskin_of_the_deaf",))
    equip(odo)
    battle = a_battle(odo)
    with scripted() as referee:
        assert face_fear(referee, battle, odo, 6, rule="C3-FEAR-02")
    with scripted(dice=[2]) as referee:
        assert not face_fear(referee, battle, odo, 7, rule="C3-FEAR-02")


def test_the_third_hand_waits_for_its_combat() -> None:
    """C3-ARTI-06: until it has been used."""
    odo = a_fighter(artefacts=("third_hand",))
    assert has_third_hand(odo)
    odo.used = ("third_hand",)
    assert not has_third_hand(odo)
    assert usable(odo) == []
