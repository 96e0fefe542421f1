"""The program that the commands belong to, and what several of them read."""

from pathlib import Path
from typing import Any

from cyclopts import App

from grognard import __version__
from grognard.errors import GrognardError
from grognard.kernel.game import Game, read_toml

app = App(
    name="grognard",
    help="Play tabletop miniatures wargames with the rules fully enforced, and know the exact odds.",
    version=__version__,
    version_flags=["--version"],
)


def chosen_options(given: list[str] | None) -> dict[str, Any]:
    """Rulings by name, from words like name=value."""
    chosen = {}
    for word in given or []:
        name, equals, value = word.partition("=")
        if not equals:
            raise GrognardError(f"an option is name=value, not {word!r}")
        chosen[name.strip().replace("-", "_")] = value.strip()
    return chosen


def find_scenario(game: Game, name: str) -> dict[str, Any]:
    """A scenario by its name, or from a file."""
    if name.endswith(".toml"):
        return read_toml(read(Path(name)).decode("utf-8", "replace"), name)
    return game.scenario(name)


def read(file: Path) -> bytes:
    """What is in a file, or why it cannot be read."""
    try:
        return file.read_bytes()
    except OSError as error:
        raise GrognardError(f"{file} cannot be read: {error.strerror}") from None
