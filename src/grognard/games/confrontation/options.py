"""The rulings that groups play differently; each field names its ruling, the default first."""

from typing import Literal

from msgspec import Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """All options of the page, in its order."""

    six_rule: Literal["push", "safe", "flat"] = "push"  # C3-RULE-02
    rally: Literal["fixed_6", "fear_level"] = "fixed_6"  # C3-RULE-07
    leadership_tactical: Literal["best_of_two", "sum"] = "best_of_two"  # C3-RULE-08
    reserve_hidden: Literal["no", "yes"] = "no"  # C3-RULE-11
    refusals: Literal["both_lower", "cards_only"] = "both_lower"  # C3-RULE-12
    force_disengage: Literal["res_plus_4", "res_only"] = "res_plus_4"  # C3-RULE-24
    disengage_engage: Literal["no", "yes"] = "no"  # C3-RULE-25
    under_cover_fights: Literal["normal", "all_defence"] = "normal"  # C3-RULE-27
    dice_placement: Literal["open_loser_first", "secret_simultaneous"] = "open_loser_first"  # C3-RULE-39
    failed_attack: Literal["keep_dice", "spend_dice"] = "keep_dice"  # C3-RULE-42
    master_strike_dice: Literal["attack", "defence"] = "attack"  # C3-RULE-46
    wound_modifier: Literal["attacker", "victim"] = "attacker"  # C3-RULE-48
    wound_stacking: Literal["worsen", "add", "highest"] = "worsen"  # C3-RULE-49
    stun_stacks: Literal["no", "yes"] = "no"  # C3-RULE-50
    stun_and_wound: Literal["add", "worse_only"] = "add"  # C3-RULE-50
    exceptional: Literal["injury", "one_worse", "none"] = "injury"  # C3-RULE-51
    tf_avatar: Literal["7_6", "5_4", "2_6"] = "7_6"  # C3-RULE-61
    believer_group: Literal[2, 1, 3] = 2  # C3-RULE-62
    countermagic_mastery: Literal["no", "yes"] = "no"  # C3-RULE-66
    absorption_cost: Literal["printed", "all_spent"] = "printed"  # C3-RULE-67
    censure_melee: Literal["minus_one", "none"] = "minus_one"  # C3-RULE-70
