"""Arrivals, and deployment where a scenario leaves it to the players."""

from typing import Any

from grognard.games.fearful_odds import GAME
from grognard.games.fearful_odds.battle import Unit, Where
from grognard.games.fearful_odds.deployment import arrival_order, deployment_hexes, entry_hexes, place_next_arrival
from grognard.kernel.referee import SealedDice
from grognard.kernel.run import play_out
from grognard.players.recruit import Recruit
from tests.script import scripted

from .build import MIDDLE, a_battle, a_hero, a_unit, set_up


def arriving(id: str = "late", side: str = "red", entry: tuple[int, ...] = (0, 1, 2), turn: int = 1) -> Unit:
    unit = a_unit(id, side)
    unit.where, unit.arrives, unit.entry = Where.TO_COME, turn, entry
    return unit


def test_an_arrival_is_placed_in_a_free_hex_away_from_the_enemy():
    """FO-SEQ-04, FO-RULE-10: 0,0 is taken, 2,0 is beside an enemy."""
    late = arriving()
    battle = a_battle(late, a_unit("there", at=0), a_unit("foe", "blue", at=3))

    with scripted(answers=["place at 1,0 facing 4"]) as referee:
        assert place_next_arrival(referee, battle)
        assert not place_next_arrival(referee, battle)

    assert (late.at, late.facing) == (1, 4)


def test_who_finds_no_hex_waits_and_who_is_not_due_too():
    """FO-RULE-10."""
    late, later = arriving(entry=(0,)), arriving("later", turn=2)
    battle = a_battle(late, later, a_unit("there", at=0))

    with scripted() as referee:
        assert not place_next_arrival(referee, battle)

    assert entry_hexes(battle, "red", (0, 1)) == [1]
    assert late.where is Where.TO_COME


def test_the_initiative_player_places_all_his_arrivals_first():
    """FO-SEQ-05."""
    mine, theirs = arriving("mine"), arriving("theirs", "blue", (70, 71))
    battle = a_battle(mine, theirs)
    battle.initiative = "blue"

    assert arrival_order(battle) == ("blue", "red")
    with scripted(answers=["place at 7,7 facing 1"]) as referee:
        place_next_arrival(referee, battle)
    assert theirs.at == 70
    assert mine.at == -1


def test_lone_enemy_characters_keep_arrivals_out_of_their_hex_only():
    """FO-RULE-10, FO-RULE-31."""
    battle = a_battle(a_hero("lone", "blue", at=1))

    assert entry_hexes(battle, "red", (0, 1, 2)) == [0, 2]


def open_field() -> dict[str, Any]:
    units = [{"name": "Spears", "code": "HF"}, {"name": "Bows", "code": "BF"}]
    return {
        "title": "A meeting",
        "map": {"columns": 8, "rows": 12},
        "turns": 3,
        "sides": [
            {
                "name": "North",
                "home": "north",
                "units": units,
                "characters": [{"name": "Anna", "kind": "leader", "ml": 1, "prowess": 3, "commander": True}],
            },
            {
                "name": "South",
                "home": "south",
                "facing": 1,
                "units": [{**unit, "name": f"South {unit['name']}"} for unit in units],
            },
        ],
    }


def test_the_loser_of_a_roll_sets_up_first_within_three_rows():
    """FO-RULE-69, FO-RULE-68."""
    battle = set_up(open_field())
    with scripted(dice=[4, 4, 3, 7], answers=["place at 2,1 facing 4"]) as referee:
        GAME.play_on(referee, battle)
        assert battle.actor == "red"
        GAME.play_on(referee, battle)
        options = [option.key for option in referee.asked[0].options]

    assert battle.units["spears"].at == 10
    assert all(int(key.split(",")[1].split()[0]) < 3 for key in options)


def test_the_lines_are_five_hexes_apart_at_least():
    """FO-RULE-69."""
    data = open_field()
    data["map"]["rows"] = 8
    battle = set_up(data)
    battle.units["spears"].at = 16
    far = battle.board.distances

    assert all(far[n][16] > 5 for n in deployment_hexes(battle, "blue"))


def test_a_battle_with_deployment_plays_to_its_end():
    """FO-RULE-69: characters are placed with units."""
    battle = set_up(open_field())
    play_out(GAME, battle, {"red": Recruit(1), "blue": Recruit(2)}, SealedDice("deploy"))

    assert battle.outcome is not None
    assert all(unit.where is not Where.TO_DEPLOY for unit in battle.units.values())
    assert battle.board.size > MIDDLE
