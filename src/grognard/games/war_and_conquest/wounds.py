"""From hits to dead figures: armour and killing dice, the same for missiles and blows."""

from grognard.kernel.dice import D6
from grognard.kernel.referee import Referee


def kill(
    referee: Referee, by: str, against: str, who: str, dice: int, need: int, armour: int, killing: int, rule: str
) -> int:
    """Throw so many dice to hit, then the enemy's armour saves, then dice to kill; how many figures fall.

    WC-OSHOOT-03: each hit is saved on 7 - AV, with AV 0 never; WC-OSHOOT-04: each unsaved hit kills on 7 - KA.
    """
    if dice <= 0:
        return 0
    hits = referee.roll((dice * D6).at_least(need), f"{who} hits", by=by, rule=rule).total
    if hits and armour > 0:
        hits -= referee.roll(
            (hits * D6).at_least(7 - armour), f"armour against {who}", by=against, rule="WC-OSHOOT-03"
        ).total
    if not hits:
        return 0
    return referee.roll((hits * D6).at_least(7 - killing), f"{who} kills", by=by, rule="WC-OSHOOT-04").total
