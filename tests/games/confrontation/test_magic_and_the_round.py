"""Where magic meets the round: announcing, spells before an assault, the mystic phase and maintenance."""

from grognard.games.confrontation.activation import storm
from grognard.games.confrontation.announcing import Announce, has_means
from grognard.games.confrontation.battle import Activation
from grognard.games.confrontation.incantation import Cast, cast, spell_options
from grognard.games.confrontation.turn import begin_mystic, maintain, renew
from tests.games.confrontation.mystics import a_battle, a_faithful, a_fighter, a_mage, gems
from tests.script import scripted


def test_a_warrior_mage_casts_and_then_charges() -> None:
    """C3-CAST-03: Emberlance first, then the charge on the same man."""
    steward = a_mage("steward", kind="warrior_mage", gems=gems(fire=1), spells=("emberlance",))
    odo = a_fighter("odo", res=9)
    battle = a_battle(steward, odo, apart=1000)
    battle.activation = Activation(card="steward")
    with scripted(dice=[4, 1, 1], answers=["cast emberlance on odo"]) as referee:
        storm(referee, battle, steward, Announce("steward", ("cast", "charge"), "odo"))
    assert battle.opponents(steward) == [odo]
    assert odo.charged


def test_a_warrior_monk_calls_and_then_charges() -> None:
    """C3-CALL-04: Blade of Zeal on himself first."""
    monk = a_faithful("monk", kind="warrior_monk", aspects=(0, 3, 1), tf=3, miracles=("blade_of_zeal",), strength=5)
    odo = a_fighter("odo")
    battle = a_battle(monk, odo, apart=1000)
    with scripted(dice=[4], answers=["call blade of zeal on monk"]) as referee:
        storm(referee, battle, monk, Announce("monk", ("call", "charge"), "odo"))
    assert (monk.strength, battle.opponents(monk)) == (7, [odo])


def test_an_artefact_does_not_use_up_the_one_spell_before_an_assault() -> None:
    """C3-CAST-03, C3-ARTI-04: the bead first, then still a spell."""
    steward = a_mage(
        "steward", kind="warrior_mage", elements=("fire",), spells=("emberlance",), artefacts=("cistern_bead",)
    )
    odo = a_fighter("odo", res=9)
    battle = a_battle(steward, odo, apart=1000)
    assert has_means(steward, "cast")
    answers = ["use cistern_bead", "cast emberlance on odo", "no mastery gem"]
    with scripted(dice=[4, 1, 1], answers=answers) as referee:
        storm(referee, battle, steward, Announce("steward", ("cast", "charge"), "odo"))
    assert (steward.gems, battle.opponents(steward)) == (gems(fire=1), [odo])


def test_a_caster_who_burns_himself_charges_nobody() -> None:
    """C3-SPELL-07, C3-CAST-03: a Furnace Bloom too near kills its caster, and the assault with him."""
    steward = a_mage("steward", kind="warrior_mage", power=6, gems=gems(fire=3), spells=("furnace_bloom",))
    odo = a_fighter("odo", res=9)
    battle = a_battle(steward, odo, apart=300)
    with scripted(dice=[4, 1, 1, 6, 6], answers=["cast furnace bloom on odo"]) as referee:
        storm(referee, battle, steward, Announce("steward", ("cast", "charge"), "odo"))
    assert steward.gone == "killed"
    assert not odo.charged


def test_nobody_without_means_announces_magic() -> None:
    """C3-CAST-04, C3-CALL-05, C3-ROUT-04: gems, T.F. or an artefact that gives some, and not in rout."""
    assert not has_means(a_mage(), "cast")
    assert has_means(a_mage(gems=gems(air=1)), "cast")
    assert not has_means(a_mage(gems=gems(air=1), routed=True), "cast")
    assert not has_means(a_faithful(tf=0), "call")
    assert has_means(a_faithful(tf=0, artefacts=("tinder_psalter",)), "call")


def test_the_round_ends_for_the_spells_of_the_dead_too() -> None:
    """C3-CAST-02, C3-RULE-06: what a magician tried before he fell may be tried again in the next round."""
    ysolde, pupil = (
        a_mage(gems=gems(fire=1), spells=("emberlance",)),
        a_mage("pupil", gems=gems(fire=1), spells=("emberlance",)),
    )
    odo = a_fighter("odo", res=9)
    battle = a_battle(ysolde, pupil, odo, turn=1)
    with scripted(dice=[1]) as referee:
        cast(referee, battle, ysolde, Cast("emberlance", "odo"))
    ysolde.gone = "killed"
    assert spell_options(battle, pupil) == []
    with scripted() as referee:
        maintain(referee, battle)
    assert spell_options(battle, pupil) == [Cast("emberlance", "odo")]


def test_the_mystic_phase_renews_mana_and_faith_of_all_on_the_table() -> None:
    """C3-RULE-60, C3-TF-08, C3-MANA-01: one after another, the fallen left out."""
    ysolde, dead = a_mage(elements=("fire",)), a_mage("dead", elements=("fire",), gone="killed")
    aumen = a_faithful(tf=9, piety=2)
    battle = a_battle(ysolde, dead, aumen)
    aumen.x, aumen.y = 3600, 5000  # nobody in the aura
    with scripted(dice=[3]) as referee:
        begin_mystic(referee, battle)
        while battle.phase == "mystic":
            renew(referee, battle)
    assert (ysolde.gems, dead.gems, aumen.tf) == (gems(fire=5), gems(), 7)
