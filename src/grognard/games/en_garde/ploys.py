"""Ploys: what each side may add to one attack, and what it pays (EG-RULE-40)."""

from enum import Enum

from grognard.games.en_garde.battle import Figure, Pool
from grognard.games.en_garde.options import Options
from grognard.games.en_garde.weapons import Blade


class Ploy(Enum):
    """One at most for each side and attack."""

    NONE = "none"
    PARRY = "parry"
    DODGE = "dodge"
    RIPOSTE = "riposte"
    MIGHTY = "mighty"
    FEINT = "feint"
    SHOVE = "shove"


COST = {Ploy.NONE: 0, Ploy.PARRY: 1, Ploy.DODGE: 1, Ploy.RIPOSTE: 2, Ploy.MIGHTY: 1, Ploy.FEINT: 1, Ploy.SHOVE: 1}
RULE = {
    Ploy.PARRY: "EG-PLOY-01",
    Ploy.DODGE: "EG-PLOY-02",
    Ploy.RIPOSTE: "EG-PLOY-03",
    Ploy.MIGHTY: "EG-PLOY-04",
    Ploy.FEINT: "EG-PLOY-05",
    Ploy.SHOVE: "EG-PLOY-06",
}
WORDS = {
    Ploy.NONE: "No ploy",
    Ploy.PARRY: "Parry (two dice)",
    Ploy.DODGE: "Dodge (the higher of two dice)",
    Ploy.RIPOSTE: "Riposte (parry, and strike back)",
    Ploy.MIGHTY: "Mighty blow (best two of three)",
    Ploy.FEINT: "Feint (cancels the parry)",
    Ploy.SHOVE: "Shove (stun and push back)",
}
PARRIES = (Ploy.PARRY, Ploy.RIPOSTE)


def defence_ploys(options: Options, defender: Figure, blade: Blade, attack: Blade, pool: Pool) -> list[Ploy]:
    """What the defender may declare (EG-ATK-03), paid with Defence counters (EG-RULE-39); nothing first."""
    ploys = [Ploy.NONE]
    if pool.defence < 1:
        return ploys
    parries = can_parry(blade, attack)
    if parries:
        ploys.append(Ploy.PARRY)
    if options.ploy_set == "full":
        if not defender.mounted:
            ploys.append(Ploy.DODGE)
        if parries and defender.profile.swordsman and pool.defence >= COST[Ploy.RIPOSTE]:
            ploys.append(Ploy.RIPOSTE)
    return ploys


def can_parry(blade: Blade, attack: Blade) -> bool:
    """Bare hands do not parry, and no pistol shot is parried (EG-PLOY-01)."""
    return blade.parries and not attack.is_pistol


def attack_ploys(
    options: Options, attacker: Figure, defender: Figure, attack: Blade, pool: Pool, declared: Ploy
) -> list[Ploy]:
    """What the attacker may add, knowing the defender's ploy (EG-ATK-04); `pool` is what is left after the attack was paid."""
    ploys = [Ploy.NONE]
    if pool.attack < 1 or attack.is_pistol:
        return ploys
    ploys.append(Ploy.MIGHTY)
    if options.ploy_set == "full":
        if attacker.profile.swordsman and declared in PARRIES:
            ploys.append(Ploy.FEINT)
        if not attacker.mounted and not defender.mounted:
            ploys.append(Ploy.SHOVE)
    return ploys
