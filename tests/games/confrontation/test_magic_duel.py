"""A magic duel, two rounds of it, from the first gems to the last spell: Ysolde and Aumen against Silt and Corrin."""

from grognard.games.confrontation import calling, faith, incantation, mana
from grognard.games.confrontation.battle import Battle
from grognard.games.confrontation.calling import Call
from grognard.games.confrontation.incantation import Cast
from grognard.games.confrontation.spells import end_of_round
from grognard.kernel.battle import decode, encode
from grognard.kernel.referee import Referee
from tests.games.confrontation.mystics import a_battle, a_faithful, a_fighter, a_mage, gems
from tests.script import scripted


def the_shrine() -> Battle:
    """Both pairs face each other, 12 cm apart, with a guard and a spearman between them out of the way."""
    ysolde = a_mage(
        "ysolde", "red", elements=("light", "fire"), spells=("searing_noon", "emberlance", "furnace_bloom"), res=5
    )
    aumen = a_faithful("aumen", "red", aspects=(2, 1, 0), miracles=("mending_hand", "shield_of_witness"), tf=0)
    silt = a_mage("silt", "blue", power=5, elements=("water", "earth"), spells=("brookmend", "rootgrip"), res=6)
    corrin = a_faithful(
        "corrin",
        "blue",
        kind="warrior_monk",
        rank="zealot",
        aspects=(1, 1, 2),
        miracles=("word_of_ruin",),
        piety=0,
        tf=0,
    )
    guard, spear = a_fighter("guard", "red", res=6), a_fighter("spear", "blue", res=5, x=3900, y=4000)
    return a_battle(ysolde, aumen, guard, silt, corrin, spear, apart=1200)


def cast(referee: Referee, battle: Battle, who: str, spell: str, target: str) -> str:
    mage = battle.fighter(who)
    option = Cast(spell, target)
    assert option in incantation.spell_options(battle, mage)
    return incantation.cast(referee, battle, mage, option)


def call(referee: Referee, battle: Battle, who: str, miracle: str, target: str) -> str:
    devotee = battle.fighter(who)
    option = Call(miracle, target)
    assert option in calling.miracle_options(battle, devotee)
    return calling.call(referee, battle, devotee, option)


def the_first_gems(battle: Battle) -> None:
    with scripted(answers=["1 light", "4 water"]) as referee:
        for mage in mana.magicians(battle):
            mana.start(referee, battle, mage)
    for devotee in faith.faithful(battle):
        faith.start(battle, devotee)


def the_mystic_phase(referee: Referee, battle: Battle) -> None:
    for fighter in battle.fighters:
        end_of_round(fighter)
    for devotee in faith.faithful(battle):
        faith.renew(referee, battle, devotee)
    for mage in mana.magicians(battle):
        mana.recover(referee, battle, mage)


def test_a_duel_with_countermagic_absorption_and_censure() -> None:
    """C3-MANA-03, C3-TF-02, C3-CAST-05 to C3-CAST-10, C3-CALL-05 to C3-CALL-11, C3-RULE-60, C3-RULE-66, C3-RULE-67."""
    battle = the_shrine()
    the_first_gems(battle)
    ysolde, aumen, guard, silt, corrin, spear = battle.fighters
    assert (ysolde.gems, silt.gems) == (gems(light=1, fire=3), gems(water=4, earth=1))
    assert (aumen.tf, corrin.tf) == (3, 4)

    with scripted(
        dice=[3, 5, 6], answers=["1 mastery gem", "1 light", "counter with silt", "1 water", "keep"]
    ) as referee:
        # Emberlance with a light gem for mastery: 4 + 5 is 9; Silt answers with 5 + 6 and cancels it.
        assert cast(referee, battle, "ysolde", "emberlance", "spear") == "countered"
    assert (ysolde.gems, silt.gems, spear.level) == (gems(fire=2), gems(water=3, earth=1), 0)

    with scripted(answers=["1 mastery gem", "absorb with silt"]) as referee:
        # On another target she may try again; Silt's water swallows it without a roll.
        assert cast(referee, battle, "ysolde", "emberlance", "corrin") == "absorbed"
    assert (ysolde.gems, silt.gems) == (gems(), gems(water=2, earth=1))

    with scripted(dice=[6, 6, 4], answers=["no censure", "keep"]) as referee:
        # Word of Ruin on the guard: 4 + 6 against 9. Damage 6 + 8 - 6 to the chest: critical.
        assert call(referee, battle, "corrin", "word_of_ruin", "guard") == "effect"
    assert (corrin.tf, guard.level) == (0, 3)

    with scripted(dice=[4], answers=["no bond"]) as referee:
        # Mending Hand: 3 + 4 against 6; Corrin has no T.F. left to censure it.
        assert call(referee, battle, "aumen", "mending_hand", "guard") == "effect"
    assert (aumen.tf, guard.level) == (1, 2)

    with scripted(dice=[3, 2], answers=["1 light", "2 water"]) as referee:
        # Ysolde: 4 + 3, Adept, five gems; Silt: 5 + 2, five gems.
        the_mystic_phase(referee, battle)
    assert (ysolde.gems, silt.gems) == (gems(light=1, fire=4), gems(water=4, earth=4))
    assert (aumen.tf, corrin.tf) == (3 + 2 + 1 + 2, 4 + 2 + 1)

    with scripted(dice=[3, 5], answers=["bond 1", "censure 3"]) as referee:
        # Shield of Witness with a stronger bond: 3 + 5 - 3 fails.
        assert call(referee, battle, "aumen", "shield_of_witness", "guard") == "failed"
    assert (aumen.tf, corrin.tf) == (4, 4)

    with scripted(dice=[5, 3, 2, 3, 6, 4, 2, 1], answers=["2 mastery gems", "counter with silt", "0 water"]) as referee:
        # Furnace Bloom with all she has: the best of three dice makes 9; Silt's 5 + 3 falls short. Corrin is near.
        assert cast(referee, battle, "ysolde", "furnace_bloom", "spear") == "effect"
    assert (ysolde.gems, silt.gems) == (gems(), gems(water=4, earth=3))
    assert (spear.level, corrin.level, corrin.stunned, silt.stunned) == (3, 0, 1, 0)

    with scripted(dice=[5], answers=["no mastery gem"]) as referee:
        # Brookmend on the spearman: 5 + 5 against 10 for a critical wound. Ysolde has no gem to answer with.
        assert cast(referee, battle, "silt", "brookmend", "spear") == "effect"
    assert (spear.level, silt.gems) == (2, gems(water=3, earth=3))


def test_a_battle_in_the_middle_of_a_duel_can_be_written_down_and_read_again() -> None:
    """C3-RULE-65: gems, T.F. and effects are all in the battle."""
    battle = the_shrine()
    the_first_gems(battle)
    again = decode(encode(battle), Battle)
    assert again == battle
    assert again.digest() == battle.digest()
