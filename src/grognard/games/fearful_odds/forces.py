"""Counters and characters from their lines in a file, and the limits of a standard army."""

from typing import Any

from grognard.errors import ScenarioError
from grognard.games.fearful_odds.battle import Counter
from grognard.games.fearful_odds.counters import (
    COMMAND,
    HERO_PROWESS,
    LEADER_PROWESS,
    PACES,
    TYPES,
    character_points,
    unit_points,
    usual,
)
from grognard.games.fearful_odds.files import CharacterFile, ForceFile, UnitFile, at_least, known, read, within
from grognard.games.fearful_odds.missiles import WEAPONS


def counter_of(line: UnitFile, place: str) -> Counter:
    """What is printed on a unit's counter: the usual values of its type (FO-RULE-64) unless the line has its own."""
    known(line.code, list(TYPES), f"{place}.code")
    allowed = TYPES[line.code].missiles
    missile = line.missile or allowed[0]
    known(missile, list(allowed), f"{place}.missile")
    base = usual(line.code, missile)
    full, limited = line.cev or (base.full, base.limited)
    value = line.missile_cev if line.missile_cev is not None else base.missile_value
    return Counter(
        line.code,
        base.kind,
        at_least(line.sp if line.sp is not None else base.strength, 1, f"{place}.sp"),
        within(line.ql if line.ql is not None else base.quality, range(1, 11), f"{place}.ql"),
        within(line.ma if line.ma is not None else base.speed, range(1, 13), f"{place}.ma"),
        within(full, range(11), f"{place}.cev"),
        within(limited, range(11), f"{place}.cev"),
        missile,
        within(value, range(11), f"{place}.missile_cev") if missile in WEAPONS else 0,
    )


def check_character(one: CharacterFile, place: str) -> None:
    """FO-RULE-66: what leaders and heroes may be."""
    if one.kind == "leader":
        within(one.ml, COMMAND, f"{place}.ml")
        within(one.prowess, LEADER_PROWESS, f"{place}.prowess")
    else:
        if one.ml:
            raise ScenarioError("a hero has no ML", place=f"{place}.ml")
        within(one.prowess, HERO_PROWESS, f"{place}.prowess")
    within(one.ma, PACES, f"{place}.ma")


def check_force(data: dict[str, Any], file: str) -> list[str]:
    """FO-RULE-70: check a standard army; what is in it and what it costs, in words."""
    try:
        force = read(data, ForceFile)
        counters = [counter_of(line, f"units[{n}]") for n, line in enumerate(force.units)]
        for n, one in enumerate(force.characters):
            check_character(one, f"characters[{n}]")
        _check_limits(force, counters)
    except ScenarioError as error:
        raise ScenarioError(error.words, file=file, place=error.place) from None
    lines = [
        f"{line.name}: {TYPES[line.code].name}, {counter.strength} SP, {unit_points(counter):g} points"
        for line, counter in zip(force.units, counters, strict=True)
    ]
    lines += [
        f"{one.name}: {one.kind}, {character_points(one.kind, one.ml, one.prowess)} points" for one in force.characters
    ]
    total = sum(map(unit_points, counters)) + sum(
        character_points(one.kind, one.ml, one.prowess) for one in force.characters
    )
    return [*lines, f"{force.name}: {sum(counter.strength for counter in counters)} SP, {total:g} points"]


def _check_limits(force: ForceFile, counters: list[Counter]) -> None:
    strength = sum(counter.strength for counter in counters)
    if not 55 <= strength <= 65:
        raise ScenarioError(f"a standard army has 55 to 65 SP, not {strength} (FO-RULE-70)", place="units")
    shooters = sum(counter.strength for counter in counters if counter.missile != "none" and counter.code != "GF")
    if 3 * shooters > strength:
        raise ScenarioError(
            f"at most a third of the SP may be missile units, not {shooters} of {strength} (FO-RULE-70)", place="units"
        )
    engines = sum(counter.kind == "engine" for counter in counters)
    if engines > 2:
        raise ScenarioError(f"at most two engines, not {engines} (FO-RULE-70)", place="units")
    leaders = [one for one in force.characters if one.kind == "leader"]
    if [one.ml for one in leaders if one.commander] != [2]:
        raise ScenarioError("a standard army has one overall commander of ML 2 (FO-RULE-70)", place="characters")
    others = [one.ml for one in leaders if not one.commander]
    if not 1 <= len(others) <= 2 or any(ml != 1 for ml in others):
        raise ScenarioError(
            "besides its commander a standard army has one or two leaders of ML 1 (FO-RULE-70)", place="characters"
        )
    if len(force.characters) - len(leaders) > 2:
        raise ScenarioError("at most two heroes (FO-RULE-70)", place="characters")
