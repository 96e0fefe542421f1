"""What a side may know: figures out of its sight are not there for it, besides the fields that are hidden by their type."""

from collections.abc import Callable

from grognard.games.high_adventure.arrivals import kind_of, return_to_pool
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.figures import Figure, Order
from grognard.games.high_adventure.visibility import is_seen
from grognard.kernel.view import UNKNOWN, redacted


def is_shown(figure: Figure, side: str | None) -> bool:
    """Does that side know of this figure now: its own, one in sight or in contact, or one that lies on the table?"""
    return figure.side == side or figure.heard_by is None


def view(battle: Battle, side: str | None) -> Battle:
    """A copy without anything that this side may not know."""
    shown = redacted(battle, side)
    gone = [figure.id for figure in shown.figures if not is_shown(figure, side)]
    shown.sightings = [sighting for sighting in shown.sightings if sighting.side == side]
    if not gone:
        return shown
    shown.figures = [figure for figure in shown.figures if figure.id not in gone]
    left = [figure.group for figure in shown.figures]
    dropped = [group.id for group in shown.groups if group.side != side and group.id not in left]
    shown.groups = [group for group in shown.groups if group.id not in dropped]
    for group in shown.groups:
        group.members = [id for id in group.members if id not in gone]
        if group.leader in gone:
            group.leader = ""
        if group.side != side:
            group.original = max(len(group.members), 1)
    _put_back(battle, shown, gone)
    for figure in shown.figures:
        if figure.side == side and figure.seen:
            figure.seen = is_seen(shown, figure)  # who watches it out of hiding it cannot tell
    hidden = [*gone, *dropped]
    shown.queue = [
        task for task in shown.queue if task.who not in hidden and task.what not in hidden and not task.number
    ]
    shown.shots = [shot for shot in shown.shots if shot.shooter not in gone and shot.target not in gone]
    shown.castings = [casting for casting in shown.castings if casting.caster not in gone]
    for item in shown.items:
        if item.holder in gone:
            item.holder, item.x, item.y, item.gone = "", -1, -1, True
    for figure in shown.figures:
        if figure.controller in gone:
            figure.controller = ""
        if figure.captor in gone:
            figure.captor = ""
    if shown.goal.villain in gone:
        shown.goal = shown.goal.unknown()
    return shown


def _put_back(battle: Battle, shown: Battle, gone: list[str]) -> None:
    """Who came by a marker and has not been seen is still to come, for all that this side knows (HA-RULE-91), and bones that rose out of its sight lie where they lay (HA-RULE-50); nor has it counted them."""
    for figure in battle.figures:
        if figure.id in gone and shown.pool is not None and battle.group_of(figure).by_marker:
            return_to_pool(shown, kind_of(figure), figure.strength)
    for site in shown.bones:
        site.left += sum(id in gone for id in site.risen)
        site.risen = [id for id in site.risen if id not in gone]
    known = [piece.id for pieces in (shown.figures, shown.groups, shown.items, shown.fires) for piece in pieces]
    shown.made = max((_number(word) for word in (*known, *(cloud.name for cloud in shown.clouds))), default=0)


def _number(word: str) -> int:
    """The number at the end of a name that was made in play."""
    digits = word[len(word.rstrip("0123456789")) :]
    return int(digits) if digits else 0


def imagine(battle: Battle, side: str, pick: Callable[[int], int]) -> Battle:
    """A whole battle that fits what a side sees: guesses where something was blanked out."""
    guess = battle.copy()
    for group in guess.groups:
        if group.side != side:
            group.spot_range = 1 + pick(6) if group.hidden else 0
            if group.chosen == UNKNOWN:
                group.chosen = str(Order.ATTACK)
    for figure in guess.figures:
        if figure.stealth == UNKNOWN:
            figure.stealth = "spotted"  # it is seen, or it would not be here
    for item in guess.items:
        if item.nature == UNKNOWN:
            item.nature = "inert"
    return guess
