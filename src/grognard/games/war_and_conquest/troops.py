"""Troops: what a unit is, and the printed tables of moves, flights, sizes, weapons and costs."""

from typing import Literal

from msgspec import Struct

from grognard.kernel.dice import D6, Dice

Kind = Literal["foot", "mounted"]
Weight = Literal["heavy", "medium", "light"]
Formation = Literal["battle", "skirmish"]
Trait = Literal["Drilled", "Undisciplined"]
WeaponName = Literal["hand weapons", "spears", "pikes", "lances", "javelins", "sling", "bow", "crossbow"]


class Weapon(Struct, frozen=True):
    """A weapon: reach in hundredths and what it does to whom. No reach: it only strikes."""

    name: WeaponName
    reach: int = 0
    ranks: int = 0  # how many ranks may shoot
    killing: int = 0  # KA of its missiles
    piercing: int = 0  # the target's AV counts so much less
    shoots_moving: bool = True
    steady: bool = False  # no penalty for having moved
    cost: int = 0


# WC-OTROOP-06, with the missile costs of WC-OFIELD-03.
WEAPONS: dict[str, Weapon] = {
    weapon.name: weapon
    for weapon in (
        Weapon("hand weapons"),
        Weapon("spears"),
        Weapon("pikes"),
        Weapon("lances"),
        Weapon("javelins", 800, 1, 3, steady=True, cost=1),
        Weapon("sling", 1400, 1, 2, cost=1),
        Weapon("bow", 1800, 2, 3, cost=2),
        Weapon("crossbow", 2000, 1, 4, piercing=1, shoots_moving=False, cost=3),
    )
}

# WC-OTROOP-02: base move in hundredths of an inch.
BASE_MOVE: dict[tuple[str, str], int] = {
    ("foot", "heavy"): 400,
    ("foot", "medium"): 500,
    ("foot", "light"): 600,
    ("mounted", "heavy"): 700,
    ("mounted", "medium"): 800,
    ("mounted", "light"): 900,
}

# WC-OTROOP-03: flee and pursuit dice, which are also the distance in inches.
FLEE_DICE: dict[tuple[str, str], Dice] = {
    ("foot", "battle"): 2 * D6,
    ("foot", "skirmish"): (3 * D6).best(2),
    ("mounted", "battle"): 3 * D6,
    ("mounted", "skirmish"): (4 * D6).best(3),
}

# WC-OTROOP-04: a unit of fewer models than this is removed.
MINIMUM: dict[tuple[str, str], int] = {
    ("foot", "battle"): 8,
    ("mounted", "battle"): 5,
    ("foot", "skirmish"): 4,
    ("mounted", "skirmish"): 4,
}

GENERAL_COST = 60  # WC-OFIELD-03
SIP_COST = 20
MOST_SIP = 3


class Profile(Struct, frozen=True, kw_only=True, cache_hash=True):
    """What never changes about a unit (WC-OTROOP-01)."""

    kind: Kind = "foot"
    weight: Weight = "medium"
    formation: Formation = "battle"
    ca: int = 3  # Combat Ability
    sh: int = 0  # Shooting Ability; 0 for troops without missiles
    ka: int = 3  # Killing Ability
    mv: int = 7  # Morale value
    av: int = 0  # Armour Value
    weapons: tuple[WeaponName, ...] = ("hand weapons",)
    traits: tuple[Trait, ...] = ()
    personality: bool = False  # a character on his own: a companion's roster may have one (WC-RALLY-06)

    @property
    def is_battle(self) -> bool:
        """Is it a battle formation, and not skirmishers?"""
        return self.formation == "battle"

    @property
    def base_move(self) -> int:
        """WC-OTROOP-02, in hundredths."""
        return BASE_MOVE[self.kind, self.weight]

    @property
    def flee_dice(self) -> Dice:
        """WC-OTROOP-03."""
        return FLEE_DICE[self.kind, self.formation]

    @property
    def minimum(self) -> int:
        """WC-OTROOP-04."""
        return 1 if self.personality else MINIMUM[self.kind, self.formation]

    @property
    def missile(self) -> Weapon | None:
        """The weapon it shoots with, if any."""
        for name in self.weapons:
            if WEAPONS[name].reach:
                return WEAPONS[name]
        return None


def cost_of(profile: Profile, models: int) -> int:
    """What so many figures of a kind cost (WC-OFIELD-03)."""
    each = profile.ca + profile.ka + profile.av + profile.mv - 5
    each += max(WEAPONS[name].cost for name in profile.weapons)
    each += ("Drilled" in profile.traits) - ("Undisciplined" in profile.traits)
    return models * each * (2 if profile.kind == "mounted" else 1)
