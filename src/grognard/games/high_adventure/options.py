"""The rulings that groups play differently; each field's first value is the default, its comment the ruling."""

from typing import Literal

from msgspec import Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How this group of players reads the rules."""

    attempts_cap: Literal["total3", "extra3"] = (
        "total3"  # HA-RULE-02: three attempts in all, or one and up to three more
    )
    bravery_checks: Literal["off", "on"] = "off"  # HA-RULE-03: nerve before touching a monster
    npc_preempt: Literal["never", "chargers"] = "never"  # HA-RULE-05
    magic_step: Literal["before_melee", "after_melee"] = "before_melee"  # HA-RULE-06
    henchmen: Literal["per_side", "per_pc"] = "per_side"  # HA-RULE-08: how many hench-beings a side may have
    man_move: Literal[5, 8] = 5  # HA-RULE-13: inches that man-sized races walk
    obstacle: Literal["whole_move", "crossing"] = "whole_move"  # HA-RULE-15: what crossing a wall costs
    npc_split: Literal["even", "never"] = "even"  # HA-RULE-18: whether uncommanded figures share out their dice
    strength_bonus: Literal["printed", "current"] = "printed"  # HA-RULE-20: which Strength gives +1 to the difference
    diff4: Literal["printed", "light"] = "printed"  # HA-RULE-22: the W+PB of the melee table, or LW+PB
    break_off: Literal["additional", "instead"] = "additional"  # HA-RULE-23: besides the hit, or instead of it
    shoot_into_melee: Literal["no", "yes"] = "no"  # HA-RULE-25
    crossbow_load: Literal["next_turn", "same_turn"] = "next_turn"  # HA-RULE-26
    shield_die: Literal["sum", "best"] = "sum"  # HA-RULE-28: the shield's D6 is added, or the better die counts
    plate5: Literal["printed", "diagonal"] = "printed"  # HA-RULE-29: Plate hit by five
    wound_limit: Literal["equal", "exceed"] = "equal"  # HA-RULE-30: falls at wounds equal to Strength, or beyond
    reanimate_delay: Literal[6, 0] = 6  # HA-RULE-31: turns that a body must lie
    divine: Literal["off", "on"] = "off"  # HA-RULE-34: appeals to the gods
    boost: Literal["after_roll", "before_roll"] = "after_roll"  # HA-RULE-37
    loose_zombie: Literal["collapse", "rampage"] = "collapse"  # HA-RULE-46: a zombie whose master does something else
    transform_dragon: Literal["no", "yes"] = "no"  # HA-RULE-48: a caster may become a dragon or giant
    disbelief: Literal["cleverness", "none"] = "cleverness"  # HA-RULE-49: seeing through an Illusion
    freeze_figures: Literal["yes", "no"] = "yes"  # HA-RULE-51: whether Freeze may be cast at a figure
    stealth_in_open: Literal["no", "yes"] = "no"  # HA-RULE-54
    shield_as_padded: Literal["off", "melee"] = "off"  # HA-RULE-57: an unarmoured shield bearer is Padded in melee
    high_totals: Literal["printed", "escort"] = "printed"  # HA-RULE-62: arrivals of 15 and more
    event_deck: Literal["off", "on"] = "off"  # HA-RULE-65
    breath_roll: Literal["shared", "separate"] = "shared"  # HA-RULE-66: one attack throw for all, or one each
    zombie_fall: Literal["stays_down", "rises_on_6"] = "stays_down"  # HA-RULE-68
    casualties: Literal["figures", "strength"] = "figures"  # HA-RULE-71: how a group's losses are counted
    halt: Literal["stand", "frozen"] = "stand"  # HA-RULE-76: what Halt lets a group do
    green: Literal["stand_march_attack", "march_attack"] = (
        "stand_march_attack"  # HA-RULE-77: results that a PC may change
    )
    own_initiative: Literal["green", "any"] = "green"  # HA-RULE-78
    helpless: Literal["zero", "one_die"] = "zero"  # HA-RULE-80: what a helpless figure throws in melee
    mindless: Literal["chart", "fearless"] = "chart"  # HA-RULE-87: whether undead flee
