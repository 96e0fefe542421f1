"""Reading the lines of a scenario or party file: what is wrong with them in words, and the profile that a figure's line makes."""

from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.errors import ScenarioError
from grognard.games.high_adventure.abilities import ABILITIES, ability_named, may_know, power_span
from grognard.games.high_adventure.armour import WORDS
from grognard.games.high_adventure.creatures import CREATURES, profile_of
from grognard.games.high_adventure.figures import Profile
from grognard.games.high_adventure.options import Options
from grognard.games.high_adventure.scenario import FigureLine
from grognard.games.high_adventure.weapons import weapon

ATTRIBUTES = ("bravery", "strength", "skill", "cleverness", "leadership")
SKILLS = (
    "0 untrained",  # HA-WSK-02
    "1 basic training",  # HA-WSK-03
    "2 well trained",  # HA-WSK-04
    "3 hero",  # HA-WSK-05
)


def read(data: dict[str, Any], kind: type[Any], what: str) -> Any:
    try:
        return msgspec.convert(data, kind, strict=True)
    except msgspec.ValidationError as error:
        words, _, place = str(error).partition(" - at `$")
        accepted = ""
        if "unknown field" in words:
            accepted = f"; known here are: {', '.join(_fields_at(kind, place))}"
        raise ScenarioError(words + accepted, place=place.strip("`.") or what) from None


def _fields_at(kind: type[Any], place: str) -> list[str]:
    """The names that would be accepted at a place of the file."""
    found: Any = kind
    for part in place.strip("`.").replace("[...]", "").split("."):
        if part and hasattr(found, "__struct_fields__"):
            hints = {f.name: f.type for f in msgspec.structs.fields(found)}
            found = hints.get(part, found)
            inner = getattr(found, "__args__", ())
            found = next((arg for arg in inner if hasattr(arg, "__struct_fields__")), found)
    return list(getattr(found, "__struct_fields__", kind.__struct_fields__))


def profile_from(line: FigureLine, options: Options, place: str) -> Profile:
    """The profile of a line: that of its kind, changed by whatever the line says (HA-ATTR-06)."""
    if line.kind not in CREATURES:
        raise ScenarioError(f"there is no {line.kind!r}; there is: {', '.join(CREATURES)}", place=f"{place}.kind")
    profile = profile_of(line.kind, options)
    if line.stats:
        values = line.stats.split("/")
        if len(values) != 5 or not all(value.strip().isdigit() for value in values):
            raise ScenarioError(
                'stats are five numbers, such as "4/3/3/3/4": Bravery/Strength/Skill/Cleverness/Leadership',
                place=f"{place}.stats",
            )
        profile = replace(profile, **{name: int(value) for name, value in zip(ATTRIBUTES, values, strict=True)})
    abilities = tuple(ability_called(name, place) for name in line.abilities)
    if abilities and not may_know(abilities, line.major_wizard):
        raise ScenarioError(
            "one major and up to two minor abilities, or up to four minor ones (HA-MAG-05)", place=f"{place}.abilities"
        )
    if line.wizard and not power_span(line.wizard)[0] <= line.power <= power_span(line.wizard)[1]:
        low, high = power_span(line.wizard)
        raise ScenarioError(f"a {line.wizard} has {low} to {high} power (HA-RULE-36)", place=f"{place}.power")
    if any(w.skill is not None and not 0 <= w.skill <= 3 for w in line.weapons):
        raise ScenarioError(f"Weapon Skill goes from 0 to 3: {', '.join(SKILLS)}", place=f"{place}.weapons")
    return replace(
        profile,
        armour=WORDS[line.armour.lower()] if line.armour else profile.armour,
        weapons=tuple(weapon(w.name, w.skill, smashing=w.smashing, magic=w.magic) for w in line.weapons)
        or profile.weapons,
        shield=line.shield,
        stealth=line.stealth or profile.stealth,
        ring=line.ring,
        belt=line.belt,
        wizard=line.wizard,
        abilities=abilities,
    )


def ability_called(name: str, place: str) -> str:
    found = ability_named(name)
    if found is None:
        raise ScenarioError(
            f"there is no ability {name!r}; there is: {', '.join(ABILITIES)}", place=f"{place}.abilities"
        )
    return found.name
