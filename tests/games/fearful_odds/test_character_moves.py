"""Characters on the move."""

from grognard.games.fearful_odds.battle import State
from grognard.games.fearful_odds.character_moves import move_character, paces, rides_for
from tests.script import scripted

from .build import MIDDLE, NE, SW, E, W, a_battle, a_field, a_hero, a_leader, a_unit, go


def test_a_character_goes_any_way_through_friends_and_pays_for_the_ground():
    """FO-RULE-30, FO-RULE-26: woods 2, a stream 3 and no check; a friend's hex is no hindrance."""
    field = a_field(ground={go(MIDDLE, E): "woods"}, hexsides=((MIDDLE, W, "stream"),))
    board = field.board
    layers = paces(board, board.bit[MIDDLE], 3, 0)

    assert layers[2] & board.bit[go(MIDDLE, E)]
    assert layers[1] & board.bit[go(MIDDLE, NE)]
    only_west = sum(board.bit[n] for n in range(81) if n not in (MIDDLE, go(MIDDLE, W)))
    assert paces(board, board.bit[MIDDLE], 3, only_west)[3] == board.bit[go(MIDDLE, W)]


def test_a_leader_ends_beside_the_enemy_only_with_a_friendly_unit_and_a_hero_also_alone():
    """FO-RULE-30."""
    foe, friend = a_unit("foe", "blue", at=go(MIDDLE, E, E, E)), a_unit("friend", at=go(MIDDLE, E, E))
    beside = go(foe.at, NE)
    leader, hero = a_leader(at=MIDDLE, state=State.ACTIVE), a_hero(at=MIDDLE, state=State.ACTIVE)
    battle = a_battle(foe, friend, leader, hero)

    keys = [option.key for option in rides_for(battle, leader, 12)]
    assert f"go to {battle.board.name(friend.at)}" in keys
    assert f"go to {battle.board.name(beside)}" not in keys
    assert f"go to {battle.board.name(beside)}" in [option.key for option in rides_for(battle, hero, 12)]


def test_no_march_beside_the_enemy_and_never_through_him():
    """FO-RULE-30, FO-ACT-10."""
    foe = a_unit("foe", "blue", at=go(MIDDLE, E, E))
    hero = a_hero(at=MIDDLE, state=State.ACTIVE)
    battle = a_battle(foe, hero, kind="march")

    reached = [option.hex for option in rides_for(battle, hero, 12) if hasattr(option, "hex")]
    assert foe.at not in reached
    assert go(MIDDLE, E) not in reached


def test_a_leader_goes_by_himself_and_his_unit_stays():
    """FO-RULE-30."""
    unit, leader = a_unit(at=MIDDLE), a_leader(at=MIDDLE, state=State.ACTIVE)

    with scripted(answers=["go to 3,5"]) as referee:
        move_character(referee, a_battle(unit, leader, kind="march"), leader)

    assert (leader.at, unit.at) == (go(MIDDLE, SW), MIDDLE)
    assert leader.moved


def test_rides_are_the_same_one_by_one_and_all_at_once():
    leader = a_leader(at=MIDDLE, state=State.ACTIVE)
    rides = rides_for(a_battle(leader, kind="march"), leader, 12)

    assert list(rides) == [rides[n] for n in range(len(rides))]
    assert rides[:2] == list(rides)[:2]
