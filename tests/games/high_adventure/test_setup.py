"""Scenarios and party files: read, checked, refused with words."""

import pytest

from grognard.errors import ScenarioError
from grognard.games.high_adventure import GAME
from grognard.games.high_adventure.figures import ENEMY, PARTY, State, gap
from grognard.games.high_adventure.movement import way_to
from grognard.games.high_adventure.setup import check_force
from grognard.games.high_adventure.visibility import sees, spot_seen
from grognard.kernel.game import read_toml
from grognard.kernel.referee import SealedDice
from grognard.kernel.run import play_out
from grognard.players.recruit import Recruit
from tests.games.high_adventure.build import a_scenario, set_up

HERO = {
    "name": "Berra",
    "role": "pc",
    "stats": "4/3/3/3/4",
    "weapons": [{"name": "sword", "skill": 2}],
    "armour": "Mail",
    "at": [[5, 2]],
}


def scenario(**more):
    plain = {
        "title": "A field",
        "size": [24, 24],
        "party": {"name": "the party", "group": [{"figure": [HERO]}]},
        "enemy": {"name": "the enemy", "group": [{"figure": [{"name": "orc", "kind": "orc", "at": [[12, 20]]}]}]},
    }
    return {**plain, **more}


@pytest.mark.parametrize("name", ["toll_at_cragford", "bell_of_amber_fen", "under_hask_hill"])
def test_the_scenarios_of_the_page(name):
    """HA-SET-01, HA-SET-05, HA-RULE-88, HA-RULE-90, HA-RULE-91: they can be set up, and nobody stands in anybody's way."""
    battle = a_scenario(name)
    able = [figure for figure in battle.figures if figure.able]
    assert len({(figure.x, figure.y) for figure in able}) == len(able)
    assert battle.first_strength in (5, 9, 12)
    assert battle.side_ids() == ["red"]


def test_the_toll():
    """HA-RULE-92, HA-RULE-88: eight turns, a stream with a footbridge, a wall."""
    battle = a_scenario("toll_at_cragford")
    berra = battle.figure("berra")
    assert battle.last_turn == 8
    assert not way_to(battle, berra, 1200, 1500).refusal
    assert way_to(battle, berra, 500, 1200).refusal
    assert way_to(battle, berra, 1200, 1500).cost < 1400


def test_the_bell_is_in_sight_of_the_entry_as_the_page_says():
    """HA-RULE-106, HA-RULE-83: two markers and the captain's group: contact from the first turn."""
    battle = a_scenario("bell_of_amber_fen")
    seen = [marker.id for marker in battle.markers if spot_seen(battle, "red", marker.x, marker.y)]
    assert "portal 1" in seen
    assert "portal 3" in seen
    assert battle.contact
    assert sum(marker.value for marker in battle.markers) == 7


def test_the_hill_is_dark_and_its_vault_is_locked():
    """HA-VIS-07, HA-RULE-98, HA-MAG-11, HA-DUN-03."""
    battle = a_scenario("under_hask_hill")
    hadrin = battle.figure("hadrin")
    assert way_to(battle, hadrin, 1800, 2600).cost < 2700
    assert way_to(battle, hadrin, 1800, 3100).refusal
    assert not sees(battle, hadrin, battle.figure("varnoth"))
    assert battle.figure("knight").state is State.STONE
    assert [figure.state for figure in battle.figures if figure.id.startswith("body")] == [State.KILLED] * 3
    assert battle.options.divine == "on"
    assert [marker.kind for marker in battle.markers] == ["area", "area", "portal", "portal"]


def test_a_second_player_takes_the_orcs():
    """HA-RULE-95: Guldag is then free."""
    battle = a_scenario("toll_at_cragford", solo=False)
    assert battle.side_ids() == ["red", "blue"]
    assert battle.figure("guldag").role == "hench"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"sise": [1, 2]}, "unknown field"),
        ({"terrain": [{"kind": "swamp", "box": [1, 1, 2, 2]}]}, "swamp"),
        ({"terrain": [{"kind": "wood"}]}, "exactly one"),
        ({"goal": {"kind": "carry", "item": "grail"}}, "grail"),
        ({"marker": [{"at": [12, 10]}]}, "HA-RULE-90"),
        ({"party": {"name": "p", "group": [{"figure": [{**HERO, "at": [[5, 9]]}]}]}}, "HA-RULE-90"),
        ({"party": {"name": "p", "group": [{"figure": [{**HERO, "kind": "gnome"}]}]}}, "gnome"),
        ({"party": {"name": "p", "group": [{"figure": [{**HERO, "stats": "4/3"}]}]}}, "five numbers"),
        ({"party": {"name": "p", "group": [{"figure": [{**HERO, "abilities": ["Fireball"]}]}]}}, "Fireball"),
        ({"party": {"name": "p", "group": [{"figure": [{**HERO, "abilities": ["Healing", "Petrify"]}]}]}}, "HA-MAG-05"),
        ({"party": {"name": "p", "group": [{"figure": [{**HERO, "wizard": "Mage", "power": 3}]}]}}, "HA-RULE-36"),
        (
            {"party": {"name": "p", "group": [{"figure": [{**HERO, "weapons": [{"name": "sword", "skill": 5}]}]}]}},
            "0 to 3",
        ),
        (
            {
                "party": {
                    "name": "p",
                    "group": [
                        {
                            "figure": [
                                HERO,
                                *[{**HERO, "role": "hench", "name": f"h{n}", "at": [[9 + n, 2]]} for n in range(3)],
                            ]
                        }
                    ],
                }
            },
            "HA-RULE-08",
        ),
    ],
)
def test_a_wrong_scenario_is_refused_with_words(change, words):
    """HA-RULE-08, HA-RULE-88, HA-RULE-90."""
    with pytest.raises(ScenarioError, match=words):
        GAME.set_up(scenario(**change))


def party(*lines):
    return {"name": "the lot", "group": [{"figure": list(lines)}]}


def test_a_party_of_ones_own():
    """HA-RULE-89, HA-ATTR-06."""
    told = check_force(party(HERO, {"name": "man", "at": [[1, 1], [2, 1]]}), "mine.toml")
    assert told[0] == "the lot: 5 points of Strength"
    assert len(told) == 3


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([{**HERO, "role": "npc"}], "1 to 4 player characters"),
        ([HERO] * 5, "1 to 4 player characters"),
        ([HERO, *[{**HERO, "role": "hench", "stats": "2/1/2/2/2"}] * 3], "hench-beings"),
        ([HERO] * 4 + [{"name": "man", "at": [[1, 1]]}], "at most 12"),
        ([{**HERO, "armour": "Plate"}] * 2, "Plate"),
        ([{**HERO, "stats": "1/3/3/3/3"}], "bravery is 2 to 5"),
        ([{**HERO, "stats": "3/4/3/3/3"}], "strength is 1 to 3"),
    ],
)
def test_a_party_that_breaks_the_limits(lines, words):
    """HA-RULE-89, HA-RULE-01."""
    with pytest.raises(ScenarioError, match=words) as error:
        check_force(party(*lines), "mine.toml")
    assert error.value.file == "mine.toml"


FORCES = {name: read_toml(text, f"{name}.toml") for name, text in GAME.forces().items()}


@pytest.mark.parametrize("force", FORCES)
@pytest.mark.parametrize("name", GAME.scenarios())
def test_every_force_plays_every_scenario(name, force):
    """HA-RULE-89, HA-RULE-90: the party stands at its edge, nobody on anybody, and a battle can be played."""
    played = GAME.with_force(GAME.scenario(name), PARTY, FORCES[force], f"{force}.toml")
    battle = set_up(played)
    party = battle.able(PARTY)
    lines = [line for group in FORCES[force]["group"] for line in group["figure"]]
    assert len(party) == sum(line.get("count", 1) for line in lines)
    assert len({piece.id for piece in [*battle.figures, *battle.items]}) == len(battle.figures) + len(battle.items)
    assert all(gap(one, other) > 0 for one in party for other in battle.figures if other is not one)
    assert battle.side(PARTY).name == FORCES[force]["name"]
    play_out(GAME, battle, {PARTY: Recruit(force)}, SealedDice(f"{name} {force}"))
    assert battle.outcome is not None


def test_no_horses_underground():
    """HA-RULE-105."""
    riders = FORCES["riders_of_the_low_ford"]
    hill = set_up(GAME.with_force(GAME.scenario("under_hask_hill"), PARTY, riders, "riders.toml"))
    fen = set_up(GAME.with_force(GAME.scenario("bell_of_amber_fen"), PARTY, riders, "riders.toml"))
    assert [sum(figure.mounted for figure in battle.figures) for battle in (hill, fen)] == [0, 2]


def test_a_name_that_the_scenario_has_already():
    """The captain of the party is not the captain of the guard."""
    force = party({**HERO, "name": "Captain Vey", "at": [], "id": "captain"})
    battle = set_up(GAME.with_force(GAME.scenario("bell_of_amber_fen"), PARTY, force, "mine.toml"))
    assert battle.figure("captain").side == ENEMY
    assert battle.figure("captain of the party").side == PARTY


@pytest.mark.parametrize(
    ("side", "force", "words", "place"),
    [
        (PARTY, party({**HERO, "armor": "Mail"}), "unknown field `armor`", "group"),
        (PARTY, party({**HERO, "count": 2, "at": []}), "count is 1", "Berra.count"),
        (PARTY, party({**HERO, "kind": "gnome"}), "no 'gnome'", "Berra.kind"),
        (PARTY, party({**HERO, "at": [[24, 20]]}), "at most 6", "party"),
        (ENEMY, party(HERO), "scenario's own", ""),
    ],
)
def test_a_force_that_does_not_fit_is_refused_with_its_place(side, force, words, place):
    """HA-RULE-89, HA-RULE-90, HA-RULE-96."""
    with pytest.raises(ScenarioError, match=words) as error:
        GAME.with_force(GAME.scenario("bell_of_amber_fen"), side, force, "mine.toml")
    assert error.value.file == "mine.toml"
    assert place in error.value.place
