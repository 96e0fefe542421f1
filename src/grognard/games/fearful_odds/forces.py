"""Counters and characters from their lines in a file, the limits of an army, and an army in the place of a scenario's own."""

from typing import Any, NamedTuple

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
from grognard.games.fearful_odds.files import CharacterFile, ForceFile, UnitFile, at_least, known, read, slug, within
from grognard.games.fearful_odds.missiles import WEAPONS

SIDES = ("red", "blue")  # where a scenario does not call them otherwise


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
    """FO-RULE-70: check a standard army or a band; what is in it and what it costs, in words."""
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


class Limits(NamedTuple):
    """FO-RULE-70: what an army of one size may have."""

    name: str
    strength: range
    command: int  # ML of the overall commander
    leaders: range  # others, of ML 1
    heroes: int
    engines: int


SIZES = {
    "standard": Limits("standard army", range(55, 66), 2, range(1, 3), heroes=2, engines=2),
    "band": Limits("band", range(12, 21), 1, range(1), heroes=1, engines=0),
}


def _check_limits(force: ForceFile, counters: list[Counter]) -> None:
    limits = SIZES[force.size]
    strength = sum(counter.strength for counter in counters)
    if strength not in limits.strength:
        least, most = limits.strength[0], limits.strength[-1]
        raise ScenarioError(f"a {limits.name} has {least} to {most} SP, not {strength} (FO-RULE-70)", place="units")
    shooters = sum(counter.strength for counter in counters if counter.missile != "none" and counter.code != "GF")
    if 3 * shooters > strength:
        raise ScenarioError(
            f"at most a third of the SP may be missile units, not {shooters} of {strength} (FO-RULE-70)", place="units"
        )
    engines = sum(counter.kind == "engine" for counter in counters)
    if engines > limits.engines:
        most_engines = "two engines" if limits.engines else "no engines"
        raise ScenarioError(f"at most {most_engines}, not {engines} (FO-RULE-70)", place="units")
    _check_command(force, limits)


def _check_command(force: ForceFile, limits: Limits) -> None:
    leaders = [one for one in force.characters if one.kind == "leader"]
    if [one.ml for one in leaders if one.commander] != [limits.command]:
        raise ScenarioError(
            f"a {limits.name} has one overall commander of ML {limits.command} (FO-RULE-70)", place="characters"
        )
    others = [one.ml for one in leaders if not one.commander]
    if len(others) not in limits.leaders or any(ml != 1 for ml in others):
        how_many = "one or two leaders of ML 1" if limits.leaders[-1] else "no leader"
        raise ScenarioError(f"besides its commander a {limits.name} has {how_many} (FO-RULE-70)", place="characters")
    if len(force.characters) - len(leaders) > limits.heroes:
        most = "two heroes" if limits.heroes > 1 else "one hero"
        raise ScenarioError(f"at most {most} (FO-RULE-70)", place="characters")


# In the place of a scenario's own


def in_place_of(scenario: dict[str, Any], place: int, data: dict[str, Any]) -> dict[str, Any]:
    """FO-RULE-70: the scenario with this army in the place of a side's own; it deploys from that side's edge (FO-RULE-69).

    Whether demoralization is used, and what wins, stays the scenario's business; the level and the initiative are the army's.
    """
    listed = [dict(line) for line in scenario["sides"]]
    kept = {key: listed[place][key] for key in ("id", "home", "facing") if key in listed[place]}
    if listed[place].get("level") == 0:
        kept["level"] = 0
    listed[place] = kept | _told_apart(data, listed[1 - place], str(kept.get("home", "north")))
    return {**scenario, "sides": listed}


def _told_apart(army: dict[str, Any], enemy: dict[str, Any], home: str) -> dict[str, Any]:
    """What an army brings, with the name of its edge beside each name that the enemy has too."""
    lines = [*enemy.get("units", ()), *enemy.get("characters", ())]
    taken = {slug(line.get("id") or line["name"]) for line in lines}

    def own(name: str) -> str:
        return f"{name} of the {home}" if slug(name) in taken else name

    def told(line: dict[str, Any]) -> dict[str, Any]:
        changed = {**line, "name": own(line["name"])}
        changed |= {key: own(line[key]) for key in ("id", "with") if line.get(key)}
        return changed

    return {
        "name": f"{army['name']} of the {home}" if army["name"] == enemy.get("name") else army["name"],
        "units": [told(line) for line in army["units"]],
        "characters": [told(line) for line in army.get("characters", ())],
    }
