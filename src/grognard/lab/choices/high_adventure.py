"""High Adventure through choices: sharing out dice among several foes."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from grognard.games.high_adventure import melees
from grognard.games.high_adventure import questions as high_adventure
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.melee import fight
from grognard.games.high_adventure.pairing import Outnumbered, split_up
from grognard.games.high_adventure.things import Melee, Task
from grognard.kernel.best import Solution, Solver
from grognard.kernel.referee import Referee


def share_dice(
    strength: int = 3, skill: int = 2, armour: high_adventure.ArmourWord = "padded", foes: int = 2, foe_skill: int = 1,
    foe_armour: high_adventure.ArmourWord = "padded", care: float = 1,
) -> Solution:  # fmt: skip
    """Outnumbered: how does he share out his dice (HA-MEL-11)? Every split, by the foes it is expected to put out, less `care` times the chance to be hurt himself."""
    one = high_adventure.a_fighter(strength=strength, skill=skill, armour=armour, pc=True)
    others = [
        high_adventure.a_fighter(f"f{n}", "blue", skill=foe_skill, armour=foe_armour, x=100 + 300 * n, y=100)
        for n in range(foes)
    ]
    battle = high_adventure.a_skirmish(one, *others)
    battle.sides[0].solo = False
    weight = Fraction(str(care))

    def one_round(referee: Referee, battle: Battle) -> None:
        hero, *rest = battle.figures
        whole = Melee(hero.id, rest[0].id, strength, 1, supporters_other=[foe.id for foe in rest[1:]])
        battle.melees = split_up(referee, battle, Outnumbered(hero, rest, whole))
        for melee in battle.melees:
            fight(referee, battle, melee)
        melees.blows(referee, battle, Task("blows"))

    def worth(battle: Battle) -> Fraction:
        hero, *rest = battle.figures
        hurt = not hero.able or hero.light_wounds > 0
        return sum(foe.state in high_adventure.OUT for foe in rest) - weight * hurt

    return Solver(one_round, "red", worth).solve(battle)


CHOICES: dict[str, Callable[..., Any]] = {"share_dice": share_dice}
