"""The words that a case may use: a field or value that nobody knows is refused, never passed over."""

from collections.abc import Mapping
from typing import Any

from msgspec import ValidationError, convert

from grognard.errors import RecordError
from grognard.games.war_and_conquest.options import Options


def words(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


UNIT = words(
    "name side mv formation models start traits fleeing kind weight ca ka sh av weapon files charged disordered flanked cover "
    "engaged broke caught below_minimum failed_rally fled_this_turn round_start shot glanced struck_back fought tested "
    "general general_near won continues try dice enemies leader_contacts reaches_edge last_dice "
    "casualties_inflicted struck struck_in uphill enemy_shaken"
)
TEST = words("kind unit general general_lost difference enemies dice reroll attempts")
REQUIRED = words("units distances generals general_distances")
FIELDS: dict[str, frozenset[str]] = {
    "all_pass": words("tests"),
    "casualties": words("formation round_start start shot glanced struck_back fought engaged n p"),
    "charge": words("unit target distance angle"),
    "charge_flee": words("gap reach fleer dice"),
    "combat": words("a b"),
    "cost": words("models kind ca ka mv av missile trait"),
    "end_phase": words("sa units picks"),
    "fail": words("engaged won continues"),
    "flee": words("fleer pursuers flee_dice pursuit_dice"),
    "flee_through": words("unit phase dice reroll"),
    "general_risk": words("combats"),
    "glance": words("skirmishers target"),
    "last_return": words("turn left_in own_round"),
    "minimum": words("kind formation models"),
    "move": words("unit pace enemy_within_5 dice reroll general open rough"),
    "order": words("sa a b"),
    "rally_state": words("attempted passed owner_plays_next_turn leader_contacts"),
    "required": REQUIRED,
    "resolution": REQUIRED | {"sa", "picks"},
    "score": words("a b"),
    "shoot": words("shooter target n k long_range moved stand_and_shoot"),
    "strategy": words("bid_a bid_b dice_a dice_b"),
    "strike": words("attacker defender"),
    "test": TEST,
    "zone": words("mv distance state other_bonus"),
}
NONE = ("", "none")
VALUES: dict[str, tuple[Any, ...]] = {
    "formation": ("battle", "skirmish"),
    "weight": ("heavy", "medium", "light"),
    "weapon": ("hand weapons", "spears", "pikes", "lances", "javelins", "sling", "bow", "crossbow"),
    "cover": (*NONE, "soft", "hard"),
    "side": ("a", "b"),
    "sa": ("a", "b"),
    "phase": ("resolution", "end"),
    "pace": ("advance", "double", "turn", "back"),
    "left_in": ("end_phase", "round_1", "round_2"),
    "own_round": (1, 2),
    "owner_plays_next_turn": ("first", "second"),
    "leader_contacts": ("none", "friend", "enemy"),
    "struck": ("front", "flank", "rear"),
    "struck_in": ("front", "flank", "rear"),
    "tested": (*NONE, "passed", "failed"),
    "state": ("able", "fleeing", "slain"),
    "missile": (*NONE, "javelins", "javelin", "sling", "bow", "crossbow"),
    "trait": (*NONE, "Drilled", "Undisciplined"),
    "kind": ("foot", "mounted"),
}
CAUSES = {"shot": "shooting", "missiles": "shooting", "glanced": "glancing", "struck_back": "strike back", "none": ""}
TEST_KINDS = ("morale", "command", "combat", "rally", "last_chance")
ENEMY = words("distance in_combat fleeing personality")


def refuse_unknown(given: Mapping[str, Any]) -> None:
    """Refuse a case that says something we do not know."""
    do = given.get("do")
    if do not in FIELDS:
        raise RecordError(f"there is no procedure {do!r} in the vocabulary")
    _known(given, FIELDS[do] | {"do", "options"}, do)
    try:
        convert(given.get("options", {}), Options)
    except ValidationError as error:
        raise RecordError(f"options of {do}: {error}") from None


def _known(table: Mapping[str, Any], fields: frozenset[str], where: str) -> None:
    for name, value in table.items():
        if name not in fields:
            raise RecordError(f"{where} has no {name!r}")
        _value(name, value, where)
        for part in value if isinstance(value, list) else (value,):
            if isinstance(part, dict) and name not in ("options", "generals"):
                _known(part, _fields_of(name), f"{where}.{name}")


def _fields_of(name: str) -> frozenset[str]:
    return {"tests": TEST, "enemies": ENEMY}.get(name, UNIT)


def _value(name: str, value: Any, where: str) -> None:
    allowed = TEST_KINDS if name == "kind" and where in ("test", "all_pass.tests") else VALUES.get(name)
    if allowed is not None and value not in allowed:
        raise RecordError(f"{where}: {name} is one of {allowed}, not {value!r}")
    if name == "traits" and not set(value) <= {"Drilled", "Undisciplined"}:
        raise RecordError(f"{where}: no such trait in {value!r}")
    if name == "generals" and not set(value.values()) <= {"slain", "routed", "fleeing", "able"}:
        raise RecordError(f"{where}: no such state of a general in {value!r}")
