"""Falls: from a height, and being pushed off an edge."""

from grognard.games.en_garde.battle import INCH, Battle, Figure
from grognard.games.en_garde.wounds import WOUND, Result, suffer
from grognard.ground.paths import Going, pushed_back
from grognard.kernel.dice import D6
from grognard.kernel.referee import Referee

HARMLESS = 2 * INCH
SHOVE = 2 * INCH  # EG-PLOY-06


def fall(referee: Referee, battle: Battle, figure: Figure, height: int) -> Result:
    """EG-RULE-76: D6 + whole inches - 5, without armour; 2" or less is harmless. An Acrobat may roll again (EG-RULE-66)."""
    if height <= HARMLESS:
        return Result.SCRATCH
    die = referee.roll(D6, f"{figure.name} falls {height // INCH} inches", by=figure.side, rule="EG-RULE-76").total
    if figure.has("Acrobat") and referee.may(
        figure.side, f"{figure.name} fell with a {die}: roll again?", rule="EG-RULE-66", about=(figure.id,)
    ):
        die = referee.roll(D6, f"{figure.name} falls again", by=figure.side, rule="EG-RULE-66").total
    result = WOUND[die + height // INCH - 5]
    referee.tell("{} falls: {}", figure, result, rule="EG-RULE-76")
    suffer(referee, battle, figure, result)
    return result


def pushed_off(referee: Referee, battle: Battle, figure: Figure, attacker: Figure) -> None:
    """Push a model 2" straight away; it stops at a wall or model, and falls off an edge that it is pushed over."""
    others = tuple(other.disc for other in battle.standing() if other is not figure)
    before = ground_height(battle, figure.x, figure.y)
    going = Going(battle.terrain, figure.radius, blockers=others)
    (figure.x, figure.y), _ = pushed_back(going, figure.x, figure.y, attacker.x, attacker.y, SHOVE)
    drop = before - ground_height(battle, figure.x, figure.y)
    if drop > 0:
        fall(referee, battle, figure, drop)


def ground_height(battle: Battle, x: int, y: int) -> int:
    """How high the ground is here."""
    return max((feature.height for feature in battle.terrain.at(x, y) if "area" in feature.tags), default=0)
