"""Points and warbands: what a model costs, and what a warband may be."""

from collections.abc import Sequence

from grognard.errors import ScenarioError
from grognard.games.en_garde.battle import Profile
from grognard.games.en_garde.weapons import LONG_REACH, MISSILES

# EG-RULE-65
RATE_POINTS = {"slow": -2, "infantry": 0, "fast": 2, "cavalry": 6}
GEAR_POINTS = {
    "dagger": 0,
    **dict.fromkeys(("staff", "sword", "hand_weapon", "bayonet", "thrown"), 1),
    **dict.fromkeys(
        ("longsword", "great_weapon", "spear", "pike", "lance", "sling", "javelin", "shield", "grenade"), 2
    ),
    **dict.fromkeys(("halberd", "bow", "pistol", "banner"), 3),
    **dict.fromkeys(("longbow", "crossbow", "matchlock", "blunderbuss"), 4),
    "musket": 5,
}
# EG-RULE-66
ATTRIBUTE_POINTS = {"Commander": 4, "Tactician": 4, "Swordsman": 3, "Marksman": 2, "Acrobat": 2, "Brute": 3}
# EG-RULE-63
LIMITS = {"pool": (1, 6), "fight": (0, 5), "initiative": (0, 5), "shoot": (0, 4), "armour": (0, 3)}
MASTER_POOL = 5  # EG-RULE-63: ranks 4 and 5 have pools of 5 and 6


def points_of(
    pool: int,
    fight: int,
    initiative: int,
    shoot: int,
    armour: int,
    rate: str,
    gear: Sequence[str],
    attributes: Sequence[str],
) -> int:
    """EG-RULE-65: what a model costs."""
    values = 2 * pool + 2 * fight + initiative + 2 * shoot + 3 * armour
    return (
        values
        + RATE_POINTS[rate]
        + sum(GEAR_POINTS[item] for item in gear)
        + sum(ATTRIBUTE_POINTS[name] for name in attributes)
    )


def check_profile(name: str, profile: Profile, place: str) -> None:
    """EG-RULE-63, EG-RULE-64: values in their ranges, and heavy harness only at Infantry rate or slower on foot."""
    for value, (low, high) in LIMITS.items():
        if not low <= getattr(profile, value) <= high:
            raise ScenarioError(
                f"{name} has {value} {getattr(profile, value)}; it must be from {low} to {high} (EG-RULE-63)",
                place=place,
            )
    if profile.armour == 3 and profile.rate == "fast":
        raise ScenarioError(
            f"{name} wears three-quarter harness (armour 3) and cannot be Fast (EG-RULE-64)", place=place
        )


def check_warband(models: Sequence[tuple[str, Profile]], place: str) -> None:
    """EG-RULE-67: what a warband may be."""
    leaders = [(name, profile) for name, profile in models if profile.leader]
    if len(leaders) != 1:
        raise ScenarioError(f"a warband has one Leader, not {len(leaders)} (EG-RULE-67)", place=place)
    name, leader = leaders[0]
    dearest = max(profile.points for _, profile in models)
    if leader.points < dearest:
        raise ScenarioError(
            f"the Leader, {name}, must be the most expensive model: {leader.points} points against {dearest} (EG-RULE-67)",
            place=place,
        )
    count = len(models)
    _at_most("Swordsmen besides the Leader", sum(p.swordsman and not p.leader for _, p in models), count // 4, place)
    far = [p for _, p in models if any(MISSILES[missile.split()[0]].reach > LONG_REACH for missile in p.missiles)]
    _at_most("missile weapons that reach beyond 12 inches", len(far), 2 * count // 3, place)
    _at_most("banners", sum(p.banner for _, p in models), 1, place)
    masters = sum(p.pool >= MASTER_POOL for _, p in models)
    if masters and count - masters <= masters:
        raise ScenarioError(
            f"rank and file must outnumber masters and legends: {count - masters} against {masters} (EG-RULE-67)",
            place=place,
        )


def _at_most(what: str, found: int, most: int, place: str) -> None:
    if found > most:
        raise ScenarioError(f"too many {what}: {found}, and this warband may have {most} (EG-RULE-67)", place=place)
