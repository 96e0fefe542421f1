"""Golden cases: `python -m tests.cases GAME FILE.toml [--only ID]` runs a file of cases through the game's own functions.

The game's `tests/games/GAME/case_book.py` has `run(given, wanted)`: it calls the game with what is given, and returns the values named in `wanted`. Nothing
is computed here or there that the game does not compute itself.
"""

import argparse
import sys
import tomllib
import traceback
from collections.abc import Callable, Mapping
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

from grognard.errors import GrognardError

Runner = Callable[[dict[str, Any], list[str]], Mapping[str, Any]]


def read_cases(file: Path) -> list[dict[str, Any]]:
    """All cases of a file."""
    cases: list[dict[str, Any]] = tomllib.loads(file.read_text(encoding="utf-8"))["case"]
    return cases


def runner_of(game: str) -> Runner:
    """The game's own way to run a case."""
    run: Runner = import_module(f"tests.games.{game}.case_book").run
    return run


def failures(case: dict[str, Any], run: Runner) -> list[str]:
    """What a case expected and did not get; empty if it holds."""
    expected = case["expect"]
    try:
        came = run(dict(case["given"]), list(expected))
    except GrognardError as error:
        return [f"expected {expected}, came {type(error).__name__}: {error}"]
    except Exception as error:  # noqa: BLE001  a case that breaks the runner has failed, and the others go on
        where = traceback.extract_tb(error.__traceback__)[-1]
        return [
            f"expected {expected}, came {type(error).__name__}: {error} ({where.filename.rsplit('/', 1)[-1]}:{where.lineno})"
        ]
    missing = [f"{name}: expected {show(value)}, nothing came" for name, value in expected.items() if name not in came]
    wrong = [
        f"{name}: expected {show(value)}, came {show(came[name])}"
        for name, value in expected.items()
        if name in came and not same(value, came[name])
    ]
    return missing + wrong


def same(expected: Any, came: Any) -> bool:
    """Whether a value is the expected one: fractions exactly, tables by their keys (chances that are not named must be nothing, and all of it if nothing is named), lists item by item, sets in any order."""
    if isinstance(came, Fraction):
        return not isinstance(expected, bool) and Fraction(str(expected)) == came
    if isinstance(expected, dict):
        if not isinstance(came, Mapping):
            return False
        found = {str(key): value for key, value in came.items()}
        if not expected:
            return not any(found.values())
        named = all(
            same(
                value,
                found.get(key, Fraction(0) if isinstance(value, str) and ("/" in value or value == "0") else None),
            )
            for key, value in expected.items()
        )
        return named and not any(
            isinstance(value, Fraction) and value for key, value in found.items() if key not in expected
        )
    if isinstance(came, set | frozenset):
        return isinstance(expected, list) and len(expected) == len(came) and set(expected) == came
    if isinstance(expected, list):
        return isinstance(came, list | tuple) and len(came) == len(expected) and all(map(same, expected, came))
    if isinstance(expected, bool) or isinstance(came, bool):
        return expected is came
    return bool(expected == came)


def show(value: Any) -> str:
    """A value as a person reads it."""
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {show(item)}" for key, item in value.items()) + "}"
    if isinstance(value, set | frozenset):
        return show(sorted(value))
    if isinstance(value, list | tuple):
        return "[" + ", ".join(show(item) for item in value) + "]"
    return repr(value)


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.cases", description="Run golden cases through a game.")
    parser.add_argument("game")
    parser.add_argument("file", type=Path)
    parser.add_argument("--only", metavar="ID")
    asked = parser.parse_args(words)
    try:
        cases = [case for case in read_cases(asked.file) if asked.only in (None, case["id"])]
        run = runner_of(asked.game)
    except (OSError, KeyError, tomllib.TOMLDecodeError, ModuleNotFoundError) as error:
        print(f"cannot run {asked.file}: {error}", file=sys.stderr)
        return 2
    failed = 0
    for case in cases:
        wrong = failures(case, run)
        failed += bool(wrong)
        for line in wrong:
            print(f"{case['id']} ({case.get('about', '')}): {line}")
    print(f"{len(cases) - failed} passed, {failed} failed")
    return 0 if cases and not failed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
