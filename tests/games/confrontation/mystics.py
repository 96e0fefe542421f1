"""Magicians, Faithful and bystanders for the tests, with sane defaults. Red stands in the south and looks north."""

from typing import Any

from grognard.games.confrontation.battle import Battle, Fighter, Side
from grognard.games.confrontation.options import Options
from grognard.games.confrontation.profile import ELEMENTS, Profile
from grognard.games.confrontation.profiles import cult_abilities
from grognard.games.confrontation.spells import SPELLS

NORTH, EAST, SOUTH, WEST = 0, 90, 180, 270
BASE = 250  # so far apart stand two figures in contact
OF_PROFILE = tuple(Profile.__struct_fields__)


def gems(**named: int) -> tuple[int, ...]:
    """`gems(fire=2, light=1)`."""
    return tuple(named.get(element, 0) for element in ELEMENTS)


def a_fighter(name: str = "odo", side: str = "blue", **more: Any) -> Fighter:
    """Anybody: fields of the card and of the fighter alike; red faces north, blue south."""
    card = {"cou": 4, "dis": 3} | {field: more.pop(field) for field in list(more) if field in OF_PROFILE}
    if "fear" in card:
        card["cou"] = None
    more.setdefault("facing", NORTH if side == "red" else SOUTH)
    return Fighter(name, side, name.title(), profile=Profile(name, name.title(), **card), **more)


def a_mage(name: str = "ysolde", side: str = "red", **more: Any) -> Fighter:
    """A pure magician of POW 4 who knows every spell."""
    known = {"kind": "pure_mage", "rank": "adept", "power": 4, "elements": ELEMENTS, "spells": tuple(SPELLS)}
    return a_fighter(name, side, **known | more)


def a_faithful(name: str = "aumen", side: str = "red", **more: Any) -> Fighter:
    """A pure Faithful of Faith 2/1/0 with T.F. to spare."""
    known = {"kind": "pure_faithful", "rank": "devout", "aspects": (2, 1, 0), "aura": 1500, "piety": 2, "tf": 5}
    known["abilities"] = tuple(cult_abilities(more.get("cult", "")))
    return a_fighter(name, side, **known | more)


def a_battle(*fighters: Fighter, apart: int = 1000, options: Options | None = None, **more: Any) -> Battle:
    """Whoever has no place yet: red in a row in the middle, blue opposite, `apart` from base edge to base edge."""
    for side, y in (("red", 3000), ("blue", 3000 + BASE + apart)):
        row = [fighter for fighter in fighters if fighter.side == side and not (fighter.x or fighter.y)]
        for place, fighter in enumerate(row):
            fighter.x, fighter.y = 3000 + 600 * place, y
    sides = [Side(id="red", name="Red"), Side(id="blue", name="Blue")]
    return Battle(options=options or Options(), sides=sides, fighters=list(fighters), **more)


def touching(fighter: Fighter, name: str = "foe") -> Fighter:
    """An enemy in contact with a fighter, behind its back."""
    away = -BASE if fighter.side == "red" else BASE
    return a_fighter(name, "blue" if fighter.side == "red" else "red", x=fighter.x, y=fighter.y + away)
