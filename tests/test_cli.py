"""The command line as a user types it: real processes, real files."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest


def grognard(
    *words: str, typed: str = "", cwd: Path | None = None, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "grognard", *words],
        input=typed,
        capture_output=True,
        text=True,
        cwd=cwd,
        timeout=120,
        env={**os.environ, **(env or {})},
    )


def test_the_games_are_listed_with_their_scenarios():
    said = grognard("games")
    assert said.returncode == 0
    assert "en-garde: En Garde!" in said.stdout
    assert "mill-bridge" in said.stdout


def test_a_battle_is_watched_and_its_dice_verify(tmp_path: Path):
    said = grognard(
        "play",
        "en-garde",
        "--console",
        "--red",
        "recruit",
        "--blue",
        "recruit",
        "--seed",
        "abc",
        "--save",
        "b.json",
        cwd=tmp_path,
    )
    assert said.returncode == 0, said.stderr
    assert "wins" in said.stdout
    assert grognard("verify", "b.json", cwd=tmp_path).returncode == 0
    assert "wins" in grognard("replay", "b.json", cwd=tmp_path).stdout
    assert "Asked next" in grognard("replay", "b.json", "--to", "5", cwd=tmp_path).stdout

    record = json.loads((tmp_path / "b.json").read_text())
    place = next(n for n, answer in enumerate(record["answers"]) if isinstance(answer, list))
    record["answers"][place] = [7 - face for face in record["answers"][place]]
    (tmp_path / "forged.json").write_text(json.dumps(record))
    forged = grognard("verify", "forged.json", cwd=tmp_path)
    assert forged.returncode == 2
    assert "Traceback" not in forged.stderr


def test_two_processes_with_other_hash_seeds_play_the_same_battle(tmp_path: Path):
    for seed in ("1", "2"):
        played = grognard(
            "play", "en-garde", "--console", "--red", "recruit", "--blue", "recruit", "--seed", "same", "--save", f"{seed}.json",
            cwd=tmp_path, env={"PYTHONHASHSEED": seed},
        )  # fmt: skip
        assert played.returncode == 0, played.stderr
    assert (tmp_path / "1.json").read_text() == (tmp_path / "2.json").read_text()


def test_a_battle_is_saved_on_quit_and_goes_on(tmp_path: Path):
    said = grognard("play", "en-garde", "--console", "--save", "b.json", typed="1\nquit\n", cwd=tmp_path)
    assert "Saved to b.json" in said.stdout, said.stderr
    answers = json.loads((tmp_path / "b.json").read_text())["answers"]
    again = grognard("play", "en-garde", "--console", "--resume", "b.json", typed="quit\n", cwd=tmp_path)
    assert again.returncode == 0, again.stderr
    assert json.loads((tmp_path / "b.json").read_text())["answers"] == answers


def test_dice_can_be_typed_in(tmp_path: Path):
    said = grognard(
        "play", "en-garde", "--console", "--dice", "typed", "--save", "b.json", typed="6\nnine\n2\nquit\n", cwd=tmp_path
    )
    assert "(typed in)" in said.stdout
    assert "are not dice" in said.stdout
    assert "typed 6" in (tmp_path / "b.json").read_text()


def test_odds_are_exact_and_come_as_data():
    said = grognard(
        "odds",
        "en-garde",
        "shoot",
        "--shoot",
        "2",
        "--weapon",
        "musket",
        "--distance",
        "20",
        "--cover",
        "light",
        "--armour",
        "2",
        "--json",
    )
    assert json.loads(said.stdout) == {
        "miss": "5/12",
        "stunned": "1/6",
        "light": "1/4",
        "grievous": "5/36",
        "critical": "1/36",
    }
    assert (
        "5/12"
        in grognard(
            "odds", "en-garde", "shoot", "--shoot", "2", "--distance", "20", "--cover", "light", "--armour", "2"
        ).stdout
    )
    assert "--weapon" in grognard("odds", "en-garde", "shoot", "--help").stdout
    assert "shoot:" in grognard("odds", "en-garde").stdout


def test_a_question_of_several_words_is_found_with_dashes_or_underscores():
    assert "gang-up:" in grognard("odds", "fearful-odds").stdout
    found = [grognard("odds", "fearful-odds", name).stdout for name in ("gang-up", "gang_up", "Gang-Up")]
    assert "holds" in found[0]
    assert found == [found[0]] * 3


def test_a_simulation_gives_the_same_results_on_one_and_two_workers():
    one = grognard("simulate", "en-garde", "mill-bridge", "--battles", "12", "--workers", "1", "--json")
    two = grognard("simulate", "en-garde", "mill-bridge", "--battles", "12", "--workers", "2", "--json")
    assert json.loads(one.stdout) == json.loads(two.stdout)
    assert sum(share["times"] for share in json.loads(one.stdout)["wins"].values()) == 12


def test_a_rule_is_read_by_its_id_and_found_by_words():
    assert "Basic Wound Score" in grognard("rule", "eg-shoot-05").stdout
    assert "EG-MSL-06" in grognard("rule", "blunderbuss").stdout


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (["play", "chess", "--console"], "chess"),
        (["play", "en-garde", "--console", "--scenario", "moon"], "mill_bridge"),
        (["play", "en-garde", "--console", "--blue", "napoleon"], "sergeant"),
        (["play", "en-garde", "--console", "--dice", "loaded"], "typed"),
        (["play", "en-garde", "--console", "--option", "rout=never"], "concede"),
        (["play", "en-garde", "--console", "--resume", "missing.json"], "missing.json"),
        (["odds", "en-garde", "shoot", "--weapon", "cannon"], "musket"),
        (["odds", "en-garde", "shoot", "--distance", "far"], "far"),
        (["odds", "en-garde", "boast"], "shoot"),
        (["rule", "EG-NONE-99"], "EG-NONE-99"),
        (["simulate", "en-garde", "mill-bridge", "--battles", "0"], "one battle"),
        (["arena", "en-garde", "mill-bridge", "--players", "recruit,marshal:visits=many"], "visits=200"),
        (["replay", "missing.json"], "missing.json"),
        (["verify", "missing.json"], "missing.json"),
        (["check", "missing.toml"], "missing.toml"),
        (["dance"], "dance"),
    ],
)
def test_every_mistake_gets_words_and_exit_code_two(words: list[str], names: str, tmp_path: Path):
    said = grognard(*words, cwd=tmp_path)
    assert said.returncode == 2
    assert names in said.stderr
    assert "Traceback" not in said.stderr


BAD_FILES = {
    "empty.json": ("", "not a record"),
    "cut.json": ('{"game": "en_garde", "answ', "cut off"),
    "other.json": ("[1, 2]", "no game and answers"),
    "old.json": ('{"format": 0, "game": "en_garde", "answers": []}', "format"),
    "typo.toml": ('game = "en_garde"\ntitle = "x"\ntabel = [24, 24]\n', "tabel"),
    "broken.toml": ("game = \ntitle = 1\n", "line 1"),
    "nogame.toml": ('title = "x"\n', "which game"),
    "unknown.toml": ('game = "go"\ntitle = "x"\n', "'go'"),
    "gear.toml": (
        'game = "en_garde"\nname = "x"\nmorale = 8\n[[model]]\nname = "a"\npool = 3\nfight = 1\ninitiative = 1\nshoot = 1\nleader = true\ngear = ["laser"]\n',
        "musket",
    ),
    "points.toml": (
        'game = "en_garde"\nname = "x"\nmorale = 8\n[[model]]\nname = "a"\npool = 3\nfight = 1\ninitiative = 1\nshoot = 1\nleader = true\npoints = 99\n',
        "EG-RULE-65",
    ),
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_a_broken_file_is_refused_with_its_name_and_what_is_wrong(name: str, tmp_path: Path):
    text, words = BAD_FILES[name]
    (tmp_path / name).write_text(text)
    said = grognard("check", name, cwd=tmp_path)
    assert said.returncode == 2
    assert name in said.stderr
    assert words in said.stderr
    assert "Traceback" not in said.stderr


def test_a_record_of_another_rules_version_is_refused_in_words(tmp_path: Path):
    grognard("play", "en-garde", "--console", "--red", "recruit", "--blue", "recruit", "--save", "b.json", cwd=tmp_path)
    record = json.loads((tmp_path / "b.json").read_text())
    record["rules"] = 99
    (tmp_path / "b.json").write_text(json.dumps(record))
    said = grognard("replay", "b.json", cwd=tmp_path)
    assert said.returncode == 2
    assert "version 99" in said.stderr
