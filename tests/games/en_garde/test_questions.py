"""The quick odds, each two ways: as a question, and by hand or by the playing rules without any short cut."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from grognard.games.en_garde.actions import Action
from grognard.games.en_garde.battle import Battle, Cover, Figure, Wound
from grognard.games.en_garde.combat import begin_combat, begin_cycle, fight_on
from grognard.games.en_garde.initiative import roll_initiative
from grognard.games.en_garde.options import Options
from grognard.games.en_garde.questions import (
    QUESTIONS,
    a_fight,
    a_model,
    always_attack,
    attack,
    attacks,
    duel,
    fight_out,
    forecast,
    grenade,
    length,
    morale,
    priority,
    reload_in_rain,
    shake_it_off,
    shot,
    shot_into_melee,
    shots_at,
    split,
    strikes_first,
    who_fell,
)
from grognard.games.en_garde.weapons import BLADES
from grognard.kernel.chains import chain
from grognard.kernel.choice import Pick, Question
from grognard.kernel.odds import Distribution
from grognard.kernel.referee import Referee
from tests.games.en_garde.build import a_battle, a_figure, a_foe, a_piece
from tests.script import scripted


def blow(plus: int, wound: int, defence_dice: int = 1) -> dict[int, Fraction]:
    """The Final Wound Score of one attack by brute force; misses as -99."""
    scores: dict[int, Fraction] = {}
    for dice in product(range(1, 7), repeat=2 + defence_dice):
        hit = sum(dice[:2]) - sum(dice[2:]) + plus
        score = hit + wound if hit > 0 else -99
        scores[score] = scores.get(score, Fraction(0)) + Fraction(1, 6 ** len(dice))
    return scores


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_question_has_an_answer_that_adds_up(name: str) -> None:
    answer = QUESTIONS[name]()
    for chances in answer.values() if isinstance(answer, Mapping) else [answer]:
        if isinstance(chances, Distribution):
            assert sum(chance for _, chance in chances.items()) == 1
    assert QUESTIONS[name].__doc__


def test_a_musket_at_twenty_inches_behind_a_wall() -> None:
    """EG-SHOOT-02: question 1: 2D6 + 2 - 1 - 2 against 6."""
    assert 1 - shot(2, "musket", 20, "medium", 1)["miss"] == Fraction(15, 36)


def test_two_shots_are_the_first_and_then_the_second() -> None:
    """EG-WOUND-05 to EG-WOUND-09: dead after two shots of which neither may kill alone."""
    once = shot(1, "musket", 12)
    twice = shots_at(2, 1, "musket", 12)
    light, grievous, dead = once["light"], once["grievous"], once["critical"]
    nothing = once["miss"] + once["scratch"]
    stunned = once["stunned"]
    expected = dead + (light * (grievous + dead)) + grievous * (light + grievous + dead) + (nothing + stunned) * dead
    assert twice["dead"] == expected


def test_a_shot_into_a_melee_hits_a_friend_only_if_it_misses_first() -> None:
    """EG-RULE-22: question 2: one friend, nobody else."""
    chances = shot_into_melee(shoot=1, weapon="musket", distance=10, friends=1)
    hit = Fraction(sum(a + b + 1 - 2 > 6 for a, b in product(range(1, 7), repeat=2)), 36)
    assert {name: chance for name, chance in chances.items() if chance} == {
        "target": hit,
        "friend": (1 - hit) * hit,
        "no one": (1 - hit) ** 2,
    }


@pytest.mark.parametrize(("parry", "dice"), [("none", 1), ("parry", 2)])
def test_one_attack(parry: Any, dice: int) -> None:
    """EG-ATK-05: question 3."""
    chances = attack(3, 2, "halberd", armour=1, defence=parry)
    scores = blow(1, 0, dice)
    assert chances["miss"] == scores[-99]
    assert chances["critical"] == sum(chance for score, chance in scores.items() if score >= 6)


def test_attacks_in_a_row_with_the_first_parried() -> None:
    """EG-PLOY-01: question 4: two attacks on an unhurt man; dead by the table of wounds, stuns and Fight losses counted by hand."""
    dead = Fraction(0)
    for score, chance in blow(0, 0, 2).items():
        if score >= 6:
            dead += chance
            continue
        wounds = 0 if score < 2 else 1 if score < 4 else 2
        after = blow(wounds, 0)  # a wounded man has lost that much Fight
        need = {0: 6, 1: 4, 2: 2}[wounds]
        dead += chance * sum((second for hit, second in after.items() if hit >= need), Fraction(0))
    assert attacks(2, 1, 2, 2)["dead"] == dead


@pytest.mark.parametrize(
    "facts",
    [
        {},
        {"attacks": 1, "enemy_attacks": 3, "defences": 0},
        {"weapon": "pistol_cc", "enemy_weapon": "pike"},
        {"initiative": 2, "enemy_initiative": 2, "enemy_weapon": "sword", "attacks": 2, "enemy_attacks": 1},
        {"weapon": "dagger", "enemy_weapon": "hands", "enemy_defences": 3},
        {"weapon": "halberd", "enemy_weapon": "staff", "defences": 4, "enemy_initiative": 5},
    ],
)
def test_a_duel_with_short_cuts_is_the_duel_without(facts: dict[str, Any]) -> None:
    """EG-COMBAT-05 to EG-COMBAT-07: questions 4 and 5: whatever is wiped out on the way did not matter."""
    given = {
        "fight": 3, "initiative": 3, "weapon": "sword", "attacks": 2, "defences": 1,
        "enemy_fight": 2, "enemy_initiative": 2, "enemy_weapon": "spear", "enemy_attacks": 2, "enemy_defences": 1,
        **facts,
    }  # fmt: skip
    me = a_model("you", fight=given["fight"], initiative=given["initiative"])
    foe = a_model("he", "blue", fight=given["enemy_fight"], initiative=given["enemy_initiative"])
    battle = a_fight(
        (me, given["weapon"], given["attacks"], given["defences"], 1),
        (foe, given["enemy_weapon"], given["enemy_attacks"], given["enemy_defences"], 1),
    )

    plain = without_short_cuts(battle)
    assert dict(fight_out(battle).map(lambda end: who_fell(end.situation)).items()) == plain
    assert dict(duel(**given).items()) == plain


def without_short_cuts(battle: Battle) -> dict[str, Fraction]:
    """Who fell, counted with all that happens on the way."""

    def step(referee: Referee, battle: Battle) -> None:
        assert battle.fight is not None
        if not battle.fight.fighters[0].die:
            roll_initiative(referee, battle, battle.fight)
            begin_cycle(referee, battle, battle.fight)
        else:
            fight_on(referee, battle)

    ends = chain(step, battle, over=lambda b: b.fight is None, policy=always_attack)
    return dict(ends.map(lambda end: who_fell(end.situation)).items())


@pytest.mark.parametrize("seed", range(12))
def test_what_is_wiped_out_of_any_duel_did_not_matter(seed: int) -> None:
    """EG-COMBAT-05, EG-RULE-35, EG-RULE-42, EG-RULE-48: hurt or not, with any weapons, pistols first, on foot or mounted."""
    pick = Random(seed)

    def a_fighter(name: str, side: str) -> tuple[Figure, str, int, int, int]:
        model = a_model(
            name, side, fight=pick.randint(0, 4), initiative=pick.randint(0, 4), armour=pick.randint(0, 2),
            shield=pick.random() < 0.3, mounted=pick.random() < 0.2, wound=pick.choice(["none", "light", "grievous"]), stuns=pick.choice([0, 1, 2]),
        )  # fmt: skip
        return model, pick.choice(list(BLADES)), pick.randint(1, 2), pick.randint(0, 3), pick.choice([1, 2])

    options = Options(second_stun=pick.choice(["fight_only", "cumulative"]))
    battle = a_fight(a_fighter("you", "red"), a_fighter("he", "blue"), options=options)

    short = fight_out(battle).map(lambda end: who_fell(end.situation))

    assert dict(short.items()) == without_short_cuts(battle)


def test_a_lead_that_a_third_stun_can_undo_is_kept() -> None:
    """EG-WOUND-07, EG-RULE-48: where stuns add up, the third one gives Initiative back, so a lead of one is not as good as a lead of two."""
    me = a_model("you", fight=1, initiative=4, stuns=2, wound="grievous")
    foe = a_model("he", "blue", fight=3, initiative=4, stuns=2, wound="light", armour=3)
    battle = a_fight((me, "dagger", 3, 0, 1), (foe, "dagger", 3, 0, 1), options=Options(second_stun="cumulative"))

    short = fight_out(battle).map(lambda end: who_fell(end.situation))

    assert dict(short.items()) == without_short_cuts(battle)


def test_a_split_of_four_against_three_is_a_matrix_with_its_equilibrium() -> None:
    """EG-RULE-34: question 5: every pair of splits is that duel, and neither side can better its mix."""
    answer = split(4, 3)
    assert len(answer["kill"]) == 5
    assert all(len(row) == 4 for row in answer["kill"].values())
    one = duel(2, 2, "sword", 0, 3, 1, 2, 2, "sword", 0, 1, 2)
    assert answer["kill"]["3 attack 1 defence"]["1 attack 2 defence"] == one["he dead"]
    assert answer["be killed"]["3 attack 1 defence"]["1 attack 2 defence"] == one["you dead"]
    gain = {
        mine: {his: answer["kill"][mine][his] - answer["be killed"][mine][his] for his in row}
        for mine, row in answer["kill"].items()
    }
    rows = [sum(gain[mine][his] * share for his, share in answer["his mix"].items()) for mine in gain]
    columns = [sum(gain[mine][his] * share for mine, share in answer["your mix"].items()) for his in answer["his mix"]]
    assert max(rows) == min(columns) == answer["value"]


def test_who_strikes_first() -> None:
    """EG-RULE-35: question 6: a spear against a sword, both Initiative 2: a tie on equal scores is rolled off."""
    ways = list(product(range(1, 7), repeat=2))
    ahead, level = sum(a + 2 > b for a, b in ways), sum(a + 2 == b for a, b in ways)
    chances = strikes_first(2, "spear", 2, "sword")
    assert max(chance for _, chance in chances.items()) == Fraction(2 * ahead + level, 72)


def test_morale_with_and_without_a_banner() -> None:
    """EG-MORALE-10: question 8: rating 8, Steady: a failure is 9 or more, 10 in 36."""
    fail = Fraction(10, 36)
    assert morale(8, 10, 7)["wavering"] == fail
    assert morale(8, 10, 7, banner=True)["wavering"] == fail * fail


def test_a_stunned_leader_who_rests() -> None:
    """EG-STUN-05: question 9: two counters, one End Phase: 1 or 2 keep both, 3 or 4 one."""
    assert dict(shake_it_off(2, True).items()) == {2: Fraction(1, 3), 1: Fraction(1, 3), 0: Fraction(1, 3)}


def test_a_grenade_among_three() -> None:
    """EG-RULE-29: question 10: each is killed alone with the same chance."""
    kill = shot(2, "grenade", 6, armour=1)["critical"]
    chances = grenade(2, 6, 2, 1, 1, 1)
    assert chances["0 of his, 0 of yours"] == (1 - kill) ** 3
    assert chances["2 of his, 1 of yours"] == kill**3


def test_priority_length_and_wet_powder() -> None:
    """EG-RULE-01, EG-RULE-72, EG-RULE-25."""
    ways = list(product(range(1, 7), repeat=2))
    ahead, behind = sum(a + 1 > b for a, b in ways), sum(a + 1 < b for a, b in ways)
    assert priority(tactician=True)["red"] == Fraction(ahead, ahead + behind)
    assert dict(length(7).items()) == {7: Fraction(1, 2), 8: Fraction(1, 2)}
    assert reload_in_rain("musket", 2)[True] == Fraction(3, 4)


# Beside an option


def test_a_shot_shows_its_odds_before_it_is_chosen() -> None:
    """EG-SMOD-10: with everything that the table says: 10 inches, a hedge, Shoot 2."""
    anne, odo = a_figure(at=(10, 10), shoot=2, missiles=["bow"]), a_foe(at=(21, 10))
    battle = a_battle(anne, odo, terrain=[a_piece("hedge", (19, 5, 19.5, 15))])
    question = Question("red", "what now?", [], "EG-MOVE-01", ("anne",))
    shown = dict(forecast(battle, question, Action("shoot", "bow", "odo", "Odo")) or [])
    expected = shot(2, "bow", 10, Cover.LIGHT.value)
    assert shown["hit"] == 1 - expected["miss"]
    assert shown["kill"] == expected["critical"]
    assert forecast(battle, question, Action("rest")) is None


def test_an_attack_shows_its_odds_with_the_obstacle_between() -> None:
    """EG-RULE-41: a hedge between them costs one."""
    anne, odo = a_figure(at=(10, 10), fight=2), a_foe(at=(11, 10), fight=2)
    for terrain, obstacle in (([], False), ([a_piece("hedge", (10.4, 5, 10.6, 15))], True)):
        battle = a_battle(anne, odo, terrain=terrain, phase="Combat")
        with scripted(
            dice=[6, 1], answers=["3 attack 0 defence: anne sword", "0 attack 3 defence: odo sword"]
        ) as referee:
            begin_combat(referee, battle, ["anne", "odo"])
        question = Question("red", "Anne: attack whom?", [], "EG-COMBAT-05", ("anne",))
        shown = dict(forecast(battle, question, Pick("attack odo", piece="odo")) or [])
        assert shown["kill"] == attack(2, 2, obstacle=obstacle)["critical"]
        assert odo.wound is Wound.NONE
