"""What a golden case may be given: every field of the case vocabulary, so that a field nobody would read is refused instead of ignored."""

from typing import Any

WOUNDS = "level stunned"
CLASH = {"attacker": f"att str {WOUNDS} charged", "defender": f"def res {WOUNDS} charged"}
SHOT = f"aim {WOUNDS} distance ranges walked reoriented rapid_reload assault_fire friends_in_contact"
TARGET = "size under_cover other_altitude partial"
FEAR = "cou fear enemy_fear living_dead immune_to"
MAGE = "power kind path in_melee"
MANA = f"rank {MAGE} gems routed"
FIGHTER = f"name att str def res kind x abilities {WOUNDS} charged routed defence_marker"
ATTACK = "by on die defence use dice wound master counter give_up"
TACTICIAN = "dis dice leadership musician war_staff"
INITIATIVE = f"ini {WOUNDS} charged"

# By procedure: the plain fields, and what may stand in those that hold tables; "*" is any name.
FIELDS: dict[str, tuple[str, dict[str, str]]] = {
    "test": ("stat difficulty penalty dice pool", {}),
    "test_odds": ("stat difficulty penalty pool_size illuminated policy", {}),
    "tactical": ("", {"a": TACTICIAN, "b": TACTICIAN}),
    "tactical_odds": ("policy", {"a": TACTICIAN, "b": TACTICIAN}),
    "tactical_setup": ("", {"fighters": "dis leadership musician standard routed cm_from_leader"}),
    "refusals": ("", {"a": "cards figures", "b": "cards figures"}),
    "lead_turn": ("deck reserve slots refusals", {}),
    "card_sequence": ("sequence", {}),
    "actions": ("kind actions assault_fire rapid_reload", {}),
    "force": ("base card_word listed_small", {}),
    "max_opponents": ("base in_contact", {}),
    "charge_penalty": ("chargers engagers", {"target": "force ini att def"}),
    "disengage": (f"mov ini opponents charged {WOUNDS} abilities dice", {}),
    "disengage_odds": (f"mov ini opponents charged {WOUNDS} abilities policy", {}),
    "disengage_force": (f"str force {WOUNDS} charged dice policy", {"opponents": "force res"}),
    "shot": (f"{SHOT} dice distribution_die", {"target": TARGET}),
    "shot_odds": (f"{SHOT} weapon_str target_res friend_res policy", {"target": TARGET}),
    "may_fire": ("aim los ranged_weapon activated in_contact routed did assault_fire target_camp", {}),
    "fear": (f"{FEAR} role activated in_contact distance assault_mov dice", {}),
    "fear_odds": (f"{FEAR} testers policy", {}),
    "rally": ("cou dis using fear_level immune_to dice", {}),
    "rally_odds": ("cou dis fear_level policy", {}),
    "rout_may": ("mov in_contact", {}),
    "placements": ("dice routed defence_marker", {}),
    "combat_dice": ("kind opponents att def charged routed sequence bought", {}),
    "ini": ("", {"a": "fighters dice", "b": "fighters dice", "a.fighters": INITIATIVE, "b.fighters": INITIATIVE}),
    "ini_odds": ("policy", {"a": "fighters", "b": "fighters", "a.fighters": INITIATIVE, "b.fighters": INITIATIVE}),
    "exchange": ("attack_die defence def_dice dice_used defence_dice", CLASH),
    "exchange_odds": ("defence def_dice dice_used policy", CLASH),
    "attacks_odds": ("attacks def_dice policy", CLASH),
    "may_counter": ("kind abilities def_dice routed", {}),
    "may_sustain": ("placed_att placed_def def_dice_left mode", {}),
    "master_strike": (
        "att_dice def_dice res victim_level dice",
        {"attacker": f"att str x charged bought spell_att {WOUNDS}"},
    ),
    "wound": ("dice str res", {"attacker": WOUNDS, "victim": f"{WOUNDS} abilities"}),
    "wound_odds": ("str res", {"attacker": WOUNDS, "victim": f"{WOUNDS} abilities"}),
    "location_odds": ("", {}),
    "frays": ("contacts combats", {}),
    "combat": ("first", {"a": FIGHTER, "b": FIGHTER, "place": "*", "attacks": ATTACK}),
    "pursuit": ("mov all_enemies_dead pursuits_done implacable routed target_fought", {}),
    "mana": (f"{MANA} dice", {}),
    "mana_odds": (f"{MANA} policy", {}),
    "mage_limits": ("power intensities", {}),
    "absorb": ("element cost mastery_gems", {"gems": "light air water fire earth darkness"}),
    "cast": (
        "element cost difficulty range distance mastery_gems pool",
        {
            "caster": MAGE,
            "counter": f"{MAGE} los routed distance_to_caster dice pool mastery_gems",
            "absorb": "gems",
            "absorb.gems": "light air water fire earth darkness",
        },
    ),
    "cast_odds": ("difficulty mastery_gems policy", {"caster": MAGE, "counter": MAGE}),
    "repeat": ("what target", {"tried": "what target success"}),
    "tf": ("kind rank aspects piety routed altitude", {"figures": "n dis in_aura altitude camp tags"}),
    "call": (
        "fervour bond difficulty range distance pool",
        {
            "faithful": "aspects tf kind cult illuminated in_melee",
            "censure": "spent tf kind cult in_melee los routed distance_to_caller",
        },
    ),
    "call_odds": ("difficulty bond censure_spent policy", {"faithful": "aspects kind cult illuminated in_melee"}),
    "faith_limits": ("kind aspects miracles", {}),
    "artefacts": ("rank carried", {}),
}


def check_fields(do: str, given: dict[str, Any]) -> None:
    """Refuse a procedure or a field that the vocabulary does not know."""
    if do not in FIELDS:
        raise ValueError(f"the vocabulary has no procedure {do!r}")
    plain, tables = FIELDS[do]
    known = {"": f"{plain} options {' '.join(name for name in tables if '.' not in name)}", **tables}
    _check_table(do, "", given, known)


def _check_table(do: str, where: str, table: dict[str, Any], known: dict[str, str]) -> None:
    for name, value in table.items():
        accepted = known[where].split()
        if name not in accepted and accepted != ["*"]:
            raise ValueError(f"{do} has no field {f'{where}.{name}'.strip('.')!r}; it may have: {', '.join(accepted)}")
        inside = f"{where}.{name}".strip(".")
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, dict) and inside in known:
                _check_table(do, inside, one, known)
