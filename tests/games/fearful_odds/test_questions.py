"""The quick odds of the page, and the odds beside options."""

from fractions import Fraction

from grognard.games.fearful_odds.battle import State
from grognard.games.fearful_odds.counters import usual
from grognard.games.fearful_odds.duels import Challenge
from grognard.games.fearful_odds.firing import Target
from grognard.games.fearful_odds.melee import fight
from grognard.games.fearful_odds.out_of_turn import STAND_FAST, Evade
from grognard.games.fearful_odds.questions import (
    champion_duel,
    evasion,
    forecast,
    gang_up,
    initiative,
    line_up,
    melee,
    melee_odds,
    rallying,
    regrouping,
    shooting,
    shot_at_character,
    single_combat,
    withdrawal,
)
from grognard.games.fearful_odds.rally import Attempt
from grognard.games.fearful_odds.situations import first_option
from grognard.games.fearful_odds.who_fights import Attack
from grognard.kernel.choice import Question
from grognard.kernel.referee import SealedDice
from grognard.kernel.samples import sample

from .build import MIDDLE, NE, NORTH, SOUTH, a_battle, a_hero, a_leader, a_unit, go


def test_two_spear_units_meet():
    """FO-MEL-20, FO-MEL-21, FO-MEL-22."""
    odds = melee()
    assert (odds["defender leaves"], odds["attacker leaves"], odds["nobody leaves"]) == (
        Fraction(123, 625),
        Fraction(6, 25),
        Fraction(361, 625),
    )


def test_heavy_horse_in_front_or_in_the_flank():
    """FO-MEL-08, FO-MEL-09."""
    assert melee("HC", cavalry_charge=True)["defender leaves"] == Fraction(173, 625)
    assert melee("HC", cavalry_charge=True, struck_from="flank")["defender leaves"] == Fraction(91, 250)


def test_one_in_front_and_one_on_the_flank():
    """FO-RULE-54."""
    odds = gang_up()
    assert (odds["holds"], odds["routs"]) == (Fraction(214652, 390625), Fraction(4207, 31250))


def test_two_volleys():
    """FO-MISS-09."""
    odds = shooting(shots=2)
    assert (odds["no hit"], odds["disorder"], odds["rout"], odds["shooter out"]) == (
        Fraction(49, 100),
        Fraction(99, 625),
        Fraction(42, 625),
        Fraction(1, 25),
    )


def test_getting_away():
    """FO-UNIT-09."""
    assert evasion()["gets away"] == Fraction(7, 10)
    assert evasion()["disordered"] == 0
    assert withdrawal()["gets away"] == Fraction(4, 5)


def test_heroes_and_champions():
    """FO-DUEL-05, FO-DUEL-06."""
    assert champion_duel()["victorious every time"] == Fraction(9, 25)
    assert champion_duel(duels=3)["still in play"] == Fraction(767, 800)
    assert single_combat(5, 5)["nothing happens"] == Fraction(256, 625)
    assert single_combat(5, 5)["victorious"] == Fraction(9, 100)
    assert shot_at_character()["none"] == Fraction(18, 25)


def test_rally_regroup_and_initiative():
    """FO-RALLY-01, FO-RALLY-03, FO-SEQ-02."""
    assert rallying(6, 1)["rallies"] == Fraction(7, 10)
    assert regrouping()["comes back and rallies"] == Fraction(1, 4)
    assert initiative()["I go first"] == Fraction(16, 25)
    assert initiative(last_turn="enemy")["I go first"] == Fraction(11, 20)


def test_the_odds_beside_an_option_are_those_of_the_rule():
    """FO-MEL-05, FO-MISS-03, FO-DUEL-06, FO-UNIT-09, FO-RALLY-01."""
    mine = a_unit("mine", sp=8, at=MIDDLE, facing=NORTH, state="active", missile="bow")
    foe = a_unit("foe", "blue", sp=8, at=go(MIDDLE, NE), facing=SOUTH, missile="sling", ma=6, ql=5)
    hero, king = a_hero(at=MIDDLE, state=State.ACTIVE), a_leader("king", "blue", at=foe.at, ml=0)
    battle = a_battle(mine, foe, hero, king)
    question = Question("red", "", [], "FO-MEL-03", about=("mine",))

    assert dict(forecast(battle, question, Attack("mine", "foe")) or [])["defender leaves"] > 0
    assert dict(forecast(battle, question, Target("foe")) or [])["hit"] == Fraction(3, 10)
    assert dict(forecast(battle, question, Target("king")) or [])["falls"] > 0
    assert dict(forecast(battle, question, Challenge("hero", foe.at, "")) or [])["victorious"] > 0
    assert dict(forecast(battle, question, Evade("foe")) or [])["gets away"] == Fraction(7, 10)
    assert dict(forecast(battle, question, Attempt("rally", "mine")) or [])["rallies"] == Fraction(6, 10)
    assert forecast(battle, question, STAND_FAST) is None


def test_exact_odds_agree_with_how_often_it_happens():
    """FO-MEL-05, FO-MEL-20, FO-MEL-21: 1500 melees with sealed dice; the same seeds every time, so this cannot fail by chance."""
    battle, mine, theirs = line_up(usual("HF"), usual("HF"))
    exact = melee_odds(battle, mine, theirs)["defender leaves"]
    left = sample(
        fight,
        battle,
        mine,
        theirs,
        dice=lambda play: SealedDice(f"melee {play}"),
        plays=1500,
        policy=first_option,
        see=lambda result, *_: result.vacated,
    )[True]

    low, high = left.interval
    assert low < exact < high


def test_a_disordered_unit_that_routs_while_evading_has_not_got_away():
    """FO-UNIT-11, FO-RULE-07: QL 4 at even speed gets away on 1 to 4, stays on 5 to 7 and Routs on 8 to 10."""
    chances = evasion(ql=4, ma=5, enemy_ma=5, disordered=True)

    assert chances == {
        "gets away": Fraction(4, 10),
        "stays": Fraction(3, 10),
        "disordered": 0,
        "routs": Fraction(3, 10),
    }
