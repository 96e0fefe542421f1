"""Files that people bring to the table, read with care."""

from typing import Any

from grognard.errors import ScenarioError
from grognard.kernel.game import read_toml
from grognard.table import limits


def read_file(text: str, name: str) -> dict[str, Any]:
    """A scenario or force file that somebody sent, as plain data; refused in words if reading it would take long."""
    if len(text) > limits.FILE:
        raise ScenarioError(f"is longer than {limits.FILE:,} letters", file=name)
    for n, line in enumerate(text.splitlines(), 1):
        if line.count(".") > limits.DOTS:
            raise ScenarioError(f"line {n} has more than {limits.DOTS} dots in it", file=name)
    return read_toml(text, name)
