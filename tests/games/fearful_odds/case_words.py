"""The words that a case may use: a field or value that nobody knows is refused, never passed over."""

from collections.abc import Mapping
from typing import Any

from grognard.errors import RecordError


def words(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


UNIT = words(
    "class missile sp sp_start ql ma cev_full cev_limited missile_cev order ammo leader_ml demoralized state "
    "active type character"
)
FIGHTER = words("prowess wound ranker_ql sp sp_start")
LINE = words(
    "from attacker_terrain defender_terrain hexside wall_of attacker_level defender_level charge victor narrow_way"
)
FIELDS: dict[str, frozenset[str]] = {
    "activation": words("leader_ml lead ready"),
    "advance": words("unit at facing to hexside impassable"),
    "arc": words("at facing missile target_at ammo"),
    "arrivals": words("initiative entry occupied enemies"),
    "challenge": words("challenger hex"),
    "charge_bonus": words("unit activation hexes_entered began_adjacent"),
    "charge_duty": words("unit at facing enemies friends"),
    "consolidate": words("a b"),
    "demoralization": words("start_sp on_map_sp not_arrived_sp level already"),
    "distance": words("a b"),
    "duel": words("a b dice"),
    "duel_series": words("a b rounds"),
    "evade": words("unit mover contact_before die"),
    "hexes": words("at facing"),
    "impulses": words("first calls"),
    "initiative": words("a_oc b_oc last dice"),
    "initiative_run": words("a_oc b_oc last turns"),
    "map_move": words("unit at facing path activation enemies friends withdrew"),
    "melee": LINE | words("attacker defender dice"),
    "melee_series": LINE | words("attackers defender"),
    "missile": words("attacker target cover target_higher dice"),
    "missile_series": words("attacker target cover target_higher shots"),
    "morale": words("unit die mod"),
    "offset": words("col row"),
    "overrun": words("unit activation enemy_unit_in_front victorious_there"),
    "path": words("unit steps"),
    "rally": words("unit activation by_leader rally_used attempts die"),
    "ranged_duel": words("attacker target dice"),
    "react": words("at facing others mover_from mover_to active order"),
    "regroup": words("unit activation box leader_ml attempts die"),
    "relocate": words("at friends"),
    "retreat": words("at facing enemy_at hexes occupied blocked enemies sp evade"),
    "side": words("striker_at target_at target_facing"),
    "states": words("pieces spent events"),
    "task_check": words("unit die checks"),
    "victory": words("a b last_turn"),
    "who_melees": words("at facing enemies fired_in_charge"),
    "withdraw": words("unit contacts activation die"),
}
TABLES: dict[str, frozenset[str]] = {
    "unit": UNIT,
    "lead": UNIT,
    "mover": UNIT,
    "attacker": UNIT,
    "defender": UNIT,
    "contacts": UNIT,
    "attackers": LINE | {"unit"},
    "target": UNIT,
    "challenger": words("kind active fought"),
    "hex": words("unit hero leader active"),
    "enemies": words("at facing"),
    "others": words("at facing"),
    "steps": words("do spines terrain slope hexside leaving"),
    "events": words("do who"),
    "dice": words("a b attacker defender"),
}
TABLES_OF: dict[tuple[str, str], frozenset[str]] = {
    **{(op, side): FIGHTER for op in ("duel", "duel_series") for side in "ab"},
    **{("victory", side): words("start lost demoralized units_left") for side in "ab"},
    **{("consolidate", side): UNIT for side in "ab"},
    ("ranged_duel", "target"): FIGHTER,
}
GROUND = words("clear road hill woods rough marsh town works ditch bridge gate river lake cliff")
HEXSIDE = words("none stream wall ford bridge gate")
VALUES: dict[str, frozenset[str]] = {
    "class": words("foot horse beast engine"),
    "missile": words("none javelin sling bow engine"),
    "order": words("good disorder rout"),
    "ammo": words("fresh low out"),
    "state": words("ready active spent"),
    "wound": words("none minor"),
    "activation": words("charge march regroup"),
    "from": words("front flank rear"),
    "victor": words("none attacker defender"),
    "wall_of": words("attacker defender"),
    "hexside": HEXSIDE,
    "attacker_terrain": GROUND,
    "defender_terrain": GROUND,
    "terrain": GROUND,
    "leaving": GROUND,
    "slope": words("up level down"),
    "last": words("a b none"),
    "first": words("a b"),
    "initiative": words("a b"),
    "box": words("rout regroup"),
    "kind": words("hero leader"),
    "calls": words("act pass"),
}


def refuse_unknown(op: str, given: Mapping[str, Any]) -> None:
    """Refuse a case that says something we do not know."""
    if op not in FIELDS:
        raise RecordError(f"no case does {op!r}")
    _known(op, given, FIELDS[op])
    for name, value in given.items():
        allowed = TABLES_OF.get((op, name), TABLES.get(name))
        for table in value if isinstance(value, list) else [value]:
            if isinstance(table, Mapping):
                _check(f"{op}.{name}", table, allowed)
                if "unit" in table and isinstance(table["unit"], Mapping):
                    _check(f"{op}.{name}.unit", table["unit"], UNIT)


def _check(place: str, table: Mapping[str, Any], allowed: frozenset[str] | None) -> None:
    if allowed is None:
        raise RecordError(f"{place} is not a table")
    _known(place, table, allowed)


def _known(place: str, table: Mapping[str, Any], allowed: frozenset[str]) -> None:
    for name, value in table.items():
        if name not in allowed:
            raise RecordError(f"{place} has no {name!r}; it may have {', '.join(sorted(allowed))}")
        for word in value if isinstance(value, list) else [value]:
            if isinstance(word, str) and name in VALUES and word not in VALUES[name]:
                raise RecordError(f"{place}.{name} may be {', '.join(sorted(VALUES[name]))}, not {word!r}")
