"""Who stands in the way of a shot, and which shield is between."""

from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.contact import edge_of
from grognard.games.high_adventure.figures import INCH, Figure, State, gap
from grognard.ground.sight import discs_across

BESIDE = INCH  # HA-SHO-05, HA-INV-03


def in_the_way(battle: Battle, shooter: Figure, target: Figure) -> list[Figure]:
    """Figures whose base the line of a shot crosses."""
    others = [f for f in battle.figures if f.state is State.ABLE and f is not shooter and f is not target]
    across = discs_across([f.disc for f in others], shooter.x, shooter.y, target.x, target.y)
    return [others[place] for place in across]


def is_shot_past(shooter: Figure, friend: Figure) -> bool:
    """May the shooter shoot past this figure: a stationary friend within 1" (HA-SHO-05)?"""
    return friend.side == shooter.side and not friend.walked and gap(shooter, friend) <= BESIDE


def can_use_shield(battle: Battle, figure: Figure) -> bool:
    """HA-SHD-04, HA-RULE-58: no shield in a turn with a two-handed weapon, nor with a torch in hand (HA-RULE-104)."""
    if not figure.profile.shield or figure.helpless or figure.two_handed == battle.turn or figure.weapon.two_handed:
        return False
    return not any(item.kind == "torch" and item.lit for item in battle.items_of(figure))


def covers(battle: Battle, bearer: Figure, from_x: int, from_y: int) -> bool:
    """Does this shield stop shots from there: through the front or the left arc (HA-SHD-03)?"""
    return can_use_shield(battle, bearer) and edge_of(bearer, from_x, from_y) in ("front", "left")


def is_shielded(battle: Battle, target: Figure, from_x: int, from_y: int) -> bool:
    """Is there a shield between: its own, a friend's in base contact, or that of the friend it shot past (HA-SHD-05)?"""
    if covers(battle, target, from_x, from_y):
        return True
    for friend in battle.able(target.side):
        if friend is target or not friend.profile.shield:
            continue
        if (
            gap(friend, target) == 0
            and covers(battle, friend, from_x, from_y)
            and not _covers_another(battle, friend, target)
        ):
            return True
    return _shoots_past_a_shield(battle, target, from_x, from_y)


def _covers_another(battle: Battle, bearer: Figure, target: Figure) -> bool:
    """HA-RULE-58: one other figure at most; the first that stands in contact with the bearer."""
    first = next(
        (f for f in battle.able(bearer.side) if f is not bearer and not f.profile.shield and gap(f, bearer) == 0), None
    )
    return first is not None and first is not target


def _shoots_past_a_shield(battle: Battle, target: Figure, from_x: int, from_y: int) -> bool:
    for shot in battle.shots:
        if shot.shooter == target.id:
            across = in_the_way(battle, target, battle.figure(shot.target))
            return any(is_shot_past(target, f) and covers(battle, f, from_x, from_y) for f in across)
    return False
