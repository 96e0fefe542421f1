"""The rulings that groups play differently, with their defaults."""

from typing import Literal

from msgspec import Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """One field for each ruling with alternatives; the first value is the default."""

    low_die: Literal["tohit", "mc"] = "tohit"  # FO-RULE-01
    mc_trigger: Literal["on_hit", "always"] = "on_hit"  # FO-RULE-02
    natural_extremes: Literal["none", "on"] = "none"  # FO-RULE-03
    activation_ql: Literal["current", "printed"] = "current"  # FO-RULE-06
    second_disorder: Literal["any_cause", "morale_only"] = "any_cause"  # FO-RULE-07
    demoralized_effect: Literal["ql_minus_1", "none"] = "ql_minus_1"  # FO-RULE-13
    lone_leader_ql: Literal["zero", "chosen_unit"] = "zero"  # FO-RULE-16
    fire_exempts_melee: Literal["yes", "no"] = "yes"  # FO-RULE-19
    regroup_fire: Literal["yes", "no"] = "yes"  # FO-RULE-21
    facing: Literal["hexspine", "hexside"] = "hexspine"  # FO-RULE-23
    downhill_rough: Literal["surcharge", "free"] = "surcharge"  # FO-RULE-25
    consolidate_cap: Literal["start", "none"] = "start"  # FO-RULE-29
    overrun: Literal["yes", "no"] = "yes"  # FO-RULE-31
    evade_reading: Literal["split", "vs_infantry"] = "split"  # FO-RULE-33
    withdraw_reading: Literal["faster", "any_cavalry"] = "faster"  # FO-RULE-35
    fires_per_activation: Literal["by_mp", "one"] = "by_mp"  # FO-RULE-37
    units_block_fire: Literal["no", "yes"] = "no"  # FO-RULE-38
    regroup_ml: Literal["no", "yes"] = "no"  # FO-RULE-43
    ranker_loss: Literal["none", "one_sp"] = "none"  # FO-RULE-49
    victory_effect: Literal["by_role", "both"] = "by_role"  # FO-RULE-50
    ranged_duel_reply: Literal["no", "yes"] = "no"  # FO-RULE-53
    melee_targets: Literal["one", "all"] = "one"  # FO-RULE-54
    clear_test: Literal["both_hexes", "own_hex"] = "both_hexes"  # FO-RULE-56
    retreat_basis: Literal["state", "new"] = "state"  # FO-RULE-60
    blocked_retreat: Literal["lose_sp", "rout"] = "lose_sp"  # FO-RULE-61
