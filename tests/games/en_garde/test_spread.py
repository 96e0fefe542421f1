"""Spray and blast: one shot against several models."""

from grognard.games.en_garde.battle import Battle, Cover, Figure, Wound
from grognard.games.en_garde.sighting import cover_from
from grognard.games.en_garde.spread import blast, blast_victims, spray, spray_victims
from grognard.games.en_garde.wounds import Result
from tests.games.en_garde.build import a_battle, a_figure, a_foe, a_piece
from tests.script import scripted


def names(figures: list[Figure]) -> list[str]:
    return [figure.id for figure in figures]


def a_crowd() -> tuple[Battle, Figure, Figure]:
    """A shooter at (10, 10) and a target 4 inches off, with others about it."""
    anne, odo = a_figure(missiles=["blunderbuss", "grenade"]), a_foe(at=(15, 10))
    others = [
        a_foe("behind", (18, 10)),
        a_figure("friend", at=(14, 11.5)),
        a_foe("outside", (18.02, 12)),
        a_foe("beside", (15, 12)),
    ]
    return a_battle(anne, odo, *others), anne, odo


def test_a_spray_attacks_the_target_and_all_near_it_from_near_to_far() -> None:
    """EG-RULE-28, EG-SPEC-05: friend or foe within 2 inches of the target; not those outside."""
    battle, anne, odo = a_crowd()
    assert names(spray_victims(battle, anne, odo, "blunderbuss")) == ["odo", "friend", "beside", "behind"]


def test_a_spray_needs_range_and_sight_to_each() -> None:
    """EG-RULE-28: in range and in sight of the shooter."""
    anne, odo, far, unseen = (
        a_figure(missiles=["blunderbuss"]),
        a_foe(at=(19, 10)),
        a_foe("far", (20.5, 10)),
        a_foe("unseen", (18, 12)),
    )
    house = a_piece("building", (14, 10.8, 16, 13))
    battle = a_battle(anne, odo, far, unseen, terrain=[house])
    assert names(spray_victims(battle, anne, odo, "blunderbuss")) == ["odo"]


def test_each_victim_has_its_own_roll_and_modifiers_and_nothing_strays() -> None:
    """EG-RULE-28: the -2 for Engaged counts, EG-RULE-22 does not; the hidden who are hit are found (EG-RULE-11)."""
    anne, odo, tam = a_figure(missiles=["blunderbuss"]), a_foe(at=(13, 10)), a_figure("tam", at=(13, 11))
    hidden = a_foe("hidden", (15, 10))
    hidden.hiding = True
    battle = a_battle(anne, odo, tam, hidden)
    with scripted(dice=[2, 2, 5, 4, 6, 6]) as referee:
        hits = spray(referee, battle, anne, odo, "blunderbuss")
    assert [(figure.id, hit.attack_roll) for figure, hit in hits] == [
        ("odo", 4 + 1 - 2),
        ("tam", 9 + 1 - 2),
        ("hidden", 12 - 1),
    ]
    assert not hidden.hiding
    assert [hit.result for _, hit in hits] == [Result.MISS, Result.LIGHT, Result.GRIEVOUS]


def test_the_hidden_who_are_missed_stay_hidden() -> None:
    """EG-RULE-11: is hit by Spray or Blast."""
    anne, odo, hidden = a_figure(missiles=["blunderbuss"]), a_foe(at=(15, 10)), a_foe("hidden", (15, 12))
    hidden.hiding = True
    with scripted(dice=[1, 1, 1, 1]) as referee:
        spray(referee, a_battle(anne, odo, hidden), anne, odo, "blunderbuss")
    assert hidden.hiding


def test_among_equally_far_victims_the_shooters_owner_picks() -> None:
    """EG-RULE-28."""
    anne, odo = a_figure(missiles=["blunderbuss"]), a_foe(at=(15, 10))
    north, south = a_foe("north", (15, 12)), a_foe("south", (15, 8))
    with scripted(dice=[1, 1] * 3, answers=["south"]) as referee:
        hits = spray(referee, a_battle(anne, odo, north, south), anne, odo, "blunderbuss")
    assert names([figure for figure, _ in hits]) == ["odo", "south", "north"]
    assert referee.asked[0].side == "red"


def test_an_aim_helps_against_the_target_alone() -> None:
    """EG-RULE-13: not with Spray or Blast victims other than the target."""
    anne, odo, jan = a_figure(missiles=["blunderbuss"]), a_foe(at=(15, 10)), a_foe("jan", (15, 12))
    anne.aimed_at, anne.aimed_with, anne.aimed_turn = "odo", "blunderbuss", 1
    with scripted(dice=[3, 3, 3, 3]) as referee:
        hits = spray(referee, a_battle(anne, odo, jan), anne, odo, "blunderbuss")
    assert [hit.attack_roll for _, hit in hits] == [7, 6]


# Blast


def test_a_blast_hits_the_unseen_and_the_thrower_too() -> None:
    """EG-RULE-29, EG-SPEC-06: every model within 2 inches of the burst, even behind a wall; the thrower is not exempt."""
    anne, odo = a_figure(missiles=["grenade"]), a_foe(at=(12.5, 10))
    behind = a_foe("behind", (13.5, 11.5))
    battle = a_battle(anne, odo, behind, terrain=[a_piece("high_wall", (12, 10.6, 15, 10.7))])
    assert names(blast_victims(battle, 1150, 1000, "grenade")) == ["odo", "anne", "behind"]
    assert names(blast_victims(battle, odo.x, odo.y, "grenade", odo)) == ["odo", "behind", "anne"]


def test_one_distance_counts_for_all() -> None:
    """EG-RULE-29: from thrower to burst point: 7 inches is no near shot, although one victim stands 1 inch away."""
    anne, odo, near = a_figure(missiles=["grenade"]), a_foe(at=(14, 10)), a_figure("near", at=(11.6, 10))
    battle = a_battle(anne, odo, near)
    with scripted(dice=[3, 3] * 2) as referee:
        hits = blast(referee, battle, anne, odo.x, odo.y, "grenade", odo)
    assert [(figure.id, hit.attack_roll) for figure, hit in hits] == [
        ("odo", 7),
        ("near", 7),
    ]  # exactly 3 inches: +1 for both
    with scripted(dice=[3, 3] * 2) as referee:
        hits = blast(referee, battle, anne, 1401, 1000, "grenade")
    assert [hit.attack_roll for _, hit in hits] == [6, 6]


def test_cover_counts_only_between_burst_and_model() -> None:
    """EG-RULE-29: a hedge between thrower and burst helps nobody; one between burst and model does; trees about both do not."""
    odo = a_foe(at=(16, 10))
    near_thrower = a_battle(odo, terrain=[a_piece("low_wall", (12, 5, 12.5, 15))])
    assert cover_from(near_thrower, 1450, 1000, odo, burst=True) is Cover.NONE
    between = a_battle(odo, terrain=[a_piece("low_wall", (15.2, 5, 15.4, 15))])
    assert cover_from(between, 1450, 1000, odo, burst=True) is Cover.MEDIUM
    inside = a_battle(odo, terrain=[a_piece("copse", (12, 5, 20, 15))])
    assert cover_from(inside, 1450, 1000, odo, burst=True) is Cover.NONE
    assert cover_from(inside, 1450, 1000, odo) is Cover.MEDIUM
    assert cover_from(inside, 1100, 1000, odo, burst=True) is Cover.MEDIUM


def test_a_grenade_kills_friend_and_foe() -> None:
    """EG-MSL-09, EG-RULE-29: +1 Wound Score; near to far from the burst, ties picked by the thrower's owner."""
    anne, odo, tam = a_figure(missiles=["grenade"]), a_foe(at=(15, 10)), a_figure("tam", at=(17, 10))
    with scripted(dice=[6, 5, 6, 6], answers=["tam"]) as referee:
        hits = blast(referee, a_battle(anne, odo, tam), anne, 1600, 1000, "grenade")
    assert [(figure.id, hit.wound_score) for figure, hit in hits] == [("tam", 6), ("odo", 7)]
    assert (odo.wound, tam.wound) == (Wound.DEAD, Wound.DEAD)
