"""The rulings that groups play differently, with their defaults."""

from typing import Literal

from msgspec import Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """One field for each ruling with alternatives; the first value is the default."""

    priority_tie: Literal["reroll", "swap"] = "reroll"  # EG-RULE-01
    morale_step: Literal["priority", "end"] = "priority"  # EG-RULE-02
    reload_on_the_move: Literal["no", "short"] = "no"  # EG-RULE-04
    run_may_engage: Literal["no", "yes"] = "no"  # EG-RULE-05
    withdraw: Literal["free", "parting_blow"] = "free"  # EG-RULE-07
    stunned_move: Literal["full", "half"] = "full"  # EG-RULE-09
    wounded_shooter: Literal["cumulative", "once"] = "cumulative"  # EG-RULE-21
    into_combat: Literal["stray_on_miss", "random_first", "forbidden"] = "stray_on_miss"  # EG-RULE-22
    blunderbuss_reload: Literal["none", "reload_1_powder"] = "none"  # EG-RULE-30
    combat_pick: Literal["priority", "alternate"] = "priority"  # EG-RULE-33
    multi_pool: Literal["shared", "per_model"] = "shared"  # EG-RULE-34
    lance_on_foot: Literal["initiative_only", "nothing"] = "initiative_only"  # EG-RULE-45
    second_stun: Literal["fight_only", "cumulative"] = "fight_only"  # EG-RULE-48
    light_then_grievous: Literal["critical", "grievous"] = "critical"  # EG-RULE-49
    strength_modifiers: Literal["cumulative", "worst"] = "cumulative"  # EG-RULE-53
    rout: Literal["flee", "concede"] = "flee"  # EG-RULE-57
    morale_naturals: Literal["off", "on"] = "off"  # EG-RULE-58
    ploy_set: Literal["full", "basic"] = "full"  # EG-RULE-40, section 12
