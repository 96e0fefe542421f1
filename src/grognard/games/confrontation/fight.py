"""A combat while it is fought: the fighters in it with their values and wounds, and the dice they have placed."""

from typing import Annotated

from grognard.kernel import battle as kernel
from grognard.kernel.view import HIDDEN

NONE, LIGHT, SERIOUS, CRITICAL, KILLED = range(5)  # C3-EFF-07: wound levels
LEVELS = ("none", "light", "serious", "critical", "killed")


class Body(kernel.Changing):
    """What can be wounded: a fighter on the table, or the same one in the middle of a combat."""

    level: int = NONE
    stunned: int = 0  # how often this round; more than one counts only under stun_stacks
    injuries: tuple[
        str, ...
    ] = ()  # C3-RULE-51: "mov_halved", "att_aim_minus_1", "ini_minus_1", "res_minus_1", "def_minus_1"


class Combatant(Body, kw_only=True):
    """A fighter in a combat: what it fights with, and its dice."""

    id: str
    side: str
    name: str
    att: int = 3  # with spells, without injuries, charge and purchases
    printed_att: int = 3
    ini: int = 3  # with spells, without injuries and charge
    strength: int = 5
    defence: int = 3
    res: int = 5
    charged: bool = False
    routed: bool = False
    defence_marker: bool = False
    counters: bool = False  # may counter-attack
    ambidextrous: bool = False
    master: int = -1  # X of its Master Strike; -1 for none
    sequence: int = 0  # dice it may buy
    thick_hide: bool = False
    gorget: bool = False  # C3-ARTI-02
    third_hand: bool = False  # C3-ARTI-06, not yet used
    opponents: int = 1  # that it faced when the dice were placed
    written: Annotated[tuple[int, int, int, bool] | None, HIDDEN] = None  # placed in secret, not yet revealed
    placed: bool = False
    bought: int = 0
    placed_att: int = 0  # as placed, for C3-SUST-01
    placed_def: int = 0
    att_dice: int = 0  # left
    def_dice: int = 0
    struck: tuple[str, ...] = ()  # the enemies it has attacked in this exchange


class Fight(kernel.Changing, kw_only=True):
    """A combat: one fighter against all the others (C3-RULE-36). The first combatant is the one."""

    combatants: list[Combatant]
    first: str = ""  # the side that won the initiative
    attacking: str = ""  # the side whose exchange it is
    stage: str = "initiative"  # then "placing", "exchanges", "over"
    gained: tuple[str, str] | None = None  # an attack gained by a counter-attack or Ambidextrous: by whom, on whom
    hurt: tuple[str, str, int] | None = None  # a wound roll that is due: by whom, on whom, with what STR

    def combatant(self, id: str) -> Combatant:
        for combatant in self.combatants:
            if combatant.id == id:
                return combatant
        raise KeyError(id)
