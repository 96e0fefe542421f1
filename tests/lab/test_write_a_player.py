"""The player of docs/build/write-a-player.md: its code is taken from the page, installed as a package would be, and enters the arena."""

import sys
from pathlib import Path

import pytest

from grognard.kernel.game import find_game
from grognard.lab.arena import hold_arena
from grognard.players import find_player, player_names

PAGE = Path(__file__).parents[2] / "docs" / "build" / "write-a-player.md"


def block(kind: str) -> str:
    """The first block of that kind on the page."""
    text = PAGE.read_text(encoding="utf-8")
    return text.split(f"```{kind}\n", 1)[1].split("```", 1)[0]


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The page's package, where Python finds it: a module and what an installer writes beside it."""
    (tmp_path / "corporal.py").write_text(block("python"), encoding="utf-8")
    beside = tmp_path / "corporal-1.0.dist-info"
    beside.mkdir()
    (beside / "METADATA").write_text("Metadata-Version: 2.1\nName: corporal\nVersion: 1.0\n", encoding="utf-8")
    entry = next(line for line in block("toml").splitlines() if line.startswith("corporal"))
    (beside / "entry_points.txt").write_text("[grognard.players]\n" + entry.replace('"', "") + "\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield
    sys.modules.pop("corporal", None)


@pytest.mark.usefixtures("installed")
def test_the_player_of_the_page_appears_by_name_and_takes_its_settings():
    assert "corporal" in player_names()
    assert find_player("corporal:tries=4", 1)._tries == 4  # type: ignore[attr-defined]


@pytest.mark.usefixtures("installed")
def test_the_player_of_the_page_beats_the_recruit_in_the_arena():
    scenario = {"mill_bridge": find_game("en_garde").scenario("mill_bridge")}
    (bout,) = hold_arena("en_garde", scenario, ["corporal", "recruit"], 16)
    assert bout.won + bout.lost + bout.drawn == 16
    assert bout.won > 2 * bout.lost


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("game", ["fearful_odds", "war_and_conquest", "confrontation"])
def test_it_plays_other_games_without_a_change(game: str):
    name = {"fearful_odds": "withy_mere", "war_and_conquest": "low_stane", "confrontation": "the_toll_plank"}[game]
    (bout,) = hold_arena(game, {name: find_game(game).scenario(name)}, ["corporal:tries=1", "recruit"], 2)
    assert bout.won + bout.lost + bout.drawn == 2


def test_it_is_as_short_as_the_page_says():
    lines = [line for line in block("python").splitlines() if line.strip()]
    assert len(lines) <= 31
