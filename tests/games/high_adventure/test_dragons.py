"""Dragons: breath, whom it catches, and how they fly."""

from fractions import Fraction
from itertools import product

import pytest

from grognard.games.high_adventure import dragons
from grognard.games.high_adventure.creatures import profile_of
from grognard.games.high_adventure.figures import ENEMY, PARTY, Armour, Figure, Order, State, gap
from grognard.games.high_adventure.options import Options
from grognard.ground.measure import turn_between
from grognard.kernel.odds import odds
from grognard.kernel.referee import Scripted
from tests.games.high_adventure.magic_build import a_battle, a_figure, box


def a_dragon(x: float = 24, y: float = 10, **more: object) -> Figure:
    dragon = a_figure("dragon", ENEMY, x=x, y=y, **more)
    dragon.profile = profile_of("dragon", Options())
    dragon.hand = "claws"
    return dragon


def test_fire_at_a_shielded_knight():
    """HA-CRE-09c, HA-CRE-09d, HA-RULE-66: the quick odds of the page, 5005/46656; without a shield 6797/23328."""
    for shield, chance in ((True, Fraction(5005, 46656)), (False, Fraction(6797, 23328))):
        knight = a_figure(
            "knight", y=10 + 1.5 + 8 + 0.5, x=24, armour=Armour.PLATE, shield=shield, facing=180, role="npc"
        )
        battle = a_battle(a_dragon(), knight)
        found = odds(
            lambda referee, battle, dragon: tuple(hit.dead for hit in dragons.breathe(referee, battle, dragon)),
            battle,
            battle.figures[0],
        )
        assert found[(True,)] == chance


def test_the_same_by_brute_force():
    """HA-RULE-66, HA-SHO-22: all 6^6 ways of four attack dice, defence and shield against Plate, and one breath in three."""
    dead = 0
    for *attack, defence, shield in product(range(1, 7), repeat=6):
        score = max(attack) + 3
        hit_by = score - defence - shield + 1  # +1 for Strength
        dead += score > defence + shield and hit_by >= 4
    assert Fraction(dead, 6**6) / 3 == Fraction(5005, 46656)


def test_it_breathes_on_a_five_at_whoever_is_ahead_and_far_enough():
    """HA-RULE-66, HA-SHO-01: more than 5" off, in the front arc, in sight."""
    near, behind, good = a_figure("near", x=24, y=16.9), a_figure("behind", x=24, y=2), a_figure("good", x=24, y=20)
    battle = a_battle(a_dragon(), near, behind)
    dragon = battle.figures[0]
    assert dragons.targets_for(battle, dragon) == []
    assert dragons.breathe(Scripted(), battle, dragon) == []
    battle = a_battle(a_dragon(), good)
    assert dragons.breathe(Scripted([4]), battle, battle.figures[0]) == []
    with Scripted([5, 6, 1, 1, 1, 2]) as referee:
        assert dragons.breathe(referee, battle, battle.figures[0])[0].dead
    assert good.state is State.GRIEVOUS  # HA-WND-07


def test_all_within_two_inches_burn_friend_or_foe():
    """HA-CRE-09c: one attack throw for all, each its own defence; by option one throw each."""
    target, beside, orc, away = (
        a_figure("target", x=24, y=20, role="npc"),
        a_figure("beside", x=26.9, y=20, role="npc"),
        a_figure("orc", ENEMY, x=22, y=20),
        a_figure("away", x=30.1, y=20, role="npc"),
    )
    battle = a_battle(a_dragon(), target, beside, orc, away)
    assert dragons.caught(battle, battle.figures[0], target) == [target, beside, orc]
    with Scripted([2, 1, 1, 1, 1, 1, 6]) as referee:
        done = dragons.blast(referee, battle, battle.figures[0], target)
    assert [hit.dead for hit in done] == [True, True, False]
    assert orc.able
    apart = a_battle(
        a_dragon(), a_figure("target", x=24, y=20), a_figure("beside", x=26, y=20), options={"breath_roll": "separate"}
    )
    with Scripted([1, 1, 1, 1, 6, 6, 1, 1, 1, 6], []) as referee:
        done = dragons.blast(referee, apart, apart.figures[0], apart.figures[1])
    assert [hit.attack for hit in done] == [4, 9]


def test_a_solo_dragon_breathes_where_it_catches_most():
    """HA-RULE-66, HA-SOL-56."""
    alone, one, two = a_figure("alone", x=22, y=20), a_figure("one", x=27, y=20), a_figure("two", x=28.5, y=20)
    battle = a_battle(a_dragon(), alone, one, two)
    with Scripted([6, 3, 3, 3, 3, 1, 1]) as referee:
        done = dragons.breathe(referee, battle, battle.figures[0])
    assert {hit.figure for hit in done} == {"one", "two"}


def test_a_players_dragon_may_hold_its_breath():
    """HA-CRE-09c: it may."""
    foe = a_figure("foe", x=24, y=20)
    battle = a_battle(a_dragon(), foe, solo=())
    dragon = battle.figures[0]
    dragon.role = "pc"
    with Scripted([6], ["hold its breath"]) as referee:
        assert dragons.breathe(referee, battle, dragon) == []


def test_wounds_make_it_weaker():
    """HA-RULE-66, HA-SHO-14: fewer dice, and -1 for each full wound; soft cover counts, Strength still adds to the difference."""
    dragon = a_dragon(light_wounds=4)
    foe = a_figure("foe", x=24, y=20, armour=Armour.PLATE)
    battle = a_battle(dragon, foe)
    with Scripted([2, 3, 1]) as referee:
        (hit,) = dragons.blast(referee, battle, dragon, foe)
    assert hit.attack == 3 + 3 - 2


def test_breath_sets_a_house_alight():
    """HA-CRE-09d, HA-FIR-02."""
    foe = a_figure("foe", x=24, y=20)
    battle = a_battle(a_dragon(), foe, features=(box("barn", "building", 22, 18, 26, 22),))
    with Scripted([6, 6, 6, 6, 1, 3, 3]) as referee:
        dragons.blast(referee, battle, battle.figures[0], foe)
    assert battle.fires[0].feature == "barn"


@pytest.mark.parametrize(("y", "most"), [(40, 1500), (18, 800)])
def test_it_flies_only_to_distant_enemies(y, most):
    """HA-RULE-66, HA-CRE-09: 15" on the wing, 8" on foot."""
    foe = a_figure("foe", x=24, y=y)
    battle = a_battle(a_dragon(), foe)
    dragon = battle.figures[0]
    dragons.move(Scripted(), battle, dragon, foe.x, foe.y, Order.ATTACK)
    assert 0 < dragon.y - 1000 <= most


def test_it_turns_by_45_degrees_at_most():
    """HA-CRE-09a: once, half-way; on the spot no more than that either."""
    foe = a_figure("foe", x=2, y=10)
    battle = a_battle(a_dragon(facing=90), foe)
    dragon = battle.figures[0]
    dragons.move(Scripted(), battle, dragon, foe.x, foe.y, Order.ATTACK)
    assert abs(turn_between(90, dragon.facing)) <= 45
    dragons.turn_towards(dragon, foe.x, foe.y)
    assert abs(turn_between(90, dragon.facing)) <= 90


def test_a_dragon_may_end_its_flight_in_contact():
    """HA-CON-01: within 1" it is pinned like anybody."""
    foe = a_figure("foe", x=24, y=26.5, side=PARTY)
    battle = a_battle(a_dragon(), foe)
    dragon = battle.figures[0]
    dragons.move(Scripted(), battle, dragon, foe.x, foe.y, Order.ATTACK)
    assert gap(dragon, foe) == 0 or gap(dragon, foe) > 100
