"""What a charge may come to once it is in contact, for both sides. Distances stay unmeasured (WC-PHASE-05): whether it gets there is not said."""

from fractions import Fraction
from typing import Any

from grognard.games.war_and_conquest.bare_table import field
from grognard.games.war_and_conquest.battle import Battle, Blow, Fray, Unit
from grognard.games.war_and_conquest.blows import strike_dice
from grognard.games.war_and_conquest.charges import Declare
from grognard.games.war_and_conquest.combat import fray_step
from grognard.games.war_and_conquest.contact import touch
from grognard.kernel.chains import chain
from grognard.kernel.choice import Option, Question
from grognard.kernel.odds import Distribution


def reply(battle: Battle, question: Question, option: Option) -> list[tuple[str, Fraction]] | None:
    """Whether the unit charged wins the round, and whether the charger breaks."""
    if not isinstance(option, Declare) or option.verb != "charge" or battle.companion:
        return None
    own, foe = battle.unit(option.unit), battle.unit(option.target)
    if foe.fleeing:
        return None
    ends = first_round(battle, own, foe)
    return [
        ("wins", ends.chance(lambda end: end.situation.unit(foe.id).won)),
        ("you break", ends.chance(lambda end: end.situation.unit(own.id).broke)),
    ]


def charging(battle: Battle, option: Declare) -> list[tuple[str, Fraction]] | None:
    """Whether the charge wins its first round front to front, and whether the enemy breaks."""
    own, foe = battle.unit(option.unit), battle.unit(option.target)
    if option.verb != "charge" or foe.fleeing or battle.companion:
        return None
    ends = first_round(battle, own, foe)
    return [
        ("wins in contact", ends.chance(lambda end: end.situation.unit(own.id).won)),
        ("breaks them", ends.chance(lambda end: end.situation.unit(foe.id).broke)),
    ]


def first_round(battle: Battle, charger: Unit, charged: Unit) -> Distribution[Any]:
    """The two units alone, front to front on a bare table, the one charging."""
    own, foe = charger.copy(), charged.copy()
    own.charged = True
    bare = field(own, foe)
    bare.options = battle.options
    touch(bare, own, foe)
    blows = [
        Blow(unit.id, other.id, "front", strike_dice(unit, "front", unit.files))
        for unit, other in ((own, foe), (foe, own))
    ]
    bare.frays = [Fray([own.id, foe.id], blows)]
    return chain(fray_step, bare, over=lambda each: not each.frays)
