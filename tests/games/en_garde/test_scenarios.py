"""The three sample scenarios: what their lines say stands on the table."""

import pytest

from grognard.games.en_garde import GAME
from grognard.games.en_garde.battle import Battle
from grognard.games.en_garde.moving import free_move, pays_no_obstacles
from grognard.games.en_garde.sighting import is_sheltered, sees
from grognard.kernel.battle import decode, encode
from grognard.kernel.referee import SealedDice
from grognard.kernel.run import play_out
from grognard.players.recruit import Recruit


def stands(name: str) -> Battle:
    battle = GAME.set_up(GAME.scenario(name))
    assert isinstance(battle, Battle)
    for figure in battle.figures.values():
        figure.standing = True
    return battle


def test_the_mill_race_is_crossed_by_the_bridge_only() -> None:
    """EG-RULE-08, EG-RULE-71: hold (12, 12) after four turns."""
    battle = stands("mill_bridge")
    vell = battle.figures["vell"]
    for other in battle.figures.values():
        other.x, other.y = 100, 100
    vell.x, vell.y = 1200, 1000
    battle.figures = {"vell": vell}
    assert free_move(battle, vell, "move", "normal").find("move 12.00,14.00").y == 1400
    assert (battle.field.victory, battle.field.turns, battle.field.spot) == ("hold", 4, (1200, 1200))


def test_the_manor_is_entered_by_its_doors() -> None:
    """EG-RULE-75."""
    battle = stands("stewards_letter")
    assert [feature.kind for feature in battle.field.features if feature.name.startswith("manor")] == [
        "building", "wall", "doorway", "doorway", "window", "window",
    ]  # fmt: skip
    assert [(prize.name, prize.points_off, prize.points_held) for prize in battle.field.prizes] == [("satchel", 60, 30)]


def test_the_redoubt_in_the_rain() -> None:
    """EG-RULE-70, EG-RULE-25: rain all game; the gallery shelters; ladders help over the parapet."""
    battle = stands("redoubt")
    colonel, rung = battle.figures["harrow"], next(f for f in battle.figures.values() if "ladder" in f.profile.tools)
    colonel.x, colonel.y = 2400, 2900
    assert is_sheltered(battle, colonel)
    assert pays_no_obstacles(battle, rung)
    assert battle.field.weather == "rain"
    lancer = battle.figures["lancer1"]
    lancer.x, lancer.y = 2400, 1500
    assert sees(battle, lancer, colonel)


@pytest.mark.parametrize("name", list(GAME.scenarios()))
def test_a_battle_survives_json_at_its_end(name: str) -> None:
    """EG-RULE-73: everything is open, so a view is the battle."""
    end = play_out(
        GAME, GAME.set_up(GAME.scenario(name)), {"red": Recruit(3), "blue": Recruit(4)}, SealedDice(f"json {name}")
    )
    assert decode(encode(end), GAME.battle_type) == end
    assert GAME.view(end, "red") == GAME.view(end, None) == end
