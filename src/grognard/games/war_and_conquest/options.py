"""The rulings that groups play differently, each with the values it may take; the default is the first."""

from typing import Literal

from msgspec import Struct


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How this battle reads the rules."""

    strategy_tie: Literal["reroll", "holder"] = "reroll"  # WC-RULE-01
    panic_chain: Literal["no", "yes"] = "no"  # WC-RULE-09
    battle_ignores_skirmishers: Literal["all", "flee_only"] = "all"  # WC-RULE-11
    casualty_base: Literal["round_start", "original"] = "round_start"  # WC-RULE-13
    minimum_trigger: Literal["always", "combat"] = "always"  # WC-RULE-16
    hero_scope: Literal["combat", "all_tests"] = "combat"  # WC-RULE-20
    rally_flee: Literal["after_all", "at_once"] = "after_all"  # WC-RULE-24
    sip_use: Literal["strategy", "strategy_and_morale"] = "strategy"  # WC-RULE-32
