"""What scenario and force files may say, and how a wrong one is refused."""

import re
from typing import Any, Literal

import msgspec
from msgspec import Struct

from grognard.errors import ScenarioError

Spot = tuple[int, int]
STANDARD_TURNS = 8  # FO-RULE-71


class AreaFile(Struct, frozen=True, forbid_unknown_fields=True):
    """Hexes by name, or all of some columns and rows."""

    hexes: list[Spot] = []
    columns: Spot | None = None
    rows: Spot | None = None


class GroundFile(AreaFile, frozen=True):
    kind: str = "clear"


class HillFile(AreaFile, frozen=True):
    level: int = 1


class HexsideFile(Struct, frozen=True, forbid_unknown_fields=True):
    """What stands on hexsides: between named pairs, or all around an area, or between two; it belongs to the first hex."""

    kind: str
    between: list[tuple[Spot, Spot]] = []
    of: AreaFile | None = None
    against: AreaFile | None = None


class MapFile(Struct, frozen=True, forbid_unknown_fields=True):
    columns: int
    rows: int
    ground: list[GroundFile] = []
    hills: list[HillFile] = []
    hexsides: list[HexsideFile] = []
    narrow: list[Spot] = []
    sheltered: list[Spot] = []


class UnitFile(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    code: str
    id: str = ""
    sp: int | None = None
    ql: int | None = None
    ma: int | None = None
    cev: Spot | None = None
    missile: str = ""
    missile_cev: int | None = None
    at: Spot | None = None
    facing: int | None = None
    arrives: int = 0
    entry: AreaFile | None = None


class CharacterFile(Struct, frozen=True, forbid_unknown_fields=True, rename={"stands_with": "with"}):
    name: str
    kind: Literal["leader", "hero"]
    prowess: int
    id: str = ""
    ml: int = 0
    ma: int = 6
    commander: bool = False
    stands_with: str = ""
    at: Spot | None = None
    arrives: int = 0
    entry: AreaFile | None = None


class ForceFile(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    units: list[UnitFile]
    characters: list[CharacterFile] = []
    blurb: str = ""
    game: str = "fearful_odds"
    size: Literal["standard", "band"] = "standard"  # FO-RULE-70


class SideFile(ForceFile, frozen=True):
    id: str = ""
    home: Literal["north", "south"] = "north"
    facing: int = 4
    rating: int | None = None
    level: int | None = None  # 0: demoralization is not used


class AimFile(AreaFile, frozen=True):
    name: str = ""
    place: str = ""
    side: str = ""
    units: int = 1
    alone: bool = False
    from_turn: int = 1
    checks: int = 1


class VictoryFile(Struct, frozen=True, forbid_unknown_fields=True):
    standard: bool = True
    holder: str = ""
    aims: list[AimFile] = []


class CutFile(Struct, frozen=True, forbid_unknown_fields=True):
    turn: int
    hex: Spot
    ground: str
    unless: str
    refuge: list[Spot] = []
    name: str = "the bridge"


class ScenarioFile(Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    map: MapFile
    sides: list[SideFile]
    game: str = "fearful_odds"
    blurb: str = ""
    minutes: int = 60
    turns: int = STANDARD_TURNS
    victory: VictoryFile = VictoryFile()
    cut: CutFile | None = None
    options: dict[str, Any] = {}
    notes: list[str] = []


# Words for what is wrong


def read(data: dict[str, Any], kind: Any) -> Any:
    try:
        return msgspec.convert(data, kind, strict=True)
    except msgspec.ValidationError as error:
        words, _, place = str(error).partition(" - at `$.")
        raise ScenarioError(words, place=place.rstrip("`")) from None


def slug(name: str) -> str:
    """An id from a name: "Queen's Guard" is queens_guard."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower().replace("'", "").replace("\u2019", "")).strip("_")


def new_id(name: str, taken: list[str], place: str) -> str:
    id = slug(name)
    if not id or id in taken:
        raise ScenarioError(f"{name!r} is the name of another piece already", place=f"{place}.name")
    return id


def known(word: str, accepted: list[str], place: str) -> str:
    if word not in accepted:
        raise ScenarioError(f"{word!r} is not known here; it may be {', '.join(filter(None, accepted))}", place=place)
    return word


def within(value: int, accepted: Any, place: str) -> int:
    if value not in accepted:
        raise ScenarioError(f"may be {accepted[0]} to {accepted[-1]}, not {value}", place=place)
    return value


def at_least(value: int, least: int, place: str) -> int:
    if value < least:
        raise ScenarioError(f"must be {least} or more, not {value}", place=place)
    return value
