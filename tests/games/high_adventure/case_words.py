"""The words that a golden case of this game may use, from the case vocabulary of its rules: whatever else stands in a case is refused, not ignored."""

from typing import Any

from grognard.errors import RecordError

FIGURE_WORDS = (
    "str wsk armour lw weapon unfamiliar mounted charged invisible supporters helpless fleeing blocked breaks_off pc shield two_handed ring belt elf"
    " kind from name side"
)
FIGURE = frozenset(FIGURE_WORDS.split())
SHOT = "shooter target weapon distance same_wood target_below soft_cover building from dice"
CASTING = "pp boost belt scroll"
GIVEN = {
    op: frozenset(f"op options {words}".split())
    for op, words in {
        "test": "value kind helpers rolls", "character": "at_least", "jump": "width figure",
        "move": "who pace d6 difficult obstacle stand", "charge": "who path", "run": "ran", "ride": "moved pivots",
        "move_order": "movers preempt", "coherent": "points", "edge": "at facing point", "points": "out held",
        "melee": "a b dice", "melee_rounds": "a b rounds", "melee_split": "one foes allot dice plan_only",
        "npc_split": "dice_left foes", "pairing": "figures touching", "break_off": "scores room",
        "range": "weapon distance same_wood belt", "table": "table armour", "shot": f"{SHOT} divine", "volley": "target shots",
        "stray": f"{SHOT} invisible", "loading": "weapon move moved", "npc_target": "weapon same_wood enemies",
        "wounds": "figure hits", "breath": "dragon distance targets dice",
        "cast": f"{CASTING} ability cost roll", "castings": f"{CASTING} ability cost turns", "prepare": "ability turns",
        "spell": f"{CASTING} ability distance active_in strength release_rolls", "freeze": f"{CASTING} immune duration",
        "summon": f"{CASTING} cleverness dice", "control": f"{CASTING} at_least", "knock_back": f"{CASTING} gap roll",
        "abilities": "known major_wizard", "power": f"{CASTING} level at_least cost", "reanimate": "died turn old_body distance",
        "divine": "rolls", "sight": "where depth distance shot stealth cleverness spot test fixed",
        "prisoners": "prisoners dispatchers", "fire": "tries water building",
        "arrivals": "markers contact party_strength picts pool roll", "arrivals_run": "turns contact party_strength picts pool",
        "portal": "kind phase visible in_open nearest dungeon refuges", "solo": "group seen retreating_friends roll",
        "chart": "weapons rf order fortified undead roll", "command": "weapons rf order fortified undead group_ld pcs roll test",
        "order_test": "ld distance",
    }.items()
}  # fmt: skip
LINES = {  # the tables inside a case
    **dict.fromkeys(("a", "b", "one", "foes", "figure", "figures", "shooter", "target", "targets", "dragon"), FIGURE),
    "invisible": FIGURE,
    **{
        name: frozenset(words.split())
        for name, words in {
            "shots": "shooter weapon distance same_wood target_below soft_cover building from",
            "dice": "a b one foes attack defence shield stray stray_defence stray_shield breath cast what control turns",
            "movers": "name ld",
            "enemies": "name distance in_sight invisible belt",
            "pool": "guards polearms archers wizard wizards warriors",
            "refuges": "name distance in_sight nearest_player dead_ground",
            "group": "original lost wounded lw str wsk hero weapons order in_cover advancing man_sized fortified undead lw_taken lw_dealt",
            "seen": "distance in_cover arc kind",
            "retreating_friends": "distance in_sight",
            "pcs": "ld distance",
            "at_least": "bravery strength skill cleverness leadership",
        }.items()
    },
}


def check(given: dict[str, Any]) -> None:
    """Refuse an operation or a field that the vocabulary does not know."""
    if given["op"] not in GIVEN:
        raise RecordError(f"there is no operation {given['op']!r}")
    refuse(given, GIVEN[given["op"]], given["op"])
    for name, value in given.items():
        if name != "options":
            check_lines(name, value)


def check_lines(name: str, value: Any) -> None:
    """The tables of a field: one, or a list of them; a shot in a volley has its shooter inside."""
    for line in value if isinstance(value, list) else [value]:
        if isinstance(line, dict):
            refuse(line, LINES.get(name, frozenset()), name)
            for inner, more in line.items():
                check_lines(inner, more)


def refuse(line: dict[str, Any], known: frozenset[str], where: str) -> None:
    unknown = sorted(set(line) - known)
    if unknown:
        raise RecordError(f"{where} has no field {', '.join(unknown)}")
