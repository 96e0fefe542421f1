"""Every rule: each id of a game's rules.md is cited in its code and in its tests, and each id cited exists (ring 6)."""

from importlib import import_module
from importlib.resources import files
from pathlib import Path

import pytest

from grognard.kernel.rulebook import MENTION
from tests.every import GAMES

PREFIX = {
    "en_garde": "EG",
    "fearful_odds": "FO",
    "high_adventure": "HA",
    "war_and_conquest": "WC",
    "confrontation": "C3",
}


def cited(folder: Path, *patterns: str) -> dict[str, str]:
    """Every id that stands in these files, with one of them."""
    found: dict[str, str] = {}
    for pattern in patterns:
        for file in sorted(folder.rglob(pattern)):
            for id in MENTION.findall(file.read_text(encoding="utf-8")):
                found.setdefault(id, file.name)
    return found


def exempt(name: str) -> dict[str, str]:
    try:
        reasons: dict[str, str] = import_module(f"tests.games.{name}.exempt").EXEMPT
    except ModuleNotFoundError:
        return {}
    return reasons


@pytest.mark.parametrize("name", [name for name in GAMES if name in PREFIX])
def test_every_rule_is_in_the_code_and_in_the_tests(name: str):
    stated = [id for id in GAMES[name].rulebook.rules if id.startswith(PREFIX[name] + "-")]
    code = cited(Path(str(files(GAMES[name].package))), "*.py", "scenarios/*.toml")
    tests = cited(Path(__file__).parent / "games" / name, "*.py", "*.toml")
    excused = exempt(name)
    assert [id for id in stated if id not in code and id not in excused] == []
    assert [id for id in stated if id not in tests and id not in excused] == []


@pytest.mark.parametrize("name", [name for name in GAMES if name in PREFIX])
def test_every_id_that_is_cited_exists(name: str):
    rules = GAMES[name].rulebook.rules
    code = cited(Path(str(files(GAMES[name].package))), "*.py", "scenarios/*.toml")
    unknown = {id: file for id, file in code.items() if id.startswith(PREFIX[name] + "-") and id not in rules}
    assert unknown == {}


@pytest.mark.parametrize("name", [name for name in GAMES if name in PREFIX])
def test_exceptions_are_few_and_have_reasons(name: str):
    excused = exempt(name)
    assert len(excused) <= len(GAMES[name].rulebook.rules) // 10
    assert all(len(reason) > 10 for reason in excused.values())
