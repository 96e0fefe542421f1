"""Blows: how many dice a unit strikes with, what they need to hit, and whom they kill."""

from grognard.games.war_and_conquest.battle import Face, Unit
from grognard.games.war_and_conquest.troops import Profile
from grognard.games.war_and_conquest.wounds import kill
from grognard.kernel.referee import Referee

# Dice (WC-OFIGHT-02)


def strike_dice(unit: Unit, face: Face, in_contact: int) -> int:
    """How many dice a face of the unit has."""
    if not unit.is_battle:
        return (unit.models + 1) // 2
    if face != "front":
        return unit.ranks
    return in_contact + support_dice(unit, in_contact)


def support_dice(unit: Unit, in_contact: int) -> int:
    """Spears that did not charge add half their second rank, pikes all of it; not in disorder (WC-OMOVE-08)."""
    if unit.out_of_order:
        return 0
    second = max(0, min(in_contact, unit.models - unit.files))
    if "pikes" in unit.profile.weapons:
        return second
    return second // 2 if "spears" in unit.profile.weapons and not unit.charged else 0


# Hits (WC-OFIGHT-03)


def strikes_kill(referee: Referee, unit: Unit, target: Unit, dice: int) -> int:
    """So many dice at an enemy: how many kill."""
    need, armour = strike_need(unit, target), target.profile.av
    return kill(referee, unit.side, target.side, unit.name, dice, need, armour, killing_ability(unit), "WC-OFIGHT-03")


def strike_need(unit: Unit, target: Unit) -> int:
    """To hit: 3 with the higher Combat Ability, 4 with equal, 5 with the lower."""
    return need_to_hit(unit.profile, target.profile)


def killing_ability(unit: Unit) -> int:
    """KA, with +1 for the lances of riders who charged this round (WC-OTROOP-06)."""
    return killing_of(unit.profile, charged=unit.charged)


# The same for any units of these kinds


def need_to_hit(profile: Profile, target: Profile) -> int:
    return 4 - (profile.ca > target.ca) + (profile.ca < target.ca)


def killing_of(profile: Profile, *, charged: bool) -> int:
    lances = "lances" in profile.weapons and profile.kind == "mounted" and charged
    return profile.ka + int(lances)
