"""Arrivals on the table: the roll, the marker, where they stand, and casualties that come back."""

from grognard.games.high_adventure import arrivals
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.figures import ENEMY, PARTY, Order, State, gap
from grognard.games.high_adventure.things import Pool
from grognard.games.high_adventure.visibility import known_spots, spot_seen
from grognard.kernel.referee import Scripted
from tests.games.high_adventure.magic_build import a_battle, a_figure, a_marker, wall


def pool_of(battle: Battle) -> Pool:
    assert battle.pool is not None
    return battle.pool


def test_one_roll_for_the_table_and_a_random_marker():
    """HA-GEN-04, HA-GEN-08, HA-TURN-01: however many markers are in sight."""
    battle = a_battle(
        a_figure(),
        markers=[a_marker("m1", 20, 30), a_marker("m2", 30, 30), a_marker("m3", 5, 40)],
        pool=Pool(),
        contact=True,
    )
    with Scripted([4], lots=["m2"]) as referee:
        arrivals.arrive(referee, battle)
    came = battle.able(ENEMY)
    assert [figure.name.split()[0] for figure in came] == ["guard", "guard"]
    assert all(abs(figure.x - 3000) < 200 and abs(figure.y - 3000) < 200 for figure in came)
    assert pool_of(battle).guards == 10


def test_no_marker_in_sight_no_roll():
    """HA-GEN-04, HA-RULE-84: a plain line of sight is needed."""
    screen = wall("wall", (0, 20), (48, 20))
    battle = a_battle(a_figure(), markers=[a_marker("m1", 20, 30)], features=(screen,), pool=Pool())
    arrivals.arrive(Scripted(), battle)
    assert battle.able(ENEMY) == []


def test_before_contact_a_lone_marker_yields_nothing():
    """HA-GEN-05, HA-RULE-83: -1 until an enemy figure has been seen."""
    battle = a_battle(a_figure(), markers=[a_marker("m1", 20, 30)], pool=Pool())
    arrivals.arrive(Scripted([6]), battle)
    assert battle.able(ENEMY) == []
    battle.contact = True
    arrivals.arrive(Scripted([6]), battle)
    assert len(battle.able(ENEMY)) == 2


def test_arrivals_are_seen_at_once_where_there_is_no_cover():
    """HA-RULE-83: contact exists from the moment an enemy figure is in sight."""
    battle = a_battle(a_figure(), markers=[a_marker("m1", 20, 30, 2)], pool=Pool())
    arrivals.arrive(Scripted([6]), battle)
    assert battle.contact


def test_they_hide_behind_their_corner_and_march():
    """HA-RULE-84, HA-SOL-45: out of sight if possible, more than 1" from enemies; they know who had their marker in sight."""
    corner = wall("wall", (10, 30), (19.5, 30))
    scout = a_figure(x=15, y=10)
    battle = a_battle(scout, markers=[a_marker("m1", 20, 30, 2)], features=(corner,), pool=Pool(), contact=True)
    with Scripted([5]) as referee:
        arrivals.arrive(referee, battle)
    came = battle.able(ENEMY)
    assert came
    assert not any(spot_seen(battle, PARTY, figure.x, figure.y) for figure in came)
    assert all(gap(figure, scout) > 100 for figure in came)
    assert battle.groups[-1].order is Order.MARCH
    assert known_spots(battle, ENEMY) == [(scout.x, scout.y)]


def test_archers_form_a_group_and_a_warrior_leads_his_men():
    """HA-RULE-59, HA-GEN-13, HA-GEN-15: one or two groups."""
    battle = a_battle(a_figure(), markers=[a_marker("m1", 20, 30, 5)], pool=Pool(), contact=True)
    arrivals.arrive(Scripted([6]), battle)
    assert [group.name for group in battle.groups[1:]] == ["guards", "archers"]
    battle = a_battle(a_figure(), markers=[a_marker("m1", 20, 30, 7)], pool=Pool(), contact=True)
    arrivals.arrive(Scripted([6]), battle)
    led = battle.groups[-1]
    assert battle.figure(led.leader).strength == 2
    assert len(led.members) == 5
    assert pool_of(battle).warriors == [3]


def test_a_wizard_arrives_with_his_power():
    """HA-GEN-17, HA-RULE-79: D3+5 power, and a major ability by D6."""
    battle = a_battle(a_figure(), markers=[a_marker("m1", 20, 30, 9)], pool=Pool(), contact=True)
    arrivals.arrive(Scripted([6, 4, 6]), battle)
    wizard = battle.able(ENEMY)[0]
    assert wizard.power == 8
    assert "Petrify" in wizard.profile.abilities


def test_a_marker_behind_a_rock_is_used_up():
    """HA-POR-08: it produces figures once and is removed."""
    battle = a_battle(a_figure(), markers=[a_marker("m1", 20, 30, once=True)], pool=Pool(), contact=True)
    arrivals.arrive(Scripted([6]), battle)
    assert battle.markers[0].gone


def test_area_markers_bring_them_in_by_an_unseen_door():
    """HA-DUN-03, HA-DUN-05: the doorway or corner nearest to the marker, out of the party's sight."""
    screen = wall("wall", (0, 34), (15, 34))
    marker = a_marker("m1", 10, 30, kind="area", approaches=((1000, 3100), (900, 3600), (1000, 4500)))
    battle = a_battle(a_figure(), markers=[marker], features=(screen,), pool=Pool(), contact=True)
    assert arrivals.where_they_appear(Scripted(), battle, marker) == (900, 3600)


def test_with_every_approach_watched_they_come_from_above():
    """HA-DUN-06: at a random spot in the marker's area."""
    marker = a_marker("m1", 10, 30, kind="area", approaches=((1000, 3100),))
    battle = a_battle(a_figure(), markers=[marker], pool=Pool())
    x, y = arrivals.where_they_appear(Scripted(lots=["3"]), battle, marker)
    assert (x - 1000) ** 2 + (y - 3000) ** 2 <= 200**2


def test_casualties_go_back_to_the_pool_the_turn_after():
    """HA-GEN-21, HA-RULE-91: killed, disabled or fled; those who came by a marker."""
    battle = a_battle(a_figure(), markers=[a_marker("m1", 20, 30)], pool=Pool(guards=2), contact=True)
    arrivals.arrive(Scripted([6]), battle)
    guard = battle.able(ENEMY)[0]
    guard.state, guard.died = State.KILLED, battle.turn
    arrivals.recycle(battle)
    assert pool_of(battle).guards == 0
    arrivals.arrive(Scripted([6]), battle)
    assert len(battle.able(ENEMY)) == 1
    battle.turn += 1
    arrivals.recycle(battle)
    assert pool_of(battle).guards == 1
    assert pool_of(battle).waiting == []


def test_an_event_card_brings_reinforcements_unless_the_point_is_cleared():
    """HA-RULE-65, HA-SET-04: one roll with +4 at the marked point."""
    point = a_marker("bridge", 40, 40)
    battle = a_battle(a_figure(), reinforcements=[point], pool=Pool())
    arrivals.reinforce(Scripted([4]), battle)
    assert len(battle.able(ENEMY)) == 4
    point.gone = True
    arrivals.reinforce(Scripted(), battle)
    assert len(battle.able(ENEMY)) == 4


def test_endless_guards_score_nothing_but_their_leader_does():
    """HA-RULE-93: guards, archers and picts that came by a marker."""
    battle = a_battle(a_figure(), markers=[a_marker("m1", 20, 30, 7)], pool=Pool(), contact=True)
    arrivals.arrive(Scripted([6]), battle)
    assert [figure.by_marker for figure in battle.able(ENEMY)] == [False, True, True, True, True]


def test_picts_come_with_javelins():
    """HA-GEN-19, HA-RULE-59: half of them."""
    battle = a_battle(a_figure(), markers=[a_marker("m1", 20, 30, 3)], pool=Pool(picts=True), contact=True)
    arrivals.arrive(Scripted([6]), battle)
    assert [bool(figure.profile.missile) for figure in battle.able(ENEMY)] == [True, False, True, False]
