"""C3-RULE-85 and C3-RULE-86: deployment, Scouts and decoys."""

import pytest

from grognard.errors import IllegalChoice
from grognard.games.confrontation import GAME
from grognard.games.confrontation.battle import Card
from grognard.games.confrontation.deployment import Zone, deploy_next, place_fighter
from grognard.games.confrontation.scouts import look_around, reveal_scout
from grognard.games.confrontation.view import imagine, view
from grognard.kernel.choice import Spot
from grognard.kernel.scene import Token
from tests.games.confrontation.build import a_battle, a_fighter
from tests.script import scripted


def a_start(zones=True):
    """Red and blue with a card for each fighter, nobody on the table."""
    fighters = [a_fighter(f"r{n}", deployed=False) for n in range(2)] + [
        a_fighter(f"b{n}", "blue", deployed=False) for n in range(1)
    ]
    battle = a_battle(*fighters, phase="deployment")
    battle.winner = ""
    for side in battle.sides:
        side.cards = tuple(Card(f"c-{f.id}", f.name, (f.id,)) for f in fighters if f.side == side.id)
        side.zone = ((0, 0, 9000, 1500) if side.id == "red" else (0, 7500, 9000, 9000)) if zones else None
    return battle


def test_the_loser_of_the_tactical_roll_deploys_first_and_cards_alternate():
    """C3-RULE-85."""
    battle = a_start()
    answers = ["deploy 45.00,80.00", "c-r1", "deploy 45.00,10.00", "deploy 30.00,10.00"]
    with scripted(dice=[5, 2], answers=answers) as referee:
        while deploy_next(referee, battle):
            pass
        assert [question.side for question in referee.asked] == ["blue", "red", "red", "red"]
    assert all(fighter.deployed for fighter in battle.fighters)
    assert (battle.fighter("b0").facing, battle.fighter("r0").facing) == (180, 0)


def test_the_winner_chooses_a_table_edge():
    """C3-RULE-85: zones are 15 cm deep; the other has the opposite edge."""
    battle = a_start(zones=False)
    with scripted(dice=[5, 2], answers=["west"]) as referee:
        deploy_next(referee, battle)
        deploy_next(referee, battle)
    assert [side.edge for side in battle.sides] == ["west", "east"]
    assert battle.sides[0].zone == (0, 0, 1500, 9000)
    assert battle.sides[1].zone == (7500, 0, 9000, 9000)


def test_a_player_is_told_where_he_may_deploy_and_of_no_way_to_go():
    """C3-RULE-85, C3-RULE-86: a place to be in, not so many centimetres."""
    battle = a_start()
    battle.fighters.append(a_fighter("fog", profile="mist_stalker", deployed=False))
    battle.side("red").edge = "south"
    with scripted(answers=["deploy 45.00,10.00"]) as referee:
        place_fighter(referee, battle, battle.fighter("r0"))
        (asked,) = referee.asked
    assert asked.text == "Where in your zone does R0 stand?"
    assert isinstance(asked.options, Zone)
    assert asked.options.allowance == 0
    assert asked.options.region() == [[(0, 0), (9000, 0), (9000, 1500), (0, 1500)]]
    answers = ["yes", "mark 45.00,45.00", "mark 20.00,45.00", "first"]
    with scripted(answers=answers) as referee:
        place_fighter(referee, battle, battle.fighter("fog"))
        assert referee.asked[1].text == "Where does a marker of Fog lie? At least 20 cm from enemy fighters"
        assert referee.asked[1].rule == "C3-RULE-86"


def test_nobody_deploys_outside_the_own_zone():
    """C3-RULE-85."""
    battle = a_start()
    zone = Zone(battle, battle.fighter("r0"), (0, 0, 9000, 1500))
    with pytest.raises(IllegalChoice, match="zone"):
        zone.check(Spot("deploy", 4500, 1400))
    assert zone.check(Spot("deploy", 4500, 1375)).y == 1375
    assert [zone.check(spot) for spot in zone.listed] == zone.listed


def test_a_flyer_starts_on_either_level():
    """C3-RULE-28."""
    wing = a_fighter("wing", deployed=False, abilities=("flight",))
    battle = a_battle(wing)
    battle.side("red").zone = (0, 0, 9000, 1500)
    with scripted(answers=["deploy 45.00,10.00", "yes"]) as referee:
        place_fighter(referee, battle, wing)
    assert wing.altitude == 1


def a_scout(real="first"):
    stalker = a_fighter("stalker", profile="mist_stalker", deployed=False)
    ulla = a_fighter("ulla", "blue", at=(45, 80))
    battle = a_battle(stalker, ulla, phase="deployment")
    battle.side("red").zone = (0, 0, 9000, 1500)
    with scripted(answers=["yes", "mark 20.00,50.00", "mark 60.00,50.00", real]) as referee:
        place_fighter(referee, battle, stalker)
    return battle, stalker, ulla


def test_a_scout_lies_face_down_beside_its_decoy():
    """C3-RULE-86, C3-ABIL-05, C3-MARK-02: only the owner knows which is which."""
    first, second = a_scout("first")[0], a_scout("second")[0]
    assert [marker.real for marker in first.markers] == [True, False]
    assert view(first, "blue") == view(second, "blue")
    assert view(first, None) == view(second, None)
    assert view(first, "red") != view(second, "red")
    guesses = [imagine(view(first, "blue"), "blue", pick) for pick in (lambda size: 0, lambda size: size - 1)]
    assert [[marker.real for marker in guess.markers] for guess in guesses] == [[True, False], [False, True]]


def test_markers_are_drawn_and_only_the_owner_is_told():
    """C3-MARK-02."""

    def tags(side: str | None) -> list[list[str]]:
        tokens: list[Token] = GAME.scene(view(battle, side), side).tokens
        return [token.tags for token in tokens if token.shape == "marker"]

    battle, _, _ = a_scout()
    assert tags("red") == [["the Scout"], ["the decoy"]]
    assert tags("blue") == tags(None) == [[], []]


def test_scouts_are_placed_20_cm_from_the_enemy():
    """C3-RULE-86."""
    battle, stalker, _ = a_scout()
    zone = Zone(battle, stalker, (0, 0, 9000, 9000), "mark", 2000)
    with pytest.raises(IllegalChoice, match="20 cm"):
        zone.check(Spot("mark", 4500, 6000))
    assert zone.check(Spot("mark", 4500, 5700)).y == 5700


def test_a_marker_is_revealed_by_an_enemy_that_comes_near_and_sees_it():
    """C3-RULE-86: a decoy is removed; a revealed Scout takes its decoy with it."""
    battle, stalker, ulla = a_scout("first")
    ulla.x, ulla.y, ulla.facing = 6000, 6250, 180
    with scripted() as referee:
        look_around(referee, battle, ulla)
    assert [marker.id for marker in battle.markers] == ["stalker-a"]
    ulla.x = 2000
    with scripted() as referee:
        look_around(referee, battle, ulla)
    assert stalker.deployed
    assert (stalker.x, stalker.y) == (2000, 5000)
    assert battle.markers == []


def test_a_marker_behind_ones_back_stays_hidden():
    """C3-RULE-86: it takes LOS, and 10 cm."""
    battle, _, ulla = a_scout()
    ulla.x, ulla.y, ulla.facing = 6000, 6250, 0
    with scripted() as referee:
        look_around(referee, battle, ulla)
        ulla.y, ulla.facing = 6251, 180
        look_around(referee, battle, ulla)
    assert len(battle.markers) == 2


def test_the_scouts_own_card_reveals_it_on_a_free_spot():
    """C3-RULE-86: somebody may stand there by then."""
    battle, stalker, _ = a_scout("second")
    battle.fighters.append(a_fighter("tib", at=(60, 50)))
    with scripted() as referee:
        reveal_scout(referee, battle, stalker)
    assert battle.markers == []
    assert 0 < abs(stalker.x - 6000) + abs(stalker.y - 5000) <= 600


def test_a_hidden_scout_cannot_be_targeted_and_is_not_in_anybodys_way():
    """C3-RULE-86."""
    battle, stalker, _ = a_scout()
    assert battle.enemies("blue") == []
    assert stalker not in battle.camp("red")
