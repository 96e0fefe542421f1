"""A party of one's own: what a force file may hold (HA-RULE-89)."""

from typing import Any

from grognard.errors import ScenarioError
from grognard.games.high_adventure.figures import Profile
from grognard.games.high_adventure.lines import ATTRIBUTES, profile_from, read
from grognard.games.high_adventure.options import Options
from grognard.games.high_adventure.scenario import FigureLine, ForceFile

MOST_STRENGTH = 12  # HA-RULE-89


def check_force(data: dict[str, Any], file: str) -> list[str]:
    """Check a party file against HA-RULE-89; what is in it, in words. ScenarioError where it is wrong."""
    try:
        force: ForceFile = read(data, ForceFile, "force")
        lines = [line for group in force.group for line in group.figure]
        profiles = [profile_from(line, Options(), f"{line.name}") for line in lines]
        _check_party(lines, profiles)
    except ScenarioError as error:
        raise ScenarioError(error.words, file=file, place=error.place) from None
    strength = sum(p.strength * how_many(line) for p, line in zip(profiles, lines, strict=True))
    listed = [
        f"{line.name}: {line.kind}, Strength {p.strength}, {p.armour.name.lower()}"
        for p, line in zip(profiles, lines, strict=True)
    ]
    return [f"{force.name}: {strength} points of Strength", *listed]


def how_many(line: FigureLine) -> int:
    """The figures of a line: one for each place, or as many as it says."""
    return len(line.at) or line.count


def _check_party(lines: list[FigureLine], profiles: list[Profile]) -> None:
    pcs = [line for line in lines if line.role == "pc"]
    if not 1 <= len(pcs) <= 4:
        raise ScenarioError(f"a party has 1 to 4 player characters, not {len(pcs)} (HA-RULE-89)", place="group")
    hench = sum(line.role == "hench" for line in lines)
    if hench > 2:
        raise ScenarioError(f"a party has up to 2 hench-beings, not {hench} (HA-RULE-89)", place="group")
    strength = sum(p.strength * how_many(line) for p, line in zip(profiles, lines, strict=True))
    if strength > MOST_STRENGTH:
        raise ScenarioError(
            f"{strength} points of Strength; a party has at most {MOST_STRENGTH} (HA-RULE-89)", place="group"
        )
    if sum(p.armour.name == "PLATE" for p in profiles) > 1:
        raise ScenarioError("at most one of a party wears Plate (HA-RULE-89)", place="group")
    for line, profile in zip(lines, profiles, strict=True):
        if line.count < 1 or (line.role != "npc" and how_many(line) != 1):
            raise ScenarioError(
                "count is 1 or more, and 1 for a player character or hench-being", place=f"{line.name}.count"
            )
        if line.role == "pc":
            _check_character(line, profile)


def _check_character(line: FigureLine, profile: Profile) -> None:
    """HA-RULE-01: what dice can give."""
    for name in ATTRIBUTES:
        low, high = (1, 3) if name == "strength" else (2, 5)
        if not low <= getattr(profile, name) <= high:
            raise ScenarioError(f"a character's {name} is {low} to {high} (HA-ATTR-02, HA-ATTR-03)", place=line.name)
